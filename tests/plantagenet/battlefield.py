"""Puts Lords and their Forces on a battlefield for the tests of 4.4."""

from __future__ import annotations

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import Battle, BattleLord, LordState, State, Troops, VassalState


def battlefield(
    armies: dict[str, dict[str, int]], at: str = "coventry", scenario: str = "Ia"
) -> State:
    """Lords with just these Troops at `at`; everybody else is on the Calendar."""
    state = setup(scenario)
    for lord in state.lords:
        state.lords[lord] = LordState(box=9)
    for lord, troops in armies.items():
        state.lords[lord] = LordState(at=at, troops=Troops(**troops))
    for id, vassal in state.vassals.items():
        if vassal.status == "mustered":
            state.vassals[id] = VassalState("ready")
    return state


def with_vassal(state: State, lord: str, vassal: str) -> None:
    state.lords[lord].vassals.append(vassal)
    if lords.is_special(vassal):
        state.lords[lord].capabilities.append(lords.vassal(vassal).card)
    else:
        state.vassals[vassal] = VassalState("mustered", lord, 9)


def arrayed(
    state: State, attacker: str, places: dict[str, str], valour: int = 0, at: str = "coventry"
) -> Battle:
    """A Battle in Round 1 with Lords at these places and so many Valour markers each."""
    battle = Battle(at=at, attacker=attacker, defender=state.enemy(attacker), round=1)
    for lord, place in places.items():
        battle.lords[lord] = BattleLord(lords.side_of(lord), place, valour)
    state.battle = battle
    return battle
