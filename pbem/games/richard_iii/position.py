"""The position as a side or the public may see it, as plain data for templates and JSON (C96).

Of enemy blocks only their number and colour in each area is shown; the Rebel is the only black block.
Blocks on the field of a battle are revealed while it is fought.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.position_words import (
    PARTIES,
    PARTY,
    STEPS,
    about,
    crown_words,
    fighter_words,
    headline,
    heir_words,
    now,
    own_words,
)
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s4_kingmaker import prisoner
from pbem.games.richard_iii.s6_3_attacks import SEA, field, reserves
from pbem.games.richard_iii.state import Contest, State

Plain = dict[str, Any]


def position(state: State, side: str, known: Mapping[str, str]) -> Plain:
    """All that `side` ("york", "lancaster" or "public") may see; no value in it is None.

    Args:
        known: secret slot to card, for slots that `side` may look at.
    """
    return {
        "now": now(state),
        "headline": headline(state),
        "headings": ["battle", "battle_round"],
        "sides": PARTIES,
        "scenario": {"id": state.scenario, "name": facts().scenarios[state.scenario]["name"]},
        "turn": _turn(state),
        "crown": f"{crown_words(state)}.",
        "phase": _phase(state),
        "battle": _battle(state),
        "contests": [
            _contest(state.contests[place])
            for place in sorted(state.contests)
            if place != state.fighting
        ],
        "map": [row for place in _north_to_south() if (row := _area(state, place, side))],
        "empty": ", ".join(
            board.name(place) for place in _north_to_south() if not _area(state, place, side)
        ),
        "houses": [_house(state, owner, side, known) for owner in SIDES],
        "winner": state.winner,
        "ending": state.ending,
    }


def _turn(state: State) -> Plain:
    title, rule = STEPS[state.step]
    return {
        "campaign": state.campaign,
        "last_campaign": state.last_campaign,
        "number": state.turn,
        "last": state.turns,
        "step": title,
        "rule": rule,
        "words": f"campaign {state.campaign} of {state.last_campaign}, "
        f"Game Turn {state.turn} of {state.turns}",
    }


def _phase(state: State) -> Plain:
    """Cards of this Game Turn, who is Player 1, and Action Points left."""
    played = {side: card(id).name for side, id in sorted(state.played.items())}
    if not played or not state.first:
        return {"played": {}, "first": "", "ap": 0, "words": ""}
    words = ", ".join(f"{blocks.side_name(side)} played {name}" for side, name in played.items())
    words += f"; {blocks.side_name(state.first)} is Player 1"
    left = state.phase.ap if state.phase else 0
    if state.phase:
        words += f"; {blocks.side_name(state.phase.side)} has {left} AP left"
    return {"played": played, "first": state.first, "ap": left, "words": words}


def _north_to_south() -> list[str]:
    areas = facts().areas
    return sorted(areas, key=lambda id: (bool(areas[id].exile), areas[id].y, areas[id].x))


def _area(state: State, place: str, side: str) -> Plain:
    """An area with something in it: numbers for everybody, blocks for their owner."""
    rows, counts = [], {}
    for owner in SIDES:
        here = board.at(state, place, owner)
        if not here:
            continue
        counts[owner] = len(here)
        rows.append(
            {
                "side": owner,
                "words": _count_words(owner, here),
                "blocks": [own_words(state, id) for id in here] if owner == side else [],
            }
        )
    down = [
        f"{blocks.name(id)} ({PARTY[blocks.side_of(state, id)]}) lies face-down"
        for id, block in state.blocks.items()
        if block.at == place and block.face_down
    ]
    held = prisoner(state)
    capital = held and board.area(place).city == "London"
    notes = down + ([f"{blocks.name(held)} is a prisoner in the Tower"] if capital else [])
    if not rows and not notes:
        return {}
    return {
        "id": place,
        "name": board.name(place),
        "about": about(place),
        "exile": board.area(place).exile,
        "contested": place in state.contests,
        "counts": counts,
        "sides": rows,
        "notes": notes,
    }


def _count_words(owner: str, here: list[str]) -> str:
    """`3 Yorkist blocks`, `a Lancastrian block and the Rebels`."""
    plain = [id for id in here if id != blocks.REBEL]
    parts = []
    if plain:
        number = "a" if len(plain) == 1 else str(len(plain))
        parts.append(f"{number} {PARTY[owner]} block{'s' if len(plain) > 1 else ''}")
    if len(plain) < len(here):
        parts.append(f"{blocks.seen(blocks.REBEL)} (black)")
    return " and ".join(parts)


def _ways(contest: Contest) -> str:
    """How both sides came: `York from Derby (Main Attack), Warwick`."""
    words = []
    for side in (contest.attacker, contest.defender):
        ways = [
            board.name(way) + (" (Main Attack)" if _main(contest, side, way) else "")
            for way in contest.ways[side]
        ]
        if ways:
            words.append(f"{blocks.side_name(side)} from {', '.join(ways)}")
    return "; ".join(words)


def _main(contest: Contest, side: str, way: str) -> bool:
    return side == contest.attacker and contest.main in (way, SEA)


def _contest(contest: Contest) -> Plain:
    attacker = blocks.side_name(contest.attacker)
    return {
        "id": contest.at,
        "name": board.name(contest.at),
        "attacker": contest.attacker,
        "words": f"{board.name(contest.at)}: {attacker} attacks; {_ways(contest)}",
    }


def _battle(state: State) -> Plain:
    """The battle that is fought: all on the field are revealed, Reserves are only counted (C41)."""
    contest = state.contests.get(state.fighting)
    if contest is None or contest.over:
        return {}
    sides = []
    for owner, role in ((contest.attacker, "Attacker"), (contest.defender, "Defender")):
        late = len(reserves(state, contest, owner))
        more = f", {blocks.counted(late)} in Reserve" if late else ""
        sides.append(
            {
                "side": owner,
                "reserve": late,
                "words": f"{blocks.side_name(owner)}, {role}{more}",
                "blocks": [
                    fighter_words(state, contest, id) for id in field(state, contest, owner)
                ],
            }
        )
    return {
        "at": contest.at,
        "name": board.name(contest.at),
        "round": contest.round,
        "words": f"round {contest.round}" if contest.round else "before round 1",
        "ways": _ways(contest),
        "sides": sides,
    }


def _house(state: State, owner: str, reader: str, known: Mapping[str, str]) -> Plain:
    """Pool, hand, heirs and losses of a side; what is in pool and hand, to the owner only."""
    own = owner == reader
    pool = [id for id in blocks.blocks_of(state, owner) if state.blocks[id].at == "pool"]
    ready = [id for id in pool if not state.blocks[id].face_down]
    hand = [card(known[slot]).name for slot in state.hands[owner] if own and slot in known]
    lost = [
        blocks.name(id)
        for id, there in state.blocks.items()
        if there.at == "dead" and _native(owner, id)
    ]
    role = "King's side" if owner == state.king_side else "Pretender's side"
    fallen = f", {len(pool) - len(ready)} more face-down" if len(pool) > len(ready) else ""
    return {
        "id": owner,
        "side": PARTIES[owner],
        "role": role,
        "words": f"{blocks.counted(len(ready)) if ready else 'no blocks'} in the pool{fallen}; "
        f"{len(state.hands[owner])} cards in hand",
        "heirs": heir_words(state, owner),
        "lost": ", ".join(lost),
        "pool": len(ready),
        "face_down": len(pool) - len(ready),
        "cards": len(state.hands[owner]),
        "own_pool": ", ".join(blocks.name(id) for id in ready) if own else "",
        "own_hand": ", ".join(hand),
    }


def _native(owner: str, id: str) -> bool:
    """Each dead block is listed once: under its house of birth, or the side of its first version."""
    other = blocks.block(id).counterpart
    house = blocks.birth_house(id)
    if blocks.block(id).side != owner:
        return False
    return house == owner if house else not other or blocks.block(id).side == "york"
