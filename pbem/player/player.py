"""A player's half of the library: joining, orders, dry runs, standing orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem import system
from pbem.engine.policies import reactions_of
from pbem.engine.standing import StandingOrders, check
from pbem.errors import BadStatement, Impossible
from pbem.proof.reader import Reader
from pbem.protocol import envelope
from pbem.protocol.bodies import MOST_TEXT, VERSION, Consent, Envelope

if TYPE_CHECKING:
    from pbem.engine.level import Level
    from pbem.player.compose import Author
    from pbem.player.orders import Orders
    from pbem.player.target import Case, Line, Target
    from pbem.protocol.bodies import Clocked


class Letter(Struct, frozen=True):
    """Signed bodies to mail to the GM: one, and with it the `ready` that its author owes."""

    envelopes: tuple[Envelope, ...]

    @property
    def envelope(self) -> Envelope:
        return self.envelopes[0]

    @property
    def digest(self) -> str:
        """SHA-256 of the signed body: its name in a receipt."""
        return envelope.digest(self.envelopes[0])

    def to_text(self) -> str:
        """The armoured block, to paste into a mail."""
        return "\n".join(envelope.to_text(one) for one in self.envelopes)


class Player(Reader):
    """A game that can be played; `Game` also makes and moderates it."""

    @property
    def player_side(self) -> str:
        """The side of this identity. Raises NotInThisGame."""
        return self._player("")

    def join(self, side: str) -> Letter:
        """A signed accept for `side`, to mail to the GM."""
        from pbem.player import invitation  # like what follows, only players need it

        mail, ready = invitation.accept(
            self._somebody(), self.ledger, side, self.save.entries[-1].newest, system.now()
        )
        return Letter((mail, ready) if ready else (mail,))

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
        from pbem.player import compose

        self._player("")
        author, ledger = self._author(), self.ledger
        if self.owes_ready:
            return Letter(compose.ready_and_more(author, ledger, lines, scripts, reactions))
        mail = compose.orders(author, ledger, lines, revision, escrow, scripts, reactions, head)
        return Letter((mail,))

    def say(self, kind: str, entry: int, text: str = "") -> Letter:
        """A player's signed statement (see `cases.says`), to mail to the GM.

        Raises:
            NotInThisGame, BadStatement.
        """
        from pbem.ledger.cases import says

        player, side = self._somebody(), self._player("")
        text = " ".join(text.split())
        if len(text) > MOST_TEXT:
            raise BadStatement(why=f"write at most {MOST_TEXT} characters, these are {len(text)}")
        body = says.STATEMENTS[kind](
            v=VERSION,
            game=self.ledger.game,
            author=side,
            head=self.head,
            at=system.now(),
            entry=entry,
            text=text,
        )
        mail = envelope.sign(player, body)  # type: ignore[arg-type]
        says.check(self.ledger, mail)
        return Letter((mail,))

    def consent_to_terms(self, terms: Clocked) -> Letter:
        """A player's signed consent to new terms (`time.terms`)."""
        from pbem.ledger.cases import consents

        return self._consent(consents.step_digest(terms))

    def consent_to_upgrade(self) -> Letter:
        """A player's signed consent to the newest version of the rules. Raises BadRuling."""
        from pbem.ledger.cases import consents, rules_change

        return self._consent(consents.step_digest(rules_change.newest(self.ledger)))

    def consent(self, claim: Envelope) -> Letter:
        """A player's signed consent to somebody's claim. Raises what `people.check_claim` raises."""
        from pbem.ledger.cases import people

        people.check_claim(self.ledger, claim)
        return self._consent(envelope.digest(claim))

    def _consent(self, named: str) -> Letter:
        """A consent to what has that SHA-256."""
        player, side = self._somebody(), self._player("")
        body = Consent(
            v=VERSION,
            game=self.ledger.game,
            author=side,
            head=self.head,
            at=system.now(),
            text=named,
        )
        return Letter((envelope.sign(player, body),))

    def _author(self) -> Author:
        from pbem.player.compose import Author

        player, side = self._somebody(), self._player("")
        key, seat = self.key, self.ledger.seat_of(side)
        if key is None:
            raise Impossible("a player without a seat writes nothing")
        return Author(player, key, side, seat.base, self.save.entries[-1].newest, system.now())

    @property
    def owes_ready(self) -> bool:
        """Is this side asked for nothing but `ready`?"""
        asking = self.ledger.askings.get(self.side)
        return asking is not None and asking.is_ready

    def preview(self, lines: Sequence[str]) -> list[Line]:
        """How these order lines will be read, and which can only be checked later. Raises as `orders`."""
        return self._target().preview(lines)

    def spelled(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Order lines in full, as far as they can be read now. Raises as `orders`."""
        return self._target().spelled(lines)

    def _target(self) -> Target:
        from pbem.player.target import of_orders

        return of_orders(self.ledger, self._player(""))

    def first_script_stops(self, lines: Sequence[str], scripts: Mapping[str, str]) -> str:
        """Why the script for the first card of a Plan would stop if it ran now; "" if it would not. Raises as
        `orders`."""
        from pbem.player.target import first_script_stops

        side = self._player("")
        return first_script_stops(self.ledger, side, lines[0], scripts) if lines else ""

    def cases(self, lines: Sequence[str], tick: Callable[[], None] = lambda: None) -> Case:
        """A dry run of order lines, both ways at every check; `tick` is called before each. Raises as `orders`."""
        return self._target().cases(lines, tick)

    def check_standing(self, scripts: Mapping[str, str], reactions: Mapping[str, str]) -> None:
        """Refuse scripts and policies that can never work. Raises BadScript."""
        from pbem.engine.vocabulary import check_words

        rules, side = self.ledger.rules, self._player("")
        standing = StandingOrders(dict(reactions), dict(scripts))
        check(standing, reactions_of(rules).keys(), self.ledger.look(side))
        check_words(rules, standing)

    @property
    def standing(self) -> StandingOrders:
        """One's own standing orders in force."""
        return self.standing_of("")

    def bot_lines(self, most: int = 12, level: Level | None = None) -> list[str]:
        """Order lines of the rule set's own player, as far ahead as no die or enemy decides.

        Args:
            level: of a robot, which may play ahead; None: a look at what is there.
        """
        from pbem.player import robots

        return list(robots.ahead(self.ledger, self._player(""), self.known(), most, level))

    def advice(self, lines: Sequence[str]) -> str:
        """What the simple player would order after these lines; "" where a die or an enemy comes first.

        Raises as `orders`.
        """
        from pbem.player import robots

        return robots.advice(self.ledger, self._player(""), self.known(), lines)

    def bot_orders(self) -> Orders:
        """The simple player's mail when it prepares as much as it can."""
        from pbem.player import robots

        return robots.prepared(self.ledger, self._player(""), self.known())
