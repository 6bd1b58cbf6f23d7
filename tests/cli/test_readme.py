"""The README is true: its commands work, its die is right, its cheats are tests, and its bot plays."""

from __future__ import annotations

import hashlib
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

import pbem
from pbem.cli import group
from pbem.demo import run, sitting_as
from pbem.games import find
from pbem.mail import orders_file
from pbem.moderator.game import Game
from pbem.protocol.keys import Identity
from tests.moderator.people import BOB, GM, Post, joined, played, seated
from tests.protocol.marks import needs_ssh_keygen

from .desk import Desk

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GAME = "towton-1461-0edebdb3"
TEN_MINUTES, DESK, TRUST = (
    "A game in ten minutes",
    "The GM's desk",
    "Whom you must trust, and for what",
)
DAY = 86400
PEOPLE = ("gm", "york", "lancaster")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> Iterator[str]:
    """Whatever is shown as `pbem ...`, in a block after a prompt or in the running text."""
    for block in blocks("console"):
        yield from re.findall(r"^\w*\$ pbem (.*)$", block, re.MULTILINE)
    for line in blocks("sh"):
        yield from re.findall(r"(?:^|bin/|\()pbem ([^&|\n)>]*)", line, re.MULTILINE)
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`(?:PBEM_HOME=\w+ )?pbem ([^`]*)`", prose)


def chapter(title: str) -> str:
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def typed(title: str) -> list[tuple[str, str]]:
    """The commands of a chapter, each with the person before its prompt."""
    return re.findall(r"^(\w+)\$ pbem (.*)$", chapter(title), re.MULTILINE)


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
def test_the_die_checked_by_hand_is_what_its_report_says() -> None:
    block = die_by_hand()
    found = subprocess.run(["sh", "-c", block], capture_output=True, text=True, check=True).stdout
    byte = int(found[:2], 16)
    value = byte % 6 + 1
    assert byte < 252
    assert f"The hash begins with `{found[:2]}`, which is {byte}." in README
    assert (
        f"of {byte} divided by 6 is {value - 1}, and {value - 1} + 1 = {value}: the die." in README
    )
    assert f"march parley st_albans, needs 1-4, rolled {value}: " in README
    assert f"label `march parley st_albans`, rolled {value}." in README
    assert "'march parley st_albans#1' 0 | sha256sum" in block
    assert (
        f"  {GAME.rpartition('-')[2]}" in block
    )  # the name shown is how the hash of the game begins


def die_by_hand() -> str:
    (block,) = [block for block in blocks("sh") if "pbem2/dice" in block]
    return block


def test_every_cheat_that_it_names_is_a_test() -> None:
    rows = re.findall(r"^\| .* \|$", chapter(TRUST), re.MULTILINE)
    assert len(rows) > 40
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.rsplit("|", 2)[1])}
    assert len(named) > 40
    for name in named:
        assert (ROOT / "tests" / "cheats" / f"test_{name}.py").is_file(), name


def test_what_is_found_is_said_in_the_words_that_are_explained() -> None:
    told = chapter(TRUST)
    words = set(re.findall(r"^- \*\*([a-z]+)\*\*: ", told, re.MULTILINE))
    assert len(words) == 6
    rows = re.findall(r"^\| (?!tries|try|who|-).* \|$", told, re.MULTILINE)
    for row in rows:
        assert words & set(re.findall(r"\w+", row.rsplit("|", 3)[1])), row


def test_the_files_and_folders_it_names_exist() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link
    for folder in re.findall(r"`((?:pbem|tests|rules_data|templates)/[\w/.]*)`", README):
        assert (ROOT / folder).exists(), folder


def test_the_orders_shown_can_be_read() -> None:
    for block in blocks("text"):
        if block.startswith(("orders = ", "# A secret stack")):
            addressed = f'game = "g"\nside = "york"\nanswers = "x"\n{block}'
            assert tomllib.loads(block)
            assert orders_file.parse(addressed).lines


def test_a_game_in_ten_minutes_works_as_it_is_written(tmp_path: Path) -> None:
    """Its whole chapter; what is left out in it (Bob's mails, a few questions) goes on in between."""
    evening = Evening(tmp_path)
    for who, line in typed(TEN_MINUTES):
        evening.before(line)
        evening.type(who, line)
        evening.after(line)
    assert "Did you mean: warwick_y: vassal oxford" in evening.said
    assert "Now asked: york (ready), lancaster (ready)." in evening.said
    assert re.search(r"^In order\. \d+ entries, \d+ dice proven\.$", evening.said, re.MULTILINE)
    entry = next(
        n for n, e in enumerate(evening.game().save.entries) if len(e.body.record.opened) > 4
    )
    told = evening.type("gm", f"explain game.toml --entry {entry}")
    ours, theirs = (re.findall(r"printf '(.*?)'", text)[0] for text in (die_by_hand(), told))
    assert ours == theirs  # the form of the line that checks a die
    (line,) = re.findall(r"printf .*'march parley st_albans#1' 0 \| sha256sum", told)
    pieces = shlex.split(line.partition("|")[0])[1:]
    fields = pieces[0].replace("\\n", "\n") % tuple(pieces[1:])
    byte = next(byte for byte in hashlib.sha256(fields.encode()).digest() if byte < 252)
    rolls = {r.label: r.value for r in evening.game().save.entries[entry].body.record.rolls}
    assert rolls["march parley st_albans#1"] == byte % 6 + 1


@needs_ssh_keygen
def test_the_game_is_checked_without_pbem_as_it_is_written(tmp_path: Path) -> None:
    (line,) = re.findall(r"^\$ python3 (.*)$", README, re.MULTILINE)
    script, name, fingerprint = line.split()
    (tmp_path / name).write_bytes(played(12).save)
    assert fingerprint.startswith("SHA256:")
    words = [sys.executable, script, str(tmp_path / name), GM.public.fingerprint]
    checked = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.search(r"^good: .*, \d+ entries, \d+ dice, ", checked.stdout, re.MULTILINE)


class Evening:
    """Ann, Bob and Griffith at one desk; whatever a player writes lies in the inbox at once."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(folder)
        (folder / "people" / "ann" / "identity.toml").unlink()
        self.id = GAME
        self.said = ""

    def game(self, who: Identity | None = None) -> Game:
        return pbem.open(self.desk.save, who)

    def type(self, who: str, line: str) -> str:
        folder = self.desk.folder
        words = [
            word for part in shlex.split(line.replace(GAME, self.id)) for word in self.found(part)
        ]
        done = self.desk.type(who, *words, PBEM_PASSPHRASE="a passphrase")
        assert done.code == 0, f"{who}$ pbem {line}\n{done.err}"
        for mail in folder.glob(f"{self.id}-*.txt"):
            mail.rename(folder / "inbox" / mail.name)
        self.said += f"{' '.join(done.said.split())}\n{done.out}"
        return done.out

    def found(self, word: str) -> list[str]:
        """A word of a command; `*` is spelled out, and a mail with orders of York is its youngest one."""
        inbox = self.desk.folder / "inbox"
        if word == "inbox/*":
            return [f"inbox/{mail.name}" for mail in sorted(inbox.iterdir())]
        if re.fullmatch(rf"inbox/{self.id}-york-\d\d\.txt", word):
            return [f"inbox/{max(mail.name for mail in inbox.glob('*-york-??.txt'))}"]
        return [word]

    def before(self, line: str) -> None:
        if line.startswith("new "):
            self.type("bob", "identity show -o bob.card")
        elif line.startswith("apply") and "*" in line:
            self.type("bob", "join game.toml --as lancaster")
        elif line.endswith("--blank -o muster.toml"):
            self.play_on("muster")
        elif line.endswith("--blank -o plan.toml"):
            self.play_on("plan")
        elif line.startswith("show"):
            self.play_on("command")
        elif line == "orders game.toml muster.toml":
            self.mend("muster.toml", "vasal", "vassal")

    def after(self, line: str) -> None:
        shown = {block.splitlines()[-1]: block for block in blocks("text")}
        if line.startswith("new "):
            self.id = self.game().id
        elif line.endswith("-o muster.toml"):
            (lines,) = [block for block in blocks("text") if block.startswith("orders = ")]
            self.mend("muster.toml", "orders = '''\n'''\n", lines)
        elif line.endswith("-o plan.toml"):
            (plan,) = [row for row in shown if row.startswith("plan = ")]
            self.mend("plan.toml", "\nplan = []\n", f"\n{plan}\n")

    def mend(self, name: str, old: str, new: str) -> None:
        path = self.desk.folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")

    def play_on(self, kind: str) -> None:
        """All mails are taken and answered, until York is asked for this."""
        home = self.desk.folder / "people" / "ann" / "identity.toml"
        people = {"york": ("ann", Identity.load(home, "a passphrase")), "lancaster": ("bob", BOB)}
        while True:
            self.type("gm", "apply game.toml inbox/* --no-reports")
            asked = self.game()
            if any(r.side == "york" and r.kind == kind for r in asked.requests):
                return
            for side in asked.ledger.turn_of():
                who, identity = people[side]
                game = self.game(identity)
                lines = ["ready"] if game.owes_ready else game.bot_lines(1)
                self.type(who, "orders game.toml " + shlex.join(f"--line={line}" for line in lines))


def test_the_gms_desk_works_as_it_is_written(tmp_path: Path) -> None:
    """Its whole chapter, typed by the people whose names stand before the prompts."""
    desk = Desk(tmp_path, played(12).save)
    commands = [(who, line.replace(GAME, pbem.open(desk.save).id)) for who, line in typed(DESK)]
    assert len(commands) > 40
    desk.home("cec", Identity(bytes([15]) * 32, "Cecily"))
    desk.home("geo", Identity(bytes([16]) * 32, "George"))
    now = 1_800_000_000
    for who, line in commands:
        if line.startswith("absent"):
            now += 40 * DAY
        done = desk.type(who, *shlex.split(line), PBEM_NOW=str(now))
        assert done.code == 0, f"{who}$ pbem {line}\n{done.err}"
    assert "the deck york 1 lay: " in (tmp_path / "hidden.txt").read_text(encoding="utf-8")
    assert pbem.open(desk.save).ledger.final


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


NEED_MORE = ("demo", "--edit", "--refusal", "FOLDER")
"""In commands that other tests type: they need a demo's time, an editor, a wrong refusal, a club."""


def others() -> list[str]:
    """The commands of no chapter that is typed from its beginning to its end; more than a name or a pattern."""
    done = {line for title in (TEN_MINUTES, DESK) for _, line in typed(title)}
    left = sorted({line.strip() for line in commands()} - done)
    patterns = ("...", "SECTION", *NEED_MORE)
    return [line for line in left if " " in line and not any(part in line for part in patterns)]


@pytest.mark.parametrize("line", others())
def test_the_other_commands_work_too(line: str, tmp_path: Path) -> None:
    """In a game in which York musters, or one of the set that the command is about, or none yet."""
    desk = Desk(tmp_path, b"" if line.startswith("new ") else under_way(about(line)))
    who, now = "gm" if line.startswith(("new ", "apply", "clock")) else "ann", 1_800_000_000
    if line.startswith("identity new"):
        who = "club"
    if "inbox/*" in line:
        ordered = desk.type("ann", "orders", "game.toml", "--line", LINE, "-o", "inbox/york.txt")
        assert ordered.code == 0, ordered.err
        line = line.replace("inbox/*", "inbox/york.txt")
    if line.startswith("check"):
        name = line.split()[-1]
        blank = desk.type("ann", "orders", "game.toml", "--blank").out
        desk.file(name, blank.replace("orders = '''\n", f"orders = '''\n{LINE}\n", 1))
    if "--data" in line:
        for card in ("ann", "bob"):
            assert desk.type(card, "identity", "show", "-o", f"{card}.card").code == 0
        (tmp_path / "my_values").mkdir()
        shutil.copy(ROOT / "rules_data" / "warriors" / "nobles.toml", tmp_path / "my_values")
    if "--timeout" in line:
        terms = ("clock", "game.toml", "--deadline", "7d", "--then", "policy")
        assert desk.type("gm", *terms, PBEM_NOW=str(now)).code == 0
        now += 40 * DAY
    done = desk.type(who, *shlex.split(line), PBEM_NOW=str(now))
    assert done.code == 0, done.err
    if "york.txt" in line:
        (told,) = (desk.folder / "reports").glob("*-public.txt")
        assert f"> {LINE}" in told.read_text(encoding="utf-8")


LINE = "norfolk: troops"


def about(line: str) -> str:
    """The rule set of a command."""
    if line.startswith("odds") and re.search("kent|treachery", line):
        return "richard_iii"
    return (
        "warriors" if line.startswith("odds") and re.search("wales|flight|intrigue", line) else ""
    )


@cache
def under_way(rules: str) -> bytes:
    """A game in which York is asked, of Towton where no rule set is named."""
    if rules:
        scenario = next(iter(find(rules).scenarios()))
        return joined(Post(Game.new(GM, rules, scenario, {}).dumps())).ready().save
    post = seated()
    while [request.kind for request in post.look().requests] != ["muster"]:
        post.turn()
    return post.save
