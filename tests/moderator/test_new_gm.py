"""PROTOCOL, rules 2, 5 and 6: GMs who hand over, each with chains of his own; no key and no anchor twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.errors import BadStatement, Garbled, PbemError, ReplayMismatch, Stale
from pbem.gm.game import Game
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import Accept, Claim, Joined, replace
from pbem.protocol.chain import check_link
from pbem.protocol.keys import Identity
from pbem.protocol.offices import DICE, chain_of
from tests.says import says, worded

from .forger import chained, entries_of, plain, saved, verify
from .forger import resigned as resigned_entry
from .people import ANN, GM, PLAYERS, Post, accept, any_line, invited, played, with_everything
from .writer import resigned

GEO = Identity(bytes([16]) * 32, "George")
HAL = Identity(bytes([17]) * 32, "Hal")


def look(post: Post, who: Identity) -> Game:
    return Game.loads(post.save, who)


def hand_over(post: Post, old: Identity, new: Identity) -> None:
    claim = look(post, new).claim("gm", "I take over.").envelope
    game = look(post, old)
    game.seat(claim, [], "On a journey.")
    post.save = game.dumps()
    post.kept.clear()


def go_on(post: Post, gm: Identity, rounds: int) -> None:
    """Everybody answers, with this GM."""
    for _ in range(rounds):
        for side in post.asked():
            if side in post.asked():
                player = look(post, PLAYERS[side])
                mail = player.orders([any_line(player, post.random)]).to_text()
                game = look(post, gm)
                (receipt,) = game.apply({"mail": mail})
                assert receipt.error is None, receipt.error
                post.save = game.dumps()


def everybody(post: Post, gm: Identity) -> None:
    for who in (None, *PLAYERS.values(), gm):
        assert look(post, who).verify()  # type: ignore[arg-type]


@pytest.mark.slow
def test_two_gms_in_a_row_each_have_chains_of_their_own() -> None:
    post = played(8)
    links = []
    for old, new in ((None, GM), (GM, GEO), (GEO, HAL), (HAL, GM)):
        if old is not None:
            before = post.look().ledger.chains
            hand_over(post, old, new)
            chair = post.look().ledger.chair
            assert dict(chair.bases) == {"dice": before.dice.number, "deck": before.shuffles}
        links.append(post.look().ledger.chains.dice.link)
        go_on(post, new, 3)
        everybody(post, new)
    assert len(set(links[1:])) == 3


@pytest.mark.slow
def test_a_gm_who_comes_back_has_new_chains_and_can_go_back_before_them() -> None:
    """He has the keys of those before him, so that a void over a handover can be done again."""
    post = with_everything()
    n = len(post.look().save.entries) - 2
    hand_over(post, GM, GEO)
    go_on(post, GEO, 2)
    game = look(post, GEO)
    game.rule("void", "Before my time.", entry=n)
    post.save = game.dumps()
    go_on(post, GEO, 2)
    everybody(post, GEO)


def test_who_has_handed_over_reads_on_from_what_was_kept() -> None:
    """Their keys do not open what the next GM signs, so they read it as everybody does."""
    post = played(8)
    claim = look(post, GEO).claim("gm", "I take over.").envelope
    game = look(post, GM)
    game.seat(claim, [], "On a journey.")
    post.save, kept = game.dumps(), game.checkpoint()
    go_on(post, GEO, 2)
    before = Game.loads(post.save, GM, checkpoint=kept)
    assert before.verify() == look(post, GM).verify()
    assert not before.in_charge


def test_a_link_of_the_old_chain_is_refused_after_a_handover() -> None:
    post = played(8)
    key = look(post, GM).holder.keys
    (root,) = key.values()
    hand_over(post, GM, GEO)
    known, chain = post.look().ledger.chains.dice, chain_of("gm", DICE)
    link = root.chain(chain).link(known.number + 1)
    with pytest.raises(PbemError):
        check_link(chain, known.number, known.link, known.number + 1, link)


def test_anchors_begin_where_the_numbers_stand() -> None:
    post = played(8)
    claim = look(post, GEO).claim("gm").envelope
    body = claim.body
    assert isinstance(body, Claim)
    late = post.copy()
    late.turn()
    with pytest.raises(Stale):
        look(late, GM).seat(claim, [], "Late.")
    for numbers in ({**body.numbers, "dice": 1000}, {**body.numbers, "deck": 1000}):
        with pytest.raises(BadStatement):
            look(post, GM).seat(resigned(claim, GEO, numbers=numbers), [], "Wrong.")


# -- no key and no anchor twice (rule 6) --------------------------------------------------------


def test_nobody_sits_down_with_the_sealing_key_or_the_anchor_of_another() -> None:
    post = Post(invited().dumps())
    genesis = post.look().ledger.genesis
    post.take({"york": accept(post.save, "york").to_text()})
    york = post.look().ledger.seats["york"].keys
    mail = accept(post.save, "lancaster").envelope
    bob = PLAYERS["lancaster"]
    for changes in (
        {"keys": replace(bob.public, x25519=york.x25519)},
        {"keys": replace(bob.public, x25519=genesis.gm.x25519)},
        {"anchors": {"move": post.look().ledger.chains.moves["york"].link}},
        {"anchors": {"move": genesis.anchors["deck"]}},
        {"anchors": {"move": genesis.anchors["dice"]}},
    ):
        (receipt,) = post.take({"l": envelope.to_text(resigned(mail, bob, **changes))})
        assert isinstance(receipt.error, Garbled), changes
        assert says(str(receipt.error), "ledger.orders.check_fresh")


@pytest.mark.slow
def test_nor_takes_a_seat_with_one_that_was_there_before() -> None:
    """Also a key or an anchor of somebody who has left, or whose chain has gone on since."""
    post = played(10)
    accepts = {}
    for entry in entries_of(post.save)[1:3]:
        step = entry.body.step
        assert isinstance(step, Joined)
        assert isinstance(step.order.body, Accept)
        accepts[step.order.body.author] = step.order.body
    while "york" not in post.look().ledger.askings:
        post.turn()
    claim = look(post, ANN).claim("york").envelope
    for changes in (
        {"anchors": accepts["york"].anchors},
        {"anchors": accepts["lancaster"].anchors},
        {"keys": replace(ANN.public, x25519=accepts["york"].keys.x25519)},
    ):
        with pytest.raises(Garbled, match=worded("ledger.orders.check_fresh")):
            look(post, GM).seat(resigned(claim, ANN, **changes), [], "A new key.")
    game = look(post, GM)
    game.seat(claim, [], "A new key.")
    post.save = game.dumps()
    used = claim.body
    assert isinstance(used, Claim)
    go_on(post, GM, 2)
    while "york" not in post.look().ledger.askings:
        post.turn()
    again = look(post, ANN).claim("york").envelope
    for changes in (
        {"anchors": used.anchors},
        {"anchors": accepts["york"].anchors},
        {"keys": replace(ANN.public, x25519=accepts["york"].keys.x25519)},
        {"keys": replace(ANN.public, x25519=used.keys.x25519)},
    ):
        with pytest.raises(Garbled, match=worded("ledger.orders.check_fresh")):
            look(post, GM).seat(resigned(again, ANN, **changes), [], "A new key.")


def test_nor_takes_the_chair_with_one() -> None:
    post = played(6)
    claim = look(post, GEO).claim("gm").envelope
    genesis = post.look().ledger.genesis
    body = claim.body
    assert isinstance(body, Claim)
    assert body.anchors
    for changes in (
        {"anchors": genesis.anchors},
        {"anchors": {**body.anchors, "deck": genesis.anchors["deck"]}},
        {"anchors": {**body.anchors, "deck": body.anchors["dice"]}},
        {"keys": replace(GEO.public, x25519=genesis.gm.x25519)},
    ):
        with pytest.raises(PbemError):
            look(post, GM).seat(resigned(claim, GEO, **changes), [], "Mine.")


def test_a_verifier_refuses_it_from_a_dishonest_gm_too() -> None:
    post = Post(invited().dumps())
    post.take({"york": accept(post.save, "york").to_text()})
    mail = accept(post.save, "lancaster").envelope
    york = post.look().ledger.seats["york"].keys
    honest = post.copy()
    assert honest.take({"l": accept(post.save, "lancaster").to_text()})[0].error is None
    body = plain(entries_of(honest.save)[-1])
    bob = PLAYERS["lancaster"]

    copied = resigned(mail, bob, keys=replace(bob.public, x25519=york.x25519))
    body["step"]["order"] = json.loads(bodies.encode(copied))
    with pytest.raises(ReplayMismatch, match=worded("ledger.fold.fold")):
        verify(saved(chained(entries_of(post.save), [body])))


def test_no_anchor_stands_twice_in_a_genesis() -> None:
    def copied(body: dict[str, Any]) -> None:
        anchors = body["step"]["anchors"]
        anchors["deck"] = anchors["dice"]

    with pytest.raises(
        ReplayMismatch, match=worded("ledger.fold.ledger_at_genesis", word="anchor")
    ):
        verify(resigned_entry(invited().dumps(), 0, copied))
