"""Odds for a page: each outcome with a bar, and on it how sure that is."""

from __future__ import annotations

from pbem.drawing.tags import Markup, joined_markup, tag
from pbem.engine.odds import Answer, Line, OutcomeGroup

HIGH = 10


def odds_markup(answer: Answer) -> Markup:
    """The answer without its title: a table for each block, then what was assumed."""
    paragraphs = [_block(block) for block in answer.blocks]
    if answer.games:
        games = "1 game" if answer.games == 1 else f"{answer.games} games"
        sure = "; in brackets: 95 times in 100 within"
        paragraphs.insert(0, tag("p", f"{games} with the real rules, seed {answer.seed}{sure}"))
    return joined_markup(
        (*paragraphs, *(tag("p", note, class_="note") for note in answer.notes)), "\n"
    )


def _block(block: OutcomeGroup) -> Markup:
    rows = joined_markup(map(_line, block.lines), "\n")
    return tag("table", tag("caption", block.title), tag("tbody", rows), class_="odds")


def _line(line: Line) -> Markup:
    sure = "" if line.low == line.high else f" ({100 * line.low:.1f}-{100 * line.high:.1f})"
    share = tag("td", f"{100 * line.share:.1f}%", tag("span", sure, class_="note"))
    note = tag("span", f" {line.note}", class_="note") if line.note else ""
    return tag("tr", tag("th", line.label, note, scope="row"), tag("td", _bar(line)), share)


def _bar(line: Line) -> Markup:
    """A drawing for who sees; the number stands beside it."""
    low, high, share = (100 * value for value in (line.low, line.high, line.share))
    box = tag("rect", class_="box", x=0, y=0, width=100, height=HIGH)
    bar = tag("rect", class_="bar", x=0, y=0, width=f"{share:.1f}", height=HIGH)
    within = tag("rect", class_="sure", x=f"{low:.1f}", y=4, width=f"{high - low:.1f}", height=2)
    return tag(
        "svg",
        box,
        bar,
        within,
        viewBox=f"0 0 100 {HIGH}",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
