"""Order lines that wait for the enemy's answer, as rows of the save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine import codec
from pbem.engine.script import Cursor, Script
from pbem.protocol import canonical


def rest_rows(rest: Mapping[str, Script]) -> list[list[str]]:
    """Waiting orders as rows of texts: side, cursor, script."""
    return [
        [side, canonical.encode(codec.dump(script.cursor)).decode(), script.text]
        for side, script in sorted(rest.items())
    ]


def read_rest(rows: Sequence[Sequence[str]]) -> dict[str, Script]:
    """The inverse of `rest_rows`."""
    return {
        side: Script(text, codec.load(Cursor, canonical.decode(cursor.encode(), 256)))
        for side, cursor, text in rows
    }
