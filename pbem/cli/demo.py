"""`pbem demo`."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

import click

from pbem.demo import Demo
from pbem.moderator.story import Story


def tell(story: Story) -> None:
    """A mail and what it brought about, without the dice."""
    lines = "; ".join(d.line for d in story.decisions if d.side == story.side and not d.forced)
    click.secho(click.wrap_text(f"{story.key}  {lines}", 78, "", "      "), bold=True)
    for event in story.events:
        if event.kind != "die":
            click.echo(click.wrap_text(event.text, 78, "    ", "      "))


@click.command("demo")
@click.option("--game", "rules", default="plantagenet", show_default=True, help="Which rule set.")
@click.option("--scenario", default="Ib", show_default=True, help="Which scenario; Ib is Towton.")
@click.option("--seed", default=1461, show_default=True, help="Another number, another game.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep all files in this folder.",
)
@click.option("--option", "options", multiple=True, help="A game option: hidden_mats=yes.")
@click.option("--quiet", is_flag=True, help="Only the result.")
def command(
    rules: str, scenario: str, seed: int, keep: Path | None, options: tuple[str, ...], quiet: bool
) -> None:
    """A GM and two bots play a whole game through the same files and commands that you will use.

    With --keep DIR you can look at everything afterwards: the save, the public keys, every mail,
    every report.
    """
    if keep is not None and keep.exists() and any(keep.iterdir()):
        raise click.UsageError(f"{keep} is not empty; choose a new folder.")
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as scratch:
        demo = Demo(keep or Path(scratch), seed, options)
        game = demo.play(rules, scenario, (lambda story: None) if quiet else tell)
        count = game.verify()
        result = game.result
        assert result is not None
        click.secho(f"\n{game.title}: {result.reason}", bold=True)
        took = f"{demo.mails} mails, {count} log entries, {time.monotonic() - start:.0f} seconds."
        click.echo(f"{took} Verified: every signature, link, die and card, and the rules.")
        if keep is not None:
            last = max((keep / "reports").glob("*-public.txt"))
            click.echo(f"All files are in {keep}. Start with {last}; check with:")
            pbem = "pbem" if shutil.which("pbem") else sys.argv[0]
            click.echo(f"  {pbem} verify {keep / 'game.toml'}")
