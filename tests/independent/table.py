"""Chains, dice, holders, questions and positions (PROTOCOL.md, sections 6, 7, 13 and 15)."""

import re
from collections import Counter
from typing import Any, NamedTuple

from .wire import Flaw, H, Json, need, sha


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
    raise Flaw("a die without end")


class Holder(NamedTuple):
    """Who holds or held a seat or the chair, with what he committed to there."""

    role: str
    keys: dict[str, str]
    chains: list[Chain]


class Question(NamedTuple):
    """An open question: its row, its link number, the entry that put it, whether it was alone."""

    row: dict[str, Any]
    link: int
    put: int
    alone: bool

    @property
    def number(self) -> int:
        return int(self.row["number"])

    @property
    def name(self) -> str:
        return str(self.row["request"])


def kind(name: str) -> str:
    """Of a request's name: what stands before its last `-`."""
    return name.rpartition("-")[0]


def counter(name: str) -> int:
    """Of a request's name: what stands behind its last `-`, up to a point (§13)."""
    m = re.fullmatch(r"(0|[1-9][0-9]*)(\.[0-9]+)?", name.rpartition("-")[2])
    need(m and kind(name), f"the name {name!r} has no number")
    return int(m[1])  # type: ignore[index]


def moment(name: str) -> bool:
    return "." in name.rpartition("-")[2]


class Failed(NamedTuple):
    """The last fault: what holds again when its line is carried out by a ruling `again` (§14)."""

    entry: int
    uses: Counter[str]  # of labels, before the line
    rolls: list[dict[str, Any]]  # of the line
    shuffles: list[dict[str, Any]]
    force: dict[str, bool]  # side: had standing orders at the cut
    fault: dict[str, Any]  # its row
    cards: str  # the request that the order of the entry answered by cards


class Position:
    """What a rewind brings back (§15), as far as it can be known without rules."""

    def __init__(self) -> None:
        self.version = 1  # of the rules
        self.slots: dict[
            str, tuple[int, str]
        ] = {}  # slot: k of the shuffle (0 of a plan), commitment
        self.decks: set[str] = set()  # that were shuffled
        self.drawn: set[str] = set()  # slots dealt or opened since their shuffle
        self.shown: set[str] = set()  # slots that were turned up
        self.dropped: set[str] = set()  # slots of stacks that nobody turns up any more
        self.stale: set[str] = set()  # decks to shuffle anew before the next draw
        self.latest: dict[str, int] = {}  # side: entry of its latest order
        self.place: dict[int, int] = {}  # entry of an order: the next place to open
        self.closed: set[int] = set()  # orders whose statements are over
        self.standing: set[str] = set()  # sides that have standing orders
        self.ended = 0  # the entry of the result
        self.result: Json = None  # of a veiled game
        self.public: dict[tuple[str, ...], Json] = {}  # of a veiled game: see stories.py

    def copy(self) -> "Position":
        out = Position()
        for name, value in vars(self).items():
            setattr(out, name, value.copy() if isinstance(value, dict | set) else value)
        return out


class Entry:
    """What is found out about an entry while it is read."""

    def __init__(self, n: int, step: Json, record: Json) -> None:
        self.n, self.step, self.record = n, step, record
        self.signers: set[str] = set()  # of envelopes in it
        self.order: Json = {}  # its `order` or `ready`
        self.answered: dict[str, Question] = {}  # side: the question that it answers or closes
        self.kind = ""  # still, ending, ground or moving (§14)
        self.ground = False  # new ground (§13), of whatever class
        self.first = False  # the last accept
        self.back = 0  # of a rewind: the first entry taken back
        self.impose = self.answers = self.again = False
        self.force: dict[str, bool] = {}  # side: had standing orders at the cut
        self.closed: set[int] = set()  # orders that were over before it

    @property
    def ordered(self) -> str:
        """Whose `order` it holds."""
        return str(self.order["from"]) if self.order.get("type") == "order" else ""

    @property
    def cards(self) -> str:
        """The request that its order answers by cards, if it does."""
        return str(self.order["request"]) if self.order.keys() & {"plan", "openings"} else ""
