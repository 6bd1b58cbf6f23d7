"""Plantagenet as a rule set for the engine."""

from __future__ import annotations

import re
from collections.abc import Collection, Coroutine, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pbem.engine.facets.data import RulesData
from pbem.engine.level import Foresight, Level
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.games.plantagenet import (
    cards,
    policies,
    position_words,
    s4_1_plan,
    veil,
)
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as s6
from pbem.games.plantagenet.facts import FILES, SIDES, facts
from pbem.games.plantagenet.s5_victory import End
from pbem.games.plantagenet.state import State

if TYPE_CHECKING:
    from pbem.engine.card_text import CardText
    from pbem.engine.chance import SeededChance
    from pbem.engine.decision import Decision
    from pbem.engine.declared import GameOption
    from pbem.engine.document import Document
    from pbem.engine.ending import Ending
    from pbem.engine.odds import Odds, Question
    from pbem.engine.picture import Picture
    from pbem.engine.request import Request
    from pbem.engine.standing import StandingOrders
    from pbem.engine.table import Table
    from pbem.engine.trays import Tray
    from pbem.engine.unseen import Unseen

__all__ = ["PLANTAGENET", "Plantagenet", "cards"]

SHOWS = re.compile(r"(?:play|discard|\w+: intercept) (\w+)")
"""A line that lays a Held card down, if it names a card."""


