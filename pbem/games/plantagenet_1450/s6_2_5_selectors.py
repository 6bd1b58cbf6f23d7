"""6.2.5 Whom and what a step of a card names: the selectors of `effects.md`, and who chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request, subset_of
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import conditions
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s17_sole_king as kings
from pbem.games.plantagenet_1450.facts import ABROAD, NEUTRAL, SIDES, Area, facts
from pbem.games.plantagenet_1450.state import State

STATES = {"free": ("free",), "captive": ("captive",), "any": ("free", "captive")}


@decision("choose {leader}", rule="6.2.5")
class ChooseLeader(Decision):
    leader: Piece


@decision("choose {area} [with {more}]", rule="6.2.5")
class ChooseAreas(Decision):
    """One, and as many more as the card allows."""

    area: board.Marker
    more: tuple[board.Marker, ...] = ()


@decision("choose none", rule="6.2.5", passes=True)
class ChooseNone(Decision):
    pass


class Resolution(Struct):
    """A card whose text is carried out.

    Attributes:
        side: whose event it is, the "self" of its text (C27).
        bound: `$name` to the leader or area that it was bound to. `people`: names that mean leaders, for some
            areas are called as some leaders are.
        mustered: leaders who have mustered in this play (C183).
        cancels: what it undoes, if it is a Response.
        stopped: its remaining steps are not carried out (C123).
    """

    card: str
    side: str
    bound: dict[str, str]
    people: list[str]
    mustered: list[str]
    cancels: str = ""
    stopped: bool = False

    @property
    def title(self) -> str:
        return facts().cards[self.card].title

    @property
    def around(self) -> conditions.Around:
        return conditions.Around(self.side, self.bound)


def resolution(card: str, side: str) -> Resolution:
    return Resolution(card, side, {}, [], [])


def side_of(state: State, play: Resolution, word: str) -> str:
    """A side; "" for that of a king who is not there."""
    return conditions.side_of(state, word, play.around)


def where(state: State, id: str) -> str:
    """The area or the foreign territory in which he is."""
    area = board.area_of(state.leaders[id].at)
    return area.id if area is not None else state.leaders[id].at


def around(place: str) -> list[str]:
    """An area and those beside it; a foreign territory by itself."""
    return [place, *facts().areas[place].adjacent] if place in facts().areas else [place]


# -- leaders ----------------------------------------------------------------------------------------


def leaders_named(state: State, play: Resolution, selector: Any) -> list[str]:
    """The leaders whom a selector allows, in the order of `leaders.toml`; one who is named, in play or not."""
    if isinstance(selector, str):
        id = play.bound.get(selector.removeprefix("$"), selector)
        return [id] if id in state.leaders else []
    return [
        id for id in facts().leaders if id in state.leaders and _is_meant(state, play, selector, id)
    ]


def _is_meant(state: State, play: Resolution, selector: dict[str, Any], id: str) -> bool:
    """Does a leader fit all that a card says about whom it means?"""
    leader, printed = state.leaders[id], facts().leaders[id]
    if leader.status not in STATES[selector.get("state", "free")]:
        return False
    if "side" in selector and leader.side != side_of(state, play, selector["side"]):
        return False
    if selector.get("kind", "any") != "any" and printed.royal != (selector["kind"] == "royal"):
        return False
    if selector.get("rated") and not leaders.rating(state, id).loyalty:
        return False
    if "at" in selector and where(state, id) not in places(state, play, selector["at"]):
        return False
    if "near" in selector:
        near = [to for place in places(state, play, selector["near"]) for to in around(place)]
        if where(state, id) not in near:
            return False
    if selector.get("in_battle") and not _fights(state, id):
        return False
    return not selector.get("alone") or is_alone(state, id)


def _fights(state: State, id: str) -> bool:
    battle = state.battle
    return battle is not None and id in battle.leaders[state.leaders[id].side]


def is_alone(state: State, id: str) -> bool:
    """No other free leader of his side in his area."""
    some = leaders.free(state, state.leaders[id].side)
    return not any(other != id and where(state, other) == where(state, id) for other in some)


def places(state: State, play: Resolution, selector: Any) -> list[str]:
    """The ids of the areas and foreign territories that a place in a card stands for, such as "england" or "$area"."""
    if isinstance(selector, dict):
        plain = set(selector) == {"ids"}
        return list(selector["ids"]) if plain else areas_named(state, play, selector)
    match selector:
        case "england":
            return [id for id in facts().areas if id not in facts().overseas]
        case "foreign":
            return [ABROAD + id for id in facts().territories]
        case _:
            name = selector.removeprefix("$")
            if name == selector:
                return [selector]
            if name in play.people:
                return [where(state, play.bound[name])]
            return [play.bound[name]] if name in play.bound else []


async def one_leader(
    table: Table[State],
    play: Resolution,
    selector: Any,
    words: str,
    able: Callable[[str], bool] = lambda id: True,
) -> str:
    """The leader whom its chooser picks among those of a selector who are `able`; "" if there is none."""
    state = table.state
    ids = [id for id in leaders_named(state, play, selector) if able(id)]
    if not ids:
        return ""
    leader = ids[0]
    if not isinstance(selector, str):
        answer = await table.ask(
            Request[ChooseLeader](
                chooser(state, play, selector),
                "card_leader",
                f"{play.title}: {words}",
                "6.2.5",
                partial(fill_leaders, state=state, ids=tuple(ids)),
            )
        )
        leader = answer.leader
        bind_leader(play, selector, leader)
    return leader


def fill_leaders(menu: Menu, state: State, ids: Sequence[str]) -> None:
    for id in menu.pick("leader", ids):
        menu.offer(ChooseLeader(id), partial(standing, state, id))


def standing(state: State, id: str) -> str:
    rated = leaders.rating(state, id)
    at = board.name(state.leaders[id].at)
    return f"at {at}, Command {rated.command}, Tactical {rated.tactical}, Quality {rated.quality}"


def chooser(state: State, play: Resolution, selector: dict[str, Any]) -> str:
    return side_of(state, play, selector.get("by", "self"))


def bind_leader(play: Resolution, selector: Any, id: str) -> None:
    if isinstance(selector, dict) and "bind" in selector:
        play.bound[selector["bind"]] = id
        play.people.append(selector["bind"])


def bind_area(play: Resolution, selector: Any, area: str) -> None:
    if isinstance(selector, dict) and "bind" in selector:
        play.bound[selector["bind"]] = area


# -- areas ------------------------------------------------------------------------------------------


def areas_named(state: State, play: Resolution, selector: Any) -> list[str]:
    """The areas that a selector allows, each by itself."""
    return [area for area in facts().areas if allows(state, play, selector, (area,))]


def groups_named(state: State, play: Resolution, selector: Any) -> list[str]:
    """The first area of each group that a selector allows; a group is controlled as one, as the Ridings are (C6, C220). What declared
    for the Protector is among them by name only (C103)."""
    return [
        some[0]
        for group, some in facts().groups.items()
        if allows(state, play, selector, some)
        and (isinstance(selector, str) or not kings.keeps(state, group))
    ]


def allows(state: State, play: Resolution, selector: Any, some: tuple[str, ...]) -> bool:
    """Does a selector allow an area? `some`: that area, or all areas that share its control marker."""
    if isinstance(selector, str):
        return play.bound.get(selector.removeprefix("$"), selector) in some
    area_facts = [facts().areas[id] for id in some]
    if "ids" in selector:
        ids = [play.bound.get(id.removeprefix("$"), id) for id in selector["ids"]]
        if not any(id in ids for id in some):
            return False
    if "region" in selector and area_facts[0].region != selector["region"]:
        return False
    holder = state.control.get(area_facts[0].group, NEUTRAL)
    whose = selector.get("control", "any")
    if whose != "any" and holder != side_of(state, play, whose):
        return False
    if "near" in selector:
        near = [to for place in places(state, play, selector["near"]) for to in around(place)]
        if not any(id in near for id in some):
            return False
    return all(_has(state, play, word, area_facts) for word in selector.get("has", ())) and not any(
        _has(state, play, word, area_facts) for word in selector.get("lacks", ())
    )


def _has(state: State, play: Resolution, word: str, areas: Sequence[Area]) -> bool:
    """Does one of the areas have what a card's word asks for, such as `port` or `leader_self`?

    Raises Impossible for a word that `effects.md` does not know.
    """
    ids = [area.id for area in areas]
    forts = [area.fort_hex for area in areas if area.fort_hex]
    match word.partition(":")[0].split("_", 1):
        case ["port"]:
            return any(board.port_zones(state, id) for id in ids)
        case ["cathedral"]:
            return any(area.cathedral for area in areas)
        case ["fort"]:
            return bool(forts)
        case ["unreduced", "fort"]:
            return any(not board.is_reduced(state, at) for at in forts)
        case ["diplomacy", "controller"]:
            owner = state.control.get(areas[0].group, NEUTRAL)
            return conditions.level(state, owner, word.partition(":")[2]) > 0
        case ["leader", whose]:
            sides = SIDES if whose == "any" else (side_of(state, play, whose),)
            free = [id for side in sides for id in leaders.free(state, side)]
            able = [id for id in free if whose != "self" or leaders.commands(state, id)]
            return any(where(state, id) in ids for id in able)  # C145
        case _:
            raise Impossible(f"{word} is nothing that an area has (effects.md)")


async def some_areas(
    table: Table[State], play: Resolution, selector: Any, words: str, to: str
) -> list[str]:
    """The areas in which the chooser of a selector changes the marker, up to its number, or none; of what is
    controlled as one, the first area. What is named is not asked for."""
    state = table.state
    areas = [
        id
        for id in groups_named(state, play, selector)
        if state.control.get(facts().areas[id].group, NEUTRAL) != to
    ]
    if not areas or isinstance(selector, str) or len(selector.get("ids", ())) == 1:
        return areas
    answer = await table.ask(
        Request[ChooseAreas | ChooseNone](
            chooser(state, play, selector),
            "card_areas",
            f"{play.title}: {words}",
            "6.2.5",
            partial(fill_areas, areas=tuple(areas), most=selector.get("pick", 1)),
        )
    )
    match answer:
        case ChooseAreas(area, more):
            bind_area(play, selector, area)
            return [area, *more]
        case ChooseNone():
            return []


def fill_areas(menu: Menu, areas: Sequence[str], most: int) -> None:
    for area in menu.pick("area", areas):
        others = [other for other in areas if other != area] if most > 1 else []
        menu.offer(ChooseAreas(area), board.control_name(area), more=subset_of(others, most - 1))
    menu.offer(ChooseNone())
