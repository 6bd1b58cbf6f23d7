"""20.0 How a game ends. A campaign scenario is judged after its last campaign turn (C187)."""

from __future__ import annotations

from pbem.engine.declared import DRAW, Ending, Reason
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s17_sole_king as kings
from pbem.games.plantagenet_1450.conditions import all_hold
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import State


class End(Ending):
    """How the game can end."""

    KING_AND_LEAD = (
        "20.1",
        "{winner} has the sole king, Legitimacy {level} and ten more than the other side (20.1).",
    )
    PARLIAMENT = (
        "20.1",
        "Turn {turn} is over, Richard of York is in England and {winner} has Legitimacy {level}: Parliament puts "
        "him on the throne (20.1).",
    )
    COUNCIL = (
        "20.1",
        "Turn {turn} is over and Richard of York is still in England: Henry accepts his council, and {winner} "
        "has won (20.1).",
    )
    NO_EDWARD = (
        "20.1",
        "Turn {turn} is over and Edward is not crowned: Margaret keeps control of the realm, and {winner} has won "
        "(20.1).",
    )
    SOLE_KING = "20.1", "The last turn is over: {winner} has the sole king (20.1)."
    LEAD = "20.1", "The last turn is over without a sole king: {winner} leads by {lead} (20.1)."
    NO_KING = (
        "20.1",
        "The last turn is over without a sole king and without a lead of ten: a draw (20.1).",
    )
    CAMPAIGN = "20.0", "The Campaign is over: {winner} has what it fought for (20.0, C187)."
    CAMPAIGN_DRAW = (
        "20.0",
        "The Campaign is over, and neither side has what it fought for: a draw (C187).",
    )
    CAMPAIGN_ELSE = (
        "20.0",
        "The Campaign is over, and neither side has what it fought for: that is enough for {winner} (20.0).",
    )
    CAMPAIGN_BOTH = (
        "20.0",
        "The Campaign is over, and both sides have what they fought for: a draw (C187).",
    )


def at_once(table: Table[State]) -> None:
    """20.1 Automatic Victory 1, tested after every completed action or event (C110)."""
    state = table.state
    if state.winner or "king_30_and_10" not in scenario_row(state).get("automatic_victory", ()):
        return
    side = kings.victory_king(state)
    needed = facts().tables["legitimacy"]
    if not side or state.legitimacy[side] < needed["victory_level"]:
        return
    if lead(state, side) >= needed["victory_lead"]:
        reason = End.KING_AND_LEAD.reason(
            winner=board.side_name(side), level=state.legitimacy[side]
        )
        end(table, side, reason)


RESULTS = {
    "win_york_if_met": ("york", True, "york_turn_{}", End.PARLIAMENT),
    "win_york_if_not_met": ("york", False, "york_turn_{}", End.COUNCIL),
    "win_lancaster_if_not_met": ("lancaster", False, "lancaster_turn_{}", End.NO_EDWARD),
}
"""The `result` of goals: who wins, if they are met or not, the code in a scenario's `automatic_victory`."""


def at_end_of_turn(table: Table[State]) -> None:
    """20.1 Automatic Victories 1 to 4, in the printed order (C110, C186)."""
    state = table.state
    at_once(table)
    for goal in facts().tables["goal"]:
        if state.winner or goal["turn"] != state.turn or goal.get("result") not in RESULTS:
            continue
        side, if_met, code, how = RESULTS[goal["result"]]
        counts = code.format(state.turn) in scenario_row(state)["automatic_victory"]
        if counts and all_hold(state, goal["condition"]) == if_met:
            winner = board.side_name(side)
            level = state.legitimacy[side]
            end(table, side, how.reason(winner=winner, turn=state.turn, level=level))


def lead(state: State, side: str) -> int:
    return state.legitimacy[side] - state.legitimacy[state.enemy(side)]


def standard_victory(table: Table[State]) -> None:
    """20.1, 20.2 The side of the sole king; without one, a lead of ten."""
    state = table.state
    king = kings.victory_king(state)
    if king:
        end(table, king, End.SOLE_KING.reason(winner=board.side_name(king)))
        return
    for side in SIDES:
        if lead(state, side) >= facts().tables["legitimacy"]["victory_lead"]:
            reason = End.LEAD.reason(winner=board.side_name(side), lead=lead(state, side))
            end(table, side, reason)
            return
    end(table, DRAW, End.NO_KING.reason())


def end(table: Table[State], winner: str, reason: Reason) -> None:
    table.state.winner, table.state.ending = winner, reason
    table.say("20.0", reason, kind="heading")


async def victory(table: Table[State]) -> None:
    end(table, *verdict(table.state))


def verdict(state: State) -> tuple[str, Reason]:
    """A side whose conditions hold, those of one alternative together; both are a draw,
    neither what the scenario says."""
    conditions = facts().scenarios[state.scenario]["victory"]
    met = [side for side in SIDES if any(all_hold(state, some) for some in conditions[side])]
    if len(met) == 1:
        return met[0], End.CAMPAIGN.reason(winner=board.side_name(met[0]))
    if met:
        return DRAW, End.CAMPAIGN_BOTH.reason()
    if conditions["otherwise"] != DRAW:
        winner = str(conditions["otherwise"])
        return winner, End.CAMPAIGN_ELSE.reason(winner=board.side_name(winner))
    return DRAW, End.CAMPAIGN_DRAW.reason()
