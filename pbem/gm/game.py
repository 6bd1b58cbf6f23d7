"""A game that can be made, played and moderated: what commands and the desk use, and `pbem.Game` shows of it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbem import system
from pbem.engine.standing import passing
from pbem.errors import (
    BadClock,
    BadRuling,
    BadSignature,
    BadText,
    ForTheChair,
    Impossible,
    NotNow,
    NotTheGm,
    OldCopy,
    PbemError,
    SaveFull,
    SeatLost,
)
from pbem.gm.inbox import WAITS, Inbox, Mail, Receipt, refused
from pbem.ledger import disclosure, holder, sealed, sight, tables
from pbem.ledger.cases import absence, people, rules_change, rulings, time
from pbem.ledger.chances import GmChance
from pbem.ledger.checks import entry as entry_check
from pbem.ledger.door import check_said
from pbem.ledger.draft import Draft
from pbem.ledger.fold import at
from pbem.ledger.ledger import Ledger
from pbem.ledger.orders import LAST_WORDS
from pbem.ledger.story import Story
from pbem.ledger.take import take
from pbem.ledger.values import GM, Position
from pbem.player import invitation
from pbem.player.invitation import Speaker
from pbem.player.orders import Letter
from pbem.protocol import bodies, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import (
    MOST_TEXT,
    VERSION,
    Absent,
    AnyStep,
    Chaired,
    Claim,
    Clocked,
    EntryBody,
    Envelope,
    Joined,
    Mailed,
    Order,
    Ready,
    Refusal,
    Ruling,
    Seated,
    SignedRefusal,
)
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save
from pbem.protocol.steps import USUAL, Terms
from pbem.version import VERSION as PROGRAM

SHORT_KINDS = ("result", "uphold", "house")
"""Rulings after which no rules run."""


class Game(Speaker):
    """A game that can be made, played and moderated; what it shows is in `Reader`, how it is played in `Player`."""

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
        days: int = invitation.DAYS,
        terms: Terms = USUAL,
    ) -> Game:
        """A new game, moderated by `gm`; the arguments as in `invitation.new_genesis`.

        Raises UnknownGame, UnknownScenario, UnknownSide, BadOption, BadData.
        """
        genesis = invitation.new_genesis(
            gm, rules, scenario, invited, options or {}, nonce, data, days, terms, at=system.now()
        )
        return cls(Save((genesis,), gm.public.fingerprint), gm)

    def dumps(self) -> bytes:
        """The signed save; only its GM can write one. Raises NotTheGm."""
        entries = self.save.entries
        menus = disclosure.menus(self.ledger, self.holder.keys, entries, self.save.menus)
        header, rest = tables.header(self.ledger, entries), tables.tables(self.ledger, menus)
        return savefile.write(header, rest, entries, self._gm())

    def write(self, path: Path | None = None) -> None:
        """Write the save atomically, keeping the one before as `.bak`."""
        target = path or self.path
        if target is None:
            raise Impossible("a game that was not read from a file needs a path")
        savefile.write_atomic(target, self.dumps())

    # -- moderating ---------------------------------------------------------------------------

    def apply(
        self, mails: Mapping[str, str | bytes], insist: bool = False, now: int = 0
    ) -> list[Receipt]:
        """Take emails, in whatever order they came; a receipt for each, in the order of `mails`.

        The game is then as all that could be taken leave it; nothing is written before `write`. An email whose author
        has seen an entry that is not here shows that this copy is old: then nothing is signed (rule 13).

        Args:
            mails: name to text.
            insist: go on from an old copy on purpose.
            now: the GM's clock, in seconds since 1970, which is read before a holiday counts from it. What is
                dated more than a day ahead of it is refused (`BadClock`). 0 for no clock.
        """
        self._gm()
        inbox = Inbox(mails, self.ledger.cases.said)
        if not insist:
            self._close_if_old(inbox)
        for name, mail in list(inbox.waiting.items()):
            if (n := self.entry_of(mail.envelope)) >= 0:
                inbox.close(Receipt(name, n, mail.digest, again=True))
        while self._apply_next(inbox, now):
            pass
        for name in list(inbox.waiting):
            inbox.close(self._apply_one(name, inbox.waiting[name], now))
        for name, mail in inbox.for_the_gm.items():
            inbox.close(self._for_the_gm(name, mail))
        return [receipt for name in mails for receipt in inbox.told(name)]

    def _for_the_gm(self, name: str, mail: Mail) -> Receipt:
        """What becomes of a claim or a consent: one that is in the log, or that comes too late, is not offered again."""
        if (n := self.entry_of(mail.envelope)) >= 0:
            return Receipt(name, n, mail.digest, again=True)
        try:
            if isinstance(mail.envelope.body, Claim):
                people.check_claim(self.ledger, mail.envelope)
        except PbemError as error:
            return Receipt(name, digest=mail.digest, error=error)
        return Receipt(name, digest=mail.digest, error=ForTheChair())

    def _close_if_old(self, inbox: Inbox) -> None:
        """Refuse all emails with OldCopy if one of them has seen an entry that this copy lacks.

        Two different entries under one number are never signed, so whoever holds an old copy signs none.
        """
        for mail in list(inbox.waiting.values()):
            body = mail.envelope.body
            if (
                not isinstance(body, Order | Ready | bodies.Standing)
                or body.game != self.ledger.game
            ):
                continue
            try:
                check_said(self.ledger, mail.envelope)
            except OldCopy as error:
                for name, mail_waiting in list(inbox.waiting.items()):
                    inbox.close(Receipt(name, digest=mail_waiting.digest, error=error))
                return
            except PbemError:  # its own receipt will say so
                continue

    def _apply_next(self, inbox: Inbox, now: int) -> bool:
        """Apply one mail of the pile; False if none of them can be applied any more."""
        for name in list(inbox.next(self.ledger)):
            receipt = self._apply_one(name, inbox.waiting[name], now)
            if not isinstance(receipt.error, NotNow):
                inbox.close(receipt)
            if receipt.error is None:
                return True
        return False

    def _apply_one(self, name: str, mail: Mail, now: int) -> Receipt:
        """Log one email as the next entry, or refuse it and leave the game as it was; its receipt says which."""
        entry_number = self.entry_of(mail.envelope)
        if entry_number >= 0:
            return Receipt(name, entry_number, mail.digest, again=True)
        signed_mail = mail.envelope
        step: AnyStep = (
            Joined(order=signed_mail, ready=mail.ready)
            if isinstance(signed_mail.body, bodies.Accept)
            else Mailed(order=signed_mail)
        )
        state_before = self.ledger, self.save, self.last
        try:
            ahead = self._ahead(step, now)
            if isinstance(signed_mail.body, bodies.Holiday):
                self._read_clock(now)
            story = self.add(step)
        except Exception as error:
            self.ledger, self.save, self.last = state_before  # without a reading for nothing
            why = refused(error)
            if isinstance(why, BadSignature):
                why = self._seat_lost(signed_mail) or why
            return Receipt(
                name, -1, mail.digest, error=why, refusal=self._refusal(signed_mail, why)
            )
        if ahead:
            private = (*story.private, (signed_mail.body.author, ahead))
            story = replace(story, private=private)
        return Receipt(name, story.n, mail.digest, story=story)

    def _seat_lost(self, mail: Envelope) -> SeatLost | None:
        """Who plays the side of an email now, if somebody signed it who played that side before."""
        side = mail.body.author
        seat = self.ledger.seats.get(side)
        if seat is None:
            return None
        for body in people.seatings(self.save.entries):
            if body.author != side or body.keys == seat.keys:
                continue
            with contextlib.suppress(BadSignature):
                envelope.verify(mail, body.keys)
                return SeatLost(side=side, name=seat.keys.name, n=seat.since)
        return None

    def _ahead(self, step: AnyStep, now: int) -> str:
        """What to tell an author whose clock is ahead of the GM's, `now`. Raises BadClock: too far."""
        at = max(mail.body.at for mail in bodies.said_in(step))
        if not now or at <= now + time.AHEAD:
            return ""
        _check_time(at, now)
        return f"Your computer's clock is {time.ahead(at, now)} ahead of the GM's. Please check which is right."

    def _read_clock(self, now: int) -> None:
        """A holiday counts from the reading before it, so that nobody is away after the event."""
        clock = self.ledger.cases.clock
        if clock.pace.hours and now and clock.latest <= now + time.AHEAD:
            self.tick(now)

    def _dated(self, now: int, latest: int) -> int:
        """The time of an entry at `now`, which cannot be before `latest`. Raises BadRuling: that is too far ahead.

        Whoever gets an entry that is dated ahead would call its GM a cheat, whose clock made it so or not.
        """
        if latest > now + time.AHEAD:
            why = (
                f"something in this game is dated {time.date(latest)}, and this computer's clock says {time.date(now)}. "
                "If the computer is right, try again when that time has come"
            )
            raise BadRuling(why=why)
        return max(now, latest)

    def _refusal(self, mail: Envelope, why: PbemError) -> SignedRefusal | None:
        """The GM's signed word that an order was refused, for its author to check; None for what only waits, or no
        order."""
        if not isinstance(mail.body, Order) or mail.body.game != self.ledger.game:
            return None
        if isinstance(why, (*WAITS, BadClock, SaveFull)):
            return None  # it waits; or a clock, a copy or the save is in the way, and nothing is said of the rules
        words = str(why)[: MOST_TEXT - 1].replace("\u2028", " ")
        body = Refusal(
            v=VERSION,
            game=self.ledger.game,
            order=envelope.digest(mail),
            head=self.head,
            why=type(why).__name__,
            words=words,
        )
        try:
            return envelope.sign_refusal(self._gm(), body)
        except BadText:  # the error quotes what no signed text may hold
            plain_words = "The email has characters that are not allowed in an email of a game."
            return envelope.sign_refusal(self._gm(), bodies.replace(body, words=plain_words))

    def add(self, step: AnyStep) -> Story:
        """Take and sign one more entry; if it is refused, nothing has changed. Raises what `take` raises."""
        gm = self._gm()
        if not self.in_charge:
            raise NotTheGm(name=gm.name, role="the GM before")
        savefile.check_room(self.save.entries, _room(step))
        entry_draft = take(self.ledger, step, GmChance(self.holder.keys, self._past))
        entry_check.check(self.ledger, step, entry_draft.record)
        body = EntryBody(
            v=VERSION, n=self.ledger.n + 1, prev=self.head, step=step, record=entry_draft.record
        )
        entry = Entry.signed(gm, body, self.ledger.game)
        self.ledger = entry_draft.ledger(entry)
        beside = {**self.save.menus, **entry_draft.draft.menus}
        self.save = Save((*self.save.entries, entry), self.save.signer, beside=beside)
        self.last = self.ledger.n
        return entry_draft.story

    def _past(self, n: int) -> Position:
        return at(self.save.entries, n, self.holder.keys)

    def rule(
        self, kind: str, reason: str, entry: int = 0, side: str = "", lines: Sequence[str] = ()
    ) -> Story:
        """A ruling (see `cases.rulings`), signed and logged; `write` then keeps it.

        Raises:
            NotTheGm, BadRuling, BadPatch, IllegalOrder, NotYourTurn.
        """
        self._gm()
        return self.add(self.ruling(kind, reason, entry, side, lines))

    def upgrade(self, agreed: Sequence[Envelope]) -> Story:
        """Put the newest version of the rules into force, with the players' consents to it.

        Raises NotTheGm, BadRuling, BadStatement.
        """
        self._gm()
        _check_times(agreed, system.now())
        return self.add(bodies.replace(rules_change.newest(self.ledger), agreed=tuple(agreed)))

    def ruling(
        self, kind: str, reason: str, entry: int = 0, side: str = "", lines: Sequence[str] = ()
    ) -> Ruling:
        """A ruling as it goes into the log: its lines spelled out, and sealed in a veiled game. Raises BadRuling,
        BadPatch."""
        full_lines = list(lines)
        if kind == "impose":
            side = self._player(side)
        if kind == "patch":
            full_lines = rulings.patch_lines(Draft(self.ledger), full_lines)
        reason = rulings.checked_reason(reason)
        if kind not in rulings.KINDS:
            raise BadRuling(why=f"`{kind}` is none; there are {', '.join(rulings.KINDS)}")
        sealed_lines = ""
        if self.ledger.veiled and kind in rulings.SEALED_KINDS:
            key = self.holder.keys[self.ledger.chair.keys.x25519]
            sealed_lines = sealed.seal_ruled(key, self.ledger.game, self.ledger.n + 1, full_lines)
            full_lines = []
        return Ruling(
            kind=kind,
            entry=entry,
            side=side,
            lines=tuple(full_lines),
            sealed=sealed_lines,
            program=PROGRAM if kind == "again" else "",
            reason=reason,
        )

    def absent(self, side: str, now: int, reason: str) -> Story:
        """Declare a silent side absent: nobody waits for its `ready` (rule 5).

        Args:
            now: the GM's clock, in seconds since 1970. By it the side was silent long enough, whatever times
                others have signed.

        Raises BadRuling.
        """
        ledger = self.ledger
        at = self._dated(now, ledger.cases.clock.latest)
        early = not absence.waited_long_enough(ledger, side, now)
        if early and absence.waited_long_enough(ledger, side, at):
            raise BadRuling(why=absence.too_early(ledger, side))
        return self.add(bodies.Absent(side=side, at=at, reason=" ".join(reason.split())))

    def tick(
        self, now: int, kind: str = "reading", side: str = "", hours: int = 0, reason: str = ""
    ) -> Story:
        """A GM's clock entry, but for terms (see `cases.time`), at `now` or the latest time in the log.

        Raises NotTheGm, BadRuling.
        """
        at = self._dated(now, self.ledger.cases.clock.latest)
        if kind == "extend" and not (side and hours):
            raise BadRuling(why="say which side has how much more time")
        reason = " ".join(reason.split())
        return self.add(Clocked(kind=kind, at=at, side=side, hours=hours, reason=reason))

    def set_terms(self, now: int, terms: Clocked, agreed: Sequence[Envelope] = ()) -> Story:
        """New terms (`time.terms`): longer ones by the GM alone, others with the players' consents to them.

        Those to which all agree also set a clock back that was wrong.

        Raises NotTheGm, BadRuling, BadStatement.
        """
        clock = self.ledger.cases.clock
        _check_times(agreed, now)
        clock_time = clock.said if agreed else clock.latest
        at = self._dated(now, max([clock_time, *(mail.body.at for mail in agreed)]))
        return self.add(bodies.replace(terms, at=at, agreed=tuple(agreed)))

    def timed_out(self, side: str, now: int) -> Story:
        """Do what was agreed for a side that has not answered even in the grace; the story of that entry.

        It is a forfeit, an absence, or a decision that the rules or the robot make in its place.

        Raises:
            NotTheGm, UnknownSide.
            NotYourTurn: it is not asked. BadRuling: not late, or the GM must choose himself.
        """
        self._gm()
        ledger, side = self.ledger, self._player(side)
        asking = ledger.askings.get(side)
        if asking is None or time.state(ledger, side, now) != "over":
            deadline = time.deadline_sentence(ledger.cases.clock, side, asking) if asking else ""
            raise BadRuling(why=deadline or f"{side} has no deadline")
        reason = (
            f"{side.capitalize()} has not answered by "
            f"{time.day_in_words(time.last_moment(ledger, side))}."
        )
        ending = ledger.cases.clock.pace_at(asking.since).ending
        if ending == "forfeit":
            opponents = [opponent for opponent in ledger.sides if opponent != side]
            if len(opponents) > 1:  # a ruling names one winner
                raise BadRuling(
                    why=f"{side} forfeits: rule which of {' and '.join(opponents)} has won"
                )
            return self.rule("result", reason, side=opponents[0])
        if side in ledger.owes_ready() or self._answered_by_rules(side):
            return self.absent(side, now, reason)
        if ending != "policy":
            raise BadRuling(why=f"it was agreed that {time.ENDINGS[ending]}: rule, or pbem seat")
        request = ledger.request(side)
        line = passing(self.possible(request)) if request.stack is None else None
        line = line or ledger.rules.robot.choose(ledger.play.state, request, self.known(side))
        return self.rule("impose", reason, side=side, lines=[line])

    def _answered_by_rules(self, side: str) -> bool:
        """Do the rules answer what a side is asked, once it is declared absent?"""
        ledger = self.ledger
        return sight.unattended(ledger.rules, ledger.play, ledger.request(side)) is not None

    def claim(self, side: str, text: str = "", as_co_gm: bool = False) -> Letter:
        """A signed claim to a seat, or to the GM's chair (`gm`); `as_co_gm`: to become a co-GM, who helps the GM."""
        return Letter(
            (invitation.claim(self.somebody(), self.ledger, side, text, as_co_gm, system.now()),)
        )

    def seat(
        self, claim: Envelope, agreed: Sequence[Envelope], reason: str, role: str = "handover"
    ) -> Story:
        """Log a claim with the consents to it: another player, or with `role` another GM.

        Raises:
            NotTheGm, BadStatement, AlreadySeated, BadSignature, BadClock.
        """
        _check_times((claim, *agreed), system.now())
        reason = " ".join(reason.split())
        if isinstance(claim.body, Claim) and claim.body.author == GM:
            return self.add(bodies.Chaired(order=claim, role=role, reason=reason))
        return self.add(Seated(order=claim, agreed=tuple(agreed), reason=reason))

    @property
    def in_charge(self) -> bool:
        """Is this identity a GM now? One who has just handed over still signs the save that says so."""
        return self.identity is not None and self.ledger.side_of(self.identity.ssh) == GM

    def _gm(self) -> Identity:
        identity = self.somebody()
        if self.side != GM:
            raise NotTheGm(name=identity.name, role=self.side)
        return identity


def _room(step: AnyStep) -> int:
    """How many bytes of a save must be left before a step (PROTOCOL.md, section 11)."""
    if isinstance(step, Mailed) and isinstance(step.order.body, LAST_WORDS):
        return savefile.LAST
    if isinstance(step, Ruling):
        return savefile.LAST if step.kind in SHORT_KINDS else savefile.RULED
    return savefile.RULED if isinstance(step, Absent | Clocked | Chaired) else savefile.ORDINARY


def _check_times(mails: Sequence[Envelope], now: int) -> None:
    for mail in mails:
        _check_time(mail.body.at, now)


def _check_time(at: int, now: int) -> None:
    """No later reading of the clock could be before it. Raises BadClock: it is too far ahead of the GM's."""
    if at > now + time.TOO_FAR:
        raise BadClock(found=time.date(at), now=time.date(now))


__all__ = ["Game", "Ledger", "Letter", "holder"]
