"""How many mails a game takes: one scenario played by asking only, and by scripts and policies.

The bots mail each other real sealed orders through the GM; only the files on disk are left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct, field

from pbem.demo import people
from pbem.errors import Impossible
from pbem.gm.game import Game, Letter
from pbem.ledger.values import GM
from pbem.player.orders import Orders
from pbem.player.robots import bot_lines, bot_orders
from pbem.protocol.keys import Identity

Way = Literal["ask", "scripts"]
MOST_MAILS = 5000


class Turn(Struct):
    """One game turn, both sides together.

    Attributes:
        sittings: how often a side sat down to write: its mails until the other side's next one are one.
        decisions: those that were not forced.
    """

    mails: int = 0
    sittings: int = 0
    decisions: int = 0


class Count(Struct):
    """A whole game. `turns`: in order of play, by the rule set's own name for them."""

    turns: dict[str, Turn] = field(default_factory=dict)
    result: str = ""
    entries: int = 0

    @property
    def mails(self) -> int:
        return sum(turn.mails for turn in self.turns.values())

    @property
    def sittings(self) -> int:
        return sum(turn.sittings for turn in self.turns.values())

    @property
    def decisions(self) -> int:
        return sum(turn.decisions for turn in self.turns.values())

    @property
    def per_turn(self) -> float:
        return self.mails / len(self.turns)


class Follower:
    """A player who reads the GM's file from where he left off."""

    def __init__(self, identity: Identity, gm: str) -> None:
        """`gm`: the GM's fingerprint."""
        self.identity, self.gm = identity, gm
        self.kept: bytes | None = None

    def look(self, data: bytes) -> Game:
        game = Game.loads(data, self.identity, (self.gm,), checkpoint=self.kept)
        self.kept = game.checkpoint()
        return game


def count(
    rules: str,
    scenario: str,
    way: Way,
    tick: Callable[[], None] = lambda: None,
    options: Mapping[str, str] | None = None,
) -> Count:
    """Play one game to its end and verify it; `tick` is called after every mail."""
    players = {role: Identity(os.urandom(32), name) for role, name in people(rules).items()}
    gm = players.pop(GM)
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in players.items()}
    game = Game.new(gm, rules, scenario, cards, options)
    followers = {side: Follower(who, gm.public.fingerprint) for side, who in players.items()}
    data = game.dumps()
    game.apply({side: one.look(data).join(side).to_text() for side, one in followers.items()})
    told, seated = Count(), ""
    while game.result is None:
        name = game.ledger.rules.words.turn(game.ledger.play.state)
        turn = told.turns.setdefault(name, Turn())
        pile, data = dict[str, str | bytes](), game.dumps()
        # Who has just written and is asked again goes on before he gets up.
        for side in sorted(game.ledger.turn_of(), key=lambda one: one != seated):
            pile[side] = _mail(followers[side].look(data), way).to_text()
            turn.mails += 1
            turn.sittings += side != seated
            seated = side
            tick()
        for receipt in game.apply(pile):
            if receipt.error is not None:
                raise receipt.error
            if receipt.story is not None:
                turn.decisions += sum(not d.forced for d in receipt.story.decisions)
        if told.mails >= MOST_MAILS:
            raise Impossible("this game never ends")
    told.result = game.result.reason
    told.entries = game.verify().entries
    return told


def _mail(game: Game, way: Way) -> Letter:
    mine = Orders(tuple(bot_lines(game, 1))) if way == "ask" else bot_orders(game)
    return game.orders(mine.lines, 1, True, mine.scripts, mine.reactions)
