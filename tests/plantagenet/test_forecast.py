"""A forecast beside a choice comes true: Feed (4.7), Pay (3.2.1), Waste (4.8.5), unused actions (3.4)."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet import forecast
from pbem.games.plantagenet import s3_2_pay as pay
from pbem.games.plantagenet import s3_4_muster as muster
from pbem.games.plantagenet import s4_7_feed as feed
from pbem.games.plantagenet import s4_8_end_campaign as end
from pbem.games.plantagenet.state import State
from tests.plantagenet.field import army, empty, menu, put
from tests.says import says, sentence
from tests.scripted import Scripted


def note(menu: Menu, line: str) -> str:
    return next(option.note for option in menu.options if option.line == line)


def alone(at: str, troops: int, provender: int = 0, coin: int = 0) -> State:
    state = empty("Ib")
    put(state, "march", at, provender=provender, coin=coin)
    army(state, "march", militia=troops)
    state.plan = {"york": ["norfolk"], "lancaster": ["pass"]}
    return state


@pytest.mark.parametrize(
    ("at", "troops", "provender", "told"),
    [
        ("bedford", 6, 0, "needs 1 Provender, has 0: will Pillage, -4 Influence"),
        ("bedford", 6, 1, ""),
        (
            "bedford",
            7,
            1,
            "needs 2 Provender, has 1: will Pillage, -4 Influence"
            + sentence("games.plantagenet.forecast.lacking", 2, word="then Disband"),
        ),
        ("london", 7, 0, "needs 2 Provender, has 0: will Pillage, -"),
    ],
)
def test_4_7_what_feed_will_cost_is_what_it_costs(
    at: str, troops: int, provender: int, told: str
) -> None:
    state = alone(at, troops, provender)
    state.lords["march"].moved = True
    found = forecast.after_card(state, "march")
    if told.endswith("-"):
        assert found.startswith(told)
    else:
        assert found == told
    before = state.influence
    Scripted(state).run(feed.feed)
    lost = before - state.influence
    costs = [int(part.split(" ")[0].rstrip(",")) for part in found.split("-")[1:]]
    assert sum(costs) == lost
    assert (state.lords["march"].at == "calendar") == ("Disband" in found)


def test_4_7_an_exhausted_place_is_not_pillaged() -> None:
    state = alone("bedford", 6)
    state.wear["bedford"] = "exhausted"
    assert forecast.after_card(state, "march", "bedford").startswith(
        sentence(
            "games.plantagenet.forecast.lacking",
            "needs 1 Provender, has 0: ",
            2,
            word="will Disband",
        )
    )


def test_4_7_a_companion_shares() -> None:
    state = alone("bedford", 6)
    put(state, "norfolk", "bedford", provender=1)
    state.lords["march"].moved = True
    assert forecast.after_card(state, "march") == ""
    Scripted(state).run(feed.feed)
    assert state.lords["march"].at == "bedford"


def test_4_3_a_march_says_what_feed_will_bring_there_and_what_is_left_behind() -> None:
    state = alone("london", 6, provender=3)
    state.lords["march"].carts = 0
    told = note(menu(state, "march"), "march: march st_albans")
    assert "leaves 3 Provender behind; needs 1 Provender, has 0: will Pillage, -" in told
    state.lords["march"].carts = 3
    assert "Provender, has" not in note(menu(state, "march"), "march: march st_albans")


def test_4_3_5_where_enemies_stand_nothing_is_foretold() -> None:
    state = alone("london", 6)
    put(state, "somerset_1", "st_albans")
    assert "Provender, has" not in note(menu(state, "march"), "march: march st_albans")


def test_4_6_5_a_pass_says_how_many_actions_it_leaves() -> None:
    state = alone("london", 6, provender=1, coin=1)
    option = next(o for o in menu(state, "march", 1).options if o.passes)
    assert option.gives_up == "leaves 1 action unused"
    assert option.note == "ends the card; leaves 1 action unused"
    state.plan["york"] = []
    told = note(menu(state, "march", 1), "march: pass")
    assert told.startswith(sentence("games.plantagenet.s4_6_5_pass.pass_note", word="last"))


def test_3_2_1_the_last_card_of_a_plan_says_what_pay_will_bring() -> None:
    state = alone("bedford", 6, provender=1)
    state.scenario = "Ia"
    assert "needs" not in forecast.after_card(state, "march")
    state.plan["york"] = []
    told = forecast.after_card(state, "march")
    assert told.startswith(
        sentence(
            "games.plantagenet.forecast.after_levy", 1, "0: will Pillage, -4 Influence", word="next"
        )
    )
    before, state.box = state.influence, state.box + 1
    Scripted(state).run(pay.pay_troops)
    assert before - state.influence == 4
    state.box = 15
    assert forecast.after_card(state, "march") == "", "no Levy comes after the last Turn (5.3)"


def test_4_8_5_pay_after_waste_is_that_of_the_card() -> None:
    """Ib's Turns 3 and so on Waste: what is beyond the card is gone before the next Pay."""
    state = alone("bedford", 30, provender=9, coin=0)
    state.plan["york"] = []
    state.box = next(box for box in range(1, 15) if wasteful(state, box))
    assert forecast.after_card(state, "march") == ""
    Scripted(state).run(end.waste)
    state.box += 1
    before = state.influence
    Scripted(state).run(pay.pay_troops)
    assert state.influence == before


def wasteful(state: State, box: int) -> bool:
    state.box = box
    return forecast.wastes(state)


def test_4_8_5_what_waste_takes_is_said_where_it_is_gained() -> None:
    state = alone("london", 6, provender=1)
    state.favour["london"] = "york"
    assert "Waste" not in note(menu(state, "march"), "march: forage")
    state.box = next(box for box in range(1, 15) if wasteful(state, box))
    assert note(menu(state, "march"), "march: forage").endswith(
        sentence("games.plantagenet.forecast.waste_note", word="halves")
    )


def test_3_4_done_and_turning_to_another_lord_say_what_is_left_unused() -> None:
    state = alone("london", 6, coin=1)
    put(state, "norfolk", "london")
    state.favour["london"] = "york"
    game = Scripted(state, ["march: carts", "norfolk: carts", "done"])
    game.run(muster.muster)
    first, second, third = game.asked[:3]
    done = next(o for o in first.options if o.line == "done")
    assert done.gives_up == "leaves March 2, Norfolk 3 actions unused"
    assert not says(first.question, "games.plantagenet.s3_4_muster.begun")
    turned = next(o for o in second.options if o.line == "norfolk: carts")
    assert turned.gives_up == "ends March's Levy: 1 action unused"
    own = next(o for o in second.options if o.line == "march: carts")
    assert own.gives_up == ""
    assert second.question.endswith(sentence("games.plantagenet.s3_4_muster.begun", "March"))
    alone_left = next(o for o in third.options if o.line == "norfolk: done")
    assert alone_left.gives_up == "leaves 2 actions unused"


def test_3_4_with_nothing_left_nothing_is_given_up() -> None:
    state = alone("london", 6, coin=1)
    put(state, "norfolk", "london")
    state.favour["london"] = "york"
    game = Scripted(state, ["march: carts", "march: carts", "norfolk: carts", "done"])
    game.run(muster.muster)
    turned = next(o for o in game.asked[2].options if o.line == "norfolk: carts")
    assert turned.gives_up == ""
