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
        nodes = [self]
        while len(nodes[-1].below) == 1:
            nodes += nodes[-1].below
        return nodes


class Tree(Struct):
    """All branches: by the entry where they begin; and those that cannot be read, with why."""

    roots: dict[int, Node]
    broken: list[tuple[str, str]]


def tree(seat: Seat) -> Tree:
    """The branches that were tried, as one tree for each entry; shared lines are shared nodes.

    The branch that is being tried here is marked, with what its lines led to.
    """
    game, branch_tree = seat.game, Tree({}, [])
    try_seat = seat if isinstance(seat, TrySeat) else None
    for name in kept.names(game):
        try:
            branch = kept.branch_named(game, name)
        except BadTry as error:
            branch_tree.broken.append((name, str(error)))
            continue
        mine = try_seat is not None and name == try_seat.branch.name
        results = try_seat.fork.done if mine and try_seat is not None else ()
        node = branch_tree.roots.setdefault(
            branch.entry,
            Node(f"From entry {branch.entry}", f"The game, at entry {branch.entry}", name, 0),
        )
        node.along |= mine
        for at, words in enumerate(branch.lines, 1):
            below = next((each for each in node.below if each.words == words), None)
            if below is None:
                below = _node(seat, words, name, at)
                node.below.append(below)
            node = below
            if mine:
                node.along = True
            if at <= len(results):
                _mark_result(node, results[at - 1])
        node.ends.append(name)
    return branch_tree


def _node(seat: Seat, words: str, of: str, at: int) -> Node:
    answered = ANSWERED.fullmatch(words)
    if answered is None:
        return Node(words, words, of, at)
    side, by, line = answered.groups()
    sentence, robot = seat.names.statement(line), by == ">>"
    if not sentence:  # a stack that a robot has laid is as secret here as in the game
        sentence = f"{line.split()[0]}, face down" if robot else line
    known = seat.game.ledger.rules.sides.get(side)
    return Node(words, sentence, of, at, known.name if known is not None else side, robot)


def _mark_result(node: Node, line_result: LineResult) -> None:
    node.notes = line_result.notes
    if line_result.by_robot and line_result.stack:
        node.said = f"{line_result.line.split()[0]}, {len(line_result.stack)} cards face down"
