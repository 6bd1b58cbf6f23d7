"""`pbem odds attrition`: a march to a place, activation by activation, with the real code of 16.4.3-5."""

from __future__ import annotations

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.odds import (
    PIECE,
    PLACE,
    Answer,
    Inquiry,
    OutcomeGroup,
    Parameter,
    mean,
    on_average,
    one_of,
    sampled,
)
from pbem.engine.prose import count_text
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.simulate import Memo, Policies, both_policies, run, sample
from pbem.engine.table import Table
from pbem.errors import BadQuestion
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_3_activation as activation
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450 import s16_4_8_recovery as recovery
from pbem.games.plantagenet_1450.odds_battle import PRESET, hex_named
from pbem.games.plantagenet_1450.s16_4_5_movement import Halt, March
from pbem.games.plantagenet_1450.state import State

PARAMETERS = (
    Parameter("leader", "Who marches.", required=True, kind=PIECE),
    Parameter("to", "The hex where the leader goes, by number or town.", required=True, kind=PLACE),
    Parameter(
        "rest",
        "The fatigue at which the leader waits for the next campaign turn. Default: 4.",
        number=True,
    ),
)


class Arrival(Struct, frozen=True):
    """How one march ended: in which campaign turn he came, 0 if he did not, with how many units, how tired."""

    turn: int
    units: int
    fatigue: int


def attrition(rules: RuleSet[State], inquiry: Inquiry) -> Answer:
    """The odds of a long march: when a leader arrives, and what is left of his army. Raises BadQuestion."""
    state: State = codec.copied(inquiry.state)
    if not state.in_campaign or state.battle is not None:
        raise BadQuestion(
            why="forces march in a Campaign, and not while a battle is fought (16.4.5)"
        )
    id = one_of(inquiry.given.get("leader", ""), leaders.in_play(state), "leader")
    to = hex_named(inquiry.given.get("to", ""))
    leader = state.leaders[id]
    if not leaders.is_free(state, id) or board.is_abroad(leader.at) or leader.rides:
        raise BadQuestion(why=f"{leaders.name(id)} cannot be activated to march (16.4.3)")
    if leader.at not in board.costs_to(to):
        raise BadQuestion(why=f"no way by land leads to {board.name(to)} (16.4.5)")
    if to in zones.closed_hexes(state, leader.side, (to,)):
        raise BadQuestion(why=f"{board.name(to)} is closed to him (C11, C66)")
    most_fatigue = int(inquiry.given.get("rest") or leaders.MOST_FATIGUE)
    if not 1 <= most_fatigue <= leaders.MOST_FATIGUE:
        raise BadQuestion(why="fatigue is 1 to 4: no check, +0, +1, +2 (16.4.4)")
    policies, memo, start = both_policies(rules, inquiry, PRESET), Memo(), codec.encode(state)

    def play(chance: SeededChance) -> Arrival:
        table: Table[State] = Table(codec.decode(State, start))
        policy_answers = Policies(rules, table, policies, {}, memo)

        def answers(request: Request) -> str:
            if request.kind != "march":
                return policy_answers(request)
            return onward(request, table.state.leaders[id].at, to)

        run(march(table, id, to, most_fatigue), table, answers, chance)
        return arrival(table.state, id, to)

    outcomes = sample(inquiry.games, inquiry.seed, play, inquiry.tick)
    return march_odds(state, id, to, outcomes, inquiry)


async def march(table: Table[State], id: str, to: str, rest: int) -> None:
    """16.4 Activated as often as may be, nobody else does anything; then the next campaign turn."""
    state = table.state
    leader = state.leaders[id]
    while leaders.is_free(state, id) and leader.at != to:
        start = leader.at
        if leader.fatigue < rest and id in activation.able(state, leader.side):
            await activation.activate(table, activation.Activate(id))
            if leader.at == start:
                return
        elif state.campaign_turn < state.campaign_turns:
            await recovery.recovery(table)
            state.campaign_turn += 1
        else:
            return


def onward(request: Request, at: str, to: str) -> str:
    """As near to the place as he can come from where he is."""
    far = board.costs_to(to)
    halt = next(one.line for one in request.options if isinstance(one.decision, Halt))
    able = [
        (far.get(option.decision.to, board.NOWHERE), option.line)
        for option in request.options
        if isinstance(option.decision, March)
    ]
    distance, line = min(able, default=(board.NOWHERE, halt))
    return line if distance < far.get(at, board.NOWHERE) else halt


def arrival(state: State, id: str, to: str) -> Arrival:
    leader = state.leaders[id]
    came = leaders.is_free(state, id) and leader.at == to
    return Arrival(state.campaign_turn if came else 0, len(leader.army), leader.fatigue)


def march_odds(state: State, id: str, to: str, outcomes: list[Arrival], inquiry: Inquiry) -> Answer:
    """When a leader arrives, and with what, from the games in `outcomes`."""
    leader, games = state.leaders[id], len(outcomes)
    turns = range(state.campaign_turn, state.campaign_turns + 1)
    when = [
        sampled(f"in campaign turn {turn}", sum(x.turn == turn for x in outcomes), games)
        for turn in turns
    ]
    when.append(sampled("not in this Campaign", sum(not x.turn for x in outcomes), games))
    came = [x for x in outcomes if x.turn]
    blocks = [OutcomeGroup("Arrival", tuple(when))]
    numbers = {"arrives": len(came) / games}
    if came:
        numbers["units"] = mean([x.units for x in came])
        numbers["fatigue"] = mean([x.fatigue for x in came])
        blocks.append(on_average("Units on arrival", [x.units for x in came]))
        blocks.append(on_average("Fatigue on arrival", [x.fatigue for x in came]))
    cost = board.costs_to(to)[leader.at]
    title = (
        f"{leaders.name(id)} marches from {board.name(leader.at)} to {board.name(to)} with "
        f"{count_text(len(leader.army), 'unit')}, {count_text(cost, 'point')} away"
    )
    notes = ("Nobody else moves, and each activation takes the leader as far as possible.",)
    return Answer(title, tuple(blocks), games, inquiry.seed, numbers, notes)
