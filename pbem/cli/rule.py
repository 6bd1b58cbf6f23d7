"""`pbem rule`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from pbem.cli import duels, gm_commands, person
from pbem.engine.declared import typed_options
from pbem.gm.game import Game
from pbem.ledger.story import Story
from pbem.mail.read import message
from pbem.protocol import envelope
from pbem.reports.from_game import in_words


@click.command(
    "rule",
    help="""Make a ruling as GM. Choose one option below and give a reason that everyone can read. The log
    keeps everything; nothing is ever erased.

    \b
    --void 12      back to before entry 12, which stays in the log; dice are new
    --again 12     carry out the line that failed in entry 12, with a fixed pbem
    --patch LINE   set PATH VALUE, add PATH NAME, remove PATH NAME
                   PATH is one of [position] in the save; you can shorten its
                   words, and --check shows what would change

    \b
    pbem rule game.toml --uphold 8 --reason 'There is a Route (3.4.1).'
    pbem rule game.toml --upgrade ann.txt bob.txt

    With --upgrade you do not give a reason, but you need an email from each player who is not absent (written
    with `pbem consent game.toml --upgrade`). The position stays the same, and every open question is asked
    again.

    In a duel there is no GM: --void, --patch and --result only make a proposal.
    """,
)
@person.save_argument
@click.argument("consents", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--reason",
    default="",
    help="The reason, which everybody can read. Every ruling needs a reason, except --upgrade.",
)
@click.option("--uphold", type=int, help="Confirm this entry.")
@click.option("--void", type=int, help="Take back this entry and all after it.")
@click.option("--again", type=int, help="Carry out the line that failed in this entry.")
@click.option("--patch", multiple=True, help="Correct the position: 'set lord york coin 3'.")
@click.option("--impose", nargs=2, metavar="SIDE LINE", help="Decide for a side whose turn it is.")
@click.option("--option", help="Change a game option from now on: name=value.")
@click.option("--house", help="Add a house rule that applies from now on. Write it in words.")
@click.option("--result", help="End the game. Name the side that wins, or write `draw`.")
@click.option(
    "--upgrade", is_flag=True, help="Continue under the newest rules, if all players agree."
)
@click.option(
    "--entry",
    type=int,
    default=0,
    help="The entry that the ruling is about, if no other option names it.",
)
@click.option("--check", is_flag=True, help="Only show what the ruling would do.")
def command(
    file: Path,
    consents: tuple[Path, ...],
    reason: str,
    uphold: int | None,
    void: int | None,
    again: int | None,
    patch: tuple[str, ...],
    impose: tuple[str, str] | None,
    option: str | None,
    house: str | None,
    result: str | None,
    upgrade: bool,
    entry: int,
    check: bool,
) -> None:
    """Make the one ruling that the options name, or a change to newer rules; with `--check` only show what it would
    do."""
    rulings: list[tuple[str, int, str, list[str]]] = []
    if uphold is not None:
        rulings.append(("uphold", uphold, "", []))
    if void is not None:
        rulings.append(("void", void, "", []))
    if again is not None:
        rulings.append(("again", again, "", []))
    if patch:
        rulings.append(("patch", entry, "", list(patch)))
    if impose is not None:
        rulings.append(("impose", entry, impose[0], [impose[1]]))
    if option is not None:
        rulings.append(
            ("option", entry, "", [" ".join(pair) for pair in typed_options([option]).items()])
        )
    if house is not None:
        rulings.append(("house", entry, "", [house]))
    if result is not None:
        rulings.append(("result", entry, "" if result == "draw" else result, []))
    if len(rulings) + upgrade != 1:
        kinds = (
            "--uphold, --void, --again, --patch, --impose, --option, --house, --result or --upgrade"
        )
        many = "only one" if rulings else "what to rule"
        raise click.UsageError(f"Choose {many}: {kinds}.")
    if upgrade and (reason or entry):
        raise click.UsageError(
            "Leave out --reason and --entry. The players have signed only that they agree to the newest rules, so nothing can be added."
        )
    if consents and not upgrade:
        raise click.UsageError("Add emails from the players only together with --upgrade.")
    if not upgrade and not reason:
        raise click.UsageError("A ruling needs a --reason, which everybody can read.")
    if person.duel_in(file):
        duels.propose_ruling(file, reason, *rulings[0])
        return
    act = upgrading(consents) if upgrade else ruling(reason, *rulings[0])
    if check:
        game = person.open_game(file)
        gm_commands.tell(in_words(game, act(game)))
        click.echo("Nothing was written.", err=True)
        return
    with gm_commands.game_to_moderate(file) as game:
        story = act(game)
        gm_commands.keep(game, file, story, readable=in_words(game, story))


def ruling(
    reason: str, kind: str, about: int, side: str, lines: list[str]
) -> Callable[[Game], Story]:
    """What a ruling does to a game."""
    return lambda game: game.rule(kind, reason, about, side, lines)


def upgrading(consents: tuple[Path, ...]) -> Callable[[Game], Story]:
    """Newer rules, with the players' emails. Raises what `message.read` and `envelope.from_text` raise."""
    agreed = [envelope.from_text(message.read(path), "WORD") for path in consents]
    return lambda game: game.upgrade(agreed)
