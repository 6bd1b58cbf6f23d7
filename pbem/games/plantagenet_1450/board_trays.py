"""Beside the map: hands, the impulse, the Battle Board, and the armies on their Army Tracks (6.0, 7.2, 10.3, 16.4.6.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pbem.engine.picture import (
    LIES,
    Group,
    Token,
    Tray,
    TrayRow,
    face_down,
    signs_on,
    tray,
    tray_row,
)
from pbem.engine.prose import count_text
from pbem.engine.table import NAMED
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.position_sides import place
from pbem.games.plantagenet_1450.position_words import (
    fatigue_text,
    glance,
    rated,
    rated_heard,
    status,
    where,
)
from pbem.games.plantagenet_1450.s16_3_deployment import pool
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, State

RATINGS = "Loyalty, Command, Tactical, Quality"
ORIGINS = {"pool": "", "own": "own", "called": "called", "levy": "Levies"}


def trays(state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
    """All that `side` ("york", "lancaster" or "public") may see, whose hidden slots are `known`."""
    owners = sorted(SIDES, key=lambda owner: owner != side)
    return (
        *_board(state, side),
        *_impulse(state),
        *(tray for owner in owners for tray in _hand(state, owner, side, known)),
        *(tray for owner in owners for tray in _armies(state, owner)),
        *(tray for owner in owners for tray in _pool(state, owner)),
    )


def _hand(state: State, owner: str, reader: str, known: Mapping[str, str]) -> Iterator[Tray]:
    """7.1.7 What the reader may name of a hand; of the rest how many they are. The Plot card lies apart."""
    face_up, hidden, plot = list[Token](), 0, list[Token]()
    for slot in cards.slots(state, owner):
        card = slot.removeprefix(NAMED) if slot.startswith(NAMED) else known.get(slot, "")
        if state.plot.get(owner) == slot:
            plot += [_card(card)] if card else face_down("card", owner)
        elif card:
            face_up.append(_card(card))
        else:
            hidden += 1
    groups = (("", (*face_up, *face_down("card", owner, hidden))), ("Plot card", tuple(plot)))
    title = "Your hand" if owner == reader else f"Hand of {board.side_name(owner)}"
    if face_up or hidden or plot:
        yield Tray(title, (tray_row("", groups, owner),), owner, near=owner == reader)


def _card(id: str) -> Token:
    """In the colour of the side that it is for, whoever holds it; a split card has neither."""
    card = facts().cards[id]
    side = next((side for side in SIDES if cards.COLOURS[side] == card.colour), "")
    points = count_text(card.points, "point")
    notes = (id, points) if card.points else (id,)
    return Token("card", card.title, side, card=id, notes=notes)


def _impulse(state: State) -> Iterator[Tray]:
    """7.2 Whose play it is, and the Intrigue points that he has left (8.0)."""
    if not state.plays or not state.impulse or state.winner or state.in_campaign:
        return
    name = board.side_name(state.plays)
    point_tokens = [
        Token(
            "chit",
            "Intrigue",
            points.side,
            count=points.left,
            words=f"{points.left} of {points.given} left",
        )
        for points in state.points
        if points.left
    ]
    words = f"{name} plays impulse {state.impulse}"
    play_token = Token("chit", name, state.plays, count=state.impulse, words=words, active=True)
    yield from tray("Impulse", play_token, *point_tokens, near=True)


def _armies(state: State, owner: str) -> Iterator[Tray]:
    """10.3.2 Leaders in play: their army on its track, and who is with them; those with most units first."""
    mine = [
        id
        for id, leader in state.leaders.items()
        if leader.side == owner and leader.status in ("free", "captive")
    ]
    for id in sorted(mine, key=lambda id: -len(state.leaders[id].army)):
        leader = state.leaders[id]
        groups = []
        for origin, words in ORIGINS.items():
            some = Counter(unit.kind for unit in leader.army if unit.origin == origin)
            groups.append((words, _units(some, owner)))
        free = leaders.room(state, id)
        if free and leader.status == "free":
            room = Token("chit", "free", count=free, words=f"{free} more can be commanded")
            groups.append(("", (room,)))
        title = f"{leaders.name(id)}, {where(leader)}"
        rows = (tray_row("", (("", (_leader(state, id),)), *groups), owner),)
        yield Tray(title, rows, owner, piece=id, place=place(state, leader))


def _leader(state: State, id: str, units: str = "") -> Token:
    """10.3 His counter: Loyalty, Command, Tactical, Quality, his `units` if they are not next to him, and what lies on it."""
    leader = state.leaders[id]
    fatigue_words = fatigue_text(leader.fatigue) if leader.fatigue else ""
    notes = tuple(filter(None, (units, fatigue_words, status(leader))))
    return Token(
        "counter",
        facts().leaders[id].short,
        board.flag(leader.side),
        id,
        notes=(rated(state, id), *notes),
        words=", ".join((f"{leaders.name(id)}: {rated_heard(state, id)}", *notes)),
        pose=LIES if leader.status == "captive" else "",
    )


def _units(some: Mapping[str, int], side: str, able: bool = False) -> tuple[Token, ...]:
    """`able`: they can be chosen, by their type."""
    return tuple(
        Token(
            "chit",
            kind.abbr,
            side,
            id if able else "",
            count=some[id],
            words=f"{some[id]} {kind.name}",
        )
        for id, kind in facts().units.items()
        if some.get(id)
    )


def _pool(state: State, owner: str) -> Iterator[Tray]:
    """The Force Pool."""
    some = Counter(unit.kind for unit in pool(state, owner))
    yield from tray(f"Force Pool of {board.side_name(owner)}", *_units(some, owner), side=owner)


def _board(state: State, reader: str) -> Iterator[Tray]:
    """16.4.6.7 The leaders who fight, and the Battle Board, a row a side, from the highest column down."""
    battle = state.battle
    if battle is None:
        return
    rows = [row_ for side in battle.leaders for row_ in _fights(state, battle, side, reader)]
    moment = f", round {battle.round}" if battle.round else ""
    title = f"Battle at {board.short_name(battle.at)}{moment}"
    units = signs_on(rows, ((one.abbr, one.name) for one in facts().units.values()))
    tokens = (token for row in rows for group in row.groups for token in group.tokens)
    rating = next((token.notes[0] for token in tokens if token.kind == "counter"), "")
    key = (((rating, RATINGS),) if rating else ()) + units
    yield Tray(title, tuple(rows), near=True, place=board.word(battle.at), key=key)


def _fights(state: State, battle: Battle, side: str, reader: str) -> Iterator[TrayRow]:
    """One side's rows of the battle tray: the leader it has committed, the others, then its units by column."""
    role = "attacks" if side == battle.attacker else "defends"
    ids = [id for id in battle.leaders[side] if id not in battle.aside]
    committed_id = battle.committed.get(side, "")
    tokens = {
        id: _leader(state, id, glance(army) if (army := state.leaders[id].army) else "")
        for id in ids
    }
    committed_tokens = tuple(one for id, one in tokens.items() if id == committed_id)
    other_tokens = tuple(one for id, one in tokens.items() if id != committed_id)
    groups = (
        ("committed", committed_tokens),
        ("the others" if committed_tokens else "", other_tokens),
    )
    wins = ", and has won" if side == battle.winner else ""
    yield tray_row(f"{board.side_name(side)} {role}{wins}", groups, side)
    if battle.fighters:
        # Before the Melee (16.4.6.8) the reader may choose whom of the enemy a shot hits.
        targets = not battle.round and reader in SIDES and reader != side
        yield TrayRow(tuple(_columns(battle, side, targets)), side=side)


def _columns(battle: Battle, side: str, targets: bool) -> Iterator[Group]:
    """The columns in which anybody stands, empty ones too, so that those of both sides are one below the other.
    `targets`: those that stand can be chosen."""
    low, high = facts().columns
    columns = {fighter.column for fighter in battle.fighters}
    titles = {WAVERING: "Wavering", ELIMINATED: "Eliminated"}
    for column in (*range(high, low - 1, -1), WAVERING, ELIMINATED):
        if column not in columns:
            continue
        some = Counter(
            fighter.kind
            for fighter in battle.fighters
            if fighter.side == side and fighter.column == column
        )
        able = targets and column not in titles
        yield Group(_units(some, side, able), titles.get(column, f"Column {column}"))
