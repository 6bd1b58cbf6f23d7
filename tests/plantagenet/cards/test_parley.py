"""Cards about Parley, in Levy (3.4.1) and on Campaign (4.6.4)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.turns import end_campaign, end_levy, levy, muster_menu, notes
from tests.plantagenet.field import card, empty, favour, lines, menu, put
from tests.says import says


@pytest.fixture
def state() -> State:
    state = empty()
    state.influence = 0
    put(state, "york", "ely", ships=0)
    favour(state, "york", "ely")
    put(state, "henry_vi", "coventry", ships=0)
    favour(state, "lancaster", "coventry")
    return state


def dominated_south(state: State) -> None:
    state.lords["york"].at = "arundel"
    state.favour.clear()
    favour(state, "york", *facts().areas["south"])


def test_y4_event_jack_cade_two_free_sure_parleys_are_made(state: State) -> None:
    dominated_south(state)
    state.in_force.append("Y4")
    menu = muster_menu(state, "york")
    by_card = [line for line in lines(menu) if line.endswith("by y4")]
    assert by_card
    assert all("free, certain" in notes(menu)[line] for line in by_card)
    assert "come first" in menu.barred["york: done"]
    assert "must make" in menu.barred["done"]
    game = levy(state, "york", [by_card[0], by_card[1], "done"])
    assert state.influence == 0
    assert game.rolled == []
    assert "york: done" in [option.line for option in game.asked[-1].options]
    end_levy(state)
    assert not any("by y4" in line for line in lines(muster_menu(state, "york")))


def test_y4_event_jack_cade_after_the_lordship_is_used(state: State) -> None:
    dominated_south(state)
    state.in_force.append("Y4")
    plain = lords.card("york").lordship
    game = levy(state, "york", [*["york: carts"] * plain, *by_y4(state, 2)])
    assert game.rolled == []
    assert len(game.asked) == plain + 2, "then he has finished"


def test_y4_event_jack_cade_his_parleys_come_before_the_next_lord_and_the_end(state: State) -> None:
    dominated_south(state)
    put(state, "march", "arundel")
    state.in_force.append("Y4")
    of_york, of_march = by_y4(state, 2), by_y4(state, 4)[2:]
    of_march = [line.replace("york:", "march:", 1) for line in of_march]
    game = levy(state, "york", [*of_york, "york: done", *of_march, "done"])
    offered = [[option.line for option in request.options] for request in game.asked]
    assert {line.split(":")[0] for line in offered[0]} == {"york", "march"}
    assert {line.split(":")[0] for line in offered[1]} == {"york"}, "he has begun"
    assert ["done" in lines for lines in offered] == [False] * 5 + [True]


def by_y4(state: State, count: int) -> list[str]:
    return [line for line in lines(muster_menu(state, "york")) if line.endswith("by y4")][:count]


def test_y4_event_jack_cade_only_in_or_next_to_a_dominated_area(state: State) -> None:
    state.in_force.append("Y4")
    assert by_y4(state, 9) == []
    assert "done" in lines(muster_menu(state, "york"))
    dominated_south(state)
    del state.favour["dover"]
    assert by_y4(state, 9) == []
    favour(state, "york", "dover")
    state.lords["york"].at = "london"
    favour(state, "york", "london")
    assert by_y4(state, 9), "London is next to the South"


def test_c41_southerners_count_for_jack_cade(state: State) -> None:
    dominated_south(state)
    del state.favour["dover"]
    state.in_force.append("Y4")
    state.lords["york"].capabilities.append("Y21")
    assert by_y4(state, 9)


def test_y18_event_succession_one_sure_parley_a_point_cheaper(state: State) -> None:
    state.in_force.append("Y18")
    menu = muster_menu(state, "york")
    assert notes(menu)["york: parley cambridge by y18"].startswith("costs 1, certain")
    assert not any("by y18" in line for line in lines(muster_menu(state, "henry_vi")))
    game = levy(state, "york", ["york: parley cambridge by y18", "done"])
    assert (state.influence, game.rolled) == (-1, [])
    assert state.favour["cambridge"] == "york"
    assert not any("by y18" in option.line for option in game.asked[-1].options)
    end_levy(state)
    assert not any("by y18" in line for line in lines(muster_menu(state, "york")))


def test_c36_succession_is_one_parley_per_lord_and_uses_lordship(state: State) -> None:
    put(state, "march", "ludlow", ships=0)
    favour(state, "york", "ludlow")
    state.in_force.append("Y18")
    game = levy(
        state,
        "york",
        ["york: parley cambridge by y18", "march: parley hereford by y18", "done"],
    )
    assert "York has 3" in game.asked[0].question
    assert "March has 2" in game.asked[0].question
    assert "March has 1" in game.asked[-1].question


def test_l18_event_parliament_votes_at_london_too(state: State) -> None:
    state.lords["henry_vi"].at = "st_albans"
    favour(state, "lancaster", "st_albans")
    favour(state, "york", "london")
    state.london_twice = True
    state.in_force.append("L18")
    menu = muster_menu(state, "henry_vi")
    london = [line for line in lines(menu) if "parley london" in line]
    assert london == ["henry_vi: parley london by l18"]
    levy(state, "lancaster", [*london, "done"])
    assert "london" not in state.favour
    assert not state.london_twice
    end_levy(state)
    assert not any("by l18" in line for line in lines(muster_menu(state, "henry_vi")))


def test_l18_event_parliament_votes_not_on_campaign(state: State) -> None:
    state.in_force.append("L18")
    assert not any("by l18" in line for line in lines(menu(state, "henry_vi")))


def test_l17_event_my_crown_is_in_my_heart_two_more_parleys_of_the_king(state: State) -> None:
    state.lords["henry_vi"].at = "st_albans"
    favour(state, "lancaster", "st_albans")
    favour(state, "york", "london")
    state.london_twice = True
    state.in_force.append("L17")
    answers = ["henry_vi: parley london by l17", "henry_vi: parley bedford by l17", "done"]
    game = levy(state, "lancaster", answers, dice=[1, 1])
    lordship = [request.question for request in game.asked]
    assert lordship[0] == lordship[2]
    assert state.influence == 4, "the usual cost"
    assert "london" not in state.favour
    assert not any("by l17" in option.line for option in game.asked[2].options)
    end_levy(state)
    assert not any("by l17" in line for line in lines(muster_menu(state, "henry_vi")))


def test_l17_event_my_crown_is_in_my_heart_together_with_parliament_votes(state: State) -> None:
    state.in_force += ["L17", "L18"]
    put(state, "somerset_1", "leicester", ships=0)
    favour(state, "lancaster", "leicester")
    offered = lines(muster_menu(state, "henry_vi"))
    assert any(line.endswith("by l17 l18") for line in offered)
    others = lines(muster_menu(state, "somerset_1"))
    assert not any("l17" in line for line in others)
    assert any(line.endswith("by l18") for line in others)


def test_y28_event_gloucester_as_heir_three_more_parleys() -> None:
    state = empty("II")
    put(state, "gloucester_1", "york", ships=0)
    favour(state, "york", "york")
    state.in_force.append("Y28")
    state.influence = 0
    state.favour["york"] = "lancaster"
    answers = ["gloucester_1: parley york by y28", "gloucester_1: parley york by y28"]
    game = levy(
        state, "york", [*answers, "gloucester_1: parley scarborough by y28", "done"], [1, 1, 1]
    )
    assert game.asked[0].question == game.asked[-1].question
    assert state.favour["scarborough"] == "york"
    assert state.influence == -4
    assert not any("by y28" in option.line for option in game.asked[-1].options)
    end_levy(state)
    assert not any("by y28" in line for line in lines(muster_menu(state, "gloucester_1")))


def test_y29_event_dorset_free_sure_parleys_of_devon_at_exeter() -> None:
    state = empty("II")
    put(state, "devon", "exeter", ships=0)
    favour(state, "york", "exeter")
    state.influence = 0
    state.in_force.append("Y29")
    assert "free, certain" in notes(menu(state, "devon"))["devon: parley wells"]
    game = card(state, "devon", ["devon: parley wells", "devon: pass"])
    assert (state.influence, game.rolled) == (0, [])
    assert state.favour["wells"] == "york"
    state.step = "muster"
    assert "certain" not in notes(muster_menu(state, "devon"))["devon: parley plymouth"]
    state.step = "reset"
    end_campaign(state)
    assert "certain" not in notes(menu(state, "devon"))["devon: parley plymouth"]


def test_y34_event_an_honest_tale_costs_lancastrian_parleys_a_point(state: State) -> None:
    state.in_force.append("Y34")
    levy_notes, york_notes = (
        notes(muster_menu(state, "henry_vi")),
        notes(muster_menu(state, "york")),
    )
    assert levy_notes["henry_vi: parley lichfield"].startswith("costs 3")
    assert york_notes["york: parley cambridge"].startswith("costs 2")
    state.favour["coventry"] = "york"
    assert notes(menu(state, "henry_vi"))["henry_vi: parley coventry"].endswith("costs 1, certain")
    card(state, "henry_vi", ["henry_vi: parley coventry", "henry_vi: pass"])
    assert state.influence == 1
    end_levy(state)
    assert "Y34" in state.in_force, "to the end of the Campaign"
    state.step = "reset"
    end_campaign(state)
    assert notes(menu(state, "henry_vi"))["henry_vi: parley coventry"].endswith("free, certain")


def test_l10_event_new_act_of_parliament_yorkist_parley_takes_the_card(state: State) -> None:
    state.in_force.append("L10")
    game = card(state, "york", ["york: parley cambridge"], dice=[1])
    assert len([r for r in game.asked if r.kind == "command"]) == 1
    barred = menu(state, "york", left=1).barred
    assert any(
        says(reason, "games.plantagenet.s4_2_1_actions.NOT_WHOLE")
        for line, reason in barred.items()
        if "parley" in line
    )
    assert "york: parley peterborough" in lines(muster_menu(state, "york"))
    assert lines(menu(state, "henry_vi", left=1), "parley")
    state.step = "reset"
    end_campaign(state)
    assert lines(menu(state, "york", left=1), "parley")
