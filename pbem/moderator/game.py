"""The library: `pbem.open(path)` and what it returns. The command line uses nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.engine.play import Play
from pbem.engine.standing import Standing, check, passing
from pbem.errors import (
    BadRuling,
    Impossible,
    NotNow,
    NotTheGm,
)
from pbem.moderator import (
    invitation,
    ruling,
    seat,
    sections,
    statement,
)
from pbem.moderator.apply import sign
from pbem.moderator.clock import ENDINGS, HOUR, date, running
from pbem.moderator.inbox import Inbox, Receipt, refusal
from pbem.moderator.ledger import GM
from pbem.moderator.reader import Reader
from pbem.moderator.replay import begin
from pbem.moderator.shape import MAX_TEXT
from pbem.moderator.story import Story
from pbem.protocol import save as savefile
from pbem.protocol.envelope import Envelope
from pbem.protocol.keys import Identity

if TYPE_CHECKING:
    from pbem.moderator.bots import BotOrders
    from pbem.moderator.cases import Case
    from pbem.moderator.compose import DryRun
    from pbem.moderator.preview import Line


class Game(Reader):
    """A game that can be made, played and moderated; what it shows is in `Reader`."""

    # -- making -------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        gm: Identity,
        rules: str,
        scenario: str,
        invited: Mapping[str, str],
        options: Mapping[str, Any] | None = None,
        nonce: bytes | None = None,
        data: Mapping[str, str] | None = None,
    ) -> Game:
        """A new game, moderated by `gm`; `data` as in `invitation.new_genesis`.

        Raises UnknownGame, UnknownScenario, UnknownSide, BadOption, BadData.
        """
        chosen = options or {}
        genesis = invitation.new_genesis(gm, rules, scenario, invited, chosen, nonce, data)
        ledger = begin((genesis,))
        key = gm.game_key(ledger.genesis["nonce"])
        return cls(sections.to_save(key, ledger, (genesis,)), gm)

    def dumps(self) -> bytes:
        """The signed save; only its GM can write one. Raises NotTheGm."""
        return savefile.dumps(self.save, self._gm())

    def write(self, path: Path | None = None) -> None:
        """Write the save atomically, keeping the one before as `.bak`."""
        target = path or self.path
        if target is None:
            raise Impossible("a game that was not read from a file needs a path")
        savefile.write_atomic(target, self.dumps())

    # -- playing ------------------------------------------------------------------------------

    @property
    def player_side(self) -> str:
        """The side of this identity. Raises NotInThisGame."""
        return self._player("")

    def join(self, side: str) -> Envelope:
        """A signed accept for `side`, to mail to the GM."""
        return invitation.accept(self._somebody(), self.ledger, side, self.head)

    def orders(
        self,
        lines: Sequence[str],
        revision: int = 1,
        escrow: bool = True,
        scripts: Mapping[str, str] | None = None,
        reactions: Mapping[str, str] | None = None,
    ) -> Envelope:
        """Checked, sealed and signed orders for the open request, to mail to the GM.

        Without lines: only standing orders, at any time (see `moderator.compose`).

        Raises:
            NotInThisGame, NotYourTurn, GameOver, UnknownWord, AmbiguousOrder, IllegalOrder, BadScript.
        """
        from pbem.moderator.compose import compose  # only players need it

        player, side = self._somebody(), self._player("")
        return compose(
            player, self.ledger, side, self.head, lines, revision, escrow, scripts, reactions
        )

    def preview(self, lines: Sequence[str]) -> list[Line]:
        """How these order lines will be read, and which can only be checked later. Raises as `orders`."""
        from pbem.moderator.preview import preview  # like what follows, only players need it

        return preview(self.ledger, self._player(""), lines)

    def spelled(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Order lines in full, as far as they can be read now. Raises as `orders`."""
        return self._tried(lines).lines

    def after(self, lines: Sequence[str]) -> Play[Any] | None:
        """The game after these order lines; None where chance comes first. Raises as `orders`."""
        return self._tried(lines).play

    def hidden_after(self, lines: Sequence[str]) -> bool:
        """Does what follows these order lines depend on pieces that this side cannot see?"""
        return self._tried(lines).hidden

    def _tried(self, lines: Sequence[str]) -> DryRun:
        from pbem.moderator.compose import dry_run

        return dry_run(self.ledger, self._player(""), lines)

    def cases(self, lines: Sequence[str]) -> Case:
        """A dry run of order lines, both ways at every check. Raises as `orders`."""
        from pbem.moderator.cases import cases

        return cases(self.ledger, self._player(""), lines)

    def check_standing(self, scripts: Mapping[str, str], reactions: Mapping[str, str]) -> None:
        """Refuse scripts and policies that can never work. Raises BadScript."""
        rules, side = self.ledger.rules, self._player("")
        standing = Standing(dict(reactions), dict(scripts))
        check(standing, rules.reactions().keys(), self.ledger.look(side))

    @property
    def standing(self) -> Standing:
        """One's own standing orders in force."""
        return self.standing_of("")

    def standing_of(self, side: str) -> Standing:
        """A side's standing orders, as far as this identity may read them."""
        return self.ledger.standing.get(self._player(side), Standing())

    def plan_cards(self, side: str = "") -> dict[str, str]:
        """A side's own cards of a secret stack that are still to come, slot to card."""
        return {
            slot: card
            for slot, card in self.known(self._player(side)).items()
            if slot.startswith("plan:")
        }

    def bot_lines(self, most: int = 12) -> list[str]:
        """Order lines of the rule set's simple player, as far ahead as no die or enemy decides."""
        from pbem.moderator import bots

        return list(bots.ahead(self.ledger, self._player(""), self.known(), most))

    def bot_orders(self) -> BotOrders:
        """The simple player's mail when it prepares as much as it can."""
        from pbem.moderator import bots

        return bots.prepared(self.ledger, self._player(""), self.known())

    # -- moderating ---------------------------------------------------------------------------

    def apply(self, mails: Mapping[str, str | bytes]) -> list[Receipt]:
        """Take mails (name to text), each accepted or refused by itself, in whatever order they came.

        The game stands after all that could be taken; nothing is written before `write`.
        """
        self._gm()
        inbox = Inbox(mails)
        for name, envelope in list(inbox.waiting.items()):
            if (n := self._entry_of(envelope)) >= 0:
                inbox.close(Receipt(name, n, envelope.digest, again=True))
        while self._apply_next(inbox):
            pass
        for name in list(inbox.waiting):
            inbox.close(self._apply_one(name, inbox.waiting[name]))
        return [inbox.receipts[name] for name in mails]

    def _apply_next(self, inbox: Inbox) -> bool:
        """Apply one mail of the pile; False if none of them can be applied any more."""
        for name in list(inbox.next(self.ledger)):
            receipt = self._apply_one(name, inbox.waiting[name])
            if not isinstance(receipt.error, NotNow):
                inbox.close(receipt)
            if receipt.error is None:
                return True
        return False

    def _apply_one(self, name: str, envelope: Envelope) -> Receipt:
        done = self._entry_of(envelope)
        if done >= 0:
            return Receipt(name, done, envelope.digest, again=True)
        inputs = {"type": envelope.body.get("type"), "order": envelope.to_dict()}
        try:
            story = self._add(inputs)
        except Exception as error:
            return Receipt(name, -1, envelope.digest, error=refusal(error))
        return Receipt(name, story.n, envelope.digest, story=story)

    def _add(self, inputs: dict[str, Any]) -> Story:
        """Carry out and sign one more entry; if it is refused, nothing has changed."""
        gm = self._gm()
        if not self.in_charge:
            raise NotTheGm(name=gm.name, role="the GM before")
        try:
            applied = sign(gm, self.ledger, inputs, self.heads)
            if self.ledger.key is None:
                raise Impossible("only who has the GM's secrets can carry this out")
            entries = (*self.save.entries, applied.entry)
            save = sections.to_save(self.ledger.key, self.ledger, entries)
        except Exception:  # a bug too leaves the game as it was
            self.ledger = sections.from_save(self.save)
            self._learn()
            raise
        self.save = save
        self.heads = (*self.heads, applied.entry.head)
        return applied.story

    def rule(self, kind: str, reason: str, entry: int = 0, side: str = "",
             lines: Sequence[str] = ()) -> Story:  # fmt: skip
        """A ruling (see `moderator.ruling`), signed and logged; `write` then keeps it.

        Raises:
            NotTheGm, BadRuling, BadPatch, IllegalOrder, NotYourTurn.
        """
        self._gm()
        ledger = self.ledger
        if ledger.key is None:
            raise Impossible("only who has the GM's secrets can carry this out")
        spelt = ruling.spelled(ledger, list(lines)) if kind == "patch" else list(lines)
        reason = " ".join(reason.split())
        if len(reason) > MAX_TEXT:
            raise BadRuling(why=f"its reason has {len(reason)} characters, at most {MAX_TEXT}")
        fields = {"kind": kind, "reason": reason, "entry": entry}
        fields |= {"side": side, "lines": spelt}
        written = ruling.written(ledger.key, ledger, len(self.heads), fields)
        return self._add({"type": ruling.RULING, **written})

    def reveal(self) -> Envelope | Story:
        """Publish one's key of a finished game: a mail to the GM, or the GM's own entry.

        Raises:
            BadStatement: the game is not over, or it is published already.
        """
        if self.side == GM:
            key = self.ledger.key
            if key is None:
                raise Impossible("only who has the GM's secrets can carry this out")
            return self.rule("reveal", "The game is over.", lines=[key.root.hex()])
        mine = self.key
        return self.say("reveal", len(self.heads) - 1, mine.root.hex() if mine else "")

    def tick(
        self,
        at: int,
        kind: str = "reading",
        side: str = "",
        hours: int = 0,
        grace: int = 0,
        ending: str = "gm",
        reason: str = "",
    ) -> Story:
        """A GM's clock entry (see `moderator.clock`). Raises NotTheGm, BadRuling."""
        fields = {"kind": kind, "at": at, "side": side, "hours": hours, "grace": grace}
        return self._add({"type": "clock", "ending": ending, "reason": reason, **fields})

    def timed_out(self, side: str, now: int) -> Story:
        """What was agreed for a side that has not answered even in the grace; the GM's act.

        Raises:
            NotTheGm, UnknownSide.
            NotYourTurn: it is not asked. BadRuling: not late, or the GM must choose himself.
        """
        self._gm()
        clock, ledger = running(self.ledger), self.ledger
        request = ledger.play.request(self._player(side))
        if clock.state(side, now) != "over":
            raise BadRuling(why=clock.told(side) or f"{side} has no deadline")
        reason = f"{side} has not answered by {date(clock.due(side) + clock.grace * HOUR)}."
        if clock.ending == "forfeit":
            other = next(s for s in ledger.sides if s != side)
            return self.rule("result", reason, side=other)
        if clock.ending != "policy":
            raise BadRuling(why=f"it was agreed that {ENDINGS[clock.ending]}: rule, or pbem seat")
        line = passing(self.possible(request)) if request.stack is None else None
        line = line or ledger.rules.bot(ledger.play.state, request, self.known(side))
        return self.rule("impose", reason, side=side, lines=[line])

    def claim(self, side: str, text: str = "") -> Envelope:
        """A signed claim to a seat, or to the GM's chair (`gm`). Raises as `seat.claim` does."""
        return seat.claim(self._somebody(), self.ledger, side, self.head, text)

    def consent(self, claim: Envelope) -> Envelope:
        """A player's signed consent to somebody's claim."""
        player, side = self._somebody(), self._player("")
        return seat.consent(player, self.ledger, side, self.head, len(self.heads), claim)

    def seat(
        self, claim: Envelope, agreed: Sequence[Envelope], reason: str, role: str = "handover"
    ) -> Story:
        """Log a claim with the consents to it: another player, or with `role` another GM.

        Raises:
            NotTheGm, BadStatement, AlreadySeated, BadSignature.
        """
        inputs: dict[str, Any] = {"order": claim.to_dict(), "reason": " ".join(reason.split())}
        if claim.body.get("from") == GM:
            return self._add({"type": "gm", "role": role, **inputs})
        consents = [envelope.to_dict() for envelope in agreed]
        return self._add({"type": "seat", "agreed": consents, **inputs})

    def say(self, kind: str, entry: int, text: str = "") -> Envelope:
        """A player's signed statement (see `moderator.statement`), to mail to the GM.

        Raises:
            NotInThisGame, BadStatement.
        """
        player, side = self._somebody(), self._player("")
        n = len(self.heads)
        return statement.compose(player, self.ledger, side, self.head, n, kind, entry, text)

    @property
    def in_charge(self) -> bool:
        """Is this identity a GM now? One who has just handed over still signs the save that says so."""
        return self.identity is not None and self.ledger.side_of(self.identity.public) == GM

    def _entry_of(self, envelope: Envelope) -> int:
        """The entry that holds exactly this envelope, or -1."""
        if envelope.digest in self.ledger.desk.said:
            return self.ledger.desk.said[envelope.digest]
        seat = self.ledger.seats.get(str(envelope.body.get("from")))
        if seat is None or envelope.body.get("seq", 0) > seat.seq:
            return -1
        for entry in reversed(self.save.entries[1:]):
            if envelope.raw in entry.raw and entry.body["order"] == envelope.to_dict():
                return entry.n
        return -1

    def _gm(self) -> Identity:
        identity = self._somebody()
        if self.side != GM:
            raise NotTheGm(name=identity.name, role=self.side)
        return identity
