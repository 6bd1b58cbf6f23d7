"""Beside the map: impulses, the battle line, the regions with their nobles, and the boxes (2.2, 5.0, 7.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.engine.picture import LIES, STANDS, Token, Tray, signs_on, tray, tray_row
from pbem.engine.prose import count_text
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import NEUTRAL, SIDES, facts
from pbem.games.warriors.position_words import PARTIES, home, marks, noble
from pbem.games.warriors.s7_3_attack import SECOND_MISS, attack_words
from pbem.games.warriors.state import State

CALLED = {"campaign": "Campaigns left", "place_noble": "Placings left"}
"""What the impulses of a step are spent on."""
ASKED_OF = {"tower": ("tower",), "drawn": ("draft", "reinforcements")}
"""Steps whose questions are about the nobles of a box."""
FOUGHT = ("withdrawal", "pursuit")
"""Steps of a battle after the attacks of a round."""
RATINGS = (("★ 2-4 NM", "stars, battle and leadership, home region"),)
"""A counter as it is printed."""
MARKS = (
    ("neutral", "of neither side's colour"),
    ("turncoat", "of the enemy's colour"),
    ("2nd life", "out of the game if killed again"),
    ("infirm", "his stars count for his Troops alone"),
)
"""What else is next to a noble, see `position_words.marks`."""


def trays(state: State) -> tuple[Tray, ...]:
    """All that there is to see; everybody may."""
    return (*_impulses(state), *_line(state), *_regions(state), *_boxes(state))


def _impulses(state: State) -> Iterator[Tray]:
    """5.0 Both markers on their way down; whose turn it is stands out."""
    if state.step not in CALLED:
        return
    # Both take turns, and who has the Initiative has one more: so whose it is the markers tell (5.0).
    first, second = state.order()
    turn = first if state.impulses[first] == state.impulses[second] else second
    rows = []
    for side in (first, second):
        impulses, now = state.impulses[side], side == turn
        words = f"{count_text(impulses, 'impulse')} left" + (" after this one" if now else "")
        marker = Token("chit", "left", side, count=impulses, words=words)
        acts = (Token("chit", "this one", side, count=1, words="acts now", active=True),)
        rows.append(tray_row(PARTIES[side], (("", acts if now else ()), ("", (marker,))), side))
    yield Tray(CALLED[state.step], tuple(rows), near=True)


def _line(state: State) -> Iterator[Tray]:
    """7.0 The tray of the battle: both armies, their commanders, and the Hits still to be taken."""
    battle = state.battle
    if battle is None:
        return
    rounds_missed = min(battle.missed, SECOND_MISS)
    after = "after " if battle.step in FOUGHT else ""
    moment = f"{after}round {battle.round}" if battle.round else "before round 1"
    rows = []
    for side in (battle.aggressor, state.enemy(battle.aggressor)):
        army = nobles.at(state, battle.at, side)
        is_led = len(battle.commanders) == len(SIDES) and army
        commander = battle.commanders[side] if is_led else ""
        hits = battle.hits.get(side)
        parts = (
            PARTIES[side],
            "aggressor" if side == battle.aggressor else "",
            f"strength {nobles.strength(state, army)}"
            + (f" ({attack_words(state, side)})" if is_led else ""),
            f"{count_text(hits, 'Hit')} to take" if hits else "",
        )
        commander_token = _counters(state, [id for id in army if id == commander])
        other_counters = _counters(state, [id for id in army if id != commander])
        groups = (
            ("commander", commander_token),
            ("the others" if commander else "", other_counters),
        )
        rows.append(tray_row(", ".join(filter(None, parts)), groups, side))
    marker = f", Missed! marker {rounds_missed}" if rounds_missed else ""
    title = f"Battle in {board.name(battle.at)}, {moment}{marker}"
    key = (*RATINGS, *signs_on(rows, MARKS))
    yield Tray(title, tuple(rows), near=True, place=battle.at, key=key)


def _counters(state: State, ids: Iterable[str]) -> tuple[Token, ...]:
    return tuple(_counter(state, id) for id in ids)


def _counter(state: State, id: str) -> Token:
    """2.2.1 Stars, battle and leadership rating and home, as printed; Troops beside him."""
    face, piece = nobles.face(state, id), state.nobles[id]
    colour = nobles.colour(state, id)
    troops = (f"{count_text(piece.troops, 'Troop')}",) if board.on_map(piece.at) else ()
    return Token(
        "counter",
        nobles.name(state, id),
        "" if colour == NEUTRAL else colour,
        id,
        notes=(
            f"{'★' * face.stars} {face.battle}-{face.leadership} {home(state, id)}",
            *troops,
            *marks(state, id),
        ),
        words=f"{noble(state, id)}: {nobles.ratings(state, id)}",
        pose=LIES if piece.disgraced else STANDS,
    )


def _regions(state: State) -> Iterator[Tray]:
    """Each region with its nobles, but the one that is fought for."""
    places = facts().places
    for id in sorted(places, key=lambda id: (places[id].y, places[id].x)):
        if state.battle is not None and state.battle.at == id:
            continue
        armies = [(side, nobles.at(state, id, side)) for side in SIDES]
        rows = [
            tray_row(PARTIES[side], (("", _counters(state, ids)),), side)
            for side, ids in armies
            if ids
        ]
        if rows:
            holder = board.controller(state, id)
            holder_name = nobles.side_name(holder) if holder else "uncontrolled"
            worth = f"{places[id].vp} VP, {holder_name}" if board.is_region(id) else "exile"
            yield Tray(f"{board.name(id)}: {worth}", tuple(rows), place=id)


def _boxes(state: State) -> Iterator[Tray]:
    """The Covert Boxes, the Tower, and who was drawn; the cup follows from what is in play (C29)."""
    for side in SIDES:
        title = f"{nobles.side_name(side)}'s Covert Box"
        yield from tray(title, *_counters(state, nobles.covert(state, side)), side=side)
    prisoners, drawn_nobles = nobles.prisoners(state), nobles.face_up_nobles(state)
    yield from tray(
        "Tower of London", *_counters(state, prisoners), near=state.step in ASKED_OF["tower"]
    )
    yield from tray("Drawn", *_counters(state, drawn_nobles), near=state.step in ASKED_OF["drawn"])
    yield from tray("In the cup", *_counters(state, nobles.cup(state)))
