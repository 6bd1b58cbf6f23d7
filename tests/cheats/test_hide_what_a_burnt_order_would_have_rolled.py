"""The GM has York's order, rules, and hopes that nobody ever knows which dice he avoided."""

from __future__ import annotations

from unittest import mock

import pytest

from pbem.engine.request import Request
from pbem.ledger.chance import Reached
from pbem.ledger.sight import Eyes
from pbem.proof.burnt_orders import WhatIf, burnt
from tests.says import worded

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
    (early,) = burnt(reader.ledger, reader.save.entries, [hand], eyes, Eyes(key, "york"))
    assert early.rolls is None
    post.ready()
    assert mailed(post, order(post, "york", PARLEY)).error is None
    reader = post.look("york")
    (found,) = burnt(
        reader.ledger, reader.save.entries, [hand], reader.holder.eyes, Eyes(key, "york")
    )
    assert found.rolls
    assert [(r.label, r.value) for r in found.rolls] == [(r.label, r.value) for r in would]
    assert not found.stopped, "her own next question hangs on nobody else"
    assert found.by == len(Crook(mustering()).entries)


def test_an_order_whose_question_is_open_costs_no_replay() -> None:
    post = mustering()
    hand, reader = order(post, "york", PARLEY), post.look("york")
    assert reader.key is not None
    with mock.patch("pbem.proof.burnt_orders.ledger_after", side_effect=AssertionError):
        assert (
            burnt(
                reader.ledger,
                reader.save.entries,
                [hand],
                reader.holder.eyes,
                Eyes(reader.key, "york"),
            )
            == []
        )


def test_what_hangs_on_the_opponents_standing_orders_is_not_guessed() -> None:
    key = mustering().look("york").key
    assert key is not None
    what_if = WhatIf("", Eyes(key, "york"))
    with pytest.raises(Reached, match=worded("proof.burnt_orders.WhatIf.prepared")):
        what_if.prepared(Request("lancaster", "intercept", "Intercept?", "4.3.4"))
    assert what_if.prepared(Request("york", "muster", "Muster?", "3.4")) is None
