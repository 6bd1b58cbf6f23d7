"""What stands after each entry, as far as it can be known without the rules of the game."""

from collections import Counter

from .clock import Clock
from .table import Chain, Failed, Holder, Position, Question, kind
from .wire import Json

OPEN = "Open card {place} of the stack that {side} sealed: only you can tell what it is."


class State:
    clock: Clock
    sides: list[str]
    table: Json  # the terms of the table

    def __init__(self) -> None:
        self.pos = Position()
        # of the entries; then what stood after each of them:
        self.bodies: list[dict[str, Json]] = []
        self.heads, self.after = list[str](), list[Position]()
        self.index: dict[str, int] = {}  # head: its entry
        self.sha512 = list[str]()  # of each body
        # of the moment, before it, ever:
        self.gms, self.gms_before, self.holders = list[Holder](), list[Holder](), list[Holder]()
        self.seats: dict[str, Holder] = {}
        self.fresh: set[str] = set()  # x25519 keys and anchors
        self.chains: dict[str, Chain] = {}  # of the moment
        self.first = 0  # entry of the last accept, once it is there
        self.handover = 0  # entry of the last `gm` with role `handover`

        # links, dice, shuffles
        self.pairs: dict[str, tuple[int, str]] = {}  # side: number and link
        self.since: dict[str, int] = {}  # side: entry in which its present link first stood
        self.due = True  # whether the next chance needs a new link of the witness
        self.uses: Counter[str] = Counter()  # of a label under the present link
        self.chance_entry = -1  # the last with a die or a shuffle
        self.shuffles = 0
        self.cards: list[tuple[int, str, str, str]] = []  # k, slot, salt, card, as they were opened
        self.shuffled: list[tuple[int, Chain]] = []  # k and the deck chain of the time
        self.dice = self.opened = 0

        # questions
        self.asked: dict[str, Question] = {}
        self.number: dict[str, int] = {}  # of the latest question
        self.links: dict[str, int] = {}  # the last link number that was given to a question
        self.names: set[tuple[str, str]] = set()  # side and name of all questions
        self.done: set[tuple[str, str]] = set()  # side and name of all that was answered
        self.decided: set[tuple[str, str]] = set()  # the same by a row of `decisions`
        self.undone: set[tuple[str, str]] = set()  # the same of the last entry with a fault
        self.highest = 0  # number in a name
        self.last_put = 0  # entry that last put a question
        self.ground = 0  # entry of the last new ground, or of the last accept
        self.born: dict[str, dict[str, bool]] = {}  # name: who had standing orders then
        self.cuts: dict[str, int] = {}  # side: cut of the first order under its link
        self.several: dict[str, list[tuple[str, int, int, bool]]] = {}  # name: the orders to it

        # who is away, what is offered
        self.absent: dict[str, int] = {}  # side: entry that declared it so
        self.declared: dict[str, int] = {}  # the same, for ever
        self.signed: dict[str, int] = {}  # side: last entry with something that it signed
        self.rewinds: dict[int, int] = {}  # n: k
        self.wishes: dict[
            int, tuple[str, int, set[str]]
        ] = {}  # open `takeback`: who, first, who agreed
        self.offers: dict[int, tuple[str, set[str]]] = {}  # open offer of a draw: who, who took it
        self.over: dict[str, int] = {}
        self.words: set[str] = set()  # digests of bodies that do not come twice
        self.counters: dict[str, int] = {}  # of `standing`
        self.sent: Counter[str] = Counter()  # standing orders since the side was asked
        self.filled: Counter[str] = Counter()  # bytes of words, policies and long answers
        self.praise: set[tuple[str, int]] = set()  # side, entry: countersigned

        self.faulty = self.veiled = False
        self.digests: dict[str, str] = {}  # of the menus of open questions, in a veiled game
        self.failed = Failed(0, Counter(), [], [], {}, {}, "")
        self.now = 2**41  # the reader's clock, if there is one
        self.notes: list[str] = []
        self.late: list[str] = []  # what is dated long before a time that its author had

    def live(self, before: int) -> set[int]:
        """§15: the entries that count, going back from the last one before."""
        out, n = set(), before - 1
        while n >= 0:
            out.add(n)
            n = self.rewinds.get(n, n) - 1
        return out

    @property
    def final(self) -> bool:
        """§16: for each side an `over`, or an `absent` behind the result."""
        end = self.pos.ended
        return end > 0 and all(s in self.over or self.declared.get(s, 0) > end for s in self.sides)

    def named(self, row: Json) -> str:
        """§13: in a veiled game, the card that a question of kind `open` names."""
        side, text = row["side"], row.get("text", "")
        stack = [x.split(":") for x in self.pos.slots if x.startswith(f"plan:{side}:")]
        for place in [x[3] for x in stack if x[2] == stack[-1][2]]:
            if text == OPEN.format(place=place, side=side):
                return f"plan:{side}:{stack[-1][2]}:{place}"
        return ""

    def on_top(self, slot: str) -> bool:
        """§8: whether the card above it in its stack or deck was taken before, or in this entry."""
        pile, _, place = slot.rpartition(":")
        above = f"{pile}:{int(place) - 1}"
        return above not in self.pos.slots or above in self.pos.shown | self.pos.drawn

    def owed(self) -> set[str]:
        """The sides that owe a `ready`."""
        return {s for s, q in self.asked.items() if kind(q.name) == "ready"}

    def away(self, side: str) -> bool:
        """§13: whether it is absent, and has signed nothing since, this entry not counted."""
        return side in self.absent and self.signed.get(side, 0) <= self.absent[side]
