"""What people sign and seal, as types (PROTOCOL.md, section 10). `bodies` is the door to them.

A field that is left out has the value that stands here.
"""
# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from pbem.protocol import canonical
from pbem.protocol.offices import CHAIR, SEAT, check_members
from pbem.protocol.offices import GM as GM
from pbem.protocol.public import Keys
from pbem.protocol.wire import base64_bytes

VERSION = 2
PUBLIC = "public"
"""To whom a veiled game tells what everybody may read; no side is called so."""
MOST_STATEMENTS = 128
SLOTS = 8
"""Statements are padded in number to a multiple of this."""
MOST_TEXT = 2000
MOST_ENTRIES = 1_000_000

Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
HexOrNothing = Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{64})?\Z")]
Hex128 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]
Salt = Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{2}){16,64}\Z")]
Base64 = Annotated[str, Meta(max_length=8_388_608)]
"""Whoever has such a field calls `check_base64`: a pattern over kilobytes costs more than all the rest."""
Party = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,31}\Z")]
"""A side, or `gm`."""
SideOrNobody = Annotated[str, Meta(pattern=r"\A(?:[a-z][a-z0-9_]{0,31})?\Z")]
Word = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,79}\Z")]
WordOrNothing = Annotated[str, Meta(pattern=r"\A(?:[A-Za-z0-9][A-Za-z0-9_.-]{0,79})?\Z")]
SlotName = Annotated[str, Meta(pattern=r"\A[a-z]+(?::[A-Za-z0-9_ -]{1,60}){1,4}\Z", max_length=200)]
HIGHEST_REVISION = 1000
Line = Annotated[str, Meta(max_length=1000)]
Text = Annotated[str, Meta(max_length=MOST_TEXT)]
Number = Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
Count = Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
Anchors = Mapping[str, Hex]
Numbers = Mapping[str, Count]
Integer = Annotated[int, Meta(ge=-canonical.MAX_INT, le=canonical.MAX_INT)]
Seconds = Annotated[int, Meta(ge=0, le=2**40)]
Hours = Annotated[int, Meta(ge=0, le=100_000)]


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Frozen, strict, and without the fields that say nothing."""


def check_base64(text: str) -> None:
    """Pass canonical base64. Raises ValueError."""
    base64_bytes(text)


NOTHING: Mapping[str, Any] = MappingProxyType({})


def read_only(body: Body, *names: str) -> None:
    """Freeze the mappings of a new body, which stands in a ledger."""
    for name in names:
        rows = getattr(body, name)
        force_setattr(body, name, MappingProxyType(dict(rows)) if rows else NOTHING)


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

    def __post_init__(self) -> None:
        check_base64(self.data)


class Newest(Body, frozen=True):
    """The newest entry of the witness that an author has: so a restored copy is recognised.

    Attributes:
        n: its number. `sha512`: of its body. `sig`: its signature.
    """

    n: Count
    sha512: Hex128
    sig: Base64

    def __post_init__(self) -> None:
        check_base64(self.sig)


# -- what players sign --------------------------------------------------------------------------


class Said(Body, frozen=True, tag_field="type", kw_only=True, rename={"author": "from"}):
    """Signed by a player, and written down in an entry by the GM.

    Attributes:
        game: the hash of the genesis. `author` (`from`): the side.
        head: the head against which it was written. `at`: its author's clock then.
    """

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: Hex
    author: Party
    head: Hex
    at: Seconds

    def __post_init__(self) -> None:
        if self.author == GM and not isinstance(self, Claim):
            raise ValueError("the GM signs entries, nothing else but a claim to his chair")


class Accept(Said, frozen=True, tag="accept", kw_only=True):
    """I play this side. `anchors`: of the player's own chains (`offices.SEAT`), at 0."""

    keys: Keys
    anchors: Anchors

    def __post_init__(self) -> None:
        super().__post_init__()
        check_members(self.anchors, SEAT)
        read_only(self, "anchors")


class Claim(Said, frozen=True, tag="claim", kw_only=True):
    """I take over this side, or the GM's chair (`from` = `gm`).

    Attributes:
        nonce: random, so that two claims at one head have other chains.
        anchors, numbers: of the new chains of the seat or the chair: link `number` of each, which carries
            the links `number` + 1 to `number` + 1024. A co-GM has none.
    """

    keys: Keys
    nonce: Hex
    anchors: Anchors = NOTHING
    numbers: Numbers = NOTHING
    text: Text = ""

    def __post_init__(self) -> None:
        if self.author != GM:
            check_members(self.anchors, SEAT)
        elif self.anchors:
            check_members(self.anchors, CHAIR)
        check_members(self.numbers, tuple(self.anchors))
        read_only(self, "anchors", "numbers")


