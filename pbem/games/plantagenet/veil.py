"""1.5.3 Hidden Mats: how a story is told around the screens."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet.state import State


def tell(
    table: Table[State],
    rule: str,
    side: str,
    text: str,
    openly: str = "",
    about: tuple[str, ...] = (),
) -> None:
    """Say what happens on a mat: with Hidden Mats only to its owner, and `openly` to everybody.

    Args:
        openly: a sentence without what the screen hides; "" if there is nothing to tell.
    """
    if not table.state.hidden_mats:
        table.say(rule, text, about=about)
        return
    if openly:
        table.say(rule, openly, about=about)
    table.say(rule, text, about=about, to=side)
