"""6.2.3, C24 Whose Plot card is due and who is absent: it is played for him, in the first way that is printed.

Whether it is, all can see: the Plot card lies face down at its owner's last impulse (C131). What is played hangs on
the card, and is laid open with it. Intrigue points that it gives are spent as any of a side that is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pbem.engine.facets.policies import PolicyRules
from pbem.engine.request import Option, Request
from pbem.engine.standing import passing
from pbem.games.plantagenet_1450 import s6_2_2_must_play as must_play
from pbem.games.plantagenet_1450.s6_3_nobles import JoinRoyal, PlaceNoble
from pbem.games.plantagenet_1450.s7_2_impulses import PlayEvent, PlayForPoints
from pbem.games.plantagenet_1450.state import State

PRINTED, AREAS = "card_", "card_areas"
"""How the kinds of questions begin that ask for a choice which a card leaves (6.2.5)."""


class Plantagenet1450Policies(PolicyRules[State]):
    moments = (
        "on_sea",
        "on_river",
        "on_capture",
        "on_last_turn",
        "on_bid",
        "on_defection",
        "on_event",
        "missile_target",
    )
    decides_for_absent = True

    def unattended(self, before: State, request: Request) -> Callable[[Sequence[str]], str] | None:
        """What is played, by the cards of the request's slots; None where its side is waited for.

        Args:
            before: the position as the play began.
        """
        side = request.side
        if before.step != "play" or before.plays != side or not must_play.plot_is_due(before, side):
            return None
        return partial(default_play if request.kind == "impulse" else default_choice, request)


def default_play(request: Request, held: Sequence[str]) -> str:
    """As its event or noble where that is possible, else as Intrigue; "" for a card that is not known here."""
    ways = [option for option in request.options if option.shows and option.shows in held]
    printed = (o for o in ways if isinstance(o.decision, PlayEvent | PlaceNoble | JoinRoyal))
    plain = (o for o in ways if isinstance(o.decision, PlayForPoints))
    option: Option | None = next(printed, None) or next(plain, None)
    return option.line if option is not None else ""


def default_choice(request: Request, held: Sequence[str]) -> str:
    """The first printed choice of an event, with as many areas as it may have; of all else nothing, where that is
    allowed."""
    first_option = next((option for option in request.options if not option.passes), None)
    idle = passing(request.options) or ""
    if first_option is None or (idle and not request.kind.startswith(PRINTED)):
        return idle
    areas = first_option.group[: first_option.limit] if request.kind == AREAS else ()
    return f"{first_option.line} with {' '.join(areas)}" if areas else first_option.line
