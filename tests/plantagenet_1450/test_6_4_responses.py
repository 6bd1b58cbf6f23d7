"""6.4 Responses in a Campaign: L42 and Y41 Sanctuary, L44 and Y43 one turn more, Y47 The Severn in Flood."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_4_flood import crossing
from pbem.games.plantagenet_1450.s16_4_5_movement import Moving, move, ways
from pbem.games.plantagenet_1450.s16_4_6_11_captures import Captors, capture
from pbem.games.plantagenet_1450.s16_4_6_combat import attack
from pbem.games.plantagenet_1450.sequence import begin_turn
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, TOWTON, army, deal, empty, lines, put
from tests.plantagenet_1450.realm import hold, orders, play
from tests.says import says, sentence
from tests.scripted import Scripted

BY_WARWICK = Captors("york", ("warwick",))
SHREWSBURY, BEYOND, FARTHER = "1020", "0919", "0819"


def last_turn(*, york: tuple[str, ...] = (), lancaster: tuple[str, ...] = ()) -> State:
    state = empty()
    state.campaign_turn = state.campaign_turns = 4
    deal(state, "york", *york)
    deal(state, "lancaster", *lancaster)
    return state


@pytest.mark.parametrize("card", ["L44", "Y43"])
def test_6_4_in_the_last_turn_a_card_adds_a_turn(card: str) -> None:
    state = last_turn(york=(card,))
    _, game = play(begin_turn, state, moments=orders(on_last_turn=f"play {card.lower()}"))
    assert (state.campaign_turns, state.discards) == (5, [card])
    assert sentence("games.plantagenet_1450.s6_4_responses.lengthen", 5, word="turns") in game.story


def test_c36_both_may_lengthen_it_at_once() -> None:
    state = last_turn(york=("Y43",), lancaster=("L44",))
    said = {"york": "play y43", "lancaster": "play l44"}
    play(begin_turn, state, moments=lambda request: said[request.side])
    assert state.campaign_turns == 6


def test_c36_a_campaign_has_six_turns_at_most() -> None:
    state = last_turn(york=("Y43",), lancaster=("L44",))
    state.campaign_turn = state.campaign_turns = 5
    said = {"york": "play y43", "lancaster": "play l44"}
    play(begin_turn, state, moments=lambda request: said[request.side])
    assert state.campaign_turns == 6
    state = last_turn(york=("Y43",))
    state.campaign_turn = state.campaign_turns = 6
    _, game = play(begin_turn, state)
    assert not game.passed


def test_6_4_before_the_last_turn_nobody_lengthens_it() -> None:
    state = last_turn(york=("Y43",))
    state.campaign_turn = 3
    _, game = play(begin_turn, state)
    assert not game.passed


def test_c32_without_a_standing_order_the_card_stays_in_hand() -> None:
    state = last_turn(york=("Y43",))
    _, game = play(begin_turn, state)
    assert {request.side for request in game.passed} == {"york"}
    assert (state.campaign_turns, state.discards) == (4, [])


def test_6_4_the_window_does_not_tell_what_a_hidden_hand_holds() -> None:
    menus = []
    for card in ("L44", "L38"):
        state = last_turn()
        state.cards = [one.id for one in facts().cards.values() if one.deck == "lancastrian"]
        secrets = hold(state, "york", card)
        _, game = play(begin_turn, state, secrets=secrets)
        menus.append([lines(request) for request in game.passed])
    assert menus[0] == menus[1]
    assert menus[0][0] == ["play l44", "no"]


# The Severn in Flood


def wales(**more: str) -> State:
    """Herbert at Shrewsbury, bent on crossing the Severn."""
    state = empty(**more)
    put(state, "herbert", SHREWSBURY, "1 billmen", side="york")
    deal(state, "lancaster", "Y47")
    return state


def severn() -> tuple[str, str]:
    """A side of the Severn in the west that can be crossed."""
    for side, river in facts().river_names.items():
        a, b = sorted(side)
        if river == "severn" and side not in facts().estuaries and crossing((a, b)):
            return a, b
    raise AssertionError


def test_c164_the_force_stops_at_the_bank_and_its_points_are_lost() -> None:
    a, b = severn()
    for said in ("play y47 on severn", f"play y47 at {a}"):
        state = wales()
        state.leaders["herbert"].at = a
        game = Scripted(state, [f"herbert: march {b}"])
        game.at_moment = orders(on_river=said)
        game.run(move, "herbert", 9)
        assert state.leaders["herbert"].at == a
        assert state.discards == ["Y47"]
        assert any(
            says(told, "games.plantagenet_1450.s6_4_flood.stops", ..., "Severn", word="stopped")
            for told in game.story
        )


def test_c164_on_a_longer_way_it_goes_as_far_as_the_bank() -> None:
    start, bank, beyond = long_way()
    state = wales()
    state.leaders["herbert"].at = start
    game = Scripted(state, [f"herbert: march {beyond}"])
    game.at_moment = orders(on_river="play y47 on severn")
    game.run(move, "herbert", 20)
    assert state.leaders["herbert"].at == bank
    assert state.discards == ["Y47"]
    assert len(game.asked) == 1


def long_way() -> tuple[str, str, str]:
    """A hex, the bank of the Severn beside it and a hex beyond that is reached this way."""
    state = wales()
    for bank in facts().hexes:
        for start in facts().beside[bank]:
            state.leaders["herbert"].at = start
            for beyond, way in ways(state, Moving("herbert", 7, False)).items():
                path = (start, *way.path)
                river = facts().river_names.get(frozenset((bank, beyond)))
                if path == (start, bank, beyond) and crossing(path) == 2 and river == "severn":
                    return path
    raise AssertionError


def test_c164_the_window_opens_once_an_activation() -> None:
    a, b = severn()
    state = wales()
    state.leaders["herbert"].at = a
    game = Scripted(state, [f"herbert: march {b}", f"herbert: march {a}", "herbert: stop"])
    game.run(move, "herbert", 20)
    assert [request.kind for request in game.passed] == ["on_river"]
    assert "Severn" in game.passed[0].question


def test_c164_rivers_of_other_regions_are_not_in_flood() -> None:
    for side, river in facts().river_names.items():
        a, b = sorted(side)
        if river in ("trent", "tees", "nene", "medway"):
            assert crossing((a, b)) == 0
        if river in ("wye", "usk", "towy"):
            assert crossing((a, b)) == 1


def test_c164_a_neutral_force_is_nobodys_enemy() -> None:
    a, b = severn()
    state = wales()
    put(state, "stanley", a, "1 billmen", side="neutral")
    game = Scripted(state, [f"stanley: march {b}", "stanley: stop"])
    game.run(move, "stanley", 9, by="york")
    assert not game.passed


# Sanctuary


def taken(card: str = "L42", side: str = "lancaster") -> State:
    state = empty(york="york")
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    put(state, "clifford", TOWTON)
    deal(state, side, card)
    return state


@pytest.mark.parametrize("card", ["L42", "Y41"])
def test_6_4_who_would_be_captured_reaches_holy_ground(card: str) -> None:
    state = taken(card)
    said = orders(on_capture=f"play {card.lower()} to durham")
    gone, game = play(capture, state, "clifford", BY_WARWICK, moments=said)
    clifford = state.leaders["clifford"]
    assert gone
    assert (clifford.status, facts().hexes[clifford.at].area) == ("free", "durham")
    assert state.discards == [card]
    assert any("Sanctuary" in told for told in game.story)


def test_6_4_only_the_side_of_the_captive_is_heard() -> None:
    state = taken(side="york")
    _, game = play(capture, state, "clifford", BY_WARWICK)
    assert not game.passed
    assert state.leaders["clifford"].status == "captive"


def test_p9_any_cathedral_will_do_whoever_controls_its_area_but_not_among_enemies() -> None:
    state = taken()
    state.control["london"] = "york"
    put(state, "norfolk", "1928", side="york")
    _, game = play(capture, state, "clifford", BY_WARWICK)
    offered = lines(game.passed[0])
    assert "play l42 to york_west" in offered
    assert "play l42 to london" not in offered  # one hex, and an enemy in it
    assert len(offered) > 10


def test_p9_a_leader_beaten_in_battle_leaves_his_men_behind_and_does_not_retreat() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "5 billmen", side="york")
    put(state, "somerset", TOWTON, "1 billmen", side="lancaster")
    put(state, "clifford", TOWTON, "1 billmen")
    deal(state, "lancaster", "L42")
    answers = ["call none", "commit none", "commit none", "retreat"]
    answers += ["somerset: give billmen clifford", "clifford: retreat 1711"]
    game = Scripted(state, answers, [1, 1, 2, 1, 1, 6, 1, 1])
    game.at_moment = orders(on_capture="play l42 to durham")
    game.run(attack, "warwick", TOWTON, ())
    assert facts().hexes[state.leaders["somerset"].at].area == "durham"
    assert army(state, "somerset") == []
    assert army(state, "clifford") == ["billmen", "billmen"]
