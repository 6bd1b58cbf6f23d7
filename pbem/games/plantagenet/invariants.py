"""What is true of every position; random games assert it after each decision."""

from __future__ import annotations

from pbem.errors import require
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES, TROOPS, facts
from pbem.games.plantagenet.s3_1_arts_of_war import public_cards
from pbem.games.plantagenet.state import LordState, State, Troops


def check(state: State) -> None:
    """Pass if the state is one that the rules allow. Raises Impossible, naming the rule that is broken."""
    check_lords(state)
    check_assets(state)
    check_vassals(state)
    check_cards(state)
    check_heirs(state)
    check_map(state)
    check_named(state)


def check_named(state: State) -> None:
    """Who is named is a side, and the Turn is one of the Calendar (2.2.3)."""
    in_time = state.box in facts().calendar or scenario.first_turn(state)  # 6.0 IIIB is in none
    require(in_time, f"box {state.box} is no Turn (2.2.3)")
    for side in (state.rebel, state.king):
        require(side in SIDES, f"{side} is no side (1.4.2)")
    require(state.winner in ("", "draw", *SIDES), f"{state.winner} cannot win (5.0)")
    require(state.war_winner in ("", *SIDES), f"{state.war_winner} cannot win a War (6.1)")
    require(state.actions >= 0, "the number of actions is negative (4.2.1)")


def check_lords(state: State) -> None:
    """1.5.1 Every Lord is in exactly one place, and only Mustered ones have anything on a mat."""
    for id, lord in state.lords.items():
        if lord.at == "calendar":
            require(0 <= lord.box <= 16, f"{id} is in box {lord.box} (2.2.3)")
            require(lord == LordState(box=lord.box, exile=lord.exile), f"{id} keeps a mat (3.2.4)")
        elif lord.at in ("out", "captive"):
            empty_mat = LordState(at=lord.at, keeper=lord.keeper, fell=lord.fell)
            require(lord == empty_mat, f"{id} keeps a mat (1.5.1)")
            require(lord.at == "captive" or id not in state.seats, f"{id} keeps a Seat (1.5.1)")
        else:
            require(lords.mustered(state, id), f"{id} cannot be at {lord.at!r} (1.5.1)")
            require(not lord.exile, f"{id} is both on the map and an Exile (3.3.1)")
        if lord.at == "captive":
            require(lords.mustered(state, lord.keeper), f"{id} has no keeper (6.0 Ia)")
        else:
            require(not lord.keeper, f"{id} is free and has a keeper (6.0 Ia)")
        if board.is_box(lord.at):
            require(
                lord.at in scenario.exile_boxes_of(state, id), f"{id} is in a wrong box (1.3.1)"
            )


def check_assets(state: State) -> None:
    """1.6, 1.7 The pool is never overdrawn, nothing is negative, Ships have their limits."""
    limits = facts().limits
    for kind in TROOPS:
        require(forces.in_pool(state, kind) >= 0, f"more {kind} than pieces (1.6)")
    for id, lord in state.lords.items():
        for asset in ("provender", "coin", "carts", "ships"):
            require(getattr(lord, asset) >= 0, f"{id} has negative {asset} (1.7)")
        require(
            all(getattr(lord.troops, kind) >= 0 for kind in TROOPS),
            f"{id} has negative Troops (1.6)",
        )
        require(lord.ships <= limits["ships_per_lord"], f"{id} has {lord.ships} Ships (1.7.3)")
        fighting = state.battle is not None and id in state.battle.lords
        if lords.mustered(state, id) and not fighting:
            require(lord.troops != Troops(), f"{id} has no Troops (1.6)")
    sailing = sum(lord.ships > 0 for lord in state.lords.values())
    require(sailing <= limits["lords_with_ships_both_sides"], "too many Lords with Ships (1.7.3)")


