"""What is true of every position; random games assert it after each decision."""

from __future__ import annotations

from pbem.engine.prose import listing
from pbem.errors import require
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s6_3_attacks import ATTACK_BORDERS, REINFORCE_BORDERS, by_sea
from pbem.games.richard_iii.state import State
from pbem.games.richard_iii.veil import hidden


def check(state: State) -> None:
    """Pass if the state is one that the rules allow. Raises Impossible, naming the rule that is broken."""
    check_blocks(state)
    check_versions(state)
    check_heirs(state)
    check_areas(state)
    check_borders(state)
    check_cards(state)
    check_named(state)


def check_named(state: State) -> None:
    """Who has won is a side, and turns are counted from nothing."""
    require(state.winner in ("", *SIDES), f"{state.winner} cannot win (9.0)")
    require(state.turns >= 0, "the number of turns is negative (4.0)")


def check_blocks(state: State) -> None:
    """3.0 63 blocks, each in one place that it may be in, with a strength that it may have."""
    require(set(state.blocks) == set(facts().blocks), "blocks are missing (3.0)")
    for id, block in state.blocks.items():
        label = blocks.block_facts(id)
        require(block.at in facts().areas or block.at in blocks.NOWHERE, f"{id} is at {block.at}")
        if block.at in ("dead", "enemy"):
            require(block.strength == 0, f"{id} is {block.at} but still has strength")
            require(not block.face_down, f"{id} is {block.at} and face-down")
        else:
            require(1 <= block.strength <= label.strength, f"{id} has strength {block.strength}")
        if block.at == "pool" or block.face_down:
            require(
                block.strength == label.strength, f"{id} is off the map below full strength (5.4)"
            )
        if block.face_down:
            home = "pool" if label.death == "pool" else label.home[0]
            require(block.at == home, f"{id} lies face-down at {block.at} (6.83-6.86)")
        if block.at == "minor":
            require(label.kind == "heir", f"{id} is no heir, so not a minor (4.5)")


def check_versions(state: State) -> None:
    """3.22 One version of a two-sided block is in play; or both are dead."""
    for id in facts().blocks:
        other = blocks.block_facts(id).counterpart
        if other:
            places = (state.blocks[id].at, state.blocks[other].at)
            dead, away = places.count("dead"), places.count("enemy")
            require(
                (dead, away) in ((2, 0), (0, 1)),
                f"{id} and {other} cannot be at {listing(places)} (3.22)",
            )
        else:
            require(state.blocks[id].at != "enemy", f"{id} has no other version")


def check_heirs(state: State) -> None:
    """3.21, 6.81, 9.0 The King is the senior heir of the royal house (R16), but for a prisoner (R15);
    both houses have heirs until the end."""
    if state.king and state.blocks[state.king].at != "tower":
        senior = blocks.senior_heir(state, state.king_side)
        require(state.king == senior, f"{state.king} is King, but {senior} is senior (3.21)")
    if not state.winner:
        for side in SIDES:
            require(blocks.living_heirs(state, side), f"{side} has lost its heirs (9.0)")
    for id, block in state.blocks.items():
        if block.at == "enemy" and blocks.block_facts(id).kind == "heir":
            require(id != state.king, "the King serves the enemy (9.1)")


def check_areas(state: State) -> None:
    """2.1, 2.7 Both sides meet only in contested areas, and nobody is in enemy exile."""
    control = board.Control(state)
    areas_held = {side: control.held_by(side) for side in SIDES}
    for place in facts().areas:
        is_met = all(place in areas_held[side] for side in SIDES)
        if place != state.fighting and not state.winner:
            mark_words = "contested" if place in state.contests else "not contested"
            require(
                is_met == (place in state.contests),
                f"{place} is wrongly marked as {mark_words} (2.1)",
            )
        for side in SIDES:
            if board.foreign(place, side):
                require(place not in areas_held[side], f"{side} is in {place} (2.7)")
    if state.step not in ("first_player", "second_player", "battle"):
        require(not state.contests, "a battle has not been fought (6.0)")


def check_borders(state: State) -> None:
    """5.21, 6.3 Limits of borders, and of borders used for an attack."""
    limits = {border.key: border for near in facts().borders.values() for border in near.values()}
    if state.phase is not None:
        for key, n in state.phase.crossed.items():
            most = limits[key].limit + card(state.phase.card).border_bonus
            require(n <= most, f"{n} blocks crossed {key} (5.21)")
        require(state.phase.ap >= 0, "more Action Points are spent than the card has (5.1)")
    for contest in state.contests.values():
        for key, n in contest.crossed.items():
            to = key.partition("__")[2]
            require(n <= board.border(contest.at, to).limit, f"{n} blocks went to {to} (5.21)")
        for side in SIDES:
            ways_used = [way for way in contest.ways[side] if not by_sea(way)]
            most = max(ATTACK_BORDERS, REINFORCE_BORDERS)
            require(len(ways_used) <= most, f"{side} came over {len(ways_used)} borders (6.3)")
            require(
                all(way in board.neighbours(contest.at) for way in ways_used),
                "a side came over no border of the area",
            )


def check_cards(state: State) -> None:
    """1.0 Seven cards to each, one fewer each Game Turn."""
    sizes = {len(state.hands[side]) for side in SIDES}
    require(len(sizes) == 1 or state.step in ("deal", "cards"), "the hands differ in size (1.1)")
    slots = [slot for side in SIDES for slot in state.hands[side]]
    require(len(set(slots)) == len(slots), "a card is in two hands (1.0)")
    require(all(size <= facts().hand_size for size in sizes), "a hand is too large (1.0)")


def check_whereabouts(state: State) -> None:
    """C96 A hidden block is where all can tell that it may be. A ruling may put it elsewhere."""
    for side in SIDES:
        for id in hidden(state, side):
            at, may = state.blocks[id].at, state.whereabouts.get(id, [])
            require(at in may, f"{id} is at {at}, but can only be at {listing(may, 'or')}")
