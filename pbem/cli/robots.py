"""Robots at the table, as the command line tells of them (`pbem.round.robot_table`)."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import gm_commands
from pbem.cli.documents import document
from pbem.player.orders import Letter
from pbem.player.player import Player
from pbem.reports.from_game import entries_story
from pbem.round import robot_table


def hand_over(before: Player, file: Path, letter: Letter) -> Player:
    """Give a mail to the robot that moderates, and tell what came of it; returns the game after that."""
    with gm_commands.told_if_unfinished():
        after = robot_table.hand_over(before, file, letter)
    click.echo(document(entries_story(after, after.stories(len(before.save.entries)))), nl=False)
    return after


def take(file: Path) -> None:
    """What a kill kept the robots from is done first."""
    with gm_commands.told_if_unfinished():
        robot_table.take(file)
