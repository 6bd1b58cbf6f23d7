"""Predicates that were narrowed for speed, against plain twins; and errors of each kind, planted, are found."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from pbem.games.plantagenet_1450 import bot_politics as politics
from pbem.games.plantagenet_1450 import conditions
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_movement as areas
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450 import s11_3_sea as sea
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450 import s16_4_5_4_exile as exile
from pbem.games.plantagenet_1450 import s16_4_5_movement as movement
from pbem.games.plantagenet_1450 import s16_4_6_2_subsidiaries as subsidiaries
from pbem.games.plantagenet_1450 import s16_4_6_13_retreat as retreat
from pbem.games.plantagenet_1450 import s16_4_6_combat as combat
from pbem.games.plantagenet_1450.board_picture import pieces
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.s16_4_5_movement import Moving
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450 import plain

SEEDS = 10
POINTS = 4
"""Every way of so many points is walked by the twin."""


def around(state: State) -> list[str]:
    """The hexes where somebody stands, and those beside them."""
    held = {one.at for one in state.leaders.values() if one.at in facts().hexes}
    return sorted(held | {to for at in held for to in plain.beside(at)} | {facts().berwick})


def pairs(state: State) -> Iterator[tuple[str, Any, Any]]:
    """A predicate, what it says of a position, and what its twin says."""
    hexes = around(state)
    for at in hexes:
        yield "holder", board.holder(state, at), plain.holder(state, at)
        yield "port", board.port(state, at), plain.open_port(state, at)
        yield "flights", set(exile.refuges(state, at)), plain.flights(state, at)
        yield "beside", set(facts().beside[at]), set(plain.beside(at))
        shown = [piece.id for piece in pieces(state, (at,))]
        there = [id for id, one in state.leaders.items() if one.at == at]
        yield "pieces", sorted(shown), sorted(there)
    for side in SIDES:
        foe = plain.OPPONENT[side]
        forts = {at for at in facts().forts if board.holds_fort(state, side, at)}
        yield "forts", board.forts_of(state, side), forts
        own = [id for id in facts().leaders if state.leaders[id].side == side]
        yield (
            "free",
            leaders.free(state, side),
            [id for id in own if state.leaders[id].status == "free"],
        )
        for at in hexes:
            yield "at", leaders.at(state, at, side), plain.people(state, side, at)
        shut, risky, taken = (
            zones.closed_hexes(state, side),
            zones.zones(state, side),
            zones.enemies(state, side),
        )
        for at in hexes:
            yield "closed", at in shut, plain.is_closed(state, side, at)
            yield "zones", at in risky, plain.is_in_zone(state, side, at)
            yield "enemies", at in taken, bool(plain.people(state, foe, at))
            yield "open", zones.is_open(state, side, at), plain.may_stand(state, side, at)
            armed = [state.leaders[id] for id in plain.people(state, foe, at)]
            yield (
                "target",
                combat.is_target(state, side, at),
                any(one.army and not one.inside and not one.rides for one in armed),
            )
        for area in sorted({facts().hexes[at].area for at in hexes}):
            yield (
                "stations",
                set(stacks.stations(state, side, area)),
                plain.stations(state, side, area),
            )
            yield (
                "room",
                stacks.has_room(state, side, area),
                bool(plain.stations(state, side, area)),
            )
        yield from pairs_of_leaders(state, side)
        yield from pairs_abroad(state, side)
        yield from pairs_of_forces(state, side)
        yield "heirs", conditions.heirs(state, side), plain.heirs(side)


def pairs_of_leaders(state: State, side: str) -> Iterator[tuple[str, Any, Any]]:
    some = [id for id in leaders.free(state, side) if state.leaders[id].at in facts().hexes]
    for number, id in enumerate(some):
        at = state.leaders[id].at
        bound = plain.is_in_zone(state, side, at)
        moving = Moving(
            id, POINTS, bound, moved=bool(number % 3 == 2), unseen=bool(number % 4 == 3)
        )
        found = {to: (way.cost, way.path) for to, way in movement.ways(state, moving).items()}
        yield "reached", sorted(movement.reached(state, moving)), sorted(found)
        yield "ways", found, plain.ways(state, id, POINTS, bound, moving.moved, moving.unseen)
        for to in plain.beside(at):
            yield "can_enter", zones.can_enter(state, id, to), plain.may_enter(state, id, to)
        most = leaders.rating(state, id).quality + 2
        ends = {one.to: (one.breaches, one.path) for one in retreat.refuges(state, id, at)}
        far = plain.retreats(state, id, most)
        able = {
            to: end
            for to, end in far.items()
            if board.is_abroad(to) or board.distance(at, to) >= retreat.LEAST
        }
        near = {to: (many + 1, way) for to, (many, way) in far.items()}
        yield "retreats", ends, able or near
        area = facts().hexes[at].area
        yield "borders", set(areas.ways(state, id)) - set(facts().areas), plain.over_borders(area)
        sails = {to: one.cost for to, one in sea.voyages(state, id).items()}
        yield "voyages", sails, plain.voyages(state, side, area)
        reach = {to for to in areas.ways(state, id) if to in facts().areas}
        yield "marches", reach, plain.marches(state, side, area)


def pairs_of_forces(state: State, side: str) -> Iterator[tuple[str, Any, Any]]:
    """Of the forces beside one enemy one attacks, and the others try to join."""
    own = [id for id in leaders.free(state, side) if state.leaders[id].at in facts().hexes]
    for target in sorted(zones.enemies(state, side) & set(facts().hexes))[:2]:
        near = [id for id in own if state.leaders[id].at in facts().beside[target]]
        for main, other in pairwise(near):
            at = state.leaders[other].at
            if at != state.leaders[main].at:
                ours = subsidiaries.highest(state, main, target, at)
                yield "joins", ours, plain.joins_on(state, main, target, at)


def pairs_abroad(state: State, side: str) -> Iterator[tuple[str, Any, Any]]:
    some = [id for id in leaders.free(state, side) if board.is_abroad(state.leaders[id].at)]
    for id in some:
        land = board.territory(state.leaders[id].at)
        state.leaders[id].fled, state.campaign_turn = 1, 2
        yield "landings", set(exile.landings(state, id)), plain.landings(state, side, land)
        sails = {to: one.cost for to, one in sea.voyages(state, id).items()}
        yield "homecomings", sails, plain.homecomings(state, side, land)
        yield "borders", set(areas.ways(state, id)), plain.over_borders(land)


def differing(seeds: int = SEEDS) -> Iterator[str]:
    for seed in range(seeds):
        state = plain.strewn(f"strewn {seed}")
        for name, ours, theirs in pairs(state):
            if ours != theirs:
                yield f"{name} of position {seed}: {ours}, and the plain twin {theirs}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_fast_predicates_say_what_their_plain_twins_say(seed: int) -> None:
    state = plain.strewn(f"strewn {seed}")
    for name, ours, theirs in pairs(state):
        assert ours == theirs, name


@pytest.mark.parametrize("side", SIDES)
def test_c118_the_nearest_open_hex_of_an_area_is_the_first(side: str) -> None:
    for seed in range(SEEDS):
        state = plain.strewn(f"strewn {seed}")
        for area in facts().areas:
            some = stacks.stations(state, side, area)
            if len(some) > 1:
                home = anchor(area)
                assert some[0] == min(some, key=lambda at: (board.distance(home, at), at))


@pytest.mark.slow
def test_the_map_is_as_far_as_the_hexes_tell() -> None:
    hexes = list(facts().hexes)
    for goal in ("tower", *random.Random("far").sample(hexes, 6)):
        at = goal if goal in facts().hexes else facts().area_hexes[goal][0]
        assert board.costs_to(at) == plain.cheapest(at)
        for to in random.Random(at).sample(hexes, 12):
            assert board.distance(at, to) == plain.apart(at, to)


def test_the_tables_of_the_map_say_what_its_rows_say() -> None:
    rows = facts().hexes.values()
    for area in facts().areas:
        inside = [one.id for one in rows if one.area == area]
        assert list(facts().area_hexes[area]) == inside
        assert [anchor(area)] == [one.id for one in rows if one.area == area and one.anchor][:1]
        ports = [one.id for one in rows if one.area == area and one.port]
        assert list(facts().ports.get(area, ())) == ports
        assert all(board.area_of(at) == facts().areas[area] for at in inside)
        along = [road for road in facts().highways if area in road.areas]
        assert facts().roads_by[area] == along
        for road in along:
            links = list(map(set, pairwise(road.areas)))
            assert set(road.beside[area]) == {
                to for one in links if area in one for to in one - {area}
            }
    assert sorted(facts().leaders, key=facts().rank.__getitem__) == list(facts().leaders)
    assert board.area_of("foreign:france") is None


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_a_robot_remembers_of_areas_is_what_it_would_work_out_anew(seed: int) -> None:
    state = plain.strewn(f"strewn {seed}")
    for side in SIDES:
        reach = politics.reaches(state, side)
        for area in facts().areas:
            assert reach[area] == pytest.approx(plain.prospects(state, side, area))


# -- planted errors ---------------------------------------------------------------------------------


def no_berwick(state: State, at: str) -> bool:
    return False


def marker_alone(state: State, at: str) -> str:
    area = facts().forts.get(at)
    return state.control.get(area.group, "") if area is not None else ""


def never_reduced(state: State, at: str) -> bool:
    return False


def captives_too(state: State, side: str) -> list[str]:
    held = ("free", "captive")
    return [
        id
        for id in facts().leaders
        if state.leaders[id].side == side and state.leaders[id].status in held
    ]


def inside_too(leader: Any) -> bool:
    return not leader.rides


def nobody_alone(state: State, id: str) -> set[str]:
    side = state.leaders[id].side
    return zones.closed_hexes(state, side) | zones.enemies(state, side)


def all_alone(state: State, id: str) -> set[str]:
    return zones.closed_hexes(state, state.leaders[id].side)


def no_zones(state: State, side: str, leaving: str = "") -> set[str]:
    return set()


WHOLE_ZONES = zones.zones


def shared_too(state: State, side: str, leaving: str = "") -> set[str]:
    return WHOLE_ZONES(state, side)


def nobody(state: State, side: str) -> set[str]:
    return set()


def never_besieged(state: State, side: str, area: str) -> bool:
    return False


def everywhere(state: State, side: str, area: str) -> int:
    return 1


def at_the_port(state: State, side: str, port: str) -> str:
    return port if zones.is_open(state, side, port) else ""


def nothing_closed(state: State, side: str, among: Any = None) -> set[str]:
    return set()


def no_pretender(state: State, side: str) -> list[str]:
    return []


PLANTED: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "Berwick is forgotten": (board, "is_scottish", no_berwick),
    "the marker is asked, not the garrison": (board, "holder", marker_alone),
    "a reduced castle is held": (board, "is_reduced", never_reduced),
    "captives count as free": (leaders, "free", captives_too),
    "who is inside stands in the field": (leaders, "in_field", inside_too),
    "lone leaders bar the way": (zones, "barred", nobody_alone),
    "forces do not bar the way": (zones, "barred", all_alone),
    "no Zones of Control": (zones, "zones", no_zones),
    "who shares the hex has one": (zones, "zones", shared_too),
    "enemies are walked through": (zones, "enemies", nobody),
    "a siege stops nobody on a road": (areas, "is_besieged", never_besieged),
    "every port is friendly": (sea, "cost", everywhere),
    "nobody comes ashore beside a castle": (exile, "ashore", at_the_port),
    "a force joins as if nobody stood in its way": (zones, "closed_hexes", nothing_closed),
    "the Pretender is an heir": (conditions, "pretenders", no_pretender),
}


@pytest.mark.slow
@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_error_is_found(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*PLANTED[planted])
    assert next(differing(), "")


def without_rivers() -> dict[str, frozenset[str]]:
    return {
        at: frozenset(to for to in facts().beside[at] if to not in facts().forts)
        for at in facts().hexes
    }


def into_castles() -> dict[str, frozenset[str]]:
    return {
        at: frozenset(to for to in facts().beside[at] if frozenset((at, to)) not in facts().rivers)
        for at in facts().hexes
    }


@pytest.mark.parametrize("made", [without_rivers, into_castles])
def test_an_error_in_a_prepared_table_is_found(
    made: Callable[[], dict[str, frozenset[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts(), "zone_of", made())
    assert next(differing(), "")


@pytest.mark.slow
def test_an_error_in_the_prepared_ports_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        facts(), "ports", {area: one for area, one in facts().ports.items() if area != "bamburgh"}
    )
    assert next(differing(), "")
