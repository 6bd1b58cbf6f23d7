"""A player's order: lines checked on his own machine, secrets sealed, all of it signed."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from pbem.engine.notation import stacked
from pbem.engine.play import OPEN
from pbem.engine.policies import policy_kinds, reactions_of
from pbem.engine.request import Request
from pbem.engine.script import ASK
from pbem.engine.script import read as statements_of
from pbem.engine.stack import Stack
from pbem.engine.standing import DEFAULT, StandingOrders, check
from pbem.engine.vocabulary import check_words
from pbem.errors import BadScript, IllegalOrder, UnreadableOrders
from pbem.ledger import sealed
from pbem.ledger.draft import commit
from pbem.ledger.ledger import Ledger
from pbem.ledger.locks import stack_slots
from pbem.ledger.orders import check_filling
from pbem.ledger.values import READY
from pbem.player.dry import check_alone, dry_run
from pbem.player.orders import Orders as DraftOrders
from pbem.protocol import bodies, commitment, envelope
from pbem.protocol.bodies import (
    MOST_STATEMENTS,
    SLOTS,
    VERSION,
    Envelope,
    Locked,
    Newest,
    Opening,
    Order,
    Orders,
    Ready,
    Sealed,
    SealedStatement,
    Standing,
)
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.offices import MOVE, chain_of

NOBODY = "0" * 64
NO_LINES = "there is no order line in these orders yet, and in a duel you send policies only together with orders"
MOST_ANSWER = 1000
"""Characters of what answers one kind of question on the way."""
NO_SCRIPTS = "in a duel a card has no script: you are asked when it is turned up"


class Author(Struct, frozen=True):
    """Who writes, and from where in the log.

    Attributes:
        key: his key of this game, as he sits now. `base`: the number at which his anchor was given.
        newest: the newest entry that they have. `at`: what time it is for them, in seconds since 1970.
    """

    identity: Identity
    key: GameKey
    side: str
    base: int
    newest: Newest
    at: int


def ready(author: Author, ledger: Ledger) -> Envelope:
    """The signed `ready` that this side owes. Raises NotYourTurn if it owes none, UnreadableOrders if it is asked."""
    asking = ledger.askings.get(author.side)
    if asking is None or not asking.is_ready:
        request = ledger.request(author.side)
        raise UnreadableOrders(why=f"you are not asked for `ready`, but: {request.question}")
    return envelope.sign(
        author.identity,
        Ready(
            v=VERSION,
            game=ledger.game,
            author=author.side,
            head=ledger.head,
            at=author.at,
            newest=author.newest,
            question=asking.number,
            link=link(author, asking.link),
        ),
    )


def ready_and_more(
    author: Author,
    ledger: Ledger,
    lines: Sequence[str],
    scripts: Mapping[str, str] | None,
    reactions: Mapping[str, str] | None,
) -> tuple[Envelope, ...]:
    """The `ready` that is owed; before it, in an email of its own, standing orders if any are new.

    Raises:
        IllegalOrder: there are lines, and nothing is asked. BadScript.
    """
    lines_typed = [line.strip().lower() for line in lines if line.strip()]
    if len(lines_typed) > 1 or not all(READY.startswith(line) for line in lines_typed):
        why = "you have nothing to decide now"
        raise IllegalOrder(where="", line=lines[0], reason=why, instead=f"Write: {READY}")
    has_new = _new_standing_orders(ledger, author.side, None, scripts or {}, reactions) is not None
    standing = (_standing_only(author, ledger, scripts or {}, reactions),) if has_new else ()
    return (*standing, ready(author, ledger))


def link(author: Author, number: int) -> str:
    """One's own link of a link number. Raises ChainSpent."""
    return author.key.chain(chain_of(author.side, MOVE), author.base).link(number)


def openings(ledger: Ledger, request: Request) -> tuple[Opening, ...]:
    """The card that a question asks to open, and that its owner kept from the GM. Raises UnreadableOrders."""
    if request.kind != OPEN:
        return ()
    slot = ledger.to_open(request)
    known = ledger.position.secrets.get(slot)
    if known is None:
        raise UnreadableOrders(why="you do not have the card that is to be turned up")
    return (Opening(slot, known.salt, known.card),)


