"""A simple player: raises nobles, lands in England, attacks with the odds on its side, spares its heirs.

It looks at nothing that its side could not see: of enemy blocks only their number, save in battle.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from pbem.engine.order import Order
from pbem.engine.request import Option, Request
from pbem.games.richard_iii import bot_actions, bot_battle
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.bot_sight import worth
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s4_kingmaker import halted
from pbem.games.richard_iii.state import State

Score = Callable[[State, str, Order], float]
FEW = 18
"""Action Points of a hand that is not worth keeping when a new one is dealt anyway."""


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    """The best legal line; equals are settled by a hash, so that games differ but replay."""
    held = [known[slot] for slot in request.slots if slot in known]
    if request.kind in ("mulligan", "keep_hand"):
        return "redeal" if sum(card(id).ap for id in held) <= _least(request.kind) else "keep"
    lines = [option for option in request.options if option.possible(held)]
    score, state = SCORES.get(request.kind, first), halted(state)
    return max(
        lines,
        key=lambda option: (
            score(state, request.side, Order.parse(option.line)),
            _tie(request, option),
        ),
    ).line


def _least(kind: str) -> int:
    return facts().mulligan if kind == "mulligan" else FEW


def _tie(request: Request, option: Option) -> str:
    return hashlib.sha256(f"{request.id} {option.line}".encode()).hexdigest()


def first(state: State, side: str, order: Order) -> float:
    """Where nothing is known to be better."""
    return 1 if order.verb in ("no", "done", "ready", "keep") else 0


def play_card(state: State, side: str, order: Order) -> float:
    """1.1 High cards first; events before the lowest ones, Plague and Muster last."""
    played = card(order.args[0])
    return played.ap * 2 + (1.5 if played.event else 0)


def main_attack(state: State, side: str, order: Order) -> float:
    """6.3 The border over which most blocks came, of any battle."""
    return max(
        (
            list(state.contests[at].came.values()).count(order.args[0])
            for at in sorted(state.contests)
            if state.contests[at].attacker == side
        ),
        default=0,
    )


def spare(state: State, side: str, order: Order) -> float:
    """Losses fall on the block that is worth least."""
    return -worth(state, blocks.by_word(side, order.actor))


def starve(state: State, side: str, order: Order) -> float:
    """7.1 A step of a block that survives it, the strongest and cheapest first."""
    id = blocks.by_word(side, order.actor)
    return (10 if state.blocks[id].strength > 1 else 0) - worth(state, id)


def enter(state: State, side: str, order: Order) -> float:
    """6.82 A minor joins friends, away from the enemy."""
    return bot_actions.safety(state, side, order.args[-1])


SCORES: dict[str, Score] = {
    "card": play_card,
    "actions": bot_actions.score,
    "main_attack": main_attack,
    "treason": bot_battle.treason,
    "battle_turn": bot_battle.turn,
    "last_retreat": bot_battle.retreat,
    "hits": spare,
    "regroup": bot_battle.regroup,
    "minor": enter,
    "supply": starve,
    "exile_limit": spare,
    "plague_deaths": spare,
}
