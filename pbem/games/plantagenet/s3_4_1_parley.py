"""3.4.1 Parley in Levy: win Favour at Strongholds along a Route of Friendly Locales."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Grant
from pbem.games.plantagenet.s1_3_1_blockade import (
    BY_LAND,
    blockade,
    caution,
    closed_seas,
    feared_seas,
)
from pbem.games.plantagenet.state import State

PURPOSE = "levy_parley"


def granted(state: State, lord: str, action: str = "parley") -> dict[str, Grant]:
    """Cards that still help a Levy action of this Lord in this Muster (1.9.1)."""
    cards = {**hooks.GRANT.events, **hooks.GRANT.capabilities}
    left = [card for card, n in state.lords[lord].extra.items() if n and card in cards]
    found = {card: cards[card](state, lord) for card in left}
    return {card: grant for card, grant in found.items() if grant.action == action}


def helped(state: State, lord: str, lordship: bool) -> Iterator[tuple[str, ...]]:
    """The cards that one Parley may use: none, one, or one for its Lordship and one for its success.

    Args:
        lordship: he has Lordship left, so that no card need give the action.
    """
    grants = granted(state, lord)
    extras = [(card,) for card, grant in grants.items() if grant.extra]
    others = [card for card, grant in grants.items() if not grant.extra]
    for base in [*([()] if lordship else []), *extras]:
        yield base
        if not any(grants[card].sure for card in base):
            yield from ((*base, card) for card in others)


def by(cards: Sequence[str]) -> str:
    """How a line names the cards it uses: ` by l17 l18`."""
    return f" by {' '.join(card.lower() for card in cards)}" if cards else ""


def cards_in(words: Sequence[str]) -> list[str]:
    """The cards that a line names."""
    return [word.upper() for word in words[words.index("by") + 1 :]] if "by" in words else []


def immovable(state: State, place: str, side: str, london: bool = False) -> str:
    """Why a Stronghold's Favour cannot be Parleyed towards `side`, or ""."""
    if state.favour.get(place) == side:
        return f"{board.name(place)} is Friendly already (3.4.1)"
    if place == "london" and state.london_twice and not london:
        return "double Yorkist Favour at London blocks Parley (1.3.1)"
    return ""


def targets(state: State, lord: str, london: bool = False) -> dict[str, int]:
    """3.4.1 Strongholds that a Lord may Parley, with their distance in Ways.

    A Route leads there; at a Locale that is not Friendly only that Stronghold itself (C32, C34).
    """
    side = lords.side_of(lord)
    reached = lords.routes(state, lord)
    return {
        place: distance
        for place, distance in reached.items()
        if not immovable(state, place, side, london)
    }


def fill_parley(menu: Menu, state: State, lord: str, lordship: bool = True) -> None:
    for cards in helped(state, lord, lordship):
        fill_parley_by(menu, state, lord, cards)
    menu.bar_more(partial(bar_parley, state=state, lord=lord))


def bar_parley(menu: Menu, state: State, lord: str) -> None:
    """Why a Stronghold cannot be Parleyed."""
    side, here = lords.side_of(lord), state.lords[lord].at
    possible = targets(state, lord)
    for place in facts().locales:
        if place in possible:
            continue
        if board.is_box(place):
            reason = "Exile boxes cannot be Parleyed (1.3.1)"
        elif board.enemies_at(state, place, side):
            reason = f"an Enemy Lord is at {board.name(place)} (3.4.1)"
        elif place != here and not board.friendly(state, here, side):
            reason = (
                f"{board.name(here)} is not Friendly: only it can be Parleyed from there (3.4.1)"
            )
        else:
            reason = immovable(state, place, side) or (
                f"no Route of Friendly Locales leads to {board.name(place)} (3.4.1)"
            )
        menu.bar_line(f"{lord}: parley {place}", reason)


def fill_parley_by(menu: Menu, state: State, lord: str, cards: Sequence[str]) -> None:
    """Its lines with the help of some cards, or of none; by land too where the Sea is closed (C46)."""
    grants = [grant for card, grant in granted(state, lord).items() if card in cards]
    by_land = lords.routes(state, lord, feared_seas(state, lord))
    titles = "".join(f"; {facts().cards[card].event}" for card in cards)
    for place, distance in targets(state, lord, any(g.london for g in grants)).items():
        ways = {"": distance}
        if by_land.get(place, distance) != distance:
            ways[BY_LAND] = by_land[place]
        sea = "" if place in by_land and len(ways) == 1 else caution(state)
        for route, n in ways.items():
            terms = influence.terms(state, lord, PURPOSE, n, grants=grants)
            for bonus, price in influence.offers(state, lord, PURPOSE, terms):
                menu.offer_line(
                    f"{lord}: parley {place}{route}{bonus}{by(cards)}",
                    rule="3.4.1",
                    note=price + ("" if route else sea) + titles,
                )


async def parley(table: Table[State], lord: str, words: Sequence[str]) -> None:
    """3.4.1 Check Influence, one more point for each Way; success moves Favour one step, Enemy to
    Neutral or Neutral to Friendly.

    Args:
        words: of the order line, `parley bedford +1`.
    """
    state, side, place = table.state, lords.side_of(lord), words[1]
    there, cards, bonus = board.name(place), cards_in(words), influence.bonus_of(words)
    grants = [granted(state, lord)[card] for card in cards]
    for card in cards:
        state.lords[lord].extra[card] -= 1
    ways, free = (
        lords.routes(state, lord)[place],
        lords.routes(state, lord, closed_seas(state, lord)),
    )
    if BY_LAND.strip() in words:
        ways = lords.routes(state, lord, feared_seas(state, lord))[place]
    elif free.get(place) != ways and not await blockade(table, lord, f"parley {place}", "3.4.1"):
        return
    terms = influence.terms(state, lord, PURPOSE, ways, grants=grants)
    cost = terms.cost + bonus
    table.say("3.4.1", f"{lords.name(lord)} Parleys for {there}, spending {cost} Influence.")
    if not await influence.check(
        table, lord, f"parley {place}", "3.4.1", bonus, purpose=PURPOSE, terms=terms
    ):
        table.say("3.4.1", f"{there} does not listen.")
        return
    board.shift_favour(state, place, side)
    now = "Friendly to" if board.favour(state, place) else "Neutral, no longer against"
    table.say("3.4.1", f"{there} becomes {now} the {lords.side_name(side)}.", about=(place,))
