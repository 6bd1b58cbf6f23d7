"""What mail adds to every game: presets, bare verbs and lines that mean "nothing more".

Where a preset speaks it decides: a line that it may name but the menu may lack costs a mail in the
middle of a battle. What a bare verb chooses is ruled, and tested, game by game (M1, R19, C46).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.decision import Decision, kinds_of
from pbem.engine.play import Play
from pbem.engine.request import Option, Request
from pbem.engine.script import ASK
from pbem.engine.standing import PASSING, Standing, answer, containing, passing
from pbem.games import GAMES, find
from tests.engine.random_play import SCENARIOS
from tests.random_games import RandomPlayer, begin, give

STOPS = 500


def decided(play: Play[Any], request: Request, policies: Mapping[str, str], held: list[str]) -> str:
    """The line of a preset, as the moderator would take it; "" if its owner would be asked."""

    def look(words: tuple[str, ...]) -> int | bool | str:
        if words[0] in ("failed", "success"):
            return False
        if words[0] == "can":
            return bool(containing(request.options, " ".join(words[1:])))
        return play.rules.look(play.rules.veil(play.state, request.side), request.side, words)

    standing = Standing(dict(policies))
    given = answer(standing, request, "", play.rules.reactions(), look, held)
    return given.line if given else ""


@pytest.mark.parametrize(("rules", "scenario"), SCENARIOS)
def test_a_preset_that_speaks_never_costs_a_mail(rules: str, scenario: str) -> None:
    chance, player = SeededChance(scenario), RandomPlayer(f"presets {scenario}")
    player.eager = True
    crowded = rules == "plantagenet" and scenario != "IIIB"  # so that there are Battles
    play = begin(find(rules), scenario, crowded, scenario)
    play.start(chance)
    spoke = 0
    for _ in range(STOPS):
        if not play.pending:
            break
        first = play.pending[0]
        if first.stack is None:
            held = [chance.secrets.get(slot, "") for slot in first.slots]
            lines = [option.line for option in first.options]
            for name, policies in find(rules).presets().items():
                if policies.get(first.kind, ASK) == ASK:
                    continue
                spoke += 1
                line = decided(play, first, policies, held)
                assert line, (name, first.kind, first.question, lines)
                assert line.partition(" with ")[0] in lines
        stack = first.stack is not None
        answered = player.stack(first) if stack else player.line(first, chance.secrets)
        give(play, first.side, answered, chance)
    assert spoke


@pytest.mark.parametrize("rules", GAMES)
def test_no_name_of_a_game_is_a_word_that_means_nothing_more(rules: str) -> None:
    """`pass` takes the line that ends in such a word, so no Lord, block or place may be called so."""
    assert not set(find(rules).names()) & set(PASSING)


@pytest.mark.parametrize("rules", GAMES)
def test_a_kind_that_passes_says_so_in_its_last_word(rules: str) -> None:
    """Where only the words of a menu are known they say the same."""
    package = type(find(rules)).__module__.rpartition(".")[0]
    for kind in kinds_of(Decision):
        if kind.__module__.startswith(package):
            assert kind.notation.passes == (kind.notation.line.split()[-1] in PASSING), kind


def test_pass_takes_the_idle_line_and_never_another() -> None:
    essex = Option.in_words("norfolk: regroup essex")
    assert passing([essex]) is None
    assert passing([essex, Option.in_words("done")]) == "done"
