"""4.3 March: 4.3.1 Group March, 4.3.2 Haul, 4.3.3 March Speed."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.plantagenet.s4_3_1_group_march import followers
from tests.plantagenet.cards.turns import notes
from tests.plantagenet.field import card, empty, kinds, lines, menu, put
from tests.says import says, sentence


def test_4_3_marching_lords_are_marked() -> None:
    state = empty()
    put(state, "march", "worcester")
    put(state, "salisbury", "worcester")
    card(state, "march", ["march: march ludlow", "march: pass"])
    assert state.lords["march"].at == "ludlow"
    assert state.lords["march"].moved
    assert not state.lords["salisbury"].moved


def test_4_3_1_a_marshal_takes_any_lords_along_a_lieutenant_no_marshal() -> None:
    state = empty()
    for lord in ("york", "march", "warwick_y", "salisbury"):
        put(state, lord, "ely")
    put(state, "rutland", "lynn")
    put(state, "somerset_1", "london")
    assert followers(state, "york") == ("march", "salisbury", "warwick_y")
    assert followers(state, "warwick_y") == ("march", "salisbury")
    assert followers(state, "march") == ()


def test_4_3_1_all_who_march_are_marked() -> None:
    state = empty()
    for lord in ("york", "march", "salisbury"):
        put(state, lord, "ely")
    card(state, "york", ["york: march lynn with salisbury", "york: pass"])
    assert {id for id, lord in state.lords.items() if lord.moved} == {"york", "salisbury"}
    assert state.lords["march"].at == "ely"


def test_4_3_2_nobody_is_asked_whose_provender_stays_where_all_does() -> None:
    state = empty()
    put(state, "york", "newcastle", provender=1, carts=0)
    put(state, "march", "newcastle", provender=2, carts=0)
    game = card(state, "york", ["york: march york with march", "york: stop", "york: pass"])
    assert "discard" not in kinds(game)
    assert state.lords["york"].provender == state.lords["march"].provender == 0


def test_4_3_2_provender_beyond_carts_is_discarded() -> None:
    state = empty()
    put(state, "march", "worcester", provender=4, carts=1)
    game = card(state, "march", ["march: march ludlow", "march: pass"])
    assert state.lords["march"].provender == 1
    assert len(game.asked) == 2
    assert "March leaves 3 Provender behind." in game.story


def test_4_3_2_lords_need_no_carts_to_march_or_carry_coin() -> None:
    state = empty()
    put(state, "march", "worcester", provender=0, carts=0, coin=5)
    card(state, "march", ["march: march ludlow", "march: pass"])
    assert state.lords["march"].coin == 5


def test_4_3_2_a_group_shares_its_carts() -> None:
    state = empty()
    put(state, "york", "ely", provender=0, carts=3)
    put(state, "march", "ely", provender=3, carts=0)
    card(state, "york", ["york: march lynn with march", "york: pass"])
    assert state.lords["march"].provender == 3


def test_c51_the_owner_picks_what_a_group_leaves_behind() -> None:
    state = empty()
    put(state, "york", "ely", provender=2, carts=1)
    put(state, "march", "ely", provender=2, carts=0)
    card(
        state,
        "york",
        [
            "york: march lynn with march",
            "york: discard 1 provender",
            "march: discard 2 provender",
            "york: pass",
        ],
    )
    assert state.lords["york"].provender == 1
    assert state.lords["march"].provender == 0


def test_4_3_2_lords_who_stay_behind_lend_no_carts() -> None:
    state = empty()
    put(state, "york", "ely", provender=3, carts=0)
    put(state, "march", "ely", provender=0, carts=3)
    card(state, "york", ["york: march lynn", "york: pass"])
    assert state.lords["york"].provender == 0


def test_4_3_3_highway_reaches_two_locales_for_one_action() -> None:
    state = empty()
    put(state, "march", "ludlow")
    game = card(
        state, "march", ["march: march hereford", "march: march on gloucester", "march: pass"]
    )
    assert state.lords["march"].at == "gloucester"
    assert "has 1 action." in game.asked[-1].question


def test_4_3_3_the_second_highway_may_be_skipped() -> None:
    state = empty()
    put(state, "march", "ludlow")
    card(state, "march", ["march: march hereford", "march: stop", "march: pass"])
    assert state.lords["march"].at == "hereford"


def test_4_3_3_the_second_way_must_be_a_highway() -> None:
    state = empty()
    put(state, "march", "hereford")
    game = card(state, "march", ["march: march gloucester", "march: stop", "march: pass"])
    second = game.asked[1]
    assert "march: march on worcester" in lines(second.menu)
    with pytest.raises(IllegalOrder, match=r"4\.3\.3"):
        match(second, "march: march on cardiff")


def test_4_3_3_no_free_highway_after_a_road() -> None:
    state = empty()
    put(state, "march", "cardiff")
    game = card(state, "march", ["march: march gloucester", "march: pass"])
    assert kinds(game) == ["command", "command"]


def test_4_3_3_road_takes_one_action_path_all() -> None:
    state = empty()
    put(state, "march", "ludlow")
    card(state, "march", ["march: march shrewsbury", "march: march chester"])
    assert state.lords["march"].at == "chester"
    game = card(state, "march", ["march: march harlech"])
    assert len(game.asked) == 1
    assert state.lords["march"].at == "harlech"


def test_4_3_3_the_menu_says_what_each_way_takes() -> None:
    state = empty()
    put(state, "march", "ludlow")
    said = notes(menu(state, "march"))
    highway, road = said["march: march hereford"], said["march: march shrewsbury"]
    assert highway.startswith("Highway")
    assert road.startswith("Road")
    assert highway.removeprefix("Highway") != road.removeprefix("Road"), "what an action takes"
    put(state, "march", "chester")
    said = notes(menu(state, "march"))
    assert said["march: march harlech"].startswith(
        sentence("games.plantagenet.s4_3_march.march_note", "Path", word="whole")
    )


def test_4_3_3_only_adjacent_locales() -> None:
    state = empty()
    put(state, "march", "ludlow")
    barred = menu(state, "march").barred
    assert says(
        barred["march: march london"],
        "games.plantagenet.s4_3_march.bar_march",
        "Ludlow",
        "London",
        word="leads",
    )


def test_1_3_1_out_of_scotland_by_path_but_never_into_it() -> None:
    state = empty()
    put(state, "somerset_1", "scotland")
    assert lines(menu(state, "somerset_1"), "march") == [
        "somerset_1: march bamburgh",
        "somerset_1: march carlisle",
    ]
    put(state, "somerset_1", "carlisle")
    assert "1.3.1" in menu(state, "somerset_1").barred["somerset_1: march scotland"]


def test_1_3_1_no_march_out_of_other_boxes() -> None:
    state = empty()
    put(state, "york", "ireland")
    assert lines(menu(state, "york"), "march") == []


def test_c52_the_group_is_chosen_again_for_the_second_step() -> None:
    state = empty()
    put(state, "york", "london")
    put(state, "march", "london")
    put(state, "salisbury", "st_albans")
    card(
        state,
        "york",
        ["york: march st_albans with march", "york: march on bedford with salisbury", "york: pass"],
    )
    assert state.lords["march"].at == "st_albans"
    assert state.lords["salisbury"].at == "bedford"


def test_c52_after_an_approach_there_is_no_second_step(monkeypatch: pytest.MonkeyPatch) -> None:
    state = empty()
    put(state, "york", "london")
    put(state, "somerset_1", "st_albans")
    game = card(state, "york", ["york: march st_albans", "somerset_1: exile"])
    assert kinds(game) == ["command", "approach"]
    assert state.lords["york"].at == "st_albans"


def test_c52_each_step_can_be_intercepted() -> None:
    state = empty()
    put(state, "york", "oxford")
    put(state, "somerset_1", "rochester")
    put(state, "exeter_1", "cambridge")
    game = card(
        state, "york", ["york: march london", "no", "york: march on st_albans", "no", "york: pass"]
    )
    assert [request.kind for request in game.asked if request.side == "lancaster"] == [
        "intercept",
        "intercept",
    ]
