"""Whatever the program prints as an example of a policy, it also accepts."""

from __future__ import annotations

import re

import pytest

from pbem.engine.script import read
from pbem.engine.vocabulary import check_lines, unknown, vocabulary
from pbem.games import GAMES, find
from pbem.games.plantagenet.facts import TROOPS
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_5_effects import ChooseLabel


@pytest.mark.parametrize("name", GAMES)
def test_every_printed_policy_is_made_of_words_of_the_game(name: str) -> None:
    rules = find(name)
    examples = [text for told in rules.reactions().values() for text in re.findall("`(.+?)`", told)]
    assert len(examples) >= len(rules.reactions())
    for example in examples:
        read(example)
    check_lines(rules, examples)


@pytest.mark.parametrize("unit", ["retinue", "fauconberg", *TROOPS])
def test_every_unit_can_be_named_in_a_policy(unit: str) -> None:
    assert unknown(vocabulary(find("plantagenet")), f"norfolk: {unit} all") == ""


def test_every_way_that_a_card_leaves_can_be_named_in_a_policy() -> None:
    labels = {
        option["label"]
        for card in facts().cards.values()
        for step in card.effects
        if step["op"] == "choose"
        for option in step["options"]
    }
    assert labels
    assert labels == set(ChooseLabel.notation.fields["label"].kind.words)
