"""Menus for reading: more spent on the same thing is one row."""

from __future__ import annotations

from pbem.engine.display import Shown, rows_of
from pbem.engine.request import Menu, Option
from pbem.games import find
from pbem.games.plantagenet.s3_4_muster import Musters, levy_actions


def parley(bonus: str, cost: int, most: int, tail: str = "") -> Option:
    return Option(f"march: parley ely{bonus}{tail}", "3.4.1", f"costs {cost}, succeeds on 1-{most}")


def test_bonuses_stand_on_one_row() -> None:
    options = [parley("", 3, 2), parley(" +1", 4, 3), parley(" +3", 6, 4)]
    assert rows_of(options) == [
        Shown("march: parley ely [+1] [+3]", "3.4.1", "costs 3/4/6, succeeds on 1-2/1-3/1-4", 3)
    ]


def test_a_bonus_before_a_card_is_one_too() -> None:
    options = [parley("", 3, 2, " by l17"), parley(" +1", 4, 3, " by l17"), parley("", 3, 2)]
    rows = rows_of(options)
    assert [row.text for row in rows] == ["march: parley ely [+1] by l17", "march: parley ely"]
    assert [row.lines for row in rows] == [2, 1]


def test_free_and_paid_go_together_where_the_rest_does() -> None:
    free = Option("march: parley ely", "3.4.1", "free, succeeds on 1-2")
    assert rows_of([free, parley(" +1", 1, 3)])[0].note == "free/costs 1, succeeds on 1-2/1-3"


def test_what_differs_in_more_stays_apart() -> None:
    options = [
        Option("march: parley ely", "3.4.1", "certain"),
        parley(" +1", 4, 3),
        Option("march: parley bedford +1", "3.4.1", "costs 4, succeeds on 1-3"),
        Option("march: troops", "3.4.4"),
    ]
    assert [row.text for row in rows_of(options)] == [option.line for option in options]


def test_3_4_a_muster_is_much_shorter_and_tells_the_same() -> None:
    state = find("plantagenet").setup("Ib", {})
    menu = Menu()
    levy_actions(menu, state, Musters("york", ["march", "norfolk", "warwick_y"]))
    rows = rows_of(menu.options)
    assert sum(row.lines for row in rows) == len(menu.options)
    assert len(rows) < 0.7 * len(menu.options)
    assert max(len(row.text) for row in rows) < 46
