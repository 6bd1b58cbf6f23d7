"""The conditions of `effects.md`: prerequisites of cards, goals of turns, what scenarios are won by.

`controls(lancaster,kent)`, `legit_lead(york)>=-3`, `!flag(berwick_scottish)`: a predicate, what it is about, and
for some a number that it is compared with; `!` negates.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct

from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s17_sole_king as kings
from pbem.games.plantagenet_1450.facts import ABROAD, NEUTRAL, facts
from pbem.games.plantagenet_1450.state import State
from pbem.patterns import Pattern

_PREDICATE = Pattern(r"(!?)(\w+)(?:\(([^)]*)\))?(?:(<=|>=|=)(-?\d+))?")
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
}
ANY = "any"
BOUND = "$"
"""How the name of something bound earlier in a card begins."""


class Condition(Struct, frozen=True):
    """A condition, read: `compared` and `number` for those that count something."""

    negated: bool
    name: str
    about: tuple[str, ...]
    compared: str = ""
    number: int = 0


class Around(Struct, frozen=True):
    """What the words of a condition stand for.

    Attributes:
        self: the side whose event it is; "" where there is none.
        bound: `$name` to the leader or area it was bound to.
        king: the side of `king`; "" for that of the sole king or the Protector (C102).
    """

    self: str = ""
    bound: Mapping[str, str] = {}
    king: str = ""


NOTHING = Around()


@lru_cache(maxsize=1000)
def parsed(text: str) -> Condition:
    """A condition as it is written in the data. Raises Impossible for text that is none."""
    match = _PREDICATE.compiled.fullmatch(text)
    if match is None:
        raise Impossible(f"{text} is no condition")
    negated, name, about, compared, number = match.groups()
    words = tuple(word.strip() for word in about.split(",")) if about else ()
    return Condition(bool(negated), name, words, compared or "", int(number or 0))


def holds(state: State, text: str, around: Around = NOTHING) -> bool:
    """Does a condition hold? Raises Impossible for one that is not in `effects.md`."""
    condition = parsed(text)
    return _truth(state, condition, around) != condition.negated


def all_hold(state: State, texts: tuple[str, ...] | list[str], around: Around = NOTHING) -> bool:
    return all(holds(state, text, around) for text in texts)


def side_of(state: State, word: str, around: Around) -> str:
    """`self`, `enemy`, `king`, a side, `none` or `any`; "" for a king who is not there."""
    match word:
        case "self":
            return around.self
        case "enemy":
            return state.enemy(around.self)
        case "king":
            return around.king or kings.sole_king(state)
        case _:
            return word


def _truth(state: State, condition: Condition, around: Around) -> bool:
    """Does a condition hold? Names that a card has bound, and `self`, are looked up in `around`."""
    if condition.compared:
        return _COMPARED[condition.compared](_count(state, condition, around), condition.number)
    about = tuple(around.bound.get(word.removeprefix(BOUND), word) for word in condition.about)
    match condition.name, about:
        case "controls", (side, area):
            holder = state.control.get(facts().areas[area].group, NEUTRAL)
            return holder == (NEUTRAL if side == "none" else side_of(state, side, around))
        case "in_play", (id,):
            return id in state.leaders and state.leaders[id].status in ("free", "captive")
        case "alive", (id,):
            return id in state.leaders and state.leaders[id].status != "dead"
        case "dead" | "free" | "captive" as status, (id,):
            return id in state.leaders and state.leaders[id].status == status
        case "in_england", (id,):
            return leaders.is_free(state, id) and board.in_england(state.leaders[id].at)
        case "foreign", (id, territory):
            return leaders.is_free(state, id) and state.leaders[id].at == ABROAD + territory
        case "side", (id, side):
            return id in state.leaders and state.leaders[id].side == side_of(state, side, around)
        case "crowned", (id,):
            return id in state.leaders and is_crowned(state, id)
        case "was_crowned", (id,):
            return id in state.were_crowned
        case "leader_in", (side, place):
            owner = side_of(state, side, around)
            some = leaders.free(state, owner)
            if (
                owner == around.self
            ):  # C145: who is out of his wits is none that his side's card needs
                some = [id for id in some if leaders.commands(state, id)]
            return any(is_in(state, id, place) for id in some)
        case "sole_king", (side,):
            return _is_side(kings.sole_king(state), side_of(state, side, around))
        case "king_exists", ():
            return bool(kings.sole_king(state))
        case "victory_king", (side,):
            return _is_side(kings.victory_king(state), side_of(state, side, around))
        case "all_heirs_dead", (side,):
            return all(state.leaders[id].status == "dead" for id in heirs(state, side))
        case "heir_in_play", (side,):
            some = [*heirs(state, side), *pretenders(state, side)]
            return any(state.leaders[id].status in ("free", "captive") for id in some)
        case "crowned_claimant", (side,):
            return any(kings.is_king(state, id) for id in leaders.free(state, side))
        case "flag", (name,):
            return name in state.flags or (name == "henry_incapacitated" and is_mad(state))
        case "leader_in_hex", (side, at):
            return bool(leaders.at(state, at, side))
        case "dead_or_captive", (id,):
            return state.leaders[id].status in ("dead", "captive")
        case "attacker" | "defender" | "winner" | "committed" as part, (side,):
            return _in_battle(state, part, side_of(state, side, around))
        case _:
            raise Impossible(f"{condition.name}({','.join(condition.about)}) is no condition")


def _count(state: State, condition: Condition, around: Around) -> int:
    """The number that a condition compares: areas, Legitimacy, Treasury, the turn, relations or units."""
    about = tuple(side_of(state, word, around) for word in condition.about)
    match condition.name, about:
        case "areas", (side,):
            return sum(holder == side for holder in state.control.values())
        case "legit", (side,):
            return state.legitimacy.get(side, 0)
        case "legit_lead", (side,):
            return state.legitimacy.get(side, 0) - state.legitimacy.get(state.enemy(side), 0)
        case "treasury", (side,):
            return state.treasury.get(side, 0)
        case "turn", ():
            return state.turn
        case "diplomacy", (side, territory):
            return level(state, side, territory)
        case "units_in_england", (side,):
            return units_in_england(state, side)
        case _:
            raise Impossible(f"{condition.name}({','.join(condition.about)}) counts nothing")


def _is_side(side: str, pattern: str) -> bool:
    return bool(side) and pattern in (side, ANY)


def _in_battle(state: State, part: str, side: str) -> bool:
    battle = state.battle
    if battle is None:
        return False
    match part:
        case "attacker":
            return side == battle.attacker
        case "defender":
            return side != battle.attacker
        case "winner":
            return side == battle.winner
        case _:
            return side in battle.committed


def is_in(state: State, id: str, place: str) -> bool:
    """Does he stand in an area or a foreign territory?"""
    at = state.leaders[id].at
    area = board.area_of(at)
    return at == place or (area is not None and area.id == place)


def is_crowned(state: State, id: str) -> bool:
    """C151 Crowned, and alive."""
    leader = state.leaders[id]
    return leader.crowned and leader.status != "dead"


def is_mad(state: State) -> bool:
    return any(one.mad for one in state.leaders.values())


def level(state: State, side: str, territory: str) -> int:
    """15.2 A side's level there, 0 if it has none."""
    relations = state.relations.get(territory)
    return relations.level if relations is not None and relations.side == side else 0


