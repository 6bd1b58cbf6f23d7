"""A program on one player's machine, which shares nothing with the other but emails: lines of base64, in and out.

python -m tests.duel.machine ann york SEED FOLDER
python -m tests.duel.machine bob "" SEED FOLDER

The folder holds its home and its file of the game; now and then the program starts again from them.
"""

from __future__ import annotations

import os
import sys
from base64 import b64decode, b64encode
from pathlib import Path
from unittest import mock

from pbem.duel.duellist import Duellist
from pbem.errors import NotYourTurn, OutOfSequence

from .schedules import Player
from .table import ANN, BOB, founded

RESTARTS = 0.05


def main(who: str, side: str, seed: str, folder: str) -> None:
    """Begin or join a duel, and answer emails till there are none."""
    player = Player(Path(folder), founded(side), seed) if side else None
    if player is not None:
        show(player)
    for line in sys.stdin:
        data = b64decode(line)
        if player is None:
            joined = Duellist.join(BOB if who == "bob" else ANN, data)
            player = Player(Path(folder), joined, seed)
        else:
            if player.whim.random() < RESTARTS:
                player.restart()
            trouble = player.take(data).trouble
            # Where both are asked, the answer of one waits; and an answer comes again till it is in both logs.
            assert trouble is None or isinstance(trouble, NotYourTurn | OutOfSequence), trouble
            player.decide()
            player.keep()
        show(player)


def show(player: Player) -> None:
    sys.stdout.write(b64encode(player.file.read_bytes()).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with mock.patch.object(os, "fsync"):
        main(*sys.argv[1:])
