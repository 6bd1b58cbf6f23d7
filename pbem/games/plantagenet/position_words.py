"""Words for the position: sides, steps, months, Forces."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from pbem.engine.document import Cell, Cells, cells
from pbem.engine.facets.words import Words
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.state import State

PARTY = {id: side.adjective for id, side in SIDES.items()} | {"": "Neutral", "draw": "nobody"}
STEPS = {
    "king_richard": ("Levy", "King Richard", "6.0 III"),
    "arts_of_war": ("Levy", "Arts of War", "3.1"),
    "pay_troops": ("Levy", "Pay Troops", "3.2.1"),
    "pay_lords": ("Levy", "Pay Lords", "3.2.2"),
    "pay_vassals": ("Levy", "Pay Vassals", "3.2.3"),
    "muster_exiles": ("Levy", "Muster Exiles", "3.3.1"),
    "ready_vassals": ("Levy", "Ready Vassals", "3.3.2"),
    "muster": ("Levy", "Muster", "3.4"),
    "plan": ("Campaign", "Plan", "4.1"),
    "command": ("Campaign", "Command", "4.2"),
    "feed": ("Campaign", "Feed", "4.7"),
    "tides_of_war": ("Campaign", "Tides of War", "4.8.1"),
    "disembark": ("Campaign", "Disembark", "4.8.2"),
    "victory_check": ("Campaign", "Victory Check", "4.8.3"),
    "grow": ("Campaign", "Grow", "4.8.4"),
    "waste": ("Campaign", "Waste", "4.8.5"),
    "reset": ("Campaign", "Reset", "4.8.6"),
    "respite": ("Campaign", "Respite", "6.1"),
    "field": ("Battle", "Capabilities and Array", "6.0 III(B)"),
    "fight": ("Battle", "Rounds of the Battle", "6.0 III(B)"),
}
"""Phase, title and rule of each step of `sequence`."""


class PlantagenetWords(Words[State]):
    def turn(self, state: State) -> str:
        return box_name(state, state.box)

    def now(self, state: State) -> str:
        """Where the game stands: `Levy of January-March 1461: Muster`."""
        phase, title, _ = STEPS[state.step]
        if state.winner:
            return f"The game is over in {box_name(state, state.box)}"
        if not state.box:
            return f"{phase}: {title}"
        return f"{phase} of {box_name(state, state.box)}: {title}"

    def names(self) -> Collection[str]:
        known = facts()
        cards = (id.lower() for id in known.cards)
        return {*known.lords, *known.locales, *known.vassals, *known.special_vassals, *cards}

    def ways_from(self, place: str) -> Mapping[str, Sequence[str]]:
        return board.ways_in_words(place)

    def card_name(self, card: str) -> str:
        return f"{facts().cards[card].event} ({card})"

    def piece_name(self, piece: str) -> str:
        if piece in facts().lords:
            return facts().lords[piece].name
        vassals = {**facts().vassals, **facts().special_vassals}
        return vassals[piece].name if piece in vassals else super().piece_name(piece)


WORDS = PlantagenetWords()


def headline(state: State) -> str:
    """`Muster, Jan-Mar 1461. Influence Yorkist 4.`"""
    step = "The end" if state.winner else STEPS[state.step][1]
    if not state.box:
        return f"{step}."
    box = re.sub(r"([A-Z]..)[a-z]+", r"\1", box_name(state, state.box))
    return f"{step}, {box}. Influence {influence_words(state)}."


def box_name(state: State, box: int) -> str:
    """`January-March 1461`; a box off an end of the Calendar says so (2.2.3)."""
    if not state.box:
        return str(facts().years[state.scenario][0])
    if box not in facts().calendar:
        return "before box 1" if box < 1 else "after box 15"
    months = facts().calendar[box].months
    year = facts().years[state.scenario][(box - 1) // 5]
    return f"{months[0]}-{months[-1]}" + (f" {year}" if year else "")


def influence_words(state: State) -> str:
    """`Yorkist 4`, or `even`."""
    if not state.influence:
        return "even"
    return f"{PARTY['york' if state.influence > 0 else 'lancaster']} {abs(state.influence)}"


def command_name(card: str) -> str:
    """A Command card: its Lord, or Pass."""
    return lords.name(card) if card in facts().lords else card.capitalize()


def forces_cells(retinue: bool, vassals: Iterable[str], troops: Mapping[str, int]) -> Cells:
    """`Retinue, Vassal Fauconberg, 2 Men-at-Arms`; empty if there is nothing."""
    vassal_cells = (Cell(f"Vassal {lords.vassal(vassal).name}", vassal) for vassal in vassals)
    pieces = (forces.counted(kind, n) for kind, n in troops.items() if n)
    return cells("Retinue" if retinue else "", *vassal_cells, *pieces)
