"""A duel as one of its players: `apply` takes the opponent's file, `email` makes the next one.

All that a player keeps is their own newest file, which is also the email to send: the whole log, and at most one
order of theirs that is not in it yet. So whatever gets lost is made again from it, byte for byte.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pbem.duel import founding, revealing
from pbem.duel.refusals import (
    AlreadyOrdered,
    ClaimWaits,
    NewChains,
    OrderWaits,
    RecordLost,
    check_current,
    check_same,
    check_unsigned,
)
from pbem.duel.taken_back import past_of
from pbem.duel.waiting import asks_to_open
from pbem.engine.notation import stacked
from pbem.errors import (
    GameOver,
    Garbled,
    NotYourTurn,
    PbemError,
    UnknownSide,
    WrongGame,
)
from pbem.ledger import duel_checks, duel_secrets, duel_share, duels, locks, tables
from pbem.ledger.cases.rulings import patch_lines
from pbem.ledger.draft import Draft
from pbem.ledger.duel_proposals import check_proposal
from pbem.ledger.duel_secrets import Secrets
from pbem.ledger.duels import DuelChance
from pbem.ledger.fold import Past, fold, ledger_after
from pbem.ledger.ledger import Ledger
from pbem.ledger.story import Story
from pbem.ledger.take import take
from pbem.ledger.values import Asking
from pbem.protocol import envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import (
    VERSION,
    DuelAccept,
    DuelAgree,
    DuelAnswer,
    DuelClaim,
    DuelEnvelope,
    DuelGenesis,
    DuelJoined,
    DuelNo,
    DuelOrder,
    DuelPlayed,
    DuelPropose,
    DuelReady,
    DuelRenewed,
    DuelResign,
    DuelStep,
    EntryBody,
    SignedReveal,
)
from pbem.protocol.chain import LENGTH, Chain
from pbem.protocol.entry import Entry, setup_of
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.offices import DICE, MOVE, chain_of
from pbem.version import VERSION as PROGRAM

Answer = DuelReady | DuelOrder | DuelResign | DuelAgree | DuelNo
A = TypeVar("A", bound=DuelAnswer)


class Applied(NamedTuple):
    """What came of a file.

    Attributes:
        news: the stories of entries that were not known here, those made now too.
        answer: does its sender lack something, so that `email` is to be sent back?
        trouble: why the order in it was not carried out, or None.
    """

    news: tuple[Story, ...]
    answer: bool
    trouble: PbemError | None = None


class Duellist:
    """One player of a duel.

    Attributes:
        ledger: after the last entry. entries: the log. order: one's own word that is not in the log yet: an accept,
            a `ready`, an order, or a claim of new chains. reveals: keys of both, once it is over.
    """

    def __init__(
        self, identity: Identity, entries: Sequence[Entry], order: DuelEnvelope | None = None
    ) -> None:
        """From a log that is one's own. Raises as `fold` does; Garbled: no duel."""
        if not entries or not isinstance(setup_of(entries[0]), DuelGenesis):
            raise Garbled(why="this is no duel")
        self.identity, self.entries, self.order = identity, tuple(entries), order
        self.reveals: tuple[SignedReveal, ...] = ()
        self.ledger: Ledger = ledger_after(self.entries, duel=duels.told)
        self._learn_reveals(())

    # -- beginning ----------------------------------------------------------------------------

    @classmethod
    def found(
        cls,
        identity: Identity,
        rules: str,
        scenario: str,
        side: str,
        options: Mapping[str, Any] | None = None,
        nonce: bytes | None = None,
    ) -> Duellist:
        """A new duel. Raises as `founding.new_genesis`."""
        genesis = founding.new_genesis(identity, rules, scenario, side, options or {}, nonce)
        return cls(identity, (genesis,))

    @classmethod
    def join(cls, identity: Identity, data: bytes) -> Duellist:
        """The other player, from the founder's file. Raises as `read_duel`; NotYourTurn: somebody else has joined."""
        save, _ = savefile.read_duel(data)
        player = cls(identity, save.entries)
        free = [side for side in player.ledger.sides if side not in player.ledger.seats]
        if not free or player.ledger.side_of(identity.ssh):
            raise NotYourTurn(side=identity.name, waiting="no side is free for you")
        player.order = founding.accept(identity, player.ledger, free[0])
        return player

    @classmethod
    def load(cls, identity: Identity, data: bytes) -> Duellist:
        """From one's own newest file. Raises as `read_duel`; RecordLost: somebody else has written it."""
        save, order = savefile.read_duel(data)
        player = cls(identity, save.entries, order)
        if save.signer != identity.public.fingerprint and player.ledger.begun:
            raise RecordLost(n=player.ledger.n)
        player._learn_reveals(save.reveals)
        return player

    @classmethod
    def recover(cls, identity: Identity, data: bytes, nonce: bytes | None = None) -> Duellist:
        """Whoever has lost their own record goes on from any file of the duel, with new chains; without them if the game
        is over, as nothing is left to sign.

        Nobody but the person can say so, for their opponent may have left out the end of the log. Keep `email` before
        it is sent: the claim is final. Raises as `read_duel`, UnknownSide: they play no side.
        """
        save, _ = savefile.read_duel(data)
        player = cls(identity, save.entries)
        if player.side and player.ledger.begun and player.ledger.result is None:
            player.order = player._claim(nonce)
        player._learn_reveals(save.reveals)
        return player

    def renew(self, nonce: bytes | None = None) -> None:
        """Take new chains, because few links are left. Raises AlreadyOrdered, GameOver, NotYourTurn: none is asked."""
        if self.order is not None:
            raise AlreadyOrdered
        if not self.ledger.begun:
            raise NotYourTurn(side=self.side, waiting="not everybody has joined")
        self.order = self._claim(nonce)

    def _claim(self, nonce: bytes | None = None) -> DuelEnvelope:
        """A claim of new chains, right behind the last entry."""
        ledger, side = self.ledger, self.side
        if ledger.result is not None:
            raise GameOver(result=ledger.result.reason)
        nonce_text = (nonce or os.urandom(founding.NONCE_BYTES)).hex()
        key = self.identity.game_key(side, ledger.game, ledger.head, nonce_text)
        numbers = duel_checks.numbers_for(ledger, side)
        claim = DuelClaim(
            v=VERSION,
            game=ledger.game,
            author=side,
            head=ledger.head,
            keys=self.identity.public_in(key),
            nonce=nonce_text,
            anchors=founding.anchors(key, side, numbers),
            numbers=numbers,
        )
        return envelope.sign_in_duel(self.identity, claim)

    # -- looking ------------------------------------------------------------------------------

    @property
    def side(self) -> str:
        """The side of this player, also before their accept is in the log. Raises UnknownSide: of a stranger."""
        side = self.ledger.side_of(self.identity.ssh)
        if not side and self.order is not None and isinstance(self.order.body, DuelAccept):
            side = self.order.body.author
        if not side:
            raise UnknownSide(side=self.identity.name, known=", ".join(self.ledger.sides))
        return side

    @property
    def waits_for(self) -> str:
        """The side whose answer goes into the log next; "" before the game begins and after its end."""
        return duel_checks.first_asked(self.ledger)

    @property
    def decides(self) -> bool:
        """Has this player something to decide by the rules, and has not yet?"""
        asking = self.ledger.askings.get(self.side)
        if asking is None or asking.is_ready or self.order is not None:
            return False
        return not duel_checks.asks_to_agree(asking) and not asks_to_open(asking)

    @property
    def proposal(self) -> DuelPropose | None:
        """What the opponent proposes, while this player has neither agreed nor declined."""
        asking = self.ledger.askings.get(self.side)
        is_asked = asking is not None and duel_checks.asks_to_agree(asking) and self.order is None
        return self.ledger.cases.proposal if is_asked else None

    @property
    def claims(self) -> bool:
        """Does this player wait for new chains, and sign nothing until then?"""
        return self.order is not None and isinstance(self.order.body, DuelClaim)

    @property
    def links_left(self) -> int:
        """How many questions this player can still answer, or enter answers, before they need new chains."""
        chains, bases = self.ledger.chains, self._bases()
        moves = bases.get(MOVE, 0) + LENGTH - chains.links.get(self.side, 0)
        answers = bases.get(DICE, 0) + LENGTH - chains.answers[self.side].number
        return min(moves, answers)

    def losses(self, side: str) -> int:
        """How often a side has taken new chains."""
        renewed = [e.body.step for e in self.entries if isinstance(e.body.step, DuelRenewed)]
        return sum(step.order.body.author == side for step in renewed)

    # -- playing ------------------------------------------------------------------------------

    def decide(
        self,
        lines: Sequence[str],
        answers: Mapping[str, str] | None = None,
        policies: Mapping[str, str] | None = None,
    ) -> None:
        """Sign an order; `email` then holds it. It is final.

        Args:
            lines: order lines, carried out one behind the other; of a secret stack one, which names its cards.
            answers: to questions on the way, kind to policy.
            policies: sealed, kind to policy: from now on all that answer while the opponent's orders are carried
                out; None leaves them as they are.

        Raises AlreadyOrdered, NotYourTurn, GameOver; UnknownWord, IllegalOrder: no such stack. UnreadableOrders: a
        policy is too long.
        """
        if self.order is not None:
            raise AlreadyOrdered
        ledger, side = self.ledger, self.side
        request = ledger.request(side)
        asking, key = ledger.askings[side], self._keys[-1]
        sealed, copy_kept = duel_secrets.seal_policies(
            key, ledger.game, side, asking.number, policies
        )
        fields: dict[str, Any] = {"request": request.id, "policies": sealed, "kept": copy_kept}
        if request.stack is not None:
            cards = stacked(request.stack, lines[0])
            slots = locks.stack_slots(request)
            plan, copy = duel_secrets.lay_stack(key, ledger.game, slots, cards)
            self._sign(DuelOrder, asking, plan=plan, copy=copy, **fields)
            return
        rows = tuple(sorted((answers or {}).items()))
        self._sign(DuelOrder, asking, lines=tuple(lines), answers=rows, **fields)

    def resign(self) -> None:
        """Give the game up, in place of an answer. Raises AlreadyOrdered, NotYourTurn: this player is asked nothing."""
        if self.order is not None:
            raise AlreadyOrdered
        asking = self.ledger.askings.get(self.side)
        if asking is None:
            raise NotYourTurn(side=self.side, waiting="you can resign when you are asked something")
        self._sign(DuelResign, asking)

    def propose(
        self, kind: str, entry: int = 0, lines: Sequence[str] = (), winner: str = "", text: str = ""
    ) -> None:
        """Propose something that needs both, in place of an answer; the opponent is asked whether they agree.

        Args:
            kind: `takeback` of `entry` and all after it, `draw`, `correct` by patch lines, or `result`: `winner` has
                won. text: why, for the opponent.

        Raises AlreadyOrdered, NotYourTurn, BadRuling, BadPatch and what patches raise: it cannot be proposed now.
        """
        if self.order is not None:
            raise AlreadyOrdered
        ledger, side = self.ledger, self.side
        ledger.request(side)
        draft = Draft(ledger)
        full_lines = tuple(patch_lines(draft, lines))
        fields = {"kind": kind, "entry": entry, "lines": full_lines, "winner": winner, "text": text}
        body = self._answer(DuelPropose, ledger.askings[side], **fields)
        check_proposal(draft, body)
        self.order = envelope.sign_in_duel(self.identity, body)

    def agree(self, kind: str = "") -> None:
        """Agree to what the opponent proposes, if it is of this kind. Raises AlreadyOrdered, NotYourTurn: they propose
        nothing, or something else."""
        self._sign(DuelAgree, self._proposed(kind))

    def decline(self) -> None:
        """Do not agree to it. Raises as `agree`."""
        self._sign(DuelNo, self._proposed())

    def _proposed(self, kind: str = "") -> Asking:
        if self.order is not None:
            raise AlreadyOrdered
        asking = self.ledger.askings.get(self.side)
        if asking is None or not duel_checks.asks_to_agree(asking):
            raise NotYourTurn(side=self.side, waiting="your opponent proposes nothing")
        proposal = self.proposal
        if kind and proposal is not None and proposal.kind != kind:
            raise NotYourTurn(side=self.side, waiting="your opponent proposes something else")
        return asking

    def _answer(self, type_: type[A], asking: Asking, /, **fields: Any) -> A:
        """An answer to a question, with the link of that question."""
        return type_(
            v=VERSION,
            game=self.ledger.game,
            author=self.side,
            head=self.ledger.heads[asking.since],
            question=asking.number,
            link=founding.own_link(self._chain(MOVE), asking.link),
            **fields,
        )

    def _sign(self, type_: type[Answer], asking: Asking, /, **fields: Any) -> None:
        """Keep a signed answer to a question. Raises BadStatement: its side has sent too many long ones."""
        order = envelope.sign_in_duel(self.identity, self._answer(type_, asking, **fields))
        duel_share.check(self.ledger, order)
        self.order = order

    def email(self) -> bytes:
        """The file to keep and to send: the same log and order give the same bytes."""
        header, rest = tables.header(self.ledger, self.entries), tables.tables(self.ledger, {})
        last = self.order, self.reveals
        return savefile.write(header, rest, self.entries, self.identity, True, *last)

    def _learn_reveals(self, others: Sequence[SignedReveal]) -> None:
        known = (*self.reveals, *others)
        self.reveals = revealing.to_publish(self.identity, self.ledger, self.entries, known)

    def apply(self, data: bytes, agree: bool = False) -> Applied:
        """Take the opponent's file: longer logs, and the order in it, which is carried out as its witness.

        Args:
            agree: to new chains of the opponent, although this player is asked something: their order is to be
                written again.

        Raises:
            NotASave, SaveTampered, WrongGame: it is none of this duel. TwoLogs: it goes another way. RecordLost: it has
            more of this player's own than is known here. ReplayMismatch, NotTrusted: an entry does not follow.
        """
        save, order = savefile.read_duel(data)
        theirs = save.entries
        self._check_same(theirs)
        ledger, news, own_order = self.ledger, list[Story](), self.order
        for next_ledger, story in fold(theirs, self._start(theirs), duel=duels.told):
            if next_ledger.n > ledger.n:
                if not self.claims:
                    own_order = check_unsigned(theirs[next_ledger.n], self.side, own_order)
                ledger = next_ledger
                news.append(story)
        self.ledger = ledger
        self.entries = theirs if len(theirs) > len(self.entries) else self.entries
        trouble: PbemError | None = None
        order_before = self.order
        self._forget_order()
        if order is not None:
            try:
                news += self._enter(order, agree)
            except PbemError as error:  # mostly: it is in the log already, or waits for one's own
                trouble = error
            except Exception as error:
                trouble = OrderWaits(version=PROGRAM, what=type(error.__cause__ or error).__name__)
        self._forget_order()
        self._say_ready()
        self._learn_reveals(save.reveals)
        lacks = len(theirs) < len(self.entries) or not {*self.reveals} <= {*save.reveals}
        answers = lacks or self.order is not None
        if self.order is not None and self.order == order_before and trouble is not None:
            # Neither can take what the other says: new chains wait for a person, and programs answer nothing.
            waits = self.claims or (order is not None and isinstance(order.body, DuelClaim))
            answers = lacks or not waits
        return Applied(tuple(news), answers, trouble)

    def _start(self, theirs: Sequence[Entry]) -> Ledger | None:
        """From where their log is read: from the genesis, if it goes back to before what is known here."""
        needed = Past(theirs, since=self.ledger.n + 1).wanted
        return None if any(n < self.ledger.n for n in needed) else self.ledger

    def _check_same(self, theirs: Sequence[Entry]) -> None:
        """Pass if the two logs are of one game and begin alike. Raises WrongGame, and as `check_same`."""
        if not theirs or theirs[0].raw != self.entries[0].raw:
            raise WrongGame(
                found=theirs[0].head[:8] if theirs else "?", expected=self.ledger.game[:8]
            )
        check_same(self.entries, theirs)

    def _enter(self, order: DuelEnvelope, agree: bool) -> list[Story]:
        """Carry out the opponent's order as its witness, or take their accept or claim, and sign the entry; its
        story."""
        if order.body.author == self.side:
            return []
        step: DuelStep
        match order.body:
            case DuelAccept():
                step = DuelJoined(order=order)
            case DuelClaim() as claim:
                check_current(self.ledger, claim)
                duel_checks.check(self.ledger, DuelRenewed(order=order))
                self._check_agreed(agree)
                step = DuelRenewed(order=order)
            case _ if self.claims:
                raise ClaimWaits
            case _:
                step = DuelPlayed(order=order)
        dice, past = self._chain(DICE), past_of(self.ledger, self.entries, order)
        chance = DuelChance(lambda k: founding.own_link(dice, k), past, own=self.secrets)
        unsigned_entry = take(self.ledger, step, chance)
        body = EntryBody(
            v=VERSION,
            n=self.ledger.n + 1,
            prev=self.ledger.head,
            step=step,
            record=unsigned_entry.record,
        )
        entry = Entry.signed(self.identity, body, self.ledger.game)
        self.ledger, self.entries = unsigned_entry.ledger(entry), (*self.entries, entry)
        return [unsigned_entry.story]

    def _check_agreed(self, agree: bool) -> None:
        """May new chains of the opponent go in? Raises NewChains: this player's answer would count no more."""
        sides = self.ledger.sides
        if self.claims:  # both have lost their record: the first side's go in
            if self.side == sides[0]:
                raise ClaimWaits
        elif self.side in self.ledger.askings and not agree:
            raise NewChains(losses=self.losses(self.ledger.offices.witness_of(self.side)))

    def _forget_order(self) -> None:
        """One's own word is in the log by now, or another one stands there in its place."""
        body = self.order.body if self.order is not None else None
        if isinstance(body, DuelAccept) and self.ledger.begun:
            self.order = None
        if isinstance(body, DuelAnswer):
            latest = self.ledger.chains.latest[body.author]
            asking = self.ledger.askings.get(body.author)
            # Its question was answered, or is put again under another number.
            if body.question <= latest.question or asking is None or asking.number != body.question:
                self.order = None
        if isinstance(body, DuelClaim) and body.head != self.ledger.head:
            mine = self.ledger.seats[body.author].nonce == body.nonce
            self.order = None if mine or self.ledger.result is not None else self._claim()

    def _say_ready(self) -> None:
        """A `ready` or a card to turn up decides nothing, so nobody is asked for it."""
        ledger = self.ledger
        asking = ledger.askings.get(self.side)
        if asking is None or self.order is not None:
            return
        if asking.is_ready:
            self._sign(DuelReady, asking)
        elif asks_to_open(asking):
            request = ledger.request(self.side)
            opening = self.secrets.card(ledger.to_open(request))
            self._sign(DuelOrder, asking, request=request.id, openings=(opening,))

    @property
    def secrets(self) -> Secrets:
        """What this player has sealed."""
        return Secrets.of(self.identity, self.entries, self.side)

    @property
    def _keys(self) -> list[GameKey]:
        return duel_secrets.keys_of(self.identity, self.entries, self.side)

    def _bases(self) -> Mapping[str, int]:
        """Where this player's chains began, if they have taken new ones."""
        seat = self.ledger.seats.get(self.side)
        step = self.entries[seat.since].body.step if seat is not None and seat.nonce else None
        body = step.order.body if isinstance(step, DuelRenewed) else None
        return body.numbers if isinstance(body, DuelClaim) else {}

    def _chain(self, member: str) -> Chain:
        return self._keys[-1].chain(chain_of(self.side, member), self._bases().get(member, 0))
