"""`pbem rule`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import gm_done, person
from pbem.engine.declared import typed


@click.command(
    "rule",
    help="""Rule as the GM: one of the things below, signed, with its reason. Nothing is ever erased.

    \b
    --void 12        back to before entry 12; the dice since then are burnt, the log keeps them
    --again 12       carry out the line that failed in entry 12, with a fixed pbem
    --patch LINE     set PATH VALUE, add PATH NAME, remove PATH NAME; PATH as in [position] of the
                     save, words may be cut short; --check shows what would change
    """,
)
@person.save_argument
@click.option("--reason", required=True, help="Why, for all to read.")
@click.option("--uphold", type=int, help="This entry stands.")
@click.option("--void", type=int, help="This entry and all after it are taken back.")
@click.option("--again", type=int, help="Carry out the line that failed in this entry.")
@click.option("--patch", multiple=True, help="Correct the position: 'set lord york coin 3'.")
@click.option("--impose", nargs=2, metavar="SIDE LINE", help="Decide for a side that is asked.")
@click.option("--option", help="A game option from now on: name=value.")
@click.option("--house", help="A house rule from now on, in words.")
@click.option("--result", help="End the game: the side that wins, or `draw`.")
@click.option("--entry", type=int, default=0, help="The entry that it is about, if it is another.")
@click.option("--check", is_flag=True, help="Only show what it would do.")
def command(
    file: Path,
    reason: str,
    uphold: int | None,
    void: int | None,
    again: int | None,
    patch: tuple[str, ...],
    impose: tuple[str, str] | None,
    option: str | None,
    house: str | None,
    result: str | None,
    entry: int,
    check: bool,
) -> None:
    found: list[tuple[str, int, str, list[str]]] = []
    if uphold is not None:
        found.append(("uphold", uphold, "", []))
    if void is not None:
        found.append(("void", void, "", []))
    if again is not None:
        found.append(("again", again, "", []))
    if patch:
        found.append(("patch", entry, "", list(patch)))
    if impose is not None:
        found.append(("impose", entry, impose[0], [impose[1]]))
    if option is not None:
        found.append(("option", entry, "", [" ".join(pair) for pair in typed([option]).items()]))
    if house is not None:
        found.append(("house", entry, "", [house]))
    if result is not None:
        found.append(("result", entry, "" if result == "draw" else result, []))
    if len(found) != 1:
        raise click.UsageError("Say one thing at a time: --uphold, --void, --patch, ...")
    kind, about, side, lines = found[0]
    if check:
        gm_done.tell(person.open_game(file).rule(kind, reason, about, side, lines))
        click.echo("Nothing was written.", err=True)
        return
    with gm_done.moderated(file) as game:
        gm_done.keep(game, file, game.rule(kind, reason, about, side, lines))
