"""Everything that is signed, as types: what it may hold, and how much of it (PROTOCOL.md, sections 3 to 8).

A body is decoded straight into its type: unknown fields, other types, and values over their limits
are refused, and there is one spelling only, since `canonical(decode(b)) == b` or `b` is refused.
A field that is left out has the value that stands here. (No `from __future__ import annotations`:
msgspec would have to evaluate each text again, 10 ms at every start.)
"""

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from pbem.errors import Garbled, NotCanonical, Oversized
from pbem.protocol import canonical
from pbem.protocol.public import Keys

VERSION = 2
GM = "gm"
LINKS = 1024
"""How many links an anchor carries."""
MOST_STATEMENTS = 128
SLOTS = 8
"""Statements are padded in number to a multiple of this."""
MOST_TEXT = 2000
MOST_ENTRIES = 1_000_000

Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
HexOrNothing = Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{64})?\Z")]
Hex128 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]
Salt = Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{2}){16,64}\Z")]
# Its spelling is checked where it is used: a pattern over kilobytes costs more than all the rest.
Base64 = Annotated[str, Meta(max_length=400_000)]
Party = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,31}\Z")]
"""A side, or `gm`."""
SideOrNobody = Annotated[str, Meta(pattern=r"\A(?:[a-z][a-z0-9_]{0,31})?\Z")]
Word = Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9_-]{0,79}\Z")]
SlotName = Annotated[str, Meta(pattern=r"\A[a-z]+(?::[A-Za-z0-9_ -]{1,60}){1,4}\Z", max_length=200)]
Line = Annotated[str, Meta(max_length=1000)]
Text = Annotated[str, Meta(max_length=MOST_TEXT)]
Number = Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
Count = Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
Integer = Annotated[int, Meta(ge=-canonical.MAX_INT, le=canonical.MAX_INT)]
Seconds = Annotated[int, Meta(ge=0, le=2**40)]
Hours = Annotated[int, Meta(ge=0, le=100_000)]

