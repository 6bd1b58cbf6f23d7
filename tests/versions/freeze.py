"""Freezes the rules of games as they are now, and prints what has changed.

python -m tests.versions.freeze                    all games: half a minute
python -m tests.versions.freeze plantagenet        this one
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from pbem.games import GAMES, find
from tests.versions import frozen
from tests.versions.frozen import Frozen

REASON = (
    "Say in the commit why. "
    "After the first release, raise the game's version too: games in progress keep the old rules."
)


def main(typed: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    chosen = parser.parse_args(typed).games or list(GAMES)
    changed = [sentence for game in chosen for sentence in freeze(game)]
    print("\n".join([*changed, REASON]) if changed else "Nothing has changed.")


def freeze(game: str) -> list[str]:
    """Write the digests of a game; returns what has changed. Raises UnknownGame."""
    path, new = frozen.path_of(game), frozen.current(find(game))
    changed = list(frozen.changes(game, Frozen.read(path), new))
    if changed:
        path.write_text(new.text(), "utf-8")
    return changed


if __name__ == "__main__":
    main()
