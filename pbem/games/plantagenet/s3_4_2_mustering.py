"""3.4.2 Mustering: how a Lord comes onto the map, whatever brings him."""

from __future__ import annotations

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import LordState, State


def muster_lord(state: State, lord: str, place: str) -> None:
    """1.5.3 Put a Lord on the map with a new mat: his card's Assets, and its Troops as far as the pool goes.

    He gets Ships unless nine Lords have some (1.7.3). At his own Seat he makes the Stronghold Friendly; double
    Yorkist Favour at London stays (C23).
    """
    card = lords.card(lord)
    state.lords[lord] = LordState(
        at=place,
        provender=card.assets["provender"],
        coin=card.assets["coin"],
        carts=card.assets["carts"],
        ships=card.assets["ships"] if lords.room_for_ships(state) else 0,
    )
    forces.muster(state, lord, card.troops)
    bring_prince(state, lord)
    favour_stays = place == "london" and state.london_twice and card.side == "lancaster"
    if state.seats.get(lord) == place and not favour_stays:
        board.set_favour(state, place, card.side)


def bring_prince(state: State, lord: str) -> None:
    """6.3 In every War Margaret Musters with EDWARD, free and mandatory, one of her two Capabilities
    (C106). The card is in no deck, so it is set aside whenever she leaves her mat."""
    (rule,) = [row for row in facts().grand["rule"] if row["id"] == "edward_card"]
    if lord != rule["lord"] or not facts().scenarios[state.scenario]["grand"]:
        return
    special = facts().special_vassals.values()
    state.lords[lord].capabilities.append(rule["card"])
    state.lords[lord].vassals += [vassal.id for vassal in special if vassal.card == rule["card"]]
