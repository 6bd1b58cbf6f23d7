"""`pbem explain`."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import out, person
from pbem.cli.terminal import plain
from pbem.engine.prose import sentence
from pbem.proof.reader import Reader
from pbem.reports.explanation import explanation


@click.command(
    "explain",
    help="""Show everything behind one entry: what happened, the decision and the other legal choices, the rules
    and rulings applied, and what changed in the position. The last part is for anybody who checks the proof:
    what was signed, keys and fingerprints, and for each die a shell command that checks it.
    """,
)
@person.save_argument
@click.option("--entry", type=int, required=True, help="The number of the entry.")
@click.option("--roll", default="", help="Show only the die with this label.")
@click.option(
    "--secrets", is_flag=True, help="Include what only you can see, so do not pass the result on."
)
@out.printed(secret=True)
def command(file: Path, entry: int, roll: str, secrets: bool) -> None:
    game = person.open_save(Reader, file, "own" if secrets else "public")
    if secrets:
        click.echo("For your eyes only: this shows what is hidden from others.\n", err=True)
    click.echo(explain(game, entry, roll), nl=False)


WIDTH = 78


def explain(game: Reader, n: int, label: str = "") -> str:
    """See `reports.explained`. Raises BadStatement, UnknownRoll."""
    parts = explanation(game, n, label)
    if plain() and not label:
        return _spoken(parts)
    if label:
        return "\n".join(parts[0][1]) + "\n"
    sections = [
        "\n".join([*([title] if title else []), *(_wrapped(line) for line in lines)])
        for title, lines in parts
    ]
    return "\n\n".join(sections) + "\n"


def _spoken(parts: Sequence[tuple[str, list[str]]]) -> str:
    """A fact a line, shell lines as they are."""
    (_, title), *rest = parts
    spoken = [sentence(line) for line in title]
    for name, lines in rest:
        texts = [line.strip() for line in lines]
        rows = [line if "printf" in line else sentence(line) for line in texts]
        spoken += ["", f"{name.capitalize()}:", *rows] if rows else []
    return "\n".join(spoken) + "\n"


def _wrapped(line: str) -> str:
    if "printf" in line:
        return line  # to be pasted into a shell
    indent = line[: len(line) - len(line.lstrip())] + "    "
    return textwrap.fill(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)
