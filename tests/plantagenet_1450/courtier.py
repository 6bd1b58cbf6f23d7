"""Random players of Plantagenet, 1450-1500 who like Intrigue: cards, points, and control wherever it can be had.

Nobody of them opens a Campaign; those that begin by themselves (7.3) are fought at random, or passed over.
"""

from __future__ import annotations

import re

from pbem.engine.request import Request
from pbem.engine.table import cards_in
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s7_2_impulses import OneIntrigue
from pbem.games.plantagenet_1450.s8_1_campaign import OpenCampaign
from pbem.games.plantagenet_1450.s8_2_control import PlaceMarker, RemoveMarker
from pbem.games.plantagenet_1450.s8_intrigue import Done
from tests.random_games import RandomPlayer, verb_of

AVERSE = (OneIntrigue, OpenCampaign, Done)


class Courtier(RandomPlayer):
    """Args: `fights`: does he act in a Campaign?"""

    def __init__(self, seed: str, fights: bool = True) -> None:
        super().__init__(seed)
        self.fights = fights

    def line(self, request: Request, secrets: dict[str, str]) -> str:
        if request.kind == "act" and not self.fights:
            return "pass"
        if request.kind not in ("impulse", "intrigue"):
            return super().line(request, secrets)
        possible = request.menu.possible(cards_in(request.slots, secrets))
        markers = [o for o in possible if isinstance(o.decision, PlaceMarker | RemoveMarker)]
        liked = markers or [o for o in possible if not isinstance(o.decision, AVERSE)] or possible
        verb = self.random.choice(sorted({verb_of(o) for o in liked}))
        option = self.random.choice([o for o in liked if verb_of(o) == verb])
        return str(option.with_group(option.group[: option.limit]))


def without_automatic_victory() -> dict[str, str]:
    """The scenarios as data of an owner: 20.1 goes on to its last turn."""
    text = PLANTAGENET_1450.data.file("scenarios.toml").read_text()
    return {"scenarios": re.sub(r"(?m)^automatic_victory = .*$", "automatic_victory = []", text)}
