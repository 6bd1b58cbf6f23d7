"""An owner's own values for a game (`pbem new --data`): tables that may be replaced, and how they are read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, TypeVar

from msgspec import MsgspecError, convert

from pbem.errors import BadData, Impossible
from pbem.misread import misread, nearest
from pbem.resources import resource, toml

T = TypeVar("T")


def replaceable(
    name: str, ours: Callable[[], T]
) -> tuple[Callable[[], T], Callable[[T], AbstractContextManager[None]]]:
    """Two functions: one gives a game's tables, the other puts an owner's tables in force for a `with`.

    Args:
        name: of the game. `ours`: makes the tables that come with it, once a process.
    """
    own: ContextVar[T] = ContextVar(f"tables of {name}")
    own_tables = cache(ours)
    any_others = False  # whether this process has ever seen any; hardly one does, and everything asks for tables

    def tables() -> T:
        """The tables in force: those of the game that is looked at, else ours."""
        return (any_others and own.get(None)) or own_tables()

    @contextmanager
    def in_force(some: T) -> Iterator[None]:
        nonlocal any_others
        any_others = True
        token = own.set(some)
        try:
            yield
        finally:
            own.reset(token)

    return tables, in_force


def read(
    game: str,
    files: tuple[tuple[str, str], ...],
    names_allowed: Sequence[str],
    make: Callable[[dict[str, str]], T],
    check: Callable[[T], None],
) -> T:
    """The tables of a game with these files (name and TOML) in place of ours. Raises BadData.

    Args:
        game: the folder of its data.
        names_allowed: names of the files that may be replaced.
        check: refuses values with which no game could be played, by any error that wrong data bring about.
    """
    unknown = [name for name, _ in files if name not in names_allowed]
    if unknown:
        raise BadData(why=f"no file {unknown[0]}.toml; there are {', '.join(names_allowed)}")
    try:
        for name, text in files:
            no_slips(
                tomllib.loads(text), toml(resource(f"rules_data/{game}/{name}.toml").read_bytes())
            )
        tables = make(dict(files))
        check(tables)
    except KeyError as error:
        raise BadData(why=f"{error.args[0]!r} is missing, or nowhere explained") from error
    except (TypeError, ValueError, AttributeError, IndexError, StopIteration) as error:
        raise BadData(why=str(error) or type(error).__name__) from error
    except MsgspecError as error:
        raise BadData(why=misread(error)) from error
    except Impossible as error:
        raise BadData(why=str(error) or type(error).__name__) from error
    return tables


def convert_row(row: Mapping[str, Any], kind: type[T]) -> T:
    """A row of a table as what it is. Raises ValueError, which names the row."""
    try:
        return convert(row, kind)
    except MsgspecError as error:
        raise ValueError(f"{row.get('id', 'a row')}: {misread(error)}") from error


def no_slips(own: dict[str, Any], ours: dict[str, Any]) -> None:
    """Rows have no field that no row of ours has: misspelled, it would count for nothing. Raises ValueError."""
    for table, rows in own.items():
        theirs = ours.get(table)
        if not isinstance(rows, list) or not isinstance(theirs, list):
            continue
        fields = {field for row in theirs if isinstance(row, dict) for field in row}
        for number, row in enumerate(rows, 1):
            if isinstance(row, dict) and (wrong := [field for field in row if field not in fields]):
                who = row.get("id", f"row {number} of {table}")
                raise ValueError(
                    f"{who} has {wrong[0]!r}, which means nothing{_near(wrong[0], fields)}"
                )


def _near(field: str, fields: Collection[str]) -> str:
    near = nearest(field, sorted(fields))
    return f"; did you mean {near[0]!r}?" if near else ""
