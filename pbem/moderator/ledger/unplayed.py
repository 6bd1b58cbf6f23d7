"""Stretches of a log under rules that are not installed here, taken from the signed hashes (PROTOCOL.md, rule 14).

Signatures, links, numbers, dice, shuffles, commitments and openings are checked without rules; whether the
rules were kept is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.ruleset import RuleSet
from pbem.errors import NotPlayed
from pbem.moderator.ledger import sealed
from pbem.moderator.ledger.chance import Past
from pbem.moderator.ledger.chances import LogChance
from pbem.moderator.ledger.eyes import Eyes
from pbem.moderator.ledger.frozen import frozen
from pbem.moderator.ledger.ledger import Ledger
from pbem.moderator.ledger.values import Happened
from pbem.protocol.bodies import Order, Orders, Record, Rules, Ruling, Standing
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey

MOST = 500
"""So much of what happened is remembered; no step of a game is longer."""
Name = tuple[str, str]
"""A version of the rules and the hash of its data."""


def installed(rules: RuleSet[Any]) -> Name:
    return rules.version, rules.data_hash()


def unplayed(
    entries: Sequence[Entry], first: int, version: Name, here: Name, last_too: bool = False
) -> list[range]:
    """The entries from `first` on that can be taken from the signed hashes alone.

    A stretch goes on until a ruling carries its position over; it is played if one of the versions that
    it names is installed `here`. The last one always is, but with `last_too`.
    """
    found, named = [], {version}
    for entry in entries[max(first, 1) :]:
        step = entry.body.step
        if isinstance(step, Rules):
            named.add((step.version, step.data_hash))
        elif isinstance(step, Ruling) and step.kind == "rules":
            if here not in named:
                found.append(range(first, entry.n))
            lines = (*step.lines, "", "")
            first, named = entry.n, {(lines[0], lines[1])}
    if last_too:
        found.append(range(first, len(entries)))
    return found


def and_then(happened: Happened, record: Record) -> Happened:
    """What a record tells beside what happened before it; the dice of a fault left nothing."""
    lost = sum(fault.rolls for fault in record.faults)
    dice = [roll.value for roll in record.rolls][: len(record.rolls) - lost]
    lines = dict(happened.lines)
    for one in record.decisions:
        if not one.request.startswith("open-"):
            lines[one.side] = (*lines.get(one.side, ()), one.line)[-MOST:]
    return Happened((*happened.dice, *dice)[-MOST:], frozen(lines))


class HashChance(LogChance):
    """Takes what an entry says where its rules are not installed.

    Args:
        keys: of a GM, who reads what was sealed to him.
    """

    played = False

    def __init__(
        self, record: Record, past: Past, eyes: Eyes | None, keys: Mapping[str, GameKey]
    ) -> None:
        super().__init__(record, past, eyes)
        self.keys = keys

    def orders(self, body: Order | Standing) -> Orders | None:
        key = self.keys.get(self.draft.writer.keys.x25519)
        return super().orders(body) if key is None else sealed.unseal(key, body, "gm")


def named_last(ledger: Ledger) -> Name:
    """The version of the rules that the log names last."""
    last = ledger.versions[-1]
    return last.version, last.data_hash


def in_words(made: Name, here: Name) -> dict[str, str]:
    """Two versions for people, as errors tell them."""
    if made[0] != here[0]:
        return {"made": made[0], "here": here[0]}
    return {"made": f"{made[0]} (data {made[1][:8]})", "here": f"{here[0]} (data {here[1][:8]})"}


def check_played(ledger: Ledger) -> Ledger:
    """The ledger itself, if it can be looked at. Raises NotPlayed."""
    if ledger.unplayed:
        made, here = named_last(ledger), installed(ledger.rules)
        raise NotPlayed(n=ledger.n, **in_words(made, here))
    return ledger
