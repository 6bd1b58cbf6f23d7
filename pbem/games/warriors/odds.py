"""What `pbem odds` can tell of Warriors of England: a battle, and single dice, which are exact."""

from __future__ import annotations

from collections import Counter

from pbem.engine import codec
from pbem.engine.decision import Decision
from pbem.engine.facets.chances import Chances
from pbem.engine.odds import (
    PIECE,
    PLACE,
    SIDE,
    Answer,
    Inquiry,
    Odds,
    OutcomeGroup,
    Parameter,
    Question,
    certain,
    one_of,
)
from pbem.engine.prose import count_text
from pbem.engine.ruleset import RuleSet
from pbem.errors import BadQuestion
from pbem.games.warriors import odds_battle
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors import s7_2_intrigue as intriguing
from pbem.games.warriors import s8_control as controlling
from pbem.games.warriors.die import FACES, at_most
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.odds_battle import noble_named, place_named
from pbem.games.warriors.s6_campaigns import March
from pbem.games.warriors.s7_2_intrigue import Intrigue
from pbem.games.warriors.s7_5_flight import outcome
from pbem.games.warriors.s7_6_withdrawal import Withdraw
from pbem.games.warriors.s7_7_end_of_battle import FightOn, Force
from pbem.games.warriors.s7_battles import FightBattle
from pbem.games.warriors.state import Battle, NobleState, State

RESULTS = {
    "killed": "killed",
    "covert": "escapes to the Covert Box",
    "exile": "goes into exile",
    "tower": "taken to the Tower",
}


class WarriorsChances(Chances[State]):
    def __init__(self, rules: RuleSet[State]) -> None:
        self._rules = rules

    def odds(self) -> dict[str, Odds]:
        """The questions of odds, by name: a battle, an intrigue, a flight, control of a region."""
        side = Parameter("side", "york or lancaster, if not your own.", kind=SIDE)
        questions = [
            Odds(
                "battle",
                "A battle (7.0) between the nobles in a region, or between nobles that you name.",
                odds_battle.PARAMETERS,
                lambda inquiry: odds_battle.battle(self._rules, inquiry),
                "--at wales --york 'warwick 4, hastings 2' --lancaster 'somerset 4'",
                sampled=True,
            ),
            Odds(
                "intrigue",
                "Winning an enemy noble over before a battle (7.2): the stars decide.",
                (
                    Parameter("commander", "Who commands your army.", required=True, kind=PIECE),
                    Parameter("target", "The enemy noble.", required=True, kind=PIECE),
                    side,
                ),
                intrigue,
                "--commander york --target audley",
            ),
            Odds(
                "flight",
                "What happens to a noble who takes a Hit or is left behind (7.5). London is as it is now, or as you say.",
                (
                    side,
                    Parameter(
                        "london",
                        "Who holds London: york, lancaster or nobody.",
                        words=(*SIDES, "nobody"),
                    ),
                ),
                flight,
                "--london york",
            ),
            Odds(
                "control",
                "Gaining control of a region (8.0), with all nobles there or with one noble that you name.",
                (
                    Parameter("at", "The region.", required=True, kind=PLACE),
                    Parameter(
                        "noble",
                        "The noble who tries alone. Default: all nobles who are there now try.",
                        kind=PIECE,
                    ),
                    side,
                ),
                control,
                "--at wales --noble warwick",
            ),
        ]
        return {question.name: question for question in questions}

    def question(self, state: State, side: str, decision: Decision) -> Question | None:
        """6.1, 7.0 The odds to show with a choice: of a battle that a march brings, that is next, or is fought;
        else None."""
        match decision:
            case FightBattle(at):
                return Question("battle", {"at": at})
            case FightOn() | Force() | Withdraw() if state.battle is not None:
                return Question("battle")
            case Intrigue(noble) if state.battle is not None and side in state.battle.commanders:
                commander = state.battle.commanders[side]
                return Question("intrigue", {"commander": commander, "target": noble, "side": side})
            case March(noble, to, others):
                if to not in facts().regions or not nobles.at(state, to, state.enemy(side)):
                    return None
                army = dict.fromkeys((noble, *others, *nobles.at(state, to, side)))
                aggressor = state.aggressor.get(to, side)
                return Question("battle", {"at": to, "aggressor": aggressor, side: ", ".join(army)})
            case _:
                return None


