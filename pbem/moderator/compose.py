"""A player's order: lines checked on his own machine, secrets sealed, all of it signed."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from pbem.engine.notation import match
from pbem.engine.play import Play
from pbem.moderator import shape
from pbem.moderator.book import commit
from pbem.moderator.chance import NoChance
from pbem.moderator.invitation import move_chain
from pbem.moderator.ledger import Ledger, stack_slots
from pbem.protocol import canonical, seal
from pbem.protocol.commitment import check, commit_sealed, new_salt
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.keys import Identity

PLAN_BYTES = 2048
"""Every sealed stack is padded to this, so its length tells nothing about the cards."""


def compose(
    player: Identity,
    ledger: Ledger,
    side: str,
    head: str,
    lines: Sequence[str],
    revision: int = 1,
    escrow: bool = True,
) -> Envelope:
    """Check, seal and sign order lines for the request now open.

    Args:
        escrow: seal a stack to the GM too, so that its cards flip without a mail.

    Raises:
        NotYourTurn, GameOver, UnknownWord, AmbiguousOrder, IllegalOrder: before anything is signed.
    """
    request = ledger.play.request(side)
    seat = ledger.seat_of(side)
    seq = seat.seq + 1
    body: dict[str, Any] = {
        "v": 1,
        "type": "order",
        "game": ledger.game,
        "from": side,
        "seq": seq,
        "revision": revision,
        "head": head,
        "link": move_chain(player, ledger, side).link(seq),
        "answers": request.id,
        "lines": check_lines(ledger, side, lines),
    }
    if request.stack is not None:
        cards = match(request, lines[0]).args
        body["lines"] = [request.stack.verb]
        openings = [
            {"slot": slot, "salt": new_salt(), "card": card}
            for slot, card in zip(stack_slots(ledger.play, side), cards, strict=True)
        ]
        body["plan"] = [
            {"slot": o["slot"], "commitment": commit(ledger.game, o["slot"], o["salt"], o["card"])}
            for o in openings
        ]
        body["sealed"] = _sealed(player, ledger, side, seq, head, openings, escrow)
    slot = ledger.play.waiting_for_opening
    if slot:
        opening = ledger.book.secrets[slot]
        body["openings"] = [{"slot": slot, "salt": opening.salt, "card": opening.card}]
    return Envelope.signed(player, ORDER_NAMESPACE, body)


def check_lines(ledger: Ledger, side: str, lines: Sequence[str]) -> list[str]:
    """The lines in canonical spelling, as far as they can be checked without dice.

    A line after a die, or after an answer of the other side, is only legal or not when it is
    reached; it travels as it was typed. Raises as `compose` does.
    """
    checked, _ = dry_run(ledger, side, lines)
    return checked + [" ".join(line.split()) for line in lines[len(checked) :]]


def dry_run(ledger: Ledger, side: str, lines: Sequence[str]) -> tuple[list[str], Play[Any] | None]:
    """Run lines on a copy until chance or the other side decides.

    Returns:
        The checked lines, and the game after all of them; None if chance or a secret came first.
    """
    play: Play[Any] = Play(ledger.rules, copy.deepcopy(ledger.play.checkpoint))
    play.resume()
    chance = NoChance(ledger.book)
    checked: list[str] = []
    for number, line in enumerate(lines, 1):
        where = f"line {number}: " if len(lines) > 1 else ""
        request = play.request(side)
        checked.append(str(match(request, line, where)))
        if request.stack is not None:
            return checked, None
        try:
            play.answer(side, line, chance, where)
        except NoChance.Reached:
            return checked, None
        if not any(open_request.side == side for open_request in play.pending):
            break
    return checked, play


def _sealed(
    player: Identity,
    ledger: Ledger,
    side: str,
    seq: int,
    head: str,
    openings: list[dict[str, str]],
    escrow: bool,
) -> list[dict[str, str]]:
    """The stack for the GM (with escrow) and for the player's own memory, each committed to."""
    plain = canonical.encode({"cards": openings, "salt": new_salt()})
    salt = canonical.decode(plain, PLAN_BYTES)["salt"]
    commitment = commit_sealed(ledger.game, side, seq, salt, plain)
    parts = []
    if escrow:
        info = seal.seal_info(ledger.game, side, "gm", seq, head)
        data = seal.seal(ledger.gm, info, plain, PLAN_BYTES)
        parts.append({"to": "gm", "data": data, "commitment": commitment})
    own = seal.seal_info(ledger.game, side, side, seq, head)
    data = seal.seal(player.public, own, plain, PLAN_BYTES)
    parts.append({"to": side, "data": data, "commitment": commitment})
    return parts


def unseal_stack(
    reader: Identity, game: str, body: dict[str, Any], to: str
) -> list[dict[str, str]]:
    """The openings in the part of an order that is sealed to `to`; [] if there is none.

    Raises:
        BadOpening: it does not decrypt, or is not what was committed to. BadInput: it is no stack.
    """
    for part in body.get("sealed", []):
        if part["to"] == to:
            info = seal.seal_info(game, body["from"], to, body["seq"], body["head"])
            plain = seal.unseal(reader, info, part["data"])
            data = canonical.decode(plain, PLAN_BYTES)
            shape.require(data, shape.STACK)
            actual = commit_sealed(game, body["from"], body["seq"], data["salt"], plain)
            check(part["commitment"], actual, f"sealed part of {body['from']}:{body['seq']}")
            cards: list[dict[str, str]] = data["cards"]
            for card in cards:
                shape.require(card, shape.ORDER_PARTS["openings"])
            return cards
    return []
