"""10.0 Leaders: whom they serve, what they are rated, and the units that they command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pbem.engine.prose import listing
from pbem.games.plantagenet_1450.facts import NEUTRAL, SIDES, Rating, facts
from pbem.games.plantagenet_1450.state import LeaderState, State, Unit

MOST_FATIGUE = 4
LEVIES = "levies"
TITLES = ("Duke of", "Earl of", "Marquess of")


def name(id: str) -> str:
    """Without a byname such as `, the Kingmaker`, which a sentence cannot go on behind."""
    return facts().leaders[id].name.partition(", the ")[0]


def names(ids: Iterable[str]) -> str:
    """`Warwick, Norfolk and Fauconberg`."""
    return listing(map(name, ids)) or "nobody"


def the(id: str, goes_on: bool = False) -> str:
    """Within a sentence: `the Earl of Devon (Courtenay)`, `Lord Stanley`.

    Args:
        goes_on: words follow, and `Richard, Duke of York,` has a second comma before them.
    """
    words = name(id)
    article = words.startswith(TITLES) or words.endswith("Pretender")
    return "the " * article + words + "," * (goes_on and ", " in words)


def the_names(ids: Iterable[str], goes_on: bool = False) -> str:
    """`Henry VI and the Earl of Devon (Courtenay)`, within a sentence."""
    *some, last = [*ids] or [""]
    if not last:
        return "nobody"
    words = listing([*(the(id, goes_on=True) for id in some), the(last, goes_on)])
    return words.replace(",,", ",")


def subject(id: str) -> str:
    """Where a sentence begins: `The Earl of Devon (Courtenay)`, `Richard, Duke of York,`."""
    return subjects([id])


def subjects(ids: Iterable[str]) -> str:
    """Where a sentence begins: `The Earl of Devon (Courtenay) and Lord Stanley`."""
    words = the_names(ids, goes_on=True)
    return words[0].upper() + words[1:]


def rating(state: State, id: str) -> Rating:
    """10.3 His ratings for the side that he serves; while he serves none, those of the first that he may."""
    ratings, side = facts().leaders[id].ratings, state.leaders[id].side
    return ratings[side] if side != NEUTRAL else next(iter(ratings.values()))


def free(state: State, side: str) -> list[str]:
    """A side's leaders in play who are no captives, in the order of `leaders.toml`."""
    return in_order(
        [id for id, one in state.leaders.items() if one.side == side and one.status == "free"]
    )


def in_order(some: list[str]) -> list[str]:
    """In that of `leaders.toml`."""
    return sorted(some, key=facts().rank.__getitem__) if len(some) > 1 else some


def is_free(state: State, id: str) -> bool:
    return id in state.leaders and state.leaders[id].status == "free"


def at(state: State, place: str, side: str) -> list[str]:
    """The free leaders of a side in a hex, riders among them."""
    return in_order(
        [
            id
            for id, leader in state.leaders.items()
            if leader.at == place and leader.side == side and leader.status == "free"
        ]
    )


def with_force(state: State, place: str, side: str) -> list[str]:
    """Those of them who stand in the field: not inside a fortification and not riding (C70, C166)."""
    return [id for id in at(state, place, side) if in_field(state.leaders[id])]


def in_field(leader: LeaderState) -> bool:
    return not leader.inside and not leader.rides


def commands(state: State, id: str) -> bool:
    """C145 Who is out of his wits takes no troops, is not activated and leads nobody."""
    return not state.leaders[id].mad


def carried(state: State, id: str) -> list[str]:
    """Who rides with him (16.4.5.5)."""
    return [rider for rider, leader in state.leaders.items() if leader.rides == id]


def captives_of(state: State, id: str) -> list[str]:
    """Whom he takes along as captives (C147)."""
    return [one for one, leader in state.leaders.items() if leader.captor == id]


def picked_up(state: State, id: str) -> list[str]:
    """Whom he carries outside Campaigns (11.1)."""
    return [one for one, leader in state.leaders.items() if leader.carrier == id]


