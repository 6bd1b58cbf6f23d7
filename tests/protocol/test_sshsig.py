"""Signatures: SSHSIG, in both directions with ssh-keygen."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pbem.errors import BadSignature
from pbem.protocol import sshsig
from pbem.protocol.hashing import derive
from pbem.protocol.keys import Identity
from pbem.protocol.public import Keys
from pbem.protocol.wire import base64_bytes, base64_text
from tests.says import sentence

from .marks import needs_ssh_keygen

ANN = Identity(bytes([2]) * 32, "Ann")
MESSAGE = b'{"a":1}'
SIGNATURE = ANN.sign("pbem2-entry", MESSAGE)


def ssh_keygen(*arguments: object, message: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = ["ssh-keygen", *map(str, arguments)]
    return subprocess.run(command, input=message, capture_output=True, check=False)


@needs_ssh_keygen
def test_ssh_keygen_accepts_our_signatures(tmp_path: Path) -> None:
    allowed, armoured = tmp_path / "allowed", tmp_path / "message.sig"
    allowed.write_text(f'ann namespaces="pbem2-entry" {ANN.public.ssh}\n')
    armoured.write_text(sshsig.armor(SIGNATURE))
    verify = ["-Y", "verify", "-f", allowed, "-I", "ann", "-s", armoured]
    done = ssh_keygen(*verify, "-n", "pbem2-entry", message=MESSAGE)
    assert done.returncode == 0, done.stderr
    assert ANN.public.fingerprint.encode() in done.stdout
    assert ssh_keygen(*verify, "-n", "pbem2-entry", message=MESSAGE + b" ").returncode != 0
    assert ssh_keygen(*verify, "-n", "pbem2-save", message=MESSAGE).returncode != 0


@needs_ssh_keygen
def test_ssh_keygen_writes_the_very_same_signature(tmp_path: Path) -> None:
    key = tmp_path / "key"
    private = Ed25519PrivateKey.from_private_bytes(derive(ANN.root, "pbem2/ed25519"))
    key.touch(mode=0o600)
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    done = ssh_keygen("-Y", "sign", "-f", key, "-n", "pbem2-entry", message=MESSAGE)
    assert done.stdout.decode() == sshsig.armor(SIGNATURE)


@needs_ssh_keygen
def test_we_accept_the_signatures_of_ssh_keygen(tmp_path: Path) -> None:
    key = tmp_path / "key"
    assert ssh_keygen("-t", "ed25519", "-N", "", "-C", "", "-f", key).returncode == 0
    done = ssh_keygen("-Y", "sign", "-f", key, "-n", "pbem2-entry", message=MESSAGE)
    signature = "".join(done.stdout.decode().splitlines()[1:-1])
    ssh = key.with_suffix(".pub").read_text().strip()
    public = Keys("Ann", ssh, ANN.public.x25519)
    sshsig.verify(public, "pbem2-entry", MESSAGE, signature)
    assert sshsig.signer(signature) == public.ed25519


@pytest.mark.parametrize(
    ("public", "namespace", "message", "why"),
    [
        (Identity.new("Bob").public, "pbem2-entry", MESSAGE, "another key"),
        (
            ANN.public,
            "pbem2-save",
            MESSAGE,
            sentence("protocol.sshsig._difference", "pbem2-save", word="purpose"),
        ),
        (ANN.public, "pbem2-entry", MESSAGE + b"\n", sentence("protocol.sshsig.verify_hash")),
    ],
)
def test_a_signature_fits_one_key_one_purpose_one_message(
    public: Keys, namespace: str, message: bytes, why: str
) -> None:
    with pytest.raises(BadSignature, match=why):
        sshsig.verify(public, namespace, message, SIGNATURE)


def test_every_bit_of_a_signature_counts() -> None:
    blob = base64_bytes(SIGNATURE)
    for at in range(len(blob)):
        for bit in range(8):
            changed = blob[:at] + bytes([blob[at] ^ 1 << bit]) + blob[at + 1 :]
            with pytest.raises(BadSignature):
                sshsig.verify(ANN.public, "pbem2-entry", MESSAGE, base64_text(changed))


def test_every_cut_and_every_addition_is_refused() -> None:
    blob = base64_bytes(SIGNATURE)
    for at in range(len(blob)):
        for changed in (blob[:at], blob[:at] + blob[at + 1 :], blob[:at] + b"\0" + blob[at:]):
            with pytest.raises(BadSignature):
                sshsig.verify(ANN.public, "pbem2-entry", MESSAGE, base64_text(changed))
    for spelling in (
        SIGNATURE + "\n",
        " " + SIGNATURE,
        SIGNATURE.rstrip("="),
        SIGNATURE + "=",
        "é",
    ):
        with pytest.raises(BadSignature):
            sshsig.verify(ANN.public, "pbem2-entry", MESSAGE, spelling)


def test_the_second_s_of_a_signature_is_refused() -> None:
    """RFC 8032, 5.1.7: S + L would fit the same message."""
    order = 2**252 + 27742317777372353535851937790883648493
    blob = base64_bytes(SIGNATURE)
    s = int.from_bytes(blob[-32:], "little") + order
    with pytest.raises(BadSignature):
        sshsig.verify(
            ANN.public, "pbem2-entry", MESSAGE, base64_text(blob[:-32] + s.to_bytes(32, "little"))
        )


def test_an_empty_namespace_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="namespace"):
        ANN.sign("", MESSAGE)
