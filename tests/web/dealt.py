"""Worlds in which two hidden cards lie the other way round, everything else being the same.

The GM shuffles alone and nobody can look: a shuffle that comes out otherwise is the purest secret there is. The
lines of one world are played in the other too, as long as both take them and a side cannot tell the two apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.protocol.bodies import Shuffled
from pbem.slots import deck_of
from tests import drawn
from tests.moderator.people import any_line, asked_in
from tests.web.alike import Lines, known
from tests.web.tables import Table


class Swap(NamedTuple):
    """Two slots of a deck whose cards change places, and who must not know of either."""

    one: str
    two: str
    reader: str


@contextmanager
def swapped(swap: Swap | None, decks: dict[str, list[str]]) -> Iterator[None]:
    """Within, the cards of these slots lie the other way round after each shuffle; `decks` hears of each."""
    true = GmChance.shuffled

    def otherwise(
        self: GmChance, deck: str, slots: list[str], cards: Callable[[], list[str]], again: bool
    ) -> Shuffled:
        faces = cards()
        decks[deck] = slots
        if swap is not None and swap.one in slots and swap.two in slots:
            true(self, deck, slots, lambda: [str(n) for n, _ in enumerate(faces)], again)
            i, j = (int(self.draft.secrets[slot].card) for slot in swap[:2])
            faces[i], faces[j] = faces[j], faces[i]
        return true(self, deck, slots, lambda: faces, again)

    with mock.patch.object(GmChance, "shuffled", otherwise):
        yield


class World:
    """A game whose GM found the cards as a swap leaves them."""

    def __init__(self, folder: Path, rules: str, scenario: str, options: Lines, swap: Swap | None):
        self.swap, self.turns, self.decks = swap, 0, dict[str, list[str]]()
        with self.gm(), drawn.by(f"{rules} {scenario} {options}"):
            self.table = Table(folder, rules, scenario, options=options)

    def gm(self) -> AbstractContextManager[None]:
        """Within, its GM can do his work."""
        return swapped(self.swap, self.decks)

    def look(self, who: str = "") -> Game:
        with self.gm():
            return self.table.look(who)

    def any_lines(self) -> Lines:
        """What those who are asked might answer; none when the game is over."""
        public = self.look()
        if public.result is not None:
            return {}
        return {side: any_line(self.look(side), self.table.random) for side in asked_in(public)}

    def give(self, lines: Lines) -> None:
        """The GM takes these. Raises what refuses one of them."""
        self.turns += 1
        mails: dict[str, str | bytes] = {}
        for side, line in lines.items():
            with drawn.by(f"{self.turns} {side}"):
                mails[side] = self.look(side).orders([line]).to_text()
        with self.gm(), drawn.by(f"{self.turns} gm"):
            self.table.take(mails)


def swaps(world: World) -> Iterator[Swap]:
    """A card of somebody's hand and one that nobody has drawn, for each side that can know of neither."""
    hands = {side: world.look(side).ledger.hand(side) for side in world.table.people}
    for reader in world.table.people:
        sees = world.look(reader).ledger.known()
        for owner, held in hands.items():
            for one in held if owner != reader else ():
                left = [slot for slot in world.decks.get(deck_of(one), ())
                        if slot not in (*sees, *held)]  # fmt: skip
                yield from (Swap(one, two, reader) for two in left[-2:])


def told_alike(
    folder: Path,
    game: tuple[str, str, Lines],
    turns: int,
    most: int,
    look: Callable[[World, str, Path], list[str]],
) -> Iterator[tuple[list[str], list[str]]]:
    """What each side is told in two worlds that it cannot tell apart, at most `most` times.

    Args:
        turns: that a game is played on before two of its hidden cards are chosen, and compared.
        look: at a world as this side, in that folder.
    """
    first, played = World(folder / "first", *game, None), list[Lines]()
    for _ in range(turns):
        played.append(first.any_lines())
        if played[-1]:
            first.give(played[-1])
    readers: dict[str, int] = {}
    for swap in swaps(first):
        if readers.get(swap.reader, 0) >= most:
            continue
        one, two = (
            World(folder / name, *game, how) for name, how in (("one", None), ("two", swap))
        )
        for at, lines in enumerate(played):
            if not lines:
                break
            try:
                one.give(lines)
                two.give(lines)
            except (PbemError, AssertionError):
                break  # who does not hold a card cannot lay it down
            mine, other = (known(world.look(swap.reader), swap.reader) for world in (one, two))
            if mine != other:
                break
            told = at == turns - 1 and readers.get(swap.reader, 0) < most
            if told and one.look("gm").ledger.known() != two.look("gm").ledger.known():
                yield look(one, swap.reader, folder), look(two, swap.reader, folder)
                readers[swap.reader] = readers.get(swap.reader, 0) + 1
