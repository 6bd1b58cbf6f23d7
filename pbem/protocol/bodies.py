"""Everything that is signed, as types: what it may hold, and how much of it (PROTOCOL.md, section 10).

`said` has what people sign and seal, `steps` what entries hold; this is the door to both. A body is
decoded straight into its type: unknown fields, other types, and values over their limits are
refused, and there is one spelling only, since `encode(decode(b)) == b` or `b` is refused.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from pbem.errors import Garbled, NotCanonical, Oversized
from pbem.protocol import canonical
from pbem.protocol.public import Keys as Keys
from pbem.protocol.said import (
    GM as GM,
)
from pbem.protocol.said import (
    MOST_ENTRIES as MOST_ENTRIES,
)
from pbem.protocol.said import (
    MOST_STATEMENTS as MOST_STATEMENTS,
)
from pbem.protocol.said import (
    MOST_TEXT as MOST_TEXT,
)
from pbem.protocol.said import (
    SLOTS as SLOTS,
)
from pbem.protocol.said import (
    VERSION as VERSION,
)
from pbem.protocol.said import (
    Accept as Accept,
)
from pbem.protocol.said import (
    Agree as Agree,
)
from pbem.protocol.said import (
    Anchors as Anchors,
)
from pbem.protocol.said import (
    Answer as Answer,
)
from pbem.protocol.said import (
    AnySaid as AnySaid,
)
from pbem.protocol.said import (
    AnyStatement as AnyStatement,
)
from pbem.protocol.said import (
    Base64 as Base64,
)
from pbem.protocol.said import (
    Body as Body,
)
from pbem.protocol.said import (
    Card as Card,
)
from pbem.protocol.said import (
    Claim as Claim,
)
from pbem.protocol.said import (
    Consent as Consent,
)
from pbem.protocol.said import (
    Count as Count,
)
from pbem.protocol.said import (
    Countersign as Countersign,
)
from pbem.protocol.said import (
    Dispute as Dispute,
)
from pbem.protocol.said import (
    Draw as Draw,
)
from pbem.protocol.said import (
    Envelope as Envelope,
)
from pbem.protocol.said import (
    Hex as Hex,
)
from pbem.protocol.said import (
    Hex128 as Hex128,
)
from pbem.protocol.said import (
    HexOrNothing as HexOrNothing,
)
from pbem.protocol.said import (
    Holiday as Holiday,
)
from pbem.protocol.said import (
    Hours as Hours,
)
from pbem.protocol.said import (
    Integer as Integer,
)
from pbem.protocol.said import (
    Line as Line,
)
from pbem.protocol.said import (
    Locked as Locked,
)
from pbem.protocol.said import (
    Number as Number,
)
from pbem.protocol.said import (
    Open as Open,
)
from pbem.protocol.said import (
    Opening as Opening,
)
from pbem.protocol.said import (
    Order as Order,
)
from pbem.protocol.said import (
    Orders as Orders,
)
from pbem.protocol.said import (
    Over as Over,
)
from pbem.protocol.said import (
    Party as Party,
)
from pbem.protocol.said import (
    Ready as Ready,
)
from pbem.protocol.said import (
    Refusal as Refusal,
)
from pbem.protocol.said import (
    Resign as Resign,
)
from pbem.protocol.said import (
    Reveal as Reveal,
)
from pbem.protocol.said import (
    Said as Said,
)
from pbem.protocol.said import (
    Salt as Salt,
)
from pbem.protocol.said import (
    Say as Say,
)
from pbem.protocol.said import (
    Sealed as Sealed,
)
from pbem.protocol.said import (
    SealedStatement as SealedStatement,
)
from pbem.protocol.said import (
    Seconds as Seconds,
)
from pbem.protocol.said import (
    Seen as Seen,
)
from pbem.protocol.said import (
    SideOrNobody as SideOrNobody,
)
from pbem.protocol.said import (
    SignedRefusal as SignedRefusal,
)
from pbem.protocol.said import (
    SignedReveal as SignedReveal,
)
from pbem.protocol.said import (
    SlotName as SlotName,
)
from pbem.protocol.said import (
    Standing as Standing,
)
from pbem.protocol.said import (
    Statement as Statement,
)
from pbem.protocol.said import (
    TakeBack as TakeBack,
)
from pbem.protocol.said import (
    Text as Text,
)
from pbem.protocol.said import (
    Word as Word,
)
from pbem.protocol.steps import (
    Absent as Absent,
)
from pbem.protocol.steps import (
    AnyStep as AnyStep,
)
from pbem.protocol.steps import (
    Asked as Asked,
)
from pbem.protocol.steps import (
    Chaired as Chaired,
)
from pbem.protocol.steps import (
    Change as Change,
)
from pbem.protocol.steps import (
    Clocked as Clocked,
)
from pbem.protocol.steps import (
    Dealt as Dealt,
)
from pbem.protocol.steps import (
    Decided as Decided,
)
from pbem.protocol.steps import (
    Ended as Ended,
)
from pbem.protocol.steps import (
    EntryBody as EntryBody,
)
from pbem.protocol.steps import (
    Fault as Fault,
)
from pbem.protocol.steps import (
    Genesis as Genesis,
)
from pbem.protocol.steps import (
    Joined as Joined,
)
from pbem.protocol.steps import (
    Left as Left,
)
from pbem.protocol.steps import (
    Mailed as Mailed,
)
from pbem.protocol.steps import (
    Opened as Opened,
)
from pbem.protocol.steps import (
    Record as Record,
)
from pbem.protocol.steps import (
    Rolled as Rolled,
)
from pbem.protocol.steps import (
    Rules as Rules,
)
from pbem.protocol.steps import (
    Ruling as Ruling,
)
from pbem.protocol.steps import (
    Seated as Seated,
)
from pbem.protocol.steps import (
    Shuffled as Shuffled,
)
from pbem.protocol.steps import (
    StackAsked as StackAsked,
)
from pbem.protocol.steps import (
    Step as Step,
)
from pbem.protocol.steps import (
    Told as Told,
)

B = TypeVar("B")
replace = msgspec.structs.replace
_encoder = msgspec.json.Encoder(order="sorted")


def encode(body: msgspec.Struct) -> bytes:
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
