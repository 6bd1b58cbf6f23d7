"""DESIGN 6, pins: forks and shorter histories."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import BadText, Forked, Garbled, ShorterHistory, UnknownKey
from pbem.protocol.keys import Identity
from pbem.protocol.pins import Pin, Pins

from .small_game import GM

HEADS = [f"{n:064x}" for n in range(10)]


@pytest.fixture
def pins(tmp_path: Path) -> Pins:
    return Pins(tmp_path / "pins")


def test_a_new_game_passes_and_leaves_nothing(pins: Pins) -> None:
    pins.check("towton-3f9c1a2b", HEADS)
    assert pins.pin("towton-3f9c1a2b") is None
    assert not pins.folder.exists()


def test_a_longer_history_passes(pins: Pins) -> None:
    pins.remember("towton-3f9c1a2b", HEADS[:5], GM.public)
    assert pins.pin("towton-3f9c1a2b") == Pin(GM.public.fingerprint, 5, HEADS[4])
    for length in (5, 6, 10):
        pins.check("towton-3f9c1a2b", HEADS[:length], GM.public)
        pins.remember("towton-3f9c1a2b", HEADS[:length], GM.public)


@pytest.mark.parametrize("length", [0, 1, 4])
def test_a_shorter_history_is_refused(length: int, pins: Pins) -> None:
    pins.remember("g", HEADS[:5], GM.public)
    with pytest.raises(ShorterHistory, match=f"seen entry 4 .* ends at entry {length - 1}"):
        pins.check("g", HEADS[:length])
    with pytest.raises(ShorterHistory):
        pins.remember("g", HEADS[:length], GM.public)
    assert pins.pin("g") == Pin(GM.public.fingerprint, 5, HEADS[4])


@pytest.mark.parametrize("more", [0, 3])
def test_a_fork_is_refused(more: int, pins: Pins) -> None:
    pins.remember("g", HEADS[:5], GM.public)
    with pytest.raises(Forked, match="at entry 4"):
        pins.check("g", [*HEADS[:4], 64 * "f", *HEADS[5 : 5 + more]])


def test_another_gm_is_refused(pins: Pins) -> None:
    pins.remember("g", HEADS, GM.public)
    with pytest.raises(UnknownKey):
        pins.check("g", HEADS, Identity.new("Mallory").public)


def test_games_are_pinned_apart(pins: Pins) -> None:
    pins.remember("g-1", HEADS[:5], GM.public)
    pins.check("g-2", HEADS[:2])


@pytest.mark.parametrize("game", ["", "../evil", "a/b", "A", ".hidden", "a\0", 81 * "a", "a\n"])
def test_a_game_id_cannot_name_another_file(game: str, pins: Pins) -> None:
    with pytest.raises(BadText, match="not a game id"):
        pins.check(game, HEADS)


@pytest.mark.parametrize("raw", ["", "gm = 1", "hello"])
def test_a_damaged_pin_is_said(raw: str, pins: Pins) -> None:
    pins.folder.mkdir()
    (pins.folder / "g.toml").write_text(raw)
    with pytest.raises(Garbled, match=r"g\.toml is damaged"):
        pins.check("g", HEADS)


def test_nothing_cannot_be_remembered(pins: Pins) -> None:
    with pytest.raises(ValueError, match="nothing"):
        pins.remember("g", [], GM.public)
