"""A simple player: raises nobles, lands in England, attacks with the odds on its side, spares its heirs.

It looks at nothing that its side could not see: of enemy blocks only their number, save in battle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from pbem.engine.decision import readings
from pbem.engine.facets.robot import order_of
from pbem.engine.request import Option, Request
from pbem.games.richard_iii import bot_actions, bot_battle
from pbem.games.richard_iii.bot_sight import Sight, worth
from pbem.games.richard_iii.decisions import Done, No
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s1_1_cards import Keep, PlayCard, Redeal, card
from pbem.games.richard_iii.s4_kingmaker import halted
from pbem.games.richard_iii.s5_1_events import Fall, Muster, Plague
from pbem.games.richard_iii.s5_2_land_moves import Move
from pbem.games.richard_iii.s5_3_sea_moves import Sail
from pbem.games.richard_iii.s5_4_recruits import Recruit
from pbem.games.richard_iii.s5_actions import Action, End
from pbem.games.richard_iii.s6_2_turns import Deed, Pass
from pbem.games.richard_iii.s6_3_attacks import MainAttack
from pbem.games.richard_iii.s6_4_combat import Charge, Fire, Hit
from pbem.games.richard_iii.s6_6_retreat import Regroup, Retreat
from pbem.games.richard_iii.s6_9_treachery import Treachery, Treason
from pbem.games.richard_iii.s6_battles import Fight
from pbem.games.richard_iii.s7_supply import Enter, Execute, Lose
from pbem.games.richard_iii.s8_3_going_home import GoHome
from pbem.games.richard_iii.s8_political import LeaveExile
from pbem.games.richard_iii.state import State

Choice = (
    Keep
    | Redeal
    | PlayCard
    | Action
    | End
    | MainAttack
    | Fight
    | Treason
    | Deed
    | Hit
    | Regroup
    | Execute
    | Enter
    | Lose
    | Fall
    | GoHome
    | LeaveExile
    | No
    | Done
)
"""Every kind of decision in the game."""
Score = Callable[[Sight, Choice], float]
"""How good a decision looks beside the others of its menu."""
FEW = 18
"""Action Points of a hand that is not worth keeping when a new one is dealt anyway."""


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    """The best legal line."""
    return best_line(state, request, known, score)


def best_line(state: State, request: Request, known: Mapping[str, str], score: Score) -> str:
    """What scores best."""
    cards_held = [known[slot] for slot in request.slots if slot in known]
    if request.kind in ("mulligan", "keep_hand"):
        few = sum(card(id).ap for id in cards_held) <= _least(request.kind)
        return str(Redeal() if few else Keep())
    return rated(state, request, cards_held, score)[0].line


class Rated(NamedTuple):
    """An option of a menu and how good it looks."""

    score: float
    choice: Choice
    line: str


def rated(state: State, request: Request, held: Sequence[str], score: Score) -> list[Rated]:
    """A menu, the best first; equals are settled by a hash, so that games differ but replay."""
    side, sight = request.side, Sight(halted(state), request.side)
    choices = [(option.line, meant(option, side)) for option in request.menu.possible(held)]
    ratings = [Rated(score(sight, choice), choice, line) for line, choice in choices]
    return sorted(
        ratings,
        key=lambda rated_line: (rated_line.score, order_of(request, rated_line.line)),
        reverse=True,
    )


def _least(kind: str) -> int:
    return facts().mulligan if kind == "mulligan" else FEW


def meant(option: Option, side: str) -> Choice:
    """What an option decides; a player's own client has its words alone, for the game is veiled."""
    return cast("Choice", option.decision or readings(Choice, option.line, side)[0])


def score(sight: Sight, choice: Choice) -> float:
    """How good a choice looks beside the others of its menu; 0 where nothing is known to be better."""
    match choice:
        case PlayCard(id):
            return play_card(id)
        case Move() | Sail() | Recruit() | Muster() | Plague() | End():
            return bot_actions.score(sight, choice)
        case MainAttack(way):
            return main_attack(sight.state, sight.side, way)
        case Treason(target):
            return bot_battle.treason(sight.state, target)
        case Fire() | Charge() | Treachery() | Retreat() | Pass():
            return bot_battle.turn(sight, choice)
        case Regroup(_, to):
            return bot_battle.regroup(sight, to)
        case Hit(id) | Fall(id) | LeaveExile(id):
            return -worth(sight.state, id)
        case Lose(id):
            return starve(sight.state, id)
        case Enter(_, place):
            return bot_actions.safety(sight, place)
        case No():
            return 0.5
        case GoHome():
            return -1
        case Keep() | Redeal() | Fight() | Execute() | Done():
            return 0


def play_card(id: str) -> float:
    """1.1 High cards first; events before the lowest ones, Plague and Muster last."""
    return card(id).ap * 2 + (1.5 if card(id).event else 0)


def main_attack(state: State, side: str, way: str) -> float:
    """6.3 The border over which most blocks came, of any battle."""
    return max(
        (
            list(state.contests[at].came.values()).count(way)
            for at in sorted(state.contests)
            if state.contests[at].attacker == side
        ),
        default=0,
    )


def starve(state: State, id: str) -> float:
    """7.1 A step of a block that survives it, the strongest and cheapest first."""
    return (10 if state.blocks[id].strength > 1 else 0) - worth(state, id)
