"""What lies beside the board as one audience may see it: hands, mats, stacks and battle lines, in plain pieces
that can be drawn without knowing the game.

A rule set fills them from a veiled state, as it does the picture, so nothing in them is more than their reader
may know: of what lies face down they have its side and no more. The words for it are in the report.
"""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from collections.abc import Iterable, Iterator

from msgspec import Struct

KINDS = ("card", "block", "counter", "chit")
STANDS, LIES, DOWN = "", "lies", "down"
"""A block stands, or lies with its face up as it does in battle; whatever is face down shows nothing."""


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that lies there.

    Attributes:
        kind: a `card`, a `block` with its strength along its edges, a `counter`, or a `chit` of which there are
            `count` in one box.
        text: its name, and `notes` what else is printed on it, short: `A3`, `2*`. `words`: the same in full, for
            who listens or points at it.
        piece, place, card: the id of what it is, if it is any.
        pose: STANDS, LIES or DOWN.
        steps: the strength that is left to it, `full`: when nothing is lost; 0 without any.
        active: it acts now, or it was used.
    """

    kind: str
    text: str = ""
    side: str = ""
    piece: str = ""
    place: str = ""
    card: str = ""
    notes: tuple[str, ...] = ()
    words: str = ""
    pose: str = STANDS
    steps: int = 0
    full: int = 0
    count: int = 0
    active: bool = False

    @property
    def edges(self) -> tuple[int, ...]:
        """The numbers along the edges of a block, from the upper one clockwise: the upper one is what is left,
        and a block that takes a hit is turned by a quarter."""
        if not self.full:
            return ()
        return tuple(
            n if 0 < n <= self.full else 0
            for n in ((self.steps - 1 - turn) % max(4, self.full) + 1 for turn in range(4))
        )


def face_down(kind: str, side: str, count: int = 1) -> tuple[Token, ...]:
    """So many that show nothing but whose they are."""
    return (Token(kind, side=side, pose=DOWN),) * count


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens side by side, in their order, below a title: a wing, a rank, Reserves."""

    tokens: tuple[Token, ...]
    title: str = ""


class TrayRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Groups side by side; a row of a battle line is a side."""

    groups: tuple[Group, ...]
    title: str = ""
    side: str = ""

    @property
    def columns(self) -> bool:
        """Are its groups columns, each with a title, as those of the row below or above?"""
        titled = not self.title and all(group.title for group in self.groups)
        return titled and len(self.groups) > 1


class Tray(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand, a mat, a stack or a battle line.

    Attributes:
        near: it belongs beside the question, whatever is asked.
        piece, place: whose mat it is, or of which place it tells: it comes beside the question with him.
    """

    title: str
    rows: tuple[TrayRow, ...]
    side: str = ""
    near: bool = False
    piece: str = ""
    place: str = ""

    @property
    def tokens(self) -> Iterator[Token]:
        return (token for row in self.rows for group in row.groups for token in group.tokens)


def tray(title: str, *tokens: Token, side: str = "", near: bool = False) -> tuple[Tray, ...]:
    """One with a single row, as a hand is; none without tokens."""
    if not tokens:
        return ()
    return (Tray(title, (TrayRow((Group(tokens),)),), side, near),)


def tray_row(
    title: str, groups: Iterable[tuple[str, tuple[Token, ...]]], side: str = ""
) -> TrayRow:
    """A row of the groups that have tokens."""
    return TrayRow(tuple(Group(tokens, name) for name, tokens in groups if tokens), title, side)
