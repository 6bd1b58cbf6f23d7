"""What is true of every position; random games assert it after each decision."""

from __future__ import annotations

from pbem.errors import require
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import ABROAD, NEUTRAL, SIDES, facts
from pbem.games.plantagenet_1450.s16_4_6_0_withdrawal import GARRISON
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import State


def check(state: State) -> None:
    """Pass if the state is one that the rules allow. Raises Impossible, naming the rule that is broken."""
    check_leaders(state)
    check_armies(state)
    check_counters(state)
    check_cards(state)
    check_politics(state)
    check_named(state)
    require(all(group in facts().groups for group in state.control), "a marker is lost (3.1.6)")
    require(
        all(side in SIDES for side in state.control.values()),
        "a control marker is of no side (3.1.6)",
    )
    require(all(points >= 0 for points in state.treasury.values()), "a Treasury is negative (9.0)")


def check_named(state: State) -> None:
    """Who is named is a side, and counts are not below nothing."""
    for side in (state.plays, state.won, state.initiative):
        require(side in ("", *SIDES), f"{side} is no side (7.2, 16.4.1)")
    require(state.winner in ("", "draw", *SIDES), f"{state.winner} cannot win (20.0)")
    require(0 <= state.impulse <= 6, f"there is no impulse {state.impulse} (7.2)")
    for count in (state.campaign_turn, state.passes, state.idle):
        require(count >= 0, "a count is negative (16.4)")


def check_leaders(state: State) -> None:
    """One place each; enemies never in one hex but for captives and one-hex areas (C16, C115)."""
    for id, leader in state.leaders.items():
        where = leader.at.removeprefix(ABROAD) if board.is_abroad(leader.at) else leader.at
        is_placed = where in facts().hexes or where in facts().territories
        in_play = leader.status in ("free", "captive")
        require(is_placed == in_play, f"{id} is {leader.status} at {leader.at!r} (10.0)")
        require(
            0 <= leader.fatigue <= leaders.MOST_FATIGUE,
            f"{id} cannot have fatigue {leader.fatigue} (16.4.4)",
        )
        require(
            not leader.gone or leader.status == "dead", f"{id} is gone for good but in play (C136)"
        )
        require(
            not leader.captor or leader.status == "captive", f"{id} has a captor but is free (C147)"
        )
        require(
            not leader.rides or leader.at == state.leaders[leader.rides].at,
            f"{id} is not where the one he rides with is",
        )
        require(
            not leader.rides or not leader.army,
            f"{id} rides with another but leads units (16.4.5.5)",
        )
        require(
            not leader.carrier or not state.in_campaign, f"{id} is carried in a Campaign (16.3)"
        )
        require(
            not leader.carrier or facts().leaders[leader.carrier].carries,
            f"{id} is carried by one who cannot carry him (C47)",
        )
        require(
            not leader.inside or leader.at in facts().forts,
            f"{id} is inside, but no fortification is there (16.4.6.0)",
        )
        if leader.status != "free" or state.battle is not None:
            continue
        foes = (
            leaders.at(state, leader.at, state.enemy(leader.side))
            if leader.at in facts().hexes
            else []
        )
        alone = leader.at not in facts().hexes or len(board.hexes_in(leader.at)) == 1
        require(not foes or alone, f"{id} shares a hex with {foes} (C16, C115)")


def check_armies(state: State) -> None:
    """10.3.2 Command; captives and the dead lead nobody; 13.1 garrisons of Men-at-Arms within their walls."""
    if state.battle is not None:
        return
    for id, leader in state.leaders.items():
        own = sum(unit.origin == "own" for unit in leader.army)
        require(own <= len(leaders.own_men(id)), f"{id} has too many men of his own (10.3.5)")
        require(
            all(unit.origin != "levy" for unit in leader.army), f"{id} keeps Levies (16.4.6.12)"
        )
        if leader.status == "free":
            carried_count = len(leaders.carried(state, id))
            many = leaders.commanded(leader.army) + carried_count
            require(many <= leaders.rating(state, id).command, f"{id} commands too many (10.3.2)")
            require(not leader.inside or not leader.army, f"{id} has a force inside (16.4.6.0)")
        elif leader.status != "waiting":
            require(not leader.army, f"{id} is {leader.status} and leads an army (C210)")
    for at, garrison in state.garrisons.items():
        require(at in facts().forts, f"the garrison at {at} has no fortification (13.1)")
        require(len(garrison.units) <= facts().forts[at].fort_value, f"too many in {at} (14.1.2)")
        kinds = {unit.kind for unit in garrison.units}
        require(kinds <= {GARRISON}, f"{kinds} in the garrison of {at} (13.1)")


def check_counters(state: State) -> None:
    """C169, P6 Never more units of a type than counters."""
    for kind, unit in facts().units.items():
        many = sum(leaders.in_use(state, side, kind) for side in (*SIDES, NEUTRAL))
        require(many <= unit.counters * len(SIDES), f"there are {many} {kind} (C169)")
        pools = [state.pool[side].get(kind, 0) for side in SIDES]
        require(min(pools) >= 0, f"a Force Pool lacks {kind} (3.2)")


def check_politics(state: State) -> None:
    """14.3 What lies on a fortification; 15.2 one side's level in a territory; 18.1, 8.9 kings and their wits."""
    for at, siege in state.sieges.items():
        most = facts().tables["siege"]["under_siege_bonus_max"]
        require(at in facts().forts and siege.by in SIDES, f"{at} cannot be besieged so (14.3)")
        require(siege.reduced == (siege.bonus == 0), f"{at} is under siege and reduced (14.3)")
        require(siege.bonus <= most, f"the siege of {at} has +{siege.bonus} (C155)")
        require(
            not siege.reduced or at not in state.garrisons,
            f"{at} is reduced but has a garrison (C203)",
        )
    for territory, relations in state.relations.items():
        top = len(facts().territories[territory].levels)
        require(
            relations.side in SIDES and 1 <= relations.level <= top,
            f"relations with {territory} cannot be so (15.2)",
        )
    ends = facts().tables["legitimacy"]
    for points in state.legitimacy.values():
        require(ends["min"] <= points <= ends["max"], f"Legitimacy cannot be {points} (C113)")
    for id, leader in state.leaders.items():
        in_play = leader.status in ("free", "captive")
        require(not leader.mad or in_play, f"{id} is {leader.status} and out of his wits (8.9)")
        was_crowned = not state.turn or not leader.crowned or id in state.were_crowned
        require(was_crowned, f"{id} was never crowned (18.1, C151)")


def check_cards(state: State) -> None:
    """C127 Every card in one place: a hand, the deck, the discards, before its noble's side or out of the game."""
    hidden = sum(
        len(cards.slots(state, side)) - len(cards.cards_known_to_all(state, side)) for side in SIDES
    )
    hidden += len(state.deck)
    open_cards = cards.elsewhere(state)
    dealt = state.cards or [
        card_id for side in SIDES for card_id in scenario_row(state)["hands"][side]["fixed"]
    ]
    require(
        len(set(open_cards)) == len(open_cards),
        f"a card is in two places: {sorted(open_cards)} (C127)",
    )
    for side, slot in state.plot.items():
        require(slot in state.hands[side], f"the Plot card of {side} is in no hand (6.2.3)")
    if state.turn and not state.shuffles:
        return
    cards_seen = [card for card in open_cards if card in dealt]
    require(len(cards_seen) + hidden == len(dealt), "a card is lost (C127)")
