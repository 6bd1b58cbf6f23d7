"""What `pbem odds` can tell of Plantagenet: an Influence check, an Intercept, a Battle."""

from __future__ import annotations

from pbem.engine.decision import Decision
from pbem.engine.facets.chances import Chances
from pbem.engine.odds import (
    PIECE,
    Answer,
    Inquiry,
    Line,
    Odds,
    OutcomeGroup,
    Parameter,
    Question,
    certain,
    one_of,
)
from pbem.engine.prose import listing, up_to
from pbem.engine.ruleset import RuleSet
from pbem.errors import BadQuestion
from pbem.games.plantagenet import odds_battle
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_4_1_parley as parley
from pbem.games.plantagenet import s3_4_3_levy_vassal as levy_vassal
from pbem.games.plantagenet import s4_6_4_parley as campaign_parley
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.odds_forces import lord_named
from pbem.games.plantagenet.s4_3_4_intercept import Intercept
from pbem.games.plantagenet.s4_3_5_approach import AllGiveBattle, GiveBattle
from pbem.games.plantagenet.s4_3_march import March, MarchOn
from pbem.games.plantagenet.s4_4_2_rounds import Flee, FleeAll, Stand
from pbem.games.plantagenet.state import State

PURPOSES = ("parley", "lord", "vassal", "tax")
MOST_WAYS = 20


class PlantagenetChances(Chances[State]):
    def __init__(self, rules: RuleSet[State]) -> None:
        self._rules = rules

    def odds(self) -> dict[str, Odds]:
        """The three questions of odds, by name: an Influence check, an Intercept, a Battle."""
        lord = Parameter("lord", "Whose check it is.", required=True, kind=PIECE)
        questions = [
            Odds(
                "check",
                "An Influence check (1.4.2): the chance of success for each amount you can spend, and which amount is best.",
                (
                    lord,
                    Parameter(
                        "vassal", "The Vassal that you call on. The Vassal's Loyalty counts."
                    ),
                    Parameter(
                        "ways",
                        "For a Parley: how many Ways the place is from the Lord. Each Way costs 1 Influence.",
                        number=True,
                    ),
                    Parameter(
                        "purpose",
                        f"{', '.join(PURPOSES)}: for the cards that change it.",
                        words=PURPOSES,
                    ),
                ),
                check,
                "--lord march --ways 2",
            ),
            Odds(
                "intercept",
                "An Intercept (4.3.4): it succeeds on a roll of at most the Lord's Valour, whoever goes along.",
                (lord,),
                intercept,
                "--lord norfolk",
            ),
            Odds(
                "battle",
                "A Battle (4.4) between the Lords at a place, or between forces that you name.",
                odds_battle.PARAMETERS,
                lambda inquiry: odds_battle.battle(self._rules, inquiry),
                "--at york --york 'march, norfolk' --lancaster 'somerset_1: 4 militia'",
                sampled=True,
            ),
        ]
        return {question.name: question for question in questions}

    def question(self, state: State, side: str, decision: Decision) -> Question | None:
        """4.3.4, 4.3.5, 4.4 The odds to show with a choice: of an Intercept, or of a Battle that it brings; None
        for others."""
        match decision:
            case Intercept(lord):
                return Question("intercept", {"lord": lord})
            case March(lord, to, party) | MarchOn(lord, to, party):
                if not board.lords_at(state, to, state.enemy(side)):
                    return None
                army = dict.fromkeys((lord, *party, *board.lords_at(state, to, side)))
                return Question("battle", {"at": to, "attacker": side, side: ", ".join(army)})
            case GiveBattle(lord):
                return _approach(state, state.lords[lord].at, side)
            case AllGiveBattle():
                return _approach(state, state.lords[state.active].at if state.active else "", side)
            case Flee() | FleeAll() | Stand() if state.battle is not None and not state.hidden_mats:
                return Question("battle")
            case _:
                return None


