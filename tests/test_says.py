"""Tests name the sentences of pbem: what `tests.says` reads, and that no test repeats a sentence.

QUOTES has the tests that may hold wording, each with its reason. LEFT counts the quotes in other files; a number only falls.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from tests.says import ROOT, says, sentence, worded, worded_in

TESTS = Path(__file__).parent
RUN = 4
"""Words in a row that a test has in common with a sentence, and quotes it."""
QUOTES: dict[str, str] = {
    "guide/": "their purpose is the wording: word lists, house style, examples that equal the output",
    "cli/test_start.py": "the commands that it types",
    "cli/test_rules_and_card.py": "the titles of rules",
    "mail/test_addresses.py": "the heads of emails that it reads",
    "post/test_oddities.py": "the words of a mail server",
    "post/test_once.py": "a statement of SQL that it runs",
    "web/browser.py": "a script that measures a page",
    "independent/": "another program, with its own words for what it finds",
}
LEFT: dict[str, int] = json.loads((TESTS / "quotes_left.json").read_text("utf-8"))


def test_a_sentence_is_seen_however_it_is_wrapped() -> None:
    out = "This email has 2 sealed texts in it.\n  Please send\n  one per email."
    assert says(out, "errors.TwoBlocks")
    assert says(out, "errors.TwoBlocks", 2)
    assert not says(out, "errors.TwoBlocks", 3)
    assert not says(out.replace("sealed", "open"), "errors.TwoBlocks")
    assert re.search(worded("errors.TwoBlocks"), out)


def test_a_sentence_has_its_values_in_its_holes() -> None:
    shown = sentence("errors.BadOption", "sieges", "winter", word="option")
    assert shown == "There is no game option `sieges`. Known: winter."
    assert sentence("errors.BadOption", ..., "winter", word="Known") == "`. Known: winter."


@pytest.mark.parametrize(
    ("where", "word"),
    [("errors.NoSuchError", ""), ("nowhere.at_all", ""), ("errors.TwoBlocks", "submarine")],
)
def test_what_fits_no_sentence_is_an_error(where: str, word: str) -> None:
    with pytest.raises(LookupError):
        says("", where, word=word)


def test_what_fits_several_sentences_is_an_error() -> None:
    several = next(
        name for name, found in worded_in(ROOT / "cli" / "apply.py").items() if len(found) > 1
    )
    with pytest.raises(LookupError, match="sentences with"):
        says("", f"cli.apply.{several}")


def test_more_values_than_holes_are_an_error() -> None:
    with pytest.raises(LookupError, match="holes"):
        says("", "errors.TwoBlocks", 1, 2)


def test_this_file_quotes_a_sentence() -> None:
    assert _quotes(Path(__file__), _runs([ROOT / "errors.py"]))


@pytest.mark.slow
def test_no_test_quotes_a_sentence() -> None:
    runs = _runs(sorted(ROOT.rglob("*.py")))
    quotes = {
        name: _quotes(path, runs)
        for path in sorted(TESTS.rglob("*.py"))
        if not (name := path.relative_to(TESTS).as_posix()).startswith((*QUOTES, "test_says"))
    }
    more = {name: texts for name, texts in quotes.items() if len(texts) > LEFT.get(name, 0)}
    assert not more, "name the sentence with tests.says instead"


def _runs(files: list[Path]) -> set[tuple[str, ...]]:
    """Each four words in a row of a sentence."""
    sentences = chain.from_iterable(chain(*worded_in(file).values()) for file in files)
    return {run for parts in sentences for part in parts for run in _each(part)}


def _each(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"[\w'-]+", text)
    return zip(*(words[n:] for n in range(RUN)), strict=False)


def _quotes(path: Path, runs: set[tuple[str, ...]]) -> list[str]:
    """The texts of a test that quote a sentence; its docstrings and what its own asserts say are none."""
    tree = ast.parse(path.read_text("utf-8"))
    own = {
        id(text)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr | ast.Assert)
        for text in ast.walk(node.value if isinstance(node, ast.Expr) else node.msg or ast.Pass())
        if isinstance(node, ast.Assert) or text is node.value
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in own
        if any(run in runs for run in _each(node.value))
    ]
