"""Options of a game: what is typed, what is chosen."""

from __future__ import annotations

import pytest

from pbem.engine.declared import GameOption, Side, option_values, typed_options
from pbem.errors import BadOption

MATS = GameOption("mats", ("no", "yes"), "mats are hidden", "1.5.3")
DECK = GameOption("deck", ("short", "long"), "how many cards", "2.1")


def test_options_are_typed_once_or_more() -> None:
    assert typed_options(["mats=yes", "deck = long"]) == {"mats": "yes", "deck": "long"}
    assert typed_options(["mats"]) == {"mats": "yes"}


def test_what_is_not_chosen_has_its_default() -> None:
    assert option_values((MATS, DECK), {}) == {"mats": "no", "deck": "short"}
    assert option_values((MATS, DECK), {"deck": "LONG"}) == {"mats": "no", "deck": "long"}
    assert option_values((MATS,), {"mats": True}) == {"mats": "yes"}
    assert option_values((MATS,), {"mats": "off"}) == {"mats": "no"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"mats": "perhaps"}, r"`mats=perhaps`. Known: mats=no or yes \(mats are hidden, 1.5.3\)"),
        ({"deck": "on"}, r"`deck=on`. Known: deck=short or long"),
        ({"fog": "yes"}, r"`fog`. Known: mats=no or yes .*; deck=short or long"),
    ],
)
def test_a_wrong_one_is_refused_with_those_there_are(given: dict[str, str], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        option_values((MATS, DECK), given)


def test_a_side_reads_in_a_sentence_without_words_of_its_own() -> None:
    assert (Side("Scotland").people, Side("Scotland").adjective) == ("Scotland", "Scotland")
    assert Side("York", "Yorkists", "Yorkist").people == "Yorkists"
