"""A player's order: lines checked on his own machine, secrets sealed, all of it signed."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.notation import match
from pbem.engine.play import Play
from pbem.engine.standing import Standing, check
from pbem.errors import BadScript
from pbem.moderator.book import Opening, commit
from pbem.moderator.chance import NoChance
from pbem.moderator.invitation import move_chain
from pbem.moderator.ledger import Ledger, stack_slots
from pbem.moderator.sealed import Secret, seal_parts
from pbem.moderator.veil import Glimpse
from pbem.protocol.commitment import new_salt
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.keys import Identity


def compose(
    player: Identity,
    ledger: Ledger,
    side: str,
    head: str,
    lines: Sequence[str],
    revision: int = 1,
    escrow: bool = True,
    scripts: Mapping[str, str] | None = None,
    reactions: Mapping[str, str] | None = None,
) -> Envelope:
    """Check, seal and sign order lines for the request now open, or standing orders alone.

    Args:
        escrow: seal a stack to the GM too, so that its cards flip without a mail.
        scripts: for plan cards, by slot (`plan:york:14:2`) or, with a stack, by its number in it.
        reactions: all policies from now on; None leaves them as they are.

    Raises:
        NotYourTurn, GameOver, UnknownWord, AmbiguousOrder, IllegalOrder, BadScript: before anything
        is signed.
    """
    seq = ledger.seat_of(side).seq + 1
    request = ledger.play.request(side) if lines else None
    body: dict[str, Any] = {
        "v": 1,
        "type": "order",
        "game": ledger.game,
        "from": side,
        "seq": seq,
        "revision": revision,
        "head": head,
        "link": move_chain(player, ledger, side).link(seq),
        "answers": request.id if request else "",
        "lines": check_lines(ledger, side, lines),
    }
    secret = Secret(scripts=dict(scripts or {}))
    secret.reactions = None if reactions is None else dict(reactions)
    if request is not None and request.stack is not None:
        cards = match(request, lines[0]).args
        slots = stack_slots(ledger.play, side)
        body["lines"] = [request.stack.verb]
        secret.cards = {
            slot: Opening(new_salt(), card) for slot, card in zip(slots, cards, strict=True)
        }
        secret.scripts = {_slot(number, slots): text for number, text in secret.scripts.items()}
        body["plan"] = [
            {"slot": slot, "commitment": commit(ledger.game, slot, o.salt, o.card)}
            for slot, o in secret.cards.items()
        ]
    elif ledger.veiled and lines:
        secret.lines, body["lines"] = body["lines"], ["sealed"]
    standing = Standing(secret.reactions or {}, secret.scripts)
    check(standing, ledger.rules.reactions().keys(), ledger.look(side))
    if secret:
        body["sealed"] = seal_parts(player, ledger.gm, body, secret, escrow)
    if request is not None and ledger.play.waiting_for_opening:
        slot = ledger.play.waiting_for_opening
        opening = ledger.book.secrets[slot]
        body["openings"] = [{"slot": slot, "salt": opening.salt, "card": opening.card}]
    return Envelope.signed(player, ORDER_NAMESPACE, body)


def _slot(number: str, slots: Sequence[str]) -> str:
    """The slot for a card's number in the stack, 1 on top. Raises BadScript."""
    if number in slots:
        return number
    if not number.isdigit() or not 1 <= int(number) <= len(slots):
        raise BadScript(text=number, why=f"the stack has cards 1 to {len(slots)}")
    return slots[int(number) - 1]


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
    if isinstance(ledger.play, Glimpse):
        return [str(match(ledger.play.request(side), line)) for line in lines[:1]], None
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
