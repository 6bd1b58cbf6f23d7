"""PROTOCOL, rules 2 and 5: what is asked, with which number, and who owes a `ready` first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.errors import (
    BadPatch,
    Garbled,
    NotNow,
    NotYourTurn,
    OldQuestion,
    OutOfSequence,
    PbemError,
    Stale,
    WaitsForReady,
)
from pbem.gm.game import Game
from pbem.protocol.bodies import Joined, Mailed, Ready
from pbem.protocol.keys import Identity
from tests.cheats.table import mustering, prompting

from .people import ANN, GM, PLAYERS, Post, accept, any_line, invited, joined, played, seated
from .test_rulings import rule
from .writer import opened, resigned, rewritten

GEO = Identity(bytes([16]) * 32, "George")


def numbers(post: Post) -> dict[str, int]:
    return dict(post.look().ledger.chains.numbers)


# -- the start ----------------------------------------------------------------------------------


def test_nothing_is_asked_before_the_last_accept() -> None:
    post = Post(invited().dumps())
    post.take({"york": accept(post.save, "york").to_text()})
    assert post.look().ledger.askings == {}
    assert numbers(post) == {}
    with pytest.raises(PbemError):
        post.look("york").orders(["ready"])


def test_who_accepts_last_sends_ready_along_and_one_entry_holds_both() -> None:
    post = seated()
    step = post.look().save.entries[2].body.step
    assert isinstance(step, Joined)
    assert step.ready is not None
    ready = step.ready.body
    assert isinstance(ready, Ready)
    assert (ready.question, ready.head) == (1, step.order.body.head)
    ledger = post.look().ledger
    assert ledger.chains.latest["lancaster"].number == 1
    assert ledger.owes_ready() == ("york",)
    assert not any(e.body.record.rolls or e.body.record.shuffles for e in post.look().save.entries)
    post.ready()
    assert post.look().save.entries[-1].body.record.shuffles


def test_without_it_both_owe_a_ready() -> None:
    data = invited().dumps()
    post = Post(data)
    post.take({side: accept(data, side).to_text() for side in PLAYERS})
    assert post.look().ledger.owes_ready() == tuple(PLAYERS)
    post.ready()
    assert post.look().save.entries[-1].body.record.shuffles
    assert not post.look().save.entries[-2].body.record.shuffles


def test_only_the_last_accept_brings_a_ready_and_on_the_same_head() -> None:
    post = Post(invited().dumps())
    game = post.look("gm")
    post.take({"york": accept(post.save, "york").to_text()})
    letter = accept(post.save, "lancaster")
    mail, ready = letter.envelopes
    other = Joined(order=mail, ready=resigned(ready, PLAYERS["lancaster"], head=game.head))
    with pytest.raises(Stale):
        post.look("gm").add(other)
    first = Joined(order=accept(invited().dumps(), "york").envelope, ready=None)
    early = resigned(ready, ANN, author="york", head=first.order.body.head)
    with pytest.raises((Garbled, ValueError)):
        game.add(Joined(order=first.order, ready=early))


def test_a_side_that_is_asked_something_first_owes_no_ready_and_sends_none() -> None:
    """Where the rules begin with a question the one who is asked it answers that."""
    data = Game.new(GM, "warriors", "standard_1455", {}, nonce=bytes(range(32))).dumps()
    post = joined(Post(data))
    ledger = post.look().ledger
    asked = [r.side for r in ledger.pending()]
    for side, asking in ledger.askings.items():
        assert asking.is_ready == (side not in asked)


# -- numbers ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_each_asking_has_the_next_number_and_its_answer_the_link_of_that() -> None:
    post = played(20)
    last = {"york": 0, "lancaster": 1}  # who accepted last was asked, and ready, in one entry
    for entry in post.look().save.entries:
        for asked in entry.body.record.questions:
            assert asked.number in (last[asked.side], last[asked.side] + 1)
            last[asked.side] = asked.number
    assert last == numbers(post)


def test_a_number_stays_while_a_question_stays_open() -> None:
    post = played(6)
    before = dict(post.look().ledger.askings)
    post.take({"word": post.look("york").say("say", 0, "Well?").to_text()})
    game = post.look("gm")
    game.rule("house", "For peace.", lines=["No phones."])
    post.save = game.dumps()
    assert post.look().ledger.askings == before


def void(post: Post) -> None:
    rule(post, "void", entry=len(post.look().save.entries) - 1)


def patch(post: Post) -> None:
    """One coin more for the first Lord who may have one."""
    for name, lord in post.look("gm").ledger.play.state.lords.items():
        try:
            rule(post, "patch", lines=[f"set lord {name} coin {lord.coin + 1}"])
        except BadPatch:
            continue
        return
    raise AssertionError("nobody may have a coin")


def impose(post: Post) -> None:
    request = post.look().requests[0]
    line = any_line(post.look(request.side), post.random)
    rule(post, "impose", side=request.side, lines=[line])


def new_key(post: Post) -> None:
    side = next(iter(post.look().ledger.askings))
    claim = Game.loads(post.save, PLAYERS[side]).claim(side).envelope
    game = post.look("gm")
    game.seat(claim, [], "A lost key.")
    post.save = game.dumps()


def new_gm(post: Post) -> None:
    claim = Game.loads(post.save, GEO).claim("gm").envelope
    game = post.look("gm")
    game.seat(claim, [], "Off to France.")
    post.save = game.dumps()


GROUNDS: list[Callable[[Post], None]] = [void, patch, impose, new_key, new_gm]


@pytest.mark.slow
@pytest.mark.parametrize("ground", GROUNDS, ids=lambda f: f.__name__)
def test_new_ground_asks_everything_again_and_everybody_else_owes_a_ready(
    ground: Callable[[Post], None],
) -> None:
    post = played(10)
    while post.look().ledger.owes_ready():
        post.turn()
    before = numbers(post)
    ground(post)
    ledger = post.look().ledger
    assert set(ledger.askings) == set(PLAYERS)
    assert ledger.ground == ledger.n
    for side, asking in ledger.askings.items():
        assert asking.since == ledger.n
        assert asking.number == numbers(post)[side] == before[side] + 1
        asked = {r.side for r in ledger.pending()}
        assert asking.is_ready == (side not in asked)
    assert not post.look().save.entries[-1].body.record.rolls


@pytest.mark.parametrize("ground", [void, patch], ids=lambda f: f.__name__)
def test_while_a_ready_is_owed_no_other_order_is_taken_and_none_is_burnt(
    ground: Callable[[Post], None],
) -> None:
    post = mustering() if ground is patch else prompting()
    ground(post)
    (owing,) = post.look().ledger.owes_ready()
    other = next(side for side in PLAYERS if side != owing)
    waiting = post.sent(other, any_line(post.look(other), post.random))
    before = post.save
    (receipt,) = post.take({"early": waiting})
    assert isinstance(receipt.error, WaitsForReady)
    assert isinstance(receipt.error, NotNow)
    assert post.save == before
    receipts = post.take({"early": waiting, "ready": post.sent(owing, "ready")})
    assert [r.error for r in receipts] == [None, None]


def test_a_ready_is_no_order_and_an_order_no_ready() -> None:
    post = mustering()
    patch(post)
    (owing,) = post.look().ledger.owes_ready()
    with pytest.raises(PbemError):
        post.look(owing).orders(["pass"])
    ready = post.sent(owing, "ready")
    asking = post.look().ledger.askings[owing]
    for changes, error in (
        ({"question": asking.number + 1}, OutOfSequence),
        ({"question": asking.number - 1}, PbemError),
        ({"link": 64 * "0"}, PbemError),
        ({"head": post.look().heads[asking.since - 1]}, Stale),
    ):
        (receipt,) = post.take({"r": rewritten(ready, PLAYERS[owing], **changes)})
        assert isinstance(receipt.error, error), changes
    asked = next(side for side in PLAYERS if side != owing)
    order = post.sent(asked, any_line(post.look(asked), post.random))
    body = opened(ready).body
    own = resigned(opened(order), PLAYERS[asked])
    assert isinstance(body, Ready)
    (receipt,) = post.take({"mine": ready})
    assert receipt.error is None
    (receipt,) = post.take({"again": rewritten(ready, PLAYERS[owing], head=post.look().head)})
    assert isinstance(receipt.error, OutOfSequence | NotYourTurn | OldQuestion)
    assert own.body == opened(order).body


def test_a_ready_reveals_its_link_and_brings_nothing() -> None:
    """Standing orders sent before it do not count for the dice that it lets fall (rule 3)."""
    post = seated()
    mail = post.look("lancaster").orders([], reactions={"capability": "to", "default": "pass"})
    post.take({"standing": mail.to_text()})
    assert post.look("gm").ledger.standing("lancaster").reactions["capability"] == "to"
    post.ready()
    record = post.look().save.entries[-1].body.record
    assert record.shuffles
    assert all(d.by != "policy" for d in record.decisions)
    assert post.look("gm").ledger.position.cut == 2


def test_links_of_askings_that_closed_unanswered_stay_burnt() -> None:
    """The link of the question that is open now, and no earlier one."""
    post = mustering()
    (side,) = post.look().ledger.askings
    before = post.look().ledger.askings[side].link
    for _ in range(3):
        patch(post)
    post.ready()
    now = post.look().ledger.askings[side].link
    assert now == before + 3
    mail = post.sent(side, any_line(post.look(side), post.random))
    receipts = post.take({"mail": mail})
    assert receipts[0].error is None
    assert post.look().ledger.chains.latest[side].number == now
    assert isinstance(post.look().save.entries[-1].body.step, Mailed)