def check(inquiry: Inquiry) -> Answer:
    """1.4.2 The exact odds of an Influence check, for each spending that helps: the rating in sixths."""
    state: State = inquiry.state
    lord = lord_named(state, inquiry.given["lord"])
    vassal_ids = [*facts().vassals, *facts().special_vassals]
    vassal = one_of(inquiry.given.get("vassal", ""), vassal_ids, "Vassal")
    ways = int(inquiry.given.get("ways", "0"))
    if ways > MOST_WAYS:
        raise BadQuestion(why=f"no Route has more than {MOST_WAYS} Ways")
    usual = "vassal" if vassal else ("parley" if "ways" in inquiry.given else "")
    words = one_of(inquiry.given.get("purpose", usual), list(PURPOSES), "purpose")
    purpose = _purpose(state, words)
    terms = influence.terms(state, lord, purpose, ways)
    rows = []
    for bonus in influence.bonuses(state, lord, terms, purpose, vassal):
        most = influence.rating(state, lord, vassal, bonus, purpose)
        share = 1.0 if terms.sure else most / 6
        rows.append((bonus, terms.cost + bonus, share))
    best = max(rows, key=lambda row: row[2] / row[1] if row[1] else 99.0)
    purpose_words = (
        f" for {lords.vassal(vassal).name}" if vassal else (f" ({words})" if words else "")
    )
    lines = tuple(_spending_line(*row, best=row == best and len(rows) > 1) for row in rows)
    notes = [] if not state.lords[lord].hidden else [_hidden(lord)]
    title = f"Influence check of {lords.name(lord)}{purpose_words} (1.4.2)"
    return Answer(title, (OutcomeGroup("Succeeds", lines),), notes=tuple(notes))


def _purpose(state: State, words: str) -> str:
    """The purpose as the cards know it."""
    if words == "parley":
        return parley.PURPOSE if state.in_levy() else campaign_parley.PURPOSE
    return levy_vassal.PURPOSE if words == "vassal" else words


def _spending_line(bonus: int, cost: int, share: float, best: bool) -> Line:
    label = f"+{bonus}" if bonus else "no more"
    if not cost:
        return certain(label, share, "free" + ("; best" if best else ""))
    each = (
        f"costs {cost}, {share / cost:.2f} per point, {cost / share:.1f} points until it succeeds"
    )
    return certain(label, share, each + ("; best per point" if best else ""))


def intercept(inquiry: Inquiry) -> Answer:
    """4.3.4 The exact odds of an Intercept: a Lord's Valour, in sixths."""
    state: State = inquiry.state
    lord = lord_named(state, inquiry.given["lord"])
    valour = lords.valour(state, lord)
    share = max(0, min(6, valour)) / 6
    notes = [_hidden(lord)] if state.lords[lord].hidden else []
    if lords.on_map(state, lord):
        ways = board.ways(state.lords[lord].at).items()
        near = [board.name(at) for at, way in ways if way in ("highway", "road")]
        notes.append(f"Within reach of {board.name(state.lords[lord].at)}: {listing(near)}.")
    else:
        notes.append(f"{lords.name(lord)} is not on the map now.")
    notes.append("It makes no difference which Lords go along.")
    line = certain(
        "gets there first", share, f"on {up_to(valour)}" if valour > 0 else "Valour 0: never"
    )
    return Answer(
        f"Intercept by {lords.name(lord)} (4.3.4)",
        (OutcomeGroup("Chance", (line,)),),
        notes=tuple(notes),
    )


def _hidden(lord: str) -> str:
    return f"The mat of {lords.name(lord)} is hidden from you, so the cards on it are not counted."


def _approach(state: State, at: str, side: str) -> Question | None:
    """4.3.5 The enemy has come to where this side's Lords are."""
    sides = (side, state.enemy(side))
    if not board.is_locale(at) or not all(board.lords_at(state, at, one) for one in sides):
        return None
    return Question(
        "battle", {"at": at, "attacker": lords.side_of(state.active) if state.active else sides[1]}
    )
