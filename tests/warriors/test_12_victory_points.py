"""12.0 Victory Points."""

from __future__ import annotations

from pbem.games.warriors.s12_victory_points import income, lead_words, victory_points
from tests.scripted import Scripted
from tests.warriors.field import empty, put


def test_12_0_regions_controlled_count_and_the_marker_moves_by_the_difference() -> None:
    state = empty("victory_points")
    state.control = {"london": "lancaster", "wales": "lancaster", "yorkshire": "york"}
    state.lead = -1
    Scripted(state).run(victory_points)
    assert state.lead == -1 + 4 - 2


def test_c25_one_cumulative_lead_and_totals_may_be_negative() -> None:
    state = empty("victory_points")
    put(state, "margaret", "france", "lancaster")
    put(state, "dacre", "scotland", "lancaster")
    assert income(state, "lancaster") == -2
    Scripted(state).run(victory_points)
    Scripted(state).run(victory_points)
    assert state.lead == -4
    assert lead_words(state.lead) == "York leads by 4 VP"


def test_c31_every_noble_in_a_foreign_area_costs_one_however_he_came() -> None:
    state = empty("victory_points")
    put(state, "york", "burgundy", "york", 6)
    put(state, "ferrers", "burgundy", "york")
    state.control["calais"] = "york"
    assert income(state, "york") == -1


def test_c32_foreign_areas_yield_no_vp() -> None:
    state = empty("victory_points")
    put(state, "york", "burgundy", "york")
    assert income(state, "york") == -1
    assert "burgundy" not in state.control
