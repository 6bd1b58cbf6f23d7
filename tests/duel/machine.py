"""A program on one player's machine, which shares nothing with the other but emails: lines of base64, in and out.

python -m tests.duel.machine ann york SEED
python -m tests.duel.machine bob "" SEED
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode

from pbem.duel.duellist import Duellist
from pbem.errors import NotYourTurn, OutOfSequence

from .table import ANN, BOB, Machine, founded


def main(who: str, side: str, seed: str) -> None:
    """Begin or join a duel, and answer emails till there are none."""
    machine = Machine(founded(side), seed) if side else None
    if machine is not None:
        show(machine)
    for line in sys.stdin:
        data = b64decode(line)
        if machine is None:
            machine = Machine(Duellist.join(BOB if who == "bob" else ANN, data), seed)
        else:
            trouble = machine.take(data).trouble
            # Where both are asked, the answer of one waits; and an answer comes again till it is in both logs.
            assert trouble is None or isinstance(trouble, NotYourTurn | OutOfSequence), trouble
            machine.decide()
        show(machine)


def show(machine: Machine) -> None:
    sys.stdout.write(b64encode(machine.player.email()).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
