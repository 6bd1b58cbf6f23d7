"""Return slips: where a seat wants its emails, signed by its key and sealed to the GM, in no log (PROTOCOL.md, 10)."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from pbem.errors import BadOpening, Garbled, PbemError, TwoBlocks
from pbem.patterns import Pattern
from pbem.protocol import armour, bodies, seal, sshsig
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.public import Keys
from pbem.protocol.said import VERSION, Base64, Body, Hex, Party, Seconds, check_base64

KIND = "POSTED"
NAMESPACE = "pbem2-slip"
BUCKET = 1024
LIMIT = 8192
"""Bytes of the payload inside the armour."""
MOST = 8
"""Slips of one email that are looked at: the newest counts, and others may be quoted."""
_BEGIN = Pattern(rf"(?m)^(?=.*BEGIN {armour.FORMAT} )")


class Slip(Body, frozen=True, kw_only=True, rename={"author": "from"}):
    """Emails for this seat go to this address.

    Attributes:
        n: the highest of those that one key signed counts.
        post: a program reads them, which needs only what is new, and no secret in clear.
    """

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: Hex
    author: Party
    n: Seconds
    address: Annotated[str, Meta(min_length=3, max_length=254)]
    post: bool


class SignedSlip(Body, frozen=True):
    """A slip and its author's signature."""

    body: Slip
    sig: Base64

    def __post_init__(self) -> None:
        check_base64(self.sig)


class Posted(Body, frozen=True, kw_only=True, rename={"author": "from"}):
    """A signed slip, sealed to the GM."""

    v: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: Hex
    author: Party
    data: Base64

    def __post_init__(self) -> None:
        check_base64(self.data)


def to_text(identity: Identity, slip: Slip, gm: str) -> str:
    """The armoured block of a slip, sealed to the GM's X25519 key of the game (hex). Raises BadText."""
    signed = SignedSlip(body=slip, sig=identity.sign(NAMESPACE, bodies.encode(slip)))
    info = seal.info("slip", slip.game, slip.author)
    data = seal.seal(gm, info, bodies.encode(signed), BUCKET)
    posted = Posted(v=VERSION, game=slip.game, author=slip.author, data=data)
    return armour.wrap(KIND, bodies.encode(posted))


def from_text(text: str | bytes) -> list[Posted]:
    """The slips in an email, unopened; none where there are none or they are damaged."""
    try:
        return [_read(text)]
    except TwoBlocks:
        parts = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        return list(_each(_BEGIN.compiled.split(parts)))
    except PbemError:
        return []


def _read(text: str | bytes) -> Posted:
    return bodies.decode(Posted, armour.unwrap(KIND, text, LIMIT), LIMIT)


def _each(parts: Iterable[str]) -> Iterable[Posted]:
    room = MOST
    for part in parts:
        if f" {KIND}" not in part or not room:
            continue
        room -= 1
        try:
            yield _read(part)
        except PbemError:
            continue


def opened(posted: Posted, keys: Iterable[GameKey], author: Keys) -> Slip:
    """The slip that this seat's key signed, opened with one of the GM's keys of the game.

    Raises BadOpening, Garbled, BadSignature.
    """
    info = seal.info("slip", posted.game, posted.author)
    for key in keys:
        try:
            plain = seal.unseal(key, info, posted.data)
        except BadOpening:
            continue
        signed_slip = bodies.decode(SignedSlip, plain, LIMIT)
        sshsig.verify(author, NAMESPACE, bodies.encode_again(signed_slip.body), signed_slip.sig)
        if (signed_slip.body.game, signed_slip.body.author) != (posted.game, posted.author):
            raise Garbled(why="this return slip is for another seat")
        return signed_slip.body
    raise BadOpening(slot="a return slip", why="it is sealed to another key")
