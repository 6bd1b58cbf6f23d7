"""PROTOCOL 7, dice and shuffles."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.protocol.dice import WORDS, RevealedLink, Stream, dice, is_label, shuffling
from pbem.protocol.hashing import H
from tests.says import worded

GAME = 64 * "d"
WITNESS = [RevealedLink(4, 64 * "b")]
SIDES = [RevealedLink(7, 64 * "a"), RevealedLink(3, 64 * "c")]
DICE = dice(GAME, WITNESS, SIDES)
DECK = shuffling(GAME, 2, 64 * "f", WITNESS, SIDES)
SEED: list[str | int] = [4, 64 * "b", 7, 64 * "a", 3, 64 * "c"]

labels = st.from_regex(WORDS, fullmatch=True)


def dice_bytes(label: str, blocks: int) -> bytes:
    return b"".join(bytes.fromhex(H("dice", GAME, *SEED, label, n)) for n in range(blocks))


def deck_bytes(label: str, blocks: int) -> bytes:
    return b"".join(
        bytes.fromhex(H("shuffle", GAME, 2, 64 * "f", *SEED, label, n)) for n in range(blocks)
    )


@given(labels, st.integers(1, 99), st.integers(2, 256))
def test_a_die_is_the_first_byte_that_fits(label: str, occurrence: int, sides: int) -> None:
    fits = [b for b in dice_bytes(f"{label}#{occurrence}", 2) if b < 256 - 256 % sides]
    assert DICE.roll(label, occurrence, sides) == fits[0] % sides + 1
    assert DICE.below(label, occurrence, sides) == fits[0] % sides


@given(st.integers(0, 256))
def test_a_shuffle_is_a_permutation(count: int) -> None:
    assert sorted(DECK.shuffle("york", 1, count)) == list(range(count))


def test_a_shuffle_is_fisher_yates_over_one_stream() -> None:
    stream, order = list(deck_bytes("york#1", 8)), list(range(37))
    for i in range(36, 0, -1):
        while stream[0] >= 256 - 256 % (i + 1):
            stream.pop(0)
        j = stream.pop(0) % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert DECK.shuffle("york", 1, 37) == order


def test_cards_that_all_see_come_from_the_dice_alone() -> None:
    assert sorted(DICE.shuffle("cup", 1, 20)) == list(range(20))
    assert DICE.shuffle("cup", 1, 20) != DECK.shuffle("cup", 1, 20)


def faces(stream: Stream) -> tuple[int, ...]:
    return tuple(stream.roll(f"r{n}", 1) for n in range(20))


def test_every_part_of_the_key_changes_the_dice() -> None:
    york, lancaster = SIDES
    (gm,) = WITNESS
    streams = [
        DICE,
        DECK,
        dice(64 * "0", WITNESS, SIDES),
        dice(GAME, WITNESS, [lancaster, york]),
        dice(GAME, WITNESS, [york]),
        dice(GAME, [gm, gm], SIDES),
        dice(GAME, [gm._replace(number=5)], SIDES),
        dice(GAME, [gm._replace(link=64 * "0")], SIDES),
        dice(GAME, WITNESS, [york, lancaster._replace(number=4)]),
        dice(GAME, WITNESS, [york, lancaster._replace(link=64 * "0")]),
        shuffling(GAME, 3, 64 * "f", WITNESS, SIDES),
        shuffling(GAME, 2, 64 * "0", WITNESS, SIDES),
        shuffling(GAME, 2, 64 * "f", [gm._replace(link=64 * "0")], SIDES),
        shuffling(GAME, 2, 64 * "f", WITNESS, [york, lancaster._replace(link=64 * "0")]),
    ]
    assert len({faces(stream) for stream in streams}) == len(streams)
    assert len({DICE.roll("a", n, 256) for n in range(1, 60)}) > 40
    assert [DICE.roll("a", 1) for _ in range(3)] == 3 * [DICE.roll("a", 1)]


@pytest.mark.parametrize("label", ["", "x#2", "#", "é", "a\nb", "a ", " a", "a  b", "A", "a\n"])
def test_a_label_cannot_spell_an_occurrence(label: str) -> None:
    assert not is_label(label)
    with pytest.raises(ValueError, match=worded("protocol.dice.Stream._bytes")):
        DICE.roll(label, 1)
    with pytest.raises(ValueError, match=worded("protocol.dice.Stream._bytes")):
        DICE.roll("x", 0)


def test_dice_are_fair() -> None:
    """Chi-square with 5 degrees of freedom; the labels are fixed, so this is too."""
    count = Counter(DICE.roll(f"die {n}", 1) for n in range(6000))
    assert sum((count[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 15.1


@pytest.mark.parametrize("sides", [-1, 0, 1, 257])
def test_no_such_die(sides: int) -> None:
    with pytest.raises(ValueError, match="no die"):
        DICE.roll("a", 1, sides)


@pytest.mark.parametrize("count", [-1, 257])
def test_no_such_deck(count: int) -> None:
    with pytest.raises(ValueError, match="no deck"):
        DECK.shuffle("a", 1, count)
