"""15.5 Mercenaries hired abroad as one's play of an impulse."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s7_2_impulses as impulses
from pbem.games.plantagenet_1450.s16_4_6_3_levies import number
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import lines, menu, put
from tests.plantagenet_1450.realm import hold, orders, play, realm


def bruges() -> State:
    """Edward of March in Burgundy; it is York's play."""
    state = realm()
    put(state, "edward_march", "foreign:burgundy")
    state.plays = "york"
    return state


def plays(state: State, side: str = "york") -> list[str]:
    return lines(menu(impulses.fill_plays, state=state, side=side))


def test_15_5_c54_the_card_is_the_play_and_its_men_join_the_force_pool() -> None:
    state = bruges()
    secrets = hold(state, "york", "L39")
    _, game = play(
        impulses.play, state, answers=("hire l39 edward_march",), dice=(4,), secrets=secrets
    )
    assert state.pool["york"] == {"pikemen": number("pikemen", 4)}
    assert not state.leaders["edward_march"].army
    assert state.discards == ["L39"]
    assert not state.points, "C204: it gives no points"
    assert game.rolled == [("pikemen york", 4)]


@pytest.mark.parametrize(("side", "changed"), [("york", 2), ("lancaster", -2)])
def test_15_5_c54_own_relations_help_the_enemys_hinder(side: str, changed: int) -> None:
    state = bruges()
    state.relations["burgundy"] = Relations(side, 2)
    secrets = hold(state, "york", "L39")
    play(impulses.play, state, answers=("hire l39 edward_march",), dice=(3,), secrets=secrets)
    assert state.pool["york"] == {"pikemen": number("pikemen", 3 + changed)}


def test_15_5_treasury_changes_the_roll_and_may_be_countered() -> None:
    state = bruges()
    state.treasury = {"york": 3, "lancaster": 1}
    secrets = hold(state, "york", "L39")
    play(
        impulses.play,
        state,
        answers=("hire l39 edward_march", "bid 3"),
        dice=(2,),
        secrets=secrets,
        moments=orders(on_bid="counter 1"),
    )
    assert state.pool["york"] == {"pikemen": number("pikemen", 4)}


def test_15_5_only_with_a_leader_in_the_country_where_they_live() -> None:
    state = bruges()
    hold(state, "york", "L39", "L30")
    assert "hire l39 edward_march" in plays(state)
    assert "hire l30 edward_march" not in plays(state), "French foot are hired in France"
    state.leaders["edward_march"].status = "captive"
    assert not [line for line in plays(state) if line.startswith("hire")]


def test_15_5_knights_are_called_to_battles_only() -> None:
    state = bruges()
    hold(state, "york", "L41")
    assert "hire l41 edward_march" not in plays(state)


def test_c137_a_side_bar_of_the_enemys_colour_serves_as_well() -> None:
    state = bruges()
    state.leaders["edward_march"].at = "foreign:scotland"
    hold(state, "york", "L35")
    assert "hire l35 edward_march" in plays(state), "Berwick Ceded is Lancaster's event"


def test_15_5_the_menu_does_not_tell_who_holds_the_card() -> None:
    told = []
    for card in ("L39", "L50"):
        state = bruges()
        hold(state, "york", card)
        told.append(plays(state))
    assert told[0] == told[1]
