"""8.3, 18.0 Coronation: the four conditions, the order of succession, the Yorkist deck."""

from __future__ import annotations

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s10_leaders import subject
from pbem.games.plantagenet_1450.s17_sole_king import victory_king
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import lines, put
from tests.plantagenet_1450.realm import hold, offered, orders, realm, spend
from tests.says import sentence

LONDON, YORK, CALAIS = "1928", "1612", "2531"
YORKIST = [card.id for card in facts().cards.values() if card.deck == "yorkist"]


def london() -> State:
    """Edward of March in a Yorkist London, Henry VI a captive."""
    state = realm(london="york")
    put(state, "edward_march", LONDON)
    put(state, "henry_vi", LONDON, status="captive", crowned=True)
    return state


def crowns(state: State, side: str = "york", points: int = 5, card: str = "L38") -> list[str]:
    return [
        line for line in lines(offered(state, side, points, card=card)) if line.startswith("crown")
    ]


def why(state: State, leader: str = "edward_march", side: str = "york") -> str:
    return offered(state, side, 3).barred[f"crown {leader} for 3"]


def test_8_3_18_1_a_die_up_to_the_points_crowns_him() -> None:
    state = london()
    game = spend(state, "york", 4, "crown edward_march for 4", dice=(4,))
    assert state.leaders["edward_march"].crowned
    assert state.were_crowned == ["edward_march"]
    assert victory_king(state) == "york"
    assert (
        sentence(
            "games.plantagenet_1450.s18_coronation.crown",
            subject("edward_march"),
            word="king",
        )
        in game.story
    )
    assert not state.points


def test_18_1_4_a_higher_die_does_not() -> None:
    state = london()
    spend(state, "york", 3, "crown edward_march for 3", dice=(4,))
    assert not state.leaders["edward_march"].crowned
    assert not state.points, "the points are spent"


def test_18_1_c34_c41_at_least_three_points_of_one_card() -> None:
    state = london()
    assert crowns(state) == [f"crown edward_march for {many}" for many in (3, 4, 5)]
    assert not crowns(state, points=2)
    assert not crowns(state, points=1, card=""), "C34: One Intrigue crowns nobody"


def test_c41_treasury_takes_something_off_the_die_and_the_other_side_may_counter() -> None:
    state = london()
    state.treasury = {"york": 3, "lancaster": 1}
    spend(
        state,
        "york",
        3,
        "crown edward_march for 3",
        "bid 3",
        dice=(5,),
        moments=orders(on_bid="counter 1"),
    )
    assert state.leaders["edward_march"].crowned


def test_18_1_1_not_while_there_is_a_sole_king() -> None:
    state = london()
    state.leaders["henry_vi"].status = "free"
    assert not crowns(state)
    assert (
        why(state)
        == "Lancaster has "
        + sentence("games.plantagenet_1450.s18_coronation.bar", word="sole")
        + " (18.1)"
    )


def test_18_1_1_c102_the_protector_counts_as_one() -> None:
    state = london()
    state.leaders["henry_vi"].status, state.leaders["henry_vi"].mad = "free", True
    put(state, "richard_york", LONDON)
    assert why(state) == "York has the Protector (18.1)"
    state.leaders["richard_york"].at = "foreign:ireland"
    assert crowns(state), "C102: without him there is no sole king"


def test_18_1_2_in_a_controlled_area_with_a_cathedral() -> None:
    state = london()
    state.control = {}
    assert "cathedral" in why(state)
    state.control = {"london": "lancaster"}
    assert "cathedral" in why(state)
    state.control = {"calais": "york", "london": "york"}
    state.leaders["edward_march"].at = CALAIS
    assert "cathedral" in why(state)
    state.leaders["edward_march"].at = "foreign:burgundy"
    assert "cathedral" in why(state)


def test_c6_the_minster_serves_in_the_west_riding_alone() -> None:
    state = london()
    state.control = {"york": "york"}
    state.leaders["edward_march"].at = YORK
    assert crowns(state)
    north = next(one.id for one in facts().hexes.values() if one.area == "york_north")
    state.leaders["edward_march"].at = north
    assert "cathedral" in why(state)


