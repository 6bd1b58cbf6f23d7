"""6.0 III King Richard: Gloucester becomes Richard III at setup or in a Muster at London."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.s3_4_muster import Musters, muster, muster_side
from pbem.games.plantagenet.sequence import step
from pbem.games.plantagenet.state import State
from tests.scripted import Scripted


def test_6_0_III_gloucester_may_be_king_at_setup() -> None:
    state = scenario.setup("III")
    game = Scripted(state, ["gloucester_2: become richard_iii"])
    game.run(step)
    assert state.step == "arts_of_war"
    assert (state.lords["gloucester_2"].at, state.lords["richard_iii"].at) == ("out", "london")
    assert state.seats["richard_iii"] == "london"
    assert "gloucester_2" not in state.seats
    assert not state.removed
    assert state.influence == 0


def test_6_0_III_or_wait() -> None:
    state = scenario.setup("III")
    Scripted(state, ["no"]).run(step)
    assert (state.step, state.lords["gloucester_2"].at) == ("arts_of_war", "london")


def fresh_muster() -> State:
    state = scenario.setup("III")
    state.step = "muster"
    return state


def test_c92_in_muster_the_swap_costs_nothing() -> None:
    state = fresh_muster()
    state.lords["gloucester_2"].capabilities = ["Y34", "Y1"]
    state.lords["gloucester_2"].coin = 3
    musters = Musters("york", ["gloucester_2"])
    game = Scripted(state, ["gloucester_2: become richard_iii", "done"])
    game.run(muster_side, musters)
    richard = state.lords["richard_iii"]
    assert (musters.waiting, musters.left(state, "richard_iii")) == (["richard_iii"], 3)
    assert (richard.capabilities, richard.coin) == (["Y1"], 3)
    assert state.influence == 0


@pytest.mark.parametrize(("at", "offered"), [("london", True), ("york", False)])
def test_6_0_III_only_at_london(at: str, offered: bool) -> None:
    state = fresh_muster()
    state.lords["gloucester_2"].at = at
    game = Scripted(state, ["done"])
    game.run(muster_side, Musters("york", ["gloucester_2"]))
    lines = [option.line for option in game.asked[0].options]
    assert ("gloucester_2: become richard_iii" in lines) == offered
    if not offered:
        assert "gloucester_2: become richard_iii" in game.asked[0].menu.barred


def test_6_0_III_the_lancastrians_are_not_asked() -> None:
    game = Scripted(fresh_muster(), ["done"])
    game.run(muster_side, Musters("lancaster", ["oxford"]))
    assert not any("become" in option.line for option in game.asked[0].options)


def test_6_0_III_asked_once_more_if_this_muster_brought_him_to_london() -> None:
    state = fresh_muster()
    state.lords["gloucester_2"].at = "calendar"
    state.favour["arundel"] = "york"
    answers = ["done", "norfolk: lord gloucester_2", "done", "gloucester_2: become richard_iii"]
    game = Scripted(state, answers, [1])
    game.run(muster)
    assert state.lords["richard_iii"].at == "london"


def test_6_0_III_after_a_swap_nobody_is_asked_again() -> None:
    state = fresh_muster()
    Scripted(state, ["done", "gloucester_2: become richard_iii", "done"]).run(muster)
    game = Scripted(state, ["done", "done"])
    game.run(muster)
    assert not any("become" in option.line for request in game.asked for option in request.options)
