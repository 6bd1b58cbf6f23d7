"""A simple player: every legal line gets a score, the highest is played. Deterministic.

It Levies and Parleys where that is cheap, marches on weaker enemies (to York in Towton), stands or
goes into Exile by the ratio of forces, and gives up Militia first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pbem.engine.decision import Decision, readings
from pbem.engine.facets.robot import highest
from pbem.engine.once import Once
from pbem.engine.request import Option, Request
from pbem.engine.stack import Stack
from pbem.errors import Impossible
from pbem.games.plantagenet import bot_sight as sight
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.decisions import CardAction, Done, No, TroopsAction
from pbem.games.plantagenet.facts import TROOPS, facts
from pbem.games.plantagenet.s3_1_3_held_events import PlayEvent
from pbem.games.plantagenet.s3_2_pay import (
    DisbandAll,
    DisbandLord,
    DisbandVassal,
    PayAll,
    PayLords,
    PayVassal,
)
from pbem.games.plantagenet.s3_3_exiles_and_vassals import Return
from pbem.games.plantagenet.s3_4_1_parley import Parley as LevyParley
from pbem.games.plantagenet.s3_4_2_levy_lord import LevyLord
from pbem.games.plantagenet.s3_4_3_levy_vassal import LevyVassal
from pbem.games.plantagenet.s3_4_5_levy_transport import LevyCarts, LevyShip
from pbem.games.plantagenet.s3_4_6_levy_capability import LevyCapability
from pbem.games.plantagenet.s3_4_muster import Finish, Mustering
from pbem.games.plantagenet.s4_1_plan import PASS
from pbem.games.plantagenet.s4_2_command import Command
from pbem.games.plantagenet.s4_3_2_haul import Discard, DiscardFirst
from pbem.games.plantagenet.s4_3_4_intercept import Attempt
from pbem.games.plantagenet.s4_3_5_approach import (
    AllGiveBattle,
    AllGoIntoExile,
    GiveBattle,
    Stance,
)
from pbem.games.plantagenet.s4_3_march import March, MarchOn, SecondStep, Stop
from pbem.games.plantagenet.s4_4_2_rounds import Flee, FleeAll, Flight, Stand
from pbem.games.plantagenet.s4_4_2_strike import AssignHit, LetRout, Reroll, Rerolling
from pbem.games.plantagenet.s4_4_3_spoils import TakeSpoils
from pbem.games.plantagenet.s4_5_supply import Supply, SupplyByShip
from pbem.games.plantagenet.s4_6_1_sail import Sail
from pbem.games.plantagenet.s4_6_2_forage import Forage
from pbem.games.plantagenet.s4_6_3_tax import Tax
from pbem.games.plantagenet.s4_6_4_parley import CampaignParley
from pbem.games.plantagenet.s4_6_5_pass import Pass
from pbem.games.plantagenet.s4_8_2_disembark import Land
from pbem.games.plantagenet.s4_8_end_campaign import DiscardHeld, HeldChoice, KeepHeld
from pbem.games.plantagenet.s6_0_iii_king_richard import Become
from pbem.games.plantagenet.state import State

D = TypeVar("D", bound=Decision)
Judge = Callable[[D], float]
"""How good a decision of a kind of request looks. The kinds are those that the rules ask for, by the same name, so
that mypy finds a kind that is forgotten here."""
Score = Callable[[State], Judge[D]]
"""How to judge the decisions of one request: it may keep what they have in common."""


class Taste(NamedTuple):
    """How it answers one kind of request. `kinds`: what it chooses among."""

    kinds: Any
    score: Score[Any]

    def decision(self, option: Option, side: str) -> Decision:
        """A veiled game tells the lines of a menu only, so they are read."""
        return option.decision or readings(self.kinds, option.line, side)[0]


def each(judge: Callable[[State, D], float]) -> Score[D]:
    """The score of a kind of request of which each decision is judged alone."""
    return lambda state: partial(judge, state)


CHEAP = ("militia", "longbowmen", "handgunners", "mercenaries", "men_at_arms")
"""Who takes Hits first; then Vassals, last the Retinue."""
POINT = 0.5
"""What an Influence point is worth to it, in terms of the scores below."""


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    """A legal order line. Lines that its own hidden cards forbid are left out."""
    if request.stack is not None:
        cards = stack(state, request.stack) if request.kind == "plan" else deal(request.stack)
        return " ".join([request.stack.verb, *cards])
    return best_line(state, request, known, TASTES)


def best_line(
    state: State, request: Request, known: Mapping[str, str], tastes: Mapping[str, Taste]
) -> str:
    """The line of a menu that it likes best; equals are settled by a hash."""
    cards_held = {known[slot] for slot in request.slots if slot in known}
    possible = request.menu.possible(cards_held)
    best = _best(state, request, possible, tastes.get(request.kind))
    return " ".join([best.line, *(["with", *best.group[: best.limit]] if best.group else [])])


def _best(
    state: State, request: Request, possible: Sequence[Option], taste: Taste | None
) -> Option:
    judge = taste.score(state) if taste else None

    def liking(option: Option) -> float:
        return judge(taste.decision(option, request.side)) if taste and judge else 0.0

    return highest(request, possible, liking, lambda option: option.line)


def stack(state: State, request: Stack) -> list[str]:
    """Leaders of a group with all their cards, then the others in turn; Pass only to fill the Plan."""
    able = sorted(
        (name for name in request.limits if name != PASS),
        key=lambda id: (-sight.powers(state, sight.group_of(state, id)), id),
    )
    each = int(facts().limits["command_cards_per_lord"])
    led = {id for leader in able for id in sight.group_of(state, leader)[1:]}
    leaders = [id for id in able if id not in led]
    cards = [name for _ in range(each) for name in leaders]
    cards += [name for _ in range(each) for name in able if name not in leaders]
    return (cards + [PASS] * request.size)[: request.size]


def deal(request: Stack) -> list[str]:
    """The first cards that go together."""
    cards: list[str] = []
    for name in request.limits:
        more = (*cards, name)
        if len(cards) < request.size and not (request.trouble and request.trouble(more)):
            cards.append(name)
    return cards


def check_value(
    state: State, lord: str, bonus: int, gain: float, ways: int = 0, vassal: str = ""
) -> float:
    """A gain times the chance of an Influence check, less its price."""
    chance, usual = influence.rating(state, lord, vassal, bonus) / 6, facts().check
    return gain * chance - POINT * (usual.cost + bonus + usual.each_way * ways)


def muster(state: State, decision: Mustering) -> float:
    """3.4 The score of a Levy action: Lords first, then Vassals, Troops, near Strongholds, Carts."""
    match decision:
        case Done():
            return 0.0
        case Finish():
            return 0.1
        case LevyLord(lord, bonus=bonus):
            return check_value(state, lord, bonus, 6.0)
        case LevyVassal(lord, vassal, bonus):
            return check_value(state, lord, bonus, 4.0, vassal=vassal)
        case TroopsAction(lord):
            return 3.0 - 0.2 * state.lords[lord].troops.total()
        case LevyParley(lord, to, bonus=bonus):
            return check_value(state, lord, bonus, 2.5, lords.routes(state, lord)[to])
        case LevyCarts(lord):
            piece = state.lords[lord]
            return 0.9 * (1 + forces.fed_by(piece.troops.total()) - piece.carts)
        case LevyCapability():
            return 0.4
        case LevyShip() | CardAction() | Become() | PlayEvent():
            return -1.0


def command(state: State) -> Judge[Command]:
    """4.2.2 The score of a choice from the Command menu; the highest is played."""
    marches = Once[str, Marching](partial(Marching, state))

    def judge(decision: Command) -> float:
        match decision:
            case March(lord, to):
                return marches[lord].liking(to)
            case Sail(lord, to):
                return sail(state, lord, to)
            case Supply(lord) | SupplyByShip(lord):
                return provisions(state, lord)
            case Forage(lord):
                return provisions(state, lord, better=0.6)
            case Tax(lord, place, bonus):
                return tax(state, lord, place, bonus)
            case CampaignParley(lord, place, bonus):
                return parley(state, lord, place, bonus)
            case Pass() | CardAction() | PlayEvent():
                return 0.0

    return judge


class Marching:
    """4.3 A Lord's March: good against the weaker and towards the goal; hungry only where York is at stake."""

    def __init__(self, state: State, lord: str) -> None:
        self.state, self.lord, self.side = state, lord, lords.side_of(lord)
        self.group, self.goals = sight.group_of(state, lord), sight.goals(state, self.side)
        self.own, self.hungry = sight.powers(state, self.group), sight.starves(state, self.group)
        self.decisive = scenario.has_rule(state, "test_of_arms")
        self.distance = sight.distance(state.lords[lord].at, self.goals)

    def liking(self, destination: str) -> float:
        """The score of a March there."""
        state, own, hungry = self.state, self.own, self.hungry
        enemies = board.enemies_at(state, destination, self.side)
        if enemies and own <= (0.8 if self.decisive else 1.2) * sight.powers(state, enemies):
            return -8.0
        if hungry and board.exhausted(state, destination):
            return -6.0
        if enemies:
            return 1.0 if hungry else 8.0
        near = [
            id
            for place in board.ways(destination)
            for id in board.enemies_at(state, place, self.side)
        ]
        danger = 2.0 if sight.powers(state, near) > 1.2 * own else 0.0
        gain = min(1, self.distance - sight.distance(destination, self.goals))
        if self.decisive:
            return gain * (1.5 if hungry and state.actions > 1 else 6.0)
        alone = len(self.group) == 1
        leaves = 0.5 * len(lords.companions(state, self.lord)) if alone else 0.0
        return 1.5 * gain - danger - leaves - 4.0 * hungry


