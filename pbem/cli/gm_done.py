"""What every command of the GM's desk ends with: the save written, the reports beside it."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person
from pbem.moderator.game import Game
from pbem.moderator.story import Story
from pbem.reports.from_game import write_all


def keep(game: Game, file: Path, story: Story) -> None:
    """Write the save and the reports about a new entry, and tell what it did."""
    game.write(file)
    person.pins().remember(game.id, game.heads, game.ledger.gm)
    click.echo(f"Entry {story.n} of {game.id}:")
    for event in story.events:
        click.echo(click.wrap_text(event.text, 78, "  ", "    "))
    click.echo(f"Send {file} to both players, each with the report of their side:")
    for written in write_all(game, file.parent / "reports", [story]):
        click.echo(f"  {written}")
