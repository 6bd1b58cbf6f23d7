"""A program that lacks one of its defences: a line of it is changed while it runs, for whoever uses it."""

from __future__ import annotations
import __future__

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FunctionType
from typing import Any

from msgspec import Struct

from tests.drawn import by_another_program

CACHED = ("pbem.protocol", "pbem.ledger", "pbem.proof", "pbem.player", "pbem.gm")
"""What remembers answers of the program as it was; the rules and their menus know nothing of defences."""


class Change(Struct, frozen=True):
    """A line, or part of one, that stands once in a function.

    Attributes:
        place: `module:function` or `module:Class.method`.
        line: what stands there; `instead`: what stands there without the defence.
    """

    place: str
    line: str
    instead: str = "pass"


class Moved(Exception):
    """The line is not there, or not once: the table of defences has to follow the code."""


@contextmanager
def without(*changes: Change) -> Iterator[None]:
    """Within, the program lacks these lines. Raises Moved."""
    with ExitStack() as stack:
        for change in changes:
            stack.enter_context(_changed(change))
        yield


@contextmanager
def _changed(change: Change) -> Iterator[None]:
    function = _function(change.place)
    code = function.__code__
    made = _compiled(function, change)
    function.__code__ = made
    _forget()
    try:
        with by_another_program():
            yield
    finally:
        function.__code__ = code
        _forget()


def _function(place: str) -> FunctionType:
    module, _, path = place.partition(":")
    found: Any = importlib.import_module(module)
    for name in path.split("."):
        found = inspect.getattr_static(found, name, None)
    found = inspect.unwrap(
        getattr(found, "__func__", None) or getattr(found, "fget", None) or found
    )
    if not isinstance(found, FunctionType):
        raise Moved(f"{place} is no function")
    return found


def _compiled(function: FunctionType, change: Change) -> Any:
    """The function's code with the other line, in the same file at the same place."""
    text = textwrap.dedent(inspect.getsource(function))
    if text.count(change.line) != 1:
        raise Moved(f"{change.place} has {text.count(change.line)} times `{change.line}`")
    tree = ast.parse(text.replace(change.line, change.instead))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    flags = __future__.annotations.compiler_flag
    names: dict[str, Any] = {}
    exec(compile(tree, function.__code__.co_filename, "exec", flags), function.__globals__, names)
    (made,) = names.values()
    return made.__code__


def _forget() -> None:
    """Drop what the program remembers of itself."""
    import sys

    for name, module in list(sys.modules.items()):
        if name.startswith(CACHED):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
