"""2.2 Calendar: shifts, its ends, and the order of the sides."""

from __future__ import annotations

from pbem.games.plantagenet.s2_2_calendar import calendar_box
from pbem.games.plantagenet.s3_2_4_disband import disband_lord
from pbem.games.plantagenet.s3_4_2_levy_lord import hindrance
from pbem.games.plantagenet.s6_scenarios import setup


def test_2_2_3_example_shift_one_right_and_one_left() -> None:
    assert calendar_box(10 + 1) == 11
    assert calendar_box(11 - 1) == 10


def test_2_2_3_past_the_end_further_shifts_are_ignored() -> None:
    beyond = calendar_box(14 + 5)
    assert beyond == calendar_box(beyond + 3) == 16
    assert calendar_box(beyond - 1) == 15


def test_2_2_3_off_the_left_end_the_first_shift_reaches_box_1() -> None:
    assert calendar_box(calendar_box(1 - 4) + 1) == 1


def test_c22_a_lord_off_the_right_end_is_not_ready() -> None:
    state = setup("Ia")
    state.box = 15
    disband_lord(state, "march")
    assert state.lords["march"].box == 16
    assert "not Ready" in hindrance(state, "march")


def test_2_2_4_the_rebel_goes_first() -> None:
    assert setup("Ia").order() == ("york", "lancaster")
