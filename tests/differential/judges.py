"""Who is asked about a log: `pbem` as everybody, as each player with their key and as the audit, and a stranger."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from msgspec import Struct

from pbem.errors import PbemError
from pbem.moderator.game import Game
from pbem.moderator.holder import Holder, gm_keys
from pbem.moderator.ledger.claims import Claims
from pbem.moderator.ledger.fold import Past, begun, fold
from pbem.moderator.ledger.ledger import Ledger
from pbem.protocol import sshsig
from pbem.protocol.bodies import Joined, Seated
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity

from .stranger import Stranger
from .table import PEOPLE

PUBLIC, AUDIT = "public", "audit"


class Crash(Exception):
    """A reader ended in an error that is no refusal."""


class Reader:
    """`pbem verify` by somebody, who remembers how it stood after each entry of the honest log."""

    def __init__(self, name: str, holder: Holder, entries: Sequence[Entry]) -> None:
        self.name, self.holder = name, holder
        self.past, claims = Past(entries, range(len(entries))), Claims()
        self.ledgers: list[Ledger] = [begun(entries, holder.keys)]
        self.claims = [copy.deepcopy(claims)]
        self.past.keep(self.ledgers[0])
        for n in range(1, len(entries)):
            self.ledgers.append(self._fold(entries[: n + 1], self.ledgers[-1], self.past, claims))
            self.claims.append(copy.deepcopy(claims))

    def _fold(self, entries: Sequence[Entry], start: Ledger, past: Past, claims: Claims) -> Ledger:
        eyes, keys = self.holder.eyes, self.holder.keys
        steps = fold(entries, start, eyes=eyes, keys=keys, past=past, claims=claims)
        return [ledger for ledger, _ in steps][-1]

    def objection(self, entries: Sequence[Entry], n: int) -> str:
        """What is wrong with a log that differs from the honest one from entry `n` on; "" if nothing is.

        Raises Crash.
        """
        try:
            if n == 0:
                begun(entries, self.holder.keys)
                return ""
            past = Past(entries[:1], range(len(entries)))
            past.kept = {k: position for k, position in self.past.kept.items() if k < n}
            self._fold(entries, self.ledgers[n - 1], past, copy.deepcopy(self.claims[n - 1]))
        except PbemError as error:
            return f"{type(error).__name__}: {error}"
        except Exception as error:
            raise Crash(f"{self.name}: {error!r}") from error
        return ""


class Verdicts(Struct, frozen=True):
    """What each says of a log, "" where they take it. `readers`: by name, the public first."""

    readers: dict[str, str]
    stranger: str

    @property
    def public(self) -> str:
        return self.readers[PUBLIC]

    @property
    def taken(self) -> bool:
        """Does nobody object?"""
        return not self.stranger and not any(self.readers.values())


class Bench:
    """All judges of one honest log; `gm`: who signed its last entry."""

    def __init__(self, game: Game) -> None:
        self.entries = game.save.entries
        self.veiled = game.ledger.veiled
        self.sides = game.ledger.sides
        self.gm = last = signer(self.entries[-1].signature)
        holders = {PUBLIC: Holder(), **{who.name: Holder(who) for who in seated(self.entries)}}
        holders[AUDIT] = Holder(last, gm_keys(last, self.entries))
        self.readers = [Reader(name, one, self.entries) for name, one in holders.items()]
        self.strangers = [Stranger()]
        for entry in self.entries:
            stranger = self.strangers[-1].copy()
            why = stranger.entry(entry)
            assert not why, f"the independent verifier refuses honest entry {entry.n}: {why}"
            self.strangers.append(stranger)

    @property
    def public(self) -> Reader:
        return self.readers[0]

    def ask(self, later: Sequence[Entry], n: int) -> Verdicts:
        """Of the honest log up to entry `n`, which is the first of these. Raises Crash."""
        entries = [*self.entries[:n], *later]
        readers = self.readers if n else self.readers[:1]  # keys hang on the genesis
        said = {reader.name: reader.objection(entries, n) for reader in readers}
        stranger = self.strangers[n].copy()
        try:
            why = next(filter(None, map(stranger.entry, later)), "")
        except Exception as error:
            raise Crash(f"the independent verifier: {error!r}") from error
        return Verdicts(said, why)


def signer(signature: str) -> Identity:
    """Who signed something, of those who may."""
    key = sshsig.signer(signature)
    return next(who for who in PEOPLE.values() if who.public.ed25519 == key)


def seated(entries: Sequence[Entry]) -> list[Identity]:
    """Whoever has a seat at some time."""
    found = []
    for entry in entries:
        step = entry.body.step
        if isinstance(step, Joined | Seated):
            found.append(PEOPLE[step.order.body.keys.ssh])  # type: ignore[union-attr]
    return list(dict.fromkeys(found))
