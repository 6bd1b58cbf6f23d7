"""Each defence of the program, and the test of a cheat that fails where it is missing.

The lines are quoted as they stand in the program. Whoever rewords one rewords it here too; whoever moves a
defence to another place looks whether the cheat is still stopped by that line, and by no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from .without import Change

LEDGER = "pbem.ledger"
CASES = "pbem.ledger.cases"
CHECKS = f"{LEDGER}.checks"
PROTOCOL = "pbem.protocol"


class Defence(Struct, frozen=True):
    """A line of the program, and a test that fails without it.

    Attributes:
        file: of the cheat, without `test_`. `test`: in it, without `test_`. `given`: its arguments.
        raises: whether the test may also end in an error of the program itself.
        often: whether it is run every time, not only in the slow tier.
    """

    file: str
    test: str
    change: Change
    given: Mapping[str, Any] = field(default_factory=dict)
    raises: bool = False
    often: bool = False

    @property
    def id(self) -> str:
        return f"{self.file}-{self.change.place.partition(':')[2]}"


def off(place: str, line: str) -> Change:
    """Without this condition: what it guards never happens."""
    words = line.strip()
    assert words.startswith("if ")
    return Change(place, line, line.replace(words, "if False:"))


def unchecked(part: str) -> Change:
    """Whoever replays does not compare this part of a record."""
    line = "if getattr(record, name) != getattr(right, name):"
    return Change(f"{LEDGER}.chances:compare", line, f"if name != {part!r} and {line[3:]}")


UNSIGNED = Change(
    f"{LEDGER}.door:check_said", "envelope.verify(mail, keys or ledger.seat_of(body.author).keys)"
)
OWN_POLICIES = Change(
    f"{LEDGER}.chances:LogChance.prepared",
    "if self.eyes is not None and request.side == self.eyes.side:",
    "if False:",
)
ANSWERED = off(
    f"{LEDGER}.orders:check_answer", "if body.question <= ledger.chains.latest[side].question:"
)
STALE_ANSWER = off(
    f"{LEDGER}.orders:check_answer", "if ledger.heads.index(body.head) < asking.since:"
)
AT_ONCE = off(
    f"{CASES}.says:check",
    "if isinstance(body, AT_ONCE) and ledger.heads.index(body.head) < ledger.cases.asked:",
)
FRESH = off(
    f"{LEDGER}.orders:check_fresh",
    "if known & {x25519, *anchors} or len(set(anchors)) < len(anchors):",
)
OPENING = Change(
    f"{LEDGER}.draft:Draft.learn",
    "commitment.check(lock.commitment, commit(self.game, slot, lock.k, salt, card), slot)",
)
SEALED_CARDS = off(
    f"{LEDGER}.sealed:check",
    "if [card.slot for card in orders.cards] != [part.slot for part in body.plan]:",
)
CHOICES = off(
    f"{LEDGER}.disclosure:_menu",
    "if (part is not None) != is_digest(choices) or (part is None and choices):",
)
SALT = Change(
    f"{PROTOCOL}.commitment:new_salt",
    "return os.urandom(SALT_BYTES).hex()",
    "return SALT_BYTES * 'ab'",
)
SIGNED_ENTRY = Change(f"{PROTOCOL}.gms:verify_by", "entry.verify(gms[-1], game, n)")
