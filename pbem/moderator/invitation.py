"""A new game: the GM's genesis, and a player's signed accept."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from pbem.engine.scenarios import find_scenario
from pbem.errors import UnknownSide
from pbem.games import find
from pbem.moderator import veiled_log
from pbem.moderator.ledger import Ledger
from pbem.protocol.chain import Chain
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.keys import GameKey, Identity

NONCE_BYTES = 32


def new_genesis(
    gm: Identity,
    rules_name: str,
    scenario: str,
    invited: Mapping[str, str],
    options: Mapping[str, Any],
    nonce: bytes | None = None,
    data: Mapping[str, str] | None = None,
) -> Entry:
    """Entry 0 of a new game: the GM's chains are fixed here, before any player's.

    Args:
        invited: side to whom it is offered; with a `SHA256:` fingerprint in it only that key may sit down.
        data: files in place of the rule set's own, name to TOML; they travel in the genesis.

    Raises:
        BadData, UnknownGame, UnknownScenario, UnknownSide, BadOption.
    """
    rules = find(rules_name, data)
    if nonce is not None and len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes")
    for side in invited:
        if side not in rules.sides:
            raise UnknownSide(side=side, known=", ".join(rules.sides))
    scenario = find_scenario(rules.scenarios(), scenario)
    rules.setup(scenario, options)  # raises BadOption
    nonce_hex = (nonce or os.urandom(NONCE_BYTES)).hex()
    slug = re.sub(r"[^a-z0-9]+", "-", rules.scenarios()[scenario].lower()).strip("-")
    game = f"{slug}-{nonce_hex[:8]}"
    key = gm.game_key(nonce_hex)

    def anchor(name: str) -> str:
        return gm_chain(key, game, name).anchor

    body = {
        "v": 1,
        "type": "genesis",
        "n": 0,
        "prev": "",
        "game": game,
        "nonce": nonce_hex,
        "rules": rules.name,
        "rules_version": rules.version,
        "data_hash": rules.data_hash(),
        "scenario": scenario,
        "options": dict(options),
        "gm": gm.public_in(nonce_hex).to_dict(),
        "sides": list(rules.sides),
        "invited": {side: invited.get(side, "") for side in rules.sides},
        "anchors": {
            "answer": {side: anchor(f"answer/{side}") for side in rules.sides},
            "deck": anchor("deck"),
        },
        "state_hash": "",
    }
    if data:
        body["data"] = dict(data)
    ledger = Ledger(body)
    body["state_hash"] = ledger.state_hash(veiled_log.salt(key, ledger, 0))
    return Entry.signed(gm, body)


def gm_chain(gm: GameKey, game: str, name: str) -> Chain:
    """The GM's chain `answer/<side>` or `deck`."""
    chain_id = f"{game}/{name}"
    return Chain(gm.chain_seed(chain_id), chain_id)


def move_chain(player: GameKey, ledger: Ledger, side: str) -> Chain:
    """A player's own chain; whose link k his order k reveals."""
    chain_id = ledger.chain("move", side)
    return Chain(player.chain_seed(chain_id), chain_id)


def accept(player: Identity, ledger: Ledger, side: str, head: str) -> Envelope:
    """A player's signed accept for a side. Raises UnknownSide, SideTaken, UnknownKey."""
    if side not in ledger.sides:
        raise UnknownSide(side=side, known=", ".join(ledger.sides))
    envelope = Envelope.signed(
        player,
        ORDER_NAMESPACE,
        {
            "v": 1,
            "type": "accept",
            "game": ledger.game,
            "from": side,
            "head": head,
            "name": player.name,
            "keys": player.public_in(ledger.genesis["nonce"]).to_dict(),
            "anchor": move_chain(player.game_key(ledger.genesis["nonce"]), ledger, side).anchor,
        },
    )
    ledger.check_accept(envelope, [head])
    return envelope
