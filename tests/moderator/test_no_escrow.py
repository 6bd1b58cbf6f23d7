"""Plans that stay with their owner: he opens each card when it is due, and only as it was sealed."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import BadOpening, IllegalOrder, PbemError
from pbem.moderator.game import Game
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope

from .people import PLAYERS, Post, seated, with_plans


def waiting_for_a_card() -> tuple[Post, str]:
    post = with_plans(2, escrow=False)
    for _ in range(40):
        for request in post.look().requests:
            if request.kind == "open":
                return post, request.side
        post.turn()
    pytest.fail("nobody was ever asked to open a card")


def test_the_gm_cannot_open_a_card() -> None:
    post, side = waiting_for_a_card()
    game = post.look("gm")
    slot = game.ledger.play.waiting_for_opening
    assert slot in game.ledger.book.commitments
    assert slot not in game.ledger.book.secrets
    assert not any(s.startswith("plan:") for s in game.ledger.book.secrets)
    assert post.look(side).known()[slot]


def test_only_the_owner_is_asked_and_he_opens_it() -> None:
    post, side = waiting_for_a_card()
    (other,) = PLAYERS.keys() - {side}
    with pytest.raises(PbemError):
        post.look(other).orders(["open"])
    card = post.look(side).known()[post.look().ledger.play.waiting_for_opening]
    (receipt,) = post.take({"open": post.sent(side, "open")})
    assert receipt.error is None
    (first, *_) = Game.loads(post.save).save.entries[-1].body["openings"]
    assert first["card"] == card
    post.look().verify()


def forged_opening(post: Post, side: str, **changes: Any) -> str:
    body = Envelope.from_text(post.sent(side, "open")).body
    opening = {**body["openings"][0], **changes}
    return Envelope.signed(
        PLAYERS[side], ORDER_NAMESPACE, {**body, "openings": [opening]}
    ).to_text()


@pytest.mark.parametrize(
    "changes", [{"card": "pass "}, {"card": "march"}, {"salt": 32 * "0"}, {"slot": "plan:york:1:1"}]
)
def test_another_opening_is_refused(changes: dict[str, str]) -> None:
    post, side = waiting_for_a_card()
    if post.look(side).known()[post.look().ledger.play.waiting_for_opening] == changes.get("card"):
        changes = {"card": "pass"}
    before = post.save
    (receipt,) = post.take({"forged": forged_opening(post, side, **changes)})
    assert isinstance(receipt.error, BadOpening)
    assert post.save == before
    assert post.take({"honest": post.sent(side, "open")})[0].error is None


def test_no_opening_at_all_is_refused() -> None:
    post, side = waiting_for_a_card()
    body = Envelope.from_text(post.sent(side, "open")).body
    mail = {key: value for key, value in body.items() if key != "openings"}
    envelope = Envelope.signed(PLAYERS[side], ORDER_NAMESPACE, mail)
    (receipt,) = post.take({"none": envelope.to_text()})
    assert isinstance(receipt.error, IllegalOrder)
    assert "opening" in str(receipt.error)


def test_whole_games_without_escrow() -> None:
    """The questions to open come and go, and the log is in order for everybody."""
    for seed in (1, 2):
        post = seated(seed, escrow=False).play(300)
        assert post.look().result is not None
        assert post.look().verify().entries == len(post.look().save.entries)
        opened = [e.body["order"]["body"].get("openings") for e in post.look().save.entries[1:]]
        assert sum(bool(o) for o in opened) >= 4


def test_the_public_sees_the_same_commitments_with_and_without_escrow() -> None:
    kinds = []
    for escrow in (True, False):
        post = with_plans(2, escrow)
        bodies = [e.body["order"]["body"] for e in post.look().save.entries[1:]]
        plan = next(body for body in bodies if "plan" in body)
        kinds.append((len(plan["plan"]), [part["to"] for part in plan["sealed"]]))
    assert kinds[0][0] == kinds[1][0]
    assert [to for to in kinds[0][1] if to != "gm"] == kinds[1][1]
