"""Moments: a side acts of its own accord, by its policy; nobody is asked unless it says `ask`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.decision import Card, Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.scenarios import starting_state
from pbem.engine.script import ASK
from pbem.engine.simulate import go_on
from pbem.engine.standing import StandingOrders, answer, at_moment
from pbem.engine.table import Moment, Table
from pbem.errors import BadScript
from pbem.games import find
from pbem.games.plantagenet import s3_1_3_held_events
from pbem.games.plantagenet.game import PLANTAGENET
from tests.engine.random_play import RandomGame
from tests.random_games import RandomPlayer, begin, could_act, give

HELD = ("Y20",)


@decision("play {card}")
class Play(Decision):
    card: Card


@decision("play {card} {at}")
class PlayAt(Decision):
    card: Card
    at: Place


@decision("wait", passes=True)
class Wait(Decision):
    pass


@decision("no", passes=True)
class No(Decision):
    pass


def fill(menu: Menu) -> None:
    menu.offer(Play("Y20"), shows="Y20")
    menu.offer(PlayAt("Y24", "york"), shows="Y24")
    menu.offer(PlayAt("Y24", "ely"), shows="Y24")
    menu.offer(Wait())
    menu.offer(No())


def moment(fill: Callable[[Menu], None] = fill) -> Request:
    asked = Request[Play | PlayAt | Wait | No]
    return asked("york", "event", "?", "", fill, forced=False, slots=("deck:a:0",), moment="speaks")


def look(words: tuple[str, ...]) -> int | bool | str:
    return words == ("true",)


def said(policy: str, held: Collection[str] = HELD, declined: bool = False) -> str:
    found = at_moment(StandingOrders({"event": policy}), moment(), look, held, declined)
    return found.line if found is not None else ""


@pytest.mark.parametrize(
    ("policy", "line"),
    [
        ("play y20", "play y20"),
        ("play y20 if true", "play y20"),
        ("play y20 if false", ""),
        ("play y24 york", ""),  # he does not hold it
        ("play y24 york, play y20", "play y20"),
        ("play y24 york if true; play y20", "play y20"),  # every statement has its turn
        ("if false: play y24 york; else: play y20", "play y20"),
        ("no; play y20", ""),
        ("pass; play y20", ""),
        ("wait; play y20", ""),
        ("play y20 if false; pass", ""),
        ("play y1", ""),
    ],
)
def test_a_policy_at_a_moment_says_a_line_or_nothing(policy: str, line: str) -> None:
    assert said(policy) == line


def test_a_card_of_several_ways_is_played_in_the_first_that_fits() -> None:
    assert said("play y24 ely", ["Y24"]) == "play y24 ely"
    assert said("play y24", ["Y24"]) == "play y24 york"


@pytest.mark.parametrize("held", [(), ("Y20",), ("Y24",), ("Y1",)])
def test_whether_ask_stops_the_game_does_not_depend_on_the_hand(held: tuple[str, ...]) -> None:
    assert said("ask", held) == ASK
    assert said("ask y24", held) == ASK
    assert said("ask y13", held) == "", "a card that cannot be played now"
    assert said("ask y24 if true", held) == ASK
    assert said("ask y24 if false", held) == ""


def test_ask_is_not_repeated_in_a_step_in_which_the_side_wanted_nothing() -> None:
    assert said("ask", declined=True) == ""
    assert said("ask; play y20", declined=True) == "play y20"


def test_nothing_to_play_is_nothing_to_ask() -> None:
    bare = moment(lambda menu: menu.offer(No()))
    assert at_moment(StandingOrders({"event": "ask"}), bare, look, HELD) is None


def test_default_and_silence_let_a_moment_pass() -> None:
    for reactions in ({}, {"default": "ask"}, {"default": "pass"}, {"held_levy": "play"}):
        standing = StandingOrders(dict(reactions))
        assert at_moment(standing, moment(), look, HELD) is None
        assert answer(standing, moment(), "", ["event"], look, HELD) is None


def test_a_policy_that_looks_at_what_is_no_more_says_nothing() -> None:
    def blind(words: tuple[str, ...]) -> int | bool | str:
        raise BadScript(text="", why="")

    assert at_moment(StandingOrders({"event": "play y20 if x"}), moment(), blind, HELD) is None


@pytest.mark.parametrize(
    ("slots", "said"),
    [((), ""), (("card:Y13",), ""), (("card:Y20",), "ask"), (("card:Y13", "deck:a:0"), "ask")],
)
def test_ask_does_not_stop_where_all_can_see_that_the_card_is_not_there(
    slots: tuple[str, ...], said: str
) -> None:
    request = moment(shows_y20)
    request.slots = slots
    found = at_moment(StandingOrders({"event": "ask"}), request, look, HELD)
    assert (found.line if found else "") == said


def shows_y20(menu: Menu) -> None:
    menu.offer(Play("Y20"), shows="Y20")
    menu.offer(No())


def test_where_several_act_at_once_a_policy_first_says_only_whether_it_asks() -> None:
    for policy, when, said in (
        ("ask", "asks", "ask"),
        ("play y20; ask", "asks", ""),
        ("play y20; ask", "says", "play y20"),
        ("ask; play y20", "says", "play y20"),
        ("ask", "says", ""),
    ):
        request = moment(shows_y20)
        request.moment = when  # type: ignore[assignment]
        found = at_moment(StandingOrders({"event": policy}), request, look, ["Y20"])
        assert (found.line if found else "") == said, (policy, when)


@pytest.mark.slow
def test_odds_go_on_from_a_game_in_which_somebody_acted_at_a_moment() -> None:
    """The record is fed back with its moments, whatever else passed in silence."""
    chance, player = SeededChance("moments"), RandomPlayer("moments")
    play = begin(PLANTAGENET, "Ia", True, "moments")
    play.at_moment = lambda request: ASK if could_act(request) else ""
    play.start(chance)
    compared = 0
    for _ in range(400):
        if not play.pending:
            break
        request = play.pending[0]
        if play.checkpoint.moments and play.checkpoint.record and not play.checkpoint.answers:
            table = go_on(
                PLANTAGENET, play.checkpoint, lambda table: player_of, chance, lambda s: True
            )
            assert codec.dump(table.state) == codec.dump(play.state)
            compared += 1
        stack = request.stack is not None
        answered = player.stack(request) if stack else player.line(request, chance.secrets)
        give(play, request.side, answered, chance)
    assert compared > 20


def player_of(request: Request) -> str:
    raise AssertionError("nobody is asked any more")


# What nobody listens to is not written


def test_a_moment_writes_its_request_only_where_somebody_listens() -> None:
    looked: list[str] = []

    def write() -> Request:
        looked.append("york")
        return moment()

    async def rule(table: Table[None]) -> None:
        assert await table.moment(write) is None

    deaf = Table(None, listened=False)
    with pytest.raises(StopIteration):
        rule(deaf).send(None)
    assert (looked, deaf.silent) == ([], 1)
    run = rule(Table(None))
    effect = run.send(None)
    assert isinstance(effect, Moment)
    (request,) = effect.requests
    assert request.moment == "speaks"
    assert looked == ["york"]
    with pytest.raises(StopIteration):
        run.send(None)


def test_a_game_without_standing_orders_writes_no_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    def listened(at_moment: Callable[[Request], str] | None) -> tuple[int, int, list[str]]:
        written: list[str] = []

        def seen(*args: object) -> Request:
            written.append("")
            return may_play(*args)

        monkeypatch.setattr(s3_1_3_held_events, "may_play", seen)
        game = RandomGame("plantagenet", "II", 4)
        for play in game.steps():
            play.begin_entry(at_moment)
        return len(written), game.play.checkpoint.quiet, [str(answer) for answer in game.answers]

    may_play = s3_1_3_held_events.may_play
    silent, heard = listened(None), listened(lambda request: "")
    assert silent[0] == 0 < heard[0]
    assert silent[1:] == heard[1:]


def test_a_game_goes_on_over_steps_in_which_nothing_is_asked() -> None:
    rules = find("warriors")

    def answers(table: Table[Any]) -> Callable[[Request], str]:
        return lambda request: rules.robot.choose(table.state, request, {})

    start = Checkpoint.of(starting_state(rules, "tudor", {}))
    table = go_on(rules, start, answers, SeededChance(1), lambda state: False)
    assert rules.result(table.state) is not None
