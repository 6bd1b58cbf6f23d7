"""Plans that stay with their owner: he opens each card when it is due, and only as it was sealed."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening, Garbled, PbemError
from pbem.protocol import envelope
from pbem.protocol.bodies import Mailed, Order, replace
from tests.cheats.table import by_hand, veiled

from .people import PLAYERS, Post, seated, with_plans
from .writer import opened, rewritten


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
    assert slot in game.ledger.position.locks
    assert slot not in game.ledger.position.secrets
    assert not any(s.startswith("plan:") for s in game.ledger.position.secrets)
    assert post.look(side).known()[slot]


def test_only_the_owner_is_asked_and_he_opens_it() -> None:
    post, side = waiting_for_a_card()
    (other,) = PLAYERS.keys() - {side}
    with pytest.raises(PbemError):
        post.look(other).orders(["open"])
    card = post.look(side).known()[post.look().ledger.play.waiting_for_opening]
    (receipt,) = post.take({"open": post.sent(side, "open")})
    assert receipt.error is None
    (first, *_) = post.look().save.entries[-1].body.record.openings
    assert first.card == card
    post.look().verify()


def forged_opening(post: Post, side: str, **changes: str) -> str:
    mail = post.sent(side, "open")
    body = opened(mail).body
    assert isinstance(body, Order)
    (opening,) = body.openings
    return rewritten(mail, PLAYERS[side], openings=(replace(opening, **changes),))


@pytest.mark.parametrize(
    "changes", [{"card": "pass "}, {"card": "march"}, {"salt": 32 * "0"}, {"slot": "plan:york:1:1"}]
)
def test_another_opening_is_refused(changes: dict[str, str]) -> None:
    post, side = waiting_for_a_card()
    if post.look(side).known()[post.look().ledger.play.waiting_for_opening] == changes.get("card"):
        changes = {"card": "pass"}
    before = post.save
    (receipt,) = post.take({"forged": forged_opening(post, side, **changes)})
    assert isinstance(receipt.error, Garbled if "slot" in changes else BadOpening)
    assert post.save == before
    assert post.take({"honest": post.sent(side, "open")})[0].error is None


def test_a_card_to_open_is_a_question_like_any_other() -> None:
    """Its owner alone is asked; what answers it has a number, a link and a revision like any order."""
    post, side = waiting_for_a_card()
    asking = post.look().ledger.askings[side]
    assert asking.request == f"open-{post.look().ledger.play.number}"
    assert set(post.look().ledger.askings) == {side}
    post.take({"open": post.sent(side, "open")})
    assert post.look().ledger.chains.latest[side].question == asking.number
    assert post.look().ledger.play.number > int(asking.request.partition("-")[2])


def test_an_opening_is_part_of_no_other_order_and_has_no_lines() -> None:
    post, side = waiting_for_a_card()
    mail = post.sent(side, "open")
    body = opened(mail).body
    assert isinstance(body, Order)
    (receipt,) = post.take({"none": rewritten(mail, PLAYERS[side], openings=())})
    assert isinstance(receipt.error, Garbled)
    lines = by_hand(post, side, ["pass"], openings=body.openings)
    (receipt,) = post.take({"lines": envelope.to_text(lines)})
    assert isinstance(receipt.error, Garbled)
    assert post.take({"honest": mail})[0].error is None
    while post.look().requests[0].kind == "open":
        post.turn()
    (now,) = post.asked()
    more = rewritten(
        post.sent(now, post.look(now).legal()[0].line), PLAYERS[now], openings=body.openings
    )
    (receipt,) = post.take({"more": more})
    assert isinstance(receipt.error, Garbled)


@pytest.mark.slow
def test_whole_games_without_escrow() -> None:
    """The questions to open come and go, and the log is in order for everybody."""
    for seed in (1, 2):
        post = seated(seed, escrow=False).play(300)
        assert post.look().result is not None
        assert post.look().verify().entries == len(post.look().save.entries)
        steps = [entry.body.step for entry in post.look().save.entries]
        said = [step.order.body for step in steps if isinstance(step, Mailed)]
        opens = [body for body in said if isinstance(body, Order) and body.openings]
        assert len(opens) >= 4


def test_the_public_sees_the_same_commitments_with_and_without_escrow() -> None:
    kinds = []
    for escrow in (True, False):
        post = with_plans(2, escrow)
        steps = [e.body.step for e in post.look().save.entries]
        said = [step.order.body for step in steps if isinstance(step, Mailed)]
        plan = next(body for body in said if isinstance(body, Order) and body.plan)
        kinds.append((len(plan.plan), [(part.to, len(part.data)) for part in plan.sealed]))
    assert kinds[0] == kinds[1]


@pytest.mark.slow
def test_where_pieces_are_hidden_the_owner_finds_her_own_card_and_the_game_goes_on() -> None:
    """Nobody but the GM can run the rules there: which card it is stands in the words of the question."""
    post = veiled()
    post.escrow = False
    before, opened_ = 0, set[str]()
    for _ in range(40):
        opened_ |= {request.side for request in post.look().requests if request.kind == "open"}
        post.turn()
        before += bool(opened_)
        if before > 3 and opened_ == PLAYERS.keys():
            break
    assert opened_ == PLAYERS.keys()
    entries = post.look().save.entries
    orders = [e.body.step.order.body for e in entries if isinstance(e.body.step, Mailed)]
    opens = [body for body in orders if isinstance(body, Order) and body.openings]
    assert len(opens) >= 2
    for body in opens:
        (opening,) = body.openings
        assert opening.slot.startswith(f"plan:{body.author}:")
    for who in ("", *PLAYERS, "gm"):
        assert post.look(who).verify()
