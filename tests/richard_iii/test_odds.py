"""Odds: a simulation of battles that agrees with counting all dice and with play, and knows no secrets."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.odds import Answer, Inquiry, wilson
from pbem.engine.play import Play
from pbem.engine.policies import presets_of
from pbem.engine.simulate import Policies, both_policies
from pbem.engine.standing import StandingOrders
from pbem.errors import BadQuestion
from pbem.games.richard_iii import odds_battle, odds_forces
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES
from pbem.games.richard_iii.game import RICHARD_III
from pbem.games.richard_iii.s6_3_attacks import set_reserves
from pbem.games.richard_iii.s6_9_treachery import treachery_roll
from pbem.games.richard_iii.state import State
from tests.counted import SURE, agrees, counted, line
from tests.richard_iii.field import contest, empty, kill, opened, put
from tests.richard_iii.screens import shuffled, upright
from tests.richard_iii.test_secrets import positions
from tests.says import says, sentence, worded
from tests.scripted import Scripted

WINS = sentence("games.richard_iii.odds_battle.battle_odds", word="battle")


def ask(name: str, inquiry: Inquiry) -> Answer:
    return RICHARD_III.chances.odds()[name].run(inquiry)


def exactly(
    monkeypatch: pytest.MonkeyPatch, inquiry: Inquiry
) -> list[tuple[odds_battle.Outcome, Fraction]]:
    """Every outcome of a battle with its chance, by counting all dice."""
    policies = both_policies(RICHARD_III, inquiry, odds_battle.PRESET)
    setting = odds_battle.under_way(inquiry) or odds_battle.set_up(inquiry)
    assert not any(odds_battle.guessed(setting, one) for one in setting.unknown)
    setting = replace(setting, unknown=())
    play = odds_battle.battle_play(RICHARD_III, inquiry, setting, policies)
    return list(counted(monkeypatch, play))


def compare(
    answer: Answer, outcomes: list[tuple[odds_battle.Outcome, Fraction]], games: int
) -> None:
    assert sum(share for _, share in outcomes) == 1
    for side in SIDES:
        exact = sum(share for o, share in outcomes if o.winner == side)
        agrees(line(answer, WINS, blocks.side_name(side)), games, float(exact))
        mean = float(sum(share * o.steps[side] for o, share in outcomes))
        assert answer.numbers[f"steps_{side}"] == pytest.approx(mean, abs=0.15)


# A Treachery Roll


@pytest.mark.parametrize(("target", "by"), [("stanley", "treason"), ("kent", "king")])
def test_6_9_treachery_is_what_counting_all_dice_gives(target: str, by: str) -> None:
    (one,) = (
        ask("treachery", Inquiry(empty(), "york", {"target": target, "by": by})).blocks[0].lines
    )
    id = odds_forces.block_named(empty(), "lancaster", target) if target == "stanley" else "y_kent"
    dice = blocks.block_facts(id).loyalty
    even = 0
    for faces in range(2**dice):
        state = empty()
        found = contest(
            state,
            "essex",
            {id: "leicester", "y_norfolk" if id[0] == "l" else "l_devon": "leicester"},
        )
        rolls = [2 if faces >> n & 1 else 1 for n in range(dice)]
        even += Scripted(state, dice=rolls).run(treachery_roll, found, id, "")
    assert one.share == even / 2**dice


# Battles


def test_c96_the_title_does_not_tell_how_strong_the_enemys_rebel_is() -> None:
    state = empty()
    put(state, "essex", "rebel", strength=1)
    put(state, "leicester", "l_devon")
    options = {"at": "essex", "lancaster": "leicester: devon"}
    answers = [
        ask("battle", Inquiry(RICHARD_III.secrets.veil(state, side), side, options, games=2))
        for side in ("lancaster", "york")
    ]
    assert "York with Rebel" in answers[0].title.removesuffix(".")
    assert "Rebel (" not in answers[0].title
    assert "Rebel is hidden" in answers[0].notes[0]
    assert "Rebel (strength 1)" in answers[1].title
    guess = Inquiry(
        RICHARD_III.secrets.veil(state, "lancaster"),
        "lancaster",
        {**options, "york": "rebel 2"},
        games=2,
    )
    assert "Rebel (strength 2)" in ask("battle", guess).title


def small() -> State:
    """One step each in Essex, where neither has a shield."""
    state = empty()
    put(state, "essex", "l_devon", strength=1)
    put(state, "leicester", "y_norfolk", strength=2)
    return state


@pytest.mark.slow
def test_6_0_a_small_battle_agrees_with_counting_all_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"at": "essex", "york": "leicester: norfolk", "lancaster": "devon 1"}
    inquiry = Inquiry(small(), "york", options, games=1500)
    outcomes = exactly(monkeypatch, inquiry)
    assert len(outcomes) > 20
    answer = ask("battle", inquiry)
    assert (
        "York with Norfolk (strength 2) attacks Lancaster with Devon (strength 1)" in answer.title
    )
    compare(answer, outcomes, inquiry.games)
    dead = sum(share for o, share in outcomes if "l_devon" in o.eliminated)
    agrees(line(answer, "Eliminated", "Devon"), inquiry.games, float(dead))


@pytest.mark.slow
def test_6_2_a_battle_under_way_agrees_with_counting_all_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Round 2, and Norfolk has had his turn: Devon fires before anybody else."""
    state = small()
    found = contest(state, "essex", {"y_norfolk": "leicester"})
    opened(state, "essex", round=2)
    found.acted = ["y_norfolk"]
    inquiry = Inquiry(RICHARD_III.secrets.veil(state, "lancaster"), "lancaster", games=1500)
    outcomes = exactly(monkeypatch, inquiry)
    answer = ask("battle", inquiry)
    assert "from round 2 on" in answer.title
    compare(answer, outcomes, inquiry.games)
    found.acted = ["l_devon", "y_norfolk"]
    later = exactly(monkeypatch, Inquiry(RICHARD_III.secrets.veil(state, "lancaster"), "lancaster"))
    assert sum(p for o, p in later if o.winner == "york") > sum(
        p for o, p in outcomes if o.winner == "york"
    )


