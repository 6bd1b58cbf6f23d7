"""Messages for people."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening, GameOver
from pbem.slots import slot_words


@pytest.mark.parametrize(
    ("slot", "words"),
    [
        ("plan:york:13:2", "card 2 of the stack that york sealed"),
        ("deck:arts york 1:3", 'card 4 of the deck "arts york 1"'),
        ("a plan of york", "a plan of york"),
    ],
)
def test_hidden_cards_are_told_in_words(slot: str, words: str) -> None:
    assert slot_words(slot) == words
    assert f"What was revealed as {words} is not what was sealed" in str(
        BadOpening(slot=slot, why="it does not")
    )


def test_a_fact_that_is_a_sentence_does_not_end_in_two_full_stops() -> None:
    assert str(GameOver(result="They win.")) == "This game is over: They win."
    assert str(GameOver(result="They win")) == "This game is over: They win."
    assert str(GameOver(result="And so on...")) == "This game is over: And so on..."
