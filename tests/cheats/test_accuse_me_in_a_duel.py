"""A dishonest opponent in a duel builds a file by which the honest player seems to have signed twice, or to have lost
their record: so that they take new secret numbers, and every decision gets new dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.errors import BadSignature, BrokenChain
from pbem.protocol import bodies, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelEnvelope, DuelPlayed, EntryBody, Record
from pbem.protocol.entry import Entry
from tests.duel.table import Machine
from tests.duel.test_orders import asked, legal
from tests.says import worded


def with_entry(crook: Machine, log: Sequence[Entry], order: DuelEnvelope) -> bytes:
    """The file of somebody who has put a false entry behind this log."""
    identity = crook.player.identity
    record = Record(state_hash="0" * 64)
    step, n, prev = DuelPlayed(order=order), len(log), log[-1].head
    body = EntryBody(v=2, n=n, prev=prev, step=step, record=record)
    entry = Entry.signed(identity, body, log[0].head)
    return savefile.write({"game": log[0].head}, {}, [*log, entry], identity, True)


def test_she_is_not_told_that_she_has_signed_what_he_has_signed_in_her_name() -> None:
    """An outcome of his order, as if she were its witness; or an order, as if she had written it."""
    crook, honest = asked("accused")
    crook.player.decide([legal(crook)])
    before, order = honest.player.email(), crook.player.order
    assert order is not None
    for author in (crook.player.side, honest.player.side):
        body = bodies.replace(order.body, author=author)
        signed = envelope.sign_in_duel(crook.player.identity, body)
        with pytest.raises(BadSignature):
            honest.player.apply(with_entry(crook, honest.player.entries, signed))
    assert honest.player.email() == before
    assert honest.take(crook.player.email()).trouble is None


def test_an_old_order_of_hers_in_another_place_does_not_show_that_she_signed_two() -> None:
    honest, crook = asked("accused again")
    for _ in range(2):
        while not honest.player.decides:
            crook.decide()
            honest.take(crook.player.email())
            crook.take(honest.player.email())
        honest.player.decide([legal(honest)])
        crook.take(honest.player.email())
        honest.take(crook.player.email())
    log = honest.player.entries
    hers = [
        (entry.n, step.order)
        for entry in log
        if isinstance(step := entry.body.step, DuelPlayed)
        and step.order.body.author == honest.player.side
    ]
    (_, old), (n, _) = hers[-2:]
    with pytest.raises(BrokenChain, match=worded("duel.refusals._check_place")):
        honest.player.apply(with_entry(crook, log[:n], old))
