"""Run a rule's coroutine to its end with policies for all sides and seeded dice: for odds.

The code that runs is the rules' own; only where answers and dice come from is another than in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any, TypeVar

from msgspec import Struct, field

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.decision import Decision
from pbem.engine.odds import PRESETS, Inquiry, Parameter, one_of
from pbem.engine.play import Chance, stored
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import ASK
from pbem.engine.standing import DEFAULT, StandingOrders, answer, choose, containing, passing
from pbem.engine.state import GameState
from pbem.engine.table import (
    Ask,
    Deal,
    Effect,
    Moment,
    Prove,
    Roll,
    Show,
    Shuffle,
    Table,
    cards_in,
    last_die_succeeded,
)
from pbem.errors import BadQuestion

S = TypeVar("S", bound=GameState)
T = TypeVar("T")
Answers = Callable[[Request], str]
"""The order line, spelled out, of the side which is asked."""
Run = Coroutine[Any, Any, Any]
MOST_ANSWERS = 10_000


def policy_parameters(preset: str) -> tuple[Parameter, ...]:
    """How a question names the policies of all sides; `preset`: those of an enemy if it does not."""
    return (
        Parameter("preset", "Policies of your side, instead of those that you sent.", kind=PRESETS),
        Parameter("enemy-preset", f"Policies of the enemy. Default: {preset}.", kind=PRESETS),
    )


def both_policies(rules: RuleSet[Any], inquiry: Inquiry, preset: str) -> dict[str, StandingOrders]:
    """Each side's policies; where they are silent or ask, those of `preset`. Raises BadQuestion."""
    presets = presets_of(rules)
    policies = {}
    for side in rules.sides:
        own = side == inquiry.side
        name = inquiry.given.get("preset" if own else "enemy-preset", "")
        by_kind: Mapping[str, str] = {}
        if name:
            by_kind = presets[one_of(name, presets, "preset")]
        elif own:
            by_kind = inquiry.standing.get(side, StandingOrders()).reactions
        spoken = {k: text for k, text in by_kind.items() if k != DEFAULT and text.strip() != ASK}
        policies[side] = StandingOrders({**presets[preset], **spoken})
    return policies


def policies_note(inquiry: Inquiry, sides: Collection[str], preset: str) -> str:
    """Whose policies the sides follow, for the reader."""
    theirs = inquiry.given.get("enemy-preset") or preset
    if inquiry.side not in sides:
        return f"Policies of all sides: {theirs}."
    own = inquiry.standing.get(inquiry.side, StandingOrders()).reactions
    mine = inquiry.given.get("preset") or ("those you sent" if own else preset)
    return f"Policies: your side {mine}, the enemy {theirs}."


class Memo:
    """What a policy's words choose from a menu: the same words and menu, the same line."""

    def __init__(self) -> None:
        self._chosen: dict[tuple[object, ...], str | None] = {}

    def pick(self, request: Request, line: str, held: Collection[str]) -> str | None:
        possible = [(o.decision or o.line, o.subset) for o in request.menu.possible(held)]
        key = (request.kind, line, *possible)
        if key not in self._chosen:
            self._chosen[key] = choose(request, line, held)
        return self._chosen[key]


class Policies(Struct):
    """All sides answer by their policies; where those say nothing or `ask`, with the line that does
    nothing, else as the rule set's simple player would.

    Attributes:
        standing: side to policies. `known`: the hidden cards that anybody here may play.
        memo: may be shared by many games.
        first: the line with which `side` answers what it is asked first, "" for its policies.
    """

    rules: RuleSet[Any]
    table: Table[Any]
    standing: Mapping[str, StandingOrders]
    known: Mapping[str, str]
    memo: Memo = field(default_factory=Memo)
    side: str = ""
    first: str = ""

    def __call__(self, request: Request) -> str:
        """The line of whoever is asked: the `first` line to try, else a policy or script, else a pass, else the robot's choice."""
        if self.first and request.side == self.side:
            line, self.first = self.first, ""
            return line
        rules, state, side = self.rules, self.table.state, request.side
        veiled_states: list[Any] = []

        def look(words: tuple[str, ...]) -> int | bool | str:
            if words in (("failed",), ("success",)):
                return last_die_succeeded(self.table.events) == (words == ("success",))
            if words == ("lost",):
                return side in state.beaten
            if words[0] == "can":
                return bool(containing(request.options, " ".join(words[1:])))
            if words[0] == "asked":
                return request.kind == "_".join(words[1:])
            if not veiled_states:
                veiled_states.append(rules.secrets.veil(state, side))
            return rules.conditions.look(veiled_states[0], side, words)

        cards_held = cards_in(request.slots, self.known)
        standing = self.standing.get(side) or StandingOrders()
        prepared_line = answer(
            standing, request, "", reactions_of(rules), look, cards_held, self.memo.pick
        )
        if prepared_line is not None:
            return prepared_line.line
        idle = passing(request.menu.possible(cards_held))
        return idle or rules.robot.choose(state, request, self.known)


