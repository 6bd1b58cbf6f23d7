"""A whole game by email: a GM and robots, each with a folder of their own, through the same commands and files that
people use. Nothing here looks into the game except through a player's eyes.

With `PostedDemo` each of them has a post and a mailbox, and the emails really travel.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
from collections.abc import Callable
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import parseaddr
from pathlib import Path

from pbem.cli import group
from pbem.cli.person import open_game
from pbem.errors import Impossible
from pbem.games import find
from pbem.gm.game import Game
from pbem.home.computer import identity_file, sitting_as
from pbem.ledger.story import Story
from pbem.ledger.values import GM, PUBLIC
from pbem.player.robots import bot_lines
from pbem.post import config
from pbem.protocol.keys import Identity

NAMES = ("Anne", "Robert", "Eleanor", "Hugh", "Margery", "Piers", "Isolde", "Walter")
MOST_MAILS = 5000


def people(rules: str) -> dict[str, str]:
    """The GM and who plays which side, by name."""
    return {GM: "Griffith", **dict(zip(find(rules).sides, NAMES, strict=False))}


class Demo:
    """One demo in one folder: `game.toml`, `keys/`, `mails/`, `reports/`, `people/`.

    Every demo is a game of its own, with new keys: two games under one id would look like a fork.
    """

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.options = [part for option in options for part in ("--option", option)]
        self.mails = 0
        self.save = folder / "game.toml"

    def play(
        self, rules: str, scenario: str, tell: Callable[[Story], None], stop: int | None = None
    ) -> Game:
        """Play until all have signed the end, or until `stop` mails are written; `tell` gets the story of each mail."""
        for name in ("keys", "mails", "people"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        for role, name in people(rules).items():
            with sitting_as(self.folder / "people" / role):
                (self.folder / "people" / role).mkdir(exist_ok=True)
                Identity(os.urandom(32), name).save(identity_file(), "")
                card = run("identity", "show")
                (self.folder / "keys" / f"{role}.card").write_text(card, encoding="utf-8")
                self._settle(role)
        self._invite(rules, scenario)
        game = self._look(GM)
        while not game.ledger.final and (stop is None or self.mails < stop):
            first_new = game.ledger.n + 1
            game = self._round(game)
            for story in game.stories(first_new, side=PUBLIC):
                tell(story)
            if self.mails >= MOST_MAILS:
                raise Impossible("the demo does not come to an end")
        return Game.loads(self.save.read_bytes(), path=self.save)

    def replay(self) -> Path:
        """A page to step through the game."""
        page = self.folder / "replay.html"
        with self._as(GM):
            run("replay", str(self.save), "--html", str(page))
        return page

    def _settle(self, role: str) -> None:
        """What somebody needs besides an identity."""

    def _invite(self, rules: str, scenario: str) -> None:
        keys, sides = self.folder / "keys", find(rules).sides
        with self._as(GM):
            seats = [p for s in sides for p in ("--seat", f"{s}={keys / s}.card")]
            run("new", rules, scenario, *seats, *self.options, "-o", str(self.save))
        joins = []
        for side in sides:
            joins.append(self.folder / "mails" / f"000-{side}-join.txt")
            with self._as(side):
                run("join", str(self.save), "--as", side, "-o", str(joins[-1]))
        with self._as(GM):
            run("apply", str(self.save), "--format", "text", *map(str, joins))

    def _round(self, game: Game) -> Game:
        """Whoever is asked writes; the GM takes the mails, and looks again."""
        emails = []
        for side in self._writers(game):
            words = self._words(side)
            self.mails += 1
            emails.append(self.folder / "mails" / f"{self.mails:03}-{side}.txt")
            with self._as(side):
                run(*words, "-o", str(emails[-1]))
        with self._as(GM):
            run("apply", str(self.save), *map(str, emails))
        return self._look(GM)

    def _writers(self, game: Game) -> tuple[str, ...]:
        """Who is asked; at the end each side, which agrees to it."""
        return tuple(game.ledger.sides) if game.result else game.ledger.turn_of()

    def _words(self, side: str) -> tuple[str, ...]:
        """What a side types: its orders, or at the end that it agrees."""
        seat, file = self._look(side), str(self._file(side))
        if seat.result:
            return "over", file
        return "orders", file, *(part for line in bot_lines(seat) for part in ("--line", line))

    def _look(self, role: str) -> Game:
        with self._as(role):
            return open_game(self._file(role))

    def _file(self, role: str) -> Path:
        """Where somebody has the save."""
        return self.save

    def _as(self, role: str) -> contextlib.AbstractContextManager[None]:
        return sitting_as(self.folder / "people" / role)


class PostedDemo(Demo):
    """A demo in which everybody runs `pbem post`: each email goes from one Maildir into another.

    `games/`: everybody's folder of games. `mailboxes/`: what has arrived. `mails/`: a copy of each email.
    """

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        super().__init__(folder, options)
        self.save = folder / "games" / GM / "game.toml"

    def _settle(self, role: str) -> None:
        for part in ("new", "cur", "tmp"):
            (self.folder / "mailboxes" / role / part).mkdir(parents=True)
            (self.folder / "outgoing" / role / part).mkdir(parents=True)
        (self.folder / "games" / role).mkdir(parents=True)
        config.write_config(
            config.Config(
                _address(role),
                str(self.folder.absolute() / "games" / role),
                (config.Source("maildir", str(self.folder.absolute() / "mailboxes" / role)),),
                config.Way("maildir", str(self.folder.absolute() / "outgoing" / role)),
                limits=config.Limits(sender_hour=MOST_MAILS, out_day=MOST_MAILS),
            )
        )

    def _file(self, role: str) -> Path:
        return self.save if role == GM else next((self.folder / "games" / role).glob("*.toml"))

    def _invite(self, rules: str, scenario: str) -> None:
        """Set up the game: the GM invites each side, each joins, and everybody learns the others' addresses."""
        keys, sides = self.folder / "keys", find(rules).sides
        with self._as(GM):
            seats = [word for role in sides for word in ("--seat", f"{role}={keys / role}.card")]
            run("new", rules, scenario, *seats, *self.options, "-o", str(self.save))
            address_options = [word for role in sides for word in (role, _address(role))]
            run("addresses", str(self.save), *address_options)
        self._post(GM)
        for side in sides:
            self._post(side)
            with self._as(side):
                (invitation,) = (self.folder / "people" / side).glob("post/invitations/*.toml")
                run("addresses", str(invitation), GM, _address(GM))
                run("join", str(invitation), "--as", side)
            self._post(side)
        self._post(GM)
        for side in sides:
            self._post(side)

    def _round(self, game: Game) -> Game:
        for side in self._writers(game):
            words = self._words(side)
            self.mails += 1
            with self._as(side):
                run(*words)
            self._post(side)
        self._post(GM)
        for side in game.ledger.sides:
            self._post(side)
        after = self._look(GM)
        if after.heads == game.heads:
            raise Impossible("no email of the demo has arrived")
        return after

    def _post(self, role: str) -> None:
        """One pass of somebody's post; what it sends arrives."""
        with self._as(role):
            run("post", "--once")
        for path in sorted((self.folder / "outgoing" / role / "new").iterdir()):
            with path.open("rb") as file:
                to = str(BytesHeaderParser(policy=SMTP).parse(file)["To"])
            reader = parseaddr(to)[1].partition("@")[0]
            number = len(list((self.folder / "mails").iterdir())) + 1
            shutil.copyfile(path, self.folder / "mails" / f"{number:04}-{role}-to-{reader}.eml")
            path.rename(self.folder / "mailboxes" / reader / "new" / path.name)


def _address(role: str) -> str:
    return f"{role}@pbem.example"


def run(*words: str) -> str:
    """One `pbem` command, as typed; returns what it printed. Raises Refused if it was refused."""
    out, wrong = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(wrong):
        code = group.main(list(words), standalone_mode=False)
    if code:
        raise Impossible(f"pbem {' '.join(words)}: {wrong.getvalue()}")
    return out.getvalue()
