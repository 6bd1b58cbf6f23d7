"""What players write is text: it is never markup, never a line of its own, never an error."""

from __future__ import annotations

import re

import pytest

from pbem.engine.table import Event
from pbem.reports.context import Choice, OpenRequest, build, story
from pbem.reports.formats import render
from pbem.reports.formats.markdown import code, escape
from pbem.reports.formats.text import WIDTH, wrap
from tests.reports import samples

NASTY = [
    "<script>alert(1)</script>",
    "[free gold](http://evil.example)",
    "![x](http://evil.example/x.png)",
    "**bold** _and_ `code` ~~gone~~",
    "a | b | c",
    "# heading",
    "&lt;b&gt;",
    "{{ report.log_head }} {% raw %}",
    "one\n\n# two\n\n- three",
    "one\u2028WHAT IS ASKED\u2028Nothing",
    "1. first",
    "- item",
    "+ item",
    "---",
    "===",
    "http://evil.example www.evil.example bob@evil.example",
    "\\*not\\*",
    "[url=http://evil.example]free[/url]",
    "](http://evil.example)",
    "\x1b[31mred\x07",
    "\u202egnp.exe",
]


@pytest.mark.parametrize("text", NASTY)
def test_no_markup_survives_escaping(text: str) -> None:
    out = str(escape(text))
    assert "\n" not in out
    assert not re.search(r"[\x00-\x1f\u202e]", out)
    assert "<" not in out
    assert ">" not in out
    assert "http://" not in out
    assert "www." not in out
    assert "@" not in out
    bare = out.replace("\\\\", "")
    for mark in "`*_[]|~#":
        assert bare.count(mark) == bare.count("\\" + mark) + ("&#64;" in out and mark == "#")
    assert not out.startswith(("- ", "+ ", "1. ", "---", "=", "#"))


def test_ordinary_prose_stays_as_it_is() -> None:
    text = "Warwick (2) parleys at St. Albans - 3 Influence, 1-5 (3.4.1); Men-at-Arms, 4.5"
    assert str(escape(text)) == text


@pytest.mark.parametrize("line", ["a: march york", "a` <b>", "``", "`x`", ""])
def test_a_code_span_cannot_be_closed_from_within(line: str) -> None:
    span = str(code(line))
    fence = span[: len(span) - len(span.lstrip("`"))]
    assert fence not in span.strip("`") or not line
    assert span.endswith(fence)


@pytest.mark.parametrize("format", ["text", "markdown"])
@pytest.mark.parametrize("text", NASTY)
def test_a_title_cannot_add_lines_or_markup(text: str, format: str) -> None:
    plain = render(samples.battle("york", "Towton"), format).splitlines()
    nasty = render(samples.battle("york", text), format).splitlines()
    assert len(nasty) - len(plain) in ((0, 1) if format == "text" else (0,))
    if format == "markdown":
        assert nasty[4] == f"# {escape(text + ', for the Yorkists')}"


@pytest.mark.slow
@pytest.mark.parametrize("format", ["text", "markdown"])
@pytest.mark.parametrize("text", NASTY)
def test_a_question_event_or_option_cannot_either(text: str, format: str) -> None:
    def lines(words: str) -> list[str]:
        asked = OpenRequest("york", "ask", words, "1", "ask-1", True, (Choice(words, "1", words),))
        entry = story(1, "york", "york:1", [], [Event("1", words)], [words], words)
        shown = samples.battle("york").position
        context = build("t", "plantagenet", "york", [entry], shown, [asked], samples.HEAD, 1, words)
        return render(context, format).splitlines()

    extra = len(lines(text)) - len(lines("plain"))
    assert extra == 0 if format == "markdown" else extra <= 4
    assert sum(line == "WHAT IS ASKED" for line in lines(text)) == (format == "text")


def test_text_breaks_even_a_word_without_end() -> None:
    text = render(samples.battle("york", "x" * 300))
    assert max(map(len, text.splitlines())) <= WIDTH


def test_wrapping_keeps_the_indent_and_hangs_what_follows() -> None:
    lines = wrap("  " + "word " * 30).splitlines()
    assert lines[0].startswith("  word")
    assert all(line.startswith("      word") for line in lines[1:])
    assert wrap("  short") == "  short"


def test_wrapping_does_not_break_hyphens() -> None:
    text = wrap("Men-at-Arms " * 20)
    assert all(line.strip().startswith("Men-at-Arms") for line in text.splitlines())
