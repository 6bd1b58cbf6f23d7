"""A game outlives the program: a newer version of the rules comes into force when the players agree to it.

Today's program plays every version that was ever released, so nothing that happened changes; the position
stays, and what is done from here on follows the newer version (PROTOCOL.md, section 14).
"""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine import codec
from pbem.engine.ruleset import RuleSet
from pbem.engine.table import Event
from pbem.errors import BadRuling, FalseEntry, UnknownRules
from pbem.ledger.askings import put_again
from pbem.ledger.cases import consents
from pbem.ledger.chance import Chance
from pbem.ledger.draft import Draft
from pbem.ledger.ledger import Ledger
from pbem.ledger.run import go_on_where_nobody_owes
from pbem.ledger.values import Version
from pbem.protocol.bodies import Rules


def take(draft: Draft, step: Rules, chance: Chance) -> list[Event]:
    """Put a newer version of the rules in force from this entry on; the event for reports.

    Raises:
        BadRuling, BadStatement: not now, not newer, or not agreed to; this needs no rules.
        UnknownRules: this program does not know that version.
    """
    check(draft.ledger, step)
    sides = consents.consenting_sides(
        draft.ledger, step.agreed, consents.step_digest(step), to_step=True
    )
    consents.need_all(draft.ledger, sides, f"version {step.version} of the rules")
    version = Version(draft.n, step.version, step.data_hash)
    check_known(draft.rules, version)
    draft.versions = (*draft.versions, version)
    if not draft.hidden:
        draft.play.patch(f"set version {step.version}")
    put_again(draft)
    go_on_where_nobody_owes(draft, chance)
    text = (
        f"Version {step.version} of the rules is in force from now on; the position stays as it is."
    )
    return [Event("", text)]


def check(ledger: Ledger, step: Rules) -> None:
    """May this version come into force now, if all agree? Raises BadRuling."""
    if not ledger.begun:
        raise BadRuling(why="all players must have joined first")
    if ledger.result is not None:
        raise BadRuling(why="the game is over; go back first, to before the entry that ended it")
    now = ledger.versions[-1].version
    if step.version <= now:
        raise BadRuling(why=f"version {now} of the rules is in force, and a newer one can follow")


def newest(ledger: Ledger) -> Rules:
    """The step to the newest version that this program knows. Raises BadRuling."""
    rules = ledger.rules
    step = Rules(version=rules.version, data_hash=rules.data.hash(rules.version))
    check(ledger, step)
    return step


def check_known(rules: RuleSet[Any], version: Version) -> None:
    """Raises UnknownRules unless this program plays that version, on those data."""
    if version.version <= rules.version and rules.data.hash(version.version) == version.data_hash:
        return
    n = version.since
    before = (
        f"Entries 0 to {n - 1} are in order. " if n > 1 else "Entry 0 is in order. " if n else ""
    )
    raise UnknownRules(
        n=n,
        before=before,
        version=version.version,
        data=version.data_hash[:8],
        newest=rules.version,
    )


def check_seen(draft: Draft) -> None:
    """Is the version in force the one of the position that everybody sees, and of one's own view of it?

    Raises FalseEntry, and what a position raises that is none.
    """
    source, before = draft.play.source, draft.ledger.position.play
    states = [draft.play.state]
    if source.common != source.state and source.common != getattr(before, "common", None):
        states.append(codec.load(draft.rules.state_type, msgspec.json.decode(source.common)))
    if any(state.rules_version != draft.versions[-1].version for state in states):
        why = "the position that all see is of another version of the rules"
        raise FalseEntry(n=draft.n, why=why)
