"""The end of secrets: each party's reveal key of a finished game, checked against its public key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.errors import BadStatement
from pbem.protocol.hashing import is_digest
from pbem.protocol.keys import GameKey

if TYPE_CHECKING:
    from pbem.moderator.ledger import Ledger

GM = "gm"


def check(ledger: Ledger, party: str, text: str) -> GameKey:
    """The key, if it is that party's of this game, and the game is over. Raises BadStatement."""
    if ledger.result is None:
        raise BadStatement(why="the game is not over; a revealed key would tell all that is secret")
    return fits(ledger, party, text)


def fits(ledger: Ledger, party: str, text: str) -> GameKey:
    """The key, if its public half is the one that this party plays with. Raises BadStatement."""
    if not is_digest(text):
        raise BadStatement(why="a reveal key has 64 hexadecimal digits")
    key = GameKey(bytes.fromhex(text))
    public = ledger.gm if party == GM else ledger.seats[party].keys
    if key.x25519 != public.x25519:
        raise BadStatement(why=f"this is not the reveal key of {party} for this game")
    return key
