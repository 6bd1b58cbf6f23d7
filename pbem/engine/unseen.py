"""What a side cannot see, set by hand: places by name, what may lie there, and the swap that puts it there.

A whole world is imagined first (`world.imagined_state`); whatever is named then changes places with what lies
there, so that the world stays one that fits all that the side knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.notation import squash
from pbem.errors import BadTry

ANY = -1
"""Without limit."""


class Unseen(Struct, frozen=True):
    """Hidden places of one kind, such as a Plan or a hand, in an imagined world.

    Attributes:
        name: as it is typed, `lancaster plan`. `lies`: what lies there, by slot, number 1 first.
        holds: what may lie there, and how often in all places of the same `pool` together; ANY: without limit.
        pool: places between which things can change.
    """

    name: str
    lies: Mapping[str, str]
    holds: Mapping[str, int]
    pool: str


def suppose(unseen: Sequence[Unseen], fixed: Collection[str], words: str) -> dict[str, str]:
    """The changes that put a thing where `words` say (`lancaster plan 3: exeter`): slot to card, the named one first.

    What was there goes to where the thing was.

    Args:
        fixed: slots that stay as they are, known or set before.

    Raises:
        BadTry: there is no such place or thing, or it cannot be there.
    """
    place_words, colon, thing_words = words.partition(":")
    if not colon or not thing_words.strip():
        raise BadTry(why=f"it goes `set PLACE NUMBER: WHAT`, not `set {words}`")
    group, number = _place(unseen, place_words)
    card = _thing(group, thing_words)
    slot = list(group.lies)[number - 1] if number else _free(group, fixed, card)
    card_there = group.lies[slot]
    if card_there == card:
        return {slot: card}
    if slot in fixed:
        raise BadTry(why=f"what is there is known or set already: {card_there}")
    pool = [one for one in unseen if one.pool == group.pool]
    for other_group in pool:
        for other_slot, lies in other_group.lies.items():
            if other_slot not in fixed and lies == card and card_there in other_group.holds:
                return {slot: card, other_slot: card_there}
    most = group.holds[card]
    count_there = sum(lies == card for one in pool for lies in one.lies.values())
    if most != ANY and count_there >= most:
        raise BadTry(
            why=f"{card} cannot be there: you know or have set where each of it is, "
            f"or {card_there} cannot be where it is now"
        )
    return {slot: card}


def with_changes(unseen: Iterable[Unseen], changes: Mapping[str, str]) -> list[Unseen]:
    """The unseen places, with other cards in the slots that `changes` names."""
    return [
        replace(group, lies={slot: changes.get(slot, lies) for slot, lies in group.lies.items()})
        for group in unseen
    ]


def hidden_lines(unseen: Iterable[Unseen], fixed: Collection[str]) -> list[str]:
    """What lies hidden in this world, a line a place; what is known or set is marked so."""
    return [
        f"{group.name} {number}: {lies}{' (known or set)' if slot in fixed else ''}"
        for group in unseen
        for number, (slot, lies) in enumerate(group.lies.items(), 1)
    ]


def _place(unseen: Sequence[Unseen], where: str) -> tuple[Unseen, int]:
    """The group and the number in it, 0 for any."""
    head, _, last = where.strip().rpartition(" ")
    number = int(last) if last.isascii() and last.isdigit() and len(last) < 4 else 0
    name = squash(head if number else where)
    groups = [one for one in unseen if one.lies]
    exact = [one for one in groups if squash(one.name) == name]
    matches = exact or [one for one in groups if name and squash(one.name).startswith(name)]
    if len(matches) != 1:
        places = ", ".join(f"{one.name} 1-{len(one.lies)}" for one in matches or groups)
        raise BadTry(why=f"where is `{where.strip()}`? Hidden from you: {places or 'nothing'}")
    if number > len(matches[0].lies):
        raise BadTry(why=f"{matches[0].name} has the numbers 1 to {len(matches[0].lies)}")
    return matches[0], number


def _thing(group: Unseen, what: str) -> str:
    name = squash(what)
    exact = [one for one in group.holds if squash(one) == name]
    matches = exact or [one for one in group.holds if squash(one).startswith(name)]
    if len(matches) != 1:
        could = ", ".join(matches or group.holds)
        raise BadTry(why=f"`{what.strip()}` cannot be in {group.name}; there could be: {could}")
    return matches[0]


def _free(group: Unseen, fixed: Collection[str], card: str) -> str:
    """Where it lies already, else the first place that is not known or set."""
    slots = [slot for slot, lies in group.lies.items() if lies == card]
    free = [slot for slot in group.lies if slot not in fixed]
    if not slots and not free:
        raise BadTry(why=f"all of {group.name} is known or set already")
    return (slots or free)[0]
