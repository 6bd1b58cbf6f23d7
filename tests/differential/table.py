"""A table at which any game is played, by any number of sides, and at which everything happens that may happen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from pbem import games
from pbem.gm.game import Game, Letter
from pbem.protocol.keys import Identity
from pbem.protocol.steps import USUAL, Terms
from tests import clocks
from tests.moderator import ambush, skirmish
from tests.moderator.busy import patch
from tests.moderator.people import ANN, BOB, EVE, GM, NONCE, any_line
from tests.moderator.writer import untried

CEC = Identity(bytes([15]) * 32, "Cecily")
GEO = Identity(bytes([16]) * 32, "George")
PEOPLE = {who.ssh: who for who in (GM, ANN, BOB, EVE, CEC, GEO)}
"""Whoever may ever sign something, by the public key."""
DAY = 24 * 3600


@contextmanager
def installed(rules: skirmish.Skirmish = skirmish.TWO) -> Iterator[None]:
    """With the small games of other tests among those that are known here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games.GAMES, "skirmish", f"{skirmish.__name__}:INSTALLED")
        patch.setitem(games.GAMES, "ambush", f"{ambush.__name__}:RULES")
        patch.setitem(games.GAMES, "two_provinces", "tests.contract.toy.game:TWO_PROVINCES")
        patch.setattr(skirmish, "INSTALLED", rules)
        yield


class Table:
    """A game under way.

    Attributes:
        players, gm: who sits where now.
        escrow: does the GM hold a copy of each Plan?
    """

    def __init__(
        self,
        rules: str,
        scenario: str = "",
        seed: int = 1,
        escrow: bool = True,
        nonce: bytes = NONCE,
        terms: Terms = USUAL,
        days: int = 30,
        **options: str,
    ) -> None:
        scenario = scenario or next(iter(games.find(rules).scenarios()))
        game = Game.new(GM, rules, scenario, {}, options, nonce, days=days, terms=terms)
        self.gm, self.escrow, self.random = GM, escrow, random.Random(seed)
        self.players = dict(zip(game.ledger.sides, (ANN, BOB, EVE), strict=False))
        self.save, self.kept = game.dumps(), dict[str, bytes]()
        for side, who in self.players.items():
            self.take(self.look(who).join(side))

    def look(self, who: Identity | None = None) -> Game:
        """The game as somebody reads it who keeps a checkpoint, as a client does."""
        name = who.ssh if who is not None else ""
        game = Game.loads(self.save, who, checkpoint=self.kept.get(name))
        self.kept[name] = game.checkpoint()
        return game

    @property
    def n(self) -> int:
        """The number of the last entry."""
        return self.look().ledger.n

    @property
    def first(self) -> str:
        return next(iter(self.players))

    @property
    def second(self) -> str:
        return list(self.players)[1]

    def office(self, act: Callable[[Game], object]) -> None:
        """The GM does something, and the new save is there."""
        game = self.look(self.gm)
        act(game)
        self.save = game.dumps()
        self.kept[self.gm.ssh] = game.checkpoint()

    # -- what players send

    def take(self, letter: Letter) -> None:
        def apply(game: Game) -> None:
            (receipt,) = game.apply({"mail": letter.to_text()})
            assert receipt.error is None, receipt.error

        self.office(apply)

    def order(self, side: str, *lines: str, **more: Any) -> None:
        """An order whose lines nobody tried out before they were sealed."""
        with untried():
            self.take(self.look(self.players[side]).orders(lines, escrow=self.escrow, **more))

    def standing(self, side: str, **reactions: str) -> None:
        """Policies, and nothing else."""
        self.take(self.look(self.players[side]).orders([], reactions=reactions))

    def say(self, side: str, kind: str, entry: int = 0, text: str = "Well.") -> None:
        self.take(self.look(self.players[side]).say(kind, entry, text))

    def asked(self) -> tuple[str, ...]:
        """The sides whose answers can be taken now."""
        return self.look().ledger.turn_of()

    def answer(self, side: str, *lines: str) -> None:
        """A random legal answer, or these lines."""
        game = self.look(self.players[side])
        said = lines or (any_line(game, self.random),)
        self.take(game.orders(said, escrow=self.escrow))

    def turn(self, times: int = 1) -> None:
        """Whoever is asked answers."""
        for _ in range(times):
            for side in self.asked():
                if side in self.asked():
                    self.answer(side)

    def until(self, so: Callable[[Game], object]) -> None:
        """Play on until everybody can see that it is so."""
        for _ in range(300):
            if so(self.look()):
                return
            self.turn()
        raise AssertionError("it never came to that")

    def until_asked(self, side: str, kind: str = "") -> None:
        """Until a side is asked a question, of this kind."""
        self.until(
            lambda game: any(
                request.side == side and kind in ("", request.kind)
                for request in ([] if game.ledger.owes_ready() else game.requests)
            )
        )

    def ready(self) -> None:
        """Whoever owes a `ready` sends it."""
        while owing := self.look().ledger.owes_ready():
            self.answer(owing[0], "ready")

    # -- what the GM does

    def rule(self, kind: str, **fields: Any) -> None:
        self.office(lambda game: game.rule(kind, "So it shall be.", **fields))

    def terms(self, days: int, hours: int, grace: int = 0, ending: str = "gm") -> None:
        """All players agree to new terms, and to 25 days in place of 30."""
        self.save = clocks.agreed(
            self.save, self.gm, self.players, days * DAY, hours, grace, ending, days=25
        )

    def clock(self, days: int, kind: str = "reading", **fields: Any) -> None:
        self.office(lambda game: game.tick(days * DAY, kind, reason="Noon.", **fields))

    def absent(self, side: str, days: int) -> None:
        self.office(lambda game: game.absent(side, days * DAY, "No word for a month."))

    def patch(self) -> None:
        """Some number of the position, one higher, that the rules allow."""
        patch(self.look(self.gm), lambda lines: self.rule("patch", lines=lines))

    def impose(self) -> None:
        """Decide for whoever is asked."""
        self.ready()
        request = self.look().requests[0]
        line = any_line(self.look(self.players[request.side]), self.random)
        self.rule("impose", side=request.side, lines=[line])

    def seat(self, side: str, newcomer: Identity, *agreeing: Identity) -> None:
        claim = self.look(newcomer).claim(side, "For a friend.").envelope
        consents = [self.look(who).consent(claim).envelope for who in agreeing]
        self.office(lambda game: game.seat(claim, consents, "He moves."))
        self.players[side] = newcomer

    def chair(self, newcomer: Identity, role: str = "handover") -> None:
        """Somebody becomes GM, or helps the GM (`co`)."""
        claim = self.look(newcomer).claim("gm", as_co_gm=role == "co").envelope
        self.office(lambda game: game.seat(claim, [], "He moves.", role))
        self.gm = newcomer if role == "handover" else self.gm

    def upgrade(self) -> None:
        """All agree to the newest version of the rules."""
        agreed = [self.look(who).consent_to_upgrade().envelope for who in self.players.values()]
        self.office(lambda game: game.upgrade(agreed))

    def over(self, sides: Sequence[str] = ()) -> None:
        """Each side says that it is over."""
        for side in sides or self.players:
            self.say(side, "over", self.look().ledger.cases.result)
