"""A record that is lost because the dice are bad, against a robot; and a file of somebody else in one's own place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import RecordLost
from pbem.home import computer
from pbem.protocol.bodies import DuelAnswer
from pbem.round import duel_robots, duels
from pbem.round.duel_robots import FILE

from .test_orders import asked, legal
from .test_proposals import moved

TIMES = 10


def robots_home(folder: Path, robot: Duellist) -> Path:
    """The robot at a place of its own, with this duel as its record."""
    home = folder / "robot"
    home.mkdir()
    robot.identity.save(home / computer.FILE, "")
    with computer.sitting_as(home):
        duels.write(robot, home / FILE)
    return home


def answer(home: Path, email: bytes) -> bytes:
    with computer.sitting_as(home):
        return duel_robots._answer(email, home / FILE, home / "game.toml")


def test_a_robot_gives_nobody_more_than_one_new_throw(tmp_path: Path) -> None:
    """The robot's order is out; its opponent, who knows its die, "loses" the record ten times."""
    robot, cheat = (machine.player for machine in moved(*asked("robot"), 1))
    home = robots_home(tmp_path, robot)
    email = answer(home, cheat.email())
    thrown = set()
    for _ in range(TIMES):
        order = Duellist.load(robot.identity, email).order
        assert order is not None
        assert isinstance(order.body, DuelAnswer)
        thrown.add(order.body.link)
        cheat = Duellist.recover(cheat.identity, email)
        email = answer(home, cheat.email())
        if cheat.apply(email).trouble is not None:
            break
    assert len(thrown) == 2
    assert Duellist.load(robot.identity, email).losses(cheat.side) == 1


def test_the_opponents_file_is_not_taken_for_ones_own() -> None:
    author, witness = asked("not mine")
    author.player.decide([legal(author)])
    witness.take(author.player.email())
    with pytest.raises(RecordLost):
        Duellist.load(author.player.identity, witness.player.email())
    assert Duellist.load(author.player.identity, author.player.email()).order is not None
