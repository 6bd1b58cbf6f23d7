"""What no event of the rules tells stands in a sentence: for a player who has never read PROTOCOL.md."""

from __future__ import annotations

import pytest

from pbem.gm.game import Game
from pbem.player.robots import bot_lines
from pbem.protocol.bodies import VERSION, Refusal
from pbem.protocol.envelope import sign_refusal
from pbem.reports.from_game import report
from pbem.reports.period import EVERYTHING, Period
from pbem.reports.sentences import AGAIN, of_entry, refusal
from tests.cheats.table import PARLEY, mustering
from tests.moderator.people import GM, PLAYERS, Post, seated, with_plans
from tests.moderator.test_audit import ended, send_policies
from tests.moderator.test_rulings import rule, say, told
from tests.moderator.test_verdict import absent, failing, send
from tests.says import says, sentence


def last(post: Post) -> int:
    return post.look().ledger.n


def words(post: Post, who: str = "", period: Period = EVERYTHING) -> str:
    return " ".join(report(post.look(who), period=period).split())


def test_ready_is_asked_in_words_and_explained_when_it_came() -> None:
    post = seated()
    (side,) = post.look().ledger.owes_ready()
    asked = words(post, side)
    assert not says(asked, "reports.summary.wanted", word="orders")
    assert says(asked, "reports.summary.wanted", "", word="send")
    other = next(s for s in PLAYERS if s != side)
    assert "the game waits: the" in words(post, other)
    assert "for ready" in words(post, other)
    assert says(words(post, other), "reports.sentences.OTHERS_READY")
    post.ready()
    told = " ".join(of_entry(post.look(), last(post)))
    assert says(told, "reports.sentences._step", side.capitalize(), word="decides")
    assert f"{side.capitalize()} is ready." in words(post)
    assert "decides nothing" not in words(post)


def test_standing_orders_say_that_they_came_and_nothing_of_what_they_say() -> None:
    post = seated()
    send_policies(post)
    told = words(post, "lancaster")
    assert says(told, "reports.sentences._step", "York", word="sends")
    assert "default" not in told


@pytest.mark.parametrize("who", ["", "york", "lancaster"])
def test_new_ground_says_that_all_is_asked_again_and_who_must_be_ready(who: str) -> None:
    post = mustering()
    n = last(post)
    rule(post, "void", entry=n, reason="Once more.")
    told = words(post, who)
    assert AGAIN in told
    (owing,) = post.look().ledger.owes_ready()
    assert says(told, "reports.sentences._ground", owing.capitalize())
    assert of_entry(post.look(), n) == []


@pytest.mark.slow
def test_an_answer_that_waited_and_is_dropped_is_named() -> None:
    post = with_plans()
    post = to_plans(post)
    side, other = post.asked()
    send(post, side, stack(post, side))
    assert post.asked() == (other,)
    rule(post, "house", lines=["No phones."])
    assert "is dropped" not in words(post)
    rule(post, "patch", lines=["set lords march coin 3"])
    assert says(words(post), "ledger.askings.DROPPED", side)
    assert f"What {other} had answered" not in words(post)
    assert set(post.asked()) == {side, other}


def to_plans(post: Post) -> Post:
    """Back to where both are asked for a plan."""
    n = next(
        entry.n
        for entry in post.look().save.entries
        if {asked.request.partition("-")[0] for asked in entry.body.record.questions} == {"plan"}
        and len(entry.body.record.questions) == 2
    )
    rule(post, "void", entry=n + 1, reason="Plan anew.")
    return post


def stack(post: Post, side: str) -> str:
    return bot_lines(post.look(side), 1)[0]


def test_lines_that_were_left_are_named_by_place_and_their_words_go_to_their_own_side() -> None:
    post = mustering()
    send(post, "york", "march: done", PARLEY, "march: troops", "norfolk: done")
    entry = post.look().save.entries[-1].body
    if not entry.record.left:
        pytest.fail("a Lord who has finished was thought to be able to do no more")
    place = entry.record.left[0].place
    assert says(
        words(post), "reports.sentences._record", place, "the order of York", word="carried"
    )
    assert "Not carried out" in words(post, "york")
    assert "Not carried out" not in words(post, "lancaster")


def test_a_fault_is_told_and_the_game_waits_for_the_gm(monkeypatch: pytest.MonkeyPatch) -> None:
    post = mustering()
    failing(monkeypatch)
    send(post, "york", PARLEY)
    told = words(post, "york")
    assert says(
        told,
        "reports.sentences.faulty",
        "Line 1 of the order of York",
        "0.1.0",
        "ZeroDivisionError",
        word="ended",
    )
    assert says(told, "reports.sentences.faulty", word="after 1")
    halted = sentence("reports.from_game._halted", word="error")
    assert says(told, "reports.summary.wanted", halted, word="waits for ")
    assert says(told, "ledger.cases.unsettled._fault")


def test_dice_that_fell_while_a_side_was_absent_are_told() -> None:
    post = mustering()
    rule(post, "patch", lines=["set lords norfolk coin 3"])
    absent(post, "lancaster")
    assert "lancaster is declared absent: No word for a month." in words(post)
    assert says(words(post), "ledger.cases.unsettled.unsettled", word="marked")
    send(post, "york", PARLEY)
    assert says(words(post), "reports.sentences._while_absent", "1 die", "Lancaster")


def test_the_end_says_whose_signature_is_missing_and_then_that_keys_may_be_shown() -> None:
    post = mustering()
    rule(post, "result", side="york", reason="So it ended.")
    n = last(post)
    assert says(words(post), "ledger.cases.unsettled._end", n, "York and Lancaster", word="entry")
    assert told(post, say(post, "york", "over", n)) is None
    assert says(words(post), "ledger.cases.unsettled._end", ..., "Lancaster", word="waits")
    assert says(words(post), "ledger.cases.says.take", "York", n, word="signs")
    assert told(post, say(post, "lancaster", "over", n)) is None
    assert says(words(post), "ledger.cases.unsettled._end", word="Everybody")


def test_a_refusal_is_told_with_what_stood_then() -> None:
    post = mustering()
    game = post.look("york")
    order = game.orders([PARLEY])
    body = Refusal(
        v=VERSION,
        game=game.ledger.game,
        order=order.digest,
        head=game.head,
        why="IllegalOrder",
        words="No Lord is there.",
    )
    told = refusal(game, sign_refusal(GM, body))
    assert f"after entry {game.ledger.n}" in told
    assert "(IllegalOrder)" in told
    assert "No Lord is there." in told
    elsewhere = refusal(Game.loads(post.saves[-1]), sign_refusal(GM, body))
    assert says(elsewhere, "reports.sentences.refusal", word="copy")


def test_every_report_of_a_game_that_has_ended_can_be_written() -> None:
    post = mustering()
    ended(post)
    for who in ("", "york", "lancaster", "gm"):
        assert "So" in words(post, who) or "Lancaster resigns" in words(post, who)
