"""A player's orders: what lines mean, dry runs, standing orders, and the signed text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from pbem import system
from pbem.engine.policies import policy_kinds
from pbem.engine.standing import StandingOrders, check
from pbem.engine.vocabulary import check_words
from pbem.errors import Impossible, UnreadableOrders
from pbem.ledger.holder import Holder
from pbem.ledger.ledger import Ledger
from pbem.player import compose, target
from pbem.player.orders import Letter, Orders
from pbem.proof.reader import Reader
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save

ONLY_IN_DUELS = "[on_the_way] is for duels: with a GM the policies in [reactions] answer this too"


class Player(Reader):
    """A game for which orders can be written; `Speaker` also joins it and says something in it."""

    @classmethod
    def standing_at(
        cls, save: Save, ledger: Ledger, identity: Identity | None, path: Path | None = None
    ) -> Self:
        """A duel, whose log is folded already, as one of its players reads it; None: as everybody does."""
        game = object.__new__(cls)
        game._take(save, identity, path, Holder(identity))
        game._stand(ledger, resumed=False)
        return game

    def orders(
        self,
        lines: Sequence[str],
        revision: int = 1,
        escrow: bool = True,
        scripts: Mapping[str, str] | None = None,
        reactions: Mapping[str, str] | None = None,
        head: str = "",
    ) -> Letter:
        """Checked, sealed and signed orders for the open request, to mail to the GM.

        Without lines: only standing orders, at any time (see `turn.compose`). Where nothing but a `ready` is owed
        that is all, and whatever is new in the standing orders goes first.

        Raises:
            NotInThisGame, NotYourTurn, GameOver, UnknownWord, AmbiguousOrder, IllegalOrder, BadScript.
        """
        self._player("")
        author, ledger = self._author(), self.ledger
        if self.owes_ready:
            return Letter(compose.ready_and_more(author, ledger, lines, scripts, reactions))
        mail = compose.orders(author, ledger, lines, revision, escrow, scripts, reactions, head)
        return Letter((mail,))

    def check_orders(self, mine: Orders, escrow: bool = True) -> None:
        """Refuse what cannot be signed. Raises as `orders`."""
        if self.ledger.offices.moderated:
            if mine.on_the_way:
                raise UnreadableOrders(why=ONLY_IN_DUELS)
            self.orders(mine.lines, 1, escrow, mine.scripts, mine.reactions)
        else:
            compose.orders_in_duel(self.ledger, self._player(""), mine)

    def _author(self) -> compose.Author:
        player, side = self.somebody(), self._player("")
        key, seat = self.key, self.ledger.seat_of(side)
        if key is None:
            raise Impossible("a player without a seat writes nothing")
        return compose.Author(
            player, key, side, seat.base, self.save.entries[-1].newest, system.now()
        )

    @property
    def owes_ready(self) -> bool:
        """Is this side asked for nothing but `ready`?"""
        asking = self.ledger.askings.get(self.side)
        return asking is not None and asking.is_ready

    def preview(self, lines: Sequence[str]) -> list[target.Line]:
        """How these order lines will be read, and which can only be checked later. Raises as `orders`."""
        return self._target().preview(lines)

    def spelled(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Order lines in full, as far as they can be read now. Raises as `orders`."""
        return self._target().spelled(lines)

    def _target(self) -> target.Target:
        return target.of_orders(self.ledger, self._player(""))

    def first_script_stops(self, lines: Sequence[str], scripts: Mapping[str, str]) -> str:
        """Why the script for the first card of a Plan would stop if it ran now; "" if it would not. Raises as
        `orders`."""
        side = self._player("")
        return target.first_script_stops(self.ledger, side, lines[0], scripts) if lines else ""

    def cases(self, lines: Sequence[str], tick: Callable[[], None] = lambda: None) -> target.Case:
        """A dry run of order lines, both ways at every check; `tick` is called before each. Raises as `orders`."""
        return self._target().cases(lines, tick)

    def check_standing(self, scripts: Mapping[str, str], reactions: Mapping[str, str]) -> None:
        """Refuse scripts and policies that can never work. Raises BadScript."""
        rules, side = self.ledger.rules, self._player("")
        standing = StandingOrders(dict(reactions), dict(scripts))
        kinds = policy_kinds(rules, self.ledger.offices.moderated)
        check(standing, kinds, self.ledger.look(side))
        check_words(rules, standing)

    @property
    def standing(self) -> StandingOrders:
        """One's own standing orders in force."""
        return self.standing_of("")
