"""Revealed keys: which seat or chair of a game each opens, checked against what the log fixed before play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from pbem.errors import BadStatement, PbemError
from pbem.ledger.holder import key_of
from pbem.ledger.values import GM
from pbem.proof.reader import Reader
from pbem.protocol import envelope
from pbem.protocol.bodies import (
    VERSION,
    Accept,
    Chaired,
    Claim,
    DuelAccept,
    DuelClaim,
    DuelGenesis,
    DuelJoined,
    DuelRenewed,
    Joined,
    Keys,
    Reveal,
    Seated,
    SignedReveal,
)
from pbem.protocol.entry import Entry, setup_of
from pbem.protocol.keys import GameKey
from pbem.protocol.offices import chain_of


class OpenedOffice(Struct, frozen=True):
    """A seat or the GM's chair, from entry `since` on, until entry `until`.

    Attributes:
        anchors: chain id to the number and the link at which the chain was fixed.
    """

    party: str
    since: int
    keys: Keys
    anchors: Mapping[str, tuple[int, str]]
    until: int

    def holds(self, n: int) -> bool:
        """Was this the place that counted when entry `n` was written?"""
        return self.since < n <= self.until

    def own_chains(self, key: GameKey) -> bool:
        """Are all its chains of this key?"""
        return all(
            key.chain(chain_id, base).anchor == link
            for chain_id, (base, link) in self.anchors.items()
        )


def places(entries: Sequence[Entry]) -> list[OpenedOffice]:
    """All offices that were ever taken, in the order of the log, each with its first and last entry."""
    last = len(entries) - 1
    offices: list[OpenedOffice] = []
    for entry in entries:
        for party, keys, anchors in _offices_given(entry):
            if isinstance(entry.body.step, DuelRenewed):  # the name in a claim counts for nothing
                name = next(office.keys.name for office in offices if office.party == party)
                keys = Keys(name, keys.ssh, keys.x25519)
            for at, before in enumerate(offices):
                if before.party == party and before.until == last:
                    offices[at] = OpenedOffice(
                        party, before.since, before.keys, before.anchors, entry.n
                    )
            offices.append(OpenedOffice(party, entry.n, keys, anchors, last))
    return offices


def _offices_given(entry: Entry) -> Iterator[tuple[str, Keys, dict[str, tuple[int, str]]]]:
    """The offices that an entry gives away, each as party, keys and its chains with their first numbers and links."""
    if entry.n == 0:
        genesis = setup_of(entry)
        if isinstance(genesis, DuelGenesis):
            yield genesis.side, genesis.keys, _chains(genesis.side, genesis.anchors, {})
            return
        yield GM, genesis.gm, _chains(GM, genesis.anchors, {})
        return
    step = entry.body.step
    if not isinstance(step, Joined | Seated | Chaired | DuelJoined | DuelRenewed):
        return
    body = step.order.body
    if isinstance(body, Accept | DuelAccept):
        yield body.author, body.keys, _chains(body.author, body.anchors, {})
    elif isinstance(body, Claim | DuelClaim) and body.anchors:
        yield body.author, body.keys, _chains(body.author, body.anchors, body.numbers)


def _chains(
    party: str, anchors: Mapping[str, str], numbers: Mapping[str, int]
) -> dict[str, tuple[int, str]]:
    """A party's chains by name, each with the number of its first link and the link itself."""
    return {
        chain_of(party, member): (numbers.get(member, 0), link) for member, link in anchors.items()
    }


class RevealedKeys(Struct, frozen=True):
    """Keys by the places that they open.

    Attributes:
        keys: public half of a place to its key. `odd`: reveals that open none, with the reason.
    """

    places: tuple[OpenedOffice, ...]
    keys: Mapping[str, GameKey] = field(default_factory=dict)
    odd: tuple[tuple[str, str], ...] = ()

    def key(self, place: OpenedOffice) -> GameKey | None:
        return self.keys.get(place.keys.x25519)

    def at(self, party: str, n: int) -> GameKey | None:
        """The key with which `party` wrote, or read, entry `n`."""
        holding = next((p for p in self.places if p.party == party and p.holds(n)), None)
        return self.key(holding) if holding is not None else None

    @property
    def gm(self) -> dict[str, GameKey]:
        """The GM's keys as whoever folds with them needs them."""
        chairs = [place.keys.x25519 for place in self.places if place.party == GM]
        return {x25519: self.keys[x25519] for x25519 in chairs if x25519 in self.keys}


