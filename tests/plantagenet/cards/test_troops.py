"""Cards about Levy Troops (3.4.4), and Handgunners."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.s3_4_3_levy_vassal import muster_vassal
from pbem.games.plantagenet.s4_8_2_disembark import disembark
from pbem.games.plantagenet.state import State, Troops
from tests.plantagenet.cards.hand import give
from tests.plantagenet.cards.turns import (
    end_levy,
    gain,
    leave,
    levy,
    muster_menu,
    notes,
)
from tests.plantagenet.field import army, card, empty, favour, lines, menu, put
from tests.says import says
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    """Warwick and Henry VI at Towns of theirs, with a Militia each."""
    state = empty()
    put(state, "warwick_y", "bedford", coin=0)
    put(state, "henry_vi", "cambridge", coin=0)
    for lord in ("warwick_y", "henry_vi"):
        army(state, lord, militia=1)
    favour(state, "york", "bedford")
    favour(state, "lancaster", "cambridge")
    return state


def levies(state: State, lord: str) -> list[str]:
    return lines(muster_menu(state, lord), "troops")


def test_y16_event_the_commons_up_to_two_more_militia(state: State) -> None:
    state.in_force.append("Y16")
    assert levies(state, "warwick_y") == [
        "warwick_y: troops",
        "warwick_y: troops commons 1",
        "warwick_y: troops commons 2",
    ]
    assert levies(state, "henry_vi") == ["henry_vi: troops"]
    levy(state, "york", ["warwick_y: troops commons 2", "done"])
    assert state.lords["warwick_y"].troops == Troops(militia=5)
    end_levy(state)
    assert levies(state, "warwick_y") == ["warwick_y: troops"]


def test_y16_event_the_commons_only_what_the_pool_has(state: State) -> None:
    state.in_force.append("Y16")
    army(state, "henry_vi", militia=forces.in_pool(state, "militia") - 2)
    assert levies(state, "warwick_y")[-1] == "warwick_y: troops commons 1"


def test_l9_event_rising_wages_each_yorkist_levy_takes_a_coin(state: State) -> None:
    state.in_force.append("L9")
    assert levies(state, "warwick_y") == []
    assert "1 Coin" in muster_menu(state, "warwick_y").barred["warwick_y: troops"]
    state.lords["warwick_y"].coin = 1
    levy(state, "york", ["warwick_y: troops", "done"])
    assert state.lords["warwick_y"].coin == 0
    assert levies(state, "henry_vi") == ["henry_vi: troops"]
    end_levy(state)
    assert levies(state, "warwick_y") == ["warwick_y: troops"]


def test_l9_event_rising_wages_shared_coin_and_on_top_of_other_cards(state: State) -> None:
    state.in_force.append("L9")
    give(state, "warwick_y", "Y12", "Y16")
    put(state, "march", "bedford", coin=2)
    assert levies(state, "warwick_y") == [
        "warwick_y: troops",
        "warwick_y: troops hire",
        "warwick_y: troops by y16",
        "warwick_y: troops by y16 hire",
    ]
    levy(state, "york", ["warwick_y: troops by y16 hire", "done"])
    assert state.lords["march"].coin == 0
    assert state.lords["warwick_y"].troops == Troops(militia=6, mercenaries=2)


def test_y12_capability_soldiers_of_fortune_for_a_coin(state: State) -> None:
    give(state, "warwick_y", "Y12")
    assert levies(state, "warwick_y") == ["warwick_y: troops"]
    state.lords["warwick_y"].coin = 2
    army(state, "henry_vi", mercenaries=5)
    levy(state, "york", ["warwick_y: troops hire", "done"])
    assert state.lords["warwick_y"].troops == Troops(militia=3, mercenaries=1)
    assert state.lords["warwick_y"].coin == 1
    assert levies(state, "warwick_y") == ["warwick_y: troops"], "none left in the pool"


def test_y12_capability_soldiers_of_fortune_leave_with_the_lord(state: State) -> None:
    give(state, "warwick_y", "Y12")
    leave(state, "warwick_y")
    put(state, "warwick_y", "bedford", coin=2)
    assert levies(state, "warwick_y") == ["warwick_y: troops"]


def test_y14_capability_burgundians_at_once_at_a_port(state: State) -> None:
    put(state, "york", "lynn")
    gain(state, "york", "Y14")
    assert state.lords["york"].troops.handgunners == 2
    leave(state, "york")
    assert forces.in_pool(state, "handgunners") == 2


def test_y14_capability_burgundians_on_arrival_and_only_once(state: State) -> None:
    put(state, "york", "ely")
    gain(state, "york", "Y14")
    assert state.lords["york"].troops.handgunners == 0
    card(state, "york", ["york: march lynn", "york: pass"])
    assert state.lords["york"].troops.handgunners == 2
    state.lords["york"].troops.handgunners = 0
    card(state, "york", ["york: march ely", "york: march lynn"])
    assert state.lords["york"].troops.handgunners == 0


def test_y14_capability_burgundians_not_in_an_exile_box_but_when_landing(state: State) -> None:
    put(state, "york", "burgundy")
    gain(state, "york", "Y14")
    assert state.lords["york"].troops.handgunners == 0
    state.lords["york"].at = "north_sea"
    Scripted(state, ["york: land lynn"], [5]).run(disembark)
    assert state.lords["york"].troops.handgunners == 2


def test_c44_handgunners_join_before_the_battle(state: State) -> None:
    put(state, "york", "ely", provender=2)
    gain(state, "york", "Y14")
    put(state, "somerset_1", "lynn")
    game = card(state, "york", ["york: march lynn", "somerset_1: exile"])
    story = game.story
    (arrival,) = [n for n, text in enumerate(story) if "Burgundians" in text]
    (exile,) = [
        n
        for n, text in enumerate(story)
        if says(text, "games.plantagenet.s4_3_5_approach.exile", word="goes")
    ]
    assert arrival < exile
    assert state.lords["york"].troops.handgunners == 2


def test_y23_capability_burgundians_for_edward() -> None:
    state = empty("II")
    put(state, "edward_iv", "dover")
    army(state, "edward_iv", militia=1)
    gain(state, "edward_iv", "Y23")
    assert state.lords["edward_iv"].troops.handgunners == 2
    leave(state, "edward_iv")
    assert state.lords["edward_iv"].spent == []


def test_y16_capability_beloved_warwick_five_militia_and_depletes(state: State) -> None:
    give(state, "warwick_y", "Y16")
    levy(state, "york", ["warwick_y: troops by y16", "done"])
    assert state.lords["warwick_y"].troops == Troops(militia=6)
    assert state.wear == {"bedford": "depleted"}, "C27"
    leave(state, "warwick_y")
    put(state, "warwick_y", "bedford")
    assert levies(state, "warwick_y") == ["warwick_y: troops"]


def test_y18_capability_irishmen_in_ireland_or_at_an_irish_port(state: State) -> None:
    put(state, "york", "ireland")
    army(state, "york", militia=1)
    give(state, "york", "Y18")
    levy(state, "york", ["york: troops by y18", "done"])
    assert state.lords["york"].troops == Troops(militia=6)
    assert state.wear == {}
    state.wear["ireland"] = "exhausted"
    assert levies(state, "york") == [], "C114"
    state.lords["york"].at = "bristol"
    favour(state, "york", "bristol")
    assert levies(state, "york") == ["york: troops", "york: troops by y18"]
    state.lords["york"].at = "lynn"
    favour(state, "york", "lynn")
    assert levies(state, "york") == ["york: troops"]
    leave(state, "york")
    put(state, "york", "ireland")
    state.wear.clear()
    assert levies(state, "york") == []


def test_y31_capability_woodvilles_do_not_deplete() -> None:
    state = empty("II")
    put(state, "edward_iv", "bedford")
    favour(state, "york", "bedford")
    give(state, "edward_iv", "Y31")
    levy(state, "york", ["edward_iv: troops", "edward_iv: troops", "done"])
    assert state.wear == {}
    state.wear["bedford"] = "exhausted"
    assert levies(state, "edward_iv") == []
    leave(state, "edward_iv")
    state.wear.clear()
    put(state, "edward_iv", "bedford")
    levy(state, "york", ["edward_iv: troops", "done"])
    assert state.wear == {"bedford": "depleted"}


def test_l9_capability_quartermasters_do_not_deplete(state: State) -> None:
    give(state, "henry_vi", "L9")
    levy(state, "lancaster", ["henry_vi: troops", "done"])
    assert state.wear == {}
    leave(state, "henry_vi")
    put(state, "henry_vi", "cambridge")
    levy(state, "lancaster", ["henry_vi: troops", "done"])
    assert state.wear == {"cambridge": "depleted"}


def chamberlain(state: State) -> None:
    """Henry VI is at Exeter, the Seat of his Vassal Devon."""
    state.lords["henry_vi"].at = "exeter"
    favour(state, "lancaster", "exeter")
    muster_vassal(state, "henry_vi", "devon")
    give(state, "henry_vi", "L10")


def test_l10_capability_chamberlains_spare_seats_on_levy_troops_and_supply(state: State) -> None:
    chamberlain(state)
    levy(state, "lancaster", ["henry_vi: troops", "done"])
    assert state.wear == {}
    card(state, "henry_vi", ["henry_vi: supply exeter", "henry_vi: pass"])
    assert state.wear == {}
    card(state, "henry_vi", ["henry_vi: forage", "henry_vi: pass"])
    assert state.wear == {"exeter": "depleted"}


def test_l10_capability_chamberlains_no_other_places(state: State) -> None:
    chamberlain(state)
    state.lords["henry_vi"].at = "cambridge"
    levy(state, "lancaster", ["henry_vi: troops", "done"])
    assert state.wear == {"cambridge": "depleted"}
    assert not says(
        notes(menu(state, "henry_vi"))["henry_vi: supply cambridge"],
        "games.plantagenet.s4_5_supply.supply_note",
        word="wear",
    )


def test_l12_capability_commission_of_array_at_an_adjacent_stronghold(state: State) -> None:
    favour(state, "lancaster", "ely", "bury_st_edmunds")
    give(state, "henry_vi", "L12")
    assert levies(state, "henry_vi")[0] == "henry_vi: troops"
    assert "henry_vi: troops ely by l12" in levies(state, "henry_vi")
    before = state.lords["henry_vi"].troops.total()
    levy(state, "lancaster", ["henry_vi: troops ely by l12", "done"])
    assert state.wear == {"ely": "depleted"}
    assert state.lords["henry_vi"].troops.total() == before + 2


def test_l12_capability_commission_of_array_not_from_enemies_boxes_or_exhausted(
    state: State,
) -> None:
    favour(state, "lancaster", "ely")
    give(state, "henry_vi", "L12")
    put(state, "march", "ely")
    assert levies(state, "henry_vi") == ["henry_vi: troops"]
    state.lords["march"].at = "ludlow"
    state.wear["ely"] = "exhausted"
    assert levies(state, "henry_vi") == ["henry_vi: troops"]
    state.wear = {"cambridge": "exhausted"}
    assert levies(state, "henry_vi") == ["henry_vi: troops ely by l12"]
    state.lords["henry_vi"].at = "scotland"
    favour(state, "lancaster", "carlisle")
    assert levies(state, "henry_vi") == [], "C28"
    leave(state, "henry_vi")
    put(state, "henry_vi", "cambridge")
    state.wear.clear()
    assert levies(state, "henry_vi") == ["henry_vi: troops"]
