"""A robot as the opponent in a duel: a program with a home and a record of its own, which gets emails and sends some.

Whatever it knows of the game it has from the bytes of the player's file, and the player from the robot's.
"""

from __future__ import annotations

from pathlib import Path

from pbem.duel.duellist import Duellist
from pbem.home import computer
from pbem.home.robot_homes import folder, keeps, level
from pbem.ledger.story import Story
from pbem.player.robots import declined, duel_orders
from pbem.protocol.bodies import DuelPropose
from pbem.protocol.keys import Identity
from pbem.round import duels

FILE = "game.toml"
"""The robot's own file, in its home."""


def plays(player: Duellist, file: Path) -> bool:
    """Does a robot of this computer play against this player?"""
    return keeps(file, duels.other(player))


def play(player: Duellist, file: Path) -> list[Story]:
    """Let the robot answer until it has nothing to say; returns the stories of the new entries.

    Raises OSError, Unfinished.
    """
    stories: list[Story] = []
    while True:
        before = player.email()
        with computer.sitting_as(folder(file) / duels.other(player)):
            answer = _answer(before, folder(file) / duels.other(player) / FILE, file)
        applied = player.apply(answer)
        stories += applied.news
        duels.write(player, file)
        if player.email() == before:
            return stories


def _answer(data: bytes, own: Path, file: Path) -> bytes:
    """What the robot that sits here sends back: it takes an email, and decides once if it is asked."""
    identity = Identity.load(computer.existing_identity(), "")
    if not own.exists():
        duels.begin(duels.joined(identity, data, ""), own)
    with duels.held(data, identity) as robot:
        # Once in a game: its opponent could throw each bad die of theirs again.
        robot.apply(data, agree=not robot.losses(duels.other(robot)))
        if robot.decides:
            game = duels.as_player(robot)
            orders = duel_orders(game, level(file, robot.side))
            robot.decide(orders.lines, orders.on_the_way, orders.reactions)
        elif (proposal := robot.proposal) is not None:
            _answer_proposal(robot, proposal)
        duels.write(robot, own)
        return robot.email()


def _answer_proposal(robot: Duellist, proposal: DuelPropose) -> None:
    """A robot takes back what its opponent wants, and takes a draw where it is behind; nothing else."""
    is_draw = proposal.kind == "draw" and not declined(robot.ledger, robot.side, robot.ledger.n)
    if is_draw or proposal.kind == "takeback":
        robot.agree()
    else:
        robot.decline()
