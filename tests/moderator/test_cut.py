"""PROTOCOL, rule 3: what counts is what stood when it was written, and lines that wait open in their turn."""

from __future__ import annotations

import pytest

from pbem.errors import BadStatement, ReplayMismatch, Stale
from pbem.gm.game import Game
from pbem.ledger.fold import fold
from tests.cheats.table import answer, by_hand, last, mailed, mustering, prompting, sent
from tests.drawn import kept
from tests.says import worded

from .forger import chained, entries_of, plain, saved, verify
from .people import GM, PLAYERS, Post, any_line, seated
from .test_askings import patch
from .test_rulings import rule, say
from .writer import lenient, rewritten


def laid_by(post: Post, mail: str) -> list[str]:
    """Lancaster's lines by policy in the entry that takes a mail."""
    (receipt,) = post.take({"york": mail})
    assert receipt.error is None, receipt.error
    record = post.look().save.entries[-1].body.record
    return [d.line for d in record.decisions if (d.side, d.by) == ("lancaster", "policy")]


def everybody(post: Post) -> None:
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()


# -- the cut ------------------------------------------------------------------------------------


def test_policies_that_come_after_the_head_an_order_names_do_not_count() -> None:
    post = prompting()
    mail = post.sent("york", answer(post, "york"))
    sent(post, "lancaster", reactions={"capability": "to"})
    late = post.copy()
    assert laid_by(post, mail) == []
    assert "lancaster" in post.look().ledger.askings
    everybody(post)
    new = late.sent("york", answer(late, "york"))
    assert laid_by(late, new)
    everybody(late)


def test_a_policy_taken_back_after_that_head_counts() -> None:
    post = prompting()
    sent(post, "lancaster", reactions={"capability": "exeter_1"})
    mail = post.sent("york", answer(post, "york"))
    sent(post, "lancaster", reactions={"default": "pass"})
    sent(post, "lancaster", reactions={"capability": "ask"})
    (line, *_) = laid_by(post, mail)
    assert "exeter_1" in line
    assert post.look("lancaster").standing.reactions == {"capability": "ask"}
    everybody(post)


def test_what_an_order_brings_counts_for_its_own_author_at_once() -> None:
    """Lancaster's answer brings policies, and the next question of the same entry goes by them."""
    post = prompting()
    sent(post, "york", answer(post, "york"))
    kind = post.look().request("lancaster").kind
    mail = post.look("lancaster").orders(
        [answer(post, "lancaster")], reactions={kind: "to", "default": "pass"}
    )
    assert post.take({"l": mail.to_text()})[0].error is None
    versions = post.look("gm").ledger.position.standing["lancaster"]
    assert versions[-1].entry == last(post)
    everybody(post)


def test_a_question_that_is_open_is_no_more_answered_by_a_policy() -> None:
    """In the entry that first puts it, or not at all: else a GM could choose."""
    post = prompting()
    sent(post, "york", answer(post, "york"))
    open_now = post.look().ledger.askings["lancaster"]
    sent(post, "lancaster", reactions={"capability": "to", "default": "pass"})
    assert post.look().ledger.askings["lancaster"] == open_now
    rule(post, "house", lines=["No phones."])
    assert post.look().ledger.askings["lancaster"] == open_now
    everybody(post)


def test_put_again_is_not_put_first() -> None:
    post = prompting()
    sent(post, "york", answer(post, "york"))
    sent(post, "lancaster", reactions={"capability": "to", "default": "pass"})
    patch(post)
    post.ready()
    assert "lancaster" in post.look().ledger.askings
    everybody(post)


def test_no_order_names_a_head_older_than_its_asking() -> None:
    post = mustering()
    since = post.look().ledger.askings["york"].since
    heads = post.look().heads
    mail = post.sent("york", answer(post, "york"))
    for n in range(since):
        (receipt,) = post.take({"old": rewritten(mail, PLAYERS["york"], head=heads[n])})
        assert isinstance(receipt.error, Stale)
    assert (
        mailed(post, by_hand(post, "york", [answer(post, "york")], head=heads[since])).error is None
    )


def test_an_older_head_that_is_not_older_than_the_asking_will_do() -> None:
    post = mustering()
    mail = post.sent("york", answer(post, "york"))
    post.take({"word": say(post, "lancaster", "say", 0, "Hurry.")})
    post.take({"word2": say(post, "lancaster", "say", 0, "Hurry, I say.")})
    (receipt,) = post.take({"york": mail})
    assert receipt.error is None
    everybody(post)


# -- lines that wait ----------------------------------------------------------------------------


@kept
def _between() -> tuple[Post, str, str]:
    """A game in which somebody's next line waits for the other's answer: the game, who, and his line."""
    for seed in range(3, 20):
        post = seated(seed, "Ia")
        while post.look().result is None and len(post.mails) < 40:
            post.turn()
        told = [(ledger, story) for ledger, story in fold(post.look().save.entries)]
        for (one, _), (two, story), (three, _) in zip(told, told[1:], told[2:], strict=False):
            (side, *more), waits = tuple(one.askings) or ("",), tuple(two.askings)
            own = [d.line for d in story.decisions if d.side == side]
            went_on = three.begun and three.play.checkpoint.asked == two.play.checkpoint.asked
            if more or len(own) != 1 or len(waits) != 1 or side in waits or one.owes_ready():
                continue
            if story.side == side and went_on and side in three.askings:
                entries = post.look().save.entries
                return Post(saved(entries[: one.n + 1])), side, own[0]
    raise AssertionError("nobody's lines ever wait")


