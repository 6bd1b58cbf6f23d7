"""A secret stack: what a request asks for instead of a choice from a menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from pbem.engine.decision import Stacked

T = TypeVar("T")


PLAN = "plan"
"""The verb of a stack whose cards are turned up one by one, each with a script."""


class Stack(Struct, frozen=True):
    """A secret ordered stack of exactly `size` cards, each at most `limits[word]` times, by their words.

    It is sealed card by card, so its words are what travels; a limit of -1 means without limit. `trouble`
    tells why cards do not go together, or "", also of the first few of a stack. `places`: where each card of it in turn
    stands, `on the left`, if that is told.
    """

    verb: str
    size: int
    limits: Mapping[str, int]
    trouble: Callable[[tuple[str, ...]], str] | None = None
    places: tuple[str, ...] = ()

    @property
    def scripted(self) -> bool:
        """Are its cards turned up one by one, each with a script?"""
        return self.verb == PLAN

    @property
    def cards_listed(self) -> str:
        """The cards that can be in it, for people: `march x3, pass`, or `y1_norfolk, y2_norfolk, each at most once`."""
        if set(self.limits.values()) == {1}:
            return f"{', '.join(self.limits)}, each at most once"
        return ", ".join(f"{name} x{n}" if n >= 0 else name for name, n in self.limits.items())

    @classmethod
    def of(
        cls,
        kind: type[Stacked],
        size: int,
        limits: Mapping[T, int],
        trouble: Callable[[tuple[T, ...]], str] | None = None,
        places: tuple[str, ...] = (),
    ) -> Stack:
        """The stack that a kind of decision with one field of several names, such as `plan {cards}`.

        Args:
            limits: each value that can be in it, and how often. `trouble`: what is wrong with such values, "" if nothing.
            places: as in the class.
        """
        ((name, field),) = kind.notation.fields.items()
        values = {field.kind.write(value): value for value in limits}

        def trouble_of_words(words: tuple[str, ...]) -> str:
            return trouble(tuple(values[word] for word in words)) if trouble is not None else ""

        verb = kind.notation.line.partition(" {" + name)[0]
        words = {word: limits[value] for word, value in values.items()}
        return cls(verb, size, words, trouble_of_words if trouble is not None else None, places)
