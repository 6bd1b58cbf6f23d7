"""8.0 The Political Turn."""

from __future__ import annotations

from functools import partial

import pytest

from pbem.engine.notation import match
from pbem.engine.request import Request
from pbem.engine.standing import choose
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s8_3_going_home as home
from pbem.games.richard_iii import s8_political as rule
from pbem.games.richard_iii import sequence
from pbem.games.richard_iii.s4_scenarios import setup
from tests.richard_iii.field import contest, empty, kill, put, story
from tests.scripted import Scripted


def test_c81_exact_order_and_the_last_campaign_stops_after_usurpation() -> None:
    names = list(sequence.SEQUENCE)
    assert names[names.index("supply") + 1 :] == [
        "disband",
        "usurpation",
        "pretender_home",
        "king_home",
        "reset",
    ]
    state = empty()
    state.step, state.turn = "supply", 7
    sequence.move_on(state)
    assert state.step == "disband"
    state.step, state.turn = "supply", 3
    sequence.move_on(state)
    assert (state.step, state.turn) == ("cards", 4)
    state.campaign = 3
    game = Scripted(state)
    game.run(rule.usurpation)
    assert state.winner == "lancaster"


def test_c1_a_political_turn_follows_seven_game_turns_and_then_a_deal() -> None:
    state = empty()
    state.step = "reset"
    sequence.move_on(state)
    assert state.step == "deal"


def test_c82_levies_bombards_welsh_rebel_and_mercenaries_go() -> None:
    state = empty()
    put(state, "derby", "l_bristol_levy", "l_bombard", "l_welsh", "l_french", strength=1)
    put(state, "essex", "rebel", "y_irish", "y_burgundian")
    Scripted(state).run(rule.disband)
    assert {
        id: state.blocks[id].at for id in ("l_bristol_levy", "l_bombard", "l_welsh", "rebel")
    } == {
        "l_bristol_levy": "pool",
        "l_bombard": "pool",
        "l_welsh": "pool",
        "rebel": "pool",
    }
    assert [state.blocks[id].at for id in ("l_french", "y_irish", "y_burgundian")] == [
        "france",
        "ireland",
        "calais",
    ]


def test_c83_points_for_usurpation() -> None:
    state = empty()
    put(state, "derby", "l_oxford", "l_york_church", "l_henry_vi", "l_bristol_levy")
    put(state, "france", "l_devon")
    put(state, "isle_of_man", "l_stanley")
    assert rule.points(state, "lancaster") == 3
    put(state, "middlesex", "l_clifford")
    assert rule.points(state, "lancaster") == 5
    assert rule.points(state, "york") == 0


@pytest.mark.parametrize(
    ("york", "king"), [(["y_norfolk"], "lancaster"), (["y_norfolk", "y_york"], "york")]
)
def test_c83_c84_the_pretender_needs_more_than_the_king(york: list[str], king: str) -> None:
    state = empty()
    put(state, "derby", "l_oxford")
    put(state, "essex", *york)
    game = Scripted(state)
    game.run(rule.usurpation)
    assert state.king_side == king
    assert state.king == ("y_york" if king == "york" else "l_henry_vi")
    assert blocks.side_of(state, "rebel") == state.pretender_side
    assert story(game, "for Usurpation")


def test_c84_the_deposed_king_goes_into_exile() -> None:
    state = empty(king="york")
    put(state, "derby", "l_henry_vi")
    Scripted(state, ["henry_vi: home scotland", "done"]).run(home.send_home, "lancaster")
    assert state.blocks["l_henry_vi"].at == "scotland"


def test_c85_the_pretenders_heirs_go_to_exile_nobles_home_or_to_the_pool() -> None:
    state = empty()
    put(state, "rutland", "y_york")
    put(state, "derby", "y_norfolk", "y_arundel", "y_essex")
    put(state, "ireland", "y_rutland")
    put(state, "sussex", "l_devon")
    put(state, "glamorgan", "l_oxford")
    game = Scripted(state, ["york: home calais", "norfolk: home caernarvon", "done"])
    game.run(home.send_home, "york")
    at = {id: state.blocks[id].at for id in ("y_york", "y_norfolk", "y_arundel", "y_essex")}
    assert at == {
        "y_york": "calais",
        "y_norfolk": "caernarvon",
        "y_arundel": "pool",
        "y_essex": "essex",
    }
    assert state.blocks["y_rutland"].at == "ireland"
    assert "norfolk: home glamorgan" not in [o.line for o in game.asked[0].options]
    assert not game.asked[0].forced
    assert all(event.to == "york" for event in game.table.events if "goes to" in event.text)


