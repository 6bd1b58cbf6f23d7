"""Order lines tried out on a copy of the game, until chance or another side decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import Struct

from pbem.engine.checkpoint import Checkpoint
from pbem.engine.notation import match, option_of
from pbem.engine.play import OPEN, Play
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import ASK, PASS, Script, ScriptAction, resume
from pbem.engine.script import read as statements_of
from pbem.engine.standing import line_ordered
from pbem.engine.state import GameState
from pbem.engine.table import Effect, Moment
from pbem.engine.vocabulary import SEALED_ALONE, check_lines, is_stack
from pbem.errors import IllegalOrder, Impossible
from pbem.ledger.chance import NoChance, Reached
from pbem.ledger.glimpse import Glimpse
from pbem.ledger.ledger import Ledger
from pbem.ledger.run import IDLE, idle
from pbem.ledger.sight import look_of


class Did(Struct, frozen=True):
    """A line that was carried out: of which statement, spelled out, and what lies unused by it."""

    at: int
    line: str
    gives_up: str


class DryRun(Struct, frozen=True):
    """What became of order lines.

    Attributes:
        did: what was carried out, in order; of those before `certain` the others were skipped.
        lines: one statement each, spelled out as far as they were reached.
        certain: how many of them were reached.
        play: the game after all of them; None if chance or a secret came first.
        die: the label of the die that came first, if that was it. `sides`: of that die.
        veiled: the lines were cut short by what this side cannot see.
        stopped: why the line after the `certain` ones is not carried out, where that was not to be raised:
            it is not possible, or an alarm holds.
        failed: likewise of lines before it, which one that says `anyway` follows.
    """

    lines: tuple[str, ...]
    certain: int
    play: Play[Any] | None
    die: str = ""
    sides: int = 0
    veiled: bool = False
    did: tuple[Did, ...] = ()
    stopped: str = ""
    failed: tuple[tuple[int, str], ...] = ()

    def may_roll(self, at: int) -> bool:
        """Is a die rolled for line `at`, the last? Also where what stands before it cannot be told."""
        untold = (self.play is None or self.hidden) and not self.stopped
        return bool(self.die) or (untold and self.certain <= at)

    @property
    def hidden(self) -> bool:
        """Does what follows depend on what this side cannot see?"""
        return self.veiled or (isinstance(self.play, Rehearsal) and not self.play.pending)


def dry_run(
    ledger: Ledger,
    side: str,
    lines: Sequence[str],
    assumed: Sequence[int] = (),
    raises: bool = True,
) -> DryRun:
    """Try order lines as far as they can be checked without dice; the run says how far that was.

    A line after a die, or after an answer of another side, is only legal or not when it is reached; it travels as it
    was typed, but a word that no line has is a slip at once. Raises as `compose.orders` does.

    Args:
        assumed: what the first dice are taken to show.
        raises: an illegal line is an error; else it ends the run, which says why.
    """
    check_alone(ledger.rules, ledger.request(side), lines)
    play = _game_copy(ledger, side)
    if play is None:  # what this side sees does not say how the game goes on behind its first line
        run = _check_first_line(ledger, side, lines)
    elif play.request(side).stack is not None:  # a Plan, for example: one line, which goes alone
        return _stack_run(play.request(side), lines[0])
    else:
        chance = NoChance(ledger.position.secrets, assumed)
        run = lines_on(ledger.rules, play, side, lines, chance, raises)
    if raises:
        check_lines(ledger.rules, run.lines[run.certain :])
    return run


def _stack_run(request: Request, line: str) -> DryRun:
    """A secret stack: it goes in as it is, and its cards decide what follows."""
    spelled = match(request, line)
    return DryRun((spelled,), 1, None, did=(Did(0, spelled, ""),))


def check_alone(rules: RuleSet[Any], request: Request, lines: Sequence[str]) -> None:
    """Refuse lines together with one that goes alone: a secret stack, or a card that is turned up.

    Raises IllegalOrder, BadScript.
    """
    texts = [line for line in lines if line.strip()]
    for n, statement in enumerate(statements_of("\n".join(texts)), 1):
        if n == 1:
            continue
        line_name = f"line {n}: "
        if request.stack is not None or request.kind == OPEN:
            stack_word = request.stack.verb if request.stack is not None else OPEN
            raise IllegalOrder(
                where=line_name,
                line=statement.text,
                reason=f"`{stack_word}` goes in an email of its own",
                instead=f"Send only `{stack_word}` now. You can send this line with your next orders.",
            )
        if is_stack(rules, statement.line):
            raise IllegalOrder(
                where=line_name,
                line=statement.text,
                reason=SEALED_ALONE,
                instead="Send the other lines without this one. You will be asked again when its time comes.",
            )


def lines_on(
    rules: RuleSet[Any],
    play: Play[Any],
    side: str,
    lines: Sequence[str],
    chance: NoChance,
    raises: bool = True,
) -> DryRun:
    """Try a side's order lines on `play` itself, which moves on with them; `dry_run` tries them on a copy.

    The run ends at a die, at another side's question, at a line that fails, or after the last line. Raises as
    `dry_run`.
    """
    script = Script("\n".join(lines))
    look = look_of(rules, play, side)
    for term in script.terms:
        look(term)
    texts = [" ".join(statement.text.split()) for statement in script.statements]
    did: list[Did] = []
    failures: list[tuple[int, str]] = []

    def run_to(
        certain: int, play: Play[Any] | None, die: str = "", sides: int = 0, stopped: str = ""
    ) -> DryRun:
        line_texts = tuple(texts)
        return DryRun(
            line_texts, certain, play, die, sides, False, tuple(did), stopped, tuple(failures)
        )

    action, kind_before = ScriptAction(ASK), ""
    while not script.over:
        request = next((pending for pending in play.pending if pending.side == side), None)
        if request is None:
            return run_to(_lines_used(script), play)
        action = script.next(look)
        line = line_ordered(request, action)
        if action.rung and (did or not raises):
            return run_to(action.at, None, stopped=f"the order stops before it: {action.why}")
        if line is None:
            break
        line_name = f"line {action.at + 1}: " if len(texts) > 1 else ""
        try:
            if did and (request.stack is not None or request.kind == OPEN):
                raise _asked_alone(request, line, line_name, kind_before)
            order = match(request, line, line_name, chance.held(request))
            if action.line not in (PASS, order):
                line_typed = " ".join(action.line.split())
                texts[action.at] = texts[action.at].replace(line_typed, order)
            deed = Did(action.at, order, _given_up(request, order))
            play.answer(side, order, chance, line_name)
            kind_before = request.kind
        except Reached as reached:
            did.append(deed)
            return run_to(action.at + 1, None, reached.label, reached.sides)
        except IllegalOrder as error:
            if raises:
                raise
            if not resume(script.statements, script.cursor, action.at):
                return run_to(action.at, None, stopped=str(error))
            failures.append((action.at, str(error)))
            continue
        did.append(deed)
    if not did and raises:
        if action.rung:
            raise idle(action)
        raise IllegalOrder(where="", line=lines[0], reason=IDLE, instead="")
    return run_to(len(texts), play)


def _asked_alone(request: Request, line: str, where: str, kind_before: str) -> IllegalOrder:
    """What a line meets that no line of a running order can answer. `kind_before`: of the question before it."""
    before = kind_before.replace("_", " ").capitalize()
    leads = f"your {before} is over. The game" if before and kind_before != request.kind else "it"
    return IllegalOrder(
        where=where,
        line=line,
        reason=f"{leads} comes to `{request.question}`, which needs an email of its own",
        instead="Send only the lines above this one. If this line answers that question, send it with your next orders.",
    )


def _given_up(request: Request, order: str) -> str:
    option = option_of(request, order)
    return option.gives_up if option is not None else ""


def _check_first_line(ledger: Ledger, side: str, lines: Sequence[str]) -> DryRun:
    """The run of an order where hidden pieces decide what follows, so that only its first line can be checked."""
    request = ledger.request(side)
    if request.stack is not None:
        return _stack_run(request, lines[0])
    script, look = Script("\n".join(lines)), ledger.look(side)
    for term in script.terms:
        look(term)
    texts = [" ".join(statement.text.split()) for statement in script.statements]
    action = script.next(look)
    line = line_ordered(request, action)
    if action.rung:
        raise idle(action)
    if line is None:
        raise IllegalOrder(where="", line=lines[0], reason=IDLE, instead="")
    cards_held = NoChance(ledger.position.secrets).held(request)
    order = match(request, line, "line 1: " if len(texts) > 1 else "", cards_held)
    texts[action.at] = texts[action.at].replace(" ".join(action.line.split()), order)
    did = (Did(action.at, order, _given_up(request, order)),)
    return DryRun(tuple(texts), action.at + 1, None, veiled=True, did=did)


def _game_copy(ledger: Ledger, side: str) -> Play[Any] | None:
    """The game to try lines on, in a veiled one as far as this side sees; None if that is not enough."""
    if isinstance(ledger.play, Glimpse):
        kind = ledger.play.request(side).kind
        rehearsal = Rehearsal.at(ledger.rules, ledger.play.state, kind)
        # What this side sees may lead to another question than the one that the GM has put.
        is_asked = rehearsal is not None and any(r.side == side for r in rehearsal.pending)
        return rehearsal if is_asked else None
    play: Play[Any] = Play(ledger.rules, ledger.play.checkpoint.copied())
    play.resume()
    return play


def _lines_used(script: Script) -> int:
    """How many statements have had their turn."""
    return script.cursor.at + (script.cursor.times > 0)


S = TypeVar("S", bound=GameState)


class Rehearsal(Play[S]):
    """A play that knows no more than one side; it ends, with nothing pending, where that is not enough."""

    def __init__(self, rules: RuleSet[S], state: S) -> None:
        super().__init__(rules, Checkpoint.of(state))

    @classmethod
    def at(cls, rules: RuleSet[S], state: S, kind: str) -> Rehearsal[S] | None:
        """Standing at a request of this kind; None if the rules cannot go on from what is seen."""
        rehearsal = cls(rules, state)
        rest = rules.imagination.from_here(rehearsal.table, kind)
        if rest is None:
            return None
        rehearsal._run = rest
        rehearsal._stop_at(rest.send(None))
        return rehearsal

    def _send(self, value: Any) -> Effect | None:
        self._plain = None
        if self._run is None:
            raise Impossible("this rehearsal does not run")
        try:
            effect: Effect | Moment = self._run.send(value)
            while isinstance(effect, Moment):
                effect = self._run.send(None)
        except StopIteration:
            return None
        return effect