B = TypeVar("B")


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Frozen, strict, and without the fields that say nothing."""


# -- parts of bodies ----------------------------------------------------------------------------


class Locked(Body, frozen=True):
    """A slot and what was committed to in it."""

    slot: SlotName
    commitment: Hex


class Opening(Body, frozen=True):
    """What a commitment hides, with its salt."""

    slot: SlotName
    salt: Salt
    card: Annotated[str, Meta(min_length=1, max_length=200)]


class Sealed(Body, frozen=True):
    """Bytes that only `to` can open: `gm` or a side."""

    to: Party
    data: Base64


class Anchors(Body, frozen=True):
    """Of the GM's chains, `gm/answer/<side>` for each side and `gm/deck`: L[0], or for another GM
    the links of the numbers that stood at the head that his claim names."""

    answer: dict[Party, Hex]
    deck: Hex


class Seen(Body, frozen=True):
    """The youngest entry of the witness that an author has: so a restored copy is recognised."""

    sha512: Hex128
    sig: Base64


# -- what players sign --------------------------------------------------------------------------


class Said(Body, frozen=True, tag_field="type", kw_only=True, rename={"author": "from"}):
    """Signed by a player, and written down in an entry by the GM.

    Attributes:
        game: the hash of the genesis. `author` (`from`): the side.
        head: the head against which it was written.
    """

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: Hex
    author: Party
    head: Hex

    def __post_init__(self) -> None:
        if self.author == GM and not isinstance(self, Claim):
            raise ValueError("the GM signs entries, nothing else but a claim to his chair")


class Accept(Said, frozen=True, tag="accept", kw_only=True):
    """I play this side. `anchor`: L[0] of `move/<side>`."""

    keys: Keys
    anchor: Hex


class Claim(Said, frozen=True, tag="claim", kw_only=True):
    """I take over this side, or the GM's chair (`from` = `gm`).

    Attributes:
        number: of the side's last asking at `head`; `anchor` is link `number` of the new chain, and
            carries links `number` + 1 to `number` + 1024. 0, and no anchor, for the chair.
        anchors: for the chair, by another GM (not a co-GM, who goes on with the chains).
    """

    keys: Keys
    number: Count = 0
    anchor: HexOrNothing = ""
    anchors: Anchors | None = None
    text: Text = ""

    def __post_init__(self) -> None:
        if self.author == GM and (self.number or self.anchor):
            raise ValueError("the GM's chair has no links of a player")
        if self.author != GM and (not self.anchor or self.anchors is not None):
            raise ValueError("a claim to a seat has an anchor of its own, and none of the GM's")


class Answer(Said, frozen=True, kw_only=True):
    """Reveals the link of the asking that it answers. `seen`: see `Seen`."""

    seen: Seen
    asking: Number
    link: Hex


class Ready(Answer, frozen=True, tag="ready", kw_only=True):
    """Nothing to say, but a link: so nobody knew the dice that follow."""


class Order(Answer, frozen=True, tag="order", kw_only=True):
    """A decision order.

    Attributes:
        answers: the name of the request, `muster-6`.
        revision: of several orders for one asking the highest counts, until one is in the log.
        statements: commitments to the order's statements, padded in number (`SLOTS`).
        plan: commitments to the cards of a secret stack, top card first.
        commitment: to the whole of what is sealed. `sealed`: to the GM and to the author's own side.
    """

    answers: Annotated[str, Meta(min_length=1, max_length=200)]
    revision: Annotated[int, Meta(ge=1, le=1000)]
    statements: Annotated[tuple[Hex, ...], Meta(min_length=SLOTS, max_length=MOST_STATEMENTS)]
    commitment: Hex
    sealed: tuple[Sealed, Sealed]
    plan: Annotated[tuple[Locked, ...], Meta(max_length=64)] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_sealed(self.sealed, self.author)
        if len(self.statements) % SLOTS:
            raise ValueError(f"statements are padded to a multiple of {SLOTS}")


class Standing(Said, frozen=True, tag="standing", kw_only=True):
    """Standing orders, the whole set, at any time; no link. `counter`: 1, 2, ... of this side."""

    seen: Seen
    counter: Number
    commitment: Hex
    sealed: tuple[Sealed, Sealed]

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_sealed(self.sealed, self.author)


def _check_sealed(sealed: tuple[Sealed, Sealed], author: str) -> None:
    if [part.to for part in sealed] != [GM, author]:
        raise ValueError("an order is sealed to the GM, then to its author's own side")


class Open(Said, frozen=True, tag="open", kw_only=True):
    """Opens the card that the rules turn up and that its owner kept from the GM; no link, no choice."""

    seen: Seen
    opening: Opening


class Statement(Said, frozen=True, kw_only=True):
    """A word on an entry, or on nothing (0); no link."""

    entry: Count = 0
    text: Text = ""


class Dispute(Statement, frozen=True, tag="dispute", kw_only=True):
    """Entry `entry` is wrong."""


class Countersign(Statement, frozen=True, tag="countersign", kw_only=True):
    """The ruling of that entry is right."""


class TakeBack(Statement, frozen=True, tag="takeback", kw_only=True):
    """Let us go back to before that entry."""


class Agree(Statement, frozen=True, tag="agree", kw_only=True):
    """Yes to the take-back of that entry, as the game stands now."""


class Holiday(Statement, frozen=True, tag="holiday", kw_only=True):
    """`2026-12-24 2027-01-02 Christmas`: these days do not count."""


class Over(Statement, frozen=True, tag="over", kw_only=True):
    """The game ended with entry `entry`; I sign nothing else in it any more."""


class Say(Statement, frozen=True, tag="say", kw_only=True):
    """A word to everybody at the table."""


class Resign(Statement, frozen=True, tag="resign", kw_only=True):
    """I give the game up."""


class Draw(Statement, frozen=True, tag="draw", kw_only=True):
    """Let it be a draw: an offer, or, to the other side's offer of entry `entry`, yes."""


class Consent(Statement, frozen=True, tag="consent", kw_only=True):
    """The claim whose body has the SHA-256 `text` may be granted."""


AnyStatement = (
    Dispute | Countersign | TakeBack | Agree | Holiday | Over | Say | Resign | Draw | Consent
)
AnySaid = Accept | Claim | Ready | Order | Standing | Open | AnyStatement


class Envelope(Body, frozen=True):
    """A body and its author's signature over the canonical bytes."""

    body: AnySaid
    sig: Base64


class Reveal(Body, frozen=True, kw_only=True, rename={"author": "from"}):
    """A finished game's key; a file beside the log, one a key."""

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: Hex
    author: Party
    key: Hex


