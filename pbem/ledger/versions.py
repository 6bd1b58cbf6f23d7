"""Versions of the rules: the history that this program plays, held against what a log names."""

from __future__ import annotations

import json
from typing import Any

from pbem.engine import codec
from pbem.engine.ruleset import RuleSet
from pbem.errors import FalseEntry, UnknownRules
from pbem.ledger.draft import Draft
from pbem.ledger.values import Version


def check_known(rules: RuleSet[Any], named: Version) -> None:
    """Raises UnknownRules unless this program plays that version, on those data."""
    if named.version <= rules.version and rules.data.hash(named.version) == named.data_hash:
        return
    n = named.since
    before = (
        f"Entries 0 to {n - 1} are in order. " if n > 1 else "Entry 0 is in order. " if n else ""
    )
    raise UnknownRules(
        n=n,
        before=before,
        version=named.version,
        data=named.data_hash[:8],
        newest=rules.version,
    )


def check_seen(draft: Draft) -> None:
    """Is the version in force the one of the position that everybody sees, and of one's own view of it?

    Raises FalseEntry, and what a position raises that is none.
    """
    source, before = draft.play.source, draft.ledger.position.play
    states = [draft.play.state]
    if source.common != source.state and source.common != getattr(before, "common", None):
        states.append(codec.load(draft.rules.state_type, json.loads(source.common)))
    if any(state.rules_version != draft.versions[-1].version for state in states):
        why = "the position that all see is of another version of the rules"
        raise FalseEntry(n=draft.n, why=why)