def heirs(state: State, side: str) -> list[str]:
    """18.2 The numbered heirs of a side short of the Pretender, and the king of the beginning before them (C105)."""
    some = [id for id in state.leaders if facts().leaders[id].faction == side]
    last = pretenders(state, side)
    royal = [id for id in some if facts().leaders[id].royal and id not in last]
    ranked = [id for id in royal if facts().leaders[id].succession >= 0]
    return sorted(ranked, key=lambda id: facts().leaders[id].succession)


def pretenders(state: State, side: str) -> list[str]:
    """18.2 Last in the order of succession; he comes by an event only (C105)."""
    last = max(one.succession for one in facts().leaders.values() if one.faction == side)
    return [
        id
        for id in state.leaders
        if facts().leaders[id].faction == side and facts().leaders[id].succession == last
    ]


def units_in_england(state: State, side: str) -> int:
    """Units of its armies and garrisons, leaders' own Men-at-Arms among them; the Force Pool is nowhere."""
    armies = [
        state.leaders[id].army
        for id in leaders.free(state, side)
        if board.in_england(state.leaders[id].at)
    ]
    held = [
        garrison.units
        for at, garrison in state.garrisons.items()
        if garrison.side == side and board.in_england(at)
    ]
    return sum(map(len, armies + held))
