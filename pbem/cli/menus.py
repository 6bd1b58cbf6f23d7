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
LAST = "`list` shows all of them, and `list WORD` those with that word."


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
        return _numbers_kept(self._printed.get((request.side, request.kind), {}), options)

    def pick(self, request: Request | None, options: Sequence[Option], words: str) -> str:
        """The line that a number takes (`3`, `3 with all`), else the words themselves.

        Raises LookupError, which says why there is no such line.
        """
        number, _, group = words.partition(" ")
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            return words
        if request is None or not options:
            return words
        lines = self.numbered(request, options)
        line = next((option.line for n, option in lines if n == int(number)), "")
        if line:
            return f"{line} {group}".strip()
        printed_lines = self._printed.get((request.side, request.kind), {}).values()
        impossible_line = next((one.text for one in printed_lines if one.number == int(number)), "")
        if impossible_line:
            raise LookupError(f"Line {number}, `{impossible_line}`, is not possible now.")
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
        """The menu, or what is new in it since it was printed; this counts as printing it."""
        key = request.side, request.kind
        printed_before = self._printed.get(key, {})
        known_count = sum(option.line in printed_before for option in options)
        lines = _numbers_kept(printed_before, options)
        changes = [] if asked_for else list(_changes(printed_before, lines))
        again = asked_for or len(options) <= MANY or 2 * known_count < len(options)
        whole = choices(_numbers_kept({}, options), "", asked_for)
        if again or (not plain() and len(changes) >= len(whole.splitlines())):
            self._printed[key] = _printed(_numbers_kept({}, options))
            return whole
        past = {line: replace(one, possible=False) for line, one in printed_before.items()}
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


def _numbers_kept(before: dict[str, Printed], options: Sequence[Option]) -> list[Numbered]:
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


def _changes(printed_before: dict[str, Printed], lines: Sequence[Numbered]) -> Iterator[str]:
    """What has changed, in rows: lines that are gone, what many now give up, and lines that are new or read
    differently."""
    lines_now = {option.line for _, option in lines}
    impossible_lines = [
        row for line, row in printed_before.items() if row.possible and line not in lines_now
    ]
    if len(impossible_lines) > FEW:
        actors = _actors((one.text for one in impossible_lines), "and")
        yield wrapped(
            f"Not possible now: {len(impossible_lines)} lines{f' of {actors}' if actors else ''}.",
            "  ",
            "    ",
        )
    elif impossible_lines:
        yield wrapped(
            f"Not possible now: {'; '.join(one.text for one in impossible_lines)}.", "  ", "    "
        )
    losses: dict[str, list[Numbered]] = {}
    different: list[Numbered] = []
    for number, option in lines:
        printed_line = printed_before.get(option.line)
        if (
            printed_line is None
            or not printed_line.possible
            or (printed_line.text, printed_line.remark) != (option.display(), option.remark)
        ):
            different.append((number, option))
        elif option.gives_up not in ("", printed_line.gives_up):
            losses.setdefault(option.gives_up, []).append((number, option))
    for loss, some in losses.items():
        if len(some) <= FEW:
            different += some
            continue
        actors = _actors((option.line for _, option in some), "or")
        which = f"A line of {actors}" if actors else f"Any of {len(some)} lines"
        yield wrapped(f"{which} now {loss}.", "  ", "    ")
    if different:
        yield from _new_rows(sorted(different, key=lambda row: row[0]))


def _actors(lines: Iterable[str], last: str) -> str:
    return listing(dict.fromkeys(filter(None, map(actor_of, lines))), last)


def _new_rows(lines: Sequence[Numbered]) -> list[str]:
    if plain() and len(lines) > FEW:
        return [f"{len(lines)} lines are new or read differently."]
    return rows(lines)
