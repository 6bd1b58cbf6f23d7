"""GM and York: of her sealed lines that wait he opens the one whose dice are good, and is silent about the others."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.ledger.chances import GmChance
from pbem.ledger.values import Statements

from .table import OTHER_PARLEY, PARLEY, Crook, by_hand, mustering, verify


def test_every_line_is_opened_in_its_turn() -> None:
    post = mustering()
    mail = by_hand(
        post, "york", [PARLEY, "if failed and success: norfolk: done", f"{OTHER_PARLEY} +1"]
    )
    honest = Crook(post).takes(mail)
    assert [one.place for one in honest.last.opened][:3] == [1, 2, 3]
    assert verify(honest) == ""


def test_a_line_passed_over_in_silence_is_seen_by_verify() -> None:
    class Selective(GmChance):
        """He carries out the third line in the second one's place."""

        def statement(self, waiting: Statements, index: int) -> tuple[str, str]:
            return super().statement(waiting, 2 if index == 1 else index)

    post = mustering()
    mail = by_hand(post, "york", [PARLEY, f"{PARLEY} +2", f"{OTHER_PARLEY} +1"])
    honest = Crook(post).takes(mail)
    for gone in honest.last.opened:
        rest = tuple(one for one in honest.last.opened if one is not gone)
        assert verify(Crook(post).takes(mail, opened=rest)).startswith("ReplayMismatch")
    with pytest.raises(
        BadOpening
    ):  # already his own program notices: it is not what she committed to
        Crook(post).takes(mail, Selective)
