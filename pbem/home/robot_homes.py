"""Where the robots of a save live: `game.robots/lancaster` beside `game.toml` is the home of one of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.engine.facets.robot import Level
from pbem.errors import UnreadableFile
from pbem.home import computer
from pbem.ledger.values import GM
from pbem.protocol.atomic import replace_file

ROBOT = "robot"
"""What stands for a card where a robot shall play, at the level that is meant if nobody says."""
LEVELS: Mapping[str, Level] = {ROBOT: Level.STEADY, **{level.value: level for level in Level}}
"""All words that stand for one."""
GM_NAME = f"{ROBOT} {GM}"
"""The name of a robot that moderates."""
TRUSTED = (
    "A program moderates this game. The program runs on {whose} computer, and {who} can read everything that the players seal: "
    "plans, policies and hands."
)
"""What every person reads who plays with others at such a table."""
KEPT = "level.txt"
"""The file in a robot's home with its level."""


def folder(file: Path) -> Path:
    """Where the robots of a save have their homes."""
    return file.with_suffix(".robots")


def keeps(file: Path, role: str) -> bool:
    """Does a robot here play this side, or moderate (`gm`)?"""
    return (folder(file) / role / computer.FILE).exists()


def keep_level(file: Path, role: str, level: Level) -> None:
    """Write how well a robot plays into its home."""
    replace_file(folder(file) / role / KEPT, f"{level}\n".encode())


def level(file: Path, role: str) -> Level:
    """How well the robot of a side plays. One that is older than levels is steady. Raises UnreadableFile."""
    path = folder(file) / role / KEPT
    if not path.exists():
        return Level.STEADY
    try:
        return Level(path.read_text("utf-8").strip())
    except ValueError as error:
        raise UnreadableFile(why=f"{path} says neither {' nor '.join(Level)}") from error


def trusted(gm: str, file: Path) -> str:
    """Whom a player trusts at the table of a robot elsewhere; "" if the GM is a person, or the robot is here.

    Args:
        gm: the GM's name.
    """
    elsewhere = gm == GM_NAME and not has_robot_gm(file)
    return TRUSTED.format(whose="somebody else's", who="that person") if elsewhere else ""


def has_robot_gm(file: Path | None) -> bool:
    """Does a robot here sit in the GM's chair? Of a game without a file, none does."""
    return file is not None and keeps(file, GM)
