"""1.5 Lords and Vassals: names, printed and modified ratings, mats, sharing."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet.facts import LordCard, VassalCounter, facts
from pbem.games.plantagenet.state import LordState, State


def card(lord: str) -> LordCard:
    return facts().lords[lord]


def side_of(lord: str) -> str:
    return card(lord).side


def name(lord: str) -> str:
    return card(lord).name


def side_name(side: str) -> str:
    """`Yorkists` or `Lancastrians`."""
    return {"york": "Yorkists", "lancaster": "Lancastrians"}[side]


def vassal(id: str) -> VassalCounter:
    """A regular or Special Vassal."""
    return facts().vassals.get(id) or facts().special_vassals[id]


def is_special(id: str) -> bool:
    return id in facts().special_vassals


def lords_of(state: State, side: str) -> dict[str, LordState]:
    return {id: lord for id, lord in state.lords.items() if side_of(id) == side}


def on_map(state: State, lord: str) -> bool:
    """At a Stronghold or in an Exile box; not at Sea (C12)."""
    return board.is_locale(state.lords[lord].at)


def mustered(state: State, lord: str) -> bool:
    """Has a mat: on the map or at Sea."""
    return on_map(state, lord) or state.lords[lord].at in facts().seas


def on_map_lords(state: State, side: str) -> list[str]:
    return [id for id in lords_of(state, side) if on_map(state, id)]


def companions(state: State, lord: str) -> list[str]:
    """Other Lords of his side at the same place, with whom he Shares (1.5.3)."""
    place = state.lords[lord].at
    return [id for id in board.lords_at(state, place, side_of(lord)) if id != lord]


def influence(state: State, lord: str, purpose: str = "") -> int:
    """Influence rating in a check for `purpose` (1.4.2); the printed one is
    `card(lord).influence` (C13)."""
    return card(lord).influence + sum(
        more(state, lord, purpose) for more in hooks.INFLUENCE.of(state, lord)
    )


def lordship(state: State, lord: str) -> int:
    """1.5.2 Levy actions, with what cards add."""
    return card(lord).lordship + sum(more(state, lord) for more in hooks.LORDSHIP.of(state, lord))


def command(state: State, lord: str) -> int:
    """1.5.2 Command actions of a card, with what cards add."""
    return card(lord).command + sum(more(state, lord) for more in hooks.COMMAND.of(state, lord))


def valour(state: State, lord: str) -> int:
    """1.5.2 Intercept range and rerolls, with what cards add."""
    return card(lord).valour + sum(more(state, lord) for more in hooks.VALOUR.of(state, lord))


def may_follow(leader: str, lord: str) -> bool:
    """May `lord` move with `leader`'s group? A Marshal leads all, a Lieutenant all but Marshals (4.3.1)."""
    rank = card(leader).rank
    return rank == "marshal" or (rank == "lieutenant" and card(lord).rank != "marshal")


def shared(state: State, lord: str, asset: str) -> int:
    """An Asset on his own mat and on those of his companions."""
    mats = [state.lords[id] for id in (lord, *companions(state, lord))]
    return sum(int(getattr(mat, asset)) for mat in mats)


def room_for_ships(state: State, lord: str) -> bool:
    """1.7.3 May this Lord have Ships? Not if nine others of both sides have some (C29)."""
    others = sum(other.ships > 0 for id, other in state.lords.items() if id != lord)
    return others < int(facts().limits["lords_with_ships_both_sides"])


def loss(state: State, lord: str) -> int:
    """Influence lost or won with a Lord: printed rating plus one per Vassal on his mat (3.2.1, 4.3.5, 4.4.3)."""
    return card(lord).influence + len(state.lords[lord].vassals)


def listing(names: list[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def names(lords: list[str]) -> str:
    return listing([name(id) for id in lords])
