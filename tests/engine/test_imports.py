"""Imports go one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import pbem

ROOT = Path(pbem.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

DEMO = ("demo", "duel_demo")
BASE: dict[str, set[str]] = {
    "arguments": set(),
    "errors": {"slots"},
    "slots": set(),
    "misread": {"patterns"},
    "patterns": set(),
    "resources": set(),
    "version": set(),
    "system": {"errors"},
}
"""Single files, and what they may import."""
CHAPTER = (ROOT / "guide" / "developers.md").read_text(encoding="utf-8")
ROOMS = re.findall(r"^\| `pbem/(\w+)/` \|", CHAPTER, re.MULTILINE)
"""From top to bottom."""


def allowed(room: str) -> set[str]:
    """What a room may import besides itself."""
    if room in BASE:
        return BASE[room]
    below = {*ROOMS[ROOMS.index(room) + 1 :], *BASE}
    return below - {"protocol"} if room in ("engine", "games", "drawing") else below


def may_import(own: str, name: str) -> bool:
    """Whether a module of this room may import another by that name."""
    if own in ("__init__", "__main__", *DEMO):
        return True
    wanted = (*name.split("."), "__init__")[1]
    if wanted in ("__init__", *DEMO):  # `pbem` itself: its version and `open`
        return own == "cli"
    return wanted == own or wanted in allowed(own)


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """`pbem` modules that are really imported, types for the reader left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.unparse(branch.test)
        for node in ast.walk(branch)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("pbem"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pbem"):
            for alias in node.names:
                inside = ROOT.parent / Path(*str(node.module).split("."), alias.name)
                is_module = inside.is_dir() or inside.with_suffix(".py").exists()
                yield f"{node.module}.{alias.name}" if is_module else str(node.module)


def test_the_guide_shows_every_room() -> None:
    folders = {path.parent.name for path in ROOT.glob("*/*.py")} - {"guide"}
    assert sorted(ROOMS) == sorted(folders)
    assert len(set(ROOMS)) == len(ROOMS)


@pytest.mark.slow
def test_imports_go_one_way() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in MODULES
        for name in imports(path)
        if not may_import(part(path), name)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_rule_sets_do_not_import_each_other() -> None:
    for path in (ROOT / "games").rglob("*.py"):
        folder = path.relative_to(ROOT / "games").parts
        if len(folder) < 2:
            continue
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["pbem", "games"] and len(parts) > 2:
                assert parts[2] == folder[0], f"{path.name} imports {name}"


@pytest.mark.slow
def test_no_circles() -> None:
    """Nothing imports something that imports it, at the top of its file."""
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        name = "pbem." + ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        top = ast.Module([n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)], [])
        wanted = set()
        for node in ast.walk(top):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pbem"):
                for alias in node.names:
                    inside = ROOT.parent / Path(*str(node.module).split("."), alias.name)
                    module = inside.with_suffix(".py").exists()
                    wanted.add(f"{node.module}.{alias.name}" if module else str(node.module))
        graph[name.removesuffix(".__init__")] = wanted
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join([*above[above.index(name) :], name])
        if name in done:
            return
        for below in graph.get(name, ()):
            visit(below, (*above, name))
        done.add(name)

    for name in graph:
        visit(name, ())


def test_files_are_short() -> None:
    """A file over 500 lines is two things."""
    for path in (*MODULES, *Path(__file__).parents[1].rglob("*.py")):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path


def needed(path: Path) -> set[str]:
    """The modules that a file names in an import, those for types alone too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pbem"):
            for alias in node.names:
                inside = ROOT.parent / Path(*str(node.module).split("."), alias.name)
                is_module = inside.is_dir() or inside.with_suffix(".py").exists()
                found.add(f"{node.module}.{alias.name}" if is_module else str(node.module))
    return found


@pytest.mark.slow
def test_no_file_imports_another_in_a_circle() -> None:
    """Not for types, and not inside a function either."""
    names = {
        ".".join(("pbem", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in MODULES
    }
    graph = {name: needed(path) & names.keys() - {name} for name, path in names.items()}
    tuple(TopologicalSorter(graph).static_order())
