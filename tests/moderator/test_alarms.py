"""`stop if` and `anyway`: orders and scripts that stop for the right reason, and lose nothing by it."""

from __future__ import annotations

from itertools import islice

import pytest

from pbem.engine.script import read
from pbem.errors import BadScript, IllegalOrder
from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.ledger.sight import look_of
from tests.cheats.table import last, mustering
from tests.engine.random_play import RandomGame
from tests.says import sentence, worded
from tests.soak import alarms
from tests.tiers import soaked

from .people import GM, PLAYERS, Post
from .test_scripts_by_mail import send_plans, to_plan
from .test_told_to_the_owner import told

LEVIES = ["march: carts", "stop if turn >= 1", "norfolk: carts", "march: troops"]
"""The second line holds as soon as it is reached."""


def everybody(post: Post) -> None:
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()


def by_orders(post: Post, side: str) -> list[str]:
    decisions = post.look().save.entries[-1].body.record.decisions
    return [d.line for d in decisions if d.side == side and d.by == ""]


@pytest.mark.parametrize("before", ["else: ", "anyway: ", "repeat 2: "])
def test_an_alarm_stands_alone(before: str) -> None:
    with pytest.raises(BadScript, match=worded("engine.script._statement", word="alarm")):
        read(f"{before}stop if lost")


def test_nothing_runs_after_an_alarm_and_what_is_left_is_not_opened() -> None:
    post = mustering()
    (receipt,) = post.take({"y": post.sent("york", *LEVIES)})
    assert receipt.error is None, receipt.error
    record = post.look().save.entries[-1].body.record
    assert by_orders(post, "york") == LEVIES[:1]
    assert [(left.side, left.place) for left in record.left] == [("york", 3)]
    assert [opened.text for opened in record.opened] == LEVIES[:2]
    told(post, "york", "Not carried out (`stop if turn >= 1` holds): norfolk: carts; march: troops")
    everybody(post)


def test_an_alarm_that_holds_already_is_refused_when_it_is_written() -> None:
    game = mustering().look("york")
    with pytest.raises(IllegalOrder, match=worded("ledger.run.idle", "holds")):
        game.orders(["stop if turn >= 1", "march: carts"])
    with pytest.raises(BadScript, match="yrok"):
        game.orders(["march: carts", "stop if enemy at yrok"])


def test_a_preview_says_where_an_alarm_stops_the_order() -> None:
    told = mustering().look("york").preview(LEVIES)
    assert [line.checked for line in told] == [True, True, False, False]
    assert told[2].doubt == sentence("player.dry.lines_on", "`stop if turn >= 1` holds")


@pytest.mark.slow
def test_a_line_after_one_that_could_not_be_carried_out_runs_only_if_it_says_anyway() -> None:
    stops, goes_on = mustering(), mustering()
    for post, anyway in ((stops, ""), (goes_on, "anyway: ")):
        ends = ["march: vassal oxford", "march: done", "march: carts"]  # a die, an end, too late
        wanted = [*ends, f"{anyway}norfolk: carts", "norfolk: done"]
        (receipt,) = post.take({"y": post.sent("york", *wanted)})
        assert receipt.error is None, receipt.error
        everybody(post)
    assert by_orders(stops, "york") == ["march: vassal oxford", "march: done"]
    assert by_orders(goes_on, "york")[2:] == ["norfolk: carts", "norfolk: done"]
    told(goes_on, "york", sentence("ledger.run.Run._go_on_with_anyway", 3, word="Line"))
    assert [left.place for left in stops.look().save.entries[last(stops)].body.record.left] == [3]


@pytest.mark.slow
def test_a_script_stops_at_an_alarm_and_its_owner_is_told_what_is_left_of_it() -> None:
    post = to_plan()
    send_plans(post, york="stop if turn >= 1; {lord}: pass", lancaster="{lord}: pass")
    stops = sentence("engine.standing._stop_words", "`stop if turn >= 1` holds")
    words = "Your " + sentence(
        "ledger.standing.from_orders",
        f"1 {stops} Not carried out:",
        word="script",
    )
    told(post, "york", words)
    everybody(post)


@pytest.mark.slow
def test_a_script_goes_on_with_what_says_anyway() -> None:
    post = to_plan()
    send_plans(post, york="{lord}: march calais\nanyway: {lord}: pass", lancaster="{lord}: pass")
    script = sentence("ledger.standing.from_orders", 1, word="script")
    told(post, "york", f"Your {script} {sentence('engine.standing.answer', word='goes')}`")
    record = post.look().save.entries[-1].body.record
    assert ("york", "script") in [(d.side, d.by) for d in record.decisions]
    everybody(post)


class BotGame(RandomGame):
    """Played by the rule set's own players, who seek battles."""

    def decide(self) -> None:
        request, play = self.random.choice(self.play.pending), self.play
        line = self.rules.robot.choose(play.state, request, self.chance.secrets)
        self.give(request.side, line.split()[1:] if request.stack is not None else line)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_lost_is_true_from_a_lost_battle_to_the_end_of_the_turn(rules: str) -> None:
    turn, lost = "", False
    for seed in range(9):
        game = BotGame(rules, next(iter(find(rules).scenarios())), seed)
        for play in islice(game.steps(), 1500):
            beaten, turn = list(play.state.beaten), game.rules.words.turn(play.state)
            for side in game.rules.sides:
                assert look_of(game.rules, play, side)(("lost",)) is (side in beaten)
            lost = lost or bool(beaten)
            if lost and not beaten:
                return
    pytest.fail(f"no battle was lost, or it is remembered in {turn}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", soaked([(rules,) for rules in GAMES], [("plantagenet",), ("richard_iii",)])
)
def test_games_with_alarms_at_random(rules: str) -> None:
    """The soak program, for a few mails: nothing runs after a stop, and a stop loses nothing."""
    told = alarms.Told()
    alarms.game(rules, 1, 14, told)
    assert told.counts["entries"] > 5
