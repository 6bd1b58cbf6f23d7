"""What each choice is about: the Lords, places and cards that glow because something can be done with them.

What a choice is about its decision's fields tell, by their `Kind` (`engine.about`): no game needs code of its own.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from pbem.engine.about import named_things, values_of
from pbem.engine.decision import Decision, Notation
from pbem.engine.picture import Picture, Place
from pbem.engine.request import Option
from pbem.engine.ruleset import RuleSet
from pbem.engine.table import cards_in
from pbem.reports.order_sentences import Names

WHOLE = 12
"""So many choices are in sight without scrolling."""

DONE = "done"
"""What choices do that are about nothing that can be pointed at."""

ENDS = {
    "by": "by a card",
    "to": "to a place",
    "at": "at a place",
    "joins": "joins a leader",
    "for": "",
}
"""How the words of what is done end where the line goes on with what they lead to."""

TOWARDS = "towards"
"""A word of what is done by somebody who does not get there at once."""


class Concern(Struct, frozen=True):
    """A choice and what it is about.

    Attributes:
        number: its place in the menu, from 0.
        does: the fixed words of its line: `levy vassal`.
        about: what it names, as `piece:warwick`, `place:york`, `card:Y20`: the actor first.
        value: the decision itself, None where a line in words cannot be read.
    """

    number: int
    option: Option
    does: str
    about: tuple[str, ...]
    value: Decision | None = None


def concerns(
    rules: RuleSet[Any],
    side: str,
    options: Iterable[Option],
    known: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Concern, ...]:
    """What each option of a side's menu is about, in the menu's order. `known`: its cards by their slots."""
    menu = tuple(options)
    values = values_of(rules, side, menu)
    return tuple(
        _concern(n, option, value, cards_in((option.slot,), known)[0])
        for n, (option, value) in enumerate(zip(menu, values, strict=True))
    )


def concerns_about(all_: Sequence[Concern], on: Collection[str]) -> tuple[Concern, ...]:
    """Those that are about all of `on`, which may also name what is done, as `does:levy vassal` or `opens:bid 3`."""
    return tuple(one for one in all_ if all(_is(one, what) for what in on))


def actor(concern: Concern) -> str:
    """Who acts in it, as `piece:warwick`; "" for nobody."""
    first = concern.about[0] if concern.about else ""
    return first if first.startswith("piece:") else ""


def told_who(choices: Iterable[Concern], on: Collection[str]) -> tuple[Concern, ...]:
    """Those of which nobody must be chosen first who acts: he is chosen, or the only one, or nobody acts."""
    some = tuple(choices)
    only = len({actor(one) for one in some} - {""}) == 1
    return tuple(one for one in some if only or not actor(one) or actor(one) in on)


def lit(choices: Iterable[Concern], on: Collection[str]) -> dict[str, int]:
    """What glows while these are left, with how many of them are about it: first who acts, then what he acts on;
    what is chosen already is not."""
    some, counts = tuple(choices), dict[str, int]()
    free = {one.number for one in told_who(some, on)}
    for concern in some:
        for what in concern.about if concern.number in free else (actor(concern),):
            if what not in on:
                counts[what] = counts.get(what, 0) + 1
    return counts


def later(choices: Iterable[Concern], on: Collection[str]) -> dict[str, int]:
    """What will glow when who acts is chosen, with how many of these are about it: it can be clicked before him."""
    some, counts = tuple(choices), dict[str, int]()
    now = lit(some, on)
    for concern in some:
        for what in concern.about:
            if what not in on and what not in now:
                counts[what] = counts.get(what, 0) + 1
    return counts


def goals(choices: Iterable[Concern], on: Collection[str]) -> tuple[str, ...]:
    """What of that somebody acts on, and does not act himself."""
    some = tuple(choices)
    actors = {actor(one) for one in some}
    return tuple(what for what in lit(some, on) if what not in actors)


def farther_goals(choices: Iterable[Concern], on: Collection[str]) -> tuple[str, ...]:
    """Those of them that he can only go towards: he does not get there yet."""
    some = tuple(choices)
    near = {what for one in some if TOWARDS not in one.does.split() for what in one.about}
    return tuple(what for what in goals(some, on) if what not in near)


def choice_taken(all_: Sequence[Concern], on: Sequence[str]) -> Concern | None:
    """The choice that a click on the last of `on` takes at once; None if it only narrows them.

    It must be the only one left, with nothing to add. Where nothing else was clicked, the click must also name all
    that the choice names, and all that is asked for.
    """
    choices = concerns_about(all_, on)
    if (
        len(choices) != 1
        or choices[0].option.group
        or choices[0].option.passes
        or on[-1].startswith(("does:", "opens:"))
    ):
        return None
    (concern,) = choices
    if len(on) > 1:
        return concern
    one_kind = len({choice.does for choice in all_ if choice.about}) == 1
    return concern if one_kind and all(what in on for what in concern.about) else None


def others(all_: Iterable[Concern], on: Collection[str]) -> tuple[str, ...]:
    """The other actors while one is chosen: who is clicked of them is chosen in his place."""
    actors = {actor(one): None for one in all_ if actor(one)}
    if not any(what in actors for what in on):
        return ()
    return tuple(what for what in actors if what not in on)


def of_cards(cards: Iterable[str], picture: Picture) -> dict[str, str]:
    """The pieces whose cards may be put into a stack, as `piece:warwick`, with the word of the card."""
    pieces_there = {piece.id for space in picture.spaces for piece in space.pieces}
    return {f"piece:{card}": card for card in cards if card in pieces_there}


def deeds(choices: Iterable[Concern]) -> dict[str, int]:
    """What these do, as `does:levy vassal`, with how many do it."""
    return dict(Counter(f"does:{concern.does}" for concern in choices))


def amounts(choices: Iterable[Concern]) -> dict[str, int]:
    """What their lines open with where that is a number, as `opens:bid 3`, with how many do; else what they do."""
    return dict(Counter(_opening(one) or f"does:{one.does}" for one in choices))


def parted(choices: Iterable[Concern]) -> dict[str, int]:
    """What a long list can be narrowed to, with how many are left then: what is done, or who acts or with what number
    where that leaves less to read; empty where all do the same. Who does nothing more finds that in the list."""
    some = [one for one in choices if not one.option.passes]
    acting = dict(Counter(filter(None, map(actor, some))))
    several = [counts for counts in (deeds(some), acting, amounts(some)) if len(counts) > 1]
    return min(several, key=lambda counts: len(counts) + max(counts.values()), default={})


def in_sight(choices: Sequence[Concern]) -> list[Concern]:
    """The choices in their order; of more than fit into sight, those that do nothing more come first."""
    too_many = len(choices) > WHOLE
    return sorted(choices, key=lambda concern: too_many and not concern.option.passes)


def nearest_first(choices: Sequence[Concern], picture: Picture) -> list[Concern]:
    """A long list of places to which one piece of the map can go, the nearest first; any other list as it is."""
    some, spots = list(choices), {f"place:{one.id}": (one.x, one.y) for one in picture.spaces}
    actors = {actor(one) for one in some} - {""}
    homes = [
        spots[f"place:{space.id}"]
        for space in picture.spaces
        for piece in space.pieces
        if f"piece:{piece.id}" in actors
    ]
    ends = {n: spots[what] for n, one in enumerate(some) for what in one.about if what in spots}
    one_deed = len({some[n].does.removesuffix(f" {TOWARDS}") for n in ends}) == 1
    if len(some) <= WHOLE or len(actors) != 1 or len(homes) != 1 or not one_deed:
        return some
    away = {n: math.dist(homes[0], end) for n, end in ends.items()}
    return [some[n] for n in sorted(range(len(some)), key=lambda n: away.get(n, math.inf))]


def ways(choices: Iterable[Concern], picture: Picture) -> dict[str, str]:
    """The ways that lead from a piece of a choice to its place, as `a b`, with the place that they lead to."""
    at = {piece.id: space.id for space in picture.spaces for piece in space.pieces}
    ends = {(way.a, way.b): f"{way.a} {way.b}" for way in picture.ways}
    ends |= {(way.b, way.a): f"{way.a} {way.b}" for way in picture.ways if not way.one_way}
    goal_of_way: dict[str, str] = {}
    for concern in choices:
        actors = [
            at[what[6:]] for what in concern.about if what.startswith("piece:") and what[6:] in at
        ]
        goals = [what[6:] for what in concern.about if what.startswith("place:")]
        for actor in actors:
            goal_of_way |= {ends[actor, goal]: goal for goal in goals if (actor, goal) in ends}
    return goal_of_way


def concerns_on_map(picture: Picture, choices: Iterable[Concern]) -> tuple[Concern, ...]:
    """The choices with their targets on the map: a target drawn only as a part of a place stands for that place too, and
    an area for those that share its marker."""
    whole = {part: place.id for place in picture.places for part in place.parts}
    place_ids = {place.id for place in picture.places}
    hidden = {part for part in whole if part not in place_ids}
    return tuple(_widened(one, whole, hidden) for one in choices)


def name_of(names: Names, what: str) -> str:
    """What a target is called: by its name on the map, else as the game calls it."""
    kind, _, id = what.partition(":")
    name_from = {"place": names.place, "piece": names.piece, "card": names.card}.get(kind)
    return name_from(id) if name_from is not None else _whole_phrase(id.replace("_", " "))


def _whole_phrase(does: str) -> str:
    """What is done, as `Troops by a card` of `troops by`: the line goes on with what each choice names."""
    verb, _, last = does.rpartition(" ")
    words = f"{verb} {ENDS[last]}" if verb and last in ENDS else does
    return words[:1].upper() + words[1:].strip()


def pieces_named(
    question: str,
    ids: Mapping[str, str],
    choices: Iterable[Concern],
    on_table: Collection[str],
    shared: Collection[str] = (),
) -> tuple[str, ...]:
    """The pieces whose names a question has, by the id of each name, if no choice is about them, nor do different pieces
    that are `on_table` act: who is at sea while somebody may intercept him; or else the first that can go along, if no
    choice is about a piece or place.

    What comes after "at" or before the number of a hex is a place: York is a Lord, too. A name that is `shared` with a
    place or side is a piece's in a list with another piece, as in `Salisbury, Warwick and York`, or before "at".
    """
    some = tuple(choices)
    about = {what for one in some for what in one.about}
    acting = {piece for piece in on_table if f"piece:{piece}" in about}
    if len({actor(one)[6:] for one in some} & acting) > 1:
        return ()
    names = "|".join(map(re.escape, sorted(filter(None, ids), key=len, reverse=True)))
    one_name = rf"(?:{names})(?!\w| \(\d{{4}}\))"
    in_a_row = rf"(?<!\w)(?<!\bat ){one_name}(?:(?:,| and|, and) {one_name})*"
    rows = [
        (re.findall(one_name, row[0]), question.startswith(" at ", row.end()))
        for row in re.finditer(in_a_row, question)
    ]
    mentions = [
        name
        for row, is_placed in rows
        if is_placed or any(name not in shared for name in row)
        for name in row
    ]
    pieces = dict.fromkeys(ids[name] for name in mentions if name and ids[name] not in acting)
    if not pieces and not any(what.startswith(("piece:", "place:")) for what in about):
        return tuple(id for one in some for id in one.option.group if id in ids.values())[:1]
    return tuple(pieces)


def concern_is_his(
    names: Names,
    concern: Concern,
    on: Collection[str],
    question: str,
    among: Iterable[Concern] = (),
) -> bool:
    """Is it plain who acts: is he chosen, or does the question name him, and nobody else acts `among` the choices?

    Never where he says "done" `among` choices of which another says it for his side.
    """
    who = actor(concern)
    if concern.option.passes and any(one.option.passes and not actor(one) for one in among):
        return False
    if who in on or not who or not _names(question, name_of(names, who)):
        return who in on
    return all(actor(one) in ("", who) for one in among)


def can_only_pass(among: Sequence[Concern]) -> bool:
    """Do several choices differ only in how long they do nothing?"""
    return len(among) > 1 and all(one.option.passes for one in among)


def _names(question: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question) is not None


def without_actor(sentence: str) -> str:
    """The sentence of a choice without who acts: `March to York` of `Warwick: march to York`."""
    rest = sentence.partition(": ")[2] or sentence
    return rest[:1].upper() + rest[1:]


def place_of(picture: Picture, id: str) -> Place | None:
    """The place of the map with this id."""
    return next((place for place in picture.places if place.id == id), None)


def _widened(concern: Concern, whole: dict[str, str], hidden: set[str]) -> Concern:
    more = [
        f"place:{whole[what[6:]]}"
        for what in concern.about
        if what.startswith("place:") and what[6:] in hidden
    ]
    more += [f"place:{id}" for id in _also(concern.value)]
    added = (what for what in dict.fromkeys(more) if what not in concern.about)
    about = (*concern.about, *added)
    return (
        Concern(concern.number, concern.option, concern.does, about, concern.value)
        if more
        else concern
    )


def _also(value: Decision | None) -> Iterator[str]:
    """The places that change with those that a decision names."""
    for name, field in value.notation.fields.items() if value is not None else ():
        if field.kind.also is not None and not field.several:
            yield from field.kind.also(getattr(value, name))


def _is(concern: Concern, what: str) -> bool:
    if what.startswith("opens:"):
        return what == _opening(concern)
    return what[5:] == concern.does if what.startswith("does:") else what in concern.about


def _opening(concern: Concern) -> str:
    verb, _, rest = concern.option.line.partition(" ")
    number = rest.partition(" ")[0]
    return f"opens:{verb} {number}" if number.isdigit() else ""


def _concern(number: int, option: Option, value: Decision | None, own_card: str) -> Concern:
    if value is None:
        return Concern(number, option, DONE if option.passes else option.line, ())
    about = [f"{one.kind}:{one.id}" for one in named_things(value)]
    about += [f"piece:{option.aim}"] if option.aim else []
    about += [f"card:{card}" for card in (option.shows, own_card) if card]
    does = _does(value.notation) or option.line
    return Concern(number, option, does, tuple(dict.fromkeys(about)), value)


def _does(notation: Notation) -> str:
    """The fixed words of a line."""
    fixed = (part.before for part in notation.parts if not part.field)
    return " ".join("".join(fixed).replace(":", " ").split())
