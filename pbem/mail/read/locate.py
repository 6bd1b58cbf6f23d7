"""Where in an orders file a mistake is: line and column for the person who must mend it."""

from __future__ import annotations

from pbem.engine.notation import words_of
from pbem.errors import BadScript, IllegalOrder, PbemError


def located_message(text: str, error: PbemError) -> str:
    """The error's message, beginning with `line 12, column 5: ` where that can be told."""
    return str(place_in(text, error))


def place_in(text: str, error: PbemError) -> PbemError:
    """The same error, told with its place in the file."""
    if isinstance(error, IllegalOrder):
        at = line_and_column(text, str(error.facts["line"])) or error.facts["where"]
        return type(error)(**{**error.facts, "where": at})
    if isinstance(error, BadScript):
        at = line_and_column(text, str(error.facts["text"]))
        return type(error)(**{**error.facts, "text": error.facts["text"], "at": at})
    return error


def line_and_column(text: str, wanted: str) -> str:
    """`line 12, column 5: ` of the first line that says this, comments left out; "" if none does."""
    words = words_of(wanted)
    if not words:
        return ""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.partition("#")[0]
        there = words_of(code)
        if any(there[i : i + len(words)] == words for i in range(len(there))):
            column = code.lower().find(wanted.lower())
            column = column if column >= 0 else len(code) - len(code.lstrip(" '\"["))
            return f"line {number}, column {column + 1}: "
    return ""
