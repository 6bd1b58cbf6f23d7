"""The frozen vectors of what is sealed in duels, recomputed by the program and from the page alone."""

from __future__ import annotations

import hashlib
import json
import tomllib
from typing import Any

import pytest

from pbem.proof.duel_audit import audit_duel
from pbem.protocol import save as savefile
from pbem.protocol import seal
from pbem.protocol.keys import GameKey
from tests.independent.wire import H, hkdf

from .strangers import stranger_says
from .write_sealed_vectors import SEALED, SEALED_VECTORS, vectors

V: dict[str, Any] = tomllib.loads(SEALED_VECTORS.read_text(encoding="utf-8"))


def test_the_file_is_good_and_its_keys_prove_all_of_it() -> None:
    data = SEALED.read_bytes()
    assert stranger_says(data)[-1].startswith("good: Ib-")
    save, order = savefile.read_duel(data)
    assert order is None
    audit = audit_duel(save.entries, save.reveals)
    assert not audit.contradicted
    assert len(audit.findings) == 6
    assert vectors(data) == V


@pytest.mark.parametrize("v", V["orders"], ids=lambda v: f"{v['side']} {v['question']}")
def test_what_the_page_says_gives_these_bytes(v: dict[str, Any]) -> None:
    game, key = V["genesis"], bytes.fromhex(v["key"])
    copies = (
        ("stack", v["copy"], v["cards"], " ".join(row["card"] for row in v["cards"])),
        ("policies", v["kept"], v["policies"], as_json(v["policies"])),
    )
    for purpose, sealed, rows, text in copies:
        whole = hashlib.sha256(text.encode()).hexdigest()
        for row in rows:
            name = row.get("slot") or f"{v['question']}/{row['kind']}"
            salted = f"{'stack' if purpose == 'stack' else 'policy'}/{name}/{whole}"
            assert hkdf(key, f"pbem2/secret/{salted}", 16).hex() == row["salt"]
            assert committed(game, v, row) == row["commitment"]
        if rows:
            commitments = "".join(row["commitment"] for row in rows).encode()
            info = seal.info(purpose, game, hashlib.sha256(commitments).hexdigest())
            assert seal.unstore(GameKey(key), info, sealed) == text.encode()


def as_json(rows: list[dict[str, str]]) -> str:
    texts = {row["kind"]: row["text"] for row in rows}
    return json.dumps(texts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def committed(game: str, v: dict[str, Any], row: dict[str, str]) -> str:
    if "slot" in row:
        return H("plan", game, *row["slot"].split(":")[1:], row["salt"], row["card"])
    text = hashlib.sha256(row["text"].encode()).hexdigest()
    return H("policy", game, v["side"], v["question"], row["kind"], row["salt"], text)