def battle_by_play(state: State, seed: int) -> str:
    play: Play[State] = Play(RICHARD_III, Checkpoint.of(state))
    chance = SeededChance(f"play {seed}")
    policies = {
        side: StandingOrders(dict(presets_of(RICHARD_III)[odds_battle.PRESET])) for side in SIDES
    }
    play.start(chance)
    while True:
        for event in play.events:
            if says(event.text, "games.richard_iii.s6_battles.to_the_end"):
                return event.text.split()[0]
        request = play.pending[0]
        play.answer(request.side, Policies(RICHARD_III, play.table, policies, {})(request), chance)


@pytest.mark.slow
def test_6_0_battles_in_play_come_out_as_often_as_foretold() -> None:
    state = empty()
    put(state, "essex", "l_devon", "l_oxford")
    contest(
        state, "essex", {"y_norfolk": "leicester", "y_herbert": "middlesex", "y_essex": "leicester"}
    )
    state.step = "battle"
    armies = {"lancaster": "devon, oxford"}
    foretold = ask(
        "battle",
        Inquiry(
            RICHARD_III.secrets.veil(state, "york"), "york", {"at": "essex", **armies}, games=500
        ),
    )
    assert "Norfolk (strength 4)" in foretold.title
    games = 150
    winners = [battle_by_play(state, seed) for seed in range(games)]
    for side in SIDES:
        name = blocks.side_name(side)
        one = line(foretold, WINS, name)
        low, high = wilson(one.count, foretold.games, SURE)
        least, most = wilson(winners.count(name), games, SURE)
        assert low <= most, (name, one.share, winners.count(name))
        assert least <= high, (name, one.share, winners.count(name))


