"""What an entry was made from, as types (PROTOCOL.md, section 10); see `bodies`.

A field that is left out has the value that stands here.
"""
# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta

from pbem.protocol.duel_said import DuelAccept, DuelAnswer, DuelClaim, DuelEnvelope
from pbem.protocol.offices import CHAIR, DUELLIST, Offices, check_members
from pbem.protocol.public import Keys
from pbem.protocol.records import Record
from pbem.protocol.said import (
    GM,
    MOST_TEXT,
    NOTHING,
    PUBLIC,
    VERSION,
    Accept,
    Anchors,
    Answer,
    Base64,
    Body,
    Claim,
    Consent,
    Count,
    Envelope,
    Hex,
    HexOrNothing,
    Hours,
    Integer,
    Line,
    Number,
    Party,
    Ready,
    Said,
    Seconds,
    SideOrNobody,
    SignedMessage,
    Standing,
    Text,
    Word,
    WordOrNothing,
    check_base64,
    read_only,
)

# -- steps: what an entry was made from ---------------------------------------------------------


class Terms(Body, frozen=True, kw_only=True):
    """What the players of a game agree to by their accepts; all left out means the usual.

    Attributes:
        takebacks: `kind`: whatever all agree to; `strict`: nothing since which a die fell or a card was shuffled,
            dealt or opened; `none`.
        pace, grace: hours for an answer and after that, 0 for none; `ending`: what follows then.
        holidays: days that each side may be away in the whole game; None for as many as it likes.
        ends: the last day of the game, such as 2027-06-30; "" for none.
        delay: game turns by which those who look on are kept behind.
        barred: aids that nobody may use while the game goes on, in this order.
    """

    takebacks: Annotated[str, Meta(pattern=r"\A(?:kind|strict|none)\Z")] = "kind"
    pace: Hours = 0
    grace: Hours = 0
    ending: Annotated[str, Meta(pattern=r"\A(?:gm|policy|substitute|forfeit)\Z")] = "gm"
    holidays: Annotated[int, Meta(ge=0, le=1000)] | None = None
    ends: Annotated[str, Meta(pattern=r"\A(?:20[0-9]{2}-[01][0-9]-[0-3][0-9])?\Z")] = ""
    delay: Annotated[int, Meta(ge=0, le=100)] = 0
    barred: tuple[Annotated[str, Meta(pattern=r"\A(?:odds|robot|try)\Z")], ...] = ()

    def __post_init__(self) -> None:
        if list(self.barred) != sorted(set(self.barred)):
            raise ValueError("the barred aids stand once each, in the order of the alphabet")
        if self.ends:
            date.fromisoformat(self.ends)  # or it is no day of the calendar
        if not self.pace and (self.grace or self.ending != "gm"):
            raise ValueError("grace, and what follows it, belong to a pace")


USUAL = Terms()


class Genesis(Body, frozen=True, tag_field="type", tag="genesis", kw_only=True):
    """A new game.

    Attributes:
        at: the GM's clock: no later time of this game is before it.
        days: after so many days without a signed word, or after its deadline, a side may be declared
            absent; never none.
        data: files of the game's own in place of the rule set's, name to text.
        terms: of the table, if not all are the usual ones.
    """

    nonce: Hex
    at: Seconds
    rules: Word
    rules_version: Number
    data_hash: Hex
    data: Mapping[Word, str] = NOTHING
    scenario: Word
    options: Mapping[Word, Line | Integer | bool]
    gm: Keys
    sides: Annotated[tuple[Party, ...], Meta(min_length=1, max_length=8)]
    invited: Mapping[Party, Text]
    anchors: Anchors
    days: Annotated[int, Meta(ge=1, le=1000)] = 30
    terms: Terms | None = None

    def __post_init__(self) -> None:
        if self.terms == USUAL:
            raise ValueError("the usual terms are left out")
        read_only(self, "data", "options", "invited", "anchors")
        sides = set(self.sides)
        if sides & {GM, PUBLIC} or len(sides) < len(self.sides):
            raise ValueError("sides have names of their own")
        check_members(self.anchors, CHAIR)
        if not set(self.invited) <= sides:
            raise ValueError("only sides are invited")

    @property
    def offices(self) -> Offices:
        """The GM holds all of them."""
        return Offices(self.sides, moderated=True)


