"""`pbem apply`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from pbem.cli import addresses, gm_done, person, seating
from pbem.cli.formats import report_options
from pbem.cli.terminal import one_line, wrapped
from pbem.errors import Bug, ForTheChair, NotTheGm, UnreadableFile
from pbem.gm.game import Game
from pbem.gm.inbox import Receipt, refused
from pbem.mail.read import message
from pbem.round import refusals
from pbem.round.apply import begin, finish, read_clock
from pbem.round.pile import Pile
from pbem.round.refusals import Returned
from pbem.round.reports import Reports

Texts = dict[str, str | bytes]
"""By the name of a mail."""


@click.command(
    "apply",
    help="""Apply the players' emails and write the reports. The order of the emails does not matter,
    and a bad one never affects the others. You get the new save (the old one stays as .bak), a
    report for each side and a public one.

    Send each player the files with the name of their side: a report can hold that side's
    secrets. Choose the formats with --format, for example text,html or text,bbcode:phpbb,png.
    With --outbox you get one email per player, ready to send, with the report, the save and an
    orders file.

    With a folder of games instead of a save, each email goes to its own game. If there are
    several copies of a game, `pbem` uses the newest, names the others and leaves them alone.

    If a newcomer asks for a seat, `pbem` prints the `pbem seat` command to type.

    If an email is refused, `pbem` writes an answer into the folder of the reports. Send it
    back; with --outbox it is an email, ready to send, if the sender is known. Without emails,
    `pbem apply` only finishes what a power cut or a full disk interrupted.

    The exit code is 2 if an email was refused, and 1 if one made `pbem` itself fail; the other
    emails were applied. It is 3 if the game moved on but a report could not be written.
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
    help="Continue from this copy, although a player has seen later entries that are not in it.",
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
    pile = Pile()
    for path in mails:
        try:
            raw = message.raw(path)
        except OSError as error:
            closed = UnreadableFile(why=error.strerror or str(error))
            pile.unreadable.append(Receipt(str(path), error=closed))
        except Exception as error:
            pile.unreadable.append(Receipt(str(path), error=refused(error)))
        else:
            pile.add(str(path), raw)
    wish = Reports(reports, no_reports, formats, outbox, no_outbox)
    closed_ones = (into_club if file.is_dir() else into)(file, pile, wish, insist)
    if closed_ones:
        raise SystemExit(1 if any(isinstance(one.error, Bug) for one in closed_ones) else 2)


def into_club(folder: Path, pile: Pile, wish: Reports, insist: bool) -> list[Receipt]:
    """Sort emails to the games of a folder; returns those that were not applied."""
    from pbem.club import piles

    tell(pile.unreadable)
    found = piles.read(folder, person.open_game)
    for path in found.twins:
        told = f"{path}: another copy of a game in this folder. It is left alone; remove it."
        click.echo(wrapped(told, "", "    "), err=True)
    for unopened in found.unopened:
        click.echo(wrapped(f"{unopened.path}: {unopened.error}", "", "    "), err=True)
    of_game, misfits, waiting = piles.sort(found, pile.texts)
    for name, unopened in waiting.items():
        told = (
            f"{name}: not applied, and not refused. Once {unopened.path} is right, apply it again."
        )
        click.echo(wrapped(told, "", "    "), err=True)
    tell(misfits)
    closed = [*pile.unreadable, *misfits]
    senders, file = pile.senders, folder / "game.toml"
    tell_returned(refusals.write("mail", file, closed, wish, senders, wish.outbox))
    nothing: dict[str, Texts] = {} if pile.texts else {genesis: {} for genesis in found.games}
    for genesis, texts in (of_game or nothing).items():
        path, game = found.games[genesis]
        click.echo(f"{game.id}:")
        here = replace(wish, folder=wish.folder / game.id) if wish.folder else wish
        try:
            closed += into(path, Pile(texts, senders), here, insist)
        except NotTheGm as stranger:
            mine = [Receipt(name, error=stranger) for name in texts]
            tell(mine)
            closed += mine
    return [*closed, *(Receipt(name, error=one.error) for name, one in waiting.items())]


def into(file: Path, pile: Pile, wish: Reports, insist: bool) -> list[Receipt]:
    """Apply emails to one game; returns those that were not applied. Raises NotFinished."""
    with gm_done.moderated(file) as game:
        made = begin(game, file, pile, wish, insist)
        tell(made.receipts)
        seating.tell(file, made.claims)
        if made.clock and gm_done.sure(made.clock):
            read_clock(made)
        addresses.confirm_doubtful(game, made.doubtful)
        finish(made)
        if made.robots:
            first, last = made.robots[0].n, made.robots[-1].n
            click.echo(f"Robots answered: entries {first} to {last}.")
        gm_done.tell_written(file, made.written)
        tell_returned(made.returned)
        if made.unfinished is not None:
            raise gm_done.NotFinished(made.unfinished)
        click.echo(asked_next(game))
        return made.refused


def tell_returned(returned: Iterable[Returned]) -> None:
    """Say where each refusal is."""
    for one in returned:
        told = f"Mail {one.path} back to the sender of {one_line(one.receipt.name)}."
        if one.finished:
            told = f"Open {one.path} in your mail program, look at it, and send it."
        click.echo(told, err=True)


def tell(receipts: Sequence[Receipt]) -> None:
    """Say what became of each email."""
    for receipt in receipts:
        if isinstance(receipt.error, ForTheChair):
            click.echo(f"{one_line(receipt.name)}: for you to log, see below.")
        elif receipt.error is not None:
            click.echo(wrapped(f"{receipt.name}: refused. {receipt.error}"), err=True)
        else:
            again = ", taken before: nothing new" if receipt.again else ""
            click.echo(f"{one_line(receipt.name)}: entry {receipt.entry}{again}")
            if receipt.story and receipt.story.left:
                left = f"not carried out from `{receipt.story.left[0]}` on: {receipt.story.why}"
                click.echo(wrapped(left, "  ", "    "))


def asked_next(game: Game) -> str:
    """For whom the game waits, in one line."""
    if game.result is not None:
        return f"The game is over, {game.result.told}"
    if not game.ledger.begun:
        return f"The game is {game.now}."
    if game.ledger.position.failure is not None:
        return (
            f"The program failed in the middle of a step; the GM has to rule: {person.pbem()} rule."
        )
    owing = game.ledger.owes_ready()
    asked = [f"{side} (ready)" for side in owing]
    asked += [f"{request.side} ({request.kind.replace('_', ' ')})" for request in game.requests]
    first = (
        f" First the emails of {' and '.join(owing)} have to come, with nothing decided in them."
        if owing and len(asked) > len(owing)
        else ""
    )
    return f"Now asked: {', '.join(asked)}.{first}"
