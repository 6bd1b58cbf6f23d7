"""Which choices ask for odds, and with which parameters: so that a page can tell them where one chooses."""

from __future__ import annotations

from pbem.engine.decision import Decision
from pbem.engine.odds import Question
from pbem.games.plantagenet_1450.s16_4_6_9_melee import BreakOff, FightOn
from pbem.games.plantagenet_1450.s16_4_6_combat import Attack
from pbem.games.plantagenet_1450.state import State


def question(state: State, side: str, decision: Decision) -> Question | None:
    """16.4.6 An attack, and a battle that is fought."""
    match decision:
        case Attack(leader, at, hexes):
            joining = {"joining": " ".join(hexes)} if hexes else {}
            return Question("battle", {"leader": leader, "at": at, **joining})
        case FightOn() | BreakOff() if state.battle is not None:
            return Question("battle")
        case _:
            return None
