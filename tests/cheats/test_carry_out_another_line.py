"""The GM carries out another line than York signed, or skips one, or runs one that she did not write."""

from __future__ import annotations

from pbem.protocol.bodies import Decided, replace
from tests.says import says

from .table import OTHER_PARLEY, PARLEY, Crook, mustering, order, verify


def test_another_line_in_the_record_is_seen_by_verify() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    honest = Crook(post).takes(mail).last
    first = honest.decisions[0]
    other = Decided(first.side, first.request, OTHER_PARLEY, first.by)
    crook = Crook(post).takes(mail, decisions=(other, *honest.decisions[1:]))
    assert verify(crook).startswith("ReplayMismatch")


def test_another_text_opened_is_not_what_she_committed_to() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)

    honest = Crook(post).takes(mail).last
    opened = replace(honest.opened[0], text=OTHER_PARLEY)
    crook = Crook(post).takes(mail, opened=(opened,))
    assert verify(crook).startswith("BadOpening")


def test_a_statement_that_had_its_turn_must_be_opened() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    assert says(verify(Crook(post).takes(mail, opened=())), "ledger.chances.LogChance.statement")


def test_a_line_left_out_of_an_order_is_seen_by_verify() -> None:
    """Two lines were sent; the record says that the second one was no part of it."""
    post = mustering()
    one, two = order(post, "york", PARLEY), order(post, "york", PARLEY, f"{OTHER_PARLEY} +1")
    short = Crook(post).takes(one).last
    honest = Crook(post).takes(two)
    assert verify(honest) == ""
    changes = {
        name: getattr(short, name) for name in ("decisions", "rolls", "questions", "state_hash")
    }
    crook = Crook(post).takes(two, **changes, opened=honest.last.opened[:1])
    assert says(verify(crook), "ledger.chances.LogChance.statement")
