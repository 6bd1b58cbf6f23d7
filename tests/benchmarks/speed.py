"""The figures of DESIGN 9, of this tree and of another one, measured in turns.

python -m tests.benchmarks.speed [--against TREE] [--rounds 7] [--only WORD ...]

CPU time, never the clock on the wall. Each round measures both trees, one after the other; what is told
is the median over the rounds, and the factor is the median of each round's own. Both trees are
installed first, as from a wheel. A figure that a tree cannot give is left out, with its reason.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.benchmarks.tree import Failed, Tree, commit, installed

TREE = Path(__file__).resolve().parents[2]
BARE = (
    "import click, tomllib, jinja2; from cryptography.hazmat.primitives.asymmetric import ed25519"
)
READ = ("plantagenet", "wars_of_the_roses", "3", "60")
"""The game that commands look at: rules, scenario, seed and how many entries."""
LONG = ("warriors", "standard_1455", "2", "10", "300")
"""The game that is applied to, early and late; of the first seeds, the longest game."""
RANDOM = (
    ("plantagenet", "Ia"),
    ("plantagenet", "Ib"),
    ("plantagenet", "II"),
    ("richard_iii", "kingmaker"),
    ("warriors", "standard_1455"),
)
BATTLES = {
    "plantagenet": (
        *("--at", "york", "--attacker", "york", "--york", "norfolk: 3 militia, 2 men_at_arms"),
        *("--lancaster", "somerset_1: 4 militia, 2 longbowmen"),
    ),
    "richard_iii": (
        *("--at", "kent", "--york", "middlesex: norfolk 4, march"),
        *("--lancaster", "exeter, 2 unknown"),
    ),
    "warriors": (
        *("--at", "wales", "--york", "warwick 4, hastings 2"),
        *("--lancaster", "clifford 2, buckingham 2"),
    ),
}


class Figure(NamedTuple):
    """One row: what is measured, in which unit, and what it should be.

    Attributes:
        more: does more mean better?
        digits: how many behind the point.
    """

    title: str
    goal: str
    more: bool = False
    digits: int = 2


class Row(NamedTuple):
    """What came of it: one number a round and tree, or why there is none."""

    figure: Figure
    numbers: dict[str, list[float]]
    left_out: dict[str, str]


Measure = Callable[[Tree], dict[str, float]]


def in_turns(
    figures: dict[str, Figure], trees: Sequence[Tree], rounds: int, take: Measure
) -> list[Row]:
    """Each round, each tree; who comes first changes."""
    rows = {key: Row(figure, {}, {}) for key, figure in figures.items()}
    for number in range(rounds):
        for tree in trees if number % 2 else reversed(trees):
            try:
                taken = take(tree)
            except Failed as error:
                for row in rows.values():
                    row.left_out[tree.name] = str(error)
                continue
            for key, value in taken.items():
                rows[key].numbers.setdefault(tree.name, []).append(value)
    return list(rows.values())


def commands(
    trees: Sequence[Tree],
    rounds: int,
    scratch: Path,
    read: Sequence[str] = READ,
    long: Sequence[str] = LONG,
) -> list[Row]:
    """Commands of one process each, against a bare one."""
    left_out: dict[str, str] = {}
    for tree in trees:
        try:
            for words in (read, long):
                tree.within("game.py", scratch / tree.name / words[0], *words)
        except Failed as error:
            left_out[tree.name] = str(error)

    def games(tree: Tree) -> tuple[Path, Path, Path]:
        longer = scratch / tree.name / long[0]
        return scratch / tree.name / read[0] / read[3], longer / long[3], longer / long[4]

    some, early, late = games(trees[0])
    reads, lines = (
        "1.5, at most 2",
        {n: f"{_about(n)['entries']} entries" for n in (some, early, late)},
    )
    figures = {
        "bare": Figure("bare process: ms of CPU", "", digits=0),
        "show": Figure(f"`show`, {lines[some]} / bare", reads),
        "legal": Figure(f"`legal`, {lines[some]} / bare", reads),
        "orders": Figure(f"`orders`, {lines[some]} / bare", reads),
        "verify": Figure(f"`verify`, {lines[some]} / bare", reads),
        "apply early": Figure(f"`apply` of a mail at {lines[early]} / bare", reads),
        "apply late": Figure(f"`apply` of a mail at {lines[late]} / bare", reads),
        "verify late": Figure(f"`verify`, {lines[late]} / bare", "4"),
    }

    def take(tree: Tree) -> dict[str, float]:
        if tree.name in left_out:
            raise Failed(left_out[tree.name])
        return dict(_commands(tree, *games(tree)))

    return in_turns(figures, trees, rounds, take)


def _about(game: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((game / "about.json").read_text("utf-8"))
    return told


def _commands(tree: Tree, some: Path, early: Path, late: Path) -> Iterator[tuple[str, float]]:
    bare = tree.python(tree.homes, "-c", BARE)
    yield "bare", bare * 1000
    typed: dict[str, tuple[Path, str, str, *tuple[str, ...]]] = {
        "show": (some, "player", "show"),
        "legal": (some, "player", "legal"),
        "orders": (some, "player", "orders", "--line", _about(some)["line"], "-o", "out.txt"),
        "verify": (some, "gm", "verify"),
        "apply early": (early, "gm", "apply", "mail.txt", "--no-reports"),
        "apply late": (late, "gm", "apply", "mail.txt", "--no-reports"),
        "verify late": (late, "gm", "verify"),
    }
    for key, (game, who, *words) in typed.items():
        yield key, _typed(tree, game, who, *words) / bare


def _typed(tree: Tree, game: Path, who: str, verb: str, *words: str) -> float:
    """A command by somebody who has looked at the game before; every time in the same folder as it was."""
    if not (seen := game / f"{who}-seen").exists():
        shutil.copytree(game / who, seen)
        tree.command(seen, "show", game / "game.toml")
    with tempfile.TemporaryDirectory() as name:
        desk = Path(name)
        shutil.copytree(seen, desk / "home")
        for file in ("game.toml", "mail.txt"):
            shutil.copy(game / file, desk)
        there = [desk / word if word.endswith(".txt") else word for word in words]
        return tree.command(desk / "home", verb, desk / "game.toml", *there)


def replay(trees: Sequence[Tree], rounds: int, games: int) -> list[Row]:
    figure = Figure(f"replay, Ia, seeds 1-{games}: decisions a second", "50,000", True, 0)

    def take(tree: Tree) -> dict[str, float]:
        told = tree.within("replay.py", "plantagenet", "Ia", games)
        return {"replay": told["decisions"] / told["seconds"]}

    return in_turns({"replay": figure}, trees, rounds, take)


def random_games(
    trees: Sequence[Tree], rounds: int, games: int, played: Sequence[tuple[str, str]] = RANDOM
) -> list[Row]:
    rows = []
    for rules, scenario in played:
        goal = "a half" if rules == "warriors" else "a tenth, at least a third"
        title = f"random games, {scenario}, seeds 1-{games}: us of CPU a decision"

        def take(tree: Tree, rules: str = rules, scenario: str = scenario) -> dict[str, float]:
            told = tree.within("random_games.py", rules, scenario, games)
            return {"random": told["seconds"] / told["decisions"] * 1e6}

        rows += in_turns({"random": Figure(title, goal, digits=0)}, trees, rounds, take)
    return rows


def odds(trees: Sequence[Tree], rounds: int, games: int, scratch: Path) -> list[Row]:
    rows = []
    for rules, asked in BATTLES.items():
        title = f"`odds battle`, {rules}, {games} games: s of CPU"

        def take(tree: Tree, rules: str = rules, asked: Sequence[str] = asked) -> dict[str, float]:
            folder = scratch / "battles" / tree.name / rules
            if not folder.exists():
                begun = ("--game", rules, "--stop", "2", "--quiet", "--keep", folder)
                tree.command(tree.homes, "demo", *begun)
            words = ("odds", "battle", folder / "game.toml", "--as", "york", *asked)
            seconds = tree.command(folder / "people" / "gm", *words, "--games", str(games))
            return {"odds": seconds}

        rows += in_turns({"odds": Figure(title, "a tenth, at least a fifth")}, trees, rounds, take)
    return rows


def table(rows: Sequence[Row], trees: Sequence[Tree]) -> Iterator[str]:
    """In Markdown: each tree's median, and how many times as good this one is."""
    heads = ["", *(tree.name for tree in trees), *(["factor"] if len(trees) > 1 else []), "goal"]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for figure, numbers, _ in rows:
        cells = [
            f"{median(numbers[tree.name]):,.{figure.digits}f}" if tree.name in numbers else "-"
            for tree in trees
        ]
        if len(trees) > 1:
            cells.append(_factor(figure, *(numbers.get(tree.name, []) for tree in trees)))
        yield f"| {' | '.join([figure.title, *cells, figure.goal])} |"
    for name, why in dict.fromkeys(pair for row in rows for pair in row.left_out.items()):
        yield f"Left out, {name}: {why}"


