"""The board of a battle: on the desk, in the replay, in reports and on paper it is drawn by one function."""

from __future__ import annotations

import pytest

from pbem.drawing.board import Line, board, css
from pbem.engine.document import Board
from pbem.engine.picture import Group, Token, Tray, TrayRow
from pbem.games import GAMES, find
from pbem.reports.formats import render
from pbem.reports.history import ReplayFrame
from pbem.reports.replay_page import page
from pbem.reports.report_parts import whole
from tests.engine.random_play import RandomGame
from tests.reports import samples

FIRST = {"plantagenet": "IIIB", "plantagenet_1450": "towton_1461", "richard_iii": "kingmaker"}
DEEPEST = 1500


def fought(game: str) -> Tray:
    """The board of the first battle of a random game, as everybody sees it."""
    rules = find(game)
    for seed in range(5):
        played = RandomGame(game, FIRST.get(game, next(iter(rules.scenarios()))), seed)
        for play, _ in zip(played.steps(), range(DEEPEST), strict=False):
            for tray in rules.trays(rules.secrets.veil(play.state, "public"), "public", {}):
                if tray.is_battle and len([row for row in tray.rows if row.groups]) > 1:
                    return tray
    raise AssertionError("nobody fights")


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_both_sides_face_each_other_in_the_battle_of_every_game(game: str) -> None:
    tray, sides = fought(game), tuple(find(game).sides.items())
    still, live = board([tray], sides), board([tray], sides, live=True)
    assert {row.side for row in tray.rows if row.groups} >= {"york", "lancaster"}
    for token in tray.tokens:
        assert token.text in still
    assert "<button" not in still
    assert "data-look" not in still
    assert "<button" in live


def test_a_report_and_a_replay_in_a_battle_have_its_board_and_style() -> None:
    told = samples.battle("york")
    assert [part for part in whole(told) if isinstance(part, Board)]
    for made in (render(told, "html"), page([ReplayFrame(told, "1461", opens=True)])):
        assert "battle-board" in made
        assert css() in made
    assert "Show the map" in page([ReplayFrame(told, "1461", opens=True)])
    assert "battle-board" not in render(samples.planning("york"), "html")


def test_columns_of_both_sides_are_in_one_order() -> None:
    """Richard III's B stood before A where only one side had blocks of A."""
    groups = [[("B", 1)], [("A", 1), ("B", 1), ("Reserve", 1)]]
    rows = tuple(
        TrayRow(tuple(Group((Token("block"),) * n, name) for name, n in some), "York")
        for some in groups
    )
    assert Line.of(Tray("Battle", rows, near=True, place="york")).columns == ["A", "B", "Reserve"]


def test_a_battle_board_of_many_columns_is_aligned_and_its_leaders_stand_free() -> None:
    def columns() -> TrayRow:
        return TrayRow(tuple(Group((Token("chit", "LB", count=1),), str(n)) for n in range(9)))

    leader = TrayRow((Group((Token("counter", "Warwick"),), "committed"),), "York attacks")
    drawn = Tray("Battle", (leader, columns(), leader, columns()), near=True, place="towton")
    assert Line.of(drawn).columns == [str(n) for n in range(9)]
    assert board([drawn], ()).count("--columns:9") == 2


def test_both_armies_are_on_the_board_before_they_are_arrayed() -> None:
    """At Bosworth the map was empty while the Array was asked about."""
    rules = find("plantagenet")
    state = rules.secrets.veil(RandomGame("plantagenet", "IIIB", 1).play.state, "york")
    (tray,) = [tray for tray in rules.trays(state, "york", {}) if tray.is_battle]
    assert {token.side for token in tray.tokens} == {"york", "lancaster"}
    assert "Richard III" in {token.text for token in tray.tokens}
