"""The GM voids York's good roll, sees the second, and if that is better for her still voids the void."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling
from pbem.protocol.bodies import Ruling
from tests.says import says

from .table import PARLEY, Crook, last, mustering, sent, verify


def test_a_voided_entry_never_comes_back_the_gms_own_program_refuses() -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    n = last(post)
    game = post.look("gm")
    game.rule("void", "A slip.", n)
    with pytest.raises(BadRuling):
        game.rule("void", "No slip after all.", n + 1)
    game.rule("house", "No phones.", lines=["No phones."])
    game.rule("void", "Phones after all.", n + 2)


def test_a_gm_who_voids_the_void_all_the_same_is_seen_by_verify() -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    crook = Crook(post).writes(Ruling(kind="void", entry=last(post), reason="A slip."))
    assert verify(crook) == ""
    crook.signs(Ruling(kind="void", entry=last(post) + 1, reason="No slip."), crook.quiet)
    assert says(verify(crook), "ledger.cases.rewind.check_living", word="itself")


def test_to_go_further_back_than_the_void_is_allowed() -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    game = post.look("gm")
    game.rule("void", "A slip.", last(post))
    game.rule("void", "And the one before.", last(post) - 1)
    post.save = game.dumps()
    assert verify(post) == ""
