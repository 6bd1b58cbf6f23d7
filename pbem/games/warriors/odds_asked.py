"""Which choices ask for odds, and with which parameters: so that a page can tell them where one chooses."""

from __future__ import annotations

from pbem.engine.decision import Decision
from pbem.engine.odds import Question
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s6_campaigns import March
from pbem.games.warriors.s7_2_intrigue import Intrigue
from pbem.games.warriors.s7_6_withdrawal import Withdraw
from pbem.games.warriors.s7_7_end_of_battle import FightOn, Force
from pbem.games.warriors.s7_battles import FightBattle
from pbem.games.warriors.state import State


def question(state: State, side: str, decision: Decision) -> Question | None:
    """6.1, 7.0 A battle that a march brings, one that is next, one that is fought."""
    match decision:
        case FightBattle(at):
            return Question("battle", {"at": at})
        case FightOn() | Force() | Withdraw() if state.battle is not None:
            return Question("battle")
        case Intrigue(noble) if state.battle is not None and side in state.battle.commanders:
            commander = state.battle.commanders[side]
            return Question("intrigue", {"commander": commander, "target": noble, "side": side})
        case March(noble, to, others):
            if to not in facts().regions or not nobles.at(state, to, state.enemy(side)):
                return None
            army = dict.fromkeys((noble, *others, *nobles.at(state, to, side)))
            aggressor = state.aggressor.get(to, side)
            return Question("battle", {"at": to, "aggressor": aggressor, side: ", ".join(army)})
        case _:
            return None
