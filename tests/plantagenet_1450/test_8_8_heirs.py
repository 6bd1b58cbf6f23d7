"""8.8 Heir checks: who comes, on what dice, and where."""

from __future__ import annotations

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Modifier, State
from tests.plantagenet_1450.field import asked, lines, put
from tests.plantagenet_1450.realm import offered, realm, spend

LONDON = "1928"


def third_turn(**control: str) -> State:
    """Edward of March has come of age; Gloucester and the Prince have not."""
    state = realm(**(control or {"shropshire": "york"}))
    state.turn = 3
    return state


def checks(state: State, points: int = 3, side: str = "york", card: str = "L38") -> list[str]:
    menu = offered(state, side, points, card=card)
    return [line for line in lines(menu) if line.startswith("heir")]


def test_8_8_a_die_up_to_the_points_brings_the_next_heir() -> None:
    state = third_turn()
    game = spend(state, "york", 3, "heir check for 3", "edward_march: enter shropshire", dice=(3,))
    one = state.leaders["edward_march"]
    assert (one.side, one.status) == ("york", "free")
    assert facts().hexes[one.at].area == "shropshire"
    assert facts().hexes[one.at].anchor, "C118"
    assert not state.points
    assert game.rolled == [("heir check york", 3)]


def test_8_8_a_higher_die_brings_nobody() -> None:
    state = third_turn()
    spend(state, "york", 3, "heir check for 2", dice=(3,))
    assert state.leaders["edward_march"].status == "waiting"
    assert state.points[-1].left == 1


def test_8_8_any_number_of_points_and_c202_several_checks_on_one_card() -> None:
    state = third_turn()
    assert checks(state, 5) == [f"heir check for {many}" for many in range(1, 6)]
    assert checks(state, 1, card="") == ["heir check for 1"], "One Intrigue too"
    spend(
        state,
        "york",
        3,
        "heir check for 1",
        "heir check for 2",
        "edward_march: enter shropshire",
        dice=(2, 2),
    )
    assert state.leaders["edward_march"].status == "free"


def test_c39_no_treasury_is_spent_on_it() -> None:
    state = third_turn()
    state.treasury = {"york": 9, "lancaster": 9}
    game = spend(state, "york", 1, "heir check for 1", dice=(2,))
    assert not asked(game, "bid")


def test_c43_only_who_came_of_age_the_earliest_first() -> None:
    state = third_turn()
    state.turn = 2
    assert not checks(state)
    assert "C43" in offered(state, "york", 3).barred["heir check for 1"]
    state.turn = 5
    spend(state, "york", 5, "heir check for 5", "edward_march: enter shropshire", dice=(5,))
    assert state.leaders["gloucester"].status == "waiting"
    spend(state, "york", 5, "heir check for 5", "gloucester: enter shropshire", dice=(5,))
    assert state.leaders["gloucester"].status == "free"


def test_c152_who_died_is_skipped() -> None:
    state = third_turn()
    state.turn = 5
    state.leaders["edward_march"].status = "dead"
    spend(state, "york", 5, "heir check for 5", "gloucester: enter shropshire", dice=(1,))
    assert state.leaders["gloucester"].status == "free"


def test_c152_an_heir_who_was_advanced_is_available_at_once() -> None:
    state = third_turn(london="lancaster")
    assert not checks(state, side="lancaster")
    state.heirs["edward_wales"] = 3
    assert checks(state, side="lancaster")


def test_8_8_he_may_come_to_any_friendly_area_or_royal_leader_also_abroad() -> None:
    state = third_turn(shropshire="york", london="york", kent="lancaster")
    put(state, "richard_york", "foreign:ireland")
    put(state, "warwick", LONDON, side="york")
    game = spend(state, "york", 5, "heir check for 5", "edward_march: join richard_york", dice=(1,))
    (request,) = asked(game, "enter")
    assert lines(request) == [
        "edward_march: join richard_york",
        "edward_march: enter london",
        "edward_march: enter shropshire",
    ]
    assert state.leaders["edward_march"].at == "foreign:ireland"


def test_c202_no_captive_royal_leader_receives_him() -> None:
    state = third_turn(london="york")
    put(state, "richard_york", LONDON, status="captive")
    game = spend(state, "york", 5, "heir check for 5", dice=(1,))
    assert lines(asked(game, "enter")[0]) == ["edward_march: enter london"]


def test_c118_another_hex_of_the_area_may_be_named() -> None:
    state = third_turn()
    at = next(
        one.id for one in facts().hexes.values() if one.area == "shropshire" and not one.anchor
    )
    answer = f"edward_march: enter shropshire with {at}"
    spend(state, "york", 5, "heir check for 5", answer, dice=(1,))
    assert state.leaders["edward_march"].at == at


def test_8_8_who_has_nowhere_to_come_to_is_not_called() -> None:
    state = third_turn(london="lancaster")
    assert not checks(state)
    assert "no place" in offered(state, "york", 3).barred["heir check for 1"]


def test_l25_the_act_of_accord_makes_it_harder_for_lancaster() -> None:
    state = third_turn(london="lancaster")
    state.heirs["edward_wales"] = 3
    state.changes = [Modifier("heir_die", "lancaster", 1)]
    spend(state, "lancaster", 3, "heir check for 3", dice=(3,))
    assert state.leaders["edward_wales"].status == "waiting"
    spend(state, "lancaster", 3, "heir check for 3", dice=(2,))
    assert state.leaders["edward_wales"].status == "free"
