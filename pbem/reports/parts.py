"""A battle in the story of an entry gets a panel of its own; dice fold behind their count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.reports.context import EntryStory, Told


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the story; `battle`: all of it belongs to one battle."""

    told: tuple[Told, ...]
    battle: bool = False

    @property
    def tally(self) -> str:
        """`2 rounds, 14 dice, 5 units Rout, 1 Lord out of it`; "" if nothing is to be counted."""
        kinds = [told.kind for told in self.told]
        dice = sum(len(die.values) for told in self.told for die in told.dice)
        counts = [
            _count(kinds.count("battle_round"), "round", "rounds"),
            _count(dice, "die", "dice"),
            _count(kinds.count("battle_unit"), "loss among units", "losses among units"),
            _count(kinds.count("battle_rout"), "leader out of it", "leaders out of it"),
        ]
        return ", ".join(filter(None, counts))


def parts(entry: EntryStory) -> list[Part]:
    """The story in stretches: each battle from its first event to its last, and what is between."""
    out: list[Part] = []
    rest = list(entry.told)
    while rest:
        first = next((i for i, told in enumerate(rest) if _of_battle(told)), len(rest))
        while first and first < len(rest) and rest[first - 1].dice and rest[first].kind != "battle":
            first -= 1
        if first:
            out.append(Part(tuple(rest[:first])))
            rest = rest[first:]
            continue
        end = _end(rest)
        out.append(Part(tuple(rest[:end]), battle=True))
        rest = rest[end:]
    return out


def _end(told: Sequence[Told]) -> int:
    """Where the battle that opens this stretch is over: after its last event, and the dice that follow."""
    last = 0
    for i, line in enumerate(told):
        if i and line.kind == "battle":
            break
        if _of_battle(line):
            last = i
    last += 1
    while last < len(told) and told[last].dice:
        last += 1
    return last


def _of_battle(told: Told) -> bool:
    return told.kind.split("_")[0] == "battle"


def tally(told: Told) -> str:
    """Dice in a few words: `3 dice (protection march militia): 1 of 3`."""
    values = [value for die in told.dice for value in die.values]
    labels = ", ".join(dict.fromkeys(die.label for die in told.dice))
    short = labels if len(labels) < 60 else f"{labels[:57]}..."
    wanted = [die for die in told.dice if die.needed]
    hits = sum(die.successes for die in wanted)
    verdict = f": {hits} of {len(values)}" if len(wanted) == len(told.dice) else ""
    return f"{len(values)} dice ({short}){verdict}"


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}" if n else ""
