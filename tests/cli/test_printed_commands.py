"""Whatever the program prints as a command can be typed as it is printed: verbs, options, and names with blanks."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import pbem
from pbem.cli import VERBS, group
from tests.cli.console import Console
from tests.moderator.people import invited, played
from tests.says import sentence

ROOT = Path(pbem.__file__).parent
COMMAND = re.compile(rf"(?:`|(?<=: )|^ *)pbem ((?:{'|'.join(VERBS)})\b[^`\n]*)`?", re.MULTILINE)
BY_NAME = re.compile(r"\b(?:file|path|out|bak|save)\b(?!\w)")
NAME = "my game (2).toml"


def texts() -> Iterator[tuple[str, str]]:
    """Every text of a source file that names a command, and where: a value that is filled in is 1."""
    for path in sorted(ROOT.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "`pbem " not in source and "person.pbem()" not in source:
            continue
        tree = ast.parse(source)
        parts = {
            id(part)
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for part in node.values
        }
        docs = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
        parts |= {id(doc) for doc in docs}
        file = path.relative_to(ROOT)
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                yield f"{file}:{node.lineno}", "".join(map(filled, node.values))
            elif (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in parts
            ):
                yield f"{file}:{node.lineno}", re.sub(r"\{\w+\}", "1", node.value)


def filled(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    source = ast.unparse(part).strip("{}'\"f")
    return "pbem" if source == "person.pbem()" else "1"


def printed() -> list[tuple[str, str]]:
    """Quoted commands with an argument; a verb alone is only its name."""
    return [
        (where, found[1].strip())
        for where, text in texts()
        for found in re.finditer(rf"`pbem ((?:{'|'.join(VERBS)}) [^`\n]*)`", text)
        if "..." not in found[1]
    ]


def parse(words: list[str]) -> None:
    """Read a command as click does. Raises UsageError."""
    words = [*words]
    command: click.Command = group
    context = click.Context(group, info_name="pbem")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words.pop(0))
        assert found is not None, words
        command = found
        context = click.Context(
            command, parent=context, info_name=command.name, **command.context_settings
        )
    given, left, _ = command.make_parser(context).parse_args(words)
    assert not left, f"{left} is too much"
    for one in command.params:
        if isinstance(one, click.Argument) and one.required:
            assert isinstance(given[one.name], str), f"{one.name} is missing"


def test_commands_are_found_in_the_source() -> None:
    assert len(printed()) > 15


@pytest.mark.parametrize(("where", "line"), printed(), ids=str)
def test_every_quoted_command_can_be_parsed(where: str, line: str) -> None:
    parse(shlex.split(line))


def test_a_command_in_brackets_or_quoted_is_there() -> None:
    """Also one that nobody could parse, such as `(pbem --home FOLDER join)`."""
    verbs = [
        (where, found[1])
        for where, text in texts()
        for found in re.finditer(r"[(`]pbem (?:--home \S+ )?([a-z_]+)", text)
    ]
    assert len(verbs) > 60
    assert [one for one in verbs if one[1] not in VERBS] == []


def unquoted(path: Path) -> Iterator[str]:
    """Names of files that are filled into a command as they are."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "pbem " in text else ():
        before = ""
        for part in node.values if isinstance(node, ast.JoinedStr) else ():
            source = ast.unparse(part) if isinstance(part, ast.FormattedValue) else ""
            inside = re.search(rf"pbem (?:{'|'.join(VERBS)})\b[^`;.]*\Z", before)
            if (
                inside
                and BY_NAME.search(source)
                and "shlex" not in source
                and "guide" not in inside[0]
            ):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {source}"
            before += filled(part)


def test_names_of_files_are_quoted_in_commands() -> None:
    assert [one for path in sorted(ROOT.rglob("*.py")) for one in unquoted(path)] == []


def commands_in(said: str) -> list[list[str]]:
    """The commands of this text that name the file, as a shell splits them."""
    lines = [found[1] for found in COMMAND.finditer(said) if "my game" in found[1]]
    return [shlex.split(line.partition(sentence("mail.write.eml.TAPPED"))[0]) for line in lines]


def test_a_name_with_blanks_and_brackets_can_be_typed_as_it_is_printed(tmp_path: Path) -> None:
    console = Console(tmp_path)
    console.file(NAME, invited().dumps())
    for who, words in {
        "ann": ("orders", NAME),
        "gm": ("addresses", NAME),
    }.items():
        console.type(who, *words)
    said = console.type("ann", "orders", NAME).said
    (command,) = commands_in(said)
    assert command[1] == NAME
    parse(command)
    assert console.type("ann", *command).code == 0
    console.file(NAME, played(6).save)
    said = console.type("ann", "say", NAME, "Well met", "-o", "word.eml").said
    assert [command[1] for command in commands_in(said)] == [NAME]
