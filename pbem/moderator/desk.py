"""The GM's desk: what a log says beside orders. Disputes, rulings, rewinds, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pbem.moderator.clock import Clock


@dataclass
class Dispute:
    """A player's signed objection to an entry; open until a ruling `ruled` (its number) on it."""

    n: int
    side: str
    entry: int
    text: str
    ruled: int = 0


@dataclass
class Ruled:
    """A ruling. `told`: what it did, in a few words; `by` who has countersigned it."""

    n: int
    kind: str
    entry: int
    told: str
    by: list[str] = field(default_factory=list)


@dataclass
class TakeBack:
    """A player asks to go back to before entry `first`; `done` is the entry that did."""

    n: int
    side: str
    first: int
    text: str
    done: int = 0


@dataclass
class Desk:
    """Attributes:

    rewinds: number of the entry that rewound to the first entry that it voided.
    house: house rules in force. `imposed`: side to a decision that the GM made for it and that
        waits for the next link of somebody to make its dice.
    verdict: winner (or "") and reason, if the GM ended the game.
    said: digest of each statement to its entry.
    revealed: party (a side, or `gm`) to its reveal key, published after the end.
    """

    disputes: list[Dispute] = field(default_factory=list)
    rulings: list[Ruled] = field(default_factory=list)
    takebacks: list[TakeBack] = field(default_factory=list)
    rewinds: dict[str, int] = field(default_factory=dict)
    house: list[str] = field(default_factory=list)
    imposed: dict[str, str] = field(default_factory=dict)
    verdict: list[str] = field(default_factory=list)
    said: dict[str, int] = field(default_factory=dict)
    revealed: dict[str, str] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)

    def settle(self, first: int, n: int) -> None:
        """Entry `n` goes back to before entry `first`: what was said about what is gone is settled,
        and what rulings settled that are gone is open again."""
        for dispute in self.disputes:
            if dispute.entry >= first and not dispute.ruled:
                dispute.ruled = n
            elif dispute.entry < first <= dispute.ruled < n:
                dispute.ruled = 0
        for asked in self.takebacks:
            if asked.first >= first and not asked.done:
                asked.done = n

    def notices(self) -> list[str]:
        """What every report says, a sentence each; nothing that is secret."""
        return [*self.unsettled(), *(f"House rule: {text}" for text in self.house)]

    def unsettled(self) -> list[str]:
        """What waits for somebody: disputes, take-backs, decisions that need dice."""
        lines = [
            f"{d.side} disputes entry {d.entry} (entry {d.n}): {d.text}"
            for d in self.disputes
            if not d.ruled
        ]
        lines += [
            f"{t.side} asks to take back everything from entry {t.first} on (entry {t.n}): {t.text} "
            "The opponent agrees with `pbem takeback --agree`."
            for t in self.takebacks
            if not t.done
        ]
        return lines + [
            f"The GM has decided for {side}. The dice need a link of a player, so it is carried out "
            "with the next order of either side (`pbem orders --go-on`)."
            for side in sorted(self.imposed)
        ]


def living(length: int, rewinds: Mapping[str, int]) -> Iterator[int]:
    """Numbers of the entries that count, from the last one back: voided ones are left out."""
    n = length - 1
    while n >= 0:
        yield n
        n = rewinds.get(str(n), n) - 1


def voided_by(n: int, length: int, rewinds: Mapping[str, int]) -> int:
    """The entry that took entry `n` back, or 0."""
    if n in living(length, rewinds):
        return 0
    return max((int(r) for r, first in rewinds.items() if first <= n < int(r)), default=0)
