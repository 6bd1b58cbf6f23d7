"""What the players of a duel sign, as types (PROTOCOL.md, section 19). `bodies` is the door to them."""
# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from typing import Annotated

from msgspec import Meta

from pbem.protocol.offices import DUELLIST, check_members
from pbem.protocol.public import Keys
from pbem.protocol.said import (
    MOST_STATEMENTS,
    VERSION,
    Anchors,
    Base64,
    Body,
    Count,
    Hex,
    Line,
    Locked,
    Number,
    Numbers,
    Opening,
    Party,
    Salt,
    SideOrNobody,
    Text,
    check_base64,
    read_only,
)

OrderLine = Annotated[str, Meta(min_length=1, max_length=1000)]
Lines = Annotated[tuple[OrderLine, ...], Meta(max_length=MOST_STATEMENTS)]
Answers = Annotated[tuple[tuple[str, Line], ...], Meta(max_length=200)]
Kind = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,79}\Z")]


class SealedPolicy(Body, frozen=True):
    """A policy that answers while the other side's orders are carried out: its kind in clear, and its commitment."""

    kind: Kind
    commitment: Hex


class RevealedPolicy(Body, frozen=True):
    """A policy of the witness that was looked at: of its order to question `question`."""

    question: Number
    kind: Kind
    salt: Salt
    text: Line


class Pledge(Body, frozen=True, tag_field="type", kw_only=True, rename={"author": "from"}):
    """Signed by a player of a duel.

    Attributes:
        game: the hash of the genesis. `author` (`from`): the side. `head`: of the entry that it follows on.
    """

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: Hex
    author: Party
    head: Hex


class DuelAccept(Pledge, frozen=True, tag="accept", kw_only=True):
    """I play the other side. `anchors`: of the player's own chains (`offices.DUELLIST`), at 0."""

    keys: Keys
    anchors: Anchors

    def __post_init__(self) -> None:
        check_members(self.anchors, DUELLIST)
        read_only(self, "anchors")


class DuelAnswer(Pledge, frozen=True, kw_only=True):
    """Reveals the link of the question that it answers; the two have the same number."""

    question: Number
    link: Hex


class DuelReady(DuelAnswer, frozen=True, tag="ready", kw_only=True):
    """Nothing to say, but a link: so nobody knew the dice that follow."""


class DuelOrder(DuelAnswer, frozen=True, tag="order", kw_only=True):
    """A decision order, unsealed but for a secret stack.

    Attributes:
        request: its name, `muster-6`. `lines`: what is carried out, in this order.
        answers: what its author answers to questions on the way, rows (kind, policy).
        plan: a secret stack, card by card, in place of all of these. `copy`: its cards, which only its author can
            read; the salts follow from them.
        openings: the card that its question asks for, which is turned up before the lines.
        policies: from now on all of its author's. `kept`: their texts, which only their author can read.
    """

    request: Annotated[str, Meta(min_length=1, max_length=200)]
    lines: Lines = ()
    answers: Answers = ()
    plan: Annotated[tuple[Locked, ...], Meta(max_length=64)] = ()
    copy: Base64 = ""
    openings: Annotated[tuple[Opening, ...], Meta(max_length=1)] = ()
    policies: Annotated[tuple[SealedPolicy, ...], Meta(max_length=200)] = ()
    kept: Base64 = ""

    def __post_init__(self) -> None:
        for sealed in (self.copy, self.kept):
            check_base64(sealed)
        if bool(self.policies) != bool(self.kept):
            raise ValueError("policies have a copy for their author, and nothing else has one")
        if bool(self.plan) != bool(self.copy):
            raise ValueError("a stack has a copy for its author, and nothing else has one")
        if self.plan and (self.lines or self.answers or self.openings):
            raise ValueError("a stack is an order of its own")
        if not (self.plan or self.openings or self.lines):
            raise ValueError("an order without lines lays down a stack, or turns up a card")
        for kinds in ([kind for kind, _ in self.answers], [one.kind for one in self.policies]):
            if kinds != sorted(set(kinds)):
                raise ValueError("each kind is answered once, in the order of the alphabet")


class DuelResign(DuelAnswer, frozen=True, tag="resign", kw_only=True):
    """I give the game up, in place of any answer."""


class DuelPropose(DuelAnswer, frozen=True, tag="propose", kw_only=True):
    """Something that needs both, in place of the answer to one's own question.

    Attributes:
        kind: `takeback` of entry `entry` and all after it, `draw`, `correct` by patch lines `lines`, or `result`:
            `winner` has won. `text`: why.
    """

    kind: Annotated[str, Meta(pattern=r"\A(?:takeback|draw|correct|result)\Z")]
    entry: Count = 0
    lines: Annotated[tuple[Text, ...], Meta(max_length=200)] = ()
    winner: SideOrNobody = ""
    text: Text = ""

    def __post_init__(self) -> None:
        given_fields = {
            "takeback": self.entry > 0,
            "correct": bool(self.lines),
            "result": bool(self.winner),
        }
        if [kind for kind, is_given in given_fields.items() if is_given] != [self.kind] * (
            self.kind != "draw"
        ):
            raise ValueError("a proposal says what its kind needs, and no more")


class DuelAgree(DuelAnswer, frozen=True, tag="agree", kw_only=True):
    """I agree to what the other player proposes."""


class DuelNo(DuelAnswer, frozen=True, tag="no", kw_only=True):
    """I do not agree to it."""


class DuelClaim(Pledge, frozen=True, tag="claim", kw_only=True):
    """I have lost my record of the game, and go on with new chains.

    Attributes:
        head: of the last entry; the claim goes in right behind it, or never. `nonce`: random; the new key follows from
            it. `numbers`: of the chains, at which `anchors` are given.
    """

    keys: Keys
    nonce: Hex
    anchors: Anchors
    numbers: Numbers

    def __post_init__(self) -> None:
        check_members(self.anchors, DUELLIST)
        check_members(self.numbers, DUELLIST)
        read_only(self, "anchors", "numbers")


DuelSaid = (
    DuelAccept | DuelReady | DuelOrder | DuelResign | DuelPropose | DuelAgree | DuelNo | DuelClaim
)


class DuelEnvelope(Body, frozen=True):
    """A body and its author's signature over the canonical bytes."""

    body: DuelSaid
    sig: Base64

    def __post_init__(self) -> None:
        check_base64(self.sig)
