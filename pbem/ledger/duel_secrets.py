"""What a player of a duel has sealed: secret stacks and policies, which only their author can read (PROTOCOL.md,
section 19).

Nothing is random: salts and copies follow from the player's game key and from what is sealed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from pbem.engine.script import ASK
from pbem.engine.standing import DEFAULT
from pbem.errors import BadOpening, PbemError, UnreadableOrders
from pbem.ledger.draft import commit
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import KnownCard, replace
from pbem.protocol import canonical, commitment, seal
from pbem.protocol.bodies import (
    DuelClaim,
    DuelGenesis,
    DuelOrder,
    DuelPlayed,
    DuelRenewed,
    EntryBody,
    Locked,
    Opening,
    RevealedPolicy,
    SealedPolicy,
)
from pbem.protocol.entry import Entry, setup_of, stub_hash
from pbem.protocol.hashing import digest
from pbem.protocol.keys import GameKey, Identity

MOST_TEXT = 1000
"""Characters of a policy."""


class Secrets(Struct, frozen=True):
    """A player's own secrets, read from the log.

    Attributes:
        keys: all that the player has had, the newest last. orders: the player's, in the order of the log.
    """

    game: str
    keys: Sequence[GameKey]
    orders: Sequence[DuelOrder]

    @classmethod
    def of(cls, identity: Identity, entries: Sequence[Entry], side: str) -> Secrets:
        """Of the person who plays this side."""
        return cls.with_keys(entries, keys_of(identity, entries, side), side)

    @classmethod
    def with_keys(cls, entries: Sequence[Entry], keys: Sequence[GameKey], side: str) -> Secrets:
        """What these keys open of a side."""
        return cls(entries[0].head, keys, [one for one in orders_of(entries) if one.author == side])

    def card(self, slot: str) -> Opening:
        """A card of a stack. Raises BadOpening: no order has laid it down."""
        for order in reversed(self.orders):
            if slot in [row.slot for row in order.plan]:
                for opening in self.stack(order) or ():
                    if opening.slot == slot:
                        return opening
        raise BadOpening(slot=slot, why="no order of yours has laid it down")

    def policy(self, question: int, kind: str) -> RevealedPolicy:
        """A policy that came with the answer to a question. Raises BadOpening: none did."""
        for order in reversed(self.orders):
            if order.question == question and order.policies:
                for policy in self.policies(order) or ():
                    if policy.kind == kind:
                        return policy
        raise BadOpening(slot=f"your policy for {kind}", why="no order of yours has brought it")

    def stack(self, order: DuelOrder) -> list[Opening] | None:
        """The cards of a stack with their salts; None if no key opens the copy, or it has other cards in it."""
        slots = [row.slot for row in order.plan]
        for key, plain in self._opened(order.copy, _stack_info(self.game, order.plan)):
            cards = plain.split(" ")
            try:
                openings = _openings(key, slots, cards)
                if _locked(self.game, openings) == order.plan:
                    return openings
            except (PbemError, ValueError):  # whatever somebody has sealed
                continue
        return None

    def policies(self, order: DuelOrder) -> list[RevealedPolicy] | None:
        """The policies of an order with their salts; None if no key opens the copy, or it has others in it."""
        for key, plain in self._opened(order.kept, _policies_info(self.game, order.policies)):
            try:
                texts = msgspec.json.decode(plain, type=dict[str, str])
                if canonical.encode(texts) != plain.encode():
                    continue
                rows = _revealed(key, order.question, texts)
                if _sealed(self.game, order.author, rows) == order.policies:
                    return rows
            except (msgspec.MsgspecError, PbemError, ValueError):  # whatever somebody has sealed
                continue
        return None

    def _opened(self, copy: str, info: bytes) -> Iterator[tuple[GameKey, str]]:
        for key in self.keys:
            try:
                yield key, seal.unstore(key, info, copy).decode()
            except (BadOpening, UnicodeDecodeError):
                continue


def orders_of(entries: Sequence[Entry]) -> list[DuelOrder]:
    """All orders in a log."""
    steps = [entry.body.step for entry in entries]
    answers = [step.order.body for step in steps if isinstance(step, DuelPlayed)]
    return [body for body in answers if isinstance(body, DuelOrder)]


def has_sealed(entries: Sequence[Entry]) -> bool:
    """Did anybody seal a stack or policies in this log?"""
    return any(order.plan or order.policies for order in orders_of(entries))


def with_own(ledger: Ledger, identity: Identity, entries: Sequence[Entry]) -> Ledger:
    """A ledger of a duel with what this player has sealed: the covered cards of their stacks, and all their policies.

    It is to be looked at, and never goes on: an entry is a function of what both know.
    """
    side, position = ledger.side_of(identity.ssh), ledger.position
    own = [slot for slot in position.locks if slot.startswith(f"plan:{side}:")]
    covered = [slot for slot in own if slot not in position.secrets]
    versions = position.standing.get(side, ())
    if not side or not (covered or versions):
        return ledger
    secrets = Secrets.of(identity, entries, side)
    stacks = [secrets.stack(order) or () for order in secrets.orders if order.plan]
    cards = {row.slot: KnownCard(row.salt, row.card) for stack in stacks for row in stack}
    known = {**position.secrets, **{slot: cards[slot] for slot in covered if slot in cards}}
    standing = dict(position.standing)
    if versions:
        order = next(
            o for o in secrets.orders if o.policies and o.question == versions[-1].question
        )
        texts = tuple((row.kind, row.text) for row in secrets.policies(order) or ())
        standing[side] = (*versions[:-1], replace(versions[-1], reactions=texts))
    after = replace(
        ledger, position=replace(position, secrets=frozen(known), standing=frozen(standing))
    )
    for name in ("heads", "rules"):
        if name in ledger.__dict__:
            after.__dict__[name] = ledger.__dict__[name]
    return after


# -- sealing ------------------------------------------------------------------------------------


def lay_stack(
    key: GameKey, game: str, slots: Sequence[str], cards: Sequence[str]
) -> tuple[tuple[Locked, ...], str]:
    """The commitments to the cards of a stack, in the order of its slots, and the copy that only this key reads."""
    plan = _locked(game, _openings(key, slots, cards))
    return plan, seal.store(key, _stack_info(game, plan), " ".join(cards).encode())


def seal_policies(
    key: GameKey, game: str, side: str, question: int, policies: Mapping[str, str] | None
) -> tuple[tuple[SealedPolicy, ...], str]:
    """The commitments to policies, kind to text, and the copy that only this key reads; nothing for None. An empty set
    says `ask`, so that it takes the one before back.

    Raises UnreadableOrders: one is too long. BadText: it has characters that are not canonical.
    """
    if policies is None:
        return (), ""
    policies = dict(policies) or {DEFAULT: ASK}
    for kind, text in policies.items():
        if len(text) > MOST_TEXT:
            why = (
                f"the policy for {kind} has {len(text)} characters; at most {MOST_TEXT} go into one"
            )
            raise UnreadableOrders(why=why)
    rows = _sealed(game, side, _revealed(key, question, policies))
    return rows, seal.store(key, _policies_info(game, rows), canonical.encode(policies))


def _openings(key: GameKey, slots: Sequence[str], cards: Sequence[str]) -> list[Opening]:
    """With salts that follow from all cards of the stack, so two stacks for one question have none in common."""
    whole = digest(" ".join(cards).encode())
    size = commitment.SALT_BYTES
    salts = [key.secret(f"stack/{slot}/{whole}", size).hex() for slot in slots]
    return [Opening(*row) for row in zip(slots, salts, cards, strict=True)]


def _locked(game: str, openings: Sequence[Opening]) -> tuple[Locked, ...]:
    return tuple(Locked(o.slot, commit(game, o.slot, 0, o.salt, o.card)) for o in openings)


def _stack_info(game: str, plan: Sequence[Locked]) -> bytes:
    return seal.info("stack", game, digest("".join(row.commitment for row in plan).encode()))


def _revealed(key: GameKey, question: int, policies: Mapping[str, str]) -> list[RevealedPolicy]:
    """With salts that follow from all policies of the order, as those of a stack do."""
    whole, size = digest(canonical.encode(policies)), commitment.SALT_BYTES
    salts = {kind: key.secret(f"policy/{question}/{kind}/{whole}", size).hex() for kind in policies}
    kinds = sorted(policies)
    return [RevealedPolicy(question, kind, salts[kind], policies[kind]) for kind in kinds]


def _sealed(game: str, side: str, rows: Sequence[RevealedPolicy]) -> tuple[SealedPolicy, ...]:
    return tuple(
        SealedPolicy(
            row.kind,
            commitment.commit_policy(game, side, row.question, row.kind, row.salt, row.text),
        )
        for row in rows
    )


def _policies_info(game: str, rows: Sequence[SealedPolicy]) -> bytes:
    return seal.info("policies", game, digest("".join(row.commitment for row in rows).encode()))


# -- keys ---------------------------------------------------------------------------------------


def founder_key(identity: Identity, body: EntryBody) -> GameKey:
    """The founder's secrets in this duel, which follow from the stub of its genesis. Raises ValueError."""
    if not isinstance(body.step, DuelGenesis):
        raise ValueError("no duel begins with this entry")
    return identity.game_key(body.step.side, stub_hash(body, veiled=False), "")


def keys_of(identity: Identity, entries: Sequence[Entry], side: str) -> list[GameKey]:
    """All secrets that a player has had in a duel, the newest last: what was sealed under old ones opens with them."""
    game, genesis = entries[0].head, setup_of(entries[0])
    if isinstance(genesis, DuelGenesis) and genesis.side == side:
        keys = [founder_key(identity, entries[0].body)]
    else:
        keys = [identity.game_key(side, game, game)]
    for entry in entries:
        step = entry.body.step
        body = step.order.body if isinstance(step, DuelRenewed) else None
        if isinstance(body, DuelClaim) and body.author == side:
            keys.append(identity.game_key(side, game, body.head, body.nonce))
    return keys