def sail(state: State, lord: str, destination: str) -> float:
    """4.6.1 Home out of Exile or from the Sea; it has no other business there."""
    if destination in facts().seas:
        return -5.0
    at_home = board.is_stronghold(state.lords[lord].at)
    friendly = board.friendly(state, destination, lords.side_of(lord))
    return -1.0 if at_home else 3.0 + friendly


def provisions(state: State, lord: str, better: float = 1.0) -> float:
    """4.5, 4.6.2 Supply where it is short of Provender; Forage is the second choice."""
    return better * min(2, sight.hunger(state, lord)) - 0.1


def tax(state: State, lord: str, place: str, bonus: int) -> float:
    """4.6.3 For the Coin that the next Levy takes."""
    need = 2.0 * min(1, sight.debt(state, lord))
    if place == state.seats.get(lord):
        return need + 0.2
    return check_value(state, lord, bonus, need)


def parley(state: State, lord: str, place: str, bonus: int) -> float:
    """4.6.4 The own location costs nothing."""
    if place == state.lords[lord].at:
        return 4.0
    return check_value(state, lord, bonus, 2.5, ways=1)


def march_on(state: State) -> Judge[SecondStep]:
    marches = Once[str, Marching](partial(Marching, state))

    def judge(decision: SecondStep) -> float:
        match decision:
            case MarchOn(lord, to):
                return marches[lord].liking(to)
            case Stop():
                return 0.2

    return judge


