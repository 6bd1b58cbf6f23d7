"""`pbem apply`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from pbem.cli import gm_done, learned, person, seating
from pbem.cli.formats import Reports, report_options
from pbem.cli.terminal import wrapped
from pbem.errors import Bug, ForTheChair, FromMachine, NotTheGm, Replaced, UnreadableFile
from pbem.home import files, here, robot_homes
from pbem.mail import message, sender
from pbem.mail.sender import NOBODY, Sender
from pbem.moderator.game import Game
from pbem.moderator.turn.inbox import Receipt, refused
from pbem.protocol import envelope
from pbem.protocol.bodies import Clocked, Rules
from pbem.protocol.hashing import digest

UNANSWERED = (ForTheChair, FromMachine, Replaced, Bug, UnreadableFile, NotTheGm)

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

    A claim to a seat, and the consents to it, are for you to log: `pbem seat`, ready to type.

    A refused mail leaves a text beside the reports: mail it back. For an order it is signed, and its
    author's pbem checks it. With --outbox it is a finished mail, if the refused one tells its
    sender. Without mails it only finishes what a power cut or a full disk left undone.

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
            senders[str(path)] = sender.of(raw)  # first: who sent what is refused gets an answer
            texts[str(path)] = message.text_of(raw)
        except OSError as error:
            closed = UnreadableFile(why=error.strerror or str(error))
            unreadable.append(Receipt(str(path), error=closed))
        except Exception as error:
            unreadable.append(Receipt(str(path), error=refused(error)))
    wish = Reports(reports, no_reports, formats, outbox, no_outbox)
    closed_ones = tell(unreadable)
    if file.is_dir():
        write_refusals("mail", file / "game.toml", unreadable, wish, senders, wish.outbox)
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
    write_refusals("mail", folder / "game.toml", closed, wish, senders, wish.outbox)
    nothing: dict[str, Texts] = {} if texts else {genesis: {} for genesis in found.games}
    for genesis, pile in (of_game or nothing).items():
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
        first = len(game.save.entries)
        receipts = game.apply(texts, insist, here.now())
        stories = [receipt.story for receipt in receipts if receipt.story]
        for entry in game.save.entries[first:]:
            if isinstance(entry.body.step, Rules | Clocked):
                stories += game.stories(entry.n, entry.n)
            if isinstance(entry.body.step, Rules):
                told = (
                    f"Entry {entry.n}: the rules here are newer; the whole log comes out the same."
                )
                click.echo(told)
        if stories:
            stories += gm_done.read_clock(game)
            gm_done.write(game, file)
        closed = tell(receipts)
        seating.tell(file, texts, receipts)
        with gm_done.promised(f"{file} has the new entries", file):
            learned.hear(game, receipts, senders)
            learned.ask(game, wish)
        if robot_homes.folder(file).exists():
            from pbem.cli import robots  # who has none does without

            stories += robots.answered(game, file)
        gm_done.write_reports(game, file, stories, wish)
        to_answer = [*unreadable, *closed]
        write_refusals(game.id, file, to_answer, wish, senders, wish.mails(game))
        click.echo(asked_next(game))
        return closed


def write_refusals(
    id: str,
    file: Path,
    closed: Sequence[Receipt],
    wish: Reports,
    senders: Senders,
    outbox: Path | None,
) -> None:
    """A text to mail back for each mail that was refused; for an order with the GM's signed word on it.

    With an `outbox` a finished mail there, where the refused one says from which address it came.

    Not for the mails of machines, which nobody answers, nor for what a newer mail of the same author
    replaced, nor for what was no fault of its sender's.
    """
    refusals = [one for one in closed if not isinstance(one.error, UNANSWERED)]
    folder = wish.folder or file.parent / "reports"
    for receipt in refusals:
        name = receipt.digest or digest(receipt.name.encode())
        text, block = refusal(file, receipt)
        subject = f"{id}: mail refused"
        to = senders.get(receipt.name, NOBODY)
        if outbox is not None and to.address:
            outbox.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Two people may have sent one order: each gets his own mail.
            path = outbox / f"{id}-refused-{digest(f'{name} {to.address}'.encode())[:8]}.eml"
            files.write_bytes(path, answered(to, subject, f"{text}\n\n{block}"))
            click.echo(f"Open {path} in your mail program, look at it, and send it.", err=True)
        elif not wish.none:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = folder / f"{id}-refused-{name[:8]}.txt"
            files.write_text(path, message.message("the author of the mail", subject, text, block))
            click.echo(f"Mail {path} back to who sent {receipt.name}.", err=True)


def answered(to: Sender, subject: str, words: str) -> bytes:
    """A finished mail that answers the one from this sender."""
    from pbem.mail import eml  # slow to load
    from pbem.mail.addresses import Row

    row = Row(to.address, last=to.id, before=to.before)
    return eml.finished(eml.headed(row, "", subject), words)


def refusal(file: Path, receipt: Receipt) -> tuple[str, str]:
    """A refusal in words, and the block with the GM's signed word; "" where there is none."""
    words = [f"Your mail was refused, and nothing was changed: {receipt.error}"]
    block = ""
    if receipt.refusal is not None:
        words.append(f"Check that with: pbem verify {file.name} --refusal THIS_MAIL.txt")
        block = envelope.to_text(receipt.refusal)
    return "\n\n".join(click.wrap_text(part, 72) for part in words), block


def tell(receipts: Sequence[Receipt]) -> list[Receipt]:
    """Say what became of each mail; returns the refused."""
    for receipt in receipts:
        if isinstance(receipt.error, ForTheChair):
            click.echo(f"{receipt.name}: for you to log, see below.")
        elif receipt.error is not None:
            click.echo(wrapped(f"{receipt.name}: refused. {receipt.error}"), err=True)
        else:
            click.echo(
                f"{receipt.name}: entry {receipt.entry}{' (again)' if receipt.again else ''}"
            )
            if receipt.story and receipt.story.left:
                left = f"not carried out from `{receipt.story.left[0]}` on: {receipt.story.why}"
                click.echo(wrapped(left, "  ", "    "))
    return [
        one for one in receipts if one.error is not None and not isinstance(one.error, ForTheChair)
    ]


def asked_next(game: Game) -> str:
    """For whom the game waits, in one line."""
    if game.result is not None:
        return f"The game is over, {game.result.told}"
    if not game.ledger.begun:
        return f"The game is {game.now}."
    if game.ledger.position.fault is not None:
        return (
            f"The program failed in the middle of a step; the GM has to rule: {person.pbem()} rule."
        )
    owing = game.ledger.owes_ready()
    asked = [f"{side} (ready)" for side in owing]
    asked += [f"{request.side} ({request.kind.replace('_', ' ')})" for request in game.requests]
    first = (
        f" First {' and '.join(owing)} must say `ready`."
        if owing and len(asked) > len(owing)
        else ""
    )
    return f"Now asked: {', '.join(asked)}.{first}"
