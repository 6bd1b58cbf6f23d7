"""The sentences of pbem for tests, read from the source where they are worded, so that a new wording changes one file.

The path below `pbem` names a function, a method, a class or a constant of a module, or `templates` and a page of the desk.
`word` picks one of its sentences by a word that no other has. Values fill the holes of the sentence in their order, as they
are shown; `...` stands for any value:

    assert says(out, "errors.GameOver")
    assert says(out, "gm.inbox.late", "york", word="deadline")
    with pytest.raises(NotNow, match=worded("errors.OldCopy", ..., 12)):
    assert rows == [sentence("reports.waiting.line", "York")]
    assert says(page, "templates.desk.chair_rule", word="failed")

What fits no sentence, or more than one, is an error, so that `not says(...)` still tests something after a rewording.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1] / "pbem"
TEMPLATES = ROOT.parent / "templates"
REMARK, STATEMENT, TAG, VALUE = (
    re.compile(pattern, re.DOTALL)
    for pattern in (r"\{#.*?#\}", r"\{%.*?%\}", r"<[^<>]*>|\0", r"\{\{.*?\}\}")
)
FIELD = re.compile(r"(?<!\{)\{[^{}]*\}(?!\})")
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

Sentence = tuple[str, ...]
"""What is between the holes; one part more than there are holes."""


class Pattern(str):
    """A regular expression, where a value would be text."""


def says(text: str, where: str, *values: object, word: str = "") -> bool:
    """Whether the text holds this sentence, however it is wrapped."""
    return re.search(worded(where, *values, word=word), text) is not None


def worded(where: str, *values: object, word: str = "") -> Pattern:
    """What finds this sentence in a text, for `match`."""
    parts = _parts(where, word)
    holes = [_hole(value) for value in _filled(where, parts, values)]
    pattern = _spaced(parts[0])
    for hole, part in zip(holes, parts[1:], strict=True):
        pattern += hole + _spaced(part)
    return Pattern(re.sub(r"^(\\s\+|\(\?s:\.\*\?\))+|(\\s\+|\(\?s:\.\*\?\))+$", "", pattern))


def sentence(where: str, *values: object, word: str = "") -> str:
    """This sentence; if holes are left, its longest stretch without one, or that with `word`."""
    parts = _parts(where, word)
    stretches = [parts[0]]
    for value, part in zip(_filled(where, parts, values), parts[1:], strict=True):
        if value is ...:
            stretches.append(part)
        else:
            stretches[-1] += f"{value}{part}"
    with_word = [stretch for stretch in stretches if word and _has(stretch, word)]
    return max(with_word or stretches, key=len)


@cache
def worded_in(file: Path) -> dict[str, list[Sentence]]:
    """The sentences of a module by the name under which they are, each once."""
    by_name: dict[str, list[Sentence]] = {}
    for name, parts in _in_scope(ast.parse(file.read_text("utf-8")), ""):
        if len("x".join(parts).split()) >= 3 and parts not in by_name.setdefault(name, []):
            by_name[name].append(parts)
    return by_name


@cache
def shown_in(template: Path) -> list[Sentence]:
    """The sentences of a page, each once: what is between its tags and its statements."""
    text = STATEMENT.sub("\0", REMARK.sub("", template.read_text("utf-8")))
    found = [tuple(VALUE.split(stretch.strip())) for stretch in TAG.split(text)]
    return list(dict.fromkeys(parts for parts in found if len("x".join(parts).split()) >= 3))


def _parts(where: str, word: str) -> Sentence:
    fit = [parts for parts in _named(where) if not word or any(_has(part, word) for part in parts)]
    if len(fit) == 1:
        return fit[0]
    shown = "".join(f"\n  {'{}'.join(parts)}" for parts in fit)
    raise LookupError(f"pbem.{where} has {len(fit)} sentences with {word!r}, not one:{shown}")


def _named(where: str) -> list[Sentence]:
    modules = where.split(".")
    page = ROOT.parent.joinpath(*modules).with_suffix(".html.j2")
    if page.is_file():
        return shown_in(page)
    for n in range(len(modules), 0, -1):
        path = ROOT.joinpath(*modules[:n])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            name = ".".join(modules[n:])
            if name and file.is_file():
                return worded_in(file).get(name, [])
    raise LookupError(f"there is no module of pbem for {where}")


def _has(part: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", part) is not None


def _filled(where: str, parts: Sentence, values: tuple[object, ...]) -> list[object]:
    if len(values) >= len(parts):
        raise LookupError(f"pbem.{where} has {len(parts) - 1} holes, and there are {len(values)}")
    return [*values, *[...] * (len(parts) - 1 - len(values))]


def _hole(value: object) -> str:
    if value is ...:
        return "(?s:.*?)"
    return value if isinstance(value, Pattern) else _spaced(str(value))


def _spaced(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))


def _in_scope(node: ast.AST, scope: str) -> Iterator[tuple[str, Sentence]]:
    """Each text that is no docstring, and the name of the function, class or constant that has it."""
    name = scope
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                inside = isinstance(node, ast.Module | ast.ClassDef | ast.If | ast.Try)
                name = f"{scope}.{child.name}".strip(".") if inside else scope
                yield from _in_scope(child, name)
            case ast.Assign(targets=[target, *_]) | ast.AnnAssign(target=target) if not scope:
                yield from _in_scope(child, ast.unparse(target))
            case ast.Expr(value=ast.Constant(value=str())):
                continue
            case ast.JoinedStr() | ast.Constant(value=str()) | ast.BinOp(op=ast.Add()):
                parts = _text(child)
                if parts is not None:
                    yield scope, parts
                yield from _within(child, scope)
            case _:
                yield from _in_scope(child, scope)


def _within(node: ast.AST, scope: str) -> Iterator[tuple[str, Sentence]]:
    """The texts in the holes of a text."""
    if isinstance(node, ast.BinOp):
        for side in (node.left, node.right):
            if _text(side) is None:
                yield from _in_scope(ast.Expr(side), scope)
            else:
                yield from _within(side, scope)
    elif isinstance(node, ast.JoinedStr):
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                yield from _in_scope(ast.Tuple([value.value]), scope)


def _text(node: ast.AST) -> Sentence | None:
    match node:
        case ast.Constant(value=str(text)):
            return tuple(part.replace("{{", "{").replace("}}", "}") for part in FIELD.split(text))
        case ast.JoinedStr(values):
            parts = [""]
            for value in values:
                if isinstance(value, ast.Constant):
                    parts[-1] += value.value
                else:
                    parts.append("")
            return tuple(parts)
        case ast.BinOp(left, ast.Add(), right):
            before, after = _text(left), _text(right)
            if before is None and after is None:
                return None
            before, after = before or ("", ""), after or ("", "")
            return (*before[:-1], before[-1] + after[0], *after[1:])
    return None
