"""What happened since somebody's last orders, as he wants it told: a block for each who acted, a battle in one
piece, passes folded. Nothing is left out but an entry of the GM's that brought nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct, field

from pbem.reports.battles import parts
from pbem.reports.context import PASSES, VOID, Passage

if TYPE_CHECKING:
    from pbem.reports.battles import Battle
    from pbem.reports.context import Context, EntryStory

DECLINES = ("pass", "no", "done", "wait")
"""Last words of order lines that do nothing; `stand` or `keep` may be the beginning of a battle."""
SEALED = "Sent, and sealed: nothing of it shows yet."


class Block(Struct):
    """What one side did, and what followed, up to where another acts; or a battle.

    Attributes:
        side: who acted. `first`, `last`: the entries it is about. `void`: was all of it taken back?
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
        one = f"Entry {self.first}" if self.first == self.last else several
        return f"{one}{VOID if self.void else ''}"


def blocks(report: Context, battles: Sequence[Battle]) -> list[Block]:
    """The story of a report, in the order in which it happened."""
    made: list[Block] = []
    for entry in report.news:
        for side, battle, passage in _acted(entry, battles, made):
            block, void = made[-1] if made else None, entry.void > 0
            other = block is None or (block.side, block.battle) != (side, battle)
            if block is None or other or (battle is None and block.void != void):
                block = Block(side, entry.n, entry.n, battle, void)
                made.append(block)
            block.last, block.void = entry.n, block.void and void
            block.passages.append(passage)
    for block in made:
        block.passages = list(_folded(report, block.passages))
    return made


def _acted(
    entry: EntryStory, battles: Sequence[Battle], before: Sequence[Block]
) -> Iterator[tuple[str, Battle | None, Passage]]:
    """The passages of an entry, each with who acts in it, or the battle to which it belongs.

    Who passes, or has no choice, does not act: what follows is still the other's doing.
    """
    side, told = "", [*parts(entry, battles)]
    if not told and entry.ordered:
        yield entry.side, None, Passage("text", SEALED)
    for part in told:
        for passage in part.passages:
            if part.battle is not None:
                yield "", part.battle, passage
                continue
            if _acts(passage):
                side = passage.side
            elif not side:
                goes_on = passage.kind == "order" and before and before[-1].battle is None
                side = before[-1].side if goes_on else entry.side
            yield side, None, passage
    if entry.left:
        yield side or entry.side, None, entry.not_done


def _acts(passage: Passage) -> bool:
    return passage.kind == "order" and not passage.forced and not _declines(passage)


def _declines(passage: Passage) -> bool:
    return passage.kind == "order" and passage.text.split()[-1] in DECLINES


def _folded(report: Context, passages: Iterable[Passage]) -> Iterator[Passage]:
    for declined, run in groupby(passages, key=_declines):
        if not declined:
            yield from run
            continue
        who = Counter((report.side(one.side), "" if one.forced else one.remark) for one in run)
        yield Passage(PASSES, ", ".join(_passed(*told, n) for told, n in who.items()))


def _passed(people: str, remark: str, n: int) -> str:
    """`the Yorkists x2 (by policy)`."""
    times = f" x{n}" if n > 1 else ""
    return f"the {people}{times} ({remark})" if remark else f"the {people}{times}"
