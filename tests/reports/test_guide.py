"""The chapters of the guide, found by a word and laid out for a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.errors import UnknownChapter
from pbem.reports import guide
from pbem.reports.guide import Chapter, chapters, contents, find, page

BOOK = chapters()
WIDEST = 100
"""For code, which is not wrapped, and for what no line can hold."""


def laid_out(body: str) -> list[str]:
    """The lines of a chapter that says only this."""
    text = f"<!-- 1 For you -->\n# T\n\nA.\n\n{body}"
    return page(Chapter("t", 1, "For you", "T", "A.", text)).splitlines()[5:]


def test_every_chapter_has_its_own_place_and_readers_stand_together() -> None:
    places = [chapter.place for chapter in BOOK]
    assert len(set(places)) == len(places)
    readers = [chapter.readers for chapter in BOOK]
    runs = [r for n, r in enumerate(readers) if n == 0 or readers[n - 1] != r]
    assert len(runs) == len(set(runs))


def test_the_list_has_a_line_for_each_chapter_that_fits_a_mail() -> None:
    lines = contents().splitlines()
    assert all(len(line) <= guide.WIDTH for line in lines)
    for chapter in BOOK:
        assert any(re.fullmatch(rf"  {chapter.name} +{re.escape(chapter.about)}", n) for n in lines)
    assert "For the GM" in lines


@pytest.mark.parametrize("chapter", BOOK, ids=lambda chapter: chapter.name)
def test_a_chapter_fits_a_terminal_and_keeps_no_marks(chapter: Chapter) -> None:
    said = page(chapter)
    assert said.startswith(f"{chapter.title}\n{'=' * len(chapter.title)}\n\n{chapter.about}\n")
    text = [line for line in said.splitlines() if not line.startswith("    ")]
    assert all(len(line) <= guide.WIDTH for line in text), max(text, key=len)
    shown = re.sub(r"```console\n.*?```", "", chapter.text, flags=re.S)
    code = re.findall(r"```\w+\n(.*?)^```", shown, re.M | re.S)
    assert all(len(line) <= WIDEST for block in code for line in block.splitlines())
    marks = re.compile(r"\]\(|\*\*|^\||^#+ |```|<!--|\0", re.M)
    assert not marks.search("\n".join(text)), marks.search("\n".join(text))


@pytest.mark.parametrize("chapter", BOOK, ids=lambda chapter: chapter.name)
def test_no_word_of_a_chapter_is_lost(chapter: Chapter) -> None:
    """All but marks, links' targets and tables' rules is printed in its order, tables' heads aside."""
    marks = r"\]\([^)]*\)|^\|[-|]+\|$|^\|.*\|\n(?=\|-)|<!--.*?-->|^```\w*$"
    printed = iter(re.findall(r"\w+", page(chapter)))
    words = re.findall(r"\w+", re.sub(marks, " ", chapter.text, flags=re.M))
    assert [word for word in words if word not in printed] == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("orders", "orders"),
        ("ord", "orders"),
        ("Orders.md", "orders"),
        ("first game", "first-game"),
        ("scripts", "fewer-emails"),
        ("policies", "fewer-emails"),
        ("audit", "end"),
        ("dispute", "rulings"),
        ("wrong", "trouble"),
        ("club", "clubs"),
    ],
)
def test_a_chapter_is_found_by_its_name_or_a_word_of_its_title(typed: str, name: str) -> None:
    assert find(typed).name == name


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("ordres", "orders"),
        ("rulling", "rulings"),
        ("holiday", "deadlines"),
        ("countersign", "rulings"),
        ("p", "people"),
        ("p", "python"),
    ],
)
def test_an_unknown_chapter_names_the_nearest_or_those_that_speak_of_it(
    typed: str, near: str
) -> None:
    with pytest.raises(UnknownChapter, match=rf"Nearest: .*\b{near}\b"):
        find(typed)


def test_what_nobody_speaks_of_names_them_all() -> None:
    with pytest.raises(UnknownChapter) as refused:
        find("zeppelin")
    assert all(chapter.name in str(refused.value) for chapter in BOOK)


def test_text_is_wrapped_and_a_command_in_it_is_not_broken() -> None:
    command = "`pbem orders game.toml --line ready`"
    lines = laid_out(f"{'word ' * 10}and then one types {command} and waits.\n")
    assert len(lines) == 2
    assert sum(command in line for line in lines) == 1


def test_lists_hang_and_code_stands_as_it_is() -> None:
    assert laid_out("- **One** is\n  here\n- two\n") == ["- One is here", "- two"]
    assert laid_out("9. nine\n10. ten\n") == ["9. nine", "10. ten"]
    assert laid_out("```sh\n# no heading\n\na  |  b\n```\n") == [
        "    # no heading",
        "",
        "    a  |  b",
    ]


def test_links_say_how_to_read_on() -> None:
    assert laid_out("See [Odds](odds.md#battles), [here](#t).") == [
        "See Odds (`pbem guide odds`), here."
    ]
    assert laid_out("[pbem/protocol/PROTOCOL.md](../protocol/PROTOCOL.md), [x](../../tests)") == [
        "pbem/protocol/PROTOCOL.md, x (tests)"
    ]


def test_a_table_stands_in_columns_where_it_fits_and_in_rows_where_not() -> None:
    narrow = "| code | means |\n|---|---|\n| 0 | done |\n"
    assert laid_out(narrow) == ["code  means", "----  -----", "0     done"]
    long = "word " * 30
    wide = f"| tries | stops | found |\n|---|---|---|\n| {long}| it | all |\n| b | c | |\n"
    lines = laid_out(wide)
    assert all(len(line) <= guide.WIDTH for line in lines)
    assert lines[-5:] == ["    stops: it", "    found: all", "", "b", "    stops: c"]


def test_a_file_that_does_not_begin_as_a_chapter_does_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "new.md").write_text("# New\n\nText.\n", encoding="utf-8")
    monkeypatch.setattr(guide, "resource", lambda name: tmp_path)
    with pytest.raises(ValueError, match=r"guide/new\.md"):
        chapters()
