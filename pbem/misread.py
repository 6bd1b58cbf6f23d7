"""What is wrong with data that are not what a type says, in our words: msgspec's are for programmers; and what was meant
by a word that means nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.patterns import Pattern

KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "yes or no",
    "array": "a list",
    "object": "a table of fields",
    "bytes": "text",
    "null": "nothing",
}
_WHERE = Pattern(r"^(?P<what>.*?)(?: - at `\$?\.?(?P<path>[^`]*)`)?$", re.DOTALL)
_KIND = Pattern(
    r"^Expected `(?P<kind>[^`]+)`(?P<more>.*?)(?:, got `?(?P<got>[^`]+)`?)?$", re.DOTALL
)
_FIELD = Pattern(
    r"^Object (?P<how>missing required|contains unknown) field `(?P<name>.+)`$", re.DOTALL
)
_VALUE = Pattern(r"^Invalid (?:enum )?value (?P<value>.+)$", re.DOTALL)
_PLAIN = Pattern(r"'?[\w.\[\]-]{1,40}'?")
"""A name or a value that may be repeated: strangers' emails are read too, and whatever is said of one is not to be a sentence of theirs."""
_BYTE = Pattern(r"^\w+ is malformed.*\(byte (?P<at>\d+)\)$", re.DOTALL)


def nearest(word: str, known_words: Iterable[str], most: int = 1, alike: float = 0.6) -> list[str]:
    """The words that are most like one that means nothing, the nearest first; `alike` is from 0 to 1."""
    import difflib  # for whoever has mistyped something

    return difflib.get_close_matches(word, [*known_words], most, alike)


def likeness(word: str, other: str) -> float:
    """How alike two words are, from 0 to 1."""
    import difflib

    return difflib.SequenceMatcher(None, word, other).ratio()


def misread(error: Exception) -> str:
    """What is wrong with a text that cannot be decoded: a clause without a full stop, as `it is no text in UTF-8`."""
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8"
    if isinstance(error, RecursionError):
        return "brackets stand within brackets without end"
    match = _WHERE.compiled.match(str(error))
    message, path = (match["what"], match["path"] or "") if match else (str(error), "")
    place = f"`{path}`" if path else "it"
    if field := _FIELD.compiled.match(message):
        name = f"{path}.{field['name']}".lstrip(".")
        if field["how"].startswith("missing"):
            return f"the field `{name}` is missing"
        is_plain = _PLAIN.compiled.fullmatch(field["name"])
        return f"{f'the field `{name}`' if is_plain else 'one of its fields'} means nothing here"
    if kind := _KIND.compiled.match(message):
        instead = f", not {_kind(kind['got'])}" if kind["got"] else ""
        return f"{place} should be {_kind(kind['kind'])}{_limits(kind['more'])}{instead}"
    if value := _VALUE.compiled.match(message):
        is_plain = _PLAIN.compiled.fullmatch(value["value"])
        return (
            f"{place} is {value['value'] if is_plain else 'something'}, which means nothing there"
        )
    if byte := _BYTE.compiled.match(message):
        return f"it is spoilt at byte {byte['at']}"
    if message == "Input data was truncated":
        return "its end is missing"
    if message.startswith("Invalid "):  # base64, UTF-8, a date
        return f"{place} cannot be read as what it should be"
    return f"{place}: {message}" if path else message


def _kind(words: str) -> str:
    return " or ".join(KINDS.get(word.strip(), word.strip()) for word in words.split("|"))


def _limits(more: str) -> str:
    """`of length <= 10`, `>= 1`, `matching regex ...`."""
    if "matching regex" in more:
        return " of the form that it has there"
    number = next(iter(re.findall(r"-?\d+", more)), "")
    how = "at most" if "<" in more else "at least" if ">" in more else "exactly"
    if not number:
        return ""
    return f" of {how} {number} in length" if "length" in more else f", {how} {number}"
