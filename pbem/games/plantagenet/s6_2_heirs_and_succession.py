"""6.2 Heirs and Succession: who is in line to be King, and what follows when an Heir is removed.

An Heir is a person (`facts().heirs`) and may have several Lord cards; a person's id is that of the
first. What Succession changes in a War is written in its `succession` entries in scenarios.toml.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s5_victory as victory
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.decisions import No
from pbem.games.plantagenet.facts import SIDES, Heir, facts
from pbem.games.plantagenet.s2_2_calendar import calendar_box
from pbem.games.plantagenet.s3_1_arts_of_war import public_cards
from pbem.games.plantagenet.s3_2_4_disband import disband_vassal
from pbem.games.plantagenet.s3_4_6_levy_capability import eligible
from pbem.games.plantagenet.state import LordState, State

Entry = dict[str, Any]


# 6.2.1 Heirs


def person(lord: str) -> str:
    """The person whose card this is; any other Lord is his own."""
    return next((heir.id for heir in facts().heirs if lord in heir.lords), lord)


def line(state: State, side: str) -> list[Heir]:
    """The Heirs that this War lists for a side, highest first."""
    return list(heirs_of(state.scenario, side))


@cache
def heirs_of(war: str, side: str) -> tuple[Heir, ...]:
    listed = facts().scenarios[war].get("heirs", {side: []})[side]
    return tuple(h for h in facts().heirs if h.side == side and set(h.lords) & set(listed))


def in_war(state: State, lord: str) -> bool:
    """Is a Lord in this War, on the Calendar or Mustered?"""
    return lord in state.lords and state.lords[lord].at != "out"


def present(state: State, side: str) -> list[Heir]:
    """A side's Heirs who are in this War, highest first; the first of the King's side is King."""
    return [heir for heir in line(state, side) if any(in_war(state, lord) for lord in heir.lords)]


def lost(state: State, heir: Heir) -> bool:
    """6.2.2 Removed by Death, Shipwreck or Natural Causes, in this War or an earlier one."""
    return any(lord in state.removed for lord in heir.lords)


def heirs_listed(state: State, side: str) -> list[Heir]:
    """6.1.1 A side's Heirs listed for this War and not removed, also one who has yet to come because a
    higher one stands before him."""
    return [heir for heir in line(state, side) if not lost(state, heir)]


def is_extinct(state: State, side: str, dying: str = "") -> bool:
    """6.0 Dynastic Victory: all of a side's Heirs are lost, or would be if this Lord died.

    Warwick is none before the third War (C104), whose Heirs are those who are set up in it.
    """
    own = [heir for heir in facts().heirs if heir.side == side and not heir.late]
    return all(lost(state, heir) or dying in heir.lords for heir in own)


# 6.2.2 Succession


def grounds(state: State) -> tuple[object, ...]:
    """6.2.2 All that Succession goes by: while this stays as it is, there is none."""
    if not scenario.is_war(state):
        return ()
    ids = [lord for lord in state.lords if in_war(state, lord)]
    cards = [list(deck) for deck in state.cards.values()]
    return (state.scenario, ids, list(state.removed), cards, list(state.set_aside))


async def succession(table: Table[State]) -> None:
    """6.2.2 After a Death or Shipwreck: does it end the War, who Succeeds, and with which cards?

    It may be called at any time: where nothing is to change, nothing happens, and what it changes it
    changes at once, so that a second call has nothing to do.

    Raises:
        victory.WarIsOver: a side has lost the War, which ends whatever is going on.
    """
    state = table.state
    if not scenario.is_war(state) or state.winner or state.war_winner:
        return
    lose_automatically(table)
    for side in SIDES:
        for entry in entries(state, side):
            if entry["phase"] != "setup" and holds(state, entry):
                replace_or_add(table, entry)
    lose_without_heirs(table)  # first: in a War that is over no card is asked for
    await adjust_cards(table)


def entries(state: State, side: str) -> list[Entry]:
    """What Succession says for a side in this War."""
    return [
        entry
        for entry in scenario.scenario_row(state).get("succession", [])
        if entry["side"] == side
    ]


def holds(state: State, entry: Entry) -> bool:
    """Is the condition of a `succession` entry true now?"""
    names, heirs = entry["who"].split(" or "), present(state, entry["side"])
    match entry["when"]:
        case "removed":
            return any(lord in state.removed for lord in names)
        case "present":
            return any(in_war(state, lord) for lord in names)
        case "king" | "highest_heir":
            return bool(heirs) and heirs[0].id in [person(lord) for lord in names]
        case "at_most_heirs":
            return len(heirs) <= int(entry["who"])
        case "mustered":  # what then comes goes to a mat, not to a deck (C106)
            return False
        case unknown:
            raise Impossible(f"Succession knows no condition {unknown}")


def lose_automatically(table: Table[State]) -> None:
    """6.3 I Automatic War Victory, before any Lord is added (C108)."""
    state = table.state
    for side, heirs in scenario.rule(state, "automatic_war_victory").get("lost_by", {}).items():
        if all(lord in state.removed for lord in heirs):
            reason = victory.End.AUTOMATIC.reason(lords=lords.names(heirs))
            victory.end_war(table, state.enemy(side), reason, "6.3 I")
            raise victory.WarIsOver


def lose_without_heirs(table: Table[State]) -> None:
    """6.0 Dynastic Victory, then War Victory: no Heir listed for this War is left in it."""
    state = table.state
    for side in SIDES:
        winner, beaten = lords.side_name(state.enemy(side)), lords.side_name(side)
        if is_extinct(state, side):
            reason = victory.End.DYNASTY.reason(winner=winner, beaten=beaten)
            victory.end_game(table, state.enemy(side), reason, "6.0")
            raise victory.WarIsOver
        if not present(state, side):
            reason = victory.End.HEIRS_IN_WAR.reason(beaten=beaten)
            victory.end_war(table, state.enemy(side), reason, "6.0")
            raise victory.WarIsOver


def replace_or_add(table: Table[State], entry: Entry) -> None:
    """6.2.2 Let a new Lord take the place of an old one, or add him to the Calendar, as an entry says.

    Nothing happens if the new Lord is in this War already, or is dead.
    """
    state = table.state
    old_lord, new_lord = (
        entry.get("replace", ""),
        entry.get("with", "") or entry.get("add_lord", ""),
    )
    if (
        not new_lord
        or in_war(state, new_lord)
        or person(new_lord) in [person(id) for id in state.removed]
    ):
        return
    text = f"{lords.name(new_lord)} takes the place of {lords.name(old_lord)}" if old_lord else ""
    if old_lord and in_war(state, old_lord):
        replace(state, old_lord, new_lord)
        table.say("6.2.2", f"{text}.", about=(new_lord,))
        return
    if old_lord and (place := state.lords[old_lord].fell):
        succeed(state, old_lord, new_lord, place)
        table.say("6.2.2", f"{text}, {board.name(place)}.", about=(new_lord, place))
        return
    box = calendar_box(state.box + 1)
    scenario.place_on_calendar(state, new_lord, box)
    table.say(
        "6.2.2", f"{lords.name(new_lord)} is added to the Calendar in box {box}.", about=(new_lord,)
    )


def replace(state: State, old_lord: str, new_lord: str) -> None:
    """6.2.2 "In place": card, cylinder, Seat and Command cards, in the Plan too (C43, C109).

    Capabilities that the new Lord may not hold return to the deck.
    """
    piece = state.lords[old_lord]
    state.lords[old_lord], state.lords[new_lord] = LordState(at="out"), piece
    del state.seats[old_lord]
    state.seats[new_lord] = lords.card(new_lord).seat
    cards, piece.capabilities = piece.capabilities, []
    for card in cards:
        if eligible(new_lord, card):
            piece.capabilities.append(card)
        else:
            dismiss_special(state, new_lord, card)
    for marker in state.vassals.values():
        marker.lord = new_lord if marker.lord == old_lord else marker.lord
    for lord in state.lords.values():
        lord.keeper = new_lord if lord.keeper == old_lord else lord.keeper
    state.replaced[old_lord] = new_lord
    state.active = new_lord if state.active == old_lord else state.active
    if state.battle is not None:
        fighters = state.battle.lords
        state.battle.lords = {new_lord if id == old_lord else id: fighters[id] for id in fighters}


def succeed(state: State, old: str, new: str, place: str) -> None:
    """6.3 IIL "In place" of a Lord who is no more: his mat went with him (4.4.3), so the new Lord has one
    as his card says, where the old one stood, and his Command cards in the Plan (C98)."""
    scenario.place_mustered(state, new, place)
    state.replaced[old] = new
    state.active = new if state.active == old else state.active


def now(state: State, lord: str) -> str:
    """Who a Lord's cards and Commands count for: himself, or who has taken his place (C43)."""
    return state.replaced.get(lord, lord) if not in_war(state, lord) else lord


