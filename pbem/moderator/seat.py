"""Who sits where: substitutes, new keys, lost keys, co-GMs and a GM who hands over (PROTOCOL.md, 10).

A newcomer signs a claim; the old key, or the opponent, may sign a consent to it; the GM logs both. The
newcomer brings a chain of his own and learns what his side knew, sealed in the entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.table import Event
from pbem.errors import AlreadySeated, BadStatement, Stale, UnknownSide
from pbem.moderator import shape
from pbem.moderator.invitation import move_chain
from pbem.protocol import seal
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.keys import GameKey, Identity, PublicKeys

if TYPE_CHECKING:
    from pbem.moderator.ledger import Ledger

GM = "gm"
ROLES = ("co", "handover")
ESCROW_BUCKET = 64


def claim(newcomer: Identity, ledger: Ledger, side: str, head: str, text: str) -> Envelope:
    """A newcomer's signed claim to a side, or to the GM's chair (`gm`).

    Raises:
        UnknownSide, NotYourTurn: nobody has that seat. AlreadySeated.
    """
    if side not in (*ledger.sides, GM):
        raise UnknownSide(side=side, known=", ".join((*ledger.sides, GM)))
    nonce = ledger.genesis["nonce"]
    keys, seq, anchor = newcomer.public_in(nonce), 0, ""
    if side != GM:
        seq = ledger.seat_of(side).seq
        chain = move_chain(newcomer.game_key(nonce), ledger, side)
        anchor = chain.link(seq) if seq else chain.anchor
    body = {
        "v": 1,
        "type": "claim",
        "game": ledger.game,
        "from": side,
        "head": head,
        "name": newcomer.name,
        "keys": keys.to_dict(),
        "anchor": anchor,
        "seq": seq,
        "text": " ".join(text.split()),
    }
    envelope = Envelope.signed(newcomer, ORDER_NAMESPACE, body)
    check_claim(ledger, envelope, [head])
    return envelope


def consent(
    player: Identity, ledger: Ledger, side: str, head: str, n: int, asked: Envelope
) -> Envelope:
    """A player's signed consent to a claim. Raises what `check_claim` raises."""
    check_claim(ledger, asked, [asked.body.get("head", "")])
    body = {
        "v": 1,
        "type": "consent",
        "game": ledger.game,
        "from": side,
        "head": head,
        "entry": n - 1,
        "text": asked.digest,
    }
    return Envelope.signed(player, ORDER_NAMESPACE, body)


def check_claim(ledger: Ledger, envelope: Envelope, heads: Sequence[str]) -> PublicKeys:
    """The keys of somebody who may take a seat.

    Raises:
        Garbled, WrongGame, BadSignature, WeakKey, AlreadySeated, Stale, BadStatement.
    """
    body = envelope.body
    shape.claim(body)
    ledger.check_game(body)
    side = body["from"]
    keys = PublicKeys.from_dict(body["keys"])
    envelope.verify(keys, ORDER_NAMESPACE)
    if role := ledger.side_of(keys):
        raise AlreadySeated(name=keys.name, role=role)
    if body["head"] not in heads:
        raise Stale(found="?", expected=0)
    if side != GM and (side not in ledger.seats or body["seq"] != ledger.seats[side].seq):
        raise BadStatement(why=f"the seat of {side} has moved on since; claim it again")
    return keys


def take(ledger: Ledger, body: dict[str, Any], heads: Sequence[str], n: int) -> list[Event]:
    """Somebody else plays a side from entry `n` on. Raises as `check_claim` does."""
    envelope = Envelope.from_dict(body["order"])
    keys = check_claim(ledger, envelope, heads)
    side = envelope.body["from"]
    if side == GM:
        raise BadStatement(why="a GM's chair is no side's seat")
    agreed = _agreed(ledger, envelope, body, heads)
    if not agreed and not body["reason"]:
        raise BadStatement(why="a seat that neither player gives away needs a reason of the GM")
    if ledger.key is not None:
        kept = [slot for slot in ledger.hand(side) if slot not in ledger.book.secrets]
        if kept:
            why = f"{side} keeps {kept[0]} from the GM, so nobody could go on; go back before it first"
            raise BadStatement(why=why)
    old = ledger.seats[side]
    ledger.seats[side] = type(old)(
        keys, envelope.body["anchor"], envelope.body["anchor"], old.answer, old.seq, n
    )
    who = (
        f"{keys.name} plays {side} from now on; key {keys.fingerprint}. The key of {old.keys.name}"
    )
    by = f"agreed by {' and '.join(agreed)}" if agreed else "by the GM's word alone"
    told = [Event("", f"{who} counts no more ({by}). {body['reason']}".strip())]
    return told + ([Event("", envelope.body["text"])] if envelope.body["text"] else [])


def _agreed(
    ledger: Ledger, asked: Envelope, body: dict[str, Any], heads: Sequence[str]
) -> list[str]:
    """The sides that signed a consent to a claim, the old key of the seat among them."""
    agreed: list[str] = []
    for part in body["agreed"]:
        envelope = Envelope.from_dict(part)
        said = envelope.body
        shape.statement(said, ("consent",))
        ledger.check_game(said)
        side = said["from"]
        if side not in ledger.seats or side in agreed:
            raise BadStatement(why="a consent comes from each player once")
        envelope.verify(ledger.seats[side].keys, ORDER_NAMESPACE)
        if said["text"] != asked.digest or said["head"] not in heads:
            raise BadStatement(why=f"the consent of {side} is to another claim")
        agreed.append(side)
    return agreed


def take_gm(ledger: Ledger, body: dict[str, Any], heads: Sequence[str], n: int) -> list[Event]:
    """One more GM, or another one, from entry `n` on; he gets the GM's secrets of this game."""
    envelope = Envelope.from_dict(body["order"])
    keys = check_claim(ledger, envelope, heads)
    if envelope.body["from"] != GM:
        raise BadStatement(why="this is a claim to a side, not to the GM's chair")
    if body["role"] not in ROLES or not body["reason"]:
        raise BadStatement(why=f"say why, and as what: {' or '.join(ROLES)}")
    if ledger.key is not None:
        escrow = seal.deal(ledger.key, keys, _info(ledger, n), ledger.key.root, ESCROW_BUCKET)
        body["escrow"] = escrow
    seated = PublicKeys(keys.name, keys.ssh, ledger.gm.x25519)
    ledger.gms = [*ledger.gms, seated] if body["role"] == "co" else [seated]
    what = "helps as a GM" if body["role"] == "co" else "is the GM"
    return [Event("", f"{keys.name} {what} from now on; key {keys.fingerprint}. {body['reason']}")]


def open_escrow(newcomer: Identity, ledger: Ledger, body: dict[str, Any], n: int) -> GameKey:
    """The GM's secrets of the game, as entry `n` gave them to a new GM. Raises BadOpening."""
    key = newcomer.game_key(ledger.genesis["nonce"])
    return GameKey(seal.undeal(key, ledger.gm, _info(ledger, n), body["escrow"]))


def _info(ledger: Ledger, n: int) -> bytes:
    return f"pbem1/escrow\n{ledger.game}\n{n}".encode()
