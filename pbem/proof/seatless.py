"""Why somebody who opens a game has no seat in it: the GM, a player who left, a newcomer."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Protocol

from pbem.errors import NotInThisGame, NotJoined, NotSeatedYet, SeatLost, SeatOfOtherKey
from pbem.ledger.cases import people
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import GM
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save


class OpenedGame(Protocol):
    """What is asked of a game here: a `Reader`, which uses this module."""

    save: Save
    ledger: Ledger
    path: Path | None
    accepted: str

    @property
    def side(self) -> str: ...

    @property
    def free_seats(self) -> tuple[str, ...]: ...


def no_seat(game: OpenedGame, player: Identity) -> NotInThisGame:
    """The error that says why somebody has no seat in this game, or none any more, and what to do."""
    ledger, fingerprint = game.ledger, player.public.fingerprint
    if game.side == GM:
        gm_words = "its GM, who applies emails with `pbem apply`"
        return NotInThisGame(name=player.name, fingerprint=gm_words)
    file = game.path.name if game.path is not None else "game.toml"
    for body in reversed(people.seatings(game.save.entries)):
        if body.keys.ssh == player.ssh:
            seat = ledger.seat_of(body.author)
            return SeatLost(side=body.author, name=seat.keys.name, n=seat.since)
    holder = ledger.seats.get(game.accepted)
    if holder is not None:
        return SeatOfOtherKey(
            side=game.accepted,
            key=holder.keys.fingerprint,
            own=fingerprint,
            file=shlex.quote(file),
        )
    if game.accepted:
        return NotSeatedYet(side=game.accepted, n=ledger.n)
    if game.free_seats:
        first_side, *other_sides = game.free_seats
        other_ways = "".join(f" (or `--as {side}`)" for side in other_sides)
        return NotJoined(file=shlex.quote(file), side=first_side, others=other_ways)
    return NotInThisGame(name=player.name, fingerprint=fingerprint)