def orders(
    author: Author,
    ledger: Ledger,
    lines: Sequence[str],
    revision: int = 1,
    escrow: bool = True,
    scripts: Mapping[str, str] | None = None,
    reactions: Mapping[str, str] | None = None,
    head: str = "",
) -> Envelope:
    """Check, seal and sign order lines for the request now open, or standing orders alone.

    Args:
        escrow: seal a stack to the GM too, so that its cards flip without a mail.
        scripts: for plan cards, by slot (`plan:york:14:2`) or by its number in the stack.
        reactions: all policies from now on; None leaves them as they are.
        head: that of the first order for this asking, where this is a revision of it.

    Raises:
        NotYourTurn, GameOver, UnknownWord, AmbiguousOrder, IllegalOrder, BadScript, UnreadableOrders:
        before anything is signed.
    """
    if lines and not any(line.strip() for line in lines):
        raise UnreadableOrders(why="there is nothing in these order lines")
    side = author.side
    asking = ledger.askings.get(side)
    if not lines:
        return _standing_only(author, ledger, scripts or {}, reactions)
    request = ledger.request(side)
    if asking is None:
        raise UnreadableOrders(why="you have nothing to decide")
    check_alone(ledger.rules, request, lines)
    turned_up = openings(ledger, request)
    full_lines = () if turned_up else dry_run(ledger, side, lines).lines
    cards: tuple[Opening, ...] = ()
    if request.stack is not None:
        cards, full_lines = _cards(request, request.stack, lines[0]), ()
    texts = [
        " ".join(statement.text.split()) for line in full_lines for statement in statements_of(line)
    ]
    if len(texts) > MOST_STATEMENTS:
        raise UnreadableOrders(
            why=f"it has {len(texts)} lines; at most {MOST_STATEMENTS} go into one email"
        )
    to_seal = _to_seal(
        texts, cards, _new_standing_orders(ledger, side, request, scripts or {}, reactions)
    )
    body = Order(
        v=VERSION,
        game=ledger.game,
        author=side,
        head=head or ledger.head,
        at=author.at,
        newest=author.newest,
        question=asking.number,
        link=link(author, asking.link),
        request=request.id,
        revision=revision,
        statements=tuple(
            commitment.commit_statement(
                ledger.game, side, asking.number, revision, place, statement.salt, statement.text
            )
            for place, statement in enumerate(to_seal.statements, 1)
        ),
        commitment=commitment.commit_orders(
            ledger.game, side, "order", asking.number, revision, to_seal
        ),
        plan=tuple(
            Locked(card.slot, commit(ledger.game, card.slot, 0, card.salt, card.card))
            for card in cards
        ),
        brings=to_seal.standing,
        openings=turned_up,
        sealed=(Sealed("gm", ""), Sealed(side, "")),
    )
    parts = sealed.seal_orders(
        body, to_seal, ledger.chair.keys.x25519, ledger.seats[side].keys.x25519, escrow
    )
    mail = envelope.sign(author.identity, bodies.replace(body, sealed=parts))
    check_filling(ledger, mail)
    return mail


class DuelOrders(Struct, frozen=True):
    """An order of a duel, as it is signed: lines, what they answer on the way, and policies to seal (None: as they are)."""

    lines: tuple[str, ...]
    answers: Mapping[str, str]
    policies: Mapping[str, str] | None


def orders_in_duel(ledger: Ledger, side: str, mine: DraftOrders) -> DuelOrders:
    """Check an order of a duel.

    Raises NotYourTurn, GameOver, UnknownWord, AmbiguousOrder, IllegalOrder, BadScript, UnreadableOrders.
    """
    request, lines = ledger.request(side), mine.lines
    if not any(line.strip() for line in lines):
        raise UnreadableOrders(why=NO_LINES)
    if any(mine.scripts.values()):
        raise BadScript(text="a script", why=NO_SCRIPTS)
    check_alone(ledger.rules, request, lines)
    full_lines = dry_run(ledger, side, lines).lines
    texts = [
        " ".join(statement.text.split()) for line in full_lines for statement in statements_of(line)
    ]
    if len(texts) > MOST_STATEMENTS:
        raise UnreadableOrders(
            why=f"it has {len(texts)} lines; at most {MOST_STATEMENTS} go into one email"
        )
    for kind, text in mine.on_the_way.items():
        if len(text) > MOST_ANSWER:
            answer = f"the answer on the way for {kind}"
            why = f"{answer} has {len(text)} characters; at most {MOST_ANSWER} go into one"
            raise UnreadableOrders(why=why)
    if mine.on_the_way:
        answers, kinds = StandingOrders(dict(mine.on_the_way)), reactions_of(ledger.rules)
        _check_standing(ledger, side, answers, kinds)
    standing = _new_standing_orders(ledger, side, request, {}, mine.reactions)
    policies = dict(standing.reactions) if standing is not None else None
    return DuelOrders(tuple(texts), dict(mine.on_the_way), policies)


def sealed_size(
    ledger: Ledger,
    side: str,
    lines: Sequence[str],
    scripts: Mapping[str, str],
    reactions: Mapping[str, str] | None,
) -> int:
    """How many bytes such orders would seal, of at most `sealed.LIMIT`; the lines as a menu spells them.

    Raises:
        NotYourTurn, GameOver, IllegalOrder, BadScript.
    """
    request = ledger.request(side)
    texts = [
        " ".join(statement.text.split()) for line in lines for statement in statements_of(line)
    ]
    cards: tuple[Opening, ...] = ()
    if request.stack is not None:
        cards, texts = _cards(request, request.stack, lines[0]), []
    standing = _new_standing_orders(ledger, side, request, scripts, reactions)
    return len(bodies.encode(_to_seal(texts, cards, standing)))


