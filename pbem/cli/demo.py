"""`pbem demo`."""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click

from pbem.cli import complete
from pbem.cli.terminal import plain, wrapped
from pbem.demo import Demo
from pbem.demo_mails import Count, Way, count
from pbem.engine.declared import typed
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
WAYS: dict[str, Way] = {"asking only": "ask", "scripts and policies": "scripts"}


def tell_mails(rules: str, scenario: str, options: dict[str, str]) -> None:
    """The mails of each game turn, both ways, as a table."""
    counts: dict[str, Count] = {}
    for title, way in WAYS.items():
        with tallying(title) as tick:
            counts[title] = count(rules, scenario, way, tick, options)
    turns = list(dict.fromkeys(turn for told in counts.values() for turn in told.turns))
    rows = {
        turn: [str(c.turns[turn].mails) if turn in c.turns else "-" for c in counts.values()]
        for turn in turns
    } | {
        "all": [str(c.mails) for c in counts.values()],
        "per game turn": [f"{c.per_turn:.1f}" for c in counts.values()],
        "sittings per turn": [f"{c.sittings / len(c.turns):.1f}" for c in counts.values()],
        "decisions per turn": [f"{c.decisions / len(c.turns):.1f}" for c in counts.values()],
    }
    click.echo(counted(tuple(counts), rows))
    asked, prepared = (c.per_turn for c in counts.values())
    click.echo(f"Scripts and policies take {prepared / asked:.0%} of the mails. Verified, both:")
    for title, told_game in counts.items():
        click.echo(wrapped(f"  {title}: {told_game.result}", "", "    "))


def counted(titles: Sequence[str], rows: Mapping[str, Sequence[str]]) -> str:
    """A table with these columns; for who listens, a row a sentence."""
    if plain():
        told = {
            name: ", ".join(map(" ".join, zip(titles, row, strict=True)))
            for name, row in rows.items()
        }
        return "\n".join(f"Mails, {name}: {row}." for name, row in told.items())
    table = {"Mails": titles, **rows}
    return "\n".join(
        f"{name:<24}" + "".join(f"{cell:>24}" for cell in row) for name, row in table.items()
    )


@contextlib.contextmanager
def tallying(title: str) -> Iterator[Callable[[], None]]:
    """Show on a terminal how many mails there are so far."""
    mails = 0

    def tick() -> None:
        nonlocal mails
        mails += 1
        if sys.stderr.isatty():
            click.echo(f"\r{title}: {mails} mails ", nl=False, err=True)

    yield tick
    if sys.stderr.isatty():
        click.echo(err=True)


def usual(rules: str) -> str:
    """Towton; in another game its first scenario."""
    found = find(rules).scenarios()
    return TOWTON if TOWTON in found else next(iter(found))


@click.command(
    "demo",
    help="""A GM and two bots play a whole game through the same files and commands that you will use.

    With --keep DIR you can look at everything afterwards: the save, the public keys, every mail,
    every report, and a page that steps through the game on the map.
    """,
)
@click.option(
    "--game",
    "rules",
    default="plantagenet",
    show_default=True,
    shell_complete=complete.games,
    help="Which rule set.",
)
@click.option(
    "--scenario",
    default="",
    shell_complete=complete.scenarios,
    help="Which scenario, if not Towton, or the first of another game.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep all files in this folder.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Such as hidden_mats=yes."
)
@click.option("--quiet", is_flag=True, help="Only the result.")
@click.option(
    "--stop",
    type=click.IntRange(1),
    help="Stop after so many mails: with --keep, a game in progress to try things on.",
)
@click.option("--mails", is_flag=True, help="Count mails: by asking only, by scripts and policies.")
def command(
    rules: str,
    scenario: str,
    keep: Path | None,
    options: tuple[str, ...],
    quiet: bool,
    stop: int | None,
    mails: bool,
) -> None:
    scenario = scenario or usual(rules)
    if mails:
        tell_mails(rules, scenario, typed(options))
        return
    if keep is not None and keep.exists() and any(keep.iterdir()):
        raise click.UsageError(f"{keep} is not empty; choose a new folder.")
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as scratch:
        demo = Demo(keep or Path(scratch), options)
        game = demo.play(rules, scenario, (lambda story: None) if quiet else tell, stop)
        verdict = game.verify()
        result = game.result
        click.secho(f"\n{game.title}: {result.reason if result else game.now}", bold=True)
        written = "1 mail" if demo.mails == 1 else f"{demo.mails} mails"
        click.echo(f"{written}, {time.monotonic() - start:.0f} seconds.")
        click.echo(wrapped(line(verdict)))
        if keep is not None:
            page = demo.replay()
            last = max((keep / "reports").glob("*-public.txt"))
            click.echo(
                f"All files are in {keep}. Open {page} in a browser, read {last}; check with:"
            )
            pbem = "pbem" if shutil.which("pbem") else sys.argv[0]
            click.echo(f"  {pbem} verify {keep / 'game.toml'}")
