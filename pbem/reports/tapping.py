"""The part of a page where its reader is asked: the choices by who acts, and a script to tap lines together.

Without its script the page still lists every choice; with it nothing is fetched and nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pbem.drawing.ink import printable
from pbem.drawing.tags import Markup, joined_markup, safe, tag
from pbem.reports.context import PUBLIC, Context
from pbem.reports.questions import Choice, OpenRequest, rows
from pbem.reports.rulebook import Section
from pbem.reports.writing import Writing, writing
from pbem.resources import resource

if TYPE_CHECKING:
    from pbem.proof.reader import Reader

SCRIPTS = ("orders.js", "choices.js")
"""One function: how lines are written, then what is tapped for them."""
UNPACKER = ("unpack.js",)
"""The script of a packed page: it unpacks the others."""
FEW = 30
"""So many choices stand open; more are folded by who acts."""
MANY = 12
"""So many choices of a kind stand together even if each has a note of its own."""
OTHERS = "Everything else"
GONE = "\N{HORIZONTAL ELLIPSIS}"
"""Stands for the target of a row of choices."""
NEEDS_SCRIPT = (
    "To write order lines by tapping, open this page in a browser: its script does not run here. "
    "Everything can be read without it."
)
NEEDS_BROWSER = "To write order lines by tapping, open this page in a browser from 2023 or later, with scripts switched on."
PACKED_CHOICES = "The {count} choices appear here when you open this page in a browser from 2023 or later, with scripts switched on."


def choices(report: Context, short: bool = False, listed: str = "") -> Iterator[Markup]:
    """The reader's own questions with every choice, by who acts.

    Args:
        short: of a note only what stands before a colon.
        listed: the sentence in place of the choices, where they are listed elsewhere; "" to list them.
    """
    for open_question in report.mine:
        how = tag(
            "span", open_question.cited.removeprefix(open_question.question).strip(), class_="rule"
        )
        yield tag(
            "p", tag("strong", "You:"), " ", open_question.question, " ", how, class_="question"
        )
        if open_question.stack:
            yield tag("ul", tag("li", tag("code", open_question.stack)), class_="choices")
        yield from () if listed else _by_actor(report, open_question, short)
    if listed:
        yield tag("p", listed)
    elif report.writing is not None and report.writing.sections:
        yield _sections(report.writing.sections)


def name_of(report: Context, word: str) -> str:
    """What a word of a line is called, as the page knows it: by its name on the map, else by itself."""
    names = report.writing.names if report.writing is not None else _drawn(report)
    return names.get(word) or word.replace("_", " ").title()


def _drawn(report: Context) -> dict[str, str]:
    spaces = report.picture.spaces if report.picture is not None else ()
    return {piece.id: piece.name for space in spaces for piece in space.pieces}


def _by_actor(report: Context, open_question: OpenRequest, short: bool) -> Iterator[Markup]:
    """The choices of a question as lists, one for each piece that acts; those of nobody come last."""
    choice_rows = rows(open_question.options)
    order = {
        actor: n for n, actor in enumerate(dict.fromkeys(choice.who for choice in choice_rows))
    }
    # Who acts comes in the menu's order; what nobody does comes last.
    choice_rows.sort(key=lambda choice: (not choice.who, order[choice.who]))
    for actor, some in groupby(choice_rows, key=lambda choice: choice.who):
        items = list(some)
        rules = {choice.rule for choice in items}
        rule = items[0].rule if len(rules) == 1 else ""
        choice_list = tag(
            "ul",
            *_with_newlines(_row(one, rule) for one in _grouped_rows(report, items, short)),
            class_="choices",
            data_rule=rule,
        )
        if len(order) == 1 and not actor:
            yield choice_list
            continue
        count = f"{len(items)} {'choice' if len(items) == 1 else 'choices'}"
        title = name_of(report, actor) if actor else OTHERS
        summary = tag("summary", tag("b", title), " ", tag("span", count, class_="rule"))
        is_open = "open" if len(choice_rows) <= FEW else ""
        yield tag("details", summary, choice_list, class_="who", data_who=actor, open_=is_open)


class ChoiceRow(Struct, frozen=True):
    """A choice, or several that differ in their target alone. `said`: in a sentence, "" if none is known.

    Attributes:
        targets: of what stands for `GONE` in `line` and `said`, empty for one choice, whose is `to`: words, names, and
            notes where these differ.
    """

    line: str
    said: str
    note: str
    rule: str
    to: str = ""
    targets: tuple[tuple[str, str, str], ...] = ()


def _grouped_rows(report: Context, items: Iterable[Choice], short: bool) -> Iterator[ChoiceRow]:
    """Rows of choices in the order of the first of each: those that differ only in their target become one row.

    Rows with one note share it; where each has its own, many of them share a row too.
    """
    rows_with_target = []
    for choice in items:
        sentence = report.writing.sentence(choice) if report.writing is not None else ""
        note = choice.note.partition(":")[0] if short else choice.note
        note = "" if note in sentence else note  # a card's name
        whole = ChoiceRow(choice.line, sentence, note, choice.rule, choice.to)
        common, name = _aimless(whole, name_of(report, choice.to)) if choice.to else (whole, "")
        rows_with_target.append((whole, common, name))
    alike = Counter((common, whole.note) for whole, common, _ in rows_with_target)
    groups: dict[tuple[ChoiceRow, str | None], list[tuple[ChoiceRow, str]]] = {}
    for whole, common, name in rows_with_target:
        shared_note = whole.note if alike[common, whole.note] > 1 else None
        groups.setdefault((common, shared_note), []).append((whole, name))
    for (common, shared_note), some in groups.items():
        if shared_note is None and len(some) < MANY:
            yield from (whole for whole, _ in some)
            continue
        targets = tuple(
            (row.to, name, row.note if shared_note is None else "") for row, name in some
        )
        yield replace(common, note=shared_note or "", targets=targets)


def _aimless(whole: ChoiceRow, name: str) -> tuple[ChoiceRow, str]:
    """A choice without its target, and what that is called there; the same where it cannot be told apart."""
    line = re.search(rf"(?<=[ ,]){re.escape(whole.to)}(?![\w:])(?= |\Z)", whole.line)
    names, bracket, id = name.partition(" (")
    spelled = "|".join(re.escape(f"{one}{bracket}{id}") for one in (names, *names.split(" / ")))
    match = re.search(rf"(?<!\w)({spelled})(?!\w)( near [^,;:]*)?", whole.said)
    if line is None or (match is None and whole.said):
        return whole, ""
    sentence = _cut(whole.said, match) if match is not None else ""
    return ChoiceRow(_cut(whole.line, line), sentence, "", whole.rule), match[0] if match else name


def _target(to: str, name: str, note: str) -> Markup:
    what = tag("i", name, data_to="" if to == name else to)
    return tag("span", what, ": ", tag("small", note)) if note else what


def _cut(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()]}{GONE}{text[match.end() :]}"


def _row(row: ChoiceRow, rule: str) -> Markup:
    """A row of choices, in a sentence first; `rule` is that of all around it."""
    pieces = [*([tag("b", row.said)] if row.said else []), tag("code", row.line)]
    pieces += [tag("span", row.note, class_="note")] if row.note else []
    if row.targets:
        some = (_target(*target) for target in row.targets)
        pieces.append(
            tag("span", joined_markup(some, "\n" if row.targets[0][2] else ", "), class_="at")
        )
    return tag("li", joined_markup(pieces, " "), data_to=row.to, data_rule="" if rule else row.rule)


def _sections(sections: Sequence[Section]) -> Markup:
    """What the rulebook says of the choices, for who wants to know."""
    entries = [
        Markup(tag("dt", f"{section.number} {section.title}") + tag("dd", section.text))
        for section in sections
    ]
    summary = tag("summary", "The rules of these choices, in short")
    return tag("details", summary, tag("dl", *_with_newlines(entries)), class_="sections")


def _with_newlines(blocks: Iterable[Markup]) -> Iterator[Markup]:
    for block in blocks:
        yield Markup(f"\n{block}")


def script_markup(writing: Writing) -> Markup:
    """Where the script puts what it makes, what it knows, and the script itself."""
    known = _json(_known(writing))
    known = known.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    data = tag("script", Markup(known), type="application/json", id="writing")
    return joined_markup((_room(NEEDS_SCRIPT), data, tag("script", script())), "\n")


def packed_markup(writing: Writing, map_svg: str, section: Markup) -> Markup:
    """The same in a quarter of the bytes, with the script that unpacks it.

    Args:
        map_svg, section: the map, and the section of the question, that the script puts into the page; "" for one that
            is there.
    """
    parts = _json([map_svg, section, _json(_known(writing)), script()])
    packed = b64encode(zlib.compress(parts.encode(), 9)).decode()
    data = tag("script", Markup(packed), type="text/plain", id="packed")
    return joined_markup((_room(NEEDS_BROWSER), data, tag("script", script(UNPACKER))), "\n")


def _room(hint: str) -> Markup:
    """Where the script puts what it makes, and what is there until it runs."""
    return tag("section", tag("p", hint, class_="hint"), id="write")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def _known(writing: Writing) -> dict[str, Any]:
    """What the script reads; the sections of the rulebook stand in the page."""
    fields: dict[str, Any] = to_builtins(writing)
    del fields["sections"], fields["said"]
    fields["policies"]["forms"] = _shared(writing.policies.forms)
    prepared = {
        card: [[one.line, printable(one.note), one.to, writing.sentence(one)] for one in some]
        for card, some in writing.prepared.items()
    }
    return fields | {"prepared": prepared}


def _shared(
    forms: Mapping[str, tuple[tuple[str, str], ...]],
) -> dict[str, str | tuple[tuple[str, str], ...]]:
    """Ways to answer, each list of them once: a kind that has the same as one before it has the name of that one."""
    first: dict[tuple[tuple[str, str], ...], str] = {}
    return {
        kind: some if first.setdefault(some, kind) == kind else first[some]
        for kind, some in forms.items()
    }


@cache
def script(names: tuple[str, ...] = SCRIPTS) -> Markup:
    """The script of the page, as it stands between its tags: without indents and comments, as it is mailed."""
    files = (resource(f"templates/html/{name}").read_text("utf-8") for name in names)
    stripped = (line.strip() for file in files for line in file.splitlines())
    lines = (line for line in stripped if line and not line.startswith("//"))
    return Markup("\n".join(('"use strict";', "(() => {", *lines, "})();")))


def source(names: tuple[str, ...] = SCRIPTS) -> str:
    """How a Content-Security-Policy names a script: by its hash (CSP 3, 2.3.1)."""
    digest = hashlib.sha256(script(names).encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def css() -> Markup:
    return Markup(resource("templates/html/orders.css").read_text("utf-8"))


def question(report: Context, of_others: Markup, short: bool = False, listed: str = "") -> Markup:
    """The whole section of what is asked. `short`, `listed`: see `choices`."""
    title = tag("h2", report.asked_title, id="asked-title")
    inside = (title, *choices(report, short, listed), of_others)
    return tag(
        "section",
        *_with_newlines(map(safe, inside)),
        id="asked",
        class_="asked",
        aria_labelledby="asked-title",
    )


def with_writing(game: Reader, report: Context) -> Context:
    """A report on which its reader, if he is a side in a game that goes on, can write orders."""
    if report.audience == PUBLIC or report.past or game.result is not None:
        return report
    story = (one.text for entry in report.entries for one in entry.passages if one.kind == "order")
    return replace(
        report, writing=writing(game, report.audience, report.mine, report.picture, story)
    )
