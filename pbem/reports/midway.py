"""The board of a battle in the middle of an entry, which no position of the log shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from pbem.engine.picture import Tray
from pbem.engine.play import Play
from pbem.ledger.chance import Chance
from pbem.ledger.chances import LogChance
from pbem.ledger.duels import DuelChance
from pbem.ledger.fold import Past
from pbem.ledger.glimpse import state_for
from pbem.ledger.ledger import Ledger
from pbem.ledger.take import take
from pbem.proof.reader import Reader
from pbem.protocol.bodies import DuelStep
from pbem.protocol.entry import Entry
from pbem.reports.battles import battles
from pbem.reports.context import PUBLIC, Context
from pbem.reports.from_game import battle_board


def with_ended_battle(game: Reader, report: Context, since: int = 0) -> Context:
    """A report with the board of its last battle, if that ended in entry `since` or later and no other is fought.

    The board is that before the last die, which `fought.fight_in` makes that of the end. With hidden pieces it is what
    everybody saw before the entry in which the battle ended: a battle of *Richard III* that begins and ends in one entry
    has no board, see `board_within`.
    """
    fights = battles(report)
    if report.battle or not fights or not fights[-1].ended or fights[-1].last < since:
        return report
    battle, veiled = fights[-1], game.ledger.veiled
    ledger = game.ledger_after(battle.last - 1)
    side = PUBLIC if veiled else game.holder.sight_of(ledger, report.audience)
    board = board_within(ledger, game.save.entries, side)
    if not board and len(battle.ranges) > 1:
        rules = ledger.rules
        board = battle_board(rules, state_for(rules, ledger.play.state, side), side)
    return replace(report, battle_before=board)


class _AtEachDie(Chance):
    """Carries out an entry again, and looks at the state before each die."""

    look: Callable[[Any], None]

    def roll(self, label: str, sides: int) -> int:
        if isinstance(self.draft.play, Play):
            self.look(self.draft.play.state)
        return super().roll(label, sides)


class _LogAtEachDie(_AtEachDie, LogChance):
    """For an entry of a game with a GM."""


class _DuelAtEachDie(_AtEachDie, DuelChance):
    """For an entry of a duel."""


def board_within(ledger: Ledger, entries: Sequence[Entry], side: str) -> tuple[Tray, ...]:
    """The board before the last die of the last battle in the entry after `ledger`, as `side` sees it.

    It is empty where no die fell in a battle, and always in a game with hidden pieces, although its battles are public:
    only the GM can carry out such an entry. Its log has what everybody can see after the entry, when the battle is over,
    and the story names the blocks in sentences alone.
    """
    entry, rules, board = entries[ledger.n + 1], ledger.rules, tuple[Tray, ...]()
    if ledger.veiled:
        return ()

    def look(state: Any) -> None:
        nonlocal board
        board = battle_board(rules, state_for(rules, state, side), side) or board

    past, step, record = Past(entries, since=ledger.n + 1), entry.body.step, entry.body.record
    past.keep(ledger)
    chance: _AtEachDie = (
        _DuelAtEachDie(lambda number: record.link, past, record)
        if isinstance(step, DuelStep)
        else _LogAtEachDie(record, past)
    )
    chance.look = look
    take(ledger, step, chance)
    return board
