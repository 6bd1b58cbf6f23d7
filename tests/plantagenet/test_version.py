"""The rule set's version says which games its rules replay.

`Plantagenet.version` changes whenever the same orders and dice could give another game: another
position, other questions, other dice. Then, and only then, this game's hash is written anew.
"""

from __future__ import annotations

import hashlib
import json

from pbem.games.plantagenet.game import PLANTAGENET
from tests.random_games import play_game

VERSION = "5"
GAME = "2cadd7f4689475589185e1b61225dd34edc2433f22b2bddbf205e7f32e5d88ea"


def fingerprint(scenario: str, seed: str) -> str:
    """The hash of a random game's answers and its end."""
    game = play_game(scenario, seed, often=1000)
    text = json.dumps([game.answers, game.end, game.reason], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_same_orders_give_the_same_game_as_long_as_the_version_stands() -> None:
    assert (PLANTAGENET.version, fingerprint("Ib", "Ib 1")) == (VERSION, GAME), (
        "the rules now play this game otherwise: raise Plantagenet.version (games in progress cannot "
        "be replayed with these rules), then write the new hash here"
    )
