"""A battle as pages draw it: its board, the dice of the round that was told last, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbem.engine.picture import LIES, Cast, Fight, Group, Token, Tray
from pbem.games import find
from pbem.reports.battles import LOST, ROUNDED, Battle, battles
from pbem.reports.order_sentences import Names, names_of

if TYPE_CHECKING:
    from pbem.reports.context import Context, Passage
    from pbem.reports.dice import Dice

MOST = 4
"""Dice, with what they were for, that are drawn with the news outside a battle."""
LONG = 200
"""Letters of losses that are too many for a board, which shows who is left; the story has them all."""
FALLEN = {"battle_rout": "Routed", "battle_death": "dead", "death": "eliminated"}
"""What a board says of a piece after its battle, by the kind of the sentence that is about it."""


def fight_in(report: Context, trays: Sequence[Tray], before: Sequence[Tray] = ()) -> Fight:
    """The battle that is being fought at the end of a report, or the one that ended in it; empty without either.

    Args:
        trays: the board of the battle that is being fought.
        before: the board as it stood before the battle ended; none if it began and ended in one entry.

    A battle in which the game ended is over, although its board is still there.
    """
    fights = battles(report)
    is_over = not trays or bool(report.result)
    if not fights or fights[-1].ended != is_over:
        return Fight(tuple(trays))
    ends = fights[-1].ends if is_over else []
    boards = tuple(trays or before)
    boards = tuple(_after(board, fights[-1]) for board in boards) if is_over else boards
    names = names_of(find(report.game), report.audience, report.picture, boards)
    rows = tuple(
        (row.label, row.lines)
        for row in ends
        if row.label != LOST or len(" ".join(row.lines)) <= LONG
    )
    return Fight(boards, _casts(report, fights[-1], names), rows) if boards else Fight()


def _after(board: Tray, battle: Battle) -> Tray:
    """A board with what became of the pieces that its battle has taken from it."""
    fates = {
        passage.about[0]: FALLEN[passage.kind]
        for passage in battle.lines
        if passage.kind in FALLEN and passage.about
    }

    def with_fate(token: Token) -> Token:
        fate = fates.get(token.piece, "")
        if not fate or (fate == "Routed" and token.pose == LIES):  # it lies there as Routed
            return token
        words = f"{token.text}, {fate}"
        return replace(token, notes=(fate,), words=words, steps=0, active=False)

    def with_fates(group: Group) -> Group:
        return replace(group, tokens=tuple(map(with_fate, group.tokens)))

    rows = (replace(row, groups=tuple(map(with_fates, row.groups))) for row in board.rows)
    return replace(board, rows=tuple(rows))


def rolls_outside_battles(report: Context) -> tuple[Cast, ...]:
    """The dice of the last entry in which some fell, if no battle was fought there; at most `MOST`."""
    names = names_of(find(report.game), report.audience, report.picture)
    battle_entries = {n for battle in battles(report) for n in battle.ranges}
    for entry in reversed(report.entries):
        dice = [die for passage in entry.passages for die in passage.dice]
        if dice:
            return (
                ()
                if entry.n in battle_entries
                else tuple(_cast(die, names) for die in dice[-MOST:])
            )
    return ()


def _casts(report: Context, battle: Battle, names: Names) -> tuple[Cast, ...]:
    """The dice of the last round of a battle that this report tells of."""
    rounds: list[list[Dice]] = [[]]
    for passage in _passages(report, battle):
        if passage.kind in ROUNDED and rounds[-1]:
            rounds.append([])
        rounds[-1] += passage.dice
    dice = next((some for some in reversed(rounds) if some), [])
    return tuple(_joined([_cast(die, names) for die in dice], names))


def _joined(casts: Sequence[Cast], names: Names) -> Iterator[Cast]:
    """Dice for the same purpose in one row: a Lord's Militia rolls for Protection five times a round."""
    rows: dict[tuple[str, tuple[int, ...]], list[Cast]] = {}
    for cast in casts:
        rows.setdefault((cast.words, cast.wins), []).append(cast)
    for (_, wins), row in rows.items():
        if len(row) == 1:
            yield row[0]
            continue
        values = tuple(value for cast in row for value in cast.values)
        hits = sum(value in wins for value in values)
        is_judged = any(cast.verdict for cast in row)
        verdict = names.verdict(row[0].label, hits, len(values)) if is_judged else ""
        yield replace(row[0], values=values, verdict=verdict)


def _passages(report: Context, battle: Battle) -> Iterator[Passage]:
    for entry in report.entries:
        first, end = battle.ranges.get(entry.n, (0, 0))
        yield from entry.passages[first:end]


def _cast(die: Dice, names: Names) -> Cast:
    words, verdict = names.label(die.label), verdict_of(die, names)
    return Cast(die.label, words, die.values, tuple(die.wins), verdict)


def verdict_of(die: Dice, names: Names) -> str:
    """How these dice came out, as the game says it; "" where any number means something."""
    dice = len(die.values)
    return names.verdict(die.label, die.successes, dice) if die.is_judged else ""
