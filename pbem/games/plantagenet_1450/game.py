"""Plantagenet, The Wars of the Roses, 1450-1500, as a rule set for the engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pbem.engine.facets.data import InForce, RulesData
from pbem.engine.level import Level
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.games.plantagenet_1450 import position_words, s6_cards, s20_scenarios
from pbem.games.plantagenet_1450.facts import FILES, SIDES, facts, in_force
from pbem.games.plantagenet_1450.s20_victory import End
from pbem.games.plantagenet_1450.state import State

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


class Plantagenet1450Data(RulesData):
    replaceable = FILES

    def in_force(self, files: Mapping[str, str]) -> InForce:
        from pbem.games.plantagenet_1450 import own_data  # only owners of the game need it

        return partial(in_force, own_data.read(tuple(sorted(files.items()))))


class Plantagenet1450(RuleSet[State]):
    """What `engine.ruleset.RuleSet` asks for; see there. The hands of a campaign scenario lie open."""

    name = "plantagenet_1450"
    title = "Plantagenet: The Wars of the Roses, 1450-1500"
    version = 1
    sides = SIDES
    state_type = State
    moments = (
        "on_sea",
        "on_river",
        "on_capture",
        "on_last_turn",
        "on_bid",
        "on_defection",
        "on_event",
        "missile_target",
    )

    @cached_property
    def data(self) -> RulesData:
        return Plantagenet1450Data(self.name, FILES)

    def scenarios(self) -> dict[str, str]:
        return s20_scenarios.titles()

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        return s20_scenarios.options(scenario)

    def setup(self, scenario: str) -> State:
        return s20_scenarios.setup(scenario)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        from pbem.games.plantagenet_1450 import sequence  # who only looks takes no step

        return sequence.step(table)

    def result(self, state: State) -> Result | None:
        return Result.of(state.winner, state.ending)

    def endings(self) -> type[Ending]:
        return End

    def score(self, state: State) -> Score | None:
        points = {side: state.legitimacy[side] for side in SIDES if state.turn}
        return Score("Legitimacy", points) if points else None

    def turn(self, state: State) -> str:
        return position_words.turn(state)

    def now(self, state: State) -> str:
        return position_words.now(state)

    def hand(self, state: State, side: str) -> tuple[str, ...]:
        return s6_cards.hidden(state, side)

    def dealt_anew(self, seen: State, side: str, chance: SeededChance) -> bool:
        from pbem.games.plantagenet_1450 import imagined  # only who looks ahead needs it

        imagined.deal(seen, chance)
        return True

    def unattended(self, before: State, request: Request) -> Callable[[Sequence[str]], str] | None:
        from pbem.games.plantagenet_1450 import s6_2_3_absent_owner  # few sides ever are

        return s6_2_3_absent_owner.answers(before, request)

    def unseen(self, state: State, side: str, secrets: Mapping[str, str]) -> list[Unseen]:
        from pbem.games.plantagenet_1450 import unseen  # only who tries something needs it

        return unseen.unseen(state, secrets)

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        from pbem.games.plantagenet_1450 import position  # only reports need it

        return position.position(state, known)

    def picture(self, state: State, side: str) -> Picture:
        from pbem.games.plantagenet_1450 import drawn_map  # only maps need it

        return drawn_map.drawn(state)

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        from pbem.games.plantagenet_1450 import laid_out  # only who draws needs it

        return laid_out.trays(state, side, known)

    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        from pbem.games.plantagenet_1450 import guards  # only conditions need it

        return guards.look(state, side, words)

    def piece_called(self, piece: str) -> str:
        known = facts().leaders
        return known[piece].name if piece in known else super().piece_called(piece)

    def card_called(self, card: str) -> str:
        return f"{card} {facts().cards[card].title}"

    def terms(self) -> str:
        from pbem.games.plantagenet_1450 import guards

        return guards.KNOWN

    def fills(self) -> Mapping[str, Sequence[str]]:
        from pbem.games.plantagenet_1450.s9_2_treasury import ROLLS

        return {"ROLL": ROLLS}

    def cards(self) -> tuple[CardText, ...]:
        from pbem.games.plantagenet_1450 import card_texts  # only `pbem card` needs it

        return card_texts.card_texts()

    def tally(self, state: State, side: str) -> dict[str, int]:
        free = [one for one in state.leaders.values() if (one.side, one.status) == (side, "free")]
        counted = {
            "Leaders free": len(free),
            "Units in armies": sum(len(one.army) for one in free),
            "Areas": sum(owner == side for owner in state.control.values()),
            "Fortifications": sum(one.side == side for one in state.garrisons.values()),
        }
        return counted | ({"Treasury": state.treasury[side]} if state.turn else {})

    def check(self, state: State) -> None:
        from pbem.games.plantagenet_1450 import invariants

        invariants.check(state)

    def bot(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        from pbem.games.plantagenet_1450 import (  # only players that are programs need it
            bot,
            bot_simple,
        )

        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request, known)

    def bot_standing(
        self, state: State, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        from pbem.games.plantagenet_1450 import (
            bot_standing,  # only players that are programs need it
        )

        return bot_standing.standing(state, side, dict(presets[bot_standing.PRESET]))

    def odds(self) -> dict[str, Odds]:
        from pbem.games.plantagenet_1450 import odds  # only `pbem odds` needs it

        return odds.questions(self)

    def asks(self, state: State, side: str, decision: Decision) -> Question | None:
        from pbem.games.plantagenet_1450 import odds_asked

        return odds_asked.question(state, side, decision)

    def names(self) -> Collection[str]:
        known = facts()
        return {
            *known.leaders,
            *known.hexes,
            *known.units,
            *known.territories,
            *known.names_of_rivers,
        }


PLANTAGENET_1450 = Plantagenet1450()
