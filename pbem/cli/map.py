"""`pbem map`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import out, period, person
from pbem.cli.terminal import plain
from pbem.drawing.png import png
from pbem.drawing.svg import draw, spoken
from pbem.home import files
from pbem.proof.reader import Reader
from pbem.reports.context import map_of
from pbem.reports.from_game import report_for
from pbem.reports.places import ways_sentences

WRITTEN = (".svg", ".png")
NOT_WRITTEN = "{name}: a map is written as .svg or .png. For a PDF, write an .svg, open it in a browser and print it."


@click.command(
    "map",
    help="""Draw the map as far as you can see it. Arrows show the moves since your last orders. With --since,
    --entry or --turn the map shows other moves.

    \b
    pbem map game.toml -o map.svg      for a browser
    pbem map game.toml -o map.png      for emails (pip install 'pbem[png]')

    With --plain, and without a file, you get the map in words: who is where, and how the places are connected.
    At the prompt of `pbem orders`, `map london` describes London.
    """,
)
@person.save_argument
@person.side_option
@period.options
@click.option("--width", default=1200, show_default=True, help="Width of a PNG, in pixels.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help=out.INSTEAD)
def command(
    file: Path,
    side: str,
    since: int | None,
    entry: int | None,
    turn: str,
    width: int,
    out: Path | None,
) -> None:
    if out is not None and out.suffix and out.suffix.lower() not in WRITTEN:
        raise click.UsageError(NOT_WRITTEN.format(name=out.name))
    game = person.open_save(Reader, file, "public" if side == "public" else "any")
    map = map_of(report_for(game, side, period.period_of(game, since, entry, turn)))
    if out is None and plain():
        click.echo(spoken(map), nl=False)
        for ways_sentence in ways_sentences(game.ledger.rules, map.picture):
            click.echo(ways_sentence)
        return
    svg = draw(map)
    if out is None:
        click.echo(svg, nl=False)
    elif out.suffix.lower() == ".png":
        files.write_bytes(out, png(svg, width), secret=side != "public")
    else:
        files.write_text(out, svg, secret=side != "public")
