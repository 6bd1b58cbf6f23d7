"""The report as JSON, for programs; `report.schema.json` says what is in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from pbem.reports.battles import battles
from pbem.reports.context import Context, EntryStory, Passage
from pbem.reports.dice import Dice
from pbem.reports.digest import blocks
from pbem.reports.summary import headline, wanted

VERSION = 2


def write(report: Context, flavour: str = "") -> str:
    return json.dumps(data(report), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def data(report: Context) -> dict[str, Any]:
    """A report as plain data for JSON: everything that the other formats tell, and nothing more."""
    entries = [_entry(entry) for entry in report.entries]
    fights = battles(report)
    return {
        "format": "pbem-report",
        "version": VERSION,
        "title": report.title,
        "game": report.game,
        "audience": report.audience,
        "summary": {"changed": headline(report), "wanted": wanted(report)},
        "entries": entries,
        "battles": [
            {
                "name": battle.name,
                "entries": sorted(battle.ranges),
                "ended": battle.ended,
                "tally": battle.tally,
                "rows": to_builtins(battle.rows),
            }
            for battle in fights
        ],
        "since": report.since,
        "blocks": [
            {
                "side": block.side,
                "first": block.first,
                "last": block.last,
                "battle": block.battle.name if block.battle else "",
                "void": block.void,
                "passages": _passages(block.passages),
            }
            for block in (blocks(report, fights) if report.folded else ())
        ],
        "moves": to_builtins(report.moves),
        "position": to_builtins(report.position),
        "picture": to_builtins(report.picture),
        "trend": {
            "name": report.score_name,
            "turns": [point.turn for point in report.trend],
            "values": [point.value for point in report.trend],
        },
        "asked": to_builtins(report.asked),
        "notices": [*filter(None, [report.tried]), *report.notices],
        "terms": report.terms,
        "log_head": report.log_head,
        "entry": report.entry,
        "past": report.past,
        "position_note": report.position_note,
        "result": report.result,
    }


def _entry(entry: EntryStory) -> dict[str, Any]:
    fields: dict[str, Any] = to_builtins(entry) | {
        "title": entry.title,
        "passages": _passages(entry.passages),
    }
    del fields["name"]  # its title
    return fields


def _passages(passages: Sequence[Passage]) -> list[dict[str, Any]]:
    return [to_builtins(line) | {"dice": [_die(die) for die in line.dice]} for line in passages]


def _die(die: Dice) -> dict[str, Any]:
    fields: dict[str, Any] = to_builtins(die)
    return fields | {"words": str(die), "chance": die.chance}
