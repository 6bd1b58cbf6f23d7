"""DESIGN 6, plan and card commitments."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.protocol.commitment import (
    check,
    commit_card,
    commit_plan,
    commit_sealed,
    deck_salt,
    new_salt,
)
from pbem.protocol.hashing import H, digest

SALT = 32 * "a"


def test_commitments_follow_the_hash_rule() -> None:
    assert commit_plan("g", "york", 3, 1, SALT, "warwick") == H(
        "plan", "g", "york", 3, 1, SALT, "warwick"
    )
    assert commit_card("g", "york", 0, SALT, "Y1") == H("card", "g", "york", 0, SALT, "Y1")
    assert commit_sealed("g", "york", 7, SALT, b"\xff") == H(
        "sealed", "g", "york", 7, SALT, digest(b"\xff")
    )


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
        with pytest.raises(BadOpening, match="card 1 of the stack that york sealed"):
            check(made, other, "plan:york:3:1")


@pytest.mark.parametrize(
    "salt", ["", 30 * "a", 33 * "a", 32 * "A", 32 * "g", 130 * "a", SALT + "\n"]
)
def test_a_salt_has_128_bits_or_more(salt: str) -> None:
    with pytest.raises(BadOpening, match="salt"):
        commit_plan("g", "york", 3, 1, salt, "warwick")


@pytest.mark.parametrize("card", ["", "wärwick", "a\nb"])
def test_a_card_from_a_mail_is_checked(card: str) -> None:
    with pytest.raises(BadOpening, match="printable ASCII"):
        commit_card("g", "york", 0, SALT, card)


def test_a_garbled_commitment_does_not_crash() -> None:
    with pytest.raises(BadOpening):
        check("é", "x", "plan:york:3:1")


def test_salts() -> None:
    assert len({new_salt() for _ in range(100)}) == 100
    salts = {deck_salt(link, position) for link in (64 * "a", 64 * "b") for position in range(37)}
    assert len(salts) == 74
    assert {len(salt) for salt in salts} == {32}
    assert deck_salt(64 * "a", 0) == deck_salt(64 * "a", 0)
