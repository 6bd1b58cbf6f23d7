"""`pbem odds battle`: a Battle fought many times over with the real code of 4.4."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

from msgspec import Struct, field

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
from pbem.engine.odds import (
    PIECE,
    PLACE,
    SIDE,
    Answer,
    Inquiry,
    OutcomeGroup,
    Parameter,
    histogram,
    mean,
    one_of,
)
from pbem.engine.prose import listing
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
from pbem.games.plantagenet import odds_forces as typed
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s4_4_1_array as arraying
from pbem.games.plantagenet import s4_4_battle as battles
from pbem.games.plantagenet import s5_victory as victory
from pbem.games.plantagenet import s6_0_iii_b_bosworth as bosworth
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.odds_forces import Force
from pbem.games.plantagenet.state import Battle, State

PRESET = "stand_and_fight"
PARAMETERS = (
    Parameter(
        "at", "Where the battle is. The Lords there fight, unless you name others.", kind=PLACE
    ),
    Parameter("attacker", "york or lancaster.", kind=SIDE),
    Parameter(
        "york",
        "The Lords of York, as they are now (`march, norfolk`) or as you describe them (`march: 4 militia, "
        "2 longbowmen, fauconberg, y13, valour 2; norfolk`).",
        kind=PIECE,
        several=True,
        of="york",
    ),
    Parameter("lancaster", "The same for Lancaster.", kind=PIECE, several=True, of="lancaster"),
    Parameter(
        "favour",
        "Whom the place Favours, for the Spoils: york, lancaster or neutral.",
        words=(*SIDES, "neutral"),
    ),
    *policy_parameters(PRESET),
)
FATES = {STANDS: "Still there after it", "dead": "Dead", "captive": "Captive"}


class Setting(Struct, frozen=True):
    """A Battle about to begin: the state with the Lords in place, and what was typed of Valour."""

    state: State
    at: str
    attacker: str
    valour: Mapping[str, int] = field(default_factory=dict)


class Outcome(BattleOutcome, frozen=True):
    """How one Battle ended.

    Attributes:
        fates: Lord to `stands`, `gone`, `dead` or `captive`; at Bosworth who has Routed is `gone`.
        influence: gained by the side that asks. `losses` are Troops.
    """

    fates: dict[str, str]
    influence: int


def battle(rules: RuleSet[State], inquiry: Inquiry) -> Answer:
    """The odds of a Battle: of the one being fought from here on, or of one with the Forces given. Raises BadQuestion."""
    policies = both_policies(rules, inquiry, PRESET)
    state: State = inquiry.state
    if under_way(inquiry):
        if inquiry.checkpoint is None:
            why = "a Battle under way with Hidden Mats cannot be gone on with; type the Forces left"
            raise BadQuestion(why=why)
        if state.battle is None:
            raise Impossible("no Battle is being fought")
        fighters, about = list(state.battle.lords), state.battle
        title = (
            f"The rest of the Battle at {board.name(about.at)}, from Round {about.round or 1} on"
        )
        play = rest(rules, inquiry, policies)
    else:
        setting = set_up(inquiry)
        at, attacker = setting.at, setting.attacker
        sides = [board.lords_at(setting.state, at, s) for s in (attacker, state.enemy(attacker))]
        fighters = [lord for side in sides for lord in side]
        verb = "attacks" if len(sides[0]) == 1 else "attack"
        title = (
            f"Battle at {board.name(at)}: {lords.names(sides[0])} {verb} {lords.names(sides[1])}"
        )
        play = whole(rules, inquiry, setting, policies)
    outcomes = sample(inquiry.games, inquiry.seed, play, inquiry.tick)
    notes = [policies_note(inquiry, SIDES, PRESET)]
    if any(state.held.values()):
        notes.append("Nobody plays a Hold Event, unless your own policies say so.")
    return battle_odds(title, outcomes, fighters, inquiry, tuple(notes))


def is_all(state: State) -> bool:
    """6.0 III(B) Is the Battle the whole game? Then nobody Dies, and nothing is won or lost with it."""
    return bool(scenario.scenario_row(state)["battle_only"])


def asker(inquiry: Inquiry) -> str:
    """The side whose Influence is told: of an onlooker the first."""
    return inquiry.side if inquiry.side in SIDES else next(iter(SIDES))


def under_way(inquiry: Inquiry) -> bool:
    """Is it about the Battle that is being fought now?"""
    state: State = inquiry.state
    set_ups = {"at", "york", "lancaster", "attacker", "favour"} & inquiry.given.keys()
    return state.battle is not None and not set_ups


def set_up(inquiry: Inquiry) -> Setting:
    """Who fights where, from what was asked and from the position. Raises BadQuestion."""
    state = codec.copied(inquiry.state)
    state.battle, options = None, inquiry.given
    armies = {side: typed.read(state, side, options.get(side, "")) for side in SIDES}
    sides = [side for side in SIDES if armies[side]]
    at = one_of(options.get("at", ""), [*facts().locales, *facts().fields], "place")
    attacker = one_of(options.get("attacker", ""), SIDES, "side")
    attacker = attacker or (bosworth.attacker(state) if is_all(state) else "")
    attacker = attacker or _who_attacks(state, sides, inquiry.side)
    at = at or _likely_place(state, armies, state.enemy(attacker))
    for side in SIDES:
        armies[side] = armies[side] or [Force(id) for id in board.lords_at(state, at, side)]
        if not armies[side]:
            nobody_words = f"no {lords.side_name(side)[:-1]} Lord is at {board.name(at)}"
            raise BadQuestion(
                why=f"{nobody_words}; name those who would fight: --{side} 'LORD, LORD'"
            )
    typed.place(state, at, [force for army in armies.values() for force in army])
    favour = one_of(options.get("favour", ""), [*SIDES, "neutral"], "Favour")
    if favour:
        state.favour.pop(at, None)
    if favour in SIDES:
        state.favour[at] = favour
    valour = {f.lord: f.valour for army in armies.values() for f in army if f.valour is not None}
    return Setting(state, at, attacker, valour)


def _who_attacks(state: State, sides: list[str], asker: str) -> str:
    """The side whose Lord is active, else the one whose Lords were named, else the one that asks."""
    return lords.side_of(state.active) if state.active else attacker_meant(sides, asker, SIDES)


def _likely_place(state: State, armies: Mapping[str, list[Force]], defender: str) -> str:
    """Where the Defender named stands, else the only place with Lords of both sides."""
    if armies[defender]:
        first = armies[defender][0].lord
        at = state.lords[first].at
        return at if board.is_locale(at) else lords.card(first).seat
    both = [at for at in facts().locales if all(board.lords_at(state, at, side) for side in SIDES)]
    if len(both) != 1:
        where_both = f" (both are at {listing(both)})" if both else ""
        raise BadQuestion(why=f"say where the Battle is, such as --at york{where_both}")
    return str(both[0])


# Playing it


def whole(
    rules: RuleSet[State],
    inquiry: Inquiry,
    setting: Setting,
    policies: Mapping[str, StandingOrders],
) -> Callable[[SeededChance], Outcome]:
    """A function that fights the Battle once from its beginning, with the dice of one seed."""

    async def fight(table: Table[State], chance: SeededChance) -> Outcome:
        arraying.begin(table, setting.at, setting.attacker)
        battle = arraying.current(table.state)
        await arraying.array(table)
        fighters = list(battle.lords)
        for lord, valour in setting.valour.items():
            arraying.current(table.state).lords[lord].valour = valour
        with contextlib.suppress(victory.WarIsOver):
            await (bosworth.fight if is_all(table.state) else battles.fight)(table)
        return battle_outcome(setting.state, table.state, battle, fighters, asker(inquiry))

    return from_the_start(rules, inquiry, policies, setting.state, fight)


def rest(
    rules: RuleSet[State], inquiry: Inquiry, policies: Mapping[str, StandingOrders]
) -> Callable[[SeededChance], Outcome]:
    """Goes on with the Battle that is being fought, to its end or that of the War that it decides (6.0)."""
    before: State = inquiry.state
    fighters = list(before.battle.lords) if before.battle is not None else []

    def outcome(table: Table[State], battle: Battle) -> Outcome:
        return battle_outcome(before, table.state, battle, fighters, asker(inquiry))

    def battle(state: State) -> Battle | None:
        return None if state.war_winner else state.battle

    return from_here(rules, inquiry, policies, battle, outcome)


def battle_outcome(
    state_before: State, state_after: State, battle: Battle, fighters: list[str], side: str
) -> Outcome:
    """What a Battle changed.

    Args:
        fighters: who fought it, by the Lords they were when it began: one may be replaced in place (6.2.2).
        side: whose gain in Influence is told.
    """
    ends, losses_by_side = {}, dict.fromkeys(SIDES, 0)
    for lord in fighters:
        ends[lord] = fate(state_before, state_after, lord, battle)
        had, has = (
            state_before.lords[lord].troops.total(),
            state_after.lords[heirs.now(state_after, lord)].troops,
        )
        losses_by_side[lords.side_of(lord)] += had - (0 if ends[lord] == "dead" else has.total())
    influence_gain = influence.score(state_after, side) - influence.score(state_before, side)
    return Outcome(battle.winner, losses_by_side, ends, influence_gain)


def fate(before: State, after: State, lord: str, battle: Battle) -> str:
    """What became of a Lord, whoever stands in his place (C98)."""
    if is_all(after):
        return "gone" if battle.lords[lord].place == "gone" else "stands"
    if after.removed.count(lord) > before.removed.count(lord):
        return "dead"
    now = after.lords[heirs.now(after, lord)].at
    return {battle.at: "stands", "out": "dead", "captive": "captive"}.get(now, "gone")


# Telling it


def battle_odds(
    title: str,
    outcomes: list[Outcome],
    fighters: list[str],
    inquiry: Inquiry,
    notes: tuple[str, ...],
) -> Answer:
    """The odds of a Battle from its outcomes in many games: who wins, and what becomes of each Lord; and Influence and
    losses, unless the Battle is the whole game."""
    games = len(outcomes)
    sides = {side: lords.side_name(side) for side in SIDES}
    blocks = [winners("Who wins", {**sides, "": "nobody: all Rout"}, outcomes)]
    is_whole_game = is_all(inquiry.state)
    names = {lord: lords.name(lord) for lord in fighters}
    fate_words = {STANDS: FATES[STANDS]} if is_whole_game else FATES
    blocks += fates(fate_words, names, [outcome.fates for outcome in outcomes], (STANDS, "dead"))
    if is_whole_game:
        return Answer(title, tuple(blocks), games, inquiry.seed, notes=notes)
    swings = [outcome.influence for outcome in outcomes]
    title_of_swing = f"Influence for the {sides[asker(inquiry)]}: {mean(swings):+.1f} on average"
    blocks.append(OutcomeGroup(title_of_swing, histogram(swings, signed=True)))
    troops = {side: f"Troops that the {name} lose" for side, name in sides.items()}
    loss_groups, numbers = losses(troops, outcomes)
    numbers = {"influence": mean(swings), **numbers}
    return Answer(title, (*blocks, *loss_groups), games, inquiry.seed, numbers, notes)