class DuelGenesis(Body, frozen=True, tag_field="type", tag="duel", kw_only=True):
    """A new duel.

    Attributes:
        side: of its founder, who writes it. `keys`, `anchors`: the founder's (`offices.DUELLIST`), at 0.
        data: files of the game's own in place of the rule set's, name to text.
    """

    nonce: Hex
    rules: Word
    rules_version: Number
    data_hash: Hex
    data: Mapping[Word, str] = NOTHING
    scenario: Word
    options: Mapping[Word, Line | Integer | bool]
    sides: Annotated[tuple[Party, ...], Meta(min_length=2, max_length=2)]
    side: Party
    keys: Keys
    anchors: Anchors

    def __post_init__(self) -> None:
        read_only(self, "data", "options", "anchors")
        if {GM, PUBLIC} & set(self.sides) or self.sides[0] == self.sides[1]:
            raise ValueError("sides have names of their own")
        if self.side not in self.sides:
            raise ValueError("its founder plays one of the sides")
        check_members(self.anchors, DUELLIST)

    @property
    def invited(self) -> Mapping[str, str]:
        """Nobody by name: the founder enters an accept, or does not."""
        return NOTHING

    @property
    def at(self) -> int:
        """Nobody's clock counts."""
        return 0

    @property
    def offices(self) -> Offices:
        """Each player signs and answers what the other orders."""
        return Offices(self.sides, moderated=False)


Setup = Genesis | DuelGenesis
"""How a game was set up, with a GM or without."""


class EntryCause(Body, frozen=True, tag_field="type", kw_only=True):
    """What came in."""


CLOCK_FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "reading": frozenset(),
        "terms": frozenset({"hours", "grace", "ending", "days", "agreed"}),
        "pause": frozenset(),
        "resume": frozenset(),
        "extend": frozenset({"side", "hours"}),
    }
)
"""Fields of a `clock` that only some kinds have."""
RULING_FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "uphold": frozenset(),
        "void": frozenset(),
        "again": frozenset({"program"}),
        "patch": frozenset({"lines", "sealed"}),
        "impose": frozenset({"side", "lines", "sealed"}),
        "option": frozenset({"lines"}),
        "house": frozenset({"lines"}),
        "result": frozenset({"side"}),
    }
)
"""Fields of a `ruling` that only some kinds have."""


def _check_used(step: Body, fields: Mapping[str, frozenset[str]], kind: str) -> None:
    """Raises ValueError for a field that this kind does not have, though others do."""
    for name in sorted(frozenset().union(*fields.values()) - fields[kind]):
        if getattr(step, name):
            raise ValueError(f"a `{kind}` has no `{name}`")


def _check_kind(envelope: Envelope, kind: type[Said] | tuple[type[Said], ...]) -> None:
    if not isinstance(envelope.body, kind):
        raise ValueError(f"a {type(envelope.body).__name__.lower()} does not belong here")


class Joined(EntryCause, frozen=True, tag="accept", kw_only=True):
    """A player accepts; the last one may bring his `ready` along, which names the same head."""

    order: Envelope
    ready: Envelope | None = None

    def __post_init__(self) -> None:
        _check_kind(self.order, Accept)
        if self.ready is not None:
            _check_kind(self.ready, Ready)


class Mailed(EntryCause, frozen=True, tag="said", kw_only=True):
    """An order, `ready`, standing order or statement of a player."""

    order: Envelope

    def __post_init__(self) -> None:
        _check_kind(self.order, (Answer, Standing, SignedMessage))
        if isinstance(self.order.body, Consent):
            raise ValueError("a consent stands with the claim that it grants")


class Seated(EntryCause, frozen=True, tag="seat", kw_only=True):
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


class Chaired(EntryCause, frozen=True, tag="gm", kw_only=True):
    """A co-GM (`co`), or another GM (`handover`)."""

    order: Envelope
    role: Annotated[str, Meta(pattern=r"\A(?:co|handover)\Z")]
    reason: Text

    def __post_init__(self) -> None:
        claim = self.order.body
        if not isinstance(claim, Claim) or claim.author != GM:
            raise ValueError("this does not claim the GM's chair")
        if (self.role == "handover") != bool(claim.anchors):
            raise ValueError("another GM brings anchors of his own, a co-GM none")


