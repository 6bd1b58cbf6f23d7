"""Options of a game, as its state has them."""

from __future__ import annotations

import pytest

from pbem.engine import codec
from pbem.engine.declared import GameOption
from pbem.engine.patch import patch
from pbem.engine.state import GameState
from pbem.errors import BadPatch

NO_NUMBERS = ("--5", "-", "9" * 5000, "\N{SUPERSCRIPT TWO}", "1e9", "0.5", "10000")
DECK = GameOption("deck", ("short", "long"), "how many cards", "2.1")


class Card(GameState):
    """A state with a field that needs a value."""

    name: str


def test_an_option_is_as_by_default_unless_another_value_was_chosen() -> None:
    assert Card("ace").option(DECK) == "short"
    assert Card("ace", options={"deck": "long"}).option(DECK) == "long"


def test_a_position_has_no_table_where_nothing_was_chosen() -> None:
    assert codec.dump(Card("ace")) == {"name": "ace"}
    assert codec.dump(Card("ace", options={"deck": "long"})) == {
        "name": "ace",
        "options": {"deck": "long"},
    }


@pytest.mark.parametrize("options", [{}, {"deck": "long"}])
def test_it_comes_back_as_it_was_put_away(options: dict[str, str]) -> None:
    card = Card("ace", options=options)
    assert codec.load(Card, codec.dump(card)) == card


def test_a_correction_puts_the_first_value_into_an_empty_table_as_it_is_declared() -> None:
    card = Card("ace")
    assert patch(card, "set options.deck 6") == "set options.deck 6"
    assert card.options == {"deck": "6"}
    patch(card, "remove options deck")
    assert card.options == {}
    with pytest.raises(BadPatch, match="to remove"):
        patch(card, "remove options deck")


class Purse(GameState):
    """A state with a number."""

    coin: int = 3


@pytest.mark.parametrize("typed", NO_NUMBERS, ids=lambda typed: typed[:12])
def test_a_correction_refuses_what_is_no_number(typed: str) -> None:
    purse = Purse()
    with pytest.raises(BadPatch, match="a number"):
        patch(purse, f"set coin {typed}")
    assert purse.coin == 3
    assert patch(purse, "set coin -2") == "set coin -2"
