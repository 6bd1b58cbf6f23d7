"""How the simple player spends its cards and Intrigue points: areas first, for they are Legitimacy and Treasury.

It weighs the lines of a menu in points of Legitimacy, by what all can see; between equal ones it takes the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pbem.engine.once import Once
from pbem.engine.request import Option, Request
from pbem.games.plantagenet_1450 import bot_crown as crown
from pbem.games.plantagenet_1450 import bot_events as events
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_2_2_must_play as must_play
from pbem.games.plantagenet_1450 import s6_2_5_selectors as selectors
from pbem.games.plantagenet_1450 import s6_3_nobles as nobles
from pbem.games.plantagenet_1450 import s7_2_impulses as impulses
from pbem.games.plantagenet_1450 import s8_2_control as s8_2
from pbem.games.plantagenet_1450 import s8_4_defection as defection
from pbem.games.plantagenet_1450 import s8_6_captives as captives
from pbem.games.plantagenet_1450 import s8_8_heirs as heirs
from pbem.games.plantagenet_1450 import s8_9_wits as wits
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_movement as movement
from pbem.games.plantagenet_1450 import s11_3_sea as sea
from pbem.games.plantagenet_1450 import s12_recruitment as recruitment
from pbem.games.plantagenet_1450 import s14_sieges as sieges
from pbem.games.plantagenet_1450 import s18_coronation as coronation
from pbem.games.plantagenet_1450.facts import NEUTRAL, facts
from pbem.games.plantagenet_1450.state import State

A_POINT = 0.7
"""What an Intrigue point is worth, in Legitimacy."""
A_NOBLE = 2.0
A_CROWN_AWAITS = 2.5
"""How much more Legitimacy is worth where the want of it keeps somebody from the crown."""
FARTHER = 0.55
"""What of an area's worth is left for each step that it is away."""
STEPS = 3
"""How far it looks for an area."""
UPKEEP = 8
"""Units up to which it recruits; they must be paid."""
FACES = 6
Reach = Once[str, float]
"""What an area is worth, worked out once a choice."""


def choose(state: State, request: Request, options: Sequence[Option]) -> str:
    """The line that is worth most; of areas that a card takes or frees as many as may be."""
    weigh, side = WEIGHED[request.kind], request.side
    reach = reaches(state, side)
    best = max(options, key=lambda option: weigh(state, side, option, reach))
    if isinstance(best.decision, selectors.ChooseAreas):
        return str(best.with_group(best.subset.among[: best.limit]))
    return best.line


def play(state: State, side: str, option: Option, reach: Reach) -> float:
    """7.2 What a play of an impulse is worth."""
    match option.decision:
        case impulses.PlayForPoints(card):
            return facts().cards[card].points * A_POINT
        case impulses.PlayEvent(card) | impulses.PointsThenEvent(card):
            return event(state, side, card)
        case nobles.PlaceNoble(card, to):
            return noble(state, side, card) + target(state, side, crown.place_of(to)) / 10
        case nobles.JoinRoyal(card) | impulses.PointsThenNoble(card):
            return noble(state, side, card)
        case impulses.OneIntrigue():
            return A_POINT
        case _:
            return 0.0


def event(state: State, side: str, card: str) -> float:
    """An enemy's event also gives points (6.2.2.2)."""
    card_facts = facts().cards[card]
    if must_play.owner(card_facts, side) == side:
        return events.worth(state, side, card_facts.effects)
    return card_facts.points * A_POINT - events.worth(state, state.enemy(side), card_facts.effects)


def noble(state: State, side: str, card: str) -> float:
    card_facts = facts().cards[card]
    joins = nobles.faction(state, card_facts.noble) in (side, NEUTRAL)
    return card_facts.points * A_POINT + (A_NOBLE if joins else -A_NOBLE)


