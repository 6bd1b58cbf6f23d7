"""What `pbem odds` can be asked of this game."""

from __future__ import annotations

from pbem.engine.odds import Odds
from pbem.engine.ruleset import RuleSet
from pbem.games.plantagenet_1450 import odds_battle, odds_chances, odds_march, odds_politics
from pbem.games.plantagenet_1450.state import State


def questions(rules: RuleSet[State]) -> dict[str, Odds]:
    """By name."""
    some = [
        Odds(
            "battle",
            "An attack (16.4.6) from where the armies stand.",
            odds_battle.PARAMETERS,
            lambda inquiry: odds_battle.battle(rules, inquiry),
            "--leader warwick --at towton --joining all",
            sampled=True,
        ),
        Odds(
            "joining",
            "Which forces come to an attack in time (16.4.6.2), and how many units fight.",
            odds_chances.JOINING,
            odds_chances.join,
            "--leader warwick --at towton",
        ),
        Odds(
            "attrition",
            "A march to a place, activation by activation (16.4.3-5): when he is there, with how many units.",
            odds_march.PARAMETERS,
            lambda inquiry: odds_march.attrition(rules, inquiry),
            "--leader warwick --to york",
            sampled=True,
        ),
        Odds(
            "interception",
            "Who intercepts a sea move (11.3.2), and on what.",
            odds_chances.INTERCEPTION,
            odds_chances.intercept,
            "--leader margaret --to france",
        ),
        Odds(
            "siege",
            "Rolls against a fortification (14.3), one a point: after how many it is reduced.",
            odds_politics.SIEGE,
            odds_politics.siege,
            "--area harlech --rolls 3 --treasury 1",
        ),
        Odds(
            "recruitment",
            "How many units a roll of recruitment brings (12.1).",
            odds_politics.RECRUITMENT,
            odds_politics.recruit,
            "--unit longbowmen --treasury 2",
        ),
    ]
    return {one.name: one for one in some}
