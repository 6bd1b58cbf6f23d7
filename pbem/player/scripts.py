"""The script of the first card of a Plan, tried on the position of the moment before it is sealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine import codec
from pbem.engine.notation import stacked
from pbem.engine.rehearsal import Rehearsal
from pbem.ledger.glimpse import viewed
from pbem.ledger.ledger import Ledger
from pbem.player.dry import DryRun, NoChance, lines_on

FIRST = "1"


def first_card(ledger: Ledger, side: str, plan: str, scripts: Mapping[str, str]) -> DryRun | None:
    """What the script for card 1 of a plan line would do if the card were turned up now; None where it has
    none, or where that cannot be told. Raises as `engine.notation.stacked`, BadScript."""
    request, text = ledger.request(side), scripts.get(FIRST, "").strip()
    if request.stack is None or not text:
        return None
    cards = stacked(request.stack, plan)
    play = turned_up(ledger, side, cards[0], len(cards) - 1)
    if play is None:
        return None
    lines = [statement for statement in text.replace(";", "\n").split("\n") if statement.strip()]
    return lines_on(
        ledger.rules, play, side, lines, NoChance(ledger.position.secrets), raises=False
    )


def turned_up(ledger: Ledger, side: str, card: str, below: int) -> Rehearsal[Any] | None:
    """Where the game would stand, as far as a side sees it, if this card of its stack were turned up now, with so
    many left `below` it; None where that cannot be told."""
    rules, state = ledger.rules, ledger.play.state
    if state is None:
        return None
    now: Any = codec.copied(viewed(rules, state, side))
    kind = rules.imagination.turn_up(now, side, card, below)
    return Rehearsal.at(rules, now, kind) if kind else None
