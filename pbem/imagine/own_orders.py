"""The orders of a side at work in a world that is played ahead, and what they leave open (`imagine.ahead`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct, field

from pbem.engine import codec
from pbem.engine.notation import match, with_everybody
from pbem.engine.policies import reactions_of
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import ASK, Cursor, Script, ScriptAction, next_action, resume, script_line
from pbem.engine.standing import StandingOrders, answer, line_ordered
from pbem.engine.table import cards_in
from pbem.engine.world import World, stack_slot
from pbem.errors import PbemError
from pbem.ledger.sight import look_of

LONGEST = 5000
"""Decisions after which a turn is called endless."""


class AnswerSlot(Struct, frozen=True):
    """Where an answer would be written: the script of a `card` by number, else the policy for a `kind` of
    reaction, else ("" and "") the order lines. `text`: the statement that stops there, "" at the end."""

    card: str = ""
    kind: str = ""
    text: str = ""


class Question(Struct, frozen=True):
    """One question in one game."""

    place: AnswerSlot
    name: str
    kind: str
    question: str
    none: bool
    wanted: bool
    later: bool
    line: str
    possible: tuple[str, ...]
    enemies: tuple[str, ...]


class OwnWordsEnd(NamedTuple):
    """Where one's own words end in a world: `slot` of the script, or "" in the order lines or a policy."""

    step: ScriptAction
    slot: str = ""


class Own(Struct):
    """The orders of a side at work in a world, and what they leave open.

    Attributes:
        here: where enemies stand at first. `began`: the step in which lines of now are carried out, also after an
            answer of others; -1: nothing is asked of this side, so no lines are.
        others: has another side decided anything? `interrupted`: since this one did.
        asked: the first question of each place. `sits`: does the author sit there now?
    """

    world: World[Any]
    side: str
    script: Script
    scripts: Mapping[str, str]
    standing: StandingOrders
    here: tuple[str, ...]
    began: int
    done: list[int] = field(default_factory=list)
    step: int = -1
    interrupted: bool = False
    others: bool = False
    stopped: OwnWordsEnd | None = None
    asked: dict[AnswerSlot, Question] = field(default_factory=dict)
    sittings: int = 0
    sits: bool = False

    def play(self) -> None:
        """Play until nothing is asked any more: by one's own orders, by the robot where they say nothing."""
        world = self.world
        for _ in range(LONGEST):
            if not world.pending:
                break
            request, self.stopped = world.pending[0], None
            if request.side != self.side:
                self.sits, self.others = False, True
                self.interrupted = self.interrupted or bool(self.done)
                world.give(request, world.robot(request))
            elif not self.gives(request):
                line = self.prepared(request)
                if not line:
                    line = world.robot(request)
                    self._note_question(request, line)
                world.give(request, line)

    def _note_question(self, request: Request, line: str) -> None:
        """Note a question that the robot answers for this side, with `line`: the author would have been asked."""
        self.sittings += not self.sits
        self.sits = True
        world = self.world
        place, slot = self._place(request)
        if place in self.asked or (place.card and any(p.card == place.card for p in self.asked)):
            return  # what comes after a script has stopped follows from that
        enemies = places_of_enemies(world.rules, world.state, self.side)
        cards_held = cards_in(request.slots, world.chance.secrets)
        self.asked[place] = Question(
            place,
            world.chance.secrets.get(slot, "") if place.card else "",
            request.kind,
            request.question,
            self.stopped is None,
            self._wanted(request),
            place == AnswerSlot(text=place.text) and self._later(request),
            with_everybody(request, line),
            tuple(o.line for o in request.menu.possible(cards_held))
            if request.stack is None
            else (),
            tuple(one for one in enemies if one not in self.here),
        )

    def _later(self, request: Request) -> bool:
        over = self.others and self.world.checkpoint.asked != self.began
        return over or self.began < 0 or request.stack is not None

    def _place(self, request: Request) -> tuple[AnswerSlot, str]:
        """Where the answer to a question would be written, and the slot of its card."""
        rules, stopped = self.world.rules, self.stopped
        slot = rules.policies.script_slot(self.world.state, request)
        text = stopped.step.text if stopped is not None else ""
        if slot and request.kind not in self.standing.reactions:
            return AnswerSlot(card=slot.rpartition(":")[2], text=text), slot
        if request.kind in reactions_of(rules):
            return AnswerSlot(kind=request.kind, text=text), ""
        return AnswerSlot(text=text), ""

    def _wanted(self, request: Request) -> bool:
        """Did he write himself that he wants to be asked here?"""
        policy = self.standing.reactions.get(request.kind, "").strip().lower()
        if self.stopped is None:
            return policy == ASK
        now = self.stopped.step
        return now.rung or (bool(now.text) and script_line(now.text).line.lower() == ASK)

    def gives(self, request: Request) -> bool:
        """Answer with the next line that is possible; was there one?

        An impossible line ends the orders, unless a later one says `anyway`; `stopped` says why.
        """
        world = self.world
        if self.interrupted and world.checkpoint.asked != self.step:
            return False  # what waits for the enemy lapses with its step
        self.step = world.checkpoint.asked
        while not self.script.over:
            action = self.script.next(look_of(world.rules, world, self.side))
            line = line_ordered(request, action)
            self.stopped = OwnWordsEnd(action)
            if line is None:
                break
            try:
                world.give(request, match(request, line))
            except PbemError:
                if resume(self.script.statements, self.script.cursor, action.at):
                    continue
                break
            self.done.append(action.at)
            if request.stack is not None:
                self._seal(request)
            return True
        self.script = Script("")
        return False

    def _seal(self, request: Request) -> None:
        """Scripts by card number go with the stack."""
        for number, text in self.scripts.items():
            if number.isdigit():
                self.standing.scripts[stack_slot(request, int(number))] = text

    def prepared(self, request: Request) -> str:
        """What scripts and policies answer, or ""; then `stopped` says where they end."""
        world, rules, standing = self.world, self.world.rules, self.standing
        if request.stack is not None:
            return ""
        look, slot = (
            look_of(rules, world, self.side),
            rules.policies.script_slot(world.state, request),
        )
        policy = standing.reactions.get(request.kind, "")
        text, cursor = policy, Cursor()
        if slot in standing.scripts and not policy:
            text = standing.scripts[slot]
            cursor = codec.copied(standing.cursors.get(slot, cursor))
        prepared_answer = answer(
            standing,
            request,
            slot,
            reactions_of(rules),
            look,
            cards_in(request.slots, world.chance.secrets),
        )
        if prepared_answer is None and text:
            last_action = next_action(Script(text).statements, cursor, look)
            self.stopped = OwnWordsEnd(last_action, "" if policy else slot)
        return prepared_answer.line if prepared_answer is not None else ""


