"""The chains that belong to an office (PROTOCOL.md, sections 6 and 10). In a moderated game the GM is witness and dealer."""

from __future__ import annotations

from collections.abc import Mapping

GM = "gm"
MOVE, DICE, DECK = "move", "dice", "deck"
SEAT = (MOVE,)
"""A player's chains, as members of `anchors` and `numbers`."""
CHAIR = (DICE, DECK)
"""The GM's."""


def chain_of(party: str, member: str) -> str:
    """The id of a chain: `move/york`, `gm/dice`, `gm/deck`."""
    return f"{MOVE}/{party}" if member == MOVE else f"{party}/{member}"


def check_members(values: Mapping[str, object], office: tuple[str, ...]) -> None:
    """Raises ValueError unless there is a value for each chain of this office, and for no other."""
    if set(values) != set(office):
        found, right = " and ".join(values) or "none", " and ".join(office) or "none"
        raise ValueError(f"the chains here are {right}, and not {found}")
