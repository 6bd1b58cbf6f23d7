"""What each side has, for reports: leaders, armies in their boxes, areas, Force Pool, garrisons, hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.document import (
    AnyPart,
    Cell,
    Cells,
    Figure,
    Heading,
    Item,
    Items,
    Mat,
    ReportTable,
    cells,
)
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.position_turns import hand
from pbem.games.plantagenet_1450.position_words import (
    dice,
    glance,
    marker,
    rated,
    rated_heard,
    status,
    where,
)
from pbem.games.plantagenet_1450.s16_3_deployment import pool
from pbem.games.plantagenet_1450.s20_neutrals import undecided, within
from pbem.games.plantagenet_1450.s20_scenarios import expected
from pbem.games.plantagenet_1450.state import LeaderState, State, Unit


def parts(state: State, known: Mapping[str, str]) -> Iterator[AnyPart]:
    """York, Lancaster, neutrals, and who comes later."""
    for side in SIDES:
        yield from _side(state, side, known)
    yield from _neutrals(state)
    yield Heading("The rest")
    yield from _expected(state)
    if neutral := [name for id, name in _groups() if id not in state.control]:
        yield Items((Item(cells(_listed(neutral)), f"Neutral areas ({len(neutral)})"),))


def _groups() -> list[tuple[str, str]]:
    return [(group, facts().group_names[group]) for group in facts().groups]


def _side(state: State, side: str, known: Mapping[str, str]) -> Iterator[AnyPart]:
    yield Heading(SIDES[side].people)
    waiting = [one["id"] for _, one in expected(state)]
    mine = [id for id, one in state.leaders.items() if one.side == side and id not in waiting]
    yield _leaders(state, [id for id in mine if state.leaders[id].status in ("free", "captive")])
    if armies := [_army(state, id) for id in _by_place(state, mine) if state.leaders[id].army]:
        yield Figure("Armies in their boxes (10.3.2)", tuple(armies))
    held = [name for group, name in _groups() if state.control.get(group) == side]
    rows = {
        f"Control of areas ({len(held)})": _listed(held),
        "Force Pool": leaders.army_text(pool(state, side)),
    }
    if broken := _sieges(state, side):
        rows["Besieged or reduced"] = _listed(broken)
    if dead := _dead(state, side):
        rows["Dead"] = _listed(dead)
    items = [Item(cells(words), title) for title, words in rows.items()]
    items.append(Item(_garrisons(state, side) or cells("nothing"), "Garrisons"))
    yield Items((*items, hand(state, side, known)))


def _by_place(state: State, some: list[str]) -> list[str]:
    """Leaders in one place next to each other."""
    places = list(dict.fromkeys(state.leaders[id].at for id in some))
    return sorted(some, key=lambda id: places.index(state.leaders[id].at))


def _garrisons(state: State, side: str) -> Cells:
    return tuple(
        Cell(
            f"{facts().forts[at].fort_name} {glance(one.units)}",
            heard=f"{facts().forts[at].fort_name} with {leaders.army_text(one.units)}",
        )
        for at, one in state.garrisons.items()
        if one.side == side and one.units
    )


def _sieges(state: State, side: str) -> list[str]:
    """The fortifications that the other side has reduced or besieges."""
    return [
        f"{facts().forts[at].fort_name} ({'reduced' if one.reduced else f'under siege, +{one.bonus}'})"
        for at, one in state.sieges.items()
        if one.by != side
    ]


def _dead(state: State, side: str) -> list[str]:
    return [
        leaders.name(id)
        for id, one in state.leaders.items()
        if one.side == side and one.status == "dead"
    ]


def _leaders(state: State, some: list[str]) -> ReportTable:
    return ReportTable(
        "Leaders: Loyalty-Command-Tactical-Quality, fatigue marker, army",
        ("Leader", "Rated", "Where", "Fatigue", "Army", "Status"),
        tuple(_leader(state, id) for id in some),
    )


def _leader(state: State, id: str) -> tuple[Cells, ...]:
    one = state.leaders[id]
    return (
        (Cell(leaders.name(id), piece=id, side=board.flag(one.side)),),
        (Cell(rated(state, id), heard=rated_heard(state, id)),),
        (Cell(where(one), place=place(state, one)),),
        cells(marker(one.fatigue)),
        _glanced(one.army),
        cells(status(one)),
    )


def _glanced(army: list[Unit]) -> Cells:
    """An army in short; its units are named in their boxes, so who listens hears how many."""
    if not army:
        return ()
    heard = "1 unit" if len(army) == 1 else f"{len(army)} units"
    return (Cell(glance(army), heard=heard),)


def place(state: State, one: LeaderState) -> str:
    """The place on the map where he is drawn: a hex in a Campaign, an area otherwise, or a territory."""
    area = board.area_of(one.at)
    if area is None or state.in_campaign:
        return board.word(one.at)
    return area.id


def _army(state: State, id: str) -> Mat:
    """16.3 The units on his Army Track, and how many more he can command."""
    one = state.leaders[id]
    kinds = {"pool": "", "own": "his own", "called": "called to the battle"}
    lines = []
    for origin, words in kinds.items():
        some = [unit for unit in one.army if unit.origin == origin]
        if some:
            lines.append(Item(cells(leaders.army_text(some), words)))
    command = leaders.rating(state, id).command
    free = command - leaders.commanded(one.army) - len(leaders.carried(state, id))
    lines.append(Item(cells(f"{free} of {command} places of Command are free")))
    if one.fatigue:
        lines.append(Item(cells(f"Fatigue marker {marker(one.fatigue)} (16.4.4)")))
    side = board.flag(one.side)
    return Mat(
        Cell(leaders.name(id), piece=id, side=side),
        tuple(lines),
        Cell(where(one), place=place(state, one)),
    )


def _neutrals(state: State) -> Iterator[AnyPart]:
    """C218 Who may still choose, and on which dice."""
    some = undecided(state)
    if not some:
        return
    yield Heading("Neutral")
    yield _leaders(state, list(some))
    told = [
        Item(cells(_listed(f"{board.side_name(side)} on {dice(one[side])}" for side in SIDES)), who)
        for id, one in some.items()
        for who in (leaders.name(id),)
    ]
    words = f"Whom they join in a battle within {within(state)} hexes (20.0)"
    yield Items(tuple(told), words)


def _expected(state: State) -> Iterator[AnyPart]:
    """Who comes while the Campaign lasts."""
    told = [
        Item(
            cells(
                f"{board.side_name(state.leaders[one['id']].side)}, at {board.name(one['hex'])}, "
                f"with {leaders.army_text(state.leaders[one['id']].army)}"
            ),
            f"Campaign turn {turn}: {leaders.name(one['id'])}",
        )
        for turn, one in expected(state)
    ]
    if told:
        yield Items(tuple(told), "Reinforcements")


def _listed(some: Iterable[str]) -> str:
    return ", ".join(some) or "nothing"
