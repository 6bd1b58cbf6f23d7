"""Two players of a duel on two machines, who share nothing but the bytes of their emails."""

from __future__ import annotations

import random

from pbem.duel.duellist import Applied, Duellist
from pbem.errors import NotYourTurn
from pbem.ledger.story import living
from pbem.protocol.keys import Identity
from tests.random_games import RandomPlayer

ANN, BOB = Identity(b"a" * 32, "Ann"), Identity(b"b" * 32, "Bob")
NONCE = b"n" * 32


def founded(
    side: str = "york",
    scenario: str = "standard_1455",
    options: dict[str, str] | None = None,
    nonce: bytes = NONCE,
) -> Duellist:
    """Ann's duel, which nobody has joined."""
    return Duellist.found(ANN, "warriors", scenario, side, options, nonce)


class Machine:
    """One player's computer, with a random player in front of it.

    Attributes:
        proposes: how often it proposes a take-back in place of an order.
    """

    def __init__(self, player: Duellist, seed: str, proposes: float = 0) -> None:
        self.player, self.person, self.proposes = player, RandomPlayer(seed), proposes
        self.whim = random.Random(seed)

    def restart(self) -> None:
        """The program is started again: it knows nothing but its file."""
        self.player = Duellist.load(self.player.identity, self.player.email())

    def decide(self) -> bool:
        """A random legal line, or now and then a proposal; or an answer to one. Was there anything to decide?"""
        player, chance = self.player, self.whim.random()
        if player.proposal is not None:
            (player.agree if chance < 0.5 else player.decline)()
            return True
        if not player.decides:
            return False
        if chance < self.proposes and player.side not in player.ledger.cases.declined:
            player.propose("takeback", entry=self.whim.choice(self.living()))
        else:
            player.decide([self.person.line(player.ledger.request(player.side), {})])
        return True

    def living(self) -> list[int]:
        """The entries to before which the game can go back."""
        ledger = self.player.ledger
        counting = set(living(ledger.n + 1, ledger.cases.rewinds))
        return [n for n in range(2, ledger.n + 1) if n - 1 in counting]

    def take(self, data: bytes, agree: bool = False) -> Applied:
        return self.player.apply(data, agree)

    def lose(self, data: bytes) -> None:
        """The disk dies; the player goes on from this file with new chains, if the game has begun and is not over."""
        self.player = Duellist.recover(self.player.identity, data)


def table(
    seed: str = "x", side: str = "york", proposes: float = 0, nonce: bytes = NONCE
) -> tuple[Machine, Machine]:
    """Ann, and Bob who wants to join; with another nonce, another game."""
    ann = founded(side, nonce=nonce)
    bob = Duellist.join(BOB, ann.email())
    return Machine(ann, f"ann {seed}", proposes), Machine(bob, f"bob {seed}", proposes)


def play(first: Machine, second: Machine, entries: int) -> None:
    """In turn, until both have a log of so many entries or more, or the game is over.

    Where both are asked, the answer of the side that goes second comes too early, and is sent again.
    """
    while min(len(one.player.entries) for one in (first, second)) < entries:
        for one, other in ((first, second), (second, first)):
            assert isinstance(other.take(one.player.email()).trouble, NotYourTurn | None)
            other.decide()
        if first.player.ledger.result is not None and second.player.ledger.result is not None:
            return
