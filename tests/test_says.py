"""Tests name the sentences of pbem: what `tests.says` reads, and that no test repeats a sentence.

QUOTES has the tests that may hold wording, each with its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import pytest

from tests.says import ROOT, TEMPLATES, says, sentence, shown_in, worded, worded_in

TESTS = Path(__file__).parent
RUN = 4
"""Words in a row that a test has in common with a sentence, and quotes it."""
LONG, ENOUGH = 5, 6
"""Fewer than two words of five letters and fewer than six words are everyday speech, if they are no whole sentence."""
CODE = re.compile(
    r"`[^`]*`|<[^<>]*>|^[ \t]*pbem\b.*|\bpbem [a-z]+ [\w.]+\.toml\b.*", re.MULTILINE | re.IGNORECASE
)
"""What is typed, or marks up: it stands in no sentence."""
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
EDGES = ".,:;!?()[]{}*+\\\"'^$"
QUOTES: dict[str, str] = {
    "guide/": "their purpose is the wording: word lists, house style, examples that equal the output",
    "contract/toy/": "a game of its own, whose words are frozen with its versions",
    "independent/": "another program, with its own words for what it finds",
    "post/test_oddities.py": "the words of a mail server",
}


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


def test_sentences_of_a_page_are_what_is_between_its_tags(tmp_path: Path) -> None:
    page = tmp_path / "page.html.j2"
    page.write_text(
        "<b>{# so #}Line {{ n }} has failed</b>{% if n > 1 %}<p>Try it\n again.</p>{% endif %}"
    )
    assert shown_in(page) == [("Line ", " has failed"), ("Try it\n again.",)]


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


@pytest.mark.parametrize(
    "text",
    [
        "This email has {count} sealed texts in it.",
        "SEALED TEXTS IN IT (7)",
        "what you give is no more than one number",
        "He is out of it.",
    ],
)
def test_what_repeats_a_sentence_is_a_quote(text: str) -> None:
    runs = _runs(
        [
            "Sealed texts in it",
            "This email has {} sealed texts in it",
            "{} is no more than one number",
            "he is out of it",
        ]
    )
    assert _is_quote(text, runs)


@pytest.mark.parametrize(
    "text",
    [
        "Type `pbem orders game.toml --line ready` to send another",
        "then: pbem orders game.toml my orders are ready",
        "move warwick 3, hastings 2, percy 1",
        "4.6.2 London 1.5.3 Lancaster (3.4.1)",
        "from there to it",
        "<p class=letter>letters</p><b>sealed</b> texts",
        'raise Wrong(f"this email has sealed texts in it")',
    ],
)
def test_what_is_typed_numbered_or_everyday_is_no_quote(text: str) -> None:
    assert not _is_quote(text, _runs([f"so {text.replace('Wrong', 'Right')}", f"{text} now"]))


def test_this_file_quotes_a_sentence() -> None:
    assert _quotes(Path(__file__), _runs(_sentences([ROOT / "errors.py"])))


@pytest.mark.slow
def test_no_test_quotes_a_sentence() -> None:
    pages = ("{}".join(parts) for page in TEMPLATES.rglob("*.j2") for parts in shown_in(page))
    runs = _runs(chain(_sentences(sorted(ROOT.rglob("*.py"))), pages))
    quotes = {
        name: _quotes(path, runs)
        for path in sorted(TESTS.rglob("*.py"))
        if not (name := path.relative_to(TESTS).as_posix()).startswith((*QUOTES, "test_says"))
    }
    held = {name: texts for name, texts in quotes.items() if texts}
    assert not held, "name the sentence with tests.says instead"


def _sentences(files: list[Path]) -> Iterator[str]:
    for file in files:
        yield from ("{}".join(parts) for parts in chain(*worded_in(file).values()))


def _runs(sentences: Iterable[str]) -> set[tuple[str, ...]]:
    """Each four words in a row of a sentence; and the whole sentence, with "" at its end, if it is one row."""
    runs: set[tuple[str, ...]] = set()
    for text in sentences:
        rows = [row for row in _rows(text) if row]
        runs.update(run for row in rows for run in _each(row))
        runs.update((*row, "") for row in rows if len(rows) == 1)
    return runs


def _rows(text: str) -> Iterator[list[str]]:
    """Words in a row; a value, a number, a name of a file and what is typed end a row."""
    row: list[str] = []
    for token in CODE.sub(" | ", text).split():
        if WORD.fullmatch(word := token.strip(EDGES)):
            row.append(word.lower())
        else:
            yield row
            row = []
    yield row


def _each(row: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(row[n:] for n in range(RUN)), strict=False)


def _is_quote(text: str, runs: set[tuple[str, ...]]) -> bool:
    for row in _rows(text):
        common: list[str] = []
        for n, run in enumerate(_each(row)):
            common = [] if run not in runs else [*(common or run[:-1]), row[n + RUN - 1]]
            long_words = sum(len(word) >= LONG for word in common)
            if len(common) >= ENOUGH or long_words >= 2 or (*common, "") in runs:
                return not _is_program(text)
    return False


def _is_program(text: str) -> bool:
    """A line of the program, which a test switches off."""
    try:
        return any(isinstance(node, ast.Call | ast.Assign) for node in ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError):
        return False


def _quotes(path: Path, runs: set[tuple[str, ...]]) -> list[str]:
    """The texts of a test that quote a sentence; its docstrings and what its own asserts say are none."""
    tree = ast.parse(path.read_text("utf-8"))
    own: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as text):
                own.add(id(text))
            case ast.Assert(msg=ast.expr() as text):
                own.update(map(id, ast.walk(text)))
            case ast.JoinedStr(values=parts):
                own.update(map(id, parts))
    texts = [_shown(node) for node in ast.walk(tree) if id(node) not in own]
    return [text for text in texts if _is_quote(text, runs)]


def _shown(node: ast.AST) -> str:
    """A text with `{}` for its values; empty if it is none."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_shown(part) or "{}" for part in parts)
    return ""
