"""Every term that a game says conditions may look at can be looked at, as the page of a report offers it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import BadScript
from pbem.ledger.glimpse import state_for
from pbem.reports.from_game import report_for
from pbem.reports.tapping import with_writing
from pbem.reports.writing import GAP, OF_EVERY_GAME, Writing
from tests.moderator.people import asked_in
from tests.web.tables import GAMES, Table

OF_THE_LEDGER = {"failed", "success", "lost", *OF_EVERY_GAME}
every_game = pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[name for name, _ in GAMES])


def under_way(rules: str, scenario: str, folder: Path) -> tuple[Table, str, Writing]:
    """A game after some turns, a side that is asked, and what its page knows."""
    table = Table(folder, rules, scenario).play(6)
    side = asked_in(table.look())[0]
    game = table.look(side)
    made = with_writing(game, report_for(game, side)).writing
    assert made is not None
    return table, side, made


@pytest.mark.slow
@every_game
def test_every_term_can_be_looked_at(rules: str, scenario: str, tmp_path: Path) -> None:
    table, side, made = under_way(rules, scenario, tmp_path)
    ledger = table.look(side).ledger
    seen = state_for(ledger.rules, ledger.play.state, side)
    assert len(made.terms) == len(set(made.terms)) > 5
    for term in set(made.terms) - OF_THE_LEDGER:
        gaps = GAP.findall(term)
        for words in itertools.product(*(made.fills[gap] for gap in gaps)):
            left = list(words)
            text = GAP.sub(lambda _: left.pop(0), term)  # noqa: B023  # used at once
            ledger.rules.conditions.look(seen, side, tuple(text.split()))
        with pytest.raises(BadScript):
            ledger.rules.conditions.look(seen, side, ("gravity", "of", "mars"))


@pytest.mark.slow
@every_game
def test_what_fills_a_term_has_a_name(rules: str, scenario: str, tmp_path: Path) -> None:
    _, _, made = under_way(rules, scenario, tmp_path)
    words = {word for gap, some in made.fills.items() if gap != "ROLL" for word in some}
    assert words
    assert words <= made.names.keys()


@pytest.mark.slow
@every_game
def test_a_place_can_be_any_place(rules: str, scenario: str, tmp_path: Path) -> None:
    """Nobles are called after regions: a list of the few nobles that are regions too would leave out the others."""
    table, side, made = under_way(rules, scenario, tmp_path)
    game = table.look(side)
    state: Any = game.ledger.play.state
    picture = game.ledger.rules.picture(state_for(game.ledger.rules, state, side), side)
    for gap in {"PLACE", "AREA"} & made.fills.keys():
        assert len(made.fills[gap]) > len(picture.spaces) // 8, gap
