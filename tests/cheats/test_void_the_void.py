"""The GM voids York's good roll, sees the second, and if that is better for her still voids the void."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling
from pbem.protocol.bodies import Ruling

from .table import PARLEY, Crook, mustering, sent, verify


def test_a_voided_entry_never_comes_back_the_gms_own_program_refuses() -> None:
    post = mustering()
    sent(post, "york", PARLEY)  # entry 7
    game = post.look("gm")
    game.rule("void", "A slip.", 7)  # entry 8
    with pytest.raises(BadRuling):
        game.rule("void", "No slip after all.", 8)
    game.rule("house", "No phones.", lines=["No phones."])  # entry 9 may be taken back
    game.rule("void", "Phones after all.", 9)


def test_a_gm_who_voids_the_void_all_the_same_is_seen_by_verify() -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    crook = Crook(post).writes(Ruling(kind="void", entry=7, reason="A slip."))
    assert verify(crook) == ""
    back = crook.entries[7].body.record
    crook.signs(Ruling(kind="void", entry=8, reason="No slip."), back)
    assert verify(crook)


def test_to_go_further_back_than_the_void_is_allowed() -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    game = post.look("gm")
    game.rule("void", "A slip.", 7)
    game.rule("void", "And the one before.", 6)
    post.save = game.dumps()
    assert verify(post) == ""
