"""A pile of mails: which is to be tried next, and what became of each.

The order in which mails came does not matter. An accept comes before any order; then the sides take
turns by what is asked, each with its next number; of several with one number the highest revision
counts, and two different ones with that revision stop both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbem.errors import (
    BadStatement,
    Bug,
    Equivocation,
    Garbled,
    NoBlock,
    PbemError,
    Replaced,
    TwoBlocks,
)
from pbem.moderator import shape
from pbem.moderator.ledger import Ledger
from pbem.moderator.statement import ARMOUR as WORD
from pbem.moderator.statement import ELSEWHERE, KINDS
from pbem.moderator.story import Story
from pbem.protocol.envelope import Envelope


@dataclass(frozen=True)
class Receipt:
    """What became of one mail.

    Attributes:
        name: of the mail, such as its file name.
        entry: the entry that holds it; -1 if it was refused.
        digest: SHA-256 of the signed body, "" if it could not be read.
        again: it had been applied before; nothing was done.
        error: why it was refused.
    """

    name: str
    entry: int = -1
    digest: str = ""
    again: bool = False
    error: PbemError | None = None
    story: Story | None = None


def envelope_of(text: str | bytes) -> Envelope:
    """The one accept, order or statement in a mail. Raises BadInput."""
    found: dict[str, Envelope] = {}
    for kind in ("ACCEPT", WORD, "ORDER"):
        try:
            found[kind.lower()] = Envelope.from_text(text, kind)
        except NoBlock:
            if kind == "ORDER" and not found:
                raise
    if len(found) > 1:
        raise TwoBlocks(count=2)
    ((kind, envelope),) = found.items()
    if kind == WORD.lower():
        if envelope.body.get("type") in ELSEWHERE:
            raise BadStatement(why="who sits where is for the GM to log: pbem seat GAME.toml MAILS")
        if envelope.body.get("type") not in KINDS:
            raise Garbled(why="what is inside is not a statement that this version knows")
        shape.statement(envelope.body, KINDS)
        return envelope
    if envelope.body.get("type") != kind or type(envelope.body.get("seq", 0)) is not int:
        raise Garbled(why=f"what is inside is not an {kind}")
    (shape.accept if kind == "accept" else shape.order)(envelope.body)
    return envelope


def refusal(error: Exception) -> PbemError:
    """What a mail's receipt says, whatever it made pbem do: a mail harms only itself."""
    return error if isinstance(error, PbemError) else Bug.of(error)


class Inbox:
    """The mails still waiting, and the receipts of the others; both by name."""

    def __init__(self, mails: Mapping[str, str | bytes]) -> None:
        self.waiting: dict[str, Envelope] = {}
        self.receipts: dict[str, Receipt] = {}
        for name, text in mails.items():
            try:
                self.waiting[name] = envelope_of(text)
            except Exception as error:
                self.receipts[name] = Receipt(name, error=refusal(error))

    def close(self, receipt: Receipt) -> None:
        """This mail has been dealt with."""
        self.receipts[receipt.name] = receipt
        self.waiting.pop(receipt.name, None)

    def next(self, ledger: Ledger) -> Iterator[str]:
        """Names of the mails that could be applied now, at most one a side."""
        yield from sorted(self._words(ledger), key=lambda n: self.waiting[n].digest)
        for side in ledger.sides:
            if side not in ledger.seats:
                yield from sorted(self._from(side, 0), key=lambda n: self.waiting[n].digest)
                continue
            names = self._signed(ledger, side)
            if names:
                yield from self._newest(side, names)

    def _words(self, ledger: Ledger) -> list[str]:
        """Statements, once all who could make them are known."""
        if not ledger.begun:
            return []
        return [name for name, e in self.waiting.items() if e.body.get("type") in KINDS]

    def _from(self, side: str, seq: int) -> list[str]:
        """Mails that say they are number `seq` of this side; an accept is number 0."""
        return [
            name
            for name, envelope in self.waiting.items()
            if (envelope.body.get("from"), envelope.body.get("seq", 0)) == (side, seq)
            and envelope.body.get("type") not in KINDS
        ]

    def _signed(self, ledger: Ledger, side: str) -> list[str]:
        """Of these, the next of a seated player that he really signed."""
        seat = ledger.seats[side]
        names = []
        for name in self._from(side, seat.seq + 1):
            try:
                self.waiting[name].verify(seat.keys)
            except Exception:  # its receipt will say so
                continue
            names.append(name)
        return names

    def _newest(self, side: str, names: list[str]) -> list[str]:
        """The mail with the highest revision; closes what it replaces, and all if there are two."""
        revision: int = max(self.waiting[name].body["revision"] for name in names)
        newest = [name for name in names if self.waiting[name].body["revision"] == revision]
        seq = self.waiting[newest[0]].body["seq"]
        two = len({self.waiting[name].digest for name in newest}) > 1
        for name in names:
            digest = self.waiting[name].digest
            if name not in newest:
                error: PbemError = Replaced(side=side, seq=seq, revision=revision)
                self.close(Receipt(name, digest=digest, error=error))
            elif two:
                error = Equivocation(side=side, seq=seq, revision=revision)
                self.close(Receipt(name, digest=digest, error=error))
        return [] if two else newest[:1]
