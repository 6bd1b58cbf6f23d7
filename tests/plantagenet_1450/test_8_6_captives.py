"""8.6, 16.4.6.11.1-2 Captives escape, or are executed."""

from __future__ import annotations

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s11_1_stacks import stations
from pbem.games.plantagenet_1450.state import Garrison, Siege, State, Unit
from tests.plantagenet_1450.field import PONTEFRACT, YORK, asked, lines, put
from tests.plantagenet_1450.realm import hold, offered, orders, realm, spend

HARLECH = facts().areas["harlech"].fort_hex
VALUE = facts().areas["harlech"].fort_value
MEN = Unit("men_at_arms")


def prison(leader: str = "warwick", garrison: int = 0) -> State:
    """A Yorkist is held at Harlech, which Lancaster controls."""
    state = realm(harlech="lancaster")
    put(state, leader, HARLECH, side="york", status="captive")
    if garrison:
        state.garrisons[HARLECH] = Garrison("lancaster", [MEN] * garrison)
    return state


def some(state: State, side: str, verb: str) -> list[str]:
    return [line for line in lines(offered(state, side, 3)) if line.startswith(verb)]


# -- escape -----------------------------------------------------------------------------------------


def test_16_4_6_11_1_a_die_above_the_fortification_value_frees_him() -> None:
    state = prison()
    game = spend(state, "york", 1, "escape warwick", dice=(VALUE + 1,))
    one = state.leaders["warwick"]
    assert one.status == "free"
    assert facts().hexes[one.at].area == "harlech"
    assert one.at != HARLECH, "C117: the castle is the enemy's"
    assert game.rolled == [("escape of warwick", VALUE + 1)]


def test_16_4_6_11_1_an_equal_die_does_not() -> None:
    state = prison()
    spend(state, "york", 2, "escape warwick", dice=(VALUE,))
    assert state.leaders["warwick"].status == "captive"
    assert state.points[-1].left == 1


def test_16_4_6_11_1_the_garrison_takes_from_the_die_and_treasury_helps() -> None:
    state = prison(garrison=1)
    spend(state, "york", 1, "escape warwick", dice=(VALUE + 1,))
    assert state.leaders["warwick"].status == "captive"
    state.treasury = {"york": 1, "lancaster": 0}
    spend(state, "york", 1, "escape warwick", "bid 1", dice=(VALUE + 1,))
    assert state.leaders["warwick"].status == "free"


def test_c142_the_other_side_may_counter_an_escape() -> None:
    state = prison()
    state.treasury = {"york": 1, "lancaster": 1}
    spend(
        state,
        "york",
        1,
        "escape warwick",
        "bid 1",
        dice=(VALUE,),
        moments=orders(on_bid="counter 1"),
    )
    assert state.leaders["warwick"].status == "captive"


def test_c90_a_reduced_fortification_counts_nothing() -> None:
    state = prison()
    state.sieges[HARLECH] = Siege("york", reduced=True)
    spend(state, "york", 1, "escape warwick", dice=(1,))
    assert state.leaders["warwick"].status == "free"


def test_16_4_6_11_1_c118_anywhere_within_the_area_as_his_side_names_it() -> None:
    state = prison()
    at = stations(state, "york", "harlech")[-1]
    spend(state, "york", 1, f"escape warwick with {at}", dice=(6,))
    assert state.leaders["warwick"].at == at


def test_c147_a_captive_who_is_taken_along_has_two_to_beat() -> None:
    for die, status in ((2, "captive"), (3, "free")):
        state = realm()
        put(state, "clifford", YORK)
        put(state, "warwick", YORK, side="york", status="captive", captor="clifford")
        spend(state, "york", 1, "escape warwick", dice=(die,))
        one = state.leaders["warwick"]
        assert one.status == status
        if status == "free":
            assert (one.captor, one.at != YORK) == ("", True)


def test_8_6_only_ones_own_captives_escape() -> None:
    state = prison()
    assert some(state, "york", "escape")
    assert not some(state, "lancaster", "escape")


# -- execution --------------------------------------------------------------------------------------