def intercept(state: State, decision: Attempt) -> float:
    """4.3.4 If he and those who wait there are stronger than those who come."""
    if isinstance(decision, No):
        return 0.0
    leader, destination = decision.lord, state.lords[state.active].at
    side = lords.side_of(leader)
    party = [
        leader,
        *(id for id in lords.companions(state, leader) if lords.may_follow(state, leader, id)),
    ]
    own = sight.powers(state, [*party, *board.lords_at(state, destination, side)])
    coming = sight.powers(state, board.enemies_at(state, destination, side))
    return float(lords.valour(state, leader)) if own > 1.1 * coming else -1.0


def approach(state: State, decision: Stance) -> float:
    """4.3.5 Stand with seven tenths of the enemy's force, or where York is at stake."""
    place = state.lords[state.active].at
    side = state.enemy(lords.side_of(state.active))
    own = sight.powers(state, board.lords_at(state, place, side))
    stand = own >= 0.7 * sight.powers(state, board.enemies_at(state, place, side))
    stand = stand or place in sight.goals(state, side)
    fits = isinstance(decision, GiveBattle | AllGiveBattle) == stand
    return fits + 0.5 * isinstance(decision, AllGiveBattle | AllGoIntoExile)


def flee(state: State, decision: Flight) -> float:
    """4.4.2 The score of a choice to Flee: it stands. Where it has to Flee, all go if it is hopeless, else as few
    as possible."""
    battle = state.battle
    if battle is None:
        raise Impossible("no Battle is being fought")
    powers = {
        side: sight.powers(
            state,
            [id for id, lord in battle.lords.items() if lord.side == side and lord.place != "gone"],
        )
        for side in (battle.attacker, battle.defender)
    }
    hopeless = min(powers.values()) * 4 < max(powers.values())
    match decision:
        case Flee():
            return -1.0
        case FleeAll():
            return -0.5 if hopeless else -2.0
        case Stand():
            return 0.0


