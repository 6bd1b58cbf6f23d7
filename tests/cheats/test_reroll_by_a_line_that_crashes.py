"""York writes a condition that breaks the program only after a failed die, to be asked anew."""

from __future__ import annotations

import pytest

from pbem.errors import BadScript

from .table import PARLEY, by_hand, last, mailed, mustering, refusal, rolls, verify

BOMBS = [
    "if coin norfolk > 99999999999999999999999999: norfolk: done",
    "if coin norfolk >= 1e999% of coin norfolk: norfolk: done",
    f"if {'(' * 200}failed{')' * 200}: norfolk: done",
    f"if {'not ' * 220}failed: norfolk: done",
    "if failed and moon at york: norfolk: done",
]


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_line_that_cannot_be_decided_is_refused_before_the_first_die(bomb: str) -> None:
    post = mustering()
    before = last(post)
    assert refusal(post, by_hand(post, "york", [PARLEY, bomb])) is BadScript
    assert last(post) == before


def test_a_line_that_the_rules_refuse_ends_its_order_behind_the_die() -> None:
    """It is open in the log, and the die stays."""
    post = mustering()
    mail = by_hand(post, "york", [PARLEY, "norfolk: parley exeter until"])
    assert mailed(post, mail).error is None
    assert len(rolls(post)) == 1
    (left,) = post.look().save.entries[-1].body.record.left
    assert left.place == 2
    assert verify(post) == ""


def test_the_text_of_the_first_attack_is_refused_by_apply_as_unreadable() -> None:
    post = mustering()
    mail = by_hand(
        post, "york", [PARLEY, f"if failed and coin norfolk > {'9' * 4301}: norfolk: done"[:999]]
    )
    assert refusal(post, mail) is BadScript
