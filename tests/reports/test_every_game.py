"""Reports of all games, in every format: 78 columns, and not a byte of what a side must not know."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.drawing.svg import draw
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.ledger.glimpse import encode_story as told_to
from pbem.ledger.glimpse import read as heard_of
from pbem.ledger.glimpse import state_for as seen_by
from pbem.reports.context import Context, asked_of, build, map_of, story
from pbem.reports.formats import render
from pbem.reports.formats.text import WIDTH
from tests.engine.random_play import RandomGame
from tests.reports.samples import FORMATS

AUDIENCES = ("york", "lancaster", "public")
GAMES = [("richard_iii", "kingmaker"), ("warriors", "standard"), ("plantagenet", "Ib")]


class HiddenMats(RandomGame):
    """Plantagenet with Hidden Mats."""

    def __init__(self, seed: int) -> None:
        super().__init__("plantagenet", "Ib", seed)
        self.chance = SeededChance(seed)
        self.play = Play.new(self.rules, "Ib", {"hidden_mats": "yes"})
        self.play.start(self.chance)


def shown(play: Play[Any], audience: str, state: Any = None) -> dict[str, str]:
    """The report of the position for an audience, in every format, and the map."""
    made = told_of(play, audience, state)
    return {form: render(made, form) for form in FORMATS} | {"svg": draw(map_of(made))}


def told_of(play: Play[Any], audience: str, state: Any = None) -> Context:
    """What the formats write."""
    rules = play.rules
    seen = seen_by(rules, play.state if state is None else state, audience)
    decisions, events = play.decisions, play.events
    if rules.secrets.veiled(play.state):
        data = told_to(decisions, events, audience)
        own, heard = heard_of(data)
        decisions, events = list(own), list(heard)
    told = story(1, play.pending[0].side, "york:1", decisions, events)
    asked = [asked_of(request, "nobody") for request in play.pending]
    place = rules.report(seen, audience, {})
    made = build("A game", rules.name, audience, [told], place, asked, "0" * 64, 1)
    return replace(made, picture=rules.picture(seen, audience))


@pytest.mark.parametrize(("rules", "scenario"), GAMES)
def test_text_reports_fit_the_page(rules: str, scenario: str) -> None:
    for n, play in enumerate(RandomGame(rules, scenario, 5).steps()):
        if n % 15 == 0:
            for audience in AUDIENCES:
                lines = render(told_of(play, audience), "text").splitlines()
                assert max(map(len, lines)) <= WIDTH
                assert all(line == line.rstrip() for line in lines)
        if n > 150:
            break


def other_blocks(state: Any, audience: str) -> Any:
    """The same for the audience: every other strength of upright blocks that are not fighting."""
    other = copy.deepcopy(state)
    changed = 0
    for id, block in other.blocks.items():
        if owner(state, id) != audience and block.at and block.strength > 1:
            block.strength -= 1
            changed += 1
    return other if changed else None


def owner(state: Any, id: str) -> str:
    from pbem.games.richard_iii import s3_blocks as blocks

    return blocks.side_of(state, id)


def other_mats(state: Any, audience: str) -> Any:
    """The same for the audience: other Troops and Assets behind the screens."""
    from pbem.games.plantagenet.s1_5_lords import lords_of
    from tests.plantagenet.screens import behind_screen

    other = copy.deepcopy(state)
    enemies = [
        id for side in ("york", "lancaster") if side != audience for id in lords_of(other, side)
    ]
    hidden = [other.lords[id] for id in enemies if behind_screen(other, id)]
    for lord in hidden:
        lord.coin += 1
        lord.provender += 2
        # The pool is open: what one mat has more, another has less.
    for one, two in zip(hidden[::2], hidden[1::2], strict=False):
        one.troops, two.troops = two.troops, one.troops
    return other if hidden else None


def check(play: Play[Any], other: Any, audience: str) -> None:
    one, two = shown(play, audience), shown(play, audience, other)
    assert [form for form in one if one[form] != two[form]] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_strengths_of_hidden_blocks_are_in_no_format(seed: int) -> None:
    varied = 0
    for n, play in enumerate(RandomGame("richard_iii", "kingmaker", seed).steps()):
        if n % 9 == 0 and not play.state.fighting:
            for audience in AUDIENCES:
                other = other_blocks(play.state, audience)
                if other is not None:
                    check(play, other, audience)
                    varied += 1
        if n > 120:
            break
    assert varied > 10, "hardly anything was hidden: this test proves little"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_on_a_hidden_mat_is_in_no_format(seed: int) -> None:
    varied = 0
    for n, play in enumerate(HiddenMats(seed).steps()):
        if n % 9 == 0 and play.state.battle is None:
            for audience in AUDIENCES:
                other = other_mats(play.state, audience)
                if other is not None:
                    check(play, other, audience)
                    varied += 1
        if n > 120:
            break
    assert varied > 10, "hardly anything was hidden: this test proves little"


def test_a_secret_that_is_ones_own_is_in_the_report() -> None:
    """The tests above can fail: the owner's report does change."""
    for play in RandomGame("richard_iii", "kingmaker", 1).steps():
        other = other_blocks(play.state, "public")
        if other is not None:
            assert shown(play, "york") != shown(play, "york", other)
            return
