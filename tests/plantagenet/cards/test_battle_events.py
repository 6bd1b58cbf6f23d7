"""Hold Events of the Events step of a Battle (4.4.1)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s4_4_1_array as array
from pbem.games.plantagenet import s4_4_2_engage as engage
from pbem.games.plantagenet import s4_4_2_rounds as rounds
from pbem.games.plantagenet import s4_4_2_strike as strike
from pbem.games.plantagenet.board_trays import trays
from pbem.games.plantagenet.hooks import events_in_force
from pbem.games.plantagenet.position_battle import marks
from pbem.games.plantagenet.state import Battle, State
from tests.plantagenet.battlefield import arrayed, battlefield, with_vassal
from tests.plantagenet.cards.hand import asked, fight, give, hold
from tests.says import says, sentence
from tests.scripted import Scripted

ONE = {"militia": 1}


def against(*played: str, **armies: dict[str, int]) -> tuple[State, Battle]:
    """All in the center but Norfolk, Rutland and Henry on the left; the Yorkists Attack."""
    state = battlefield(armies)
    wing = {"norfolk", "rutland", "henry_vi"}
    places = {id: "left" if id in wing else "center" for id in armies}
    battle = arrayed(state, "york", places)
    battle.events += played
    return state, battle


def total(state: State, side: str, kind: str, group: dict[str, list[str]]) -> int:
    return strike.total(state, side, group, kind, {"york": 0, "lancaster": 0})


def short(state: State, *lines: str, dice: tuple[int, ...] = (1,)) -> Scripted:
    """A Battle in which these cards are played and Exeter Flees."""
    cards = [line.split()[1].upper() for line in lines]
    return fight(state, [*lines, "exeter_1: flee"], dice, hold(state, *cards))


@pytest.mark.parametrize("card", ["Y1", "Y19", "Y30", "Y36", "Y37", "L1"])
def test_4_4_4_events_leave_play_in_the_aftermath(card: str) -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    short(state, f"play {card.lower()}")
    assert events_in_force(state) == []
    assert state.held == {"york": [], "lancaster": []}


def test_c117_defender_then_attacker_each_as_many_as_he_likes() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    secrets = hold(state, "Y1", "Y19", "L1", "L12")
    game = fight(
        state,
        ["play l1", "no", "play y19", "play y1", "exeter_1: flee"],
        [1],
        secrets,
    )
    sides = ["lancaster", "lancaster", "york", "york"]
    assert asked(game, "held_battle_events") == sides
    assert state.held["lancaster"] == ["held:L12"]


def test_3_1_3_the_window_is_the_same_whatever_is_held() -> None:
    lines = []
    for card in ("Y1", "Y3"):
        state = battlefield({"york": ONE, "exeter_1": ONE})
        secrets = hold(state, card)
        game = fight(state, ["no", "exeter_1: flee"], [1], secrets)
        request = next(r for r in game.asked if r.kind == "held_battle_events")
        lines.append((request.question, [(o.line, o.note) for o in request.options]))
    assert lines[0] == lines[1]
    assert "play y1" in [line for line, _ in lines[0][1]]


def test_y13_event_aspielles_may_be_played_in_a_battle() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    game = fight(state, ["no", "play y13", "exeter_1: flee"], [1], hold(state, "Y13", "L12"))
    assert any(
        says(
            text,
            "games.plantagenet.cards.hold_events.aspielles",
            ...,
            "Held Event",
            word="look at the",
        )
        for text in game.story
    )
    assert events_in_force(state) == []


def test_3_1_3_no_card_in_hand_no_window() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    assert asked(fight(state, ["exeter_1: flee"], [1]), "held_battle_events") == []


def test_y1_event_leeward_halves_missile_hits_on_yorkists_rounded_up() -> None:
    state, battle = against("Y1", york={"longbowmen": 4}, exeter_1={"longbowmen": 2, "militia": 1})
    group = {"york": ["york"], "lancaster": ["exeter_1"]}
    assert total(state, "york", "missile", group) == 3
    assert total(state, "lancaster", "missile", group) == 8
    assert total(state, "york", "melee", group) == 4
    more = {"york": 0, "lancaster": 5}
    assert strike.total(state, "york", group, "missile", more) == 5
    battle.events.clear()
    assert total(state, "york", "missile", group) == 5


def test_l1_event_leeward_halves_missile_hits_on_lancastrians_and_both_cards_are_void() -> None:
    state, battle = against("L1", york={"longbowmen": 4}, exeter_1={"longbowmen": 2})
    group = {"york": ["york"], "lancaster": ["exeter_1"]}
    assert total(state, "lancaster", "missile", group) == 4
    assert total(state, "york", "missile", group) == 4
    battle.events.append("Y1")
    assert total(state, "lancaster", "missile", group) == 8
    assert total(state, "york", "missile", group) == 4


def test_y5_event_suspicion_disbands_a_lord_of_lower_printed_influence() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE, "henry_vi": ONE})
    with_vassal(state, "exeter_1", "essex")
    state.favour["coventry"] = "york"
    answers = ["henry_vi: center", "exeter_1: left", "play y5 york exeter_1", "henry_vi: flee"]
    game = fight(state, answers, [5], hold(state, "Y5"))
    request = next(r for r in game.asked if r.kind == "held_battle_events")
    lines = [o.line for o in request.options]
    assert "play y5 york exeter_1" in lines
    assert "play y5 york henry_vi" not in lines
    assert game.rolled[0] == ("york suspicion exeter_1", 5)
    assert state.lords["exeter_1"].at == "calendar"
    assert state.lords["exeter_1"].box == state.box + 4
    assert state.vassals["essex"].status == "disbanded"
    assert state.influence == -1 + 5 + 10, "the check, Henry's five and his capture, no Exeter"
    assert state.held["york"] == []


def test_y5_event_suspicion_fails_and_is_spent() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    game = fight(
        state,
        ["play y5 york exeter_1", "exeter_1: flee"],
        [6, 1],
        hold(state, "Y5"),
    )
    assert (
        sentence("games.plantagenet.cards.battle_events.suspicion", "York", word="believes")
        in game.story
    )
    assert state.influence == -1 + 2
    assert events_in_force(state) == []


def test_y5_event_suspicion_of_the_last_enemy_wins_the_battle_at_once() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    fight(state, ["play y5 york exeter_1"], [1], hold(state, "Y5"))
    assert state.battle is None
    assert state.influence == -1
    assert state.lords["york"].moved


def test_y5_event_suspicion_of_the_last_enemy_leaves_nothing_to_ask() -> None:
    """There is no Round 1: no guns (Y1, L1), and no Event that acts in one."""
    state = battlefield({"york": ONE, "exeter_1": ONE})
    give(state, "york", "Y1")
    secrets = hold(state, "Y5", "Y19")
    game = fight(state, ["play y5 york exeter_1"], [1], secrets)
    assert asked(game, "held_battle_events") == ["york"]
    assert asked(game, "guns") == []
    assert state.lords["york"].capabilities == ["Y1"]


def test_l5_event_suspicion_of_the_last_attacker_asks_him_for_nothing_more() -> None:
    state = battlefield({"henry_vi": ONE, "march": ONE})
    give(state, "henry_vi", "L1")
    secrets = hold(state, "L5", "Y19")
    game = fight(state, ["play l5 henry_vi march"], [1], secrets)
    assert asked(game, "held_battle_events") == ["lancaster"]
    assert asked(game, "guns") == []


def test_c4_suspicion_compares_printed_ratings() -> None:
    """Exeter's Influence is 2 like March's, whatever Favoured Son adds to the check."""
    state = battlefield({"march": ONE, "exeter_1": ONE})
    give(state, "march", "Y20")
    secrets = hold(state, "Y5")
    game = fight(state, ["no", "exeter_1: flee"], [1], secrets)
    request = next(r for r in game.asked if r.kind == "held_battle_events")
    assert not any(o.line.startswith("play y5") for o in request.options)


def test_l5_event_suspicion_works_for_lancastrians() -> None:
    state = battlefield({"march": ONE, "york": ONE, "somerset_1": ONE})
    array = ["york: center", "march: left"]
    answers = [*array, "play l5 somerset_1 march", "stand", "york: flee"]
    fight(state, answers, [1, 1], hold(state, "L5"))
    assert state.lords["march"].at == "calendar"
    assert state.lords["march"].box == state.box + 4
    assert state.influence == 1 - 5
    assert events_in_force(state) == []


def test_y19_event_caltrops_c64_deal_two_melee_hits_a_round_split_by_engagement() -> None:
    state, battle = against("Y19", york=ONE, exeter_1=ONE, rutland=ONE, henry_vi=ONE)
    battle.waiting = [["rutland", "henry_vi"]]
    battle.fighting = ["exeter_1", "york"]
    game = Scripted(state, ["caltrops 1"])
    hits = game.run(strike.card_hits, "york", ["york"], "melee")
    assert hits == 1
    assert [o.line for o in game.asked[0].options] == ["caltrops 2", "caltrops 1", "caltrops 0"]
    battle.waiting = []
    assert Scripted(state).run(strike.card_hits, "york", ["rutland"], "melee") == 1
    assert Scripted(state).run(strike.card_hits, "lancaster", ["exeter_1"], "melee") == 0
    assert Scripted(state).run(strike.card_hits, "york", ["york"], "missile") == 0
    assert Scripted(state).run(strike.card_hits, "york", ["york"], "melee") == 0
    battle.round = 2
    assert Scripted(state).run(strike.card_hits, "york", ["york"], "melee") == 2
    battle.events.clear()
    battle.round = 3
    assert Scripted(state).run(strike.card_hits, "york", ["york"], "melee") == 0


def test_y19_event_caltrops_none_in_this_engagement_leaves_all_for_the_next() -> None:
    state, battle = against("Y19", york=ONE, exeter_1=ONE, rutland=ONE, henry_vi=ONE)
    battle.waiting = [["rutland", "henry_vi"]]
    game = Scripted(state, ["caltrops 0"])
    assert game.run(strike.card_hits, "york", ["york"], "melee") == 0
    assert game.story == []
    battle.waiting = []
    assert Scripted(state).run(strike.card_hits, "york", ["rutland"], "melee") == 2


def test_y30_event_regroup_once_a_lord_rolls_protection_for_each_routed_troop_unit() -> None:
    state, battle = against("Y30", york={"men_at_arms": 3, "militia": 1}, exeter_1=ONE)
    york = battle.lords["york"]
    york.routed.men_at_arms, york.routed.militia = 2, 1
    york.routed_retinue = True
    game = Scripted(state, ["wait"])
    game.run(rounds.pause, "strike")
    assert [o.line for o in game.asked[0].options] == ["york: regroup", "wait", "wait rout"]
    game = Scripted(state, ["york: regroup"], [3, 4, 1])
    game.run(rounds.pause, "rout")
    assert (york.routed.men_at_arms, york.routed.militia) == (1, 0)
    assert york.routed_retinue
    Scripted(state).run(rounds.pause, "rout")


def test_y30_event_regroup_not_asked_before_lord_rout_after_wait_rout_nor_for_routed_lords() -> (
    None
):
    state, battle = against("Y30", york={"men_at_arms": 2}, exeter_1=ONE)
    battle.lords["york"].routed.men_at_arms = 1
    Scripted(state, ["wait rout"]).run(rounds.pause, "strike")
    assert Scripted(state).run(rounds.pause, "strike") is None
    Scripted(state, ["wait"]).run(rounds.pause, "rout")
    battle.round = 2
    Scripted(state, ["wait"]).run(rounds.pause, "strike")
    battle.lords["york"].place = "gone"
    Scripted(state).run(rounds.pause, "rout")


def test_y36_event_swift_maneuver_ends_the_round_when_a_lancastrian_retinue_routs() -> None:
    state, battle = against("Y36", york=ONE, exeter_1=ONE, rutland=ONE, henry_vi=ONE)
    battle.waiting = [["exeter_1", "york"], ["rutland", "henry_vi"]]
    game = Scripted(state, ["exeter_1: retinue", "end round"], [5])
    game.run(rounds.strikes)
    assert battle.lords["exeter_1"].routed_retinue
    assert battle.waiting == []
    assert not any("Melee" in text for text in game.story)
    battle.round = 2
    battle.waiting = [["rutland", "henry_vi"]]
    answers = ["henry_vi: retinue", "fight on", "rutland: retinue all", "rutland: retinue all"]
    game = Scripted(state, answers, [5, 1, 1, 1, 1, 1, 1])
    game.run(rounds.strikes)
    assert any("Melee" in text for text in game.story)


def test_y36_event_swift_maneuver_not_for_other_units_or_yorkist_retinues() -> None:
    state, battle = against("Y36", york=ONE, exeter_1=ONE)
    battle.hits = {"york": 2, "lancaster": 2}
    Scripted(state, [], [6]).run(strike.take_hit, "exeter_1", "militia", "melee", True)
    Scripted(state, [], [6]).run(strike.take_hit, "york", "retinue", "melee", True)
    assert not battle.halted


def test_y36_event_swift_maneuver_not_where_nothing_of_the_round_is_left() -> None:
    state, battle = against("Y36", york=ONE, exeter_1=ONE)
    battle.fighting, battle.strike = ["exeter_1", "york"], "melee"
    battle.hits = {"york": 0, "lancaster": 0}
    game = Scripted(state, [], [6])
    game.run(strike.take_hit, "exeter_1", "retinue", "melee", True)
    assert game.asked == []


@pytest.mark.parametrize(
    ("kind", "york", "waiting"),
    [("missile", 0, []), ("melee", 1, []), ("melee", 0, [["rutland", "henry_vi"]])],
)
def test_y36_event_swift_maneuver_where_hits_melee_or_engagements_are_left(
    kind: str, york: int, waiting: list[list[str]]
) -> None:
    state, battle = against("Y36", york=ONE, exeter_1=ONE, rutland=ONE, henry_vi=ONE)
    battle.fighting, battle.strike, battle.waiting = ["exeter_1", "york"], kind, waiting
    battle.hits = {"york": york, "lancaster": 0}
    Scripted(state, ["end round"], [6]).run(strike.take_hit, "exeter_1", "retinue", kind, True)
    assert battle.halted


def test_y37_event_patrick_de_la_mote_doubles_the_dice_of_yorkist_guns() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    give(state, "york", "Y1")
    give(state, "exeter_1", "L2")
    secrets = hold(state, "Y37")
    battle = arrayed(state, "york", {"york": "center", "exeter_1": "center"})
    game = Scripted(state, ["play y37", "exeter_1: fire", "york: fire"], [], secrets)
    game.run(array.events)
    assert battle.lords["york"].guns == 2
    assert battle.lords["exeter_1"].guns == 1
    game = Scripted(state, [], [3, 4])
    assert game.run(strike.card_hits, "york", ["york"], "missile") == 7
    state.battle = None
    give(state, "york", "Y2")
    arrayed(state, "york", {"york": "center", "exeter_1": "center"})
    Scripted(state, ["york: fire"]).run(array.events)
    assert state.battle.lords["york"].guns == 1  # type: ignore[attr-defined]


def test_l7_event_for_trust_not_him_turns_a_vassal_for_a_check_with_loyalty() -> None:
    """Exeter's Influence 2, Beaumont is loyal to Lancaster by 2: 1-4 for one point."""
    state = battlefield({"york": ONE, "exeter_1": ONE})
    with_vassal(state, "york", "beaumont")
    with_vassal(state, "york", "hastings")
    answers = ["play l7 exeter_1 beaumont", "exeter_1: flee"]
    game = fight(state, answers, [4, 1], hold(state, "L7"))
    request = next(r for r in game.asked if r.kind == "held_battle_events")
    assert not any("hastings" in o.line for o in request.options)
    assert ("exeter_1 vassal beaumont", 4) in game.rolled
    assert (
        sentence(
            "games.plantagenet.cards.battle_events.for_trust_not_him",
            "Beaumont",
            "Exeter (1)",
            word="changes",
        )
        in game.story
    )
    assert state.lords["york"].vassals == ["hastings"]
    assert state.influence == 1 + 2 + 1, "Exeter lost, with a Vassal"
    assert state.vassals["beaumont"].status == "disbanded"


