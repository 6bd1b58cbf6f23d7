"""Immediate Events about Favour and Influence (3.1.3)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import Done
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State

PROPAGANDA_COST = 2
"""Influence for each Stronghold that is accused."""


class OfPlaces(Decision):
    """One of several Strongholds for an Event."""

    place: Place


@decision("remove {place}", rule="3.1.3")
class RemoveFavour(OfPlaces):
    """It becomes Neutral."""


@decision("accuse {place}", rule="3.1.3")
class Accuse(OfPlaces):
    """Warwick's Propaganda reaches it."""


@decision("shift {place}", rule="3.1.3")
class Shift(OfPlaces):
    """One step towards the side that chooses."""


ASKED: dict[type[OfPlaces], str] = {
    RemoveFavour: "event_remove",
    Accuse: "event_accuse",
    Shift: "event_shift",
}
"""The kind of request for each, for policies."""


def fill_places(
    menu: Menu, state: State, places: list[str], kind: type[OfPlaces], optional: bool
) -> None:
    for place in menu.pick("place", places):
        shifted = "becomes Neutral" if state.favour.get(place) else "becomes yours"
        menu.offer(kind(place), shifted if kind is Shift else "")
    if optional:
        menu.offer(Done(), rule="3.1.3")


async def choose(
    table: Table[State],
    side: str,
    places: list[str],
    kind: type[OfPlaces],
    question: str,
    optional: bool = False,
) -> str:
    """One of these places, or ""."""
    fill = partial(fill_places, state=table.state, places=places, kind=kind, optional=optional)
    match await table.ask(Request[OfPlaces | Done](side, ASKED[kind], question, "3.1.3", fill)):
        case OfPlaces(place):
            return place
        case Done():
            return ""


def turn(table: Table[State], place: str, side: str) -> None:
    """Set a Stronghold's Favour and tell it."""
    board.set_favour(table.state, place, side)
    now = f"now Favours the {lords.side_name(side)}" if side else "is now Neutral"
    table.say("3.1.3", f"{board.name(place)} {now}.", about=(place,))


async def choose_some(
    table: Table[State],
    side: str,
    places: list[str],
    count: int,
    kind: type[OfPlaces],
    question: str,
) -> AsyncIterator[str]:
    """This many of these places, chosen one after the other; all of them without a question if there are no more."""
    open_places = list(places)
    for n in range(1, min(count, len(open_places)) + 1):
        place = open_places[0]
        if len(places) > count:
            counted = f"{question} ({n} of {count})" if count > 1 else question
            place = await choose(table, side, list(open_places), kind, counted)
        open_places.remove(place)
        yield place


async def remove_favour(table: Table[State], places: list[str], count: int, title: str) -> None:
    """The Lancastrian makes so many of these Yorkist Strongholds Neutral, or all if fewer."""
    event = title.rstrip("!")
    question = f"{event}: from which Stronghold do you remove Yorkist Favour?"
    async for place in choose_some(table, "lancaster", places, count, RemoveFavour, question):
        turn(table, place, "")


def yorkist(state: State) -> list[str]:
    return [place for place in facts().locales if state.favour.get(place) == "york"]


@hooks.RESOLVE.event("Y15")
async def london_for_york(table: Table[State], side: str) -> None:
    """A second Yorkist marker at London."""
    state = table.state
    if board.favour(state, "london") == "york" and not state.london_twice:
        state.london_twice = True
        table.say("3.1.3", "London is twice Yorkist: only Events and Pillage change that.")


@hooks.RESOLVE.event("Y21")
async def sir_richard_leigh(table: Table[State], side: str) -> None:
    """London shifts one step to York."""
    if board.favour(table.state, "london") != "york":
        turn(table, "london", "" if board.favour(table.state, "london") else "york")


@hooks.RESOLVE.event("Y27")
async def yorkist_north(table: Table[State], side: str) -> None:
    """A point for each Yorkist Stronghold and Lord in the North."""
    state = table.state
    north = facts().areas["north"]
    points = sum(state.favour.get(place) == "york" for place in north)
    points += sum(len(board.lords_at(state, place, "york")) for place in north)
    influence.gain(state, "york", points)
    table.say("3.1.3", f"The Yorkists gain {points} Influence for the North.")


@hooks.RESOLVE.event("L15")
async def henry_pressures_parliament(table: Table[State], side: str) -> None:
    """The Yorkists lose a point for each Vassal."""
    state = table.state
    points = sum(len(lord.vassals) for lord in lords.lords_of(state, "york").values())
    influence.lose(state, "york", points)
    table.say("3.1.3", f"The Yorkists lose {points} Influence for their Vassals.")


