"""What lines are written for: an answer to what is asked, or the script of a secret stack's card.

Lines can be tried on it as often as their author likes, on his own machine and from what his side knows. No enemy is
guessed, and no die but where somebody looks what would come of it: at an Influence check or another die that succeeds on 1
to something it goes both ways; any other die, a card or the enemy ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.notation import stacked
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.script import read, script_line
from pbem.engine.table import Event, last_die_succeeded
from pbem.engine.vocabulary import check_lines
from pbem.ledger.chance import NoChance
from pbem.ledger.glimpse import Glimpse, state_for
from pbem.ledger.ledger import Ledger
from pbem.player.dry import DryRun, Rehearsal, dry_run, lines_on

SUCCESS, FAILURE = 1, 6
FIRST = "1"
"""The card of a stack that is turned up first."""
VEILED = (
    "What follows depends on pieces that you cannot see. The GM's program checks each later line when its "
    "turn comes. If a line is not possible then, you are asked again."
)
MOST_CHECKS = 3
"""So many checks in a row are looked at both ways while lines are written."""
DEEPEST = 5
"""And so many when somebody has them checked."""
MOST_CASES = 2 ** (DEEPEST + 1) - 1
"""That many there can be, those in the middle counted too."""
MOST_KEPT = 64
"""So many tries are kept."""
MOST_FACES = 12
"""Of a die that is looked at face by face."""

Run = Callable[[Sequence[str], Sequence[int]], DryRun]


class Line(Struct, frozen=True):
    """An order line as it will be read.

    Attributes:
        text: spelled out if `checked`, else as typed.
        checked: it is legal; False for lines after a die or another side's answer.
        skipped: why it does nothing: its condition does not hold; "" if it does.
        warnings: why it looks like a mistake, and what lies unused by it.
    """

    text: str
    checked: bool = True
    skipped: str = ""
    doubt: str = ""
    gives_up: str = ""

    @property
    def warnings(self) -> tuple[str, ...]:
        this = "this" if self.checked else "if it comes to this, it"
        doubt = f"Is this right? {self.doubt}" if self.doubt else ""
        lost = f"Careful: {this} {self.gives_up}." if self.gives_up else ""
        return tuple(filter(None, (doubt, lost)))


class Fate(Struct, frozen=True):
    """What becomes of line `at`, from 0, in a case: it is `done`, or not possible (`why`), else skipped or an alarm.

    Attributes:
        text: as in `DryRun.lines`. `gives_up`: what lies unused by it.
    """

    at: int
    text: str
    done: bool = False
    why: str = ""
    gives_up: str = ""

    @property
    def skipped(self) -> bool:
        return not self.done and not self.why and script_line(self.text).alarm is None


class Case(Struct, frozen=True):
    """What happens if.

    Attributes:
        texts: all lines. `outcome`: of the check before it, "" at the start.
        fates: of the lines up to the next check.
        forks: success and failure of the check that comes then; or `end`: what comes instead.
        stop: the line at which the game stops, as it is not possible in this case, or as an alarm holds before it.
        share: how likely it is to come to this, 0 to 1, as far as checks decide.
    """

    texts: tuple[str, ...]
    outcome: str
    fates: tuple[Fate, ...]
    end: str = ""
    forks: tuple[Case, ...] = ()
    stop: Fate | None = None
    share: float = 1.0

    def every(self) -> Iterator[Case]:
        """This and all that may follow from it."""
        yield self
        for fork in self.forks:
            yield from fork.every()

    def of(self, at: int) -> list[tuple[Fate, float]]:
        """What becomes of a line in all cases, and how likely each is."""
        rows = [
            (fate, case.share) for case in self.every() for fate in (*case.fates, case.stop) if fate
        ]
        return [row for row in rows if row[0].at == at]

    def read_back(self) -> list[Line]:
        """Every line with what can be said of it: when it is skipped, why it is impossible, what it gives up.

        A line for a later question cannot be told from nonsense, but one that is possible in no case can.
        """
        lines = [
            Line(
                fate.text,
                skipped="its condition does not hold now" if fate.skipped else "",
                gives_up=fate.gives_up,
            )
            for fate in self.fates
        ]
        for at in range(len(lines), len(self.texts)):
            text, fates = self.texts[at], [fate for fate, _ in self.of(at)]
            if not fates or script_line(text).alarm is not None:
                lines.append(Line(text, False))
                continue
            is_done, reasons = any(one.done for one in fates), [one.why for one in fates if one.why]
            idle = not is_done and not reasons
            lines.append(
                Line(
                    text,
                    False,
                    "its condition holds in no case" if idle else "",
                    reasons[0] if reasons and not is_done else "",
                    next((one.gives_up for one in fates if one.gives_up), ""),
                )
            )
        return lines


class Way(Struct, frozen=True):
    """What comes of a die if it shows one of these `faces`, and where the game stands then; `faces` follow each other."""

    faces: tuple[int, ...]
    play: Play[Any]

    @property
    def face(self) -> int:
        """One that stands for all of them."""
        return self.faces[0]

    @property
    def shown(self) -> str:
        return faces_text(self.faces)


def faces_text(faces: Sequence[int]) -> str:
    """Faces in a row, as a player says them: `4`, `4-6`."""
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


class Target(Struct, frozen=True):
    """Lines can be tried on it as often as somebody likes.

    Attributes:
        side: that writes them.
        start: where the first line is carried out; nowhere that can be told if it is `blind`.
        pending: what is asked there of whom, but of nobody who has answered in secret, nor after the end.
        run: tries lines, and takes the first dice to show what it is told.
        spelled: lines in full, as far as they can be read now. Raises as `player.compose`.
    """

    side: str
    start: Play[Any] | Glimpse
    pending: tuple[Request, ...]
    run: Run
    spelled: Callable[[Sequence[str]], tuple[str, ...]]
    blind: bool = False

    def check(self, run: DryRun, assumed: Sequence[int]) -> Event | None:
        """The die at which a run stopped, if a 1 wins it and a 6 loses it."""
        if not run.die:
            return None
        play = self.run(run.lines[: run.certain], (*assumed, SUCCESS)).play
        return check_before(play.events) if play is not None else None

    def fork(self, run: DryRun, assumed: Sequence[int]) -> tuple[Way, ...]:
        """What can come of the die at which a run stopped, each once; nothing if it is no die, or another die, a
        card or another player comes before one is asked again."""
        if not 0 < run.sides <= MOST_FACES:
            return ()
        ways: list[Way] = []
        for face in range(1, run.sides + 1):
            play = self.run(run.lines[: run.certain], (*assumed, face)).play
            if play is None:
                return ()
            same = ways and _alike(ways[-1].play, play)
            faces = (*ways.pop().faces, face) if same else (face,)
            ways.append(Way(faces, play))
        return tuple(ways)

    def ways(
        self, lines: Sequence[str], assumed: tuple[int, ...] = (), forked: bool = False
    ) -> Iterator[tuple[int, ...]]:
        """How the dice of these lines can turn out: for each way to the end, what the checks are taken to show.

        One die that is no check is gone through too; `forked`: there was one already.
        """
        run = self.run(lines, assumed)
        faces: Sequence[int] = ()
        if len(assumed) < MOST_CHECKS:
            is_check = self.check(run, assumed) is not None
            faces = (SUCCESS, FAILURE) if is_check else ()
            if not is_check and not forked:
                faces, forked = [way.face for way in self.fork(run, assumed)], True
        if not faces:
            yield assumed
        for face in faces:
            yield from self.ways(lines, (*assumed, face), forked)

    def did(self, lines: Sequence[str], assumed: Sequence[int]) -> list[str]:
        """What is carried out of them if the checks turn out so."""
        return [one.line for one in self.run(lines, assumed).did]

    def cases(self, lines: Sequence[str], tick: Callable[[], None] = lambda: None) -> Case:
        """All cases of these lines; `tick` is called before each, of which there are `MOST_CASES` or fewer. Raises
        IllegalOrder and others if they are wrong from the start."""
        return self._case(self.spelled(lines), (), 0, "", 1.0, tick)

    def _case(
        self,
        lines: Sequence[str],
        dice: tuple[int, ...],
        done_lines: int,
        outcome: str,
        share: float,
        tick: Callable[[], None] = lambda: None,
        most: int = DEEPEST,
        to_end: bool = True,
    ) -> Case:
        """What becomes of the lines, as a tree that forks at each check.

        Args:
            dice: what the checks before this case are taken to show.
            done_lines: how many lines the cases above tell of.
            outcome, share: of the check that led to this case, and how likely it is.
            most: how many checks deep the tree goes.
            to_end: also behind the last line, for what comes then.
        """
        tick()
        run = self.run(lines, dice)
        did, failures = {one.at: one for one in run.did}, dict(run.failed)
        fates = tuple(
            Fate(
                at,
                run.lines[at],
                at in did,
                failures.get(at, ""),
                did[at].gives_up if at in did else "",
            )
            for at in range(done_lines, run.certain)
        )
        case = Case(run.lines, outcome, fates, share=share)
        if not to_end and run.certain == len(run.lines):
            return case
        if run.stopped:
            stop = Fate(run.certain, run.lines[run.certain], why=run.stopped)
            end = f"{run.stopped.removesuffix('.')}. Your orders stop there, and you are asked."
            return replace(case, end=end, stop=stop)
        if run.play is not None or not run.die:
            return replace(case, end=self._end(run))
        die = self.check(run, dice)
        if die is None:
            return replace(case, end=f"The die `{run.die}` decides what happens next.")
        if len(dice) == most:
            return replace(case, end=f"Then there is another check, `{run.die}`.")
        odds, wins = f"{die.needed[2:]} in 6", int(die.needed[2:]) / 6
        forks = tuple(
            self._case(
                run.lines, (*dice, face), run.certain, outcome, share * part, tick, most, to_end
            )
            for face, outcome, part in (
                (SUCCESS, f"{die.text}: yes ({odds})", wins),
                (FAILURE, f"{die.text}: no", 1 - wins),
            )
        )
        return replace(case, forks=forks)

    def _end(self, run: DryRun) -> str:
        if run.hidden:
            return VEILED
        if run.play is None:
            return "A hidden card decides what happens next."
        own = next((r for r in run.play.pending if r.side == self.side), None)
        if own is not None:
            return f"Then you are asked: {own.question}"
        others = [f"{r.side} is asked: {r.question}" for r in run.play.pending]
        return f"Then {'; '.join(others)}" if others else "Then the game is over."

    def preview(self, lines: Sequence[str]) -> list[Line]:
        """Every line with what can be said of it now; both ways are tried at a few checks, as long as lines are left.
        Raises as `spelled`."""
        lines = self.spelled(lines)
        return self._case(lines, (), 0, "", 1.0, most=MOST_CHECKS, to_end=False).read_back()


def check_before(events: Sequence[Event]) -> Event | None:
    """The last die, if a 1 wins it and a 6 loses it."""
    die = next((event for event in reversed(events) if event.kind == "die"), None)
    if die is None or not die.needed.startswith("1-") or die.needed == "1-6":
        return None
    return die


def _alike(first: Play[Any], second: Play[Any]) -> bool:
    """Do both stand the same, whatever the die has shown?"""
    plays = (first, second)
    questions = [[(r.side, r.kind, len(r.options)) for r in play.pending] for play in plays]
    won = [last_die_succeeded(play.events) for play in plays]
    if first.state != second.state or questions[0] != questions[1] or won[0] != won[1]:
        return False
    options = [(option for r in play.pending for option in r.options) for play in plays]
    return all(one.line == other.line for one, other in zip(*options, strict=True))


def of_orders(ledger: Ledger, side: str, pending: tuple[Request, ...] = ()) -> Target:
    """The answer to what is asked. Raises NotYourTurn, GameOver."""
    trier = _remembering(partial(dry_run, ledger, side, raises=False))

    def spelled(lines: Sequence[str]) -> tuple[str, ...]:
        run = trier(lines, ())
        if run.stopped or run.failed or not run.did:  # the same again, which says what is wrong
            return dry_run(ledger, side, lines).lines
        check_lines(ledger.rules, run.lines[run.certain :])
        return run.lines

    return Target(side, ledger.play, pending, trier, spelled)


def _remembering(run: Run) -> Run:
    """A run that remembers its last results, and does not work them out again."""
    once = lru_cache(MOST_KEPT)(lambda lines, assumed: run(lines, assumed))
    return lambda lines, assumed: once(tuple(lines), tuple(assumed))


def of_card(ledger: Ledger, side: str, card: str, below: int) -> Target:
    """The script of a card as a target, as if it were turned up now, with this many cards of its stack `below` it."""

    def run(lines: Sequence[str], assumed: Sequence[int]) -> DryRun:
        play = turned_up(ledger, side, card, below)
        if play is None:
            return DryRun(tuple(lines), 0, None)
        chance = NoChance(ledger.position.secrets, assumed)
        return lines_on(ledger.rules, play, side, lines, chance, raises=False)

    trier, start = _remembering(run), turned_up(ledger, side, card, below)

    def spelled(lines: Sequence[str]) -> tuple[str, ...]:
        return trier(lines, ()).lines

    if start is None:
        return Target(side, ledger.play, (), trier, spelled, blind=True)
    return Target(side, start, tuple(start.pending), trier, spelled)


def first_script_stops(ledger: Ledger, side: str, plan: str, scripts: Mapping[str, str]) -> str:
    """Why the script for card 1 of a plan line would stop if the card were turned up now; "" if it would not, or
    where that cannot be told. Raises as `engine.notation.stacked`, BadScript."""
    request, text = ledger.request(side), scripts.get(FIRST, "").strip()
    if request.stack is None or not text:
        return ""
    cards = stacked(request.stack, plan)
    target = of_card(ledger, side, cards[0], len(cards) - 1)
    return "" if target.blind else target.run([one.text for one in read(text)], ()).stopped


def turned_up(ledger: Ledger, side: str, card: str, below: int) -> Rehearsal[Any] | None:
    """Where the game would stand, as far as a side sees it, if this card of its stack were turned up now, with so
    many left `below` it; None where that cannot be told."""
    rules, state = ledger.rules, ledger.play.state
    if state is None:
        return None
    now: Any = codec.copied(state_for(rules, state, side))
    kind = rules.imagination.turn_up(now, side, card, below)
    return Rehearsal.at(rules, now, kind) if kind else None
