"""Beside the map: hands, the battle line, and the blocks of each area, standing or lying (3.1, C96).

Of enemy blocks that stand upright no more is here than how many they are; the Rebel is the only black block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.picture import LIES, STANDS, Token, Tray, battle_row, face_down, tray, tray_row
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES
from pbem.games.richard_iii.position_words import PARTIES, fighter_words, own_words
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s2_2_shields import firepower
from pbem.games.richard_iii.s6_2_turns import initiative, next_blocks
from pbem.games.richard_iii.s6_3_attacks import field, reserves
from pbem.games.richard_iii.state import Contest, State

INITIATIVES = ("A", "B", "C", "D")

KEY = (
    ("letter", "when it acts, A before B, C and D"),
    ("number", "hits on this or less"),
    ("dots on the upper edge", "strength left"),
    ("dots on the other edges", "strength after hits"),
)
"""What is on a block in battle."""


def trays(state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
    """All that `side` ("york", "lancaster" or "public") may see; `state` is veiled for it."""
    return (
        *_line(state, side),
        *_cards(state, side, known),
        *_areas(state, side),
        *_pools(state, side),
    )


def _cards(state: State, reader: str, known: Mapping[str, str]) -> Iterator[Tray]:
    """1.1 The cards of this Game Turn, and hands: one's own, of the other their number."""
    played = [
        (f"{blocks.side_name(side)} played", (_card(id, side),))
        for side, id in sorted(state.played.items())
    ]
    if played:
        yield Tray("Cards of this Game Turn", (tray_row("", played),), near=True)
    for owner in sorted(SIDES, key=lambda side: side != reader):
        hand = state.hands[owner]
        face_up = [_card(known[slot], owner) for slot in hand if owner == reader and slot in known]
        hidden = face_down("card", owner, len(hand) - len(face_up))
        title = "Your hand" if owner == reader else f"Hand of {blocks.side_name(owner)}"
        yield from tray(title, *face_up, *hidden, side=owner, near=owner == reader)


def _card(id: str, side: str) -> Token:
    what = card(id)
    points = (f"{what.ap} AP",) if what.ap else ()
    return Token("card", what.name, side, card=id, notes=points)


def _line(state: State, reader: str) -> Iterator[Tray]:
    """6.2 The battle that is fought: who acts in which order, and the Reserves (C41)."""
    contest = state.contests.get(state.fighting)
    if contest is None or contest.over:
        return
    able = next_blocks(state, contest)
    rows = []
    for side, role in ((contest.defender, "defends"), (contest.attacker, "attacks")):
        fighters = field(state, contest, side)
        ranks = [
            (
                f"{letter}",
                tuple(
                    _fighter(state, contest, id, id in able)
                    for id in fighters
                    if initiative(contest, id) == letter
                ),
            )
            for letter in INITIATIVES
        ]
        late = _upright(state, reserves(state, contest, side), side, reader)
        title = f"{blocks.side_name(side)} {role}"
        rows.append(battle_row(title, (*ranks, ("Reserve", late)), side))
    moment = f"round {contest.round}" if contest.round else "before round 1"
    title = f"Battle of {board.name(contest.at)}, {moment}"
    yield Tray(title, tuple(rows), near=True, place=contest.at, key=KEY)


def _fighter(state: State, contest: Contest, id: str, is_next: bool) -> Token:
    """A block that is revealed in battle, with its face up. `is_next`: may it act now?"""
    power = f"{initiative(contest, id)}{firepower(state, contest, id)}"
    acted_note = ("acted",) if id in contest.acted else ()
    words = fighter_words(state, contest, id) + (", may act now" if is_next else "")
    return Token(
        "block",
        blocks.name(id),
        blocks.side_of(state, id),
        id,
        notes=(power, *acted_note),
        words=words,
        pose=LIES,
        steps=state.blocks[id].strength,
        full=blocks.block_facts(id).strength,
        active=is_next,
    )


def _areas(state: State, reader: str) -> Iterator[Tray]:
    """The blocks of each area: one's own as their owner sees them, the enemy's from behind."""
    battle, control = state.contests.get(state.fighting), board.Control(state)
    fallen: dict[tuple[str, str], list[str]] = {}
    for id, block in state.blocks.items():
        if block.face_down:
            fallen.setdefault((block.at, blocks.side_of(state, id)), []).append(id)
    for place in board.north_to_south():
        if battle is not None and not battle.over and place == battle.at:
            continue  # they are in the battle line
        rows = []
        for side in SIDES:
            standing = _upright(state, control.at(place, side), side, reader)
            down = tuple(_fallen(id, side) for id in fallen.get((place, side), ()))
            if standing or down:
                rows.append(tray_row(PARTIES[side], (("", standing), ("face-down", down)), side))
        if rows:
            yield Tray(board.name(place), tuple(rows), place=place)


def _upright(state: State, ids: Iterable[str], side: str, reader: str) -> tuple[Token, ...]:
    """C96 The other side's blocks in no order but that the Rebel, the only black one, comes last."""
    if side == reader:
        return tuple(_own(state, id, side) for id in ids)
    upright = list(ids)
    rebel = [_rebel(side)] if blocks.REBEL in upright else []
    return (*face_down("block", side, len(upright) - len(rebel)), *rebel)


def _own(state: State, id: str, side: str) -> Token:
    return Token(
        "block",
        blocks.name(id),
        side,
        id,
        notes=(blocks.rating(id),),
        words=own_words(state, id),
        pose=STANDS,
        steps=state.blocks[id].strength,
        full=blocks.block_facts(id).strength,
    )


def _rebel(side: str) -> Token:
    """His colour is known to all, his strength is not."""
    name = blocks.name(blocks.REBEL)
    return Token("block", name, side, blocks.REBEL, words=f"{name}, the black block")


def _fallen(id: str, side: str) -> Token:
    """6.83 Whose block lies face-down all have seen."""
    return Token(
        "block",
        blocks.name(id),
        side,
        id,
        words=f"{blocks.name(id)} lies face-down until the campaign ends",
        pose=LIES,
    )


def _pools(state: State, reader: str) -> Iterator[Tray]:
    """5.4 The pools; of the blocks that fell this campaign their number is told there, as in the report."""
    for owner in sorted(SIDES, key=lambda side: side != reader):
        ids = [id for id in blocks.blocks_of(state, owner) if state.blocks[id].at == "pool"]
        ready = [id for id in ids if not state.blocks[id].face_down]
        upright = _upright(state, ready, owner, reader)
        fallen = face_down("block", owner, len(ids) - len(ready))
        title = "Your pool" if owner == reader else f"Pool of {blocks.side_name(owner)}"
        if ids:
            groups = (("", upright), ("face-down", fallen))
            yield Tray(title, (tray_row("", groups, owner),), owner)
