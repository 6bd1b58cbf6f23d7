"""PROTOCOL 8, commitments to plan cards, deck cards, statements and standing orders."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.protocol import bodies
from pbem.protocol.bodies import Opening, Orders, SealedStatement
from pbem.protocol.commitment import (
    check,
    commit_card,
    commit_orders,
    commit_plan,
    commit_statement,
    deck_salt,
    new_salt,
)
from pbem.protocol.hashing import H, digest
from tests.says import worded

SALT = 32 * "a"
ORDERS = Orders(salt=SALT, standing=True, reactions=(("intercept", "pass"),))


def test_commitments_follow_the_hash_rule() -> None:
    assert commit_plan("g", "york", 3, 1, SALT, "warwick") == H(
        "plan", "g", "york", 3, 1, SALT, "warwick"
    )
    assert commit_card("g", 2, "york", 0, SALT, "Y1") == H("card", "g", 2, "york", 0, SALT, "Y1")
    assert commit_statement("g", "york", 7, 1, 2, SALT, "März\n") == H(
        "statement", "g", "york", 7, 1, 2, SALT, digest("März\n".encode())
    )
    assert commit_orders("g", "york", "order", 7, 1, ORDERS) == H(
        "standing", "g", "york", "order", 7, 1, SALT, digest(bodies.encode(ORDERS))
    )


def test_padding_is_the_empty_text_under_a_salt_of_its_own() -> None:
    padding = {commit_statement("g", "york", 7, 1, 3, new_salt(), "") for _ in range(20)}
    assert len(padding) == 20


def test_statements_and_cards_are_committed_to_by_themselves() -> None:
    """A slot is opened without the rest, so the whole does not hang on it."""
    more = Orders(
        salt=SALT,
        standing=True,
        reactions=ORDERS.reactions,
        statements=(SealedStatement(salt=SALT, text="pass"),),
        cards=(Opening(slot="plan:york:1:1", salt=SALT, card="warwick"),),
    )
    assert commit_orders("g", "york", "order", 7, 1, more) == commit_orders(
        "g", "york", "order", 7, 1, ORDERS
    )
    other = Orders(salt=SALT, standing=True, reactions=(("intercept", "ask"),))
    silent = Orders(salt=SALT)
    assert len({commit_orders("g", "york", "order", 7, 1, o) for o in (ORDERS, other, silent)}) == 3


def test_only_the_same_opening_fits() -> None:
    made = commit_plan("g", "york", 3, 1, SALT, "warwick")
    check(made, commit_plan("g", "york", 3, 1, SALT, "warwick"), "plan:york:3:1")
    for other in (
        commit_plan("h", "york", 3, 1, SALT, "warwick"),
        commit_plan("g", "lancaster", 3, 1, SALT, "warwick"),
        commit_plan("g", "york", 4, 1, SALT, "warwick"),
        commit_plan("g", "york", 3, 2, SALT, "warwick"),
        commit_plan("g", "york", 3, 1, 32 * "b", "warwick"),
        commit_plan("g", "york", 3, 1, SALT, "march"),
    ):
        with pytest.raises(BadOpening, match=worded("slots.slot_words", 1, "york", word="stack")):
            check(made, other, "plan:york:3:1")


def test_a_statement_fits_its_place_only() -> None:
    made = {
        commit_statement(*key, SALT, text)
        for key, text in (
            (("g", "york", 7, 1, 1), "pass"),
            (("h", "york", 7, 1, 1), "pass"),
            (("g", "lancaster", 7, 1, 1), "pass"),
            (("g", "york", 8, 1, 1), "pass"),
            (("g", "york", 7, 2, 1), "pass"),
            (("g", "york", 7, 1, 2), "pass"),
            (("g", "york", 7, 1, 1), "pass "),
        )
    }
    assert len(made) == 7


def test_an_order_and_a_standing_order_with_one_number_differ() -> None:
    assert commit_orders("g", "york", "order", 7, 1, ORDERS) != commit_orders(
        "g", "york", "standing", 7, 1, ORDERS
    )


@pytest.mark.parametrize(
    "salt", ["", 30 * "a", 33 * "a", 32 * "A", 32 * "g", 130 * "a", SALT + "\n"]
)
def test_a_salt_has_128_bits_or_more(salt: str) -> None:
    with pytest.raises(BadOpening, match="salt"):
        commit_plan("g", "york", 3, 1, salt, "warwick")


@pytest.mark.parametrize("card", ["", "wärwick", "a\nb"])
def test_a_card_from_a_mail_is_checked(card: str) -> None:
    with pytest.raises(BadOpening, match="printable ASCII"):
        commit_card("g", 1, "york", 0, SALT, card)


def test_a_garbled_commitment_does_not_crash() -> None:
    with pytest.raises(BadOpening):
        check("é", "x", "plan:york:3:1")


def test_salts() -> None:
    assert len({new_salt() for _ in range(100)}) == 100
    salts = {deck_salt(link, position) for link in (64 * "a", 64 * "b") for position in range(37)}
    assert len(salts) == 74
    assert {len(salt) for salt in salts} == {32}
    assert deck_salt(64 * "a", 0) == deck_salt(64 * "a", 0)
