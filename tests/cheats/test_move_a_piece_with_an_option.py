"""Richard III: the GM rules that an option is another one from now on, and a block moves in that entry."""

from __future__ import annotations

from typing import Any

from pbem.protocol.bodies import Change, Ruling, replace
from tests.says import sentence

from .table import ANN, BOB, Crook, Post, choosing, verify
from .test_decide_for_her_where_pieces_are_hidden import retold

TOO_MUCH = sentence("ledger.checks.hidden.check_stays", "options")


def ruled() -> tuple[Post, Ruling, Crook]:
    """A game, a ruling on an option in it, and the honest entry."""
    post = choosing()
    step = post.look("gm").ruling("option", "As agreed.", lines=("bombard_sea_move no",))
    return post, step, Crook(post).writes(step)


def test_everybody_sees_that_a_block_moves() -> None:
    post, step, honest = ruled()
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    rows = (*honest.last.changes, Change(("blocks", "y_irish", "at"), "pool"))
    crook = Crook(post)
    crook.signs(step, replace(honest.last, changes=tuple(sorted(rows, key=lambda row: row.path))))
    for who in (None, ANN, BOB):
        assert TOO_MUCH in verify(crook, who)


def test_its_owner_sees_that_a_face_down_block_moves() -> None:
    post, step, honest = ruled()

    def moved(told: dict[str, Any]) -> None:
        told["view"] = sorted([*told["view"], [["blocks", "y_irish", "at"], "pool"]])

    n = honest.entries[-1].n
    crook = Crook(post)
    crook.signs(step, replace(honest.last, stories=retold(post, honest.last, n, "york", moved)))
    assert TOO_MUCH in verify(crook, ANN)
