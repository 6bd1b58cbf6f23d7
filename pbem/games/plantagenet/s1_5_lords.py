"""1.5 Lords and Vassals: names, printed and modified ratings, mats, sharing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.prose import listing
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet.facts import SIDES, LordCard, VassalCounter, facts
from pbem.games.plantagenet.state import LordState, State


def card(lord: str) -> LordCard:
    return facts().lords[lord]


def side_of(lord: str) -> str:
    return card(lord).side


def name(lord: str) -> str:
    return card(lord).name


def side_name(side: str) -> str:
    """`Yorkists` or `Lancastrians`."""
    return SIDES[side].people


def vassal(id: str) -> VassalCounter:
    """A regular or Special Vassal."""
    return facts().vassals.get(id) or facts().special_vassals[id]


def is_special(id: str) -> bool:
    return id in facts().special_vassals


def lords_of(state: State, side: str) -> dict[str, LordState]:
    cards = facts().lords
    return {id: lord for id, lord in state.lords.items() if cards[id].side == side}


def on_map(state: State, lord: str) -> bool:
    """At a Stronghold or in an Exile box; not at Sea (C12)."""
    return board.is_locale(state.lords[lord].at)


def mustered(state: State, lord: str) -> bool:
    """Has a mat: on the map, at Sea, or on the field of a scenario that is but a Battle."""
    at = state.lords[lord].at
    return on_map(state, lord) or at in facts().seas or at in facts().fields


def on_map_lords(state: State, side: str) -> list[str]:
    return [id for id in lords_of(state, side) if on_map(state, id)]


def companions(state: State, lord: str) -> list[str]:
    """Other Lords of his side at the same place, with whom he Shares (1.5.3)."""
    place = state.lords[lord].at
    return [id for id in board.lords_at(state, place, side_of(lord)) if id != lord]


def added(state: State, lord: str, *ratings: str) -> int:
    """What cards add to one of a Lord's ratings (or to several together)."""
    total = 0
    for card_adds in hooks.RATINGS.of(state, lord):
        change = card_adds(state, lord)
        total += sum(getattr(change, rating) for rating in ratings)
    return total


def influence(state: State, lord: str, purpose: str = "") -> int:
    """Influence rating in a check for `purpose` (1.4.2); the printed one is
    `card(lord).influence` (C13)."""
    only = [purpose] if purpose in ("levy_parley", "parley") else []
    return card(lord).influence + added(state, lord, "influence", *only)


def lordship(state: State, lord: str) -> int:
    """1.5.2 Levy actions, with what cards add."""
    return card(lord).lordship + added(state, lord, "lordship")


def command(state: State, lord: str) -> int:
    """1.5.2 Command actions of a card, with what cards add."""
    return card(lord).command + added(state, lord, "command")


def valour(state: State, lord: str) -> int:
    """1.5.2 Intercept range and rerolls, with what cards add."""
    return card(lord).valour + added(state, lord, "valour")


def may_have_more(state: State, lord: str, rating: str) -> bool:
    """1.5.3 Could a Capability at his hidden mat raise a rating now, as far as the Enemy can tell?"""
    if not state.hidden_mats:
        return False
    adding = hooks.RATINGS.capabilities.items()
    return any(
        hooks.could_lie(state, lord, card) and getattr(adds(state, lord), rating)
        for card, adds in adding
    )


def rank(state: State, lord: str) -> str:
    """1.5.1 Printed rank, or what a Capability makes him."""
    ranks = [
        new_rank for makes in hooks.RANK.at_mat(state, lord) if (new_rank := makes(state, lord))
    ]
    return ranks[0] if ranks else card(lord).rank


def may_follow(state: State, leader: str, lord: str) -> bool:
    """May `lord` move with `leader`'s group? A Marshal leads all, a Lieutenant all but Marshals (4.3.1)."""
    leads = rank(state, leader)
    return leads == "marshal" or (leads == "lieutenant" and rank(state, lord) != "marshal")


def shared(state: State, lord: str, asset: str) -> int:
    """An Asset on his own mat and on those of his companions."""
    mats = state.lords
    return sum([getattr(mats[id], asset) for id in sharers(state, lord)])


def worth(state: State, lord: str, asset: str, use: str) -> int:
    """As how many a Ship or Cart at his mat counts for a `use` (`haul`, `sail`, `supply`, `route`)."""
    return max([1, *(more(state, lord, asset, use) for more in hooks.WORTH.at_mat(state, lord))])


def richest_first(state: State, group: Iterable[str], asset: str) -> list[str]:
    """M1 For menus, whose first line a bare verb takes: who has most of an asset gives first."""
    return sorted(group, key=lambda lord: -int(getattr(state.lords[lord], asset)))


def transport_of_group(state: State, group: Sequence[str], asset: str, use: str) -> int:
    """Ships or Carts at the mats of a group, each for what it is worth to that use."""
    having = [(id, n) for id in group if (n := int(getattr(state.lords[id], asset)))]
    return sum(n * worth(state, id, asset, use) for id, n in having)


def sharers(state: State, lord: str) -> list[str]:
    """Himself and his companions, whose Coin, Provender, Carts and Ships he may use (1.5.3)."""
    return [lord, *companions(state, lord)]


def great_ships(state: State, lord: str) -> bool:
    """Has he, or Shares he, Ships to which all Seas are one?"""
    return any(
        state.lords[id].ships and worth(state, id, "ships", "route") > 1
        for id in sharers(state, lord)
    )


def has_ship(state: State, lord: str) -> bool:
    """1.3.1 For Routes by Sea: his own or one Shared by a companion (C35)."""
    return shared(state, lord, "ships") > 0


def routes(state: State, lord: str, closed: Sequence[str] = ()) -> dict[str, int]:
    """1.3.1, 3.4.1 Strongholds that his Routes reach, by Sea too if he has a Ship, with the distance.

    Args:
        closed: Seas whose Ports he does without.
    """
    ships = has_ship(state, lord)
    great = ships and great_ships(state, lord)
    return board.routes(state, side_of(lord), state.lords[lord].at, ships, great, closed)


def barred(state: State, lord: str, what: str) -> str:
    """Why a card forbids him this (see `hooks.BAR`), or ""."""
    reasons = (bar(state, lord, what) for bar in hooks.BAR.of(state, lord))
    return next(filter(None, reasons), "")


def may(state: State, lord: str, what: str, place: str = "") -> bool:
    """Does a card allow him this (see `hooks.MAY`)?"""
    return any(card_allows(state, lord, what, place) for card_allows in hooks.MAY.of(state, lord))


def room_for_ships(state: State, seen_by: str = "") -> bool:
    """3.4.5 Have fewer than nine Lords of both sides Ships, whoever asks (C29)? As far as a side sees:
    with Hidden Mats it knows nothing of the Enemy's."""
    behind = state.enemy(seen_by) if seen_by and state.hidden_mats else ""
    having = sum(side_of(id) != behind for id, lord in state.lords.items() if lord.ships)
    return having < int(facts().limits["lords_with_ships_both_sides"])


def card_troops(lord: str) -> int:
    """1.5.2 Troops that his card shows, without those that Waste leaves alone (4.8.5)."""
    units = facts().units
    return sum(n for kind, n in card(lord).troops.items() if not units[kind].waste_immune)


def loss(state: State, lord: str) -> int:
    """Influence lost or won with a Lord: printed rating plus one per Vassal on his mat (3.2.1, 4.3.5, 4.4.3)."""
    return card(lord).influence + len(state.lords[lord].vassals)


def names(lords: list[str]) -> str:
    return listing(map(name, lords))
