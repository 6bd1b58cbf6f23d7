"""Richard III as a rule set for the engine."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pbem.engine.facets.data import RulesData
from pbem.engine.level import Level
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.games.richard_iii import (
    position_words,
    s2_map,
    veil,
)
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s4_scenarios as s4
from pbem.games.richard_iii.facts import FILES, SIDES, facts
from pbem.games.richard_iii.s9_victory import End
from pbem.games.richard_iii.state import State

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
    from pbem.engine.table import Table
    from pbem.engine.trays import Tray
    from pbem.engine.unseen import Unseen


class RichardIII(RuleSet[State]):
    """What `engine.ruleset.RuleSet` asks for; see there."""

    name = "richard_iii"
    title = "Richard III: The Wars of the Roses"
    version = 1
    sides = SIDES
    state_type = State

    @cached_property
    def data(self) -> RulesData:
        return RulesData(self.name, FILES)

    def scenarios(self) -> dict[str, str]:
        return s4.titles()

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        return s4.OPTIONS

    def setup(self, scenario: str) -> State:
        return s4.setup(scenario)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        from pbem.games.richard_iii import sequence  # who only looks at a position takes no step

        return sequence.step(table)

    def result(self, state: State) -> Result | None:
        return Result.of(state.winner, state.ending)

    def endings(self) -> type[Ending]:
        return End

    def veiled(self, state: State) -> bool:
        """Identities and strengths of upright blocks are secrets of their owner."""
        return True

    def veil(self, state: State, side: str) -> State:
        return veil.veil(state, side)

    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        from pbem.games.richard_iii import guards

        return guards.look(state, side, words)

    def terms(self) -> str:
        from pbem.games.richard_iii import guards

        return guards.KNOWN

    def now(self, state: State) -> str:
        return position_words.now(state)

    def hand(self, state: State, side: str) -> tuple[str, ...]:
        return tuple(state.hands[side])

    def stage(self, state: State) -> str:
        return f"{state.campaign} {state.turn} {state.step} {len(state.contests)}"

    def shows(self, kind: str, line: str) -> str:
        return line.rpartition(" ")[2] if kind == "card" else ""

    def dealt_anew(self, seen: State, side: str, chance: SeededChance) -> bool:
        from pbem.games.richard_iii import imagined  # only who looks ahead needs it

        imagined.deal(seen, side, chance)
        return True

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        from pbem.games.richard_iii import position  # only reports need it

        return position.position(state, side, known)

    def picture(self, state: State, side: str) -> Picture:
        from pbem.games.richard_iii import drawn_map  # only maps need it

        return drawn_map.drawn(state, side)

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        from pbem.games.richard_iii import laid_out  # only who draws needs it

        return laid_out.trays(state, side, known)

    def piece_called(self, piece: str) -> str:
        return blocks.name(piece) if piece in facts().blocks else super().piece_called(piece)

    def piece_word(self, piece: str) -> str:
        return blocks.word(piece) if piece in facts().blocks else piece

    def card_called(self, card: str) -> str:
        return facts().cards[card].name

    def cards(self) -> tuple[CardText, ...]:
        from pbem.games.richard_iii import card_texts  # only `pbem card` needs it

        return card_texts.card_texts()

    def score(self, state: State) -> Score | None:
        """Who holds more of the map: all can see it, and no other number tells who is ahead."""
        return Score("Lead in areas held", s2_map.friendly_areas(state))

    def check(self, state: State) -> None:
        from pbem.games.richard_iii import invariants

        invariants.check(state)

    def bot(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        from pbem.games.richard_iii import bot, bot_simple  # only players that are programs need it

        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request, known)

    def from_here(
        self, table: Table[State], kind: str, whole: bool = False
    ) -> Coroutine[Any, Any, None] | None:
        """Actions hang on one's own blocks and on how many of the enemy's stand where (C96)."""
        from pbem.games.richard_iii import sequence  # as for a step

        return sequence.from_here(table, kind, whole)

    def tally(self, state: State, side: str) -> dict[str, int]:
        there = [id for id in blocks.blocks_of(state, side) if blocks.on_map(state, id)]
        steps = sum(state.blocks[id].strength for id in there)
        areas = s2_map.friendly_areas(state)[side]
        return {"Blocks on the map": len(there), "Their steps": steps, "Areas": areas}

    def unseen(self, state: State, side: str, secrets: Mapping[str, str]) -> list[Unseen]:
        from pbem.games.richard_iii import unseen  # only who tries something needs it

        return unseen.unseen(state, side, secrets)

    def lay(
        self, state: State, side: str, secrets: dict[str, str], moved: Mapping[str, str]
    ) -> None:
        from pbem.games.richard_iii import unseen  # likewise

        unseen.lay(state, side, secrets, moved)

    def odds(self) -> dict[str, Odds]:
        from pbem.games.richard_iii import odds  # only `pbem odds` needs it

        return odds.odds(self)

    def asks(self, state: State, side: str, decision: Decision) -> Question | None:
        from pbem.games.richard_iii import odds_asked

        return odds_asked.question(state, side, decision)

    def turn(self, state: State) -> str:
        return f"campaign {state.campaign}, turn {state.turn}"

    def names(self) -> Collection[str]:
        """Labels of dice call a block by its word in order lines."""
        return {*facts().blocks, *map(blocks.word, facts().blocks), *facts().areas}


RICHARD_III = RichardIII()
