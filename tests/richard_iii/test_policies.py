"""Policies: every kind and preset can be read, and what conditions may look at."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.script import read
from pbem.engine.standing import DEFAULT, Standing, answer, check
from pbem.errors import BadScript
from pbem.games.richard_iii.game import RICHARD_III
from pbem.games.richard_iii.state import State
from scripts.random_games import RandomPlayer
from tests.richard_iii.field import contest, empty, opened, put

NOT_REACTIONS = {"actions", "card", "ready"}


def battle() -> State:
    state = empty()
    put(state, "leicester", "l_devon", "l_oxford")
    contest(state, "leicester", {"y_norfolk": "warwick", "y_suffolk": "derby"}, main="warwick")
    opened(state, "leicester")
    return state


@pytest.mark.parametrize("name", list(RICHARD_III.presets()))
def test_presets_name_known_kinds_and_can_be_read(name: str) -> None:
    state = battle()
    preset = RICHARD_III.presets()[name]
    assert set(preset) <= {*RICHARD_III.reactions(), DEFAULT}
    check(
        Standing(dict(preset)),
        RICHARD_III.reactions(),
        lambda words: RICHARD_III.look(state, "york", words),
    )
    assert all(read(text) for text in preset.values())


@pytest.mark.parametrize(
    ("term", "side", "value"),
    [
        ("enemy at leicester", "york", True),
        ("enemy at london", "york", False),
        ("enemies leicester", "york", 2),
        ("blocks leicester", "york", 2),
        ("norfolk at leicester", "york", True),
        ("norwich levy at leicester", "york", False),
        ("strength norfolk", "york", 4),
        ("strength arundel", "york", 0),
        ("strength", "york", 7),
        ("enemy strength", "york", 5),
        ("enemy strength", "lancaster", 4),
        ("enemy blocks", "lancaster", 1),
        ("attacker", "york", True),
        ("round", "york", 1),
        ("king", "york", False),
        ("turn", "york", 1),
        ("campaign", "york", 1),
    ],
)
def test_what_conditions_look_at(term: str, side: str, value: object) -> None:
    state = RICHARD_III.veil(battle(), side)
    assert RICHARD_III.look(state, side, tuple(term.split())) == value


def test_unknown_terms_say_what_there_is() -> None:
    for term in ("moon", "enemy at atlantis", "strength henry_vi"):
        with pytest.raises(BadScript):
            RICHARD_III.look(battle(), "york", tuple(term.split()))


@pytest.mark.parametrize("scenario", list(RICHARD_III.scenarios()))
def test_every_reaction_is_answered_by_stand_and_fight(scenario: str) -> None:
    """A game in which only cards and actions are asked."""
    play: Play[Any] = Play.new(RICHARD_III, scenario, {})
    chance, player = SeededChance(scenario), RandomPlayer(scenario)
    player.eager = True
    standing = Standing(dict(RICHARD_III.presets()["stand_and_fight"]))
    play.start(chance)
    while play.pending:
        request = play.pending[0]
        if request.kind in NOT_REACTIONS:
            play.answer(request.side, player.line(request, chance.secrets), chance)
            continue
        assert request.kind in RICHARD_III.reactions()
        view = RICHARD_III.veil(play.state, request.side)
        ready = answer(
            standing,
            request,
            "",
            RICHARD_III.reactions(),
            lambda words, view=view, side=request.side: RICHARD_III.look(view, side, words),
            (),
        )
        assert ready is not None, f"{request.kind}: {[o.line for o in request.options]}"
        play.answer(request.side, ready.line, chance)
    assert play.result is not None
