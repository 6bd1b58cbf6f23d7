"""Every tag, key and format of pbem2, recomputed from the frozen vectors."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.errors import BadInput
from pbem.protocol import (
    armour,
    bodies,
    canonical,
    commitment,
    envelope,
    hashing,
    save,
    seal,
    sshsig,
)
from pbem.protocol.bodies import EntryBody, Orders, Rolled
from pbem.protocol.chain import Chain
from pbem.protocol.dice import RevealedLink, dice, shuffling
from pbem.protocol.entry import LIMIT, Entry, stub_hash
from pbem.protocol.hashing import FIELD_COUNTS, H, state_hash
from pbem.protocol.keys import GameKey, Identity, read_card
from pbem.protocol.public import Keys

from .small_game import GAME, GM, GM_KEY, played

FOLDER = Path(__file__).parent
V: dict[str, Any] = tomllib.loads((FOLDER / "vectors.toml").read_text(encoding="utf-8"))
ANN = Identity(bytes.fromhex(V["identity"]["root"]), V["identity"]["name"])


def test_identity() -> None:
    v = V["identity"]
    assert ANN.public == Keys(v["name"], v["ssh"], v["x25519"])
    assert ANN.public.fingerprint == v["fingerprint"]
    assert ANN.secret(v["secret_info"]).hex() == v["secret"]
    assert ANN.card() == v["card"]
    assert read_card(v["card"]) == ANN.public


@pytest.mark.parametrize("v", V["game_keys"]["vectors"], ids=lambda v: v["role"])
def test_game_keys(v: dict[str, str]) -> None:
    key = ANN.game_key(v["role"], v["genesis"], v["head"], v.get("nonce", ""))
    assert key.root.hex() == v["key"]
    assert key.x25519 == v["x25519"]
    assert key.chain(v["chain_id"]).seed.hex() == v["chain_seed"]
    assert key.secret(v["secret_info"], 16).hex() == v["secret"]
    assert ANN.public_in(key) == Keys(ANN.name, ANN.public.ssh, v["x25519"])


@pytest.mark.parametrize("v", V["hashes"]["vectors"], ids=lambda v: v["tag"])
def test_hashes(v: dict[str, Any]) -> None:
    assert H(v["tag"], *v["fields"]) == v["hash"]
    text = f"pbem2/{v['tag']}\n" + "".join(f"{field}\n" for field in v["fields"])
    assert hashlib.sha256(text.encode()).hexdigest() == v["hash"]


def test_there_is_a_vector_for_every_tag() -> None:
    in_duels = {"policy"}  # tests/duel/test_vectors.py
    assert {v["tag"] for v in V["hashes"]["vectors"]} | in_duels == set(FIELD_COUNTS)


@pytest.mark.parametrize("v", V["state"]["vectors"], ids=lambda v: v["spelt"])
def test_state(v: dict[str, str]) -> None:
    assert canonical.spell(v["state"].encode()).decode() == v["spelt"]
    assert state_hash(v["state"].encode()) == v["hash"]


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


@pytest.mark.parametrize("v", V["chains"]["vectors"], ids=lambda v: f"base {v['base']}")
def test_chain(v: dict[str, Any]) -> None:
    chain = Chain(bytes.fromhex(v["seed"]), v["chain_id"], v["base"])
    assert chain.anchor == v["anchor"]
    for number, link in zip(v["numbers"], v["links"], strict=True):
        assert chain.link(number) == link


def test_dice_and_shuffles() -> None:
    v = V["dice"]
    witnesses, sides = ([RevealedLink(**one) for one in v[who]] for who in ("witnesses", "sides"))
    for die in v["rolls"]:
        stream = dice(v["genesis"], witnesses, sides)
        rolled = stream.roll(die["label"], die["occurrence"], die["sides"])
        assert rolled == die["value"]
    for deck in v["shuffles"]:
        stream = shuffling(v["genesis"], deck["k"], v["deck_link"], witnesses, sides)
        assert stream.shuffle(deck["label"], deck["occurrence"], deck["count"]) == deck["order"]


def test_deck_salt() -> None:
    v = V["deck_salt"]
    assert commitment.deck_salt(v["deck_link"], v["position"]) == v["salt"]


def test_commitments() -> None:
    v = V["commitments"]
    orders = bodies.decode(Orders, v["orders"].encode(), LIMIT)
    key = (v["genesis"], v["side"])
    assert commitment.commit_orders(*key, "order", 7, 2, orders) == v["order_7_2"]
    assert commitment.commit_orders(*key, "standing", 3, 0, orders) == v["standing_3"]
    first, padding = orders.statements[0], v["padding_salt"]
    assert commitment.commit_statement(*key, 7, 2, 1, first.salt, first.text) == v["statement_1"]
    assert commitment.commit_statement(*key, 7, 2, 2, padding, "") == v["statement_2"]


def test_sealing() -> None:
    v = V["sealing"]
    gm, ann = (GameKey(bytes.fromhex(v[name])) for name in ("gm_key", "york_key"))
    info, plaintext, pad_to = v["info"].encode(), v["plaintext"].encode(), v["pad_to"]
    assert seal.seal_info(v["genesis"], "york", "gm", "order", 7, 1, 64 * "a") == info
    assert seal.unseal(gm, info, v["sealed_to_gm"]) == plaintext
    assert seal.deal(gm, ann.x25519, info, plaintext, pad_to) == v["dealt_by_gm"]
    assert seal.undeal(ann, gm.x25519, info, v["dealt_by_gm"]) == plaintext
    assert seal.store(gm, info, plaintext) == v["stored_by_gm"]
    assert seal.unstore(gm, info, v["stored_by_gm"]) == plaintext


@pytest.mark.parametrize("v", V["infos"]["vectors"], ids=lambda v: v["purpose"])
def test_infos(v: dict[str, Any]) -> None:
    assert seal.info(v["purpose"], v["genesis"], *v["fields"]).decode() == v["info"]


@pytest.mark.parametrize("v", V["envelopes"]["vectors"], ids=lambda v: v["kind"])
def test_envelopes(v: dict[str, str]) -> None:
    signed: envelope.Signed
    match v["kind"]:
        case "REVEAL":
            signed = envelope.read_reveal(v["text"])
        case "REFUSAL":
            signed = envelope.read_refusal(v["text"])
        case kind:
            signed = envelope.from_text(v["text"], kind)
    envelope.verify(signed, ANN.public)
    assert envelope.raw(signed).decode() == v["body"]
    assert signed.sig == v["signature"] == ANN.sign(v["namespace"], v["body"].encode())
    assert envelope.digest(signed) == v["digest"]
    assert envelope.to_text(signed) == v["text"]


def test_entry() -> None:
    v = V["entry"]
    entry = Entry(v["body"].encode(), v["signature"])
    entry.verify(GM.public, v["game"], entry.n)
    assert (entry.head, entry.sha512) == (v["head"], v["sha512"])
    assert Entry.signed(GM, entry.body, v["game"]) == entry


def test_genesis() -> None:
    v = V["genesis"]
    body = bodies.decode(EntryBody, v["body"].encode(), LIMIT)
    assert hashlib.sha256(v["body"].encode()).hexdigest() == v["hash"]
    assert stub_hash(body, veiled=False) == v["stub"]
    assert hashlib.sha256(v["stub_body"].encode()).hexdigest() == v["stub"]
    assert stub_hash(body, veiled=True) == v["veiled_stub"]
    assert GM.game_key("gm", v["stub"], "").root.hex() == v["gm_key"]


def test_the_shell_command_in_the_specification() -> None:
    """PROTOCOL.md section 1 shows how to check a die of the frozen save by hand."""
    specification = Path(hashing.__file__).with_name("PROTOCOL.md").read_text(encoding="utf-8")
    command = re.search(r"printf 'pbem2/dice.*?sha256sum", specification, re.DOTALL)
    shown = re.search(r"The first byte is `(..)`.* = (\d)\.", specification)
    assert command
    assert shown
    done = subprocess.run(["sh", "-c", command[0]], capture_output=True, text=True, check=True)
    assert done.stdout[:2] == shown[1]
    roll = save.read((FOLDER / "vector_save.toml").read_bytes()).entries[3].body.record.rolls[0]
    assert roll == Rolled(label="parley st_albans#1", sides=6, value=int(shown[2]))


def test_save() -> None:
    frozen = (FOLDER / "vector_save.toml").read_bytes()
    assert played().bytes() == frozen
    assert list(save.read(frozen).entries) == played().entries


def test_what_is_sealed_in_the_save_opens_for_the_gm_and_its_author() -> None:
    log, opened = played(), 0
    for entry in save.read((FOLDER / "vector_save.toml").read_bytes()).entries:
        body = entry.body.step.order.body if isinstance(entry.body.step, bodies.Mailed) else None
        if not isinstance(body, bodies.Order):
            continue
        opened += 1
        for part, key in zip(body.sealed, (GM_KEY, log.keys[body.author]), strict=True):
            info = seal.seal_info(
                GAME, body.author, part.to, "order", body.question, body.revision, body.head
            )
            orders = msgspec.json.decode(seal.unseal(key, info, part.data), type=Orders)
            assert (
                commitment.commit_orders(
                    GAME, body.author, "order", body.question, body.revision, orders
                )
                == body.commitment
            )
    assert opened == 4
