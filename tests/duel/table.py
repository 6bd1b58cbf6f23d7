"""Two players of a duel on two machines, who share nothing but the bytes of their emails."""

from __future__ import annotations

import contextlib
import random
from collections import Counter

from pbem.duel.duellist import Applied, Duellist
from pbem.duel.refusals import TwoLogs
from pbem.errors import GameOver, NotYourTurn
from pbem.ledger.story import living
from pbem.protocol import save as savefile
from pbem.protocol.keys import Identity
from tests.random_games import RandomPlayer

ANN, BOB = Identity(b"a" * 32, "Ann"), Identity(b"b" * 32, "Bob")
NONCE = b"n" * 32
MOST_UNDER_WAY = 5
"""Emails, above which the next thing that happens is that one of them arrives or gets lost."""


def founded(
    side: str = "york", scenario: str = "standard_1455", options: dict[str, str] | None = None
) -> Duellist:
    """Ann's duel, which nobody has joined."""
    return Duellist.found(ANN, "warriors", scenario, side, options, NONCE)


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
        with contextlib.suppress(GameOver):
            self.player = Duellist.recover(self.player.identity, data)


def table(seed: str = "x", side: str = "york", proposes: float = 0) -> tuple[Machine, Machine]:
    """Ann, and Bob who wants to join."""
    ann = founded(side)
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


def kind_of(data: bytes) -> str:
    """What an email brings: its order, or else its last entry."""
    save, order = savefile.read_duel(data)
    body = order.body if order is not None else save.entries[-1].body.step
    return type(body).__name__


class Post:
    """Emails on their way, some of which get lost, come twice, late, or cross.

    Attributes:
        fates: what became of which kind of email, counted.
        losses: how often, of a thousand steps, somebody loses their record.
        seen: some files that were sent, from which somebody may go on.
    """

    FATES = ("came", "lost", "twice", "crossed")

    def __init__(self, seed: str, machines: tuple[Machine, Machine], losses: int = 0) -> None:
        self.random, self.machines, self.losses = random.Random(seed), machines, losses
        self.seen: list[bytes] = []
        self.under_way: list[tuple[int, bytes]] = []
        self.fates: Counter[tuple[str, str]] = Counter()

    def send(self, sender: int) -> None:
        data = self.machines[sender].player.email()
        self.under_way.append((1 - sender, data))
        if self.machines[sender].player.ledger.begun and self.random.random() < 0.2:
            self.seen.append(data)

    def step(self) -> None:
        """One thing happens: a player decides, the program is started again, a disk dies, or an email has its fate."""
        who = self.random.randrange(2)
        chance = self.random.random()
        if self.losses and self.random.randrange(1000) < self.losses:
            if self.seen and self.machines[who].player.ledger.begun:
                self.machines[who].lose(self.random.choice(self.seen[-3:]))
        elif len(self.under_way) > MOST_UNDER_WAY:
            self.arrive(self.random.choices(self.FATES, (5, 2, 0, 0))[0])
        elif chance < 0.3 and self.machines[who].decide():
            self.send(who)
        elif 0.3 <= chance < 0.33:
            self.machines[who].restart()
        elif not self.under_way or chance < 0.4:
            self.send(who)  # `apply` without an email
        else:
            self.arrive(self.random.choices(self.FATES, (5, 2, 2, 0))[0])

    def arrive(self, fate: str) -> None:
        """Any of the emails under way, so those behind it may overtake it."""
        place = self.random.randrange(len(self.under_way))
        to, data = self.under_way[place]
        crossed = any(other != to for other, _ in self.under_way)
        self.fates[kind_of(data), "crossed" if fate == "came" and crossed else fate] += 1
        if fate != "twice":
            self.under_way.pop(place)
        if fate == "lost":
            return
        try:
            answer = self.machines[to].take(data, agree=self.losses > 0).answer
        except TwoLogs:  # an entry that somebody has signed, lost, and claimed new chains before: shown, not answered
            assert self.losses
            self.fates["TwoLogs", fate] += 1
        else:
            if answer:
                self.send(to)

    def settle(self, most: int) -> int:
        """Nothing gets lost and nobody decides any more: emails are answered till none is left. How many came."""
        came = 0
        for who in (0, 1):
            self.send(who)
        while self.under_way:
            self.arrive("came")
            came += 1
            assert came <= most, "two programs answer each other for ever"
        return came
