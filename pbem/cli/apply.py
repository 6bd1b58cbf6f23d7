"""`pbem apply`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from pbem.cli import gm_done, person
from pbem.cli.formats import Reports, report_options
from pbem.errors import Bug, NotTheGm, UnreadableFile
from pbem.mail import message
from pbem.moderator.game import Game
from pbem.moderator.inbox import Receipt, envelope_of, refusal


@click.command(
    "apply",
    help="""Take mails in any order; each is accepted or refused by itself. Writes the new save, keeps
    the old one as .bak, and writes a report for each side and for the public.

    Send each player the files with the name of his side: a report may hold its secrets. Choose
    what they get with --format, for example text,html or text,bbcode:phpbb,png.

    With a folder of games instead of a save, each mail goes to the game that it is for.

    Exit code 2 if a mail was refused, 1 if one made pbem itself fail; the others have been applied
    all the same.
    """,
)
@click.argument("file", type=click.Path(exists=True, path_type=Path), metavar="GAME.toml|FOLDER")
@click.argument(
    "mails",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, readable=False, path_type=Path),
)
@report_options
def command(
    file: Path, mails: tuple[Path, ...], reports: Path | None, no_reports: bool, formats: str
) -> None:
    texts: dict[str, str | bytes] = {}
    unreadable: list[Receipt] = []
    for path in mails:
        try:
            texts[str(path)] = message.read(path)
        except OSError as error:
            closed = UnreadableFile(why=error.strerror or str(error))
            unreadable.append(Receipt(str(path), error=closed))
        except Exception as error:
            unreadable.append(Receipt(str(path), error=refusal(error)))
    wish, refused = Reports(reports, no_reports, formats), tell(unreadable)
    if file.is_dir():
        refused += into_club(file, texts, wish)
    else:
        refused += into(person.open_game(file), file, texts, wish)
    if refused:
        raise SystemExit(1 if any(isinstance(receipt.error, Bug) for receipt in refused) else 2)


def into_club(folder: Path, texts: dict[str, str | bytes], wish: Reports) -> list[Receipt]:
    """Sort mails to the games of a folder; returns the refused."""
    from pbem.moderator import club

    found = club.read(folder, person.open_game)
    piles, misfits = club.sort(found, texts)
    refused = tell(misfits)
    for id, pile in piles.items():
        path, game = found.games[id]
        click.echo(f"{id}:")
        here = replace(wish, folder=wish.folder / id) if wish.folder else wish
        try:
            refused += into(game, path, pile, here)
        except NotTheGm as stranger:
            refused += tell([Receipt(name, error=stranger) for name in pile])
    for path, error in found.broken:
        click.echo(click.wrap_text(f"{path}: {error}", 78, "", "    "), err=True)
    return refused


def into(game: Game, file: Path, texts: dict[str, str | bytes], wish: Reports) -> list[Receipt]:
    """Apply mails to one game and write what follows; returns the refused."""
    wish.chosen(game)  # or refused, before anything is written
    timed = game.ledger.desk.clock.deadline > 0
    before = gm_done.read_clock(game, timed and any(map(is_holiday, texts.values())))
    receipts = game.apply(texts)
    stories = [receipt.story for receipt in receipts if receipt.story]
    if stories:
        stories = [*before, *stories, *gm_done.read_clock(game)]
        game.write()
        person.pins().remember(game.id, game.heads, game.ledger.gm)
    refused = tell(receipts)
    gm_done.write_reports(game, file, stories, wish)
    click.echo(asked_next(game))
    return refused


def is_holiday(text: str | bytes) -> bool:
    """A holiday counts from the reading before it, so that nobody is away after the event."""
    try:
        return envelope_of(text).body.get("type") == "holiday"
    except Exception:  # its receipt will say so
        return False


def tell(receipts: Sequence[Receipt]) -> list[Receipt]:
    """Say what became of each mail; returns the refused."""
    for receipt in receipts:
        if receipt.error is not None:
            click.echo(click.wrap_text(f"{receipt.name}: refused. {receipt.error}", 78), err=True)
        else:
            click.echo(
                f"{receipt.name}: entry {receipt.entry}{' (again)' if receipt.again else ''}"
            )
            if receipt.story and receipt.story.left:
                left = f"not carried out from `{receipt.story.left[0]}` on: {receipt.story.why}"
                click.echo(click.wrap_text(left, 78, "  ", "    "))
    return [receipt for receipt in receipts if receipt.error is not None]


def asked_next(game: Game) -> str:
    """For whom the game waits, in one line."""
    if game.result is not None:
        return f"The game is over: {game.result.reason}"
    if not game.ledger.begun:
        return f"The game is {game.now}."
    asked = (f"{request.side} ({request.kind.replace('_', ' ')})" for request in game.requests)
    return f"Now asked: {', '.join(asked)}."
