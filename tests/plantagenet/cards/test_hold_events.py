"""Hold Events that are not about Battle, Intercept or Approach (3.1.3)."""

from __future__ import annotations

from functools import partial

import pytest

from pbem.games.plantagenet import position_map as on_map
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.position import position
from pbem.games.plantagenet.s3_1_3_held_events import WAYS, PlayEvent, Way, window
from pbem.games.plantagenet.s3_3_exiles_and_vassals import muster_exiles
from pbem.games.plantagenet.s4_7_feed import feed
from pbem.games.plantagenet.state import LordState, State
from tests.plantagenet.cards.hand import asked, hold
from tests.plantagenet.cards.turns import end_campaign, end_levy, levy, muster_menu
from tests.plantagenet.field import army, card, empty, favour, lines, menu, put
from tests.says import says, sentence
from tests.scripted import Scripted
from tests.shown import read


@pytest.fixture
def state() -> State:
    state = empty()
    put(state, "york", "london")
    put(state, "henry_vi", "coventry")
    favour(state, "york", "london")
    favour(state, "lancaster", "coventry")
    state.influence = 0
    state.step = "command"
    return state


def check_aspielles(state: State, event: str, lord: str, other: str) -> None:
    side = lords.side_of(lord)
    secrets = hold(state, event)
    assert f"play {event.lower()}" not in lines(menu(state, lord)), "nothing to see"
    secrets |= hold(state, other)
    assert f"play {event.lower()}" in lines(menu(state, lord), "play")
    assert f"play {event.lower()}" in lines(muster_menu(state, lord), "play")
    state.step = "command"
    game = card(state, lord, [f"play {event.lower()}", f"{lord}: pass"], secrets=secrets)
    assert game.dealt == [(f"held:{other}", side)]
    us, them = lords.side_name(side), lords.side_name(state.enemy(side))
    assert (
        sentence(
            "games.plantagenet.cards.hold_events.aspielles",
            us,
            "Held Event",
            them,
            word="look at the",
        )
        in game.story
    )
    assert state.held[side] == []
    assert state.held[state.enemy(side)] == [f"held:{other}"], "they stay Held"
    assert event not in state.in_force
    assert PLANTAGENET.secrets.hand(state, side) == (f"held:{other}",)
    state.held[state.enemy(side)].clear()
    assert PLANTAGENET.secrets.hand(state, side) == ()
    assert not any(facts().cards[other].event in text for text in game.story)


def test_y13_event_aspielles_shows_lancastrian_held_events(state: State) -> None:
    check_aspielles(state, "Y13", "york", "L1")


def test_l13_event_aspielles_shows_yorkist_held_events(state: State) -> None:
    check_aspielles(state, "L13", "henry_vi", "Y1")


def test_l13_event_aspielles_with_hidden_mats_one_mat_too(state: State) -> None:
    state.options["hidden_mats"] = "yes"
    secrets = hold(state, "L13")
    game = Scripted(state, ["play l13 york"], secrets=secrets)
    game.run(window, "lancaster", "any")
    told = [event for event in game.table.events if event.to == "lancaster"]
    assert [event.text for event in told] == [
        sentence("games.plantagenet.cards.hold_events.aspielles", word="position")
    ]
    assert not any("Held Event" in text for text in game.story), "there is none to look at"
    assert state.looked == {"york": state.lords["york"]}
    veiled = {side: PLANTAGENET.secrets.veil(state, side) for side in (*SIDES, "public")}
    assert [bool(veiled[side].looked) for side in ("york", "lancaster", "public")] == [
        False,
        True,
        False,
    ]
    state.lords["york"].troops.longbowmen += 1
    mats = str(on_map.mats(veiled["lancaster"]))
    assert says(mats, "games.plantagenet.position_map._mat", word="last")
    assert not says(
        str(on_map.mats(veiled["public"])), "games.plantagenet.position_map._mat", word="last"
    )


def test_y20_event_yorkist_parade_while_york_or_warwick_is_at_yorkist_london(state: State) -> None:
    secrets = hold(state, "Y20")
    parade = partial(WAYS.events["Y20"], card="Y20")
    assert list(parade(state, "york")) == [Way(PlayEvent("Y20"))]
    state.lords["york"].at = "ely"
    assert list(parade(state, "york")) == []
    put(state, "warwick_y", "london")
    favour(state, "york", "london")
    assert list(parade(state, "york")) == [Way(PlayEvent("Y20"))]
    state.favour["london"] = "lancaster"
    assert list(parade(state, "york")) == []
    state.favour["london"] = "york"
    game = levy(state, "york", ["play y20", "done"], secrets=secrets)
    assert "play y20" not in [option.line for option in game.asked[-1].options]
    assert lords.influence(state, "york") == lords.card("york").influence + 2
    end_levy(state)
    assert state.in_force == []


