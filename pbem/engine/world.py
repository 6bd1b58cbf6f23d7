"""A game as one side imagines it, played on from where it stands: what is hidden dealt anew, dice from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.facets.robot import Level
from pbem.engine.play import OPEN, Play
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.state import GameState
from pbem.errors import Impossible

S = TypeVar("S", bound=GameState)


def imagined_state(rules: RuleSet[S], state: S, side: str, chance: SeededChance) -> S | None:
    """A whole, legal state that fits what `side` can know; None if the game does not tell how hidden things may be.

    Its own secrets are kept, everything else that is hidden is dealt again. Only what `side` sees goes in, so worlds
    that differ in what it cannot know give the same.

    Args:
        state: the true one, or as `side` sees it; it stays as it is.
        chance: deals. `secrets` has the cards that `side` knows, by slot, when this is called; all
            others are forgotten, and afterwards it has one for each slot, so that play can go on with it.
    """
    hand = rules.secrets.hand(state, side)
    chance.secrets = {slot: chance.secrets[slot] for slot in hand if slot in chance.secrets}
    view = codec.copied(rules.secrets.veil(state, side))
    return view if deal_hidden(rules, view, side, chance) else None


def deal_hidden(rules: RuleSet[S], seen: S, side: str, chance: SeededChance) -> bool:
    """Fill a state as `side` sees it, and `chance.secrets`; False where things are hidden and the game does not
    say how they may lie."""
    if rules.imagination.deal(seen, side, chance):
        return True
    secrets = rules.secrets
    return not secrets.veiled(seen) and not any(secrets.hand(seen, one) for one in rules.sides)


class Sight(Struct, frozen=True):
    """What a side sees where a game waits.

    Attributes:
        state: as veiled for `side`. `known`: its hidden cards by slot.
        kind: of an open request.
        checkpoint: where the game stands; None where hidden pieces keep it from this side.
    """

    rules: RuleSet[Any]
    state: Any
    side: str
    known: Mapping[str, str]
    kind: str
    checkpoint: Checkpoint | None = None


class World(Play[S]):
    """It stands at open requests, or still: at the end of the game, or after the first step after
    which `over` holds."""

    def __init__(
        self,
        rules: RuleSet[S],
        checkpoint: Checkpoint,
        chance: SeededChance,
        over: Callable[[S], bool],
    ) -> None:
        super().__init__(rules, checkpoint)
        self.chance, self.over = chance, over
        self._ended = False
        self._turn_of_step = rules.words.turn(self.state)

    @classmethod
    def imagined(
        cls, sight: Sight, seed: str, over: Callable[[S], bool] = lambda state: False
    ) -> World[S] | None:
        """The same sight and the same seed give the same world. None where the game cannot be gone on with
        from what is seen."""
        world = cls.dealt(sight, SeededChance(seed), over)
        if world is not None and world.at_chance:
            world.go_on(world.chance)
        return world

    @classmethod
    def dealt(
        cls,
        sight: Sight,
        chance: SeededChance,
        over: Callable[[S], bool] = lambda state: False,
        arrange: Callable[[S], None] = lambda state: None,
    ) -> World[S] | None:
        """A world as `imagined` gives, with what `chance` deals where nothing is known; None if it cannot be imagined.

        It may be at a die that still has to fall (`at_chance`).

        Args:
            chance: deals what is hidden, and knows it afterwards.
            arrange: given the whole state, puts what is hidden elsewhere.
        """
        rules = sight.rules
        chance.secrets.update(sight.known)
        state = imagined_state(rules, sight.state, sight.side, chance)
        if state is None:
            return None
        chance.secrets.update(sight.known)  # a stack that waits for others lies in no hand yet
        arrange(state)
        if sight.checkpoint is not None:
            # What others have answered to a question that is still open is a secret.
            checkpoint = sight.checkpoint.copied()
            own = {
                side: answer for side, answer in checkpoint.answers.items() if side == sight.side
            }
            world = cls(rules, replace(checkpoint, answers=own), chance, over)
            world.resume()
            return world
        return cls.at(rules, state, sight.kind, chance, over)

    @classmethod
    def at(
        cls,
        rules: RuleSet[S],
        state: S,
        kind: str,
        chance: SeededChance,
        over: Callable[[S], bool] = lambda state: False,
    ) -> World[S] | None:
        """A whole state that waits for an answer of this kind; None if the rules cannot go on from there."""
        world = cls(rules, Checkpoint.of(state), chance, over)
        step = rules.imagination.from_here(world.table, kind, whole=True)
        if step is None:
            return None
        world._run = step
        world._stop_at(world._send(None))
        return world

    @property
    def stands_still(self) -> bool:
        return super().stands_still or self._ended

    def _end_step(self) -> None:
        super()._end_step()
        self._turn_of_step = self.rules.words.turn(self.state)
        self._ended = self.over(self.state)

    def _in_new_turn(self) -> bool:
        """As the game says of any play, without reading the position before the step again."""
        return self.rules.words.turn(self.state) != self._turn_of_step

    def known(self, request: Request) -> dict[str, str]:
        """The cards that the side which is asked may look at, by slot."""
        secrets = self.chance.secrets
        slots = (*self.rules.secrets.hand(self.state, request.side), *request.slots)
        return {slot: secrets[slot] for slot in slots if slot in secrets}

    def sight(self, request: Request) -> Sight:
        """What the side which is asked sees, until something is answered."""
        rules, side = self.rules, request.side
        checkpoint = None if rules.secrets.veiled(self.state) else self.checkpoint.copied()
        seen = rules.secrets.veil(self.state, side)
        return Sight(rules, seen, side, self.known(request), request.kind, checkpoint)

    def give(self, request: Request, line: str) -> None:
        """Answer an open request; the cards of a stack are named. Raises IllegalOrder and the like."""
        if request.stack is None:
            self.answer(request.side, line, self.chance)
            return
        cards = line.split()[1:]
        slots = [stack_slot(request, number) for number in range(1, len(cards) + 1)]
        self.chance.secrets.update(zip(slots, cards, strict=True))
        self.answer_stack(request.side, slots, self.chance)

    def robot(self, request: Request, level: Level = Level.STEADY) -> str:
        """What a robot answers that sees no more than its side, and plays nothing ahead."""
        if request.kind == OPEN:
            return OPEN
        seen = self.rules.secrets.veil(self.state, request.side)
        return self.rules.robot.choose(seen, request, self.known(request), level)


def stack_slot(request: Request, number: int) -> str:
    """The slot of a card of a stack that is laid in a world."""
    if request.stack is None:
        raise Impossible("no stack is asked for")
    return f"{request.id}:{request.side}:{number}"
