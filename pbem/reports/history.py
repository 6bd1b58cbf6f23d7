"""A game entry by entry: each step a small report with the map, for a terminal or for a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.document import AnyPart, Heading, Note
from pbem.engine.picture import Tray
from pbem.ledger.glimpse import state_for
from pbem.reports.context import PUBLIC, TRIED, Context, EntryStory, build
from pbem.reports.ending import reason_sentence, winner_words
from pbem.reports.from_game import battle_board, entry_story
from pbem.reports.midway import board_within
from pbem.reports.period import EVERYTHING, Period
from pbem.reports.report_parts import story
from pbem.reports.summary import headline, wanted

if TYPE_CHECKING:
    from pbem.ledger.ledger import Ledger
    from pbem.proof.reader import Reader

NOTHING: Mapping[int, tuple[Any, ...]] = {}


class ReplayFrame(Struct, frozen=True):
    """One entry: `turn` is the game turn it belongs to, `opens` if it is the first of it here, `notes` what its
    readers have noted on it, one line each, `before` the board of the battle of the entry before."""

    report: Context
    turn: str
    opens: bool
    notes: tuple[str, ...] = ()
    before: tuple[Tray, ...] = ()


def steps(
    game: Reader,
    side: str = PUBLIC,
    period: Period = EVERYTHING,
    notes: Mapping[int, tuple[str, ...]] = NOTHING,
    branch_frames: Mapping[int, tuple[ReplayFrame, ...]] = NOTHING,
) -> Iterator[ReplayFrame]:
    """Each entry of a period as a frame, as `side` could see it then, with the notes on it.

    After each come the frames of branches that somebody tried from there. In a veiled game the position is the
    public one, the story what this side was told. Raises NoSuchTurn.
    """
    first_entry, last_entry = period.entries(game, side)
    turns = {n: turn.name for turn in game.turns for n in range(turn.first, turn.last + 1)}
    last_turn, battle_entries, before = "", list[EntryStory](), tuple[Tray, ...]()
    last_ledger: Ledger | None = None
    for ledger, entry_source in game.history(side):
        ledger_before, last_ledger = last_ledger, ledger
        entry = entry_story(game, entry_source)
        earlier = tuple(battle_entries)
        if any(event.kind == "battle" for event in entry_source.events):
            battle_entries.clear()
        battle_entries.append(entry)
        if not first_entry <= entry_source.n <= last_entry:
            continue
        view = game.view_of(ledger, side)
        eyes = PUBLIC if ledger.veiled else side
        rules = ledger.rules
        state = state_for(rules, ledger.play.state, eyes)
        report = build(
            game.title,
            rules.name,
            side,
            [entry],
            view.position,
            [],
            game.heads[entry_source.n],
            entry_source.n,
            picture=rules.picture(state, eyes),
            earlier=earlier,
        )
        report = replace(report, battle=battle_board(rules, state, eyes))
        if (result := ledger.result) is not None:
            why = reason_sentence(report, result.reason)
            report = replace(report, result=f"{winner_words(report, result)}. {why}")
        if ledger_before is not None and not (before or report.battle) and _is_whole(entry):
            before = board_within(ledger_before, game.save.entries, eyes)
        turn = turns.get(entry_source.n, "")
        yield ReplayFrame(report, turn, turn != last_turn, notes.get(entry_source.n, ()), before)
        yield from branch_frames.get(entry_source.n, ())
        last_turn, before = turn, report.battle


def _is_whole(entry: EntryStory) -> bool:
    """Does a battle begin and end in this entry?"""
    kinds = {passage.kind for passage in entry.passages}
    return {"battle", "battle_end"} <= kinds


def frame_parts(step: ReplayFrame) -> Iterator[AnyPart]:
    """One step for a terminal: where things stand, its orders and sentences without the dice."""
    report = step.report
    (entry,) = report.entries
    if step.opens and step.turn:
        yield Heading(step.turn, 2)
    if step.opens and report.tried:
        yield Note(report.tried)
    mark = f"{TRIED}: " if report.tried else ""
    title = f"{mark}{report.title_of(entry)}. {headline(report)}"
    yield Heading(title, 3)
    if report.result:
        yield Note(wanted(report), mark="call")
    passages = tuple(passage for passage in entry.passages if not passage.dice)
    for part in story(report, replace(entry, passages=passages), []):
        yield from () if isinstance(part, Heading) else (part,)
    yield from (Note(note, "Note") for note in step.notes)
