"""`pbem replay`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import complete, period, person
from pbem.cli.documents import document
from pbem.cli.out import PAGES
from pbem.home import branches, computer, files, notebook
from pbem.home.notebook import by_entry
from pbem.proof.reader import Reader
from pbem.reports.branch_reports import steps as tried_steps
from pbem.reports.history import ReplayFrame, frame_parts, steps
from pbem.reports.period import EVERYTHING
from pbem.reports.replay_page import page

ONLY_PAGES = "{name}: a replay is written as a page. Give the file a name that ends in .html."


@click.command(
    "replay",
    help="""Step through a game entry by entry, as everybody could see it. Press Enter for the next
    entry and q to stop.

    With --html you get one file that works without a network, with map and story side by side. Space plays it.
    The arrow keys step through the entries, Page Up and Page Down through the turns, and B goes to the next
    battle. The address `page.html#entry-12` opens the page at entry 12. In a game with hidden pieces the map
    shows only what everybody could see. With --as SIDE the story adds what only your side was shown.
    """,
)
@person.save_argument
@click.option(
    "--as",
    "side",
    default="public",
    show_default=True,
    shell_complete=complete.sides,
    help="A side, to include what only this side was shown (do not pass such a page on).",
)
@period.options
@click.option(
    "-o",
    "--html",
    "html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with the map and the story instead.",
)
@click.option("--notes", is_flag=True, help="Include your notes (`pbem note`).")
@click.option(
    "--notes-of",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Include the notes that a player passed on after the end.",
)
@click.option(
    "--branch",
    "branch_names",
    multiple=True,
    metavar="NAME",
    help="Include one of your branches (`pbem try`), line by line after the entry where it begins.",
)
def command(
    file: Path,
    side: str,
    since: int | None,
    entry: int | None,
    turn: str,
    html: Path | None,
    notes: bool,
    notes_of: tuple[Path, ...],
    branch_names: tuple[str, ...],
) -> None:
    if html is not None and html.suffix and html.suffix.lower() not in PAGES:
        raise click.UsageError(ONLY_PAGES.format(name=html.name))
    game = person.open_save(
        Reader, file, "public" if side == "public" and not branch_names else "own"
    )
    if len(game.save.entries) == 1:
        raise click.UsageError("Nobody has joined this game yet: there is nothing to replay.")
    own = notebook.load(notebook.path_of(computer.pins().folder, game.ledger.game)) if notes else []
    notes_by_entry = by_entry([*own, *(note for path in notes_of for note in notebook.load(path))])
    branches_shown = [branches.branch_named(game, name) for name in branch_names]
    extra: dict[int, tuple[ReplayFrame, ...]] = {}
    for branch in branches_shown:
        extra[branch.entry] = (*extra.get(branch.entry, ()), *tried_steps(game, branch))
    frames = steps(
        game,
        side,
        period.period_of(game, since, entry, turn, usual=EVERYTHING),
        notes_by_entry,
        extra,
    )
    if html is not None:
        secret = side != "public" or notes or bool(branches_shown)
        files.write_text(html, page(frames), secret=secret)
        return
    for step in frames:
        click.echo(document(frame_parts(step)))
        if sys.stdin.isatty() and click.getchar() in ("q", "Q"):
            return
