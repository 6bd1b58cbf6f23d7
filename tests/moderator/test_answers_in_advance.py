"""Scripts and policies through a real game: a GM cannot invent them, and they hold to what was said."""

from __future__ import annotations

import pytest

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.errors import BadScript, ReplayMismatch
from pbem.moderator import apply
from pbem.moderator.advance import FromOrders
from pbem.protocol.envelope import Envelope

from .people import Post, seated


class Inventing(FromOrders):
    """A GM who answers York's Muster himself and calls it a policy."""

    def prepared(self, request: Request) -> Prepared | None:
        if (request.side, request.kind) == ("york", "muster"):
            return Prepared(request.options[0].line, "policy", "")
        return super().prepared(request)


def to_muster(post: Post) -> Post:
    while not any(r.kind == "muster" for r in post.look().requests):
        post.turn()
    return post


def send(post: Post, side: str, envelope: Envelope) -> None:
    (receipt,) = post.take({f"{side}-standing": envelope.to_text()})
    assert receipt.error is None, receipt.error


def standing(post: Post, side: str, **reactions: str) -> None:
    send(post, side, post.look(side).orders([], reactions=reactions))


def test_a_policy_of_somebody_who_never_sent_any_is_refused_by_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = seated()
    monkeypatch.setattr(apply, "FromOrders", Inventing)
    while not any(r.kind == "plan" for r in post.look().requests):
        post.turn()
    for who in ("", "lancaster", "york"):
        with pytest.raises(ReplayMismatch):
            post.look(who).verify()


def test_a_policy_that_was_not_said_is_refused_by_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = seated()
    standing(post, "york", intercept="no")
    monkeypatch.setattr(apply, "FromOrders", Inventing)
    while not any(r.kind == "plan" for r in post.look().requests):
        post.turn()
    post.look().verify()
    with pytest.raises(ReplayMismatch, match="your standing orders"):
        post.look("york").verify()


class Deaf(FromOrders):
    """A GM who forgets York's policies and asks instead."""

    def prepared(self, request: Request) -> Prepared | None:
        return None if request.side == "york" else super().prepared(request)


def test_a_policy_that_the_gm_leaves_out_is_missed_by_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = seated(seed=1)
    presets = post.look().ledger.rules.presets()
    standing(post, "york", **presets["stand_and_fight"], capability="to")
    monkeypatch.setattr(apply, "FromOrders", Deaf)
    post.play(400)
    asked = [d.request for s in post.look().stories() for d in s.decisions if d.side == "york"]
    reactions = post.look().ledger.rules.reactions()
    assert any(request.rpartition("-")[0] in reactions for request in asked)
    post.look().verify()
    with pytest.raises(ReplayMismatch, match="your standing orders"):
        post.look("york").verify()


def test_standing_orders_can_come_at_any_time_and_stay() -> None:
    post = seated()
    standing(post, "lancaster", default="pass", intercept="no")
    assert post.look("lancaster").standing.reactions == {"default": "pass", "intercept": "no"}
    post.turn()
    assert post.look("lancaster").standing.reactions["intercept"] == "no"
    assert post.look("york").standing.reactions == {}
    assert "intercept" not in post.save.decode()
    post.look().verify()


def test_a_guard_that_would_need_a_secret_is_refused_when_it_is_written() -> None:
    game = seated().look("york")
    with pytest.raises(BadScript, match="you can look at"):
        game.orders([], reactions={"intercept": "no if enemy plan = march"})


def test_a_whole_game_with_policies_verifies_for_everybody() -> None:
    post = seated(seed=5)
    presets = post.look().ledger.rules.presets()
    for side in ("york", "lancaster"):
        standing(post, side, **presets["stand_and_fight"])
    post.play(400)
    assert post.look().result is not None
    decided = [d.by for story in post.look("york").stories() for d in story.decisions]
    assert "policy" in decided
    for who in ("", "york", "lancaster"):
        post.look(who).verify()
