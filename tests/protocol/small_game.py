"""A miniature game, always the same bytes: what a moderator writes, without rules.

`Log` signs whatever it is told, so that the tests can play a dishonest GM with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from pbem.protocol import bodies as b
from pbem.protocol import commitment, dice, envelope, save, seal
from pbem.protocol.chain import Chain
from pbem.protocol.dice import RevealedLink
from pbem.protocol.entry import Entry, stub_hash
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.offices import CHAIR, DECK, DICE, MOVE, chain_of

from . import hpke

GM = Identity(bytes([1]) * 32, "Greg")
PLAYERS = {"york": Identity(bytes([2]) * 32, "Ann"), "lancaster": Identity(bytes([3]) * 32, "Bob")}
SIDES = ("york", "lancaster")
NONCE = "3f9c1a2b" + 28 * "5a"
CARDS = ["Y1", "Y2", "Y3", "Y4", "Y5"]
STATE = 64 * "0"
PLAN = ["warwick", "norfolk"]
BUCKET = 2048


BEGUN, HOUR = 1_790_000_000, 3600


def salt(n: int) -> str:
    return f"{n:032x}"


def sealed_with(data: str) -> tuple[b.Sealed, b.Sealed]:
    return (b.Sealed(to="gm", data=data), b.Sealed(to="york", data=data))


def genesis_body(**changes: Any) -> b.EntryBody:
    """With the GM's keys; `changes` are of the step, and come before these."""
    step = b.Genesis(
        nonce=NONCE,
        at=BEGUN,
        rules="plantagenet",
        rules_version=1,
        data_hash=STATE,
        scenario="ib",
        options={"escrow": True, "house": "none", "levies": 3},
        gm=GM.public,
        sides=SIDES,
        invited={"york": "ann@example.org", "lancaster": "bob@example.org"},
        anchors=dict.fromkeys(CHAIR, STATE),
    )
    step = msgspec.structs.replace(step, **changes)
    body = b.EntryBody(v=2, n=0, prev="", step=step, record=b.Record(state_hash=STATE))
    key = GM.game_key("gm", stub_hash(body, veiled=False), "")
    anchors = {member: key.chain(chain_of("gm", member)).anchor for member in CHAIR}
    step = msgspec.structs.replace(step, gm=GM.public_in(key), anchors=anchors)
    return msgspec.structs.replace(body, step=step)


GENESIS = Entry.signed(GM, genesis_body())
GAME = GENESIS.head
GM_KEY = GM.game_key("gm", stub_hash(GENESIS.body, veiled=False), "")


@dataclass
class Question:
    """What a side is asked; `link`: its link number. `alone`: the only one that its entry put."""

    number: int = 0
    link: int = 0
    alone: bool = False
    answered: bool = True


