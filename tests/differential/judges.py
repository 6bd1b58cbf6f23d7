"""Who is asked about a log: `pbem` as everybody, as each player with their key and as the audit, and a stranger."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cached_property

from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.ledger.claims import Claims
from pbem.ledger.fold import Past, fold, ledger_at_genesis
from pbem.ledger.handover import gm_keys
from pbem.ledger.holder import Holder
from pbem.ledger.ledger import Ledger
from pbem.protocol import sshsig
from pbem.protocol.bodies import Joined, Seated
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity

from .stranger import Stranger
from .table import PEOPLE
from .tables import FREE, HIDDEN_RULES, RULES, explained

PUBLIC, AUDIT = "public", "audit"


class Crash(Exception):
    """A reader ended in an error that is no refusal."""


class Reader:
    """`pbem verify` by somebody, who remembers how it stood after each entry of the honest log."""

    def __init__(self, name: str, holder: Holder, entries: Sequence[Entry]) -> None:
        self.name, self.holder = name, holder
        self.past, claims = Past(entries, range(len(entries))), Claims()
        self.ledgers: list[Ledger] = [ledger_at_genesis(entries, holder.keys)]
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
                ledger_at_genesis(entries, self.holder.keys)
                return ""
            past = Past(entries[:1], range(len(entries)))
            past.kept = {k: position for k, position in self.past.kept.items() if k < n}
            self._fold(entries, self.ledgers[n - 1], past, copy.deepcopy(self.claims[n - 1]))
        except PbemError as error:
            return f"{type(error).__name__}: {error}"
        except Exception as error:
            raise Crash(f"{self.name}: {error!r}") from error
        return ""


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

    @cached_property
    def strangers(self) -> list[Stranger]:
        """The independent verifier before each entry, and behind the last one."""
        made = [Stranger()]
        for entry in self.entries:
            made.append(made[-1].copy())
            why = made[-1].entry(entry)
            assert not why, f"the independent verifier refuses honest entry {entry.n}: {why}"
        return made

    @property
    def public(self) -> Reader:
        return self.readers[0]

    def readers_say(self, later: Sequence[Entry], n: int) -> dict[str, str]:
        """Of the honest log up to entry `n`, which is the first of these; "" by whoever takes it. Raises Crash."""
        readers = self.readers
        if not n:  # keys hang on the genesis, but for its record
            same = _whole(later[0]) and later[0].body.step == self.entries[0].body.step
            readers = [self.public, self.readers[-1]] if same else [self.public]
        entries = [*self.entries[:n], *later]
        return {reader.name: reader.objection(entries, n) for reader in readers}

    def stranger_says(self, later: Sequence[Entry], n: int) -> str:
        """The same of the independent verifier. Raises Crash."""
        stranger = self.strangers[n].copy()
        try:
            return next(filter(None, map(stranger.entry, later)), "")
        except Exception as error:
            raise Crash(f"the independent verifier: {error!r}") from error


def _whole(entry: Entry) -> bool:
    try:
        entry.check_readable(0)
    except PbemError:
        return False
    return True


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


def overlooked(names: Sequence[str], said: dict[str, str]) -> str:
    """What `pbem` overlooks in a log in which these fields were changed; "" if nothing.

    What everybody sees nobody with a key overlooks, and what all take has to be free.
    """
    takers = [name for name, why in said.items() if not why]
    if said[PUBLIC]:
        return f"{', '.join(takers)}: taken, though all can see: {said[PUBLIC]}" if takers else ""
    bound = [name for name in names if not explained(name, FREE)]
    return f"nobody minds {', '.join(bound)}" if bound and len(takers) == len(said) else ""


def deceived(said: dict[str, str], stranger: str) -> str:
    """Who takes what the independent verifier refuses; "" if nobody."""
    takers = ", ".join(name for name, why in said.items() if not why)
    return f"{takers}: taken, though a stranger says: {stranger}" if stranger and takers else ""


def unseen(names: Sequence[str], veiled: bool, said: dict[str, str], stranger: str) -> str:
    """What the independent verifier overlooks though it needs no rules of a game; "" if nothing."""
    rules = HIDDEN_RULES if veiled else {**RULES, **HIDDEN_RULES}
    if stranger or not said[PUBLIC] or any(explained(name, rules) for name in names):
        return ""
    return f"the independent verifier takes what needs no rules: {said[PUBLIC]}"
