"""The ledger: what a game's log adds up to. The GM goes on from it, a verifier builds it up again.

One entry is taken in by `genesis`, `accept` or `take_order`; GM and verifier run the same code and
differ only in where chance comes from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pbem.engine.condition import Look
from pbem.engine.notation import match
from pbem.engine.play import Chance, Play
from pbem.engine.request import Request
from pbem.engine.ruleset import Result, RuleSet
from pbem.engine.script import Script
from pbem.engine.standing import Standing, containing, ordered
from pbem.engine.standing import check as check_standing
from pbem.engine.table import last_die_succeeded
from pbem.errors import (
    AlreadySeated,
    BadOpening,
    BadScript,
    GameOver,
    Garbled,
    IllegalOrder,
    Impossible,
    NotNow,
    NotYourTurn,
    OutOfSequence,
    SeatKept,
    SideTaken,
    Stale,
    WrongGame,
    WrongSide,
)
from pbem.games import find
from pbem.moderator import ruling, shape
from pbem.moderator.advance import EARLIER, MOST, Advance, acts
from pbem.moderator.book import Book, Opening
from pbem.moderator.chance import Moment
from pbem.moderator.course import Stretch
from pbem.moderator.desk import Desk
from pbem.moderator.rewind import History, Position
from pbem.moderator.sealed import Secret
from pbem.moderator.veil import Glimpse
from pbem.protocol import canonical
from pbem.protocol.chain import check_link
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.gms import verify_by
from pbem.protocol.hashing import state_hash
from pbem.protocol.keys import GameKey, PublicKeys

GM = "gm"
SLOT = re.compile(r'"((?:deck|plan):[^"]*)"')


@dataclass
class Seat:
    """A player at the table.

    Attributes:
        anchor: L[0] of the move chain. `link`: the last link that he revealed.
        seq: number of orders taken from him. `answer`: the last link of the GM's answer chain to him.
        since: the entry that gave him the seat.
    """

    keys: PublicKeys
    anchor: str
    link: str
    answer: str
    seq: int = 0
    since: int = 0


class Taken(NamedTuple):
    """What became of an order's lines.

    Attributes:
        used: how many lines were carried out.
        left: the lines that were not, and `why` the first of them was not.
    """

    used: int
    left: tuple[str, ...] = ()
    why: str = ""


class Ledger:
    """A game between two entries.

    Attributes:
        genesis: the body of entry 0.
        seats: side to Seat, once accepted.
        play: the running game. `book`: what is committed to and known.
        opened_at: number of the entry that put the requests now open.
        standing: side to standing orders, as far as this reader may know them.
        sealed_by: sides that have sent anything sealed, so that they may have standing orders.
        rest: side to an order whose next line waits for the enemy's answer; it holds for one step of
            the sequence of play, `rest_step`.
        gm: who began the game: pins know it by this key, and what is sealed to the GM is sealed to it.
        gms: who may sign now: the GM of the moment, and others who help.
        desk: disputes, rulings and what follows from them. `course`: the game turns so far.
        key: the GM's secrets of this game, for whoever runs or audits it with them.
        past: the position after an earlier entry, for rewinds.
    """

    def __init__(self, genesis: dict[str, Any], play: Play[Any] | Glimpse | None = None) -> None:
        self.genesis = genesis
        self.rules: RuleSet[Any] = find(genesis["rules"], genesis.get("data"))
        self.gm = PublicKeys.from_dict(genesis["gm"])
        self.gms = [self.gm]
        self.seats: dict[str, Seat] = {}
        # A client's Glimpse of a veiled game has all that is asked of a Play there.
        self.play: Any = play or Play.new(self.rules, genesis["scenario"], genesis["options"])
        self.book = Book()
        self._last_spelled: tuple[Any, bytes] = (None, b"")
        self.opened_at = 0
        self.standing: dict[str, Standing] = {}
        self.sealed_by: list[str] = []
        self.rest: dict[str, Script] = {}
        self.rest_step = 0
        self.desk = Desk()
        self.course: list[Stretch] = []
        self.key: GameKey | None = None
        self.past: Callable[[int], Position] = History(())

    @property
    def game(self) -> str:
        game: str = self.genesis["game"]
        return game

    @property
    def sides(self) -> tuple[str, ...]:
        return self.rules.sides

    @property
    def begun(self) -> bool:
        """Have both players accepted, so that something is asked?"""
        return len(self.seats) == len(self.sides)

    @property
    def veiled(self) -> bool:
        """Is the state itself secret, so that only the GM can run the rules?"""
        return self.rules.veiled(self.play.state)

    @property
    def hidden(self) -> bool:
        """Is it veiled for this reader, who then cannot run the rules?"""
        return self.veiled and self.key is None

    @property
    def result(self) -> Result | None:
        """How the game ended, by its rules or by a ruling."""
        if self.desk.verdict:
            return Result(*self.desk.verdict)
        result: Result | None = self.play.result
        return result

    def state_hash(self, salt: str = "") -> str:
        """The hash of the public state; a veiled one is hashed with a salt that the GM keeps."""
        if not salt:
            return state_hash(self._spelled())
        return state_hash(canonical.spell({"salt": salt, "state": self.play.plain}))

    def _spelled(self) -> bytes:
        """The state in canonical bytes, made once between two decisions."""
        plain = self.play.plain
        if self._last_spelled[0] is not plain:
            self._last_spelled = (plain, canonical.spell(plain))
        return self._last_spelled[1]

    def chain(self, kind: str, side: str = "") -> str:
        """Chain ids: `<game>/move/york`, `<game>/answer/york`, `<game>/deck`."""
        return f"{self.game}/{kind}/{side}" if side else f"{self.game}/{kind}"

    def pending(self) -> tuple[Request, ...]:
        return self.play.pending if self.begun and not self.desk.verdict else ()

    def seat_of(self, side: str) -> Seat:
        if side not in self.seats:
            raise NotYourTurn(side=side, waiting=f"nobody has accepted as {side} yet")
        return self.seats[side]

    def verify(self, entry: Entry) -> None:
        """Pass if a GM of the moment signed an entry. Raises BadSignature."""
        verify_by(self.gms, entry)

    def side_of(self, keys: PublicKeys) -> str:
        """`gm`, a side, or "" for somebody who is not part of this game."""
        if any(keys.ssh == gm.ssh for gm in self.gms):
            return GM
        return next((side for side, seat in self.seats.items() if seat.keys.ssh == keys.ssh), "")

    # -- accepts ------------------------------------------------------------------------------

    def check_accept(self, envelope: Envelope, heads: Sequence[str]) -> PublicKeys:
        """The keys of somebody who may sit down.

        Raises:
            Garbled, WrongGame, WrongSide, Stale, SideTaken, AlreadySeated, SeatKept, WeakKey,
            BadSignature.
        """
        body = envelope.body
        shape.accept(body)
        self.check_game(body)
        side = body["from"]
        if side not in self.sides:
            raise WrongSide(signer=body["name"], claimed=side)
        if side in self.seats:
            raise SideTaken(side=side, name=self.seats[side].keys.name)
        keys = PublicKeys.from_dict(body["keys"])
        envelope.verify(keys, ORDER_NAMESPACE)
        invited = re.search(r"SHA256:[A-Za-z0-9+/]{43}", self.genesis["invited"][side])
        if invited and invited[0] != keys.fingerprint:
            kept = self.genesis["invited"][side]
            raise SeatKept(side=side, invited=kept, name=keys.name, fingerprint=keys.fingerprint)
        role = self.side_of(keys)
        if role:
            raise AlreadySeated(name=keys.name, role=role)
        if body["head"] not in heads:
            raise Stale(found="?", expected=0)
        return keys

    def accept(self, envelope: Envelope, heads: Sequence[str]) -> None:
        """Seat a player; once both sit, both are asked whether they are ready."""
        keys = self.check_accept(envelope, heads)
        side, anchor = envelope.body["from"], envelope.body["anchor"]
        answer = self.genesis["anchors"]["answer"][side]
        self.seats[side] = Seat(keys, anchor, anchor, answer, since=len(heads))
        if self.begun:
            self.seats = {s: self.seats[s] for s in self.sides}
            if isinstance(self.play, Play):
                self.play.resume()
            self.opened_at = len(heads)

    # -- orders -------------------------------------------------------------------------------

    def check_order(self, envelope: Envelope, heads: Sequence[str]) -> None:
        """May this order be taken now? `heads` are the heads after each entry so far.

        Raises:
            WrongGame, WrongSide, BadSignature, OutOfSequence, BadLink, NotYourTurn, GameOver, Stale,
            Garbled: each says what was expected; nothing has changed.
        """
        body = envelope.body
        shape.order(body)
        self.check_game(body)
        side = body["from"]
        if side not in self.sides:
            raise WrongSide(signer="somebody", claimed=side)
        seat = self.seat_of(side)
        envelope.verify(seat.keys, ORDER_NAMESPACE)
        if body["seq"] != seat.seq + 1:
            hint = (
                "That one has been answered already."
                if body["seq"] <= seat.seq
                else "An order before it has not arrived yet."
            )
            raise OutOfSequence(found=body["seq"], side=side, expected=seat.seq + 1, hint=hint)
        check_link(self.chain("move", side), body["seq"], seat.link, body["link"])
        if self.result is not None:
            raise GameOver(result=self.result.reason)
        if not body["answers"]:
            self._check_standing_only(body, heads)
            return
        if side in self.desk.imposed:
            raise NotYourTurn(side=side, waiting="the GM has decided in its place")
        request = self.play.request(side)
        recent = heads[self.opened_at :]
        if body["head"] not in recent or body["answers"] != request.id:
            found = heads.index(body["head"]) if body["head"] in heads else "?"
            raise Stale(found=found, expected=self.opened_at)
        if request.stack is None and "plan" in body:
            raise Garbled(why="it seals a stack, and none is asked for")

    def _check_standing_only(self, body: dict[str, Any], heads: Sequence[str]) -> None:
        """An order that answers nothing may bring standing orders at any time of the game, or the
        link for the dice of an imposed decision."""
        if ("sealed" not in body and not self.desk.imposed) or "plan" in body:
            raise Garbled(why="it answers nothing, and brings no standing orders")
        if body["head"] not in heads:
            raise Stale(found="?", expected=self.opened_at)

    def check_game(self, body: dict[str, Any]) -> None:
        """Raises WrongGame."""
        if body["game"] != self.game:
            raise WrongGame(found=body["game"], expected=self.game)

    def moment(self, body: dict[str, Any], answer_link: str) -> Moment:
        """What the dice of the entry that holds this order hang on; call after `reveal`."""
        links = ",".join(self.seats[side].link for side in self.sides)
        return Moment(self.game, f"{body['from']}:{body['seq']}", answer_link, links)

    def reveal(self, envelope: Envelope, answer_link: str) -> None:
        """Take the player's link and the GM's answer. Raises BadLink."""
        body = envelope.body
        seat = self.seats[body["from"]]
        check_link(self.chain("answer", body["from"]), body["seq"], seat.answer, answer_link)
        seat.seq, seat.link, seat.answer = body["seq"], body["link"], answer_link

    def take_order(
        self, body: dict[str, Any], chance: Chance, secret: Secret, advance: Advance, n: int
    ) -> Taken:
        """Run an order's lines until one needs an answer that is not there, or is illegal by now.

        Args:
            secret: what the order seals, for whoever may read it; else an empty one.
            advance: where answers given in advance come from.

        Raises:
            IllegalOrder: already the first line is not possible.
            BadScript: a standing order can never work.
        """
        side: str = body["from"]
        self.play.begin_entry(advance.at_moment)
        if body.get("sealed") and side not in self.sealed_by:
            self.sealed_by.append(side)
        for opening in body.get("openings", []):
            self.book.learn(self.game, opening["slot"], opening["salt"], opening["card"])
        lines = list(secret.lines or body["lines"])
        if lines:
            self.rest.pop(side, None)
        if lines and self.play.request(side).stack is not None:
            taken = self._take_stack(body, lines, chance, secret)
            self._learn_standing(side, secret)
            self._take_lines(side, Script(""), chance, advance)
        else:
            self._learn_standing(side, secret)
            taken = self._take_lines(side, Script("\n".join(lines)), chance, advance)
            if lines and not taken.used:
                reason = "its conditions do not hold now, so it would do nothing"
                raise IllegalOrder(where="", line=lines[0], reason=reason, instead="")
        if self.play.decisions and not self.play.checkpoint.answers:
            self.opened_at = n
        self._tidy()
        return taken

    def _take_lines(self, side: str, script: Script, chance: Chance, advance: Advance) -> Taken:
        """This order's own lines first; where somebody else is asked, what he said in advance."""
        for term in script.terms:
            self.look(side)(term)
        used = 0
        while True:
            request = next((r for r in self.play.pending if r.side == side), None)
            if request is not None and not script.over and not acts(advance, request):
                now = script.next(self.look(side))
                line = ordered(request, now, self.held(request))
                if line is None:
                    if now.text:
                        return Taken(used, script.left, now.why)
                    continue
                try:
                    self.play.answer(side, line, chance, f"line {now.at + 1}: ")
                except (IllegalOrder, NotNow) as error:
                    if used == 0:
                        raise
                    return Taken(used, script.left, str(error))
                used += 1
            elif len(self.play.decisions) >= MOST or not self._take_advance(chance, advance):
                break
        if not script.over:
            self.rest[side], self.rest_step = script, self.play.checkpoint.asked
        return Taken(used)

    def _take_advance(self, chance: Chance, advance: Advance) -> bool:
        """Answer one open request by what its side said in advance, if it did."""
        for request in self.play.pending:
            side = request.side
            if side in self.desk.imposed:
                ruling.decide(self.play, side, self.desk.imposed.pop(side), chance)
                return True
            if self.rest_step != self.play.checkpoint.asked:
                self.rest.clear()
            if side in self.rest and not request.moment:
                now = self.rest[side].next(self.look(side))
                line = ordered(request, now, self.held(request))
                if self.rest[side].over or line is None:
                    del self.rest[side]
                if line is not None and advance.earlier(request, line):
                    self.play.answer(side, line, chance, by=EARLIER)
                    return True
                self.rest.pop(side, None)
            prepared = advance.prepared(request)
            if prepared is not None:
                self.play.answer(side, prepared.line, chance, by=prepared.by, why=prepared.why)
                return True
        return False

    def hand(self, side: str) -> tuple[str, ...]:
        """A side's secret slots, a stack included that waits for the other side's."""
        answers = self.play.checkpoint.answers if isinstance(self.play, Play) else {}
        stacked = answers.get(side, ())
        hand = self.rules.hand(self.play.state, side)
        return (*hand, *(stacked if isinstance(stacked, list) else ()))

    def held(self, request: Request) -> list[str]:
        """The hidden cards that a request is about, as far as they are known here."""
        known = self.book.known()
        return [known.get(slot, "") for slot in request.slots]

    def _learn_standing(self, side: str, secret: Secret) -> None:
        """Take in the standing orders that came sealed. Raises BadScript."""
        if not secret.scripts and secret.reactions is None:
            return
        old = self.standing.get(side, Standing())
        reactions = old.reactions if secret.reactions is None else secret.reactions
        scripts = {slot: text for slot, text in {**old.scripts, **secret.scripts}.items() if text}
        cursors = {slot: c for slot, c in old.cursors.items() if slot not in secret.scripts}
        new = Standing(reactions, scripts, cursors)
        check_standing(new, self.rules.reactions().keys(), self.look(side))
        self.standing[side] = new

    def look(self, side: str) -> Look:
        """What conditions of a side may look at: nothing that it could not see itself."""
        return look_of(self.rules, self.play, side)

    def _tidy(self) -> None:
        """Forget cards and scripts that no longer lie on the table."""
        live = self._live_slots()
        self.book.forget_all_but(live)
        for standing in self.standing.values():
            standing.scripts = {slot: s for slot, s in standing.scripts.items() if slot in live}
            standing.cursors = {slot: c for slot, c in standing.cursors.items() if slot in live}
        if self.rest_step != self.play.checkpoint.asked:
            self.rest.clear()

    def _take_stack(
        self, body: dict[str, Any], lines: list[str], chance: Chance, secret: Secret
    ) -> Taken:
        side, slots = body["from"], ruling.stack_slots(self.play, body["from"])
        parts = body.get("plan", [])
        if [part["slot"] for part in parts] != slots:
            raise Garbled(
                why=f"the sealed stack must have {len(slots)} cards, and those of this question"
            )
        self.book.commitments |= {part["slot"]: part["commitment"] for part in parts}
        if secret.cards:
            if list(secret.cards) != slots:
                raise BadOpening(slot=f"a plan of {side}", why="it seals other slots than it fills")
            self._check_stack(side, list(secret.cards.values()))
            for slot, opening in secret.cards.items():
                self.book.learn(self.game, slot, opening.salt, opening.card)
        self.play.answer_stack(side, slots, chance)
        return Taken(1, tuple(lines[1:]), "a stack is an order of its own" if lines[1:] else "")

    def _check_stack(self, side: str, plan: Sequence[Opening]) -> None:
        """Raises IllegalOrder or BadOpening unless the cards, spelled out, may be stacked so."""
        request = self.play.request(side)
        if request.stack is None:
            raise Impossible("no stack is asked for")
        cards = tuple(opening.card for opening in plan)
        if match(request, " ".join((request.stack.verb, *cards))).args != cards:
            raise BadOpening(
                slot=f"a plan of {side}", why="its cards are not spelled as they should"
            )

    def _live_slots(self) -> set[str]:
        """Slot names that the game still refers to, wherever they stand in it."""
        checkpoint = self.play.checkpoint
        whole = [checkpoint.record, checkpoint.answers]
        # Before the first decision of a step the state is the one of its checkpoint.
        if checkpoint.record or checkpoint.answers:
            whole.append(checkpoint.state)
        return set(SLOT.findall((self._spelled() + canonical.spell(whole)).decode()))

    def decisions(self) -> list[dict[str, str]]:
        """What was decided in the last order, for its entry."""
        return [
            {"side": d.side, "request": d.request, "line": d.line, "by": d.by}
            for d in self.play.decisions
        ]


def look_of(rules: RuleSet[Any], play: Play[Any] | Glimpse, side: str) -> Look:
    """What conditions of a side may look at in a game; besides the rule set's own terms:

    `failed`, `success`: the last die; `asked KIND`: what this side is asked now; `can WORDS`: a line
    with these words is offered.
    """

    def look(words: tuple[str, ...]) -> int | bool | str:
        if words in (("failed",), ("success",)):
            return last_die_succeeded(play.events) == (words == ("success",))
        if words[0] == "can":
            menus = (r.options for r in play.pending if r.side == side)
            return any(containing(options, " ".join(words[1:])) for options in menus)
        if words[0] == "asked":
            kind = "_".join(words[1:])
            if kind not in rules.reactions():
                known = ", ".join(rules.reactions())
                raise BadScript(text=" ".join(words), why=f"you can be asked: {known}")
            return any(r.kind == kind for r in play.pending if r.side == side)
        return rules.look(rules.veil(play.state, side), side, words)

    return look
