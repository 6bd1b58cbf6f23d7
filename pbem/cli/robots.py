"""Robots at the table, as the command line tells of them (`pbem.round.robot_table`)."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from pbem.cli import gm_done, person
from pbem.cli.printed import document
from pbem.player.orders import Letter
from pbem.player.player import Player
from pbem.reports.formats.plain import sentence
from pbem.reports.from_game import entries_story
from pbem.reports.sentences import READY_ASKED
from pbem.round import robot_table


def answer(before: Player, file: Path, letter: Letter) -> None:
    """As `hand_over`, and say what is next."""
    after = hand_over(before, file, letter)
    click.echo(f"\n{next_for(after, file)}")


def hand_over(before: Player, file: Path, letter: Letter) -> Player:
    """Give a mail to the robot that moderates, and tell what came of it; returns the game after that."""
    with gm_done.told_if_unfinished():
        after = robot_table.hand_over(before, file, letter)
    click.echo(document(entries_story(after, after.stories(len(before.save.entries)))), nl=False)
    return after


def take(file: Path) -> None:
    """What a kill kept the robots from is done first."""
    with gm_done.told_if_unfinished():
        robot_table.take(file)


def next_for(game: Player, file: Path) -> str:
    """What a player at the table of robots does next."""
    if game.result is not None:
        signed = game.side in game.ledger.cases.overs
        over = "" if signed else f" Sign that with: {person.pbem()} over {shlex.quote(str(file))}"
        return f"The game is over: {game.result.reason.rstrip('.')}.{over}"
    if game.owes_ready:
        return f"{READY_ASKED} Type: {person.pbem()} orders {shlex.quote(str(file))}"
    if must_answer(game):
        return f"You are asked: {_question(game)} Answer with: {person.pbem()} orders {shlex.quote(str(file))}"
    if not game.ledger.begun:
        return "The game waits for the others to join."
    return f"It is {' and '.join(game.ledger.turn_of())} who must answer now."


def _question(game: Player) -> str:
    return sentence(game.request().question)


def must_answer(game: Player) -> bool:
    """Is it this player who must answer now?"""
    return game.side in game.ledger.turn_of()
