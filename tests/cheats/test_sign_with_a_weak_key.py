"""Lancaster sits down with a key of small order: every signature fits it, and everybody knows what is sealed to it."""

from __future__ import annotations

import base64

import pytest

from pbem.errors import WeakKey
from pbem.protocol.public import Keys

from .table import BOB

ZERO = 64 * "0"
ONE = "01" + 62 * "0"


def ssh(raw: bytes) -> str:
    name = b"ssh-ed25519"
    blob = len(name).to_bytes(4, "big") + name + len(raw).to_bytes(4, "big") + raw
    return f"ssh-ed25519 {base64.b64encode(blob).decode()}"


@pytest.mark.parametrize("x25519", [ZERO, ONE, "ec" + 60 * "f" + "7f"])
def test_no_sealing_key_of_small_order_is_read(x25519: str) -> None:
    with pytest.raises(WeakKey):
        Keys(name="Robert", ssh=BOB.public.ssh, x25519=x25519)


@pytest.mark.parametrize("raw", [bytes(32), b"\x01" + bytes(31), b"\xec" + 30 * b"\xff" + b"\x7f"])
def test_no_signing_key_of_small_order_is_read(raw: bytes) -> None:
    with pytest.raises(WeakKey):
        Keys(name="Robert", ssh=ssh(raw), x25519=BOB.public.x25519)
