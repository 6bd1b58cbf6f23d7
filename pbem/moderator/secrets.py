"""What one person can open of a game's hidden cards: the GM all, a player his own."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.moderator import shape
from pbem.moderator.book import Opening, deal_info
from pbem.moderator.compose import unseal_stack
from pbem.moderator.ledger import GM, Ledger
from pbem.protocol import canonical, seal
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save

STORE_LIMIT = 2**22
DEAL_LIMIT = 4096


def store(gm: Identity, ledger: Ledger, head: str) -> str:
    """All secrets on the table, sealed to the GM itself; "" if there are none."""
    book = [[slot, o.salt, o.card] for slot, o in sorted(ledger.book.secrets.items())]
    return seal.store(gm, _info(ledger.game, head), canonical.encode(book)) if book else ""


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
        data = seal.unstore(identity, _info(ledger.game, head), sealed) if sealed else b"[]"
        for slot, salt, card in canonical.decode(data, STORE_LIMIT):
            ledger.book.secrets[slot] = Opening(salt, card)
        return
    hand = ledger.rules.hand(ledger.play.state, role)
    missing = {slot for slot in hand if slot in ledger.book.commitments}
    for entry in reversed(save.entries[1:]):
        if not missing:
            return
        if not any(slot.encode() in entry.raw for slot in missing):
            continue  # parsing a long log takes longer than searching it
        for slot, salt, card in _told(identity, ledger, role, entry):
            if slot in missing:
                ledger.book.learn(ledger.game, slot, salt, card)
                missing.discard(slot)


def _told(
    player: Identity, ledger: Ledger, side: str, entry: Entry
) -> Iterator[tuple[str, str, str]]:
    """What one entry tells this player alone: his own sealed stack, cards dealt to him."""
    body = entry.body
    if body["type"] != "order":
        return
    if body["order"]["body"]["from"] == side:
        for o in unseal_stack(player, ledger.game, body["order"]["body"], side):
            yield o["slot"], o["salt"], o["card"]
    for deal in body["deals"]:
        if deal["to"] == side:
            info = deal_info(ledger.game, deal["slot"])
            plain = seal.undeal(player, ledger.gm, info, deal["sealed"])
            data = canonical.decode(plain, DEAL_LIMIT)
            shape.require(data, shape.ORDER_PARTS["openings"])
            yield data["slot"], data["salt"], data["card"]


def _info(game: str, head: str) -> bytes:
    return f"pbem1/secrets\n{game}\n{head}".encode()
