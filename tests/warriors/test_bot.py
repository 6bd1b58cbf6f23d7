"""The simple player: what it must get right."""

from __future__ import annotations

import random
from functools import partial

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.play import Play
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Menu, Request
from pbem.engine.script import read
from pbem.engine.standing import answer
from pbem.games.warriors.bot import choose
from pbem.games.warriors.bot_sight import odds
from pbem.games.warriors.facts import facts
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.passing import NoMore, Pass
from pbem.games.warriors.s6_campaigns import asks_campaign
from pbem.games.warriors.s7_6_withdrawal import Withdraw
from pbem.games.warriors.s7_7_end_of_battle import FightOn, choices
from pbem.games.warriors.s10_tower import Execute, Pardon, trials
from pbem.games.warriors.s11_2_placing import asks_placing
from pbem.games.warriors.state import State
from tests.says import sentence
from tests.warriors.field import asking, empty, engaged, put


@decision("{noble}: rest")
class Rest(Decision):
    noble: Piece


def test_it_never_touches_the_state() -> None:
    state = empty()
    put(state, "york", "wales", "york", 4)
    put(state, "talbot", "west_midlands", "lancaster", 1)
    before = codec.dump(state)
    request = asks_campaign(state, "york")
    assert choose(state, request) == choose(state, request)
    assert codec.dump(state) == before


def test_it_marches_a_3_star_noble_into_empty_london() -> None:
    state = empty()
    put(state, "york", "east", "york", 4)
    put(state, "ferrers", "west_midlands", "york", 2)
    state.control = {"east": "york", "west_midlands": "york"}
    request = asks_campaign(state, "york")
    assert choose(state, request) == "york: march london"


def test_it_gives_up_a_lost_battle_and_fights_a_good_one() -> None:
    state = empty("battle")
    put(state, "ferrers", "wales", "york")
    put(state, "percy", "wales", "lancaster", 4)
    engaged(state, "wales", york="ferrers", lancaster="percy")
    assert odds(state, ["ferrers"], ["percy"]) < 0.2 < 0.8 < odds(state, ["percy"], ["ferrers"])
    lost = asking(FightOn | Withdraw, "withdraw", partial(choices, state=state, side="york"))
    assert choose(state, lost).startswith("withdraw")
    fill = partial(choices, state=state, side="lancaster")
    won = asking(FightOn | Withdraw, "withdraw", fill, "lancaster")
    assert choose(state, won) == "fight"


def test_it_frees_its_own_and_executes_only_who_does_not_come_back() -> None:
    state = empty("tower")
    put(state, "clifford", "tower", "lancaster")
    fill = partial(trials, state=state, side="york", untried=["clifford"])
    assert choose(state, asking(Pardon | Execute | NoMore, "trial", fill)) == "none"
    put(state, "clifford", "tower", "lancaster", back=True)
    assert choose(state, asking(Pardon | Execute | NoMore, "trial", fill)) == "clifford: execute"


@pytest.mark.slow
def test_it_beats_a_random_player_from_either_side() -> None:
    for side in WARRIORS.sides:
        wins = 0
        for seed in range(4):
            play: Play[object] = Play.new(WARRIORS, "standard", {})  # type: ignore[arg-type]
            chance, dice = SeededChance(f"{side} {seed}"), random.Random(seed)
            play.start(chance)
            while play.pending:
                request = play.pending[0]
                if request.side == side:
                    line = WARRIORS.robot.choose(play.state, request, {})  # type: ignore[arg-type]
                else:
                    line = dice.choice(request.options).line
                play.answer(request.side, line, chance)
            result = play.result
            wins += result is not None and result.winners == (side,)
        assert wins >= 3


def test_it_prepares_the_whole_placing_in_one_policy() -> None:
    """11.2 Whoever is placed first by hand, the list goes on; next turn's box is asked about again."""
    state = empty("place_noble")
    for id in ("percy", "talbot"):
        put(state, id, "covert", "lancaster")
    policy = WARRIORS.robot.standing_orders(state, "lancaster", (), presets_of(WARRIORS)).reactions[
        "place"
    ]
    assert policy.endswith(sentence("games.warriors.robot.placing_list", "pass", 3))
    assert {"percy", "talbot"} <= {word for part in policy.split(", ") for word in part.split()}

    def line(state: State) -> str:
        request = asks_placing(state, "lancaster")
        standing = WARRIORS.robot.standing_orders(state, "lancaster", (), presets_of(WARRIORS))
        standing.reactions["place"] = policy
        told = answer(
            standing,
            request,
            "",
            reactions_of(WARRIORS),
            lambda words: WARRIORS.conditions.look(state, "lancaster", words),
            (),
        )
        return told.line if told else ""

    first, second = (part.split()[0] for part in policy.split(", ")[:2])
    assert line(state).startswith(f"{first}: place")
    put(state, first, facts().nobles[first].front.home, "lancaster")
    assert line(state).startswith(f"{second}: place")
    put(state, second, "out", "")
    put(state, "clifford", "covert", "lancaster")
    assert line(state) == "pass"
    state.turn = 3
    assert line(state) == ""
    state.step = "campaign"
    assert (
        WARRIORS.robot.standing_orders(state, "lancaster", (), presets_of(WARRIORS)).reactions[
            "place"
        ]
        == "ask"
    )


def test_it_plans_its_further_campaigns_and_guards_each_of_them() -> None:
    """6.1 As if the enemy stood still; a line is skipped where he did not."""
    state = empty()
    put(state, "york", "east", "york", 4)
    put(state, "ferrers", "wales", "york", 2)
    put(state, "percy", "northeast", "lancaster", 2)
    state.control = {"east": "york"}
    state.impulses = {"york": 4, "lancaster": 4}
    before = codec.dump(state)
    lines = WARRIORS.robot.lines_ahead(state, "york")
    assert codec.dump(state) == before
    assert lines[0] == "york: march london if no enemy at london"
    assert lines[-1].startswith("pass all if no enemy at ")
    assert len(lines) <= 4
    for text in lines:
        (statement,) = read(text)
        assert statement.guard is not None
        assert statement.guard.holds(lambda words: WARRIORS.conditions.look(state, "york", words))
    put(state, "clifford", "london", "lancaster", 2)
    (first, *_) = (read(text)[0].guard for text in lines)
    assert first is not None
    assert not first.holds(lambda words: WARRIORS.conditions.look(state, "york", words))
    state.step = "control"
    assert WARRIORS.robot.lines_ahead(state, "york") == ()


def test_a_kind_of_decision_that_the_simple_player_does_not_know_it_never_chooses() -> None:
    """So a new verb is one file, and is played by people first."""

    def fill(menu: Menu) -> None:
        menu.offer(Rest("warwick"), rule="6.1")
        menu.offer(Pass(), rule="6.1")

    request = Request[Rest | Pass]("york", "campaign", "?", "6.1", fill)
    assert choose(empty(), request) == "pass"
