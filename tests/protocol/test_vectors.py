"""Every tag and format of pbem1, recomputed from the frozen vectors."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import BadInput
from pbem.protocol import armour, canonical, hashing, save, seal, sshsig
from pbem.protocol.chain import Chain
from pbem.protocol.commitment import deck_salt
from pbem.protocol.dice import Stream
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import Envelope
from pbem.protocol.hashing import FIELD_COUNTS, H, state_hash
from pbem.protocol.keys import Identity, PublicKeys

from .small_game import GM, played

FOLDER = Path(__file__).parent
V: dict[str, Any] = tomllib.loads((FOLDER / "vectors.toml").read_text(encoding="utf-8"))
ANN = Identity(bytes.fromhex(V["identity"]["root"]), V["identity"]["name"])


def test_identity() -> None:
    v = V["identity"]
    assert ANN.public == PublicKeys(v["name"], v["ssh"], v["x25519"])
    assert ANN.public.fingerprint == v["fingerprint"]
    assert ANN.reveal_key(v["nonce"]).hex() == v["reveal_key"]
    assert ANN.chain_seed(v["nonce"], v["chain_id"]).hex() == v["chain_seed"]
    assert ANN.secret(v["secret_info"]).hex() == v["secret"]
    assert ANN.card() == v["card"]
    assert PublicKeys.from_card(v["card"]) == ANN.public


@pytest.mark.parametrize("v", V["hashes"]["vectors"], ids=lambda v: v["tag"])
def test_hashes(v: dict[str, Any]) -> None:
    assert H(v["tag"], *v["fields"]) == v["hash"]
    text = f"pbem1/{v['tag']}\n" + "".join(f"{field}\n" for field in v["fields"])
    assert hashlib.sha256(text.encode()).hexdigest() == v["hash"]


def test_there_is_a_vector_for_every_tag() -> None:
    assert {v["tag"] for v in V["hashes"]["vectors"]} == set(FIELD_COUNTS)


def test_state() -> None:
    assert state_hash(V["state"]["canonical"].encode()) == V["state"]["hash"]


@pytest.mark.parametrize("v", V["canonical"]["vectors"], ids=lambda v: v["canonical"])
def test_canonical(v: dict[str, str]) -> None:
    raw = v["canonical"].encode()
    assert canonical.encode(json.loads(v["loose"])) == raw
    assert canonical.decode(raw, 1000) == json.loads(v["loose"])


@pytest.mark.parametrize("v", V["canonical"]["refused"], ids=lambda v: v["why"])
def test_not_canonical(v: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        canonical.decode(bytes.fromhex(v["hex"]), 1000)


def test_armour() -> None:
    v = V["armour"]
    assert armour.wrap(v["kind"], bytes.fromhex(v["payload"])) == v["text"]
    assert armour.unwrap(v["kind"], v["text"], 1000).hex() == v["payload"]


def test_sshsig() -> None:
    v = V["sshsig"]
    assert ANN.sign(v["namespace"], v["message"].encode()) == v["signature"]
    assert sshsig.armor(v["signature"]) == v["armoured"]
    sshsig.verify(ANN.public, v["namespace"], v["message"].encode(), v["signature"])


def test_chain() -> None:
    v = V["chain"]
    chain = Chain(bytes.fromhex(v["seed"]), v["chain_id"])
    assert chain.anchor == v["anchor"]
    for k in (1, 2, 1024):
        assert chain.link(k) == v[f"link_{k}"]


def test_dice_and_shuffles() -> None:
    v = V["dice"]
    key = (v["game"], v["entry_key"], v["gm_link"], v["player_links"], v["beacon"])
    for die in v["rolls"]:
        assert Stream("dice", *key).roll(die["label"], die["sides"]) == die["value"]
    for deck in v["shuffles"]:
        assert Stream("shuffle", *key).shuffle(deck["label"], deck["count"]) == deck["order"]


def test_deck_salt() -> None:
    v = V["deck_salt"]
    assert deck_salt(v["deck_link"], v["position"]) == v["salt"]


def test_sealing() -> None:
    v = V["sealing"]
    gm = Identity(bytes.fromhex(v["gm_root"]), "Greg")
    info, plaintext, pad_to = v["info"].encode(), v["plaintext"].encode(), v["pad_to"]
    assert seal.unseal(gm, info, v["sealed_to_gm"]) == plaintext
    assert seal.deal(gm, ANN.public, info, plaintext, pad_to) == v["dealt_by_gm"]
    assert seal.undeal(ANN, gm.public, info, v["dealt_by_gm"]) == plaintext
    assert seal.store(gm, info, plaintext) == v["stored_by_gm"]
    assert seal.unstore(gm, info, v["stored_by_gm"]) == plaintext


def test_envelope() -> None:
    v = V["envelope"]
    envelope = Envelope.from_text(v["text"])
    envelope.verify(ANN.public)
    assert (envelope.raw.decode(), envelope.signature, envelope.digest) == (
        v["body"],
        v["signature"],
        v["digest"],
    )
    assert Envelope.signed(ANN, "pbem1-order", envelope.body).to_text() == v["text"]


def test_entry() -> None:
    v = V["entry"]
    entry = Entry(v["body"].encode(), v["signature"])
    entry.verify(GM.public)
    assert entry.head == v["head"]
    assert Entry.signed(GM, entry.body) == entry


def test_the_shell_command_in_the_specification() -> None:
    """PROTOCOL.md section 1 shows how to check a die of the frozen save by hand."""
    specification = Path(hashing.__file__).with_name("PROTOCOL.md").read_text(encoding="utf-8")
    command = re.search(r"printf 'pbem1/dice.*?sha256sum", specification, re.DOTALL)
    shown = re.search(r"The first byte is `(..)`.* = (\d)\.", specification)
    assert command
    assert shown
    done = subprocess.run(["sh", "-c", command[0]], capture_output=True, text=True, check=True)
    assert done.stdout[:2] == shown[1]
    roll = save.loads((FOLDER / "vector_save.toml").read_bytes()).entries[3].body["rolls"][0]
    assert roll == {"label": "parley st_albans", "sides": 6, "value": int(shown[2])}


def test_save() -> None:
    frozen = (FOLDER / "vector_save.toml").read_bytes()
    assert played().bytes() == frozen
    assert save.dumps(save.loads(frozen, GM.public), GM) == frozen
