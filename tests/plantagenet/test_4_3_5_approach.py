"""4.3.5 Approach."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s4_3_5_approach
from pbem.games.plantagenet.state import State
from tests.plantagenet.field import card, empty, favour, kinds, put, vassal


@pytest.fixture(autouse=True)
def fought(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Battles are only noted here."""
    noted: list[tuple[str, str]] = []

    async def battle(table: object, place: str, attacker: str, played: list[str]) -> None:
        noted.append((place, attacker))

    monkeypatch.setattr(s4_3_5_approach, "battle", battle)
    return noted


@pytest.fixture
def field() -> State:
    """York at Ely with Somerset and Exeter next to him at Lynn."""
    state = empty()
    put(state, "york", "ely", provender=0, carts=0)
    put(state, "somerset_1", "lynn", provender=3, carts=3)
    put(state, "exeter_1", "lynn", provender=2, carts=1)
    state.influence = 0
    return state


def test_4_3_5_each_lord_chooses_exile_or_battle(
    field: State, fought: list[tuple[str, str]]
) -> None:
    game = card(field, "york", ["york: march lynn", "somerset: exile", "exeter: battle"])
    assert field.lords["somerset_1"].at == "calendar"
    assert field.lords["somerset_1"].exile
    assert field.lords["somerset_1"].box == 1 + 6 - 5
    assert field.lords["exeter_1"].at == "lynn"
    assert fought == [("lynn", "york")]
    assert [r.side for r in game.asked if r.kind == "approach"] == ["lancaster", "lancaster"]


def test_4_3_5_exile_costs_printed_influence_plus_one_per_vassal(field: State) -> None:
    vassal(field, "somerset_1", "devon")
    vassal(field, "somerset_1", "oxford")
    card(field, "york", ["york: march lynn", "somerset: exile", "exeter: battle"])
    assert field.influence == 5 + 2
    assert field.vassals["devon"].status == "disbanded"


def test_4_3_5_if_all_go_into_exile_there_is_no_battle(
    field: State, fought: list[tuple[str, str]]
) -> None:
    card(field, "york", ["york: march lynn", "all exile"])
    assert fought == []
    assert field.influence == 5 + 2
    assert field.actions == 0


def test_4_3_5_approach_ends_the_card(field: State) -> None:
    game = card(field, "york", ["york: march lynn", "all exile"])
    assert kinds(game) == ["command", "approach"]


def test_4_3_5_assets_as_spoils_at_a_locale_friendly_to_those_who_come(field: State) -> None:
    favour(field, "york", "lynn")
    card(field, "york", ["york: march lynn", "all exile"])
    assert (field.lords["york"].provender, field.lords["york"].carts) == (5, 4)


def test_c56_neutral_spoils_are_halved_over_all_exiles(field: State) -> None:
    card(field, "york", ["york: march lynn", "all exile"])
    assert (field.lords["york"].provender, field.lords["york"].carts) == (3, 2)


def test_4_3_5_nothing_changes_hands_where_favour_is_with_the_exiles(field: State) -> None:
    favour(field, "lancaster", "lynn")
    card(field, "york", ["york: march lynn", "all exile"])
    assert (field.lords["york"].provender, field.lords["york"].carts) == (0, 0)


def test_4_3_5_the_marching_side_attacks(field: State, fought: list[tuple[str, str]]) -> None:
    put(field, "york", "london")
    put(field, "somerset_1", "lynn")
    card(field, "exeter_1", ["exeter_1: march ely", "exeter_1: pass"])
    card(field, "york", ["york: march rochester", "york: pass"])
    put(field, "york", "norwich")
    card(field, "somerset_1", ["somerset_1: march norwich", "york: battle"])
    assert fought == [("norwich", "lancaster")]


def test_6_0_ia_the_king_is_free_when_his_keeper_goes_into_exile(field: State) -> None:
    field.lords["henry_vi"].at = "captive"
    field.lords["henry_vi"].box = 0
    field.lords["henry_vi"].keeper = "york"
    put(field, "york", "norwich")
    game = card(field, "somerset_1", ["somerset_1: march norwich", "york: exile"])
    assert field.lords["henry_vi"].at == "calendar"
    assert field.influence == -5 - 10
    assert "Henry VI is free" in " ".join(game.story)
