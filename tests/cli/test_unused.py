"""What a line leaves unused is said before it is sealed, in the read-back of every way to write orders."""

from __future__ import annotations

from pathlib import Path

from pbem.player.orders import Orders
from tests.cli.console import Console
from tests.cli.test_orders_guided import mustering, sit
from tests.says import says, sentence


def test_3_4_turning_to_another_lord_and_done_are_read_back_with_what_they_leave(
    tmp_path: Path,
) -> None:
    post, side = mustering()
    console = Console(tmp_path, post.save)
    who = {"york": "ann", "lancaster": "bob"}[side]
    words = [w for line in ("march: troops", "norfolk: carts", "done") for w in ("--line", line)]
    done = console.type(who, "orders", "game.toml", *words, "--check")
    assert done.code == 0
    assert "norfolk: carts Careful: this ends March's Levy: 1 action unused." in done.said
    assert "done Careful: this leaves Norfolk 2, Warwick 3 actions unused." in done.said


def test_a_line_that_leaves_nothing_is_not_warned_of(tmp_path: Path) -> None:
    post, side = mustering()
    console = Console(tmp_path, post.save)
    who = {"york": "ann", "lancaster": "bob"}[side]
    done = console.type(who, "orders", "game.toml", "--line", "march: troops", "--check")
    assert "Careful" not in done.said


def test_a_line_whose_condition_does_not_hold_is_marked(tmp_path: Path) -> None:
    post, side = mustering()
    console = Console(tmp_path, post.save)
    who = {"york": "ann", "lancaster": "bob"}[side]
    words = ["--line", "march: troops", "--line", "march: carts if carts march > 90"]
    done = console.type(who, "orders", "game.toml", *words, "--check")
    not_now = sentence("player.target.Case.read_back", word="does")
    assert f"march: carts if carts march > 90 (skipped: {not_now})" in done.said
    assert done.said.count("skipped") == 1


def test_orders_in_a_terminal_say_it_before_they_ask_for_the_seal() -> None:
    post, side = mustering()
    game = post.look(side)
    draft, said, _ = sit(game, "march: troops", "norfolk: carts", "send", "y")
    assert draft == Orders(("march: troops", "norfolk: carts"))
    question = " ".join(said)
    assert says(question, "games.plantagenet.s3_4_muster.begun", "March")
