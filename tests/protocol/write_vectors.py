"""Write the frozen vectors of a new format: python -m tests.protocol.write_vectors

Everything that follows from the small game: `vector_save.toml`, the tables of `vectors.toml` from [envelopes] on, and the
die that PROTOCOL.md computes with a shell. After a release nobody runs this: what is frozen stays.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from pbem.protocol import bodies, envelope, hashing
from pbem.protocol.entry import stub_hash
from pbem.protocol.envelope import Signed
from tests.says import sentence

from .small_game import GAME, GENESIS, GM_KEY, PLAYERS, Log, order_of, played

FOLDER = Path(__file__).parent
SAVE = FOLDER / "vector_save.toml"
VECTORS = FOLDER / "vectors.toml"
SPECIFICATION = Path(hashing.__file__).with_name("PROTOCOL.md")


def envelopes(log: Log) -> Iterator[tuple[str, Signed]]:
    """One of each kind of armour, with its namespace, by Anne."""
    ann = PLAYERS["york"]
    accept, order, word = (order_of(log.entries[n]) for n in (1, 3, 6))
    yield from (("pbem2-said", one) for one in (order, accept, word))
    key = log.keys["york"].root.hex()
    reveal = bodies.Reveal(v=2, game=GAME, author="york", key=key)
    yield "pbem2-reveal", envelope.sign_reveal(ann, reveal)
    refusal = bodies.Refusal(
        v=2,
        game=GAME,
        order=envelope.digest(order),
        head=order_of(log.entries[6]).body.head,
        why="IllegalOrder",
        words="`march: fly` is not possible.",
    )
    yield "pbem2-refusal", envelope.sign_refusal(ann, refusal)


def tables(log: Log) -> str:
    """The end of `vectors.toml`, from [envelopes] on."""
    lines = ["[envelopes]", ""]
    for namespace, signed in envelopes(log):
        lines += [
            "[[envelopes.vectors]]",
            f'kind = "{envelope.kind(signed)}"',
            f'namespace = "{namespace}"',
            f"body = '{envelope.raw(signed).decode()}'",
            f'signature = "{signed.sig}"',
            f'digest = "{envelope.digest(signed)}"',
            f"text = '''\n{envelope.to_text(signed)}'''",
            "",
        ]
    entry = log.entries[1]
    stub = json.loads(GENESIS.raw)
    del stub["step"]["gm"]["x25519"], stub["step"]["anchors"]
    spelt = json.dumps(stub, separators=(",", ":"), sort_keys=True)
    lines += [
        "[entry]",
        f'game = "{GAME}"',
        f"body = '{entry.raw.decode()}'",
        f'signature = "{entry.signature}"',
        f'head = "{entry.head}"',
        f'sha512 = "{hashlib.sha512(entry.raw).hexdigest()}"',
        "",
        "[genesis]",
        f"body = '{GENESIS.raw.decode()}'",
        f'hash = "{GAME}"',
        f"stub_body = '{spelt}'",
        f'stub = "{stub_hash(GENESIS.body, veiled=False)}"',
        f'veiled_stub = "{stub_hash(GENESIS.body, veiled=True)}"',
        f'gm_key = "{GM_KEY.root.hex()}"',
        "",
    ]
    return "\n".join(lines)


def die(log: Log) -> str:
    """The end of section 1 of PROTOCOL.md: how to check the first die of the save."""
    roll = log.entries[3].body.record.rolls[0]
    order = order_of(log.entries[3]).body
    assert isinstance(order, bodies.Order)
    joined = log.entries[2].body.step
    assert isinstance(joined, bodies.Joined)
    assert joined.ready is not None
    second = joined.ready.body
    assert isinstance(second, bodies.Ready)
    links = ((1, log.entries[3].body.record.link), (1, order.link), (1, second.link))
    fields = [GAME, *(str(one) for link in links for one in link)]
    found = hashing.H("dice", *fields, roll.label, 0)
    first = int(found[:2], 16)
    blanks = r"%s\n" * (len(fields) + 2)
    shown = [
        f"printf 'pbem2/dice\\n{blanks}' \\",
        f"  {GAME} \\",
        *(f"  {number} {link} \\" for number, link in links),
        sentence("proof.by_hand.die", roll.label, 0),
    ]
    command = "\n".join(f"    {line}" for text in shown for line in text.splitlines())
    name, _, times = roll.label.partition("#")
    return (
        f"Entry 3 says that `{name}#{times}` came up {roll.value}:\n\n{command}\n\nThe first byte is `{found[:2]}`, "
        f"that is {first}; {first} is below 252, and {first} mod 6 + 1 = {roll.value}."
    )


def write() -> None:
    """Write all three files."""
    log = played()
    SAVE.write_bytes(log.bytes())
    text = VECTORS.read_text(encoding="utf-8")
    head = text[: text.index("[envelopes]")]
    VECTORS.write_text(head + tables(log), encoding="utf-8")
    text = SPECIFICATION.read_text(encoding="utf-8")
    shown = re.search(r"Entry 3 says that `.*? mod 6 \+ 1 = \d\.", text, re.DOTALL)
    assert shown
    SPECIFICATION.write_text(text.replace(shown[0], die(log)), encoding="utf-8")


if __name__ == "__main__":
    write()
