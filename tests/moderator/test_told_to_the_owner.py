"""What became of lines, scripts and policies is told to their owner, and to nobody else."""

from __future__ import annotations

import re

import pytest

from pbem.engine.table import cards_in
from pbem.games import find
from pbem.gm.game import Game
from pbem.reports.from_game import report
from pbem.reports.period import Period
from tests.cheats.table import answer, last, prompting, sent
from tests.says import says, sentence
from tests.warriors.test_mails import WHO, mail
from tests.warriors.test_own_data import started

from .people import GM, NONCE, Post, first, joined, played
from .test_cut import answered, enemy_of, laid_by, waiting
from .test_scripts_by_mail import send_plans, to_plan

ALL = Period(since=1)


ASKED = sentence("engine.standing.answer", word="and")
STOPS = f"Your {sentence('ledger.standing.from_orders', 1, word='script')} {ASKED}"


def read(post: Post, who: str, side: str = "") -> str:
    """A report on one line; `who` may be `gm`, who writes those of the sides."""
    return " ".join(report(post.look(who), side, period=ALL).split())


def told(post: Post, side: str, words: str) -> None:
    """The owner reads it, from the GM and on his own machine; the enemy and the public do not."""
    assert words in read(post, side), read(post, side)
    assert words in read(post, "gm", side)
    for who, eyes in ((enemy_of(side), ""), ("", ""), ("gm", enemy_of(side)), ("gm", "public")):
        assert words not in read(post, who, eyes)


@pytest.mark.slow
def test_lines_that_wait_are_shown_as_waiting_to_their_owner() -> None:
    post, side = waiting("pass: the moon", "pass: the sun")
    n = last(post)
    words = sentence("reports.from_game._waiting", n, "`pass: the moon`; `pass: the sun`")
    told(post, side, words)
    answered(post, side)
    assert not says(read(post, side), "reports.from_game._waiting")


@pytest.mark.slow
def test_lines_that_were_not_carried_out_in_the_enemys_entry_are_named_with_the_reason() -> None:
    post, side = waiting("pass: the moon", "pass: the sun")
    n = last(post)
    answered(post, side)
    lines = "`pass: the moon`; `pass: the sun`"
    words = sentence("ledger.disclosure._tell_left", n, lines, word="carried")
    told(post, side, f"{words}.")
    assert says(read(post, side), "engine.notation.match", word="answer")


@pytest.mark.slow
def test_a_condition_that_sends_a_line_away_is_no_line_left() -> None:
    post, side = waiting("if failed and success: pay")
    answered(post, side)
    assert not says(read(post, side), "ledger.disclosure._tell_left", word="carried")


@pytest.mark.slow
def test_a_script_that_stops_says_why() -> None:
    post = to_plan()
    send_plans(post, york="{lord}: march calais", lancaster="{lord}: pass")
    told(post, "york", f"{STOPS}`")
    assert "(4.3.3)" in read(post, "york")


@pytest.mark.slow
def test_a_script_that_asks_and_one_at_its_end_say_so() -> None:
    post = to_plan()
    send_plans(post, york="ask; {lord}: pass", lancaster="{lord}: pass")
    says_so = sentence("engine.standing._why", "ask", word="so")
    told(post, "york", f"{STOPS}{says_so}.")


def test_a_policy_that_fits_nothing_says_so() -> None:
    post = prompting()
    sent(post, "lancaster", reactions={"capability": "somerset_9"})
    laid_by(post, post.sent("york", answer(post, "york")))
    policy = sentence("ledger.standing.from_orders", "capability", word="policy")
    told(post, "lancaster", f"Your {policy} {ASKED}`somerset_9`")


def test_a_policy_that_only_asks_is_not_explained() -> None:
    post = prompting()
    sent(post, "lancaster", reactions={"capability": "ask"})
    laid_by(post, post.sent("york", answer(post, "york")))
    assert "Your policy" not in read(post, "lancaster")


def test_a_policy_that_came_after_the_order_was_written_says_so() -> None:
    post = prompting()
    written = post.sent("york", answer(post, "york"))
    seen = last(post)
    sent(post, "lancaster", reactions={"capability": "to"})
    n = last(post)
    assert laid_by(post, written) == []
    words = sentence(
        "ledger.standing._tell_of_a_later_one", "york", seen, "policy", n, "policy", word="order"
    )
    told(post, "lancaster", words)


def test_lines_that_lapse_are_named() -> None:
    """Warriors of England: more campaigns than a turn has; what is left when it ends lapses."""
    game = started(None)
    while not game.requests or game.requests[0].kind != "campaign":
        mail(game)
    side = game.requests[0].side
    mail(game, *["pass"] * 12)
    while "Lapsed" not in " ".join(report(game, side, period=ALL).split()):
        asked = (*game.ledger.owes_ready(), *game.ledger.askings)[0]
        assert asked != side or game.requests[0].kind != "campaign"
        mail(game)
    own = " ".join(report(Game.loads(game.dumps(), WHO[side]), side, period=ALL).split())
    assert says(own, "ledger.run.Run._answer_pending", word="Lapsed")
    assert "`pass`" in own
    other = enemy_of(side)
    assert "Lapsed" not in report(game, other, period=ALL)
    assert "Lapsed" not in report(Game.loads(game.dumps(), WHO[other]), other, period=ALL)
    assert "Lapsed" not in report(game, "public", period=ALL)


def begun(rules: str, scenario: str) -> Post:
    made = Game.new(GM, rules, scenario, {}, None, NONCE)
    return joined(Post(made.dumps())).ready()


@pytest.mark.parametrize(
    ("rules", "scenario", "word"),
    [("richard_iii", "richard_iii", "Dealt"), ("plantagenet_1450", "wars_of_the_roses", "Drawn")],
)
def test_a_hand_is_named_where_it_is_dealt(rules: str, scenario: str, word: str) -> None:
    post = begun(rules, scenario)
    called = find(rules).words.card_name
    for side in ("york", "lancaster"):
        game = post.look(side)
        hand = find(rules).secrets.hand(game.ledger.play.state, side)
        names = ", ".join(called(card) for card in cards_in(hand, game.known()) if card)
        assert names.count(", ") > 2
        told(post, side, f"{word}: {names}. ")


@pytest.mark.slow
def test_a_hold_event_is_named_at_the_draw_though_it_has_been_played_since() -> None:
    drawn: dict[tuple[int, str], str] = {}

    def played_since(post: Post) -> list[tuple[str, str]]:
        """Sides that hold their first Event no longer, with its name."""
        held = post.look().ledger.play.state.held
        for side in ("york", "lancaster"):
            if held[side] and (post.seed, side) not in drawn:
                found = re.search(
                    r"keep it hidden\..{,9}Drawn: ([^.]+ \([YL]\d+\))", read(post, side)
                )
                assert found is not None, read(post, side)
                drawn[post.seed, side] = found[1]
        return [
            (side, name)
            for (seed, side), name in drawn.items()
            if seed == post.seed and name.rpartition("(")[2][:-1] not in cards_of(post, side)
        ]

    post, gone = first(lambda seed: played(2, seed + 6, "Ia"), played_since)
    for side, name in gone:
        told(post, side, f"Drawn: {name}.")


def cards_of(post: Post, side: str) -> tuple[str, ...]:
    """What a side has in hand, and in its Plan."""
    game = post.look(side)
    return cards_in(game.ledger.rules.secrets.hand(game.ledger.play.state, side), game.known())
