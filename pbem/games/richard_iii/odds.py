"""What `pbem odds` can tell of Richard III: a battle by simulation, a Treachery Roll exactly."""

from __future__ import annotations

from pbem.engine.decision import Decision
from pbem.engine.facets.chances import Chances
from pbem.engine.odds import (
    PIECE,
    Answer,
    Inquiry,
    Odds,
    OutcomeGroup,
    Parameter,
    Question,
    certain,
    one_of,
)
from pbem.engine.ruleset import RuleSet
from pbem.errors import BadQuestion
from pbem.games.richard_iii import odds_battle
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s6_9_treachery as treachery
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.s5_2_land_moves import Move
from pbem.games.richard_iii.s6_2_turns import Pass
from pbem.games.richard_iii.s6_4_combat import Charge, Fire
from pbem.games.richard_iii.s6_6_retreat import Retreat
from pbem.games.richard_iii.s6_9_treachery import Treachery
from pbem.games.richard_iii.s6_battles import Fight
from pbem.games.richard_iii.state import State

ROLES = ("king", "pretender", treachery.WARWICK, "treason")


class RichardIIIChances(Chances[State]):
    def __init__(self, rules: RuleSet[State]) -> None:
        self._rules = rules

    def odds(self) -> dict[str, Odds]:
        """The questions of odds, by name: a battle, and a Treachery Roll."""
        questions = [
            Odds(
                "battle",
                "A battle (6.0): in a contested area, or an attack that you are thinking of. Enemy blocks that "
                "you cannot see are drawn at random.",
                odds_battle.PARAMETERS,
                lambda inquiry: odds_battle.battle(self._rules, inquiry),
                "--at kent --york 'middlesex: norfolk, hastings' --lancaster '2 unknown'",
                sampled=True,
            ),
            Odds(
                "treachery",
                "A Treachery Roll (6.9): roll as many dice as the block's loyalty; it succeeds if all of them are even.",
                (
                    Parameter("target", "The block.", required=True, kind=PIECE),
                    Parameter(
                        "by",
                        f"Who rolls: {', '.join(ROLES)}; Warwick has rolls of his own (6.91).",
                        words=ROLES,
                    ),
                ),
                treachery_odds,
                "--target stanley --by warwick",
            ),
        ]
        return {question.name: question for question in questions}

    def question(self, state: State, side: str, decision: Decision) -> Question | None:
        """5.2, 6.0 The odds to show with a choice: of a battle that a move brings, that is next, or is fought; else
        None."""
        match decision:
            case Fight(place):
                return Question("battle", {"at": place})
            case Fire() | Charge() | Retreat() | Pass() | Treachery():
                contest = state.contests.get(state.fighting)
                return Question("battle") if contest is not None and not contest.over else None
            case Move(block, to):
                origin = state.blocks[block].at
                if not board.occupied(
                    state, to, state.enemy(side)
                ) or origin not in board.neighbours(to):
                    return None
                came = state.contests.get(to)
                if came is not None and came.attacker != side:
                    return None
                companions = [id for id in board.at(state, to, side) if id != block]
                army = ", ".join(blocks.word(id) for id in (block, *companions))
                return Question("battle", {"at": to, "attacker": side, side: army})
            case _:
                return None


def block_words() -> dict[str, str]:
    """Each block by its word; a word that both sides have is a block of the first side."""
    first, _ = SIDES
    second_side = [id for id in facts().blocks if id[0] != first[0]]
    first_side = [id for id in facts().blocks if id[0] == first[0]]
    return {blocks.word(id): id for id in (*second_side, *first_side)}


def treachery_odds(inquiry: Inquiry) -> Answer:
    """6.9, 6.91 The exact odds of a Treachery Roll: one half for each die."""
    by = one_of(inquiry.given.get("by", "treason"), ROLES, "role")
    words = block_words()
    id = words[one_of(inquiry.given["target"], list(words), "block")]
    label, name = blocks.block_facts(id), blocks.name(id)
    if not label.loyalty:
        raise BadQuestion(why=f"{name} never defects (3.13)")
    if by == treachery.WARWICK and not label.warwick_may_target:
        raise BadQuestion(why=f"Warwick makes no Treachery Roll on {name} (6.91)")
    dice = treachery.loyalty(id, by)
    line = certain("defects", 0.5**dice, "1 die, even" if dice == 1 else f"{dice} dice, all even")
    roller = {"treason": "the Treason card", treachery.WARWICK: "Warwick"}.get(
        by, f"the {by.title()}"
    )
    notes = ["King, Pretender and whoever is next in line never defect (9.1)."]
    return Answer(
        f"Treachery by {roller} on {name} (6.9)",
        (OutcomeGroup("Chance", (line,)),),
        notes=tuple(notes),
    )