class OwnInDuel(Own):
    """In a duel nothing of an order waits: it ends where the other side is asked, or a card of its author is turned up.

    While it is carried out only its own answers count, and while one of the other side is, only policies. Nobody
    knows the policies of the other side, so here each of its questions ends the order.

    Attributes:
        on_the_way: the answers that the order brings. `slot`: of the card for which it was written.
        is_own: is an order of this side carried out?
    """

    on_the_way: StandingOrders = field(default_factory=StandingOrders)
    slot: str = ""
    is_own: bool = True

    def play(self) -> None:
        """As in any other game, but for what an order answers."""
        self.is_own = self.began >= 0
        world = self.world
        for _ in range(LONGEST):
            if not world.pending:
                break
            request, self.stopped = world.pending[0], None
            if request.side != self.side:
                self.others = self.others or not self._stack_waits(request)
                if self.others:
                    self._end_order(is_own=False)
                world.give(request, world.robot(request))
                continue
            slot = world.rules.policies.script_slot(world.state, request)
            if self.is_own and slot and self.slot and slot != self.slot:
                self._end_order(is_own=True)
            self.slot = slot or self.slot
            if self.is_own and self.gives(request):
                continue
            line = self.prepared(request)
            if not line:
                line = world.robot(request)
                self._note_question(request, line)
                self._end_order(is_own=True)
                self.sits = True
            world.give(request, line)

    def _stack_waits(self, request: Request) -> bool:
        """Is the other side only asked for a stack, as this one is?"""
        return request.stack is not None and not self.done

    def _end_order(self, is_own: bool) -> None:
        """What is left of the order lapses; what comes next is an order of this side, or of the other."""
        self.script, self.on_the_way = Script(""), StandingOrders()
        self.is_own, self.sits = is_own, False

    def prepared(self, request: Request) -> str:
        """What the order answers on the way, or a policy while the other side's order is carried out."""
        policies = self.standing
        self.standing = self.on_the_way if self.is_own else policies
        try:
            return super().prepared(request)
        finally:
            self.standing = policies

    def _later(self, request: Request) -> bool:
        return self.others or self.began < 0 or request.stack is not None

    def _place(self, request: Request) -> tuple[AnswerSlot, str]:
        """No card has a script, and no policy answers in one's own order."""
        text = self.stopped.step.text if self.stopped is not None else ""
        if not self.is_own and request.kind in reactions_of(self.world.rules):
            return AnswerSlot(kind=request.kind, text=text), ""
        return AnswerSlot(text=text), ""


def places_of_enemies(rules: RuleSet[Any], state: Any, side: str) -> list[str]:
    """The places where pieces of another side stand, as far as this one sees."""
    spaces = rules.picture(rules.secrets.veil(state, side), side).spaces
    others = [one for one in rules.sides if one != side]
    return [s.name for s in spaces if any(piece.side in others for piece in s.pieces)]
