"""PROTOCOL, rules 2 and 5: shuffles are numbered over the whole log, and no draw comes a second time."""

from __future__ import annotations

import functools

import pytest

from pbem.gm.game import Game
from pbem.slots import deck_of

from .people import GM, PLAYERS, Post, seated, with_everything
from .test_rulings import rule


def shown(post: Post) -> list[tuple[int, str]]:
    """The cards of decks that the log has turned up or dealt, with their entries."""
    found = []
    for entry in post.look().save.entries:
        record = entry.body.record
        slots = [opening.slot for opening in record.openings] + [deal.slot for deal in record.deals]
        found += [(entry.n, slot) for slot in slots if slot.startswith("deck:")]
    return found


def everybody(post: Post) -> None:
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()


def voided_after_a_draw() -> tuple[Post, str, int]:
    """A game taken back to before a card of a deck, shuffled earlier, was drawn: game, deck, entry."""
    post, deck, n = _voided_after_a_draw()
    return post.copy(), deck, n


@functools.cache
def _voided_after_a_draw() -> tuple[Post, str, int]:
    for seed in range(1, 20):
        post = seated(seed, "Ia")
        while post.look().result is None and len(post.mails) < 20:
            post.turn()
        for n, slot in shown(post):
            earlier = post.look().save.entries[:n]
            shuffled = [s.deck for entry in earlier for s in entry.body.record.shuffles]
            if n > 3 and deck_of(slot) in shuffled and post.look().result is None:
                back = post.copy()
                rule(back, "void", entry=n)
                if _is_drawn_again(back.copy(), deck_of(slot)):
                    return back, deck_of(slot), n
    raise AssertionError("no deck is drawn from in a later entry than it is shuffled in")


def _is_drawn_again(post: Post, deck: str) -> bool:
    """Does the game draw from this deck once more, as it is played on?"""
    first = post.look().ledger.n
    for _ in range(40):
        if post.look().result is not None:
            return False
        post.turn()
        made = [s for e in post.look().save.entries[first:] for s in e.body.record.shuffles]
        if any(shuffle.deck == deck for shuffle in made):
            return True
    return False


@pytest.mark.slow
def test_a_rewind_marks_each_deck_of_which_a_voided_entry_showed_a_card() -> None:
    post, deck, n = voided_after_a_draw()
    decks = {deck_of(slot) for at, slot in shown(post) if at >= n}
    assert deck in decks
    there = {deck_of(s) for s in post.look().ledger.position.locks if s.startswith("deck:")}
    assert set(post.look().ledger.position.stale) == decks & there
    everybody(post)


@pytest.mark.slow
def test_it_is_shuffled_anew_at_its_next_draw_with_the_next_number() -> None:
    post, deck, _ = voided_after_a_draw()
    before = post.look().ledger
    number = before.chains.shuffles
    old = {slot: lock for slot, lock in before.position.locks.items() if deck_of(slot) == deck}
    undrawn = {slot for slot in old if slot not in before.position.drawn}
    for _ in range(40):
        made = [s for e in post.look().save.entries[before.n :] for s in e.body.record.shuffles]
        if any(s.deck == deck for s in made) or post.look().result is not None:
            break
        post.turn()
    again = next(s for s in made if s.deck == deck)
    assert again.again
    assert set(again.slots) == undrawn
    assert all(
        old[slot].commitment != locked
        for slot, locked in zip(again.slots, again.cards, strict=True)
    )
    assert [s.k for s in made] == list(range(number + 1, number + 1 + len(made)))
    assert deck not in post.look().ledger.position.stale
    everybody(post)


def test_the_same_cards_are_in_it_in_another_order() -> None:
    post, deck, _ = voided_after_a_draw()
    before = {s: k.card for s, k in post.look("gm").ledger.position.secrets.items()}
    held = {s: card for s, card in before.items() if deck_of(s) == deck}
    drawn = post.look().ledger.position.drawn
    first = post.look().ledger.n
    while True:
        post.turn()
        made = [s for e in post.look().save.entries[first:] for s in e.body.record.shuffles]
        if any(s.deck == deck for s in made):
            break
    record = post.look().save.entries[-1].body.record
    out = {o.slot: o.card for o in record.openings}
    secrets = {s: k.card for s, k in post.look("gm").ledger.position.secrets.items()}
    after = {
        **{s: c for s, c in secrets.items() if s in held},
        **{s: c for s, c in out.items() if s in held},
    }
    left = {s: c for s, c in held.items() if s not in drawn}
    known = {s: after[s] for s in left if s in after}
    assert known
    assert set(known.values()) <= set(left.values())
    assert known != {s: left[s] for s in known}


@pytest.mark.slow
def test_shuffles_are_numbered_over_the_whole_log_voided_ones_too() -> None:
    post = with_everything()
    for _ in range(2):
        made = [(e.n, s.k) for e in post.look().save.entries for s in e.body.record.shuffles]
        rule(post, "void", entry=made[-1][0])
        for _ in range(4):
            post.turn()
    numbers = [s.k for e in post.look().save.entries for s in e.body.record.shuffles]
    assert numbers == list(range(1, len(numbers) + 1))
    assert post.look().ledger.chains.shuffles == len(numbers)
    everybody(post)
