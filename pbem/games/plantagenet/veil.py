"""1.5.3 Hidden Mats: what the screens hide, and how a story is told around them.

Hidden are the mats of the other side's Mustered Lords: Troops, Assets, Vassals and Capabilities.
Cylinders, Calendar, Favour, pools, Held Events as a number, and played cards stay open (C85). The
Calendar tells which Vassals serve and when they are due, but not at which mat.
"""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import TROOPS
from pbem.games.plantagenet.state import LordState, State, Troops, VassalState


def veil(state: State, side: str) -> State:
    """The position as `side` ("york", "lancaster" or "public") may see it (1.5.3, 2.1.1).

    Without Hidden Mats it is the state itself. Mats of Lords in the present Battle are shown. A
    position that is veiled already stays as it is.
    """
    if not state.hidden_mats:
        return state
    behind = [id for id in state.lords if is_screened(state, side, id)]
    mats = {id: screened(lord) if id in behind else lord for id, lord in state.lords.items()}
    vassals = {
        id: VassalState(marker.status, "", marker.box) if marker.lord in behind else marker
        for id, marker in state.vassals.items()
    }
    newly = [state.lords[id].troops for id in behind if not state.lords[id].hidden]
    pieces = {
        kind: getattr(state.screened, kind) + sum(getattr(troops, kind) for troops in newly)
        for kind in TROOPS
    }
    shown = replace(state, lords=mats, vassals=vassals, screened=Troops(**pieces))
    if state.active in behind:  # a card at his mat may have added actions
        shown.actions = shown.granted = 0
    return shown


def is_screened(state: State, side: str, lord: str) -> bool:
    """1.5.3 Is this Lord's mat behind a screen for `side`?"""
    fights = state.battle is not None and lord in state.battle.lords
    return lords.side_of(lord) != side and lords.mustered(state, lord) and not fights


def screened(lord: LordState) -> LordState:
    """Only what stands on the board: the cylinder and its Moved-Fought marker."""
    return LordState(at=lord.at, moved=lord.moved, hidden=True)


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