class SignedReveal(Body, frozen=True):
    """A reveal and its author's signature."""

    body: Reveal
    sig: Base64


class Refusal(Body, frozen=True, kw_only=True):
    """The GM's signed word that an order was refused.

    Attributes:
        order: SHA-256 of the order's body. `head`: at which it was tried. `why`: the class of the
            error. `words`: for its author.
    """

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: Hex
    order: Hex
    head: Hex
    why: Annotated[str, Meta(pattern=r"\A[A-Za-z]{1,40}\Z")]
    words: Text


class SignedRefusal(Body, frozen=True):
    """A refusal and the GM's signature."""

    body: Refusal
    sig: Base64


class Card(Body, frozen=True):
    """An identity card: public keys, signed with the key among them."""

    body: Keys
    sig: Base64


# -- what is sealed -----------------------------------------------------------------------------


class SealedStatement(Body, frozen=True):
    """One statement of an order, as it opens its slot."""

    salt: Salt
    text: Line


class Orders(Body, frozen=True):
    """What an order or a standing order seals.

    Attributes:
        salt: of the commitment to the whole. `statements`: without the padding's.
        cards: of a secret stack; left out for the GM when their owner keeps them.
        reactions, scripts: the whole set of standing orders, rows (kind or slot, text); left out
            together (`standing` false) where an order leaves those in force as they are.
    """

    salt: Salt
    statements: Annotated[tuple[SealedStatement, ...], Meta(max_length=MOST_STATEMENTS)] = ()
    cards: Annotated[tuple[Opening, ...], Meta(max_length=64)] = ()
    standing: bool = False
    reactions: Annotated[tuple[tuple[str, str], ...], Meta(max_length=200)] = ()
    scripts: Annotated[tuple[tuple[SlotName, str], ...], Meta(max_length=64)] = ()


# -- steps: what an entry was made from ---------------------------------------------------------


class Genesis(Body, frozen=True, tag_field="type", tag="genesis", kw_only=True):
    """A new game.

    Attributes:
        days: after so many days without a signed word, or after its deadline, a side may be declared
            absent; never none.
        data: files of the game's own in place of the rule set's, name to text.
    """

    nonce: Hex
    rules: Word
    rules_version: Annotated[int, Meta(ge=1, le=100_000)]
    data_hash: Hex
    data: dict[Word, str] = {}
    scenario: Word
    options: dict[Word, Line | Integer | bool]
    gm: Keys
    sides: Annotated[tuple[Party, ...], Meta(min_length=1, max_length=8)]
    invited: dict[Party, Text]
    anchors: Anchors
    days: Annotated[int, Meta(ge=1, le=1000)] = 30

    def __post_init__(self) -> None:
        named = set(self.sides)
        if GM in named or len(named) < len(self.sides):
            raise ValueError("sides have names of their own")
        if set(self.anchors.answer) != named or not set(self.invited) <= named:
            raise ValueError("there is an answer anchor for each side, and nobody else is invited")


class Step(Body, frozen=True, tag_field="type", kw_only=True):
    """What came in."""


def _check_kind(envelope: Envelope, kind: type[Said] | tuple[type[Said], ...]) -> None:
    if not isinstance(envelope.body, kind):
        raise ValueError(f"a {type(envelope.body).__name__.lower()} does not belong here")


class Joined(Step, frozen=True, tag="accept", kw_only=True):
    """A player accepts; the last one may bring his `ready` along, which names the same head."""

    order: Envelope
    ready: Envelope | None = None

    def __post_init__(self) -> None:
        _check_kind(self.order, Accept)
        if self.ready is not None:
            _check_kind(self.ready, Ready)


class Mailed(Step, frozen=True, tag="said", kw_only=True):
    """An order, `ready`, standing order, opening or statement of a player."""

    order: Envelope

    def __post_init__(self) -> None:
        _check_kind(self.order, (Answer, Standing, Open, Statement))
        if isinstance(self.order.body, Consent):
            raise ValueError("a consent stands with the claim that it grants")