def revealed_keys(entries: Sequence[Entry], reveals: Iterable[SignedReveal]) -> RevealedKeys:
    """What reveals open; one that fits nothing harms nobody else's."""
    table = tuple(places(entries))
    keys: dict[str, GameKey] = {}
    odd: list[tuple[str, str]] = []
    for reveal in reveals:
        party = reveal.body.author
        why = _fits(entries, table, reveal)
        if why:
            odd.append((party, why))
        else:
            key = GameKey(bytes.fromhex(reveal.body.key))
            keys[key.x25519] = key
    return RevealedKeys(table, keys, tuple(odd))


def _fits(entries: Sequence[Entry], table: Sequence[OpenedOffice], reveal: SignedReveal) -> str:
    """Why a reveal counts for nothing; "" if it does."""
    body = reveal.body
    if body.game != entries[0].head:
        return "it is a key of another game"
    if not any(_signed(reveal, keys) for keys in _signers(entries, table, body.author)):
        return f"nobody signed it who ever was {body.author} here"
    x25519 = GameKey(bytes.fromhex(body.key)).x25519
    if not any(p.party == body.author and p.keys.x25519 == x25519 for p in table):
        return "it is signed, but it is not the key of any seat that its signer had"
    return ""


def _signers(entries: Sequence[Entry], table: Sequence[OpenedOffice], party: str) -> Iterator[Keys]:
    yield from (place.keys for place in table if place.party == party)
    if party == GM:  # who helps a GM has its key too
        for entry in entries[1:]:
            step = entry.body.step
            if isinstance(step, Chaired) and isinstance(step.order.body, Claim):
                yield step.order.body.keys


def _signed(reveal: SignedReveal, keys: Keys) -> bool:
    try:
        envelope.verify(reveal, keys)
    except PbemError:
        return False
    return True


def at_hand(game: Reader, reveals: Iterable[SignedReveal] = ()) -> RevealedKeys:
    """The keys of a game that its reader has: revealed ones, and his own."""
    entries = game.save.entries
    published = revealed_keys(entries, reveals)
    own = dict(game.holder.keys)
    if game.identity is not None:
        for place in published.places:
            step = entries[place.since].body.step
            if isinstance(step, Joined | Seated) and place.keys.ssh == game.identity.ssh:
                key = key_of(game.identity, game.ledger.game, step.order.body)
                own[key.x25519] = key
    return RevealedKeys(published.places, {**published.keys, **own}, published.odd)


def own_reveals(game: Reader) -> list[SignedReveal]:
    """All keys that one had in a finished game, each for a file beside the log: a GM's, or those of one's seats.

    Raises:
        BadStatement: the end is not signed by all.
    """
    if game.ledger.result is None:
        raise BadStatement(why="the game is not over")
    if not game.ledger.final:
        sides_unsigned = " and ".join(game.ledger.unsigned)
        raise BadStatement(
            why=(
                f"the end is not signed by everybody yet ({sides_unsigned} can, with `pbem over`), and a "
                "key that is published now would show what is still secret. Type this again when all have "
                "signed"
            )
        )
    identity = game.somebody()
    keys = [(GM, key) for key in game.holder.keys.values()]
    if not keys:
        own = at_hand(game)
        seats = [place for place in own.places if place.keys.x25519 in own.keys]
        if not seats:  # whoever had one once reveals it too
            game._player("")
        keys = [(place.party, own.keys[place.keys.x25519]) for place in seats]
    return [
        envelope.sign_reveal(
            identity,
            Reveal(v=VERSION, game=game.ledger.game, author=author, key=key.root.hex()),
        )
        for author, key in keys
    ]
