"""A log folded again: what a reader does without who only looks at the position that was kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from pbem.ledger import duel_secrets, duels
from pbem.ledger.fold import NOBODY, EyesOf, Past, fold, ledger_after
from pbem.ledger.handover import holder_of
from pbem.ledger.holder import Holder
from pbem.ledger.ledger import Ledger
from pbem.ledger.sight import Menus
from pbem.ledger.story import Story
from pbem.proof.verdict import Verdict, verdict
from pbem.protocol.bodies import Chaired
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey, Identity


class Replay(Struct, frozen=True):
    """A log, and who reads it: `keys` are the GM's of the game."""

    entries: Sequence[Entry]
    eyes: EyesOf = NOBODY
    keys: Mapping[str, GameKey] | None = None

    @staticmethod
    def holder(identity: Identity | None, entries: Sequence[Entry], menus: Menus) -> Holder:
        """As `holder_of`."""
        return holder_of(identity, entries, menus)

    @staticmethod
    def read(
        entries: Sequence[Entry],
        identity: Identity | None,
        checkpoint: tuple[Holder, Ledger] | None,
        menus: Menus,
    ) -> tuple[Holder, Ledger, bool]:
        """The ledger after the last entry as this identity may know it, and whether what was kept was of use.

        Raises as `fold`.
        """
        if checkpoint is not None:
            reader, start = checkpoint
            new_entries = entries[start.n + 1 :]
            same_role = not any(isinstance(entry.body.step, Chaired) for entry in new_entries)
            if same_role and all(n >= start.n for n in Past(entries, since=start.n + 1).wanted):
                ledger = ledger_after(
                    entries, start, eyes=reader.eyes, keys=reader.keys, duel=duels.told
                )
                return reader, ledger, True
        reader = holder_of(identity, entries, menus)
        ledger = ledger_after(entries, eyes=reader.eyes, keys=reader.keys, duel=duels.told)
        return reader, ledger, False

    @staticmethod
    def with_own(ledger: Ledger, identity: Identity, entries: Sequence[Entry]) -> Ledger:
        """As `duel_secrets.with_own`."""
        return duel_secrets.with_own(ledger, identity, entries)

    def history(self) -> Iterator[tuple[Ledger, Story]]:
        """As `fold`."""
        return fold(self.entries, eyes=self.eyes, keys=self.keys, duel=duels.told)

    def until(self, n: int, start: Ledger | None = None) -> Ledger:
        """The ledger after entry `n`, from `start` on if nothing goes back to before it. Raises as `fold`."""
        if start is not None and not self._is_enough(start, n):
            start = None
        return ledger_after(
            self.entries, start, eyes=self.eyes, keys=self.keys, until=n, duel=duels.told
        )

    def _is_enough(self, start: Ledger, n: int) -> bool:
        """Can the ledger after entry `n` be folded from this one?"""
        goals = Past(self.entries[: n + 1], since=start.n + 1).wanted
        return start.n <= n and all(entry >= start.n for entry in goals)

    def verdict(self, ssh: str, now: int, tick: Callable[[], None]) -> tuple[Verdict, Ledger]:
        """As `verdict`."""
        return verdict(self.entries, self.eyes, ssh, now, tick)
