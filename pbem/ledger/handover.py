"""Who has which keys: what a newcomer is told, a player what his side knew, a GM the key of the game."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.play import Play
from pbem.errors import BadInput, BadOpening, FalseEntry
from pbem.games import find
from pbem.ledger.chance import Chance
from pbem.ledger.chances import GmChance, LogChance
from pbem.ledger.draft import Draft
from pbem.ledger.holder import Holder, key_of
from pbem.ledger.ledger import veiled_setup
from pbem.ledger.sight import Menus
from pbem.ledger.values import GM, GmTenure
from pbem.protocol import bodies, gms, seal
from pbem.protocol.bodies import Body, Chaired, Claim, DuelGenesis, Keys, Opening, Sealed
from pbem.protocol.entry import Entry, genesis_of, setup_of, stub_hash
from pbem.protocol.keys import GameKey, Identity

HAND_BUCKET = 8192
ESCROW_BUCKET = 1024
LIMIT = 256 * 1024


class Hand(Body, frozen=True):
    """The hidden cards that a side may look at."""

    cards: tuple[Opening, ...] = ()


class GmKeys(Body, frozen=True):
    """The keys of a game's GMs so far, in their order."""

    keys: tuple[bodies.Hex, ...]


def give(draft: Draft, chance: Chance, side: str) -> None:
    """Deal to a side's new player, sealed, the cards that the side can look at.

    The GM seals them, the reader of a log takes over what the record holds. Raises BadOpening.
    """
    if isinstance(chance, GmChance):
        secrets = draft.secrets
        cards = [
            Opening(slot, secrets[slot].salt, secrets[slot].card)
            for slot in draft.hand(side)
            if slot in secrets
        ]
        plain = bodies.encode(Hand(tuple(cards)))
        info = seal.info("handover", draft.game, side, draft.n)
        data = seal.deal(chance.key, draft.seats[side].keys.x25519, info, plain, HAND_BUCKET)
        draft.notes.handover.append(Sealed(side, data))
        return
    if isinstance(chance, LogChance):
        part = next((part for part in chance.record.handover if part.to == side), None)
        if part is None:
            raise chance.mismatch(f"it hands nothing over to the new player of {side}")
        draft.notes.handover.append(part)
        if chance.eyes is not None and chance.eyes.side == side:
            _learn(draft, chance.eyes.key, side, part)


def _learn(draft: Draft, key: GameKey, side: str, part: Sealed) -> None:
    info = seal.info("handover", draft.game, side, draft.n)
    plain = seal.undeal(key, draft.writer.keys.x25519, info, part.data)
    for card in bodies.decode(Hand, plain, LIMIT).cards:
        draft.learn(card.slot, card.salt, card.card)
    if isinstance(draft.play, Play):
        for slot in draft.hand(side):
            if slot in draft.locks and slot not in draft.secrets:
                raise BadOpening(slot=slot, why="it is not among what was handed over")


def escrow(draft: Draft, chance: Chance, newcomer: Keys) -> None:
    """Give a new GM the keys of those before him."""
    if isinstance(chance, GmChance):
        keys = [chance.keys[chair.keys.x25519].root.hex() for chair in draft.chairs]
        plain = bodies.encode(GmKeys(tuple(keys)))
        info = seal.info("escrow", draft.game, draft.n)
        draft.notes.escrow = seal.deal(chance.key, newcomer.x25519, info, plain, ESCROW_BUCKET)
    elif isinstance(chance, LogChance):
        draft.notes.escrow = chance.record.escrow


def keys_handed_over(
    key: GameKey, game: str, n: int, chairs: Sequence[GmTenure], sealed: str
) -> list[GameKey]:
    """The keys that entry `n` gave to a new GM.

    Args:
        key: of the new GM.
        chairs: of the GMs before, the last of whom gave them.
        sealed: the keys, as the entry has them.

    Raises BadOpening. FalseEntry: they are not theirs.
    """
    try:
        plain = seal.undeal(key, chairs[-1].keys.x25519, seal.info("escrow", game, n), sealed)
        key_texts = bodies.decode(GmKeys, plain, LIMIT).keys
    except BadOpening as error:
        error.in_entry(n)
        raise
    except BadInput as error:
        raise FalseEntry(n=n, why=f"what it hands over is no key: {error}") from error
    keys = [GameKey(bytes.fromhex(text)) for text in key_texts]
    if [one.x25519 for one in keys] != [chair.keys.x25519 for chair in chairs]:
        raise FalseEntry(n=n, why="what it hands over are not the keys of the GMs so far")
    return keys


def holder_of(identity: Identity | None, entries: Sequence[Entry], menus: Menus = dict) -> Holder:
    """As whom somebody reads this log. Raises what a log without a genesis raises."""
    if identity is None or isinstance(setup_of(entries[0]), DuelGenesis):
        return Holder(identity)
    _, after = gms.gms_after(entries)
    ssh = identity.ssh
    if any(gm.ssh == ssh for gm in after):
        return Holder(identity, gm_keys(identity, entries))
    return Holder(identity, menus=menus)


def founder_key(identity: Identity, first: Entry) -> GameKey:
    """The key of whoever wrote a genesis: it hangs on the genesis without what follows from the key."""
    genesis = genesis_of(first)
    veiled = veiled_setup(find(genesis.rules, genesis.data), genesis.scenario, genesis.options)
    return identity.game_key(GM, stub_hash(first.body, veiled=veiled), "")


def gm_keys(identity: Identity, entries: Sequence[Entry]) -> dict[str, GameKey]:
    """A GM's keys of a game, by x25519: his own, and those that the GMs before him handed over. Raises BadOpening."""
    genesis_entry = entries[0]
    genesis, game, ssh = genesis_of(genesis_entry), genesis_entry.head, identity.ssh
    keys: list[GameKey] = []
    if genesis.gm.ssh == ssh:
        keys.append(founder_key(identity, genesis_entry))
    chairs = [GmTenure(0, genesis.gm)]
    for entry in entries[1:]:
        step = entry.body.step
        if not isinstance(step, Chaired) or not isinstance(step.order.body, Claim):
            continue
        claim = step.order.body
        if claim.keys.ssh == ssh:
            own = key_of(identity, game, claim)
            keys += keys_handed_over(own, game, entry.n, chairs, entry.body.record.escrow)
            if step.role == "handover":
                keys.append(own)
        if step.role == "handover":
            chairs.append(GmTenure(entry.n, claim.keys))
    return {key.x25519: key for key in keys}
