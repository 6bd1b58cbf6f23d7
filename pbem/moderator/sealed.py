"""The sealed part of an order: what the GM and its author may read, and nobody else.

It holds the cards of a secret stack, standing orders, and in a veiled game the order lines. It is
padded, committed to with a salt, and sealed twice: to the GM (unless the author keeps it to
himself) and to the author, who so needs nothing but his key and the save.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.errors import Garbled
from pbem.moderator import shape
from pbem.moderator.book import Opening
from pbem.protocol import canonical, seal
from pbem.protocol.commitment import check, commit_sealed, new_salt
from pbem.protocol.keys import GameKey, PublicKeys

GM = "gm"
BUCKET = 2048
"""Sealed parts are padded to multiples of this many bytes, so that their length tells little:
the opponent sees in steps of so many how much was written."""
LIMIT = 48 * 1024


@dataclass
class Secret:
    """What a sealed part says.

    Attributes:
        cards: of a secret stack, slot to opening.
        lines: order lines of a veiled game.
        scripts: plan slot to script; an empty text takes a script back.
        reactions: all policies from now on, kind to text; None leaves them as they are.
    """

    cards: dict[str, Opening] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    scripts: dict[str, str] = field(default_factory=dict)
    reactions: dict[str, str] | None = None

    def __bool__(self) -> bool:
        return bool(self.cards or self.lines or self.scripts or self.reactions is not None)


def seal_parts(
    author: PublicKeys,
    gm: PublicKeys,
    body: dict[str, Any],
    secret: Secret,
    escrow: bool = True,
) -> list[dict[str, str]]:
    """The `sealed` field of an order body, whose other fields are already there."""
    game, side, seq, head = body["game"], body["from"], body["seq"], body["head"]
    salt = new_salt()
    told: dict[str, Any] = {
        "salt": salt,
        "cards": [
            {"slot": slot, "salt": o.salt, "card": o.card} for slot, o in secret.cards.items()
        ],
        "lines": secret.lines,
        "scripts": [[slot, text] for slot, text in secret.scripts.items()],
    }
    if secret.reactions is not None:
        told["reactions"] = [[kind, text] for kind, text in secret.reactions.items()]
    plain = canonical.encode(told)
    commitment = commit_sealed(game, side, seq, salt, plain)
    readers = ([(GM, gm)] if escrow else []) + [(side, author)]
    return [
        {
            "to": to,
            "data": seal.seal(keys, seal.seal_info(game, side, to, seq, head), plain, BUCKET),
            "commitment": commitment,
        }
        for to, keys in readers
    ]


def unseal(reader: GameKey, body: dict[str, Any], to: str) -> Secret:
    """What an order body says to `to`; an empty Secret if nothing.

    Raises:
        BadOpening: it does not decrypt, or is not what was committed to. BadInput: wrong shape.
    """
    part = next((part for part in body.get("sealed", []) if part["to"] == to), None)
    if part is None:
        return Secret()
    game, side, seq = body["game"], body["from"], body["seq"]
    plain = seal.unseal(reader, seal.seal_info(game, side, to, seq, body["head"]), part["data"])
    data = canonical.decode(plain, LIMIT)
    shape.require(data, shape.SECRET, {"reactions": list})
    for card in data["cards"]:
        shape.require(card, shape.ORDER_PARTS["openings"])
    check(part["commitment"], commit_sealed(game, side, seq, data["salt"], plain), f"{side}:{seq}")
    if not all(isinstance(line, str) for line in data["lines"]):
        raise Garbled(why="a sealed order line is no text")
    return Secret(
        {card["slot"]: Opening(card["salt"], card["card"]) for card in data["cards"]},
        data["lines"],
        _pairs(data["scripts"]),
        _pairs(data["reactions"]) if "reactions" in data else None,
    )


def _pairs(rows: list[Any]) -> dict[str, str]:
    for row in rows:
        if not isinstance(row, list) or [type(cell) for cell in row] != [str, str]:
            raise Garbled(why="standing orders are pairs of texts")
    return dict(rows)
