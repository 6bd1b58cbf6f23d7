"""`pbem demo`."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

import click

from pbem.cli import complete
from pbem.cli.terminal import wrapped
from pbem.demo import Demo, PostedDemo
from pbem.duel.founding import check_open
from pbem.duel_demo import DuelDemo
from pbem.engine.declared import typed_options
from pbem.engine.scenarios import find_scenario
from pbem.games import find
from pbem.ledger.story import Story
from pbem.reports.verdict import line


def tell(story: Story) -> None:
    """A mail and what it brought about, without the dice."""
    lines = "; ".join(d.line for d in story.decisions if d.side == story.side and not d.forced)
    click.secho(wrapped(f"{story.key}  {lines}", "", "      "), bold=True)
    for event in story.events:
        if event.kind != "die":
            click.echo(wrapped(event.text, "    ", "      "))


TOWTON = "Ib"
TOWTONS_GAME, OPEN_GAME = "plantagenet", "warriors"


def usual(rules: str) -> str:
    """Towton; in another game its first scenario."""
    by_name = find(rules).scenarios()
    return TOWTON if TOWTON in by_name else next(iter(by_name))


@click.command(
    "demo",
    help="""Watch a GM and two robots play a whole game, with the same files and commands that you will use.
    With --duel DIR two robots play without a GM: two programs that only get each other's emails.

    With --keep DIR you can look at everything afterwards: the save, the public keys, every
    email, every report, and a page that steps through the game on the map.
    """,
)
@click.option(
    "--game",
    "rules",
    default="",
    shell_complete=complete.games,
    help=f"The game. Default: {TOWTONS_GAME}, or {OPEN_GAME} in a duel.",
)
@click.option(
    "--scenario",
    default="",
    shell_complete=complete.scenarios,
    help="The scenario. Default: the first scenario of the game, or Towton in plantagenet.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep all files in this folder.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A game option, such as hidden_mats=yes.",
)
@click.option(
    "--post",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep all files in this folder, and let everybody run `pbem post`: the emails travel from mailbox to mailbox.",
)
@click.option(
    "--duel",
    type=click.Path(file_okay=False, path_type=Path),
    help="Play a duel, and keep all files of both robots in this folder.",
)
@click.option("--quiet", is_flag=True, help="Print only the result.")
@click.option(
    "--stop",
    type=click.IntRange(1),
    help=(
        "Stop after this number of emails. With --keep you get a game in progress in which you can try "
        "things."
    ),
)
def command(
    rules: str,
    scenario: str,
    keep: Path | None,
    options: tuple[str, ...],
    post: Path | None,
    duel: Path | None,
    quiet: bool,
    stop: int | None,
) -> None:
    """Play a whole game between robots by email, verify it, and keep its files if a folder is named."""
    rules = rules or (TOWTONS_GAME if duel is None else OPEN_GAME)
    scenario = scenario or usual(rules)
    folders = [folder for folder in (keep, post, duel) if folder is not None]
    if len(folders) > 1:
        raise click.UsageError(
            "Choose only one of --keep, --post and --duel. Each of them keeps all files."
        )
    keep = next(iter(folders), None)
    if duel is not None:
        known_game = find(rules)
        check_open(
            known_game, find_scenario(known_game.scenarios(), scenario), typed_options(options)
        )
    if keep is not None and keep.exists() and any(keep.iterdir()):
        raise click.UsageError(f"{keep} is not empty; choose a new folder.")
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as scratch:
        kind = DuelDemo if duel else PostedDemo if post else Demo
        demo: Demo | DuelDemo = kind(keep or Path(scratch), options)
        game = demo.play(rules, scenario, (lambda story: None) if quiet else tell, stop)
        verdict = game.verify()
        result = game.result
        click.secho(f"\n{game.title}: {result.reason if result else game.now}", bold=True)
        count = "1 email" if demo.mails == 1 else f"{demo.mails} emails"
        click.echo(f"{count}, {time.monotonic() - start:.0f} seconds.")
        if isinstance(demo, DuelDemo):
            click.echo(f"{demo.decisions()} of them held a decision. The others were automatic.")
        click.echo(wrapped(line(verdict)))
        if keep is not None:
            page = demo.replay()
            last_report = max((keep / "reports").glob("*-public.txt"), default=None)
            then_read = f", read {last_report}" if last_report else ""
            click.echo(f"All files are in {keep}. Open {page} in a browser{then_read}; check with:")
            pbem = "pbem" if shutil.which("pbem") else _program_words()
            click.echo(f"  {pbem} verify {demo.save}")


def _program_words() -> str:
    """How this program was started, where no shell finds `pbem`."""
    file = Path(sys.argv[0])
    return f"{sys.executable} -m pbem" if file.name == "__main__.py" else str(file)
