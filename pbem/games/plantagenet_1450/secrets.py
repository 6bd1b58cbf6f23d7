"""What is hidden, and from whom."""

from __future__ import annotations

from pbem.engine.facets.secrets import Secrets
from pbem.games.plantagenet_1450 import s6_cards
from pbem.games.plantagenet_1450.state import State


class Plantagenet1450Secrets(Secrets[State]):
    def hand(self, state: State, side: str) -> tuple[str, ...]:
        return s6_cards.hidden(state, side)