def test_18_1_3_c106_with_at_least_as_much_legitimacy() -> None:
    state = london()
    state.legitimacy = {"york": 9, "lancaster": 10}
    assert "Legitimacy" in why(state)
    state.legitimacy = {"york": 10, "lancaster": 10}
    assert crowns(state)


def test_18_2_c104_the_order_of_succession_is_fixed() -> None:
    state = london()
    put(state, "gloucester", LONDON)
    state.flags["gloucester_crownable"] = ""
    assert crowns(state) == [f"crown edward_march for {many}" for many in (3, 4, 5)]
    assert "comes before" in why(state, "gloucester")
    state.leaders["edward_march"].status = "dead"
    assert crowns(state)[0] == "crown gloucester for 3"


def test_c104_henry_stands_before_the_prince_and_c213_who_never_entered_counts_as_dead() -> None:
    state = realm(london="lancaster")
    put(state, "henry_tudor", LONDON)
    put(state, "henry_vi", LONDON, status="captive", crowned=True)
    assert "Henry VI comes before" in why(state, "henry_tudor", "lancaster")
    state.leaders["henry_vi"].status = "dead"
    assert "Prince of Wales, comes before" in why(state, "henry_tudor", "lancaster")
    state.leaders["edward_wales"].status = "dead"
    assert crowns(state, "lancaster")


def test_18_3_c74_gloucester_not_before_malmsey_wine_york_never() -> None:
    state = london()
    state.leaders["edward_march"].status = "dead"
    put(state, "gloucester", LONDON)
    put(state, "richard_york", LONDON)
    assert "Malmsey Wine" in why(state, "gloucester")
    state.flags["gloucester_crownable"] = ""
    assert [line.split()[1] for line in crowns(state)] == ["gloucester"] * 3


def test_18_3_c105_a_pretender_when_all_heirs_are_dead() -> None:
    state = london()
    put(state, "pretender_york", LONDON)
    assert "comes before" in why(state, "pretender_york")
    for heir in ("edward_march", "gloucester"):
        state.leaders[heir].status = "dead"
    assert crowns(state)[0] == "crown pretender_york for 3"


def test_18_1_who_is_crowned_waits_or_is_captive_is_not_crowned() -> None:
    state = london()
    state.leaders["edward_march"].status = "captive"
    assert "not free" in why(state)
    state.leaders["edward_march"].status = "free"
    state.leaders["edward_march"].crowned = True
    assert "is crowned" in why(state)


def test_c213_a_living_richard_does_not_bar_edward() -> None:
    state = london()
    put(state, "richard_york", LONDON)
    assert crowns(state)


def test_y21_points_for_a_coronation_buy_nothing_else() -> None:
    state = london()
    some = lines(offered(state, "york", 3, uses=("coronation",)))
    assert some == ["crown edward_march for 3", "done"]


def test_18_4_c31_the_yorkist_deck_joins_the_undrawn_cards_and_not_the_discards() -> None:
    state = london()
    secrets = hold(state, "york", "L39") | {"deck:intrigue_1:8": "L50", "deck:intrigue_1:9": "L20"}
    state.deck = ["deck:intrigue_1:8", "deck:intrigue_1:9"]
    state.discards = ["L21", "L22"]
    game = spend(state, "york", 5, "crown edward_march for 5", dice=(1,), secrets=secrets)
    assert [game.secrets[slot] for slot in state.deck] == ["L50", "L20", *YORKIST]
    assert all(slot.startswith("deck:intrigue_2:") for slot in state.deck)
    assert state.discards == ["L21", "L22"]
    assert len(state.hands["york"]) == 1
    assert set(YORKIST) <= set(state.cards)


def test_18_4_nobody_elses_coronation_brings_it() -> None:
    state = london()
    state.leaders["edward_march"].status = "dead"
    put(state, "gloucester", LONDON)
    state.flags["gloucester_crownable"] = ""
    spend(state, "york", 5, "crown gloucester for 5", dice=(1,))
    assert not set(YORKIST) & set(state.cards)
    assert state.shuffles == 1
