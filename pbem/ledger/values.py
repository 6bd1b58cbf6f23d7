"""The ledger and its parts, frozen all the way down; `Position` is what a rewind takes back, the rest goes on."""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

import msgspec
from msgspec import Struct

from pbem.ledger.clock import Clock
from pbem.ledger.frozen import Frozen, Value, frozen
from pbem.protocol import bodies
from pbem.protocol.bodies import Ended, Fault, Keys, OpenQuestion, Rolled, Setup, Shuffled
from pbem.protocol.offices import DECK, DICE, MOVE
from pbem.protocol.offices import GM as GM

PUBLIC, READY = "public", "ready"
READY_QUESTION = (
    "You have nothing to decide, but the dice wait for an email from you. `pbem orders` writes it."
)
JOINS = "joins"  # the kind of an event: a player has taken a seat
OWN, POLICY, EARLIER, ABSENT = "", "policy", "earlier", "absent"
MOST = 2000
"""Decisions in one entry; from there on nobody's lines and standing orders go on, and their sides are asked."""


def is_ready(name: str) -> bool:
    """Is this the name of an owed `ready`?"""
    return name.startswith(f"{READY}-")


class ChainReach(Value, frozen=True):
    """How far a chain is known: link `number` of it."""

    number: int
    link: str


class LatestLink(Value, frozen=True):
    """The link of a side's latest order or `ready`; before the first one 0 and the side's first anchor.

    Attributes:
        since: the entry in which this link first stood. `question`: the number of the last one answered.
    """

    number: int
    link: str
    since: int = 0
    question: int = 0


class Chains(Value, frozen=True):
    """What never goes back, so that no die comes twice.

    Attributes:
        latest: the last link of each side, on which all dice hang. `moves`: from where its next one is checked.
        numbers, links: the last number and the last link number of a question, by side.
        answers: the last link of each witness' dice chain, on which all dice hang besides.
        rolled: the last entry in which a die or a shuffle fell. `shuffles`: of the whole log. `uses`: of labels since a witness' link changed.
    """

    answers: Frozen[str, ChainReach]
    latest: Frozen[str, LatestLink] = frozen()
    moves: Frozen[str, ChainReach] = frozen()
    numbers: Frozen[str, int] = frozen()
    links: Frozen[str, int] = frozen()
    rolled: int = 0
    shuffles: int = 0
    uses: Frozen[str, int] = frozen()

    def numbers_for(self, party: str) -> dict[str, int]:
        """Where new chains of a side, or of the GM, begin."""
        seat = {MOVE: self.links.get(party, 0)}
        return {DICE: self.dice.number, DECK: self.shuffles} if party == GM else seat

    @property
    def dice(self) -> ChainReach:
        """How far the GM's chain is out, the one witness of a moderated game."""
        return self.answers[GM]


class Seat(Value, frozen=True):
    """A player at the table.

    Attributes:
        since: the entry that gave them the seat, or their newest key of it. `person`: the entry since which it is
            this person's, whatever the key. `head`, `nonce`: of their accept or claim; their key of
            the game follows from these. `signed`: the last entry that holds a word of theirs. `base`: the
            number at which their anchor was given.
    """

    keys: Keys
    since: int
    head: str
    signed: int
    base: int = 0
    nonce: str = ""
    person: int = 0


class GmTenure(Value, frozen=True):
    """The GM's chair from an entry on.

    Attributes:
        keys: to whom things are sealed. `bases`: the numbers from which the chains go on, by their members.
    """

    since: int
    keys: Keys
    bases: Frozen[str, int] = frozen()


class Asking(Value, frozen=True):
    """A question that is open to a side since an entry.

    Attributes:
        request: its name, `muster-6`, or `ready-6` for an owed `ready`. `link`: its link number. `alone` in its entry?
    """

    number: int
    request: str
    since: int
    link: int
    alone: bool = False

    @property
    def is_ready(self) -> bool:
        """Is nothing but a `ready` owed?"""
        return is_ready(self.request)

    def row(self, side: str) -> OpenQuestion:
        """As a record has it, without what only a game with hidden pieces has."""
        link = 0 if self.link == self.number else self.link
        return OpenQuestion(side, self.number, self.request, link)


