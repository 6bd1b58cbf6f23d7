"""Capabilities that add Troops for a Battle (C68)."""

from __future__ import annotations

from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s4_4_1_array as array
from pbem.games.plantagenet import s4_4_3_ending as ending
from pbem.games.plantagenet.state import Battle, BattleLord, State
from tests.plantagenet.battlefield import battlefield
from tests.plantagenet.cards.hand import fight, give
from tests.says import sentence
from tests.scripted import Scripted


def added(state: State, lord: str, card: str, at: str) -> dict[str, int]:
    """What the card adds at the start of an Array there; everything is put back."""
    state.lords[lord].at = at
    state.lords[lord].capabilities = [card]
    battle = state.battle = Battle(at, "york", "lancaster")
    side = "york" if card.startswith("Y") else "lancaster"
    battle.lords[lord] = BattleLord(side)
    array.reinforce(Scripted(state).table)
    came = forces.present(battle.lords[lord].added)
    for kind, n in came.items():
        troops = state.lords[lord].troops
        setattr(troops, kind, getattr(troops, kind) - n)
    state.battle = None
    return came


def musterd(card: str, lord: str, side: str) -> None:
    state = battlefield({lord: {"militia": 1}})
    assert added(state, lord, card, "coventry") == {}
    state.favour["coventry"] = side
    assert added(state, lord, card, "coventry") == {"men_at_arms": 2, "longbowmen": 1}
    state.favour["coventry"] = "york" if side == "lancaster" else "lancaster"
    assert added(state, lord, card, "coventry") == {}


def test_y3_capability_musterd_my_soldiers_at_a_friendly_stronghold() -> None:
    musterd("Y3", "york", "york")


def test_l3_capability_musterd_my_soldiers_at_a_friendly_stronghold() -> None:
    musterd("L3", "exeter_1", "lancaster")


def test_y3_capability_what_is_left_goes_in_the_aftermath_and_the_card_stays() -> None:
    state = battlefield({"york": {"militia": 1}, "exeter_1": {"militia": 1}})
    state.favour["coventry"] = "york"
    give(state, "york", "Y3")
    game = fight(state, ["exeter_1: flee"], [1])
    assert (
        sentence(
            "games.plantagenet.s4_4_1_array.reinforce", "York", "2 Men-at-Arms and 1 Longbowman"
        )
        in game.story
    )
    assert forces.present(state.lords["york"].troops) == {"militia": 1}
    assert state.lords["york"].capabilities == ["Y3"]


def test_c68_added_troops_are_lost_first_and_only_what_is_left_goes() -> None:
    state = battlefield({"york": {"men_at_arms": 3}})
    give(state, "york", "Y3")
    state.favour["coventry"] = "york"
    battle = state.battle = Battle("coventry", "york", "lancaster", winner="york")
    battle.lords["york"] = BattleLord("york", "center")
    array.reinforce(Scripted(state).table)
    battle.lords["york"].routed.men_at_arms = 1
    Scripted(state, [], [6]).run(ending.losses)
    assert state.lords["york"].troops.men_at_arms == 4
    assert battle.lords["york"].added.men_at_arms == 1
    from pbem.games.plantagenet.s4_4_battle import aftermath

    aftermath(Scripted(state).table)
    assert forces.present(state.lords["york"].troops) == {"men_at_arms": 3}


def test_c68_a_lord_left_without_troops_disbands_at_no_loss() -> None:
    state = battlefield({"york": {"militia": 1}, "exeter_1": {"militia": 1}})
    state.favour["coventry"] = "york"
    give(state, "york", "Y3")
    state.lords["york"].troops.militia = 0
    state.lords["york"].troops.handgunners = 0
    game = fight(state, ["exeter_1: flee"], [1])
    assert state.lords["york"].at == "calendar"
    assert state.influence == 2
    assert game.story[-1] == sentence(
        "games.plantagenet.s3_2_4_disband.disband_without_troops", "York"
    )


def test_c26_temporary_troops_come_from_the_pool() -> None:
    state = battlefield({"york": {"militia": 1}, "march": {"men_at_arms": 34}})
    state.favour["coventry"] = "york"
    assert added(state, "york", "Y3", "coventry") == {"men_at_arms": 1, "longbowmen": 1}


def area(card: str, lord: str, inside: tuple[str, ...], troops: dict[str, int]) -> None:
    state = battlefield({lord: {"mercenaries": 1}})
    assert added(state, lord, card, "coventry") == {}
    for place in inside:
        assert added(state, lord, card, place) == troops
    rest = {"carlisle", "arundel", "ludlow"} - set(inside)
    for place in sorted(rest):
        assert added(state, lord, card, place) == {}


def test_y25_capability_pembroke_two_longbowmen_in_wales() -> None:
    area("Y25", "pembroke", ("ludlow",), {"longbowmen": 2})


def test_l25_capability_welsh_lord_two_longbowmen_in_wales() -> None:
    area("L25", "jasper_tudor_1", ("ludlow",), {"longbowmen": 2})


def test_y27_capability_percys_north_four_militia_in_the_north() -> None:
    area("Y27", "northumberland_y1", ("carlisle",), {"militia": 4})


def test_y35_capability_kingdom_united_three_militia_in_three_areas() -> None:
    area("Y35", "gloucester_1", ("carlisle", "arundel", "ludlow"), {"militia": 3})


def test_y37_capability_percys_north_c67_where_a_route_leads_to_carlisle() -> None:
    """York's own Favour and the Enemies there do not matter, those on the way do."""
    state = battlefield({"northumberland_y1": {"militia": 1}, "exeter_1": {"militia": 1}})
    state.favour = {"york": "lancaster", "newcastle": "york", "hexham": "york"}
    state.lords["exeter_1"].at = "york"
    men = {"men_at_arms": 2}
    assert added(state, "northumberland_y1", "Y37", "york") == men
    state.lords["exeter_1"].at = "hexham"
    assert added(state, "northumberland_y1", "Y37", "york") == {}
    state.lords["exeter_1"].at = "york"
    state.favour["hexham"] = "lancaster"
    assert added(state, "northumberland_y1", "Y37", "york") == {}
    assert added(state, "northumberland_y1", "Y37", "hexham") == men
    assert added(state, "northumberland_y1", "Y37", "carlisle") == men
    state.favour["hexham"] = "york"
    state.lords["exeter_1"].at = "carlisle"
    assert added(state, "northumberland_y1", "Y37", "york") == {}


def test_l33_capability_philibert_de_chandee_c66_needs_a_friendly_channel_port() -> None:
    state = battlefield({"oxford": {"militia": 1}})
    men = {"men_at_arms": 2}
    assert added(state, "oxford", "L33", "arundel") == {}
    state.favour["southampton"] = "lancaster"
    assert added(state, "oxford", "L33", "arundel") == men
    assert added(state, "oxford", "L33", "southampton") == men
    assert added(state, "oxford", "L33", "dover") == {}, "not by Sea (C116)"
    state.favour["bristol"] = "lancaster"
    assert added(state, "oxford", "L33", "gloucester") == {}, "another Sea"
    state.favour["southampton"] = "york"
    assert added(state, "oxford", "L33", "southampton") == {}
