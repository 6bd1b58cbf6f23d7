"""Whatever looks like an order of the open question is legal, or refused with its reason and rule."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s6_campaigns import asks_campaign, campaign
from pbem.games.warriors.state import State
from tests.engine.random_play import RandomGame
from tests.says import worded
from tests.scripted import Scripted
from tests.tiers import soaked
from tests.warriors.field import empty, put

SHAPES = {
    "draft": ["{noble}: place {place}"],
    "campaign": [
        "{noble}: march {place}",
        "{noble}: march {place} with {other}",
        "pass",
        "pass all",
    ],
    "battle": ["fight {place}"],
    "commander": ["{noble}: command"],
    "intrigue": ["intrigue {noble}", "no"],
    "withdraw_party": ["take {noble}", "take {noble} {other}"],
    "losses": ["{noble}: lose 1", "{noble}: lose 2"],
    "noble_loss": ["{noble}: flee"],
    "exile": ["exile france", "exile scotland", "exile burgundy"],
    "withdraw": ["fight", "withdraw {place}"],
    "forced_withdrawal": ["fight", "withdraw {place}"],
    "luckless": ["force", "fight"],
    "control": ["attempt {place}", "attempt all", "none"],
    "levy": ["{noble}: levy", "levy {place}", "levy all", "none"],
    "trial": ["{noble}: pardon", "{noble}: execute", "none"],
    "reinforcement": ["{noble}: take", "{noble}: return", "{noble}: give"],
    "place": ["{noble}: place {place}", "pass", "pass all"],
}
"""What a player may think of, a kind of request."""
REASONED = re.compile(r" is not possible: .*\((?:\d+\.\d[\d.]*|C\d+)\)\.")


def thought_of(chance: random.Random, kind: str, state: State) -> list[str]:
    """Some lines of each shape: nobles on the map rather than others, anywhere."""
    lines: list[str] = []
    near = [id for id, noble in state.nobles.items() if noble.at in facts().places]
    for shape in SHAPES.get(kind, ()):
        for _ in range(3):
            noble, other = chance.sample([*near, *near, *near, *state.nobles], 2)
            place = chance.choice(list(facts().places))
            if noble != other:
                lines.append(shape.format(noble=noble, other=other, place=place))
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("seed", soaked([(0,), (1,), (2,)], [(0,)]))
@pytest.mark.parametrize("scenario", ["standard_1455", "kingmaker_1465", "tudor_1476"])
def test_6_1_and_all_others_refuse_with_a_reason_and_its_rule(scenario: str, seed: int) -> None:
    game, chance = RandomGame("warriors", scenario, seed), random.Random(seed)
    for play in game.steps():
        for request in play.pending if chance.random() < 0.2 else ():
            offered = {line for option in request.options for line in option.lines()}
            for line in thought_of(chance, request.kind, play.state):
                if line in offered:
                    assert str(match(request, line)) == line
                    continue
                with pytest.raises(IllegalOrder) as caught:
                    match(request, line)
                assert REASONED.search(str(caught.value)), caught.value


def york_and_salisbury() -> State:
    """6.2 Three of York's in South Midlands, one of Lancaster's: two may leave."""
    state = empty()
    for id in ("york", "salisbury", "ferrers"):
        put(state, id, "south_midlands", "york")
    put(state, "talbot", "south_midlands", "lancaster")
    put(state, "march", "london", "york")
    state.aggressor["south_midlands"] = "york"
    return state


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("york: march west_midlands with salisbury ferrers", r"at most 1 may go along \(6\.1\)"),
        ("york: march west_midlands with all", r"at most 1 may go along \(6\.1\)"),
        (
            "york: march west_midlands with march",
            worded(
                "games.warriors.s6_campaigns.why_not_along", "Edward IV is in London", word="region"
            ),
        ),
        (
            "york: march west_midlands with talbot",
            worded("games.warriors.s2_2_1_nobles.why_not_led", "Lancaster", word="serves"),
        ),
        (
            "york: march west_midlands with salisbury talbot",
            worded("games.warriors.s2_2_1_nobles.why_not_led", "Lancaster", word="serves"),
        ),
        (
            "york: march southeast with salisbury",
            r"only one noble .*: obstructed boundary \(6\.1\)",
        ),
        ("york: march southeast with all", r"only one noble .*: obstructed boundary \(6\.1\)"),
        (
            "york: march ireland",
            worded("games.warriors.s6_campaigns.bar_marches", "South Midlands", "Ireland")
            + r" \(6\.1\)",
        ),
        (
            "talbot: march west_midlands",
            worded("games.warriors.s2_2_1_nobles.why_not_led", "Lancaster", word="serves"),
        ),
    ],
)
def test_6_1_a_march_that_cannot_be_names_its_rule(typed: str, reason: str) -> None:
    with pytest.raises(IllegalOrder, match=reason):
        match(asks_campaign(york_and_salisbury(), "york"), typed)


def test_6_2_two_may_not_leave_where_one_must_stay() -> None:
    state = york_and_salisbury()
    state.nobles["ferrers"].at = "cup"
    for one, other in (("york", "salisbury"), ("salisbury", "york")):
        with pytest.raises(
            IllegalOrder, match=worded("games.warriors.s6_campaigns.why_alone", word="leave")
        ):
            match(asks_campaign(state, "york"), f"{one}: march west_midlands with {other}")
    put(state, "audley", "south_midlands", "lancaster")
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s6_campaigns.why_not", word="many")
    ):
        match(asks_campaign(state, "york"), "york: march west_midlands with salisbury")


def test_14_0_an_infirm_henry_goes_along_with_nobody() -> None:
    state = empty(initiative="lancaster")
    put(state, "henry_vi", "london", "lancaster", back=True)
    put(state, "margaret", "london", "lancaster")
    with pytest.raises(IllegalOrder, match=r"infirm \(14\.0\)"):
        match(asks_campaign(state, "lancaster"), "margaret: march east with henry_vi")


def test_6_1_what_is_offered_is_never_barred() -> None:
    menu = asks_campaign(york_and_salisbury(), "york").menu
    offered = {line for option in menu.options for line in option.lines()}
    assert not offered & menu.barred.keys()
    pairs = [
        f"{a}: march {to} with {b}"
        for a, b in product(("york", "ferrers"), repeat=2)
        for to in facts().places
        if a != b
    ]
    assert all(
        pair in offered or pair in menu.barred or pair.partition(" with")[0] in menu.barred
        for pair in pairs
    )


def test_6_1_the_last_campaign_cannot_be_passed_with_others() -> None:
    state = york_and_salisbury()
    state.impulses = {"york": 1, "lancaster": 1}
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s6_campaigns.campaigns_of", word="last")
    ):
        Scripted(state, ["pass all"]).run(campaign)
