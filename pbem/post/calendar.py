"""A deadline as a file that a calendar opens (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime

LONGEST = 70
"""Characters of a line; a calendar reads 75 octets (3.1)."""


def deadline(uid: str, at: int, now: int, title: str, words: str) -> bytes:
    """The bytes of an .ics file with one event at a deadline. The same `uid` again replaces it.

    `at` and `now` are in seconds since 1970.
    """
    rows = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//pbem//pbem post//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{_time(now)}",
        f"DTSTART:{_time(at)}",
        f"SUMMARY:{_text(title)}",
        f"DESCRIPTION:{_text(words)}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{line}\r\n" for row in rows for line in _fold(row)).encode()


def _time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(words: str) -> str:
    """3.3.11."""
    words = " ".join(words.split()).replace("\\", "\\\\")
    return words.replace(";", "\\;").replace(",", "\\,")


def _fold(row: str) -> list[str]:
    """3.1: lines that go on begin with a space. Cut by octets, never within a character."""
    lines, line = [], ""
    for letter in row:
        if len((line + letter).encode()) > LONGEST:
            lines.append(line)
            line = " "
        line += letter
    return [*lines, line]
