"""Scripts and policies through a real game: a GM cannot invent them, and they hold to what was said."""

from __future__ import annotations

import pytest

from pbem.engine.policies import presets_of
from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.errors import BadScript, ReplayMismatch
from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.ledger.checks import entry
from tests.says import worded

from .people import PLAYERS, Post, any_line, seated


def inventing(patch: pytest.MonkeyPatch, kind: str, side: str = "york") -> None:
    """A GM who answers a side's questions of a kind himself and calls it a policy."""
    honest = GmChance.prepared

    def prepared(self: GmChance, request: Request) -> Prepared | None:
        if (request.side, request.kind) == (side, kind):
            return Prepared(request.options[0].line, "policy", "")
        return honest(self, request)

    patch.setattr(GmChance, "prepared", prepared)
    patch.setattr(entry, "check", lambda ledger, step, record: None)  # his own program lets it pass


def to_muster(post: Post) -> Post:
    while not any(r.kind == "muster" for r in post.look().requests):
        post.turn()
    return post


def standing(post: Post, side: str, **reactions: str) -> None:
    mail = post.look(side).orders([], reactions=reactions).to_text()
    receipt, *_ = post.take({f"{side}-standing": mail})
    assert receipt.error is None, receipt.error


def test_a_policy_of_somebody_who_never_sent_any_is_refused_by_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = seated()
    inventing(monkeypatch, "capability")
    with pytest.raises(
        ReplayMismatch, match=worded("ledger.chances.LogChance.at_moment", "york", word="policy")
    ):
        post.play(60)
    for who in ("", "lancaster", "york"):
        with pytest.raises(ReplayMismatch, match="policy"):
            Game.loads(post.save, PLAYERS.get(who))


def test_a_policy_that_was_not_said_is_refused_by_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its client sees it as soon as it reads the log; to all others it is a seal that they cannot open."""
    post = seated()
    standing(post, "lancaster", intercept="no")
    inventing(monkeypatch, "capability", "lancaster")
    with pytest.raises(
        ReplayMismatch, match=worded("ledger.chances.LogChance.at_moment", word="standing")
    ):
        post.play(60)
    post.look().verify()
    post.look("york").verify()


def test_a_policy_that_the_gm_leaves_out_is_missed_by_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = seated(seed=1)
    presets = presets_of(post.look().ledger.rules)
    honest = GmChance.prepared

    def deaf(self: GmChance, request: Request) -> Prepared | None:
        return None if request.side == "lancaster" else honest(self, request)

    monkeypatch.setattr(GmChance, "prepared", deaf)
    standing(post, "lancaster", **presets["stand_and_fight"], capability="to")
    with pytest.raises(
        ReplayMismatch, match=worded("ledger.chances.LogChance.at_moment", word="standing")
    ):
        post.play(400)
    post.look().verify()
    post.look("york").verify()


def test_no_policy_answers_what_no_enemy_can_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """A muster is one's own turn: whoever calls an answer to it a policy is refused by everybody."""
    post = seated()
    standing(post, "york", intercept="no")
    inventing(monkeypatch, "muster")
    with pytest.raises(
        ReplayMismatch,
        match=worded("ledger.chances.LogChance.at_moment", "york", "muster", word="policy"),
    ):
        until_lancaster_objects(post)


def until_lancaster_objects(post: Post) -> None:
    """York does not look, or would object before."""
    while True:
        pile = {n: post.sent(n, any_line(post.look(n), post.random)) for n in post.asked()}
        assert all(receipt.error is None for receipt in post.take(dict(pile)))
        post.look("lancaster")


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
    with pytest.raises(BadScript, match=worded("engine.facets.conditions.Conditions.look")):
        game.orders([], reactions={"intercept": "no if enemy plan = march"})


@pytest.mark.slow
def test_a_whole_game_with_policies_verifies_for_everybody() -> None:
    post = seated(seed=2)
    presets = presets_of(post.look().ledger.rules)
    for side in ("york", "lancaster"):
        standing(post, side, **presets["stand_and_fight"])
    post.play(400)
    assert post.look().result is not None
    decided = [d.by for story in post.look("york").stories() for d in story.decisions]
    assert "policy" in decided
    for who in ("", "york", "lancaster"):
        post.look(who).verify()
