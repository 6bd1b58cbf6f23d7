"""Dice and shuffles from revealed links: everybody can recompute them, nobody can choose them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct

from pbem.protocol.hashing import H

MOST = 256
WORDS = r"[a-z0-9_]+(?: [a-z0-9_]+)*"
"""How dice and decks are named: words of small letters, digits and `_`, one blank between two."""


class RevealedLink(NamedTuple):
    """What a witness or a side adds to a seed: the last link of its chain that is out, and its number."""

    number: int
    link: str


def dice(genesis: str, witnesses: Iterable[RevealedLink], sides: Iterable[RevealedLink]) -> Stream:
    """What falls while these links are the last, witnesses and sides in the genesis' order."""
    return Stream("dice", (genesis, *_fields(witnesses), *_fields(sides)))


def shuffling(
    genesis: str,
    k: int,
    deck_link: str,
    witnesses: Iterable[RevealedLink],
    sides: Iterable[RevealedLink],
) -> Stream:
    """Shuffle number `k` of the log, with link k of the deck chain besides."""
    return Stream("shuffle", (genesis, k, deck_link, *_fields(witnesses), *_fields(sides)))


def is_label(text: str) -> bool:
    """Whether rules may name a die or a deck so. It has one spelling, or the GM would choose dice by capitals and blanks."""
    return re.fullmatch(WORDS, text) is not None


class Stream(Struct, frozen=True):
    """The randomness between two changes of a link; `occurrence` counts a label's uses from 1.

    Its bytes for a label are `H(tag, seed..., label#occurrence, block)` for block 0, 1, ...
    """

    tag: str
    seed: tuple[str | int, ...]

    def roll(self, label: str, occurrence: int, sides: int = 6) -> int:
        """A die: 1 to `sides`, each exactly as likely. Raises ValueError beyond 2 to 256 sides."""
        return self.below(label, occurrence, sides) + 1

    def below(self, label: str, occurrence: int, n: int) -> int:
        """A number from 0 to n - 1; n from 2 to 256, else ValueError."""
        if not 2 <= n <= MOST:
            raise ValueError(f"no die has {n} sides here")
        return _below(n, self._bytes(label, occurrence))

    def shuffle(self, label: str, occurrence: int, count: int) -> list[int]:
        """A permutation of range(count), count up to 256: Fisher-Yates from the top down.

        For i = count-1 ... 1 it swaps i with a j from 0 to i; all j come from the one stream of
        the label, one after the other. Position p of the deck holds card number `result[p]`.
        """
        if not 0 <= count <= MOST:
            raise ValueError(f"no deck has {count} cards here")
        order = list(range(count))
        stream = self._bytes(label, occurrence)
        for i in range(count - 1, 0, -1):
            j = _below(i + 1, stream)
            order[i], order[j] = order[j], order[i]
        return order

    def _bytes(self, label: str, occurrence: int) -> Iterator[int]:
        if not is_label(label) or occurrence < 1:
            raise ValueError(f"no die is called {label!r}, time {occurrence}")
        block = 0
        while True:
            yield from bytes.fromhex(H(self.tag, *self.seed, f"{label}#{occurrence}", block))
            block += 1


def _fields(links: Iterable[RevealedLink]) -> Iterator[str | int]:
    for link in links:
        yield from link


def _below(n: int, stream: Iterator[int]) -> int:
    """A number from 0 to n-1; bytes at or above the largest multiple of n are skipped."""
    limit = MOST - MOST % n
    return next(byte for byte in stream if byte < limit) % n
