"""The menus of one sitting at a prompt: a long one is printed once, and after that what has changed in it.

A number keeps its line until the whole menu is printed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.cli.question_text import FEW, MANY, choices, rows
from pbem.cli.terminal import plain, wrapped
from pbem.engine.display import actor_of
from pbem.engine.prose import count_text, listing
from pbem.engine.request import Option, Request

Numbered = tuple[int, Option]
LAST = "`list` gives all of them, `list WORD` those with that word."


class Printed(Struct, frozen=True):
    """A line as it was last printed.

    Attributes:
        remark, gives_up: see `Option`.
        possible: it was part of the menu that was printed last.
    """

    number: int
    text: str
    remark: str
    gives_up: str
    possible: bool = True


class Menus:
    """What was printed of each kind of question."""

    def __init__(self) -> None:
        self._printed: dict[tuple[str, str], dict[str, Printed]] = {}

    def numbered(self, request: Request, options: Sequence[Option]) -> list[Numbered]:
        """The lines with their numbers: those that were printed, and the next ones for new lines."""
        return _numbered(self._printed.get((request.side, request.kind), {}), options)

    def pick(self, request: Request | None, options: Sequence[Option], words: str) -> str:
        """The line that a number takes (`3`, `3 with all`), else the words themselves. Raises LookupError, which
        says why there is no such line."""
        number, _, group = words.partition(" ")
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            return words
        if request is None or not options:
            return words
        lines = self.numbered(request, options)
        line = next((option.line for n, option in lines if n == int(number)), "")
        if line:
            return f"{line} {group}".strip()
        printed = self._printed.get((request.side, request.kind), {}).values()
        gone = next((one.text for one in printed if one.number == int(number)), "")
        if gone:
            raise LookupError(f"Line {number}, `{gone}`, is not possible now.")
        raise LookupError(f"The lines are numbered 1 to {max(n for n, _ in lines)}.")

    def question(
        self,
        request: Request,
        options: Sequence[Option],
        about: str = "",
        asked_for: bool = False,
    ) -> Iterator[str]:
        """What is asked, and every line that answers it with its number, or the cards of a stack.

        Args:
            about: only lines with these words, or beside which they are. `asked_for`: the player wants them all.
        """
        yield f"\n{request.cited}"
        if request.stack is not None:
            stack = request.stack
            how = "top card first" if stack.scripted else "in order"
            text = f"`{stack.verb}` and {stack.size} of these, {how}: {stack.cards_listed}"
            yield wrapped(text, "  ", "    ")
        elif about:
            yield choices(self.numbered(request, options), about, asked_for)
        else:
            yield self._menu(request, options, asked_for)

    def _menu(self, request: Request, options: Sequence[Option], asked_for: bool) -> str:
        """The menu, or what is new in it since it was printed; from now on it has been printed."""
        key = request.side, request.kind
        before = self._printed.get(key, {})
        known = sum(option.line in before for option in options)
        lines = _numbered(before, options)
        changes = [] if asked_for else list(_changes(before, lines))
        again = asked_for or len(options) <= MANY or 2 * known < len(options)
        whole = choices(_numbered({}, options), "", asked_for)
        if again or (not plain() and len(changes) >= len(whole.splitlines())):
            self._printed[key] = _printed(_numbered({}, options))
            return whole
        past = {line: replace(one, possible=False) for line, one in before.items()}
        self._printed[key] = {**past, **_printed(lines)}
        count = count_text(len(lines), "choice" if plain() else "line")
        if not changes:
            return whole if plain() else wrapped(f"The same {count} as before. {LAST}")
        head = (
            f"{count}. What is different:"
            if plain()
            else f"{count}, numbered as before. What is different:"
        )
        return "\n".join([wrapped(head), *changes, wrapped(LAST)])


def _numbered(before: dict[str, Printed], options: Sequence[Option]) -> list[Numbered]:
    following = max((one.number for one in before.values()), default=0) + 1
    lines = []
    for option in options:
        if option.line in before:
            lines.append((before[option.line].number, option))
        else:
            lines.append((following, option))
            following += 1
    return lines


def _printed(lines: Sequence[Numbered]) -> dict[str, Printed]:
    return {o.line: Printed(n, o.display(), o.remark, o.gives_up) for n, o in lines}


def _changes(before: dict[str, Printed], lines: Sequence[Numbered]) -> Iterator[str]:
    """What has changed, in rows: lines that are gone, what many now give up, and lines that are new or read
    differently."""
    now = {option.line for _, option in lines}
    gone = [one for line, one in before.items() if one.possible and line not in now]
    if len(gone) > FEW:
        who = _actors((one.text for one in gone), "and")
        yield wrapped(
            f"Not possible now: {len(gone)} lines{f' of {who}' if who else ''}.", "  ", "    "
        )
    elif gone:
        yield wrapped(f"Not possible now: {'; '.join(one.text for one in gone)}.", "  ", "    ")
    losses: dict[str, list[Numbered]] = {}
    different: list[Numbered] = []
    for number, option in lines:
        old = before.get(option.line)
        if (
            old is None
            or not old.possible
            or (old.text, old.remark) != (option.display(), option.remark)
        ):
            different.append((number, option))
        elif option.gives_up not in ("", old.gives_up):
            losses.setdefault(option.gives_up, []).append((number, option))
    for what, some in losses.items():
        if len(some) <= FEW:
            different += some
            continue
        who = _actors((option.line for _, option in some), "or")
        which = f"A line of {who}" if who else f"Any of {len(some)} lines"
        yield wrapped(f"{which} now {what}.", "  ", "    ")
    if different:
        yield from _new(sorted(different, key=lambda row: row[0]))


def _actors(lines: Iterable[str], last: str) -> str:
    return listing(dict.fromkeys(filter(None, map(actor_of, lines))), last)


def _new(lines: Sequence[Numbered]) -> list[str]:
    if plain() and len(lines) > FEW:
        return [f"{len(lines)} lines are new or read differently."]
    return rows(lines)
