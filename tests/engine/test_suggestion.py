"""One line that may be meant, or none: never three guesses, and none that is far from what was typed."""

from __future__ import annotations

import pytest

from pbem.engine.notation import nearest_word, suggestion

LEGAL = [
    "march: parley st_albans",
    "march: parley st_albans +1",
    "march: parley leicester",
    "march: troops",
    "norfolk: parley ely",
    "norfolk: parley ely +1",
    "norfolk: troops",
    "norfolk: capability y1",
    "warwick_y: vassal oxford",
    "warwick_y: vassal oxford +1",
]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("march: parley liecester", "march: parley leicester"),
        ("parley march liecester", "march: parley leicester"),
        ("march parley to leicester", "march: parley leicester"),
        ("march: parley st albens +1", "march: parley st_albans +1"),
        ("troops march please", "march: troops"),
        ("warwick: parley ely", "norfolk: parley ely"),
        ("warwick: vassal ely", "warwick_y: vassal oxford"),
        ("norfolk: capability y2", "norfolk: capability y1"),
    ],
)
def test_a_slip_gets_the_line_that_was_meant(typed: str, meant: str) -> None:
    assert suggestion(typed, LEGAL) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "london",
        "vassal london",
        "march: parley londn",
        "shift",
        "fly to the moon",
        "",
        "troops " * 20,
    ],
)
def test_what_is_near_to_nothing_gets_none(typed: str) -> None:
    assert suggestion(typed, LEGAL) == ""


def test_two_lines_that_are_as_near_are_none() -> None:
    assert suggestion("trops", ["march: troops", "norfolk: troops"]) == ""
    assert suggestion("exeter: troops", LEGAL) == ""


def test_letters_in_another_order_are_the_likelier_slip() -> None:
    assert nearest_word("paly", ["pay", "play"]) == "play"
    assert nearest_word("honest", ["in", "shift"]) == ""