def hits(state: State, decision: AssignHit) -> float:
    """4.4.2 Militia first, of the Lord who has most of them; the Retinue last."""
    lord, unit = decision.lord, decision.unit
    troops = state.lords[lord].troops
    many = 0.01 * getattr(troops, unit) if unit in TROOPS else 0.0
    rank = len(CHEAP) - CHEAP.index(unit) if unit in CHEAP else (-5 if unit == "retinue" else 0)
    return rank + many + (0.5 if decision.all else 0.0)


def reroll(state: State, decision: Rerolling) -> float:
    """4.4.2 Valour is there to be used."""
    match decision:
        case Reroll():
            return 1.0
        case LetRout():
            return 0.0


def discard(state: State, decision: Discard | DiscardFirst) -> float:
    """1.7.2 What must stay behind, in one go."""
    return float(decision.count) if isinstance(decision, Discard) else 0.0


def spoils(state: State, decision: TakeSpoils) -> float:
    """4.4.3 All of them in one go."""
    return float(decision.count)


def land(state: State, decision: Land) -> float:
    """4.8.2 A Friendly Port before others."""
    return float(board.friendly(state, decision.port, lords.side_of(decision.lord)))


def held(state: State, decision: HeldChoice) -> float:
    """4.8.6 Nothing goes back."""
    match decision:
        case KeepHeld():
            return 1.0
        case DiscardHeld():
            return 0.0


def prefer(*kinds: type[Decision]) -> Score[Decision]:
    """Decisions of these kinds before others, in this order."""
    ranked = list(reversed(kinds))
    return each(
        lambda state, decision: (
            ranked.index(type(decision)) + 1.0 if type(decision) in kinds else 0.0
        )
    )


TASTES: dict[str, Taste] = {
    "muster": Taste(Mustering, each(muster)),
    "command": Taste(Command, command),
    "march_on": Taste(SecondStep, march_on),
    "intercept": Taste(Attempt, each(intercept)),
    "approach": Taste(Stance, each(approach)),
    "flee": Taste(Flight, each(flee)),
    "hits": Taste(AssignHit, each(hits)),
    "reroll": Taste(Rerolling, each(reroll)),
    "discard": Taste(Discard | DiscardFirst, each(discard)),
    "spoils": Taste(TakeSpoils, each(spoils)),
    "disembark": Taste(Land, each(land)),
    "pay_lords": Taste(PayLords | DisbandLord, prefer(PayLords)),
    "pay_vassals": Taste(
        PayAll | PayVassal | DisbandAll | DisbandVassal, prefer(PayAll, PayVassal)
    ),
    "exiles": Taste(Return | Done, prefer(Return)),
    "held": Taste(HeldChoice, each(held)),
}