@dataclass
class Log:
    """The entries so far; each step takes changes to what it would honestly write."""

    entries: list[Entry] = field(default_factory=lambda: [GENESIS])
    keys: dict[str, GameKey] = field(default_factory=dict)
    questions: dict[str, Question] = field(
        default_factory=lambda: {side: Question() for side in SIDES}
    )
    links: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """The link number that each side has revealed last, and `since` which entry it stands."""
    since: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    by: str = ""
    """Whose order makes the next entry."""
    dice: int = 0
    rolled: int = 0
    asked: tuple[str, ...] = ()
    shuffled: int = 0
    cards: list[str] = field(default_factory=list)
    uses: dict[str, int] = field(default_factory=dict)

    @property
    def head(self) -> str:
        return self.entries[-1].head

    def moves(self, side: str) -> Chain:
        return self.keys[side].chain(chain_of(side, MOVE))

    def latest(self) -> tuple[list[RevealedLink], list[RevealedLink]]:
        """What dice hang on: of the GM, and of the sides."""
        sides = []
        for side in SIDES:
            n, moves = self.links[side], self.moves(side)
            sides.append(RevealedLink(n, moves.link(n) if n else moves.anchor))
        return [RevealedLink(self.dice, GM_KEY.chain(chain_of("gm", DICE)).link(self.dice))], sides

    def bring(self) -> str:
        """The GM's next link, if the first chance since a new link of a side falls now."""
        if self.rolled >= max(self.since.values()):
            return ""
        self.dice, self.rolled, self.uses = self.dice + 1, len(self.entries), {}
        return GM_KEY.chain(chain_of("gm", DICE)).link(self.dice)

    def add(self, step: b.AnyStep, **record: Any) -> None:
        made = b.Record(**{"questions": self.put(), "state_hash": STATE, **record})
        body = b.EntryBody(v=2, n=len(self.entries), prev=self.head, step=step, record=made)
        self.entries.append(Entry.signed(GM, body, GAME))

    def put(self) -> tuple[b.OpenQuestion, ...]:
        """Whoever is asked answers `muster-N` next, N their number."""
        new = [side for side in self.asked if self.questions[side].answered]
        for side in new:
            old = self.questions[side]
            alone = len(new) == 1
            kept = alone and old.alone and self.by == side and self.since[side] > self.rolled
            link = old.link if kept else old.link + 1
            self.questions[side] = Question(old.number + 1, link, alone, answered=False)
        self.by = ""
        return tuple(
            b.OpenQuestion(side, one.number, f"muster-{one.number}", one.link % one.number)
            for side in self.asked
            for one in (self.questions[side],)
        )

    def said(self, side: str) -> dict[str, Any]:
        at = BEGUN + HOUR * len(self.entries)
        return {"v": 2, "game": GAME, "author": side, "head": self.head, "at": at}

    def answer(self, side: str) -> dict[str, Any]:
        if self.questions[side].answered:  # the `ready` that comes with an accept, or a test's own
            old = self.questions[side]
            self.questions[side] = Question(old.number + 1, old.link + 1)
        question = self.questions[side]
        question.answered = True
        if question.link > self.links[side]:
            self.links[side], self.since[side] = question.link, len(self.entries)
        link = self.moves(side).link(question.link)
        return {"newest": self.entries[-1].newest, "question": question.number, "link": link}

    def accept(self, side: str, *, ready: bool = False) -> None:
        player = PLAYERS[side]
        self.keys[side] = player.game_key(side, GAME, self.head)
        body = b.Accept(
            **self.said(side),
            keys=player.public_in(self.keys[side]),
            anchors={MOVE: self.moves(side).anchor},
        )
        order = envelope.sign(player, body)
        second = None
        if ready:
            second = envelope.sign(player, b.Ready(**self.said(side), **self.answer(side)))
            self.asked = ("york",)
        self.add(b.Joined(order=order, ready=second))

    def order(
        self,
        side: str,
        *,
        statements: tuple[str, ...] = ("norfolk: troops",),
        plan: bool = False,
        rolls: dict[str, int] | None = None,
        shuffle: bool = False,
        body: dict[str, Any] | None = None,
        **record: Any,
    ) -> None:
        """An order whose statements are all carried out at once."""
        envelope_ = self.write(side, statements, plan=plan, **(body or {}))
        self.asked, self.by = SIDES, side
        n = self.questions[side].number
        link = self.bring() if rolls or shuffle else ""
        opened = tuple(
            b.Opened(entry=len(self.entries), place=place, salt=salt(place), text=text)
            for place, text in enumerate(statements, 1)
        )
        made = {
            "link": link,
            "decisions": tuple(
                b.Decided(side=side, request=f"muster-{n}", line=text) for text in statements
            ),
            "rolls": self.roll(rolls or {}),
            "shuffles": (self.shuffle(),) if shuffle else (),
            "opened": opened,
        }
        self.add(b.Mailed(order=envelope_), **{**made, **record})

    def write(
        self, side: str, statements: tuple[str, ...], *, plan: bool = False, **changes: Any
    ) -> b.Envelope:
        said, answer = self.said(side), self.answer(side)
        n, key = answer["question"], self.keys[side]
        texts = [*statements, *[""] * (b.SLOTS - len(statements) % b.SLOTS)]
        cards = tuple(
            b.Opening(slot=f"plan:{side}:{n}:{slot}", salt=salt(100 + slot), card=card)
            for slot, card in enumerate(PLAN if plan else [], 1)
        )
        orders = b.Orders(
            salt=salt(99),
            statements=tuple(
                b.SealedStatement(salt=salt(place), text=text)
                for place, text in enumerate(statements, 1)
            ),
            cards=cards,
        )
        raw = b.encode(orders)
        sealed = tuple(
            b.Sealed(
                to=to,
                data=hpke.seal(
                    x25519,
                    seal.seal_info(GAME, side, to, "order", n, 1, self.head),
                    raw,
                    BUCKET,
                ),
            )
            for to, x25519 in (("gm", GM_KEY.x25519), (side, key.x25519))
        )
        body = {
            **said,
            **answer,
            "request": f"muster-{n}",
            "revision": 1,
            "statements": tuple(
                commitment.commit_statement(GAME, side, n, 1, place, salt(place), text)
                for place, text in enumerate(texts, 1)
            ),
            "commitment": commitment.commit_orders(GAME, side, "order", n, 1, orders),
            "sealed": sealed,
            "brings": orders.standing,
            "plan": tuple(
                b.Locked(
                    slot=card.slot,
                    commitment=commitment.commit_plan(GAME, side, n, at, card.salt, card.card),
                )
                for at, card in enumerate(cards, 1)
            ),
        }
        return envelope.sign(PLAYERS[side], b.Order(**{**body, **changes}))

    def use(self, label: str) -> int:
        self.uses[label] = self.uses.get(label, 0) + 1
        return self.uses[label]

    def roll(self, labels: dict[str, int]) -> tuple[b.Rolled, ...]:
        stream = dice.dice(GAME, *self.latest())
        rolls = []
        for label, sides in labels.items():
            n = self.use(label)
            value = stream.roll(label, n, sides)
            rolls.append(b.Rolled(label=f"{label}#{n}", sides=sides, value=value))
        return tuple(rolls)

    def shuffle(self) -> b.Shuffled:
        self.shuffled += 1
        k, link = self.shuffled, GM_KEY.chain(chain_of("gm", DECK)).link(self.shuffled)
        deck = f"york_{k}"
        stream = dice.shuffling(GAME, k, link, *self.latest())
        self.cards = [CARDS[card] for card in stream.shuffle(deck, self.use(deck), len(CARDS))]
        cards = tuple(
            commitment.commit_card(GAME, k, deck, at, commitment.deck_salt(link, at), card)
            for at, card in enumerate(self.cards)
        )
        slots = tuple(f"deck:{deck}:{at}" for at in range(len(CARDS)))
        return b.Shuffled(deck=deck, k=k, slots=slots, cards=cards)

    def deck_opening(self, position: int) -> b.Opening:
        link = GM_KEY.chain(chain_of("gm", DECK)).link(self.shuffled)
        return b.Opening(
            slot=f"deck:york_{self.shuffled}:{position}",
            salt=commitment.deck_salt(link, position),
            card=self.cards[position],
        )

    def say(self, side: str, body: type[b.AnyStatement], **more: Any) -> None:
        said: b.AnySaid = body(**self.said(side), **more)
        self.add(b.Mailed(order=envelope.sign(PLAYERS[side], said)))

    def bytes(self, signer: Identity = GM) -> bytes:
        position = {"turn": 1, "text": "York holds London.\nIt rains.", "lords": ["warwick"]}
        return save.write(
            {"pbem": 2, "id": "towton-1"}, {"position": position}, self.entries, signer
        )


def begun() -> Log:
    """Invitation and both accepts, the second with its `ready`."""
    log = Log()
    log.accept("york")
    log.accept("lancaster", ready=True)
    return log


def played() -> Log:
    """A few orders, with dice, a shuffle, and cards and plans opened; all bytes are the same again."""
    log = begun()
    log.order("york", rolls={"parley st_albans": 6, "far 1": 100}, shuffle=True)
    log.order("york", statements=(), plan=True, openings=(log.deck_opening(0),))
    log.order("lancaster", rolls={"intercept somerset": 6, "battle 1 missiles 1": 6})
    log.say("york", b.Say, text="Well fought,\n“Bob”.")
    card = b.Opening(slot="plan:york:2:1", salt=salt(101), card=PLAN[0])
    log.order("york", openings=(card,))
    return log


def order_of(entry: Entry) -> b.Envelope:
    """The envelope in an entry that a player's mail made."""
    step = entry.body.step
    assert isinstance(step, b.Joined | b.Mailed | b.Seated | b.Chaired)
    return step.order
