"""GM and Lancaster know the dice of York's order in hand; he sends other policies, which are logged first."""

from __future__ import annotations

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.ledger import standing
from pbem.ledger.chances import GmChance
from tests.says import says

from .table import ANN, Crook, answer, audit, order, prompting, sent, verify


def test_what_counts_is_what_stood_at_the_head_that_her_order_names() -> None:
    lines = []
    for late in (False, True):
        post = prompting()
        sent(post, "lancaster", reactions={"capability": "exeter_1"})
        hand = order(post, "york", answer(post, "york"))
        if late:
            sent(post, "lancaster", reactions={"capability": "somerset_1"})
        crook = Crook(post).takes(hand)
        assert verify(crook, ANN) == ""
        lines.append([d.line for d in crook.last.decisions])
    assert lines[0] == lines[1]
    assert any("exeter_1" in line for line in lines[0])


def test_a_gm_who_takes_the_newer_ones_is_proven_a_liar_at_the_audit() -> None:
    class Newest(GmChance):
        def prepared(self, request: Request) -> Prepared | None:
            self.draft.cut = -1
            return standing.from_orders(self.draft, request)

    post = prompting()
    sent(post, "lancaster", reactions={"capability": "exeter_1"})
    hand = order(post, "york", answer(post, "york"))
    sent(post, "lancaster", reactions={"capability": "somerset_1"})
    cheat = Crook(post).takes(hand, Newest)
    assert any("somerset_1" in d.line for d in cheat.last.decisions)
    assert says(audit(cheat), "ledger.chances.DIFFERS", word="decisions")


def test_an_order_newer_than_the_policy_goes_by_the_policy() -> None:
    post = prompting()
    sent(post, "lancaster", reactions={"capability": "exeter_1"})
    sent(post, "lancaster", reactions={"capability": "somerset_1"})
    crook = Crook(post).takes(order(post, "york", answer(post, "york")))
    assert any("somerset_1" in d.line for d in crook.last.decisions)
