"""HTML, BBCode and JSON: nothing a player wrote acts as markup; the page needs nobody; it can be read."""

from __future__ import annotations

import inspect
import itertools
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from msgspec.structs import replace

import pbem.reports
from pbem import games
from pbem.drawing.score_line import score_line
from pbem.drawing.svg import draw
from pbem.engine.document import Course, Document, Map, Mark, Track
from pbem.engine.picture import Picture
from pbem.engine.ruleset import RuleSet
from pbem.engine.scenarios import starting_state
from pbem.engine.table import Event
from pbem.ledger.values import PUBLIC
from pbem.reports import from_game
from pbem.reports.battles import BattleRow
from pbem.reports.context import Choice, Context, EntryStory, OpenRequest, Passage, story
from pbem.reports.course import course
from pbem.reports.dice import Dice
from pbem.reports.formats import FORMATS, named_by, render
from pbem.reports.formats.bbcode import harmless
from pbem.reports.period import EVERYTHING
from pbem.reports.report_parts import whole
from pbem.resources import resource
from pbem.web.lookups.links import live
from tests.contract.toy.game import TWO_PROVINCES
from tests.reports import samples
from tests.reports.test_markup import NASTY
from tests.says import sentence
from tests.web.tables import GAMES, Table

SHIPPED = [(rules, scenario) for rules, scenario in GAMES if rules in games.GAMES]
SCHEMA = json.loads(Path(pbem.reports.__path__[0], "report.schema.json").read_text("utf-8"))


def said(text: str) -> Context:
    """A report in which everything that can be said is `text`."""
    entry = story(1, "york", "york:1", [], [Event("1", text)], [text], text)
    asked = OpenRequest("york", "ask", text, "1", "ask-1", True, (Choice(text, "1", text),), text)
    made = samples.battle("york", text)
    notices = (
        sentence("ledger.cases.says.take", "york", 1, text, word="disputes"),
        f"House rule: {text}",
    )
    return replace(made, entries=(entry,), asked=(asked,), result=text, notices=notices)


class Tags(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.slow
@pytest.mark.parametrize("text", [*NASTY, '" onload="x', "--><b>", "]]>", "\x00\x1b[1m"])
def test_html_has_the_same_tags_whatever_a_player_writes(text: str) -> None:
    nasty = Tags(render(said(text), "html")).tags
    assert [tag for tag, _ in nasty] == [tag for tag, _ in Tags(render(said("x"), "html")).tags]
    assert not [tag for tag, attrs in nasty if any(name.startswith("on") for name in attrs)]


@pytest.mark.parametrize("name", list(samples.SAMPLES))
def test_html_needs_no_network_and_no_script(name: str) -> None:
    page = render(samples.SAMPLES[name](), "html")
    tags = Tags(page).tags
    assert not {"script", "iframe", "img", "object"} & {tag for tag, _ in tags}
    for _, attrs in tags:
        for attribute in ("src", "href", "xlink:href"):
            assert (attrs.get(attribute) or "#").startswith(("#", "data:"))
    assert "@import" not in page
    assert not re.findall(r"url\((?!#)", page)


def test_html_links_lead_somewhere_and_ids_are_unique() -> None:
    tags = Tags(render(samples.battle("york"), "html")).tags
    ids = [attrs["id"] for _, attrs in tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    targets = [str(attrs["href"])[1:] for tag, attrs in tags if tag == "a"]
    assert set(targets) <= set(ids)


def test_html_has_one_title_then_headings_without_gaps() -> None:
    levels = [int(t[1]) for t, _ in Tags(render(samples.battle("york"), "html")).tags if t in HEADS]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))


HEADS = ("h1", "h2", "h3", "h4", "h5")


@pytest.mark.slow
@pytest.mark.parametrize("flavour", ["bgg", "phpbb"])
@pytest.mark.parametrize("text", [*NASTY, "[b]bold[/b]", "[img]http://e.example/x[/img]", ":d6-1:"])
def test_bbcode_has_the_same_tags_whatever_a_player_writes(text: str, flavour: str) -> None:
    def tags(words: str) -> list[str]:
        return re.findall(r"\[[^\s\u200b\]]+\]", render(said(words), "bbcode", flavour))

    assert tags(text) == tags("x")


@pytest.mark.parametrize("flavour", ["bgg", "phpbb"])
@pytest.mark.parametrize("name", list(samples.SAMPLES))
def test_bbcode_tags_are_closed_in_order(name: str, flavour: str) -> None:
    open_: list[str] = []
    for close, tag in re.findall(
        r"\[(/?)(\w+)[^\]\u200b]*\]", render(samples.SAMPLES[name](), "bbcode", flavour)
    ):
        if close:
            assert open_.pop() == tag
        else:
            open_.append(tag)
    assert not open_