def test_16_4_6_11_2_a_leader_in_the_very_hex_executes_him_for_a_point() -> None:
    state = prison("montagu")
    put(state, "margaret", HARLECH)
    state.control |= {"york": "lancaster"}
    spend(state, "lancaster", 2, "execute montagu")
    assert state.leaders["montagu"].status == "dead"
    assert state.points[-1].left == 1


def test_c148_not_from_another_hex_of_the_area() -> None:
    state = prison("montagu")
    other = next(
        one.id for one in facts().hexes.values() if one.area == "harlech" and one.id != HARLECH
    )
    put(state, "margaret", other)
    assert not some(state, "lancaster", "execute")
    assert "C148" in offered(state, "lancaster", 3).barred["execute montagu"]
    put(state, "henry_vi", HARLECH, mad=True)
    assert not some(state, "lancaster", "execute"), "C145"


def test_16_4_6_11_2_c91_his_side_neutralises_as_many_areas_as_his_loyalty() -> None:
    """Montagu's is 6, Bourchier's 5; of a `*` it is six."""
    for leader, many in (("bourchier", 5), ("montagu", 6), ("warwick", 6)):
        state = prison(leader)
        put(state, "margaret", HARLECH)
        held = ["kent", "sussex", "essex", "norfolk", "suffolk", "devon", "dorset"]
        state.control |= dict.fromkeys(held, "lancaster")
        answers = [f"neutralise {area}" for area in held[:many]]
        game = spend(state, "lancaster", 1, f"execute {leader}", *answers)
        assert {request.side for request in asked(game, "avenge")} == {"york"}
        assert set(state.control) == {"harlech", *held[many:]}
        assert state.legitimacy["lancaster"] == 10 - many


def test_c91_never_calais_and_c148_if_there_are_fewer_all_of_them() -> None:
    state = prison("warwick")
    put(state, "margaret", HARLECH)
    state.control |= {"calais": "lancaster", "york": "lancaster", "kent": "york"}
    game = spend(state, "lancaster", 1, "execute warwick")
    assert state.control == {"calais": "lancaster", "kent": "york"}
    assert not asked(game, "avenge"), "there is nothing to choose"


def test_16_4_6_11_3_margaret_is_never_executed() -> None:
    state = realm(york="york")
    put(state, "margaret", PONTEFRACT, status="captive")
    put(state, "richard_york", PONTEFRACT)
    assert not some(state, "york", "execute")
    assert "never executed" in offered(state, "york", 3).barred["execute margaret"]


def test_c147_a_captive_whom_no_fortification_holds_cannot_be_executed() -> None:
    state = realm()
    put(state, "clifford", YORK)
    put(state, "montagu", YORK, status="captive", captor="clifford")
    assert not some(state, "lancaster", "execute")
    assert "C147" in offered(state, "lancaster", 3).barred["execute montagu"]


def test_c200_the_card_of_an_executed_noble_goes_to_the_discards() -> None:
    state = prison("montagu")
    put(state, "margaret", HARLECH)
    spend(state, "lancaster", 1, "execute montagu")
    assert state.discards == ["L12"]


def test_8_6_a_royal_leader_has_no_card() -> None:
    state = prison("richard_york")
    put(state, "margaret", HARLECH)
    spend(state, "lancaster", 1, "execute richard_york")
    assert state.leaders["richard_york"].status == "dead"
    assert not state.discards


def test_l42_y41_a_captive_about_to_be_executed_reaches_sanctuary() -> None:
    for card in ("L42", "Y41"):
        state = prison("montagu")
        put(state, "margaret", HARLECH)
        state.control["kent"] = "lancaster"
        secrets = hold(state, "york", card)
        spend(
            state,
            "lancaster",
            1,
            "execute montagu",
            secrets=secrets,
            moments=orders(on_capture=f"play {card.lower()} to durham"),
        )
        one = state.leaders["montagu"]
        assert (one.status, facts().hexes[one.at].area) == ("free", "durham")
        assert state.discards == [card]
        assert state.control == {"harlech": "lancaster", "kent": "lancaster"}
