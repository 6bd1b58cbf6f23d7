"""The GM decides for York and says that her policy, her script or an earlier line did."""

from __future__ import annotations

import pytest

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.ledger.chances import GmChance
from pbem.protocol.bodies import Decided, Mailed, replace
from tests.says import says

from .table import PARLEY, Crook, Post, mustering, order, sent, verify


def next_question(post: Post) -> tuple[str, str]:
    """The question that York's order leaves open, and a legal line for it."""
    trial = post.copy()
    sent(trial, "york", PARLEY)
    game = trial.look("york")
    return game.request().id, next(o.line for o in game.legal() if o.line.endswith("done"))


@pytest.mark.parametrize("by", ["policy", "script", "earlier", "forced", ""])
def test_a_decision_that_nobody_sent_is_seen_by_everybodys_verify(by: str) -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    request, line = next_question(post)
    honest = Crook(post).takes(mail).last
    cheat = replace(honest, decisions=(*honest.decisions, Decided("york", request, line, by)))
    crook = Crook(post)
    crook.signs(Mailed(order=mail), cheat)
    assert verify(crook).startswith(("FalseEntry", "ReplayMismatch"))


def test_with_all_that_would_follow_it_is_seen_too() -> None:
    """Not only the decision is invented, but the position after it computed, as a whole program would."""
    post = mustering()
    mail = order(post, "york", PARLEY)

    class Inventive(GmChance):
        def prepared(self, request: Request) -> Prepared | None:
            lines = [o.line for o in request.options if o.line.endswith("done")]
            done = len(self.draft.play.decisions) > 1
            return Prepared(lines[0], "policy", "") if lines and not done else None

    crook = Crook(post).takes(mail, Inventive)
    assert [d.by for d in crook.last.decisions][:2] == ["", "policy"]
    assert says(verify(crook), "ledger.chances.LogChance.at_moment", word="policy")