def test_c84_yorkist_parade_played_in_a_campaign_stays_over_reset(state: State) -> None:
    card(state, "york", ["play y20", "york: pass"], secrets=hold(state, "Y20"))
    end_campaign(state)
    assert state.in_force == ["Y20"]
    end_levy(state)
    assert state.in_force == []


def splendour() -> State:
    state = empty("II")
    state.lords["edward_iv"] = LordState(box=14, exile=True)
    put(state, "gloucester_1", "york")
    favour(state, "york", "york", "london")
    return state


def test_y24_event_sun_in_splendour_musters_edward_anywhere_friendly() -> None:
    state = splendour()
    put(state, "margaret", "london")
    favour(state, "york", "london")
    offered = [str(way.event) for way in WAYS.events["Y24"](state, "york", "Y24")]
    assert "play y24 york" in offered
    assert "play y24 london" not in offered, "a Lancastrian is there"
    assert "play y24 burgundy" in offered
    secrets = hold(state, "Y24")
    game = Scripted(state, ["play y24 york"], secrets=secrets)
    game.run(muster_exiles)
    edward = state.lords["edward_iv"]
    assert (edward.at, edward.exile, game.rolled) == ("york", False, [])
    assert state.held["york"] == []
    assert "edward_iv: capability y24" in lines(muster_menu(state, "edward_iv"))
    assert list(WAYS.events["Y24"](state, "york", "Y24")) == []


def test_c31_sun_in_splendour_in_the_muster_edward_may_not_act() -> None:
    state = splendour()
    game = levy(state, "york", ["play y24 london", "done"], secrets=hold(state, "Y24"))
    assert state.lords["edward_iv"].at == "london"
    assert not any(option.line.startswith("edward_iv") for option in game.asked[-1].options)


def test_c31_sun_in_splendour_before_the_muster_he_may() -> None:
    state = splendour()
    Scripted(state, ["play y24 london"], secrets=hold(state, "Y24")).run(muster_exiles)
    game = levy(state, "york", ["done"])
    assert any(option.line.startswith("edward_iv") for option in game.asked[0].options)


def landing(event: str, at: str = "scarborough") -> tuple[State, dict[str, str]]:
    """Somerset and Exeter at Scarborough with a Ship each."""
    state = empty("II")
    for lord in ("somerset_1", "exeter_1"):
        put(state, lord, at, ships=1, provender=0, carts=4)
        army(state, lord, militia=1)
    state.step = "command"
    state.box = 1
    return state, hold(state, event)


def test_l28_event_rebel_supply_depot_after_a_march_to_a_port() -> None:
    state, secrets = landing("L28")
    answers = [
        "somerset_1: march newcastle with exeter_1",
        "play l28",
        "somerset_1: take 3 provender",
        "exeter_1: take 1 provender",
        *["somerset_1: pass"] * (lords.command(state, "somerset_1") > 1),
    ]
    card(state, "somerset_1", answers, secrets=secrets)
    assert state.lords["somerset_1"].provender == 3
    Scripted(state).run(feed)
    assert state.lords["somerset_1"].provender == 3
    assert not state.lords["somerset_1"].moved
    assert not state.lords["somerset_1"].sated, "only the coming Feed"


def test_c112_others_feed_as_usual() -> None:
    state, secrets = landing("L28")
    rest = ["somerset_1: pass"] * (lords.command(state, "somerset_1") > 1)
    answers = ["somerset_1: march newcastle", "play l28", *rest]
    card(state, "somerset_1", answers, secrets=secrets)
    state.lords["exeter_1"].at, state.lords["exeter_1"].moved = "newcastle", True
    state.lords["exeter_1"].provender = 1
    Scripted(state).run(feed)
    assert state.lords["exeter_1"].provender == 0
    assert state.lords["somerset_1"].provender == 4


def test_c126_after_a_second_step_that_is_called_off_the_depot_is_where_the_first_ended() -> None:
    state, secrets = landing("L28", at="york")
    put(state, "edward_iv", "bamburgh")
    rest = ["somerset_1: pass"] * (lords.command(state, "somerset_1") > 1)
    answers = [
        *("somerset_1: march newcastle with exeter_1", "no"),  # Edward does not Intercept
        *("somerset_1: march on bamburgh", "play y12"),
        *("play l28", "somerset_1: take 1 provender", "exeter_1: take 3 provender"),
        *rest,
    ]
    card(state, "somerset_1", answers, secrets=secrets | hold(state, "Y12"))
    assert state.lords["somerset_1"].at == state.lords["exeter_1"].at == "newcastle"
    assert state.lords["somerset_1"].sated
    assert state.lords["exeter_1"].sated, "he came along on the step that stands"