class Clocked(EntryCause, frozen=True, tag="clock", kw_only=True):
    """The GM reads the clock, or sets terms (PROTOCOL.md, section 15).

    Attributes:
        hours, grace: for an answer, and after that; of an `extend` how many more. `ending`: what follows then.
        days: of silence after which a side may be declared absent; 0 leaves them as they are.
        agreed: consents to terms that shorten somebody's time.
    """

    kind: Annotated[str, Meta(pattern=r"\A(?:reading|terms|pause|resume|extend)\Z")]
    at: Seconds
    side: SideOrNobody = ""
    hours: Hours = 0
    grace: Hours = 0
    ending: Annotated[str, Meta(pattern=r"\A(?:gm|policy|substitute|forfeit)?\Z")] = ""
    days: Annotated[int, Meta(ge=0, le=1000)] = 0
    agreed: Annotated[tuple[Envelope, ...], Meta(max_length=8)] = ()
    reason: Text = ""

    def __post_init__(self) -> None:
        _check_used(self, CLOCK_FIELDS, self.kind)
        for envelope in self.agreed:
            _check_kind(envelope, Consent)
        if self.kind == "terms" and not self.ending:
            raise ValueError("terms say what follows when the time is over")
        if self.kind == "terms" and not self.hours and (self.grace or self.ending != "gm"):
            raise ValueError("grace, and what follows it, belong to a deadline")
        if self.kind == "extend" and not (self.side and self.hours):
            raise ValueError("say which side has how much more time")


class Absent(EntryCause, frozen=True, tag="absent", kw_only=True):
    """A side is silent: its `ready` is not waited for, from the GM's clock `at` on."""

    side: Party
    at: Seconds
    reason: Text


class Ruling(EntryCause, frozen=True, tag="ruling", kw_only=True):
    """By the GM alone, with its reason.

    Attributes:
        sealed: the lines, where the game is veiled. `program`: of an `again`, the version of pbem that
            carries out the line that failed.
    """

    kind: Annotated[
        str, Meta(pattern=r"\A(?:uphold|void|again|patch|impose|option|house|result)\Z")
    ]
    entry: Count = 0
    side: SideOrNobody = ""
    lines: Annotated[tuple[Text, ...], Meta(max_length=200)] = ()
    sealed: Base64 = ""
    program: WordOrNothing = ""
    reason: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]

    def __post_init__(self) -> None:
        _check_used(self, RULING_FIELDS, self.kind)
        check_base64(self.sealed)
        if self.kind == "again" and not self.program:
            raise ValueError("the ruling `again` names a program")


class Rules(EntryCause, frozen=True, tag="rules", kw_only=True):
    """From here on a newer version of the rules is in force; `agreed`: consents to this step."""

    version: Number
    data_hash: Hex
    agreed: Annotated[tuple[Envelope, ...], Meta(max_length=8)] = ()

    def __post_init__(self) -> None:
        for envelope in self.agreed:
            _check_kind(envelope, Consent)


class DuelJoined(Body, frozen=True, tag_field="type", tag="joined", kw_only=True):
    """The founder enters the other player's accept."""

    order: DuelEnvelope

    def __post_init__(self) -> None:
        if not isinstance(self.order.body, DuelAccept):
            raise ValueError("only an accept seats a player")


class DuelPlayed(Body, frozen=True, tag_field="type", tag="played", kw_only=True):
    """A witness enters an order, or a `ready`, of the other player."""

    order: DuelEnvelope

    def __post_init__(self) -> None:
        if not isinstance(self.order.body, DuelAnswer):
            raise ValueError("an accept is an entry of its own kind")


class DuelRenewed(Body, frozen=True, tag_field="type", tag="renewed", kw_only=True):
    """A witness enters the other player's claim of new chains."""

    order: DuelEnvelope

    def __post_init__(self) -> None:
        if not isinstance(self.order.body, DuelClaim):
            raise ValueError("only a claim brings new chains")


DuelStep = DuelJoined | DuelPlayed | DuelRenewed
AnyStep = Setup | Joined | Mailed | Seated | Chaired | Clocked | Absent | Ruling | Rules | DuelStep


def consents_of(step: AnyStep) -> tuple[Envelope, ...]:
    """The consents that a step brings."""
    return step.agreed if isinstance(step, Seated | Clocked | Rules) else ()


def said_in(step: AnyStep) -> tuple[Envelope, ...]:
    """Everything that was said in a step, consents too."""
    first = (step.order,) if isinstance(step, Joined | Mailed | Seated | Chaired) else ()
    ready = (step.ready,) if isinstance(step, Joined) and step.ready is not None else ()
    return (*first, *ready, *consents_of(step))


class EntryBody(Body, frozen=True, kw_only=True):
    """One entry of the log: what came in, and what followed."""

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    n: Count
    prev: HexOrNothing
    step: AnyStep
    record: Record
