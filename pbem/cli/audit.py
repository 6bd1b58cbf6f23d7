"""`pbem audit`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import audit_folder, jobs, out, person
from pbem.cli.documents import document
from pbem.cli.reveals import OPEN, judge, judge_duel
from pbem.cli.terminal import wrapped
from pbem.home import files
from pbem.proof.audit import Audit
from pbem.reports import audit as told
from pbem.reports.openings import everything


@click.command(
    "audit",
    help="""Check the whole game again with nothing hidden: the revealed keys open every Plan, deck,
    hand and script.

    REVEALS are the files with everybody's keys (`pbem over`). If you name no files, `pbem` takes the files in
    the folder of the save (`*-reveal.txt`, `*-reveal.eml`). `pbem` lists what each player and the GM have
    claimed, and whether each claim is proven, contradicted or not shown. For a folder of games, this command
    prints one line per game, and the reasons if something is contradicted. The exit code is 2 if anything is
    contradicted.
    """,
)
@click.argument("file", type=click.Path(exists=True, path_type=Path), metavar="GAME.toml|FOLDER")
@click.argument("reveals", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--opened",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write everything that was ever hidden to this file, entry by entry. This option needs the GM's key.",
)
@jobs.options
@out.printed()
def command(
    file: Path, reveals: tuple[Path, ...], opened: Path | None, wish: jobs.JobOptions
) -> None:
    """Audit one game with the revealed keys, or a folder of games; exit code 2 if a claim is contradicted."""
    if file.is_dir():
        jobs.only_for("one game", {"REVEALS": bool(reveals), "--opened": opened is not None})

        audit_folder.audit(file, wish)
        return
    jobs.only_for_a_folder(wish)
    if person.duel_in(file):
        person.verified(file, None)
        duel_judged = judge_duel(file, reveals)
        click.echo(audit_text(duel_judged) if duel_judged else wrapped(OPEN), nl=not duel_judged)
        if duel_judged and duel_judged.contradicted:
            raise SystemExit(2)
        return
    result, signed_reveals = judge(file, reveals or None)
    click.echo(audit_text(result), nl=False)
    if opened is not None:
        files.write_text(opened, everything(person.open_game(file, "public"), signed_reveals))
        click.echo(f"\nWhat was hidden is in {opened}.")
    if result.contradicted:
        raise SystemExit(2)


def audit_text(audit: Audit) -> str:
    """An audit, a line for each claim."""
    return document(told.document(audit))
