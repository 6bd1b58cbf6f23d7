"""5 Victory, looked at in 4.8.3: Campaign Victory, then the threshold, then the scenario's end."""

from __future__ import annotations

from pbem.engine.declared import DRAW, Ending, Reason
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES
from pbem.games.plantagenet.s2_2_calendar import LAST_BOX
from pbem.games.plantagenet.s6_0_i_special_rules import TEST_OF_ARMS
from pbem.games.plantagenet.state import State


class End(Ending):
    """How a game, or a War of the Wars of the Roses, can end."""

    CAMPAIGN = "5.1", "The {beaten} have no Lord left: the {winner} win the Campaign (5.1)."
    NOBODY = "5.1", "Neither side has a Lord left: the game is a draw (5.1)."
    NOBODY_IN_WAR = "5.1", "Neither side has a Lord left (5.1)."
    THRESHOLD = (
        "5.2",
        "The {winner} reach {points} Influence, with {needed} needed: they win (5.2).",
    )
    INFLUENCE = "5.3", "The scenario ends, and the {winner} win with {points} Influence (5.3)."
    TIED = "5.3", "The scenario ends with Influence tied: the game is a draw (5.3)."
    TIED_IN_WAR = "C9", "The War ends with Influence at 0: the {winner} are the King's side (C9)."
    TEST_OF_ARMS = (
        "6.0 Ib",
        "York Favours the {winner} at the end of the Campaign: they win (6.0 Ib).",
    )
    YORK_NEUTRAL = (
        "6.0 Ib",
        "York is Neutral at the end of the Campaign: the game is a draw (6.0 Ib).",
    )
    BATTLE = "6.0 III(B)", "The {winner} win the Battle at {place} and the game (6.0 III(B))."
    ALL_ROUT = (
        "6.0 III(B)",
        "All Lords of both sides Rout at {place}: the game is a draw (6.0 III(B)).",
    )
    DYNASTY = (
        "6.0",
        "The {beaten} have no Heir left: the {winner} win the Wars of the Roses (6.0 Dynastic "
        "Victory).",
    )
    HEIRS_IN_WAR = "6.0", "The {beaten} have no Heir left in this War."
    SURRENDER = "6.1.1", "The {beaten} Surrender, and {lord} lives."
    AUTOMATIC = "6.3 I", "{lords} are gone."


class WarIsOver(Exception):
    """A War or the game has ended in the middle of a step; `sequence.step` goes on from there."""


def end_war(table: Table[State], winner: str, reason: Reason, rule: str) -> None:
    """6.0 The first and second War end for themselves only; any other end is that of the game."""
    state = table.state
    if not scenario.next_war(state, state.king):
        whole = scenario.is_war(state) and winner != DRAW
        won = f" The {lords.side_name(winner)} win the Wars of the Roses." if whole else ""
        end_game(table, winner, Reason(reason + won), rule)
        return
    state.war_winner = winner
    won = f"The {lords.side_name(winner)} win this War"
    table.say(rule, f"{reason} {won}.", kind="heading")


def end_game(table: Table[State], winner: str, reason: Reason, rule: str) -> None:
    """The game is over; `winner` may be DRAW."""
    table.state.winner, table.state.ending = winner, reason
    table.say(rule, reason, kind="heading")


async def victory_check(table: Table[State]) -> None:
    """4.8.3 After Tides of War and Disembark (C81)."""
    state = table.state
    for check in (campaign_victory, threshold_victory, scenario_end):
        winner, reason = check(state)
        if reason:
            if winner == DRAW and scenario.next_war(state, state.king):
                winner, reason = state.king, End.NOBODY_IN_WAR.reason()
            end_war(table, winner, reason, "4.8.3")
            return


def present(state: State, side: str) -> bool:
    """5.1 A Lord on the map or an Exile in exactly the next box; the Calendar's last has no next."""
    if lords.on_map_lords(state, side):
        return True
    return state.box < LAST_BOX and any(
        lord.at == "calendar" and lord.exile and lord.box == state.box + 1
        for lord in lords.lords_of(state, side).values()
    )


def campaign_victory(state: State) -> tuple[str, Reason | None]:
    """5.1 A side that has nobody left loses, regardless of Influence; both: a draw."""
    sides = [side for side in SIDES if present(state, side)]
    if len(sides) == 2:
        return "", None
    if not sides:
        return DRAW, End.NOBODY.reason()
    winner, beaten = lords.side_name(sides[0]), lords.side_name(state.enemy(sides[0]))
    return sides[0], End.CAMPAIGN.reason(winner=winner, beaten=beaten)


def threshold_victory(state: State) -> tuple[str, Reason | None]:
    """5.2 A side at or above the Turn's threshold wins immediately."""
    points = scenario.threshold(state)
    for side in SIDES:
        score = influence.score(state, side)
        if points and score >= points:
            winner = lords.side_name(side)
            return side, End.THRESHOLD.reason(winner=winner, points=score, needed=points)
    return "", None


def scenario_end(state: State) -> tuple[str, Reason | None]:
    """5.3 After the last Campaign the side with more Influence wins; tied, a draw."""
    if not scenario.last_turn(state):
        return "", None
    if scenario.has_rule(state, "test_of_arms"):
        return test_of_arms(state)
    if not state.influence and scenario.is_war(state):
        return state.king, End.TIED_IN_WAR.reason(winner=lords.side_name(state.king))
    if not state.influence:
        return DRAW, End.TIED.reason()
    side = next(side for side in SIDES if influence.score(state, side) > 0)
    points = abs(state.influence)
    return side, End.INFLUENCE.reason(winner=lords.side_name(side), points=points)


def test_of_arms(state: State) -> tuple[str, Reason]:
    """6.0 Ib The side with Favour at York wins; neither: a draw (C87)."""
    side = board.favour(state, TEST_OF_ARMS)
    if not side:
        return DRAW, End.YORK_NEUTRAL.reason()
    return side, End.TEST_OF_ARMS.reason(winner=lords.side_name(side))
