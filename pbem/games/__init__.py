"""The rule sets that exist, imported when one is first used."""

from __future__ import annotations

from collections.abc import Mapping
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


def find(name: str, data: Mapping[str, str] | None = None) -> RuleSet[Any]:
    """The rule set of a game, with the files of `data` for its own. Raises UnknownGame, BadData."""
    place = GAMES.get(name.lower())
    if place is None:
        raise UnknownGame(game=name, known=", ".join(GAMES))
    module, _, attribute = place.partition(":")
    rules: RuleSet[Any] = getattr(import_module(module), attribute)
    return rules.with_data(data) if data else rules


def begun(word: str) -> str:
    """The game of this name or unique beginning, "" if there is none."""
    found = [name for name in GAMES if name.startswith(word.lower())]
    return word.lower() if word.lower() in GAMES else found[0] if len(found) == 1 else ""
