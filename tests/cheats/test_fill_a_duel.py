"""A dishonest opponent in a duel sends long orders of which nothing can be carried out, until the file is too long."""

from __future__ import annotations

import copy
from unittest import mock

import pytest

from pbem.duel.duellist import Duellist
from pbem.errors import BadStatement, ReplayMismatch
from pbem.ledger import duel_share
from tests.duel.strangers import _read
from tests.duel.test_orders import asked, legal
from tests.duel.test_policies import settle
from tests.independent.wire import Flaw

LONG = ["fly to the moon", *["x" * 1000] * 30]


def test_once_his_share_is_used_up_no_long_order_goes_in() -> None:
    """A short one still does, and program, reader and a stranger's verifier judge alike."""
    crook, honest = asked("share")
    stranger = copy.deepcopy(_read(tuple((e.raw, e.signature) for e in crook.player.entries)))
    crook.player.decide(LONG)
    assert crook.player.order is not None
    size = duel_share.counted(crook.player.order)
    assert 14_000 < size < 16_000
    stranger.share.most = 2 * size
    share = mock.patch.object(duel_share, "SHARE", 2 * size)
    for _ in range(2):
        with share:
            assert honest.take(crook.player.email()).trouble is None
        settle(crook, honest)
        stranger.entry(crook.player.entries[-1].raw, crook.player.entries[-1].signature)
        crook.player.decide(LONG)
    twin = Duellist.load(honest.player.identity, honest.player.email())
    assert twin.apply(crook.player.email()).trouble is None
    with pytest.raises(Flaw, match="used up its share"):
        stranger.entry(twin.entries[-1].raw, twin.entries[-1].signature)
    with share:
        assert isinstance(honest.take(crook.player.email()).trouble, BadStatement)
        with pytest.raises(ReplayMismatch):
            Duellist(twin.identity, twin.entries)
        crook.player.order = None
        with pytest.raises(BadStatement):
            crook.player.decide(LONG)
        crook.player.decide([legal(crook)])
        assert honest.take(crook.player.email()).trouble is None
