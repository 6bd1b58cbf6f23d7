"""The rule sets that exist, imported when one is first used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from pbem.engine.inforce import run_within
from pbem.engine.ruleset import RuleSet
from pbem.errors import UnknownGame

GAMES = {
    "plantagenet": "pbem.games.plantagenet.game:PLANTAGENET",
    "plantagenet_1450": "pbem.games.plantagenet_1450.game:PLANTAGENET_1450",
    "richard_iii": "pbem.games.richard_iii.game:RICHARD_III",
    "warriors": "pbem.games.warriors.game:WARRIORS",
}
"""Our own: name to `module:object`."""
GROUP = "pbem.games"
"""The entry points by which a package that is installed beside pbem brings a game of its own."""


def installed_games() -> dict[str, str]:
    """All games that can be played here, ours first: name to `module:object`."""
    from importlib.metadata import entry_points  # a game of ours does without

    return GAMES | {
        entry_point.name: entry_point.value
        for entry_point in entry_points(group=GROUP)
        if entry_point.name not in GAMES
    }


def find(name: str, data: Mapping[str, str] | None = None) -> RuleSet[Any]:
    """The rule set of a game, with the files of `data` for its own. Raises UnknownGame, BadData."""
    games = GAMES if name.lower() in GAMES else installed_games()
    place = games.get(name.lower())
    if place is None:
        raise UnknownGame(game=name, known=", ".join(games))
    module, _, attribute = place.partition(":")
    rules: RuleSet[Any] = getattr(import_module(module), attribute)
    return run_within(rules, data) if data else rules


def game_beginning(word: str) -> str:
    """The game of this name or beginning; "" if there is none, or several of which none begins all the others:
    `plant` is plantagenet."""
    games = installed_games()
    if word.lower() in games:
        return word.lower()
    matches = sorted((name for name in games if name.startswith(word.lower())), key=len)
    return matches[0] if matches and all(name.startswith(matches[0]) for name in matches) else ""
