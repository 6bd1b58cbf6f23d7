"""Messages for people."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening, GameOver
from pbem.slots import slot_words
from tests.says import says, sentence


@pytest.mark.parametrize(
    ("slot", "words"),
    [
        ("plan:york:13:2", sentence("slots.slot_words", 2, "york", word="stack")),
        ("deck:arts york 1:3", sentence("slots.slot_words", 4, "arts york 1", word="deck")),
        ("a plan of york", "a plan of york"),
    ],
)
def test_hidden_cards_are_told_in_words(slot: str, words: str) -> None:
    assert slot_words(slot) == words
    assert says(str(BadOpening(slot=slot, why="it does not")), "errors.BadOpening", words)


def test_a_fact_that_is_a_sentence_does_not_end_in_two_full_stops() -> None:
    assert str(GameOver(result="They win.")) == sentence("errors.GameOver", "They win")
    assert str(GameOver(result="They win")) == sentence("errors.GameOver", "They win")
    assert str(GameOver(result="And so on...")) == sentence("errors.GameOver", "And so on..")
