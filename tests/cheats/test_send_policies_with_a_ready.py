"""After a ruling dice wait for two `ready`; York's link is known to GM and Lancaster, and he sends other policies
before his `ready`, so that the dice (whose labels differ) suit him."""

from __future__ import annotations

from pbem.protocol.bodies import Ruling

from .table import ANN, BOB, Crook, answer, audit, order, prompting, sent, verify


def test_dice_that_waited_for_ready_take_standing_orders_as_at_the_ruling() -> None:
    found = set()
    for late in (False, True):
        post = prompting()
        sent(post, "lancaster", reactions={"capability": "exeter_1"})
        game = post.look("gm")
        step = Ruling(kind="impose", side="york", lines=(answer(post, "york"),), reason="Late.")
        game.add(step)
        post.save = game.dumps()
        hers = [side for side in post.look().ledger.owes_ready() if side == "york"]
        for side in hers:
            sent(post, side, "ready")
        if late:
            sent(post, "lancaster", reactions={"capability": "somerset_1"})
        for side in post.look().ledger.owes_ready():
            sent(post, side, "ready")
        assert [verify(post, who) for who in (None, ANN, BOB)] == ["", "", ""]
        assert audit(post) == ""
        asked = post.look().ledger.askings
        found.add(tuple((s, a.request) for s, a in asked.items()))
    assert len(found) == 1


def test_a_ready_changes_nothing_but_links() -> None:
    post = prompting()
    game = post.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = game.dumps()
    before = post.look("gm").ledger.position.standing
    (side,) = post.look().ledger.owes_ready()
    crook = Crook(post).takes(order(post, side, "ready"))
    assert crook.ledger.position.standing == before
