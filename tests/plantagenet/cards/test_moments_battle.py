"""3.1.3, C127 The moments of a Battle (4.4): before each question, each Hit and each roll that is forced."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.engine.request import Request
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_4_2_strike import take_hits
from pbem.games.plantagenet.s4_4_3_ending import losses
from pbem.games.plantagenet.s4_4_battle import battle
from pbem.games.plantagenet.state import BattleLord, State
from tests.plantagenet.battlefield import arrayed, battlefield
from tests.plantagenet.cards.hand import hold
from tests.plantagenet.cards.moments import never, play, run, watch
from tests.scripted import Scripted


def field() -> State:
    """March with three Militia against Exeter."""
    state = battlefield({"march": {"militia": 3}, "exeter_1": {"men_at_arms": 5}})
    state.influence = 0
    return state


def in_battle() -> tuple[State, BattleLord]:
    """The same in Round 1, Regroup on the table; March's side of it."""
    state = field()
    fought = arrayed(state, "lancaster", {"march": "center", "exeter_1": "center"})
    fought.events, fought.step = ["Y30"], "strike"
    return state, fought.lords["march"]


def five_hits(
    state: State,
    answers: list[str],
    dice: list[int],
    at_moment: Callable[[Request], str] = lambda request: "",
) -> Scripted:
    """Five Hits on March."""
    assert state.battle is not None
    state.battle.hits = {"york": 5, "lancaster": 0}
    game = Scripted(state, answers, dice)
    game.at_moment = at_moment
    run(game, take_hits, "york", ["march"], "melee")
    return game


@pytest.mark.parametrize("card", ["Y13", "L13"])
def test_c127_y13_l13_before_each_hit(card: str) -> None:
    for rolled in range(5):
        state, _ = in_battle()
        state.held["york"], state.held["lancaster"] = [], []
        secrets = hold(state, card, "L16" if card == "Y13" else "Y9")
        assert state.battle is not None
        state.battle.hits, state.battle.events = {"york": 5, "lancaster": 0}, []
        answers = ["march: militia all"] * (1 if rolled in (0, 5) else 2)
        game = Scripted(state, answers, [1] * 5, secrets)
        play(game, f"play {card.lower()}", lambda game, n=rolled: len(game.rolled) == n)  # type: ignore[misc]
        run(game, take_hits, "york", ["march"], "melee")
        assert state.held[lords.facts().cards[card].side] == []


@pytest.mark.parametrize("card", ["Y13", "L13", "Y20"])
def test_c127_before_each_question_of_a_battle(card: str) -> None:
    state = field()
    state.lords["warwick_y"].at = "london"
    state.favour["london"] = "york"
    secrets = hold(state, card, "L16" if card.startswith("Y") else "Y9")
    game = Scripted(state, ["no", "no", "march: flee"], [1], secrets)
    seen = watch(game, card)
    run(game, battle, "coventry", "lancaster")
    asked = [n for n, r in enumerate(game.asked) if not r.kind.startswith("held_")]
    assert len(asked) > 1
    assert set(asked) <= set(seen)


@pytest.mark.parametrize("card", ["Y12", "L20", "Y24"])
def test_c127_no_event_of_the_campaign_or_levy(card: str) -> None:
    state = field()
    secrets = hold(state, card)
    state.step = "command"
    game = Scripted(state, ["no", "march: flee"], [1], secrets)
    run(game, battle, "coventry", "lancaster")
    assert game.passed
    never(game, card)


def test_c127_y30_regroup_after_the_third_militia_before_a_hit_falls_on_the_retinue() -> None:
    state, march = in_battle()

    def at_moment(request: Request) -> str:
        gone = march.routed.militia == 3 and request.kind == "regroup"
        return "march: regroup" if gone else ""

    # Three Militia Rout, all three come back, two more Hits fall on them.
    answers = ["march: militia all", "march: militia all"]
    game = five_hits(state, answers, [6, 6, 6, 1, 1, 1, 6, 6], at_moment)
    assert not march.routed_retinue
    assert march.routed.militia == 2
    assert [label.split()[0] for label, _ in game.rolled] == [
        *["protection"] * 3,
        *["regroup"] * 3,
        *["protection"] * 2,
    ]


def test_c127_y30_without_a_policy_nobody_is_asked_between_hits() -> None:
    state, _ = in_battle()
    game = five_hits(state, ["march: militia all"], [6, 6, 6, 1, 1])
    assert [request.kind for request in game.asked] == ["hits", "hits"]
    assert any(request.kind == "regroup" for request in game.passed)


def test_c127_y30_in_the_middle_of_all_the_owner_assigns_the_next_hit_anew() -> None:
    state, march = in_battle()

    def at_moment(request: Request) -> str:
        return "march: regroup" if request.kind == "regroup" and march.routed.militia == 1 else ""

    answers = ["march: militia all", "march: retinue all"]
    five_hits(state, answers, [6, 1, 1, 1, 1, 1], at_moment)
    assert march.routed.militia == 0


def test_c127_y30_wait_rout_holds_between_hits_too() -> None:
    state, _ = in_battle()
    lines: list[list[str]] = []

    def at_moment(request: Request) -> str:
        lines.append([option.line for option in request.options])
        return "wait rout"

    five_hits(state, ["march: militia all"], [6, 6, 6, 1, 1], at_moment)
    assert lines == [["march: regroup", "wait", "wait rout"]]


def test_c127_y30_before_losses() -> None:
    state, _ = in_battle()
    assert state.battle is not None
    state.battle.winner, state.battle.step = "york", "ending"
    state.battle.lords["march"].routed.militia = 2
    game = Scripted(state, ["march: regroup"], [1, 6, 1])
    game.run(losses)
    assert [request.kind for request in game.asked] == ["regroup"]
    assert [label.split()[0] for label, _ in game.rolled] == ["regroup", "regroup", "losses"]
    assert state.lords["march"].troops.militia == 3


def test_c127_y30_not_for_who_has_lost_nor_twice() -> None:
    state, _ = in_battle()
    assert state.battle is not None
    state.battle.winner, state.battle.step = "york", "ending"
    state.battle.lords["march"].routed.militia = 1
    state.battle.memo["Y30"] = 1
    game = Scripted(state, [], [1])
    game.run(losses)
    assert game.asked == []
