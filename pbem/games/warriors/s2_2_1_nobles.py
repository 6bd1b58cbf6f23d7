"""2.2.1 Nobles, 2.2.2 their Troops: values of the side that is up, who stands where, who owns whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pbem.engine.prose import count_text, listing
from pbem.games.warriors.facts import CROWN, NEUTRAL, SIDES, Counter, Face, facts
from pbem.games.warriors.noble_names import FULL
from pbem.games.warriors.state import NobleState, State

Armies = dict[str, dict[str, list[str]]]
"""Side to place to the nobles there; no place without any."""


def side_name(side: str) -> str:
    """`York` or `Lancaster`."""
    return SIDES[side].name


def ratings(state: State, id: str) -> str:
    """`2 stars, battle 3, leadership 6`."""
    face_up = face(state, id)
    return f"{count_text(face_up.stars, 'star')}, battle {face_up.battle}, leadership {face_up.leadership}"


def face(state: State, id: str) -> Face:
    """C44 All values are those of the side that is up."""
    counter = facts().nobles[id]
    return counter.back if state.nobles[id].back else counter.front


def colour(state: State, id: str) -> str:
    """2.2.1 york, lancaster or neutral, by the side that is up (C44)."""
    return face(state, id).colour


def name(state: State, id: str) -> str:
    """The name on the side that is up, in full; `Richard of York`, so that nobody takes the noble for the side."""
    return full(face(state, id))


def full(face_up: Face) -> str:
    """The name on a side of a counter, not shortened."""
    if face_up.short in (side.name for side in SIDES.values()):
        return f"{face_up.name.split()[0]} of {face_up.short}"
    return FULL.get(face_up.short, face_up.short)


def spellings(counter: Counter) -> tuple[str, ...]:
    """What a noble is called: as on both sides of his counter, and in full."""
    faces = (counter.front, counter.back)
    return tuple(dict.fromkeys(text for face in faces for text in (face.short, full(face))))


def names(state: State, ids: Iterable[str]) -> str:
    """`Warwick, Clarence and Conyers`."""
    return listing(name(state, id) for id in ids)


def stars(state: State, id: str) -> int:
    return face(state, id).stars


def infirm(state: State, id: str) -> bool:
    """14.0 Henry VI on his infirm side."""
    return id == facts().henry and state.nobles[id].back


def rank(state: State, id: str) -> int:
    """14.0 Stars that count for intrigue, control, levy and London: none while infirm (C9)."""
    return 0 if infirm(state, id) else stars(state, id)


def is_crown(state: State, id: str) -> bool:
    return face(state, id).home == CROWN


def capacity(state: State, id: str) -> int:
    """2.2.2 At most two Troops for each star, an infirm Henry's included (C9)."""
    return facts().troops_per_star * stars(state, id)


def room(state: State, id: str) -> int:
    return capacity(state, id) - state.nobles[id].troops


def at(state: State, place: str, side: str) -> list[str]:
    """A side's nobles at a place, or in its Covert Box, in the order of their ids: that of the table."""
    return [id for id, n in state.nobles.items() if n.at == place and n.side == side]


def sides_at(state: State, place: str) -> set[str]:
    """Whose nobles are at a place."""
    return {n.side for n in state.nobles.values() if n.at == place}


def places_of(state: State, side: str) -> set[str]:
    """Where a side's nobles are."""
    return {n.at for n in state.nobles.values() if n.side == side}


def covert(state: State, side: str) -> list[str]:
    return at(state, "covert", side)


def prisoners(state: State) -> list[str]:
    return [id for id, n in state.nobles.items() if n.at == "tower"]


def cup(state: State) -> list[str]:
    return [id for id, n in state.nobles.items() if n.at == "cup"]


def face_up_nobles(state: State) -> list[str]:
    """Face up beside the board (3.0, 11.1)."""
    return [id for id, n in state.nobles.items() if n.at == "drawn"]


def armies(state: State) -> Armies:
    """All nobles in regions and foreign areas: as the map lists these, and in the order of their ids."""
    places = facts().places
    by_side: dict[str, defaultdict[str, list[str]]] = {side: defaultdict(list) for side in SIDES}
    for id, noble in state.nobles.items():
        if noble.at in places:
            by_side[noble.side][noble.at].append(id)
    return {side: {at: own[at] for at in places if at in own} for side, own in by_side.items()}


def why_not_led(state: State, side: str, id: str) -> str:
    """Why a noble is not on the map under a side's control (2.2.1), or ""."""
    noble = state.nobles[id]
    if noble.at in facts().places:
        return "" if noble.side == side else f"he serves {side_name(noble.side)} (2.2.1)"
    if noble.at == "covert":
        return f"he waits in {side_name(noble.side)}'s Covert Box (11.2)"
    return {
        "tower": "he is in the Tower of London (10.0)",
        "out": "he is out of the game (2.2.1)",
    }.get(noble.at, "he is not in play yet (11.1)")


def highest(state: State, ids: Iterable[str]) -> int:
    """The highest rank that counts among them (C9); 0 without any."""
    return max((rank(state, id) for id in ids), default=0)


def strength(state: State, ids: Iterable[str]) -> int:
    """2.2.2 Each noble is one, each of his Troops another."""
    own = facts().noble_strength
    return sum([own + state.nobles[id].troops for id in ids])


def troops(state: State, ids: Iterable[str]) -> int:
    return sum(state.nobles[id].troops for id in ids)


def contested(state: State, place: str) -> bool:
    return sides_at(state, place) == SIDES.keys()


def leave(state: State, id: str, place: str, side: str) -> None:
    """C12 Off the map he has no Troops, nor in exile by flight."""
    state.nobles[id] = NobleState(place, side, state.nobles[id].back)


def die(state: State, id: str, neutral_to: str) -> str:
    """2.2.1, 7.5 The first death flips a noble into his owner's Covert Box, the second removes him; what became of
    him.

    Owner means the colour that is up then (C14); a neutral goes to `neutral_to`. Henry VI is removed at once
    (14.0).
    """
    noble = state.nobles[id]
    if id == facts().henry or noble.back:
        state.nobles[id] = NobleState("out", back=noble.back)
        return "the counter is removed from play"
    noble.back = True
    owner = neutral_to if colour(state, id) == NEUTRAL else colour(state, id)
    state.nobles[id] = NobleState("covert", owner, back=True)
    return (
        f"the counter is flipped: {face(state, id).name} waits in {side_name(owner)}'s Covert Box"
    )
