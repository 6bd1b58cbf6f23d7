"""`pbem report`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import out, period, person
from pbem.cli.printed import shown
from pbem.cli.terminal import plain
from pbem.home import files
from pbem.proof.reader import Reader
from pbem.reports.formats import FORMATS
from pbem.reports.from_game import report, told

FLAVOURS = [flavour for format in FORMATS for flavour in format.flavours]


@click.command(
    "report",
    help="""What happened with every die and rule, where things stand, and what is asked of whom.

    Without --since, --entry, --turn or --all: what happened since your own last orders, by who acted, with
    passes folded. With one of them entry by entry; one entry or turn comes with the position as it
    was after it.
    """,
)
@person.save_argument
@person.side_option
@period.options
@click.option("--all", "all", is_flag=True, help="From the first entry on.")
@click.option(
    "--format",
    "form",
    type=click.Choice([format.name for format in FORMATS]),
    default=FORMATS[0].name,
    show_default=True,
)
@click.option(
    "--flavour",
    type=click.Choice(FLAVOURS),
    default=FLAVOURS[0],
    show_default=True,
    help="The forum whose BBCode you need.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help=out.INSTEAD)
def command(
    file: Path,
    side: str,
    since: int | None,
    entry: int | None,
    turn: str,
    all: bool,
    form: str,
    flavour: str,
    out: Path | None,
) -> None:
    game = person.opened(Reader, file, "public" if side == "public" else "any")
    wanted = period.chosen(game, since, entry, turn, all)
    form = "plain" if form == "text" and plain() else form
    if out is not None:
        files.write_text(out, report(game, side, form, wanted, flavour), secret=side != "public")
    elif form == "text":
        click.echo(shown(told(game, side, wanted)), nl=False)
    else:
        click.echo(report(game, side, form, wanted, flavour), nl=False)