def between() -> tuple[Post, str, str]:
    post, side, line = _between()
    return post.copy(), side, line


def waiting(*more: str) -> tuple[Post, str]:
    """An order has gone as far as the enemy's answer; these lines of it wait."""
    post, side, line = between()
    (receipt,) = post.take({"first": lenient(post, side, line, *more)})
    assert receipt.error is None, receipt.error
    assert side not in post.look().ledger.askings
    return post, side


def enemy_of(side: str) -> str:
    return next(other for other in PLAYERS if other != side)


def answered(post: Post, side: str) -> Post:
    """The enemy gives the answer for which the lines waited."""
    other = enemy_of(side)
    line = "pay" if "pay" in {o.line for o in post.look(other).legal()} else answer(post, other)
    (receipt,) = post.take({"answer": post.sent(other, line)})
    assert receipt.error is None, receipt.error
    return post


@pytest.mark.slow
def test_lines_that_wait_stand_in_no_entry_until_their_turn() -> None:
    post, side = waiting("if failed: pass", "pass: the moon")
    assert [o.place for o in post.look().save.entries[-1].body.record.opened] == [1]
    assert "the moon" not in post.save.decode()
    assert post.look(enemy_of(side)).ledger.position.rest[side].texts[1:3] == (None, None)
    assert post.look(side).ledger.position.rest[side].texts[2] == "pass: the moon"


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 6, 7, 8])
def test_statements_are_padded_to_a_multiple_of_eight(count: int) -> None:
    post, side = waiting(*("pass",) * count)
    commitments = post.look().ledger.position.rest[side].commitments
    assert len(commitments) == (8 if count < 8 else 16)


@pytest.mark.slow
def test_they_are_opened_in_order_also_those_passed_over() -> None:
    post, side = waiting("if failed and success: pay", "pay", "pass: the moon")
    n = last(post)
    opened = answered(post, side).look().save.entries[-1].body.record.opened
    own = [o.place for o in opened if o.entry == n]
    assert own[:2] == [2, 3]
    decisions = post.look().save.entries[-1].body.record.decisions
    assert [d.by for d in decisions if d.side == side and d.by != "forced"][:1] == ["earlier"]
    everybody(post)


@pytest.mark.slow
def test_where_a_line_ends_is_told_by_its_place_and_the_rest_stays_shut() -> None:
    post, side = waiting("pass: the moon", "pass: the sun")
    n = last(post)
    record = answered(post, side).look().save.entries[-1].body.record
    assert [(left.side, left.entry, left.place) for left in record.left] == [(side, n, 2)]
    assert [o.place for o in record.opened if o.entry == n] == [2]
    assert "the sun" not in post.save.decode()
    assert side in post.look().ledger.askings
    everybody(post)


@pytest.mark.slow
def test_an_opened_line_must_have_had_its_turn_and_each_that_had_is_opened() -> None:
    post, side = waiting("if failed and success: pass", "pass", "pass: the moon")
    answered(post, side)
    entries = entries_of(post.save)
    body = plain(entries[-1])
    own = [o for o in body["record"]["opened"] if o["entry"] == entries[-2].n]
    for wrong in (own[1:], own[:1], []):
        forged = plain(entries[-1])
        others = [o for o in body["record"]["opened"] if o["entry"] != entries[-2].n]
        forged["record"]["opened"] = [*others, *wrong]
        if not forged["record"]["opened"]:
            del forged["record"]["opened"]
        with pytest.raises(ReplayMismatch):
            verify(saved(chained(entries[:-1], [forged])))


@pytest.mark.slow
def test_a_rewind_takes_them_back_with_their_order() -> None:
    post, side = waiting("pass")
    rule(post, "void", entry=last(post))
    assert side not in post.look(side).ledger.position.rest
    post.ready()
    (receipt,) = post.take({"again": post.sent(side, between()[2])})
    assert receipt.error is None
    everybody(post)


@pytest.mark.slow
def test_a_ruling_leaves_them_and_they_go_on_under_new_links() -> None:
    """Their author owes a `ready`, which brings nothing; his lines count as they were sealed."""
    post, side = waiting("pay", "pay")
    patch(post)
    assert post.look().ledger.owes_ready() == (side,)
    post.ready()
    answered(post, side)
    decisions = post.look().save.entries[-1].body.record.decisions
    assert "earlier" in [d.by for d in decisions if d.side == side]
    everybody(post)


@pytest.mark.slow
def test_a_new_key_of_their_author_drops_them() -> None:
    post, side = waiting("pass")
    with pytest.raises(BadStatement, match=worded("ledger.cases.people.take", word="while")):
        new_key(post, side)
    patch(post)
    new_key(post, side)
    assert side not in post.look("gm").ledger.position.rest


def new_key(post: Post, side: str) -> None:
    claim = Game.loads(post.save, PLAYERS[side]).claim(side).envelope
    game = post.look("gm")
    game.seat(claim, [], "A lost key.")
    post.save = game.dumps()


@pytest.mark.slow
def test_an_order_of_the_next_asking_replaces_what_was_left_waiting() -> None:
    post, side = waiting("ask", "pass: the moon")
    answered(post, side)
    assert side in post.look().ledger.askings
    (receipt,) = post.take({"next": post.sent(side, any_line(post.look(side), post.random))})
    assert receipt.error is None
    rest = post.look(side).ledger.position.rest.get(side)
    assert rest is None or rest.entry == last(post)
    assert "the moon" not in post.save.decode()
    everybody(post)
