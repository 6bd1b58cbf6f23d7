"""`pbem apply`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from pbem.cli import files, gm_done, learned, person, robot_homes
from pbem.cli.formats import Reports, report_options
from pbem.cli.terminal import wrapped
from pbem.errors import Bug, FromMachine, NotTheGm, Replaced, UnreadableFile
from pbem.mail import message, sender
from pbem.mail.sender import Sender
from pbem.moderator.game import Game
from pbem.moderator.turn.inbox import Receipt, mail_of, refused
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import Rules
from pbem.protocol.hashing import digest

UNANSWERED = (FromMachine, Replaced, Bug, UnreadableFile, NotTheGm)

Texts = dict[str, str | bytes]
Senders = Mapping[str, Sender]
"""Both by the name of a mail."""


@click.command(
    "apply",
    help="""Take mails in any order; each is accepted or refused by itself. Writes the new save, keeps
    the old one as .bak, and writes a report for each side and for the public.

    Send each player the files with the name of his side: a report may hold its secrets. Choose
    what they get with --format, for example text,html or text,bbcode:phpbb,png. With --outbox each
    gets one finished mail, report, save and orders file in it, that needs only to be sent.

    With a folder of games instead of a save, each mail goes to the game that it is for.

    A refused mail leaves a text beside the reports: mail it back. For an order it is signed, and its
    author's pbem checks it. Without mails it only finishes what a power cut or a full disk left undone.

    Exit code 2 if a mail was refused, 1 if one made pbem itself fail; the others have been applied
    all the same. 3 if entries were made and something that follows from them could not be written.
    """,
)
@click.argument("file", type=click.Path(exists=True, path_type=Path), metavar="GAME.toml|FOLDER")
@click.argument(
    "mails",
    nargs=-1,
    type=click.Path(exists=True, dir_okay=False, readable=False, path_type=Path),
)
@click.option(
    "--insist",
    is_flag=True,
    help="Go on from this copy although a player has seen later entries that are not in it.",
)
@report_options
def command(
    file: Path,
    mails: tuple[Path, ...],
    insist: bool,
    reports: Path | None,
    no_reports: bool,
    formats: str,
    outbox: Path | None,
    no_outbox: bool,
) -> None:
    texts: dict[str, str | bytes] = {}
    unreadable: list[Receipt] = []
    senders: dict[str, Sender] = {}
    for path in mails:
        try:
            raw = message.raw(path)
            texts[str(path)], senders[str(path)] = message.text_of(raw), sender.of(raw)
        except OSError as error:
            closed = UnreadableFile(why=error.strerror or str(error))
            unreadable.append(Receipt(str(path), error=closed))
        except Exception as error:
            unreadable.append(Receipt(str(path), error=refused(error)))
    wish = Reports(reports, no_reports, formats, outbox, no_outbox)
    closed_ones = tell(unreadable)
    if file.is_dir():
        write_refusals("mail", file / "game.toml", unreadable, wish)
        closed_ones += into_club(file, texts, senders, wish, insist)
    else:
        closed_ones += into(file, texts, senders, wish, insist, unreadable)
    if closed_ones:
        raise SystemExit(1 if any(isinstance(one.error, Bug) for one in closed_ones) else 2)


def into_club(
    folder: Path, texts: Texts, senders: Senders, wish: Reports, insist: bool = False
) -> list[Receipt]:
    """Sort mails to the games of a folder; returns the refused."""
    from pbem.moderator.club import piles

    found = piles.read(folder, person.open_game)
    of_game, misfits = piles.sort(found, texts)
    closed = tell(misfits)
    write_refusals("mail", folder / "game.toml", closed, wish)
    for genesis, pile in of_game.items():
        path, game = found.games[genesis]
        click.echo(f"{game.id}:")
        here = replace(wish, folder=wish.folder / game.id) if wish.folder else wish
        try:
            closed += into(path, pile, senders, here, insist)
        except NotTheGm as stranger:
            closed += tell([Receipt(name, error=stranger) for name in pile])
    for path, error in found.broken:
        click.echo(wrapped(f"{path}: {error}", "", "    "), err=True)
    return closed


def into(
    file: Path,
    texts: Texts,
    senders: Senders,
    wish: Reports,
    insist: bool = False,
    unreadable: Sequence[Receipt] = (),
) -> list[Receipt]:
    """Apply mails to one game and write what follows; returns the refused.

    Args:
        unreadable: mails that could not be read, which are answered as well.
    """
    with gm_done.moderated(file) as game:
        wish.chosen(game)  # or refused, before anything is written
        timed = game.ledger.cases.clock.deadline > 0
        before = gm_done.read_clock(game, timed and any(map(is_holiday, texts.values())))
        first = len(game.save.entries)
        receipts = game.apply(texts, insist)
        stories = [receipt.story for receipt in receipts if receipt.story]
        new = [entry for entry in game.save.entries[first:] if isinstance(entry.body.step, Rules)]
        for entry in new:
            stories += game.stories(entry.n, entry.n)
            told = f"Entry {entry.n}: the rules here are newer; the whole log comes out the same."
            click.echo(told)
        if stories:
            stories = [*before, *stories, *gm_done.read_clock(game)]
            gm_done.write(game, file)
        closed = tell(receipts)
        with gm_done.promised(f"{file} has the new entries", file):
            learned.hear(game, receipts, senders)
            learned.ask(game, wish)
        if robot_homes.folder(file).exists():
            from pbem.cli import robots  # who has none does without

            stories += robots.answered(game, file)
        gm_done.write_reports(game, file, stories, wish)
        write_refusals(game.id, file, [*unreadable, *closed], wish)
        click.echo(asked_next(game))
        return closed


def write_refusals(id: str, file: Path, closed: Sequence[Receipt], wish: Reports) -> None:
    """A text to mail back for each mail that was refused; for an order with the GM's signed word on it.

    Not for the mails of machines, which nobody answers, nor for what a newer mail of the same author
    replaced, nor for what was no fault of its sender's.
    """
    refusals = [one for one in closed if not isinstance(one.error, UNANSWERED)]
    if not refusals or wish.none:
        return
    folder = wish.folder or file.parent / "reports"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for receipt in refusals:
        name = receipt.digest or digest(receipt.name.encode())
        path = folder / f"{id}-refused-{name[:8]}.txt"
        files.write_text(path, refusal_mail(id, file, receipt))
        click.echo(f"Mail {path} back to who sent {receipt.name}.", err=True)


def refusal_mail(id: str, file: Path, receipt: Receipt) -> str:
    """A refusal as a mail."""
    words = [f"Your mail was refused, and nothing was changed: {receipt.error}"]
    block = ""
    if receipt.refusal is not None:
        words.append(f"Check that with: pbem verify {file.name} --refusal THIS_MAIL.txt")
        block = envelope.to_text(receipt.refusal)
    text = "\n\n".join(click.wrap_text(part, 72) for part in words)
    return message.message("the author of the mail", f"{id}: mail refused", text, block)


def is_holiday(text: str | bytes) -> bool:
    """A holiday counts from the reading before it, so that nobody is away after the event."""
    try:
        return isinstance(mail_of(text).envelope.body, bodies.Holiday)
    except Exception:  # its receipt will say so
        return False


def tell(receipts: Sequence[Receipt]) -> list[Receipt]:
    """Say what became of each mail; returns the refused."""
    for receipt in receipts:
        if receipt.error is not None:
            click.echo(wrapped(f"{receipt.name}: refused. {receipt.error}"), err=True)
        else:
            click.echo(
                f"{receipt.name}: entry {receipt.entry}{' (again)' if receipt.again else ''}"
            )
            if receipt.story and receipt.story.left:
                left = f"not carried out from `{receipt.story.left[0]}` on: {receipt.story.why}"
                click.echo(wrapped(left, "  ", "    "))
    return [receipt for receipt in receipts if receipt.error is not None]


def asked_next(game: Game) -> str:
    """For whom the game waits, in one line."""
    if game.result is not None:
        return f"The game is over: {game.result.reason}"
    if not game.ledger.begun:
        return f"The game is {game.now}."
    if game.ledger.position.fault is not None:
        return "The program failed in the middle of a step; the GM has to rule: pbem rule."
    owing = game.ledger.owes_ready()
    asked = [f"{side} (ready)" for side in owing]
    asked += [f"{request.side} ({request.kind.replace('_', ' ')})" for request in game.requests]
    first = (
        f" First {' and '.join(owing)} must say `ready`."
        if owing and len(asked) > len(owing)
        else ""
    )
    return f"Now asked: {', '.join(asked)}.{first}"
