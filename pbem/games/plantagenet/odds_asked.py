"""Which choices ask for odds, and with which parameters: so that a page can tell them where one chooses."""

from __future__ import annotations

from pbem.engine.decision import Decision
from pbem.engine.odds import Question
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_3_4_intercept import Intercept
from pbem.games.plantagenet.s4_3_5_approach import AllGiveBattle, GiveBattle
from pbem.games.plantagenet.s4_3_march import March, MarchOn
from pbem.games.plantagenet.s4_4_2_rounds import Flee, FleeAll, Stand
from pbem.games.plantagenet.state import State


def question(state: State, side: str, decision: Decision) -> Question | None:
    """4.3.4, 4.3.5, 4.4 An Intercept, a Battle that a March or an Approach brings, one that is fought."""
    match decision:
        case Intercept(lord):
            return Question("intercept", {"lord": lord})
        case March(lord, to, party) | MarchOn(lord, to, party):
            if not board.lords_at(state, to, state.enemy(side)):
                return None
            army = dict.fromkeys((lord, *party, *board.lords_at(state, to, side)))
            return Question("battle", {"at": to, "attacker": side, side: ", ".join(army)})
        case GiveBattle(lord):
            return _approach(state, state.lords[lord].at, side)
        case AllGiveBattle():
            return _approach(state, state.lords[state.active].at if state.active else "", side)
        case Flee() | FleeAll() | Stand() if state.battle is not None and not state.hidden_mats:
            return Question("battle")
        case _:
            return None


def _approach(state: State, at: str, side: str) -> Question | None:
    """4.3.5 The enemy has come to where this side's Lords are."""
    sides = (side, state.enemy(side))
    if not board.is_locale(at) or not all(board.lords_at(state, at, one) for one in sides):
        return None
    return Question(
        "battle", {"at": at, "attacker": lords.side_of(state.active) if state.active else sides[1]}
    )
