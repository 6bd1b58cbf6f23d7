"""A player's word besides orders: joining, statements, consents."""

from __future__ import annotations

from pbem import system
from pbem.errors import BadStatement
from pbem.ledger.cases import consents, people, rules_change, says
from pbem.player import invitation
from pbem.player.orders import Letter
from pbem.player.player import Player
from pbem.protocol import envelope
from pbem.protocol.bodies import MOST_TEXT, VERSION, Clocked, Consent, Envelope


class Speaker(Player):
    """A game in which somebody can speak; `Game` also makes and moderates it."""

    def join(self, side: str) -> Letter:
        """A signed accept for `side`, to mail to the GM."""
        mail, ready = invitation.accept(
            self.somebody(), self.ledger, side, self.save.entries[-1].newest, system.now()
        )
        return Letter((mail, ready) if ready else (mail,))

    def say(self, kind: str, entry: int, text: str = "") -> Letter:
        """A player's signed statement (see `cases.says`), to mail to the GM.

        Raises:
            NotInThisGame, BadStatement.
        """
        player, side = self.somebody(), self._player("")
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
        return self._consent(consents.step_digest(terms))

    def consent_to_upgrade(self) -> Letter:
        """A player's signed consent to the newest version of the rules. Raises BadRuling."""
        return self._consent(consents.step_digest(rules_change.newest(self.ledger)))

    def consent(self, claim: Envelope) -> Letter:
        """A player's signed consent to somebody's claim. Raises what `people.check_claim` raises."""
        people.check_claim(self.ledger, claim)
        return self._consent(envelope.digest(claim))

    def _consent(self, named: str) -> Letter:
        """A consent to what has that SHA-256."""
        player, side = self.somebody(), self._player("")
        body = Consent(
            v=VERSION,
            game=self.ledger.game,
            author=side,
            head=self.head,
            at=system.now(),
            text=named,
        )
        return Letter((envelope.sign(player, body),))
