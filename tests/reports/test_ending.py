"""How the end of a game is told."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.s5_victory import End as Plantagenet
from pbem.games.plantagenet_1450.s20_victory import End as Plantagenet1450
from pbem.games.richard_iii.s9_victory import End as RichardIII
from pbem.games.warriors.s13_game_end import End as Warriors
from pbem.reports.ending import decides
from tests.says import sentence

SIDES = {"winner": "York", "beaten": "Lancaster"}


@pytest.mark.parametrize(
    ("score", "reason", "yes"),
    [
        ("Influence", Plantagenet.THRESHOLD.reason(points=45, needed=45, **SIDES), True),
        ("Influence", Plantagenet.TEST_OF_ARMS.reason(winner="York"), False),
        ("Influence", Plantagenet.CAMPAIGN.reason(**SIDES), False),
        ("Legitimacy", Plantagenet1450.LEAD.reason(winner="York", lead=12), True),
        ("Units in England", Plantagenet1450.CAMPAIGN.reason(winner="York"), False),
        ("Victory Points", Warriors.LAST_TURN.reason(winner="York", lead=2), True),
        (
            sentence("games.richard_iii.game.RichardIII.score", word="Lead"),
            RichardIII.NO_HEIR.reason(**SIDES),
            False,
        ),
    ],
)
def test_a_chart_says_whether_its_score_decided_the_game(
    score: str, reason: str, yes: bool
) -> None:
    assert decides(score, reason) == yes
