"""Hash chains: secrets laid down before the game and revealed one by one to make dice (DESIGN 6).

`L[k-1] = H(link, chain_id, k, L[k])`. The anchor L[0] is published; link k is revealed with order k.
Whoever knows L[k-1] can check L[k], and nobody can make another one.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache

from pbem.errors import BadLink, ChainSpent
from pbem.protocol.hashing import H, is_digest

LENGTH = 1024  # links of a chain after its anchor


@dataclass(frozen=True)
class Chain:
    """One chain of one owner; the seed comes from `Identity.chain_seed` and stays secret."""

    seed: bytes = field(repr=False)
    chain_id: str

    @property
    def anchor(self) -> str:
        """L[0], for the genesis or the accept."""
        return self._links[0]

    def link(self, k: int) -> str:
        """L[k] for k from 1 to LENGTH; raises ChainSpent beyond."""
        if k < 1:
            raise ValueError("links are counted from 1")
        if k > LENGTH:
            raise ChainSpent(chain=self.chain_id, length=LENGTH, k=k)
        return self._links[k]

    @property
    def _links(self) -> tuple[str, ...]:
        return _links(self.seed, self.chain_id)


@lru_cache(maxsize=8)
def _links(seed: bytes, chain_id: str) -> tuple[str, ...]:
    """All links; kept, for a club or a demo opens the same game again and again."""
    links = [hashlib.sha256(seed).hexdigest()]
    for k in range(LENGTH, 0, -1):
        links.append(H("link", chain_id, k, links[-1]))
    return tuple(reversed(links))


def check_link(chain_id: str, k: int, previous: str, link: str) -> None:
    """Pass if `link` is L[k] of the chain whose L[k-1] is `previous`, else raise BadLink."""
    if not 1 <= k <= LENGTH or not is_digest(link) or H("link", chain_id, k, link) != previous:
        raise BadLink(k=k, chain=chain_id)
