"""Dice in a row on one line, none lost."""

from __future__ import annotations

from pbem.reports.dice import Dice, fold


def test_a_die_says_label_needed_rolled_and_verdict() -> None:
    assert str(Dice("march parley york", "1-3", (3,))) == (
        "march parley york, needs 1-3 (50%), rolled 3: yes"
    )
    assert str(Dice("death march", "1-2", (3,))) == "death march, needs 1-2 (33%), rolled 3: no"
    assert str(Dice("wind", "", (5,))) == "wind, rolled 5"
    assert str(Dice("wind", "even", (5,))) == "wind, needs even (50%), rolled 5: no"
    assert (
        str(Dice("norfolk militia", "1-1", (1,))) == "norfolk militia, needs 1 (17%), rolled 1: yes"
    )


def test_dice_that_count_on_share_a_line_and_keep_their_labels() -> None:
    dice = fold(
        [
            Dice("militia", "1", (4,)),
            Dice("militia 2", "1", (1,)),
            Dice("retinue", "1-4", (2,)),
            Dice("militia 3", "1", (6,)),
            Dice("militia 4", "1", (1,)),
        ]
    )
    assert [str(die) for die in dice] == [
        "militia x2, needs 1 (17%), rolled 4, 1: 1 of 2",
        "retinue, needs 1-4 (67%), rolled 2: yes",
        "militia 3 to 4, needs 1 (17%), rolled 6, 1: 1 of 2",
    ]


def test_dice_of_another_need_or_number_stay_apart() -> None:
    assert len(fold([Dice("militia", "1", (4,)), Dice("militia 2", "1-2", (1,))])) == 2
    assert len(fold([Dice("militia", "1", (4,)), Dice("militia 3", "1", (1,))])) == 2
    assert len(fold([Dice("round", "", (4,)), Dice("militia 2", "", (1,))])) == 2
