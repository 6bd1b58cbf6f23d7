"""Is a game played by the rules that are installed here?"""

from __future__ import annotations

from pbem.errors import ReplayMismatch
from pbem.moderator.ledger import Ledger


def check_rules(ledger: Ledger) -> None:
    """Raises ReplayMismatch unless the game was made with the rules that are installed here."""
    genesis, rules = ledger.genesis, ledger.rules
    if genesis["rules_version"] != rules.version:
        why = f"made with rules version {genesis['rules_version']}, this is {rules.version}"
        raise ReplayMismatch(n=0, why=why)
    if genesis["data_hash"] != rules.data_hash():
        raise ReplayMismatch(n=0, why="made with other rules data than is installed here")
    if genesis["sides"] != list(rules.sides):
        raise ReplayMismatch(n=0, why="its sides are not those of the rules")
