"""The Battle Board beside the map (16.4.6.7)."""

from __future__ import annotations

from pbem.games import find
from pbem.games.plantagenet_1450.board_trays import trays
from pbem.games.plantagenet_1450.s3_map import name
from pbem.games.plantagenet_1450.state import WAVERING
from pbem.reports.order_sentences import names_of
from tests.plantagenet_1450.field import LEEDS, TOWTON, deal, empty, fight, line_up, put


def test_a_hex_without_a_name_is_called_as_in_the_story() -> None:
    rules = find("plantagenet_1450")
    names = names_of(rules, "york", rules.picture(rules.setup("towton_1461"), "york"))
    assert names.place("0325") == name("0325") == "Pembroke (0325)"


def test_columns_of_both_sides_stand_one_below_the_other() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "2 longbowmen 1 knights", side="york")
    put(state, "somerset", TOWTON, "2 billmen", side="lancaster", fatigue=2)
    battle = fight(state)
    battle.committed["york"] = "warwick"
    line_up(battle, "york", "warwick", longbowmen=4, longbowmen2=4, knights=6)
    line_up(battle, "lancaster", "somerset", billmen=3, billmen2=WAVERING)
    board = trays(state, "york", {})[0]
    assert board.title.startswith("Battle at Towton")
    assert TOWTON not in board.title, "a number in a sentence reads like a year"
    assert board.place == TOWTON
    first, york, second, lancaster = board.rows
    assert (first.title, second.title) == ("York attacks", "Lancaster defends")
    columns = ["Column 6", "Column 4", "Column 3", "Wavering"]
    assert [group.title for group in york.groups] == columns
    assert [group.title for group in lancaster.groups] == columns
    assert [[(one.text, one.count) for one in group.tokens] for group in york.groups] == [
        [("KN", 1)],
        [("LB", 2)],
        [],
        [],
    ]
    assert [len(group.tokens) for group in lancaster.groups] == [0, 0, 1, 1]
    (committed,) = (one for group in first.groups for one in group.tokens)
    assert "2LB 1KN" in committed.notes, "as before he was committed"
    signs = dict(board.key)
    ratings = [one.notes[0] for row in (first, second) for g in row.groups for one in g.tokens]
    assert ratings[0] in signs, "the legend shows the ratings of a leader who fights here"
    assert not set(ratings[1:]) & set(signs)
    assert {"KN", "LB", "BI"} <= set(signs)


def test_a_card_has_the_colour_of_the_side_that_it_is_for() -> None:
    state = empty()
    deal(state, "lancaster", "L06", "L26", "Y50")
    (hand,) = (tray for tray in trays(state, "lancaster", {}) if tray.near)
    assert [(one.card, one.side) for one in hand.tokens] == [
        ("L06", "york"),
        ("L26", "lancaster"),
        ("Y50", ""),
    ]


def test_no_impulse_is_on_the_table_before_the_first() -> None:
    state = empty()
    state.plays, state.in_campaign = "york", False
    titles = []
    for state.impulse in (0, 1):
        titles.append([tray.title for tray in trays(state, "york", {}) if tray.near])
    before, first = titles
    assert "Impulse" not in before
    assert "Impulse" in first
