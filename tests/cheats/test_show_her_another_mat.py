"""Hidden Mats: Aspielles shows York an enemy mat, and the GM shows her another one than lies there."""

from __future__ import annotations

from typing import Any

from pbem.gm.game import Game
from pbem.proof.audit import Claim
from pbem.protocol.bodies import Mailed
from pbem.protocol.save import Save
from pbem.reports.from_game import report
from tests.says import says

from .table import ANN, BOB, GM, Crook, Post, audit, audited, order, veiled_with_plans, verify
from .test_decide_for_her_where_pieces_are_hidden import retold


def looking() -> tuple[Post, Mailed]:
    """York, who has got the card by a correction, plays it on an enemy Lord."""
    post = veiled_with_plans()
    game = post.look("gm")
    game.rule("patch", "A card forgotten.", lines=["add held.york card:Y13"])
    post.save = game.dumps()
    post.ready()
    for _ in range(40):
        lines = []
        if "york" in post.asked() and post.look("york").request().stack is None:
            lines = [option.line for option in post.look("york").legal()]
        for line in lines:
            if line.startswith("play y13 "):
                return post, Mailed(order=order(post, "york", line))
        post.turn()
    raise AssertionError("she is asked nothing to which the card is an answer")


def test_what_she_sees_of_a_mat_stands_in_her_view_and_the_audit_holds_it() -> None:
    post, step = looking()
    honest = Crook(post).writes(step)
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert audit(honest) == ""
    save = Save(honest.entries, GM.public.fingerprint, beside=honest.menus)
    assert [
        says(report(Game(save, who)), "games.plantagenet.position_map._mat", word="last")
        for who in (ANN, BOB)
    ] == [True, False]

    def another(told: dict[str, Any]) -> None:
        (row,) = [row for row in told["view"] if row[0][0] == "looked"]
        (mat,) = row[1].values() if len(row[0]) == 1 else [row[1]]
        mat["troops"]["militia"] += 1

    n = honest.entries[-1].n
    crook = Crook(post)
    crook.writes(step, stories=retold(post, honest.last, n, "york", another))
    assert audit(crook) != ""
    found = audited(crook, "gm", "york", "lancaster").contradicted
    assert [row.claim for row in found] == [Claim.BYTES, Claim.HIDDEN]
