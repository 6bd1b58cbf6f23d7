"""An owner's own values for a game (`pbem new --data`): tables that may be replaced, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeVar

from msgspec import MsgspecError

from pbem.errors import BadData, Impossible

T = TypeVar("T")


def replaceable(
    name: str, ours: Callable[[], T]
) -> tuple[Callable[[], T], Callable[[T], AbstractContextManager[None]]]:
    """What gives a game's tables, and what puts others in force for a `with`.

    Args:
        name: of the game. `ours`: makes the tables that come with it, once a process.
    """
    own: ContextVar[T] = ContextVar(f"tables of {name}")
    made = cache(ours)

    def tables() -> T:
        """The tables in force: those of the game that is looked at, else ours."""
        return own.get(None) or made()

    @contextmanager
    def in_force(some: T) -> Iterator[None]:
        token = own.set(some)
        try:
            yield
        finally:
            own.reset(token)

    return tables, in_force


def read(
    files: tuple[tuple[str, str], ...],
    known: Sequence[str],
    make: Callable[[dict[str, str]], T],
    check: Callable[[T], None],
) -> T:
    """The tables of a game with these files (name and TOML) in place of ours. Raises BadData.

    Args:
        known: names of the files that may be replaced.
        check: refuses values with which no game could be played, by any error that wrong data bring about.
    """
    unknown = [name for name, _ in files if name not in known]
    if unknown:
        raise BadData(why=f"no file {unknown[0]}.toml; there are {', '.join(known)}")
    try:
        tables = make(dict(files))
        check(tables)
    except KeyError as error:
        raise BadData(why=f"{error.args[0]!r} is missing, or nowhere explained") from error
    except (TypeError, ValueError, AttributeError, IndexError, StopIteration) as error:
        raise BadData(why=str(error) or type(error).__name__) from error
    except (Impossible, MsgspecError) as error:
        raise BadData(why=str(error) or type(error).__name__) from error
    return tables
