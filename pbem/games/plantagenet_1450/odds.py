"""What `pbem odds` can be asked of this game."""

from __future__ import annotations

from pbem.engine.decision import Decision
from pbem.engine.facets.chances import Chances
from pbem.engine.odds import Odds, Question
from pbem.engine.ruleset import RuleSet
from pbem.games.plantagenet_1450 import odds_battle, odds_chances, odds_march, odds_politics
from pbem.games.plantagenet_1450.s16_4_6_9_melee import BreakOff, FightOn
from pbem.games.plantagenet_1450.s16_4_6_combat import Attack
from pbem.games.plantagenet_1450.state import State


class Plantagenet1450Chances(Chances[State]):
    def __init__(self, rules: RuleSet[State]) -> None:
        self._rules = rules

    def odds(self) -> dict[str, Odds]:
        """The questions of odds that the game can answer, by name."""
        some = [
            Odds(
                "battle",
                "An attack (16.4.6) from where the armies stand.",
                odds_battle.PARAMETERS,
                lambda inquiry: odds_battle.battle(self._rules, inquiry),
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
                "A march to a place, activation by activation (16.4.3-5): when the leader arrives, with how many units.",
                odds_march.PARAMETERS,
                lambda inquiry: odds_march.attrition(self._rules, inquiry),
                "--leader warwick --to york",
                sampled=True,
            ),
            Odds(
                "interception",
                "The chances of each force to intercept a sea move (11.3.2).",
                odds_chances.INTERCEPTION,
                odds_chances.intercept,
                "--leader margaret --to france",
            ),
            Odds(
                "siege",
                "How many rolls, one point each, it takes to reduce a fortification (14.3).",
                odds_politics.SIEGE,
                odds_politics.siege,
                "--area harlech --rolls 3 --treasury 1",
            ),
            Odds(
                "recruitment",
                "How many units a recruitment roll brings (12.1).",
                odds_politics.RECRUITMENT,
                odds_politics.recruit,
                "--unit longbowmen --treasury 2",
            ),
        ]
        return {one.name: one for one in some}

    def question(self, state: State, side: str, decision: Decision) -> Question | None:
        """16.4.6 An attack, and a battle that is fought."""
        match decision:
            case Attack(leader, at, hexes):
                joining = {"joining": " ".join(hexes)} if hexes else {}
                return Question("battle", {"leader": leader, "at": at, **joining})
            case FightOn() | BreakOff() if state.battle is not None:
                return Question("battle")
            case _:
                return None
