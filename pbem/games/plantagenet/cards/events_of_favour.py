"""Immediate Events about Favour and Influence (3.1.3)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State

PROPAGANDA_COST = 2


def fill_places(menu: Menu, places: list[str], verb: str, optional: bool) -> None:
    for place in places:
        menu.offer_line(f"{verb} {place}", "3.1.3")
    if optional:
        menu.offer_line("done", "3.1.3")


async def choose(
    table: Table[State],
    side: str,
    places: list[str],
    verb: str,
    question: str,
    optional: bool = False,
) -> str:
    """One of these places, or ""."""
    fill = partial(fill_places, places=places, verb=verb, optional=optional)
    order = await table.ask(Request[Any](side, f"event_{verb}", question, "3.1.3", fill))
    return "" if order.verb == "done" else order.args[0]


def turn(table: Table[State], place: str, side: str) -> None:
    """Set a Stronghold's Favour and tell it."""
    board.set_favour(table.state, place, side)
    now = f"Favours the {lords.side_name(side)}" if side else "is Neutral"
    table.say("3.1.3", f"{board.name(place)} now {now}.", about=(place,))


async def choose_some(
    table: Table[State], side: str, places: list[str], count: int, verb: str, question: str
) -> AsyncIterator[str]:
    """So many of these places, one after the other; all of them without a question if no more."""
    left = list(places)
    for _ in range(min(count, len(left))):
        chosen = left[0]
        if len(places) > count:
            chosen = await choose(table, side, left, verb, question)
        left.remove(chosen)
        yield chosen


async def remove_favour(table: Table[State], places: list[str], count: int, title: str) -> None:
    """The Lancastrian makes so many of these Yorkist Strongholds Neutral, or all if fewer."""
    question = f"{title}: from which Stronghold goes Yorkist Favour?"
    async for place in choose_some(table, "lancaster", places, count, "remove", question):
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


def fill_answers(menu: Menu, accused: list[str]) -> None:
    for place in accused:
        menu.offer_line(f"pay {place}", "3.1.3", f"costs {PROPAGANDA_COST}, it stays Yorkist")
        menu.offer_line(f"yield {place}", "3.1.3", "it becomes Neutral")
    if len(accused) > 1:
        menu.offer_line("pay all", "3.1.3", f"costs {PROPAGANDA_COST * len(accused)}")
        menu.offer_line("yield all", "3.1.3", "all become Neutral")


@hooks.RESOLVE.event("L23", "L24")
async def warwicks_propaganda(table: Table[State], side: str) -> None:
    """For each of three Strongholds the Yorkists lose two points, or its Favour."""
    state = table.state
    question = "Warwick's Propaganda: which Yorkist Stronghold does it reach?"
    reached = choose_some(table, side, yorkist(state), 3, "accuse", question)
    accused = [place async for place in reached]
    while accused:
        question = "Warwick's Propaganda: pay, or yield Favour?"
        fill = partial(fill_answers, accused=list(accused))
        order = await table.ask(Request[Any]("york", "propaganda", question, "3.1.3", fill))
        chosen = list(accused) if order.args == ("all",) else [order.args[0]]
        for place in chosen:
            accused.remove(place)
            if order.verb == "yield":
                turn(table, place, "")
                continue
            influence.lose(state, "york", PROPAGANDA_COST)
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
    for left in (3, 2, 1):
        places = [p for p in facts().areas["north"] if state.favour.get(p) != "lancaster"]
        if not places:
            return
        question = f"Robin's Rebellion: {left} steps left. Which Stronghold shifts to you?"
        place = await choose(table, side, places, "shift", question, optional=True)
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
