"""What is wrong with a file that is not TOML, told to somebody who does not know TOML."""

from __future__ import annotations

import re

PLACE = re.compile(r"\s*\(at line (\d+), column (\d+)\)|\s*\(at end of document\)")
LONGEST = 500
"""Characters of a line that is worth mending."""
SETTING = re.compile(r"\s*([\w-]+)\s*=\s*(.*?)\s*(?:#[^\"']*)?\Z")


def explain(text: str, message: str) -> str:
    """The parser's message with line and column first, and the line as it should be."""
    lines = text.splitlines()
    if text.count("'''") % 2:
        first = next(n for n, line in enumerate(lines, 1) if "'''" in line)
        return f"line {first}: the text that begins with ''' has no end; put ''' alone on a line after it"
    found = PLACE.search(message)
    number = int(found[1]) if found and found[1] else _last_setting(lines)
    column = int(found[2]) if found and found[2] else 1
    right = mended(lines[number - 1]) if 0 < number <= len(lines) else ""
    where = f"line {number}, column {column}: "
    if right:
        return f"{where}names and texts stand in quotes. Write: {right}"
    return where + PLACE.sub("", message)


def _last_setting(lines: list[str]) -> int:
    """Where something begins that the end of the file cuts off."""
    numbers = [n for n, line in enumerate(lines, 1) if len(line) <= LONGEST and SETTING.match(line)]
    return numbers[-1] if numbers else len(lines)


def mended(line: str) -> str:
    """`plan = [March, "pass]` with all its quotes and brackets; "" if they are in order."""
    found = SETTING.match(line) if len(line) <= LONGEST else None
    if found is None:
        return ""
    name, value = found[1], found[2]
    if value.startswith("["):
        words = [word.strip(" \t\"'[]") for word in value.split(",")]
        right = f"{name} = [{', '.join(f'{chr(34)}{word}{chr(34)}' for word in words if word)}]"
    else:
        words = [value.strip("\"'")]
        right = f'{name} = "{words[0]}"'
    plain = all(re.fullmatch(r"[^\"'\\]*", word) for word in words)
    return right if plain and right.replace(" ", "") != line.replace(" ", "") else ""
