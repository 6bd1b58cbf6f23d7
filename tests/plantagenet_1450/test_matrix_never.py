"""What cannot happen to those with a leader, by the table of the rulings, is not offered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.games.plantagenet_1450 import s8_intrigue as s8
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_5_riding as riding
from pbem.games.plantagenet_1450.s7_2_impulses import fill_plays
from pbem.games.plantagenet_1450.s16_2_campaign import go_home, take_the_field
from pbem.games.plantagenet_1450.s16_4_1_initiative import fill_actions
from pbem.games.plantagenet_1450.s16_4_6_11_captures import Captors, capture
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State, Unit
from tests.plantagenet_1450.field import (
    lines,
    menu,
    put,
    run,
)
from tests.plantagenet_1450.realm import offered, realm

from .matrix import CAPTIVE, CARRIED, MEN, NEVER, OWN, RIDER, SECOND
from .test_matrix import field, with_company

KENT = anchor("kent")
BY_WARWICK = Captors("york", ("warwick",))


def burdened() -> State:
    """In an impulse: Margaret carries Devon, and each of them holds a captive."""
    state = realm(kent="lancaster", sussex="lancaster")
    put(state, "margaret", KENT)
    put(state, "devon", KENT, side="lancaster", carrier="margaret")
    put(state, "norfolk", KENT, side="york", status="captive", captor="devon")
    put(state, "bourchier", KENT, side="york", status="captive", captor="margaret")
    put(state, "henry_vi", KENT)
    put(state, "warwick", anchor("essex"), side="york")
    return state


def impulse_lines(state: State, side: str) -> list[str]:
    """All that may be played or bought in an impulse."""
    return lines(menu(fill_plays, state=state, side=side)) + lines(offered(state, side, 5))


def only_captives_are_named(verb: str, side: str) -> None:
    """Of all leaders only the captives, who have let go of everybody and everything, can be named."""
    state = burdened()
    put(state, "margaret", KENT)
    named = [line.split()[1] for line in lines(offered(state, side, 5)) if line.startswith(verb)]
    assert all(state.leaders[id].status == "captive" for id in named)
    field_state = field("somerset")
    for heading in (RIDER, CAPTIVE, OWN):
        with_company(field_state, "somerset", heading)
    run(capture, field_state, [], [], "somerset", BY_WARWICK)
    assert leaders.followers(field_state, "somerset") == []
    assert field_state.leaders["somerset"].army == []


def never_executed(heading: str) -> None:
    only_captives_are_named("execute", "york")


def never_released(heading: str) -> None:
    only_captives_are_named("escape", "york")


def never_carried_in_a_campaign(heading: str) -> None:
    """16.3 Everybody stands on his own feet, and nobody but Henry is picked up."""
    state = burdened()
    take_the_field(state)
    assert not any(one.carrier for one in state.leaders.values())
    filled = menu(fill_actions, state=state, side="lancaster")
    parties = {name for option in filled.options for name in option.group}
    assert parties <= {"henry_vi"}


def never_rides_in_an_impulse(heading: str) -> None:
    """16.4.5.5 He mounts in a Campaign only, and gets down when it ends."""
    state = burdened()
    assert not [line for line in impulse_lines(state, "lancaster") if ": ride " in line]
    state.leaders["henry_vi"].rides = "margaret"
    state.control.clear()
    run(go_home, state)
    assert state.leaders["henry_vi"].rides == ""


def nobles_carry_nobody(heading: str) -> None:
    """C47 But for Warwick."""
    state = burdened()
    put(state, "clarence", KENT, side="york")
    put(state, "norfolk", KENT, side="york")
    put(state, "warwick", KENT, side="york")
    some = offered(state, "york", 5).options
    parties = {
        option.line.split(":")[0]: option.group for option in some if ": move " in option.line
    }
    assert "norfolk" in parties["warwick"]
    assert parties["clarence"] == parties["norfolk"] == ()


def nobody_rides_with_henry(heading: str) -> None:
    state = burdened()
    assert riding.riders(state, "lancaster") == ["henry_vi"]
    never_rides_in_an_impulse(heading)


def never_with_an_army(heading: str) -> None:
    """13.2.3, C98 Outside Campaigns nobody has units but for the card that musters them."""
    state = burdened()
    told = impulse_lines(state, "lancaster")
    assert not [line for line in told if line.startswith(("deploy", "muster"))]
    state.leaders["margaret"].army = [Unit("men_at_arms", "own"), Unit("billmen")]
    state.control.clear()
    run(go_home, state)
    assert state.leaders["margaret"].army == []


def never_ransomed(heading: str) -> None:
    """No rule knows of it."""
    state = burdened()
    for side in ("york", "lancaster"):
        assert not [line for line in impulse_lines(state, side) if "ransom" in line]
    assert not [one for one in s8.Spend.__args__ if "ransom" in one.__name__.lower()]


REASONS: dict[str, Callable[[str], None]] = {
    "executed": never_executed,
    "released or escapes": never_released,
    "ransomed": never_ransomed,
}
AFIELD = (
    "flight into exile",
    "marches",
    "retreats",
    "withdraws inside",
    "comes back from exile",
)
"""Ways that there are in a Campaign only."""


@pytest.mark.parametrize(("way", "heading"), NEVER)
def test_what_cannot_happen_is_not_offered(way: str, heading: str) -> None:
    if heading in (CARRIED, SECOND) and way == "put to death by a card":
        nobles_carry_nobody(heading)
    elif heading == CARRIED and way in AFIELD:
        never_carried_in_a_campaign(heading)
    elif way in REASONS:
        REASONS[way](heading)
    elif heading == RIDER:
        (nobody_rides_with_henry if way == "out of his wits" else never_rides_in_an_impulse)(
            heading
        )
    else:
        assert heading in MEN
        never_with_an_army(heading)
