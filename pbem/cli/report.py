"""`pbem report`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import complete, person
from pbem.reports.bbcode import Flavour
from pbem.reports.from_game import report
from pbem.reports.render import SUFFIX, Format


@click.command("report")
@person.save_argument
@click.option(
    "--as",
    "side",
    default="",
    shell_complete=complete.sides,
    help="york, lancaster or public; default: your own seat.",
)
@click.option("--since", type=int, help="First entry to tell; default: your own last orders.")
@click.option("--entry", type=int, help="Tell only this entry, with the position after it.")
@click.option(
    "--format", "form", type=click.Choice(list(SUFFIX)), default="text", show_default=True
)
@click.option(
    "--flavour",
    type=click.Choice(["bgg", "phpbb"]),
    default="bgg",
    show_default=True,
    help="The forum whose BBCode you need.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write to a file instead.")
def command(
    file: Path,
    side: str,
    since: int | None,
    entry: int | None,
    form: Format,
    flavour: Flavour,
    out: Path | None,
) -> None:
    """What happened with every die and rule, where things stand, and what is asked of whom."""
    game = person.open_game(file, "public" if side == "public" else "any")
    last = len(game.save.entries) - 1
    for number in (since, entry):
        if number is not None and not 1 <= number <= last:
            raise click.UsageError(
                f"There is no entry {number}; this game has entries 1 to {last}."
            )
    text = report(game, side, form, since, entry, flavour)
    if out is None:
        click.echo(text, nl=False)
    else:
        person.write_text(out, text)
