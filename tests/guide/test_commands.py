"""Every command in README and guide exists; those of no walk are typed, each in a game of its own."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest

from pbem.cli import group
from pbem.gm.game import Game
from tests import clocks
from tests.cli.console import PEOPLE, Console
from tests.drawn import kept
from tests.guide.pages import README, ROOT, Typed, blocks, commands, evening, prompted
from tests.guide.test_walks import DAY, EVENINGS, MONTHS
from tests.moderator.people import GM, PLAYERS, Post, joined, seated

LINE = "norfolk: troops"
NEED_MORE = (
    "demo",
    "post --",
    "--edit",
    "--from",
    "--refusal",
    "--confirm",
    "restore",
    "FOLDER",
    "--upgrade",
)
"""In commands that other tests type: they need a demo's time, a mailbox, an editor, lines of a page, a wrong refusal, a mail, words, a club, a newer version."""
PATTERNS = ("...", "SECTION", "CHAPTER", "COMMAND")
FOR_THE_GM = ("new ", "apply", "clock", "rule ")


def once(shown: list[Typed]) -> list[Typed]:
    """The same command in several places is typed once."""
    return [*{(typed.who, typed.line): typed for typed in shown}.values()]


def test_the_commands_are_found() -> None:
    assert len(once([*commands()])) > 90
    assert len({typed.page for typed in commands()}) > 15


@pytest.mark.parametrize("typed", once([*commands()]), ids=lambda typed: typed.line)
def test_every_command_shown_exists_with_its_options(typed: Typed) -> None:
    words = shlex.split(typed.line.partition(">")[0])
    if words == ["..."]:
        return
    command: click.Command = group
    context = click.Context(group, info_name="pbem")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words.pop(0))
        assert found is not None, f"{typed}: there is no such command"
        command = found
        settings = command.context_settings
        context = click.Context(command, parent=context, info_name=command.name, **settings)
    if not {"--help", "-h"} & set(words):
        command.make_parser(context).parse_args(words)


def test_the_two_commands_are_one_line_each() -> None:
    demo, tests, *_ = blocks(README, "sh")
    for block, last in (
        (demo, ".venv/bin/pbem demo --keep towton-demo"),
        (tests, ".venv/bin/pytest -n auto"),
    ):
        assert block.count("\n") == 1
        assert block.startswith("python3 -m venv .venv && .venv/bin/pip install -q ")
        assert block.strip().endswith(last)


def others() -> list[Typed]:
    """The commands of no walk; more than a name or a pattern."""
    done = {typed.line for page in (*EVENINGS, *MONTHS) for typed in prompted(page)}
    others = [
        typed
        for typed in once([*commands()])
        if typed.line not in done
        and typed.page != "duel"  # which is typed in a duel
        and typed.line not in evening()
        and " " in typed.line
        and not typed.line.startswith("play ")  # it serves until it is told to end
        and not any(part in typed.line for part in (*PATTERNS, *NEED_MORE))
    ]
    return [*{typed.line: typed for typed in reversed(others)}.values()][::-1]


@pytest.mark.slow
@pytest.mark.parametrize("typed", others(), ids=lambda typed: typed.line)
def test_the_other_commands_work_too(typed: Typed, tmp_path: Path) -> None:
    """In a game in which York musters, or one of the set that the command is about, or none yet."""
    line = typed.line
    console = Console(tmp_path, b"" if line.startswith("new ") else under_way(*about(line)))
    usual, now = "gm" if line.startswith(FOR_THE_GM) else "ann", 1_800_000_000
    who = typed.who if typed.who in PEOPLE else usual
    if line.startswith("identity new"):
        who = "club"
    if "inbox/*" in line:
        ordered = console.type("ann", "orders", "game.toml", "--line", LINE, "-o", "inbox/york.txt")
        assert ordered.code == 0, ordered.err
        line = line.replace("inbox/*", "inbox/york.txt")
    if written := re.search(r"^(?:check|orders) game\.toml (\w+\.toml)", line):
        blank = console.type("ann", "orders", "game.toml", "--blank").out
        console.file(written[1], blank.replace("orders = '''\n", f"orders = '''\n{LINE}\n", 1))
    for card in ("ann", "bob"):
        if f"{card}.card" in line and line.startswith("new "):
            assert console.type(card, "identity", "show", "-o", f"{card}.card").code == 0
    if "--data" in line:
        (tmp_path / "my_values").mkdir()
        shutil.copy(ROOT / "rules_data" / "warriors" / "nobles.toml", tmp_path / "my_values")
    if "--timeout" in line:
        saved = clocks.agreed(console.save.read_bytes(), GM, PLAYERS, now, 168, 0, "policy")
        game = Game.loads(saved, GM)
        game.rule("void", "Once more.", entry=game.ledger.n - 1)
        game.tick(now)
        console.save.write_bytes(game.dumps())
        now += 40 * DAY
    if line.startswith("clock "):
        line += " --yes"
    if "--branch flank" in line:
        for name in ("first", "flank"):
            tried = ("try", "game.toml", "--branch", name, "--line", LINE)
            assert console.type("ann", *tried).code == 0
    done = console.type(who, *shlex.split(line), PBEM_NOW=str(now))
    assert done.code == 0, done.err
    if "york.txt" in line:
        (told,) = (console.folder / "reports").glob("*-public.txt")
        assert f"> {LINE}" in told.read_text(encoding="utf-8")


ODDS = {
    "--leader.* york": ("plantagenet_1450", "towton_1461"),
    "siege|recruitment|interception": ("plantagenet_1450", "wars_of_the_roses"),
    "kent|treachery": ("richard_iii", "wars_of_the_roses"),
    "wales|flight|intrigue": ("warriors", "standard_1455"),
}
"""The rule set and the scenario of odds in which such words stand."""


def about(line: str) -> tuple[str, str]:
    """The rule set and the scenario of a command; "" where any will do."""
    found = (game for words, game in ODDS.items() if re.search(words, line))
    return next(found, ("", "")) if line.startswith("odds") else ("", "")


@kept
def under_way(rules: str, scenario: str) -> bytes:
    """A game in which York is asked, of Plantagenet's Towton where no rule set is named."""
    if rules:
        return joined(Post(Game.new(GM, rules, scenario, {}).dumps())).ready().save
    post = seated()
    while [request.kind for request in post.look().requests] != ["muster"]:
        post.turn()
    return post.save
