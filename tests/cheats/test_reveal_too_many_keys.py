"""A dishonest opponent in a duel takes new secret numbers again and again, and at the end reveals so many keys that the
honest player's file, with one key more, would be one that no program reads."""

from __future__ import annotations

from unittest import mock

from pbem.duel import revealing
from pbem.duel.duellist import Duellist
from pbem.protocol import save as savefile
from tests.duel.test_audit import over


def test_her_own_file_can_be_read_afterwards() -> None:
    crook, honest = over()
    most, of_a_side = (
        mock.patch.object(savefile, "MOST_REVEALS", 2),
        mock.patch.object(revealing, "MOST_OF_A_SIDE", 1),
    )
    crook.player.order = None
    assert honest.take(crook.player.email()).trouble is None
    for _ in range(2):
        crook.player = Duellist.recover(crook.player.identity, honest.player.email())
        assert honest.take(crook.player.email()).trouble is None
    crook.take(honest.player.email())
    crook.player.resign()
    honest.take(crook.player.email())
    crook.take(honest.player.email())
    assert len(crook.player.reveals) == 4
    sides = crook.player.ledger.sides
    places = [(sides.index(one.body.author), one.body.key) for one in crook.player.reveals]
    assert places == sorted(places)
    assert savefile.read_duel(crook.player.email())[0].reveals == crook.player.reveals
    crook.player.reveals = tuple(
        one for one in crook.player.reveals if one.body.author == crook.player.side
    )[:2]
    with most, of_a_side:
        honest.take(crook.player.email())
        assert len(honest.player.reveals) == 2
        again = Duellist.load(honest.player.identity, honest.player.email())
        assert again.reveals == honest.player.reveals
