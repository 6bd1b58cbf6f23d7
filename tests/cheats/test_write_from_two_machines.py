"""The GM's program runs twice at once, or is killed between two files, and later one of its entries is disowned."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import Forked, GameBusy
from pbem.protocol.pins import Pins

from .table import GM, OTHER_PARLEY, PARLEY, Crook, entries_of, mustering, order


def test_two_programs_do_not_write_in_one_game_at_once(tmp_path: Path) -> None:
    game = entries_of(mustering())[0].head
    pins, other = Pins(tmp_path), Pins(tmp_path)
    with pins.lock(game), pytest.raises(GameBusy), other.lock(game, patience=0.05):
        pass
    with other.lock(game, patience=0.05):
        pass


def test_an_entry_that_was_signed_before_a_crash_is_the_one_that_comes(tmp_path: Path) -> None:
    """It stands in the pin before it stands in the save: no second entry with its number is signed after it."""
    post = mustering()
    heads = [entry.head for entry in entries_of(post)]
    pins, gm = Pins(tmp_path), GM.public.fingerprint
    first = Crook(post).takes(order(post, "york", PARLEY)).entries[-1]
    pins.intend(heads[0], heads, [gm], [first])  # here the power fails
    assert Pins(tmp_path).unfinished(heads[0], heads) == (first,)
    other = Crook(post).takes(order(post, "york", OTHER_PARLEY)).entries[-1]
    with pytest.raises(ValueError, match="pending"):
        pins.intend(heads[0], heads, [gm], [other])
    with pytest.raises(Forked):
        pins.check(heads[0], [*heads, other.head])
    pins.settle(heads[0], [*heads, first.head], [gm])
    assert Pins(tmp_path).unfinished(heads[0], [*heads, first.head]) == ()
