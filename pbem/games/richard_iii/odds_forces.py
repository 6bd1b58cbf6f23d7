"""Forces for a battle that has not come yet, and what may hide behind the enemy's upright blocks.

norfolk, york 3                as they stand now, or with the strength that you type
middlesex: all; sussex: march  attackers by the area that they come from, the Main Attack first
clifford 2, 3 unknown          blocks drawn from all that could be there
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping

from msgspec import Struct, field

from pbem.engine.odds import one_of
from pbem.errors import BadQuestion
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s6_3_attacks import ATTACK_BORDERS, REINFORCE_BORDERS
from pbem.games.richard_iii.state import Contest, State
from pbem.games.richard_iii.veil import hidden

WHY_NOT = {
    "dead": "is dead",
    "enemy": "serves the other side",
    "minor": "is a minor",
    "tower": "is a prisoner",
}


class Group(Struct):
    """Blocks that come the same way, `area`, or stand there ("").

    Attributes:
        named: block to strength, 0 as it is. `unknown`: how many more, of whom nobody knows.
    """

    area: str = ""
    named: dict[str, int] = field(default_factory=dict)
    unknown: int = 0


def area_named(text: str) -> str:
    """An area by its key, its name or its city; "" for "". Raises BadQuestion."""
    for id, area in facts().areas.items():
        if text.strip() and text.strip().lower() in (area.name.lower(), area.city.lower()):
            return str(id)
    return one_of(text, list(facts().areas), "area")


def block_named(state: State, side: str, text: str) -> str:
    """A side's block by its word in order lines. Raises BadQuestion."""
    words: dict[str, str] = {
        blocks.word(id): id
        for id in facts().blocks
        if blocks.block_facts(id).side in (side, "pretender")
    }
    return words.get(one_of(text, list(words), f"block of {blocks.side_name(side)}"), "")


def read(state: State, side: str, text: str, secret: Collection[str]) -> list[Group]:
    """A side's blocks as typed, the `secret` ones without names. Raises BadQuestion."""
    groups = [_group(state, side, part, secret) for part in text.split(";") if part.strip()]
    seen: set[str] = set()
    for group in groups:
        for id in group.named:
            if id in seen:
                raise BadQuestion(why=f"{blocks.name(id)} is named twice")
            seen.add(id)
    return groups


def _group(state: State, side: str, text: str, secret: Collection[str]) -> Group:
    """Blocks as typed, such as `area: york 3, 2 unknown` or `area: all`. `secret`: blocks whose names the reader does not know."""
    area_text, colon, blocks_text = text.partition(":")
    group = Group(area_named(area_text) if colon else "")
    for part in filter(
        None, (part.strip() for part in (blocks_text if colon else text).split(","))
    ):
        many = re.fullmatch(r"(\d{1,2})\s+(?:unknown|blocks?)(?:\s+blocks?)?", part, re.IGNORECASE)
        if many:
            group.unknown += int(many[1])
        elif part.lower() == "all" and group.area:
            ids = board.at(state, group.area, side)
            group.named |= {id: 0 for id in ids if id not in secret}
            group.unknown += sum(id in secret for id in ids)
        else:
            words = re.fullmatch(r"(.*?)\s+(\d)", part)
            id = block_named(state, side, words[1] if words else part)
            group.named[id] = int(words[2]) if words else 0
            _fit(state, id, group.named[id])
    return group


def _fit(state: State, id: str, strength: int) -> None:
    """May this block be in a battle, and so strong? Raises BadQuestion."""
    why = WHY_NOT.get(state.blocks[id].at, "lies face-down" if state.blocks[id].face_down else "")
    if why:
        raise BadQuestion(why=f"{blocks.name(id)} {why}")
    most = blocks.block_facts(id).strength
    if strength > most:
        raise BadQuestion(why=f"{blocks.name(id)} has at most strength {most}")


def place(state: State, side: str, at: str, groups: list[Group], secret: list[str]) -> list[Group]:
    """Put exactly these blocks into an area; the same groups with names only. Raises BadQuestion.

    Stand-ins of `secret` are taken for blocks that nobody knows. A named block of the enemy takes the place of a
    stand-in there, so that as many stay elsewhere.
    """
    strengths = {id: strength for group in groups for id, strength in group.named.items()}
    for id, strength in strengths.items():
        stand_ins = [
            stand_in
            for stand_in in secret
            if state.blocks[stand_in].at == at and stand_in not in strengths
        ]
        if id in secret and state.blocks[id].at != at and stand_ins:
            state.blocks[stand_ins[0]].at = state.blocks[id].at
        state.blocks[id].at = at
        state.blocks[id].strength = strength or state.blocks[id].strength
    nearest = sorted(
        (stand_in for stand_in in secret if stand_in not in strengths),
        key=lambda id: (
            (at, "pool").index(state.blocks[id].at) if state.blocks[id].at in (at, "pool") else 2,
            id,
        ),
    )
    full: list[Group] = []
    for group in groups:
        if group.unknown > len(nearest):
            raise BadQuestion(why=f"{blocks.side_name(side)} has no {group.unknown} unknown blocks")
        nearby, nearest = nearest[: group.unknown], nearest[group.unknown :]
        for id in nearby:
            state.blocks[id].at, state.blocks[id].face_down = at, False
        full.append(Group(group.area, {**group.named, **dict.fromkeys(nearby, 0)}))
    fighter_ids = {id for group in full for id in group.named}
    for id in board.at(state, at, side):
        if id not in fighter_ids:
            blocks.place(state, id, "pool")
    return full


