"""A die checked by hand: the shell line that hashes it, and what to do with the bytes."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from msgspec import Struct

from pbem.protocol.bodies import (
    Accept,
    Answer,
    DuelAccept,
    DuelAnswer,
    DuelClaim,
    DuelGenesis,
    DuelStep,
    Joined,
    Mailed,
)
from pbem.protocol.dice import RevealedLink
from pbem.protocol.entry import Entry, setup_of
from pbem.protocol.hashing import H
from pbem.protocol.offices import DICE, MOVE


class ByHand(Struct, frozen=True):
    """How one die came about.

    Attributes:
        lines: shell commands, one a block of 32 bytes, the last of which has the die.
        how: what to do with their output, a sentence.
    """

    lines: tuple[str, ...]
    how: str


def links_at(entries: Sequence[Entry], n: int) -> list[RevealedLink]:
    """What the dice of entry `n` hang on, read off the log: the GM's last link, then each side's; in a duel those
    of both sides as witnesses, then as players.

    The first anchors of both stand for a side that has answered nothing yet.
    """
    genesis = setup_of(entries[0])
    if isinstance(genesis, DuelGenesis):
        return _links_in_duel(genesis, entries[1 : n + 1])
    gm_link, link_of = RevealedLink(0, genesis.anchors[DICE]), dict[str, RevealedLink]()
    numbers: dict[str, int] = {}
    for entry in entries[1 : n + 1]:
        step, record = entry.body.step, entry.body.record
        if record.link:
            gm_link = RevealedLink(gm_link.number + 1, record.link)
        if isinstance(step, Joined | Mailed):
            body = step.order.body
            if isinstance(body, Accept):
                link_of[body.author] = RevealedLink(0, body.anchors[MOVE])
            answer_body = step.ready.body if isinstance(step, Joined) and step.ready else body
            if isinstance(answer_body, Answer):
                number = numbers.get(answer_body.author, 1)  # the one that comes with an accept
                link_of[answer_body.author] = RevealedLink(number, answer_body.link)
        numbers = {question.side: question.link_number for question in record.questions}
    return [gm_link, *(link_of[side] for side in genesis.sides if side in link_of)]


def _links_in_duel(genesis: DuelGenesis, entries: Sequence[Entry]) -> list[RevealedLink]:
    links = {(genesis.side, kind): RevealedLink(0, genesis.anchors[kind]) for kind in (DICE, MOVE)}
    for entry in entries:
        step = entry.body.step
        if not isinstance(step, DuelStep):
            continue
        body = step.order.body
        if isinstance(body, DuelAccept):
            links |= {(body.author, k): RevealedLink(0, body.anchors[k]) for k in (DICE, MOVE)}
        elif isinstance(body, DuelClaim):
            # A link of the old `move` chain stands until the next answer.
            links[body.author, DICE] = RevealedLink(body.numbers[DICE], body.anchors[DICE])
        elif isinstance(body, DuelAnswer):
            (witness,) = (side for side in genesis.sides if side != body.author)
            last = links[witness, DICE].number
            links[witness, DICE] = RevealedLink(last + 1, entry.body.record.link)
            links[body.author, MOVE] = RevealedLink(body.question, body.link)
    return [links[side, kind] for kind in (DICE, MOVE) for side in genesis.sides]


def die(game: str, links: Sequence[RevealedLink], label: str, sides: int) -> ByHand:
    """The way from the links to a die; `game` is the hash of the genesis, `label` as in the record."""
    seed = [game, *(str(field) for link in links for field in link), label]
    lines, skipped, block = [], 0, 0
    limit = 256 - 256 % sides
    while True:
        words = " ".join(shlex.quote(field) for field in (*seed, str(block)))
        lines.append(f"printf '{_format(len(seed) + 1)}' {words} | sha256sum")
        for place, byte in enumerate(bytes.fromhex(H("dice", *seed, block))):
            if byte < limit:
                return ByHand(tuple(lines), _how(place, byte, sides, limit, skipped))
            skipped += 1
        block += 1


def _format(count: int) -> str:
    return "pbem2/dice" + r"\n%s" * count + r"\n"


def _how(place: int, byte: int, sides: int, limit: int, skipped: int) -> str:
    before = f"bytes of {limit} and above are skipped; " if skipped else ""
    where = "it begins with" if place == 0 else f"byte {place + 1} is"
    value = byte % sides
    return f"{before}{where} {byte:02x}, that is {byte}; {byte} mod {sides} is {value}, and 1 more is {value + 1}"
