"""An entry can hold all the decisions to which one order may lead, however much is told of each."""

from __future__ import annotations

import pytest

from pbem.ledger.values import MOST
from pbem.protocol import bodies, entry, envelope
from tests.cheats.table import veiled_with_plans

from .people import Post
from .test_course import of

TOLD = 4
"""How often what everybody is told counts: in clear, and for each of two sides in base64, with its own decisions."""


def hidden(rules: str) -> Post:
    """A game with hidden pieces, whose entries are the largest."""
    return of(rules, "kingmaker", 32) if rules == "richard_iii" else veiled_with_plans()


@pytest.mark.parametrize("rules", ["richard_iii", "plantagenet"])
def test_the_most_decisions_fill_half_an_entry_at_most(rules: str) -> None:
    records = [one.body.record for one in hidden(rules).look().save.entries[1:]]
    decided = [record for record in records if record.decisions]
    told = sum(len(record.stories[0].clear) for record in decided)
    rows = sum(
        len(bodies.encode(row)) for r in decided for row in (*r.decisions, *r.rolls, *r.deals)
    )
    decisions = sum(len(record.decisions) for record in decided)
    assert decisions > 5
    each = (TOLD * told + rows) / decisions
    positions = 4 * max(len(bodies.encode(record)) for record in records)
    assert envelope.LIMIT + positions + MOST * each < entry.LIMIT / 2