def check_vassals(state: State) -> None:
    """1.5.4 A regular Vassal is Mustered exactly if he is on exactly one mat."""
    mats = [(vassal, id) for id, lord in state.lords.items() for vassal in lord.vassals]
    regular = [(vassal, id) for vassal, id in mats if not lords.is_special(vassal)]
    mustered = [(id, v.lord) for id, v in state.vassals.items() if v.status == "mustered"]
    require(sorted(regular) == sorted(mustered), "Vassal counters and mats differ (1.5.4)")
    for id, vassal in state.vassals.items():
        require(
            vassal.status in ("ready", "mustered", "disbanded", "out"),
            f"{id} cannot be {vassal.status} (1.5.4)",
        )
        require(0 <= vassal.box <= 16, f"{id} is in box {vassal.box} (2.2.3)")


def check_cards(state: State) -> None:
    """1.9.1 No card is at two mats, or at a mat and in force; a side has no more cards than its scenario gives it; and at
    a mat are at most two Capabilities, of different names."""
    mats = [card for lord in state.lords.values() for card in lord.capabilities]
    scenario_cards = [card for side in SIDES for card in state.cards[side]]
    require(
        len({*mats, *state.in_force}) == len(mats) + len(state.in_force), "a card is in two places"
    )
    for id, lord in state.lords.items():
        titles = [facts().cards[card].capability for card in lord.capabilities]
        require(
            len(titles) <= facts().limits["capabilities_per_lord"],
            f"{id} has too many Capabilities (3.4.6)",
        )
        require(len(set(titles)) == len(titles), f"{id} has a Capability twice (3.4.6)")
        for card in lord.capabilities:
            own = facts().cards[card].side == lords.side_of(id)
            by_war = scenario.is_war(state) and card == edward_card()
            require(
                not own or by_war or card in scenario_cards,
                f"{card} is not in this scenario (1.9.1)",
            )
    for side in SIDES:
        total = len(state.held[side]) + len(state.deck[side]) + len(public_cards(state, side))
        require(total <= len(state.cards[side]), f"{side} has more cards than exist (1.9.1)")


def edward_card() -> str:
    """6.3 The card that lies at Margaret's mat in any War, and is in no deck."""
    return str(next(row["card"] for row in facts().grand["rule"] if row["id"] == "edward_card"))


def check_heirs(state: State) -> None:
    """6.2 No two cards for one cylinder, nobody who was removed, decks as Succession has them."""
    pieces = [lords.card(id).cylinder for id, lord in state.lords.items() if lord.at != "out"]
    require(
        len(set(pieces)) == len(pieces), f"two cards for one cylinder: {sorted(pieces)} (1.5.1)"
    )
    require(
        all(heirs.in_war(state, id) for id in state.seats),
        "a Seat marker is of no Lord in this War (6.2.2)",
    )
    for side in (
        SIDES if scenario.scenario_row(state).get("succession") and is_settled(state) else ()
    ):
        require(
            set(state.cards[side]) == set(heirs.war_cards(state, side)),
            f"the deck of {side} has wrong cards (6.2.2)",
        )
        require(heirs.present(state, side), f"{side} has no Heir in this War (6.0)")


def is_settled(state: State) -> bool:
    """Is no Lord's fate being decided?"""
    return not (state.battle or state.war_winner or state.winner or state.step == "disembark")


def check_map(state: State) -> None:
    """1.3.1, 1.4.1, 4.3.5 Favour, wear, Influence; both sides' Lords only meet while they fight."""
    require(abs(state.influence) <= facts().influence["max_net"], "Influence passes 45 (1.4.1)")
    for place, side in state.favour.items():
        require(board.is_stronghold(place), f"there is no Favour at {place} (1.3.1)")
        require(side in SIDES, f"Favour of {side!r} at {place} (1.3.1)")
    for place, wear in state.wear.items():
        require(board.is_locale(place), f"{place} cannot be Depleted (1.3.1)")
        require(wear in ("depleted", "exhausted"), f"{place} cannot be {wear!r} (1.3.1)")
    if not state.active:
        for place in facts().locales:
            both = all(board.lords_at(state, place, side) for side in SIDES)
            require(not both, f"both sides are at {place} (4.3.5)")