def ways_in(state: State, at: str, groups: list[Group], origins: Mapping[str, str]) -> list[Group]:
    """6.3 Attackers by the border that they cross, the Main Attack first. Raises BadQuestion.

    The border is that typed, else that of the area where they are, else whichever border is left.
    """
    by_border: dict[str, Group] = {}
    for group in groups:
        for id, strength in group.named.items():
            way = group.area or origins.get(id, "")
            if group.area and way not in board.neighbours(at):
                raise BadQuestion(why=f"{board.name(way)} does not border {board.name(at)}")
            way = way if way in board.neighbours(at) else ""
            by_border.setdefault(way, Group(way)).named[id] = strength
    stray = by_border.pop("", None)
    by_way = list(by_border.values())
    if not any(group.area for group in groups):
        by_way.sort(key=lambda group: -len(group.named))
    if stray is not None and not by_way:
        by_way.append(Group(_widest(at)))
    if stray is not None:
        by_way[0].named |= stray.named
    for group in by_way[:ATTACK_BORDERS]:
        border = board.border(at, group.area)
        if len(group.named) > border.surprise_limit and stray is None:
            raise BadQuestion(
                why=f"{len(group.named)} blocks cannot cross the {border.color} border between "
                f"{board.name(group.area)} and {board.name(at)} (5.21)"
            )
    if len(by_way) > ATTACK_BORDERS:
        raise BadQuestion(why=f"an attack uses at most {ATTACK_BORDERS} borders (6.3)")
    return by_way


def _widest(at: str) -> str:
    """The border over which most blocks can come."""
    return max(board.neighbours(at), key=lambda way: board.border(at, way).limit)


def check_reinforcements(at: str, groups: list[Group]) -> None:
    """6.3 Raises BadQuestion."""
    ways = [group.area for group in groups if group.area]
    for way in ways:
        if way not in board.neighbours(at):
            raise BadQuestion(why=f"{board.name(way)} does not border {board.name(at)}")
    if len(ways) > REINFORCE_BORDERS:
        raise BadQuestion(why=f"reinforcements use at most {REINFORCE_BORDERS} borders (6.3)")


# What may be hidden


class Unknown(Struct, frozen=True):
    """A side's blocks of whom the asker knows only where one stands; `spots` are their stand-ins.

    Attributes:
        ids: who may be any of them. `on_map`: those who are never in a pool.
    """

    side: str
    ids: tuple[str, ...]
    on_map: frozenset[str]


def unknown(state: State, side: str, known: set[str]) -> Unknown:
    """C88 King and Pretender never wait in a pool, nor do mercenaries with a home abroad."""
    ids = tuple(id for id in hidden(state, side) if id not in known)
    heads = {state.king, blocks.pretender(state)}
    fixed = {id for id in ids if id in heads or blocks.block_facts(id).death == "exile_home"}
    return Unknown(side, ids, frozenset(fixed))


def draw(state: State, side: Unknown, dice: random.Random) -> None:
    """Other blocks behind the same stand-ins, all equally likely, at full strength."""
    spots = list(side.ids)
    dice.shuffle(spots)
    # Spots outside the pool first, for those who must not be in it.
    spots.sort(key=lambda id: state.blocks[id].at == "pool")
    first = [id for id in side.ids if id in side.on_map]
    others = [id for id in side.ids if id not in side.on_map]
    map_spots = [id for id in spots if state.blocks[id].at != "pool"]
    mapped = dice.sample(map_spots, min(len(first), len(map_spots)))
    rest = [id for id in spots if id not in mapped]
    dice.shuffle(others)
    pairs = dict(zip([*mapped, *rest], [*first, *others], strict=True))
    stand(state, pairs)


def stand(state: State, pairs: Mapping[str, str]) -> None:
    """Blocks at full strength behind the stand-ins: `pairs` has the same names on both sides."""
    places = {spot: state.blocks[spot].at for spot in pairs}
    for spot, id in pairs.items():
        state.blocks[id].at, state.blocks[id].strength = (
            places[spot],
            blocks.block_facts(id).strength,
        )
    for contest in state.contests.values():
        rename(contest, pairs)
    if state.phase is not None:
        state.phase.moved = [pairs.get(id, id) for id in state.phase.moved]
        state.phase.moving = pairs.get(state.phase.moving, state.phase.moving)


def rename(contest: Contest, names: Mapping[str, str]) -> None:
    """Put other blocks in place of those that a battle names, by the pairs in `names`."""
    contest.came = {names.get(id, id): way for id, way in contest.came.items()}
    contest.reserve = [names.get(id, id) for id in contest.reserve]
    contest.openers = [names.get(id, id) for id in contest.openers]
    contest.acted = [names.get(id, id) for id in contest.acted]
