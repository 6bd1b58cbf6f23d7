"""The GM writes two logs from one beginning, one for York and one for Lancaster."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import Forked
from pbem.gm.game import Game
from pbem.protocol.bodies import Mailed
from pbem.protocol.pins import Pins
from pbem.protocol.save import Save

from .table import ANN, GM, OTHER_PARLEY, PARLEY, Crook, mustering, order, verify


def logs() -> tuple[Crook, Crook]:
    post = mustering()
    return (
        Crook(post).takes(order(post, "york", PARLEY)),
        Crook(post).takes(order(post, "york", OTHER_PARLEY)),
    )


def test_each_alone_is_in_order_and_the_pin_of_who_sees_both_says_forked(tmp_path: Path) -> None:
    one, two = logs()
    assert [verify(log) for log in (one, two)] == ["", ""]
    pins, gm = Pins(tmp_path), GM.public.fingerprint
    game = one.entries[0].head
    pins.settle(game, [e.head for e in one.entries], [gm])
    with pytest.raises(Forked):
        pins.check(game, [e.head for e in two.entries])


def test_an_order_names_the_head_of_its_log_so_the_other_log_cannot_hold_it() -> None:
    """Hers names an entry that the GM signed and that his copy for Lancaster lacks: he is shown to be two-tongued."""
    one, two = logs()
    mine = Game(Save(one.entries, GM.public.fingerprint), ANN)
    his = Game(Save(two.entries, GM.public.fingerprint), GM)
    mail = mine.orders([mine.legal()[0].line]).envelope
    with pytest.raises(Forked):
        his.add(Mailed(order=mail))
    two.signs(Mailed(order=mail), two.last)
    assert verify(two).startswith("Forked")
