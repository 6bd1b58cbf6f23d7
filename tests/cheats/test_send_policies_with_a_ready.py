"""After a ruling dice wait for two `ready`; York's link is known to GM and Lancaster, and other policies are sent
before the last `ready`, so that what follows the dice suits them."""

from __future__ import annotations

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.ledger import standing
from pbem.ledger.chances import GmChance
from pbem.protocol.bodies import Envelope
from tests.says import says

from .table import ANN, BOB, Crook, Post, audit, mailed, order, prompting, seated, sent, verify

NONCE = bytes([34]) * 32
"""Of a game in which York draws a card that she may give to March or to Norfolk."""


def waiting(late: bool) -> tuple[Post, Envelope]:
    """A ruling while a shuffle waits for both, York's policy of before, and Lancaster's `ready`, the last one.

    Args:
        late: York has sent another policy since the ruling.
    """
    post = seated(nonce=NONCE)
    sent(post, "york", reactions={"capability": "march"})
    game = post.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = game.dumps()
    assert post.look().ledger.owes_ready() == ("york", "lancaster")
    sent(post, "york", "ready")
    if late:
        sent(post, "york", reactions={"capability": "norfolk"})
    return post, order(post, "lancaster", "ready")


def test_what_waited_for_ready_takes_standing_orders_as_at_the_ruling() -> None:
    found = set()
    for late in (False, True):
        post, ready = waiting(late)
        assert mailed(post, ready).error is None
        record = post.look().save.entries[-1].body.record
        found.add(tuple((one.line, one.by) for one in record.decisions))
        assert record.shuffles
        assert [verify(post, who) for who in (None, ANN, BOB)] == ["", "", ""]
        assert audit(post) == ""
    assert len(found) == 1
    decided = found.pop()
    lines = [line for line, by in decided if by == "policy"]
    assert lines
    assert all(line.endswith("to march") for line in lines)
    assert {by for _, by in decided} <= {"policy", "forced"}


def test_a_gm_who_takes_the_newer_policy_is_seen_by_its_author_and_at_the_audit() -> None:
    class Newest(GmChance):
        def prepared(self, request: Request) -> Prepared | None:
            self.draft.cut = -1
            return standing.from_orders(self.draft, request)

    post, ready = waiting(True)
    cheat = Crook(post).takes(ready, Newest)
    assert any(one.line.endswith("to norfolk") for one in cheat.last.decisions)
    assert says(verify(cheat, ANN), "ledger.chances.LogChance.at_moment", word="standing")
    assert says(audit(cheat), "ledger.chances.DIFFERS", word="decisions")


def test_a_ready_changes_nothing_but_links() -> None:
    post = prompting()
    game = post.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = game.dumps()
    before = post.look("gm").ledger.position.standing
    (side,) = post.look().ledger.owes_ready()
    crook = Crook(post).takes(order(post, side, "ready"))
    assert crook.ledger.position.standing == before
