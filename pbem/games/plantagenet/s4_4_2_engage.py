"""4.4.2 Engage: who fights whom, Flanking, and the order of the Engagements."""

from __future__ import annotations

from functools import partial
from itertools import permutations

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_4_1_array import (
    FRONT,
    STANDS,
    WINGS,
    Front,
    at_place,
    current,
    enemy_of,
    sides,
)
from pbem.games.plantagenet.state import Battle, State


def fights_at(battle: Battle, side: str, place: str) -> str:
    """The Lord who stands there to be fought, or "": in Round 1 not one whom a card cuts off (C65)."""
    lord = at_place(battle, side, place)
    return "" if lord and battle.lords[lord].cut_off and battle.round <= 1 else lord


def opponents(battle: Battle, lord: str) -> list[str]:
    """4.4.2 Whom a Front Lord may Engage: the one opposite, else the closest that he can Flank (C61).

    More than one only for a center Lord with Enemies on both wings; none if no Enemy is in Front.
    """
    fighter = battle.lords[lord]
    enemy = enemy_of(battle, fighter.side)
    facing = fights_at(battle, enemy, fighter.place)
    if facing:
        return [facing]
    if fighter.place in WINGS:
        nearest = fights_at(battle, enemy, "center")
        if nearest:
            return [nearest]
    return [opponent for wing in WINGS if (opponent := fights_at(battle, enemy, wing))]


@decision("{lord}: face {wing}", rule="4.4.2")
class Face(Decision):
    """4.4.2 A center Lord with nobody opposite Flanks the Enemy on this wing."""

    lord: Piece
    wing: Front


@decision("fight {places}", rule="4.4.2")
class FightInOrder(Decision):
    """4.4.2 The Engagements of the Round, each by the first place that it covers."""

    places: tuple[Front, ...]


def fill_engage(menu: Menu, state: State, lord: str) -> None:
    battle = current(state)
    for enemy in opponents(battle, lord):
        flank = Face(lord, Front(battle.lords[enemy].place))
        menu.offer(flank, f"Flanks {lords.name(enemy)}", aim=enemy)


async def faces(table: Table[State], lord: str) -> str:
    """4.4.2 The Enemy whom a Front Lord Engages, asked for if there is a choice; "" if nobody is there."""
    state = table.state
    battle = current(state)
    choice = opponents(battle, lord)
    if len(choice) > 1:
        answer = await table.ask(
            Request[Face](
                battle.lords[lord].side,
                "engage",
                _gap_words(battle, lord),
                "4.4.2",
                partial(fill_engage, state=state, lord=lord),
            )
        )
        return fights_at(battle, state.enemy(battle.lords[lord].side), answer.wing)
    return choice[0] if choice else ""


def _gap_words(battle: Battle, lord: str) -> str:
    """The question to a center Lord with nobody opposite: that position is empty, or counts as empty (C65)."""
    fighter = battle.lords[lord]
    other = at_place(battle, enemy_of(battle, fighter.side), fighter.place)
    if other:
        return (
            f"{lords.name(other)} is cut off in Round 1. Which wing does {lords.name(lord)} Flank?"
        )
    return f"Nobody stands opposite {lords.name(lord)}. Which wing does this Lord Flank?"


def engagement_groups(battle: Battle, facing: dict[str, str]) -> list[list[str]]:
    """4.4.2 Lords joined by facing or Flanking, in chains too, form one Engagement (C61).

    Engagements in the order center, left, right of their first place; in each the Defenders first.
    """
    groups: list[list[str]] = []
    for lord, enemy in facing.items():
        joined = [group for group in groups if lord in group or enemy in group]
        members = {lord, enemy}.union(*joined)
        merged = [id for id in battle.lords if id in members]
        groups = [group for group in groups if group not in joined] + [merged]
    return sorted(groups, key=lambda group: FRONT.index(place_of(battle, group)))


def place_of(battle: Battle, engagement: list[str]) -> Front:
    """The word for an Engagement: the first of center, left, right that it covers."""
    covered = [battle.lords[lord].place for lord in engagement]
    return next(place for place in FRONT if place in covered)


def fill_order(menu: Menu, state: State, engagements: list[list[str]]) -> None:
    groups = {place_of(current(state), group): group for group in engagements}
    for places in menu.pick("places", permutations(groups)):
        groups_in_order = [groups[place] for place in places]
        menu.offer(FightInOrder(places), partial(order_note, current(state), groups_in_order))


def order_note(battle: Battle, engagements: list[list[str]]) -> str:
    """Who fights when: `March against Exeter, then Norfolk against Somerset`."""
    return ", then ".join(
        " against ".join(
            lords.names([id for id in group if battle.lords[id].side == side])
            for side in reversed(sides(battle))
        )
        for group in engagements
    )


async def engage(table: Table[State]) -> list[list[str]]:
    """4.4.2 The Engagements of a Round, in the order in which the Attacker wants them fought."""
    state = table.state
    battle = current(state)
    battle.step = "engage"
    front = [
        id for side in sides(battle) for place in FRONT if (id := fights_at(battle, side, place))
    ]
    opponent_of: dict[str, str] = {}
    for lord in front:
        enemy = await faces(table, lord)
        if enemy:
            opponent_of[lord] = enemy
    engagements = engagement_groups(battle, opponent_of)
    for group in engagements:
        table.say(
            "4.4.2",
            _meeting_words(battle, group, opponent_of),
            "battle_engagement",
            about=tuple(group),
        )
    for lord in [id for group in engagements for id in group]:
        for narrow in hooks.ENGAGEMENTS.at_mat(state, lord):
            engagements = await narrow(table, lord, engagements)
    if len(engagements) < 2:
        return engagements
    answer = await table.ask(
        Request[FightInOrder](
            battle.attacker,
            "order",
            "In which order are the Engagements fought?",
            "4.4.2",
            partial(fill_order, state=state, engagements=engagements),
        )
    )
    groups = {place_of(battle, group): group for group in engagements}
    return [groups[place] for place in answer.places]


def _meeting_words(battle: Battle, group: list[str], facing: dict[str, str]) -> str:
    """`Engagement in the center: York fights Somerset (1), March Flanks Somerset (1).`"""
    parts = []
    for lord in group:
        mutual = facing.get(facing[lord]) == lord
        if mutual and battle.lords[lord].side == battle.defender:
            continue
        verb = "fights" if mutual else "Flanks"
        parts.append(f"{lords.name(lord)} {verb} {lords.name(facing[lord])}")
    return f"Engagement {STANDS[place_of(battle, group)]}: {', '.join(parts)}."
