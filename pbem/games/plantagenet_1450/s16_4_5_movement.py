"""16.4.5 Movement from hex to hex: terrain, roads, Zones of Control, and at least one hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from heapq import heappop, heappush

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.once import Once
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Option, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_4_flood as flood
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_7_lone_leaders import surprise
from pbem.games.plantagenet_1450.state import State


@decision("{leader}: march {to}", rule="16.4.5")
class March(Decision):
    """By the cheapest way; who wants another one goes there in several marches."""

    leader: Piece
    to: Place


@decision("{leader}: march towards {to}", rule="16.4.5")
class MarchTowards(Decision):
    """There, or as far as he gets; then he stops."""

    leader: Piece
    to: Place


@decision("{leader}: stop", rule="16.4.5", passes=True)
class Halt(Decision):
    leader: Piece


class Way(Struct, frozen=True):
    """How a hex is reached: the hexes entered on the way, the hex itself last, and what they cost."""

    cost: int
    path: tuple[str, ...]


class Moving(Struct):
    """An activation on the move.

    Attributes:
        points: what is left. `moved`: it has entered a hex. `bound`: it stands in the Zone of Control in
            which it began. `stopped`: it has entered one. `unseen`: it ignores them all (C163).
        by: the side that says where it goes. `watched`: a river was in its way (C164).
    """

    leader: str
    points: int
    bound: bool
    moved: bool = False
    stopped: bool = False
    unseen: bool = False
    by: str = ""
    watched: bool = False


async def move(
    table: Table[State], id: str, points: int, unseen: bool = False, by: str = ""
) -> None:
    """16.4.5 March by march, until the points are spent, a Zone of Control stops him or he halts.

    Args:
        points: his movement points.
        unseen: he ignores Zones of Control, by a card.
        by: who moves him, if that is not his own side (C218).
    """
    state = table.state
    leader = state.leaders[id]
    bound = not unseen and leader.at in zones.zones(state, leader.side)
    moving = Moving(id, points, bound, unseen=unseen, by=by or leader.side)
    while not moving.stopped and leaders.is_free(state, id):
        reach = ways_of(state, moving)
        if not reach[id]:
            return
        match await table.ask(
            Request[March | MarchTowards | Halt](
                moving.by,
                "march",
                f"Where does {leaders.the(id, goes_on=True)} march with {count_text(moving.points, 'movement point')}?",
                "16.4.5",
                partial(fill_marches, state=state, moving=moving, reach=reach),
                workings=reach,
            )
        ):
            case March(_, to):
                await march(table, moving, reach[id][to])
            case MarchTowards(_, to):
                nearest = nearest_to(state, moving, to, reach[id])
                if nearest != leader.at:
                    await march(table, moving, reach[id][nearest])
                return
            case Halt():
                return


def ways_of(state: State, moving: Moving) -> Once[str, dict[str, Way]]:
    """The ways of the leader who moves, found once a question."""
    return Once(lambda _: ways(state, moving))


def fill_marches(
    menu: Menu, state: State, moving: Moving, reach: Once[str, dict[str, Way]]
) -> None:
    """`reach`: see `ways_of`."""
    id = moving.leader
    if menu.wants(March):
        menu.offer_each(partial(marching, id, reach[id]), menu.pick("to", reach[id]))
        menu.bar_more(partial(bar_marches, state=state, moving=moving))
    if menu.wants(MarchTowards):
        goals = menu.pick("to", goals_of(state, moving))
        menu.offer_each(partial(towards, state, moving, reach), goals)
    menu.offer(Halt(id))


def marching(id: str, reach: Mapping[str, Way], to: str) -> Option:
    return Option(March(id, to), note=partial(way_note, reach[to]))


def goals_of(state: State, moving: Moving) -> list[str]:
    """Castles, the chief hexes of areas, and hexes where somebody else stands."""
    goals = {*facts().forts, *(one.at for one in state.leaders.values())}
    origin = state.leaders[moving.leader].at
    return [to for to, one in facts().hexes.items() if (one.anchor or to in goals) and to != origin]


def towards(state: State, moving: Moving, reach: Once[str, dict[str, Way]], to: str) -> Option:
    def note() -> str:
        return f"as far as {board.name(nearest_to(state, moving, to, reach[moving.leader]))}"

    return Option(MarchTowards(moving.leader, to), note=note)


def nearest_to(state: State, moving: Moving, to: str, reach: dict[str, Way]) -> str:
    """Where he comes nearest to a hex, by what it costs over a map without enemies; of two such the nearer one."""
    origin = state.leaders[moving.leader].at
    reached = {origin: 0} | {at: way.cost for at, way in reach.items()}
    return board.nearest(reached).get(to) or min(reached, key=lambda at: (reached[at], at))


def way_note(way: Way) -> str:
    """What it costs and where it leads through."""
    through = ", ".join(map(board.name, way.path))
    return f"{count_text(way.cost, 'point')}: {through}"


def bar_marches(menu: Menu, state: State, moving: Moving) -> None:
    """Why the other hexes around cannot be entered, and those farther off cannot be reached."""
    mover = state.leaders[moving.leader]
    for to in facts().hexes:
        menu.bar(March(moving.leader, to), partial(why_not, state, moving, mover.at, to))


def why_not(state: State, moving: Moving, at: str, to: str) -> str:
    side = state.leaders[moving.leader].side
    if to == at:
        return "already there (16.4.5)"
    if board.is_scottish(state, to):
        return "it is in Scottish hands (C11)"
    if to in zones.closed_hexes(state, side, (to,)):
        return "the enemy holds the fortification (16.4.6.1)"
    if not zones.can_enter(state, moving.leader, to):
        return "an enemy force is there: attack it from a hex next to it (16.4.6)"
    if moving.bound and to in zones.zones(state, side, leaving=at):
        return (
            "he begins in a Zone of Control and must leave it before he enters another (16.4.5.3)"
        )
    return f"{moving.points} movement points do not reach it (16.4.5)"


def ways(state: State, moving: Moving) -> dict[str, Way]:
    """The hexes that a force can reach from where it is, each with its cheapest way.

    Of two ways of one cost that with fewer hexes comes first, then the lower ids. A way ends in the first
    Zone of Control and in the first hex of a lone leader.
    """
    leader = state.leaders[moving.leader]
    enemy_zones: set[str] = set() if moving.unseen else zones.zones(state, leader.side)
    first_step_barred = (
        zones.zones(state, leader.side, leaving=leader.at) if moving.bound else set()
    )
    enemy_hexes = zones.enemies(state, leader.side)
    closed_hexes = zones.barred(state, moving.leader)
    steps, most = facts().steps, moving.points
    ways_by_hex: dict[str, Way] = {}
    no_way_yet = (0, 0, ())
    best: dict[str, tuple[int, int, tuple[str, ...]]] = {leader.at: no_way_yet}
    heap: list[tuple[int, int, tuple[str, ...], str]] = [(*no_way_yet, leader.at)]
    while heap:
        cost, length, path, at = heappop(heap)
        if at in ways_by_hex:
            continue
        ways_by_hex[at] = Way(cost, path)
        if path and (at in enemy_zones or at in enemy_hexes):
            continue
        for to, price in steps[at].items():
            paid = cost + price
            if (
                paid > most
                or to in ways_by_hex
                or to in closed_hexes
                or (not path and to in first_step_barred)
            ):
                continue
            best_way = best.get(to)
            if best_way is not None and best_way[:2] < (paid, length + 1):
                continue
            way = (paid, length + 1, (*path, to))
            if best_way is None or way < best_way:
                best[to] = way
                heappush(heap, (*way, to))
    if not moving.moved:
        for to in facts().beside[leader.at]:  # at least one hex, whatever it costs (C162)
            if to not in first_step_barred and to not in ways_by_hex and to not in closed_hexes:
                ways_by_hex[to] = Way(moving.points, (to,))
    return {to: ways_by_hex[to] for to in sorted(ways_by_hex) if ways_by_hex[to].path}


def reached(state: State, moving: Moving) -> Iterator[str]:
    """The hexes to which a force has `ways`, for whoever does not ask by which: the nearest first."""
    leader = state.leaders[moving.leader]
    origin, side, steps = leader.at, leader.side, facts().steps
    ends = zones.enemies(state, side) | (set() if moving.unseen else zones.zones(state, side))
    closed_hexes = zones.barred(state, moving.leader)
    barred_first = zones.zones(state, side, leaving=origin) if moving.bound else set()
    settled: set[str] = set()
    heap = [(0, origin)]
    while heap:
        cost, at = heappop(heap)
        if at in settled:
            continue
        settled.add(at)
        if at != origin:
            yield at
            if at in ends:
                continue
        for to, price in steps[at].items():
            if cost + price > moving.points or to in settled or to in closed_hexes:
                continue
            if at != origin or to not in barred_first:
                heappush(heap, (cost + price, to))
    if not moving.moved:
        yield from (to for to in steps[origin] if to not in closed_hexes | barred_first | settled)


async def march(table: Table[State], moving: Moving, way: Way) -> None:
    """16.4.5.3 Move a leader and his army along a way. A flood may stop him, and so does a Zone of Control at its end."""
    state = table.state
    leader = state.leaders[moving.leader]
    start, path = leader.at, way.path
    bank = 0 if moving.watched else flood.crossing((start, *path))
    if bank:
        moving.watched = True
        edge = (start, *path)[bank - 1]
        if await flood.stops(table, moving.leader, edge, path[bank - 1]):
            moving.stopped, path = True, path[: bank - 1]
    if not path:
        return
    to = path[-1]
    through = f"through {board.path_text(path[:-1])} " if path[:-1] else ""
    table.say(
        "16.4.5",
        f"{leaders.subject(moving.leader)} marches {through}to {board.name(to)}"
        f"{leaders.along(state, moving.leader)}.",
        "move",
        about=(
            board.flag(leader.side),
            start,
            to,
            moving.leader,
            *leaders.followers(state, moving.leader),
        ),
        via=way.path[:-1],
    )
    moving.points -= way.cost
    moving.moved = True
    if path[:-1]:
        leaders.go(state, moving.leader, path[-2])
    await surprise(table, moving.leader, to)
    leaders.go(state, moving.leader, to)
    moving.stopped |= not moving.unseen and to in zones.zones(state, leader.side)
    moving.bound = False
