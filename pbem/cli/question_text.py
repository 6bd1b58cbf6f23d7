"""The lines of a question on a terminal, with their numbers, and a prompt with Tab for the words there are."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pbem.cli.terminal import plain, wrapped
from pbem.engine.display import MenuRow, by_actor
from pbem.engine.request import Option

FEW = 4
"""So many choices are spoken at once; more when they are asked for."""
MANY = 24
"""So many stand in a row each; more by who acts."""


def choices(lines: Sequence[tuple[int, Option]], about: str = "", asked_for: bool = False) -> str:
    """What can be chosen, each line with its number.

    On a plain terminal, which a screen reader speaks, many lines are only counted.

    Args:
        about: only lines that contain these words, or whose remark does; "" for all.
        asked_for: the player typed `list`, so speak many lines too.
    """
    about_it = [(n, one) for n, one in lines if _is_about(one, about.lower())]
    if about and not about_it:
        return f"No line here contains `{about}`."
    if not plain():
        if len(about_it) > MANY and not about:
            many = f"{len(about_it)} lines: type a number. `list WORD` shows those with that word one by one."
            return "\n".join([*rows(about_it), wrapped(many)])
        return "\n".join(f"{n:>3}  {o.display():<44} {o.note}".rstrip() for n, o in about_it)
    if not asked_for and len(about_it) > FEW:
        return f"{len(about_it)} choices. `list` speaks them, `list WORD` those with that word."
    return "\n".join(rows(about_it))


def _is_about(option: Option, words: str) -> bool:
    return words in option.display().lower() or (bool(words) and words in option.note.lower())


def rows(lines: Sequence[tuple[int, Option]]) -> list[str]:
    """Lines with their numbers; many are grouped by who acts and then by what they do."""
    if plain():
        return [f"{n}: {MenuRow(one.display(), note=one.note).spoken}" for n, one in lines]
    if len(lines) <= FEW:
        noted = ((n, one.display(), f" ({one.note})" if one.note else "") for n, one in lines)
        return [wrapped(f"{n} {line}{note}", "  ", "      ") for n, line, note in noted]
    grouped = []
    for actor, bunches in by_actor(lines).items():
        grouped += [actor] if actor else []
        grouped += [wrapped(one.row, "  " * bool(actor), "      ") for one in bunches]
    return grouped


def read_line(prompt: str, completions: Sequence[str]) -> str:
    """A line from the terminal, with Tab for the completions where the system has readline."""
    try:
        import readline
    except ImportError:
        return _input(prompt)

    def complete(text: str, state: int) -> str | None:
        completions_fitting = [
            line for line in completions if line.lower().startswith(text.lower())
        ]
        return completions_fitting[state] if state < len(completions_fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    return _input(prompt)


def _input(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError as error:
        raise click.Abort from error
