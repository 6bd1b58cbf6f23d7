"""A whole duel between two robots: two programs, each with a folder and a home, that get each other's emails and
nothing else.

`python -m pbem.duel_demo SIDE` is one of them. It reads the names of emails that have arrived, a line each, and
answers with the name of the one that it sends, or an empty line if there is none.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.cli.person import open_save
from pbem.demo import MOST_MAILS, NAMES, run
from pbem.errors import Impossible
from pbem.games import find
from pbem.home.computer import FOLDER, identity_file, sitting_as
from pbem.ledger.duel_secrets import orders_of
from pbem.ledger.story import Story
from pbem.ledger.values import PUBLIC
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.player.robots import duel_orders
from pbem.proof.reader import Reader
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelOrder
from pbem.protocol.keys import Identity

GAME, HOME, OUTBOX, INBOX = Path("game.toml"), Path("home"), Path("outbox"), Path("inbox")
ORDERS = Path("orders.toml")
SENT = re.compile(r"Send (.+\.eml) to ")
"""In the line that says what to do next."""
JOIN = "join"
"""Said before the name of the email that is the invitation."""


class DuelDemo:
    """One demo in one folder: a folder for each side, and `emails/`, a copy of each in the order of their sending."""

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.options = [part for option in options for part in ("--option", option)]
        self.mails = 0
        self.save = folder / "game.toml"

    def play(
        self, rules: str, scenario: str, tell: Callable[[Story], None], stop: int | None = None
    ) -> Reader:
        """Play to the end, or until `stop` emails are written; `tell` gets the story of each entry."""
        sides = [*find(rules).sides]
        for side, name in zip(sides, NAMES, strict=False):
            for part in (HOME, OUTBOX, INBOX):
                (self.folder / side / part).mkdir(parents=True)
            with sitting_as(self.folder / side / HOME):
                Identity(os.urandom(32), name).save(identity_file(), "")
        (self.folder / "emails").mkdir()
        self._found(rules, scenario, sides)
        entries_told = 0
        with (
            _program(self.folder / sides[0]) as first_program,
            _program(self.folder / sides[1]) as second_program,
        ):
            programs = dict(zip(sides, (first_program, second_program), strict=True))
            email, sender = next((self.folder / sides[0] / OUTBOX).iterdir()), 0
            while stop is None or self.mails < stop:
                reader = sides[1 - sender]
                file_name = self._send(email, reader)
                word = f"{JOIN} " if self.mails == 1 else ""
                answer = programs[reader](f"{word}{file_name}")
                entries_told = self._tell(reader, entries_told, tell)
                if not answer:
                    break
                email, sender = self.folder / reader / answer, 1 - sender
                if self.mails >= MOST_MAILS:
                    raise Impossible("the demo does not come to an end")
        shutil.copyfile(self.folder / sides[0] / GAME, self.save)
        return self._read(sides[0])

    def decisions(self) -> int:
        """How many of the emails held a decision, which a person would have had to make; the others were automatic."""
        answers: dict[tuple[str, int], bool] = {}
        for file in self.folder.glob(f"*/{GAME}"):
            save, last = savefile.read_duel(file.read_bytes())
            orders = [*orders_of(save.entries), *([last.body] if last is not None else [])]
            for order in orders:
                if isinstance(order, DuelOrder):
                    answers[order.author, order.question] = bool(order.lines or order.plan)
        return sum(answers.values())

    def replay(self) -> Path:
        """A page to step through the game."""
        page = self.folder / "replay.html"
        with sitting_as(self.folder / "home"):
            run("replay", str(self.save), "--as", PUBLIC, "--html", str(page))
        return page

    def _found(self, rules: str, scenario: str, sides: list[str]) -> None:
        card = self.folder / sides[0] / f"{sides[1]}.card"
        with sitting_as(self.folder / sides[1] / HOME):
            card.write_text(run("identity", "show"), encoding="utf-8")
        mine = self.folder / sides[0]
        with sitting_as(mine / HOME):
            offered = ("--seat", f"{sides[1]}={card}", "--outbox", str(mine / OUTBOX))
            game = str(mine / GAME)
            run("new", rules, scenario, "--duel", *offered, *self.options, "-o", game)

    def _send(self, email: Path, reader: str) -> Path:
        """An email arrives: its bytes, and nothing else."""
        self.mails += 1
        name = f"{self.mails:04}-to-{reader}.eml"
        shutil.copyfile(email, self.folder / "emails" / name)
        shutil.copyfile(email, self.folder / reader / INBOX / name)
        return INBOX / name

    def _read(self, side: str) -> Reader:
        data = (self.folder / side / GAME).read_bytes()
        return Reader(savefile.read_duel(data)[0])

    def _tell(self, side: str, entries_told: int, tell: Callable[[Story], None]) -> int:
        """Tell the story of the entries that a side has got since, and return the number of the newest."""
        game = self._read(side)
        newest = len(game.save.entries) - 1
        for story in game.stories(entries_told + 1, newest):
            tell(story)
        return newest


@contextmanager
def _program(folder: Path) -> Iterator[Callable[[str], str]]:
    """Start a program of its own for a side; what it yields tells it what has arrived and returns what it sends."""
    home = {FOLDER: str(HOME), "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    words = [sys.executable, "-m", "pbem.duel_demo", folder.name]
    with subprocess.Popen(
        words,
        cwd=folder,
        env={**os.environ, **home},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        if program.stdin is None or program.stdout is None:
            raise Impossible("a pipe was asked for")
        pipe, answers = program.stdin, program.stdout

        def ask(line: str) -> str:
            pipe.write(f"{line}\n")
            pipe.flush()
            answer = answers.readline()
            if not answer:
                raise Impossible(f"the program of {folder.name} has ended")
            return answer.strip()

        yield ask
        pipe.close()


def orders_file(game: Player, orders: Orders) -> str:
    """An orders file that says this."""
    texts = {"game": game.id, "side": game.player_side, "answers": game.request().id}
    texts["orders"] = "\n".join(orders.lines)
    rows = [f"{name} = {json.dumps(text)}" for name, text in texts.items()]
    for table, answers in (("reactions", orders.reactions), ("on_the_way", orders.on_the_way)):
        if answers:
            rows += [
                f"[{table}]",
                *(f"{kind} = {json.dumps(text)}" for kind, text in answers.items()),
            ]
    return "\n".join(rows) + "\n"


def main(side: str) -> None:
    """Play this side, in the folder in which the program was started."""
    for line in sys.stdin:
        word, _, name = line.strip().rpartition(" ")
        if word == JOIN:
            output = run("join", name, "--as", side, "-o", str(OUTBOX / "join.eml"))
            shutil.move(INBOX / str(GAME), GAME)
        else:
            output = run("apply", str(GAME), name, "--outbox", str(OUTBOX))
        if savefile.read_duel(GAME.read_bytes())[1] is None:
            game = open_save(Player, GAME)
            if game.side in game.ledger.turn_of():
                ORDERS.write_text(orders_file(game, duel_orders(game)), encoding="utf-8")
                output = run("orders", str(GAME), str(ORDERS))
        sent_match = SENT.search(output)
        sys.stdout.write(f"{sent_match[1] if sent_match else ''}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
