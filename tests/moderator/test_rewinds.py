"""Rewinds: void takes entries back with their dice, and nothing that was taken back ever counts again."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling, NotYourTurn, OldQuestion
from pbem.proof import by_hand
from pbem.protocol.bodies import Mailed, Order, Ready
from pbem.protocol.entry import Entry
from tests.says import worded

from .people import Post, any_line, played, with_everything, with_plans
from .test_rulings import audited, last, rule, state, told


def order_of(entry: Entry) -> Order | Ready:
    """The decision order that an entry holds."""
    step = entry.body.step
    assert isinstance(step, Mailed)
    assert isinstance(step.order.body, Order | Ready)
    return step.order.body


def decisions_of(post: Post, n: int) -> list[tuple[str, str]]:
    """Who decided what in an entry, by lines of its own order."""
    record = post.look().save.entries[n].body.record
    return [(d.side, d.line) for d in record.decisions if not d.by]


@pytest.mark.slow
def test_void_brings_the_position_back_and_burns_the_dice() -> None:
    post = with_everything()
    game = post.look()
    first = next(e.n for e in reversed(game.save.entries) if rolled_by_an_order(e))
    before = post.look().before(first - 1)
    burnt = game.save.entries[first]
    order, lines = order_of(burnt), decisions_of(post, first)
    after = rule(post, "void", entry=first)
    assert state(after) == state(before)
    old, new = before.requests, after.requests
    assert [(r.side, r.kind) for r in old] == [(r.side, r.kind) for r in new]
    assert not {r.id for r in old} & {r.id for r in new}
    audited(post)
    post.ready()
    side = order.author
    own = [line for by, line in lines if by == side]
    (receipt,) = post.take({"again": post.sent(side, *own)})
    assert receipt.error is None
    entry = post.look().save.entries[-1]
    assert order_of(entry).question > order.question
    assert entry.body.record.link != burnt.body.record.link
    labels = [{roll.label for roll in e.body.record.rolls} for e in (burnt, entry)]
    assert labels[0] & labels[1]
    audited(post)


def rolled_by_an_order(entry: Entry) -> bool:
    step = entry.body.step
    return (
        bool(entry.body.record.rolls)
        and isinstance(step, Mailed)
        and isinstance(step.order.body, Order)
    )


@pytest.mark.slow
def test_voided_links_never_come_back() -> None:
    """Dice with the same labels after a rewind: none is keyed as before."""
    post = with_everything()
    for _ in range(3):
        first = next(e.n for e in reversed(post.look().save.entries) if e.body.record.rolls)
        rule(post, "void", entry=first)
        for _ in range(4):
            post.turn()
    entries = post.look().save.entries
    seeds = [
        (*by_hand.links_at(entries, entry.n), roll.label)
        for entry in entries
        for roll in entry.body.record.rolls
    ]
    assert len(set(seeds)) == len(seeds)
    links = [entry.body.record.link for entry in entries if entry.body.record.link]
    assert len(set(links)) == len(links) > 3
    audited(post)


@pytest.mark.slow
def test_the_game_goes_on_to_new_decks_after_a_rewind_to_the_start() -> None:
    """Shuffles go on in their numbers, so the same deck comes in another order."""
    post = played(12)
    rule(post, "void", entry=3)
    for _ in range(8):
        post.turn()
    made = [s for e in post.look().save.entries for s in e.body.record.shuffles]
    assert [s.k for s in made] == list(range(1, len(made) + 1))
    decks = [s.deck for s in made]
    assert len(decks) > len(set(decks))
    assert len({s.cards for s in made}) == len(made)
    audited(post)


def test_a_voided_entry_never_comes_back() -> None:
    """A void of a void goes back to before both: else a GM would have the best of two draws."""
    post = played(10)
    before = state(post.look())
    rule(post, "void", entry=6)
    gone_back = state(post.look())
    assert gone_back != before
    with pytest.raises(BadRuling, match=worded("ledger.cases.rewind.check_living", word="come")):
        rule(post, "void", entry=last(post))
    assert state(post.look()) == gone_back
    audited(post)


def test_an_order_written_before_a_rewind_is_stale() -> None:
    post = played(8)
    request = post.look().requests[0]
    late = post.sent(request.side, any_line(post.look(request.side), post.random))
    rule(post, "void", entry=last(post))
    error = told(post, late)
    assert isinstance(error, OldQuestion | NotYourTurn)


@pytest.mark.parametrize("entry", [0, 1, 2, 99])
def test_there_must_be_something_to_go_back_to(entry: int) -> None:
    post = played(4)
    with pytest.raises(BadRuling):
        post.look("gm").rule("void", "No.", entry=entry)


@pytest.mark.slow
def test_plans_and_standing_orders_go_back_too() -> None:
    post = with_plans(2)
    first = last(post)
    slots = plans(post)
    rule(post, "void", entry=first)
    assert plans(post) < slots
    for _ in range(5):
        post.turn()
    audited(post)
    orders = [e.body.step.order.body for e in post.look().save.entries
              if isinstance(e.body.step, Mailed)]  # fmt: skip
    made = [part.slot for body in orders if isinstance(body, Order) for part in body.plan]
    assert len(made) == len(set(made))


def plans(post: Post) -> set[str]:
    return {slot for slot in post.look("gm").ledger.position.locks if slot.startswith("plan:")}
