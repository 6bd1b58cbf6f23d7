"""The rule sets that exist, imported when one is first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pbem.engine.ruleset import RuleSet
from pbem.errors import UnknownGame

GAMES = {
    "plantagenet": "pbem.games.plantagenet.game:PLANTAGENET",
    "richard_iii": "pbem.games.richard_iii.game:RICHARD_III",
    "warriors": "pbem.games.warriors.game:WARRIORS",
}
"""Name to `module:object`."""


def find(name: str) -> RuleSet[Any]:
    """The rule set of a game. Raises UnknownGame."""
    place = GAMES.get(name.lower())
    if place is None:
        raise UnknownGame(game=name, known=", ".join(GAMES))
    module, _, attribute = place.partition(":")
    rules: RuleSet[Any] = getattr(import_module(module), attribute)
    return rules