def test_l7_event_for_trust_not_him_places_service_anew_and_may_fail() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    with_vassal(state, "york", "beaumont")
    arrayed(state, "york", {"york": "center", "exeter_1": "center"})
    Scripted(state, ["play l7 exeter_1 beaumont"], [5], hold(state, "L7")).run(array.events)
    assert state.lords["york"].vassals == ["beaumont"]
    assert state.vassals["beaumont"].box == 9
    state.battle.events.clear()  # type: ignore[union-attr]
    Scripted(state, ["play l7 exeter_1 beaumont"], [1], hold(state, "L7")).run(array.events)
    assert state.lords["exeter_1"].vassals == ["beaumont"]
    assert state.vassals["beaumont"].box == state.box + 1
    assert strike.units(state, "exeter_1")["beaumont"] == 1


def test_l7_event_for_trust_not_him_spares_vassals_under_alice_montagu() -> None:
    state = battlefield({"salisbury": ONE, "exeter_1": ONE})
    with_vassal(state, "salisbury", "beaumont")
    give(state, "salisbury", "Y17")
    game = fight(state, ["no", "exeter_1: flee"], [1], hold(state, "L7"))
    request = next(r for r in game.asked if r.kind == "held_battle_events")
    assert not any(o.line.startswith("play l7") for o in request.options)


