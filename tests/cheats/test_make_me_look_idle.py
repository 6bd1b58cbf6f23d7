"""A dishonest opponent in a duel keeps back the outcome of an order, as its dice are bad, and shows around who is asked."""

from __future__ import annotations

from pbem.duel.waiting import owed
from pbem.protocol import bodies, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelAgree, DuelOrder, DuelReady, Locked
from tests.duel.test_orders import asked, legal
from tests.says import sentence

COMMON = ("v", "game", "author", "head", "question", "link")
"""Fields of every answer."""
CARDS = (Locked("plan:york:1:1", "0" * 64),)


def test_whoever_reads_her_file_sees_that_she_has_answered() -> None:
    honest, crook = asked("idle")
    honest.player.decide([legal(honest)])
    side, ledger = honest.player.side, honest.player.ledger
    order = savefile.read_any(honest.player.email()).order
    assert order == honest.player.order
    names = [player.identity.name for player in (honest.player, crook.player)]
    assert owed(ledger, side).startswith(sentence("duel.waiting.owed", "", names[0], word="game"))
    words = owed(ledger, side, order)
    assert f"{names[0]} ({side}) has answered." in words
    assert f"waiting for {names[1]}" in words


def test_nobody_has_answered_by_an_order_that_could_not_go_in() -> None:
    honest, crook = asked("idle")
    honest.player.decide([legal(honest)])
    side, order = honest.player.side, honest.player.order
    assert order is not None
    assert isinstance(order.body, DuelOrder)
    facts = {name: getattr(order.body, name) for name in COMMON}
    for body, identity in (
        (bodies.replace(order.body, link="0" * 64), honest.player.identity),
        (order.body, crook.player.identity),
        (bodies.replace(order.body, request="nothing-1"), honest.player.identity),
        (DuelReady(**facts), honest.player.identity),
        (DuelAgree(**facts), honest.player.identity),
        (
            DuelOrder(**facts, request=order.body.request, plan=CARDS, copy="AAAA"),
            honest.player.identity,
        ),
    ):
        false = envelope.sign_in_duel(identity, body)
        assert "has answered" not in owed(honest.player.ledger, side, false), body