class Plantagenet(RuleSet[State]):
    """What `engine.ruleset.RuleSet` asks for; see there.

    `version` changes whenever the same orders and dice could give another game; a game is replayed
    only with the version it was begun with. `tests/versions` notices a change.
    """

    name = "plantagenet"
    title = "Plantagenet: Cousins' War for England, 1459-1485"
    version = 1
    sides = SIDES
    state_type = State
    moments = policies.MOMENTS

    @cached_property
    def data(self) -> RulesData:
        return RulesData(self.name, FILES)

    def scenarios(self) -> dict[str, str]:
        return s6.titles()

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        return s6.options(scenario)

    def setup(self, scenario: str) -> State:
        return s6.setup(scenario)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        from pbem.games.plantagenet import sequence  # who only looks at a position takes no step

        return sequence.step(table)

    def result(self, state: State) -> Result | None:
        return Result.of(state.winner, state.ending)

    def endings(self) -> type[Ending]:
        return End

    def veiled(self, state: State) -> bool:
        return state.hidden_mats

    def veil(self, state: State, side: str) -> State:
        return veil.veil(state, side)

    def stage(self, state: State) -> str:
        cards = sum(map(len, state.plan.values()))
        return f"{state.scenario} {state.box} {state.step} {cards}"

    def script_slot(self, state: State, request: Request) -> str:
        return policies.script_slot(state, request)

    def flipped(self, state: State, side: str, card: str, below: int) -> str:
        from pbem.games.plantagenet import s4_2_1_actions

        if card not in state.lords or state.lords[card].at in ("calendar", "out"):
            return ""
        state.playing = card
        sealed = state.plan[side]
        unknown = [f"plan:{side}:{n}" for n in range(max(0, below - len(sealed)))]
        state.plan[side] = [*unknown, *sealed[max(0, len(sealed) - below) :]]
        s4_2_1_actions.activate(state, card)
        return "command"

    def may_come(self, state: State, kind: str) -> bool:
        return policies.may_come(state, kind)

    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        from pbem.games.plantagenet import guards

        return guards.look(state, side, words)

    def terms(self) -> str:
        from pbem.games.plantagenet import guards

        return guards.KNOWN

    def now(self, state: State) -> str:
        return position_words.now(state)

    def hand(self, state: State, side: str) -> tuple[str, ...]:
        """1.9.1, 4.1.2 Held Events, the cards of his own Plan that are not yet flipped, and enemy Held
        Events that a card has shown him."""
        seen = [slot for slot in state.seen[side] if slot in state.held[state.enemy(side)]]
        slots = (*state.held[side], *state.plan[side], *seen)
        return tuple(slot for slot in slots if not s4_1_plan.is_printed(slot))

    def shows(self, kind: str, line: str) -> str:
        """3.1.3, 4.3.4, 4.8.6, 6.2.2 A Held card is played or discarded."""
        found = SHOWS.match(line)
        card = found[1].upper() if found else ""
        return card if card in facts().cards else ""

    def dealt_anew(self, seen: State, side: str, chance: SeededChance) -> bool:
        from pbem.games.plantagenet import imagined  # only who looks ahead needs it

        imagined.deal(seen, side, chance)
        return True

    def unseen(self, state: State, side: str, secrets: Mapping[str, str]) -> list[Unseen]:
        from pbem.games.plantagenet import unseen  # only who tries something needs it

        return unseen.unseen(state, secrets)

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        from pbem.games.plantagenet import position  # only reports need it

        return position.position(state, side, known)

    def picture(self, state: State, side: str) -> Picture:
        from pbem.games.plantagenet import drawn_map  # only maps need it

        return drawn_map.drawn(state)

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        from pbem.games.plantagenet import laid_out  # only who draws needs it

        return laid_out.trays(state, side, known)

    def card_called(self, card: str) -> str:
        return f"{facts().cards[card].event} ({card})"

    def piece_called(self, piece: str) -> str:
        if piece in facts().lords:
            return facts().lords[piece].name
        vassals = {**facts().vassals, **facts().special_vassals}
        return vassals[piece].name if piece in vassals else super().piece_called(piece)

    def cards(self) -> tuple[CardText, ...]:
        from pbem.games.plantagenet import card_texts  # only `pbem card` needs it

        return card_texts.card_texts()

    def score(self, state: State) -> Score | None:
        return Score("Influence", {side: max(0, influence.score(state, side)) for side in SIDES})

    def check(self, state: State) -> None:
        from pbem.games.plantagenet import invariants

        invariants.check(state)

    def bot(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        from pbem.games.plantagenet import bot, bot_simple  # only players that are programs need it

        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request, known)

    def from_here(
        self, table: Table[State], kind: str, whole: bool = False
    ) -> Coroutine[Any, Any, None] | None:
        """With Hidden Mats: a card, while its Lord has actions. How far a Muster has come, a position
        does not say."""
        from pbem.games.plantagenet import s4_2_command, sequence

        lord = table.state.active
        if kind != "command" or not lord or table.state.actions < 1:
            return None
        return sequence.finish(table, s4_2_command.act_on(table, lord, False))

    def tally(self, state: State, side: str) -> dict[str, int]:
        mats = [
            lord for id, lord in lords.lords_of(state, side).items() if lords.mustered(state, id)
        ]
        return {
            "Lords on the map": len(mats),
            "Troops": sum(mat.troops.total() for mat in mats),
            "Vassals": sum(len(mat.vassals) for mat in mats),
            "Strongholds": sum(favour == side for favour in state.favour.values()),
        }

    def odds(self) -> dict[str, Odds]:
        from pbem.games.plantagenet import odds  # only `pbem odds` needs it

        return odds.odds(self)

    def asks(self, state: State, side: str, decision: Decision) -> Question | None:
        from pbem.games.plantagenet import odds_asked

        return odds_asked.question(state, side, decision)

    def turn(self, state: State) -> str:
        return position_words.box_name(state, state.box)

    def names(self) -> Collection[str]:
        known = facts()
        cards = (id.lower() for id in known.cards)
        return {*known.lords, *known.locales, *known.vassals, *known.special_vassals, *cards}

    def foresight(
        self, state: State, request: Request, known: Mapping[str, str]
    ) -> Foresight | None:
        from pbem.games.plantagenet import bot_ahead  # likewise

        return bot_ahead.foresight(state, request, known)

    def outlook(self, state: State, side: str) -> float:
        from pbem.games.plantagenet import bot_ahead  # likewise

        return bot_ahead.outlook(state, side)

    def bot_standing(
        self, state: State, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        from pbem.games.plantagenet import bot_standing  # likewise

        return bot_standing.standing(state, side, plan)


PLANTAGENET = Plantagenet()
