"""Change one thing in the program at random, and see which tests notice.

python -m tests.soak.mutants --seed 1 --count 30

The quick tests run once on an unchanged copy of the checkout, which must pass, and are watched: which
test comes to which line? Each mutant is then tried by the quick tests that come to it, up to the first
failure. All that survive are tried together by all quick tests, and then by the slow ones; only if a test
fails there is each tried alone. A run of quick tests that takes longer than the first one, which was
watched and had one process, counts as a failure; so does one of slow tests that takes four times as long.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import coverage

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engine", "protocol", "ledger", "proof", "player", "imagine", "gm", "home", "web", "games")
NEVER_COPIED = shutil.ignore_patterns(".git", ".venv", "__pycache__", "build", "*_cache")
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


WATCHED = """\
[run]
source = pbem
dynamic_context = test_function
data_file = {}
"""


class Mutant(NamedTuple):
    """A node of a file, and what stands in its place."""

    file: Path
    node: Any
    changed: ast.AST

    def place(self) -> str:
        return f"{self.file.relative_to(ROOT).as_posix()}:{self.node.lineno}"

    def before(self) -> str:
        return ast.unparse(self.node)

    def after(self) -> str:
        return ast.unparse(self.changed)

    def source(self) -> str:
        """The whole file, changed."""
        lines = self.file.read_bytes().splitlines(keepends=True)
        first, last = self.node.lineno - 1, self.node.end_lineno - 1
        head, tail = lines[first][: self.node.col_offset], lines[last][self.node.end_col_offset :]
        # In brackets, for what is one operand may have become another kind of one.
        after = f"({self.after()})" if isinstance(self.node, ast.expr) else self.after()
        lines[first : last + 1] = [head + after.encode() + tail]
        return b"".join(lines).decode()


def other_comparison(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Compare):
        return None
    return ast.Compare(node.left, [COMPARED[type(node.ops[0])](), *node.ops[1:]], node.comparators)


def other_constant(node: ast.AST) -> ast.AST | None:
    match node:
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
        case ast.Constant(str(value)) if value:
            return ast.Constant(value + "x")
    return None


def other_condition(node: ast.AST) -> ast.AST | None:
    match node:
        case ast.BoolOp(ast.And(), values):
            return ast.BoolOp(ast.Or(), values)
        case ast.BoolOp(ast.Or(), values):
            return ast.BoolOp(ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
    return None


def other_sum(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.BinOp) or type(node.op) not in COMPUTED:
        return None
    return ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)


def without_statement(node: ast.AST) -> ast.AST | None:
    match node:
        case ast.Expr(ast.Constant()):
            return None
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete():
            return ast.Pass()
        case ast.Continue():
            return ast.Break()
        case ast.Break():
            return ast.Continue()
        case ast.Return(ast.expr() as value) if ast.unparse(value) != "None":
            return ast.Return(ast.Constant(None))
    return None


def swapped_arguments(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Call) or len(node.args) < 2:
        return None
    if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        return None
    first, second, *rest = node.args
    if ast.dump(first) == ast.dump(second) or isinstance(first, ast.Starred | ast.GeneratorExp):
        return None
    return ast.Call(node.func, [second, first, *rest], node.keywords)


Change = Callable[[ast.AST], ast.AST | None]
CHANGES: tuple[Change, ...] = (
    other_comparison,
    other_constant,
    other_condition,
    other_sum,
    without_statement,
    swapped_arguments,
)


def runs(tree: ast.AST) -> Iterator[ast.AST]:
    """What of a module is carried out: no types, no parts of an f-string, no docstrings."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "type_params"):
            continue
        for node in value if isinstance(value, list) else [value]:
            match node:
                case ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.MatchValue():
                    continue
                case ast.If(ast.Name("TYPE_CHECKING")) | ast.Expr(ast.Constant(str())):
                    continue
                case ast.Call(ast.Name("TypeVar" | "ParamSpec")):
                    continue
                case ast.AST():
                    yield node
                    yield from runs(node)


@cache
def mutants(room: str, change: Change) -> list[Mutant]:
    """All that this change can make of a room."""
    found = list[Mutant]()
    for file in sorted((ROOT / "pbem" / room).rglob("*.py")):
        for node in runs(ast.parse(file.read_bytes())):
            changed = change(node) if hasattr(node, "lineno") else None
            if changed is not None:
                found.append(Mutant(file, node, changed))
    return found


def picked(seed: int, count: int) -> list[Mutant]:
    """As many from each room and by each change as can be, and within these at random."""
    chance = random.Random(seed)
    changes = {room: chance.sample(CHANGES, len(CHANGES)) for room in ROOMS}
    turns = [(room, changes[room][n]) for n in range(len(CHANGES)) for room in ROOMS]
    return [chance.choice(mutants(*turns[n % len(turns)])) for n in range(count)]


