"""Finds `templates/` and `rules_data/`: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The path of a shipped file or folder such as `rules_data/plantagenet/map.toml`."""
    inside = PACKAGE / name
    return inside if inside.exists() else PACKAGE.parent / name
