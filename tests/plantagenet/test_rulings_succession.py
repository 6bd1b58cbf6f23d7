"""6.2.2 Replaced in place: what the new Lord takes over, and where he stands."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import invariants
from pbem.games.plantagenet import s4_4_3_ending as ending
from pbem.games.plantagenet import s4_4_battle as battle
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_2_4_disband import disband_lord
from pbem.games.plantagenet.s4_2_command import command_card
from pbem.games.plantagenet.s4_8_2_disembark import disembark
from pbem.games.plantagenet.state import State, Troops
from tests.plantagenet.battlefield import arrayed
from tests.plantagenet.field import put, vassal
from tests.plantagenet.wars import dies, war
from tests.says import sentence
from tests.scripted import Scripted


def test_c109_in_place_keeps_mat_vassals_and_cards_he_may_hold() -> None:
    state = war("IIY")
    march = state.lords["march"]
    march.coin, march.moved = 3, True
    march.troops = Troops(militia=5)
    march.capabilities = ["Y14", "Y1"]
    vassal(state, "march", "essex")
    dies(state, "york")
    edward = state.lords["edward_iv"]
    assert (edward.coin, edward.moved, edward.troops) == (3, True, Troops(militia=5))
    assert edward.capabilities == ["Y1"]
    assert edward.vassals == ["essex"]
    assert state.vassals["essex"].lord == "edward_iv"


def test_c109_in_place_on_the_calendar_with_his_exile_marker() -> None:
    state = war("IIY")
    disband_lord(state, "march", exile=True)
    dies(state, "york")
    edward = state.lords["edward_iv"]
    assert (edward.at, edward.box, edward.exile) == ("calendar", 5, True)


def test_c43_a_card_in_a_sealed_plan_counts_for_the_new_lord() -> None:
    state = war("IIY")
    state.planned = {"york": ["york", "march"], "lancaster": ["warwick_l"]}
    state.plan = {"york": ["a", "b"], "lancaster": []}
    state.flipped["lancaster"] = ["pass"]
    dies(state, "york")
    game = Scripted(state, ["edward_iv: pass"], secrets={"a": "march", "b": "york"})
    game.run(command_card)
    assert (
        sentence("games.plantagenet.s4_2_command.command_card", "Edward IV", word="revealed")
        in game.story
    )
    assert state.flipped["york"] == ["march"]
    game = Scripted(state, secrets={"b": "york"})
    game.run(command_card)
    assert game.story == [
        sentence("games.plantagenet.s4_2_command.command_card", "York", word="map")
    ]


def test_c96_replaced_is_not_removed() -> None:
    state = war("IIY")
    dies(state, "york")
    assert [heir.id for heir in heirs.present(state, "york")] == [
        *("march", "rutland", "gloucester_1"),
    ]


def fallen(**places: str) -> State:
    """War IIL: a Battle at Coventry that the Yorkists Attacked; who is "gone" has Routed."""
    state = war("IIL")
    state.favour["wells"] = "york"
    for lord in places:
        put(state, lord, "coventry", carts=0, provender=0)
    arrayed(state, "york", places)
    return state


def test_c98_somerset_2_stands_where_somerset_1_fell_in_war_iil() -> None:
    state = fallen(somerset_1="gone", exeter_1="center", warwick_y="gone")
    state.lords["somerset_1"].coin, state.lords["somerset_1"].capabilities = 9, ["L1"]
    vassal(state, "somerset_1", "dudley")
    game = Scripted(state, [], [6, 1])
    game.run(ending.ending)
    battle.aftermath(game.table)
    invariants.check(state)
    new, card = state.lords["somerset_2"], facts().lords["somerset_2"]
    assert (new.at, state.lords["somerset_1"].at) == ("coventry", "out")
    assert (state.seats["somerset_2"], "somerset_1" in state.seats) == ("wells", False)
    # the mat of the dead is gone (4.4.3), his own is as his card says
    assert new.troops.total() == sum(card.troops.values())
    assert (new.coin, new.capabilities, new.vassals) == (card.assets["coin"], [], [])
    assert state.vassals["dudley"].status == "disbanded"
    assert not new.moved, "he has not fought"
    text = sentence(
        "games.plantagenet.s6_2_heirs_and_succession.replace_or_add",
        "Somerset (2)",
        "Somerset (1)",
        word="takes",
    )
    assert any(f"{text}, Coventry." in t for t in game.story)


def test_c98_in_place_changes_no_favour() -> None:
    state = war("IIL")
    state.favour["wells"] = "york"
    dies(state, "somerset_1")
    assert state.lords["somerset_2"].at == "wells"
    assert state.favour["wells"] == "york"


def test_c98_he_does_not_stay_beside_enemy_lords_who_won_the_field() -> None:
    state = fallen(somerset_1="gone", warwick_y="center")
    game = Scripted(state, [], [6])
    game.run(ending.ending)
    battle.aftermath(game.table)
    new = state.lords["somerset_2"]
    assert (new.at, new.box, new.exile) == ("calendar", state.box + 6 - 3, False)
    invariants.check(state)


def test_c98_he_stays_where_all_of_both_sides_routed() -> None:
    state = fallen(somerset_1="gone", warwick_y="gone")
    Scripted(state, [], [6, 1]).run(ending.ending)
    assert state.lords["somerset_2"].at == "coventry"
    assert state.lords["warwick_y"].at == "calendar"


def test_c98_the_kings_place_too_with_his_cards() -> None:
    state = war("IIL", "henry_vi", "margaret")
    assert state.lords["somerset_1"].at == "london"
    dies(state, "somerset_1")
    assert state.lords["somerset_2"].at == "london"
    assert heirs.present(state, "lancaster")[0].id == "somerset_2"
    assert {"L16", "L27"} <= set(state.cards["lancaster"])


def test_c43_the_cards_of_somerset_1_in_the_plan_count_for_somerset_2() -> None:
    state = war("IIL")
    state.planned = {"york": ["warwick_y"], "lancaster": ["somerset_1"]}
    state.plan = {"york": [], "lancaster": ["a"]}
    state.flipped["york"] = ["pass"]
    dies(state, "somerset_1")
    game = Scripted(state, ["somerset_2: pass"], secrets={"a": "somerset_1"})
    game.run(command_card)
    assert (
        sentence("games.plantagenet.s4_2_command.command_card", "Somerset (2)", word="revealed")
        in game.story
    )


@pytest.mark.parametrize(("die", "at"), [(5, "scarborough"), (4, "out")])
def test_c98_after_a_shipwreck_somerset_2_is_at_sea_and_rolls(die: int, at: str) -> None:
    state = war("IIL")
    state.step = "disembark"
    put(state, "somerset_1", "north_sea")
    game = Scripted(state, ["somerset_2: land scarborough"] * (die == 5), [1, die])
    game.run(disembark)
    assert [label for label, _ in game.rolled] == ["somerset_1 disembark", "somerset_2 disembark"]
    assert state.lords["somerset_2"].at == at