@pytest.mark.parametrize(
    "text", ["[url]", "http://e.example", "www.e.example", "a@b", ":)", ":d6:"]
)
def test_bbcode_text_is_no_tag_link_or_smiley(text: str) -> None:
    assert "\u200b" in harmless(text)


@pytest.mark.parametrize(
    "line", ["warwick_y: march york", "march: parley st_albans +1", "4.3, 1-5"]
)
def test_bbcode_order_lines_can_be_copied(line: str) -> None:
    assert harmless(line) == line


@pytest.mark.slow
@pytest.mark.parametrize("name", list(samples.SAMPLES))
def test_json_is_as_its_schema_says(name: str) -> None:
    data = json.loads(render(samples.SAMPLES[name](), "json"))
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(data, SCHEMA)


def objects(data: Any) -> Iterator[dict[str, Any]]:
    """Every object in some JSON, itself included."""
    if isinstance(data, dict):
        yield data
    for below in (
        data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    ):
        yield from objects(below)


@pytest.mark.slow
def test_the_schema_refuses_a_key_that_it_does_not_know_in_any_object_of_a_position() -> None:
    closed = jsonschema.Draft202012Validator(SCHEMA)
    data = json.loads(render(samples.battle("york"), "json"))
    whole = [*objects(data["position"]), *objects(data["picture"])]
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for one in whole:
        found.setdefault((str(one.get("type")), *sorted(one)), one)
    for keys, one in found.items():
        one["junk"] = 1
        assert not closed.is_valid(data), keys
        del one["junk"]
    assert closed.is_valid(data)


def test_the_schema_says_what_a_document_and_a_picture_are() -> None:
    _, known = msgspec.json.schema_components((Document, Picture), ref_template="#/$defs/{name}")
    known = json.loads(json.dumps(known))
    assert {name: plain(SCHEMA["$defs"].get(name)) for name in known} == plain(known)


def plain(schema: Any) -> Any:
    """A schema without the indentation of its descriptions, which msgspec keeps before 0.23."""
    if not isinstance(schema, dict):
        return schema
    some = {key: plain(value) for key, value in schema.items()}
    text = some.get("description")
    return some | {"description": inspect.cleandoc(text)} if isinstance(text, str) else some


def fields(kind: type[msgspec.Struct]) -> set[str]:
    """The keys of such an object in JSON."""
    return set(kind.__struct_encode_fields__)


def test_the_schema_knows_every_field_of_what_a_report_writes() -> None:
    """Those objects that a report puts together by hand; a new field of theirs must get a row."""
    defs, properties = SCHEMA["$defs"], SCHEMA["properties"]
    written = {
        "entry": fields(EntryStory) - {"name"} | {"title"},
        "passage": fields(Passage),
        "dice": fields(Dice) | {"words", "chance"},
        "asked": fields(OpenRequest),
    }
    assert {name: set(defs[name]["properties"]) for name in written} == written
    assert set(defs["asked"]["properties"]["options"]["items"]["properties"]) == fields(Choice)
    rows = properties["battles"]["items"]["properties"]["rows"]["items"]
    assert set(rows["properties"]) == fields(BattleRow)
    assert properties["moves"]["items"] == {"$ref": "#/$defs/Move"}


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), SHIPPED, ids=[rules for rules, _ in SHIPPED])
def test_a_whole_game_in_json_is_as_its_schema_says(
    rules: str, scenario: str, tmp_path: Path
) -> None:
    valid = jsonschema.Draft202012Validator(SCHEMA)
    table = Table(tmp_path, rules, scenario).play(12)
    for audience in ("", *table.people):
        report = from_game.report_for(table.look(audience), audience or PUBLIC, EVERYTHING)
        data = json.loads(render(report, "json"))
        assert len(data["entries"]) > 12
        assert [error.message for error in valid.iter_errors(data)] == []


@pytest.mark.parametrize("form", [form for form in samples.FORMATS if form != "json"])
@pytest.mark.parametrize("text", ["\x1b[31m", "a\x00b", "\u202egnp", "a\rb", "a\x9bb"])
def test_no_control_character_reaches_a_report(text: str, form: str) -> None:
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", render(said(text), form))


def test_json_keeps_any_text() -> None:
    for text in NASTY:
        data: Any = json.loads(render(said(text), "json"))
        assert data["title"] == text


