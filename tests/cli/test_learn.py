"""`pbem learn`: a short game against robots, told as it goes, from the first question to the end."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import click
import pytest

from pbem.cli.orders_text import HINTED
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.games import find
from pbem.reports import lessons
from tests.cli.console import Console, Done
from tests.random_games import BotPlayer, give
from tests.says import says, worded

GAMES = [(rules, one) for rules in lessons.taught() for one in lessons.lessons(rules).game]
every_lesson = pytest.mark.parametrize(
    ("rules", "one"), GAMES, ids=[f"{rules}-{one.scenario}" for rules, one in GAMES]
)


class Learner:
    """Asks for a hint and takes it with Enter, until `most` orders are written."""

    def __init__(self, most: int = 1000) -> None:
        self.left = most
        self.heard = 0

    def read(self, prompt: str, completions: Sequence[str]) -> str:
        assert re.fullmatch(r"\d+> ", prompt), "what is decided is sent at once"
        said = told()
        new, self.heard = said[self.heard :], len(said)
        assert sum(line.startswith("NEW: ") for line in new) <= 1, "one lesson at a time"
        if HINTED not in new:
            if not self.left:
                raise click.Abort
            return "hint"
        self.left -= 1
        return ""


def told() -> list[str]:
    """What stands on the screen."""
    assert isinstance(sys.stdout, io.TextIOWrapper)
    sys.stdout.flush()
    buffer = sys.stdout.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode().splitlines()


def learn(console: Console, *words: str, most: int = 1000) -> Done:
    with (
        mock.patch("pbem.cli.learn.at_terminal", return_value=True),
        mock.patch("pbem.cli.orders_guided.read_line", Learner(most).read),
    ):
        return console.type("nobody", "learn", *words)


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


@pytest.mark.slow
def test_a_whole_small_game_is_learned_without_keys_or_mails(console: Console) -> None:
    files = {name for name in console.files() if not name.startswith("people")}
    done = learn(console, "plantagenet", "bosworth")
    assert done.code == 0, done.err
    won = "|".join(worded("cli.learn.play", word=word) for word in ("have won", "not"))
    assert re.search(f"({won}): ", done.out)
    assert "\nWhat this means: " in done.out
    assert says(done.out, "reports.verdict.OPEN")
    assert {name for name in console.files() if not name.startswith("people")} == files


@pytest.mark.slow
@every_lesson
def test_one_may_leave_and_go_on(rules: str, one: lessons.First, console: Console) -> None:
    first = learn(console, rules, one.scenario, most=2)
    assert first.code == 0, first.err
    assert one.goal.split(".")[0] in " ".join(first.out.split())
    assert "Your game is kept" in first.out
    lesson = next(line for line in first.out.splitlines() if line.startswith("NEW: "))
    second = learn(console, rules, one.scenario, most=2)
    assert one.goal.split(".")[0] not in " ".join(second.out.split())
    assert lesson not in second.out  # it has been told
    assert HINTED in second.out
    third = learn(console, rules, one.scenario, "--again", most=1)
    assert lesson in third.out


@pytest.mark.slow
def test_what_was_ordered_is_told_once_by_the_prompt_and_once_by_the_story(
    console: Console,
) -> None:
    done = learn(console, "plantagenet_1450", most=2)
    order = re.findall(rf"{re.escape(HINTED)}\n  (.*)", done.out)[0]
    rows = f"{done.out}{done.err}".splitlines()
    assert rows.count(f"  {order}") == 2, "as a hint and as it is taken"
    assert f"  > {order}\n" in done.out


@pytest.mark.slow
def test_each_lesson_names_its_rule_and_what_players_weigh(console: Console) -> None:
    done = learn(console, most=3)
    news = re.findall(r"^NEW: .*?^\S.*?\(rule ([\d.]+)\)", done.out, re.MULTILINE | re.DOTALL)
    assert news
    assert done.out.count("Good players: ") == len(news)


def test_who_cannot_be_asked_is_told_so(console: Console) -> None:
    done = console.type("nobody", "learn")
    assert done.code == 2
    assert says(done.said, "cli.learn.command", word="terminal")
    assert not (console.folder / "people" / "nobody").exists()


def test_the_games_that_can_be_learned_are_listed(console: Console) -> None:
    listed = console.type("nobody", "learn", "--list").out.splitlines()
    assert len(listed) == len(GAMES)
    assert all(line.startswith("pbem learn ") for line in listed)


def test_a_game_without_such_a_scenario_names_those_there_are(console: Console) -> None:
    done = learn(console, "plantagenet", "towton")
    assert done.code == 2
    assert "quickstart (King Henry, 1459)" in done.said


@pytest.mark.slow
@every_lesson
def test_there_is_a_lesson_for_whatever_the_learner_is_asked(
    rules: str, one: lessons.First
) -> None:
    found, taught = find(rules), lessons.lessons(rules).kinds
    asked = {kind for seed in range(6) for kind in kinds(found, one, seed)}
    assert len(asked) > 3
    assert asked <= taught.keys(), asked - taught.keys()


def kinds(rules: Any, one: lessons.First, seed: int) -> Iterator[str]:
    """What simple players ask the learner's side in a game."""
    chance, play = SeededChance(seed), Play.new(rules, one.scenario, {})
    player = BotPlayer(rules, play)
    play.start(chance)
    while play.pending:
        request = play.pending[0]
        if request.side == one.side:
            yield request.kind
        stack = request.stack is not None
        answer = player.stack(request) if stack else player.line(request, chance.secrets)
        give(play, request.side, answer, chance)


def test_a_question_without_a_lesson_is_told_from_the_rulebook() -> None:
    rules = find("plantagenet")
    play: Play[Any] = Play.new(rules, "Ib", {})
    play.start(SeededChance(1))
    (request,) = play.pending
    assert request.kind not in lessons.lessons("plantagenet").kinds
    (told,) = lessons.lesson_paragraphs("plantagenet", request)
    assert told.startswith("NEW: ")
    assert "Capabilit" in told
