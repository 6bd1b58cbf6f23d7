"""Refusals that only their reader can open: what they quote of an order is nobody else's business (PROTOCOL.md, 10)."""

from typing import Annotated

from msgspec import Meta

from pbem.protocol import armour, bodies, envelope, seal
from pbem.protocol.bodies import SignedRefusal
from pbem.protocol.keys import GameKey
from pbem.protocol.said import VERSION, Base64, Body, Hex, Party, check_base64

KIND = "REFUSED"
BUCKET = 2048


class ClosedRefusal(Body, frozen=True, kw_only=True):
    """The GM's signed word that an order was refused, sealed to the seat `to`."""

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: Hex
    to: Party
    data: Base64

    def __post_init__(self) -> None:
        check_base64(self.data)


def to_text(refusal: SignedRefusal, side: str, x25519: str) -> str:
    """The armoured block for a side, by the X25519 key of its seat (hex)."""
    game = refusal.body.game
    plain = bodies.encode(refusal)
    data = seal.seal(x25519, seal.info("refusal", game, side), plain, BUCKET)
    closed = ClosedRefusal(v=VERSION, game=game, to=side, data=data)
    return armour.wrap(KIND, bodies.encode(closed))


def from_text(text: str | bytes) -> ClosedRefusal:
    """The one of an email, unopened. Raises what `armour.unwrap` and `bodies.decode` raise."""
    raw = armour.unwrap(KIND, text, envelope.LIMIT)
    return bodies.decode(ClosedRefusal, raw, envelope.LIMIT)


def opened(closed: ClosedRefusal, key: GameKey) -> SignedRefusal:
    """The refusal; not yet verified. Raises BadOpening, and what `bodies.decode` raises."""
    plain = seal.unseal(key, seal.info("refusal", closed.game, closed.to), closed.data)
    return bodies.decode(SignedRefusal, plain, envelope.LIMIT)
