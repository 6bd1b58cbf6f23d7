"""6.0 II Warwick's Rebellion: Foreign Haven, Shaky Allies, Queen Regent; in part also of War IIY (C102)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.s2_2_calendar import calendar_box
from pbem.games.plantagenet.s3_2_4_disband import remove_lord
from pbem.games.plantagenet.state import State

RULE = "6.0 II"


def foreign_haven(table: Table[State], lord: str) -> None:
    """6.0 II Warwick goes into Exile on an Approach, or (C1) Dies as a Defender: his side's cylinders on
    the Calendar, his own too, shift left to the current Turn, the Enemy's left to the next (C90)."""
    state = table.state
    if scenario.rule(state, "foreign_haven_warwick").get("lord") != lord:
        return
    side = lords.side_of(lord)
    for of, latest in ((side, state.box), (state.enemy(side), state.box + 1)):
        lords_shifted = shift_left(state, of, calendar_box(latest))
        if lords_shifted:
            table.say(
                RULE,
                f"Foreign Haven: {lords.names(lords_shifted)} shift{'s' * (len(lords_shifted) == 1)} left to "
                f"box {calendar_box(latest)}.",
                about=tuple(lords_shifted),
            )


def shift_left(state: State, side: str, latest: int) -> list[str]:
    """Cylinders of a side right of a box move there, those marked Exile too; none moves right."""
    shifted = [
        id
        for id, lord in lords.lords_of(state, side).items()
        if lord.at == "calendar" and lord.box > latest
    ]
    for id in shifted:
        state.lords[id].box = latest
    return shifted


def has_haven(state: State, lord: str) -> bool:
    """6.0 II If Edward IV Routs now, with Margaret not on the map, he may go into Exile instead of a Death
    check. What becomes of her after that does not matter (C125)."""
    rule = scenario.rule(state, "foreign_haven_edward")
    return rule.get("lord") == lord and not lords.on_map(state, rule["unless_on_map"])


def lose_ally(table: Table[State]) -> None:
    """6.0 II Shaky Allies: upon placing Margaret in the France box Clarence is removed for good (C91)."""
    state = table.state
    rule = scenario.rule(state, "shaky_allies_clarence")
    if not rule or state.lords[rule["lord"]].at != rule["at"]:
        return
    ally = rule["removes"]
    if state.lords[ally].at != "out":
        remove_lord(state, ally)
        text = f"Shaky Allies: {lords.name(rule['lord'])} is in {board.name(rule['at'])}, "
        table.say(RULE, f"{text}and {lords.name(ally)} leaves the game.", about=(ally,))


def rival(state: State, lord: str) -> str:
    """6.0 II Margaret's is Warwick, Warwick's is Margaret; "" for all others."""
    pair = scenario.rule(state, "shaky_allies_apart").get("lords", [])
    return next((other for other in pair if other != lord), "") if lord in pair else ""


def apart(state: State, lord: str, place: str) -> str:
    """6.0 II Why a Lord may not enter a Stronghold, or "": Margaret and Warwick keep apart (C91)."""
    other = rival(state, lord)
    if not other or not board.is_stronghold(place) or state.lords[other].at != place:
        return ""
    return f"{lords.name(other)} is at {board.name(place)}, and they are Shaky Allies (6.0 II)"


def queen_regent(state: State, side: str) -> list[tuple[int, str]]:
    """6.0 II Each Tides of War with Margaret at London."""
    rule = scenario.rule(state, "queen_regent")
    if not rule or lords.side_of(rule["lord"]) != side:
        return []
    reigns = state.lords[rule["lord"]].at == rule["at"]
    text = f"{lords.name(rule['lord'])} as Regent at {board.name(rule['at'])}"
    return [(int(rule["points"]), text)] if reigns else []
