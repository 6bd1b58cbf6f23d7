"""9.0 Levy: nobles raise Troops in the regions their side controls, and in friendly foreign areas."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.prose import count_text, listing, sentence
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.passing import NoMore
from pbem.games.warriors.state import State

Quotas = dict[str, int]
"""Place to Troops that may still be levied there."""


@decision("levy all", rule="9.0")
class LevyAll(Decision):
    """9.0 All that is left, ties to the higher rank (C30)."""


@decision("levy {at}", rule="9.0")
class LevyAt(Decision):
    """9.0 All that is left at one place, ties to the higher rank (C30)."""

    at: Place


@decision("{noble}: levy", rule="9.0")
class LevyTroop(Decision):
    noble: Piece


async def levy(table: Table[State]) -> None:
    """9.0 The Initiative player first; by region and optional."""
    table.say("9.0", "Levy", kind="heading")
    for side in table.state.order():
        await levy_of(table, side)


def quota(state: State, side: str, place: str, army: Sequence[str]) -> int:
    """9.0 The highest rank among the nobles there; never in London, nor by an infirm Henry (C30)."""
    if place == facts().capital or board.controller(state, place) != side:
        return 0
    return min(nobles.highest(state, army), sum(nobles.room(state, id) for id in army))


def takers(state: State, army: Sequence[str]) -> list[str]:
    """9.0 Those with the fewest Troops who have room; the higher rank first (C30)."""
    able = [id for id in army if nobles.room(state, id) > 0]
    fewest = min((state.nobles[id].troops for id in able), default=0)
    least = [id for id in able if state.nobles[id].troops == fewest]
    return sorted(least, key=lambda id: (-nobles.stars(state, id), id))


async def levy_of(table: Table[State], side: str) -> None:
    """9.0 A side levies Troop by Troop, the owner breaking ties, until it stops; or `all` at once."""
    state = table.state
    armies = nobles.armies(state)[side]
    quotas = {at: n for at, army in armies.items() if (n := quota(state, side, at, army))}
    while quotas:
        match await table.ask(
            Request[LevyAll | LevyAt | LevyTroop | NoMore](
                side,
                "levy",
                "Who gets the levied Troops?",
                "9.0",
                partial(levies, state=state, side=side, quotas=dict(quotas)),
            )
        ):
            case LevyTroop(noble):
                raise_troop(table, quotas, noble)
            case LevyAt(place):
                raise_all(table, side, quotas, place)
            case LevyAll():
                for place in list(quotas):
                    raise_all(table, side, quotas, place)
            case NoMore():
                return


def levies(menu: Menu, state: State, side: str, quotas: Quotas) -> None:
    armies = nobles.armies(state)[side] if menu.wants(LevyTroop) else {}
    everywhere = f"from {count_text(len(quotas), 'region')}, and the Levy ends"
    menu.offer(LevyAll(), partial(levied, sum(quotas.values()), everywhere))
    for place, count in quotas.items():
        if menu.wants(LevyAt):
            menu.offer(LevyAt(place), partial(levied, count, "there"))
        if menu.wants(LevyTroop):
            for noble in menu.pick("noble", takers(state, armies[place])):
                menu.offer(
                    LevyTroop(noble), f"only one Troop now, of {count} in {board.the(place)}"
                )
    unused = count_text(sum(quotas.values()), "Troop")
    menu.offer(NoMore(), "levy no more", "9.0", gives_up=f"leaves {unused} not levied")
    menu.bar_more(partial(bar_levies, state=state, side=side, quotas=quotas))


def levied(troops: int, where: str) -> str:
    """What a levy of several Troops brings: `3 Troops there; ties go to the higher rank`."""
    return f"{count_text(troops, 'Troop')} {where}; ties go to the higher rank"


def bar_levies(menu: Menu, state: State, side: str, quotas: Quotas) -> None:
    for place in facts().places:
        menu.bar(LevyAt(place), why_not_there(state, side, place))
    for id in state.nobles:
        menu.bar(LevyTroop(id), why_not(state, side, id, quotas))


def why_not_there(state: State, side: str, place: str) -> str:
    """The rule that forbids to levy any Troop, or another one, at a place."""
    army = nobles.at(state, place, side)
    if place == facts().capital:
        return "Troops cannot be levied in London (9.0)"
    if board.controller(state, place) != side:
        return f"you do not control {board.the(place)} (9.0)"
    if not army:
        return f"none of your nobles is in {board.the(place)} (9.0)"
    if not nobles.highest(state, army):
        return "an infirm Henry VI levies nothing (14.0)"
    if not any(nobles.room(state, id) > 0 for id in army):
        return "the nobles there have all the Troops that their ranks allow (9.0)"
    return "as many Troops as the highest rank there has stars are levied (9.0)"


def why_not(state: State, side: str, id: str, quotas: Quotas) -> str:
    """The rule that forbids a noble to receive the next Troop."""
    place = state.nobles[id].at
    if elsewhere := nobles.why_not_led(state, side, id):
        return elsewhere
    if place not in quotas:
        return why_not_there(state, side, place)
    if nobles.room(state, id) < 1:
        return "he has all the Troops that his rank allows (9.0)"
    first = nobles.names(state, takers(state, nobles.at(state, place, side)))
    return f"the noble with the fewest Troops there comes first: {first} (9.0)"


def raise_troop(table: Table[State], quotas: Quotas, id: str) -> None:
    state = table.state
    place = state.nobles[id].at
    state.nobles[id].troops += 1
    quotas[place] -= 1
    if not quotas[place]:
        del quotas[place]
    table.say("9.0", f"{nobles.name(state, id)} levies a Troop in {board.the(place)}.")


def raise_all(table: Table[State], side: str, quotas: Quotas, place: str) -> None:
    """9.0 Each Troop to the noble with the fewest, as long as anybody has room."""
    state = table.state
    army = nobles.at(state, place, side)
    troops: dict[str, int] = {}
    for _ in range(quotas.pop(place)):
        id = takers(state, army)[0]
        state.nobles[id].troops += 1
        troops[id] = troops.get(id, 0) + 1
    troops_text = listing(f"{count} for {nobles.name(state, id)}" for id, count in troops.items())
    levies = f"{nobles.side_name(side)} levies Troops in {board.the(place)}"
    table.say("9.0", sentence(f"{levies}: {troops_text}"))
