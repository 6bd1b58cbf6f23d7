"""`pbem note`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
from msgspec.structs import replace

from pbem.cli import person
from pbem.cli.rows import fact
from pbem.drawing.ink import printable
from pbem.home import computer, files, notebook
from pbem.home.notebook import Note
from pbem.proof.reader import Reader


@click.command(
    "note",
    help="""Keep notes of your own on a game: on its last entry, or on the entry that --entry names.

    \b
    pbem note game.toml "He holds Warwick back. Why?"
    pbem note game.toml "Flank here next turn" --about york --entry 31
    pbem note game.toml                    all notes, numbered
    pbem note game.toml --remove 3

    Notes stay on this computer, never in a save or an email. `pbem replay` shows each note at its entry. With
    --export you can pass your notes on after the end.
    """,
)
@person.save_argument
@click.argument("text", default="")
@click.option("--entry", type=int, help="The entry that the note is about.")
@click.option(
    "--about", default="", help="What the note is about: a card, a place, a leader, or any word."
)
@click.option("--remove", type=int, metavar="K", help="Delete note K.")
@click.option(
    "--export",
    type=click.Path(dir_okay=False, path_type=Path),
    help="After the end: write all notes to a file, with your name, for other people's replays.",
)
def command(
    file: Path, text: str, entry: int | None, about: str, remove: int | None, export: Path | None
) -> None:
    game = person.open_save(Reader, file, "any")
    path = notebook.path_of(computer.pins().folder, game.ledger.game)
    notes = notebook.load(path)
    if sum((bool(text.strip()), remove is not None, export is not None)) > 1:
        raise click.UsageError("Use only one of these at a time: a text, --remove or --export.")
    if (about or entry is not None) and not text.strip():
        raise click.UsageError("--entry and --about go with a text.")
    if text.strip():
        last_entry = len(game.save.entries) - 1
        note = Note(last_entry if entry is None else entry, text.strip(), about.strip())
        if why := notebook.trouble(note, notes, last_entry):
            raise click.UsageError(f"{why[:1].upper()}{why[1:]}.")
        notebook.save(path, [*notes, note])
        click.echo(f"Noted on entry {note.entry}, as note {len(notes) + 1}.")
    elif remove is not None:
        if not 1 <= remove <= len(notes):
            raise click.UsageError(
                f"There is no note {remove}; `pbem note {shlex.quote(str(file))}` lists them."
            )
        notebook.save(path, notes[: remove - 1] + notes[remove:])
        click.echo(f"Taken away: {notes[remove - 1]}")
    elif export is not None:
        _give_away(game, notes, export)
    else:
        _list(game, notes)


def _give_away(game: Reader, notes: list[Note], path: Path) -> None:
    if game.result is None:
        raise click.UsageError(
            "You can pass your notes on only when the game is over. Until then they are for you alone."
        )
    seat = game.ledger.seats.get(game.side)
    name = seat.keys.name if seat is not None else game.side
    signed_notes = [replace(note, by=name) for note in notes]
    files.write_bytes(path, notebook.as_bytes(signed_notes))
    path_text = printable(str(path))
    click.echo(
        f"Your notes are in {path_text}. Other people can read them with `pbem replay game.toml --notes-of {shlex.quote(path_text)}`."
    )


def _list(game: Reader, notes: list[Note]) -> None:
    if not notes:
        click.echo(
            person.as_typed('No notes on this game. `pbem note game.toml "..."` writes one.')
        )
    for number, note in enumerate(notes, 1):
        click.echo(fact(f"{number:3}  entry {note.entry}: {note}", ""))
