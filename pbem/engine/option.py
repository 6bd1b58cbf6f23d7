"""One legal decision of a menu, with what its reader is told of it, and who may be added to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct

from pbem.engine.decision import Decision
from pbem.errors import Impossible

Words = str | Callable[[], str]
"""A text, or what makes it when somebody reads it."""
Along = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Makes of a function one that runs as its menu was written (`engine.inforce.within`)."""


class Subset(Struct, frozen=True):
    """Any of `among`, in this order; at most `most` of them, if that is not 0."""

    among: tuple[str, ...]
    most: int = 0


NOBODY = Subset(())


def subset_of(among: Iterable[str], most: int = 0) -> Subset:
    """For a field that its player fills: with any of these, at most `most` of them if that is not 0."""
    return Subset(tuple(among), most)


class Option:
    """One legal decision, or several that differ in who goes along.

    Attributes:
        decision: the value; None in a menu that the GM has told in words (a veiled game).
        rule: rulebook section, if not that of the kind of decision.
        line: its order line, without those who may go along.
        group: words of those who may be added after `with`, any of them, in this order.
        gives_up: what lies unused once it is chosen, after `this`: `ends March's Levy: 2 actions unused`.
        note: cost, chance and forecast, and what it gives up; `remark` is without that.
        must: words of the line that no short form leaves out: they cost more, or do something else.
        most: at most so many of the group, if it is not 0.
        shows: the secret card that it lays open, which its owner must hold in one of the request's
            slots. `unheld`: a card that must not be there. `fits`: says whether the whole hand
            allows it; it looks at nothing that moves on with the game. The GM enforces them at once,
            everybody else when the hand lies open. So the menu itself tells nothing.
        slot: the request's slot whose hidden card it is about: only its owner is shown which card that is.
        aim: the id of a piece that it is about though its line does not name it; "" for none.
    """

    __slots__ = (
        "_gives_up",
        "_line",
        "_must",
        "_note",
        "_passes",
        "aim",
        "decision",
        "fits",
        "rule",
        "shows",
        "slot",
        "subset",
        "unheld",
    )

    def __init__(
        self,
        decision: Decision | None,
        rule: str = "",
        note: Words = "",
        subset: Subset = NOBODY,
        shows: str = "",
        unheld: str = "",
        fits: Callable[[Collection[str]], bool] | None = None,
        gives_up: Words = "",
        slot: str = "",
        aim: str = "",
    ) -> None:
        """An option for a decision, or with None one whose words come later; the arguments are as the attributes."""
        self.decision, self.subset, self._gives_up = decision, subset, gives_up
        self.rule = rule if rule or decision is None else decision.notation.rule
        self.shows, self.unheld, self.fits, self.slot = shows, unheld, fits, slot
        self.aim = aim
        self._line, self._note, self._passes = "", note, False
        self._must: tuple[str, ...] = ()

    @classmethod
    def in_words(
        cls,
        line: str,
        rule: str = "",
        note: str = "",
        group: Iterable[str] = (),
        shows: str = "",
        unheld: str = "",
        most: int = 0,
        passes: bool = False,
        must: Iterable[str] = (),
        gives_up: str = "",
    ) -> Option:
        """An option of which only the words are known, and whether it `passes`; `note` is its remark."""
        option = cls(None, rule, note, Subset(tuple(group), most), shows, unheld, gives_up=gives_up)
        option._line, option._passes, option._must = line, passes, tuple(must)
        return option

    def __eq__(self, other: object) -> bool:
        """Do both read the same?"""
        return isinstance(other, Option) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash(self._told())

    def __str__(self) -> str:
        return self.display()

    def __repr__(self) -> str:
        return f"Option{self._told()}"

    def _told(self) -> tuple[object, ...]:
        return self.line, self.rule, self.note, self.group, self.limit, self.shows, self.unheld

    @property
    def line(self) -> str:
        if not self._line:
            self._line = str(self.decision)
        return self._line

    @property
    def must(self) -> tuple[str, ...]:
        return self._must if self.decision is None else self.decision.notation.chosen(self.decision)

    @property
    def passes(self) -> bool:
        """Does it mean "nothing (more)"?"""
        return self._passes if self.decision is None else self.decision.passes

    @property
    def note(self) -> str:
        return "; ".join(part for part in (self.remark, self.gives_up) if part)

    @property
    def remark(self) -> str:
        if not isinstance(self._note, str):
            self._note = self._note()
        return self._note

    @property
    def gives_up(self) -> str:
        if not isinstance(self._gives_up, str):
            self._gives_up = self._gives_up()
        return self._gives_up

    def giving_up(self, words: Words) -> Option:
        """This option itself, marked with what whoever takes it gives up."""
        self._gives_up = words
        return self

    @property
    def group(self) -> tuple[str, ...]:
        if self.decision is None or not self.subset.among:
            return self.subset.among
        notation = self.decision.notation
        return tuple(map(notation.fields[notation.subset].kind.write, self.subset.among))

    def read_along(self, along: Along) -> None:
        """Its note and what a hand must fit run as its menu was written."""
        if not isinstance(self._note, str):
            self._note = along(self._note)
        if not isinstance(self._gives_up, str):
            self._gives_up = along(self._gives_up)
        if self.fits is not None:
            self.fits = along(self.fits)

    def possible(self, held: Collection[str]) -> bool:
        """Can somebody who holds these secret cards (and "", if some are not known here) choose it?"""
        return not self.against(held) and (not self.shows or self.shows in held)

    def against(self, held: Collection[str]) -> str:
        """Why a hand does not allow it, as far as its cards are known ("" for one that is not); "" if
        nothing is known against it."""
        if self.unheld and self.unheld in held:
            return "you hold that card"
        if "" in held:
            return ""
        if self.shows and self.shows not in held:
            return "you do not hold that card"
        if self.fits is not None and not self.fits(held):
            return "the cards that you hold do not allow it"
        return ""

    def because(self, why: str) -> str:
        """What is `against` it, with what its menu says of it."""
        reason = f"{why}: {self.note}" if self.note else why
        return f"{reason} ({self.rule})" if self.rule else reason

    def lines(self) -> Iterator[str]:
        """Every concrete line, smallest group first."""
        for size in range(self.limit + 1):
            for names in combinations(self.group, size):
                yield self.line + (" with " + " ".join(names) if names else "")

    def decisions(self) -> Iterator[Decision]:
        """Every concrete decision, in the order of `lines`."""
        if self.decision is None:
            return
        for size in range(self.limit + 1):
            for some in combinations(self.subset.among, size):
                yield self.with_group(some)

    def with_group(self, some: Iterable[str]) -> Decision:
        """The decision with these of the group. Raises Impossible without a decision."""
        if self.decision is None:
            raise Impossible("a menu told in words has no decisions")
        members = tuple(some)
        if not members:
            return self.decision
        return msgspec.structs.replace(self.decision, **{self.decision.notation.subset: members})

    def means(self, decision: Decision) -> bool:
        """Is it this decision, with some of the group?"""
        if decision == self.decision:
            return True
        field = decision.notation.subset
        if type(decision) is not type(self.decision) or not field:
            return False
        members = getattr(decision, field)
        ordered = tuple(one for one in self.subset.among if one in members)
        return (
            0 < len(members) <= self.limit
            and members == ordered
            and msgspec.structs.replace(decision, **{field: ()}) == self.decision
        )

    def covers(self, line: str) -> bool:
        """Is this its line, with some of the group in its order?"""
        head, with_word, tail = line.partition(" with ")
        members = tail.split(" ") if with_word else []
        in_order = [word for word in self.group if word in members]
        return head == self.line and members == in_order and len(members) <= self.limit

    @property
    def limit(self) -> int:
        """How many of the group may be added."""
        return min(self.subset.most or len(self.subset.among), len(self.subset.among))

    def display(self) -> str:
        if not self.group:
            return self.line
        few = {0: "", 1: "one of: "}.get(self.subset.most, f"up to {self.subset.most} of: ")
        few = few if self.limit < len(self.group) else ""
        return f"{self.line} [with {few}{' '.join(self.group)}]"
