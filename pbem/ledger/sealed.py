"""What is sealed in a log: orders to the GM and to their own author, cards and stories to a side, rulings.

An order's statements and a stack's cards are committed to one by one; one commitment more binds the
standing orders that it brings. All is padded, so that its length tells little.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import BadOpening, Garbled, UnreadableOrders
from pbem.ledger.draft import Draft, commit
from pbem.protocol import bodies, commitment, seal
from pbem.protocol.bodies import Body, Dealt, Opening, Order, Orders, Sealed, Standing
from pbem.protocol.hashing import state_hash
from pbem.protocol.keys import GameKey
from pbem.protocol.offices import GM

BUCKET = 2048
"""Sealed parts are padded to multiples of this many bytes, so that their length tells little."""
LIMIT = 24 * 1024
RULED_LIMIT = 64 * 1024


class Lines(Body, frozen=True):
    """The lines of a sealed ruling."""

    lines: tuple[str, ...]


def seal_name(body: Order | Standing) -> tuple[str, int, int]:
    """How seals and commitments name what they belong to: kind, number, revision."""
    if isinstance(body, Order):
        return "order", body.question, body.revision
    return "standing", body.counter, 0


def seal_info(body: Order | Standing, to: str) -> bytes:
    kind, number, revision = seal_name(body)
    return seal.seal_info(body.game, body.author, to, kind, number, revision, body.head)


def unseal(key: GameKey, body: Order | Standing, to: str) -> Orders:
    """The orders that a body seals to `to`, checked against all that it commits to.

    Raises:
        BadOpening: it does not open, or is not what was committed to. Garbled.
    """
    part = next((part for part in body.sealed if part.to == to), None)
    if part is None:
        raise BadOpening(slot="the sealed part", why=f"none is sealed to {to}")
    try:
        plain = seal.unseal(key, seal_info(body, to), part.data)
    except BadOpening as error:
        key_words = "the GM's key" if to == GM else f"the key of {to}"
        raise BadOpening(
            slot=f"the order of {body.author}",
            why=f"{key_words} does not open it. It was sealed for another GM or another place, or changed since. Take "
            "the newest file of the game, write the order again and send that",
        ) from error
    orders = bodies.decode(Orders, plain, LIMIT)
    check(body, orders)
    return orders


def check(body: Order | Standing, orders: Orders) -> None:
    """Pass if these are the orders that the body commits to. Raises BadOpening, Garbled."""
    kind, number, revision = seal_name(body)
    game, side = body.game, body.author
    right = commitment.commit_orders(game, side, kind, number, revision, orders)
    commitment.check(body.commitment, right, f"standing orders of {side}")
    if not orders.standing and (orders.reactions or orders.scripts):
        raise Garbled(why="it seals standing orders and says that it brings none")
    if isinstance(body, Order) and body.brings != orders.standing:
        claim = "brings standing orders" if body.brings else "brings no standing orders"
        raise BadOpening(
            slot=f"the order of {side}", why=f"it says that it {claim}, and seals otherwise"
        )
    if isinstance(body, Standing):
        if orders.statements or orders.cards or not orders.standing:
            raise Garbled(why="a standing order seals standing orders, and nothing else")
        return
    if len(orders.statements) != len(body.statements):
        raise BadOpening(slot=f"the order of {side}", why="it seals another number of statements")
    for place, (commitment_sent, statement) in enumerate(
        zip(body.statements, orders.statements, strict=True), 1
    ):
        opened_commitment = commitment.commit_statement(
            game, side, body.question, body.revision, place, statement.salt, statement.text
        )
        commitment.check(commitment_sent, opened_commitment, f"statement {place} of {side}")
    texts = [statement.text for statement in orders.statements]
    if "" in texts and any(texts[texts.index("") :]):
        raise Garbled(why="its padding stands before a statement")
    if orders.cards:
        if [card.slot for card in orders.cards] != [part.slot for part in body.plan]:
            raise BadOpening(slot=f"a plan of {side}", why="it seals other slots than it fills")
        for part, card in zip(body.plan, orders.cards, strict=True):
            commitment.check(
                part.commitment, commit(game, card.slot, 0, card.salt, card.card), card.slot
            )


def seal_orders(
    body: Order | Standing, orders: Orders, gm: str, own: str, escrow: bool
) -> tuple[Sealed, ...]:
    """The `sealed` field of a body whose other fields are there already.

    Args:
        gm, own: keys of the GM and of the author, x25519 in hex.
        escrow: whether the GM gets the cards of a stack too.

    Raises UnreadableOrders: it is too much for one email, and the GM would refuse it.
    """
    size = len(bodies.encode(orders))
    if size > LIMIT:
        much = f"its lines, scripts and policies have {size:,} bytes, and one email seals {LIMIT:,}"
        raise UnreadableOrders(why=f"{much}. {_less(orders)}")
    for_gm = bodies.replace(orders, cards=()) if not escrow else orders
    return tuple(
        Sealed(to, seal.seal(key, seal_info(body, to), bodies.encode(part), BUCKET))
        for to, key, part in (("gm", gm, for_gm), (body.author, own, orders))
    )


def _less(orders: Orders) -> str:
    """The way out of too much for one email."""
    if not orders.standing:
        return "Send the last lines later, with the answer to your next question"
    if orders.cards or not any(statement.text for statement in orders.statements):
        return "Shorten some scripts, or leave them out"
    return "Send the scripts and policies alone first, in an email without order lines, and then the lines"


def dealt(key: GameKey, draft: Draft, deal: Dealt) -> Opening:
    """A card that was dealt to whoever has this key. Raises BadOpening, Garbled."""
    info = seal.info("deal", draft.game, deal.slot)
    plain = seal.undeal(key, draft.writer.keys.x25519, info, deal.sealed)
    opening = bodies.decode(Opening, plain, LIMIT)
    if opening.slot != deal.slot:
        raise BadOpening(slot=deal.slot, why="another card was dealt under its name")
    return opening


def ruled(key: GameKey, game: str, n: int, sealed: str) -> tuple[str, ...]:
    """The lines of a sealed ruling. Raises BadOpening."""
    plain = seal.unstore(key, seal.info("ruling", game, n), sealed)
    return bodies.decode(Lines, plain, RULED_LIMIT).lines


def veiled_hash(key: GameKey, n: int, state: bytes) -> str:
    """The hash of a veiled state, in JSON, in entry `n`, with a salt that follows from the GM's key."""
    salt = key.secret(f"veil/{n}")[:16].hex().encode()
    return state_hash(b'{"salt":"%s","state":%s}' % (salt, state))


def seal_ruled(key: GameKey, game: str, n: int, lines: Sequence[str]) -> str:
    return seal.store(key, seal.info("ruling", game, n), bodies.encode(Lines(tuple(lines))))
