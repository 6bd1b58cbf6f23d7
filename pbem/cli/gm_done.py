"""What every command of the GM's desk ends with: the save written, the reports beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import person
from pbem.cli.formats import Reports
from pbem.moderator.game import Game
from pbem.moderator.story import Story


def read_clock(game: Game, at_once: bool = False) -> list[Story]:
    """In a game with deadlines the time of new questions begins now: a reading, if one is due."""
    clock = game.ledger.desk.clock
    if not clock.deadline or game.result or not game.in_charge:
        return []
    if clock.opened == game.ledger.opened_at and not at_once:
        return []
    return [game.tick(max(person.now(), clock.at))]


def write_reports(game: Game, file: Path, stories: Sequence[Story], wish: Reports) -> None:
    """Write what is to be sent about new entries, and say so. Raises NoRenderer, UsageError."""
    if not stories or wish.none:
        return
    from pbem.reports.outbox import write_all  # slow to load

    kinds, flavour = wish.chosen(game)
    folder = wish.folder or file.parent / "reports"
    told = sorted(stories, key=lambda story: story.n)
    click.echo(f"Send {file} to both players, each with the report of their side:")
    for written in write_all(game, folder, told, kinds, flavour):
        click.echo(f"  {written}")


def tell(story: Story) -> None:
    """What an entry did, for the GM; with a mark where it is not for everybody."""
    for event in story.events:
        alone = f"(for {event.to} alone) " if event.to else ""
        click.echo(click.wrap_text(alone + event.text, 78, "  ", "    "))


def keep(game: Game, file: Path, story: Story) -> None:
    """Write the save and the reports about a new entry, and tell what it did."""
    wish = Reports()
    wish.chosen(game)  # or refused, before anything is written
    stories = [story, *read_clock(game)]
    game.write(file)
    person.pins().remember(game.id, game.heads, game.ledger.gm)
    click.echo(f"Entry {story.n} of {game.id}:")
    tell(story)
    write_reports(game, file, stories, wish)