@decision("pay {place}", rule="3.1.3")
class PayForFavour(Decision):
    """A Stronghold that is accused stays Yorkist."""

    place: Place


@decision("yield {place}", rule="3.1.3")
class YieldFavour(Decision):
    """It becomes Neutral."""

    place: Place


@decision("pay all", rule="3.1.3")
class PayForAll(Decision):
    pass


@decision("yield all", rule="3.1.3")
class YieldAll(Decision):
    pass


Propaganda = PayForFavour | YieldFavour | PayForAll | YieldAll


def fill_propaganda(menu: Menu, accused: list[str]) -> None:
    for place in menu.pick("place", accused):
        menu.offer(PayForFavour(place), f"costs {PROPAGANDA_COST} Influence; it stays Yorkist")
        menu.offer(YieldFavour(place), "it becomes Neutral")
    if len(accused) > 1:
        menu.offer(PayForAll(), f"costs {PROPAGANDA_COST * len(accused)} Influence")
        menu.offer(YieldAll(), "all become Neutral")


@hooks.RESOLVE.event("L23", "L24")
async def warwicks_propaganda(table: Table[State], side: str) -> None:
    """For each of three Strongholds the Yorkists lose two points, or its Favour."""
    question = "Warwick's Propaganda: which Yorkist Stronghold do you accuse, so that the Yorkists must pay or lose it?"
    places_chosen = choose_some(table, side, yorkist(table.state), 3, Accuse, question)
    places_accused = [place async for place in places_chosen]
    while places_accused:
        question = "Warwick's Propaganda: which accused Strongholds do you pay for, and which become Neutral?"
        fill = partial(fill_propaganda, accused=list(places_accused))
        match await table.ask(Request[Propaganda]("york", "propaganda", question, "3.1.3", fill)):
            case PayForFavour(place):
                pay_for_favour(table, [place])
                places_accused.remove(place)
            case YieldFavour(place):
                turn(table, place, "")
                places_accused.remove(place)
            case PayForAll():
                pay_for_favour(table, places_accused)
                return
            case YieldAll():
                for place in places_accused:
                    turn(table, place, "")
                return


def pay_for_favour(table: Table[State], places: list[str]) -> None:
    for place in places:
        influence.lose(table.state, "york", PROPAGANDA_COST)
        cost = f"The Yorkists pay {PROPAGANDA_COST} Influence"
        table.say("3.1.3", f"{cost}: {board.name(place)} stays theirs.", about=(place,))


@hooks.RESOLVE.event("L26")
async def henry_released(table: Table[State], side: str) -> None:
    """Five points if London is Lancastrian."""
    if board.favour(table.state, "london") == "lancaster":
        influence.gain(table.state, "lancaster", 5)
        table.say("3.1.3", "The Lancastrians gain 5 Influence.")


@hooks.RESOLVE.event("L29")
async def to_wilful_disobedience(table: Table[State], side: str) -> None:
    """Two Yorkist Strongholds at or next to a Lancastrian Lord and far from Yorkists."""
    state = table.state

    def near(place: str, who: str) -> bool:
        return any(
            lords.on_map(state, id) and (piece.at == place or place in board.ways(piece.at))
            for id, piece in lords.lords_of(state, who).items()
        )

    places = [p for p in yorkist(state) if near(p, "lancaster") and not near(p, "york")]
    await remove_favour(table, places, 2, "To wilful disobedience and rebel!")


@hooks.RESOLVE.event("L31")
async def robins_rebellion(table: Table[State], side: str) -> None:
    """Up to three steps in the North."""
    state = table.state
    for steps in (3, 2, 1):
        places = [p for p in facts().areas["north"] if state.favour.get(p) != "lancaster"]
        if not places:
            return
        question = f"Robin's Rebellion: {steps} step{'s' * (steps > 1)} left. Which Stronghold shifts to you?"
        place = await choose(table, side, places, Shift, question, optional=True)
        if not place:
            return
        turn(table, place, "" if state.favour.get(place) else "lancaster")


@hooks.RESOLVE.event("L32")
async def tudor_banners(table: Table[State], side: str) -> None:
    """Strongholds around Henry Tudor with no Yorkist Lord become Lancastrian."""
    state = table.state
    tudor = state.lords.get("henry_tudor")
    if tudor is None or state.favour.get(tudor.at) != "lancaster":
        return
    for place in board.ways(tudor.at):
        if not board.enemies_at(state, place, "lancaster"):
            turn(table, place, "lancaster")