class Lock(Value, frozen=True):
    """What a face-down slot is committed to, and by which shuffle (0: no card of a deck)."""

    commitment: str
    k: int = 0


class KnownCard(Value, frozen=True):
    """A hidden card that this reader knows."""

    salt: str
    card: str


class InForce(Value, frozen=True):
    """A side's standing orders from an entry on, as far as this reader may know them.

    Attributes:
        known: may he? reactions, scripts: rows (kind or slot, text). sealed: of a duel, from the answer to `question`.
    """

    entry: int
    known: bool
    reactions: tuple[tuple[str, str], ...] = ()
    scripts: tuple[tuple[str, str], ...] = ()
    question: int = 0
    sealed: tuple[bodies.SealedPolicy, ...] = ()


class UnderWay(Value, frozen=True):
    """Where a script stands that has begun.

    Attributes:
        unsure: its owner, who does not run the rules, cannot tell which of several statements it was.
    """

    text: str
    at: int
    times: int
    took: bool
    over: bool = False
    unsure: bool = False


class Statements(Value, frozen=True):
    """A side's statements that wait, or are being carried out.

    Attributes:
        entry: of the order, whose `question` and `revision` its commitments name. `by`: "" or `policy`
            (a secret answer by policy, until it is laid open).
        texts: by slot; None for one that this reader does not know, "" for padding.
        salts: likewise. `opened`: places that the log has opened.
        took: whether the last `if` held; `unsure`: a reader who cannot run the rules does not know it.
        stage: for such a reader, the step of the sequence of play in which they wait (`Secrets.stage`).
    """

    entry: int
    question: int
    revision: int
    commitments: tuple[str, ...]
    texts: tuple[str | None, ...]
    salts: tuple[str, ...]
    opened: tuple[int, ...] = ()
    by: str = OWN
    at: int = 0
    times: int = 0
    took: bool = True
    unsure: bool = False
    stage: str = ""

    @property
    def remaining(self) -> tuple[str, ...]:
        """The lines of an order that have not had their turn, as far as they are known here."""
        if self.by == POLICY:
            return ()
        return tuple(text for text in self.texts[self.at + (self.times > 0) :] if text)


class Running(Value, frozen=True, tag="running"):
    """A position that this reader can play on from: the engine's checkpoint in canonical bytes."""

    checkpoint: bytes


class Glimpsed(Value, frozen=True, tag="glimpsed"):
    """A position of which this reader knows what he was shown.

    Attributes:
        state: the state as this reader sees it, `common` as everybody does, both canonical JSON.
        asked: the open requests. `own`: this side's own request with its menu, canonical JSON.
    """

    state: bytes
    common: bytes
    asked: tuple[OpenQuestion, ...] = ()
    own: bytes = b""
    ended: Ended | None = None


class Failure(Value, frozen=True):
    """A fault that waits for the GM, with what the ruling `again` needs to carry out the line once more.

    Attributes:
        n: the entry of the fault. `own`: the side whose order it carried out, "" if none; `entry`: of that order.
        open_before: requests that were open when that order came; for who cannot run the rules the one that it
            answers. `stopped`: sides whose lines had ended.
        uses: of labels before the line. `shuffles`: those that the line made. `succeeded`: did the last die
            before the line? rolls: the dice of the line, which fall again.
    """

    n: int
    fault: Fault
    own: str = ""
    entry: int = 0
    open_before: tuple[str, ...] = ()
    stopped: tuple[str, ...] = ()
    uses: Frozen[str, int] = frozen()
    shuffles: tuple[Shuffled, ...] = ()
    succeeded: bool = True
    rolls: tuple[Rolled, ...] = ()


class Version(Value, frozen=True):
    """The version of the rules that is in force from an entry on."""

    since: int
    version: int
    data_hash: str


