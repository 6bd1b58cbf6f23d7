"""A die whose label spells another die's occurrence would fall like that one, and could be known beforehand."""

from __future__ import annotations

import pytest

from pbem.protocol import dice
from pbem.protocol.bodies import replace
from pbem.protocol.entry import Entry, namespace
from tests.says import worded

from .table import ANN, PARLEY, Crook, mustering, order, veiled, verify
from .table import GM as GM_KEY

GM = [dice.RevealedLink(3, 64 * "b")]
SIDES = [dice.RevealedLink(1, 64 * "a"), dice.RevealedLink(2, 64 * "c")]


def test_no_label_holds_the_sign_of_an_occurrence() -> None:
    stream = dice.dice(64 * "0", GM, SIDES)
    for label in ("parley#2", "#", "parley #1", "a#b"):
        with pytest.raises(ValueError, match=worded("protocol.dice.Stream._bytes")):
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
    for label in ("norfolk parley exeter#2", "norfolk parley york#1"):
        cheat = Crook(post).takes(mail, rolls=(replace(die, label=label),))
        assert "dice" in verify(cheat)


@pytest.mark.parametrize(
    "label",
    [
        "{}  {} {}#1",
        " {} {} {}#1",
        "{} {} {} #1",
        "{} {} {}",
        "{} {} {}#01",
        "{} {}, {}#1",
        "X{} {} {}#1",
    ],
)
def test_a_label_has_one_spelling_or_the_gm_chooses_a_die_by_its_blanks(label: str) -> None:
    """Where pieces are hidden nobody else knows the label, and every spelling is another die."""
    post = veiled()
    game = post.look("gm").ledger
    lines = [option.line for option in post.look("york").legal()]
    mails = [order(post, "york", line) for line in lines]
    honest = next(crook for mail in mails if (crook := Crook(post).takes(mail)).last.rolls)
    die = honest.last.rolls[0].label
    other = label.format(*die.removesuffix("#1").split(" ", 2))
    raw = honest.entries[-1].raw.replace(f'"label":"{die}"'.encode(), f'"label":"{other}"'.encode())
    assert raw != honest.entries[-1].raw
    sig = GM_KEY.sign(namespace(game.game, honest.entries[-1].n), raw)
    cheat = (*honest.entries[:-1], Entry(raw, sig))
    for who in (None, ANN):
        assert "`record.rolls[0].label`" in verify(cheat, who)


def test_two_numbers_do_not_run_into_each_other() -> None:
    """Fields of a hash have an end each: number 1 with link `1a..` is not number 11 with link `a..`."""
    one = dice.dice(64 * "0", GM, [dice.RevealedLink(1, "1" + 63 * "a")])
    two = dice.dice(64 * "0", GM, [dice.RevealedLink(11, 63 * "a" + "b")])
    assert [one.roll("x", n, 250) for n in range(1, 9)] != [
        two.roll("x", n, 250) for n in range(1, 9)
    ]
