"""DESIGN 6, dice and shuffles."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.protocol.dice import Stream
from pbem.protocol.hashing import H

DICE = Stream("dice", "towton-3f9c1a2b", "york:7", 64 * "a", f"{64 * 'b'},{64 * 'c'}")
DECK = Stream("shuffle", "towton-3f9c1a2b", "york:7", 64 * "a", f"{64 * 'b'},{64 * 'c'}")


def stream_bytes(stream: Stream, label: str, blocks: int) -> bytes:
    fields = (stream.game, stream.entry_key, stream.gm_link, stream.player_links, stream.beacon)
    return b"".join(bytes.fromhex(H(stream.tag, *fields, label, block)) for block in range(blocks))


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1), st.integers(2, 256))
def test_a_die_is_the_first_byte_that_fits(label: str, sides: int) -> None:
    fits = [byte for byte in stream_bytes(DICE, label, 2) if byte < 256 - 256 % sides]
    assert DICE.roll(label, sides) == fits[0] % sides + 1


@given(st.integers(0, 256))
def test_a_shuffle_is_a_permutation(count: int) -> None:
    assert sorted(DECK.shuffle("york", count)) == list(range(count))


def test_a_shuffle_is_fisher_yates_over_one_stream() -> None:
    stream, order = list(stream_bytes(DECK, "york", 8)), list(range(37))
    for i in range(36, 0, -1):
        while stream[0] >= 256 - 256 % (i + 1):
            stream.pop(0)
        j = stream.pop(0) % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert DECK.shuffle("york", 37) == order


def test_every_part_of_the_key_changes_the_dice() -> None:
    streams = [
        DICE,
        Stream("shuffle", DICE.game, DICE.entry_key, DICE.gm_link, DICE.player_links),
        Stream("dice", "other", DICE.entry_key, DICE.gm_link, DICE.player_links),
        Stream("dice", DICE.game, "york:8", DICE.gm_link, DICE.player_links),
        Stream("dice", DICE.game, DICE.entry_key, 64 * "0", DICE.player_links),
        Stream("dice", DICE.game, DICE.entry_key, DICE.gm_link, "x"),
        Stream("dice", DICE.game, DICE.entry_key, DICE.gm_link, DICE.player_links, "beacon"),
    ]
    assert len({tuple(s.roll(f"r{n}") for n in range(20)) for s in streams}) == len(streams)
    assert [DICE.roll("a") for _ in range(3)] == 3 * [DICE.roll("a")]


def test_dice_are_fair() -> None:
    """Chi-square with 5 degrees of freedom; the labels are fixed, so this is too."""
    count = Counter(DICE.roll(f"die {n}") for n in range(6000))
    assert sum((count[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 15.1


@pytest.mark.parametrize("sides", [-1, 0, 1, 257])
def test_no_such_die(sides: int) -> None:
    with pytest.raises(ValueError, match="no die"):
        DICE.roll("a", sides)


@pytest.mark.parametrize("count", [-1, 257])
def test_no_such_deck(count: int) -> None:
    with pytest.raises(ValueError, match="no deck"):
        DECK.shuffle("a", count)