def _factor(figure: Figure, ours: Sequence[float], theirs: Sequence[float]) -> str:
    pairs = zip(ours, theirs, strict=False)
    factors = [our / their if figure.more else their / our for our, their in pairs]
    return f"{median(factors):.1f}" if factors else "-"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, help="a checkout, such as one of an older version")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=20, help="random games a figure")
    parser.add_argument("--fought", type=int, default=1000, help="games of a battle's odds")
    names = ("commands", "replay", "random", "odds")
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="pbem-speed-") as name:
        scratch = Path(name)
        if asked.against and commit(asked.against) == commit(TREE):
            parser.error(f"both trees stand at {commit(TREE)}")
        paths = [TREE, *([asked.against] if asked.against else [])]
        trees = []
        for number, path in enumerate(paths):
            homes = scratch / str(number)
            homes.mkdir()
            trees.append(Tree(commit(path), path, installed(path, homes), homes))
        rounds: int = asked.rounds
        parts: dict[str, Callable[[], list[Row]]] = {
            "commands": lambda: commands(trees, rounds, scratch),
            "replay": lambda: replay(trees, rounds, asked.games),
            "random": lambda: random_games(trees, rounds, asked.games),
            "odds": lambda: odds(trees, rounds, asked.fought, scratch),
        }
        rows = [row for part in names if part in asked.only for row in parts[part]()]
        print(*table(rows, trees), sep="\n")


if __name__ == "__main__":
    main()
