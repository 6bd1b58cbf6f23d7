"""A dishonest opponent in a duel takes new secret numbers, and shows around that her die does not follow from the links
which `pbem explain` names."""

from __future__ import annotations

import hashlib
import shlex

from pbem.proof import by_hand
from tests.duel.test_orders import asked, legal


def by_shell(line: str) -> bytes:
    """What a shell prints for `printf FORMAT FIELDS | sha256sum`, as bytes."""
    _, pattern, *fields = shlex.split(line.partition("|")[0])
    return hashlib.sha256((pattern.replace("\\n", "\n") % tuple(fields)).encode()).digest()


def test_a_die_behind_new_secret_numbers_is_the_one_that_is_checked_by_hand() -> None:
    crook, honest = asked("shell", 10)
    crook.lose(crook.player.email())
    assert honest.take(crook.player.email()).trouble is None
    crook.take(honest.player.email())
    crook.player.decide([legal(crook)])
    assert honest.take(crook.player.email()).trouble is None
    entry = honest.player.entries[-1]
    assert entry.body.record.rolls
    links = by_hand.links_at(honest.player.entries, entry.n)
    for roll in entry.body.record.rolls:
        (line,) = by_hand.die(honest.player.ledger.game, links, roll.label, roll.sides).lines
        byte = next(byte for byte in by_shell(line) if byte < 256 - 256 % roll.sides)
        assert byte % roll.sides + 1 == roll.value
