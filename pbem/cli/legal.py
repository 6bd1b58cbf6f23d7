"""`pbem legal`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pbem.cli import complete, out, person
from pbem.cli.terminal import plain
from pbem.engine.display import rows_of
from pbem.ledger.values import READY
from pbem.proof.reader import Reader

QUESTION = (
    "You have nothing to decide: `pbem orders` writes the email that the dice are waiting for."
)


@click.command(
    "legal",
    help="List every legal order line for your decision, with its rule, cost and chance of success.",
)
@person.save_argument
@click.option(
    "--as", "side", default="", shell_complete=complete.sides, help="A side other than your own."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@out.printed(secret=True)
def command(file: Path, side: str, as_json: bool) -> None:
    game = person.open_save(Reader, file, "any" if side else "own")
    side = side or game.player_side
    options = game.legal(side)
    owed = side in game.ledger.owes_ready()
    request = None if owed else game.request(side)
    if as_json:
        data: dict[str, object] = {
            "game": game.id,
            "side": side,
            "answers": request.id if request else READY,
            "kind": request.kind if request else READY,
            "question": request.question if request else QUESTION,
            "rule": request.rule if request else "",
            "options": [
                {"line": o.line, "group": list(o.group), "rule": o.rule, "note": o.note}
                for o in options
            ],
        }
        if request is not None and request.stack is not None:
            stack = request.stack
            data["stack"] = {"verb": stack.verb, "size": stack.size, "limits": dict(stack.limits)}
        click.echo(json.dumps(data, indent=2))
        return
    click.echo(f"{side}: {request.cited if request else QUESTION}")
    listening = plain()
    if request is not None and request.stack is not None:
        limits = ", ".join(
            f"{c}{f' x{n}' if n >= 0 else ''}" for c, n in request.stack.limits.items()
        )
        indent = "" if listening else "  "
        click.echo(f"{indent}{request.stack.verb} and {request.stack.size} of: {limits}")
    for row in rows_of(options):
        if listening:
            click.echo(row.spoken)
        else:
            click.echo(f"  {row.text:<46} {row.rule:<7} {row.note}".rstrip())
