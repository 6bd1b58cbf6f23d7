"""A player's order: lines checked on his own machine, secrets sealed, all of it signed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import codec
from pbem.engine.glance import Glance
from pbem.engine.notation import match
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.script import ASK, PASS, Script
from pbem.engine.standing import DEFAULT, Standing, check, ordered
from pbem.errors import BadScript, IllegalOrder, UnreadableOrders
from pbem.moderator.book import Opening, commit
from pbem.moderator.chance import NoChance
from pbem.moderator.invitation import move_chain
from pbem.moderator.ledger import Ledger, look_of
from pbem.moderator.ruling import stack_slots
from pbem.moderator.sealed import Secret, seal_parts
from pbem.moderator.veil import Glimpse
from pbem.protocol.commitment import new_salt
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.keys import Identity

IDLE = "its conditions do not hold now, so it would do nothing"


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
        scripts: for plan cards, by slot (`plan:york:14:2`) or by its number in the stack.
        reactions: all policies from now on; None leaves them as they are.

    Raises:
        NotYourTurn, GameOver, UnknownWord, AmbiguousOrder, IllegalOrder, BadScript, UnreadableOrders:
        before anything is signed.
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
        "link": move_chain(player.game_key(ledger.genesis["nonce"]), ledger, side).link(seq),
        "answers": request.id if request else "",
        "lines": list(dry_run(ledger, side, lines).lines) if lines else [],
    }
    secret = _standing(ledger, side, request, scripts or {}, reactions)
    if request is None and not secret and not ledger.desk.imposed:
        raise UnreadableOrders(why="there is no order line in it yet, and no standing order is new")
    if request is not None and request.stack is not None:
        cards = match(request, lines[0]).args
        slots = stack_slots(ledger.play, side)
        body["lines"] = [request.stack.verb]
        secret.cards = {
            slot: Opening(new_salt(), card) for slot, card in zip(slots, cards, strict=True)
        }
        body["plan"] = [
            {"slot": slot, "commitment": commit(ledger.game, slot, o.salt, o.card)}
            for slot, o in secret.cards.items()
        ]
    elif ledger.veiled and lines:
        secret.lines, body["lines"] = body["lines"], ["sealed"]
    standing = Standing(secret.reactions or {}, secret.scripts)
    check(standing, ledger.rules.reactions().keys(), ledger.look(side))
    if secret:
        body["sealed"] = seal_parts(ledger.seats[side].keys, ledger.gm, body, secret, escrow)
    if request is not None and ledger.play.waiting_for_opening:
        slot = ledger.play.waiting_for_opening
        opening = ledger.book.secrets[slot]
        body["openings"] = [{"slot": slot, "salt": opening.salt, "card": opening.card}]
    return Envelope.signed(player, ORDER_NAMESPACE, body)


def _standing(
    ledger: Ledger,
    side: str,
    request: Request | None,
    scripts: Mapping[str, str],
    reactions: Mapping[str, str] | None,
) -> Secret:
    """Standing orders to seal: those that differ from the ones in force. Raises BadScript."""
    old = ledger.standing.get(side, Standing())
    if request is not None and request.stack is not None:
        slots = stack_slots(ledger.play, side)
    else:
        hand = ledger.hand(side)
        slots = [slot for slot in hand if slot.startswith("plan:")]
    named = {_slot(number, slots): text.strip() for number, text in scripts.items()}
    secret = Secret(
        scripts={s: text for s, text in named.items() if text != old.scripts.get(s, "")},
        reactions=None
        if reactions is None or dict(reactions) == old.reactions
        else dict(reactions),
    )
    asks = reactions is not None and set(reactions.items()) <= {(DEFAULT, ASK)}
    if asks and not old.reactions:
        secret.reactions = None
    return secret


def _slot(number: str, slots: Sequence[str]) -> str:
    """The slot for a card's number in the stack, 1 on top. Raises BadScript."""
    for slot in slots:
        if number in (slot, slot.rpartition(":")[2]):
            return slot
    numbers = [slot.rpartition(":")[2] for slot in slots]
    there = (
        f"the cards to come are {numbers[0]} to {numbers[-1]}" if slots else "no card is to come"
    )
    raise BadScript(text=f"{number} = ...", why=there)


