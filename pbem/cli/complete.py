"""What a shell may offer after Tab: sides, rule sets, scenarios, sections. Nothing is read but rules data."""

from __future__ import annotations

import click

from pbem.games import find, game_beginning, installed_games


def sides(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """All sides of all games, and `public` where one may look through its eyes."""
    seats = dict.fromkeys(side for name in installed_games() for side in find(name).sides)
    eyes = ["public"] if ctx.info_name in ("show", "report", "map", "replay", "play") else []
    return [side for side in [*seats, *eyes] if side.startswith(incomplete.lower())]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in installed_games() if name.startswith(incomplete.lower())]


def scenarios(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Those of the game that stands before, with their titles where the shell shows them."""
    rules = ctx.params.get("game") or ctx.params.get("rules") or "plantagenet"
    by_name = find(rules).scenarios() if rules in installed_games() else {}
    return [name for name in by_name if name.lower().startswith(incomplete.lower())]


def sections(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Numbers of the rulebook of the game that stands before; a scenario's by its second word."""
    from pbem.reports.rulebook import rulebook

    before = " ".join(ctx.params.get("section") or ())
    game = game_beginning(ctx.params.get("game") or "")
    numbers = [section.number for section in rulebook(game).sections] if game else []
    rest = [n.removeprefix(f"{before} ") for n in numbers if not before or f"{before} " in n]
    return [n for n in dict.fromkeys(r.partition(" ")[0] for r in rest) if n.startswith(incomplete)]
