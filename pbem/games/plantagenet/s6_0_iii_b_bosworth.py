"""6.0 III(B) Bosworth: nothing but a Battle, with secret Capabilities and a secret Array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pbem.engine.decision import Kind, Piece, Stacked, decision
from pbem.engine.declared import DRAW
from pbem.engine.request import Request
from pbem.engine.stack import Stack
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_4_6_levy_capability as capability
from pbem.games.plantagenet import s4_4_1_array as array
from pbem.games.plantagenet import s5_victory as victory
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.s4_4_2_rounds import rounds
from pbem.games.plantagenet.state import State

RULE = "6.0 III(B)"
PLACES = ("left", "center", "right")
"""The order in which a stack names the Array; left is the Attacker's left for both sides."""


class Carried(NamedTuple):
    """A Capability and the Lord who gets it, written `y36_norfolk`."""

    card: str
    lord: str

    def __str__(self) -> str:
        return f"{self.card.lower()}_{self.lord}"

    @classmethod
    def read(cls, word: str, side: str = "") -> Carried:
        card, _, lord = word.partition("_")
        return cls(card.upper(), lord)


@decision("cards {carried}", rule=RULE)
class FieldCards(Stacked):
    """6.0 III(B) Secret Capabilities, in any order."""

    carried: tuple[Annotated[Carried, Kind("capability", str, Carried.read)], ...]


@decision("array {lords}", rule=RULE)
class FieldArray(Stacked):
    """6.0 III(B) Lords on the left, in the center, on the right."""

    lords: tuple[Piece, ...]


def choices(state: State, side: str) -> list[Carried]:
    """A card of the deck with a Lord whose badge it bears."""
    return [
        Carried(card, lord)
        for card in state.cards[side]
        for lord in lords.lords_of(state, side)
        if capability.eligible(lord, card)
    ]


def trouble(cards: Sequence[Carried]) -> str:
    """Why these Capabilities cannot be dealt so, or "": each card once, two a Lord, no name twice."""
    mats: dict[str, list[str]] = {}
    for n, (card, lord) in enumerate(cards):
        title = facts().cards[card].capability
        mat = mats.setdefault(lord, [])
        if card in [other.card for other in cards[:n]]:
            return f"{card} is given to two Lords (1.9.1)"
        if title in mat:
            return f"{lords.name(lord)} has {title} already (3.4.6)"
        mat.append(title)
        if len(mat) > facts().limits["capabilities_per_lord"]:
            return f"{lords.name(lord)} has more than two Capabilities (3.4.6)"
    return ""


async def field(table: Table[State]) -> None:
    """6.0 III(B) Behind a screen each side picks its Capabilities, then its Array; all are revealed at
    once, and the Battle begins."""
    state = table.state
    rule = scenario.rule(state, "bosworth_field")
    cards_by_side = await table.ask_stacks(
        *(
            Request[FieldCards](
                side,
                "field_cards",
                f"Choose {rule['capabilities']} Capabilities, each with the Lord who gets it.",
                RULE,
                stack=Stack.of(
                    FieldCards,
                    rule["capabilities"],
                    dict.fromkeys(choices(state, side), 1),
                    trouble,
                ),
            )
            for side in SIDES
        )
    )
    places_by_side = await table.ask_stacks(
        *(
            Request[FieldArray](
                side,
                "field_array",
                "Array your Lords: left, center, right, as the Attacker sees them (the "
                f"{lords.side_name(attacker(state))} Attack).",
                RULE,
                stack=Stack.of(
                    FieldArray,
                    len(PLACES),
                    dict.fromkeys(lords.lords_of(state, side), 1),
                    places=tuple(array.STANDS[place] for place in PLACES),
                ),
            )
            for side in SIDES
        )
    )
    array.begin(table, scenario.scenario_row(state)["field"], attacker(state))
    for side in SIDES:
        await reveal(table, side, cards_by_side[side], places_by_side[side])
    array.reinforce(table)
    array.mark_valour(state)
    await array.before_rounds(table)


def attacker(state: State) -> str:
    """The scenario names none; the Rebels Attack (C93)."""
    sides = {"rebel": state.rebel, "king": state.king}
    return sides[scenario.rule(state, "bosworth_field")["attacker"]]


async def reveal(
    table: Table[State], side: str, cards: tuple[str, ...], places: tuple[str, ...]
) -> None:
    """Open a side's two stacks, and put them into effect: Capabilities for its Lords, then its array.

    Args:
        cards: slots of the Capabilities, each naming its Lord. One that is not legal there is left out.
        places: slots of Lords, one for each place of the array. Lords that none names fill the places left.
    """
    state = table.state
    battle = array.current(state)
    by_name = {str(one): one for one in choices(state, side)}
    legal: list[Carried] = []
    for slot in cards:
        choice = by_name.get(await table.open(slot, owner=side))
        if choice is not None and not trouble((*legal, choice)):
            legal.append(choice)
    for card, lord in legal:
        capability.deploy(table, lord, card, RULE)
    ids = [await table.open(slot, owner=side) for slot in places]
    lords_placed = [lord for lord in dict.fromkeys(ids) if lord in lords.lords_of(state, side)]
    lords_unplaced = [lord for lord in lords.lords_of(state, side) if lord not in lords_placed]
    for place, lord in zip(PLACES, [*lords_placed, *lords_unplaced], strict=False):
        battle.lords[lord].place = place
    array.tell_array(table, side)


async def fight(table: Table[State]) -> None:
    """6.0 III(B) Round after Round. Who wins the Battle wins the game; a draw if all Rout."""
    state = table.state
    await rounds(table)
    battle = array.current(state)
    standing = [side for side in SIDES if array.unrouted(battle, side)]
    battle.winner = standing[0] if standing else ""
    place = board.name(battle.at)
    if standing:
        winner = lords.side_name(battle.winner)
        reason = victory.End.BATTLE.reason(winner=winner, place=place)
    else:
        reason = victory.End.ALL_ROUT.reason(place=place)
    victory.end_game(table, battle.winner or DRAW, reason, RULE)
