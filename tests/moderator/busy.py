"""A game in which everything has happened: the longest way through the GM's office.

Disputes, all kinds of rulings, a take-back, a clock with a holiday, an absence, a substitute, a co-GM, and
at the end everybody's `over`; in between the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.engine import codec
from pbem.errors import BadPatch, PbemError
from pbem.games import find
from pbem.gm.game import Game, Letter
from pbem.protocol.bodies import Envelope
from pbem.protocol.keys import Identity
from tests import clocks
from tests.drawn import kept

from .people import ANN, BOB, GM, NONCE, PLAYERS, Post, any_line, joined

CEC = Identity(bytes([15]) * 32, "Cecily")
GEO = Identity(bytes([16]) * 32, "George")
GAMES: dict[str, tuple[str, str, dict[str, str]]] = {
    "plantagenet": ("plantagenet", "Ib", {}),
    "hidden mats": ("plantagenet", "Ia", {"hidden_mats": "yes"}),
    "richard_iii": ("richard_iii", "", {}),
    "warriors": ("warriors", "", {}),
}
DAY = 24 * 3600


class Office:
    """The GM's office: who plays what, and the save of the moment."""

    def __init__(self, name: str) -> None:
        rules, scenario, options = GAMES[name]
        cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
        scenario = scenario or next(iter(find(rules).scenarios()))
        self.post = Post(Game.new(GM, rules, scenario, cards, options, NONCE).dumps())
        joined(self.post)
        self.players = dict(PLAYERS)
        self.kept: dict[str, bytes] = {}

    def look(self, who: Identity | None = None) -> Game:
        """The game as somebody reads it who keeps a checkpoint, as a client does."""
        name = who.public.ssh if who is not None else ""
        game = Game.loads(self.post.save, who, checkpoint=self.kept.get(name))
        self.kept[name] = game.checkpoint()
        return game

    @property
    def last(self) -> int:
        return len(self.look().save.entries) - 1

    def gm(self, kind: str, **fields: Any) -> None:
        """A ruling, and the new save."""
        game = self.look(GM)
        game.rule(kind, "So it shall be.", **fields)
        self.post.save = game.dumps()

    def clock(self, days: int, kind: str, **fields: Any) -> None:
        game = self.look(GM)
        game.tick(days * DAY, kind, **fields)
        self.post.save = game.dumps()

    def absent(self, days: int, side: str) -> None:
        game = self.look(GM)
        game.absent(side, days * DAY, "No word for a month.")
        self.post.save = game.dumps()

    def mail(self, letter: Letter) -> None:
        game = self.look(GM)
        (receipt,) = game.apply({"mail": letter.to_text()})
        assert receipt.error is None, receipt.error
        self.post.save = game.dumps()

    def say(self, side: str, kind: str, entry: int, text: str = "") -> None:
        self.mail(self.look(self.players[side]).say(kind, entry, text))

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            for side in self.asked():
                if side in self.asked():
                    game = self.look(self.players[side])
                    self.mail(game.orders([any_line(game, self.post.random)]))

    def asked(self) -> tuple[str, ...]:
        ledger = self.look().ledger
        return ledger.owes_ready() or tuple(request.side for request in ledger.pending())

    def ready(self) -> None:
        """Whoever owes a `ready` sends it."""
        while owing := self.look().ledger.owes_ready():
            self.mail(self.look(self.players[owing[0]]).orders(["ready"]))

    def until_asked(self, side: str) -> None:
        """A seat changes hands only while it is asked itself."""
        while side not in self.look().ledger.askings:
            self.play(1)

    def patch(self) -> None:
        """Some number of the position, one higher, that the rules allow."""
        patch(self.look(GM), lambda lines: self.gm("patch", lines=lines))

    def impose(self) -> None:
        """Decide for whoever is asked; everybody else is ready, or asked again, before a die falls."""
        self.ready()
        request = self.look().requests[0]
        line = any_line(self.look(self.players[request.side]), self.post.random)
        self.gm("impose", side=request.side, lines=[line])
        self.ready()

    def seat(self, claim: Envelope, *agreeing: Identity, **fields: str) -> None:
        consents = [self.look(who).consent(claim).envelope for who in agreeing]
        game = self.look(GM)
        game.seat(claim, consents, "So it shall be.", **fields)
        self.post.save = game.dumps()


def patch(game: Game, rule: Callable[[list[str]], object]) -> None:
    """Correct some number of the position by one; `rule` makes the ruling, or raises BadPatch."""
    for path, value in numbers(codec.dump(game.ledger.play.state)):
        try:
            rule([f"set {path} {value + 1}"])
        except BadPatch:
            continue
        return
    raise AssertionError("nothing can be corrected")


def numbers(node: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Every number in a dumped state with its path."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        place = f"{path}.{key}" if path else str(key)
        if type(value) is int and " " not in place:
            yield place, value
        elif isinstance(value, dict | list):
            yield from numbers(value, place)


def busy(name: str, ended: bool = True) -> bytes:
    return _busy(name)[ended]


@kept
def _busy(name: str) -> tuple[bytes, bytes]:
    office = Office(name)
    office.play(6)
    office.post.save = clocks.agreed(office.post.save, GM, office.players, DAY, 72, 24, "policy")
    office.post.kept.clear()
    office.say("york", "dispute", office.last - 1, "That road is a path.")
    office.gm("uphold", entry=office.last - 2)
    office.say("lancaster", "countersign", office.last)
    office.gm("void", entry=office.last - 4)
    office.play(1)
    office.patch()
    office.play(1)
    for _ in range(3):
        office.impose()
    office.gm("house", lines=["No phones at the table."])
    office.say("york", "takeback", office.last, "Sorry.")
    office.say("lancaster", "agree", office.last)
    office.play(1)
    office.clock(2, "extend", side="york", hours=24)
    office.say("lancaster", "holiday", 0, "1970-01-05 1970-01-07 Epiphany")
    office.clock(3, "pause")
    office.clock(4, "resume")
    office.until_asked("york")
    office.seat(office.look(CEC).claim("york").envelope, ANN, BOB)
    office.players["york"] = CEC
    office.play(2)
    office.gm("void", entry=office.last)
    office.clock(5, "reading")
    office.absent(40, "lancaster")
    office.play(1)
    office.seat(office.look(GEO).claim("gm", as_co_gm=True).envelope, role="co")
    office.play(1)
    unended = office.post.save
    office.gm("result", side="york")
    for side in office.players:
        office.say(side, "over", office.look().ledger.cases.result)
    return unended, office.post.save


def refusal(data: bytes, reader: Identity | None = None) -> str:
    """What `verify` objects to; "" if to nothing."""
    try:
        Game.loads(data, reader).verify()
    except PbemError as error:
        return str(error)
    return ""
