"""The README is true: its commands parse, its die is right, and its bot plays."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import pbem
from pbem.cli import group
from pbem.demo import run, sitting_as
from pbem.mail import orders_file
from pbem.moderator.game import Game
from pbem.protocol.keys import Identity
from tests.moderator.people import played

from .desk import Desk

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GAME = "towton-1461-d1e43599"
PEOPLE = ("gm", "york", "lancaster")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> Iterator[str]:
    """Whatever is shown as `pbem ...`, in a block after a prompt or in the running text."""
    for block in blocks("console"):
        yield from re.findall(r"^\w*\$ pbem (.*)$", block, re.MULTILINE)
    for line in blocks("sh"):
        yield from re.findall(r"bin/pbem ([^&|\n]*)", line)
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`(?:PBEM_HOME=\w+ )?pbem ([^`]*)`", prose)


def test_there_are_commands_in_it() -> None:
    assert len(list(commands())) > 25


@pytest.mark.parametrize("line", sorted(set(commands())))
def test_every_command_shown_exists_with_its_options(line: str) -> None:
    words = shlex.split(line.partition(">")[0])
    if words == ["..."]:
        return
    command: click.Command = group
    context = click.Context(group, info_name="pbem")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words.pop(0))
        assert found is not None, f"pbem {line}: there is no such command"
        command = found
        settings = command.context_settings
        context = click.Context(command, parent=context, info_name=command.name, **settings)
    if not {"--help", "-h"} & set(words):
        command.make_parser(context).parse_args(words)


def test_the_two_commands_are_one_line_each() -> None:
    demo, tests, *_ = blocks("sh")
    for block, last in (
        (demo, ".venv/bin/pbem demo --keep towton-demo"),
        (tests, ".venv/bin/pytest"),
    ):
        assert block.count("\n") == 1
        assert block.startswith("python3 -m venv .venv && .venv/bin/pip install -q ")
        assert block.strip().endswith(last)


@pytest.mark.skipif(not (shutil.which("sh") and shutil.which("sha256sum")), reason="needs a shell")
def test_the_die_checked_by_hand_is_a_six() -> None:
    (block,) = [block for block in blocks("sh") if "pbem1/dice" in block]
    found = subprocess.run(["sh", "-c", block], capture_output=True, text=True, check=True).stdout
    assert f"`{found[:2]}`, which is {int(found[:2], 16)}." in README
    assert int(found[:2], 16) % 6 + 1 == 6


def test_the_files_and_folders_it_names_exist() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link
    for folder in re.findall(r"`((?:pbem|tests|scripts|rules_data|templates)/[\w/.]*)`", README):
        assert (ROOT / folder).exists(), folder


def test_the_orders_shown_can_be_read() -> None:
    for block in blocks("text"):
        if block.startswith(("orders = ", "# A secret stack")):
            addressed = f'game = "g"\nside = "york"\nanswers = "x"\n{block}'
            assert tomllib.loads(block)
            assert orders_file.parse(addressed).lines


def test_the_gms_desk_works_as_it_is_written(tmp_path: Path) -> None:
    """Its whole chapter, typed by the people whose names stand before the prompts."""
    chapter = README.partition("## The GM's desk")[2].partition("\n## ")[0]
    desk = Desk(tmp_path, played(12).save)
    chapter = chapter.replace(GAME, pbem.open(desk.save).id)
    typed = re.findall(r"^(\w+)\$ pbem (.*)$", chapter, re.MULTILINE)
    assert len(typed) > 30
    desk.home("cec", Identity(bytes([15]) * 32, "Cecily"))
    for who, line in typed:
        done = desk.type(who, *shlex.split(line))
        assert done.code == 0, f"{who}$ pbem {line}\n{done.err}"
    assert "the deck york 1 lay: " in (tmp_path / "hidden.txt").read_text(encoding="utf-8")
    assert pbem.open(desk.save).verify()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of Towton in which both have joined."""
    save = tmp_path / "game.toml"
    for number, name in enumerate(PEOPLE):
        (tmp_path / name).mkdir()
        Identity(bytes([number + 1] * 32), name).save(tmp_path / name / "identity.toml", "")
    with sitting_as(tmp_path / "gm"):
        run("new", "plantagenet", "towton", "--nonce", "07" * 32, "-o", str(save))
    for side in PEOPLE[1:]:
        with sitting_as(tmp_path / side):
            run("join", str(save), "--as", side, "-o", str(tmp_path / f"{side}.txt"))
    with sitting_as(tmp_path / "gm"):
        run("apply", str(save), "--no-reports", *(str(tmp_path / f"{s}.txt") for s in PEOPLE[1:]))
    return save


def test_the_bot_plays(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = blocks("python")
    bot = game.with_name("bot.py")
    bot.write_text(code, encoding="utf-8")
    assert len([line for line in code.splitlines() if line and "import" not in line]) <= 10
    asked: list[str] = []
    for turn in range(24):
        now: Game = pbem.open(game)
        if now.result:
            break
        asked += [request.kind for request in now.requests]
        asked += ["ready"] if now.ledger.owes_ready() else []
        mails = []
        for side in now.ledger.turn_of():
            mails.append(str(game.with_name(f"{turn}-{side}.txt")))
            words = [str(bot), str(game), str(game.parent / side / "identity.toml"), mails[-1]]
            monkeypatch.setattr(sys, "argv", words)
            runpy.run_path(str(bot))
        with sitting_as(game.parent / "gm"):
            run("apply", str(game), "--no-reports", *mails)
    assert {"ready", "muster"} <= set(asked)
    assert pbem.open(game).verify().entries > 20 or pbem.open(game).result
