"""The table of the rulings: what becomes of those with a leader who leaves or moves."""

from __future__ import annotations

from pbem.games.plantagenet_1450.game import PLANTAGENET_1450

HEADINGS = ("rider", "carried leader", "captive", "captive of these", "own men", "hired men")
RIDER, CARRIED, CAPTIVE, SECOND, OWN, HIRED = HEADINGS
MEN = (OWN, HIRED)


def table() -> dict[tuple[str, str], str]:
    """Way and heading to what becomes of it, as the page says; rule numbers are left out."""
    text = PLANTAGENET_1450.data.file("rulings.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|") and not line.startswith("|-")
    ]
    assert tuple(rows[0][1:]) == HEADINGS
    return {
        (row[0].partition(" (")[0], heading): cell.partition(" (")[0]
        for row in rows[1:]
        for heading, cell in zip(HEADINGS, row[1:], strict=True)
    }


TABLE = table()
HAPPENS = [cell for cell, outcome in TABLE.items() if outcome != "never"]
NEVER = [cell for cell, outcome in TABLE.items() if outcome == "never"]
