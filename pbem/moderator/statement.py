"""What players sign beside orders: disputes, agreement with rulings, take-backs.

A statement reveals no link and moves no dice. It stands in the log once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.table import Event
from pbem.errors import BadStatement, Stale, WrongSide
from pbem.moderator import clock, reveal, shape
from pbem.moderator.desk import Dispute, TakeBack
from pbem.moderator.rewind import rewind
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.keys import Identity

if TYPE_CHECKING:
    from pbem.moderator.ledger import Ledger

ARMOUR = "WORD"
ELSEWHERE = ("claim", "consent")
KINDS = ("dispute", "countersign", "takeback", "agree", "reveal", "holiday")


def read(text: str | bytes) -> Envelope:
    """The one statement, claim or consent in a mail. Raises BadInput."""
    return Envelope.from_text(text, ARMOUR)


def compose(
    player: Identity, ledger: Ledger, side: str, head: str, n: int, kind: str, entry: int, text: str
) -> Envelope:
    """A signed statement to mail to the GM; `n` is the number that the next entry will have.

    Raises:
        BadStatement: it would be refused.
    """
    text = " ".join(text.split())
    if len(text) > shape.MAX_TEXT:
        why = f"write at most {shape.MAX_TEXT} characters, these are {len(text)}"
        raise BadStatement(why=why)
    body = {
        "v": 1,
        "type": kind,
        "game": ledger.game,
        "from": side,
        "head": head,
        "entry": entry,
        "text": text,
    }
    envelope = Envelope.signed(player, ORDER_NAMESPACE, body)
    check(ledger, envelope, [head], n)
    return envelope


def check(ledger: Ledger, envelope: Envelope, heads: Sequence[str], n: int) -> None:
    """May this statement be entry `n`? Nothing changes.

    Raises:
        Garbled, WrongGame, WrongSide, BadSignature, Stale, BadStatement.
    """
    body = envelope.body
    shape.statement(body, KINDS)
    ledger.check_game(body)
    side = body["from"]
    if side not in ledger.seats:
        raise WrongSide(signer="somebody", claimed=side)
    envelope.verify(ledger.seats[side].keys, ORDER_NAMESPACE)
    if body["head"] not in heads:
        raise Stale(found="?", expected=n - 1)
    if envelope.digest in ledger.desk.said:
        raise BadStatement(
            why=f"it is in the log already, as entry {ledger.desk.said[envelope.digest]}"
        )
    if not 0 < body["entry"] < n:
        raise BadStatement(why=f"there is no entry {body['entry']} yet; the last one is {n - 1}")
    {
        "dispute": _can_dispute,
        "countersign": _can_countersign,
        "takeback": _can_take_back,
        "agree": _can_agree,
        "reveal": _can_reveal,
        "holiday": _can_be_away,
    }[body["type"]](ledger, body)


def take(ledger: Ledger, body: dict[str, Any], heads: Sequence[str], n: int) -> list[Event]:
    """Take a statement into the ledger as entry `n`; returns what reports tell of it."""
    envelope = Envelope.from_dict(body["order"])
    check(ledger, envelope, heads, n)
    said, desk = envelope.body, ledger.desk
    if said["type"] == "agree" and said["head"] not in heads[ledger.opened_at :]:
        # Or a GM could keep an agreement, and use it when it suits somebody.
        raise Stale(found=heads.index(said["head"]), expected=ledger.opened_at)
    side, entry, text = said["from"], said["entry"], said["text"]
    desk.said[envelope.digest] = n
    if said["type"] == "dispute":
        desk.disputes.append(Dispute(n, side, entry, text))
        return [Event("", f"{side} disputes entry {entry}: {text}")]
    if said["type"] == "countersign":
        ruled = next(r for r in desk.rulings if r.n == entry)
        ruled.by.append(side)
        return [Event("", f"{side} countersigns the ruling of entry {entry}. {text}".strip())]
    if said["type"] == "takeback":
        desk.takebacks.append(TakeBack(n, side, entry, text))
        return [Event("", f"{side} asks to take back everything from entry {entry} on: {text}")]
    if said["type"] == "holiday":
        return [Event("", clock.holiday(ledger, side, text))]
    if said["type"] == "reveal":
        desk.revealed[side] = text
        return [Event("", f"{side} reveals its key of this game: {text}")]
    asked = next(t for t in desk.takebacks if t.n == entry)
    rewind(ledger, asked.first, n, body)
    asked.done = n
    return [Event("", f"{side} agrees. {undone(asked.first, n)}")]


def undone(first: int, n: int) -> str:
    """What a rewind did, in a sentence."""
    entries = f"Entries {first} to {n - 1} are void" if first < n - 1 else f"Entry {first} is void"
    return f"{entries}; the game stands as it did after entry {first - 1}. Their dice are burnt."


def _can_dispute(ledger: Ledger, body: dict[str, Any]) -> None:
    if not body["text"]:
        raise BadStatement(why="a dispute says what is wrong")


def _can_countersign(ledger: Ledger, body: dict[str, Any]) -> None:
    ruled = next((r for r in ledger.desk.rulings if r.n == body["entry"]), None)
    if ruled is None:
        raise BadStatement(why=f"entry {body['entry']} is no ruling")
    if body["from"] in ruled.by:
        raise BadStatement(why=f"{body['from']} has countersigned that ruling already")


def _can_take_back(ledger: Ledger, body: dict[str, Any]) -> None:
    if any(t.side == body["from"] and not t.done for t in ledger.desk.takebacks):
        raise BadStatement(why="you have asked already; your opponent has not agreed yet")


def _can_be_away(ledger: Ledger, body: dict[str, Any]) -> None:
    if clock.days(body["text"])[1] <= ledger.desk.clock.at:
        raise BadStatement(why="these days are over; ask the GM for more time")
    if any(row[0] == body["from"] and int(row[2]) > ledger.desk.clock.at for row in _away(ledger)):
        raise BadStatement(why="you have a holiday before you already; ask the GM for more")


def _away(ledger: Ledger) -> list[list[str]]:
    return ledger.desk.clock.away


def _can_reveal(ledger: Ledger, body: dict[str, Any]) -> None:
    if body["from"] in ledger.desk.revealed:
        raise BadStatement(why=f"{body['from']} has revealed its key already")
    reveal.check(ledger, body["from"], body["text"])


def _can_agree(ledger: Ledger, body: dict[str, Any]) -> None:
    asked = next((t for t in ledger.desk.takebacks if t.n == body["entry"]), None)
    if asked is None or asked.done:
        raise BadStatement(why=f"entry {body['entry']} is no take-back that waits for an answer")
    if asked.side == body["from"]:
        raise BadStatement(why="your opponent must agree, not you")