def test_r11_who_is_at_home_stays() -> None:
    """Henry VI has a crown in London, Stanley a shield in Lancaster."""
    state = empty()
    put(state, "middlesex", "l_henry_vi")
    put(state, "lancaster", "l_stanley")
    game = Scripted(state, ["done"])
    game.run(home.send_home, "lancaster")
    assert state.blocks["l_henry_vi"].at == "middlesex"
    assert state.blocks["l_stanley"].at == "lancaster"
    assert story(game, "Henry VI stays in Middlesex.")


def test_r11_others_go_where_they_count_and_are_fed() -> None:
    """Stanley to Lancaster before the Isle of Man, but not to hunger there; who leaves is not counted."""
    state = empty()
    put(state, "derby", "l_stanley")
    Scripted(state, ["done"]).run(home.send_home, "lancaster")
    assert state.blocks["l_stanley"].at == "lancaster"
    put(state, "derby", "l_stanley")
    put(state, "lancaster", "l_henry_vi", "l_exeter", "l_prince_edward", "l_richmond")
    Scripted(state, ["done"]).run(home.send_home, "lancaster")
    assert state.blocks["l_stanley"].at == "isle_of_man"
    state = empty()
    put(state, "derby", "l_stanley")
    put(state, "lancaster", "l_buckingham", "l_devon", "l_oxford", "l_clifford")
    Scripted(state, ["done"]).run(home.send_home, "lancaster")
    assert state.blocks["l_stanley"].at == "lancaster"


def test_r11_the_next_of_a_crowd_finds_another_home() -> None:
    """Four heirs of the Pretender: Ireland and its mercenary feed two, the others go to Calais."""
    state = empty()
    put(state, "derby", "y_york", "y_march", "y_rutland", "y_clarence")
    Scripted(state, ["done"]).run(home.send_home, "york")
    at = [state.blocks[id].at for id in ("y_york", "y_march", "y_rutland", "y_clarence")]
    assert sorted(at) == ["calais", "calais", "ireland", "ireland"]


def test_r11_r19_a_bare_home_takes_a_friendly_area_before_a_vacant_one() -> None:
    state = empty()
    put(state, "derby", "y_norfolk")
    put(state, "oxford", "l_henry_vi")
    put(state, "lincoln", "l_beaumont")
    fill = partial(home.offer_homes, state=state, waiting=["l_henry_vi"])
    request = Request("lancaster", "going_home", "?", "8.4", fill)
    assert choose(request, "home", ()) == "henry_vi: home lincoln"
    Scripted(state, ["done"]).run(home.send_home, "lancaster")
    assert state.blocks["l_henry_vi"].at == "lincoln"


def test_r17_clarence_alone_on_a_york_shield_stays() -> None:
    state = empty()
    put(state, "hereford", "l_clarence")
    put(state, "rutland", "l_oxford")
    assert home.destinations(state, "l_clarence") == ["south_yorks", "hereford"]
    Scripted(state, ["done"]).run(home.send_home, "lancaster")
    assert state.blocks["l_clarence"].at == "hereford"


def test_c85_done_sends_the_rest_to_their_first_home() -> None:
    state = empty()
    put(state, "derby", "y_norfolk", "y_york")
    Scripted(state, ["done"]).run(home.send_home, "york")
    assert state.blocks["y_norfolk"].at == "caernarvon"
    assert state.blocks["y_york"].at == "ireland"


def test_c86_kent_and_salisbury_go_to_calais_only_if_their_shields_are_enemy_occupied() -> None:
    state = empty()
    put(state, "derby", "y_kent", "y_salisbury")
    assert home.destinations(state, "y_kent") == ["east_yorks"]
    put(state, "east_yorks", "l_oxford")
    assert home.destinations(state, "y_kent") == ["calais"]
    assert home.destinations(state, "y_salisbury") == ["north_yorks"]
    put(state, "calais", "y_york", "y_march", "y_rutland")
    assert home.destinations(state, "y_kent") == ["calais"]
    put(state, "calais", "y_norfolk")
    assert home.destinations(state, "y_kent") == []


def test_c86_warwick_and_dead_nevilles_shields() -> None:
    state = empty()
    put(state, "derby", "y_warwick", "y_kent")
    assert "calais" in home.destinations(state, "y_warwick")
    kill(state, "y_salisbury")
    assert home.destinations(state, "y_kent") == ["east_yorks", "north_yorks"]
    assert "north_yorks" in home.destinations(state, "y_warwick")
    put(state, "derby", "l_warwick")
    assert "calais" not in home.destinations(state, "l_warwick")
    assert not home.neville("y_westmoreland")


