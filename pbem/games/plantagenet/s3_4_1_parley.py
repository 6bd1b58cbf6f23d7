"""3.4.1 Parley in Levy: win Favour at Strongholds along a Route of Friendly Locales."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.engine.decision import Amount, Card, Place, decision
from pbem.engine.once import Once
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import LevyAction
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Grant, Terms
from pbem.games.plantagenet.s1_3_1_blockade import blockade, caution, closed_seas, feared_seas
from pbem.games.plantagenet.state import State

PURPOSE = "levy_parley"


@decision("{lord}: parley {to} [by_land] [+{bonus}] [by {cards}]", rule="3.4.1")
class Parley(LevyAction):
    """3.4.1 For Favour at a Stronghold.

    Attributes:
        by_land: without the Sea that a card closes, at that Route's distance (C46).
        cards: those that help.
    """

    to: Place
    by_land: bool = False
    bonus: Amount = 0
    cards: tuple[Card, ...] = ()


def granted(state: State, lord: str, action: str = "parley") -> dict[str, Grant]:
    """Cards that still help a Levy action of this Lord in this Muster (1.9.1)."""
    grants_by_card: dict[str, Grant] = {}
    for card, n in state.lords[lord].extra.items():
        grants = hooks.GRANT.either(card)
        if n and grants is not None:
            grants_by_card[card] = grants(state, lord)
    return {card: grant for card, grant in grants_by_card.items() if grant.action == action}


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


def movable(state: State, place: str, side: str, london: bool = False) -> bool:
    """Can a Stronghold's Favour be Parleyed towards `side`? Not from double Favour at London (1.3.1)."""
    fixed = place == "london" and state.london_twice and not london
    return state.favour.get(place) != side and not fixed


def immovable(state: State, place: str, side: str) -> str:
    """Why it cannot, or ""."""
    if movable(state, place, side):
        return ""
    if state.favour.get(place) == side:
        return f"{board.name(place)} is Friendly already (3.4.1)"
    return "double Yorkist Favour at London blocks Parley (1.3.1)"


def targets(state: State, lord: str, london: bool = False) -> dict[str, int]:
    """3.4.1 Strongholds that a Lord may Parley, with their distance in Ways.

    A Route leads there; at a Locale that is not Friendly only that Stronghold itself (C32, C34).
    """
    side = lords.side_of(lord)
    reached = lords.routes(state, lord)
    return {
        place: distance
        for place, distance in reached.items()
        if movable(state, place, side, london)
    }


def fill_parley(menu: Menu, state: State, lord: str, lordship: bool = True) -> None:
    if menu.wants(Parley):
        for cards in menu.pick("cards", helped(state, lord, lordship)):
            fill_parley_by(menu, state, lord, cards)
        menu.bar_more(partial(bar_parley, state=state, lord=lord))


def bar_parley(menu: Menu, state: State, lord: str) -> None:
    """Say in the menu why every other Stronghold cannot be Parleyed."""
    side, origin = lords.side_of(lord), state.lords[lord].at
    possible = targets(state, lord)
    for place in facts().locales:
        if place in possible:
            continue
        if board.is_box(place):
            reason = "Exile boxes cannot be Parleyed (1.3.1)"
        elif board.enemies_at(state, place, side):
            reason = f"an Enemy Lord is at {board.name(place)} (3.4.1)"
        elif place != origin and not board.friendly(state, origin, side):
            reason = (
                f"{board.name(origin)} is not Friendly: only it can be Parleyed from there (3.4.1)"
            )
        else:
            reason = immovable(state, place, side) or (
                f"no Route of Friendly Locales leads to {board.name(place)} (3.4.1)"
            )
        menu.bar(Parley(lord, place), reason)


def fill_parley_by(menu: Menu, state: State, lord: str, cards: tuple[str, ...]) -> None:
    """Offer Parleys with the help of these cards, or of none; by land too where the Sea is closed (C46)."""
    grants = [grant for card, grant in granted(state, lord).items() if card in cards]
    distances = targets(state, lord, any(grant.london for grant in grants))
    seas_feared = feared_seas(state, lord)
    by_land = lords.routes(state, lord, seas_feared) if seas_feared else distances
    checks: Once[int, Terms] = Once(
        lambda ways: influence.terms(state, lord, PURPOSE, ways, grants=grants)
    )
    titles = "".join(f"; {facts().cards[card].event}" for card in cards)
    for place in menu.pick("to", distances):
        ways = {False: distances[place]}
        if by_land.get(place, distances[place]) != distances[place]:
            ways[True] = by_land[place]
        sea = "" if place in by_land and len(ways) == 1 else caution(state)
        for avoids in menu.pick("by_land", ways):
            terms, suffix = checks[ways[avoids]], ("" if avoids else sea) + titles
            for bonus in menu.pick("bonus", influence.bonuses(state, lord, terms, PURPOSE)):
                price = partial(influence.price, state, lord, PURPOSE, terms, bonus, suffix=suffix)
                menu.offer(Parley(lord, place, avoids, bonus, cards), price)


async def parley(table: Table[State], action: Parley) -> None:
    """3.4.1 Check Influence, one point more for each Way; success moves Favour one step.

    A step is from Enemy to Neutral, or from Neutral to Friendly.
    """
    state, lord, place = table.state, action.lord, action.to
    side, name = lords.side_of(lord), board.name(place)
    grants = [granted(state, lord)[card] for card in action.cards]
    for card in action.cards:
        state.lords[lord].extra[card] -= 1
    ways, free = (
        lords.routes(state, lord)[place],
        lords.routes(state, lord, closed_seas(state, lord)),
    )
    if action.by_land:
        ways = lords.routes(state, lord, feared_seas(state, lord))[place]
    elif free.get(place) != ways and not await blockade(table, lord, f"parley {place}", "3.4.1"):
        return
    terms = influence.terms(state, lord, PURPOSE, ways, grants=grants)
    cost = terms.cost + action.bonus
    table.say("3.4.1", f"{lords.name(lord)} Parleys for {name}, spending {cost} Influence.")
    if not await influence.check(
        table, lord, f"parley {place}", "3.4.1", action.bonus, purpose=PURPOSE, terms=terms
    ):
        table.say("3.4.1", f"The Parley for {name} fails.")
        return
    board.shift_favour(state, place, side)
    if board.favour(state, place):
        text = f"{name} becomes Friendly to the {lords.side_name(side)}."
    else:
        text = f"{name} becomes Neutral and no longer Favours the {lords.side_name(state.enemy(side))}."
    table.say("3.4.1", text, about=(place,))
