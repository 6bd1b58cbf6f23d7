"""Cards of an Intercept and of the group that moves (4.3.1, 4.3.4)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s4_3_5_approach
from pbem.games.plantagenet.s4_3_1_group_march import followers
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import asked, give, hold
from tests.plantagenet.field import card, empty, put
from tests.scripted import Scripted

Fought = list[tuple[str, str, list[str]]]


@pytest.fixture(autouse=True)
def fought(monkeypatch: pytest.MonkeyPatch) -> Fought:
    """Battles are only noted here."""
    noted: Fought = []

    async def battle(table: object, place: str, attacker: str, played: list[str]) -> None:
        noted.append((place, attacker, played))

    monkeypatch.setattr(s4_3_5_approach, "battle", battle)
    return noted


def marches(answers: list[str], *cards: str, dice: tuple[int, ...] = ()) -> tuple[State, Scripted]:
    """Somerset Marches to York, next to York and March at Lincoln."""
    state = empty()
    put(state, "somerset_1", "newcastle", provender=0, carts=0)
    put(state, "york", "lincoln", provender=0, carts=0)
    put(state, "march", "lincoln", provender=0, carts=0)
    secrets = hold(state, *cards)
    game = card(state, "somerset_1", ["somerset_1: march york", *answers], dice, secrets=secrets)
    return state, game


def test_y2_event_flank_attack_needs_no_die_and_the_interceptors_attack(fought: Fought) -> None:
    state, game = marches(["york: intercept y2 with march", "all battle"], "Y2")
    assert game.rolled == []
    assert state.lords["march"].at == "york"
    assert fought == [("york", "york", [])]
    assert state.held["york"] == []


def test_c53_the_interceptors_may_still_go_into_exile_and_the_marchers_block_the_ford(
    fought: Fought,
) -> None:
    answers = ["march: intercept y2", "no", "play l11"]
    _, game = marches(answers, "Y2", "L11")
    assert asked(game, "approach") == []
    assert fought == [("york", "york", ["L11"])]
    state, game = marches(["march: intercept y2", "march: exile"], "Y2")
    assert state.lords["march"].exile
    assert fought == [("york", "york", ["L11"])]


def test_y2_event_flank_attack_is_offered_whatever_is_held_and_is_gone_after(
    fought: Fought,
) -> None:
    lines = []
    for held in ("Y2", "Y3"):
        _, game = marches(["no", "somerset_1: stop", "somerset_1: pass"], held)
        request = next(r for r in game.asked if r.kind == "intercept")
        lines.append([o.display() for o in request.options])
    assert lines[0] == lines[1]
    assert "york: intercept y2 [with march]" in lines[0]


def test_y2_event_flank_attack_an_ordinary_intercept_leaves_the_attacker(fought: Fought) -> None:
    marches(["march: intercept", "no", "march: battle"], "Y2", dice=(1,))
    assert fought == [("york", "lancaster", [])]


def test_y2_event_flank_attack_not_while_a_truce_is_in_force(fought: Fought) -> None:
    state = empty()
    put(state, "somerset_1", "newcastle")
    put(state, "york", "lincoln")
    state.in_force.append("L20")
    answers = ["somerset_1: march york", "somerset_1: stop", "somerset_1: pass"]
    game = card(state, "somerset_1", answers, secrets=hold(state, "Y2"))
    assert asked(game, "intercept") == []


def test_c55_a_truce_answers_a_flank_attack_too(fought: Fought) -> None:
    answers = ["march: intercept y2", "play l20", "somerset_1: stop", "somerset_1: pass"]
    state, _ = marches(answers, "Y2", "L20")
    assert state.lords["march"].at == "lincoln"
    assert state.lords["somerset_1"].at == "york"
    assert fought == []


def test_l2_event_flank_attack_serves_a_lord_whom_no_die_could_help(fought: Fought) -> None:
    """Henry VI has Valour 0."""
    state = empty()
    put(state, "york", "newcastle")
    put(state, "henry_vi", "lincoln")
    answers = ["york: march york", "henry_vi: intercept l2", "henry_vi: battle"]
    game = card(state, "york", answers, secrets=hold(state, "L2"))
    request = next(r for r in game.asked if r.kind == "intercept")
    assert [o.line for o in request.options] == ["henry_vi: intercept l2", "no"]
    assert fought == [("york", "lancaster", [])]
    assert state.held["lancaster"] == []


def test_y30_capability_captain_leads_a_group_where_no_other_leader_is() -> None:
    state = empty()
    put(state, "pembroke", "lincoln")
    put(state, "rutland", "lincoln")
    assert followers(state, "pembroke") == ()
    give(state, "pembroke", "Y30")
    assert followers(state, "pembroke") == ("rutland",)
    put(state, "warwick_y", "lincoln")
    assert followers(state, "pembroke") == ()
    assert lords.may_follow(state, "warwick_y", "pembroke")
    state.lords["warwick_y"].at = "york"
    state.lords["pembroke"].at = state.lords["rutland"].at = "ireland"
    assert followers(state, "pembroke") == ("rutland",)
    state.lords["pembroke"].at = state.lords["rutland"].at = "irish_sea"
    assert followers(state, "pembroke") == ()


def test_y30_capability_captain_leads_an_intercept(fought: Fought) -> None:
    state = empty()
    put(state, "somerset_1", "newcastle")
    put(state, "pembroke", "lincoln", provender=0)
    put(state, "march", "lincoln", provender=0)
    give(state, "pembroke", "Y30")
    answers = ["somerset_1: march york", "pembroke: intercept with march", "all battle"]
    card(state, "somerset_1", answers, [1])
    assert state.lords["march"].at == "york"