def side_of(inquiry: Inquiry) -> str:
    """The side that the question is about. Raises BadQuestion."""
    side = one_of(inquiry.given.get("side", ""), SIDES, "side") or inquiry.side
    if side not in SIDES:
        raise BadQuestion(why="say for which side: --side york")
    return side


def intrigue(inquiry: Inquiry) -> Answer:
    """7.2 The exact odds of an intrigue: the difference in stars, in sixths."""
    state, side = codec.copied(inquiry.state), side_of(inquiry)
    counters = [noble_named(state, inquiry.given[name]) for name in ("commander", "target")]
    for id, back in counters:
        state.nobles[id].back = back
    (commander, _), (target, _) = counters
    state.battle = Battle("", side, commanders={side: commander})
    highest = max(0, min(FACES, intriguing.chance(state, side, target)))
    note = f"needs {at_most(highest)}" if highest else "too few stars: never"
    line = certain("changes sides", highest / FACES, note)
    title = (
        f"{nobles.name(state, commander)} ({count_text(nobles.stars(state, commander), 'star')}) "
        f"tries to win over {nobles.name(state, target)} "
        f"({count_text(nobles.stars(state, target), 'star')}) for {nobles.side_name(side)} (7.2)"
    )
    return Answer(title, (OutcomeGroup("Chance", (line,)),))


def flight(inquiry: Inquiry) -> Answer:
    """7.5 The exact odds of the Flight Table: what becomes of a noble, over its six rows."""
    state, side = codec.copied(inquiry.state), side_of(inquiry)
    holder_text = one_of(inquiry.given.get("london", ""), [*SIDES, "nobody"], "side")
    holder = {"": board.london(state), "nobody": ""}.get(holder_text, holder_text)
    state.battle = Battle("", side, london=holder)
    counts = Counter(outcome(state, die, side) for die in facts().flight)
    lines = tuple(
        certain(words, counts[result] / len(facts().flight))
        for result, words in RESULTS.items()
        if counts[result]
    )
    holding_words = f"{nobles.side_name(holder)} holds" if holder else "nobody holds"
    title = (
        f"Flight Table for a noble of {nobles.side_name(side)} while {holding_words} London (7.5)"
    )
    note = "A noble who is killed in his first life comes back as the noble on the back of his counter (2.2.1)."
    return Answer(title, (OutcomeGroup("He is", lines),), notes=(note,))


def control(inquiry: Inquiry) -> Answer:
    """8.4 The exact odds of control: the highest rank there, in sixths; certain for a native, and for London."""
    state, side = codec.copied(inquiry.state), side_of(inquiry)
    at = place_named(inquiry.given["at"])
    if at not in facts().regions:
        raise BadQuestion(why=f"{board.name(at)} is no region that changes hands (8.9)")
    if "noble" in inquiry.given:
        id, back = noble_named(state, inquiry.given["noble"])
        for other_id, noble in state.nobles.items():
            if noble.at == at:
                nobles.leave(state, other_id, "covert", noble.side)
        state.nobles[id] = NobleState(at, side, back)
    highest = controlling.needed(state, side, at)
    is_owned = board.controller(state, at) == side
    if is_owned:
        note = "it is yours already"
    elif nobles.at(state, at, state.enemy(side)):
        note = "not while enemy nobles are there (8.2)"
    elif highest == FACES:
        note = "without a die"
    elif highest:
        note = f"needs {at_most(highest)}"
    else:
        note = controlling.why_not(state, side, at)
    line = certain("controls it", 1.0 if is_owned else highest / FACES, note)
    noble_names = nobles.names(state, nobles.at(state, at, side)) or "nobody"
    title = f"Control of {board.name(at)} by {nobles.side_name(side)} with {noble_names} (8.0)"
    fails = "A failed attempt leaves the region uncontrolled (8.5)."
    return Answer(title, (OutcomeGroup("Chance", (line,)),), notes=(fails,))
