"""`pbem odds battle`: a battle fought many times over with the real code of 7.0."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pbem.engine import codec
from pbem.engine.battle_odds import (
    STANDS,
    BattleOutcome,
    attacker_meant,
    fates,
    from_here,
    from_the_start,
    losses,
    winners,
)
from pbem.engine.chance import SeededChance
from pbem.engine.notation import squash
from pbem.engine.odds import (
    PIECE,
    PLACE,
    SIDE,
    Answer,
    Inquiry,
    Parameter,
    one_of,
)
from pbem.engine.prose import count_text
from pbem.engine.ruleset import RuleSet
from pbem.engine.simulate import (
    both_policies,
    policies_note,
    policy_parameters,
    sample,
)
from pbem.engine.standing import StandingOrders
from pbem.engine.table import Table
from pbem.errors import BadQuestion, Impossible
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors import s7_battles as s7
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.s6_3_aggressor import contested_regions
from pbem.games.warriors.s8_control import can_hold, holds
from pbem.games.warriors.state import Battle, NobleState, State

PRESET = "sensible"
PARAMETERS = (
    Parameter(
        "at", "Where the battle is. The nobles there fight, unless you name others.", kind=PLACE
    ),
    Parameter("aggressor", "york or lancaster.", kind=SIDE),
    Parameter(
        "york",
        "The nobles of York, as they are now (`warwick, hastings`) or with Troops that you name "
        "(`warwick 4, hastings 2`). For a noble's second life, use the name on the back.",
        kind=PIECE,
        several=True,
        of="york",
    ),
    Parameter("lancaster", "The same for Lancaster.", kind=PIECE, several=True, of="lancaster"),
    Parameter(
        "london",
        "Who holds London, for the Flight Table: york, lancaster or nobody.",
        words=(*SIDES, "nobody"),
    ),
    *policy_parameters(PRESET),
)
FATES = {
    STANDS: "Still on the field",
    "withdrawn": "Withdrawn and disgraced",
    "killed": "Killed",
    "tower": "In the Tower",
    "away": "Fled, to the Covert Box or into exile",
    "turned": "Won over by the enemy",
}
ALWAYS = (STANDS, "killed")
"""Fates that are told even if they never come."""


class Outcome(BattleOutcome, frozen=True):
    """How one battle ended: the winner keeps the field, losses are strength.

    Attributes:
        fates: noble to one of FATES.
    """

    fates: dict[str, str]


def battle(rules: RuleSet[State], inquiry: Inquiry) -> Answer:
    """The odds of a battle: of the one being fought from here on, or of one with the armies given. Raises BadQuestion."""
    policies = both_policies(rules, inquiry, PRESET)
    if under_way(inquiry):
        before: State = inquiry.state
        if before.battle is None:
            raise Impossible("no battle is being fought")
        at = before.battle.at
        title = f"The rest of the battle of {board.name(at)}, from round {before.battle.round} on"
        play = rest(rules, inquiry, policies)
    else:
        before, at = set_up(inquiry)
        title = (
            f"Battle of {board.name(at)}, {nobles.side_name(before.aggressor[at])} the aggressor"
        )
        play = whole(rules, inquiry, before, at, policies)
    armies = [
        f"{nobles.side_name(side)} with {nobles.names(before, ids)}, strength "
        f"{nobles.strength(before, ids)}"
        for side in SIDES
        if (ids := nobles.at(before, at, side))
    ]
    fighters = [id for side in SIDES for id in nobles.at(before, at, side)]
    outcomes = sample(inquiry.games, inquiry.seed, play, inquiry.tick)
    holder = board.london(before)
    holding = f"{nobles.side_name(holder)} holds London" if holder else "Nobody holds London"
    notes = (f"{holding} for the Flight Table.", policies_note(inquiry, SIDES, PRESET))
    return battle_odds(f"{title}: {'; '.join(armies)}", outcomes, before, fighters, inquiry, notes)


def under_way(inquiry: Inquiry) -> bool:
    """Is it about the battle that is being fought now?"""
    state: State = inquiry.state
    set_ups = {"at", "york", "lancaster", "aggressor", "london"} & inquiry.given.keys()
    return state.battle is not None and not set_ups and inquiry.checkpoint is not None


def place_named(text: str) -> str:
    """A place by its key, its abbreviation or its name; "" for "". Raises BadQuestion."""
    places = facts().places
    for id, place in places.items():
        if text.strip() and squash(text) in (squash(place.abbr), squash(place.name)):
            return str(id)
    return one_of(text, list(places), "place")


def noble_named(state: State, text: str) -> tuple[str, bool]:
    """The id of the noble with this name, and whether his counter is on its back.

    The name on either side says which side is up; his id does not, so that he is as he is now. Raises BadQuestion.
    """
    name_typed = squash(text)
    for id, counter in facts().nobles.items():
        if name_typed and name_typed == squash(id):
            return id, state.nobles[id].back
        for back, face in ((False, counter.front), (True, counter.back)):
            if name_typed and name_typed in (squash(face.short), squash(nobles.full(face))):
                same_name = squash(counter.front.short) == squash(counter.back.short)
                return id, state.nobles[id].back if same_name else back
    names = {squash(c.front.short): id for id, c in facts().nobles.items()}
    word = one_of(text, [*facts().nobles, *(n for n in names if n not in facts().nobles)], "noble")
    if not word:
        raise BadQuestion(why="the name of a noble is missing")
    id = names.get(word, word)
    return id, state.nobles[id].back


def army_typed(state: State, side: str, at: str, text: str) -> None:
    """Put these nobles of a side at a place, and no others of it. Raises BadQuestion."""
    army: dict[str, NobleState] = {}
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        words = re.fullmatch(r"(.*?)[\s:]+(\d{1,2})(?:\s+troops?)?", part, re.IGNORECASE)
        id, back = noble_named(state, words[1] if words else part)
        counter = facts().nobles[id]
        name = nobles.full(counter.back if back else counter.front)
        if id in army:
            raise BadQuestion(why=f"{name} is named twice")
        if not words and not board.on_map(state.nobles[id].at):
            why = f"{name} is not on the map now; say with how many Troops: `{name} 2`"
            raise BadQuestion(why=why)
        troops = int(words[2]) if words else state.nobles[id].troops
        army[id] = NobleState(at, side, back, troops)
    for id in nobles.at(state, at, side):
        if id not in army:
            nobles.leave(state, id, "covert", side)
    for id, noble in army.items():
        state.nobles[id] = noble
        if noble.troops > nobles.capacity(state, id):
            most = count_text(nobles.capacity(state, id), "Troop")
            raise BadQuestion(why=f"{nobles.name(state, id)} leads at most {most} (2.2.2)")


def set_up(inquiry: Inquiry) -> tuple[State, str]:
    """The position just before the battle, and where it is. Raises BadQuestion."""
    state, options = codec.copied(inquiry.state), inquiry.given
    state.battle = None
    sides = [side for side in SIDES if options.get(side)]
    aggressor = one_of(options.get("aggressor", ""), SIDES, "side")
    at = place_named(options.get("at", "")) or where(state, options, aggressor, inquiry.side)
    if at not in facts().regions:
        raise BadQuestion(why=f"there is no battle in {board.name(at)}: both cannot be there (6.2)")
    for side in sides:
        army_typed(state, side, at, options[side])
    for side in SIDES:
        if not nobles.at(state, at, side):
            nobody_words = f"no noble of {nobles.side_name(side)} is in {board.name(at)}"
            raise BadQuestion(
                why=f"{nobody_words}; name those who would fight: --{side} 'NOBLE, NOBLE'"
            )
    aggressor = aggressor or state.aggressor.get(at, "")
    state.aggressor[at] = aggressor or attacker_meant(sides, inquiry.side, SIDES)
    state.initiative = state.initiative or state.aggressor[at]
    hold_london(state, one_of(options.get("london", ""), [*SIDES, "nobody"], "side"), at)
    return state, at


def hold_london(state: State, holder_text: str, at: str) -> None:
    """8.8 Set who holds London in a battle at `at`. Raises BadQuestion.

    It is the side named, with a 3-star noble of those that do not fight, or else whoever still holds it when the
    fighters have left for the battle.
    """
    capital = facts().capital
    holder = {"": board.london(state), "nobody": ""}.get(holder_text, holder_text)
    state.control.pop(capital, None)
    if holder_text in SIDES and not holds(state, holder_text) and at != capital:
        spare = [id for id in state.nobles if state.nobles[id].at != at and can_hold(state, [id])]
        own = [id for id in spare if nobles.face(state, id).colour == holder_text]
        for id in sorted(own or spare, key=lambda id: board.on_map(state.nobles[id].at))[:1]:
            state.nobles[id] = NobleState(capital, holder_text, state.nobles[id].back)
    if holder and holds(state, holder):
        state.control[capital] = holder
    elif holder_text in SIDES:
        why = f"{nobles.side_name(holder)} has no 3-star noble who could hold London (8.8)"
        raise BadQuestion(why=why)


def where(state: State, options: Mapping[str, str], aggressor: str, asker: str) -> str:
    """The only contested region, else where the first noble of the defence stands."""
    contested = contested_regions(state)
    sides = [side for side in SIDES if options.get(side)]
    if not sides and len(contested) == 1:
        return contested[0]
    defender = state.enemy(aggressor or attacker_meant(sides, asker, SIDES))
    first = re.split(r"[,;]", options.get(defender, ""))[0]
    if first.strip():
        place = state.nobles[noble_named(state, re.sub(r"[\s:]+\d+.*", "", first))[0]].at
        if place in facts().regions:
            return place
    both = f" (both sides are in {', '.join(contested)})" if contested else ""
    raise BadQuestion(why=f"say where the battle is, such as --at wales{both}")


def whole(
    rules: RuleSet[State],
    inquiry: Inquiry,
    before: State,
    at: str,
    policies: Mapping[str, StandingOrders],
) -> Callable[[SeededChance], Outcome]:
    """Fights the battle from its beginning."""

    async def fight(table: Table[State], chance: SeededChance) -> Outcome:
        await s7.battle(table, at)
        return battle_outcome(before, table.state, at)

    return from_the_start(rules, inquiry, policies, before, fight)


def rest(
    rules: RuleSet[State], inquiry: Inquiry, policies: Mapping[str, StandingOrders]
) -> Callable[[SeededChance], Outcome]:
    """Goes on with the battle that is being fought."""

    def outcome(table: Table[State], battle: Battle) -> Outcome:
        return battle_outcome(inquiry.state, table.state, battle.at)

    return from_here(rules, inquiry, policies, lambda state: state.battle, outcome)


def battle_outcome(before: State, after: State, at: str) -> Outcome:
    """What a battle changed."""
    winner = next((side for side in SIDES if nobles.at(after, at, side)), "")
    ends, lost = {}, dict.fromkeys(SIDES, 0)
    for side in SIDES:
        for id in nobles.at(before, at, side):
            ends[id] = fate(before.nobles[id], after.nobles[id], at)
            survives = ends[id] in ("stands", "withdrawn")
            strength = nobles.strength(after, [id]) if survives else 0
            lost[side] += nobles.strength(before, [id]) - strength
    return Outcome(winner, lost, ends)


def fate(before: NobleState, after: NobleState, at: str) -> str:
    """7.2, 7.5, 7.6 What became of a noble. Whoever dies turns up on his other side, or is out."""
    if after.at == "out" or (after.at == "covert" and after.back != before.back):
        return "killed"
    if after.at == "tower":
        return "tower"
    if after.side != before.side:
        return "turned"
    if after.at == at:
        return "stands"
    return "withdrawn" if after.disgraced else "away"


def battle_odds(
    title: str,
    outcomes: list[Outcome],
    start: State,
    fighters: list[str],
    inquiry: Inquiry,
    notes: tuple[str, ...],
) -> Answer:
    """The odds of a battle from its outcomes in many games: who keeps the field, and what becomes of each noble."""
    sides = {side: nobles.side_name(side) for side in SIDES}
    blocks = [winners("Who keeps the field", {**sides, "": "nobody is left"}, outcomes)]
    names = {id: nobles.name(start, id) for id in fighters}
    blocks += fates(FATES, names, [one.fates for one in outcomes], ALWAYS)
    strength = {side: f"Strength that {name} loses" for side, name in sides.items()}
    loss_groups, numbers = losses(strength, outcomes)
    return Answer(title, (*blocks, *loss_groups), len(outcomes), inquiry.seed, numbers, notes)
