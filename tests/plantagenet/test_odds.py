"""Odds: exact where that is possible, and a simulation that agrees with counting all dice and with play."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.odds import Answer, Inquiry, wilson
from pbem.engine.play import Play
from pbem.engine.policies import presets_of
from pbem.engine.scenarios import starting_state
from pbem.engine.simulate import Policies, both_policies
from pbem.engine.standing import StandingOrders
from pbem.errors import BadQuestion
from pbem.games import find
from pbem.games.plantagenet import odds_battle
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet.facts import SIDES
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.counted import SURE, agrees, counted, line
from tests.plantagenet.battlefield import battlefield, with_vassal
from tests.plantagenet.cards.hand import hold
from tests.plantagenet.field import army, empty, put
from tests.plantagenet.wars import war
from tests.random_games import give
from tests.says import sentence, worded
from tests.scripted import Scripted

PLANTAGENET = find("plantagenet")


def ask(name: str, inquiry: Inquiry) -> Answer:
    return PLANTAGENET.chances.odds()[name].run(inquiry)


# Influence checks and Intercepts


@pytest.mark.parametrize("vassal", ["", "oxford", "fauconberg"])
@pytest.mark.parametrize("lord", ["march", "salisbury", "henry_vi"])
def test_1_4_2_a_check_is_what_all_six_faces_give(lord: str, vassal: str) -> None:
    state = setup("Ia")
    options = {"lord": lord, **({"vassal": vassal} if vassal else {})}
    answer = ask("check", Inquiry(state, "york", options))
    purpose = "vassal" if vassal else ""
    terms = influence.terms(state, lord, purpose)
    offered = influence.bonuses(state, lord, terms, purpose, vassal)
    assert len(answer.blocks[0].lines) == len(offered)
    for bonus, one in zip(offered, answer.blocks[0].lines, strict=True):
        worked = 0
        for face in range(1, 7):
            game = Scripted(setup("Ia"), dice=[face])
            purpose = "vassal" if vassal else ""
            named = {"vassal": vassal, "purpose": purpose, "terms": influence.Terms(1)}
            worked += game.run(influence.check, lord, "x", "1.4.2", bonus, **named)
        assert one.share == one.low == one.high == worked / 6
        assert f"costs {1 + bonus}" in one.note


def test_1_4_2_ways_cost_a_point_each_and_the_best_spending_is_named() -> None:
    answer = ask("check", Inquiry(setup("Ib"), "york", {"lord": "march", "ways": "2"}))
    notes = {one.label: one.note for one in answer.blocks[0].lines}
    assert notes["no more"].startswith("costs 3, 0.11 per point, 9.0 points")
    assert [label for label, note in notes.items() if "best" in note] == ["+1"]


def test_4_3_4_intercept_is_his_valour_in_sixths() -> None:
    answer = ask("intercept", Inquiry(setup("Ib"), "york", {"lord": "Norf"}))
    assert answer.blocks[0].lines[0].share == 2 / 6
    assert "St. Albans" in answer.notes[0]


# Battles: counting all dice


ONE_ROUND = {"flee": "flee all if round >= 2; else stand"}
"""So that there is an end to the ways in which the dice can fall."""


@pytest.mark.slow
def test_4_4_a_small_battle_agrees_with_counting_all_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    state = battlefield({})
    options = {
        "at": "coventry",
        "attacker": "york",
        "york": "march: 1 longbowmen, valour 0",
        "lancaster": "exeter: 1 militia, valour 0",
    }
    standing = {"york": StandingOrders(dict(ONE_ROUND))}
    inquiry = Inquiry(state, "york", options, standing=standing, games=1500)
    answer = ask("battle", inquiry)
    policies = both_policies(PLANTAGENET, inquiry, odds_battle.PRESET)
    play = odds_battle.whole(PLANTAGENET, inquiry, odds_battle.set_up(inquiry), policies)
    outcomes = list(counted(monkeypatch, play))
    assert len(outcomes) > 100
    assert sum(share for _, share in outcomes) == 1
    for side, words in {
        "york": "Yorkists",
        "lancaster": "Lancastrians",
        "": "nobody: all Rout",
    }.items():
        exact = sum(share for o, share in outcomes if o.winner == side)
        agrees(line(answer, "Who wins", words), inquiry.games, float(exact))
    for lord, words in {"march": "March", "exeter_1": "Exeter (1)"}.items():
        dead = sum(share for o, share in outcomes if o.fates[lord] == "dead")
        agrees(line(answer, "Dead", words), inquiry.games, float(dead))
    mean = float(sum(share * o.influence for o, share in outcomes))
    assert answer.numbers["influence"] == pytest.approx(mean, abs=0.2)


def test_4_4_who_flees_at_once_dies_on_five_or_six(monkeypatch: pytest.MonkeyPatch) -> None:
    state = battlefield({"march": {"militia": 1}, "exeter_1": {"militia": 1}})
    inquiry = Inquiry(state, "york", standing={"york": StandingOrders({"flee": "flee all"})})
    setting = odds_battle.set_up(inquiry)
    policies = both_policies(PLANTAGENET, inquiry, odds_battle.PRESET)
    play = odds_battle.whole(PLANTAGENET, inquiry, setting, policies)
    outcomes = list(counted(monkeypatch, play))
    assert [(o.fates["march"], share) for o, share in outcomes] == [
        ("gone", Fraction(4, 6)),
        ("dead", Fraction(2, 6)),
    ]
    assert {o.winner for o, _ in outcomes} == {"lancaster"}


# Battles: play


def battle_by_play(state: State, policies: dict[str, StandingOrders], seed: int) -> str:
    """The winner of a Battle that a March by mail brings about."""
    start = codec.load(State, codec.dump(state))
    start.step, start.plan = "command", {"york": ["plan:york:1:1"], "lancaster": []}
    start.planned = {"york": ["march"], "lancaster": ["exeter_1"]}
    play: Play[State] = Play(PLANTAGENET, Checkpoint.of(start))
    chance = SeededChance(f"play {seed}")
    chance.secrets["plan:york:1:1"] = "march"
    play.start(chance)
    while True:
        for event in play.events:
            if event.kind == "battle_end":
                return event.about[0] if event.about else ""
        request = play.pending[0]
        answers = Policies(PLANTAGENET, play.table, policies, chance.secrets)
        typed = "march: march york" if request.kind == "command" else answers(request)
        play.answer(request.side, typed, chance)


@pytest.mark.slow
def test_4_4_battles_in_play_come_out_as_often_as_foretold() -> None:
    state = empty("Ib")
    put(state, "march", "lincoln")
    put(state, "exeter_1", "york")
    army(state, "march", longbowmen=2, men_at_arms=1)
    army(state, "exeter_1", militia=3, men_at_arms=1)
    way = PLANTAGENET.chances.odds()  # the same question as a player would ask before he marches
    options = {"at": "york", "york": "march", "attacker": "york"}
    foretold = way["battle"].run(Inquiry(state, "york", options, games=600))
    preset = presets_of(PLANTAGENET)["stand_and_fight"]
    policies = {side: StandingOrders(dict(preset)) for side in SIDES}
    games = 250
    winners = [battle_by_play(state, policies, seed) for seed in range(games)]
    for side, words in {
        "york": "Yorkists",
        "lancaster": "Lancastrians",
        "": "nobody: all Rout",
    }.items():
        one = line(foretold, "Who wins", words)
        low, high = wilson(one.count, foretold.games, SURE)
        least, most = wilson(winners.count(side), games, SURE)
        assert low <= most, (words, one.share, winners.count(side))
        assert least <= high, (words, one.share, winners.count(side))


def test_a_battle_under_way_goes_on_from_where_it_stands() -> None:
    state = empty("Ib")
    put(state, "march", "lincoln")
    put(state, "exeter_1", "york")
    army(state, "march", longbowmen=6, men_at_arms=6)
    army(state, "exeter_1", militia=1)
    state.step, state.plan = "command", {"york": ["plan:york:1:1"], "lancaster": []}
    state.planned = {"york": ["march"], "lancaster": ["exeter_1"]}
    play: Play[State] = Play(PLANTAGENET, Checkpoint.of(state))
    chance = SeededChance(1)
    chance.secrets["plan:york:1:1"] = "march"
    play.start(chance)
    for typed in ("march: march york", "exeter_1: battle"):
        play.answer(play.pending[0].side, typed, chance)
    while play.pending[0].kind != "flee":
        play.answer(play.pending[0].side, play.pending[0].options[0].line, chance)
    assert play.pending[0].side == "lancaster"
    before = codec.encode(play.checkpoint)
    inquiry = Inquiry(play.state, "lancaster", checkpoint=play.checkpoint, games=60)
    stands = ask("battle", inquiry)
    assert "from Round 1 on" in stands.title
    assert line(stands, "Who wins", "Yorkists").share > 0.5
    fleeing = {"lancaster": StandingOrders({"flee": "flee all"})}
    flees = ask("battle", replace(inquiry, standing=fleeing, games=200))
    agrees(line(flees, "Dead", "Exeter (1)"), 200, 2 / 6)
    by_line = ask("battle", replace(inquiry, first="flee all", games=200))
    assert by_line.blocks[:3] == flees.blocks[:3], "one line does so without any policy"
    assert codec.encode(play.checkpoint) == before


# What it may know, and what it is told


def test_the_same_seed_gives_the_same_answer() -> None:
    inquiry = Inquiry(setup("Ib"), "york", {"york": "march, norf", "lancaster": "somer"}, games=20)
    assert ask("battle", inquiry) == ask("battle", inquiry)
    assert ask("battle", inquiry) != ask("battle", replace(inquiry, seed=2))


def test_typed_forces_are_what_fights() -> None:
    state = setup("Ib")
    text = "march: retinue, 4 militia, 2 men-at, fauconberg, y13, 2 carts, valour 3; norfolk"
    setting = odds_battle.set_up(Inquiry(state, "york", {"york": text, "lancaster": "exeter"}))
    march = setting.state.lords["march"]
    assert (march.troops.militia, march.troops.men_at_arms, march.troops.longbowmen) == (4, 2, 0)
    assert (march.vassals, march.capabilities, march.carts) == (["fauconberg"], ["Y13"], 2)
    assert setting.valour == {"march": 3}
    assert setting.at == "newcastle"
    assert setting.attacker == "york"
    assert setting.state.lords["norfolk"].troops == state.lords["norfolk"].troops
    assert setting.state.lords["norfolk"].at == "newcastle"
    assert setting.state.lords["somerset_1"].at != "newcastle"
    assert state == setup("Ib")


def test_favour_at_the_place_decides_the_spoils() -> None:
    state = setup("Ib")
    options = {"york": "march", "lancaster": "exeter", "favour": "york"}
    assert odds_battle.set_up(Inquiry(state, "york", options)).state.favour["newcastle"] == "york"
    options["favour"] = "neutral"
    assert "newcastle" not in odds_battle.set_up(Inquiry(state, "york", options)).state.favour


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, worded("games.plantagenet.odds_battle._likely_place", word="where")),
        ({"at": "york"}, worded("games.plantagenet.odds_battle.set_up", ..., "york", word="name")),
        ({"york": "marsh", "lancaster": "exeter"}, "no Yorkist Lord `marsh`"),
        ({"york": "march: 3 archers", "lancaster": "exeter"}, "no unit or Asset `archers`"),
        ({"york": "march: archers", "lancaster": "exeter"}, "Vassal `archers`"),
        ({"york": "march, march", "lancaster": "exeter"}, "March is named twice"),
        ({"york": "march: 50 militia", "lancaster": "exeter"}, "only 45 Militia pieces"),
        ({"york": "march", "lancaster": "clif"}, "Lancastrian Lord `clif`. There are: exeter_1"),
        ({"york": "march", "lancaster": "exeter", "preset": "brave"}, "no preset `brave`"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(options: dict[str, str], told: str) -> None:
    with pytest.raises(BadQuestion, match=told):
        ask("battle", Inquiry(setup("Ib"), "york", options, games=1))


def test_1_5_3_hidden_mats_are_not_looked_at() -> None:
    state = starting_state(PLANTAGENET, "Ib", {"hidden_mats": "yes"})
    seen = PLANTAGENET.secrets.veil(state, "york")
    options = {"york": "march", "lancaster": "exeter"}
    with pytest.raises(
        BadQuestion,
        match=worded(
            "games.plantagenet.odds_forces.check_fit_to_fight", "Exeter (1)", word="hidden"
        ),
    ):
        ask("battle", Inquiry(seen, "york", options, games=1))
    options["lancaster"] = "exeter: 4 militia"
    foretold = ask("battle", Inquiry(seen, "york", options, games=30))
    other = starting_state(PLANTAGENET, "Ib", {"hidden_mats": "yes"})
    army(other, "exeter_1", men_at_arms=9)
    army(other, "somerset_1", militia=1)
    with_vassal(other, "exeter_1", next(iter(other.vassals)))
    seen = PLANTAGENET.secrets.veil(other, "york")
    again = ask("battle", Inquiry(seen, "york", options, games=30))
    assert again.blocks == foretold.blocks
    told = ask("check", Inquiry(seen, "york", {"lord": "exeter"}))
    assert "hidden from you" in told.notes[0]


# Lords who are replaced in place (6.2.2), or leave the field


SLAUGHTER = {
    "attacker": "lancaster",
    "lancaster": "warwick: 6 men_at_arms, 6 longbowmen, valour 2",
    "york": "york: 1 militia, valour 0; march: 3 militia, valour 0",
}


@pytest.mark.slow
def test_6_2_2_a_lord_who_takes_another_ones_title_in_the_battle_keeps_his_line() -> None:
    """York Dies, and March, who was beaten with him, is Edward IV from then on."""
    answer = ask("battle", Inquiry(war("IIY"), "york", {"at": "coventry", **SLAUGHTER}, games=300))
    for name in ("York", "March"):
        agrees(line(answer, "Dead", name), 300, 4 / 6)


@pytest.mark.slow
def test_6_3_IIL_c98_who_has_an_heir_in_his_place_is_dead_all_the_same() -> None:
    for state in (war("IIL", "somerset_2"), war("IIL")):
        options = {
            "at": "coventry",
            "attacker": "york",
            "york": "warwick: 6 men_at_arms, 6 longbowmen, valour 2",
            "lancaster": "somerset_1: 1 militia, valour 0",
        }
        answer = ask("battle", Inquiry(state, "york", options, games=300))
        agrees(line(answer, "Dead", "Somerset (1)"), 300, 4 / 6)
        assert answer.numbers["losses_lancaster"] == 1


def test_6_3_I_a_battle_that_ends_the_war_is_told_before_the_next_war_is_set_up() -> None:
    state = war("I")
    for id in ("york", "march", "rutland", "somerset_1"):
        put(state, id, "leicester" if id == "somerset_1" else "northampton", carts=9)
        army(state, id, militia=1)
    army(state, "somerset_1", men_at_arms=9, longbowmen=9)
    state.step, state.plan = "command", {"york": [], "lancaster": ["plan:lancaster:1:1"]}
    state.planned = {"york": [], "lancaster": ["somerset_1"]}
    play: Play[State] = Play(PLANTAGENET, Checkpoint.of(state))
    chance = SeededChance(1)
    chance.secrets["plan:lancaster:1:1"] = "somerset_1"
    play.start(chance)
    for typed in ("somerset_1: march northampton", "all battle"):
        play.answer(play.pending[0].side, typed, chance)
    while play.pending[0].kind != "flee":
        play.answer(play.pending[0].side, play.pending[0].options[0].line, chance)
    answer = ask("battle", Inquiry(play.state, "york", checkpoint=play.checkpoint, games=100))
    assert line(answer, "Still there", "Somerset (1)").share == 1
    assert all(line(answer, "Dead", name).count for name in ("York", "March", "Rutland"))
    assert answer.numbers["influence"] == -9


CHOSEN = {
    "field_cards": {
        "york": ("y9_norfolk", "y13_norfolk", "y6_richard_iii", "y32_richard_iii"),
        "lancaster": ("l6_oxford", "l5_oxford", "l34_henry_tudor", "l36_henry_tudor"),
    },
    "field_array": {
        "york": ("norfolk", "richard_iii", "northumberland_y2"),
        "lancaster": ("oxford", "henry_tudor", "jasper_tudor_2"),
    },
}


def bosworth() -> Play[State]:
    """Both sides have chosen, and the Defender may Flee."""
    play: Play[State] = Play.new(PLANTAGENET, "bosworth", {})
    chance = SeededChance(1)
    play.start(chance)
    for stacks in CHOSEN.values():
        for side, words in stacks.items():
            give(play, side, words, chance)
    assert [(request.side, request.kind) for request in play.pending] == [("york", "flee")]
    return play


def test_6_0_IIIB_the_battle_under_way_tells_who_routs_and_nothing_of_what_follows() -> None:
    play = bosworth()
    inquiry = Inquiry(play.state, "york", checkpoint=play.checkpoint, games=60)
    answer = ask("battle", inquiry)
    assert "from Round 1 on" in answer.title
    assert [block.title for block in answer.blocks] == [
        "Who wins",
        sentence("games.plantagenet.odds_battle.FATES"),
    ]
    won = {name: line(answer, "Who wins", name).count for name in ("Yorkists", "Lancastrians")}
    for side, own in (
        ("Yorkists", ("Norfolk", "Richard III", "Northumberland (2)")),
        ("Lancastrians", ("Oxford", "Henry Tudor", "Jasper Tudor (2)")),
    ):
        stand = [line(answer, "Still there", name).count for name in own]
        assert max(stand) <= won[side] <= sum(stand)
    flees = ask("battle", replace(inquiry, first="flee all"))
    assert line(flees, "Who wins", "Lancastrians").share == 1


def test_6_0_IIIB_c93_asked_from_its_beginning_the_rebels_attack_and_nobody_dies() -> None:
    play = bosworth()
    answer = ask("battle", Inquiry(play.state, "york", {"at": "bosworth"}, games=60))
    assert "Henry Tudor, Jasper Tudor (2) and Oxford attack" in answer.title
    assert [block.title for block in answer.blocks] == [
        "Who wins",
        sentence("games.plantagenet.odds_battle.FATES"),
    ]


def test_4_4_3_l16_who_withdraws_has_not_lost_what_he_takes_along() -> None:
    state = battlefield({"somerset_1": {"militia": 1}}, "newcastle")
    state.favour["carlisle"] = "lancaster"
    hold(state, "L16")
    options = {
        "at": "newcastle",
        "attacker": "york",
        "york": "march: 1 militia, valour 0",
        "lancaster": "somerset_1: 9 men_at_arms, valour 0",
    }
    plan = {"flee": "flee all", "held_death_check": "play"}
    answer = ask(
        "battle",
        Inquiry(
            state,
            "lancaster",
            options,
            known={"held:L16": "L16"},
            standing={"lancaster": StandingOrders(plan)},
            games=20,
        ),
    )
    assert line(answer, "Dead", "Somerset (1)").count == 0
    assert line(answer, "Still there", "Somerset (1)").count == 0
    assert answer.numbers["losses_lancaster"] == 0


# What is typed is what could be


@pytest.mark.parametrize("typed", ["l19", "trollope", "l19, trollope", "trollope, l19"])
def test_1_5_4_a_special_vassal_and_his_card_come_together_and_once(typed: str) -> None:
    text = f"exeter: 4 militia, {typed}"
    inquiry = Inquiry(setup("Ib"), "york", {"york": "march", "lancaster": text})
    exeter = odds_battle.set_up(inquiry).state.lords["exeter_1"]
    assert (exeter.vassals, exeter.capabilities) == (["trollope"], ["L19"])


def test_1_5_4_a_special_vassal_named_elsewhere_takes_his_card_along() -> None:
    state = setup("Ib")
    with_vassal(state, "somerset_1", "trollope")
    options = {"york": "march", "lancaster": "somerset_1; exeter: 4 militia, l19"}
    somerset = odds_battle.set_up(Inquiry(state, "york", options)).state.lords["somerset_1"]
    assert (somerset.vassals, somerset.capabilities) == ([], [])


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (
            "l5",
            worded(
                "games.plantagenet.s3_4_6_levy_capability.hindrance", "March", "L5", word="badge"
            ),
        ),
        (
            "y36",
            worded(
                "games.plantagenet.s3_4_6_levy_capability.hindrance", "March", "Y36", word="badge"
            ),
        ),
        ("y1, y2", "March has Culverins and Falconets already"),
        (
            "y1, y9, y13",
            worded(
                "games.plantagenet.s3_4_6_levy_capability.hindrance",
                "March",
                word="Capabilities",
            ),
        ),
        (
            "trollope",
            worded(
                "games.plantagenet.s3_4_6_levy_capability.hindrance", "March", "L19", word="badge"
            ),
        ),
    ],
)
def test_3_4_6_a_card_that_he_cannot_have_is_refused(cards: str, why: str) -> None:
    options = {"york": f"march: 4 militia, {cards}", "lancaster": "exeter"}
    with pytest.raises(BadQuestion, match=why):
        odds_battle.set_up(Inquiry(setup("Ib"), "york", options))


def test_6_0_Ic_a_card_that_he_has_against_its_badge_may_be_typed_for_him() -> None:
    options = {"at": "london", "york": "warwick: 4 militia, l23", "lancaster": "somerset"}
    warwick = odds_battle.set_up(Inquiry(setup("Ic"), "york", options)).state.lords["warwick_y"]
    assert (warwick.vassals, warwick.capabilities) == (["montagu"], ["L23"])
