"""`pbem odds joining` and `pbem odds interception`: chances that are exact, by the numbers that the rules use."""

from __future__ import annotations

from itertools import product

from pbem.engine.odds import (
    PIECE,
    PLACE,
    Answer,
    Inquiry,
    Line,
    OutcomeGroup,
    Parameter,
    certain,
    one_of,
)
from pbem.engine.prose import count_text
from pbem.errors import BadQuestion
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_3_2_interception as naval
from pbem.games.plantagenet_1450 import s16_4_6_combat as combat
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.odds_battle import hex_named, joining
from pbem.games.plantagenet_1450.s11_3_sea import voyages
from pbem.games.plantagenet_1450.s16_4_5_4_exile import by_land, landings, refuges, route
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import highest, those_who_try
from pbem.games.plantagenet_1450.state import State

FACES = 6
JOINING = (
    Parameter("leader", "Whose attack it is.", required=True, kind=PIECE),
    Parameter("at", "The hex that is attacked, by number or town.", required=True, kind=PLACE),
    Parameter("joining", "Hexes whose forces try to join: `1512 1412`; default: all."),
)
INTERCEPTION = (
    Parameter("leader", "Who puts to sea.", required=True, kind=PIECE),
    Parameter("to", "Where to: a foreign territory, an area, or a hex with a port.", required=True),
    Parameter("treasury", "Points by which the interceptor outbids the other.", number=True),
)


def join(inquiry: Inquiry) -> Answer:
    """16.4.6.2 Which forces come in time, and with how many units all together fight. Raises BadQuestion."""
    state: State = inquiry.state
    main = one_of(inquiry.given.get("leader", ""), leaders.in_play(state), "leader")
    leader = state.leaders[main]
    at = hex_named(inquiry.given.get("at", ""))
    if main not in combat.able(state, leader.side):
        raise BadQuestion(why=f"{leaders.name(main)} cannot attack now (16.4.6)")
    if at not in combat.targets(state, leader.side, leader.at):
        why = f"no enemy force in {board.name(at)} can be attacked by {leaders.name(main)} (16.4.6)"
        raise BadQuestion(why=why)
    able = combat.subsidiaries(state, leader.side, leader.at, at)
    hexes = joining(inquiry.given.get("joining", "all"), able)
    if not hexes:
        raise BadQuestion(why=f"no other force is next to {board.name(at)} (16.4.6.2)")
    chances = {hex: highest(state, main, at, hex) / FACES for hex in hexes}
    sizes = {hex: units(state, those_who_try(state, leader.side, hex)) for hex in hexes}
    mine = units(state, leaders.with_force(state, leader.at, leader.side))
    lines = tuple(
        certain(
            f"{leaders.names(those_who_try(state, leader.side, hex))} from {board.name(hex)}",
            chances[hex],
            f"a die of 1-{highest(state, main, at, hex)}",
        )
        for hex in hexes
    )
    theirs = units(state, leaders.with_force(state, at, state.enemy(leader.side)))
    title = (
        f"Who joins {leaders.name(main)} against {count_text(theirs, 'unit')} at {board.name(at)}"
    )
    blocks = (
        OutcomeGroup("Comes in time", lines),
        OutcomeGroup("Units that attack", spread(mine, chances, sizes)),
    )
    expected_units = mine + sum(chances[hex] * sizes[hex] for hex in hexes)
    notes = (
        "Every force that tries to join gains a level of fatigue, even if it fails (16.4.6.2).",
    )
    return Answer(title, blocks, numbers={"units": expected_units}, notes=notes)


def units(state: State, some: list[str]) -> int:
    return sum(len(state.leaders[id].army) for id in some)


def spread(mine: int, chances: dict[str, float], sizes: dict[str, int]) -> tuple[Line, ...]:
    """How many units attack in all, over everything that the dice can do."""
    chance_of: dict[int, float] = {}
    for comes in product((True, False), repeat=len(chances)):
        share, many = 1.0, mine
        for hex, joins in zip(chances, comes, strict=True):
            share *= chances[hex] if joins else 1 - chances[hex]
            many += sizes[hex] if joins else 0
        chance_of[many] = chance_of.get(many, 0.0) + share
    return tuple(
        certain(str(many), chance_of[many]) for many in sorted(chance_of) if chance_of[many]
    )


def intercept(inquiry: Inquiry) -> Answer:
    """11.3.2 The chance of each leader who can intercept a sea move, best first. Raises BadQuestion."""
    state: State = inquiry.state
    id = one_of(inquiry.given.get("leader", ""), leaders.in_play(state), "leader")
    if not leaders.is_free(state, id):
        raise BadQuestion(why=f"{leaders.name(id)} is a captive")
    zones = zones_of(state, id, inquiry.given.get("to", ""))
    treasury_points = int(inquiry.given.get("treasury") or 0)
    if treasury_points and not state.treasury:
        raise BadQuestion(why="a campaign scenario has no Treasury (C187)")
    side = state.enemy(state.leaders[id].side)
    able = sorted(naval.interceptors(state, side, zones), key=lambda x: -naval.chance(state, x))
    lines = tuple(
        certain(leaders.name(leader), most / FACES, f"a die of 1-{most}")
        for leader in able
        for most in (min(naval.ALWAYS_FAILS - 1, naval.chance(state, leader) + treasury_points),)
    )
    by = " and ".join(facts().zone_names[zone] for zone in zones)
    title = f"{leaders.name(id)} at sea, by the {by}"
    if not lines:
        return Answer(
            title, (OutcomeGroup("Interception", (certain("nobody can intercept", 1.0),)),)
        )
    notes = (
        "Only the first leader of this list makes an attempt, once per move (C48). A Response may come before it.",
    )
    return Answer(
        title,
        (OutcomeGroup("Interception", lines),),
        numbers={"chance": lines[0].share},
        notes=notes,
    )


def zones_of(state: State, id: str, words: str) -> list[str]:
    """The sea zones of a move: in a Campaign a flight or the way back, else a voyage. Raises BadQuestion."""
    leader = state.leaders[id]
    game_facts = facts()
    if state.in_campaign and board.is_abroad(leader.at):
        to = one_of(words, landings(state, id), "landing place")
        land = game_facts.territories[board.territory(leader.at)]
        if by_land(state, to, land.id):
            raise BadQuestion(why="he comes over the border, not by sea (C125)")
        return list(land.zones)
    if state.in_campaign:
        to = one_of(words, refuges(state, leader.at), "territory that he can flee to")
        if not to:
            raise BadQuestion(why=f"{leaders.name(id)} stands in no port (16.4.5.4)")
        if by_land(state, leader.at, to):
            raise BadQuestion(why="he goes over the border, not by sea (C125)")
        return route(board.port(state, leader.at), game_facts.territories[to].zones)
    open_ = voyages(state, id)
    if not open_:
        raise BadQuestion(why=f"{leaders.name(id)} can sail nowhere from where he is (11.3)")
    return list(open_[one_of(words, open_, "place that he can sail to")].zones)
