"""Pages whose commands lean on each other, typed from the first to the last by the people before the prompts."""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import Path

import pytest

import pbem
from pbem.gm.game import Game
from pbem.player.robots import bot_lines
from pbem.protocol.keys import Identity
from tests import clocks
from tests.cli.console import Console
from tests.guide.pages import GAME, blocks, prompted
from tests.moderator.people import BOB, Post, invited, joined

EVENINGS = ("first-game",)
MONTHS = ("rulings", "deadlines", "people", "clubs", "trouble", "end")
"""One game goes through these, in this order."""
DAY = 86400


@pytest.mark.slow
def test_a_game_in_ten_minutes_works_as_it_is_written(tmp_path: Path) -> None:
    """What is left out in it (Bob's mails, a few questions) goes on in between."""
    evening = Evening(tmp_path, "first-game")
    evening.pass_by()
    assert "Did you mean `warwick_y: vassal oxford`?" in evening.said
    assert "Now asked: Ann (york, ready), Robert (lancaster, ready)." in evening.said
    assert re.search(
        r"^In order\. \d+ entries and \d+ dice, all replayed here\.", evening.said, re.MULTILINE
    )
    entry = next(
        n for n, e in enumerate(evening.game().save.entries) if len(e.body.record.opened) > 4
    )
    told = evening.type("gm", f"explain game.toml --entry {entry}")
    by_hand = next(block for block in blocks("verify", "sh") if "pbem2/dice" in block)
    ours, theirs = (re.findall(r"printf '(.*?)'", text)[0] for text in (by_hand, told))
    assert ours == theirs  # the form of the line that checks a die
    (line,) = re.findall(r"printf .*'march parley st_albans#1' 0 \| sha256sum", told)
    pieces = shlex.split(line.partition("|")[0])[1:]
    fields = pieces[0].replace("\\n", "\n") % tuple(pieces[1:])
    byte = next(byte for byte in hashlib.sha256(fields.encode()).digest() if byte < 252)
    rolls = {r.label: r.value for r in evening.game().save.entries[entry].body.record.rolls}
    assert rolls["march parley st_albans#1"] == byte % 6 + 1


class Evening:
    """Ann, Bob and Griffith at one console; whatever a player writes lies in the inbox at once."""

    def __init__(self, folder: Path, page: str) -> None:
        self.console = Console(folder)
        (folder / "people" / "ann" / "identity.toml").unlink()
        self.page = page
        self.id = GAME
        self.said = ""

    def pass_by(self) -> None:
        for _, who, line in prompted(self.page):
            self.before(line)
            self.type(who, line)
            self.after(line)

    def game(self, who: Identity | None = None) -> Game:
        return Game.loads(self.console.save.read_bytes(), who)

    def type(self, who: str, line: str) -> str:
        folder = self.console.folder
        words = [
            word for part in shlex.split(line.replace(GAME, self.id)) for word in self.found(part)
        ]
        done = self.console.type(who, *words, PBEM_PASSPHRASE="a passphrase")
        assert done.code == 0, f"{who}$ pbem {line}\n{done.err}"
        for mail in folder.glob(f"{self.id}-*.txt"):
            mail.rename(folder / "inbox" / mail.name)
        self.said += f"{' '.join(done.said.split())}\n{done.out}"
        return done.out

    def found(self, word: str) -> list[str]:
        """A word of a command; `*` is spelled out, and a mail with orders of York is its youngest one."""
        inbox = self.console.folder / "inbox"
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
            self.mend("muster.toml", "vassal ely", "vassal oxford")

    def after(self, line: str) -> None:
        texts = blocks(self.page, "text")
        if line.startswith("new "):
            self.id = self.game().id
        elif line.endswith("-o muster.toml"):
            (lines,) = [block for block in texts if block.startswith("orders = ")]
            self.mend("muster.toml", "orders = '''\n'''\n", lines)
        elif line.endswith("-o plan.toml"):
            (plan,) = [block.splitlines()[-1] for block in texts if "\nplan = " in block]
            self.mend("plan.toml", "\nplan = []\n", f"\n{plan}\n")

    def mend(self, name: str, old: str, new: str) -> None:
        path = self.console.folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")

    def play_on(self, kind: str) -> None:
        """All mails are taken and answered, until York is asked for this."""
        home = self.console.folder / "people" / "ann" / "identity.toml"
        people = {"york": ("ann", Identity.load(home, "a passphrase")), "lancaster": ("bob", BOB)}
        while True:
            self.type("gm", "apply game.toml inbox/* --no-reports")
            asked = self.game()
            if any(r.side == "york" and r.kind == kind for r in asked.requests):
                return
            for side in asked.ledger.turn_of():
                who, identity = people[side]
                game = self.game(identity)
                lines = ["ready"] if game.owes_ready else bot_lines(game, 1)
                self.type(who, "orders game.toml " + shlex.join(f"--line={line}" for line in lines))


@pytest.mark.slow
def test_the_gms_months_work_as_they_are_written(tmp_path: Path) -> None:
    now = 1_800_000_000
    with clocks.at(now):
        console = Console(tmp_path, joined(Post(invited().dumps())).play(12).save)
    game = pbem.open(console.save).id
    typed = [(who, line.replace(GAME, game)) for page in MONTHS for _, who, line in prompted(page)]
    assert len(typed) > 40
    console.home("cec", Identity(bytes([15]) * 32, "Cecily"))
    console.home("geo", Identity(bytes([16]) * 32, "George"))
    for who, line in typed:
        words = shlex.split(line)
        now += 40 * DAY if " --absent " in line else 0
        if who == "gm" and line.startswith("clock"):
            words.append("--yes")  # asked at a terminal, and there is none
        done = console.type(who, *words, PBEM_NOW=str(now))
        assert done.code == 0, f"{who}$ pbem {line}\n{done.err}"
    assert "the deck york 1 lay: " in (tmp_path / "hidden.txt").read_text(encoding="utf-8")
    assert Game.loads(console.save.read_bytes()).ledger.final
