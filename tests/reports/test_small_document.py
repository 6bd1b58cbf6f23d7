"""One small document in every format: nothing is lost, nothing that somebody wrote acts as markup."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Sequence
from functools import partial
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pbem.cli import group
from pbem.engine.declared import Side
from pbem.engine.document import AnyPart
from pbem.reports import formats
from pbem.reports.formats.bbcode import FLAVOURS, bbcode
from pbem.reports.formats.html import page
from pbem.reports.formats.markdown import markdown
from pbem.reports.formats.text import WIDTH, text
from tests.engine.test_document import PARTS
from tests.shown import shown

IDS = ("type", "mark", "kind", "side", "anchor")
SIDES = (("york", Side("York", colour="#1b4a86")), ("lancaster", Side("Lancaster")))
WRITERS: dict[str, Callable[[Sequence[AnyPart]], str]] = {
    "text": text,
    "markdown": markdown,
    "bbcode": partial(bbcode, flavour="bgg"),
    "phpbb": partial(bbcode, flavour="phpbb"),
    "html": partial(page, sides=SIDES, now="now"),
}
NAMES = ["<b>York</b>", "a | b", "[b]York[/b]", '"><i x="', "*York* _Ely_", "`x`", "&lt;", "a\nb"]
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=90).map(lambda w: f"x{w}x")


def named(word: str) -> Sequence[AnyPart]:
    """The small document with this word for everything that can be said, and for every id."""

    def put(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {key: put(item, key) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [put(item, key) for item in value]
        return word if isinstance(value, str) and key not in IDS else value

    return msgspec.convert(put(msgspec.to_builtins(PARTS)), tuple[AnyPart, ...])


class Page(HTMLParser):
    """Its tags with their attributes, and its text."""

    def __init__(self, made: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(made)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def having(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.mark.parametrize("name", WRITERS)
def test_every_word_is_in_every_format(name: str) -> None:
    made = WRITERS[name](PARTS)
    words = Page(made).text if name == "html" else made
    for cell in shown(PARTS):
        assert cell.text in words
    for said in ("Small game", "Yorkist 4", "Box 2" if name != "html" else "2 March", "march york"):
        assert said in words


@given(WORDS)
def test_text_has_78_columns_and_no_control_character_whatever_is_said(word: str) -> None:
    made = text(named(word))
    assert max(map(len, made.splitlines())) <= WIDTH
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028]", made)


@given(WORDS)
def test_a_word_adds_no_tag_and_no_attribute_to_a_page(word: str) -> None:
    """Words with commas stand row by row, as such words do."""

    def tags(said: str) -> list[tuple[str, list[str]]]:
        return [(tag, [*attrs]) for tag, attrs in Page(WRITERS["html"](named(said))).tags]

    assert tags(word) == tags("x,x" if re.search("[,:]", word) else "x")


@given(WORDS)
def test_a_word_adds_no_tag_to_a_forum(word: str) -> None:
    def tags(said: str) -> list[str]:
        return re.findall(r"\[[^\s\u200b\]]+\]", bbcode(named(said)))

    assert tags(word) == tags("x")


@given(WORDS)
def test_a_word_adds_no_line_and_no_column_to_markdown(word: str) -> None:
    def bars(said: str) -> list[int]:
        table = [line for line in markdown(named(said)).splitlines() if line.startswith("|")]
        return [len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table]

    assert bars(word) == bars("x") == [4, 4, 4, 4]
    assert len(markdown(named(word)).splitlines()) == len(markdown(named("x")).splitlines())


@pytest.mark.parametrize("word", NAMES)
def test_names_with_marks_are_text_in_a_page(word: str) -> None:
    seen = Page(WRITERS["html"](named(word)))
    assert seen.text.count(" ".join(word.splitlines())) > 20
    pieces = {attrs["data-piece"] for _, attrs in seen.tags if "data-piece" in attrs}
    assert pieces == {" ".join(word.splitlines())}


def test_a_page_says_which_piece_and_place_its_words_show() -> None:
    spans = Page(WRITERS["html"](PARTS)).having("span")
    assert {"data-piece": "warwick"} in spans
    assert {"data-place": "york"} in spans


def test_a_page_draws_each_side_in_its_colour() -> None:
    drawn = [attrs for _, attrs in Page(WRITERS["html"](PARTS)).tags if "side" in str(attrs)]
    assert {attrs["style"] for attrs in drawn} == {"--side:#1b4a86"}
    assert {str(attrs["class"]) for attrs in drawn} >= {"mat side side0", "marker side side0"}


def test_a_page_is_read_with_the_heads_of_its_tables() -> None:
    seen = Page(WRITERS["html"](PARTS))
    assert {attrs["scope"] for attrs in seen.having("th")} == {"row", "col"}
    assert (len(seen.having("table")), len(seen.having("caption"))) == (2, 1)
    assert "By Area" in seen.text
    regions = [attrs for _, attrs in seen.tags if attrs.get("role") == "region"]
    assert [(one["aria-label"], one["tabindex"]) for one in regions] == [
        ("By Area", "0"),
        ("Array", "0"),
    ]


def test_what_is_drawn_of_a_track_is_not_read_twice() -> None:
    seen = Page(WRITERS["html"](PARTS))
    drawn = [attrs for attrs in seen.having("div") if attrs.get("class") in ("line", "boxes")]
    assert [attrs["aria-hidden"] for attrs in drawn] == ["true"]
    assert "Influence: Yorkist 4" in seen.text


def test_a_page_draws_all_boxes_of_a_calendar_and_marks_the_present_one() -> None:
    seen = Page(WRITERS["html"](PARTS))
    now = [attrs for attrs in seen.having("li") if "aria-current" in attrs]
    assert [attrs["aria-current"] for attrs in now] == ["date"]
    assert seen.text.index("1 January (now)") < seen.text.index("2 March")


def test_text_says_nothing_that_is_no_word() -> None:
    """A screen reader spells out lines and blocks."""
    assert not re.search(r"[\u2500-\u25ff|+=_-]{2,}", text(PARTS))


def test_every_module_of_formats_is_in_the_one_tuple_and_help_has_them_all() -> None:
    modules = {found.name for found in pkgutil.iter_modules(formats.__path__)}
    names = [format.name for format in formats.FORMATS]
    assert {*names} == modules
    assert formats.find("bbcode").flavours == tuple(FLAVOURS)
    assert len({format.suffix for format in formats.FORMATS}) == len(names)
    for command in ("report", "apply"):
        told = " ".join(CliRunner().invoke(group, [command, "--help"]).output.split())
        for name in names:
            assert name in told
