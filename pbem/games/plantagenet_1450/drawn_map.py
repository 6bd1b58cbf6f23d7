"""3.0 The map: areas with their control while cards are played, hexes in a Campaign. Everybody may see all of it."""

from __future__ import annotations

from pbem.engine.picture import Picture
from pbem.games.plantagenet_1450 import drawn_areas, drawn_hexes
from pbem.games.plantagenet_1450.state import State


def map_picture(state: State) -> Picture:
    return (
        drawn_hexes.hexes_picture(state) if state.in_campaign else drawn_areas.areas_picture(state)
    )
