"""A die that waits for a new link counts its label's uses when it falls: no die is the same as another."""

from __future__ import annotations

from typing import Any

from pbem.engine.play import Play
from pbem.engine.table import Table
from tests.moderator.skirmish import LAST, Skirmish


class TwoShots(Skirmish):
    async def step(self, table: Table[Any]) -> None:
        await table.roll("shot")
        await table.roll("shot")
        table.state.round = LAST + 1


RULES: Any = TwoShots()


class Dice:
    def __init__(self) -> None:
        self.labels: list[str] = []

    def roll(self, label: str, sides: int) -> int:
        self.labels.append(label)
        return 1


def test_two_dice_of_one_name_differ_when_the_first_had_to_wait() -> None:
    play: Play[Any] = Play.new(RULES, "fog", {})
    play.resume()
    assert play.at_chance
    dice: Any = Dice()
    play.go_on(dice)
    assert dice.labels == ["shot#1", "shot#2"]


def test_a_die_that_waited_is_counted_from_the_new_link_on() -> None:
    """However often its label was used before: who folds from here and who played on say the same."""
    play: Play[Any] = Play.new(RULES, "fog", {})
    play.resume()
    play.table.labels["shot"] = 4
    play.table.labels.clear()  # a link came
    dice: Any = Dice()
    play.go_on(dice)
    assert dice.labels == ["shot#1", "shot#2"]
