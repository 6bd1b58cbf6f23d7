"""Hash chains: secrets laid down before the game and revealed one by one to make dice.

`L[k-1] = H(link, chain_id, k, L[k])`. An anchor given at number `base` is L[base] and carries the
links base + 1 to base + 1024. Whoever knows an earlier link can
check a later one, and nobody can make another.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from msgspec import Struct

from pbem.errors import BadLink, ChainSpent
from pbem.protocol.hashing import H, is_digest

LENGTH = 1024  # links of a chain after its anchor


class Chain(Struct, frozen=True):
    """One chain of one owner; the seed comes from `GameKey.chain` and stays secret."""

    seed: bytes
    chain_id: str
    base: int = 0

    def __repr__(self) -> str:
        return f"Chain({self.chain_id!r}, base={self.base})"

    @property
    def anchor(self) -> str:
        """L[base], for the genesis, the accept or the claim."""
        return self._links[0]

    def link(self, number: int) -> str:
        """L[number] for number from base + 1 to base + LENGTH; raises ChainSpent beyond."""
        if number <= self.base:
            raise ValueError(f"this chain begins after number {self.base}")
        if number > self.base + LENGTH:
            raise ChainSpent(chain=self.chain_id, length=LENGTH, k=number)
        return self._links[number - self.base]

    @property
    def _links(self) -> tuple[str, ...]:
        return _links(self.seed, self.chain_id, self.base)


@lru_cache(maxsize=16)
def _links(seed: bytes, chain_id: str, base: int) -> tuple[str, ...]:
    """All links; kept, for a club or a demo opens the same game again and again."""
    links, start = [hashlib.sha256(seed).hexdigest()], f"pbem2/link\n{chain_id}\n"
    for k in range(base + LENGTH, base, -1):  # as `H`, which takes three times as long
        text = f"{start}{k}\n{links[-1]}\n"
        links.append(hashlib.sha256(text.encode("ascii")).hexdigest())
    return tuple(reversed(links))


def check_link(chain_id: str, known_number: int, known_link: str, number: int, link: str) -> None:
    """Pass if `link` is L[number] of the chain whose L[known_number] is `known_link`.

    Walks back the numbers between (links that were skipped), at most LENGTH.
    Raises BadLink.
    """
    if not 1 <= number - known_number <= LENGTH or not is_digest(link):
        raise BadLink(k=number, chain=chain_id)
    value = link
    for k in range(number, known_number, -1):
        value = H("link", chain_id, k, value)
    if value != known_link:
        raise BadLink(k=number, chain=chain_id)
