"""The board of a battle that began and ended in one entry, which no position of the log shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.engine.picture import Tray
from pbem.engine.play import Play
from pbem.ledger.chances import LogChance
from pbem.ledger.fold import Past
from pbem.ledger.glimpse import state_for
from pbem.ledger.ledger import Ledger
from pbem.ledger.take import take
from pbem.protocol.bodies import DuelStep, Record
from pbem.protocol.entry import Entry
from pbem.reports.from_game import battle_board


class _AtEachDie(LogChance):
    """Carries out an entry again, and looks at the state before each die."""

    def __init__(self, record: Record, past: Past, look: Callable[[Any], None]) -> None:
        super().__init__(record, past)
        self._look = look

    def roll(self, label: str, sides: int) -> int:
        if isinstance(self.draft.play, Play):
            self._look(self.draft.play.state)
        return super().roll(label, sides)


def board_within(ledger: Ledger, entries: Sequence[Entry], side: str) -> tuple[Tray, ...]:
    """The board before the last die of the last battle in the entry after `ledger`, as `side` sees it.

    It is empty where no die fell in a battle, in a duel, and in a game with hidden pieces, which its readers do not play
    again.
    """
    entry, rules, board = entries[ledger.n + 1], ledger.rules, tuple[Tray, ...]()
    if isinstance(entry.body.step, DuelStep) or ledger.veiled:
        return ()

    def look(state: Any) -> None:
        nonlocal board
        board = battle_board(rules, state_for(rules, state, side), side) or board

    past = Past(entries, since=ledger.n + 1)
    past.keep(ledger)
    take(ledger, entry.body.step, _AtEachDie(entry.body.record, past, look))
    return board
