"""What one person can open of a game's hidden cards: the GM all, a player his own."""

from __future__ import annotations

from typing import Any

from pbem.engine import codec
from pbem.engine.play import Checkpoint, Play
from pbem.engine.script import Cursor
from pbem.engine.standing import Standing
from pbem.moderator import shape, veiled_log
from pbem.moderator.book import Opening, deal_info
from pbem.moderator.ledger import GM, Ledger, read_rest, rest_rows
from pbem.moderator.sealed import unseal
from pbem.protocol import canonical, seal
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save

STORE_LIMIT = 2**22
DEAL_LIMIT = 4096


def store(gm: Identity, ledger: Ledger, head: str) -> str:
    """All secrets on the table, sealed to the GM itself; "" if there are none."""
    book = [[slot, o.salt, o.card] for slot, o in sorted(ledger.book.secrets.items())]
    standing = [[side, _standing_rows(s)] for side, s in sorted(ledger.standing.items())]
    told: dict[str, Any] = {"book": book, "standing": standing}
    if ledger.veiled:
        told["step"] = codec.dump(ledger.play.checkpoint)
        told["rest"] = rest_rows(ledger.rest)
    elif not book and not standing:
        return ""
    plain = canonical.encode(told)
    return seal.store(gm, _info(ledger.game, head), plain)


def _standing_rows(standing: Standing) -> list[Any]:
    return [
        [[kind, text] for kind, text in standing.reactions.items()],
        [[slot, text] for slot, text in standing.scripts.items()],
        [[slot, codec.dump(cursor)] for slot, cursor in standing.cursors.items()],
    ]


def _standing(rows: list[Any]) -> Standing:
    reactions, scripts, cursors = rows
    under_way = {slot: codec.load(Cursor, cursor) for slot, cursor in cursors}
    return Standing(dict(reactions), dict(scripts), under_way)


def learn(identity: Identity | None, ledger: Ledger, save: Save, head: str) -> None:
    """Fill the ledger's book with what this identity can open.

    Raises:
        BadOpening: a card is not the one that was committed to.
    """
    role = ledger.side_of(identity.public) if identity else ""
    if identity is None or not role:
        return
    if role == GM:
        sealed = save.sections.get("secrets", {}).get("sealed", "")
        if sealed:
            plain = seal.unstore(identity, _info(ledger.game, head), sealed)
            data = canonical.decode(plain, STORE_LIMIT)
            for slot, salt, card in data["book"]:
                ledger.book.secrets[slot] = Opening(salt, card)
            ledger.standing = {side: _standing(rows) for side, rows in data["standing"]}
            if "step" in data:
                ledger.rest = read_rest(data["rest"])
                ledger.play = Play(ledger.rules, codec.load(Checkpoint, data["step"]))
                if ledger.begun:
                    ledger.play.resume()
        return
    if "packets" in save.sections:
        packets = save.sections["packets"]
        ledger.play = veiled_log.open_packet(ledger, packets, head, identity, role)
    ledger.standing[role] = own_standing(identity, ledger, role, save)
    hand = ledger.hand(role)
    missing = {slot for slot in hand if slot in ledger.book.commitments}
    for entry in reversed(save.entries[1:]):
        if not missing:
            return
        if not any(slot.encode() in entry.raw for slot in missing):
            continue  # parsing a long log takes longer than searching it
        for slot, opening in told(identity, ledger, role, entry).items():
            if slot in missing:
                ledger.book.learn(ledger.game, slot, opening.salt, opening.card)
                missing.discard(slot)


def own_standing(player: Identity, ledger: Ledger, side: str, save: Save) -> Standing:
    """A player's own standing orders, as he sealed them: the last policies, and the scripts of the
    cards that are still to come."""
    hand = set(ledger.hand(side))
    standing = Standing()
    found = False
    for entry in reversed(save.entries[1:]):
        if found and not hand:
            break
        if b'"sealed":[{"' not in entry.raw or entry.body["order"]["body"]["from"] != side:
            continue
        secret = unseal(player, entry.body["order"]["body"], side)
        if secret.reactions is not None and not found:
            standing.reactions, found = secret.reactions, True
        for slot, text in secret.scripts.items():
            if slot in hand:
                standing.scripts.setdefault(slot, text)
        if secret.cards:
            hand -= set(secret.cards)
    standing.scripts = {slot: text for slot, text in standing.scripts.items() if text}
    return standing


def told(player: Identity, ledger: Ledger, side: str, entry: Entry) -> dict[str, Opening]:
    """What one entry tells this player alone: his own sealed stack, cards dealt to him."""
    body = entry.body
    if body["type"] != "order":
        return {}
    found: dict[str, Opening] = {}
    if body["order"]["body"]["from"] == side:
        found |= unseal(player, body["order"]["body"], side).cards
    for deal in body["deals"]:
        if deal["to"] == side:
            info = deal_info(ledger.game, deal["slot"])
            plain = seal.undeal(player, ledger.gm, info, deal["sealed"])
            data = canonical.decode(plain, DEAL_LIMIT)
            shape.require(data, shape.ORDER_PARTS["openings"])
            found[data["slot"]] = Opening(data["salt"], data["card"])
    return found


def _info(game: str, head: str) -> bytes:
    return f"pbem1/secrets\n{game}\n{head}".encode()
