"""What is hidden in a branch and set by hand: it lies where it was put, and the side sees what it saw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from pbem.engine import codec
from pbem.engine.unseen import Unseen
from pbem.errors import BadTry
from pbem.games import find
from pbem.imagine.fork import Fork
from tests.contract.games import Stop, stops
from tests.contract.test_tried import start_of
from tests.says import sentence, worded


def stop_of(game: str, scenario: str, kind: str) -> Stop:
    """The first question of that kind in a random game."""
    every = stops(find(game), scenario, "by hand", 200)
    return next(stop for stop in every if stop.play.requests[0].kind == kind)


def swaps(fork: Fork) -> Iterator[tuple[Unseen, Unseen, str]]:
    """Two places, and the block of the second that can change places with the first block of the first."""
    places = [one for one in fork.unseen if one.pool == "blocks"]
    for first, second in permutations(places, 2):
        here = next(iter(first.lies.values()))
        for there in second.lies.values():
            if there in first.holds and here in second.holds:
                yield first, second, there


def test_c96_another_block_stands_behind_a_stand_in() -> None:
    """And never one that cannot be there by the set-up and the moves that all saw."""
    asked = (
        s
        for s in stops(find("richard_iii"), "kingmaker", "set", 400)
        if s.play.requests[0].kind == "actions"
    )
    for stop in asked:
        side = stop.play.requests[0].side
        fork = Fork(start_of(stop, side))
        if found := next(swaps(fork), None):
            break
    assert found is not None
    first, second, wanted = found
    before = codec.dump(fork.rules.secrets.veil(fork.state, side))
    fork.take(f"set {first.name} 1: {wanted}")
    assert (
        f"{first.name} 1: {wanted}" + sentence("engine.unseen.hidden_lines", word="known")
        in fork.hidden
    )
    assert codec.dump(fork.rules.secrets.veil(fork.state, side)) == before
    with pytest.raises(BadTry, match="cannot be"):
        fork.take(f"set {second.name} 1: {wanted}")
    never = next(
        w for one in fork.unseen if one.pool == "blocks" for w in one.holds if w not in second.holds
    )
    with pytest.raises(BadTry, match=worded("engine.unseen._thing")):
        fork.take(f"set {second.name} 1: {never}")


def test_c88_the_king_never_waits_in_a_pool() -> None:
    stop = stop_of("richard_iii", "kingmaker", "actions")
    side = stop.play.requests[0].side
    fork = Fork(start_of(stop, side))
    pool = next((one for one in fork.unseen if one.name == "pool"), None)
    assert pool is not None
    others = [one for one in fork.unseen if one.pool == "blocks" and one.name != "pool"]
    heads = {word for one in others for word in one.holds} - set(pool.holds)
    assert heads
    with pytest.raises(BadTry, match=worded("engine.unseen._thing", ..., "pool")):
        fork.take(f"set pool 1: {min(heads)}")


def test_1_1_a_card_of_the_enemys_hand() -> None:
    stop = stop_of("richard_iii", "kingmaker", "actions")
    side = stop.play.requests[0].side
    enemy = next(one for one in stop.rules.sides if one != side)
    fork = Fork(start_of(stop, side))
    hand = next(one for one in fork.unseen if one.name == f"{enemy} hand")
    own = next(one for one in fork.unseen if one.name == f"{side} hand")
    lying = [*hand.lies.values(), *own.lies.values()]
    absent = next(card for card, most in hand.holds.items() if lying.count(card) < most)
    fork.take(f"set {enemy} hand 3: {absent}")
    assert f"{enemy} hand 3: {absent} (known or set)" in fork.hidden


def test_7_1_7_a_card_of_the_enemys_hand_in_1450() -> None:
    for stop in stops(find("plantagenet_1450"), "wars_of_the_roses", "by hand", 60):
        fork = Fork(start_of(stop, "york"))
        hand = next(one for one in fork.unseen if one.name == "lancaster hand")
        deck = next(one for one in fork.unseen if one.name == "deck")
        if hand.lies and deck.lies:
            break
    card = next(iter(deck.lies.values()))
    fork.take(f"set lancaster hand 1: {card}")
    assert f"lancaster hand 1: {card} (known or set)" in fork.hidden
    assert (
        sum(
            line.partition(": ")[2].startswith(f"{card} ") or line.endswith(f": {card}")
            for line in fork.hidden
        )
        == 1
    )


def test_3_1_a_held_event_says_hold() -> None:
    """1.9.1 Another card cannot be Held, wherever it lies."""
    for stop in stops(find("plantagenet"), "II", "held", 200):
        fork = Fork(start_of(stop, "york"))
        held = next(one for one in fork.unseen if one.name == "lancaster held")
        deck = next(one for one in fork.unseen if one.name == "lancaster deck")
        if held.lies and deck.lies:
            break
    card = next(card for card in deck.holds if card not in held.holds)
    with pytest.raises(BadTry, match=worded("engine.unseen._thing", ..., "lancaster held")):
        fork.take(f"set lancaster held 1: {card}")
    other = next(card for card in held.holds if card not in held.lies.values())
    fork.take(f"set lancaster held 1: {other}")
    assert f"lancaster held 1: {other} (known or set)" in fork.hidden


def test_1_5_3_a_card_is_gone_on_with_behind_hidden_mats() -> None:
    """What lies on the enemy's mats is dealt anew; further than a card in play nothing can be gone on with."""
    options = {"hidden_mats": "yes"}
    for stop in stops(find("plantagenet"), "Ib", "mats", 200, options):
        if stop.play.requests[0].kind == "command":
            break
    side = stop.play.requests[0].side
    fork = Fork(start_of(stop, side))
    for one in stop.rules.sides:
        fork.take(f"robot {one}")
    fork.take("dice roll 3")
    assert len(fork.lines) > 20, "robots play it on for long"
    stop.rules.check(fork.state)
