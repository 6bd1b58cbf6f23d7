"""Who acts in a legal line, and on what: so that a menu can be sorted by Lord or block, and then by target.

Told by the fields of its decision, by their `Kind`; a line of a menu in words (a veiled game) is read
again by the notations of the game. So no game needs code of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Union

from msgspec import Struct

from pbem.engine.decision import Decision, readings
from pbem.engine.option import Option
from pbem.engine.ruleset import RuleSet
from pbem.engine.vocabulary import kinds

AIMS = ("place", "piece", "card")
"""Kinds of fields that are a target, the plainest first."""


class About(NamedTuple):
    """`who` acts, a piece's id, and `to` what, the word of a place, a piece or a card; "" for nobody and nothing."""

    who: str = ""
    to: str = ""


class NamedThing(Struct, frozen=True):
    """A piece, a place or a card (`kind`) that a decision names: its id, and the `word` for it in a line."""

    kind: str
    id: Any
    word: str


def about_each(rules: RuleSet[Any] | None, side: str, options: Iterable[Option]) -> Iterator[About]:
    """Of each option of a side's menu. Without `rules` a line in words is about nobody."""
    for value in values_of(rules, side, options):
        yield about(value) if value is not None else About()


def values_of(
    rules: RuleSet[Any] | None, side: str, options: Iterable[Option]
) -> Iterator[Decision | None]:
    """The decision of each option of a side's menu; None where a line in words cannot be read."""
    union: Any = None
    for option in options:
        value = option.decision
        if value is None and rules is not None:
            # The kinds of a game are gathered once a menu, and only where a menu is words.
            union = union or Union[tuple(kinds(rules))]  # noqa: UP007  # made of a list
            value = next(iter(readings(union, option.line, side)), None)
        yield value


def about(value: Decision) -> About:
    """Of one decision: the first piece acts, or a card that stands for one; what else it names is its
    target, but who goes along."""
    things = list(named_things(value))
    actors = [one for kind in ("piece", "card") for one in things if one.kind == kind]
    actor = next((one for one in actors if one.kind == "piece" or len(things) > 1), None)
    aims = (one.word for aim in AIMS for one in things if one.kind == aim and one != actor)
    return About(actor.word if actor is not None else "", next(aims, ""))


def named_things(value: Decision) -> Iterator[NamedThing]:
    """Every piece, place and card in the fields, in the order of the line; who may go along is none of them."""
    notation = value.notation
    for name, field in notation.fields.items():
        if field.kind.name in AIMS and name != notation.subset:
            field_value = getattr(value, name)
            for value_named in field_value if field.several else (field_value,):
                if value_named:
                    yield NamedThing(field.kind.name, value_named, field.kind.write(value_named))