class Position(Value, frozen=True):
    """All of a game that a rewind brings back: the running rules, hidden cards, orders that wait.

    Attributes:
        play: the running game; for who cannot run the rules, what he sees of it.
        locks: the commitment of each hidden card, by slot. `drawn`: slots that were dealt.
        stale: decks that are shuffled again at their next draw. `secrets`: the hidden cards that this reader knows.
        standing: by side its standing orders, the versions that may still count, oldest first.
        scripts: by side and slot, how far the script has come.
        rest: by side the order whose lines wait, for the step `rest_step` of the sequence of play.
        laid: sides that have answered the request put to several. `cut`: standing orders count as at this entry; -1: now.
        brings: by side the entry of its order that is carried out, whose own standing orders count besides.
        house: house rules, in words. `verdict`: winners and reason, where the rules did not say so.
        failure: the fault because of which nobody is asked until the GM rules. `versions`: of the rules, in order.
        sealed: stacks and decks that were sealed (`plan:york:14`, `deck:cup_3`). `shown`: cards turned up, by slot.
    """

    play: Running | Glimpsed
    locks: Frozen[str, Lock] = frozen()
    drawn: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    secrets: Frozen[str, KnownCard] = frozen()
    standing: Frozen[str, tuple[InForce, ...]] = frozen()
    scripts: Frozen[str, Frozen[str, UnderWay]] = frozen()
    rest: Frozen[str, Statements] = frozen()
    rest_step: int = 0
    laid: tuple[str, ...] = ()
    cut: int = -1
    brings: Frozen[str, int] = frozen()
    house: tuple[str, ...] = ()
    verdict: tuple[tuple[str, ...], str] | None = None
    failure: Failure | None = None
    versions: tuple[Version, ...] = ()
    sealed: tuple[str, ...] = ()
    shown: Frozen[str, str] = frozen()


class Dispute(Value, frozen=True):
    """A player's signed objection to an entry; open until a ruling `ruled` (its number) on it."""

    n: int
    side: str
    entry: int
    text: str
    ruled: int = 0


class Ruled(Value, frozen=True):
    """A ruling. `told`: what it did, in a few words; `by` who has countersigned it."""

    n: int
    kind: str
    entry: int
    told: str
    by: tuple[str, ...] = ()


class Wish(Value, frozen=True):
    """A player asks to go back to before entry `first`; `by`: who agrees. `done`: the entry that did."""

    n: int
    side: str
    first: int
    text: str
    done: int = 0
    by: tuple[str, ...] = ()

    def waits_for(self, side: str) -> bool:
        """Is it this side's to agree?"""
        return not self.done and side not in (self.side, *self.by)


class Own(Value, frozen=True):
    """What became of one's own in an entry of a game with hidden pieces.

    Attributes:
        exact: lines that are what one wrote, word for word. short: what one wrote short, with the line that it
            became. policies: lines that one's policies and scripts can say. forced: lines of which the GM says
            that nothing else was legal. ruled: `ruling` or `absent`, and the line that the GM, or the rules, decided.
        gone: hidden cards that left one's hand, by the GM's word alone. conditions: one's own lines of which only
            the GM knows whether their condition held. lapsed: lines that waited as one was asked anew.
        turned: slot and name of cards of one's hand that were turned up and that no line of one's own names.
        passed: lines of which the GM says that they, or one above them, could not be carried out before one that
            says `anyway`.
        astray: slot and name of cards that were dealt to one and did not come into one's hand.
        late: lines of an order of before that were carried out in an entry in which a step of the sequence of play
            ended: only the GM knows whether that was before they lapsed.
    """

    exact: int = 0
    short: tuple[tuple[str, str], ...] = ()
    policies: int = 0
    forced: tuple[str, ...] = ()
    ruled: tuple[tuple[str, str], ...] = ()
    gone: tuple[str, ...] = ()
    conditions: int = 0
    lapsed: tuple[str, ...] = ()
    turned: tuple[tuple[str, str], ...] = ()
    passed: tuple[str, ...] = ()
    astray: tuple[tuple[str, str], ...] = ()
    late: tuple[str, ...] = ()

    @property
    def decisions(self) -> int:
        """All decisions of the side."""
        return self.exact + len(self.short) + self.policies + len(self.forced) + len(self.ruled)