def test_l12_event_ravine_cuts_a_yorkist_lord_off_in_round_1_only() -> None:
    """C65: his place counts as empty for Engage, but nobody moves into it."""
    state, battle = against(york=ONE, exeter_1=ONE, rutland=ONE, henry_vi=ONE)
    game = Scripted(state, ["play l12 york"], [], hold(state, "L12"))
    game.run(array.events)
    assert battle.lords["york"].cut_off
    groups = Scripted(state).run(engage.engage)
    assert [sorted(group) for group in groups] == [["exeter_1", "henry_vi", "rutland"]]
    assert "center" not in array.empty_front(battle, "york")
    shown = str(trays(state, "lancaster", {}))
    assert shown.count(marks(battle, "york")[0]) == 2, "next to his Forces, and in words"
    battle.round = 2
    assert not marks(battle, "york")
    groups = Scripted(state, ["fight center left"]).run(engage.engage)
    assert [sorted(group) for group in groups] == [["exeter_1", "york"], ["henry_vi", "rutland"]]


def test_c65_a_lord_opposite_who_is_cut_off_is_named_where_the_wing_is_asked_for() -> None:
    state, battle = against(york=ONE, exeter_1=ONE, rutland=ONE, salisbury=ONE)
    for lord, place in (("york", "center"), ("rutland", "left"), ("salisbury", "right")):
        battle.lords[lord].place = place
    battle.lords["york"].cut_off = True
    game = Scripted(state, ["exeter_1: face left"])
    game.run(engage.engage)
    assert "York is" in game.asked[0].question


def test_c65_with_no_engagement_left_round_1_passes() -> None:
    state = battlefield({"york": ONE, "exeter_1": ONE})
    secrets = hold(state, "L12")
    game = fight(state, ["play l12 york", "stand", "stand", "exeter_1: flee"], [1], secrets)
    assert [text for text in game.story if text.startswith("Round")] == ["Round 1.", "Round 2."]
    assert not any("Engagement" in text for text in game.story)
    assert events_in_force(state) == []
