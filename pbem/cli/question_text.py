"""A question on a terminal: its lines numbered to pick from, and a prompt with Tab for the words there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from pbem.cli.terminal import plain, wrapped
from pbem.engine.display import MenuRow, by_actor
from pbem.engine.request import Option, Request

FEW = 4
"""So many choices are spoken at once; more when they are asked for."""
MANY = 24
"""So many stand in a row each; more by who acts."""


def question(
    request: Request, options: Sequence[Option], about: str = "", asked_for: bool = False
) -> Iterator[str]:
    """What is asked, and every line that answers it with its number, or the cards of a stack.

    Args:
        about, asked_for: see `choices`.
    """
    yield f"\n{request.cited}"
    if request.stack is not None:
        limits = request.stack.limits.items()
        cards = ", ".join(f"{name} x{n}" if n >= 0 else name for name, n in limits)
        verb = request.stack.verb
        told = f"`{verb}` and {request.stack.size} of these, top card first: {cards}"
        yield wrapped(told, "  ", "    ")
        return
    yield choices(options, about, asked_for)


def choices(options: Sequence[Option], about: str = "", asked_for: bool = False) -> str:
    """What may be chosen, each with its number; many are spoken only when they are asked for.

    Args:
        about: only those in whose line, or beside it, these words stand; "" for all.
    """
    told = [(n, one) for n, one in enumerate(options, 1) if _is_about(one, about.lower())]
    if about and not told:
        return f"No line here has `{about}` in it."
    if not plain():
        if len(told) > MANY and not about:
            return _by_actor(told)
        return "\n".join(f"{n:>3}  {o.display():<44} {o.note}".rstrip() for n, o in told)
    if not asked_for and len(told) > FEW:
        return f"{len(told)} choices. `list` speaks them, `list WORD` those with that word."
    return "\n".join(f"{n}: {MenuRow(one.display(), note=one.note).spoken}" for n, one in told)


def _is_about(option: Option, words: str) -> bool:
    return words in option.display().lower() or (bool(words) and words in option.note.lower())


def _by_actor(told: Sequence[tuple[int, Option]]) -> str:
    """A long menu, by who acts and then by what he does; a number takes its line."""
    rows = []
    for actor, bunches in by_actor(told).items():
        rows += [actor] if actor else []
        rows += [wrapped(one.row, "  " * bool(actor), "      ") for one in bunches]
    told_all = (
        f"{len(told)} lines: type a number. `list WORD` shows those with that word one by one."
    )
    return "\n".join([*rows, wrapped(told_all)])


def picked_line(words: str, options: Sequence[Option]) -> tuple[str, str]:
    """The line that a number takes (`3`, `3 with all`), else the words themselves; and why there is none."""
    number, _, group = words.partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) < 10) or not options:
        return words, ""
    if not 1 <= int(number) <= len(options):
        return words, f"The lines are numbered 1 to {len(options)}."
    return f"{options[int(number) - 1].line} {group}".strip(), ""


def read_line(prompt: str, completions: Sequence[str]) -> str:
    """A line from the terminal, with Tab for the completions where the system has readline."""
    try:
        import readline
    except ImportError:
        return _typed(prompt)

    def complete(text: str, state: int) -> str | None:
        found = [line for line in completions if line.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    return _typed(prompt)


def _typed(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError as error:
        raise click.Abort from error
