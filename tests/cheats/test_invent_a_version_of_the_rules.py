"""The GM notes another version of the rules with York's order in hand, for other dice; or one that nobody has, so
that nobody can check what follows."""

from __future__ import annotations

from pbem.moderator.game import Game
from pbem.protocol.bodies import Mailed, Rules, Ruling
from pbem.protocol.save import Save
from pbem.reports import verdict

from .table import GM, PARLEY, Crook, mustering, order, verify

OTHER = Rules(version="99", data_hash=64 * "9")


def test_the_order_in_hand_is_dead_after_it_and_the_verdict_counts_it() -> None:
    post = mustering()
    hand = order(post, "york", PARLEY)
    record = Crook(post).takes(hand).last
    crook = Crook(post).writes(OTHER)
    assert {one.side for one in crook.last.asked} == {"york", "lancaster"}
    crook.signs(Mailed(order=hand), record)
    assert verify(crook)


def test_a_version_that_asks_nobody_anew_is_seen_by_verify() -> None:
    post = mustering()
    asked = Crook(post).last.asked
    assert verify(Crook(post).writes(OTHER, asked=asked))


def test_the_rules_that_are_here_are_still_kept_and_the_verdict_names_the_version() -> None:
    """What comes out otherwise under the rules that a reader has is not in order for him."""
    post = mustering()
    crook = Crook(post).writes(OTHER)
    found = Game(Save(crook.entries, GM.public.fingerprint)).verify()
    assert crook.entries[-1].n in [ground.entry for ground in found.grounds]
    told = " ".join(verdict.text(found).split())
    assert "version 99 of the rules" in told
    assert "comes out the same" in told
    cheat = Crook(post).writes(OTHER, state_hash=64 * "a")
    assert verify(cheat)


def test_a_position_that_is_not_the_signed_one_is_not_carried_over() -> None:
    post = mustering()
    lines = ("99", 64 * "9", 64 * "0", '{"state":{},"step":{}}')
    crook = Crook(post)
    crook.signs(Ruling(kind="rules", lines=lines, reason="A mend."), crook.last)
    assert "does not begin at the position" in verify(crook)


def test_no_position_is_carried_over_to_the_rules_it_is_played_by() -> None:
    """Else it would be a ruling on the position that shows nobody what it changed."""
    post = mustering()
    genesis, before = post.look().ledger.genesis, Crook(post).last.state_hash
    lines = (genesis.rules_version, genesis.data_hash, before, '{"state":{},"step":{}}')
    crook = Crook(post)
    crook.signs(Ruling(kind="rules", lines=lines, reason="A mend."), crook.last)
    assert verify(crook)
