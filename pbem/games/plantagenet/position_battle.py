"""The Battle in progress: the Array, wing against wing, and what has Routed (4.4)."""

from __future__ import annotations

from typing import Any

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.position_words import PARTY, counted, forces_words
from pbem.games.plantagenet.s4_4_2_strike import unrouted_troops
from pbem.games.plantagenet.state import Battle, State

Plain = dict[str, Any]
PLACES = {
    "left": "Left",
    "center": "Center",
    "right": "Right",
    "reserve": "Reserve",
    "gone": "Routed",
}


def array(state: State) -> Plain:
    """The Battle as everybody sees it; empty if there is none. Left is the Attacker's left."""
    battle = state.battle
    if battle is None:
        return {}
    attacker, defender = lords.side_name(battle.attacker), lords.side_name(battle.defender)
    wings = [
        {
            "place": place,
            "title": title,
            "lords": [
                _lord(state, battle, id) for id in battle.lords if battle.lords[id].place == place
            ],
        }
        for place, title in PLACES.items()
    ]
    return {
        "at": board.name(battle.at),
        "attacker": battle.attacker,
        "defender": battle.defender,
        "round": battle.round,
        "step": battle.step,
        "strike": battle.strike,
        "fighting": list(battle.fighting),
        "words": f"{attacker} attack, {defender} defend. {_moment(battle)}",
        "hits": [
            f"{lords.side_name(side)} still take {counted(count, 'Hit')}"
            for side, count in battle.hits.items()
            if count
        ],
        "events": [f"In play: {facts().cards[id].event} ({id})" for id in battle.events],
        "wings": [wing for wing in wings if wing["lords"]],
    }


def _moment(battle: Battle) -> str:
    """`Round 2; missile Strikes of March and Somerset (1)`."""
    moment = f"Round {battle.round}" if battle.round else "Before Round 1"
    if not battle.fighting:
        return moment
    strikes = f"{battle.strike} Strikes" if battle.strike else "Engagement"
    return f"{moment}; {strikes} of {lords.names(battle.fighting)}"


def _lord(state: State, battle: Battle, id: str) -> Plain:
    fighter, piece = battle.lords[id], state.lords[id]
    vassals = [vassal for vassal in piece.vassals if vassal not in fighter.routed_vassals]
    retinue = ["Retinue"]
    standing = forces_words(
        [] if fighter.routed_retinue else retinue, vassals, unrouted_troops(state, id)
    )
    routed = forces_words(
        retinue if fighter.routed_retinue else [],
        fighter.routed_vassals,
        forces.present(fighter.routed),
    )
    valour = [] if fighter.place == "gone" else [f"Valour markers {fighter.valour}"]
    marks = ["late"] * fighter.late + ["fled"] * fighter.fled
    title = f"{lords.name(id)} ({', '.join([PARTY[fighter.side], *valour, *marks])})"
    beaten = f"; Routed: {routed}" if routed else ""
    return {
        "id": id,
        "title": title,
        "words": f"{title}: {standing or 'nobody stands'}{beaten}",
        "valour": fighter.valour,
        "forces": standing,
        "routed": routed,
        "late": fighter.late,
        "fled": fighter.fled,
    }
