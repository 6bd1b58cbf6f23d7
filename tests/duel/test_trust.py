"""What a dishonest opponent can do in a duel: see the dice of an order first, and stop. Nothing else."""

from __future__ import annotations

from pbem.duel.duellist import Duellist

from .table import BOB, play, table


def test_the_witness_has_seen_the_dice_and_gets_no_others() -> None:
    ann, bob = table("trust")
    play(ann, bob, entries=8)
    while not ann.decide():
        bob.decide()
        bob.take(ann.player.email())
        ann.take(bob.player.email())
    email, before = ann.player.email(), bob.player.email()
    known = len(bob.player.entries)
    bob.take(email)
    first = bob.player.entries[known:]
    told = "he has seen what the order brings, and Ann has not"
    assert len(bob.player.entries) > len(ann.player.entries), told
    for _ in range(3):  # whatever he hides, the same order brings the same
        again = Duellist.load(BOB, before)
        again.apply(email)
        assert again.entries[known:] == first
    assert again.side != ann.player.side
