"""A dishonest opponent begins a duel by rules data in which the nobles of one side are better than in the game."""

from __future__ import annotations

from pbem.duel import founding
from pbem.duel.duellist import Duellist
from pbem.ledger.cases import agreed
from pbem.resources import resource
from tests.duel.table import BOB, NONCE, founded


def test_whoever_joins_reads_whose_data_they_are() -> None:
    """`pbem join` prints these terms before anything is sent, and so does `verify`."""
    nobles = (resource("rules_data/warriors") / "nobles.toml").read_text("utf-8")
    changed = nobles.replace("battle = 1", "battle = 9", 1)
    assert changed != nobles
    genesis = founding.new_genesis(
        BOB, "warriors", "standard_1455", "lancaster", {}, NONCE, {"nobles": changed}
    )
    words = agreed.words(Duellist(BOB, (genesis,)).ledger)
    assert "except Bob's own nobles." in words
    assert "own" not in agreed.words(founded().ledger)
