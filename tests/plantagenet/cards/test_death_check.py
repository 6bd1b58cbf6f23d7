"""Cards of the Death check (4.4.3)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s4_4_3_ending as ending
from pbem.games.plantagenet.hooks import events_in_force
from pbem.games.plantagenet.state import Battle, State
from tests.plantagenet.battlefield import arrayed, battlefield, with_vassal
from tests.plantagenet.cards.hand import asked, fight, give, hold
from tests.scripted import Scripted

MEN = {"men_at_arms": 2}


def fought(at: str, winner: str, **places: str) -> State:
    """A Battle that has just been decided; the Yorkists Attacked."""
    state = battlefield(dict.fromkeys(places, MEN), at=at)
    battle = arrayed(state, "york", places, at=at)
    battle.winner = winner
    return state


def end(state: State, answers: list[str], dice: list[int], *cards: str) -> Scripted:
    game = Scripted(state, answers, dice, hold(state, *cards))
    game.run(ending.ending)
    return game


def escape(card: str, side: str, routed: list[str], victor: str) -> None:
    """From Hereford overland to Bristol; no Influence, no Spoils."""
    state = fought(
        "hereford", state_enemy(side), **dict.fromkeys(routed, "gone"), **{victor: "center"}
    )
    state.favour |= {"hereford": side, "gloucester": side, "bristol": side}
    state.lords[routed[0]].carts = 3
    before = state.influence
    line = f"play {card.lower()} {routed[0]}"
    game = end(state, [line], [1] * (len(routed) - 1), card)
    first = state.lords[routed[0]]
    assert (first.at, first.exile) == ("calendar", True)
    assert state.lords[victor].carts == 0
    assert [label for label, _ in game.rolled] == [f"death {id}" for id in routed[1:]]
    assert not state.lords[routed[1]].exile
    assert state.held[side] == []
    assert abs(state.influence - before) == sum_of_printed(routed)
    state.battle = None
    assert events_in_force(state) == []


def state_enemy(side: str) -> str:
    return "york" if side == "lancaster" else "lancaster"


def sum_of_printed(ids: list[str]) -> int:
    from pbem.games.plantagenet import s1_5_lords as lords

    return sum(lords.card(id).influence for id in ids)


def test_y3_event_escape_ship_sends_chosen_routed_lords_into_exile() -> None:
    escape("Y3", "york", ["york", "march"], "exeter_1")


def test_y9_event_escape_ship_sends_chosen_routed_lords_into_exile() -> None:
    escape("Y9", "york", ["march", "york"], "exeter_1")


def test_l3_event_escape_ship_sends_chosen_routed_lords_into_exile() -> None:
    escape("L3", "lancaster", ["exeter_1", "somerset_1"], "york")


def test_y3_event_escape_ship_for_several_lords_and_from_the_port_itself() -> None:
    state = fought("bristol", "lancaster", york="gone", march="gone", exeter_1="center")
    state.favour["bristol"] = "york"
    end(state, ["play y3 york with march"], [], "Y3")
    assert state.lords["york"].exile
    assert state.lords["march"].exile


def test_c72_escape_ship_costs_no_influence() -> None:
    state = fought("bristol", "lancaster", york="gone", exeter_1="center")
    with_vassal(state, "york", "essex")
    state.favour["bristol"] = "york"
    end(state, ["play y9 york"], [], "Y9")
    assert state.influence == -5 - 1, "what the winner gains, and no more"
    assert state.vassals["essex"].status == "disbanded"


@pytest.mark.parametrize(
    "favour",
    [
        {"gloucester": "york", "bristol": "york"},
        {"hereford": "york", "bristol": "york"},
        {"hereford": "york", "gloucester": "york"},
        {"hereford": "york", "gloucester": "york", "bristol": "lancaster"},
    ],
)
def test_y3_event_escape_ship_needs_friendly_strongholds_all_the_way(
    favour: dict[str, str],
) -> None:
    state = fought("hereford", "lancaster", york="gone", exeter_1="center")
    state.favour = favour
    assert asked(end(state, [], [1], "Y3"), "held_death_check") == []


def test_y3_event_escape_ship_is_stopped_by_enemies_on_the_way_not_by_the_victors() -> None:
    state = fought("hereford", "lancaster", york="gone", exeter_1="center")
    state.favour = {"hereford": "york", "gloucester": "york", "bristol": "york"}
    state.lords["somerset_1"].at = "gloucester"
    state.lords["somerset_1"].troops.militia = 1
    assert asked(end(state, [], [1], "Y3"), "held_death_check") == []


def test_c73_the_defenders_cards_come_before_the_attackers() -> None:
    state = fought("bristol", "", york="gone", exeter_1="gone")
    state.favour["bristol"] = "lancaster"
    game = end(state, ["play l3 exeter_1"], [1], "L3", "Y3")
    assert asked(game, "held_death_check") == ["lancaster"]
    assert state.lords["exeter_1"].exile


def test_3_1_3_a_window_of_the_death_check_opens_whatever_is_held() -> None:
    state = fought("bristol", "lancaster", york="gone", exeter_1="center")
    state.favour["bristol"] = "york"
    game = end(state, ["no"], [1], "Y19")
    request = next(r for r in game.asked if r.kind == "held_death_check")
    assert [o.line for o in request.options] == ["play y3 york", "play y9 york", "no"]


def test_l36_event_talbot_disbands_instead_of_rolling() -> None:
    state = fought("coventry", "york", york="center", exeter_1="gone", somerset_1="gone")
    game = end(state, ["play l36 exeter_1 with somerset_1"], [], "L36")
    for lord, box in (("exeter_1", 4), ("somerset_1", 1)):
        assert (state.lords[lord].at, state.lords[lord].exile) == ("calendar", False)
        assert state.lords[lord].box == state.box + box
    assert game.rolled == []
    assert state.held["lancaster"] == []


def test_l36_event_talbot_leaves_the_others_to_their_fate() -> None:
    state = fought("coventry", "york", york="center", exeter_1="gone", somerset_1="gone")
    end(state, ["play l36 somerset_1"], [6], "L36")
    assert state.lords["exeter_1"].at == "out"


def test_l16_event_warden_of_the_marches_c74_moves_routed_lords_to_one_stronghold_of_the_north() -> (
    None
):
    state = fought("carlisle", "york", york="center", exeter_1="gone", somerset_1="gone")
    battle = state.battle
    assert isinstance(battle, Battle)
    state.favour |= {"hexham": "lancaster", "appleby": "lancaster", "newcastle": "york"}
    state.favour["carlisle"] = "lancaster"
    exeter = state.lords["exeter_1"]
    exeter.provender = 3
    exeter.troops.militia = 2
    give(state, "exeter_1", "L13")
    with_vassal(state, "exeter_1", "essex")
    with_vassal(state, "exeter_1", "dudley")
    battle.lords["exeter_1"].routed.men_at_arms = 2
    battle.lords["exeter_1"].routed_retinue = True
    battle.lords["exeter_1"].routed_vassals.append("dudley")
    game = end(state, ["play l16 hexham exeter_1"], [1], "L16")
    request = next(r for r in game.asked if r.kind == "held_death_check")
    places = {o.line.split()[2] for o in request.options if o.line.startswith("play l16")}
    assert places == {"hexham", "appleby"}
    assert exeter.at == "hexham"
    assert (exeter.troops.men_at_arms, exeter.troops.militia) == (0, 2)
    assert exeter.vassals == ["essex"]
    assert exeter.capabilities == ["L13"]
    assert exeter.provender == 3
    assert state.vassals["dudley"].status == "disbanded"
    assert state.lords["somerset_1"].at == "calendar"
    assert [label for label, _ in game.rolled] == ["death somerset_1"]


def test_l16_event_warden_of_the_marches_a_mover_without_troops_disbands() -> None:
    state = fought("carlisle", "york", york="center", exeter_1="gone")
    battle = state.battle
    assert isinstance(battle, Battle)
    battle.lords["exeter_1"].routed.men_at_arms = 2
    state.favour["hexham"] = "lancaster"
    end(state, ["play l16 hexham exeter_1"], [], "L16")
    assert state.lords["exeter_1"].at == "calendar"
    assert not state.lords["exeter_1"].exile


@pytest.mark.parametrize(
    ("at", "favour", "enemy"),
    [
        ("york", {"hexham": "lancaster"}, ""),
        ("carlisle", {"hexham": "york"}, ""),
        ("carlisle", {"carlisle": "lancaster"}, ""),
        ("carlisle", {"hexham": "lancaster"}, "hexham"),
    ],
)
def test_l16_event_warden_of_the_marches_only_in_the_north_to_a_free_friendly_place(
    at: str, favour: dict[str, str], enemy: str
) -> None:
    state = fought(at, "york", york="center", exeter_1="gone")
    state.favour = favour
    if enemy:
        state.lords["march"].at = enemy
    assert asked(end(state, [], [1], "L16"), "held_death_check") == []


def test_l16_event_warden_of_the_marches_survivors_are_marked_fought() -> None:
    state = battlefield({"york": MEN, "exeter_1": MEN}, at="carlisle")
    state.favour["hexham"] = "lancaster"
    game = fight(
        state,
        ["no", "exeter_1: flee", "play l16 hexham exeter_1"],
        [],
        hold(state, "L16"),
        at="carlisle",
    )
    assert game.rolled == []
    assert state.lords["exeter_1"].at == "hexham"
    assert state.lords["exeter_1"].moved
    assert state.battle is None


def bloody(winner: str, dice: list[int], **places: str) -> tuple[State, Scripted]:
    state = fought("bristol", winner, **places)
    give(state, "richard_iii", "Y33")
    state.favour["bristol"] = "york" if winner == "lancaster" else "lancaster"
    answers = ["no"] if dice and winner == "lancaster" else []
    return state, end(state, answers, dice, "L3", "L36", "Y3")


def test_y33_capability_bloody_thou_art_all_routed_lancastrians_die_no_yorkist_does() -> None:
    state, game = bloody("york", [], york="center", richard_iii="gone", march="gone", oxford="gone")
    assert state.lords["oxford"].at == "out"
    assert state.lords["richard_iii"].at == "calendar"
    assert state.lords["march"].at == "calendar"
    assert game.rolled == []
    assert asked(game, "held_death_check") == []


def test_y33_capability_bloody_thou_art_not_if_the_yorkists_lose() -> None:
    _, game = bloody("lancaster", [1], richard_iii="gone", oxford="center")
    assert [label for label, _ in game.rolled] == ["death richard_iii"]
    assert asked(game, "held_death_check") == ["york"]
