"""What one person can open of a game's hidden cards: the GM all, a player his own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine import codec
from pbem.engine.play import Checkpoint, Play
from pbem.engine.script import Cursor
from pbem.engine.standing import Standing
from pbem.moderator import shape, veiled_log
from pbem.moderator.book import Opening, deal_info
from pbem.moderator.desk import living
from pbem.moderator.ledger import GM, Ledger
from pbem.moderator.rest import read_rest, rest_rows
from pbem.moderator.sealed import unseal
from pbem.moderator.seat import open_escrow
from pbem.protocol import canonical, seal
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.save import Save

STORE_LIMIT = 2**22
DEAL_LIMIT = 4096
HAND_BUCKET = 8192


def store(gm: GameKey, ledger: Ledger, head: str) -> str:
    """All secrets on the table, sealed to the GM itself; "" if there are none."""
    book = [[slot, o.salt, o.card] for slot, o in sorted(ledger.book.secrets.items())]
    standing = [[side, _standing_rows(s)] for side, s in sorted(ledger.standing.items())]
    told: dict[str, Any] = {"book": book, "standing": standing}
    if ledger.veiled:
        told["step"] = codec.dump(ledger.play.checkpoint)
        told["rest"] = rest_rows(ledger.rest)
        told["imposed"] = [[side, line] for side, line in sorted(ledger.desk.imposed.items())]
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
        _learn_as_gm(identity, ledger, save, head)
        return
    key = identity.game_key(ledger.genesis["nonce"])
    if "packets" in save.sections:
        packets = save.sections["packets"]
        ledger.play = veiled_log.open_packet(ledger, packets, head, key, role)
    ledger.standing[role] = own_standing(key, ledger, role, save)
    hand = ledger.hand(role)
    missing = {slot for slot in hand if slot in ledger.book.commitments}
    for entry in counting(ledger, save, role):
        if not missing:
            return
        if not any(slot.encode() in entry.raw for slot in missing) and not _hands_over(entry):
            continue  # parsing a long log takes longer than searching it
        for slot, opening in told(key, ledger, role, entry).items():
            if slot in missing:
                ledger.book.learn(ledger.game, slot, opening.salt, opening.card)
                missing.discard(slot)


def _learn_as_gm(gm: Identity, ledger: Ledger, save: Save, head: str) -> None:
    ledger.key = gm_key(gm, ledger, save)
    sealed = save.sections.get("secrets", {}).get("sealed", "")
    if not sealed:
        return
    plain = seal.unstore(ledger.key, _info(ledger.game, head), sealed)
    data = canonical.decode(plain, STORE_LIMIT)
    for slot, salt, card in data["book"]:
        ledger.book.secrets[slot] = Opening(salt, card)
    ledger.standing = {side: _standing(rows) for side, rows in data["standing"]}
    if "step" in data:
        ledger.rest = read_rest(data["rest"])
        ledger.desk.imposed = dict(data["imposed"])
        ledger.play = Play(ledger.rules, codec.load(Checkpoint, data["step"]))
        if ledger.begun:
            ledger.play.resume()


def gm_key(gm: Identity, ledger: Ledger, save: Save) -> GameKey:
    """The GM's secrets of a game: his own, or those that a GM before him handed over.

    Raises:
        BadOpening: what was handed over does not open.
    """
    if gm.public.ssh != ledger.genesis["gm"]["ssh"]:
        for entry in save.entries:
            if b'"type":"gm"' not in entry.raw or entry.type != "gm":
                continue
            if entry.body["order"]["body"]["keys"]["ssh"] == gm.public.ssh:
                return open_escrow(gm, ledger, entry.body, entry.n)
    return gm.game_key(ledger.genesis["nonce"])


def counting(ledger: Ledger, save: Save, side: str) -> Iterator[Entry]:
    """The entries that count for a side's present player, from the last one back."""
    seat = ledger.seats[side]
    for n in living(len(save.entries), ledger.desk.rewinds):
        if n < seat.since or n == 0:
            return
        yield save.entries[n]


def _hands_over(entry: Entry) -> bool:
    return b'"handover":[' in entry.raw


def handover(gm: GameKey, ledger: Ledger, side: str, n: int) -> dict[str, str]:
    """What a side knows, sealed in entry `n` to whoever plays it now."""
    hand = ledger.hand(side)
    book = ledger.book.secrets
    known = [[slot, book[slot].salt, book[slot].card] for slot in hand if slot in book]
    standing = _standing_rows(ledger.standing.get(side, Standing()))
    plain = canonical.encode({"book": known, "standing": standing})
    info = _handover_info(ledger, side, n)
    return {"to": side, "sealed": seal.deal(gm, ledger.seats[side].keys, info, plain, HAND_BUCKET)}


def handed(
    player: GameKey, ledger: Ledger, side: str, entry: Entry
) -> tuple[dict[str, Opening], Standing] | None:
    """What an entry handed over to a side; None if nothing."""
    part = next((p for p in entry.body.get("handover", []) if p["to"] == side), None)
    if part is None:
        return None
    info = _handover_info(ledger, side, entry.n)
    data = canonical.decode(seal.undeal(player, ledger.gm, info, part["sealed"]), STORE_LIMIT)
    book = {slot: Opening(salt, card) for slot, salt, card in data["book"]}
    return book, _standing(data["standing"])


def _handover_info(ledger: Ledger, side: str, n: int) -> bytes:
    return f"pbem1/handover\n{ledger.game}\n{side}\n{n}".encode()


def own_standing(player: GameKey, ledger: Ledger, side: str, save: Save) -> Standing:
    """A player's own standing orders, as he sealed them: the last policies, and the scripts of the
    cards that are still to come."""
    hand = set(ledger.hand(side))
    standing = Standing()
    found = False
    for entry in counting(ledger, save, side):
        if found and not hand:
            break
        if _hands_over(entry) and (given := handed(player, ledger, side, entry)) is not None:
            if not found:
                standing.reactions = given[1].reactions
            for slot, text in given[1].scripts.items():
                standing.scripts.setdefault(slot, text)
            break
        if b'"sealed":[{"' not in entry.raw or f'"from":"{side}"'.encode() not in entry.raw:
            continue  # parsing a long log takes longer than searching it
        if entry.type != "order":
            continue
        if entry.body["order"]["body"]["from"] != side:
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


def told(player: GameKey, ledger: Ledger, side: str, entry: Entry) -> dict[str, Opening]:
    """What one entry tells this player alone: his own sealed stack, cards dealt to him."""
    body = entry.body
    if _hands_over(entry):
        given = handed(player, ledger, side, entry)
        return given[0] if given else {}
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
