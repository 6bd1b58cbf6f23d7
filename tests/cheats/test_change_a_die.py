"""The GM writes another number on a die than fell."""

from __future__ import annotations

from pbem.ledger.chances import GmChance
from pbem.protocol import bodies
from tests.says import says

from .table import PARLEY, Crook, mustering, order, verify


def test_a_die_of_another_value_is_seen_by_verify() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    honest = Crook(post).takes(mail)
    assert verify(honest) == ""
    (die,) = honest.last.rolls
    for value in range(1, 7):
        cheat = Crook(post).takes(mail, rolls=(bodies.replace(die, value=value),))
        assert bool(verify(cheat)) == (value != die.value)
        assert value == die.value or says(verify(cheat), "ledger.chances.DIFFERS", word="those")


def test_a_die_with_its_consequences_is_seen_by_verify() -> None:
    """Not only the number is changed, but everything that would have followed from it."""
    post = mustering()
    mail = order(post, "york", PARLEY)
    (die,) = Crook(post).takes(mail).last.rolls

    class Loaded(GmChance):
        def roll(self, label: str, sides: int) -> int:
            super().roll(label, sides)
            rolls = self.draft.notes.rolls
            rolls[-1] = bodies.replace(rolls[-1], value=1 if die.value > 3 else 6)
            return rolls[-1].value

    assert says(verify(Crook(post).takes(mail, Loaded)), "errors.ReplayMismatch")
