"""The script of the first card of a Plan, tried on the position of the moment before it is sealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine import codec
from pbem.engine.notation import stacked
from pbem.engine.rehearsal import Rehearsal
from pbem.moderator.ledger.glimpse import viewed
from pbem.moderator.ledger.ledger import Ledger
from pbem.moderator.turn.dry import DryRun, NoChance, lines_on

FIRST = "1"


def first_card(ledger: Ledger, side: str, plan: str, scripts: Mapping[str, str]) -> DryRun | None:
    """What the script for card 1 of a plan line would do if the card were turned up now; None where it has
    none, or where that cannot be told. Raises as `engine.notation.stacked`, BadScript."""
    request, text = ledger.request(side), scripts.get(FIRST, "").strip()
    rules, state = ledger.rules, ledger.play.state
    if request.stack is None or not text or state is None:
        return None
    card = stacked(request.stack, plan)[0]
    now: Any = codec.copied(viewed(rules, state, side))
    kind = rules.flipped(now, side, card)
    play = Rehearsal.at(rules, now, kind) if kind else None
    if play is None:
        return None
    lines = [statement for statement in text.replace(";", "\n").split("\n") if statement.strip()]
    return lines_on(rules, play, side, lines, NoChance(ledger.position.secrets), raises=False)
