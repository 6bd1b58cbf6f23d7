"""README, guide and help pages are in plain English: none of the old habits, and no word from inside the protocol."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator

import click
import pytest

from pbem.cli import group
from pbem.errors import PbemError
from tests.guide.pages import PAGES, ROOT, prose

HABITS = re.compile(
    r"\bfor who\b|\bwho listens\b|\b(is|are) told\b|\blies? beside\b|\bbeside the save\b|\banew\b"
    r"|\b(a|the|each|every|by|no|two|finished|these|other|all) mails?\b(?! (program|server|account)s?\b)"
    r"|\bin clear\b|\bfor ever\b|\bmend(s|ed)?\b|\bshall\b"
    r"|\bso many\b|\bjust now\b|\b(of|by) (itself|themselves)\b|\bone a line\b|\bas everywhere\b|\bwho looks on\b|\byoungest\b|(?<=[.!?] )Who [a-z]+s\b(?! a side| how many|\?)",
    re.IGNORECASE,
)
"""Words and turns of phrase that made these texts read like a translation."""
INSIDE = re.compile(
    r"\b(askings?|genesis|glimpses?|burnt|escrow|veiled|anchors?|slots?|log heads?|pinned|owes)\b",
    re.IGNORECASE,
)
"""What players read instead says what it means for them."""
ROOMS = (
    "cli",
    "home",
    "player",
    "round",
    "imagine",
    "mail",
    "engine",
    "web",
    "reports",
    "gm",
    "games",
    "ledger",
    "proof",
    "post",
    "club",
    "duel",
    "drawing",
    "api",
)
NO_NAME = re.compile(
    "asked|called|chosen|come|done|drawn|fought|found|given|got|here|kept|made|named|one|put|read|said|shown|taken|there|told|tried"
    "|wanted|written"
)
"""What no local and no parameter of the program is called: they say what happened to a thing, and not what it is."""
ON_A_LINE = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda
FOR_PLAYERS = sorted(set(PAGES) - {"trust", "verify", "words", "developers", "new-game", "python"})
"""README and the chapters that people read who want to play or moderate."""


def helps(command: click.Command, path: tuple[str, ...] = ("pbem",)) -> Iterator[tuple[str, str]]:
    """Each command with its help and that of its options."""
    told = [command.help or ""]
    told += [one.help or "" for one in command.params if isinstance(one, click.Option)]
    yield " ".join(path), inspect.cleandoc("\n".join(told))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from helps(inner, (*path, name))


HELP = dict(helps(group))
WIDE = 80
"""Columns that a help page has at most."""


def hits(pattern: re.Pattern[str], text: str) -> list[str]:
    """What was found, each with the words around it."""
    plain = re.sub(r"`[^`\n]*`", "`...`", text)
    return [
        " ".join(plain[max(0, hit.start() - 40) : hit.end() + 30].split())
        for hit in pattern.finditer(plain)
    ]


@pytest.mark.parametrize("page", sorted(PAGES))
def test_a_page_has_none_of_the_old_habits(page: str) -> None:
    assert hits(HABITS, prose(page)) == []


@pytest.mark.parametrize("page", FOR_PLAYERS)
def test_a_page_for_players_has_no_word_from_inside(page: str) -> None:
    assert hits(INSIDE, prose(page)) == []


@pytest.mark.parametrize("command", HELP)
def test_a_help_page_has_neither(command: str) -> None:
    assert hits(HABITS, HELP[command]) + hits(INSIDE, HELP[command]) == []


def pages(command: click.Command, context: click.Context) -> Iterator[str]:
    """What `--help` prints, of a command and of all below it."""
    yield command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            size = {"terminal_width": WIDE, "max_content_width": WIDE}
            yield from pages(inner, click.Context(inner, info_name=name, parent=context, **size))


def test_help_fits_the_columns_of_a_terminal() -> None:
    context = click.Context(group, info_name="pbem", terminal_width=WIDE, max_content_width=WIDE)
    lines = [line for page in pages(group, context) for line in page.splitlines()]
    assert len(lines) > 500
    assert [line for line in lines if len(line) > WIDE] == []


def test_what_is_looked_for_is_found() -> None:
    assert hits(HABITS, "A mail lies beside the save. Who resigns is told so anew.")
    assert hits(INSIDE, "The genesis has an escrow.")


def kinds(base: type[PbemError]) -> Iterator[type[PbemError]]:
    yield base
    for kind in base.__subclasses__():
        yield from kinds(kind)


def test_no_refusal_has_an_old_habit() -> None:
    found = {kind.__name__: hits(HABITS, kind.says) for kind in kinds(PbemError)}
    assert len(found) > 100
    assert {name: words for name, words in found.items() if words} == {}


def test_no_page_of_the_desk_has_an_old_habit() -> None:
    pages = sorted((ROOT / "templates" / "desk").glob("*.j2"))
    assert len(pages) > 40
    found = {page.name: hits(HABITS, read_aloud(page.read_text("utf-8"))) for page in pages}
    assert {name: words for name, words in found.items() if words} == {}


def test_no_text_in_the_program_has_an_old_habit() -> None:
    texts = list(literals())
    assert len(texts) > 1000
    assert {where: found for where, text in texts if (found := hits(HABITS, text))} == {}


def literals() -> Iterator[tuple[str, str]]:
    """Texts of the rooms that talk to people, each with its place; "..." stands for what is filled in."""
    for room in ROOMS:
        for file in sorted((ROOT / "pbem" / room).rglob("*.py")):
            tree = ast.parse(file.read_text("utf-8"))
            inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                match node:
                    case ast.JoinedStr(values):
                        inner |= set(map(id, values))
                        text = "".join(
                            str(part.value) if isinstance(part, ast.Constant) else "..."
                            for part in values
                        )
                    case ast.Constant(str(text)) if id(node) not in inner:
                        pass
                    case _:
                        continue
                if len(text.split()) >= 4:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", text


def read_aloud(template: str) -> str:
    """What a reader of a page sees and hears of its template: no tags, no program."""
    template = re.sub(r"\{#.*?#\}|\{%.*?%\}", " ", template, flags=re.DOTALL)
    labels = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', template)
    return "\n".join([re.sub(r"<[^>]*>", " ", template), *labels])


def test_a_local_is_called_after_what_it_holds() -> None:
    names = [
        (f"{file.relative_to(ROOT)}:{line}", name)
        for file in sorted((ROOT / "pbem").rglob("*.py"))
        for name, line in named_in(ast.parse(file.read_text("utf-8")))
    ]
    assert len(names) > 10_000
    assert {place: name for place, name in names if NO_NAME.fullmatch(name)} == {}


def named_in(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The locals and parameters of all functions, with their lines; but not `one` where it lasts for a single line."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from named_in(node)
            continue
        inside = list(ast.walk(node))
        brief = {
            id(name)
            for part in inside
            if isinstance(part, ON_A_LINE) and part.lineno == part.end_lineno
            for name in ast.walk(part)
            if getattr(name, "id", getattr(name, "arg", "")) == "one"
        }
        for part in inside:
            match part:
                case ast.Name(name, ast.Store()) | ast.arg(name) if id(part) not in brief:
                    yield name, part.lineno
                case ast.MatchAs(name=str(name)) | ast.ExceptHandler(name=str(name)):
                    yield name, part.lineno
