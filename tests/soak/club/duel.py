"""A finished duel: two random players on two machines, of whom one resigns when it is their turn."""

from __future__ import annotations

import hashlib
import random

from pbem.duel.duellist import Duellist
from tests.duel.table import Machine, play, table

RULES = "warriors"


def resigned(seed: str, entries: int) -> Duellist:
    """A duel of about so many entries, as the loser has it."""
    chance = random.Random(seed)
    nonce = hashlib.sha256(seed.encode()).digest()
    first, second = table(seed, chance.choice(("york", "lancaster")), nonce=nonce)
    play(first, second, entries)
    settle(first, second)
    if first.player.ledger.result is None:
        loser, winner = (first, second) if first.player.decides else (second, first)
        loser.player.resign()
        settle(loser, winner)
    return first.player


def settle(sender: Machine, reader: Machine) -> None:
    """Emails go to and fro, and nobody decides anything, until none needs an answer."""
    while reader.take(sender.player.email()).answer:
        sender, reader = reader, sender
