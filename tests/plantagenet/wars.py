"""Wars of the Roses for the tests of 6.2, and Heirs who leave them."""

from __future__ import annotations

from pbem.games.plantagenet import invariants
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet.s3_2_4_disband import remove_lord
from pbem.games.plantagenet.s6_3_the_wars import set_up
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.scripted import Scripted


def war(id: str, *removed: str) -> State:
    """A War with these Heirs removed in earlier ones."""
    before = setup("wars_of_the_roses")
    before.removed = list(removed)
    return before if id == "I" else set_up(id, before)


def dies(state: State, *lords: str, answers: tuple[str, ...] = ()) -> Scripted:
    """Lords are removed, and Succession follows."""
    for lord in lords:
        remove_lord(state, lord)
    game = Scripted(state, answers)
    game.run(heirs.succession)
    invariants.check(state)
    return game
