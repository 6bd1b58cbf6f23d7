"""The branches of a game as a tree: what they share stands once, and from each line another can begin."""

from __future__ import annotations

from msgspec import Struct, field

from pbem.errors import BadTry
from pbem.home import branches as kept
from pbem.imagine.fork import ANSWERED, LineResult
from pbem.web.lookups.try_seat import TrySeat
from pbem.web.seat.seat import Seat


class Node(Struct):
    """A line of some branches.

    Attributes:
        words: as it is kept. `said`: in a sentence. `side`: whose order it is, "" for none.
        of, at: the first `at` lines of branch `of` lead here. `ends`: the branches that end here.
        along: the branch that is open goes through it. `notes`: what did not come of it there.
    """

    words: str
    said: str
    of: str
    at: int
    side: str = ""
    robot: bool = False
    along: bool = False
    notes: tuple[str, ...] = ()
    ends: list[str] = field(default_factory=list)
    below: list[Node] = field(default_factory=list)

    @property
    def straight(self) -> list[Node]:
        """The lines from here on to where branches part, or end: a robot writes hundreds in a row."""
        found = [self]
        while len(found[-1].below) == 1:
            found += found[-1].below
        return found


class Tree(Struct):
    """All branches: by the entry where they begin; and those that cannot be read, with why."""

    roots: dict[int, Node]
    broken: list[tuple[str, str]]


def tree(seat: Seat) -> Tree:
    """The branches of the game, seen from this seat."""
    game, found = seat.game, Tree({}, [])
    here = seat if isinstance(seat, TrySeat) else None
    for name in kept.names(game):
        try:
            one = kept.branch_named(game, name)
        except BadTry as error:
            found.broken.append((name, str(error)))
            continue
        mine = here is not None and name == here.branch.name
        done = here.fork.done if mine and here is not None else ()
        node = found.roots.setdefault(
            one.entry, Node(f"From entry {one.entry}", f"The game, at entry {one.entry}", name, 0)
        )
        node.along |= mine
        for at, words in enumerate(one.lines, 1):
            below = next((each for each in node.below if each.words == words), None)
            if below is None:
                below = _node(seat, words, name, at)
                node.below.append(below)
            node = below
            if mine:
                node.along = True
            if at <= len(done):
                _lived(node, done[at - 1])
        node.ends.append(name)
    return found


def _node(seat: Seat, words: str, of: str, at: int) -> Node:
    answered = ANSWERED.fullmatch(words)
    if answered is None:
        return Node(words, words, of, at)
    side, by, line = answered.groups()
    said, robot = seat.names.statement(line), by == ">>"
    if not said:  # a stack that a robot has laid is as secret here as in the game
        said = f"{line.split()[0]}, face down" if robot else line
    known = seat.game.ledger.rules.sides.get(side)
    return Node(words, said, of, at, known.name if known is not None else side, robot)


def _lived(node: Node, done: LineResult) -> None:
    node.notes = done.notes
    if done.by_robot and done.stack:
        node.said = f"{done.line.split()[0]}, {len(done.stack)} cards face down"
