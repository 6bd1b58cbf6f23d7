"""Everything that is signed, as types: what it may hold, and how much of it (PROTOCOL.md, section 10).

`said` has what people sign and seal, `steps` what entries hold; this is the door to both. A body is
decoded straight into its type: unknown fields, other types, and values over their limits are
refused, and there is one spelling only, since `encode(decode(b)) == b` or `b` is refused.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from pbem.errors import Garbled, NotCanonical, Oversized
from pbem.misread import misread
from pbem.protocol import canonical
from pbem.protocol.duel_said import (
    DuelAccept,
    DuelAgree,
    DuelAnswer,
    DuelClaim,
    DuelEnvelope,
    DuelNo,
    DuelOrder,
    DuelPropose,
    DuelReady,
    DuelResign,
    DuelSaid,
    RevealedPolicy,
    SealedPolicy,
)
from pbem.protocol.public import Keys
from pbem.protocol.records import (
    Change,
    Dealt,
    Decided,
    Ended,
    Fault,
    Left,
    Menu,
    Opened,
    OpenQuestion,
    PrivateStory,
    Record,
    Rolled,
    Shuffled,
    StackAsked,
)
from pbem.protocol.said import (
    GM,
    MOST_ENTRIES,
    MOST_STATEMENTS,
    MOST_TEXT,
    SLOTS,
    VERSION,
    Accept,
    Agree,
    Anchors,
    Answer,
    AnySaid,
    AnyStatement,
    Base64,
    Body,
    Card,
    Claim,
    Consent,
    Count,
    Countersign,
    Dispute,
    Draw,
    Envelope,
    Hex,
    Hex128,
    HexOrNothing,
    Holiday,
    Hours,
    Integer,
    Line,
    Locked,
    Newest,
    Number,
    Opening,
    Order,
    Orders,
    Over,
    Party,
    Ready,
    Refusal,
    Resign,
    Reveal,
    Said,
    Salt,
    Say,
    Sealed,
    SealedStatement,
    Seconds,
    SideOrNobody,
    SignedMessage,
    SignedRefusal,
    SignedReveal,
    SlotName,
    Standing,
    TakeBack,
    Text,
    Word,
)
from pbem.protocol.steps import (
    Absent,
    AnyStep,
    Chaired,
    Clocked,
    DuelGenesis,
    DuelJoined,
    DuelPlayed,
    DuelRenewed,
    DuelStep,
    EntryBody,
    EntryCause,
    Genesis,
    Joined,
    Mailed,
    Rules,
    Ruling,
    Seated,
    Setup,
    Terms,
    consents_of,
    said_in,
)

__all__ = [
    "GM",
    "MOST_ENTRIES",
    "MOST_STATEMENTS",
    "MOST_TEXT",
    "SLOTS",
    "VERSION",
    "Absent",
    "Accept",
    "Agree",
    "Anchors",
    "Answer",
    "AnySaid",
    "AnyStatement",
    "AnyStep",
    "Base64",
    "Body",
    "Card",
    "Chaired",
    "Change",
    "Claim",
    "Clocked",
    "Consent",
    "Count",
    "Countersign",
    "Dealt",
    "Decided",
    "Dispute",
    "Draw",
    "DuelAccept",
    "DuelAgree",
    "DuelAnswer",
    "DuelClaim",
    "DuelEnvelope",
    "DuelGenesis",
    "DuelJoined",
    "DuelNo",
    "DuelOrder",
    "DuelPlayed",
    "DuelPropose",
    "DuelReady",
    "DuelRenewed",
    "DuelResign",
    "DuelSaid",
    "DuelStep",
    "Ended",
    "EntryBody",
    "EntryCause",
    "Envelope",
    "Fault",
    "Genesis",
    "Hex",
    "Hex128",
    "HexOrNothing",
    "Holiday",
    "Hours",
    "Integer",
    "Joined",
    "Keys",
    "Left",
    "Line",
    "Locked",
    "Mailed",
    "Menu",
    "Newest",
    "Number",
    "OpenQuestion",
    "Opened",
    "Opening",
    "Order",
    "Orders",
    "Over",
    "Party",
    "PrivateStory",
    "Ready",
    "Record",
    "Refusal",
    "Resign",
    "Reveal",
    "RevealedPolicy",
    "Rolled",
    "Rules",
    "Ruling",
    "Said",
    "Salt",
    "Say",
    "Sealed",
    "SealedPolicy",
    "SealedStatement",
    "Seated",
    "Seconds",
    "Setup",
    "Shuffled",
    "SideOrNobody",
    "SignedMessage",
    "SignedRefusal",
    "SignedReveal",
    "SlotName",
    "StackAsked",
    "Standing",
    "TakeBack",
    "Terms",
    "Text",
    "Word",
    "consents_of",
    "decode",
    "encode",
    "encode_again",
    "replace",
    "said_in",
]

B = TypeVar("B")
replace = msgspec.structs.replace
_encoder = msgspec.json.Encoder(order="sorted", enc_hook=dict)


def encode(body: msgspec.Struct) -> bytes:
    """The canonical bytes of a body. Raises BadText for a text that may not stand in one."""
    raw = encode_again(body)
    canonical.check_raw(raw)
    return raw


def encode_again(body: msgspec.Struct) -> bytes:
    """The bytes of a body that `encode` or `decode` has passed before."""
    return _encoder.encode(body)


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
        raise Garbled(
            why=f"what is inside is not what pbem writes: {misread(error)}"[:300]
        ) from error
    if _encoder.encode(body) != raw:
        raise NotCanonical(why="the same value is spelt differently in canonical form")
    canonical.check_raw(raw)
    return body
