"""What a side sees where a game stands, to imagine from it how things may be."""

from __future__ import annotations

from pbem.engine.play import Play
from pbem.engine.world import Sight
from pbem.ledger.glimpse import state_for
from pbem.ledger.ledger import Ledger
from pbem.ledger.sight import cards_of


def seen_by(ledger: Ledger, side: str) -> Sight:
    """Of a game that has begun: what this side sees, its own question before those of others."""
    rules, play = ledger.rules, ledger.play
    kinds = {request.side: request.kind for request in play.pending}
    return Sight(
        rules,
        state_for(rules, play.state, side),
        side,
        cards_of(ledger.hand(side), ledger.known()),
        kinds.get(side) or next(iter(kinds.values()), ""),
        play.checkpoint.copied() if isinstance(play, Play) and not ledger.veiled else None,
    )
