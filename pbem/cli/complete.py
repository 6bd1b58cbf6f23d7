"""What a shell may offer after Tab: sides, rule sets, scenarios. Nothing is read but rules data."""

from __future__ import annotations

import click

from pbem.games import GAMES, find


def sides(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """All sides of all games, and `public` where one may look through its eyes."""
    seats = dict.fromkeys(side for name in GAMES for side in find(name).sides)
    eyes = ["public"] if ctx.info_name in ("show", "report", "map", "replay") else []
    return [side for side in [*seats, *eyes] if side.startswith(incomplete.lower())]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in GAMES if name.startswith(incomplete.lower())]


def scenarios(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Those of the game that stands before, with their titles where the shell shows them."""
    rules = ctx.params.get("game") or ctx.params.get("rules") or "plantagenet"
    found = find(rules).scenarios() if rules in GAMES else {}
    return [name for name in found if name.lower().startswith(incomplete.lower())]
