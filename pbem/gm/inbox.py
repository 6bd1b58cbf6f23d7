"""A pile of mails: which is to be tried next, and what became of each.

The order in which mails came does not matter. An accept comes before any order; then the sides take
turns by what is asked, each with the number of its asking; of several with one number the highest
revision counts, and two different ones with that revision stop both.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pbem.errors import (
    Bug,
    Equivocation,
    NoBlock,
    NotNow,
    OldCopy,
    PbemError,
    Replaced,
    TwoBlocks,
    WaitsForReady,
    WaitsForRuling,
)
from pbem.ledger.ledger import Ledger
from pbem.ledger.story import Story
from pbem.protocol import envelope
from pbem.protocol.bodies import (
    Accept,
    AnyStatement,
    Claim,
    Consent,
    Envelope,
    Order,
    Ready,
    SignedRefusal,
    Standing,
)

KINDS = ("ACCEPT", "WORD", "READY", "ORDER")
WAITS = (WaitsForReady, WaitsForRuling, OldCopy)
"""Emails that stay good: they can be applied after another email, a ruling, or with a newer copy of the save."""
BESIDE = "\0ready"
"""Behind the name of a mail: the `ready` that came along with something else."""


class Receipt(Struct, frozen=True):
    """What became of one mail.

    Attributes:
        name: of the mail, such as its file name.
        entry: the entry that holds it; -1 if it was refused.
        digest: SHA-256 of the signed body, "" if it could not be read.
        again: it had been applied before; nothing was done.
        error: why it was refused. `refusal`: the GM's signed word, for an order of a player.
    """

    name: str
    entry: int = -1
    digest: str = ""
    again: bool = False
    error: PbemError | None = None
    story: Story | None = None
    refusal: SignedRefusal | None = None


class Mail(Struct, frozen=True):
    """What is in a mail: one signed body, and the `ready` that came along."""

    envelope: Envelope
    ready: Envelope | None = None

    @property
    def digest(self) -> str:
        return envelope.digest(self.envelope)


def mail_of(text: str | bytes, known_digests: Container[str] = ()) -> Mail:
    """The one accept, order, claim or statement in an email, and the `ready` that came with it. Raises BadInput.

    Args:
        known_digests: of what the log holds, which does not count next to something new.
    """
    by_kind: dict[str, Envelope] = {}
    for kind in KINDS:
        try:
            by_kind[kind] = envelope.from_text(text, kind, known_digests)
        except NoBlock:
            if kind == "ORDER" and not by_kind:
                raise
    if len(by_kind) > 1 and not (len(by_kind) == 2 and isinstance(_accept(by_kind), Accept)):
        new_by_kind = {
            kind: mail
            for kind, mail in by_kind.items()
            if envelope.digest(mail) not in known_digests
        }
        by_kind = new_by_kind or dict([by_kind.popitem()])
    ready = by_kind.pop("READY") if len(by_kind) > 1 and "READY" in by_kind else None
    if len(by_kind) > 1:
        raise TwoBlocks(count=len(by_kind))
    (main,) = by_kind.values()
    return Mail(main, ready)


def _accept(by_kind: Mapping[str, Envelope]) -> object:
    """The accept to which a `ready` belongs, if these are the two."""
    return by_kind["ACCEPT"].body if by_kind.keys() == {"ACCEPT", "READY"} else None


def refused(error: Exception) -> PbemError:
    """What a mail's receipt says, whatever it made pbem do: a mail harms only itself."""
    return error if isinstance(error, PbemError) else Bug.of(error)


class Inbox:
    """The emails still waiting, the claims and consents, which only a GM logs, and the receipts of the others; all by
    name."""

    def __init__(
        self, mails: Mapping[str, str | bytes], known_digests: Container[str] = ()
    ) -> None:
        """Read each email; one that cannot be read gets its receipt now. Claims and consents go to the GM in
        person."""
        self.waiting: dict[str, Mail] = {}
        self.for_the_gm: dict[str, Mail] = {}
        self.receipts: dict[str, Receipt] = {}
        for name, text in mails.items():
            try:
                mail = self.waiting[name] = mail_of(text, known_digests)
                if mail.ready is not None and not isinstance(mail.envelope.body, Accept):
                    self.waiting[name] = Mail(mail.envelope)
                    self.waiting[name + BESIDE] = Mail(mail.ready)
                if isinstance(mail.envelope.body, Claim | Consent):
                    self.for_the_gm[name] = self.waiting.pop(name)
            except Exception as error:
                self.receipts[name] = Receipt(name, error=refused(error))

    def close(self, receipt: Receipt) -> None:
        """This mail has been dealt with."""
        self.receipts[receipt.name] = receipt
        self.waiting.pop(receipt.name, None)

    def told(self, name: str) -> Iterator[Receipt]:
        """What became of a mail, and of a `ready` that came along, unless it was owed no more."""
        yield self.receipts[name]
        beside = self.receipts.get(name + BESIDE)
        if beside is not None and not beside.again and not isinstance(beside.error, NotNow):
            yield replace(beside, name=name)

    def next(self, ledger: Ledger) -> Iterator[str]:
        """Names of the mails that could be applied now, at most one a side and kind."""
        yield from self._of(AnyStatement | Standing) if ledger.begun else ()
        for side in ledger.sides:
            if side not in ledger.seats:
                yield from self._of(Accept, side)
                continue
            names = [n for n in self._of(Order | Ready, side) if self._fits(ledger, side, n)]
            if names:
                yield from self._newest(side, names)

    def _of(self, kinds: object, side: str = "") -> list[str]:
        names = [
            name
            for name, mail in self.waiting.items()
            if isinstance(mail.envelope.body, kinds)  # type: ignore[arg-type]
            and side in ("", mail.envelope.body.author)
        ]
        return sorted(names, key=self._order)

    def _order(self, name: str) -> tuple[int, str]:
        body = self.waiting[name].envelope.body
        return (body.counter if isinstance(body, Standing) else 0, self.waiting[name].digest)

    def _fits(self, ledger: Ledger, side: str, name: str) -> bool:
        """Is it really signed by a seated player, for what he is asked now?"""
        mail = self.waiting[name].envelope
        asking = ledger.askings.get(side)
        if asking is None or not isinstance(mail.body, Order | Ready):
            return False
        if mail.body.question != asking.number:
            return False
        try:
            envelope.verify(mail, ledger.seats[side].keys)
        except Exception:  # its receipt will say so
            return False
        return True

    def _newest(self, side: str, names: list[str]) -> list[str]:
        """The mail with the highest revision; closes what it replaces, and all if there are two."""
        revision = max(self._revision(name) for name in names)
        newest = [name for name in names if self._revision(name) == revision]
        two = len({self.waiting[name].digest for name in newest}) > 1
        for name in names:
            mail = self.waiting[name]
            asking = mail.envelope.body.question  # type: ignore[union-attr]
            if name not in newest:
                error: PbemError = Replaced(side=side, seq=asking, revision=revision)
                self.close(Receipt(name, digest=mail.digest, error=error))
            elif two:
                error = Equivocation(side=side, seq=asking, revision=revision)
                self.close(Receipt(name, digest=mail.digest, error=error))
        return [] if two else newest[:1]

    def _revision(self, name: str) -> int:
        body = self.waiting[name].envelope.body
        return body.revision if isinstance(body, Order) else 1
