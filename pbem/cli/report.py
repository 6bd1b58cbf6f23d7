"""`pbem report`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import jobs, out, period, person
from pbem.cli.report_text import report_text
from pbem.cli.terminal import plain
from pbem.home import files
from pbem.proof.reader import Reader
from pbem.reports.formats import DATA, FORMATS, PAGE, named_by, render
from pbem.reports.from_game import report, report_for
from pbem.reports.period import Period

CHOICES = [name for format in FORMATS if format.name != DATA for name in format.names]
NOT_WRITTEN = (
    "{name}: a report is written as .html, .txt, .md, .bbcode or .json. For a PDF, write an .html page, open it in a "
    "browser and print it. With --format the file can have any name."
)


@click.command(
    "report",
    help="""Show what happened since your last orders, the position now, and whose turn it is. Every die and rule
    is listed.

    \b
    pbem report game.toml
    pbem report game.toml --since 1
    pbem report game.toml -o report.html       a page for your browser
    pbem report game.toml --as public --format bbcode:phpbb

    With --since, --entry or --turn you see the story entry by entry; --since 1 is the whole game. With --entry
    or --turn you also see the position at the end of that entry or turn.
    """,
)
@person.save_argument
@person.side_option
@period.options
@click.option(
    "--format",
    "form",
    type=click.Choice(CHOICES),
    help="The format of the report. Use bbcode for BoardGameGeek, and bbcode:phpbb for phpBB forums. Default: html for "
    "-o report.html, and so on; otherwise text.",
)
@jobs.json_option
@click.option("-o", "--out", type=click.Path(path_type=Path), help=out.INSTEAD)
def command(
    file: Path,
    side: str,
    since: int | None,
    entry: int | None,
    turn: str,
    form: str | None,
    as_json: bool,
    out: Path | None,
) -> None:
    form = DATA if as_json else form or named_by(out.name if out is not None else "")
    if not form:
        raise click.UsageError(NOT_WRITTEN.format(name=out.name if out is not None else ""))
    game = person.open_save(Reader, file, "public" if side == "public" else "any")
    chosen_period = period.period_of(game, since, entry, turn)
    form, _, flavour = form.partition(":")
    form = "plain" if form == "text" and plain() else form
    if out is not None:
        files.write_text(
            out, _written(game, side, form, chosen_period, flavour), secret=side != "public"
        )
    elif form == "text":
        click.echo(report_text(report_for(game, side, chosen_period)), nl=False)
    else:
        click.echo(_written(game, side, form, chosen_period, flavour), nl=False)


def _written(game: Reader, side: str, form: str, reported: Period, flavour: str) -> str:
    """The report in a format; a page is one on which its reader can write orders."""
    if form != PAGE:
        return report(game, side, form, reported, flavour)
    from pbem.reports.midway import with_ended_battle  # only pages need these two
    from pbem.reports.tapping import with_writing

    page_report = with_ended_battle(game, report_for(game, side, reported))
    return render(with_writing(game, page_report), form)
