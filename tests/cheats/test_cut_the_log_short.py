"""The GM leaves out the last entries, and lets York play them again."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import Forked, ShorterHistory
from pbem.protocol.bodies import Ruling
from pbem.protocol.pins import Pins

from .table import GM, PARLEY, Crook, entries_of, mustering, sent, verify


def test_the_pin_of_everybody_who_saw_more_says_so(tmp_path: Path) -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    heads = [entry.head for entry in entries_of(post)]
    pins, gm = Pins(tmp_path), GM.public.fingerprint
    pins.settle(heads[0], heads, [gm])
    with pytest.raises(ShorterHistory):
        pins.check(heads[0], heads[:-1])


def test_an_entry_left_out_in_the_middle_breaks_the_chain() -> None:
    post = mustering()
    entries = entries_of(post)
    for n in range(1, len(entries) - 1):
        assert verify((*entries[:n], *entries[n + 1 :])).startswith("BrokenChain")


def test_two_entries_in_another_order_break_the_chain() -> None:
    post = mustering()
    entries = list(entries_of(post))
    entries[-1], entries[-2] = entries[-2], entries[-1]
    assert verify(entries).startswith("BrokenChain")


def test_the_same_number_signed_twice_is_forked_for_who_has_seen_the_first(tmp_path: Path) -> None:
    post = mustering()
    one = Crook(post)
    sent(post, "york", PARLEY)
    seen = [entry.head for entry in entries_of(post)]
    pins = Pins(tmp_path)
    pins.settle(seen[0], seen, [GM.public.fingerprint])
    other = one.writes(Ruling(kind="house", lines=("No phones.",), reason="Noise."))
    with pytest.raises(Forked):
        pins.check(seen[0], [entry.head for entry in other.entries])
