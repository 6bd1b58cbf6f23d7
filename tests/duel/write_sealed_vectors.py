"""Write the frozen vectors of what is sealed in duels: python -m tests.duel.write_sealed_vectors

`vector_sealed.toml` is the file of a duel at Towton that is over: York has sealed a Plan and two policies, and both have
revealed their keys. `vectors_sealed.toml` has what these keys open. After a release nobody runs this: what is frozen stays.
"""

from __future__ import annotations

from pathlib import Path

import tomli_w

from pbem.ledger.duel_secrets import Secrets
from pbem.protocol import save as savefile
from pbem.protocol.keys import GameKey

from .test_audit import ended

FOLDER = Path(__file__).parent
SEALED, SEALED_VECTORS = FOLDER / "vector_sealed.toml", FOLDER / "vectors_sealed.toml"


def vectors(data: bytes) -> dict[str, object]:
    """What the revealed keys of a finished duel open."""
    save, _ = savefile.read_duel(data)
    rows = []
    for reveal in save.reveals:
        side, key = reveal.body.author, GameKey(bytes.fromhex(reveal.body.key))
        secrets = Secrets.with_keys(save.entries, [key], side)
        for order in secrets.orders:
            cards, policies = secrets.stack(order) or [], secrets.policies(order) or []
            if not cards and not policies:
                continue
            rows.append(
                {
                    "side": side,
                    "question": order.question,
                    "key": reveal.body.key,
                    "cards": [
                        {
                            "slot": c.slot,
                            "salt": c.salt,
                            "card": c.card,
                            "commitment": row.commitment,
                        }
                        for c, row in zip(cards, order.plan, strict=True)
                    ],
                    "copy": order.copy,
                    "policies": [
                        {
                            "kind": p.kind,
                            "salt": p.salt,
                            "text": p.text,
                            "commitment": row.commitment,
                        }
                        for p, row in zip(policies, order.policies, strict=True)
                    ],
                    "kept": order.kept,
                }
            )
    return {"genesis": save.entries[0].head, "orders": rows}


def write() -> None:
    """Write both files."""
    data = ended().player.email()
    SEALED.write_bytes(data)
    text = tomli_w.dumps(vectors(data))
    title = "# What is sealed in a duel (PROTOCOL.md, section 19). Frozen."
    SEALED_VECTORS.write_text(f"{title}\n\n{text}", "utf-8")


if __name__ == "__main__":
    write()
