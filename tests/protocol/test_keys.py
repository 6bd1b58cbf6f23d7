"""PROTOCOL 3, keys: people, their seats, files and cards, and public keys that prove nothing."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import (
    BadInput,
    BadPassphrase,
    BadSignature,
    BadText,
    Garbled,
    PbemError,
    UnreadableFile,
    WeakKey,
    WouldOverwrite,
)
from pbem.protocol import armour, bodies, canonical
from pbem.protocol.keys import CARD_LIMIT, Identity, needs_passphrase, read_card
from pbem.protocol.public import Keys, P
from pbem.protocol.sshsig import public_blob
from pbem.protocol.wire import base64_text
from tests.says import says

from .marks import needs_ssh_keygen

ANN = Identity(bytes([2]) * 32, "Ann")
Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SIGN = 1 << 255


def with_ed25519(raw: bytes) -> Keys:
    return Keys("Ann", f"ssh-ed25519 {base64_text(public_blob(raw))}", ANN.public.x25519)


def test_the_root_never_shows() -> None:
    assert ANN.root.hex() not in repr(ANN)
    assert repr(ANN.root) not in repr(ANN)


def test_two_new_identities_differ() -> None:
    assert Identity.new("Ann").public != Identity.new("Ann").public


def test_secrets_have_one_purpose_each() -> None:
    key = ANN.game_key("york", 64 * "a", 64 * "b")
    secrets = {
        ANN.root,
        key.root,
        ANN.game_key("york", 64 * "a", 64 * "c").root,  # the same seat again, or a new key
        ANN.game_key("york", 64 * "c", 64 * "b").root,
        ANN.game_key("lancaster", 64 * "a", 64 * "b").root,
        ANN.game_key("gm", 64 * "a", "").root,
        key.chain("move/york").seed,
        key.chain("gm/deck").seed,
        key.secret("x"),
        key.hpke_private.private_bytes_raw(),
        ANN.secret("x"),
        ANN.secret("pbem2/ed25519"),
        ANN.public.ed25519,
    }
    assert len(secrets) == 13
    assert {len(secret) for secret in secrets} == {32}


def test_both_agree() -> None:
    ann, bob = (who.game_key("york", 64 * "a", "") for who in (ANN, Identity.new("Bob")))
    assert ann.agree(bob.x25519) == bob.agree(ann.x25519)


def test_a_seat_has_its_own_sealing_key_and_the_persons_signing_key() -> None:
    key = ANN.game_key("york", 64 * "a", 64 * "b")
    seat = ANN.public_in(key)
    assert (seat.name, seat.ssh, seat.x25519) == ("Ann", ANN.public.ssh, key.x25519)
    assert seat.x25519 != ANN.public.x25519
    assert seat.fingerprint == ANN.public.fingerprint


def test_what_a_game_key_hides_never_shows() -> None:
    key = ANN.game_key("york", 64 * "a", "")
    assert key.root.hex() not in repr(key)
    assert repr(key.root) not in repr(key)


@needs_ssh_keygen
def test_the_fingerprint_is_the_one_of_ssh_keygen(tmp_path: Path) -> None:
    path = tmp_path / "key.pub"
    path.write_text(f"{ANN.public.ssh} ann\n")
    shown = subprocess.run(["ssh-keygen", "-lf", path], capture_output=True, text=True, check=True)
    assert ANN.public.fingerprint in shown.stdout.split()


@pytest.mark.parametrize("y", [0, 1, P - 1, Y8, P - Y8])
@pytest.mark.parametrize("sign", [0, SIGN])
def test_ed25519_keys_of_small_order_are_refused(y: int, sign: int) -> None:
    raw = (y | sign).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(raw)  # the library takes them
    with pytest.raises(WeakKey, match="small order"):
        with_ed25519(raw)


@pytest.mark.parametrize("y", [P, P + 1, P + 5, SIGN - 1])
@pytest.mark.parametrize("sign", [0, SIGN])
def test_ed25519_keys_with_a_second_spelling_are_refused(y: int, sign: int) -> None:
    with pytest.raises(WeakKey, match="canonical form"):
        with_ed25519((y | sign).to_bytes(32, "little"))


def test_half_of_all_y_are_no_point() -> None:
    refusals = []
    for y in range(2, 102):
        try:
            with_ed25519(y.to_bytes(32, "little"))
        except WeakKey as error:
            refusals.append(str(error))
    assert 30 < len(refusals) < 70
    assert all(says(refusal, "protocol.public.check_ed25519", word="point") for refusal in refusals)


# RFC 7748 section 6.1 and https://cr.yp.to/ecdh.html#validate: all of them, and spelt differently.
@pytest.mark.parametrize(
    "u",
    [
        0,
        1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
        P - 1,
        P,
        P + 1,
        SIGN,
        SIGN + 1,
    ],
)
def test_x25519_keys_of_small_order_are_refused(u: int) -> None:
    with pytest.raises(WeakKey):
        Keys("Ann", ANN.public.ssh, u.to_bytes(32, "little").hex())


@pytest.mark.parametrize(
    "ssh",
    [
        "",
        "ssh-ed25519",
        "ssh-ed25519 AAAA",
        ANN.public.ssh + " ann",
        ANN.public.ssh + "\n",
        ANN.public.ssh.replace(" ", "  "),
        ANN.public.ssh.replace("ssh-ed25519", "ssh-rsa"),
        "ssh-ed25519 " + base64_text(public_blob(ANN.public.ed25519) + b"x"),
        "ssh-ed25519 " + base64_text(public_blob(ANN.public.ed25519)[:-1]),
        "ssh-ed25519 " + base64_text(public_blob(ANN.public.ed25519).replace(b"ed", b"xx")),
    ],
)
def test_the_ssh_line_has_one_form(ssh: str) -> None:
    with pytest.raises(WeakKey):
        Keys("Ann", ssh, ANN.public.x25519)


@pytest.mark.parametrize("x25519", ["", "00", ANN.public.x25519.upper(), ANN.public.x25519 + "\n"])
def test_the_x25519_hex_has_one_form(x25519: str) -> None:
    with pytest.raises(WeakKey):
        Keys("Ann", ANN.public.ssh, x25519)


@pytest.mark.parametrize("name", ["", " Ann", "Ann ", "A\nnn", 65 * "x", "A\u202enn"])
def test_a_name_is_one_readable_line(name: str) -> None:
    with pytest.raises(BadText):
        Keys(name, ANN.public.ssh, ANN.public.x25519)
    with pytest.raises(BadText):
        Identity.new(name)


def test_public_keys_are_exactly_three_strings() -> None:
    good = {"name": "Ann", "ssh": ANN.public.ssh, "x25519": ANN.public.x25519}
    assert bodies.decode(Keys, canonical.encode(good), 1000) == ANN.public
    shapes: list[Any] = [[], {}, {**good, "more": "x"}, {**good, "name": 1}, {"name": "Ann"}]
    for bad in shapes:
        with pytest.raises(Garbled):
            bodies.decode(Keys, canonical.encode(bad), 1000)


def test_a_weak_key_never_becomes_a_value() -> None:
    weak = {"name": "Ann", "ssh": ANN.public.ssh, "x25519": 64 * "0"}
    with pytest.raises(WeakKey, match="small order"):
        bodies.decode(Keys, canonical.encode(weak), 1000)


@given(st.binary(min_size=32, max_size=32))
def test_every_identity_has_sound_public_keys(root: bytes) -> None:
    public = Identity(root, "Ann").public
    assert bodies.decode(Keys, bodies.encode(public), 1000) == public


def test_card_round_trip_through_a_quoting_mailer() -> None:
    card = ANN.card()
    assert ANN.public.fingerprint in card
    assert read_card(card) == ANN.public
    assert read_card("> " + card.replace("\n", "\r\n> ")) == ANN.public


def test_a_changed_card_is_refused() -> None:
    raw = armour.unwrap("CARD", ANN.card(), CARD_LIMIT)
    for at in range(len(raw)):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        with pytest.raises(PbemError):
            read_card(armour.wrap("CARD", changed))


def test_a_card_with_other_keys_in_it_is_refused() -> None:
    card = canonical.decode(armour.unwrap("CARD", ANN.card(), CARD_LIMIT), CARD_LIMIT)
    card["body"]["x25519"] = Identity.new("Mallory").public.x25519
    with pytest.raises(BadSignature):
        read_card(armour.wrap("CARD", canonical.encode(card)))
    shapes: list[Any] = [[], {"body": card["body"]}, {"body": card["body"], "sig": 1}]
    for shape in shapes:
        with pytest.raises((BadInput, BadSignature)):
            read_card(armour.wrap("CARD", canonical.encode(shape)))


@pytest.mark.parametrize("passphrase", ["", "correct horse ✓"])
def test_identity_file_round_trip(passphrase: str, tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    ANN.save(path, passphrase)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert needs_passphrase(path) == bool(passphrase)
    assert Identity.load(path, passphrase) == ANN
    assert [entry.name for entry in tmp_path.iterdir()] == ["ann.toml"]
    with pytest.raises(BadPassphrase, match=r"ann\.toml"):
        Identity.load(path, "wrong")


def test_an_identity_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    ANN.save(path, "")
    before = path.read_bytes()
    with pytest.raises(WouldOverwrite):
        Identity.new("Bob").save(path, "")
    assert path.read_bytes() == before


def test_every_change_of_an_identity_file_is_refused(tmp_path: Path) -> None:
    path, copy = tmp_path / "ann.toml", tmp_path / "copy.toml"
    ANN.save(path, "")
    good = path.read_bytes()
    start = good.index(b"version")
    for at in range(start, len(good) - 1):
        copy.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(PbemError):
            Identity.load(copy, "")
    for end in range(start, len(good) - 3):
        copy.write_bytes(good[:end])
        with pytest.raises(PbemError):
            Identity.load(copy, "")


def test_an_identity_file_cannot_ask_for_a_terabyte(tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    ANN.save(path, "")
    path.write_text(path.read_text().replace("memory_kib = 8", "memory_kib = 1000000000"))
    with pytest.raises(UnreadableFile):
        Identity.load(path, "")


@pytest.mark.parametrize("raw", [b"", b"hello", b"\xff", b"version = 2\n", 20_000 * b"#"])
def test_what_is_no_identity_file(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    path.write_bytes(raw)
    with pytest.raises(UnreadableFile):
        Identity.load(path, "")
    with pytest.raises(UnreadableFile):
        needs_passphrase(path)
