"""A die whose label spells another die's occurrence would fall like that one, and could be known beforehand."""

from __future__ import annotations

import pytest

from pbem.protocol import dice
from pbem.protocol.bodies import replace

from .table import PARLEY, Crook, mustering, order, verify

GM = [dice.Revealed(3, 64 * "b")]
SIDES = [dice.Revealed(1, 64 * "a"), dice.Revealed(2, 64 * "c")]


def test_no_label_holds_the_sign_of_an_occurrence() -> None:
    stream = dice.dice(64 * "0", GM, SIDES)
    for label in ("parley#2", "#", "parley #1", "a#b"):
        with pytest.raises(ValueError, match="no die is called"):
            stream.roll(label, 1, 6)


def test_the_same_label_again_is_the_next_occurrence_and_another_die() -> None:
    stream = dice.dice(64 * "0", GM, SIDES)
    assert (
        len({tuple(stream.roll("parley", n, 250) for n in range(k, k + 3)) for k in (1, 2, 3)}) == 3
    )


def test_another_occurrence_in_the_record_is_seen_by_verify() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    (die,) = Crook(post).takes(mail).last.rolls
    for label in ("norfolk parley exeter#2", "norfolk parley exeter", "norfolk parley york#1"):
        cheat = Crook(post).takes(mail, rolls=(replace(die, label=label),))
        assert "dice" in verify(cheat)


def test_two_numbers_do_not_run_into_each_other() -> None:
    """Fields of a hash have an end each: number 1 with link `1a..` is not number 11 with link `a..`."""
    one = dice.dice(64 * "0", GM, [dice.Revealed(1, "1" + 63 * "a")])
    two = dice.dice(64 * "0", GM, [dice.Revealed(11, 63 * "a" + "b")])
    assert [one.roll("x", n, 250) for n in range(1, 9)] != [
        two.roll("x", n, 250) for n in range(1, 9)
    ]
