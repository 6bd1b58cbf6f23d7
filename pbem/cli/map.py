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
from pbem.reports.from_game import told


@click.command(
    "map",
    help="""The map as you may see it, with the moves since your last orders as arrows, or with those
    of --since, --entry or --turn.

    SVG, which every browser shows; with --png (pip install 'pbem[png]') a picture.
    With --plain, and without a file, it is told in words.
    """,
)
@person.save_argument
@person.side_option
@period.options
@click.option("--png", "as_png", is_flag=True, help="A picture for mails and forums; needs -o.")
@click.option("--width", default=1200, show_default=True, help="Of the picture, in pixels.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help=out.INSTEAD)
def command(
    file: Path,
    side: str,
    since: int | None,
    entry: int | None,
    turn: str,
    as_png: bool,
    width: int,
    out: Path | None,
) -> None:
    if as_png and out is None:
        raise click.UsageError("A picture needs a file: -o map.png")
    game = person.opened(Reader, file, "public" if side == "public" else "any")
    map = map_of(told(game, side, period.chosen(game, since, entry, turn)))
    if out is None and plain():
        click.echo(spoken(map), nl=False)
        return
    svg = draw(map)
    if out is None:
        click.echo(svg, nl=False)
    elif as_png:
        files.write_bytes(out, png(svg, width), secret=side != "public")
    else:
        files.write_text(out, svg, secret=side != "public")
