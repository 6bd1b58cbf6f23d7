"""Chains, dice, who holds what, and what a rewind brings back (PROTOCOL.md, sections 6, 7 and 15)."""

from typing import NamedTuple

from wire import Bad, H, need, sha


class Chain:
    """What is known of a chain: its base and anchor, and the link with the highest number."""

    def __init__(self, name: str, base: int, anchor: str) -> None:
        self.name, self.base, self.anchor, self.k, self.link = name, base, anchor, base, anchor

    def reveal(self, k: int, link: str) -> None:
        need(
            self.k < k <= self.base + 1024,
            f"{self.name}: link {k} behind {self.k} with the base {self.base}",
        )
        down = link
        for i in range(k, self.k, -1):
            down = H("link", self.name, i, down)
        need(down == self.link, f"{self.name}: link {k} does not lead to {self.k}")
        self.k, self.link = k, link

    def links(self, seed: bytes) -> dict[int, str]:
        out = {self.base + 1024: sha(seed)}
        for i in range(self.base + 1024, self.base, -1):
            out[i - 1] = H("link", self.name, i, out[i])
        return out


def die(fields: list[str | int], n: int) -> int:
    for block in range(1000):
        for b in bytes.fromhex(H("dice", *fields, block)):
            if b < 256 - 256 % n:
                return b % n
    raise Bad("a die without end")


class Holder(NamedTuple):
    """Who holds or held a seat or the chair, with what he committed to there."""

    role: str
    keys: dict[str, str]
    chains: list[Chain]


class Position:
    """What a rewind brings back (§15), as far as it can be known without rules."""

    def __init__(self) -> None:
        self.version = 1  # of the rules
        self.slots: dict[
            str, tuple[int, str]
        ] = {}  # slot: k of the shuffle (0 of a plan), commitment
        self.drawn: set[str] = set()  # slots dealt or opened since their shuffle
        self.shown: set[str] = set()  # slots that were turned up
        self.stale: set[str] = set()  # decks to shuffle anew before the next draw
        self.latest: dict[str, int] = {}  # side: entry of its latest order
        self.place: dict[int, int] = {}  # entry of an order: the next place to open
        self.closed: set[int] = set()  # orders whose statements are over