# Arts of War


@decision("discard {card}", rule="6.2.2")
class GiveUp(Decision):
    """6.2.2 A Held card that leaves the game is shown."""

    card: Card


def war_cards(state: State, side: str) -> list[str]:
    """6.2.2 A side's deck in this War as things stand; cards come and go with their Heirs."""
    cards = scenario.deck(state.scenario, side)
    true = [entry for entry in entries(state, side) if holds(state, entry)]
    gone = [card for entry in true for card in entry["remove_cards"]] + state.set_aside
    added = [card for entry in true for card in entry["add_cards"]]
    return [card for card in dict.fromkeys([*cards, *added]) if card not in gone]


async def adjust_cards(table: Table[State]) -> None:
    """6.2.2 Remove cards from wherever they are, add others to the deck; what does both stays put."""
    state = table.state
    for side in SIDES if scenario.scenario_row(state).get("succession") else ():
        deck = war_cards(state, side)
        cards_leaving = [card for card in state.cards[side] if card not in deck]
        cards_added = [card for card in deck if card not in state.cards[side]]
        for card in cards_leaving:
            await take_out(table, side, card)
        state.cards[side] = [
            own_card for own_card in state.cards[side] if own_card not in cards_leaving
        ] + cards_added
        changes = [("leave", cards_leaving), ("join", cards_added)]
        for verb, cards in changes:
            if cards:
                table.say(
                    "6.2.2",
                    f"Cards that {verb} the {lords.side_name(side)}' deck: {', '.join(cards)}.",
                )


