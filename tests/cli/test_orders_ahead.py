"""`pbem orders --ahead`: what it tells, and the walk through the turn at a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from pbem.cli.orders_ahead import Walk
from pbem.cli.orders_guided import Guide
from pbem.cli.orders_text import HINTED
from pbem.gm.game import Game
from pbem.imagine.ahead import turn_ahead
from pbem.player.orders import Orders
from tests.moderator.test_calls import planning, york
from tests.says import says, sentence

from .console import Console

GAMES = 8


def walk(game: Game, draft: Orders, *typed: str) -> tuple[Orders, str]:
    """The draft after these answers, and all that was said."""
    waiting, said = list(typed), []

    def ask(prompt: str, completions: Sequence[str]) -> str:
        said.append(prompt)
        return waiting.pop(0)

    guide = Guide(game, ask, said.append, orders=draft)
    assert Walk(guide, ask, said.append, guide._command, GAMES).through()
    assert not waiting
    return guide.orders, " ".join(" ".join(said).split())


@pytest.mark.slow
def test_card_by_card_until_he_leaves_the_rest() -> None:
    game, orders = york()
    card = orders.lines[0].split()[1]
    after, said = walk(game, Orders(orders.lines), f"{card}: moon", f"{card}: pass", "robot", "end")
    no_script = sentence("reports.foresight._why", word="it has no")
    assert f"card 1 ({card}): asked in every game, {no_script}" in said
    assert "What then?" in said
    assert says(said, "engine.vocabulary.unknown", "moon")
    assert after.scripts["1"] == f"{card}: pass"
    assert len(after.scripts) == 2
    game.orders(after.lines, scripts=after.scripts)


@pytest.mark.slow
def test_what_he_wants_to_be_asked_stays_open_and_is_not_asked_again() -> None:
    game, orders = york()
    asked = len(turn_ahead(game, orders, GAMES).open)
    after, said = walk(game, Orders(orders.lines), *["ask"] * asked)
    assert after == Orders(orders.lines)
    assert said.count("What then?") == asked > 1


@pytest.mark.slow
def test_a_number_takes_the_line_of_the_robot() -> None:
    game, orders = york()
    after, said = walk(game, Orders(orders.lines), "1", "end")
    assert f"1 {after.scripts['1']} (the robot, in " in said
    hinted, said = walk(game, Orders(orders.lines), "hint", "", "end")
    assert hinted == after
    assert f"{HINTED} {after.scripts['1']}" in said


@pytest.mark.slow
def test_show_undo_and_send_work_while_the_turn_is_played_ahead() -> None:
    game, orders = york()
    card = orders.lines[0].split()[1]
    said: list[str] = []
    typed = iter(["ahead", "show", f"{card}: pass", "undo", "help", f"{card}: pass", "send", "y"])
    plan = Orders(orders.lines)
    guide = Guide(game, lambda *_: next(typed), said.append, orders=plan, games=GAMES)
    after = guide.run()
    assert next(typed, "nothing left") == "nothing left"
    assert after.scripts == {"1": f"{card}: pass"}
    assert f"  {sentence('cli.orders_guided.Guide._undone', 1, word='script')}" in said
    assert any(says(text, "cli.orders_ahead.HOW") for text in said)


def test_the_plan_comes_first() -> None:
    game, _ = york()
    said: list[str] = []
    typed = iter(["ahead", "quit"])
    guide = Guide(game, lambda prompt, completions: next(typed), said.append, games=GAMES)
    with pytest.raises(click.Abort):
        guide.run()
    assert sentence("cli.orders_guided.Guide._ahead", "plan", word="First") in said


@pytest.mark.slow
def test_lines_or_a_file_are_played_the_same_and_told_in_78_columns(tmp_path: Path) -> None:
    console = Console(tmp_path, planning().save)
    game, orders = york()
    (plan,) = orders.lines
    verb, *cards = plan.split()
    listed = ", ".join(f'"{card}"' for card in cards)
    written = (
        f'game = "{game.id}"\nside = "york"\nanswers = "{game.request().id}"\n{verb} = [{listed}]\n'
    )
    console.file("my.toml", written)
    few = ("--ahead", "--games", "4")
    told = console.type("ann", "orders", "game.toml", "--line", plan, *few)
    assert told.code == 0, told.err
    assert max(map(len, told.out.splitlines())) <= 78
    assert says(told.out, "imagine.ahead._lines")
    assert console.type("ann", "orders", "game.toml", "my.toml", *few).out == told.out
    slip = console.type("ann", "orders", "game.toml", "--line", "fly away", *few)
    assert slip.code == 2


def test_without_a_terminal_it_tells_and_seals_nothing(tmp_path: Path) -> None:
    console = Console(tmp_path, planning().save)
    _, orders = york()
    words = ("orders", "game.toml", "--line", orders.lines[0], "--ahead", "--games", "4")
    before = sorted(tmp_path.rglob("*.txt"))
    done = console.type("ann", *words)
    assert done.code == 0, done.err
    assert says(done.out, "reports.foresight.summary", 4)
    assert says(done.out, "reports.foresight._why", word="no script")
    assert "4 games with the real rules" in done.out
    assert sorted(tmp_path.rglob("*.txt")) == before
