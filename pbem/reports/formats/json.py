"""The report as JSON, for programs; `report.schema.json` says what is in it."""

from __future__ import annotations

import json
from typing import Any

from msgspec import to_builtins

from pbem.reports.battles import battles
from pbem.reports.context import Context
from pbem.reports.summary import changed, wanted

VERSION = 2


def write(report: Context, flavour: str = "") -> str:
    return json.dumps(data(report), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def data(report: Context) -> dict[str, Any]:
    """Everything that the other formats tell, and nothing more."""
    entries = []
    for entry in report.entries:
        passages = [
            to_builtins(line)
            | {"dice": [to_builtins(die) | {"words": str(die)} for die in line.dice]}
            for line in entry.passages
        ]
        entries.append(to_builtins(entry) | {"title": entry.title, "passages": passages})
    return {
        "format": "pbem-report",
        "version": VERSION,
        "title": report.title,
        "game": report.game,
        "audience": report.audience,
        "summary": {"changed": changed(report), "wanted": wanted(report)},
        "entries": entries,
        "battles": [
            {
                "name": battle.name,
                "entries": sorted(battle.ranges),
                "ended": battle.ended,
                "tally": battle.tally,
                "rows": to_builtins(battle.rows),
            }
            for battle in battles(report)
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
        "notices": list(report.notices),
        "log_head": report.log_head,
        "entry": report.entry,
        "past": report.past,
        "position_note": report.position_note,
        "result": report.result,
    }
