"""Battles in a story: each one whole, however many entries it took, told by array, rounds and fates.

A battle goes from its event `battle` to its `battle_end`, with the fates that follow at once. What
lies between belongs to it: while a battle is fought, nothing else happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from pbem.reports.context import Passage

if TYPE_CHECKING:
    from pbem.reports.context import Context, EntryStory

RETREATS = ("battle_rout", "retreat")
FATES = (
    "battle_disband",
    "battle_death",
    "battle_flight",
    "battle_spoils",
    "exile",
    "death",
    "treachery",
)
BLOWS = (
    "battle_engagement",
    "battle_strike",
    "battle_attack",
    "battle_array",
    "battle_losses",
    "charge",
)
COUNTED = ("battle_unit",)
"""Told once, with how often it happened."""


class Row(Struct, frozen=True):
    """A line of the panel: `Round 2` and what it brought."""

    label: str
    lines: tuple[str, ...]

    @property
    def words(self) -> str:
        return " ".join(self.lines)


class Battle(Struct):
    """One battle, as far as it is passage.

    Attributes:
        ranges: entry to the first and the one after the last of its lines that belong to it.
        lines: these lines, in order. `ended`: its end is among them.
    """

    title: Passage
    ranges: dict[int, tuple[int, int]] = field(default_factory=dict)
    lines: list[Passage] = field(default_factory=list)
    ended: bool = False

    def add(self, entry: int, at: int, passage: Passage) -> None:
        first, _ = self.ranges.get(entry, (at, at))
        self.ranges[entry] = (first, at + 1)
        self.lines.append(passage)
        self.ended = self.ended or passage.kind == "battle_end"

    @property
    def name(self) -> str:
        return self.title.text.rstrip(".")

    @property
    def last(self) -> int:
        """The entry after which its panel stands."""
        return max(self.ranges)

    @property
    def when(self) -> str:
        """`entries 12 to 15`, `entry 12, so far`."""
        first, last = min(self.ranges), self.last
        words = f"entry {first}" if first == last else f"entries {first} to {last}"
        return words if self.ended else f"{words}, so far"

    @property
    def heading(self) -> str:
        return f"{self.name} ({self.when})"

    @property
    def tally(self) -> str:
        """`2 rounds, 14 dice`."""
        dice = sum(len(die.values) for passage in self.lines for die in passage.dice)
        rounds = sum(passage.kind == "battle_round" for passage in self.lines)
        counts = [_count(rounds, "round", "rounds"), _count(dice, "die", "dice")]
        return ", ".join(filter(None, counts)) or "no dice"

    @property
    def rows(self) -> list[Row]:
        """Array, rounds, rout, outcome and fates, as far as there are any."""
        parts: list[tuple[str, list[Passage]]] = [("Array", [])]
        over = False
        late: dict[str, list[str]] = {"Rout": [], "Retreat": [], "Outcome": [], "Fates": []}
        for passage in self.lines[1:]:
            if passage.kind == "battle_round":
                parts.append((passage.text.rstrip("."), []))
            elif passage.kind == "battle_end":
                over = True
                late["Outcome"].append(passage.text)
            elif passage.kind in RETREATS:
                late["Retreat" if passage.kind == "retreat" else "Rout"].append(passage.text)
            elif passage.kind in FATES or (over and passage.kind == "battle_losses"):
                late["Fates"].append(passage.text)
            elif not over:
                parts[-1][1].append(passage)
        rows = [Row(label, tuple(_lines(lines))) for label, lines in parts]
        rows += [Row(label, tuple(lines)) for label, lines in late.items()]
        return [row for row in rows if row.lines]


def _lines(passages: Sequence[Passage]) -> Iterator[str]:
    """Sentences of one round: blows, then what they did, then how the dice fell."""
    yield from (line.text for line in passages if line.kind in BLOWS)
    counted = Counter(line.text for line in passages if line.kind in COUNTED)
    yield from (text if n == 1 else f"{text.rstrip('.')} (x{n})." for text, n in counted.items())
    dice = [die for line in passages for die in line.dice]
    values = sum(len(die.values) for die in dice)
    wanted = [die for die in dice if die.needed]
    hits = sum(die.successes for die in wanted)
    if values:
        rolls = f"Rolls: {_count(values, 'die', 'dice')}"
        yield f"{rolls}, {hits} as needed." if len(wanted) == len(dice) else f"{rolls}."


def battles(report: Context) -> list[Battle]:
    """The battles that the reported entries are about; what was before them is told too."""
    reported = {entry.n for entry in report.entries}
    found = list(_fought((*report.earlier, *report.entries)))
    return [battle for battle in found if reported & battle.ranges.keys()]


def _fought(entries: Iterable[EntryStory]) -> Iterator[Battle]:
    battle: Battle | None = None
    waiting: list[tuple[int, int, Passage]] = []
    for entry in entries:
        for at, passage in enumerate(entry.passages):
            if passage.kind in ("battle", "heading"):
                if battle:
                    yield battle
                battle = Battle(passage) if passage.kind == "battle" else None
                waiting = []
            if battle is None:
                continue
            waiting.append((entry.n, at, passage))
            if not battle.ended or _fate(passage):
                for line in waiting:
                    battle.add(*line)
                waiting = []
            elif not passage.dice and passage.kind != "order":
                yield battle
                battle, waiting = None, []
    if battle:
        yield battle


def _fate(passage: Passage) -> bool:
    return passage.kind in (*RETREATS, *FATES, "battle_losses", "battle_end")


class Part(Struct, frozen=True):
    """A stretch of an entry's story; of a `battle`, or of none."""

    passages: tuple[Passage, ...]
    battle: Battle | None = None


def parts(entry: EntryStory, battles: Sequence[Battle]) -> list[Part]:
    """The story in stretches: what belongs to a battle, and what is between."""
    out, at = [], 0
    for battle in battles:
        if entry.n not in battle.ranges:
            continue
        first, end = battle.ranges[entry.n]
        out += [Part(entry.passages[at:first]), Part(entry.passages[first:end], battle)]
        at = end
    return [part for part in [*out, Part(entry.passages[at:])] if part.passages]


def tally(passage: Passage) -> str:
    """Dice in a few words: `3 dice (protection march militia): 1 of 3`."""
    values = [value for die in passage.dice for value in die.values]
    labels = ", ".join(dict.fromkeys(die.label for die in passage.dice))
    short = labels if len(labels) < 60 else f"{labels[:57]}..."
    wanted = [die for die in passage.dice if die.needed]
    hits = sum(die.successes for die in wanted)
    verdict = f": {hits} of {len(values)}" if len(wanted) == len(passage.dice) else ""
    return f"{len(values)} dice ({short}){verdict}"


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}" if n else ""
