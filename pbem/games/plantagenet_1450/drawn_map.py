"""3.0 The map: areas with their control while cards are played, hexes in a Campaign. Everybody may see all of it."""

from __future__ import annotations

from pbem.engine.picture import Picture
from pbem.games.plantagenet_1450 import drawn_areas, drawn_hexes
from pbem.games.plantagenet_1450.state import State


def drawn(state: State) -> Picture:
    return drawn_hexes.drawn(state) if state.in_campaign else drawn_areas.drawn(state)
