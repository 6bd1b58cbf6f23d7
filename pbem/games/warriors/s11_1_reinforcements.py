"""11.1 Noble reinforcements: four nobles from the cup, chosen in turn, own colour before neutral before enemy."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import NEUTRAL, facts
from pbem.games.warriors.state import NobleState, State


async def reinforcements(table: Table[State]) -> None:
    """11.1 The Initiative player draws, the other side chooses first (C28); an empty cup: nothing (C27)."""
    state = table.state
    in_cup = nobles.cup(state)
    if not in_cup:
        return
    table.say("11.1", "Reinforcements", kind="heading")
    slots = await table.shuffle(f"cup_{state.turn}", len(in_cup), lambda known: list(in_cup))
    for slot in slots[: facts().tables["reinforcement"]["draw"]]:
        state.nobles[await table.open(slot)].at = "drawn"
    laid = nobles.names(state, nobles.drawn(state))
    table.say("11.1", f"{nobles.side_name(state.initiative)} draws {laid}.")
    side = state.enemy(state.initiative)
    returned: list[str] = []
    while left := [id for id in nobles.drawn(state) if id not in returned]:
        await choose(table, side, left, returned)
        side = state.enemy(side)
    for id in returned:
        state.nobles[id].at = "cup"


def preferred(side: str, left: list[str], state: State) -> list[str]:
    """11.1 Own colour if available, else neutral, else enemy: binding at each choice (C28)."""
    for colour in (side, NEUTRAL):
        found = [id for id in left if nobles.colour(state, id) == colour]
        if found:
            return found
    return left


async def choose(table: Table[State], side: str, left: list[str], returned: list[str]) -> None:
    """11.1 One noble: into one's own Covert Box; an enemy into his, or back into the cup."""
    state = table.state
    order = await table.ask(
        Request[Any](
            side,
            "reinforcement",
            "Which noble do you choose?",
            "11.1",
            partial(choices, state=state, side=side, left=left),
        )
    )
    id, whose = order.actor, nobles.side_name(side)
    if order.verb == "return":
        returned.append(id)
        table.say("11.1", f"{whose} puts {nobles.name(state, id)} back into the cup.")
        return
    owner = side if order.verb == "take" else state.enemy(side)
    state.nobles[id] = NobleState("covert", owner, state.nobles[id].back)
    box = nobles.side_name(owner)
    table.say(
        "11.1", f"{whose} chooses {nobles.name(state, id)}, into {box}'s Covert Box.", about=(id,)
    )


def merit(state: State, id: str) -> tuple[int, int, str]:
    """For menus: the highest rank first, then the best battle rating (C46)."""
    face = nobles.face(state, id)
    return (-face.stars, -face.battle, id)


def choices(menu: Menu, state: State, side: str, left: list[str]) -> None:
    for id in sorted(preferred(side, left, state), key=lambda id: merit(state, id)):
        note = f"{nobles.ratings(state, id)}, home {home_words(state, id)}"
        if nobles.colour(state, id) in (side, NEUTRAL):
            menu.offer_line(f"{id}: take", "11.1", note)
        else:
            menu.offer_line(f"{id}: return", "11.1", f"back into the cup; {note}")
            menu.offer_line(f"{id}: give", "11.1", f"into the opponent's Covert Box; {note}")
    for id in left:
        menu.bar_line(f"{id}: take", "first your own colour, then neutral, enemies never (11.1)")
        for verb in ("return", "give"):
            reason = "only an enemy goes back or to his side, when no other is left"
            menu.bar_line(f"{id}: {verb}", f"{reason} (11.1)")
    menu.bar_more(bar_undrawn)


def bar_undrawn(menu: Menu) -> None:
    for id in facts().nobles:
        for verb in ("take", "return", "give"):
            menu.bar_line(f"{id}: {verb}", "he is not among those still to be chosen (11.1)")


def home_words(state: State, id: str) -> str:
    home = nobles.face(state, id).home
    return facts().places[home].name if home in facts().places else "anywhere with friends (crown)"