async def take_out(table: Table[State], side: str, card: str) -> None:
    """6.2.2 Take a card out of the game: from a mat, from the table or from the Held Events.

    Only its owner knows whether a card is Held: he must show it if it is.
    """
    state = table.state
    is_public = card in (state.in_force if state.hidden_mats else public_cards(state, side))
    for id, mat in state.lords.items():
        if card in mat.capabilities:
            mat.capabilities.remove(card)
            dismiss_special(state, id, card)
    state.in_force = [other_card for other_card in state.in_force if other_card != card]
    if state.battle is not None and card in state.battle.events:
        return
    if is_public or facts().cards[card].event_kind != "hold" or not state.held[side]:
        return
    answer = await table.ask(
        Request[GiveUp | No](
            side,
            "leaving",
            f"{facts().cards[card].event} ({card}) leaves the game. Is it one of the Events that you Hold?",
            "6.2.2",
            partial(fill_leaving, card=card),
            forced=False,
            slots=tuple(state.held[side]),
        )
    )
    match answer:
        case GiveUp():
            state.held[side].remove(await table.show(tuple(state.held[side]), card))
        case No():
            pass


def fill_leaving(menu: Menu, card: str) -> None:
    menu.offer(GiveUp(card), "you Hold it", shows=card)
    menu.offer(No(), "you do not Hold it", "6.2.2", unheld=card)


def dismiss_special(state: State, lord: str, card: str) -> None:
    """1.5.4 The Special Vassal of a card that leaves a mat goes with it."""
    for vassal in list(state.lords[lord].vassals):
        if lords.vassal(vassal).card == card:
            disband_vassal(state, lord, vassal)
