"""`pbem odds siege` and `recruitment`."""

from __future__ import annotations

import pytest

from pbem.engine.odds import Answer, Inquiry
from pbem.errors import BadQuestion
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.state import Garrison, Siege, State, Unit
from tests.plantagenet_1450.field import empty, put
from tests.plantagenet_1450.realm import realm, spend
from tests.says import says

HARLECH = facts().areas["harlech"]
VALUE = HARLECH.fort_value


def ask(name: str, state: State, **given: str) -> Answer:
    return PLANTAGENET_1450.chances.odds()[name].run(Inquiry(state, "york", given))


def shares(answer: Answer) -> dict[str, float]:
    return {line.label: line.share for line in answer.blocks[0].lines}


def harlech() -> State:
    state = realm(harlech="lancaster")
    put(state, "herbert", HARLECH.fort_hex, side="york")
    return state


def test_14_3_the_first_roll_is_what_the_rules_need() -> None:
    """Every die is tried by the rules themselves."""
    fallen = 0
    for die in range(1, 7):
        state = harlech()
        spend(state, "york", 1, "besiege harlech", dice=(die,))
        fallen += state.sieges[HARLECH.fort_hex].reduced
    answer = ask("siege", harlech(), area="harlech", rolls="1")
    assert shares(answer) == {"after 1 roll": pytest.approx(fallen / 6)}


def test_14_3_two_rolls_with_a_garrison_as_the_rules_play_them() -> None:
    """All 36 pairs of dice, played by the rules."""
    fallen = 0
    for first in range(1, 7):
        for second in range(1, 7):
            state = harlech()
            state.garrisons[HARLECH.fort_hex] = Garrison("lancaster", [Unit("men_at_arms")])
            spend(state, "york", 2, "besiege harlech", dice=(first,))
            if not state.sieges[HARLECH.fort_hex].reduced:
                spend(state, "york", 1, "besiege harlech", dice=(second,))
            fallen += state.sieges[HARLECH.fort_hex].reduced
    state = harlech()
    state.garrisons[HARLECH.fort_hex] = Garrison("lancaster", [Unit("men_at_arms")])
    answer = ask("siege", state, area="harlech", rolls="2")
    assert shares(answer)["after 2 rolls"] == pytest.approx(fallen / 36)
    assert answer.numbers["chance"] == pytest.approx(fallen / 36)


def test_9_2_2_treasury_and_the_marker_help() -> None:
    state = harlech()
    plain = ask("siege", state, area="harlech", rolls="1").numbers["chance"]
    paid = ask("siege", state, area="harlech", rolls="1", treasury="1").numbers["chance"]
    state.sieges[HARLECH.fort_hex] = Siege("york", 1)
    marked = ask("siege", state, area="harlech", rolls="1").numbers["chance"]
    assert paid == marked == pytest.approx(plain + 1 / 6)


def test_14_2_what_cannot_be_besieged_now_is_said() -> None:
    state = harlech()
    state.leaders["herbert"].status = "captive"
    assert says(
        ask("siege", state, area="harlech").notes[-1],
        "games.plantagenet_1450.s14_sieges.bar",
        word="yours",
    )
    with pytest.raises(BadQuestion):
        ask("siege", realm(), area="harlech")
    with pytest.raises(BadQuestion):
        ask("siege", realm(), area="rutland")


def test_12_1_how_many_a_roll_brings() -> None:
    answer = ask("recruitment", realm(), unit="longbowmen")
    assert shares(answer) == {
        "1": pytest.approx(2 / 6),
        "2": pytest.approx(2 / 6),
        "3": pytest.approx(2 / 6),
    }
    assert answer.numbers["units"] == pytest.approx(2)
    richer = ask("recruitment", realm(), unit="longbowmen", treasury="2")
    assert richer.numbers["units"] == pytest.approx((2 + 2 + 3 + 3 + 4 + 4) / 6)


def test_c49_counters_limit_what_comes() -> None:
    state = realm()
    state.pool["york"] = {"longbowmen": 23}
    assert shares(ask("recruitment", state, unit="longbowmen")) == {"1": pytest.approx(1)}


def test_c187_a_campaign_scenario_recruits_and_besieges_nobody() -> None:
    with pytest.raises(BadQuestion):
        ask("siege", empty(harlech="york"), area="harlech")
    with pytest.raises(BadQuestion):
        ask("recruitment", empty(), unit="longbowmen")