class Reach:
    """Which quick tests carry out which line, as `coverage` has recorded them."""

    def __init__(self, recorded: Path, top: Path) -> None:
        self.top, self.data = top, coverage.CoverageData(str(recorded))
        self.data.read()

    def tests(self, mutant: Mutant) -> list[str]:
        """Node ids of the tests that come to a mutant's lines; none if it runs when it is imported."""
        lines = self.data.contexts_by_lineno(str(self.top / mutant.file.relative_to(ROOT)))
        reached = {
            context
            for line in range(mutant.node.lineno, mutant.node.end_lineno + 1)
            for context in lines.get(line, ())
        }
        nodes = [node_id(context) for context in sorted(reached) if context.startswith("tests.")]
        return [node for node in nodes if (self.top / node.partition("::")[0]).is_file()]


def node_id(context: str) -> str:
    """`tests.cli.test_demo.test_it_ends` as pytest calls it."""
    module, _, name = context.rpartition(".")
    return f"{module.replace('.', '/')}.py::{name}"


class Bench:
    """A copy of the checkout in which tests run.

    Attributes:
        limit: seconds that a run of quick tests may take, if there is a limit.
        late: whether the last run took longer.
        said: what pytest printed in the last run.
    """

    def __init__(self, folder: Path, limit: float | None) -> None:
        self.top = folder / ROOT.name
        self.limit, self.late = limit, False
        self.said = folder / "said.txt"
        shutil.copytree(ROOT, self.top, ignore=NEVER_COPIED)

    @contextlib.contextmanager
    def changed(self, mutants: Sequence[Mutant]) -> Iterator[None]:
        """These mutants, of different files, stand in the copy for a while."""
        for mutant in mutants:
            (self.top / mutant.file.relative_to(ROOT)).write_text(mutant.source(), "utf-8")
        try:
            yield
        finally:
            for mutant in mutants:
                shutil.copyfile(mutant.file, self.top / mutant.file.relative_to(ROOT))

    def passes(self, *words: str, times: int = 1, watched: Path | None = None) -> bool:
        """Whether pytest passes with these words, in so many times the limit; `watched`: where it is recorded
        what it runs."""
        command = [sys.executable, "-m", "pytest", "-x", "-n", "auto", "-p", "no:cacheprovider"]
        if watched:
            settings = watched.with_suffix(".ini")
            settings.write_text(WATCHED.format(watched), "utf-8")
            command[1:1] = ["-m", "coverage", "run", f"--rcfile={settings}"]
            words = (*words, "-n", "0")
        clean = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        with self.said.open("wb") as said:
            run = subprocess.Popen(
                [*command, *words],
                cwd=self.top,
                env=clean | {"PYTHONPATH": str(self.top)},
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        self.late = False
        try:
            return run.wait(self.limit and times * self.limit) == 0
        except subprocess.TimeoutExpired:
            self.late = True
            return False
        finally:
            # Workers too; where the run has ended of itself nobody is left.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
            run.wait()

    def survives_near(self, mutant: Mutant, near: Sequence[str]) -> bool:
        """Whether no quick test that comes to the mutant fails; all of them, if it runs when it is imported."""
        listed = self.top / "near.txt"
        listed.write_text("\n".join(near), "utf-8")
        with self.changed([mutant]):
            return self.passes(*([f"@{listed}"] if near else []))

    def survivors(self, mutants: Sequence[Mutant], *words: str, times: int = 1) -> list[Mutant]:
        """Those of the mutants with which pytest passes."""
        together = list({mutant.file: mutant for mutant in mutants}.values())
        with self.changed(together):
            if self.passes(*words, times=times):
                alone = [mutant for mutant in mutants if mutant not in together]
                return together + (self.survivors(alone, *words, times=times) if alone else [])
        if len(mutants) == 1:
            return []
        half = len(mutants) // 2
        return [
            mutant
            for part in (mutants[:half], mutants[half:])
            for mutant in self.survivors(part, *words, times=times)
        ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pbem-mutants-") as folder:
        bench, recorded = Bench(Path(folder), None), Path(folder) / "recorded"
        began = time.monotonic()
        if not bench.passes(watched=recorded):
            print(
                "The tests fail without a mutant:", bench.said.read_text("utf-8")[-2000:], sep="\n"
            )
            return 1
        bench.limit = time.monotonic() - began
        reach = Reach(recorded, bench.top)
        tried = picked(args.seed, args.count)
        near = list[Mutant]()
        for mutant in tried:
            survives = bench.survives_near(mutant, reach.tests(mutant))
            near += [mutant] if survives else []
            line("near" if survives else "quick, too slow" if bench.late else "quick", mutant)
        quick = bench.survivors(near) if near else []
        slow = bench.survivors(quick, "--slow", "-m", "slow", times=4) if quick else []
    for mutant in near:
        line("survived" if mutant in slow else "slow" if mutant in quick else "quick", mutant)
    print(
        f"{len(tried)} mutants: the quick tests killed {len(tried) - len(quick)}, "
        f"the slow ones {len(quick) - len(slow)} more, {len(slow)} survived"
    )
    return 0


def line(result: str, mutant: Mutant) -> None:
    print(result, mutant.place(), mutant.before(), mutant.after(), sep="\t", flush=True)


if __name__ == "__main__":
    sys.exit(main())
