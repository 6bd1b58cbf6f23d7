"""Stores a finished game: tries random ones until one ends so.

python -m tests.finished.record plantagenet Ib "Ib test_of_arms york" --option hidden_mats=yes

An end that is too rare for that needs a hand: choose dice and decisions, the file is only a record.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.script import ASK
from pbem.engine.table import Cards
from pbem.games import find
from tests.finished.stored import Answer, Replay, Stored, digest, plan_slots
from tests.random_games import RandomPlayer, could_act

LONGEST = 700
"""Answers; a longer game takes too long to play again."""
FOLDER = Path(__file__).parent


class KeptChance(SeededChance):
    """Remembers what it gave."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.dice: list[int] = []
        self.decks: list[list[str]] = []

    def roll(self, label: str, sides: int) -> int:
        self.dice.append(super().roll(label, sides))
        return self.dice[-1]

    def shuffle(self, deck: str, count: int, contents: Callable[[Cards], list[str]]) -> list[str]:
        slots = super().shuffle(deck, count, contents)
        self.decks.append([self.secrets[slot] for slot in slots])
        return slots


def random_game(game: str, scenario: str, options: dict[str, str], seed: str) -> Stored | None:
    """A game to its end, None if it takes too long."""
    play: Play[Any] = Play.new(find(game), scenario, options)
    chance, player, dice = KeptChance(seed), RandomPlayer(seed), random.Random(seed)
    answers: list[Answer] = []
    play.at_moment = lambda one: ASK if could_act(one) and dice.random() < 0.05 else ""
    play.start(chance)
    while play.pending and len(answers) < LONGEST:
        request = dice.choice(play.pending)
        side, id = request.side, request.id
        decided = len(play.decisions)
        if request.stack is None:
            line = player.line(request, chance.secrets)
            play.answer(side, line, chance)
        else:
            cards = player.stack(request)
            line = " ".join((request.stack.verb, *cards))
            hidden = plan_slots(side, id, cards)
            chance.secrets |= hidden
            play.answer_stack(side, list(hidden), chance)
        answers.append((side, id, line))
        moments = [one for one in play.decisions[decided:] if str(one.line) == ASK]
        answers += [(one.side, one.request, ASK) for one in moments]
    if play.pending:
        return None
    return stored(Replay(game, scenario, options, answers, chance.dice, chance.decks))


def stored(replay: Replay) -> Stored:
    """What a replay that ends the game has to be kept by."""
    replay.run()
    play = replay.play
    if play.result is None:
        raise ValueError("this game has no result")
    return Stored(
        replay.game,
        replay.scenario,
        tuple(replay.ends),
        play.result.reason,
        digest(play.state),
        tuple(replay.record),
        replay.options,
    )


def main(typed: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs=3, help="game, scenario and end")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seeds", type=int, default=1000)
    chosen = parser.parse_args(typed)
    game, scenario, end = chosen.what
    options = dict(option.split("=", 1) for option in chosen.option)
    name = "-".join((*end.split(), *chosen.option)).replace("=", "-")
    for seed in range(chosen.seeds):
        found = random_game(game, scenario, options, f"{name} {seed}")
        if found is not None and end in found.ends:
            file = FOLDER / game / f"{name}.toml"
            file.write_text(found.text(), "utf-8")
            print(f"{file}: {len(found.record)} lines")
            return
    raise SystemExit(f"no game of {chosen.seeds} ends so: {end}")


if __name__ == "__main__":
    main()
