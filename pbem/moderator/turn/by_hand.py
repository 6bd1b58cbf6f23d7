"""A die checked by hand: the shell line that hashes it, and what to do with the bytes."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from pbem.moderator.chance import Moment
from pbem.protocol.hashing import H


@dataclass(frozen=True)
class ByHand:
    """How one die came about.

    Attributes:
        lines: shell commands, one a block of 32 bytes, the last of which has the die.
        how: what to do with their output, a sentence.
    """

    lines: tuple[str, ...]
    how: str


def die(moment: Moment, label: str, sides: int) -> ByHand:
    """The way from an entry's links to a die."""
    lines, skipped, block = [], 0, 0
    limit = 256 - 256 % sides
    while True:
        fields = [moment.game, moment.key, moment.gm_link, moment.player_links, "-", label]
        words = " ".join(shlex.quote(field) for field in (*fields, str(block)))
        lines.append(f"printf '{_format(len(fields) + 1)}' {words} | sha256sum")
        for place, byte in enumerate(bytes.fromhex(H("dice", *fields, block))):
            if byte < limit:
                return ByHand(tuple(lines), _how(place, byte, sides, limit, skipped))
            skipped += 1
        block += 1


def _format(count: int) -> str:
    return "pbem1/dice" + r"\n%s" * count + r"\n"


def _how(place: int, byte: int, sides: int, limit: int, skipped: int) -> str:
    before = f"bytes of {limit} and above are skipped; " if skipped else ""
    where = "it begins with" if place == 0 else f"byte {place + 1} is"
    value = byte % sides
    return f"{before}{where} {byte:02x}, that is {byte}; {byte} mod {sides} is {value}, and 1 more is {value + 1}"
