"""The end of a duel in which something was sealed: both reveal every key that they had in it, for the audit."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ledger.duel_secrets import has_sealed, keys_of
from pbem.ledger.ledger import Ledger
from pbem.proof.revealed_keys import revealed_keys
from pbem.protocol import envelope
from pbem.protocol.bodies import VERSION, Reveal, SignedReveal
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.protocol.save import MOST_REVEALS

MOST_OF_A_SIDE = MOST_REVEALS // 2
"""So many keys of a side go into a file."""


def is_due(ledger: Ledger, entries: Sequence[Entry]) -> bool:
    """Is the duel over, and was anything sealed in it?"""
    return ledger.result is not None and has_sealed(entries)


def withheld(
    ledger: Ledger, entries: Sequence[Entry], reveals: Sequence[SignedReveal]
) -> list[str]:
    """The sides that have not revealed every key of theirs, though it is due."""
    if not is_due(ledger, entries):
        return []
    keys = revealed_keys(entries, reveals)
    missing = {place.party for place in keys.places if keys.key(place) is None}
    return [side for side in ledger.sides if side in missing]


def to_publish(
    identity: Identity, ledger: Ledger, entries: Sequence[Entry], known: Sequence[SignedReveal]
) -> tuple[SignedReveal, ...]:
    """What a player's file reveals: all keys of one's own, and of the `known` those that fit, by side and key.

    What else somebody sends counts for nothing. The order is the same each time. Of each side at most half of what a
    file can hold: whoever took new chains again and again would else make the other's file unreadable.
    """
    side, game = ledger.side_of(identity.ssh), ledger.game
    if not side or not is_due(ledger, entries):
        return ()
    keys = keys_of(identity, entries, side)
    bodies = [Reveal(v=VERSION, game=game, author=side, key=key.root.hex()) for key in keys]
    reveals = [envelope.sign_reveal(identity, body) for body in bodies]
    reveals += [one for one in known if one.body.author != side and _fits(entries, one)]
    by_key = {(ledger.sides.index(one.body.author), one.body.key): one for one in reveals}
    of_sides = (
        [by_key[p] for p in sorted(by_key) if p[0] == at] for at in range(len(ledger.sides))
    )
    return tuple(one for rows in of_sides for one in rows[:MOST_OF_A_SIDE])


def _fits(entries: Sequence[Entry], reveal: SignedReveal) -> bool:
    """Is it a key that its author had in this duel?"""
    return not revealed_keys(entries, [reveal]).odd
