"""The frozen vectors of duels, recomputed by the program and by the verifier that a stranger wrote."""

from __future__ import annotations

import hashlib
import tomllib
from typing import Any

import pytest

from pbem.protocol import bodies, dice, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelEnvelope, DuelGenesis
from pbem.protocol.commitment import commit_policy
from pbem.protocol.dice import RevealedLink
from pbem.protocol.entry import stub_hash
from pbem.protocol.keys import Identity
from tests.independent.table import Chain, die
from tests.independent.wire import hkdf
from tests.says import sentence

from .strangers import stranger_says
from .write_vectors import DUEL, VECTORS

V: dict[str, Any] = tomllib.loads(VECTORS.read_text(encoding="utf-8"))
PEOPLE = ["founder", "joiner", "claimant"]


def test_the_file_of_a_duel() -> None:
    save, order = savefile.read_duel(DUEL.read_bytes())
    assert order is None
    first = save.entries[0].body
    assert isinstance(first.step, DuelGenesis)
    assert save.entries[0].head == V["genesis"]
    assert first.step.nonce == V["nonce"]
    assert stub_hash(first, veiled=False) == V["stub"]
    for n, entry in enumerate(save.entries):
        entry.check_follows(save.entries[n - 1] if n else None)
    lines = stranger_says(DUEL.read_bytes())
    assert lines[-1].startswith("good: standard_1455-")
    assert any(
        line.startswith(
            sentence("games.warriors.position_words.WarriorsWords.now", word="game")
            + " since entry"
        )
        for line in lines
    )


@pytest.mark.parametrize("name", PEOPLE)
def test_keys_and_chains(name: str) -> None:
    v, claim = V[name], V["claim"]
    identity = Identity(bytes.fromhex(v["root"]), v["name"])
    side = v["chains"][0]["id"].removeprefix("move/")
    ends = {
        "founder": (V["stub"], ""),
        "joiner": (V["genesis"], V["genesis"]),
        "claimant": (V["genesis"], claim["head"]),
    }[name]
    nonce = claim["nonce"] if name == "claimant" else ""
    key = identity.game_key(side, *ends, nonce)
    assert key.root.hex() == v["key"]
    assert key.x25519 == v["x25519"]
    info = "/".join(("pbem2/game", side, *ends, *([nonce] if nonce else [])))
    assert hkdf(identity.root, info).hex() == v["key"]
    for row in v["chains"]:
        chain = key.chain(row["id"], row["base"])
        assert (chain.anchor, chain.link(row["base"] + 1)) == (row["anchor"], row["first"])
        seed = hkdf(bytes.fromhex(v["key"]), f"pbem2/chain/{row['id']}")
        links = Chain(row["id"], row["base"], row["anchor"]).links(seed)
        assert (links[row["base"]], links[row["base"] + 1]) == (row["anchor"], row["first"])


def test_a_die_hangs_on_two_witnesses_and_two_sides() -> None:
    v = V["dice"]
    ends = [[RevealedLink(**one) for one in v[who]] for who in ("witnesses", "sides")]
    rolled = dice.dice(V["genesis"], *ends).roll(v["label"], 1, v["sides_of_die"])
    assert rolled == v["value"]
    fields = [x for one in (*v["witnesses"], *v["sides"]) for x in (one["number"], one["link"])]
    label = f"{v['label']}#1"
    assert die([V["genesis"], *fields, label], v["sides_of_die"]) + 1 == v["value"]


@pytest.mark.parametrize("v", V["said"], ids=lambda v: v["type"])
def test_what_players_say(v: dict[str, str]) -> None:
    raw = f'{{"body":{v["body"]},"sig":"{v["sig"]}"}}'.encode()
    mail = bodies.decode(DuelEnvelope, raw, envelope.LIMIT)
    assert bodies.encode_again(mail.body).decode() == v["body"]
    assert envelope.digest(mail) == v["digest"]
    people = {Identity(bytes.fromhex(V[who]["root"]), V[who]["name"]) for who in PEOPLE}
    signed = [one for one in people if one.sign("pbem2-duel", v["body"].encode()) == v["sig"]]
    assert len(signed) == 1
    envelope.verify(mail, signed[0].public)


def test_there_is_a_vector_for_each_thing_that_players_say() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in bodies.DuelSaid.__args__}  # type: ignore[attr-defined]
    assert {v["type"] for v in V["said"]} == kinds


def test_the_commitment_of_a_policy() -> None:
    fields = ("ab" * 32, "york", 4, "levy", "00" * 16, "levy all; ask")
    right = "8ef4f7136e4c9d763eb15d7adb9e7c5b5a8d736d4174b81506a5121da3918f67"
    text = hashlib.sha256(b"levy all; ask").hexdigest()
    spelled = "".join(f"{field}\n" for field in (*fields[:5], text))
    assert hashlib.sha256(f"pbem2/policy\n{spelled}".encode()).hexdigest() == right
    assert commit_policy(*fields) == right
