"""Odds: dice exactly, and a simulation of battles that agrees with counting all dice and with play."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.odds import Answer, Inquiry, wilson
from pbem.engine.play import Checkpoint, Play
from pbem.engine.policies import presets_of
from pbem.engine.simulate import Policies, both_policies
from pbem.engine.standing import StandingOrders
from pbem.errors import BadQuestion
from pbem.games import find
from pbem.games.warriors import odds_battle
from pbem.games.warriors.facts import SIDES
from pbem.games.warriors.s7_2_intrigue import targets
from pbem.games.warriors.state import State
from pbem.imagine.foretell import foretell
from pbem.resources import resource
from tests.counted import SURE, agrees, counted, line
from tests.says import sentence, worded
from tests.tiers import soaked
from tests.warriors.field import empty, engaged, example, menu, put
from tests.warriors.test_own_data import started

WARRIORS = find("warriors")
SHORT = {"withdraw": "withdraw if round >= 2; else fight"}
"""So that there is an end to the ways in which the dice can fall."""


def ask(name: str, inquiry: Inquiry) -> Answer:
    return WARRIORS.chances.odds()[name].run(inquiry)


# Single dice


@pytest.mark.parametrize("back", [False, True])
def test_7_2_intrigue_is_what_the_menu_says(back: bool) -> None:
    state = empty("battle")
    put(state, "york", "wales", "york")
    put(state, "audley", "wales", "lancaster", back=back)
    put(state, "clifford", "wales", "lancaster")
    engaged(state, "wales", york="york", lancaster="clifford")
    notes = {o.line: o.note for o in menu(targets, state=state, side="york").options}
    for target, name, share in (("audley", "audley", 2 / 6), ("clifford", "clifford", 1 / 6)):
        options = {"commander": "york", "target": name}
        (one,) = ask("intrigue", Inquiry(state, "york", options)).blocks[0].lines
        assert one.share == one.low == one.high == share
        assert one.note == notes[f"intrigue {target}"].partition(";")[0]
    never = ask("intrigue", Inquiry(state, "lancaster", {"commander": "clif", "target": "york"}))
    assert never.blocks[0].lines[0].share == 0


@pytest.mark.parametrize(
    ("london", "shares"),
    [
        ("york", {"killed": 2 / 6, "escapes": 1 / 6, "taken": 3 / 6}),
        ("lancaster", {"killed": 3 / 6, "escapes": 2 / 6, "goes": 1 / 6}),
        ("nobody", {"killed": 3 / 6, "escapes": 2 / 6, "goes": 1 / 6}),
    ],
)
def test_7_5_the_flight_table_with_its_asterisk(london: str, shares: dict[str, float]) -> None:
    inquiry = Inquiry(empty(), "york", {"side": "lancaster", "london": london})
    lines = ask("flight", inquiry).blocks[0].lines
    assert {one.label.split()[0]: one.share for one in lines} == shares


@pytest.mark.parametrize(
    ("at", "noble", "share", "words"),
    [
        ("wales", "somerset", 3 / 6, "needs 1-3"),
        ("sw", "somerset", 1.0, "without a die"),
        ("london", "somerset", 1.0, "without a die"),
        ("london", "clifford", 0.0, "3-star"),
        ("east", "", 0.0, sentence("games.warriors.s8_control.why_not", word="none")),
    ],
)
def test_8_4_control_is_the_rank_in_sixths(at: str, noble: str, share: float, words: str) -> None:
    options = {"at": at, **({"noble": noble} if noble else {})}
    (one,) = ask("control", Inquiry(empty(), "lancaster", options)).blocks[0].lines
    assert one.share == share
    assert words in one.note


# Battles


def small() -> State:
    state = empty("battle")
    put(state, "ferrers", "wales", "york", 1)
    put(state, "percy", "wales", "lancaster")
    return state


@pytest.mark.slow
def test_7_0_a_small_battle_agrees_with_counting_all_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"at": "wales", "aggressor": "york", "london": "york"}
    standing = {"york": StandingOrders(dict(SHORT))}
    inquiry = Inquiry(small(), "york", options, standing=standing, games=1500)
    answer = ask("battle", inquiry)
    policies = both_policies(WARRIORS, inquiry, odds_battle.PRESET)
    before, at = odds_battle.set_up(inquiry)
    play = odds_battle.whole(WARRIORS, inquiry, before, at, policies)
    outcomes = list(counted(monkeypatch, play))
    assert len(outcomes) > 100
    assert sum(share for _, share in outcomes) == 1
    for side, words in {"york": "York", "lancaster": "Lancaster", "": "nobody is left"}.items():
        exact = sum(share for o, share in outcomes if o.winner == side)
        agrees(line(answer, "Who keeps", words), inquiry.games, float(exact))
    for fate, words in odds_battle.FATES.items():
        for id, name in {"ferrers": "Ferrers", "percy": "Northumberland"}.items():
            exact = sum((share for o, share in outcomes if o.fates[id] == fate), Fraction(0))
            if exact > 0:
                agrees(line(answer, words, name), inquiry.games, float(exact))
    mean = float(sum(share * o.losses["york"] for o, share in outcomes))
    assert answer.numbers["losses_york"] == pytest.approx(mean, abs=0.1)


def battle_by_play(state: State, policies: dict[str, StandingOrders], seed: int) -> str:
    """Who keeps the field of a battle that is fought in a game."""
    play: Play[State] = Play(WARRIORS, Checkpoint.of(state))
    chance = SeededChance(f"play {seed}")
    play.start(chance)
    while True:
        for event in play.events:
            if event.kind == "battle_end":
                return event.text.split()[0]
        request = play.pending[0]
        answers = Policies(WARRIORS, play.table, policies, {})
        play.answer(request.side, answers(request), chance)


@pytest.mark.slow
def test_7_0_battles_in_play_come_out_as_often_as_foretold() -> None:
    state = example()
    put(state, "ferrers", "wales", "york", 2)
    put(state, "clifford", "wales", "lancaster", 2)
    state.aggressor["wales"] = "york"
    state.step = "battle"
    foretold = ask("battle", Inquiry(state, "york", {"at": "NM"}, games=600))
    policies = {side: StandingOrders(dict(presets_of(WARRIORS)["sensible"])) for side in SIDES}
    for side in SIDES:
        policies[side].reactions["battle"] = "fight north_midlands"
    games = 200
    winners = [battle_by_play(state, policies, seed) for seed in range(games)]
    for name in ("York", "Lancaster"):
        one = line(foretold, "Who keeps", name)
        low, high = wilson(one.count, foretold.games, SURE)
        least, most = wilson(winners.count(name), games, SURE)
        assert low <= most, (name, one.share, winners.count(name))
        assert least <= high, (name, one.share, winners.count(name))


def test_a_battle_under_way_goes_on_from_where_it_stands() -> None:
    state = empty("battle")
    put(state, "york", "wales", "york", 6)
    put(state, "percy", "wales", "lancaster", 2)
    state.aggressor["wales"] = "york"
    play: Play[State] = Play(WARRIORS, Checkpoint.of(state))
    chance = SeededChance("under way 3")
    play.start(chance)
    while play.pending[0].kind != "withdraw":
        play.answer(play.pending[0].side, play.pending[0].options[0].line, chance)
    assert play.pending[0].side == "lancaster"
    before = codec.encode(play.checkpoint)
    inquiry = Inquiry(play.state, "lancaster", checkpoint=play.checkpoint, games=100)
    stands = ask("battle", replace(inquiry, given={"preset": "without_orders"}))
    assert "from round 1 on" in stands.title
    left = [block for block in stands.blocks if block.title.startswith("Withdrawn")]
    assert not any(
        one.count for block in left for one in block.lines if one.label != "Richard of York"
    )
    leaving = {"lancaster": StandingOrders({"withdraw": "withdraw"})}
    leaves = ask("battle", replace(inquiry, standing=leaving))
    assert line(leaves, "Who keeps", "York").share == 1
    assert line(leaves, "Withdrawn", "Northumberland").share > 0
    lines = [option.line for option in play.pending[0].options]
    first = next(one for one in lines if one.startswith("withdraw"))
    now = ask("battle", replace(inquiry, first=first))
    assert line(now, "Who keeps", "York").share == 1, "one line does so without any policy"
    assert codec.encode(play.checkpoint) == before


def test_typed_nobles_are_who_fights() -> None:
    state = empty("battle")
    put(state, "hastings", "east", "york", 1)
    put(state, "norfolk", "wales", "york", 3)
    put(state, "talbot", "wales", "lancaster", 3)
    options = {"at": "wales", "york": "hastings; E.Devereux 2", "london": "lancaster"}
    with pytest.raises(BadQuestion, match=r"no noble `E.Devereux`"):
        odds_battle.set_up(Inquiry(state, "york", options))
    options["york"] = "hastings; J.Devereux: 2 troops"
    before, at = odds_battle.set_up(Inquiry(state, "york", options))
    assert at == "wales"
    assert before.aggressor["wales"] == "york"
    assert before.control["london"] == "lancaster"
    there = {id: n for id, n in before.nobles.items() if n.at == "wales" and n.side == "york"}
    assert {id: (n.troops, n.back) for id, n in there.items()} == {
        "hastings": (1, False),
        "ferrers": (2, True),
    }
    assert "london" not in state.control
    assert state.nobles["norfolk"].at == "wales"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("london", "dies"),
    soaked([("lancaster", 2 / 6), ("york", 3 / 6), ("nobody", 3 / 6)], [("lancaster", 2 / 6)]),
)
def test_8_8_who_is_said_to_hold_london_holds_it_for_the_whole_battle(
    london: str, dies: float
) -> None:
    """Nobody is there in this position, so the holder that was typed lost it after the first round."""
    options = {"at": "wales", "aggressor": "lancaster", "london": london}
    options |= {"york": "ogle 2", "lancaster": "talbot 4", "enemy-preset": "without_orders"}
    stays = {"york": StandingOrders({"withdraw": "fight", "luckless": "fight"})}
    inquiry = Inquiry(empty("battle"), "york", options, standing=stays, games=1500)
    answer = ask("battle", inquiry)
    beaten = 1500 - line(answer, "Still on", "Ogle").count
    low, high = wilson(line(answer, "Killed", "Ogle").count, beaten, SURE)
    assert low <= dies <= high


def test_8_8_who_leaves_london_for_the_battle_does_not_hold_it() -> None:
    state = empty("battle")
    put(state, "york", "london", "york", 2)
    state.control["london"] = "york"
    options = {"at": "wales", "york": "york 2", "lancaster": "talbot 4"}
    assert "london" not in odds_battle.set_up(Inquiry(state, "york", options))[0].control
    options["york"] = "ogle 2"
    assert odds_battle.set_up(Inquiry(state, "york", options))[0].control["london"] == "york"


def test_8_8_only_a_3_star_noble_can_be_said_to_hold_london() -> None:
    options = {"at": "london", "york": "ogle 2", "lancaster": "talbot 4", "london": "york"}
    with pytest.raises(BadQuestion, match=worded("games.warriors.odds_battle.hold_london", "York")):
        odds_battle.set_up(Inquiry(empty("battle"), "york", options))
    options["york"] = "york 2"
    assert odds_battle.set_up(Inquiry(empty("battle"), "york", options))[0].control


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, sentence("games.warriors.odds_battle.where", word="where")),
        ({"at": "paris"}, "no place `paris`"),
        ({"at": "scotland"}, "no battle in Scotland"),
        (
            {"at": "wales"},
            worded(
                "games.warriors.odds_battle.set_up",
                worded("games.warriors.odds_battle.set_up", "York", "Wales", word="noble"),
                "york",
                word="name",
            ),
        ),
        ({"at": "wales", "york": "marsh 2"}, "no noble `marsh`"),
        (
            {"at": "wales", "york": "warwick"},
            worded("games.warriors.odds_battle.army_typed", "Warwick", "Warwick", word="map"),
        ),
        ({"at": "wales", "york": "warwick 5"}, "Warwick leads at most 4 Troops"),
        ({"at": "wales", "york": "warwick 1, warwick 2"}, "Warwick is named twice"),
        ({"at": "wales", "preset": "brave"}, "no preset `brave`"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(options: dict[str, str], told: str) -> None:
    with pytest.raises(BadQuestion, match=told):
        ask("battle", Inquiry(empty("battle"), "york", options, games=1))


@pytest.mark.parametrize("typed", ["Norfolk (4)", "norfolk4", "Bastard of Exeter"])
def test_what_is_offered_for_a_noble_off_the_map_keeps_the_side_of_his_counter(typed: str) -> None:
    """`norfolk 2` was offered for `Norfolk (4)`: that is the other side of his counter."""
    inquiry = Inquiry(empty("battle"), "york", {"at": "wales", "york": typed}, games=1)
    with pytest.raises(BadQuestion) as refused:
        ask("battle", inquiry)
    offered = re.findall(r"`([^`]+)`", str(refused.value))[-1]
    state = empty("battle")
    id, back = odds_battle.noble_named(state, typed)
    odds_battle.army_typed(state, "york", "wales", offered)
    assert back
    assert (state.nobles[id].at, state.nobles[id].back) == ("wales", back)


# An owner's own values


def test_odds_are_those_of_the_data_in_the_game() -> None:
    """Somerset as a 1-star noble with a battle rating of 9: from the tables of the save, not ours."""
    ours = resource("rules_data/warriors/nobles.toml").read_text("utf-8")
    head, found, tail = ours.partition('id = "somerset"')
    theirs = (
        head
        + found
        + tail.replace("stars = 3", "stars = 1", 1).replace("battle = 1", "battle = 9", 1)
    )
    assert theirs != ours
    own, usual = started({"nobles": theirs}), started(None)
    options = {"at": "wales", "noble": "somerset"}
    shares = [
        foretell(game, "control", options, "lancaster").blocks[0].lines[0].share
        for game in (own, usual)
    ]
    assert shares == [1 / 6, 3 / 6]
    armies = {"at": "wales", "york": "ferrers 2", "lancaster": "somerset 2"}
    mine, normal = (foretell(game, "battle", armies, "lancaster", 40) for game in (own, usual))
    assert line(mine, "Who keeps", "Lancaster").share > line(normal, "Who keeps", "Lancaster").share
