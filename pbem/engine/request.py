"""A request: the rules ask a side for a decision. What is legal is a tree, walked as far as somebody looks.

    def marches(menu: Menu, state: State, lord: str) -> None:
        if menu.wants(March):
            for to in menu.pick("to", ways(state, lord)):
                menu.offer(March(lord, to), partial(cost, state, lord, to), party=subset_of(friends))

The whole tree is walked to show a menu, one branch to check a given decision: then `wants` and `pick`
leave out what cannot lead to it. No branch looks at what another has offered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, Literal, get_args

from pbem.engine.decision import Decision, readings
from pbem.engine.once import OnDemand
from pbem.engine.option import NOBODY, Along, Words
from pbem.engine.option import Option as Option
from pbem.engine.option import Subset as Subset
from pbem.engine.option import subset_of as subset_of
from pbem.engine.stack import Stack
from pbem.errors import UnknownWord

if TYPE_CHECKING:  # `Request` alone is one of any decision
    from typing_extensions import TypeVar

    D = TypeVar("D", bound=Decision, covariant=True, default=Decision)
else:
    from typing import TypeVar

    D = TypeVar("D")
T = TypeVar("T")
OPEN = "open"
"""The kind of a question that asks to turn up a card: `open-7`."""
When = Literal["", "speaks", "asks", "says"]
"""At a moment standing orders speak; where several may act at once they first say only who `asks` to be asked,
and the others say their lines when those have answered."""


class Menu:
    """What a request allows (`offer`) and what somebody may expect but cannot do (`bar`).

    Args:
        wanted: the decision whose branch is walked; None for the whole tree.
    """

    def __init__(self, decision: Decision | None = None) -> None:
        self.options = OnDemand[Option]()
        self._wanted = decision
        self._barred: list[tuple[Decision | str, Words]] = []
        self._more: list[Callable[[Menu], None]] = []
        self._gives_up: Words = ""
        self._along: Along | None = None
        self._by_hand = False

    def wants(self, *kinds: type[Decision]) -> bool:
        """Does anybody look at decisions of these kinds?"""
        return self._wanted is None or isinstance(self._wanted, kinds)

    def looks_for(self, option: Option) -> bool:
        """Is it for the whole menu, or for the branch that this option is of?"""
        return self._wanted is None or option.means(self._wanted)

    def pick(self, field: str, among: Iterable[T]) -> Iterable[T]:
        """The values for a field: all of them to show the menu, the one named to check a decision."""
        if self._wanted is None:
            return among
        value_named = getattr(self._wanted, field, None)
        return [one for one in among if one == value_named]

    def offer(
        self,
        decision: Decision,
        note: Words = "",
        rule: str = "",
        *,
        shows: str = "",
        unheld: str = "",
        fits: Callable[[Collection[str]], bool] | None = None,
        gives_up: Words = "",
        slot: str = "",
        aim: str = "",
        **subset: Subset,
    ) -> None:
        """Allow a decision. A field that its player fills is named with `subset_of`.

        Args:
            note: cost, chance and forecast, as all may know them.
            rule: rulebook section, if not that of the kind of decision.
            shows, unheld, fits, gives_up, slot, aim: see Option.
        """
        wanted_decision = self._wanted
        if wanted_decision is not None and type(decision) is not type(wanted_decision):
            return
        (among,) = subset.values() or (NOBODY,)
        loss = gives_up or self._gives_up
        option = Option(decision, rule, note, among, shows, unheld, fits, loss, slot, aim)
        if wanted_decision is None or option.means(wanted_decision):
            self.options.append(option)
        self._by_hand = self._by_hand or bool(shows or unheld or fits)

    def offer_each(self, make: Callable[[T], Option], among: Iterable[T]) -> None:
        """Allow an option for each of `among`, made when somebody looks at it: for long menus, of which
        most is never read. What a hand allows (`shows`, `unheld`, `fits`) is offered singly."""
        if self._gives_up:
            make = partial(_giving_up, self._gives_up, make)
        if self._wanted is None:
            self.options.extend(make, among)
            return
        for value_among in among:
            option = make(value_among)
            if option.means(self._wanted):
                self.options.append(option)

    @contextmanager
    def giving_up(self, words: Words) -> Iterator[None]:
        """Whatever is offered meanwhile gives this up; "" for nothing."""
        before, self._gives_up = self._gives_up, words
        yield
        self._gives_up = before

    def possible(self, held: Collection[str]) -> Sequence[Option]:
        """The options that somebody who holds these secret cards can choose, as `Option.possible`."""
        if not self._by_hand:
            return self.options
        return self.options.but(lambda option: not option.possible(held))

    def add(self, option: Option) -> None:
        """Put in an option as it is: where a menu is told in words."""
        self.options.append(option)
        self._by_hand = True

    def bar(self, decision: Decision, reason: Words) -> None:
        """Remember why a decision that looks possible is not; `reason` names the rule."""
        if self._wanted is None:
            self._barred.append((decision, reason))

    def bar_words(self, line: str, reason: str) -> None:
        """Remember why a line is not legal, in a menu whose lines are given as words."""
        self._barred.append((line, reason))

    def bar_more(self, write: Callable[[Menu], None]) -> None:
        """Let `write` bar much, when somebody asks for a reason; few ever do."""
        self._more.append(write)

    def read_along(self, along: Along) -> None:
        """What somebody reads of it later, notes and reasons, runs as it was written."""
        self._along = along
        for option in self.options:
            option.read_along(along)

    @property
    def barred(self) -> dict[str, str]:
        """Lines that look possible, each with the reason why it is not; never one that is offered."""
        reasons: dict[str, str] = (self._along(self._reasons) if self._along else self._reasons)()
        return reasons

    def _reasons(self) -> dict[str, str]:
        while self._more:
            self._more.pop(0)(self)
        offered = {option.line for option in self.options}
        reasons: dict[str, Words] = {}
        for decision, reason in self._barred:
            reasons.setdefault(str(decision), reason)
        return {
            line: why if isinstance(why, str) else why()
            for line, why in reasons.items()
            if line not in offered
        }


def _add_each(options: Iterable[Option], menu: Menu) -> None:
    for option in options:
        if menu.looks_for(option):
            menu.add(option)


def _giving_up(words: Words, make: Callable[[T], Option], value_among: T) -> Option:
    return make(value_among).giving_up(words)


class Request(Generic[D]):
    """A question to one side: `Request[March | Pass](...)` is answered by one of these kinds.

    Attributes:
        side: who is asked.
        kind: what about (`muster`, `intercept`, ...); policies are written per kind.
        words: of the question, one sentence for the player, from public facts only.
        rule: rulebook section; "" for what no rulebook asks.
        fill: writes the menu; called once for the whole of it, and for each branch.
        stack: for a secret stack instead of a menu.
        forced: answered without asking when only one line is legal; False where the mere
            appearance must not depend on anything secret.
        slots: the asked side's hidden cards, which `shows`, `unheld` and `fits` are about.
        secret_menu: a choice from a menu that both sides make at once (`table.ask_both`): the
            first answer stays secret until the other is in, what it shows included.
        moment: put only where standing orders speak (`table.moment`), "" for any other; see `When`.
        id: unique in the game, given by the driver; orders name it in `answers`.
        short_forms: what else players call a word of a line, by the driver (`vocabulary.short_forms`).
        workings: what the rules have worked out for this question, to be worked out again after a correction.
        branches: those walked so far: who matches a line, looks at its hand and logs it walks the same.
    """

    def __init__(
        self,
        side: str,
        kind: str,
        words: Words,
        rule: str,
        fill: Callable[[Menu], None] | None = None,
        stack: Stack | None = None,
        forced: bool = True,
        slots: tuple[str, ...] = (),
        secret_menu: bool = False,
        moment: When = "",
        id: str = "",
        short_forms: Callable[[], Mapping[str, str]] = dict,
        workings: dict[Any, Any] | None = None,
    ) -> None:
        self.side, self.kind, self.words, self.rule = side, kind, words, rule
        self.fill, self.stack, self.forced, self.slots = fill, stack, forced, slots
        self.secret_menu, self.moment, self.id, self.short_forms = (
            secret_menu,
            moment,
            id,
            short_forms,
        )
        self.workings: dict[Any, Any] = {} if workings is None else workings
        self.branches: dict[Decision, Option | None] = {}

    def __str__(self) -> str:
        """One line: `york: Muster: which Levy action? (rule 3.4)`."""
        return f"{self.side}: {self.cited}"

    def __repr__(self) -> str:
        return f"<Request {self.id or self.kind} {self}>"

    @cached_property
    def question(self) -> str:
        """What is asked: made when somebody reads it, of the game as it stands then."""
        return self.words if isinstance(self.words, str) else self.words()

    @cached_property
    def menu(self) -> Menu:
        menu = Menu()
        if self.fill is not None:
            self.fill(menu)
        return menu

    @property
    def options(self) -> OnDemand[Option]:
        return self.menu.options

    def decisions(self) -> Iterator[D]:
        """Every legal decision, with all who may go along, in the order of the menu."""
        for option in self.options:
            legal: Iterator[Any] = option.decisions()
            yield from legal

    @cached_property
    def answers(self) -> Any:
        """The kinds of decision that answer it: `March | Pass`; None if it names none."""
        kinds = get_args(getattr(self, "__orig_class__", None))
        return kinds[0] if kinds and kinds[0] is not Any else None

    def branch(self, decision: Decision) -> Option | None:
        """The option that a decision is of: one that somebody has looked at already, or found along its
        own branch; None if it is not legal."""
        if decision not in self.branches:
            seen = self.menu.options.made if "menu" in self.__dict__ else ()
            option_found = next((option for option in seen if option.means(decision)), None)
            self.branches[decision] = option_found or self.walk(decision)
        return self.branches[decision]

    def walk(self, decision: Decision) -> Option | None:
        """The option that a decision is of, from a menu filled for it alone; None if it is not legal."""
        menu = Menu(decision)
        if self.fill is not None:
            self.fill(menu)
        return menu.options[0] if menu.options else None

    def among(self, options: Iterable[Option]) -> Request[D]:
        """The same question where only these of its options are offered."""
        narrow = copy(self)
        narrow.fill, narrow.branches = partial(_add_each, tuple(options)), {}
        narrow.__dict__.pop("menu", None)
        return narrow

    def forget(self) -> None:
        """Drop what was made of the game as it stood, after a correction."""
        self.branches.clear()
        self.workings.clear()
        for attribute in ("menu", "question"):
            self.__dict__.pop(attribute, None)

    def readings(self, line: str) -> list[Decision]:
        """What a canonical line can mean: hardly ever more than one thing, and not always legal."""
        if self.answers is None:
            whole = (value for option in self.options for value in option.decisions())
            return [value for value in whole if str(value) == line]
        return readings(self.answers, line, self.side)

    def read(self, line: str) -> Any:
        """The decision that a line of this menu, or of the log, stands for.

        Raises UnknownWord if it is not the line of a decision.
        """
        decisions = self.readings(line)
        if len(decisions) > 1:
            decisions = [value for value in decisions if self.branch(value)] or decisions
        if not decisions:
            raise UnknownWord(where="", line=line, reason="not an order line", instead="")
        return decisions[0]

    @property
    def cited(self) -> str:
        """The question with its rule: `Muster: which Levy action? (rule 3.4)`."""
        return f"{self.question} (rule {self.rule})" if self.rule else self.question

    @property
    def secret(self) -> bool:
        return self.stack is not None

    def only(self) -> Option | None:
        """The single legal option of a request that need not be asked, else None."""
        if self.secret or not self.forced or len(self.options) != 1:
            return None
        option = self.options[0]
        hand = option.shows or option.unheld or option.fits is not None
        return None if option.group or hand else option
