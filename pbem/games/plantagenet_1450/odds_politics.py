"""`pbem odds siege` and `pbem odds recruitment`: chances of Intrigue points, exact, by the numbers of the rules."""

from __future__ import annotations

from pbem.engine.odds import Answer, Inquiry, OutcomeGroup, Parameter, certain, one_of
from pbem.errors import BadQuestion
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s12_recruitment as recruitment
from pbem.games.plantagenet_1450 import s14_sieges as sieges
from pbem.games.plantagenet_1450.facts import Area, facts
from pbem.games.plantagenet_1450.s8_points import at_least, changes
from pbem.games.plantagenet_1450.s16_4_6_3_levies import number
from pbem.games.plantagenet_1450.state import State

FACES = 6
ROLLS = 3
"""Of a siege, if nobody says how many."""
SIEGE = (
    Parameter("area", "Whose fortification is besieged.", required=True),
    Parameter("rolls", "Points to spend on the siege. Default: 3.", number=True),
    Parameter(
        "treasury",
        "By how many points the besieger outbids the other side in each roll.",
        number=True,
    ),
)
RECRUITMENT = (
    Parameter("unit", "Which type is recruited.", required=True),
    Parameter("treasury", "By how many points the roller outbids the other side.", number=True),
)


def siege(inquiry: Inquiry) -> Answer:
    """14.3 The chance that a fortification has fallen after each roll of a siege. Raises BadQuestion."""
    state: State = inquiry.state
    if not state.turn:
        raise BadQuestion(why="a campaign scenario knows no sieges (C187)")
    some = [area.id for area in facts().forts.values()]
    area = facts().areas[one_of(inquiry.given.get("area", ""), some, "area with a fortification")]
    holder = board.holder(state, area.fort_hex)
    if not holder or board.is_reduced(state, area.fort_hex):
        raise BadQuestion(why=f"nobody holds {area.fort_name} against anybody (14.2)")
    side = state.enemy(holder)
    rolls = int(inquiry.given.get("rolls") or ROLLS)
    added = int(inquiry.given.get("treasury") or 0) + changes(state, side, sieges.DIE)
    fallen = falls(state, area, added, rolls)
    lines = tuple(
        certain(f"after {roll} roll" + "s" * (roll > 1), share)
        for roll, share in enumerate(fallen, 1)
    )
    lowest_die = sieges.lowest(area, sieges.inside(state, area), sieges.bonus(state, area)) - added
    title = f"{board.side_name(side)} besieges {area.fort_name}, at first on {at_least(lowest_die)}"
    notes = [
        "A roll of 1 costs the garrison a unit. Each failure adds 1 to the next roll, up to a total of 3 (14.3-4)."
    ]
    if why := sieges.bar(state, side, area):
        notes.append(f"{area.fort_name} cannot be besieged now: {why}.")
    return Answer(
        title, (OutcomeGroup("Reduced", lines),), numbers={"chance": fallen[-1]}, notes=tuple(notes)
    )


def falls(state: State, area: Area, added: int, rolls: int) -> list[float]:
    """The chance that a fortification is reduced after one roll, two, and so on, each with so much `added` to the die.

    It follows the shares of all pairs of garrison and bonus that still hold out: a 1 kills units, a failure adds a
    bonus.
    """
    most = facts().tables["siege"]["under_siege_bonus_max"]
    losses = facts().tables["siege"]["natural_1_kills_garrison_units"]
    shares = {(sieges.inside(state, area), sieges.bonus(state, area)): 1.0}
    chances = []
    for _ in range(rolls):
        next_shares: dict[tuple[int, int], float] = {}
        for (garrison, bonus), share in shares.items():
            least_die = sieges.lowest(area, garrison, bonus) - added
            for die in range(1, min(FACES, least_die - 1) + 1):
                survivors = max(0, garrison - losses) if die == 1 else garrison
                key = survivors, min(bonus + 1, most)
                next_shares[key] = next_shares.get(key, 0.0) + share / FACES
        shares = next_shares
        chances.append(1 - sum(shares.values()))
    return chances


def recruit(inquiry: Inquiry) -> Answer:
    """12.1 How many units a roll brings, at most as many as counters are left. Raises BadQuestion."""
    state: State = inquiry.state
    if inquiry.side not in state.legitimacy:
        raise BadQuestion(
            why="a campaign scenario recruits nobody (C187); ask for a side with --side"
        )
    kind = one_of(inquiry.given.get("unit", ""), recruitment.costs(), "type that is recruited")
    unit = facts().units[kind]
    treasury_points = int(inquiry.given.get("treasury") or 0)
    counters = leaders.counters_left(state, inquiry.side, kind)
    units_by_die = [
        min(counters, number(unit.column, die + treasury_points)) for die in range(1, FACES + 1)
    ]
    lines = tuple(
        certain(str(many), units_by_die.count(many) / FACES) for many in sorted(set(units_by_die))
    )
    expected_units = sum(units_by_die) / FACES
    title = f"{board.side_name(inquiry.side)} recruits {unit.name}: {expected_units:.1f} on average"
    return Answer(title, (OutcomeGroup("Units", lines),), numbers={"units": expected_units})
