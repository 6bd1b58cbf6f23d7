"""Random games played to the end, with invariants after every decision, and replayed.

Scripts that play many of them are in `tests/soak`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.request import Option, Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.scenarios import starting_state
from pbem.engine.script import ASK
from pbem.engine.table import cards_in
from pbem.games import find
from pbem.games.plantagenet.s1_5_lords import side_of
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s6_3_the_wars import set_up
from tests.plantagenet_1450.always import Watch

IDLE = ("done", "end", "pass", "disband", "exile", "flee", "stop", "no", "none")
MEETING = {"york": "york", "lancaster": "newcastle"}
LONGEST = 40_000
"""Decisions after which a game is called endless."""


@dataclass
class Game:
    """One finished game: the answers in order (a line, or the cards of a stack) and the end."""

    seed: str
    crowded: bool = False
    rules: str = "plantagenet"
    options: dict[str, Any] = field(default_factory=dict)
    data: dict[str, str] = field(default_factory=dict)
    answers: list[tuple[str, str, str | tuple[str, ...]]] = field(default_factory=list)
    end: dict[str, Any] = field(default_factory=dict)
    winner: str = ""
    reason: str = ""


def verb_of(option: Option) -> str:
    """The first word after the actor's name."""
    return option.line.rpartition(": ")[2].split()[0]


class RandomPlayer:
    """Answers every request with a legal line, all of them possible.

    Half of the games are drawn evenly from the lines, but end soon, for Lords who Disband, Pass and
    go into Exile as often as not; in the other half an idle line is rare, and an Approach is not.
    """

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.eager = self.random.random() < 0.5

    def line(self, request: Request, secrets: dict[str, str]) -> str:
        held = cards_in(request.slots, secrets)
        possible = list(request.menu.possible(held))
        assert possible, f"a dead end: {request.side} {request.kind}: {request.question}"
        option = self.random.choice(self.tempting(possible) if self.eager else possible)
        chance = 0.9 if self.eager else 0.5
        names = [name for name in option.group if self.random.random() < chance][: option.limit]
        return option.line + (" with " + " ".join(names) if names else "")

    def tempting(self, options: list[Option]) -> list[Option]:
        busy = [o for o in options if not any(word in IDLE for word in o.line.split())]
        if not busy or self.random.random() < 0.05:
            return options
        rare = [
            o
            for o in busy
            if "Approaches" in o.note or "attacks" in o.note or o.line.endswith(("_sea", "channel"))
        ]
        if rare and self.random.random() < 0.3:
            return rare
        verb = self.random.choice(sorted({verb_of(o) for o in busy}))
        return [o for o in busy if verb_of(o) == verb]

    def stack(self, request: Request) -> tuple[str, ...]:
        assert request.stack is not None
        trouble = request.stack.trouble
        while True:
            cards = self.any_stack(request)
            if trouble is None or not trouble(cards):
                return cards

    def any_stack(self, request: Request) -> tuple[str, ...]:
        assert request.stack is not None
        left = dict(request.stack.limits)
        cards: list[str] = []
        while len(cards) < request.stack.size:
            cards_left = [name for name, limit in left.items() if limit]
            named = [name for name in cards_left if name != "pass"]
            card = self.random.choice(named if self.eager and named else cards_left)
            left[card] -= 1
            cards.append(card)
        return tuple(cards)


class BotPlayer(RandomPlayer):
    """The rule set's own player against itself."""

    def __init__(self, rules: RuleSet[Any], play: Play[Any]) -> None:
        self.rules, self.play = rules, play
        self.eager = False

    def line(self, request: Request, secrets: dict[str, str]) -> str:
        return self.rules.robot.choose(self.play.state, request, _known(self, request, secrets))

    def stack(self, request: Request) -> tuple[str, ...]:
        return tuple(self.rules.robot.choose(self.play.state, request, {}).split()[1:])


def _known(player: BotPlayer, request: Request, secrets: dict[str, str]) -> dict[str, str]:
    hand = player.rules.secrets.hand(player.play.state, request.side)
    return {slot: secrets[slot] for slot in (*hand, *request.slots) if slot in secrets}


def give(play: Play[Any], side: str, answer: str | tuple[str, ...], chance: SeededChance) -> None:
    """One answer; a stack's cards are hidden in slots first."""
    if isinstance(answer, str):
        play.answer(side, answer, chance)
        return
    request = play.request(side)
    slots = [f"{request.id}:{side}:{n}" for n in range(1, len(answer) + 1)]
    chance.secrets.update(zip(slots, answer, strict=True))
    play.answer_stack(side, slots, chance)


LATER_WARS = ("IIY", "IIL", "IIIY", "IIIL")
"""Wars of the Roses that a game may begin with here, with Heirs removed at random."""


