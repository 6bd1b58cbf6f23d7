"""How many commands a game turn costs the GM and each player, counted (issue 33, "Must hold")."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner

from pbem.cli import group
from pbem.cli.person import open_game
from pbem.gm.game import Game
from pbem.home import computer
from pbem.mail.write import eml
from pbem.player.robots import bot_lines
from pbem.post.config import Limits
from pbem.protocol.bodies import Mailed, Order, Ready
from tests.moderator.people import seated
from tests.post.office import Office
from tests.post.test_sequels import with_posts
from tests.tiers import soaked

SIDES = ("york", "lancaster")
MOST = 60
"""Rounds after which a turn should be over."""


class Evening:
    """Everybody's post is running; each command that a person types is counted."""

    def __init__(self, office: Office) -> None:
        self.office, self.typed = office, Counter[str]()
        self.emails = 0

    def type(self, who: str, *words: str) -> None:
        self.typed[who] += 1
        environment = {
            computer.FOLDER: str(self.office.home(who)),
            computer.NOW: str(self.office.now),
        }
        with mock.patch.object(eml, "png", return_value=b"picture"):
            done = CliRunner(env=environment).invoke(group, list(words))
        assert done.exit_code == 0, done.output

    def look(self, who: str) -> Game:
        with (
            computer.sitting_as(self.office.home(who)),
            mock.patch.dict("os.environ", {computer.NOW: str(self.office.now)}),
        ):
            return open_game(self.office.games(who) / "game.toml")

    def file(self, who: str) -> str:
        return str(self.office.games(who) / "game.toml")

    def posts(self) -> None:
        """What the running posts of everybody do by themselves."""
        for who in (*SIDES, "gm", *SIDES):
            self.office.now += 15
            self.office.run(who)
            self.emails += len(self.office.carry(who))

    def over(self, turn: int) -> bool:
        """Is this game turn over, or the whole game with it?"""
        game = self.look("gm")
        return game.result is not None or len(game.turns) > turn

    def order(self, side: str) -> None:
        lines = [part for line in bot_lines(self.look(side)) for part in ("--line", line)]
        self.type(side, "orders", self.file(side), *lines)

    def play_round(self) -> None:
        """Everybody who is asked answers by hand."""
        for side in self.look("gm").ledger.turn_of():
            self.order(side)
        self.posts()


@pytest.mark.slow
@pytest.mark.parametrize("rounds", soaked([(MOST,), (5,)], [(5,)]))
def test_a_game_turn_costs_the_gm_nothing_and_a_player_one_command_per_question(
    rounds: int, tmp_path: Path
) -> None:
    """A whole turn in the soak, its first rounds in the whole tier."""
    office = Office(tmp_path, seated(), limits=Limits(sender_hour=1000))  # a turn in an hour
    with_posts(office, *SIDES)
    evening = Evening(office)
    evening.posts()
    first = evening.look("gm").ledger.n + 1
    evening.play_round()
    more = Counter[str]()

    # A stale order: somebody changes their mind after the GM's post has applied the first.
    (side, *_) = evening.look("gm").ledger.turn_of()
    evening.order(side)
    office.run(side)
    office.carry(side)
    office.run("gm")
    evening.order(side)
    more[side] += 1
    evening.posts()
    assert office.states("gm").get("refused") == 1, office.states("gm")

    # A dispute, which needs a person.
    evening.play_round()
    entry = str(evening.look("york").ledger.n)
    evening.type("york", "dispute", evening.file("york"), "--entry", entry, "--text", "Why?")
    more["york"] += 1
    evening.posts()
    words = ("--uphold", entry, "--reason", "By rule 4.2.")
    evening.type("gm", "rule", evening.file("gm"), *words)
    more["gm"] += 1
    evening.posts()

    turn = len(evening.look("gm").turns)
    for _ in range(rounds):
        if evening.over(turn):
            break
        evening.play_round()
    game = evening.look("gm")
    assert evening.over(turn) or rounds < MOST
    steps = [entry.body.step for entry in game.save.entries[first:]]
    said = [step.order.body for step in steps if isinstance(step, Mailed)]
    asked = Counter(body.author for body in said if isinstance(body, Order | Ready))
    assert evening.typed["gm"] == more["gm"] == 1, "the ruling, and nothing else"
    for side in SIDES:
        assert evening.typed[side] == asked[side] + more[side]
