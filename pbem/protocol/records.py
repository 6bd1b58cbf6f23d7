"""What followed from a step, as types (PROTOCOL.md, section 10); see `bodies`.

A field that is left out has the value that stands here.
"""
# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from typing import Annotated, Any

from msgspec import Meta

from pbem.protocol import canonical
from pbem.protocol.dice import WORDS
from pbem.protocol.duel_said import RevealedPolicy
from pbem.protocol.said import (
    MOST_STATEMENTS,
    Base64,
    Body,
    Count,
    Hex,
    HexOrNothing,
    Line,
    Locked,
    Number,
    Opening,
    Party,
    Salt,
    Sealed,
    SlotName,
    Text,
    Word,
    check_base64,
)


class Decided(Body, frozen=True):
    """An answered request. `line` is left out in a veiled game, and where an answer stays secret.

    Attributes:
        by: "" for the entry's own order, `earlier` (statements of an order before), `script`,
            `policy`, `forced` (the only legal line), `ruling`, `absent` (the rules answer for a side that is
            absent).
    """

    side: Party
    request: Annotated[str, Meta(max_length=200)]
    line: Line = ""
    by: Annotated[str, Meta(pattern=r"\A(?:earlier|script|policy|forced|ruling|absent)?\Z")] = ""


class Rolled(Body, frozen=True):
    """A die: `label` ends in `#` and its occurrence. `absent`: sides that were absent as it fell."""

    label: Annotated[str, Meta(max_length=300, pattern=rf"\A{WORDS}#[1-9][0-9]*\Z")]
    sides: Annotated[int, Meta(ge=2, le=256)]
    value: Annotated[int, Meta(ge=1, le=256)]
    absent: tuple[Party, ...] = ()


class Shuffled(Body, frozen=True):
    """Shuffle `k` of the game's log: commitments to `slots` of a deck, in their order.

    Attributes:
        again: the cards that lie in these slots already are shuffled anew, after a rewind.
    """

    deck: Annotated[str, Meta(max_length=60, pattern=rf"\A{WORDS}\Z")]
    k: Number
    slots: Annotated[tuple[SlotName, ...], Meta(max_length=256)]
    cards: Annotated[tuple[Hex, ...], Meta(max_length=256)]
    again: bool = False


class Dealt(Body, frozen=True):
    """A card that a side may look at."""

    slot: SlotName
    to: Party
    sealed: Base64

    def __post_init__(self) -> None:
        check_base64(self.sealed)


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


class Fault(Body, frozen=True, kw_only=True):
    """A line ended in an error that is not one of the rules.

    Attributes:
        place: of the statement in the order of `entry`, 0 where no statement ran.
        rolls, shuffles, openings, deals: how many of the record's last rows of each the line made.
        kind: the error's class. `program`: the version of pbem that failed.
    """

    side: Party
    entry: Count
    place: Annotated[int, Meta(ge=0, le=MOST_STATEMENTS)]
    rolls: Count = 0
    shuffles: Count = 0
    openings: Count = 0
    deals: Count = 0
    kind: Annotated[str, Meta(pattern=r"\A[A-Za-z]{1,60}\Z")]
    program: Word


class StackAsked(Body, frozen=True):
    """A secret stack that is asked for, as everybody may know it."""

    verb: Annotated[str, Meta(max_length=40)]
    size: Annotated[int, Meta(ge=1, le=64)]


class OpenQuestion(Body, frozen=True):
    """A question that the entry leaves open.

    Attributes:
        number: of the side's questions. `request`: its name; `ready-<counter>` for an owed `ready`.
        link: its link number; 0 if that equals `number`.
        kind, text, rule, forced, secret, stack: of the request; in a veiled game only, since
            else they follow from the rules.
    """

    side: Party
    number: Number
    request: Annotated[str, Meta(max_length=200)]
    link: Count = 0
    kind: Annotated[str, Meta(max_length=60)] = ""
    text: Text = ""
    rule: Annotated[str, Meta(max_length=60)] = ""
    forced: bool = True
    secret: bool = False
    stack: StackAsked | None = None

    def __post_init__(self) -> None:
        if self.link == self.number:
            raise ValueError("a link number that equals the number is left out")

    @property
    def link_number(self) -> int:
        """The number of the link that answers it."""
        return self.link or self.number


class PrivateStory(Body, frozen=True):
    """What a side alone may read of a veiled game's entry, or `public` (then in `clear`)."""

    to: Party
    sealed: Base64 = ""
    clear: str = ""

    def __post_init__(self) -> None:
        check_base64(self.sealed)


class Menu(Body, frozen=True):
    """The menu that is put to a side of a veiled game: SHA-256 of what is sealed to it beside the log."""

    to: Party
    digest: Hex


class Change(Body, frozen=True):
    """What everybody saw change in a veiled position; without `value` it is gone."""

    path: Annotated[tuple[str, ...], Meta(min_length=1, max_length=canonical.MAX_DEPTH)]
    value: Any = None

    def __post_init__(self) -> None:
        if self.value is not None:
            canonical.check_value(self.value)


class Ended(Body, frozen=True):
    """How a veiled game ended; an open one's end follows from the rules."""

    winners: Annotated[tuple[Party, ...], Meta(max_length=8)]
    reason: Text


class Record(Body, frozen=True, kw_only=True):
    """All that followed from a step, and nothing that cannot be done again."""

    link: HexOrNothing = ""
    decisions: tuple[Decided, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    shuffles: tuple[Shuffled, ...] = ()
    openings: tuple[Opening, ...] = ()
    deals: tuple[Dealt, ...] = ()
    opened: tuple[Opened, ...] = ()
    left: tuple[Left, ...] = ()
    faults: tuple[Fault, ...] = ()
    plan: tuple[Locked, ...] = ()
    proofs: tuple[bool, ...] = ()
    policies: tuple[RevealedPolicy, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    stories: tuple[PrivateStory, ...] = ()
    menus: tuple[Menu, ...] = ()
    changes: tuple[Change, ...] = ()
    result: Ended | None = None
    handover: tuple[Sealed, ...] = ()
    escrow: Base64 = ""
    state_hash: Hex

    def __post_init__(self) -> None:
        check_base64(self.escrow)