def opening(rules: RuleSet[Any], scenario: str, seed: str, options: dict[str, Any]) -> Any:
    """The position before the first step."""
    if rules.name != "plantagenet" or scenario not in LATER_WARS:
        return starting_state(rules, scenario, options)
    before, chance = starting_state(rules, "wars_of_the_roses", {}), random.Random(seed)
    lost = ["york", "march", "rutland", "henry_vi", "margaret", "somerset_1", "somerset_2"]
    before.removed = chance.sample(lost, chance.randint(0, 3))
    if {"york", "march", "rutland"} <= set(before.removed):
        before.removed.pop()
    return set_up(scenario, before)


def begin(
    rules: RuleSet[Any],
    scenario: str,
    crowded: bool,
    seed: str = "",
    options: dict[str, Any] | None = None,
) -> Play[Any]:
    """A new game; a crowded one starts with all Lords of each side together, next to the others."""
    state = opening(rules, scenario, seed, options or {})
    for number, (id, lord) in enumerate(state.lords.items() if crowded else ()):
        if lord.at == "calendar":
            muster_lord(state, id, state.seats[id])
        if lord.at == "out":
            continue
        state.lords[id].at = MEETING[side_of(id)]
        state.lords[id].ships = max(number % 2, state.lords[id].ships)
    return Play(rules, Checkpoint.of(state))


def play_game(
    scenario: str,
    seed: str,
    bots: bool = False,
    crowded: bool = False,
    often: int = 1,
    name: str = "plantagenet",
    options: dict[str, Any] | None = None,
    data: dict[str, str] | None = None,
    random_player: Callable[[str], RandomPlayer] = RandomPlayer,
    watch: Callable[[Play[Any], dict[str, str]], None] | None = None,
) -> Game:
    """A whole game, checked after every `often`th decision and put away and resumed now and then.

    Args:
        data: files of an owner of the printed game in place of ours: name to TOML.
        watch: looks at the game after every decision, and at what the slots hold.
    """
    rules = find(name, data)
    watch = watch or WATCHES.get(name, _unwatched)()
    chance, game = SeededChance(seed), Game(seed, crowded, name, options or {}, data or {})
    play = begin(rules, scenario, crowded, seed, game.options)
    player = BotPlayer(rules, play) if bots else random_player(f"player {seed}")
    play.at_moment = partial(asks_at_moment, random.Random(f"moments {seed}"))
    play.start(chance)
    while play.pending:
        request = play.pending[0]
        if request.stack is not None:
            answer: str | tuple[str, ...] = player.stack(request)
        else:
            answer = player.line(request, chance.secrets)
        game.answers.append((request.side, request.id, answer))
        give(play, request.side, answer, chance)
        watch(play, chance.secrets)
        if len(game.answers) % often == 0:
            rules.check(play.state)
        if len(game.answers) % 97 == 0:
            check_resume(rules, play)
        assert len(game.answers) < LONGEST, "the game does not end"
    assert play.result is not None, "nothing is asked, and the game is not over"
    game.end, game.reason = codec.dump(play.state), play.result.reason
    game.winner = " ".join(play.result.winners) or "nobody"
    return game


def _unwatched() -> Callable[[Play[Any], dict[str, str]], None]:
    return lambda play, secrets: None


WATCHES: dict[str, Callable[[], Callable[[Play[Any], dict[str, str]], None]]] = {
    "plantagenet_1450": Watch
}
"""What looks at every random game of a rule set."""


def could_act(request: Request) -> bool:
    return any(not option.passes for option in request.options)


def asks_at_moment(chance: random.Random, request: Request) -> str:
    """One in fifty of the moments at which something could be done."""
    return ASK if chance.random() < 0.02 and could_act(request) else ""


def check_resume(rules: RuleSet[Any], play: Play[Any]) -> None:
    """A game put away at a request stands at the same request and state when taken up again."""
    again: Play[Any] = Play(rules, play.checkpoint)
    again.resume()
    assert codec.dump(again.state) == codec.dump(play.state), "resuming gives another position"
    assert [(r.id, r.side) for r in again.pending] == [(r.id, r.side) for r in play.pending]


def replay(scenario: str, game: Game) -> None:
    """The same answers and the same chance give the same game."""
    chance = SeededChance(game.seed)
    rules = find(game.rules, game.data)
    play = begin(rules, scenario, game.crowded, game.seed, game.options)
    left = iter(game.answers)
    due = [next(left)]
    play.at_moment = lambda request: ASK if due[0][:2] == (request.side, request.id) else ""
    play.start(chance)
    for side, id, answer in game.answers:
        due[0] = next(left, due[0])
        assert play.request(side).id == id
        give(play, side, answer, chance)
    assert codec.dump(play.state) == game.end, "replay gives another game"
