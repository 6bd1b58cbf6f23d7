"""Orders while they are written, at the prompt as on the desk: their lines, scripts and policies, and what comes next.

Whatever one of the two takes, the other takes too. Nothing is signed or sealed here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.notation import EVERYBODY, match
from pbem.engine.play import Play
from pbem.engine.policies import presets_of
from pbem.engine.request import Option, Request
from pbem.engine.script import ScriptLine, read
from pbem.errors import BadStatement, IllegalOrder
from pbem.ledger.glimpse import Glimpse
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import READY
from pbem.player.dry import DryRun
from pbem.player.orders import BETWEEN, Orders
from pbem.player.player import Player
from pbem.player.target import VEILED, Target, of_card, of_orders

STACKED = "You seal these cards, and the game turns them up one by one. You can now write what each card does."
NEXT = "Next you choose cards in secret. That needs a separate email, so send these orders first."
SECRET = (
    "Your answer goes out sealed. It is revealed when everybody who has to answer has sent theirs."
)
WHEN_DONE = "Send your orders when you are done."
ENEMY = f"Another player decides next. {WHEN_DONE}"
CARD = "A hidden card decides what happens next. Later lines are checked only then."
DIE = (
    "A die decides what happens next. Later lines are checked only then. You can write `if failed: ...` "
    f"or `... until success max 2`. {WHEN_DONE}"
)
OVER = "Then the game is over."
BLIND = "Nobody knows yet what will be possible when this card is turned up. The lines for this card are checked at that time."
NOTHING = "You have nothing to decide now. You can change your policies and scripts."
NOTHING_TO_UNDO = (
    "You have written nothing that you could undo. To take back what you have sent, use `pbem takeback`: "
    "your opponent has to agree. A robot always agrees."
)
ALONE = "`ready` and policies go in separate emails; undo one of them first"
NOTHING_TO_DECIDE = "you have nothing to decide now"


class Next(Struct, frozen=True):
    """What comes after the lines that are written.

    Attributes:
        play: where the game stands then, or where it last stood for certain.
        request: what their author is asked then; None if something else comes first, as `why` says.
        run: what became of the lines; None where none were tried.
    """

    play: Play[Any] | Glimpse
    request: Request | None = None
    why: str = ""
    run: DryRun | None = None


class Writing:
    """Orders of one side while they are written.

    Attributes:
        game: as this side has it.
        written: the orders, after each thing that can be undone; the last are those of now.
        card: the number of the card whose script is being written, "" for the order lines.
    """

    def __init__(self, game: Player, orders: Orders | None = None) -> None:
        """`orders`: what is written already."""
        self.game = game
        self.card = ""
        self._target: tuple[Ledger, tuple[str, int], Target] | None = None
        self._begin(orders or Orders())

    def _begin(self, orders: Orders) -> None:
        """Go on with these, which can be undone."""
        self.written = [Orders()] if orders == Orders() else [Orders(), orders]

    @property
    def side(self) -> str:
        return self.game.player_side

    # -- what is written ------------------------------------------------------------------------

    @property
    def orders(self) -> Orders:
        return self.written[-1]

    @property
    def lines(self) -> tuple[str, ...]:
        """The order lines, or those of the script that is being written."""
        return self.script(self.card) if self.card else self.orders.lines

    def script(self, number: str) -> tuple[str, ...]:
        """The statements of a card's script: as it is written now, else as it lies sealed."""
        text = self.orders.scripts.get(number)
        if text is None:
            sealed = self.game.standing.scripts
            text = next((t for slot, t in sealed.items() if slot.endswith(f":{number}")), "")
        return tuple(statement.text for statement in read(text))

    @property
    def reactions(self) -> dict[str, str]:
        """The policies as they would be in force after these orders."""
        mine = self.orders.reactions
        return dict(self.game.standing.reactions if mine is None else mine)

    @property
    def cards(self) -> dict[str, str]:
        """The cards that scripts can be written for, by number: of the stack that is written, else of the sealed one. None
        in a duel."""
        if not self.game.ledger.offices.moderated:
            return {}
        request = self.asked
        if request is not None and request.stack is not None:
            scripted = request.stack.scripted and self.orders.lines
            words = self.orders.lines[0].split()[1:] if scripted else []
            return {str(n): word for n, word in enumerate(words, 1)}
        sealed = self.game.plan_cards()
        return {slot.rpartition(":")[2]: card for slot, card in sealed.items()}

    @property
    def asked(self) -> Request | None:
        """What the game asks of this side, whatever is written."""
        return _of(self.game.requests, self.side)

    @property
    def stacks(self) -> bool:
        """Is a secret stack what the game asks of this side, whatever is written?"""
        return self.asked is not None and self.asked.stack is not None

    # -- what comes next ------------------------------------------------------------------------

    @property
    def target(self) -> Target:
        """What is being written."""
        cards, ledger = self.cards, self.game.ledger
        card = cards[self.card] if self.card else ""
        below = sum(int(number) > int(self.card) for number in cards) if card else 0
        turned = (card, below)
        if self._target is None or self._target[0] is not ledger or self._target[1] != turned:
            target = (
                of_card(ledger, self.side, *turned)
                if card
                else of_orders(ledger, self.side, self.game.requests)
            )
            self._target = ledger, turned, target
        return self._target[2]

    def next(self, assumed: Sequence[int] = ()) -> Next:
        """What comes after the lines, which have been checked: the next request, or why none can be known.

        `assumed`: what the next dice are taken to show.
        """
        target, lines = self.target, self.lines
        if target.blind:
            return Next(target.start, why=BLIND)
        request = _of(target.pending, self.side)
        if not lines or self.game.owes_ready:
            request = None if self.game.owes_ready else request
            return Next(target.start, request, "" if request else self._nothing())
        if request is not None and request.stack is not None:
            return Next(target.start, why=STACKED if request.stack.scripted else SECRET)
        run = target.run(lines, assumed)
        if run.play is None:
            why = VEILED if run.veiled else run.stopped or (DIE if run.die else CARD)
            return Next(self._before(run, assumed), None, why, run)
        request = _of(run.play.pending, self.side)
        if request is not None and request.stack is not None:
            return Next(run.play, None, NEXT, run)
        end_reason = ENEMY if run.play.pending else OVER
        why = "" if request is not None else VEILED if run.hidden else end_reason
        return Next(run.play, request, why, run)

    def _nothing(self) -> str:
        """Why this side is asked nothing."""
        game = self.game
        if game.result is not None:
            return f"The game is over: {game.result.reason}"
        if not game.ledger.begun:
            return f"This game is {game.now}."
        sides = game.ledger.rules.sides
        others = [f"{sides[r.side].name} is asked: {r.question}" for r in game.requests]
        return " ".join([*others, NOTHING])

    def _before(self, run: DryRun, assumed: Sequence[int]) -> Play[Any] | Glimpse:
        """The last position that is certain: before the line whose die or card comes next."""
        for count in range(run.certain - 1, 0, -1):
            try:
                before = self.target.run(run.lines[:count], assumed)
            except IllegalOrder:  # nothing but alarms and lines that are skipped
                continue
            if before.play is not None:
                return before.play
        return self.target.start

    @property
    def request(self) -> Request | None:
        """What is asked after what is written."""
        return self.next().request

    @property
    def options(self) -> Sequence[Option]:
        """What can be chosen there, without what hidden cards do not allow."""
        request = self.request
        if request is None or request.stack is not None:
            return ()
        return self.game.possible(request)

    # -- writing --------------------------------------------------------------------------------

    def write(self, orders: Orders) -> None:
        """What is written from now on; what was before can be had back."""
        self.written.append(orders)

    def write_lines(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Orders, or a script, with these lines; returns them spelled out. Raises as `Player.spelled`, BadScript."""
        orders = self.orders
        if not self.card:
            spelled = self.target.spelled(lines) if lines and not self.game.owes_ready else lines
            self.write(replace(orders, lines=tuple(spelled)))
            return tuple(spelled)
        in_full = self.target.spelled(lines) if lines else ()
        texts = tuple(map(_with_all, read(BETWEEN.join(lines)), read(BETWEEN.join(in_full))))
        text = BETWEEN.join(texts)
        self.game.check_standing({self.card: text}, {})
        self.write(replace(orders, scripts={**orders.scripts, self.card: text}))
        return texts

    def take(self, line: str) -> str:
        """Put a line behind what is written; returns it spelled out. Raises as `write_lines`, BadStatement."""
        if self.game.owes_ready or line == READY:
            if line != READY or not self.game.owes_ready or self.orders != Orders():
                raise BadStatement(why=NOTHING_TO_DECIDE if line != READY else ALONE)
            self.write(Orders((READY,)))
            return READY
        request = self.request
        if request is not None and request.stack is not None:
            line = str(match(request, line))
        return self.write_lines((*self.lines, line))[-1]

    def write_for(self, card: str) -> None:
        """Write the script of a card from now on, "" for the order lines. Raises BadStatement."""
        if card and card not in self.cards:
            raise BadStatement(why=f"there is no card {card} to come")
        self.card = card

    def write_script(self, card: str, text: str) -> tuple[str, ...]:
        """The whole script of a card; returns its statements spelled out. Raises as `write_lines`, BadStatement."""
        before = self.card
        self.write_for(card)
        try:
            return self.write_lines([statement.text for statement in read(text)])
        finally:
            self.card = before

    def write_policies(self, reactions: Mapping[str, str]) -> None:
        """All policies from now on. Raises BadStatement, BadScript."""
        if self.orders.lines == (READY,):
            raise BadStatement(why=ALONE)
        self.game.check_standing({}, reactions)
        self.write(replace(self.orders, reactions=dict(reactions)))

    def adopt(self, preset: str) -> None:
        """A ready-made set of policies, over those in force. Raises BadStatement."""
        presets = presets_of(self.game.ledger.rules)
        if preset not in presets:
            which = f"there is no set `{preset}`; there" if preset else "which set? There"
            raise BadStatement(why=f"{which} are: {', '.join(presets) or 'none'}")
        self.write_policies({**self.reactions, **presets[preset]})

    def undo(self) -> Orders | None:
        """Take back the last thing that was written; returns it, None if there is nothing."""
        if len(self.written) == 1:
            return None
        gone = self.written.pop()
        if self.card not in self.cards:
            self.card = ""
        return gone


def _of(requests: Sequence[Request], side: str) -> Request | None:
    return next((request for request in requests if request.side == side), None)


def _with_all(typed: ScriptLine, spelled: ScriptLine) -> str:
    """A statement of a script spelled out, `with all` as it was typed: who is there then, nobody knows yet."""
    _, along, who = typed.line.rpartition(" with ")
    if not along or who.lower() not in EVERYBODY:
        return spelled.text
    head = spelled.line.partition(" with ")[0]
    return spelled.text.replace(spelled.line, f"{head} with {EVERYBODY[0]}")
