"""The GM has York's order, rules, and hopes that nobody ever knows which dice he avoided."""

from __future__ import annotations

from pbem.moderator.ledger.chances import Eyes
from pbem.moderator.turn.burnt import burnt

from .table import PARLEY, Crook, mailed, mustering, order


def test_once_her_next_answer_link_is_out_her_client_says_what_it_would_have_rolled() -> None:
    post = mustering()
    hand = order(post, "york", PARLEY)
    would = Crook(post).takes(hand).last.rolls
    game = post.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = game.dumps()
    reader = post.look("york")
    key = reader.key
    assert key is not None
    eyes = reader.holder.eyes
    (early,) = burnt(reader.save.entries, [hand], eyes, Eyes(key, "york"))
    assert early.rolls is None
    post.ready()
    assert mailed(post, order(post, "york", PARLEY)).error is None
    reader = post.look("york")
    (found,) = burnt(reader.save.entries, [hand], reader.holder.eyes, Eyes(key, "york"))
    assert found.rolls
    assert [(r.label, r.value) for r in found.rolls] == [(r.label, r.value) for r in would]
    assert found.by == len(Crook(mustering()).entries)
