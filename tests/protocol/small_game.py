"""A miniature game, always the same bytes: what the moderator writes, without rules.

`Log` signs whatever it is told, so that the tests can play a dishonest GM with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.protocol import commitment, save
from pbem.protocol.chain import Chain
from pbem.protocol.dice import Stream
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.keys import Identity

GM = Identity(bytes([1]) * 32, "Greg")
PLAYERS = {"york": Identity(bytes([2]) * 32, "Ann"), "lancaster": Identity(bytes([3]) * 32, "Bob")}
SIDES = ["york", "lancaster"]
NONCE = "3f9c1a2b" + 28 * "5a"
GAME = "towton-3f9c1a2b"
DECK = ["Y1", "Y2", "Y3", "Y4", "Y5"]
STATE = 64 * "0"
PLAN = ["warwick", "norfolk"]
PLAN_SALTS = [32 * "a", 32 * "b"]


def chain(owner: Identity, name: str) -> Chain:
    chain_id = f"{GAME}/{name}"
    return Chain(owner.chain_seed(NONCE, chain_id), chain_id)


MOVES = {side: chain(PLAYERS[side], f"move/{side}") for side in SIDES}
ANSWERS = {side: chain(GM, f"answer/{side}") for side in SIDES}
DECK_CHAIN = chain(GM, "deck")


@dataclass
class Log:
    """The entries so far; each step takes changes to what it would honestly write."""

    entries: list[Entry] = field(default_factory=list)
    seq: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    shuffled: int = 0
    cards: list[str] = field(default_factory=list)
    deck: str = ""

    @property
    def head(self) -> str:
        return self.entries[-1].head if self.entries else ""

    def add(self, kind: str, body: dict[str, Any]) -> None:
        base = {"v": 1, "type": kind, "n": len(self.entries), "prev": self.head}
        self.entries.append(Entry.signed(GM, {**base, "state_hash": STATE, **body}))

    def genesis(self, **changes: Any) -> None:
        body = {
            "game": GAME,
            "nonce": NONCE,
            "rules": "plantagenet",
            "rules_version": "1",
            "data_hash": STATE,
            "scenario": "Ib",
            "options": {"escrow": True},
            "gm": GM.public.to_dict(),
            "sides": SIDES,
            "invited": {"york": "ann@example.org", "lancaster": "bob@example.org"},
            "anchors": {
                "answer": {side: ANSWERS[side].anchor for side in SIDES},
                "deck": DECK_CHAIN.anchor,
            },
        }
        self.add("genesis", {**body, **changes})

    def accept(self, side: str) -> None:
        player = PLAYERS[side]
        body = {
            "v": 1,
            "type": "accept",
            "game": GAME,
            "from": side,
            "head": self.entries[0].head,
            "name": player.name,
            "keys": player.public.to_dict(),
            "anchor": MOVES[side].anchor,
        }
        self.add("accept", {"order": Envelope.signed(player, ORDER_NAMESPACE, body).to_dict()})

    def order(
        self,
        side: str,
        *,
        rolls: dict[str, int] | None = None,
        shuffle: bool = False,
        order: dict[str, Any] | None = None,
        rolls_claimed: list[dict[str, Any]] | None = None,
        order_claimed: dict[str, Any] | None = None,
        **changes: Any,
    ) -> None:
        seq = self.seq[side] = self.seq[side] + 1
        body = {
            "v": 1,
            "type": "order",
            "game": GAME,
            "from": side,
            "seq": seq,
            "revision": 1,
            "head": self.head,
            "link": MOVES[side].link(seq),
            "answers": f"muster 1461-{seq}",
            "lines": ["norfolk: troops"],
            **(order or {}),
        }
        envelope = Envelope.signed(PLAYERS[side], ORDER_NAMESPACE, body)
        links = ",".join(
            MOVES[s].link(self.seq[s]) if self.seq[s] else MOVES[s].anchor for s in SIDES
        )
        dice = Stream("dice", GAME, f"{side}:{seq}", ANSWERS[side].link(seq), links)
        entry = {
            "order": order_claimed or envelope.to_dict(),
            "answer_link": ANSWERS[side].link(seq),
            "decisions": [{"side": side, "request": body["answers"], "line": "norfolk: troops"}],
            "rolls": rolls_claimed
            or [
                {"label": label, "sides": sides, "value": dice.roll(label, sides)}
                for label, sides in (rolls or {}).items()
            ],
            "shuffles": [self.shuffle(side, links)] if shuffle else [],
            "openings": [],
            "deals": [],
        }
        self.add("order", {**entry, **changes})

    def shuffle(self, side: str, links: str) -> dict[str, Any]:
        self.shuffled += 1
        deck = self.deck or f"york_{self.shuffled}"
        stream = Stream(
            "shuffle", GAME, f"{side}:{self.seq[side]}", DECK_CHAIN.link(self.shuffled), links
        )
        self.cards = [DECK[card] for card in stream.shuffle(deck, len(DECK))]
        cards = [
            commitment.commit_card(GAME, deck, at, self.salt(at), card)
            for at, card in enumerate(self.cards)
        ]
        return {"deck": deck, "count": len(DECK), "k": self.shuffled, "cards": cards}

    def salt(self, position: int) -> str:
        return commitment.deck_salt(DECK_CHAIN.link(self.shuffled), position)

    def deck_opening(self, position: int) -> dict[str, str]:
        card = self.cards[position]
        return {
            "slot": f"deck:york_{self.shuffled}:{position}",
            "salt": self.salt(position),
            "card": card,
        }

    def bytes(self) -> bytes:
        position = {"turn": 1, "text": "York holds London.\nIt rains.", "lords": ["warwick"]}
        sections = {"position": position}
        return save.dumps(save.Save({"id": GAME}, sections, tuple(self.entries)), GM)


def plan_commitments() -> list[dict[str, str]]:
    return [
        {
            "slot": f"plan:york:1:{slot}",
            "commitment": commitment.commit_plan(GAME, "york", 1, slot, salt, card),
        }
        for slot, (salt, card) in enumerate(zip(PLAN_SALTS, PLAN, strict=True), start=1)
    ]


def plan_opening(slot: int, card: str | None = None) -> dict[str, str]:
    salt, planned = PLAN_SALTS[slot - 1], PLAN[slot - 1]
    return {"slot": f"plan:york:1:{slot}", "salt": salt, "card": card or planned}


def begun() -> Log:
    """Invitation and both accepts."""
    log = Log()
    log.genesis()
    for side in SIDES:
        log.accept(side)
    return log


def played() -> Log:
    """A few orders, with dice, a shuffle, and cards and plans opened."""
    log = begun()
    log.order("york", rolls={"parley st_albans": 6, "far 1": 100}, shuffle=True)
    log.order("york", order={"plan": plan_commitments()}, openings=[log.deck_opening(0)])
    log.order("lancaster", rolls={"intercept somerset": 6, "battle 1 missiles 1": 6})
    log.order("york", order={"openings": [plan_opening(1)]}, openings=[plan_opening(2)])
    return log
