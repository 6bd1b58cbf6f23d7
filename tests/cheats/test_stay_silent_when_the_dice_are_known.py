"""Lancaster owes a `ready` and knows all other links: if the dice are good as they are, he keeps silent."""

from __future__ import annotations

from pbem.errors import WaitsForReady
from pbem.protocol.bodies import Mailed
from tests.says import says

from .table import PARLEY, Crook, Post, mustering, order, refusal, verify


def ruled() -> Post:
    post = mustering()
    game = post.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = game.dumps()
    return post


def test_while_a_ready_is_owed_no_order_goes_into_the_log_so_he_knows_no_link() -> None:
    post = ruled()
    assert post.look().ledger.owes_ready() == ("lancaster",)
    assert refusal(post, order(post, "york", PARLEY)) is WaitsForReady


def test_a_gm_who_takes_it_all_the_same_is_seen_by_verify() -> None:
    post = ruled()
    hand = order(post, "york", PARLEY)
    before = Crook(mustering()).takes(order(mustering(), "york", PARLEY)).last
    crook = Crook(post)
    crook.signs(Mailed(order=hand), before)
    assert verify(crook).startswith(("FalseEntry", "ReplayMismatch"))
    assert says(verify(crook), "errors.WaitsForReady")


def test_after_his_ready_the_dice_hang_on_a_link_that_she_did_not_know_either() -> None:
    post = ruled()
    hand = order(post, "york", PARLEY)
    old = post.look().ledger.chains.latest["lancaster"]
    post.ready()
    assert post.look().ledger.chains.latest["lancaster"] != old
    crook = Crook(post).takes(hand)
    assert crook.last.rolls
    assert verify(crook) == ""