def test_c86_no_home_is_named_twice_when_two_nevilles_are_dead() -> None:
    """`warwick home east` means one place."""
    state = empty()
    put(state, "derby", "y_warwick")
    kill(state, "y_kent", "y_salisbury")
    homes = home.destinations(state, "y_warwick")
    assert len(homes) == len(set(homes))
    fill = partial(home.offer_homes, state=state, waiting=["y_warwick"])
    request = Request("york", "going_home", "?", "8.3", fill)
    assert str(match(request, "warwick home east")) == "warwick: home east_yorks"


def test_c86_a_filled_calais_is_checked_again_after_each_move() -> None:
    """X8: never a state without a legal choice."""
    state = empty()
    put(state, "derby", "y_kent", "y_salisbury")
    put(state, "east_yorks", "l_oxford")
    put(state, "north_yorks", "l_devon")
    put(state, "calais", "y_york", "y_march", "y_rutland")
    Scripted(state, ["done"]).run(home.send_home, "york")
    assert sorted(state.blocks[id].at for id in ("y_kent", "y_salisbury")) == ["calais", "pool"]


def test_c87_the_king_and_royal_heirs_go_to_crowns_and_shields() -> None:
    state = empty()
    put(state, "oxford", "l_henry_vi", "l_somerset")
    put(state, "derby", "y_norfolk")
    put(state, "france", "l_exeter")
    king = home.destinations(state, "l_henry_vi")
    assert {"middlesex", "lancaster", "lincoln"} <= set(king)
    assert "derby" not in king
    assert "dorset" not in king
    assert "dorset" in home.destinations(state, "l_somerset")
    assert "l_exeter" not in home.travellers(state, "lancaster")


def test_c88_all_surplus_exiles_go_to_the_pool_but_not_the_pretender() -> None:
    state = empty()
    put(state, "ireland", "y_york", "y_norfolk", "y_suffolk", "y_essex")
    Scripted(state, ["norfolk: pool", "essex: pool"]).run(rule.limit_exiles, "york")
    assert [state.blocks[id].at for id in ("y_york", "y_suffolk")] == ["ireland", "ireland"]


def test_c89_clarence_needs_a_vacant_shield_and_exeter_a_free_cornwall() -> None:
    state = empty()
    put(state, "derby", "l_clarence", "y_exeter")
    put(state, "rutland", "l_oxford")
    put(state, "hereford", "y_norfolk")
    assert home.destinations(state, "l_clarence") == ["south_yorks"]
    put(state, "south_yorks", "l_clarence")
    assert home.destinations(state, "l_clarence") == ["south_yorks"]
    put(state, "south_yorks", "l_york_church")
    assert home.destinations(state, "l_clarence") == []
    assert home.destinations(state, "y_exeter") == ["cornwall"]
    put(state, "cornwall", "l_devon")
    assert home.destinations(state, "y_exeter") == []


def test_c90_reset() -> None:
    state = empty()
    put(state, "derby", "l_oxford", strength=1)
    state.blocks["y_london_levy"].face_down = True
    Scripted(state).run(rule.reset)
    assert state.campaign == 2
    assert state.blocks["l_oxford"].strength == 3
    assert not state.blocks["y_london_levy"].face_down
    assert state.blocks["y_clarence"].at == "minor"


def test_c91_home_may_be_overfull() -> None:
    state = empty()
    four = ("l_devon", "l_oxford", "l_clifford", "l_wiltshire")
    put(state, "leicester", *four)
    put(state, "derby", "l_rivers")
    assert home.destinations(state, "l_rivers") == ["leicester"]


def test_c67_a_king_who_died_in_the_last_supply_phase_is_succeeded_before_usurpation() -> None:
    state = setup("wars_of_the_roses")
    state.campaign, state.king = 3, ""
    state.blocks["l_henry_vi"].at = "dead"
    game = Scripted(state)
    game.run(rule.disband)
    game.run(rule.usurpation)
    assert state.winner == "lancaster"
    assert "Prince Edward is King" in state.ending


def test_no_contest_is_left_when_the_political_turn_begins() -> None:
    state = empty()
    put(state, "derby", "l_devon")
    contest(state, "derby", {"y_norfolk": "chester"})
    state.step = "battle"
    sequence.move_on(state)
    assert state.step == "battle"
    state.contests.clear()
    sequence.move_on(state)
    assert state.step == "supply"
