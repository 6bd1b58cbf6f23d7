"""What games are called where somebody brings the file of one to another: by their title, and by the name that
tells two of one title apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.errors import PbemError, WrongGame
from pbem.games import find, installed_games
from pbem.ledger.tables import shown_id
from pbem.proof.reader import Reader
from pbem.protocol.entry import Entry, setup_of


def foreign(name: str, game: Reader) -> WrongGame:
    """The refusal of what is for the game that is called `name`, brought to this one."""
    return WrongGame(found=name, expected=_both(game.title, game.id))


def of_log(entries: Sequence[Entry]) -> str:
    """A game as its log opens; of rules that are not installed here no more than the first digits of its hash."""
    opened, game = setup_of(entries[0]), entries[0].head
    try:
        rules = find(opened.rules)
        scenario = rules.scenarios()[opened.scenario]
    except (PbemError, KeyError):
        return game[:8]
    return _both(f"{rules.title}, {scenario}", shown_id(scenario, game))


def by_id(id: str) -> str:
    """A game by the name that stands in its orders; `id` itself where no game here has such a scenario."""
    game = id.rpartition("-")[2]
    return next((_both(title, id) for title, name in _titles() if id == shown_id(name, game)), id)


def of_mail(text: str | bytes, digits: str) -> str:
    """The game whose hash begins with these digits, by the name that an email has in clear; else by the digits."""
    words = text if isinstance(text, str) else text.decode("utf-8", "replace")
    match = re.search(rf"(?<![\w-])[a-z0-9-]{{1,60}}-{digits}(?![\w-])", words)
    return by_id(match[0]) if match else f"game number {digits}"


def _both(title: str, id: str) -> str:
    return f"{title} ({id})"


def _titles() -> Iterator[tuple[str, str]]:
    """The title of each game that can be begun here, and its scenario's."""
    for rules in map(find, installed_games()):
        for scenario in rules.scenarios().values():
            yield f"{rules.title}, {scenario}", scenario
