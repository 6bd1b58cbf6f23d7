"""A request: the rules ask a side for a decision. Its menu is computed once, when first looked at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Option:
    """One legal order line.

    `group` names who may be added after `with` (any of them, in the order given here; at most
    `most` of them, if that is not 0). `shows` is the secret card that this line lays open, which
    its owner must hold in one of the request's slots; `unheld` a card that must not be there;
    `fits` says whether the whole hand allows it. So the menu itself tells nothing.
    """

    line: str
    rule: str = ""
    note: str = ""
    group: tuple[str, ...] = ()
    shows: str = ""
    unheld: str = ""
    most: int = 0
    fits: Callable[[Collection[str]], bool] | None = None

    def possible(self, held: Collection[str]) -> bool:
        """Can somebody who holds exactly these secret cards choose this line?"""
        if self.fits is not None and "" not in held and not self.fits(held):
            return False
        may_show = not self.shows or self.shows in held
        return may_show and (not self.unheld or self.unheld not in held)

    def lines(self) -> Iterator[str]:
        """Every concrete line, smallest group first."""
        for size in range(self.limit + 1):
            for names in combinations(self.group, size):
                yield self.line + (" with " + " ".join(names) if names else "")

    @property
    def limit(self) -> int:
        """How many of the group may be added."""
        return min(self.most or len(self.group), len(self.group))

    def display(self) -> str:
        if not self.group:
            return self.line
        few = {0: "", 1: "one of: "}.get(self.most, f"up to {self.most} of: ")
        few = few if self.limit < len(self.group) else ""
        return f"{self.line} [with {few}{' '.join(self.group)}]"


@dataclass(frozen=True, slots=True)
class Stack:
    """A secret ordered stack of exactly `size` cards, each name at most `limits[name]` times.

    A limit of -1 means without limit. Written as one line: `plan march warwick march pass`. `trouble`
    tells why cards do not go together, or "".
    """

    verb: str
    size: int
    limits: Mapping[str, int]
    trouble: Callable[[tuple[str, ...]], str] | None = None


@dataclass
class Menu:
    """What a request allows (`offer`) and what somebody may expect but cannot do (`bar`)."""

    options: list[Option] = field(default_factory=list)
    _barred: dict[str, str] = field(default_factory=dict)
    _more: list[Callable[[Menu], None]] = field(default_factory=list)

    def offer(
        self,
        line: str,
        rule: str = "",
        note: str = "",
        group: tuple[str, ...] = (),
        shows: str = "",
        unheld: str = "",
        most: int = 0,
        fits: Callable[[Collection[str]], bool] | None = None,
    ) -> None:
        self.options.append(Option(line, rule, note, group, shows, unheld, most, fits))

    def bar(self, line: str, reason: str) -> None:
        """Remember why a line that looks possible is not; `reason` names the rule."""
        self._barred.setdefault(line, reason)

    def bar_more(self, write: Callable[[Menu], None]) -> None:
        """Let `write` bar many lines, when somebody asks for a reason; few ever do."""
        self._more.append(write)

    @property
    def barred(self) -> dict[str, str]:
        """Lines that look possible, each with the reason why it is not; never one that is offered."""
        while self._more:
            self._more.pop(0)(self)
        offered = {option.line for option in self.options}
        return {line: why for line, why in self._barred.items() if line not in offered}


@dataclass
class Request:
    """A question to one side.

    Attributes:
        side: who is asked.
        kind: what about (`muster`, `intercept`, ...); policies are written per kind.
        question: one sentence for the player, from public facts only.
        rule: rulebook section; "" for what no rulebook asks.
        fill: writes the menu; called at most once.
        stack: for a secret stack instead of a menu.
        forced: answered without asking when only one line is legal; False where the mere
            appearance must not depend on anything secret.
        slots: the asked side's hidden cards, which `shows` and `unheld` are about.
        secret_menu: a choice from a menu that both sides make at once (`table.ask_both`): the
            first answer stays secret until the other is in, what it shows included.
        moment: put only where standing orders speak (`table.moment`).
        id: unique in the game, given by the driver; orders name it in `answers`.
    """

    side: str
    kind: str
    question: str
    rule: str
    fill: Callable[[Menu], None] | None = None
    stack: Stack | None = None
    forced: bool = True
    slots: tuple[str, ...] = ()
    secret_menu: bool = False
    moment: bool = False
    id: str = ""

    @cached_property
    def menu(self) -> Menu:
        menu = Menu()
        if self.fill is not None:
            self.fill(menu)
        return menu

    @property
    def options(self) -> list[Option]:
        return self.menu.options

    @property
    def cited(self) -> str:
        """The question with its rule: `Muster: which Levy action? (rule 3.4)`."""
        return f"{self.question} (rule {self.rule})" if self.rule else self.question

    @property
    def secret(self) -> bool:
        return self.stack is not None

    def only_line(self) -> str | None:
        """The single legal line of a request that need not be asked, else None."""
        if self.secret or not self.forced or len(self.options) != 1:
            return None
        option = self.options[0]
        return None if option.group or option.shows or option.unheld else option.line
