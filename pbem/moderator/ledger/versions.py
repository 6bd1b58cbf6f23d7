"""Versions of the rules: the history that this program plays, held against what a log names."""

from __future__ import annotations

from typing import Any

from pbem.engine.ruleset import RuleSet
from pbem.errors import FalseEntry, UnknownRules
from pbem.moderator.ledger.draft import Draft
from pbem.moderator.ledger.values import Version


def check_known(rules: RuleSet[Any], named: Version) -> None:
    """Raises UnknownRules unless this program plays that version, on those data."""
    if named.version <= rules.version and rules.data_hash(named.version) == named.data_hash:
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
    """Is the version in force the one of the position that everybody sees? Raises FalseEntry."""
    if draft.play.state.rules_version != draft.versions[-1].version:
        why = "the position that all see is of another version of the rules"
        raise FalseEntry(n=draft.n, why=why)
