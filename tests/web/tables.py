"""Games by mail for pages: each player has a home of his own, and clicks what his page shows."""

from __future__ import annotations

import json
import random
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pbem.games import find
from pbem.gm.game import Game
from pbem.home import computer, opening
from pbem.player.invitation import Speaker
from pbem.protocol.keys import Identity
from pbem.web.seat.desk import Seated, seated
from pbem.web.server.page import Answer
from tests.moderator.people import GM, any_line, asked_in
from tests.tiers import soaked

GAMES = [
    ("plantagenet", "Ib"),
    ("richard_iii", "kingmaker"),
    ("warriors", "standard_1455"),
    ("plantagenet_1450", "wars_of_the_roses"),
    ("two_provinces", "march"),
]


def some_games(*kept: str) -> Any:
    """A parameter of the rules and scenario of each game; those that are not `kept` are the soak's."""
    cases = soaked(GAMES, [case for case in GAMES if case[0] in kept])
    return pytest.mark.parametrize(("rules", "scenario"), cases, ids=[rules for rules, _ in GAMES])


class Table:
    """A game by mail with a player for each side, in a folder."""

    def __init__(
        self,
        folder: Path,
        rules: str,
        scenario: str,
        seed: int = 3,
        options: dict[str, str] | None = None,
    ) -> None:
        sides = find(rules).sides
        self.people = {
            side: Identity(bytes([40 + n]) * 32, side.title()) for n, side in enumerate(sides)
        }
        self.folder, self.random = folder, random.Random(seed)
        self.name = f"{rules} {scenario} {seed}"
        self.kept: dict[str, bytes] = {}
        self.save = Game.new(GM, rules, scenario, {}, options or {}, bytes(range(32))).dumps()
        for side in sides:
            self.take({side: self.look(side).join(side).to_text()})

    def look(self, who: str = "") -> Game:
        """The game through the eyes of a side, the `gm`, or the public."""
        identity = {**self.people, "gm": GM}.get(who)
        game = Game.loads(self.save, identity, checkpoint=self.kept.get(who))
        self.kept[who] = game.checkpoint()
        return game

    def take(self, mails: dict[str, str | bytes]) -> None:
        """The GM applies these mails."""
        game = self.look("gm")
        receipts = game.apply(mails)
        wrong = [str(receipt.error) for receipt in receipts if receipt.error]
        assert not wrong, wrong
        self.save = game.dumps()
        self.kept["gm"] = game.checkpoint()

    def turn(self) -> None:
        """Everybody who is asked answers with a random legal line."""
        mails: dict[str, str | bytes] = {}
        asked = asked_in(self.look())
        assert asked, f"nobody is asked anything in {self.name}"
        for side in asked:
            game = self.look(side)
            mails[side] = game.orders([any_line(game, self.random)]).to_text()
        self.take(mails)

    def play(self, turns: int) -> Table:
        for _ in range(turns):
            if self.look().result is None:
                self.turn()
        return self

    def home(self, side: str) -> Path:
        return self.folder / "people" / side

    def copy(self, name: str) -> Table:
        """The same game in another folder, to go on otherwise."""
        made = object.__new__(Table)
        made.name = self.name
        made.people, made.folder = self.people, self.folder / name
        made.random = random.Random(name)
        made.kept, made.save = dict(self.kept), self.save
        return made

    def page(self, side: str, at: Path | None = None, anew: bool = False) -> Page:
        """This side's page at the save as it lies in his own folder, or in this one.

        Args:
            anew: what this machine has kept of the game is forgotten.
        """
        home = at or self.home(side)
        if anew:
            shutil.rmtree(home / "pins", ignore_errors=True)
        home.mkdir(parents=True, exist_ok=True)
        file = home / "game.toml"
        file.write_bytes(self.save)
        with computer.sitting_as(home):
            game = opening.read_game(Speaker, file, self.people[side])
            opening.remember(game)
            return Page(home, seated(game))


class Page:
    """A page as the browser has it: its parts, and what can be clicked in them."""

    def __init__(self, home: Path, seated: Seated) -> None:
        self.home, self.desk = home, seated
        with computer.sitting_as(home):
            self.html = seated.whole()
        self.parts: dict[str, str] = {"page": self.html}

    def click(self, verb: str, **words: str) -> Answer:
        """Do what a click does."""
        with computer.sitting_as(self.home):
            answer = self.desk.act(verb, words)
            self.desk.keep()
        self.parts |= answer.parts
        return answer

    def drop(self, name: str, content: bytes) -> Answer:
        with computer.sitting_as(self.home):
            answer = self.desk.drop(name, content)
            self.desk.keep()
        self.parts |= answer.parts
        return answer

    def part(self, id: str) -> str:
        """An element as it is shown now."""
        return self.parts.get(id) or _element(self.html, id)

    def buttons(self, id: str) -> list[dict[str, str]]:
        """All that can be clicked in a part: verb and words."""
        found = _Buttons()
        found.feed(self.part(id))
        return found.found

    def lit(self) -> dict[str, int]:
        """What glows."""
        found = _Buttons("glow")
        found.feed(self.part("glow"))
        lit: dict[str, int] = json.loads(found.found[0]["lit"])
        return lit

    def lines(self) -> list[str]:
        """The order lines that can be taken with one click."""
        taken = (one for one in self.buttons("asked") if one.get("verb") == "take")
        return [one["line"] for one in taken if "line" in one]


class _Buttons(HTMLParser):
    def __init__(self, id: str = "") -> None:
        super().__init__()
        self.id, self.found = id, list[dict[str, str]]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        mine = said.get("id") == self.id if self.id else "data-verb" in said
        if mine and "disabled" not in said:
            self.found.append({k[5:]: v for k, v in said.items() if k.startswith("data-")})
        elif not self.id and tag == "input" and said.get("name") == "line" and "value" in said:
            self.found[-1]["line"] = said["value"]


def _element(html: str, id: str) -> str:
    """The page from this element on."""
    return html[html.index(f'id="{id}"') - 200 :] if f'id="{id}"' in html else ""