# What it may know


@pytest.mark.slow
def test_c96_hidden_blocks_are_drawn_from_all_that_could_be_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Devon or Oxford in Essex, the other in the pool: the odds are the mean of both."""
    state = empty()
    for id in upright(state, "lancaster"):
        if id not in ("l_devon", "l_oxford"):
            kill(state, id)
    put(state, "essex", "l_oxford")
    put(state, "leicester", "y_norfolk", strength=1)
    leave = {"york": StandingOrders({"battle_turn": "fire"}), "lancaster": StandingOrders()}
    options = {"at": "essex", "york": "leicester: norfolk 1", "enemy-preset": "cautious"}
    inquiry = Inquiry(
        RICHARD_III.secrets.veil(state, "york"), "york", options, standing=leave, games=1500
    )
    answer = ask("battle", inquiry)
    assert "1 unknown block" in answer.title
    assert says(
        answer.notes[0],
        "games.richard_iii.odds_battle.guess",
        ...,
        ...,
        ...,
        ...,
        "it",
        2,
        word="draws",
    )
    shares = []
    for name in ("devon", "oxford"):
        known = replace(inquiry, given={**options, "lancaster": name})
        outcomes = exactly(monkeypatch, known)
        shares.append(sum(share for o, share in outcomes if o.winner == "york"))
    assert shares[0] != shares[1]
    agrees(line(answer, WINS, "York"), inquiry.games, float(sum(shares) / 2))


def test_c88_the_king_is_never_drawn_into_a_pool_and_everybody_else_may_be() -> None:
    state = empty()
    put(state, "essex", "l_henry_vi", "l_devon")
    seen = RICHARD_III.secrets.veil(state, "york")
    one = odds_forces.unknown(seen, "lancaster", set())
    at = Counter[str]()
    for seed in range(400):
        drawn = codec.load(State, codec.dump(seen))
        odds_forces.draw(drawn, one, random.Random(seed))
        assert drawn.blocks["l_henry_vi"].at != "pool"
        assert len(board.at(drawn, "essex", "lancaster")) == 2
        at.update(board.at(drawn, "essex", "lancaster"))
        assert Counter(b.at for b in drawn.blocks.values()) == Counter(
            b.at for b in seen.blocks.values()
        )
    assert {"l_henry_vi", "l_devon", "l_clifford", "l_bombard"} <= set(at)


def test_c96_odds_never_tell_what_the_enemy_hides() -> None:
    asked = 0
    for n, (state, _) in enumerate(positions("wars_of_the_roses", "odds")):
        for side in SIDES:
            at = next(iter(state.contests), "")
            if not at or n % 5:
                continue
            other = shuffled(state, state.enemy(side), str(n))
            answers = []
            for one in (state, other):
                options = {} if one.fighting else {"at": at}
                inquiry = Inquiry(RICHARD_III.secrets.veil(one, side), side, options, games=4)
                if one.fighting and one.contests[one.fighting].over:
                    with pytest.raises(
                        BadQuestion, match=worded("games.richard_iii.odds_battle.under_way")
                    ):
                        ask("battle", inquiry)
                else:
                    answers.append(ask("battle", inquiry))
            assert answers[:1] == answers[1:]
            asked += len(answers)
    assert asked > 8


def test_what_is_known_of_the_enemy_can_be_typed() -> None:
    state = empty()
    put(state, "essex", "l_devon", "l_oxford", "l_exeter")
    put(state, "leicester", "y_norfolk", "y_york")
    put(state, "sussex", "y_essex")
    options = {
        "at": "essex",
        "york": "leicester: all; middlesex: essex 2",
        "lancaster": "exeter 1, 1 unknown",
    }
    seen = RICHARD_III.secrets.veil(state, "york")
    setting = odds_battle.set_up(Inquiry(seen, "york", options))
    found = setting.state.contests["essex"]
    assert (found.attacker, found.main) == ("york", "leicester")
    set_reserves(setting.state, found)
    assert found.reserve == ["y_essex"]
    assert setting.state.blocks["y_essex"].strength == 2
    assert setting.state.blocks["l_exeter"].strength == 1
    assert len(board.at(setting.state, "essex", "lancaster")) == 2
    (one,) = setting.unknown
    assert "l_exeter" not in one.ids
    assert odds_battle.army(setting, "lancaster") == "Exeter (strength 1) and 1 unknown block"
    assert seen == RICHARD_III.secrets.veil(state, "york")


def test_6_3_attackers_come_from_where_they_stand_most_of_them_first() -> None:
    state = empty()
    put(state, "essex", "l_devon")
    put(state, "middlesex", "y_essex")
    put(state, "leicester", "y_norfolk", "y_york")
    setting = odds_battle.set_up(
        Inquiry(state, "york", {"at": "essex", "york": "essex, norfolk, york, herbert"})
    )
    found = setting.state.contests["essex"]
    assert found.main == "leicester"
    assert found.came["y_essex"] == "middlesex"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, worded("games.richard_iii.odds_battle.where")),
        ({"at": "york_city"}, "no area `york_city`"),
        (
            {"at": "essex"},
            worded(
                "games.richard_iii.odds_battle.begin",
                worded("games.richard_iii.odds_battle.begin", "York", "Essex", word="block"),
                "york",
                word="name",
            ),
        ),
        ({"at": "essex", "york": "warrick"}, "no block of York `warrick`"),
        (
            {"at": "essex", "york": "norfolk 5"},
            worded("games.richard_iii.odds_forces._fit", "Norfolk"),
        ),
        ({"at": "essex", "york": "norfolk, norfolk; leicester: norfolk"}, "Norfolk is named twice"),
        ({"at": "essex", "york": "cornwall: norfolk"}, "Cornwall does not border Essex"),
        ({"at": "essex", "york": "richmond"}, "no block of York `richmond`"),
        ({"at": "essex", "york": "norfolk", "lancaster": "60 unknown"}, "no 60 unknown blocks"),
        ({"at": "essex", "york": "norfolk", "preset": "brave"}, "no preset `brave`"),
        (
            {"at": "france", "york": "norfolk"},
            worded("games.richard_iii.odds_battle.begin", word="exile"),
        ),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(options: dict[str, str], told: str) -> None:
    state = empty()
    put(state, "essex", "l_devon")
    put(state, "leicester", "y_norfolk")
    with pytest.raises(BadQuestion, match=told):
        ask("battle", Inquiry(RICHARD_III.secrets.veil(state, "york"), "york", options, games=1))


def seen_fighting() -> State:
    """A battle that is fought in Essex, as Lancaster sees it: York's Suffolk with one step left."""
    state = empty()
    put(state, "essex", "y_suffolk", strength=1)
    put(state, "essex", "l_clifford")
    put(state, "kent", "y_norfolk", "y_arundel")
    contest(state, "essex", {"l_clifford": "leicester"})
    opened(state, "essex")
    return RICHARD_III.secrets.veil(state, "lancaster")


@pytest.mark.parametrize("given", [{}, {"at": "essex"}, {"lancaster": "clifford"}])
def test_c41_a_block_revealed_in_this_battle_is_that_block(given: dict[str, str]) -> None:
    """Whether the battle is taken from here on or thought of anew."""
    inquiry = Inquiry(seen_fighting(), "lancaster", given)
    answer = ask("battle", replace(inquiry, games=20))
    assert "Suffolk (strength 1)" in answer.title
    assert "unknown" not in answer.title
    assert not any("hidden from you" in note for note in answer.notes)


def test_c41_elsewhere_it_is_named_and_nobody_else_is_revealed() -> None:
    inquiry = Inquiry(seen_fighting(), "lancaster", {"at": "kent", "lancaster": "clifford"})
    answer = ask("battle", replace(inquiry, games=20))
    assert "2 unknown blocks" in answer.title
