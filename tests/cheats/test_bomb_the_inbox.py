"""Lancaster's mail makes the GM's program slow, or stop, before it comes to York's."""

from __future__ import annotations

import base64
import time

import pytest

from pbem.errors import PbemError
from pbem.protocol import envelope
from pbem.protocol.bodies import Order

from .table import PARLEY, by_hand, mustering, order

BLOCK = "-----BEGIN PBEM2 {kind}-----\n{body}\n-----END PBEM2 {kind}-----\n"
BOMBS = {
    "deep": "[" * 100_000,
    "deeper": '{"body":' * 50_000,
    "long": "A" * 3_000_000,
    "many": BLOCK.format(kind="ORDER", body="AAAA") * 2000,
    "open": "-----BEGIN PBEM2 ORDER-----\n" * 20_000,
    "numbers": '{"v":' + "9" * 200_000 + "}",
    "quotes": "> " * 200_000,
    "bytes": "\x00\xff" * 100_000,
}


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
    begin = time.perf_counter()
    receipts = {receipt.name: receipt for receipt in post.take(mails)}
    assert time.perf_counter() - begin < 5
    assert isinstance(receipts["a"].error, PbemError)
    assert isinstance(receipts["b"].error, PbemError)
    assert receipts["c"].error is None


def test_an_order_of_as_many_lines_as_there_may_be_is_taken_in_time() -> None:
    post = mustering()
    body = by_hand(post, "york", [f"if failed or success: {PARLEY}"] * 128).body
    assert isinstance(body, Order)
    begin = time.perf_counter()
    mail = by_hand(post, "york", [PARLEY, *["norfolk: done"] * 127])
    (receipt,) = post.take({"m": envelope.to_text(mail)})
    assert receipt.error is None
    assert time.perf_counter() - begin < 5
