"""Write the frozen vectors of duels: python -m tests.duel.write_vectors

`vector_duel.toml` is the file of a short duel in which everything happens once, and `vectors.toml` what follows from it
without the rules of a game. After a release nobody runs this: what is frozen stays.
"""

from __future__ import annotations

from pathlib import Path

import tomli_w

from pbem.duel import founding
from pbem.duel.duellist import Duellist
from pbem.protocol import bodies, dice, envelope
from pbem.protocol.bodies import DuelClaim, DuelGenesis
from pbem.protocol.entry import stub_hash
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.offices import DUELLIST, chain_of

from .table import ANN, BOB, NONCE, Machine
from .test_orders import asked
from .test_proposals import exchange, moved

FOLDER = Path(__file__).parent
DUEL, VECTORS = FOLDER / "vector_duel.toml", FOLDER / "vectors.toml"
LATE = b"c" * 32
"""The nonce of the claim."""


def whole() -> tuple[Machine, Machine]:
    """Two players after a duel that holds each kind of what players say."""
    one, other = moved(*asked("vectors"), 2)
    one.player.decide(["fly to the moon"])
    exchange(one, other)
    for kind, answer in (("takeback", "agree"), ("draw", "decline")):
        one.player.propose(kind, entry=6 if kind == "takeback" else 0, text="What do you say?")
        exchange(one, other)
        getattr(other.player, answer)()
        exchange(one, other)
        one, other = (one, other) if one.player.decides else (other, one)
        if kind == "takeback":
            one, other = moved(one, other, 2)
    one.player = Duellist.recover(one.player.identity, other.player.email(), LATE)
    exchange(one, other)
    one, other = moved(one, other, 2)
    one, other = (one, other) if one.player.decides else (other, one)
    one.player.resign()
    exchange(one, other)
    return one, other


def chains(key: GameKey, side: str, numbers: dict[str, int]) -> list[dict[str, object]]:
    """Each chain of a player: its id, its base, its anchor and the first link."""
    rows = []
    for member in DUELLIST:
        base = numbers.get(member, 0)
        chain = key.chain(chain_of(side, member), base)
        rows.append(
            {
                "id": chain_of(side, member),
                "base": base,
                "anchor": chain.anchor,
                "first": chain.link(base + 1),
            }
        )
    return rows


def player(identity: Identity, key: GameKey, rows: list[dict[str, object]]) -> dict[str, object]:
    return {
        "root": identity.root.hex(),
        "name": identity.name,
        "key": key.root.hex(),
        "x25519": key.x25519,
        "chains": rows,
    }


def vectors(duel: Duellist) -> dict[str, object]:
    """What follows from the log of a duel."""
    entries = duel.entries
    genesis = entries[0].body.step
    assert isinstance(genesis, DuelGenesis)
    said = [entry.body.step.order for entry in entries[1:]]
    (claim,) = (mail.body for mail in said if isinstance(mail.body, DuelClaim))
    seats = duel.ledger.seats
    founder = founding.founder_key(ANN, entries[0].body)
    joiner = BOB.game_key("lancaster", entries[0].head, entries[0].head)
    claimant = next(p for p in (ANN, BOB) if p.ssh == seats[claim.author].keys.ssh)
    late = claimant.game_key(claim.author, entries[0].head, claim.head, claim.nonce)
    links = duel.ledger.chains
    ends = (
        [dice.RevealedLink(links.answers[s].number, links.answers[s].link) for s in genesis.sides],
        [dice.RevealedLink(links.latest[s].number, links.latest[s].link) for s in genesis.sides],
    )
    stream = dice.dice(entries[0].head, *ends)
    kinds = {str(type(mail.body).__struct_config__.tag): mail for mail in said}
    return {
        "nonce": NONCE.hex(),
        "genesis": entries[0].head,
        "stub": stub_hash(entries[0].body, veiled=False),
        "founder": player(ANN, founder, chains(founder, "york", {})),
        "joiner": player(BOB, joiner, chains(joiner, "lancaster", {})),
        "claimant": player(claimant, late, chains(late, claim.author, dict(claim.numbers))),
        "claim": {"side": claim.author, "head": claim.head, "nonce": claim.nonce},
        "dice": {
            "witnesses": [{"number": one.number, "link": one.link} for one in ends[0]],
            "sides": [{"number": one.number, "link": one.link} for one in ends[1]],
            "label": "york attacks yorkshire",
            "sides_of_die": 6,
            "value": stream.roll("york attacks yorkshire", 1, 6),
        },
        "said": [
            {
                "type": kind,
                "body": bodies.encode_again(mail.body).decode(),
                "sig": mail.sig,
                "digest": envelope.digest(mail),
            }
            for kind, mail in kinds.items()
        ],
    }


def write() -> None:
    """Write both files."""
    one, _ = whole()
    DUEL.write_bytes(one.player.email())
    text = tomli_w.dumps(vectors(one.player))
    VECTORS.write_text(f"# Vectors of duels (PROTOCOL.md, section 19). Frozen.\n\n{text}", "utf-8")


if __name__ == "__main__":
    write()