@dataclass(frozen=True)
class DryRun:
    """Order lines tried out on a copy of the game, until chance or the other side decides.

    Attributes:
        lines: one statement each, spelled out as far as they were reached.
        certain: how many of them were reached.
        play: the game after all of them; None if chance or a secret came first.
        die: the label of the die that came first, if that was it.
        veiled: the lines were cut short by what this side cannot see.
    """

    lines: tuple[str, ...]
    certain: int
    play: Play[Any] | None
    die: str = ""
    veiled: bool = False

    @property
    def hidden(self) -> bool:
        """Does what follows depend on what this side cannot see?"""
        return self.veiled or (isinstance(self.play, Glance) and not self.play.pending)


def dry_run(ledger: Ledger, side: str, lines: Sequence[str], assumed: Sequence[int] = ()) -> DryRun:
    """Try order lines as far as they can be checked without dice.

    A line after a die, or after an answer of the other side, is only legal or not when it is
    reached; it travels as it was typed. Raises as `compose` does.

    Args:
        assumed: what the first dice are taken to show.
    """
    play = _copied(ledger, side)
    if play is None:
        return _glimpsed(ledger, side, lines)
    if play.request(side).stack is not None:
        return DryRun((str(match(play.request(side), lines[0])),), 1, None)
    script = Script("\n".join(lines))
    look = look_of(ledger.rules, play, side)
    for term in script.terms:
        look(term)
    spelled = [" ".join(statement.text.split()) for statement in script.statements]
    chance = NoChance(ledger.book, assumed)
    count = 0
    while not script.over:
        request = next((r for r in play.pending if r.side == side), None)
        if request is None:
            return DryRun(tuple(spelled), _reached(script), play)
        now = script.next(look)
        line = ordered(request, now, ledger.held(request))
        if line is None:
            break
        where = f"line {now.at + 1}: " if len(spelled) > 1 else ""
        order = str(match(request, line, where))
        if now.line not in (PASS, order):
            spelled[now.at] = spelled[now.at].replace(" ".join(now.line.split()), order)
        count += 1
        try:
            play.answer(side, line, chance, where)
        except NoChance.Reached as reached:
            return DryRun(tuple(spelled), now.at + 1, None, reached.label)
    if not count:
        raise IllegalOrder(where="", line=lines[0], reason=IDLE, instead="")
    return DryRun(tuple(spelled), len(spelled), play)


def _glimpsed(ledger: Ledger, side: str, lines: Sequence[str]) -> DryRun:
    """Where hidden pieces decide what follows, only the first line can be checked."""
    request = ledger.play.request(side)
    if request.stack is not None:
        return DryRun((str(match(request, lines[0])),), 1, None)
    script, look = Script("\n".join(lines)), ledger.look(side)
    for term in script.terms:
        look(term)
    spelled = [" ".join(statement.text.split()) for statement in script.statements]
    now = script.next(look)
    line = ordered(request, now, ledger.held(request))
    if line is None:
        raise IllegalOrder(where="", line=lines[0], reason=IDLE, instead="")
    order = str(match(request, line, "line 1: " if len(spelled) > 1 else ""))
    spelled[now.at] = spelled[now.at].replace(" ".join(now.line.split()), order)
    return DryRun(tuple(spelled), now.at + 1, None, veiled=True)


def _copied(ledger: Ledger, side: str) -> Play[Any] | None:
    """The game to try lines on, in a veiled one as far as this side sees; None if that is not enough."""
    if isinstance(ledger.play, Glimpse):
        kind = ledger.play.request(side).kind
        return Glance.at(ledger.rules, ledger.play.state, kind)
    play: Play[Any] = Play(ledger.rules, codec.copied(ledger.play.checkpoint))
    play.resume()
    return play


def _reached(script: Script) -> int:
    """How many statements have had their turn."""
    return script.cursor.at + (script.cursor.times > 0)
