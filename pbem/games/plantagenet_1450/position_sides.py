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
    """One side's part of the position: leaders, armies, areas, Force Pool and cards.

    `known`: the cards that the reader may name, by slot.
    """
    yield Heading(SIDES[side].people)
    to_come = [one["id"] for _, one in expected(state)]
    mine = [id for id, one in state.leaders.items() if one.side == side and id not in to_come]
    yield _leaders(state, [id for id in mine if state.leaders[id].status in ("free", "captive")])
    if armies := [_army(state, id) for id in _by_place(state, mine) if state.leaders[id].army]:
        yield Figure("Armies in their boxes (10.3.2)", tuple(armies))
    areas_held = [name for group, name in _groups() if state.control.get(group) == side]
    rows = {
        f"Control of areas ({len(areas_held)})": _listed(areas_held),
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
            f"{facts().forts[at].fort_name} {glance(garrison.units)}",
            heard=f"{facts().forts[at].fort_name} with {leaders.army_text(garrison.units)}",
        )
        for at, garrison in state.garrisons.items()
        if garrison.side == side and garrison.units
    )


def _sieges(state: State, side: str) -> list[str]:
    """The fortifications that the other side has reduced or besieges."""
    return [
        f"{facts().forts[at].fort_name} ({'reduced' if siege.reduced else f'under siege, +{siege.bonus}'})"
        for at, siege in state.sieges.items()
        if siege.by != side
    ]


def _dead(state: State, side: str) -> list[str]:
    return [
        leaders.name(id)
        for id, leader in state.leaders.items()
        if leader.side == side and leader.status == "dead"
    ]


def _leaders(state: State, some: list[str]) -> ReportTable:
    return ReportTable(
        "Leaders: Loyalty-Command-Tactical-Quality, fatigue marker, army",
        ("Leader", "Rated", "Where", "Fatigue", "Army", "Status"),
        tuple(_leader(state, id) for id in some),
    )


def _leader(state: State, id: str) -> tuple[Cells, ...]:
    leader = state.leaders[id]
    return (
        (Cell(leaders.name(id), piece=id, side=board.flag(leader.side)),),
        (Cell(rated(state, id), heard=rated_heard(state, id)),),
        (Cell(where(leader), place=place(state, leader)),),
        cells(marker(leader.fatigue)),
        _glanced(leader.army),
        cells(status(leader)),
    )


def _glanced(army: list[Unit]) -> Cells:
    """An army in short; its units are named in their boxes, so who listens hears how many."""
    if not army:
        return ()
    heard = "1 unit" if len(army) == 1 else f"{len(army)} units"
    return (Cell(glance(army), heard=heard),)


def place(state: State, leader: LeaderState) -> str:
    """The place on the map where he is drawn: a hex in a Campaign, an area otherwise, or a territory."""
    area = board.area_of(leader.at)
    if area is None or state.in_campaign:
        return board.word(leader.at)
    return area.id


def _army(state: State, id: str) -> Mat:
    """16.3 The units on his Army Track, and how many more he can command."""
    leader = state.leaders[id]
    kinds = {"pool": "", "own": "his own", "called": "called to the battle"}
    lines = []
    for origin, words in kinds.items():
        some = [unit for unit in leader.army if unit.origin == origin]
        if some:
            lines.append(Item(cells(leaders.army_text(some), words)))
    command = leaders.rating(state, id).command
    free = command - leaders.commanded(leader.army) - len(leaders.carried(state, id))
    lines.append(Item(cells(f"{free} of {command} places of Command are free")))
    if leader.fatigue:
        lines.append(Item(cells(f"Fatigue marker {marker(leader.fatigue)} (16.4.4)")))
    side = board.flag(leader.side)
    return Mat(
        Cell(leaders.name(id), piece=id, side=side),
        tuple(lines),
        Cell(where(leader), place=place(state, leader)),
    )


def _neutrals(state: State) -> Iterator[AnyPart]:
    """C218 The part of the position about neutral leaders who can still choose a side, and on which dice."""
    some = undecided(state)
    if not some:
        return
    yield Heading("Neutral")
    yield _leaders(state, list(some))
    lines = [
        Item(
            cells(
                _listed(f"{board.side_name(side)} on {dice(dice_by_side[side])}" for side in SIDES)
            ),
            leader_name,
        )
        for id, dice_by_side in some.items()
        for leader_name in (leaders.name(id),)
    ]
    words = f"Whom they join in a battle within {within(state)} hexes (20.0)"
    yield Items(tuple(lines), words)


def _expected(state: State) -> Iterator[AnyPart]:
    """Who comes while the Campaign lasts."""
    lines = [
        Item(
            cells(
                f"{board.side_name(state.leaders[reinforcement['id']].side)}, at {board.name(reinforcement['hex'])}, "
                f"with {leaders.army_text(state.leaders[reinforcement['id']].army)}"
            ),
            f"Campaign turn {turn}: {leaders.name(reinforcement['id'])}",
        )
        for turn, reinforcement in expected(state)
    ]
    if lines:
        yield Items(tuple(lines), "Reinforcements")


def _listed(some: Iterable[str]) -> str:
    return ", ".join(some) or "nothing"
