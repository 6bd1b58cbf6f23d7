"""Whatever the program prints as an example of a policy or a line, it also accepts."""

from __future__ import annotations

import re
import shlex

import pytest

from pbem.cli.odds import options_of
from pbem.engine.policies import reactions_of
from pbem.engine.scenarios import starting_state
from pbem.engine.script import read
from pbem.engine.vocabulary import check_lines, unknown, vocabulary
from pbem.games import GAMES, find
from pbem.games.plantagenet.facts import TROOPS
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_5_effects import ChooseLabel
from pbem.mail.write import packet
from pbem.player import writing

QUOTED = re.compile("`(.+?)`")
CONDITIONS = [
    example
    for text in (packet.HOW, writing.DIE)
    for example in QUOTED.findall(text)
    if example != "send"
]
"""Printed to the players of every game: what can be written around a line."""


@pytest.mark.parametrize("name", GAMES)
def test_every_printed_policy_is_made_of_words_of_the_game(name: str) -> None:
    rules = find(name)
    examples = [text for told in reactions_of(rules).values() for text in QUOTED.findall(told)]
    assert len(examples) >= len(reactions_of(rules))
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


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("example", CONDITIONS)
def test_every_printed_condition_can_be_written_in_every_game(name: str, example: str) -> None:
    rules = find(name)
    state = starting_state(rules, next(iter(rules.scenarios())), {})
    place = rules.picture(rules.secrets.veil(state, "public"), "public").spaces[0].id
    line = QUOTED.findall(next(iter(reactions_of(rules).values())))[0]
    written = example.replace("...", "LINE").replace("OTHER", "LINE").replace("PLACE", place)
    assert read(written.replace("LINE", line))
    check_lines(rules, [written.replace("LINE", line)])


@pytest.mark.parametrize("name", GAMES)
def test_every_printed_question_of_odds_can_be_asked(name: str) -> None:
    for odds in find(name).chances.odds().values():
        named, options = options_of(shlex.split(odds.example))
        assert not named
        assert options.keys() <= {parameter.name for parameter in odds.parameters}