class Seated(Step, frozen=True, tag="seat", kw_only=True):
    """Another player, or a player's new key; `agreed` are consents."""

    order: Envelope
    agreed: Annotated[tuple[Envelope, ...], Meta(max_length=8)] = ()
    reason: Text = ""

    def __post_init__(self) -> None:
        _check_kind(self.order, Claim)
        for envelope in self.agreed:
            _check_kind(envelope, Consent)
        if self.order.body.author == GM:
            raise ValueError("this claims the GM's chair, not a seat")


class Chaired(Step, frozen=True, tag="gm", kw_only=True):
    """A co-GM (`co`), or another GM (`handover`)."""

    order: Envelope
    role: Annotated[str, Meta(pattern=r"\A(?:co|handover)\Z")]
    reason: Text

    def __post_init__(self) -> None:
        claim = self.order.body
        if not isinstance(claim, Claim) or claim.author != GM:
            raise ValueError("this does not claim the GM's chair")
        if (self.role == "handover") != (claim.anchors is not None):
            raise ValueError("another GM brings anchors of his own, a co-GM none")


class Clocked(Step, frozen=True, tag="clock", kw_only=True):
    """The GM reads the clock, or sets terms: see PROTOCOL.md, `clock`."""

    kind: Annotated[str, Meta(pattern=r"\A(?:reading|terms|pause|resume|extend)\Z")]
    at: Seconds
    side: SideOrNobody = ""
    hours: Hours = 0
    grace: Hours = 0
    ending: Annotated[str, Meta(pattern=r"\A(?:gm|policy|substitute|forfeit)?\Z")] = ""
    reason: Text = ""


class Absent(Step, frozen=True, tag="absent", kw_only=True):
    """A side is silent: its `ready` is not waited for, from the GM's clock `at` on."""

    side: Party
    at: Seconds
    reason: Text


class Ruling(Step, frozen=True, tag="ruling", kw_only=True):
    """By the GM alone, with its reason. `sealed`: the lines, where the game is veiled."""

    kind: Annotated[
        str, Meta(pattern=r"\A(?:uphold|void|patch|impose|option|house|result|rules)\Z")
    ]
    entry: Count = 0
    side: SideOrNobody = ""
    lines: Annotated[tuple[Text, ...], Meta(max_length=200)] = ()
    sealed: Base64 = ""
    reason: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


class Rules(Step, frozen=True, tag="rules", kw_only=True):
    """Goes on under a newer version of the rules, which replays the log so far to the same records."""

    version: Annotated[int, Meta(ge=1, le=100_000)]
    data_hash: Hex


AnyStep = Genesis | Joined | Mailed | Seated | Chaired | Clocked | Absent | Ruling | Rules


# -- records: what followed ---------------------------------------------------------------------


class Decided(Body, frozen=True):
    """An answered request. `line` is left out in a veiled game, and where an answer stays secret.

    Attributes:
        by: "" for the entry's own order, `earlier` (statements of an order before), `script`,
            `policy`, `forced` (the only legal line), `ruling`.
    """

    side: Party
    request: Annotated[str, Meta(max_length=200)]
    line: Line = ""
    by: Annotated[str, Meta(pattern=r"\A(?:earlier|script|policy|forced|ruling)?\Z")] = ""


class Rolled(Body, frozen=True):
    """A die: `label` ends in `#` and its occurrence. `absent`: sides that were absent as it fell."""

    label: Annotated[str, Meta(max_length=300)]
    sides: Annotated[int, Meta(ge=2, le=256)]
    value: Annotated[int, Meta(ge=1, le=256)]
    absent: tuple[Party, ...] = ()


class Shuffled(Body, frozen=True):
    """Shuffle `k` of the game's log: commitments to `slots` of a deck, in their order.

    Attributes:
        again: the cards that lie in these slots already are shuffled anew, after a rewind.
    """

    deck: Annotated[str, Meta(max_length=100)]
    k: Number
    slots: Annotated[tuple[SlotName, ...], Meta(max_length=256)]
    cards: Annotated[tuple[Hex, ...], Meta(max_length=256)]
    again: bool = False


class Dealt(Body, frozen=True):
    """A card that a side may look at."""

    slot: SlotName
    to: Party
    sealed: Base64


class Opened(Body, frozen=True):
    """A statement that was carried out, passed over, or ended at.

    Attributes:
        entry: of the order that holds it; `place` in it, from 1.
    """

    entry: Count
    place: Annotated[int, Meta(ge=1, le=MOST_STATEMENTS)]
    salt: Salt
    text: Line


