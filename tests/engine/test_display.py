"""Menus for reading: more spent on the same thing is one row."""

from __future__ import annotations

import re

from pbem.engine.display import FoldedRow, MenuRow, folded_rows, rows_of
from pbem.engine.request import Menu, Option
from pbem.engine.scenarios import starting_state
from pbem.games import find
from pbem.games.plantagenet.s3_4_muster import Musters, levy_actions
from tests.says import sentence


def parley(bonus: str, cost: int, most: int, tail: str = "") -> Option:
    return Option.in_words(
        f"march: parley ely{bonus}{tail}", "3.4.1", f"costs {cost}, succeeds on 1-{most}"
    )


def test_bonuses_stand_on_one_row() -> None:
    options = [parley("", 3, 2), parley(" +1", 4, 3), parley(" +3", 6, 4)]
    assert rows_of(options) == [
        MenuRow("march: parley ely [+1] [+3]", "3.4.1", "costs 3/4/6, succeeds on 1-2/1-3/1-4", 3)
    ]


def test_a_bonus_before_a_card_is_one_too() -> None:
    options = [parley("", 3, 2, " by l17"), parley(" +1", 4, 3, " by l17"), parley("", 3, 2)]
    rows = rows_of(options)
    assert [row.text for row in rows] == ["march: parley ely [+1] by l17", "march: parley ely"]
    assert [row.lines for row in rows] == [2, 1]


def test_free_and_paid_go_together_where_the_rest_does() -> None:
    free = Option.in_words("march: parley ely", "3.4.1", "free, succeeds on 1-2")
    assert rows_of([free, parley(" +1", 1, 3)])[0].note == sentence(
        "games.plantagenet.s4_3_4_intercept.interceptions",
        "free/costs 1",
        "1-2/1-3",
        word="succeeds",
    )


def test_what_differs_in_more_stays_apart() -> None:
    options = [
        Option.in_words("march: parley ely", "3.4.1", "certain"),
        parley(" +1", 4, 3),
        Option.in_words("march: parley bedford +1", "3.4.1", "costs 4, succeeds on 1-3"),
        Option.in_words("march: troops", "3.4.4"),
    ]
    assert [row.text for row in rows_of(options)] == [option.line for option in options]


def test_3_4_a_muster_is_much_shorter_and_tells_the_same() -> None:
    state = starting_state(find("plantagenet"), "Ib", {})
    menu = Menu()
    levy_actions(menu, state, Musters("york", ["march", "norfolk", "warwick_y"]))
    rows = rows_of(menu.options)
    assert sum(row.lines for row in rows) == len(menu.options)
    assert len(rows) < 0.7 * len(menu.options)
    assert max(len(row.text) for row in rows) < 46


def spelled(row: MenuRow | FoldedRow) -> set[str]:
    """Every order line that a row stands for."""
    lists = list(row.targets.values()) if isinstance(row, FoldedRow) else [[""]]
    found = set()
    for target in (target for some in lists for target in some):
        text = row.text.replace("...", target)
        more = re.findall(r" \[(\+\d+)\]", text)
        plain = re.sub(r" \[\+\d+\]", "", text)
        at = re.search(r" \[\+", text)
        head = len(plain) if at is None else at.start()
        found |= {plain, *(f"{plain[:head]} {one}{plain[head:]}" for one in more)}
    return found


def test_3_4_a_folded_muster_has_every_line_and_is_shorter_still() -> None:
    state = starting_state(find("plantagenet"), "Ib", {})
    menu = Menu()
    levy_actions(menu, state, Musters("york", ["march", "norfolk", "warwick_y"]))
    rows = folded_rows(rows_of(menu.options))
    assert set().union(*map(spelled, rows)) == {option.line for option in menu.options}
    assert sum(row.lines for row in rows) == len(menu.options)
    assert len(rows) < 0.25 * len(rows_of(menu.options))
    (ways, *_) = (row for row in rows if isinstance(row, FoldedRow))
    assert ways.text == "march: parley ... [+1] [+3]"
    assert ways.targets["costs 2/3/5, succeeds on 1-2/1-3/1-4"] == ["st_albans"]


def test_two_targets_stay_apart_and_so_do_two_actions() -> None:
    rows = [MenuRow("march: sail ely"), MenuRow("march: sail york"), MenuRow("done")]
    assert folded_rows(rows) == rows
    rows = [MenuRow(f"{who}: sail {to}") for who in ("march", "norfolk") for to in ("a", "b", "c")]
    assert [row.text for row in folded_rows(rows)] == ["march: sail ...", "norfolk: sail ..."]