class Answer(Said, frozen=True, kw_only=True):
    """Reveals the link of the question that it answers. `newest`: see `Newest`."""

    newest: Newest
    question: Number
    link: Hex


class Ready(Answer, frozen=True, tag="ready", kw_only=True):
    """Nothing to say, but a link: so nobody knew the dice that follow."""


class Order(Answer, frozen=True, tag="order", kw_only=True):
    """A decision order.

    Attributes:
        request: its name, `muster-6`.
        revision: of several orders for one question the highest counts, until one is in the log.
        statements: commitments to the order's statements, padded in number (`SLOTS`).
        plan: commitments to the cards of a secret stack, top card first.
        openings: of the cards that the question asks to open, in clear.
        commitment: to the standing orders that are sealed. `sealed`: to the GM, then to the author's
            own side. `brings`: do standing orders come with it, so that those before count no more?
    """

    request: Annotated[str, Meta(min_length=1, max_length=200)]
    revision: Annotated[int, Meta(ge=1, le=HIGHEST_REVISION)]
    statements: Annotated[tuple[Hex, ...], Meta(min_length=SLOTS, max_length=MOST_STATEMENTS)]
    commitment: Hex
    sealed: tuple[Sealed, Sealed]
    plan: Annotated[tuple[Locked, ...], Meta(max_length=64)] = ()
    openings: Annotated[tuple[Opening, ...], Meta(max_length=64)] = ()
    brings: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_sealed(self.sealed, self.author)
        if len(self.statements) % SLOTS:
            raise ValueError(f"statements are padded to a multiple of {SLOTS}")


class Standing(Said, frozen=True, tag="standing", kw_only=True):
    """Standing orders, the whole set, at any time; no link. `counter`: 1, 2, ... of this side."""

    newest: Newest
    counter: Number
    commitment: Hex
    sealed: tuple[Sealed, Sealed]

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_sealed(self.sealed, self.author)


def _check_sealed(sealed: tuple[Sealed, Sealed], author: str) -> None:
    if [part.to for part in sealed] != [GM, author]:
        raise ValueError("an order is sealed to the GM, then to its author's own side")


class SignedMessage(Said, frozen=True, kw_only=True):
    """A word on an entry, or on nothing (0); no link."""

    entry: Count = 0
    text: Text = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.entry and isinstance(self, Consent | Holiday | Resign | Say):
            raise ValueError("it names an entry, and is about none")


class Dispute(SignedMessage, frozen=True, tag="dispute", kw_only=True):
    """Entry `entry` is wrong."""


class Countersign(SignedMessage, frozen=True, tag="countersign", kw_only=True):
    """The ruling of that entry is right."""


class TakeBack(SignedMessage, frozen=True, tag="takeback", kw_only=True):
    """Let us go back to before that entry."""


class Agree(SignedMessage, frozen=True, tag="agree", kw_only=True):
    """Yes to the take-back of that entry, as the game stands now."""


class Holiday(SignedMessage, frozen=True, tag="holiday", kw_only=True):
    """`2026-12-24 2027-01-02 Christmas`: these days do not count."""


class Over(SignedMessage, frozen=True, tag="over", kw_only=True):
    """The game ended with entry `entry`; I sign nothing else in it any more."""


class Say(SignedMessage, frozen=True, tag="say", kw_only=True):
    """A word to everybody at the table."""


class Resign(SignedMessage, frozen=True, tag="resign", kw_only=True):
    """I give the game up."""


class Draw(SignedMessage, frozen=True, tag="draw", kw_only=True):
    """Let it be a draw: an offer, or, to another side's offer of entry `entry`, yes."""


class Consent(SignedMessage, frozen=True, tag="consent", kw_only=True):
    """Yes to what has the SHA-256 `text`: the body of a claim, or a step without its `agreed` and `at`."""


AnyStatement = (
    Dispute | Countersign | TakeBack | Agree | Holiday | Over | Say | Resign | Draw | Consent
)
AnySaid = Accept | Claim | Ready | Order | Standing | AnyStatement


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
        salt: of the commitment to the standing orders. `statements`: one a slot; those with an empty
            text are the padding at the end.
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
