"""Odds are asked with what the asker may know, and with nothing more."""

from __future__ import annotations

import pytest

from pbem.engine.odds import Answer, Inquiry, Odds
from pbem.imagine.foretell import foretell
from pbem.ledger.values import PUBLIC

from .people import PLAYERS, with_plans


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Inquiry]:
    """What the one question of these rules was asked with."""
    inquiries: list[Inquiry] = []

    def run(inquiry: Inquiry) -> Answer:
        inquiries.append(inquiry)
        return Answer("asked", ())

    rules = with_plans().look().ledger.rules
    monkeypatch.setattr(type(rules.chances), "odds", lambda self: {"any": Odds("any", "", (), run)})
    return inquiries


@pytest.mark.parametrize("side", PLAYERS)
def test_a_side_asks_with_the_hidden_cards_that_it_holds(side: str, asked: list[Inquiry]) -> None:
    game = with_plans().look(side)
    assert any(slot.startswith(f"plan:{side}") for slot in game.known())
    foretell(game, "any", {})
    assert [(one.side, one.known) for one in asked] == [(side, game.known())]


@pytest.mark.parametrize("who", ["york", "gm", ""])
def test_the_public_asks_without_any_hidden_card(who: str, asked: list[Inquiry]) -> None:
    """Whoever asks for it: the GM, or a player who wants to see the odds that all see."""
    foretell(with_plans().look(who), "any", {}, side=PUBLIC)
    assert [(one.side, one.known, one.standing) for one in asked] == [(PUBLIC, {}, {})]
