"""Dice and shuffles from revealed links: everybody can recompute them, nobody can choose them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pbem.protocol.hashing import H


@dataclass(frozen=True)
class Stream:
    """The randomness of one entry of the log (DESIGN 6, "Dice" and "Shuffles").

    Its bytes for a label are `H(tag, game, entry_key, gm_link, player_links, beacon, label, block)`
    for block 0, 1, ...; the fields are checked by the hash rule. A label gives the same result each
    time, so the rules use each label once in an entry.
    """

    tag: Literal["dice", "shuffle"]
    game: str
    entry_key: str  # "york:7", the order that carries the last decision
    gm_link: str
    player_links: str  # joined by ",", in the order of the sides in the genesis
    beacon: str = "-"

    def roll(self, label: str, sides: int = 6) -> int:
        """A die: 1 to `sides`, each exactly as likely. Raises ValueError beyond 2 to 256 sides."""
        if not 2 <= sides <= 256:
            raise ValueError(f"no die has {sides} sides here")
        return _below(sides, self._bytes(label)) + 1

    def shuffle(self, label: str, count: int) -> list[int]:
        """A permutation of range(count), count up to 256: Fisher-Yates from the top down.

        For i = count-1 ... 1 it swaps i with a j from 0 to i; all j come from the one stream of
        the label, one after the other. Position p of the deck holds card number `result[p]`.
        """
        if not 0 <= count <= 256:
            raise ValueError(f"no deck has {count} cards here")
        order = list(range(count))
        stream = self._bytes(label)
        for i in range(count - 1, 0, -1):
            j = _below(i + 1, stream)
            order[i], order[j] = order[j], order[i]
        return order

    def _bytes(self, label: str) -> Iterator[int]:
        block = 0
        while True:
            yield from bytes.fromhex(
                H(
                    self.tag,
                    self.game,
                    self.entry_key,
                    self.gm_link,
                    self.player_links,
                    self.beacon,
                    label,
                    block,
                )
            )
            block += 1


def _below(n: int, stream: Iterator[int]) -> int:
    """A number from 0 to n-1; bytes at or above the largest multiple of n are skipped."""
    limit = 256 - 256 % n
    return next(byte for byte in stream if byte < limit) % n
