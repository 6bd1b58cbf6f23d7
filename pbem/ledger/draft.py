"""A step being taken: the parts of a ledger, thawed. It is frozen again at the end, or forgotten."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pbem.engine.checkpoint import Checkpoint
from pbem.engine.condition import Look
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.ruleset import Result
from pbem.errors import BadLink, BadOpening
from pbem.ledger import sight
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import Ledger, game_at, stored
from pbem.ledger.values import (
    Asking,
    ChainReach,
    Chains,
    Course,
    Drew,
    Failure,
    Glimpsed,
    GmTenure,
    KnownCard,
    LatestLink,
    Mark,
    Own,
    Position,
    Running,
    Seating,
    replace,
)
from pbem.protocol import commitment, dice
from pbem.protocol.bodies import (
    Dealt,
    Decided,
    Fault,
    Left,
    Locked,
    Menu,
    Opened,
    Opening,
    PrivateStory,
    Record,
    RevealedPolicy,
    Rolled,
    Sealed,
    Shuffled,
)
from pbem.protocol.chain import check_link
from pbem.protocol.offices import MOVE, chain_of
from pbem.slots import deck_of

NOWHERE = Running(b"")


class Snapshot(Struct, frozen=True):
    """A position in the middle of a step."""

    position: Position
    checkpoint: Checkpoint | None


class Notes:
    """The record of a step, as it grows."""

    def __init__(self) -> None:
        self.link = ""
        self.rolls: list[Rolled] = []
        self.shuffles: list[Shuffled] = []
        self.openings: list[Opening] = []
        self.deals: list[Dealt] = []
        self.opened: list[Opened] = []
        self.left: list[Left] = []
        self.faults: list[Fault] = []
        self.plan: list[Locked] = []
        self.proofs: list[bool] = []
        self.policies: list[RevealedPolicy] = []
        self.stories: list[PrivateStory] = []
        self.menus: list[Menu] = []
        self.handover: list[Sealed] = []
        self.escrow = ""

    def counts(self) -> list[int]:
        """How many dice, shuffles, opened cards and dealt cards it has so far."""
        return [len(rows) for rows in (self.rolls, self.shuffles, self.openings, self.deals)]

    def shown(self) -> list[str]:
        """The slots whose cards were turned up or dealt."""
        return [*(card.slot for card in self.openings), *(deal.slot for deal in self.deals)]

    def record(self, **more: Any) -> Record:
        """The finished record."""
        lists: dict[str, Any] = {
            name: tuple(value) for name, value in vars(self).items() if isinstance(value, list)
        }
        return Record(link=self.link, escrow=self.escrow, **lists, **more)


class Draft:
    """One step of a ledger.

    Attributes:
        n: the number of the entry. `notes`: what goes into its record.
        answered: the question that this entry's own order answers, which `answerer` was asked.
        open_before: names of the requests that were open when the step began.
        menus: sealed to a side beside the log, by their hash.
        ran: side, entry, place and order line of each statement that was carried out.
        private: what one side alone is to be told, side and sentence.
        imposed: the cards of the stack that this entry imposes on a side, as far as they are known here.
        lapsed: what was offered or asked for and is gone with this entry, in sentences.
        doubts: what a verifier could not do again, in sentences. own: what became of the reader's own.
        again: the failure whose line is carried out once more (ruling `again`), and `program` by which.
        state: at the end of the step, encoded; b"" where it is not known. `state_hash`: of it.
    """

    def __init__(self, ledger: Ledger) -> None:
        """Copy from the ledger what an entry can change, and take over its running game."""
        self.ledger = ledger
        self.n = ledger.n + 1
        self.rules, self.genesis, self.game = ledger.rules, ledger.genesis, ledger.game
        self.sides, self.veiled, self.offices = ledger.sides, ledger.veiled, ledger.offices
        # The running game moves on with the draft; the old ledger makes it again if it is asked.
        self.play: Any = ledger.__dict__.pop("play", None) or game_at(
            self.rules, ledger.position, ledger.chains.uses
        )
        if isinstance(self.play, Play):
            self.play.begin_entry()
        table, chains = ledger.table, ledger.chains
        self.gms, self.chairs, self.used = table.gms, table.chairs, table.used
        self.seats, self.absent = dict(table.seats), dict(table.absent)
        self.answers, self.latest = dict(chains.answers), dict(chains.latest)
        self.moves = dict(chains.moves)
        self.numbers, self.links = dict(chains.numbers), dict(chains.links)
        self.rolled, self.shuffles = chains.rolled, chains.shuffles
        self.uses = dict(chains.uses)
        self.askings, self.ground = dict(ledger.askings), ledger.ground
        self.cases = ledger.cases
        course = ledger.course
        self.turns, self.drew, self.late = course.turns, course.drew, course.late
        self.notes = Notes()
        self.open_before = {asking.request for asking in ledger.askings.values()}
        self.answered: Asking | None = None
        self.answerer = ""
        self.menus: dict[str, str] = {}
        self.ran: list[tuple[str, int, int, str]] = []
        self.own_texts: dict[int, tuple[str | None, ...]] = {}
        self.private: list[tuple[str, str]] = []
        self.imposed: tuple[Opening, ...] = ()
        self.lapsed: list[str] = []
        self.doubts: list[str] = []
        self.own: Own | None = None
        self.again: Failure | None = None
        self.program = ""
        self.state, self.state_hash = b"", ""
        self.drawn_decks: list[str] = []
        self.load(ledger.position)

    def load(self, position: Position) -> None:
        """Take over all fields of a position, but not its running game, which the caller sets."""
        self.locks, self.secrets = dict(position.locks), dict(position.secrets)
        self.drawn, self.stale = list(position.drawn), list(position.stale)
        self.sealed, self.shown = list(position.sealed), dict(position.shown)
        self.standing = dict(position.standing)
        self.scripts = {side: dict(rows) for side, rows in position.scripts.items()}
        self.rest, self.rest_step = dict(position.rest), position.rest_step
        self.laid, self.cut = list(position.laid), position.cut
        self.brings = dict(position.brings)
        self.house, self.verdict, self.failure = (
            list(position.house),
            position.verdict,
            position.failure,
        )
        self.versions = position.versions

    def position(self) -> Position:
        """The position as it is now, frozen."""
        return self._position(stored(self.play))

    def snapshot(self, moving: bool = True) -> Snapshot:
        """What `restore` brings back; cheap, because it is made before every line.

        Args:
            moving: may what follows move the game on?
        """
        is_played = moving and isinstance(self.play, Play)
        checkpoint = self.play.checkpoint.copied() if is_played else None
        return Snapshot(self._position(NOWHERE), checkpoint)

    def restore(self, before: Snapshot) -> None:
        """Go back to before a line that failed. What had its turn stays opened, and no label of a die is used
        again."""
        orders_now = self.rest
        self.load(before.position)
        for side, order in self.rest.items():
            if side in orders_now and orders_now[side].entry == order.entry:
                order_now = orders_now[side]
                self.rest[side] = replace(
                    order, texts=order_now.texts, salts=order_now.salts, opened=order_now.opened
                )
        if before.checkpoint is not None:
            succeeded = self.play.succeeded
            self.play = Play(self.rules, before.checkpoint)
            self.play.resume()
            self.play.succeeded = succeeded
            # What was rolled has been rolled: no label starts again.
            self.play.table.labels.update(self.uses)
            for roll in self.notes.rolls:
                name, _, nth = roll.label.rpartition("#")
                self.play.table.labels[name] = int(nth)

    def _position(self, play: Running | Glimpsed) -> Position:
        """What the ledger keeps of the position after this entry, with this game, running or as one player sees it."""
        return Position(
            play,
            frozen(self.locks),
            tuple(self.drawn),
            tuple(self.stale),
            frozen(self.secrets),
            frozen(self.standing),
            frozen({side: frozen(rows) for side, rows in self.scripts.items() if rows}),
            frozen(self.rest),
            self.rest_step,
            tuple(self.laid),
            self.cut,
            frozen(self.brings),
            tuple(self.house),
            self.verdict,
            self.failure,
            self.versions,
            tuple(self.sealed),
            frozen(self.shown),
        )

    def freeze(self, mark: Mark) -> Ledger:
        """The ledger after the step, which is the entry with this mark; it takes over the running game."""
        uses = self.play.table.labels if isinstance(self.play, Play) else self.uses
        drew = Drew(self.n, tuple(self.drawn_decks))
        ledger = Ledger(
            self.genesis,
            (*self.ledger.marks, mark),
            Seating(self.gms, self.chairs, frozen(self.seats), frozen(self.absent), self.used),
            Chains(
                frozen(self.answers),
                frozen(self.latest),
                frozen(self.moves),
                frozen(self.numbers),
                frozen(self.links),
                self.rolled,
                self.shuffles,
                frozen(uses),
            ),
            self.position(),
            # In genesis order whoever put them first, or readers would differ in a save's tables.
            frozen({side: self.askings[side] for side in self.sides if side in self.askings}),
            self.ground,
            self.cases,
            Course(self.turns, (*self.drew, drew) if self.drawn_decks else self.drew, self.late),
            self.state_hash,
        )
        ledger.__dict__["heads"] = (*self.ledger.heads, mark.head)
        ledger.__dict__["rules"], ledger.__dict__["veiled"] = self.rules, self.veiled
        ledger.__dict__["play"] = self.play
        return ledger

    # -- looking ------------------------------------------------------------------------------

    @property
    def writer(self) -> GmTenure:
        """Whose key deals what this entry deals, also where it hands the chair over."""
        return self.ledger.chair

    @property
    def begun(self) -> bool:
        return len(self.seats) == len(self.sides)

    @property
    def hidden(self) -> bool:
        """Can this reader not run the rules?"""
        return not isinstance(self.play, Play)

    @property
    def result(self) -> Result | None:
        if self.verdict:
            return Result(*self.verdict)
        result: Result | None = self.play.result if self.begun else None
        return result

    def pending(self) -> tuple[Request, ...]:
        """The requests that wait for an answer, but those laid down secretly."""
        if not self.begun or self.failure is not None or self.result is not None:
            return ()
        if self.cases.proposal is not None:
            return ()
        return tuple(r for r in self.play.pending if r.side not in self.laid)

    def hand(self, side: str) -> tuple[str, ...]:
        return sight.hand(self.rules, self.play, side)

    def held(self, request: Request) -> list[str]:
        return sight.cards_asked_about(self.secrets, request)

    def known(self) -> dict[str, str]:
        return {slot: known.card for slot, known in self.secrets.items()}

    def look(self, side: str) -> Look:
        return sight.look_of(self.rules, self.play, side)

    def away(self, side: str) -> bool:
        """Was it declared absent, and has signed nothing since?"""
        return side in self.absent and self.seats[side].signed <= self.absent[side]

    def unattended(self, request: Request) -> sight.Answers | None:
        return sight.unattended(self.rules, self.play, request)

    @property
    def owing(self) -> list[str]:
        """The sides whose `ready` is waited for."""
        return [side for side, asking in self.askings.items() if asking.is_ready]

    # -- links and dice -----------------------------------------------------------------------

    def take_link(self, side: str, asking: Asking, link: str) -> None:
        """A side's link for a question, on which all dice hang from now on. Raises BadLink."""
        number, known, latest = asking.link, self.moves[side], self.latest[side]
        check_answering(side, known, number, link)
        if number > known.number:
            latest = LatestLink(number, link, self.n)
            self.moves[side] = ChainReach(number, link)
            self.count_labels_anew()
        self.latest[side] = replace(latest, question=asking.number)
        self.lapse()
        self.askings.pop(side, None)

    def count_labels_anew(self) -> None:
        """The next die brings out another link of the GM's."""
        self.uses = {}
        if isinstance(self.play, Play):
            self.play.table.labels.clear()

    @property
    def link_due(self) -> bool:
        """Has no chance fallen since a side's link changed, or since new ground?"""
        return self.rolled < max(self.ground, *(latest.since for latest in self.latest.values()))

    def keeps_link(self, side: str) -> bool:
        """May the one new question of this entry, to this side, be answered with the link that is out?

        Only by who gave the answer before it: any other side's answer brings a new link, and new dice. Never in a
        duel, where each order has a link of its own.
        """
        old = self.answered
        if old is None or side != self.answerer or not self.offices.moderated:
            return False
        return old.alone and self.latest[side].since > self.rolled

    def lapse(self) -> None:
        """Offers of a draw and wishes to go back are gone when the game goes on."""
        cases = self.cases
        self.lapsed += [
            f"The draw offered in entry {n} is gone: the game went on before all had agreed."
            for n in dict.fromkeys(cases.draws.values())
        ]
        self.lapsed += [
            f"What {wish.side} asked to take back in entry {wish.n} stands: the game went on before all had agreed."
            for wish in cases.wishes
            if not wish.done
        ]
        if cases.draws or any(not wish.done for wish in cases.wishes):
            wishes = tuple(w if w.done else replace(w, done=self.n) for w in cases.wishes)
            self.change(draws=frozen(), wishes=wishes)

    def dice_links(self) -> tuple[list[dice.RevealedLink], list[dice.RevealedLink]]:
        """What dice hang on: of the witnesses, and of the sides."""
        latest = [self.latest[side] for side in self.sides]
        answers = [self.answers[witness] for witness in self.offices.witnesses]
        witnesses, sides = (
            [dice.RevealedLink(one.number, one.link) for one in ends] for ends in (answers, latest)
        )
        return witnesses, sides

    # -- cards --------------------------------------------------------------------------------

    def learn(self, slot: str, salt: str, card: str) -> None:
        """Take in an opening. Raises BadOpening if it is not what was committed to."""
        lock = self.locks.get(slot)
        if lock is None:
            raise BadOpening(slot=slot, why="nothing was ever committed under this name")
        commitment.check(lock.commitment, commit(self.game, slot, lock.k, salt, card), slot)
        self.secrets[slot] = KnownCard(salt, card)

    def undrawn(self, deck: str) -> list[str]:
        """The slots of a deck from which nobody has drawn yet, in their order."""
        prefix = f"deck:{deck}:"
        slots = [s for s in self.locks if s.startswith(prefix) and s not in self.drawn]
        return sorted(slots, key=lambda slot: int(slot.rpartition(":")[2]))

    def tell(self, side: str, text: str) -> None:
        """Tell one side alone, once."""
        sentence = text if text.endswith((".", "?")) else f"{text}."
        if (side, sentence) not in self.private:
            self.private.append((side, sentence))

    def left_texts(self, ended: Left) -> tuple[str, ...]:
        """The statements from one that was not carried out on, as far as they are known here."""
        texts = self.own_texts.get(ended.entry, ())
        return tuple(text for text in texts[ended.place - 1 :] if text)

    def draw(self, slot: str) -> None:
        """A card of a deck is turned up, or dealt."""
        deck = deck_of(slot)
        if deck:
            if slot not in self.drawn:
                self.drawn.append(slot)
            if deck not in self.drawn_decks:
                self.drawn_decks.append(deck)

    # -- what is asked ------------------------------------------------------------------------

    def ask(self, side: str, request: str, keep_link: bool = False) -> None:
        """Put a request to a side as a new question; `keep_link`: under the link number of the one before."""
        self.numbers[side] = self.numbers.get(side, 0) + 1
        if not keep_link:
            self.links[side] = self.links.get(side, 0) + 1
        self.askings[side] = Asking(self.numbers[side], request, self.n, self.links[side])
        spoken = {s: count for s, count in self.cases.spoken.items() if s != side}
        self.change(asked=self.n, spoken=frozen(spoken))

    def decided(self) -> tuple[Decided, ...]:
        """What was decided in this step, for its record."""
        if not isinstance(self.play, Play):
            return ()
        return tuple(
            Decided(
                d.side,
                d.request,
                "" if self.veiled else d.line,
                "forced" if d.forced else d.by,
            )
            for d in self.play.decisions
        )

    def change(self, **fields: Any) -> None:
        """Change the cases: disputes, rulings, the clock."""
        self.cases = replace(self.cases, **fields)


def check_answering(side: str, known: ChainReach, number: int, link: str) -> None:
    """Is this the link of a question with link number `number`, which may be out already? Raises BadLink."""
    chain = chain_of(side, MOVE)
    if number != known.number:
        check_link(chain, known.number, known.link, number, link)
    elif link != known.link:
        raise BadLink(k=number, chain=chain)


def commit(game: str, slot: str, k: int, salt: str, card: str) -> str:
    """The commitment of a slot `plan:side:turn:slot` or `deck:name:position`. Raises BadOpening."""
    kind, *parts = slot.split(":")
    if kind == "plan" and len(parts) == 3 and parts[1].isdigit() and parts[2].isdigit():
        return commitment.commit_plan(game, parts[0], int(parts[1]), int(parts[2]), salt, card)
    if kind == "deck" and len(parts) == 2 and parts[1].isdigit():
        return commitment.commit_card(game, k, parts[0], int(parts[1]), salt, card)
    raise BadOpening(slot=slot, why="not a slot name")