def test_the_line_of_the_score_says_the_same_in_words() -> None:
    made = course(samples.battle("york"))
    assert made.words == (
        sentence(
            "reports.course._words",
            "Influence over 3 turns: from even to Lancastrians 3",
            "Yorkists 4",
            word="most",
        )
    )
    assert made.turns[1] == "Jan-Mar 1459: Yorkists 4"
    tags = Tags(score_line(made)).tags
    dots = [attrs for tag, attrs in tags if tag == "circle"]
    assert [(dot["cx"], dot["cy"]) for dot in dots] == [
        ("8.0", "47.9"),
        ("109.3", "17.0"),
        ("210.7", "40.1"),
        ("312.0", "71.0"),
    ]
    assert made.sides == ("Yorkists", "Lancastrians"), "above and below"


def test_a_score_that_has_not_moved_draws_no_line() -> None:
    report = samples.battle("york")
    still = replace(report, trend=(report.trend[0], replace(report.trend[1], value=0)))
    for one, lines in ((report, 1), (still, 0)):
        assert sum(isinstance(part, Course) for part in whole(one)) == lines


def luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    dark, light = sorted((luminance(full(one)), luminance(full(two))))
    return (light + 0.05) / (dark + 0.05)


def full(color: str) -> str:
    return "#" + "".join(c * 2 for c in color[1:]) if len(color) == 4 else color


@pytest.mark.parametrize("scheme", [0, 1, 2], ids=["light", "dark", "print"])
def test_contrast_of_text_is_enough(scheme: int) -> None:
    css = resource("templates/html/page.css").read_text("utf-8")
    block = re.findall(r":root\{([^}]*)\}", css)[scheme]
    color = dict(re.findall(r"--(\w+):(#\w+)", block))
    for ground in ("paper", "sheet", "soft"):
        for ink in ("ink", "quiet", "accent", "link"):
            assert contrast(color[ink], color[ground]) >= 4.5, (ink, ground)


def value(css: str, rule: str, name: str) -> str:
    found = re.search(rf"\.{rule}\{{[^}}]*?{name}:(#\w+)", css)
    assert found, rule
    return found[1]


def test_contrast_on_the_map_is_enough() -> None:
    css = resource("templates/svg/map.css").read_text("utf-8")
    for ink, ground in (
        (value(css, "area-name", "fill"), value(css, "area", "fill")),
        (value(css, "sea", "fill"), value(css, "frame", "fill")),
        ("#1d1a16", value(css, "land", "fill")),
        ("#1d1a16", value(css, "mark", "fill")),
        ("#1d1a16", value(css, "active", "fill")),
    ):
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("rules", [*map(games.find, games.GAMES), TWO_PROVINCES])
def test_sides_on_the_map_can_be_read_and_the_first_differs_in_grey(rules: RuleSet[Any]) -> None:
    state = starting_state(rules, next(iter(rules.scenarios())), {})
    drawn = draw(Map(rules.picture(rules.secrets.veil(state, "public"), "public"), "", ""))
    for n in range(len(rules.sides)):
        ground = value(drawn, f"side{n}", "fill")
        assert contrast(value(drawn, f"on{n}", "fill"), ground) >= 4.5
        assert contrast("#1d1a16", value(drawn, f"cell{n}", "fill")) >= 4.5
        if n:
            assert contrast(value(drawn, "side0", "fill"), ground) >= 6
            assert contrast(value(drawn, "spot", "fill"), ground) >= 4


@pytest.mark.parametrize("rules", [*map(games.find, games.GAMES)])
def test_no_side_has_the_colour_of_what_is_marked(rules: RuleSet[Any]) -> None:
    css = resource("templates/html/page.css").read_text("utf-8")
    marks = re.findall(r"--accent:(#\w+)", css)
    assert len(marks) == 3
    for mark in marks:
        for side in rules.sides.values():
            # The strongest of red, green and blue is another one.
            assert channel(mark) != channel(side.colour), (mark, side.name)


def channel(color: str) -> int:
    return max(range(3), key=lambda place: int(color[1 + 2 * place : 3 + 2 * place], 16))


@pytest.mark.parametrize(("high", "ends"), [(20, []), (40, ["40", "40"])])
def test_the_ends_of_a_line_are_numbered_where_no_goal_is_in_the_way(
    high: int, ends: list[str]
) -> None:
    goals = tuple(Mark(at, "York wins", goal=True) for at in (-15, 15))
    drawn = live([Track("Lead", "", -high, high, goals)], ())
    assert re.findall(r'class="tick"[^>]*>(\d+)<', drawn) == [*ends[:1], "0", *ends[1:]]


def test_the_name_of_a_file_says_its_format() -> None:
    for one in FORMATS:
        assert named_by(f"turn 3.{one.suffix}".upper()) == one.name
    assert named_by("") == named_by("report") == "text"
    assert named_by("turn.htm") == "html"
    assert named_by("game.toml") == named_by("turn.pdf") == ""