def run(rule: Coroutine[Any, Any, T], table: Table[S], answers: Answers, chance: Chance) -> T:
    """What one coroutine returns at its end."""
    table.listened = False
    returned: T = drive(rule, rule.send(None), answers, chance, lambda: False)
    return returned


def go_on(
    rules: RuleSet[S],
    checkpoint: Checkpoint,
    answers: Callable[[Table[S]], Answers],
    chance: Chance,
    over: Callable[[S], bool],
) -> Table[S]:
    """Go on from where a game is, in the middle of a step if need be, until `over` or its end; the table then.

    Args:
        answers: given the table at which they will be asked.
    """
    table: Table[S] = Table(codec.decode(rules.state_type, checkpoint.state))
    step = rules.step(table)
    effect: Effect | Moment = step.send(None)
    results, moment_count = list(checkpoint.record), 0
    while results or isinstance(effect, Moment):
        if isinstance(effect, Moment):
            numbered = enumerate(effect.requests, moment_count + 1)
            asked_then = tuple(
                request for number, request in numbered if number in checkpoint.moments
            )
            moment_count += len(effect.requests)
            effect = Ask(asked_then) if asked_then else step.send(None)
        else:
            effect = step.send(stored(effect, results.pop(0)))
    table.events.clear()
    table.labels.clear()
    table.listened = False
    asker = answers(table)
    drive(step, effect, asker, chance, lambda: over(table.state))
    while not over(table.state) and rules.result(table.state) is None:
        step = rules.step(table)
        try:
            first_effect: Effect = step.send(None)
        except StopIteration:  # a step in which nothing is asked or rolled
            continue
        drive(step, first_effect, asker, chance, lambda: over(table.state))
    return table


def drive(
    rule: Run, effect: Effect, answers: Answers, chance: Chance, over: Callable[[], bool]
) -> Any:
    """Feed a coroutine that waits for `effect` until it ends, or until `over` between two effects; what it returns."""
    count = 0
    try:
        while not over():
            count += isinstance(effect, Ask)
            if count > MOST_ANSWERS:
                raise BadQuestion(why="these policies never come to an end")
            effect = rule.send(_reply(effect, answers, chance))
    except StopIteration as end:
        return end.value
    finally:
        rule.close()
    return None


def _reply(effect: Effect, answers: Answers, chance: Chance) -> Any:
    """What the rules get back for an effect: answers by side, numbers and cards by chance; at no moment anybody acts."""
    if isinstance(effect, Ask):
        return {request.side: _order(request, answers) for request in effect.requests}
    if isinstance(effect, Moment):
        return None
    if isinstance(effect, Roll):
        return chance.roll(effect.label, effect.sides)
    if isinstance(effect, Shuffle):
        return chance.shuffle(effect.deck, effect.count, effect.contents)
    if isinstance(effect, Deal):
        return chance.deal(effect.slot, effect.side, effect.openly)
    if isinstance(effect, Show):
        return chance.show(effect.slots, effect.card)
    if isinstance(effect, Prove):
        return chance.prove(effect.slots, effect.holds)
    return chance.open(effect.slot)


def _order(request: Request, answers: Answers) -> Decision:
    if request.stack is not None:
        raise BadQuestion(why="a secret stack would have to be guessed")
    only = request.only()
    decided: Decision | None = only.decision if only is not None else None
    return decided or request.read(answers(request))


def sample(
    games: int, seed: int, play: Callable[[SeededChance], T], tick: Callable[[], None]
) -> list[T]:
    """Play so many times, each with dice of its own; the same for the same seed."""
    played = []
    for number in range(games):
        played.append(play(SeededChance(f"odds {seed} {number}")))
        tick()
    return played