def spend(state: State, side: str, option: Option, reach: Reach) -> float:
    """8.0 What an action is worth to the robot for each point that it costs.

    Args:
        reach: see `nearer`.
    """
    points_left = state.points[-1].left if state.points else 0
    match option.decision:
        case s8_2.PlaceMarker(area) | s8_2.RemoveMarker(area):
            return wanted(state, side) * facts().worth[facts().areas[area].group]
        case movement.Move(leader, to, ()) | sea.Sail(leader, to, ()) if (
            to not in facts().hexes and crown.is_claimant(state, leader)
        ):
            return crown.nearer(state, side, leader, to)
        case movement.Move(leader, to, ()) if to in facts().areas:
            return wanted(state, side) * nearer(state, leader, to, reach)
        case coronation.Crown(_, points):
            return 15 * points / FACES / points
        case defection.Turn(noble, points):
            chance = defects(state, noble, points) * stays(state, noble)
            return A_NOBLE * chance / points
        case heirs.HeirCheck(points):
            return 3 * min(points, FACES) / FACES / points
        case wits.RecoverWits():
            return 4 * min(state.wits, FACES) / FACES
        case captives.Escape():
            return 1.0
        case recruitment.Recruit(kind):
            few = sum(state.pool[side].values()) < UPKEEP
            return 0.4 / recruitment.costs()[kind] if few else 0.0
        case sieges.Besiege(area, card):
            return 0.9 * falls(state, area) - (0.1 if card else 0.0)
        case None:
            return 0.0
        case _:
            return 0.05 if option.passes else 0.01 * points_left


def wanted(state: State, side: str) -> float:
    """What a point of Legitimacy is worth now."""
    return A_CROWN_AWAITS if crown.lacks_legitimacy(state, side) else 1.0


def nearer(state: State, id: str, to: str, reach: Reach) -> float:
    """How much more is to be had from there than from where he stands."""
    area = board.area_of(state.leaders[id].at)
    before = reach[area.id] if area is not None else 0.0
    return 0.9 * (reach[to] - before)


def reaches(state: State, side: str) -> Reach:
    """`best_from` for each area that is asked for, while one line is chosen."""
    return Once(partial(best_from, Once(partial(target, state, side))))


def best_from(targets: Reach, area: str) -> float:
    """The best that a leader can have from there: his area's, or less for each step."""
    seen, edge, share, best = {area}, [area], 1.0, 0.0
    for _ in range(STEPS):
        best = max([best, *(share * targets[one] for one in edge)])
        edge = [to for one in edge for to in facts().areas[one].adjacent if to not in seen]
        seen.update(edge)
        share *= FARTHER
    return best


def target(state: State, side: str, area: str) -> float:
    """What a leader could do in an area in which no other one of his side stands."""
    area_facts = facts().areas[area]
    holder = state.control.get(area_facts.group, NEUTRAL)
    if holder == side:
        return 0.0
    if any(area == crown.place_of(state.leaders[id].at) for id in leaders.free(state, side)):
        return 0.0
    worth = float(facts().worth[area_facts.group])
    return 0.3 * worth if s8_2.unreduced(state, area_facts.group, side) else worth


def defects(state: State, noble: str, points: int) -> float:
    """8.4 The chance that he changes sides."""
    return turns(leaders.rating(state, noble).loyalty, points)


def stays(state: State, noble: str) -> float:
    """The chance that he is not turned back with a point: whom the next comer has again is no gain."""
    side = state.enemy(state.leaders[noble].side)
    return 1 - turns(facts().leaders[noble].ratings[side].loyalty, 1)


def turns(loyalty: int, points: int) -> float:
    """A natural 1 never does it."""
    return sum(die > 1 and die + points > loyalty for die in range(1, FACES + 1)) / FACES


def falls(state: State, area: str) -> float:
    """14.3 The chance that a siege succeeds, without Treasury."""
    area_facts = facts().areas[area]
    needed = sieges.lowest(
        area_facts, sieges.inside(state, area_facts), sieges.bonus(state, area_facts)
    )
    return max(0, min(FACES, FACES + 1 - needed)) / FACES


def bid(state: State, side: str, option: Option, reach: Reach) -> float:
    """9.2.2 A point or two where there is plenty."""
    plenty = state.treasury.get(side, 0) // 4
    match option.decision:
        case treasury.Bid(opening, 0, ""):
            return float(opening) if opening <= min(2, plenty) else -1.0
        case treasury.NoBid():
            return 0.5
        case _:
            return -1.0


def areas(state: State, side: str, option: Option, reach: Reach) -> float:
    """Areas that a card changes: the enemy's and neutral ones rather than its own."""
    match option.decision:
        case selectors.ChooseAreas(area, _):
            group = facts().areas[area].group
            own = state.control.get(group, NEUTRAL) == side
            return facts().worth[group] * (-1.0 if own else 1.0)
        case _:
            return 0.0


def keeping(state: State, side: str, option: Option, reach: Reach) -> float:
    return float(option.passes)


WEIGHED: dict[str, Callable[[State, str, Option, Reach], float]] = {
    "impulse": play,
    "intrigue": spend,
    "bid": bid,
    "card_areas": areas,
    "upkeep": keeping,
    "garrisons": keeping,
}
"""How the lines of each kind of request are weighed."""
