"""8.4 Defection: who can be turned, on what dice, and where he stands then."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import invariants
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Garrison, Modifier, State, Unit
from tests.plantagenet_1450.field import PONTEFRACT, YORK, lines, put
from tests.plantagenet_1450.realm import hold, offered, orders, realm, spend
from tests.says import says, sentence

LONDON = "1928"
MIDDLESEX = ("1827", "1828")


def north() -> State:
    """Northumberland (loyalty 5) at York, Warwick and Richard of York far away."""
    state = realm(york="lancaster")
    put(state, "northumberland", YORK, side="lancaster")
    put(state, "richard_york", LONDON)
    return state


def turns(state: State) -> list[str]:
    return [line for line in lines(offered(state, "york", 5)) if line.startswith("turn ")]


def test_8_4_c42_die_and_points_above_his_loyalty_turn_a_noble() -> None:
    state = north()
    game = spend(state, "york", 3, "turn northumberland for 3", dice=(3,))
    assert game.rolled == [
        (
            sentence(
                "games.plantagenet_1450.s8_4_defection.turn", "northumberland", word="defection"
            ),
            3,
        )
    ]
    assert state.leaders["northumberland"].side == "york"
    assert not state.points, "the points are spent"


def test_8_4_c42_equal_to_his_loyalty_is_not_above_it() -> None:
    state = north()
    game = spend(state, "york", 3, "turn northumberland for 3", dice=(2,))
    assert state.leaders["northumberland"].side == "lancaster"
    assert "The Earl of Northumberland (Percy) stays loyal." in game.story


def test_8_4_c42_an_unmodified_one_always_fails() -> None:
    state = north()
    state.leaders["northumberland"].side = "lancaster"
    put(state, "wiltshire", PONTEFRACT, side="lancaster")
    state.changes = [Modifier("defection_die", "york", 9)]
    spend(state, "york", 5, "turn wiltshire for 5", dice=(1,))
    assert state.leaders["wiltshire"].side == "lancaster"
    spend(state, "york", 5, "turn wiltshire for 5", dice=(2,))
    assert state.leaders["wiltshire"].side == "york"


def test_8_4_c42_nobody_whose_loyalty_is_an_asterisk_and_no_royal_leader() -> None:
    state = north()
    put(state, "clifford", PONTEFRACT)
    put(state, "margaret", PONTEFRACT)
    assert turns(state) == [f"turn northumberland for {many}" for many in range(1, 6)]
    why = offered(state, "york", 5).barred
    assert says(
        why["turn clifford for 1"],
        "games.plantagenet_1450.s8_4_defection.bar_defections",
        word="loyalty",
    )
    assert "only nobles" in why["turn margaret for 1"]


def test_8_4_c42_no_treasury_is_spent_on_it() -> None:
    """C39"""
    state = north()
    state.treasury = {"york": 9, "lancaster": 9}
    game = spend(state, "york", 1, "turn northumberland for 1", dice=(5,))
    assert [request.kind for request in game.asked] == ["intrigue"]
    assert state.leaders["northumberland"].side == "york"


def test_c42_no_friend_need_be_near_and_he_may_be_abroad() -> None:
    state = north()
    state.leaders["northumberland"].at = "foreign:scotland"
    spend(state, "york", 1, "turn northumberland for 1", dice=(6,))
    one = state.leaders["northumberland"]
    assert (one.side, one.at) == ("york", "foreign:scotland")


def test_c42_a_captive_cannot_be_turned() -> None:
    state = north()
    state.leaders["northumberland"].status = "captive"
    assert not turns(state)
    assert "captive" in offered(state, "york", 5).barred["turn northumberland for 1"]


def test_c42_he_keeps_his_place_and_garrisons_and_markers_stay() -> None:
    state = north()
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")])
    spend(state, "york", 5, "turn northumberland for 5", dice=(6,))
    assert state.leaders["northumberland"].at == YORK
    assert state.control == {"york": "lancaster"}
    assert state.garrisons[PONTEFRACT].side == "lancaster"
    assert state.legitimacy == {"york": 10, "lancaster": 10}


def test_c199_he_is_set_down_in_the_nearest_hex_of_his_area_if_old_friends_share_his() -> None:
    state = north()
    put(state, "clifford", YORK)
    spend(state, "york", 5, "turn northumberland for 5", dice=(6,))
    at = state.leaders["northumberland"].at
    assert at != YORK
    assert at in facts().beside[YORK]
    assert facts().hexes[at].area == facts().hexes[YORK].area
    assert at == min(
        one for one in facts().beside[YORK] if facts().hexes[one].area == facts().hexes[YORK].area
    )


def test_c199_in_an_area_of_one_hex_he_stays() -> None:
    state = north()
    state.leaders["northumberland"].at = LONDON
    put(state, "clifford", LONDON)
    spend(state, "york", 5, "turn northumberland for 5", dice=(6,))
    assert state.leaders["northumberland"].at == LONDON


def test_p5_where_old_friends_stand_in_every_hex_of_several_he_goes_beyond_them() -> None:
    """Bourchier in Middlesex beside Richard of York, another Yorkist in its other hex."""
    state = realm(york="lancaster")
    put(state, "richard_york", MIDDLESEX[0])
    put(state, "warwick", MIDDLESEX[1])
    put(state, "bourchier", MIDDLESEX[0], side="york")
    spend(state, "lancaster", 5, "turn bourchier for 5", dice=(6,))
    one = state.leaders["bourchier"]
    assert one.side == "lancaster"
    assert one.at in facts().beside[MIDDLESEX[0]]
    assert one.at not in MIDDLESEX
    invariants.check_leaders(state)


def test_c199_who_is_carried_is_set_down() -> None:
    state = north()
    put(state, "margaret", YORK)
    state.leaders["northumberland"].carrier = "margaret"
    spend(state, "york", 5, "turn northumberland for 5", dice=(6,))
    one = state.leaders["northumberland"]
    assert (one.carrier, one.at != YORK) == ("", True)


def test_c147_whom_he_holds_abroad_is_free_there() -> None:
    state = north()
    put(state, "northumberland", "foreign:scotland", side="lancaster")
    captive = {"side": "york", "status": "captive", "captor": "northumberland"}
    put(state, "norfolk", "foreign:scotland", **captive)
    spend(state, "york", 3, "turn northumberland for 3", dice=(3,))
    one = state.leaders["norfolk"]
    assert (one.status, one.captor, one.at) == ("free", "", "foreign:scotland")


def test_y20_a_card_may_make_it_easier_for_a_turn() -> None:
    state = north()
    state.changes = [
        Modifier("defection_die", "york", 1),
        Modifier("defection_die", "lancaster", 4),
    ]
    spend(state, "york", 1, "turn northumberland for 1", dice=(4,))
    assert state.leaders["northumberland"].side == "york"


def test_l47_letters_of_protection_take_two_from_the_roll() -> None:
    state = north()
    secrets = hold(state, "lancaster", "L47")
    game = spend(
        state,
        "york",
        3,
        "turn northumberland for 3",
        dice=(4,),
        secrets=secrets,
        moments=orders(on_defection="play l47"),
    )
    assert state.leaders["northumberland"].side == "lancaster"
    assert state.discards == ["L47"]
    assert (
        sentence("games.plantagenet_1450.s6_4_responses.play", "Lancaster", "Letters of Protection")
        in game.story
    )


def test_y45_a_royal_pardon_takes_three_from_a_sole_king_one_from_another() -> None:
    for crowned, turned in ((True, "lancaster"), (False, "york")):
        state = north()
        put(state, "henry_vi", PONTEFRACT, crowned=crowned)
        secrets = hold(state, "lancaster", "Y45")
        spend(
            state,
            "york",
            3,
            "turn northumberland for 3",
            dice=(4,),
            secrets=secrets,
            moments=orders(on_defection="play y45"),
        )
        assert state.leaders["northumberland"].side == turned


def test_c32_without_a_standing_order_no_response_is_played() -> None:
    state = north()
    secrets = hold(state, "lancaster", "L47")
    game = spend(state, "york", 5, "turn northumberland for 5", dice=(2,), secrets=secrets)
    assert state.leaders["northumberland"].side == "york"
    assert [request.kind for request in game.passed] == ["on_defection"]
    assert [request.kind for request in game.asked] == ["intrigue"]
