"""The Battle in progress: the Array, wing against wing, and what has Routed (4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.document import AnyPart, Cell, Figure, Heading, Item, Items, Mat, Note, cells
from pbem.engine.prose import count_text
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.position_words import PARTY, forces_cells
from pbem.games.plantagenet.s4_4_2_strike import unrouted_troops
from pbem.games.plantagenet.state import Battle, State

GONE = "gone"
"""The place of a Lord who has Routed: he is no longer in the Array."""
PLACES = {
    "left": "Left",
    "center": "Center",
    "right": "Right",
    "reserve": "Reserve",
    GONE: "Routed",
}


def array(state: State) -> Iterator[AnyPart]:
    """The parts of a report on the Battle, as everybody sees it; none if there is none. Left is the Attacker's
    left."""
    battle = state.battle
    if battle is None:
        return
    attacker, defender = lords.side_name(battle.attacker), lords.side_name(battle.defender)
    yield Heading(f"Battle at {board.name(battle.at)}")
    yield Note(f"{attacker} attack, {defender} defend. {_moment(battle)}")
    notes = [f"In play: {facts().cards[id].event} ({id})" for id in battle.events]
    notes += [
        f"{lords.side_name(side)} still take {count_text(count, 'Hit')}"
        for side, count in sorted(battle.hits.items())
        if count
    ]
    if notes:
        yield Items(tuple(Item(cells(note)) for note in notes))
    places = [place for place in PLACES if any(f.place == place for f in battle.lords.values())]
    yield Figure(
        "",
        tuple(
            _lord(state, battle, id, places.index(battle.lords[id].place)) for id in battle.lords
        ),
        (attacker, defender),
        tuple(PLACES[place] for place in places),
    )


def _moment(battle: Battle) -> str:
    """`Round 2; missile Strikes of March and Somerset (1)`."""
    moment = f"Round {battle.round}" if battle.round else "Before Round 1"
    if not battle.fighting:
        return moment
    strikes = f"{battle.strike} Strikes" if battle.strike else "Engagement"
    return f"{moment}; {strikes} of {lords.names(battle.fighting)}"


def _lord(state: State, battle: Battle, id: str, column: int) -> Mat:
    """A Lord's mat in a Battle: what stands, what has Routed, and his Valour."""
    fighter, piece = battle.lords[id], state.lords[id]
    vassals = [vassal for vassal in piece.vassals if vassal not in fighter.routed_vassals]
    standing = forces_cells(not fighter.routed_retinue, vassals, unrouted_troops(state, id))
    routed_cells = forces_cells(
        fighter.routed_retinue, fighter.routed_vassals, forces.present(fighter.routed)
    )
    valour = [] if fighter.place == GONE else [f"Valour markers {fighter.valour}"]
    title = f"{lords.name(id)} ({', '.join([PARTY[fighter.side], *valour, *marks(battle, id)])})"
    items = (
        Item(standing or cells("nobody stands")),
        *([Item(routed_cells, "Routed")] if routed_cells else []),
    )
    row = int(fighter.side != battle.attacker)
    return Mat(Cell(title, id, side=fighter.side), items, row=row, column=column)


def marks(battle: Battle, id: str) -> list[str]:
    """What keeps a Lord of the Array from fighting as others do: `late`, `fled`, `cut off in Round 1`."""
    fighter = battle.lords[id]
    cut_off = fighter.cut_off and battle.round <= 1
    return ["late"] * fighter.late + ["fled"] * fighter.fled + ["cut off in Round 1"] * cut_off
