"""`pbem due`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from pbem.cli import jobs, many
from pbem.cli.terminal import file_row, wrapped
from pbem.club import folder as club
from pbem.home import arrivals, computer


@click.command(
    "due",
    help="List who must answer by when, and which game ends by when, in all games of a folder.",
)
@jobs.folder_argument
@click.option(
    "--reminders",
    type=click.Path(file_okay=False, path_type=Path),
    help="Put an email for each player who is late into this folder.",
)
@jobs.json_option
def command(folder: Path, reminders: Path | None, as_json: bool) -> None:
    """List what is due in a folder of games, and write reminders if a folder for them is named."""
    if as_json:
        from pbem.cli import as_data  # for programs only

        if reminders is not None:
            raise click.UsageError("`--reminders` writes emails; type it without `--json`.")
        as_data.print_folder("due", folder, as_data.is_due)
        return
    mails = reminders is not None
    work = partial(many.longest, partial(club.due_answers, reminders=mails))
    run_words, kind = "due --reminders" if mails else "due", many.Read[list[club.DueAnswer]]
    run = many.Run(run_words, folder, work, kind)
    rows: list[club.DueAnswer] = []

    def tell(game_due: many.Read[list[club.DueAnswer]]) -> None:
        run.read(game_due)
        rows.extend(game_due.value or ())

    run.read_over(club.pieces(folder, save_in_email=arrivals.save_in_email), tell)
    time_now = computer.now()
    for row in sorted(rows, key=lambda row: (row.by, row.id, row.side)):
        click.echo(wrapped(row.words(time_now), "", "    "))
        if reminders is not None and row.side and row.state(time_now):
            from pbem.cli import reminders as emails  # once a week

            click.echo(file_row(emails.write(row, reminders)))
    if run.is_complete and not rows:
        click.echo("Nothing is due here.")
    run.leave()