class Left(Body, frozen=True):
    """Statements that were not carried out: of the order of an entry, from `place` on."""

    side: Party
    entry: Count
    place: Annotated[int, Meta(ge=1, le=MOST_STATEMENTS)]


class Fault(Body, frozen=True):
    """A line ended in an error that is not one of the rules.

    Attributes:
        place: of the statement in the order of `entry`, 0 where no statement ran. `dice`: how many
            were drawn for it. `kind`: the error's class.
    """

    side: Party
    entry: Count
    place: Annotated[int, Meta(ge=0, le=MOST_STATEMENTS)]
    dice: Count
    kind: Annotated[str, Meta(pattern=r"\A[A-Za-z]{1,60}\Z")]


class StackAsked(Body, frozen=True):
    """A secret stack that is asked for, as everybody may know it."""

    verb: Annotated[str, Meta(max_length=40)]
    size: Annotated[int, Meta(ge=1, le=64)]


class Asked(Body, frozen=True):
    """An asking that the entry leaves open.

    Attributes:
        number: of the side's askings. `request`: its name; `ready` for an owed `ready`.
        kind, question, rule, forced, secret, stack: of the request; in a veiled game only, since
            else they follow from the rules.
    """

    side: Party
    number: Number
    request: Annotated[str, Meta(max_length=200)]
    kind: Annotated[str, Meta(max_length=60)] = ""
    question: Text = ""
    rule: Annotated[str, Meta(max_length=60)] = ""
    forced: bool = True
    secret: bool = False
    stack: StackAsked | None = None


class Told(Body, frozen=True):
    """What a side alone may read of a veiled game's entry, or `public` (then in `clear`)."""

    to: Party
    sealed: Base64 = ""
    clear: str = ""


class Change(Body, frozen=True):
    """What everybody saw change in a veiled position; without `value` it is gone."""

    path: Annotated[tuple[str, ...], Meta(min_length=1, max_length=canonical.MAX_DEPTH)]
    value: Any = None

    def __post_init__(self) -> None:
        if self.value is not None:
            canonical.check_value(self.value)


class Ended(Body, frozen=True):
    """How a veiled game ended; an open one's end follows from the rules."""

    winner: SideOrNobody
    reason: Text


class Record(Body, frozen=True, kw_only=True):
    """All that followed from a step, and nothing that cannot be done again."""

    answer: HexOrNothing = ""
    decisions: tuple[Decided, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    shuffles: tuple[Shuffled, ...] = ()
    openings: tuple[Opening, ...] = ()
    deals: tuple[Dealt, ...] = ()
    opened: tuple[Opened, ...] = ()
    left: tuple[Left, ...] = ()
    faults: tuple[Fault, ...] = ()
    plan: tuple[Locked, ...] = ()
    asked: tuple[Asked, ...] = ()
    told: tuple[Told, ...] = ()
    seen: tuple[Change, ...] = ()
    ended: Ended | None = None
    handover: tuple[Sealed, ...] = ()
    escrow: Base64 = ""
    before: HexOrNothing = ""
    state_hash: Hex


class EntryBody(Body, frozen=True, kw_only=True):
    """One entry of the log: what came in, and what followed."""

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    n: Count
    prev: HexOrNothing
    step: AnyStep
    record: Record


# -- the codec ----------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder(order="sorted")


def encode(body: Struct) -> bytes:
    """The canonical bytes of a body. Raises BadText for a text that may not stand in one."""
    raw = _encoder.encode(body)
    canonical.check_raw(raw)
    return raw


def decode(kind: type[B], raw: bytes, limit: int) -> B:
    """A body of that type; `limit` in bytes, tested before anything is parsed.

    Raises Oversized, Garbled (not such a body), NotCanonical, BadText, WeakKey.
    """
    if len(raw) > limit:
        raise Oversized(size=len(raw), unit="bytes", limit=limit)
    canonical.check_depth(raw)
    try:
        body = msgspec.json.decode(raw, type=kind)
    except (ValueError, RecursionError) as error:
        raise Garbled(why=f"what is inside is not what pbem writes ({error})"[:300]) from error
    if _encoder.encode(body) != raw:
        raise NotCanonical(why="the same value is spelt differently in canonical form")
    canonical.check_raw(raw)
    return body