class Cases(Value, frozen=True):
    """What was said and ruled.

    Attributes:
        begun: the entry with which all sat for the first time, the last accept; 0 before it.
        rewinds: number of the entry that rewound to the first entry that it voided.
        said: digest of each statement and order to its entry.
        overs: side to the entry of its `over`. `result`: the entry that ended the game, or 0.
        draws: sides that offer a draw, with the entry of the offer. `counters`: of standing orders, by side.
        asked: the entry that last asked somebody something. `ordered`: side to the entry of its last order.
        chance: the last entry in which a die fell or a card was shuffled, dealt or opened.
        spoken: how many standing orders and statements a side has sent since it was last asked; see `orders.spoken`.
        filled: bytes of a side's words, policies and long answers in the whole log; see `orders.filling`.
        faults: number of each entry with a fault.
        named: the highest number in the name of a request so far. `named_answers`: side and name of what was
            answered under that number; `named_questions`: of what was asked.
        proposal: of a player of a duel, while the other is asked. `declined`: who proposes nothing now.
    """

    disputes: tuple[Dispute, ...] = ()
    rulings: tuple[Ruled, ...] = ()
    wishes: tuple[Wish, ...] = ()
    begun: int = 0
    rewinds: Frozen[int, int] = frozen()
    said: Frozen[str, int] = frozen()
    overs: Frozen[str, int] = frozen()
    result: int = 0
    draws: Frozen[str, int] = frozen()
    counters: Frozen[str, int] = frozen()
    asked: int = 0
    ordered: Frozen[str, int] = frozen()
    spoken: Frozen[str, int] = frozen()
    filled: Frozen[str, int] = frozen()
    faults: tuple[int, ...] = ()
    chance: int = 0
    clock: Clock = Clock()
    named: int = 0
    named_answers: tuple[tuple[str, str], ...] = ()
    named_questions: tuple[tuple[str, str], ...] = ()
    proposal: bodies.DuelPropose | None = None
    declined: tuple[str, ...] = ()


class Stretch(Value, frozen=True):
    """Entries in a row that belong to one game turn.

    Attributes:
        first: the first entry. `score`: the points of each side at the end, or now.
    """

    name: str
    first: int
    score: Frozen[str, int] = frozen()


class Drew(Value, frozen=True):
    """Decks of which an entry showed or dealt a card."""

    entry: int
    decks: tuple[str, ...]


class Mark(Struct, frozen=True):
    """An entry as others name it: its head, and the SHA-512 that its signature covers."""

    head: str
    sha512: str


class Late(Value, frozen=True):
    """A late entry's story, so that a report on it need not replay the log.

    Attributes:
        opens: the last event in it that opens something: `battle`, `heading` or "".
        story: of `ledger.story`, in bytes; empty if it is told anew each time.
    """

    n: int
    opens: str
    story: bytes


class Course(Value, frozen=True):
    """What reports draw from: the game turns, who drew from which deck when, and the late stories:
    those since each side's last order, and of a battle that goes on in them all since it began."""

    turns: tuple[Stretch, ...] = ()
    drew: tuple[Drew, ...] = ()
    late: tuple[Late, ...] = ()


class Seating(Value, frozen=True):
    """Who sits where.

    Attributes:
        gms: who may sign now. `chairs`: the GMs to whom things were sealed, in their order.
        absent: side to the entry that declared it absent. `used`: sealing keys and anchors since the
            genesis, also of those who left.
    """

    gms: tuple[Keys, ...]
    chairs: tuple[GmTenure, ...]
    seats: Frozen[str, Seat] = frozen()
    absent: Frozen[str, int] = frozen()
    used: tuple[str, ...] = ()


class Parts(Value, frozen=True):
    """All that a ledger is; `Ledger` adds what can be asked of it.

    Attributes:
        marks: of every entry. `ground`: the entry that last put everything again (rule 5).
        state_hash: of the position, as the last entry signs it.
    """

    genesis: Setup
    marks: tuple[Mark, ...]
    table: Seating
    chains: Chains
    position: Position
    askings: Frozen[str, Asking] = frozen()
    ground: int = 0
    cases: Cases = Cases()
    course: Course = Course()
    state_hash: str = ""


replace = msgspec.structs.replace
