"""The part of a page where its reader is asked: the choices by who acts, and a script to tap lines together.

Without its script the page still lists every choice; with it nothing is fetched and nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby

from msgspec import to_builtins

from pbem.reports.asked import Asked, Choice, rows
from pbem.reports.context import Context
from pbem.reports.ink import printable
from pbem.reports.rulebook import Section
from pbem.reports.tags import Markup, joined, safe, tag
from pbem.reports.writing import Writing
from pbem.resources import resource

SCRIPTS = ("orders.js", "choices.js")
"""One function: how lines are written, then what is tapped for them."""
FEW = 30
"""So many choices stand open; more are folded by who acts."""
OTHERS = "Everything else"
NEEDS_SCRIPT = (
    "To tap order lines together, open this page in a browser: its script does not run here. "
    "Everything can be read without it."
)


def choices(report: Context) -> Iterator[Markup]:
    """The reader's own questions with every choice, by who acts."""
    for one in report.mine:
        yield tag("p", tag("strong", "You:"), " ", one.cited, class_="question")
        if one.stack:
            yield tag("ul", tag("li", tag("code", one.stack)), class_="choices")
        yield from _by_actor(report, one)
    if report.writing is not None and report.writing.sections:
        yield _sections(report.writing.sections)


def name_of(report: Context, word: str) -> str:
    """What a word of a line is called, as the page knows it: by its name on the map, else by itself."""
    names = report.writing.names if report.writing is not None else _drawn(report)
    return names.get(word) or word.replace("_", " ").title()


def _drawn(report: Context) -> dict[str, str]:
    spaces = report.picture.spaces if report.picture is not None else ()
    return {piece.id: piece.name for space in spaces for piece in space.pieces}


def _by_actor(report: Context, asked: Asked) -> Iterator[Markup]:
    told = rows(asked.options)
    order = {who: n for n, who in enumerate(dict.fromkeys(choice.who for choice in told))}
    # Who acts comes in the menu's order; what nobody does comes last.
    told.sort(key=lambda choice: (not choice.who, order[choice.who]))
    for who, some in groupby(told, key=lambda choice: choice.who):
        items = list(some)
        rules = {choice.rule for choice in items}
        rule = items[0].rule if len(rules) == 1 else ""
        listed = tag(
            "ul", *_lined(_choice(one, rule) for one in items), class_="choices", data_rule=rule
        )
        if len(order) == 1 and not who:
            yield listed
            continue
        count = f"{len(items)} {'choice' if len(items) == 1 else 'choices'}"
        title = name_of(report, who) if who else OTHERS
        summary = tag("summary", tag("b", title), " ", tag("span", count, class_="rule"))
        is_open = "open" if len(told) <= FEW else ""
        yield tag("details", summary, listed, class_="who", data_who=who, open_=is_open)


def _choice(choice: Choice, rule: str) -> Markup:
    """A line to tap; `rule` is that of all around it."""
    made = [tag("code", choice.line)]
    made += [tag("span", choice.note, class_="note")] if choice.note else []
    return tag("li", joined(made, " "), data_to=choice.to, data_rule="" if rule else choice.rule)


def _sections(sections: Sequence[Section]) -> Markup:
    """What the rulebook says of the choices, for who wants to know."""
    told = [
        Markup(tag("dt", f"{section.number} {section.title}") + tag("dd", section.text))
        for section in sections
    ]
    summary = tag("summary", "The rules of these choices, in short")
    return tag("details", summary, tag("dl", *_lined(told)), class_="sections")


def _lined(made: Iterable[Markup]) -> Iterator[Markup]:
    for one in made:
        yield Markup(f"\n{one}")


def written(writing: Writing) -> Markup:
    """Where the script puts what it makes, what it knows, and the script itself."""
    data = json.dumps(_known(writing), ensure_ascii=True, separators=(",", ":"))
    known = Markup(data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
    room = tag("section", tag("p", NEEDS_SCRIPT, class_="hint"), id="write")
    return joined(
        (
            room,
            tag("script", known, type="application/json", id="writing"),
            tag("script", script()),
        ),
        "\n",
    )


def _known(writing: Writing) -> dict[str, object]:
    """What the script reads; the sections of the rulebook stand in the page."""
    told: dict[str, object] = to_builtins(writing)
    del told["sections"]
    prepared = {
        card: [[one.line, printable(one.note), one.to] for one in some]
        for card, some in writing.prepared.items()
    }
    return told | {"prepared": prepared}


@cache
def script() -> Markup:
    """The script of the page, as it stands between its tags: without indents and comments, as it is mailed."""
    files = (resource(f"templates/html/{name}").read_text("utf-8") for name in SCRIPTS)
    told = (line.strip() for file in files for line in file.splitlines())
    lines = (line for line in told if line and not line.startswith("//"))
    return Markup("\n".join(('"use strict";', "(() => {", *lines, "})();")))


def source() -> str:
    """How a Content-Security-Policy names the script: by its hash (CSP 3, 2.3.1)."""
    digest = hashlib.sha256(script().encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def css() -> Markup:
    return Markup(resource("templates/html/orders.css").read_text("utf-8"))


def question(report: Context, of_others: Markup) -> Markup:
    """The whole section of what is asked."""
    inside = (tag("h2", report.asked_title, id="asked-title"), *choices(report), of_others)
    return tag(
        "section",
        *_lined(map(safe, inside)),
        id="asked",
        class_="asked",
        aria_labelledby="asked-title",
    )
