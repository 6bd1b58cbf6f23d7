"""PROTOCOL, rule 2: answers to a request put to several are sealed, and opened in the entry of the last."""

from __future__ import annotations

import itertools

import pytest

from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.protocol.envelope import to_text
from tests.cheats.table import by_hand, choosing, last, planning

from .people import GM, PLAYERS, Post, any_line, seated
from .test_askings import patch
from .test_rulings import rule


def mails(post: Post) -> dict[str, str]:
    return {side: post.sent(side, any_line(post.look(side), post.random)) for side in PLAYERS}


def everybody(post: Post) -> None:
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()


@pytest.mark.slow
@pytest.mark.parametrize("first", PLAYERS)
def test_the_first_answer_is_read_by_nobody_but_gm_and_author(first: str) -> None:
    post = choosing()
    other = next(side for side in PLAYERS if side != first)
    line = any_line(post.look(first), post.random)
    shown_before = post.look(other).view().position
    (receipt,) = post.take({first: post.sent(first, line)})
    assert receipt.error is None
    record = post.look().save.entries[-1].body.record
    assert record.opened == ()
    assert line.partition(" ")[2] not in str(record.decisions)
    assert not record.rolls
    assert not record.openings
    assert post.look("gm").ledger.position.laid == (first,)
    assert list(post.look().ledger.askings) == [other]
    assert post.look(other).view().position == shown_before
    rest = post.look(other).ledger.position.rest[first]
    assert set(rest.texts) <= {None, ""}
    everybody(post)


@pytest.mark.slow
def test_the_last_answer_lays_all_open_and_in_either_order_alike() -> None:
    post = choosing()
    sent = mails(post)
    ends = []
    for order in itertools.permutations(sent):
        copy = post.copy()
        for side in order:
            (receipt,) = copy.take({side: sent[side]})
            assert receipt.error is None
        everybody(copy)
        assert copy.look().ledger.position.laid == ()
        records = [e.body.record for e in copy.look().save.entries[-2:]]
        ends.append([(r.label, r.value) for record in records for r in record.rolls])
        assert copy.look("gm").ledger.play.state == copy.look("gm").ledger.play.state
        ends[-1].append((str(copy.look("gm").view("public").position), 0))
    assert ends[0] == ends[1]


@pytest.mark.slow
def test_what_one_had_answered_is_dropped_by_a_ruling_and_stays_shut() -> None:
    """Else the other would choose anew, having read it."""
    post = choosing()
    first = mails(post)
    (receipt,) = post.take({"york": first["york"]})
    assert receipt.error is None
    before = dict(post.look().ledger.chains.numbers)
    rule(post, "option", lines=["bombard_sea_move no"])
    ledger = post.look("gm").ledger
    assert ledger.position.laid == ()
    assert set(ledger.askings) == set(PLAYERS)
    assert {s: a.number for s, a in ledger.askings.items()} == {s: n + 1 for s, n in before.items()}
    assert ledger.owes_ready() == ()
    assert "york" not in post.look("gm").ledger.position.rest
    (receipt,) = post.take({"again": first["york"]})
    assert receipt.again
    assert post.look("gm").ledger.position.laid == ()
    for side, mail in mails(post).items():
        (receipt,) = post.take({side: mail})
        assert receipt.error is None, receipt.error
    opened = [o.entry for e in post.look().save.entries for o in e.body.record.opened]
    assert last(post) - 3 not in opened
    everybody(post)


@pytest.mark.slow
def test_a_rewind_of_the_second_answer_drops_the_first_too() -> None:
    post = choosing()
    for side, mail in mails(post).items():
        (receipt,) = post.take({side: mail})
        assert receipt.error is None
    rule(post, "void", entry=last(post))
    assert set(post.look().ledger.askings) == set(PLAYERS)
    assert post.look("gm").ledger.position.laid == ()
    everybody(post)


@pytest.mark.slow
def test_plans_are_laid_down_alike() -> None:
    post = planning()
    sent = mails(post)
    (receipt,) = post.take({"york": sent["york"]})
    assert receipt.error is None
    assert list(post.look().ledger.askings) == ["lancaster"]
    assert post.look("lancaster").known().keys().isdisjoint(post.look("york").plan_cards())
    patch(post)
    assert set(post.look().ledger.askings) == set(PLAYERS)
    assert not any(slot.startswith("plan:york") for slot in post.look("gm").ledger.position.locks)
    for side, mail in mails(post).items():
        (receipt,) = post.take({side: mail})
        assert receipt.error is None, receipt.error
    everybody(post)


def test_an_impossible_secret_answer_is_refused_before_it_is_laid_down() -> None:
    post = choosing()
    with pytest.raises(PbemError):
        post.sent("york", "card: the_moon")
    from .writer import lenient

    before = post.save
    (receipt,) = post.take({"york": lenient(post, "york", "card: the_moon")})
    assert receipt.error is not None
    assert post.save == before


@pytest.mark.slow
def test_4_1_a_line_after_others_never_lays_down_a_plan() -> None:
    """A plan is sealed as an order of its own: a line for it, which no client of ours sends behind others, waits, and
    both are still asked."""
    post = before = seated(1)
    while len(post.asked()) < 2 or post.look().ledger.owes_ready():
        before = post.copy()
        post.turn()
    (side,) = before.asked()
    plan = any_line(post.look(side), post.random)
    (receipt,) = before.take({"both": to_text(by_hand(before, side, ["done", plan]))})
    assert receipt.error is None
    assert [request.kind for request in before.look().requests] == ["plan", "plan"]
    everybody(before)
