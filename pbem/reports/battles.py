"""Battles in a story: each one whole, however many entries it took, told by array, rounds and fates.

A battle goes from its event `battle` to its `battle_end`, with the fates that follow at once. What
lies between belongs to it: while a battle is fought, nothing else happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from pbem.engine.prose import count_text
from pbem.patterns import Pattern
from pbem.reports.context import Passage

if TYPE_CHECKING:
    from pbem.reports.context import Context, EntryStory

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
    "battle_round",
    "charge",
)
LOST, LOSSES = "Losses", ("battle_unit", "battle_losses")
"""Told once, with how often it happened."""
RETREATS = {"battle_rout": "Rout", "battle_withdrawal": "Retreat", "retreat": "Retreat"}
OUTCOMES = ("battle_won", "battle_end")
DEATHS = Pattern(
    r"\b(?:is|are|was|were) (?:killed|captured|slain|executed|dead|eliminated for good)\b|\bdies\b"
)
"""Of a Lord or a noble, in any game."""
ARRAY, ROUND = "Array", Pattern(r"Round \d+")
"""What comes before the first round, and the text of the event that opens one."""
ROUNDED = ("battle_array", "battle_round")
"""How each side stands: where no text opens rounds, one begins behind these."""


class BattleRow(Struct, frozen=True):
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
        rounds = len(self._rounds) - 1
        counts = ((rounds, "round", ""), (dice, "die", "dice"))
        return ", ".join(count_text(n, one, many) for n, one, many in counts if n) or "no dice"

    @property
    def rows(self) -> list[BattleRow]:
        """Once it is over first how it ended, and what became of whom; then array and rounds. As far as there
        are any."""
        ends = self.ends
        round_rows = [BattleRow(label, tuple(_lines(lines))) for label, lines in self._rounds]
        rows = [*ends, *round_rows] if self.ended else [*round_rows, *ends]
        return [row for row in rows if row.lines]

    @property
    def ends(self) -> list[BattleRow]:
        """How it ended, and what became of whom: rows without a line are left out."""
        late = {name: list[str]() for name in ("Outcome", *RETREATS.values(), "Fates", LOST)}
        for passage in self.lines[1:]:
            if name := _late(passage):
                late[name].append(passage.text)
        late[LOST] = [" ".join(_times(late[LOST]))] if late[LOST] else []
        return [BattleRow(label, tuple(lines)) for label, lines in late.items() if lines]

    @property
    def result(self) -> str:
        """Who won, and where, and who died of it: `York wins the battle of Derby. Warwick is dead.`"""
        rows = {row.label: row.lines for row in self.ends}
        place, won = self.name.partition(":")[0], rows.get("Outcome", ("",))[0]
        sentence = won.replace("The ", "the ", 1) if won.startswith("The ") else won
        outcome = won if place.split()[-1] in won.strip(".").split() else f"{place}: {sentence}"
        fates = [text for text in rows.get("Fates", ()) if DEATHS.compiled.search(text)]
        return " ".join((outcome, *fates))

    @property
    def _rounds(self) -> list[tuple[str, list[Passage]]]:
        """The passages before the first round under `ARRAY`, then those of each round; nothing of how it ended.

        Titles such as `Round 2` begin a round. A battle without them begins one with each first passage after an
        array (`ROUNDED`), if there was any fighting (`BLOWS`).
        """
        parts, last_passage = [(ARRAY, list[Passage]())], self.title
        ends = [at for at, passage in enumerate(self.lines) if passage.kind in OUTCOMES]
        passages = self.lines[1 : (ends or [len(self.lines)])[0]]
        round_titles = [
            line
            for line in passages
            if line.kind == "battle_round" and ROUND.compiled.match(line.text)
        ]
        is_fought = any(line.kind in BLOWS and line.kind != "battle_array" for line in passages)
        for passage in passages:
            if passage in round_titles:
                parts.append((passage.text.rstrip("."), []))
            elif not _late(passage) and passage.kind != "order":
                follows_array = last_passage.kind in ROUNDED and passage.kind not in ROUNDED
                if is_fought and not round_titles and follows_array:
                    parts.append((f"Round {len(parts)}", []))
                parts[-1][1].append(passage)
                last_passage = passage
        return parts


def _late(passage: Passage) -> str:
    """The row of what ended a battle, or came of it; "" of what was fought."""
    if passage.kind in OUTCOMES:
        return "Outcome"
    if passage.kind in LOSSES:
        return LOST
    return RETREATS.get(passage.kind, "Fates" if passage.kind in FATES else "")


def _times(texts: Iterable[str]) -> Iterator[str]:
    """Each of them once, with how often it was said."""
    for text, n in Counter(texts).items():
        yield text if n == 1 else f"{text.rstrip('.')} (x{n})."


def _lines(passages: Sequence[Passage]) -> Iterator[str]:
    """Sentences of one round: blows, then how the dice fell."""
    yield from (line.text for line in passages if line.kind in BLOWS)
    values = sum(len(die.values) for line in passages for die in line.dice)
    if values:
        yield f"Rolls: {count_text(values, 'die', 'dice')}."


def battles(report: Context) -> list[Battle]:
    """The battles that the reported entries are about; what was before them is told too.

    The one in which the game ended is over, whatever its story says.
    """
    reported = {entry.n for entry in report.entries}
    fights = list(_battles_in((*report.earlier, *report.entries)))
    if fights and report.result and not report.past:
        fights[-1].ended = True
    return [battle for battle in fights if reported & battle.ranges.keys()]


def _battles_in(entries: Iterable[EntryStory]) -> Iterator[Battle]:
    """Each battle of these entries, whole.

    After its end a battle still takes the fates that follow. What comes between waits in `undecided`:
    it joins the battle if another fate follows, and is dropped if the story goes on.
    """
    battle: Battle | None = None
    undecided: list[tuple[int, int, Passage]] = []
    for entry in entries:
        for at, passage in enumerate(entry.passages):
            if passage.kind in ("battle", "heading"):
                if battle:
                    yield battle
                battle = Battle(passage) if passage.kind == "battle" else None
                undecided = []
            if battle is None:
                continue
            undecided.append((entry.n, at, passage))
            if not battle.ended or _fate(passage):
                for numbered_passage in undecided:
                    battle.add(*numbered_passage)
                undecided = []
            elif not passage.dice and passage.kind != "order":
                yield battle
                battle, undecided = None, []
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
    with_need = [die for die in passage.dice if die.needed]
    hits = sum(die.successes for die in with_need)
    verdict = f": {hits} of {len(values)}" if len(with_need) == len(passage.dice) else ""
    return f"{len(values)} dice ({short}){verdict}"
