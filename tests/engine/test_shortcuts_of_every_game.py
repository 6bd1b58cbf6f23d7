"""What mail adds to every game: presets, bare verbs and lines that mean "nothing more".

Where a preset speaks it decides: a line that it may name but the menu may lack costs a mail in the
middle of a battle. What a bare verb chooses is ruled, and tested, game by game (M1, R19, C46).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.decision import PASSING, Decision, Piece, Place, decision, kinds_of
from pbem.engine.play import Play
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Menu, Request
from pbem.engine.script import ASK
from pbem.engine.standing import StandingOrders, answer, containing, passing
from pbem.games import GAMES, find
from pbem.ledger.glimpse import dump_request, load_request
from tests.engine.random_play import SOME_SCENARIOS
from tests.random_games import RandomPlayer, begin, give

STOPS = 500


def decided(play: Play[Any], request: Request, policies: Mapping[str, str], held: list[str]) -> str:
    """The line of a preset, as the moderator would take it; "" if its owner would be asked."""

    def look(words: tuple[str, ...]) -> int | bool | str:
        if words[0] in ("failed", "success"):
            return False
        if words[0] == "can":
            return bool(containing(request.options, " ".join(words[1:])))
        return play.rules.conditions.look(
            play.rules.secrets.veil(play.state, request.side), request.side, words
        )

    standing = StandingOrders(dict(policies))
    given = answer(standing, request, "", reactions_of(play.rules), look, held)
    return given.line if given else ""


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), SOME_SCENARIOS)
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
            for name, policies in presets_of(find(rules)).items():
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
    assert not set(find(rules).words.names()) & set(PASSING)


@pytest.mark.parametrize("rules", GAMES)
def test_a_line_ends_in_such_a_word_if_and_only_if_it_means_nothing_more(rules: str) -> None:
    """Who has the line alone goes by the word, who has the menu by the decision."""
    own = type(find(rules)).__module__.rpartition(".")[0]
    kinds = [k for k in kinds_of(Decision) if k.__module__.startswith(f"{own}.")]
    assert [k for k in kinds if k.notation.passes]
    for kind in kinds:
        assert kind.notation.passes == (kind.notation.line.split()[-1] in PASSING), kind


@decision("{block}: regroup {to}")
class Regroup(Decision):
    block: Piece
    to: Place


@decision("{block}: rest", passes=True)
class Rest(Decision):
    block: Piece


@decision("wait", passes=True)
class Wait(Decision):
    pass


@decision("stay", passes=True)
class Stay(Decision):
    pass


def fill(menu: Menu, offered: tuple[Decision, ...]) -> None:
    for one in offered:
        menu.offer(one, rule="6.7")


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        ((Regroup("kent", "essex"),), None),
        ((Regroup("kent", "essex"), Rest("kent"), Rest("march")), "kent: rest"),
        ((Regroup("kent", "essex"), Wait()), "wait"),
        ((Wait(), Stay()), "stay"),
    ],
)
def test_pass_takes_the_first_idle_line_and_waits_only_where_it_must(
    offered: tuple[Decision, ...], chosen: str | None
) -> None:
    """The same on a player's client, who has the menu in words."""
    request = Request("york", "regroup", "?", "6.7", partial(fill, offered=offered))
    assert passing(request.options) == chosen
    assert passing(load_request(dump_request(request, own=True)).options) == chosen
