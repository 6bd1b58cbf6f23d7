"""3.4.6 Levy Capability."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet import s3_4_6_levy_capability as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.says import says, sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    return setup("Ia")


def menu(state: State, lord: str) -> Menu:
    made = Menu()
    rule.fill_levy_capability(made, state, lord)
    return made


def lines(state: State, lord: str) -> list[str]:
    return [option.line for option in menu(state, lord).options]


async def levy(table: object, lord: str, card: str) -> None:
    rule.levy_capability(table, rule.LevyCapability(lord, card))  # type: ignore[arg-type]


def test_3_4_6_the_card_goes_to_the_mat_and_is_named(state: State) -> None:
    game = Scripted(state)
    game.run(levy, "york", "Y14")
    assert state.lords["york"].capabilities == ["Y14"]
    assert game.story == [
        sentence(
            "games.plantagenet.s3_4_6_levy_capability.deploy",
            "York",
            "Burgundians",
            word="the Capability",
        )
    ]
    assert menu(state, "march").options[0].note == "Culverins and Falconets"


def test_3_4_6_only_with_his_badge_or_any(state: State) -> None:
    assert "york: capability y14" in lines(state, "york")
    assert "york: capability y3" in lines(state, "york")
    assert says(
        menu(state, "york").barred["york: capability y16"],
        "games.plantagenet.s3_4_6_levy_capability.hindrance",
        ...,
        "Y16",
        word="badge",
    )


def test_3_4_6_two_cards_at_most(state: State) -> None:
    state.lords["york"].capabilities = ["Y14", "Y3"]
    assert lines(state, "york") == []
    assert "two Capabilities" in menu(state, "york").barred["york: capability y5"]


def test_3_4_6_never_two_of_the_same_name(state: State) -> None:
    state.lords["york"].capabilities = ["Y1"]
    assert "york: capability y2" not in lines(state, "york")
    assert "has Culverins" in menu(state, "york").barred["york: capability y2"]
    assert "march: capability y2" in lines(state, "march")


def test_3_4_6_only_unused_cards_of_the_scenario(state: State) -> None:
    state.lords["march"].capabilities = ["Y3"]
    state.in_force = ["Y4"]
    made = menu(state, "york")
    offered = [option.line for option in made.options]
    assert not {"york: capability y3", "york: capability y4"} & set(offered)
    assert "at March's mat" in made.barred["york: capability y3"]
    assert says(
        made.barred["york: capability y4"],
        "games.plantagenet.s3_4_6_levy_capability.bar_levy_capability",
        word="force",
    )
    assert not any(line.endswith(" y24") for line in [*offered, *made.barred])


def test_1_9_1_a_card_that_left_a_mat_can_be_levied_again(state: State) -> None:
    state.lords["march"].capabilities = ["Y3"]
    state.lords["march"].capabilities.remove("Y3")
    assert "york: capability y3" in lines(state, "york")


def test_c30_a_card_secretly_held_is_offered_but_refused(state: State) -> None:
    """The menu must not tell what is Held; the refusal comes from the one who knows."""
    (option,) = [o for o in menu(state, "york").options if o.line == "york: capability y1"]
    assert option.unheld == "Y1"
    assert option.against(["Y1", "Y2"]) == sentence(
        "engine.option.Option.against", word="you hold that"
    )
    assert not option.against(["Y2"])
    assert not option.against([""])