def test_c126_a_first_step_that_is_called_off_was_no_march() -> None:
    state, secrets = landing("L28", at="newcastle")
    put(state, "edward_iv", "bamburgh")
    rest = ["somerset_1: pass"] * (lords.command(state, "somerset_1") > 1)
    answers = ["somerset_1: march bamburgh", "play y12", *rest]
    game = card(state, "somerset_1", answers, secrets=secrets | hold(state, "Y12"))
    assert asked(game, "held_after_move") == []


def test_l28_event_rebel_supply_depot_not_inland() -> None:
    state, secrets = landing("L28")
    rest = ["somerset_1: pass"] * (lords.command(state, "somerset_1") > 1)
    game = card(state, "somerset_1", ["somerset_1: march york", *rest], secrets=secrets)
    assert asked(game, "held_after_move") == []


def test_l33_event_surprise_landing_a_march_for_no_action_after_sail() -> None:
    state, secrets = landing("L33")
    answers = [
        "somerset_1: sail newcastle",
        "play l33",
        "somerset_1: march york",
        "somerset_1: stop",
    ]
    game = card(state, "somerset_1", answers, secrets=secrets)
    assert state.lords["somerset_1"].at == "york"
    assert state.held["lancaster"] == []
    assert len(asked(game, "command")) == 1
    (landed,) = [request for request in game.asked if request.kind == "landing"]
    assert not any("path" in option.note.lower() for option in landed.options)
    takes = sentence("games.plantagenet.s4_3_march.march_note", ..., word="no")
    assert all(takes in option.note for option in landed.options if option.line.count("march"))


def test_l33_event_surprise_landing_takes_lords_at_the_port_along_and_may_approach() -> None:
    state, secrets = landing("L33")
    state.lords["exeter_1"].at = "newcastle"
    put(state, "gloucester_1", "york")
    answers = [
        "somerset_1: sail newcastle",
        "play l33",
        "somerset_1: march york with exeter_1",
        "gloucester_1: exile",
        "somerset_1: take 1 carts",
        "somerset_1: take 1 provender",
    ]
    card(state, "somerset_1", answers, secrets=secrets)
    assert state.lords["exeter_1"].at == "york"
    assert state.lords["gloucester_1"].exile


def test_l33_event_surprise_landing_not_where_only_paths_lead_away() -> None:
    state, secrets = landing("L33", "bristol")
    answers = ["somerset_1: sail pembroke", "no"]
    game = card(state, "somerset_1", answers, secrets=secrets)
    (after,) = [request for request in game.asked if request.kind == "held_after_move"]
    assert [option.line for option in after.options] == ["play l28", "no"]


def test_l33_event_surprise_landing_he_may_stay_after_all() -> None:
    state, secrets = landing("L33")
    answers = ["somerset_1: sail newcastle", "play l33", "somerset_1: stop"]
    card(state, "somerset_1", answers, secrets=secrets)
    assert state.lords["somerset_1"].at == "newcastle"


def test_l33_event_surprise_landing_not_at_sea_nor_after_a_march() -> None:
    state, secrets = landing("L33")
    game = card(state, "somerset_1", ["somerset_1: sail north_sea"], secrets=secrets)
    assert asked(game, "held_after_move") == []
    state, secrets = landing("L33")
    rest = ["somerset_1: pass"] * (lords.command(state, "somerset_1") > 1)
    answers = ["somerset_1: march newcastle", "no", *rest]
    game = card(state, "somerset_1", answers, secrets=secrets)
    (after,) = [request for request in game.asked if request.kind == "held_after_move"]
    assert [option.line for option in after.options] == ["play l28", "no"]


def test_3_1_3_every_card_that_could_be_held_is_offered_and_refused_when_it_is_not(
    state: State,
) -> None:
    hold(state, "Y1", "L1")
    options = {option.line: option for option in menu(state, "york").options}
    assert options["play y13"].shows == "Y13"
    assert not options["play y13"].possible({"Y1"})
    assert options["play y13"].possible({"Y13"})


def test_l13_event_aspielles_tells_its_side_alone_what_it_saw(state: State) -> None:
    known = hold(state, "Y1")
    state.seen["lancaster"] = ["held:Y1"]
    seen = (
        sentence("games.plantagenet.position._own_cards", word="seen")
        + f": {facts().cards['Y1'].event}"
    )
    assert seen in read(position(state, "lancaster", known), "Cards")
    assert len(read(position(state, "public", known), "Cards")) == 3
