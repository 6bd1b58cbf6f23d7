"""Where the robots of a save live: `game.robots/lancaster` beside `game.toml` is the home of one of them."""

from __future__ import annotations

from pathlib import Path

from pbem.home import here
from pbem.moderator.ledger.values import GM

ROBOT = "robot"
"""What stands for a card where a robot shall play."""


def folder(file: Path) -> Path:
    """Where the robots of a save have their homes."""
    return file.with_suffix(".robots")


def keeps(file: Path, role: str) -> bool:
    """Does a robot here play this side, or moderate (`gm`)?"""
    return (folder(file) / role / here.FILE).exists()


def moderated(file: Path) -> bool:
    """Does a robot here sit in the GM's chair?"""
    return keeps(file, GM)
