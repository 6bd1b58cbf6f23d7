"""Capabilities that bring a Special Vassal (1.5.4). He and his card leave together."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Grant, Ratings
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


@hooks.GAINED.capability("L19", "L21", "L23", "L26", "L35")
def join(table: Table[State], lord: str) -> None:
    """The Special Vassal of the card just gained comes to the Lord's mat."""
    mat = table.state.lords[lord]
    for id, counter in facts().special_vassals.items():
        if counter.card in mat.capabilities and id not in mat.vassals:
            mat.vassals.append(id)
            text = f"{counter.name} joins {lords.name(lord)}."
            tell(table, "1.5.4", lords.side_of(lord), text, about=(lord,))


@hooks.GAINED.capability("Y24")
def hastings(table: Table[State], lord: str) -> None:
    """With two Men-at-Arms, which from then on are Troops like others (C10)."""
    join(table, lord)
    came = forces.muster(table.state, lord, {"men_at_arms": 2})
    text = f"Hastings brings {forces.in_words(came)}."
    tell(table, "1.5.4", lords.side_of(lord), text, about=(lord,))


@hooks.RATINGS.capability("Y24")
def with_hastings(state: State, lord: str) -> Ratings:
    """Command +1 while he is there."""
    return Ratings(command=1)


@hooks.RATINGS.capability("L19", "L21", "L26")
def with_a_captain(state: State, lord: str) -> Ratings:
    """Trollope, Clifford, Edward: Valour +1 while he is there."""
    return Ratings(valour=1)


@hooks.GRANT.capability("L35")
def thomas_stanley(state: State, lord: str) -> Grant:
    """Once a Levy a Levy Troops action for no Lordship."""
    return Grant(1, action="troops", extra=True)
