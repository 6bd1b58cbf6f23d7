"""Values that are worked out when somebody asks for them, and once: a menu asks the same again and again,
and most of what it offers is never read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")


class Once(dict[K, V]):
    """`ways = Once(partial(ways_from, state))`, then `ways["york"]`; only while the state stands still."""

    def __init__(self, of: Callable[[K], V]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, key: K) -> V:
        value = self[key] = self._of(key)
        return value


class OnDemand(Sequence[V]):
    """A list of which each item may be made when somebody looks at it: to count them, or to take the
    seventh, costs next to nothing."""

    def __init__(self) -> None:
        self._items: list[tuple[Callable[[Any], V] | None, Any]] = []

    def append(self, item: V) -> None:
        self._items.append((None, item))

    def extend(self, make: Callable[[K], V], among: Iterable[K]) -> None:
        """One more item for each of `among`."""
        self._items += [(make, one) for one in among]

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> V: ...
    @overload
    def __getitem__(self, at: slice) -> list[V]: ...
    def __getitem__(self, at: int | slice) -> V | list[V]:
        if isinstance(at, slice):
            return [self._made(n) for n in range(*at.indices(len(self)))]
        return self._made(at)

    def __iter__(self) -> Iterator[V]:
        return map(self._made, range(len(self)))

    def _made(self, at: int) -> V:
        make, one = self._items[at]
        if make is None:
            item: V = one
            return item
        item = make(one)
        self._items[at] = None, item
        return item

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))
