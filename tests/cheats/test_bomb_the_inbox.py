"""Lancaster's mail makes the GM's program slow, or stop, before it comes to York's."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable

import pytest

from pbem.errors import PbemError
from pbem.protocol import envelope

from .table import PARLEY, by_hand, mustering, order

BLOCK = "-----BEGIN PBEM2 {kind}-----\n{body}\n-----END PBEM2 {kind}-----\n"
BOMBS = {
    "deep": "[" * 100_000,
    "deeper": '{"body":' * 50_000,
    "long": "A" * 3_000_000,
    "many": BLOCK.format(kind="ORDER", body="AAAA") * 2000,
    "open": "-----BEGIN PBEM2 ORDER-----\n" * 5_000,
    "numbers": '{"v":' + "9" * 200_000 + "}",
    "quotes": "> " * 200_000,
    "bytes": "\x00\xff" * 100_000,
}


def work(act: Callable[[], object]) -> int:
    """How many functions are called and left meanwhile."""
    count = 0

    def counts(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counts)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_harms_its_own_mail_alone(name: str) -> None:
    post = mustering()
    bomb = BOMBS[name]
    inside = BLOCK.format(kind="ORDER", body=base64.b64encode(bomb.encode()[:200_000]).decode())
    mails: dict[str, str | bytes] = {
        "a": bomb,
        "b": inside,
        "c": envelope.to_text(order(post, "york", PARLEY)),
    }
    receipts = {}

    def take() -> None:
        receipts.update({receipt.name: receipt for receipt in post.take(mails)})

    assert work(take) < 150_000 + 10 * len(bomb)
    assert isinstance(receipts["a"].error, PbemError)
    assert isinstance(receipts["b"].error, PbemError)
    assert receipts["c"].error is None


@pytest.mark.parametrize("line", ["norfolk: done", f"if failed and success: {PARLEY}"])
def test_an_order_of_as_many_lines_as_there_may_be_costs_no_more_than_a_long_turn(
    line: str,
) -> None:
    post = mustering()
    mail = envelope.to_text(by_hand(post, "york", [PARLEY, *[line] * 127]))
    assert work(lambda: post.take({"m": mail})) < 2_000_000
    assert post.look().save.entries[-1].body.record.decisions
