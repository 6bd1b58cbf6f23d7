"""Games by email, by players who choose at random from a seed: the same games whenever they are played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pbem.engine.request import Request
from pbem.errors import PbemError
from pbem.games import find
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s1_5_lords import side_of
from pbem.gm.game import Game
from tests import drawn
from tests.moderator.people import any_line, asked_in
from tests.random_games import MEETING, RandomPlayer
from tests.web.tables import Table

FLAGS = ("eager", "asks", "crowded", "passes")
CARDS = ("Y36", "Y32", "L31", "L30", "L15", "Y1")
EVENTS = ("Y19", "Y30", "Y36")
"""Capabilities and Events that ask something in a Battle."""
RULINGS = Path(__file__).with_name("rulings.toml")


class Walk(NamedTuple):
    """A game to play.

    Attributes:
        rules, scenario: `plantagenet`, `Ia`.
        seed: of the players' choices and of all dice.
        eager: do players prefer lines that do something?
        asks: do players have policies that ask them at every moment?
        crowded: at the start of each Campaign of Plantagenet, does the GM put all Lords of a side in one place, next
            to the other's, with Troops and the cards of Battles?
        passes: do players pass with a Command card, so that the next Levy comes soon?
        ruled: a kind of question; `rulings.toml` says how the GM prepares the position for it.
    """

    rules: str
    scenario: str
    seed: int
    eager: bool = True
    asks: bool = False
    crowded: bool = False
    passes: bool = False
    ruled: str = ""

    def __str__(self) -> str:
        flags = "".join(f" {flag}" for flag in FLAGS if getattr(self, flag))
        ruled = f" for {self.ruled}" if self.ruled else ""
        return f"{self.rules}:{self.scenario} {self.seed}{flags}{ruled}"

    @classmethod
    def read(cls, text: str) -> Walk:
        """A walk from the words that `str` writes."""
        text, _, ruled = text.partition(" for ")
        name, seed, *flags = text.split()
        rules, _, scenario = name.partition(":")
        return cls(rules, scenario, int(seed), *(flag in flags for flag in FLAGS), ruled)


class Walked(Table):
    """The table of a walk."""

    def __init__(self, folder: Path, walk: Walk) -> None:
        self.gm: Game | None = None
        super().__init__(folder, walk.rules, walk.scenario, walk.seed)
        self.player = RandomPlayer(str(walk))
        self.player.eager = walk.eager
        self.walk, self.planned, self.corrected = walk, False, False
        rulings = tomllib.loads(RULINGS.read_text("utf-8"))
        self.ruling: dict[str, list[str]] = rulings[walk.rules][walk.ruled] if walk.ruled else {}
        moments = find(walk.rules).policies.moments if walk.asks else ()
        if moments:
            policies = dict.fromkeys(moments, "ask")
            for side in self.people:
                orders = self.look(side).orders([], reactions=policies)
                self.take({f"{side}-policies": orders.to_text()})
        self.gm = super().look("gm")

    def look(self, who: str = "") -> Game:
        """As in a table, but the GM's is kept, and the others' need no file."""
        if who == "gm" and self.gm is not None:
            return self.gm
        if who not in self.people or self.gm is None:
            return super().look(who)
        master = self.gm
        game = Game(master.save, self.people[who], None, self.kept.get(who))
        self.kept[who] = game.checkpoint(self.kept.get(who))
        return game

    def turn(self) -> None:
        """Everybody who is asked answers."""
        game, mails = self.look("gm"), dict[str, str | bytes]()
        kinds = {request.kind for request in game.requests}
        if self.walk.crowded and self.planned and "command" in kinds:
            crowd(game)
        if self.walk.crowded and "array" in kinds:
            for card in sorted({*EVENTS} - {*game.ledger.play.state.battle.events}):
                patch(game, f"add battle.events {card}")
        if not game.owes_ready:
            self.corrected = not self.corrected and bool(kinds & {*self.ruling.get("at", ())})
            if self.corrected:
                self.correct(game)
        self.planned = "plan" in kinds or (self.planned and "command" not in kinds)
        for side in asked_in(game):
            mine = self.look(side)
            mails[side] = mine.orders([self.line(mine)]).to_text()
        wrong = [receipt.error for receipt in game.apply(mails) if receipt.error]
        assert not wrong, wrong

    def correct(self, game: Game) -> None:
        """Prepare the position for the kind of question that the walk is for."""
        for lines in self.ruling["lines"]:
            for full_lines in spelled(game, lines):
                patch(game, *full_lines.split("; "))

    def line(self, game: Game) -> str:
        """A legal answer to the open question."""
        if not self.walk.eager or game.owes_ready or game.request().stack is not None:
            return any_line(game, self.random)
        legal = list(game.legal())
        if self.walk.passes and game.request().kind == "command":
            legal = [option for option in legal if "pass" in option.line.split()] or legal
        wanted = {*self.ruling.get("prefer", ())}
        legal = [option for option in legal if wanted & {*option.line.split()}] or legal
        option = self.random.choice(self.player.tempting(legal))
        group = [name for name in option.group if self.random.random() < 0.9][: option.limit]
        return option.line + (f" with {' '.join(group)}" if group else "")


def crowd(game: Game) -> None:
    """Let the GM bring the Lords of Plantagenet together; what a rule forbids stays as it is."""
    for id, lord in game.ledger.play.state.lords.items():
        if lord.at in ("captive", "out"):
            continue
        box = [f"set lords.{id}.box 0"] * (lord.at == "calendar")
        place, troops = (
            f"set lords.{id}.at {MEETING[side_of(id)]}",
            f"set lords.{id}.troops.militia 3",
        )
        patch(game, *box, place, troops)
        for card in CARDS:
            if card in facts().badges[id]:
                patch(game, f"add lords.{id}.capabilities {card}")


def spelled(game: Game, lines: str) -> list[str]:
    """Lines of a correction, or these for each member of a table or list that `*` names, as in `nobles.*.troops`."""
    before, star, _ = lines.partition("*")
    members = game.ledger.play.state
    for name in before.rpartition("; ")[2].replace(".", " ").split()[1:] if star else ():
        members = members[name] if isinstance(members, dict) else getattr(members, name)
    return [lines.replace("*", id) for id in members] if star else [lines]


def patch(game: Game, *lines: str) -> None:
    """Correct the position, if a rule does not forbid it."""
    with suppress(PbemError):
        game.rule("patch", "Battles are wanted.", lines=lines)


def walked(folder: Path, walk: Walk, turns: int) -> Iterator[tuple[int, Walked, Request]]:
    """Play a game: the number of the turn, the table, and each question that is put then."""
    with drawn.by(str(walk)):
        table = Walked(folder, walk)
        for turn in range(turns):
            game = table.look("gm")
            if game.result is not None:
                return
            if not game.ledger.owes_ready():
                for request in game.requests:
                    yield turn, table, request
            table.turn()
