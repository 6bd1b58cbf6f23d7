"""6.2.5 The vocabulary of effects.md: selectors, operations, what is skipped."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.request import Request
from pbem.errors import Impossible
from pbem.games.plantagenet_1450.effect_words import step_text
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_5_effects import carry_out
from pbem.games.plantagenet_1450.s6_2_5_selectors import (
    Resolution,
    areas_named,
    groups_named,
    leaders_named,
    resolution,
)
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Modifier, Relations, Siege, State
from tests.plantagenet_1450.field import lines, put, run
from tests.plantagenet_1450.impulses import tracks, whole
from tests.scripted import Scripted

LONDON = anchor("london")


def york() -> Resolution:
    return resolution("L39", "york")


def does(
    state: State,
    *steps: dict[str, Any],
    answers: tuple[str, ...] = (),
    dice: tuple[int, ...] = (),
    play: Resolution | None = None,
) -> Scripted:
    return run(carry_out, state, answers, dice, play or york(), steps)


# -- operations -------------------------------------------------------------------------------------


def test_6_2_5_legitimacy_and_treasury_move_a_marker_by_a_number_or_a_die() -> None:
    state = whole()
    does(state, {"op": "legitimacy", "side": "enemy", "amount": "-1d6"}, dice=(4,))
    does(state, {"op": "treasury", "side": "self", "amount": 3})
    does(state, {"op": "treasury", "side": "york", "amount": -9})
    assert (tracks(state), state.treasury) == (
        {"york": 10, "lancaster": 6},
        {"york": 0, "lancaster": 0},
    )


def test_6_2_5_a_step_for_a_king_who_is_not_there_is_skipped_and_later_ones_run() -> None:
    state = whole()
    does(
        state,
        {"op": "treasury", "side": "king", "amount": 3},
        {"op": "legitimacy", "side": "king", "amount": 3},
        {"op": "legitimacy", "side": "self", "amount": 1},
    )
    assert tracks(state) == {"york": 11, "lancaster": 10}


def test_6_2_5_a_name_that_is_not_bound_is_skipped() -> None:
    state = whole()
    does(
        state,
        {"op": "remove", "leader": "$nobody", "to": "dead"},
        {"op": "control", "area": {"ids": ["$nowhere"]}, "to": "self"},
        {"op": "move", "leader": "$nobody", "to": "calais", "mode": "any"},
        {"op": "legitimacy", "side": "self", "amount": 1},
    )
    assert (tracks(state)["york"], state.control) == (11, {})


def test_6_2_5_control_sets_the_marker_whatever_it_was_with_its_legitimacy() -> None:
    state = whole(kent="lancaster")
    does(state, {"op": "control", "area": "kent", "to": "self"})
    does(state, {"op": "control", "area": "calais", "to": "york"})
    assert state.control == {"kent": "york", "calais": "york"}
    assert tracks(state) == {"york": 10 + 1 + 6, "lancaster": 9}


def test_6_2_5_a_flag_stands_until_it_is_cleared() -> None:
    state = whole()
    does(state, {"op": "flag", "name": "omen", "value": True, "until": "end_of_turn"})
    assert state.flags == {"omen": "end_of_turn"}
    does(state, {"op": "flag", "name": "omen", "value": False})
    assert state.flags == {}


def test_6_2_5_modify_changes_a_die_for_the_turn() -> None:
    state = whole()
    does(state, {"op": "modify", "what": "heir_die", "side": "enemy", "amount": 1, "scope": "turn"})
    assert state.changes == [Modifier("heir_die", "lancaster", 1)]


def test_6_2_5_recruits_are_limited_by_the_counters() -> None:
    state = whole()
    counters = facts().units["spears"].counters
    state.pool["york"] = {"spears": counters - 1}
    does(state, {"op": "recruit", "side": "self", "unit": "spears", "count": 3})
    assert state.pool["york"]["spears"] == counters


def test_6_2_5_recruiting_by_the_table_takes_treasury() -> None:
    state = whole()
    state.treasury["york"] = 2
    step = {"op": "recruit", "side": "self", "unit": "spears", "table": True}
    does(state, step, answers=("bid 2",), dice=(4,))
    assert state.pool["york"]["spears"] == facts().tables["recruitment"]["spears"][6]


def test_6_2_5_diplomacy_goes_up_and_down_with_15_4() -> None:
    state = whole()
    state.relations["burgundy"] = Relations("york", 2)
    does(state, {"op": "diplomacy", "territory": "france", "side": "self", "steps": 2})
    assert state.relations == {"france": Relations("york", 2)}
    does(state, {"op": "diplomacy", "territory": "france", "side": "self", "steps": -1})
    assert state.relations == {"france": Relations("york", 1)}


def bands(*limits: int) -> list[dict[str, Any]]:
    """A gain of Legitimacy as large as the number of the band."""
    low = (1, *(limit + 1 for limit in limits))
    gains = [[{"op": "legitimacy", "side": "self", "amount": n}] for n in range(1, len(low) + 1)]
    return [
        {"min": a, "max": b, "do": do} for a, b, do in zip(low, (*limits, 6), gains, strict=True)
    ]


@pytest.mark.parametrize(("die", "mod", "gain"), [(1, 0, 1), (3, 0, 2), (6, 5, 3), (1, -4, 1)])
def test_6_2_5_a_roll_carries_out_the_band_that_holds_it_from_1_to_6(
    die: int, mod: int, gain: int
) -> None:
    state = whole()
    step = {"op": "roll", "dice": "1d6", "by": "self", "treasury": False, "mod": mod}
    does(state, {**step, "bands": bands(2, 4)}, dice=(die,))
    assert tracks(state)["york"] == 10 + gain


def test_6_2_5_a_roll_of_the_enemys_takes_the_enemys_treasury() -> None:
    state = whole()
    state.treasury = {"york": 0, "lancaster": 1}
    step = {"op": "roll", "dice": "1d6", "by": "enemy", "treasury": True, "bands": bands(2, 4)}
    game = does(state, step, answers=("bid none",), dice=(3,))
    assert game.asked[0].side == "lancaster"


def test_6_2_5_standing_orders_tell_a_cards_roll_from_others() -> None:
    state = whole()
    state.treasury = {"york": 2, "lancaster": 2}
    heard = []

    def counter(request: Request) -> str:
        heard.append(state.bidding)
        return "counter 1"

    game = Scripted(state, ["bid 1"], [3])
    game.at_moment = counter
    step = {"op": "roll", "dice": "1d6", "by": "self", "treasury": True, "bands": bands(2, 4)}
    game.run(carry_out, york(), (step,))
    assert heard == ["card"]


def test_6_2_5_when_looks_at_the_game_as_it_is_then() -> None:
    state = whole()
    gain = {"op": "legitimacy", "side": "self", "amount": 5}
    does(
        state,
        {"op": "when", "if": ["controls(self,kent)"], "then": [gain]},
        {"op": "control", "area": "kent", "to": "self"},
        {"op": "when", "if": ["controls(self,kent)"], "then": [gain], "else": []},
    )
    assert tracks(state)["york"] == 16


def test_c144_choices_that_cannot_be_carried_out_in_full_are_not_offered() -> None:
    state = whole(kent="york")
    pay = {"label": "pay", "do": [{"op": "treasury", "side": "self", "amount": -2}]}
    shame = {"label": "shame", "do": [{"op": "legitimacy", "side": "self", "amount": -2}]}
    lose = {"op": "control", "area": {"control": "self", "pick": 2}, "to": "neutral"}
    area = {"label": "area", "do": [lose]}
    step = {"op": "choose", "by": "self", "options": [pay, shame, area]}
    game = does(state, step)
    assert lines(game.asked[0]) == ["choose shame"]
    state.control["devon"], state.treasury["york"] = "york", 2
    game = does(state, step, answers=("choose pay",))
    assert lines(game.asked[0]) == ["choose pay", "choose shame", "choose area"]
    assert game.asked[0].options[0].note == step_text(pay["do"][0])
    at_stake = game.asked[0].options[2].note.removeprefix(step_text(lose))
    assert all(facts().areas[id].name in at_stake for id in ("kent", "devon"))


def test_6_2_5_loyalty_turns_a_noble_above_his_own_and_never_on_a_1() -> None:
    for die, bonus, side in ((4, 0, "lancaster"), (6, 0, "york"), (1, 9, "lancaster")):
        state = whole()
        put(state, "grey_ruthin", LONDON, side="lancaster")
        loyalty = facts().leaders["grey_ruthin"].ratings["lancaster"].loyalty
        step = {"op": "loyalty", "leader": "grey_ruthin", "bonus": bonus}
        does(state, step, dice=(min(die, loyalty) if side == "lancaster" else die,))
        assert state.leaders["grey_ruthin"].side == side


def test_6_2_5_release_frees_a_captive_and_leaves_others_alone() -> None:
    state = whole()
    put(state, "henry_vi", "towr", status="captive")
    put(state, "margaret", "1514")
    for id in ("henry_vi", "margaret"):
        does(state, {"op": "release", "leader": id, "at": "london"})
    assert (state.leaders["henry_vi"].at, state.leaders["margaret"].at) == (LONDON, "1514")


def test_6_2_5_an_operation_that_nobody_knows_is_no_quiet_nothing() -> None:
    with pytest.raises(Impossible):
        does(whole(), {"op": "bless", "leader": "henry_vi"})


# -- selectors --------------------------------------------------------------------------------------


def test_6_2_5_a_leader_is_chosen_by_side_kind_place_and_state() -> None:
    state = whole()
    put(state, "margaret", LONDON)
    put(state, "somerset", LONDON, side="lancaster")
    put(state, "devon", anchor("kent"), status="captive")
    put(state, "hastings", "foreign:france", side="york")
    play = york()
    assert leaders_named(state, play, {"side": "enemy"}) == ["margaret", "somerset"]
    assert leaders_named(state, play, {"side": "enemy", "kind": "noble"}) == ["somerset"]
    assert leaders_named(state, play, {"state": "captive"}) == ["devon"]
    assert leaders_named(state, play, {"at": "foreign"}) == ["hastings"]
    assert leaders_named(state, play, {"at": "england", "kind": "royal"}) == ["margaret"]
    assert leaders_named(state, play, {"near": "kent", "kind": "noble"}) == ["somerset"]
    assert leaders_named(state, play, {"at": {"ids": ["foreign:france"]}}) == ["hastings"]
    assert leaders_named(state, play, {"rated": True, "at": "london"}) == ["somerset"]
    assert leaders_named(state, play, {"alone": True, "side": "enemy"}) == []
    state.leaders["margaret"].at = "towr"
    assert leaders_named(state, play, {"alone": True, "side": "enemy"}) == ["margaret", "somerset"]


def test_6_2_5_an_area_is_chosen_by_what_it_has_and_lacks() -> None:
    state = whole(kent="york", durham="york", york="york", devon="lancaster")
    put(state, "exeter", anchor("york_east"))
    play = york()
    assert groups_named(state, play, {"control": "self", "lacks": ["leader_enemy"]}) == [
        "kent",
        "durham",
    ]
    assert groups_named(state, play, {"region": "north", "control": "self"}) == [
        "york_west",
        "durham",
    ]
    assert areas_named(state, play, {"has": ["leader_any"]}) == ["york_east"]
    assert "devon" in groups_named(state, play, {"has": ["port", "cathedral", "unreduced_fort"]})
    fort = facts().areas["devon"].fort_hex
    state.sieges[fort] = Siege("york", reduced=True)
    assert "devon" not in groups_named(state, play, {"has": ["unreduced_fort"]})
    assert areas_named(state, play, {"ids": ["kent", "devon"], "control": "enemy"}) == ["devon"]
    assert areas_named(state, play, {"near": "tower"}) == ["london", "tower"]


def test_c6_c220_the_ridings_count_as_one_for_markers_and_leaders() -> None:
    state = whole(york="york")
    some = groups_named(state, york(), {"control": "self"})
    assert some == ["york_west"]
    put(state, "hastings", anchor("york_north"), side="york")
    assert groups_named(state, york(), {"control": "self", "lacks": ["leader_york"]}) == []


def test_6_2_5_berwick_in_scottish_hands_is_no_port() -> None:
    state = whole()
    assert "bamburgh" in areas_named(state, york(), {"has": ["port"]})
    state.flags["berwick_scottish"] = ""
    assert "bamburgh" not in areas_named(state, york(), {"has": ["port"]})


def test_6_2_5_an_area_has_nothing_that_effects_md_does_not_know() -> None:
    with pytest.raises(Impossible):
        areas_named(whole(), york(), {"has": ["dragons"]})
