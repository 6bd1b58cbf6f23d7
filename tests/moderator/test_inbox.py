"""A pile of mails gives the same game in whatever order it came."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from pbem.errors import (
    BadSignature,
    Equivocation,
    NotNow,
    OldQuestion,
    OutOfSequence,
    Replaced,
)
from pbem.gm.game import Game
from pbem.player.dry import dry_run

from .people import EVE, PLAYERS, Post, accept, any_line, first, invited, played, seated
from .writer import lenient, rewritten


def saves_of(data: bytes, mails: dict[str, str], orders: Sequence[tuple[str, ...]]) -> set[bytes]:
    found = set()
    for order in orders:
        post = Post(data)
        post.take({name: mails[name] for name in order})
        found.add(post.save)
    return found


def test_accepts_and_first_orders_in_any_order() -> None:
    genesis = invited().dumps()
    joins = {side: accept(genesis, side).to_text() for side in PLAYERS}
    post = Post(genesis)
    post.take(dict(joins))
    mails = {**joins, **{f"{side} ready": post.sent(side, "ready") for side in PLAYERS}}
    permutations = list(itertools.permutations(mails))
    saves = saves_of(genesis, mails, permutations)
    assert len(saves) == 1
    assert len(Game.loads(saves.pop()).save.entries) == 5


@pytest.mark.slow
def test_a_whole_game_from_one_shuffled_pile() -> None:
    """A GM who has lost everything but the invitation and the mails gets the same save again."""
    post = played(40)
    mails = list(post.mails.items())
    for seed in range(3):
        random.Random(seed).shuffle(mails)
        again = Post(invited().dumps())
        receipts = again.take(dict(mails))
        assert all(receipt.error is None for receipt in receipts)
        assert again.save == post.save


@pytest.mark.slow
def test_one_by_one_gives_the_same_save_as_all_at_once() -> None:
    post = seated()
    assert both_asked(post)
    pile = {side: post.sent(side, any_line(post.look(side), post.random)) for side in PLAYERS}
    at_once, singly = post.copy(), post.copy()
    at_once.take(dict(pile))
    for side in PLAYERS:
        singly.take({side: pile[side]})
    assert at_once.save == singly.save


def test_a_mail_seen_before_gets_the_same_receipt_and_changes_nothing() -> None:
    post = seated()
    mail = post.sent("york", "ready")
    (first,) = post.take({"a": mail})
    save = post.save
    (second,) = post.take({"b": mail})
    assert (second.entry, second.digest, second.again) == (first.entry, first.digest, True)
    assert post.save == save
    join = accept(invited().dumps(), "york").to_text()
    (third,) = post.take({"c": join})
    assert (third.entry, third.again) == (1, True)


def test_twice_in_one_pile() -> None:
    post = seated()
    mail = post.sent("york", "ready")
    one, two = post.take({"one": mail, "two": mail})
    assert {one.entry, two.entry} == {3}
    assert [one.again, two.again] == [False, True]


def test_the_highest_revision_counts_in_any_order() -> None:
    post = asked_with_a_choice()
    side, lines = choices(post)
    mails = {
        str(number): post.sent(side, line, revision=number)
        for number, line in enumerate(lines[:3], 1)
    }
    saves = set()
    for order in itertools.permutations(mails):
        copy = post.copy()
        receipts = {r.name: r for r in copy.take({name: mails[name] for name in order})}
        assert receipts["3"].error is None
        for name in ("1", "2"):
            assert isinstance(receipts[name].error, Replaced)
        saves.add(copy.save)
    assert len(saves) == 1


def test_a_revision_after_the_order_was_applied_comes_too_late() -> None:
    post = asked_with_a_choice()
    side, lines = choices(post)
    first, second = post.sent(side, lines[0]), post.sent(side, lines[1], revision=2)
    post.take({"first": first})
    (receipt,) = post.take({"second": second})
    assert isinstance(receipt.error, OutOfSequence)


def test_two_different_orders_of_one_revision_stop_both_and_a_higher_one_mends_it() -> None:
    post = asked_with_a_choice()
    side, lines = choices(post)
    first, second = post.sent(side, lines[0]), post.sent(side, lines[1])
    before = post.save
    for order in (("first", "second"), ("second", "first")):
        mails = {"first": first, "second": second}
        receipts = post.take({name: mails[name] for name in order})
        assert all(isinstance(receipt.error, Equivocation) for receipt in receipts)
        assert post.save == before
    third = post.sent(side, lines[1], revision=2)
    receipts = post.take({"first": first, "third": third, "second": second})
    assert [type(receipt.error) for receipt in receipts] == [Replaced, type(None), Replaced]


def test_a_stranger_cannot_stop_an_order_with_another_of_the_same_number() -> None:
    """Only what the player really signed can replace or contradict his orders."""
    post = asked_with_a_choice()
    side, lines = choices(post)
    mail = post.sent(side, lines[0])
    forged = [rewritten(mail, EVE, revision=revision, link=64 * "0") for revision in (1, 9)]
    pile = {f"forged {n}": text for n, text in enumerate(forged)}
    receipts = {r.name: r for r in post.take({**pile, "real": mail})}
    assert receipts["real"].error is None
    assert all(isinstance(receipts[name].error, BadSignature) for name in pile)


def test_one_bad_mail_does_not_stop_the_others() -> None:
    post = both_asked(seated())
    pile = {side: post.sent(side, any_line(post.look(side), post.random)) for side in PLAYERS}
    receipts = post.take({"bad": "hello", **pile, "worse": "\x00"})
    assert [receipt.error is None for receipt in receipts] == [False, True, True, False]
    assert [receipt.name for receipt in receipts] == ["bad", "york", "lancaster", "worse"]


def test_further_lines_stop_where_they_are_not_possible_any_more() -> None:
    """What was decided stands; the rest is named by its place, and why to its author alone."""
    post, (side, line) = first(lambda seed: played(4, seed), _asked_twice)
    mail = lenient(post, side, line, "march: to the moon")
    (receipt,) = post.take({"mail": mail})
    assert receipt.error is None
    assert receipt.story is not None
    assert receipt.story.left == ("march: to the moon",)
    assert receipt.story.why
    (left,) = post.look().save.entries[-1].body.record.left
    assert (left.side, left.entry, left.place) == (side, receipt.entry, 2)
    assert "moon" not in str(post.look().save.entries[-1].body.record.decisions)
    post.look().verify()


def test_both_sides_orders_in_a_random_game_in_any_order() -> None:
    """A pile of both answers to a secret question gives one save."""
    post, chance = played(6), random.Random(5)
    for _ in range(30):
        pile = {
            side: post.sent(side, any_line(post.look(side), chance))
            for side in PLAYERS
            if any(request.side == side for request in post.look().requests)
        }
        if len(pile) == 2:
            orders = [("york", "lancaster"), ("lancaster", "york")]
            assert len(saves_of(post.save, pile, orders)) == 1
            return
        post.take(dict(pile))
    pytest.fail("both sides were never asked at once")


def test_a_mail_for_an_earlier_question_is_stale() -> None:
    post = asked_with_a_choice()
    side, lines = choices(post)
    late = rewritten(post.sent(side, lines[0]), PLAYERS[side], request="muster-77")
    (receipt,) = post.take({"late": late})
    assert isinstance(receipt.error, OldQuestion)
    assert isinstance(receipt.error, NotNow)


def _asked_twice(post: Post) -> tuple[str, ...]:
    """A side and a line of his after which, without any die, he is asked again; nothing if there is none."""
    for request in post.look().requests:
        game = post.look(request.side)
        for option in game.legal() if request.stack is None else ():
            after = dry_run(game.ledger, request.side, [option.line]).play
            if after is not None and any(r.side == request.side for r in after.pending):
                return request.side, option.line
    return ()


def asked_with_a_choice() -> Post:
    """A game in which somebody has three lines to choose from."""
    return first(lambda seed: played(4, seed), _free)[0]


def _free(post: Post) -> str:
    for request in post.look().requests:
        if request.stack is None and len(post.look(request.side).legal(request.side)) >= 3:
            return request.side
    return ""


def choices(post: Post) -> tuple[str, list[str]]:
    side = _free(post)
    return side, [option.line for option in post.look(side).legal()][:5]


def both_asked(post: Post) -> Post:
    """A game that goes on until both are asked at once."""
    while len(post.asked()) < 2:
        post.turn()
    return post


def test_a_ready_beside_other_words_has_a_receipt_of_its_own_while_it_is_owed() -> None:
    post = seated()
    ready, later = post.sent("york", "ready"), post.sent("york", "ready", revision=2)
    pile = {"both": f"{post.look('york').say('say', 0, 'Good evening').to_text()}\n{ready}"}
    assert [(one.name, one.error) for one in post.copy().take(pile)] == [("both", None)] * 2
    post.take({"later": later})
    assert [(one.name, one.error) for one in post.take(pile)] == [("both", None)]