def followers(state: State, id: str) -> list[str]:
    """Who goes where he goes: those whom he carries, his captives, and whoever depends on one of them."""
    ids = [id]
    for other_id in ids:
        near = (
            *carried(state, other_id),
            *picked_up(state, other_id),
            *captives_of(state, other_id),
        )
        ids += [other for other in near if other not in ids]
    return ids[1:]


def along(state: State, id: str, ordered: Sequence[str] = ()) -> str:
    """` with Henry VI and the captive Norfolk`: who goes where he goes, for a story; "" for nobody.

    Args:
        ordered: those whom the order names, first.
    """
    some = [*ordered, *(one for one in followers(state, id) if one not in ordered)]
    held = "the captive "
    captive = {one: state.leaders[one].status == "captive" for one in some}
    words = [f"{held}{name(one)}" if captive[one] else the(one) for one in some]
    return f" with {listing(words)}" if words else ""


def move_event(state: State, id: str, start: str, to: str) -> tuple[str, ...]:
    """What the event of his move is about: his side, the places, he and who goes along."""
    return (state.leaders[id].side, start, to, id, *followers(state, id))


def go(state: State, id: str, to: str) -> None:
    """He stands there now, and so do all who depend on him (16.4.5.5, 11.1, C147)."""
    for each in (id, *followers(state, id)):
        state.leaders[each].at = to
        state.leaders[each].inside = False


def tire(state: State, id: str, levels: int = 1) -> None:
    """Fatigue never passes 4 (C176)."""
    leader = state.leaders[id]
    leader.fatigue = min(MOST_FATIGUE, leader.fatigue + levels)


def own_men(id: str) -> list[Unit]:
    """10.3.5 Two Men-at-Arms for a royal leader, one for a noble."""
    return [Unit("men_at_arms", "own")] * facts().own_men[facts().leaders[id].royal]


def commanded(army: Iterable[Unit]) -> int:
    """How many units count against Command: not a leader's own (C55)."""
    return sum(unit.origin != "own" for unit in army)


def room(state: State, id: str) -> int:
    """10.3.2 How many more units he can command; who rides with him takes a place (C212)."""
    used = commanded(state.leaders[id].army) + len(carried(state, id))
    return max(0, rating(state, id).command - used)


def counted(kind: str, count: int) -> str:
    """`2 Knights`, `1 unit of Knights`, `no Knights`."""
    name = facts().units[kind].name
    return f"1 unit of {name}" if count == 1 else f"{count or 'no'} {name}"


def army_text(army: Sequence[Unit]) -> str:
    """`2 Longbowmen and 1 unit of Knights`, in the order of `units.toml`."""
    many = Counter(unit.kind for unit in army)
    some = [counted(kind, many[kind]) for kind in facts().units if many[kind]]
    return listing(some) or "no units"


def counters_left(state: State, side: str, kind: str) -> int:
    """C169 How many more units of a type a side's counters allow; own Men-at-Arms need none. Who changes sides
    takes his along (P6): then there are none beyond those of both sides together."""
    limit = facts().units[kind].counters
    used = {one: in_use(state, one, kind) for one in (*SIDES, NEUTRAL)}
    return max(0, min(limit - used[side], limit * len(SIDES) - sum(used.values())))


def in_use(state: State, side: str, kind: str) -> int:
    """The counters of a type that lie on a side's armies, garrisons and Force Pool."""
    armies = [one.army for one in state.leaders.values() if one.side == side]
    armies += [one.units for one in state.garrisons.values() if one.side == side]
    used = sum(unit.kind == kind and unit.origin != "own" for army in armies for unit in army)
    if state.battle is not None and kind == LEVIES:
        used += state.battle.levies.get(side, 0)
    return used + state.pool.get(side, {}).get(kind, 0)


def in_play(state: State) -> list[str]:
    """Everybody on the map or abroad, captives too, York first and neutrals last."""
    return [
        id
        for side in (*SIDES, NEUTRAL)
        for id in facts().leaders
        if id in state.leaders
        and state.leaders[id].side == side
        and state.leaders[id].status in ("free", "captive")
    ]