def _cards(request: Request, stack: Stack, line: str) -> tuple[Opening, ...]:
    """A stack as a line names it, each card with a new salt. Raises IllegalOrder."""
    cards = zip(stack_slots(request), stacked(stack, line), strict=True)
    return tuple(Opening(slot, commitment.new_salt(), card) for slot, card in cards)


def _to_seal(
    texts: Sequence[str], cards: tuple[Opening, ...], standing: StandingOrders | None
) -> Orders:
    """What an order seals, its statements padded. `standing`: the whole new set, if anything in it is new."""
    padding = -len(texts) % SLOTS if texts else SLOTS
    return Orders(
        salt=os.urandom(16).hex(),
        statements=tuple(
            SealedStatement(commitment.new_salt(), text) for text in [*texts, *[""] * padding]
        ),
        cards=cards,
        standing=standing is not None,
        reactions=tuple(standing.reactions.items()) if standing else (),
        scripts=tuple(standing.scripts.items()) if standing else (),
    )


def _standing_only(
    author: Author, ledger: Ledger, scripts: Mapping[str, str], reactions: Mapping[str, str] | None
) -> Envelope:
    """Signed and sealed policies and scripts without an order line. Raises UnreadableOrders if nothing in them is new."""
    side = author.side
    ledger.seat_of(side)
    standing = _new_standing_orders(ledger, side, None, scripts, reactions)
    if standing is None:
        raise UnreadableOrders(
            why="there is no order line in it yet, and no script or policy is new"
        )
    counter = ledger.cases.counters.get(side, 0) + 1
    to_seal = Orders(
        salt=os.urandom(16).hex(),
        standing=True,
        reactions=tuple(standing.reactions.items()),
        scripts=tuple(standing.scripts.items()),
    )
    body = Standing(
        v=VERSION,
        game=ledger.game,
        author=side,
        head=ledger.head,
        at=author.at,
        newest=author.newest,
        counter=counter,
        commitment=commitment.commit_orders(ledger.game, side, "standing", counter, 0, to_seal),
        sealed=(Sealed("gm", ""), Sealed(side, "")),
    )
    parts = sealed.seal_orders(
        body, to_seal, ledger.chair.keys.x25519, ledger.seats[side].keys.x25519, escrow=True
    )
    mail = envelope.sign(author.identity, bodies.replace(body, sealed=parts))
    check_filling(ledger, mail)
    return mail


def _new_standing_orders(
    ledger: Ledger,
    side: str,
    request: Request | None,
    scripts: Mapping[str, str],
    reactions: Mapping[str, str] | None,
) -> StandingOrders | None:
    """All standing orders of a side, with these changes, to be sealed; None if they stay as they are. Raises
    BadScript.

    Args:
        request: to which a stack is ordered, whose cards get the scripts.
        reactions: all policies from now on; None leaves them as they are.
    """
    orders_now = ledger.standing(side)
    if request is not None and request.stack is not None:
        slots = stack_slots(request)
    else:
        slots = [slot for slot in ledger.hand(side) if slot.startswith("plan:")]
    scripts_by_slot = {_slot(number, slots): text.strip() for number, text in scripts.items()}
    scripts_now = {
        slot: text for slot, text in {**orders_now.scripts, **scripts_by_slot}.items() if text
    }
    policies = orders_now.reactions if reactions is None else dict(reactions)
    if set(policies.items()) <= {(DEFAULT, ASK)} and not orders_now.reactions:
        policies = {}
    orders_then = StandingOrders(dict(policies), scripts_now)
    if orders_then == orders_now:
        return None
    _check_standing(ledger, side, orders_then, policy_kinds(ledger.rules, ledger.offices.moderated))
    return orders_then


def _check_standing(
    ledger: Ledger, side: str, standing: StandingOrders, kinds: Collection[str]
) -> None:
    """Refuse what can never work. `kinds`: that policies answer. Raises BadScript."""
    check(standing, kinds, ledger.look(side))
    check_words(ledger.rules, standing)


def _slot(number: str, slots: Sequence[str]) -> str:
    """The slot for a card's number in the stack, 1 on top. Raises BadScript."""
    for slot in slots:
        if number in (slot, slot.rpartition(":")[2]):
            return slot
    numbers = [slot.rpartition(":")[2] for slot in slots]
    cards_to_come = (
        f"the cards to come are {numbers[0]} to {numbers[-1]}" if slots else "no card is to come"
    )
    raise BadScript(text=f"{number} = ...", why=cards_to_come)
