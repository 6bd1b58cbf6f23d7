"""What an entry of a veiled game deals to one side, in one piece: for tests that vary what it must not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.engine import codec
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.ledger.glimpse import asked_of, dump_request
from pbem.protocol.bodies import OpenQuestion


def packet(
    rules: RuleSet[Any], play: Play[Any], pending: Sequence[Request], side: str
) -> dict[str, Any]:
    """Plain data for one side, or for the public: the veiled state, the requests, the result."""
    result = play.result
    return {
        "state": codec.dump(rules.secrets.veil(play.state, side)),
        "asked": [
            msgspec.to_builtins(asked_of(request, OpenQuestion(request.side, 1, request.id)))
            for request in pending
        ],
        "menu": [dump_request(request, True) for request in pending if request.side == side],
        "result": [" ".join(result.winners), result.reason] if result else [],
    }
