"""Orders files: mistakes are pointed at by line and column, in the editor and from a file."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from pbem.cli.orders import edited, from_file
from pbem.errors import BadScript, IllegalOrder, UnreadableOrders
from pbem.gm.game import Game
from pbem.mail.write.packet import packet
from tests.moderator.people import seated
from tests.says import says, worded


def mustering() -> Game:
    post = seated(seed=1)
    while (
        not any(r.kind == "muster" for r in post.look().requests) or post.look().ledger.owes_ready()
    ):
        post.turn()
    return post.look(post.look().requests[0].side)


def with_line(game: Game, line: str) -> str:
    return packet(game, game.player_side).replace("orders = '''\n", f"orders = '''\n  {line}\n")


def number_of(text: str, line: str) -> int:
    return text.split("\n").index(f"  {line}") + 1


def test_a_stack_that_is_no_plan_is_read_from_its_file(tmp_path: Path) -> None:
    """The Capabilities chosen for Bosworth: each once, and nothing that is turned up later."""
    game = seated(scenario="IIIB").look("lancaster")
    text = packet(game, "lancaster")
    assert says(" ".join(text.split("\n# ")), "engine.stack.Stack.cards_listed", "l37_oxford")
    assert "[script]" not in text
    path = tmp_path / "my.toml"
    cards = ["l1_oxford", "l4_henry_tudor", "l5_jasper_tudor_2", "l9_henry_tudor"]
    path.write_text(text.replace("\ncards = []\n", f"\ncards = {json.dumps(cards)}\n"), "utf-8")
    assert from_file(game, path, True).lines == (" ".join(["cards", *cards]),)


def test_the_save_given_as_orders_is_called_what_it_is(tmp_path: Path) -> None:
    post = seated()
    path = tmp_path / "game.toml"
    path.write_bytes(post.save)
    with pytest.raises(UnreadableOrders, match=worded("mail.read.orders_file.parse", word="save")):
        from_file(post.look("york"), path, True)


def test_a_wrong_line_is_pointed_at_with_a_suggestion(tmp_path: Path) -> None:
    game = mustering()
    right = next(o.line for o in game.legal() if o.line.endswith("troops"))
    wrong = right + "s"
    path = tmp_path / "my.toml"
    path.write_text(with_line(game, wrong), "utf-8")
    number = number_of(path.read_text("utf-8"), wrong)
    with pytest.raises(IllegalOrder, match=rf"\Aline {number}, column 3: .*Did you mean `{right}`"):
        from_file(game, path, True)


def test_a_wrong_policy_is_pointed_at(tmp_path: Path) -> None:
    game = mustering()
    path = tmp_path / "my.toml"
    text = packet(game, game.player_side).replace('# flee = "ask"', 'flee = "stand if magic"')
    path.write_text(text, "utf-8")
    number = text.split("\n").index('flee = "stand if magic"') + 1
    with pytest.raises(BadScript, match=rf"\Aline {number}, column \d+: `magic`"):
        from_file(game, path, True)


def test_what_is_no_toml_is_pointed_at_by_the_reader(tmp_path: Path) -> None:
    game = mustering()
    path = tmp_path / "my.toml"
    path.write_text('game = "x\n', "utf-8")
    with pytest.raises(UnreadableOrders, match="line 1, column"):
        from_file(game, path, True)


def test_the_editor_comes_back_with_the_text_until_it_is_right(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = mustering()
    right = next(o.line for o in game.legal() if o.line.endswith("troops"))
    seen: list[str] = []

    def edit(text: str, extension: str) -> str:
        seen.append(text)
        return with_line(game, "nonsense" if len(seen) == 1 else right)

    monkeypatch.setattr(click, "edit", edit)
    monkeypatch.setattr(click, "confirm", lambda *args, **named: True)
    assert edited(game, True).lines == (right,)
    assert "nonsense" in seen[1]
    assert "column 3: `nonsense`" in capsys.readouterr().err
