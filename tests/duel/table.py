"""Two players of a duel on two machines, who share nothing but the bytes of their emails."""

from __future__ import annotations

import random
from collections import Counter

from pbem.duel.duellist import Applied, Duellist
from pbem.ledger.story import living
from pbem.protocol import save as savefile
from pbem.protocol.keys import Identity
from tests.random_games import RandomPlayer

ANN, BOB = Identity(b"a" * 32, "Ann"), Identity(b"b" * 32, "Bob")
NONCE = b"n" * 32


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

    def take(self, data: bytes) -> Applied:
        return self.player.apply(data)


def table(seed: str = "x", side: str = "york", proposes: float = 0) -> tuple[Machine, Machine]:
    """Ann, and Bob who wants to join."""
    ann = founded(side)
    bob = Duellist.join(BOB, ann.email())
    return Machine(ann, f"ann {seed}", proposes), Machine(bob, f"bob {seed}", proposes)


def play(first: Machine, second: Machine, entries: int) -> None:
    """In turn, until both have a log of so many entries or more, or the game is over."""
    while min(len(one.player.entries) for one in (first, second)) < entries:
        for one, other in ((first, second), (second, first)):
            assert other.take(one.player.email()).trouble is None
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
    """

    FATES = ("came", "lost", "twice", "crossed")

    def __init__(self, seed: str, machines: tuple[Machine, Machine]) -> None:
        self.random, self.machines = random.Random(seed), machines
        self.under_way: list[tuple[int, bytes]] = []
        self.fates: Counter[tuple[str, str]] = Counter()

    def send(self, sender: int) -> None:
        self.under_way.append((1 - sender, self.machines[sender].player.email()))

    def step(self, kind: str = "", decides: bool = True) -> None:
        """One thing happens: a player decides, the program is started again, or an email has its fate."""
        who = self.random.randrange(2)
        chance = self.random.random()
        if decides and chance < 0.3 and self.machines[who].decide():
            self.send(who)
        elif chance < 0.35:
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
        if fate != "lost" and self.machines[to].take(data).answer:
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
