"""Hidden mats: York's script stops and she is asked. Later the GM goes on with the rest of it, in place of asking her."""

from __future__ import annotations

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.ledger.chances import GmChance
from pbem.protocol.bodies import Envelope
from tests.drawn import kept

from .table import ANN, BOB, Crook, Post, audit, mailed, order, veiled, verify

ASKS = "if coin york < 99: ask; york: pass"


class GoesOn(GmChance):
    """He answers York's next question about her card by the last line of her script."""

    def prepared(self, request: Request) -> Prepared | None:
        lines = [option.line for option in request.options]
        if (request.side, request.kind) == ("york", "command") and "york: pass" in lines:
            return Prepared("york: pass", "script", "york: pass")
        return super().prepared(request)


def scripted(text: str) -> tuple[Post, Envelope]:
    """York's Plan is sealed, with this script for its first card, which is York; and Lancaster's, not applied yet."""
    post = veiled()
    while not any(request.stack for request in post.look("gm").requests):
        post.turn()
    plans = []
    for side, scripts in (("york", {"1": text}), ("lancaster", {})):
        stack = post.look(side).request().stack
        assert stack is not None
        cards = ["york"] * (side == "york") + ["pass"] * stack.size
        line = " ".join([stack.verb, *cards[: stack.size]])
        plans.append(order(post, side, line, scripts=scripts))
    assert mailed(post, plans[0]).error is None
    return post, plans[1]


def stopped() -> Post:
    """York's card is at work, its script has stopped at once, and she is asked."""
    return _stopped().copy()


@kept
def _stopped() -> Post:
    post, plan = scripted(ASKS)
    assert mailed(post, plan).error is None
    while [(r.side, r.kind) for r in post.look("gm").requests] != [("york", "command")]:
        post.turn()
    return post


def test_her_own_verify_says_that_it_was_over() -> None:
    post = stopped()
    lines = [option.line for option in post.look("york").legal() if not option.passes]
    for line in lines:
        mail = order(post, "york", line)
        honest, cheat = Crook(post).takes(mail), Crook(post).takes(mail, GoesOn)
        if "script" not in [row.by for row in cheat.last.decisions]:
            continue  # her card is over, or she is asked something else
        assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
        assert "script" not in [row.by for row in honest.last.decisions]
        assert "your script for `command" in verify(cheat, ANN)
        assert audit(cheat)
        return
    raise AssertionError("no line of York's leaves her card at work")
