"""Odds as text of 78 columns with bars, and as plain data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

import msgspec

from pbem.engine.odds import Answer, Line, Odds
from pbem.engine.prose import sentence

WIDTH = 78
BAR = 24
LABEL = 26
"""What has a longer label has it on a line of its own."""


def spoken(answer: Answer) -> str:
    """An answer of odds for a screen reader: no chart, one sentence per line, no line broken."""
    lines = [f"{answer.title}."]
    if answer.games:
        games = "1 game" if answer.games == 1 else f"{answer.games} games"
        lines.append(f"{games} with the real rules, seed {answer.seed}.")
    for block in answer.blocks:
        lines.append(f"{block.title}.")
        for line in block.lines:
            row_text = f"{line.label}: {100 * line.share:.1f} percent"
            if line.low != line.high:
                row_text += f", between {100 * line.low:.1f} and {100 * line.high:.1f}"
            lines.append(f"{row_text}. {line.note}".strip())
    return "\n".join([*lines, *answer.notes]) + "\n"


def text(answer: Answer) -> str:
    """The chart, ending in a newline."""
    lines = textwrap.wrap(answer.title, WIDTH)
    if answer.games:
        games = "1 game" if answer.games == 1 else f"{answer.games} games"
        how = f"{games} with the real rules, seed {answer.seed}"
        lines.append(f"{how}; in brackets: 95% margin")
    widest = max((len(line.label) for block in answer.blocks for line in block.lines), default=0)
    for block in answer.blocks:
        lines += ["", *_wrapped(block.title, 0, 2)]
        for line in block.lines:
            lines += _line(line, min(widest, LABEL))
    notes = [textwrap.fill(note, WIDTH) for note in answer.notes]
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n"


def _line(line: Line, widest: int) -> list[str]:
    """An outcome; a long label, such as an order line, stands above its bar."""
    above = _wrapped(line.label, 2, 6) if len(line.label) > widest else []
    bar = "#" * round(line.share * BAR)
    chart_line = f"  {'' if above else line.label:<{widest}}  {bar:<{BAR}} {100 * line.share:5.1f}%"
    if line.low != line.high:
        chart_line += f"  ({100 * line.low:.1f}-{100 * line.high:.1f})"
    if not line.note:
        return [*above, chart_line]
    room = WIDTH - len(chart_line) - 2
    if len(line.note) <= room:
        return [*above, f"{chart_line}  {line.note}"]
    return [*above, chart_line, *_wrapped(line.note, 6)]


def data(answer: Answer) -> dict[str, Any]:
    """For JSON; shares rounded to what the games can tell."""
    fields: dict[str, Any] = msgspec.to_builtins(answer)
    for block in fields["blocks"]:
        for line in block["lines"]:
            line.update({name: round(line[name], 4) for name in ("share", "low", "high")})
    fields["numbers"] = {name: round(value, 4) for name, value in answer.numbers.items()}
    return fields


def odds_help(odds: Iterable[Odds], typed: str) -> str:
    """What may be asked of a game, with the parameters of each question; `typed`: how, with `{name}` and `{example}`."""
    lines = []
    for question in odds:
        how = typed.replace("{name}", question.name).replace("{example}", question.example).rstrip()
        lines += [how, *_wrapped(question.description, 4)]
        for parameter in question.parameters:
            lines += _wrapped(f"--{parameter.name:<13} {parameter.help}", 4, 20)
        lines.append("")
    return "\n".join(lines)


def offered_aloud(odds: Iterable[Odds], typed: str) -> str:
    """The odds that can be asked, for a screen reader: one question per line, then its parameters with its name."""
    lines = []
    for question in odds:
        how = typed.replace("{name}", question.name).replace("{example}", question.example).rstrip()
        lines.append(f"{how}: {question.description}")
        lines += [f"{question.name}, --{each.name}: {each.help}" for each in question.parameters]
    return "\n".join(sentence(line) for line in lines)


def _wrapped(words: str, indent: int, more: int | None = None) -> list[str]:
    after = " " * (indent if more is None else more)
    return textwrap.wrap(words, WIDTH, initial_indent=" " * indent, subsequent_indent=after)
