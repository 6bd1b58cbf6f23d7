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
        self._items: list[Any] = []
        self._makers: dict[int, Callable[[Any], V]] = {}
        """Where an item is still to be made there stands what it is made from."""

    def append(self, item: V) -> None:
        self._items.append(item)

    def extend(self, make: Callable[[K], V], among: Iterable[K]) -> None:
        """One more item for each of `among`."""
        before = len(self._items)
        self._items += among
        self._makers |= dict.fromkeys(range(before, len(self._items)), make)

    @property
    def made(self) -> Sequence[V]:
        """The items that are made by now."""
        if not self._makers:
            return self._items
        return [item for at, item in enumerate(self._items) if at not in self._makers]

    def but(self, rejects: Callable[[V], bool]) -> OnDemand[V]:
        """A copy without the items that are rejected; items that have not been made yet are kept unseen."""
        rest = OnDemand[V]()
        for at, item in enumerate(self._items):
            if at in self._makers:
                rest._makers[len(rest)] = self._makers[at]
            elif rejects(item):
                continue
            rest._items.append(item)
        return rest

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> V: ...
    @overload
    def __getitem__(self, at: slice) -> list[V]: ...
    def __getitem__(self, at: int | slice) -> V | list[V]:
        if isinstance(at, slice):
            return [self._made(n) for n in range(*at.indices(len(self)))]
        return self._made(at if at >= 0 else at + len(self))

    def __iter__(self) -> Iterator[V]:
        return map(self._made, range(len(self))) if self._makers else iter(self._items)

    def _made(self, at: int) -> V:
        make = self._makers.pop(at, None)
        if make is not None:
            self._items[at] = make(self._items[at])
        item: V = self._items[at]
        return item

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))
