"""What every command of the GM's desk ends with: the save written, the reports beside it."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import person
from pbem.moderator.game import Game
from pbem.moderator.story import Story


def read_clock(game: Game, at_once: bool = False) -> list[Story]:
    """In a game with deadlines the time of new questions begins now: a reading, if one is due."""
    clock = game.ledger.desk.clock
    if not clock.deadline or game.result:
        return []
    if clock.opened == game.ledger.opened_at and not at_once:
        return []
    return [game.tick(max(person.now(), clock.at))]


def keep(game: Game, file: Path, story: Story) -> None:
    """Write the save and the reports about a new entry, and tell what it did."""
    from pbem.reports.from_game import write_all  # slow to load

    stories = [story, *read_clock(game)]
    game.write(file)
    person.pins().remember(game.id, game.heads, game.ledger.gm)
    click.echo(f"Entry {story.n} of {game.id}:")
    for event in story.events:
        click.echo(click.wrap_text(event.text, 78, "  ", "    "))
    click.echo(f"Send {file} to both players, each with the report of their side:")
    for written in write_all(game, file.parent / "reports", stories):
        click.echo(f"  {written}")
