"""The GM hands over to a friend whose chains make better dice; or an outsider, or the GM of before, signs entries."""

from __future__ import annotations

import pytest

from pbem.errors import BadStatement, NotTheGm
from pbem.gm.game import Game
from pbem.protocol import envelope
from pbem.protocol.bodies import EntryBody, Mailed, replace
from pbem.protocol.entry import Entry

from .table import (
    ANN,
    BOB,
    EVE,
    GM,
    PARLEY,
    Crook,
    Post,
    changed,
    mustering,
    order,
    verify,
)


def handed_over(post: Post) -> Post:
    claim = Game.loads(post.save, EVE).claim("gm").envelope
    game = post.look("gm")
    game.seat(claim, [], "I am tired.")
    post.save, post.kept = game.dumps(), {}
    return post


def test_everybody_brings_a_new_link_so_his_anchors_were_tried_for_nothing() -> None:
    post = mustering()
    hand = order(post, "york", PARLEY)
    handed_over(post)
    assert post.look().ledger.askings.keys() == {"york", "lancaster"}
    eve = Game.loads(post.save, EVE)
    (receipt,) = eve.apply({"late": envelope.to_text(hand)})
    assert receipt.error is not None
    assert post.look().verify().grounds


def test_his_chains_go_on_from_where_the_numbers_stand() -> None:
    post = mustering()
    claim = Game.loads(post.save, EVE).claim("gm").envelope
    numbers = claim.body.numbers  # type: ignore[union-attr]
    assert numbers["dice"] == post.look().ledger.chains.dice.number > 0
    other = changed(claim, EVE, numbers={**numbers, "dice": 0})
    with pytest.raises(BadStatement):
        post.look("gm").seat(other, [], "I am tired.")


def test_the_gm_of_before_signs_nothing_any_more() -> None:
    post = handed_over(mustering())
    with pytest.raises(NotTheGm):
        Game.loads(post.save, GM).rule("house", "Noise.", lines=["No phones."])
    entries = post.look().save.entries
    word = post.look("york").say("say", 0, "Hm.").envelope
    body = replace(entries[-1].body, n=len(entries), prev=entries[-1].head, step=Mailed(order=word))
    assert verify((*entries, Entry.signed(GM, body, entries[0].head))).startswith("BadSignature")


@pytest.mark.parametrize("who", [ANN, BOB, EVE])
def test_who_is_no_gm_signs_no_entry(who: object) -> None:
    post = mustering()
    crook = Crook(post).takes(order(post, "york", PARLEY))
    body = crook.entries[-1].body
    assert isinstance(body, EntryBody)
    forged = (*crook.entries[:-1], Entry.signed(who, body, crook.entries[0].head))  # type: ignore[arg-type]
    assert verify(forged).startswith("BadSignature")


def test_a_chair_that_nobody_gave_is_seen_by_verify() -> None:
    """Eve signs her own coming."""
    post = mustering()
    entries = post.look().save.entries
    given = handed_over(post.copy()).look().save.entries[-1].body
    assert verify((*entries, Entry.signed(EVE, given, entries[0].head))).startswith("BadSignature")
