"""What happened since somebody's last orders, as he wants it told: a block for each who acted, a battle in one
piece, passes folded. Nothing is left out but an entry of the GM's that brought nothing; of seats that are taken
and of `ready` no more is told than that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from pbem.ledger.values import JOINS
from pbem.reports.battles import parts
from pbem.reports.context import PASSES, VOID, Passage
from pbem.reports.sentences import READIES, STANDS

if TYPE_CHECKING:
    from pbem.reports.battles import Battle
    from pbem.reports.context import Context, EntryStory

DECLINES = ("pass", "no", "done", "wait")
"""Last words of order lines that do nothing; `stand` or `keep` may be the beginning of a battle."""
SEALED = "Chosen, and kept face down for now."
STANDING = "New policies or scripts, kept face down."


STANDS_SHORT = Passage("text", STANDING)
SEATING = (JOINS, READIES)


class StoryPart(Struct):
    """What one side did, and what followed, up to where another acts; or a battle.

    Attributes:
        side: who acted; "" for a battle, where players only sat down or said that they are ready, and for what
            followed from that.
        first, last: the entries it is about. `void`: was all of it taken back?
    """

    side: str
    first: int
    last: int
    battle: Battle | None = None
    void: bool = False
    passages: list[Passage] = field(default_factory=list)

    @property
    def entries(self) -> str:
        """`Entry 12`, `Entries 12 to 14`."""
        several = f"Entries {self.first} to {self.last}"
        label = f"Entry {self.first}" if self.first == self.last else several
        return f"{label}{VOID if self.void else ''}"

    @property
    def seating(self) -> bool:
        """Is it about who has sat down, who is ready, and what nobody did?"""
        return not self.side and self.battle is None

    def title(self, report: Context) -> str:
        """`Entry 12, by the Yorkists`."""
        if self.battle is not None:
            return f"{self.battle.heading}{VOID if self.void else ''}"
        return self.entries if self.seating else f"{self.entries}, by the {report.side(self.side)}"


def blocks(report: Context, battles: Sequence[Battle]) -> list[StoryPart]:
    """The story of a report, in the order in which it happened, cut into blocks.

    A block is what one side did, or one battle. It may span several entries. Outside battles, what was taken back has
    blocks of its own. A block about seats begins with who has joined and who is ready.
    """
    blocks_so_far: list[StoryPart] = []
    for entry in report.news:
        for side, battle, passage in _passages_by_side(entry, battles, blocks_so_far):
            block, void = blocks_so_far[-1] if blocks_so_far else None, entry.void > 0
            is_other = block is None or (block.side, block.battle) != (side, battle)
            if block is None or is_other or (battle is None and block.void != void):
                block = StoryPart(side, entry.n, entry.n, battle, void)
                blocks_so_far.append(block)
            block.last, block.void = entry.n, block.void and void
            block.passages.append(passage)
    for block in blocks_so_far:
        other_passages = [one for one in block.passages if one.kind not in SEATING]
        passages = (
            [*_seat_passages(report, block.passages), *other_passages]
            if block.seating
            else block.passages
        )
        block.passages = list(_fold_passes(report, passages))
    return blocks_so_far


def without_seats(story_parts: Sequence[StoryPart]) -> list[StoryPart]:
    """The story without who has joined and who is ready, and without what then has nothing in it."""
    for part in story_parts:
        part.passages = [one for one in part.passages if one.kind not in SEATING]
    return [part for part in story_parts if part.passages]


def _passages_by_side(
    entry: EntryStory, battles: Sequence[Battle], parts_before: Sequence[StoryPart]
) -> Iterator[tuple[str, Battle | None, Passage]]:
    """The passages of an entry, each with the side that acts in it, or with the battle to which it belongs.

    A side that passes, or has no choice, does not act: what follows is still its opponent's doing.
    """
    side, story_parts = "", [*parts(entry, battles)]
    if not story_parts and entry.ordered:
        yield entry.side, None, Passage("text", SEALED)
    lines = [passage for part in story_parts for passage in part.passages]
    only_seating = all(passage.kind in SEATING for passage in lines)
    for part in story_parts:
        for passage in part.passages:
            if passage.kind in SEATING:
                if only_seating or passage.kind == JOINS:
                    yield "", None, replace(passage, side=entry.side)
                continue
            if part.battle is not None:
                yield "", part.battle, passage
                continue
            if _acts(passage):
                side = passage.side
            elif not side:
                continues_order = passage.kind == "order" and parts_before and parts_before[-1].side
                side = parts_before[-1].side if continues_order else entry.author
            yield side, None, STANDS_SHORT if passage.kind == STANDS else passage
    if entry.left:
        yield side or entry.side, None, entry.not_done


def _seat_passages(report: Context, passages: Sequence[Passage]) -> Iterator[Passage]:
    """`Lancaster (robot) and York (Ann) join.`; whoever is ready, in a sentence too."""
    sides = dict(report.position.sides)
    joined = [_who(sides[p.side].name, p.about[1]) for p in passages if p.kind == JOINS]
    if joined:
        yield Passage(JOINS, f"{_and(joined)} {'join' if joined[1:] else 'joins'} the game.")
    ready = dict.fromkeys(sides[p.side].name for p in passages if p.kind == READIES)
    if ready and not joined:
        yield Passage(READIES, f"{_and([*ready])} {'are' if len(ready) > 1 else 'is'} ready.")


def _who(side: str, name: str) -> str:
    return side if name.casefold() == side.casefold() else f"{side} ({name})"


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _acts(passage: Passage) -> bool:
    return passage.kind == "order" and not passage.forced and not _declines(passage)


def _declines(passage: Passage) -> bool:
    return passage.kind == "order" and passage.text.split()[-1] in DECLINES


def _fold_passes(report: Context, passages: Iterable[Passage]) -> Iterator[Passage]:
    for declined, run in groupby(passages, key=_declines):
        if not declined:
            yield from run
            continue
        who = Counter((report.side(one.side), "" if one.forced else one.remark) for one in run)
        yield Passage(PASSES, ", ".join(_passed(*key, n) for key, n in who.items()))


def _passed(people: str, remark: str, n: int) -> str:
    """`the Yorkists x2 (by policy)`."""
    times = f" x{n}" if n > 1 else ""
    return f"the {people}{times} ({remark})" if remark else f"the {people}{times}"
