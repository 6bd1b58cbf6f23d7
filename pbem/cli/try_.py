"""`pbem try`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from pbem.cli import out, person, terminal
from pbem.cli.documents import document
from pbem.cli.rows import marked_row
from pbem.cli.terminal import at_terminal, wrapped
from pbem.errors import BadTry
from pbem.home import branches
from pbem.imagine.branches import Branch, fork_of, new_branch
from pbem.imagine.take_over import taken_over
from pbem.mail.write.packet import packet
from pbem.player.player import Player
from pbem.reports import branch_reports
from pbem.reports.formats import FORMATS, render


@click.command(
    "try",
    help="""Try out moves from the position as you can see it. A branch of moves is only for you:
    nothing in it is sealed or sent.

    \b
    pbem try game.toml                   begins a branch, or continues the last
    pbem try game.toml --branch flank    another branch, from the position now
    pbem try game.toml --line 'robot york' --line 'march: march york'
    pbem try game.toml --list            your branches of this game
    pbem try game.toml --branch flank --compare first
    pbem try game.toml --take-over -o my.toml    your lines, for `pbem orders`

    You play all sides, or let a robot play some. What you cannot see is dealt at random (`sample 7` is one such
    deal), or you set it by hand (`set york plan 3: warwick`). Dice are rolled, chosen (`dice 3 5`), or shown
    with the chance of each result (`fan LINE`). At the prompt, `help` lists all commands, and --line accepts
    the same commands.
    """,
)
@person.save_argument
@person.side_option
@click.option(
    "--branch", "-b", "name", default="", help="The branch. Default: the branch that you used last."
)
@click.option(
    "--entry",
    type=int,
    help="Begin a new branch after this entry. Default: the position now.",
)
@click.option(
    "--line",
    "lines",
    multiple=True,
    help="An order line, or a command such as `sample 7`. You can repeat this option.",
)
@click.option("--list", "listed", is_flag=True, help="List your branches of this game.")
@click.option(
    "--compare",
    "other",
    default="",
    metavar="NAME",
    help="Show the branch side by side with this other branch.",
)
@click.option(
    "--take-over",
    is_flag=True,
    help=("Write the lines of your own side to an orders file, which you can check and send."),
)
@click.option("--drop", is_flag=True, help="Delete the branch.")
@click.option(
    "--report",
    "form",
    type=click.Choice([one.name for one in FORMATS]),
    help="Write a report of the branch in this format. Only the html format includes the map.",
)
@out.printed(secret=True)
def command(
    file: Path,
    side: str,
    name: str,
    entry: int | None,
    lines: tuple[str, ...],
    listed: bool,
    other: str,
    take_over: bool,
    drop: bool,
    form: str | None,
) -> None:
    if sum((bool(lines), listed, bool(other), take_over, drop, form is not None)) > 1:
        raise click.UsageError(
            "Use only one of these at a time: --line, --list, --compare, --take-over, --drop or --report."
        )
    game = person.open_save(Player, file)
    name = name or branches.current(game) or branches.FIRST
    if listed:
        _list(game)
    elif drop:
        branches.drop(game, name)
        click.echo(f"The branch {name} was deleted.")
    elif other:
        _compare(game, name, other)
    elif take_over:
        _take_over(game, branches.branch_named(game, name), file)
    elif form is not None:
        _report(game, branches.branch_named(game, name), form)
    else:
        _try(game, _branch(game, name, side, entry), lines)


def _branch(game: Player, name: str, side: str, entry: int | None) -> Branch:
    """The branch of that name, or a new one from where the game stands, or stood after an entry."""
    branch_kept = branches.load(game, name)
    if branch_kept is not None:
        if side and side != branch_kept.side:
            raise click.UsageError(
                f"`{name}` is a branch of {branch_kept.side}; --branch names another."
            )
        if entry not in (None, branch_kept.entry):
            raise click.UsageError(
                f"`{name}` begins after entry {branch_kept.entry}; --branch names another."
            )
        return branch_kept
    return new_branch(game, name, side or game.side, entry)


def _try(game: Player, branch: Branch, lines: tuple[str, ...]) -> None:
    from pbem.cli.try_guided import Sitting, guide_through_branch  # who lists or drops does without

    sitting = Sitting(game, branch, fork_of(game, branch), click.echo)
    if not lines and at_terminal():
        branches.save(game, branch)
        guide_through_branch(sitting)
        return
    sitting.header()
    for line in lines:
        sitting.do(line)
    branches.save(game, sitting.branch)
    sitting.show_question()


def _list(game: Player) -> None:
    """Print the branches of a game, the last one marked."""
    branch_names = branches.names(game)
    if not branch_names:
        click.echo(person.as_typed("No branches of this game. `pbem try game.toml` begins one."))
    current_name = branches.current(game)
    for name in branch_names:
        try:
            branch = branches.branch_named(game, name)
        except BadTry as error:
            click.echo(wrapped(f"  {name}: {error}"))
            continue
        count = len(branch.lines)
        branch_text = (
            f"{count} line{'s' * (count != 1)} from entry {branch.entry}, for {branch.side}"
        )
        click.echo(
            marked_row(
                f"{name}: {branch_text}; tried, not played", "tried last", name == current_name
            )
        )


def _compare(game: Player, name: str, other: str) -> None:
    pairs = [
        (branch, fork_of(game, branch))
        for branch in (branches.branch_named(game, n) for n in (name, other))
    ]
    click.echo(document(branch_reports.comparison(game, pairs)), nl=False)


def _report(game: Player, branch: Branch, form: str) -> None:
    report = branch_reports.context(game, branch, fork_of(game, branch))
    click.echo(
        render(report, "plain" if form == "text" and terminal.plain() else form, ""), nl=False
    )


def _take_over(game: Player, branch: Branch, file: Path) -> None:
    """Print the player's own lines of a branch as an orders file, and what cannot be taken over."""
    lines_taken = taken_over(game, branch, fork_of(game, branch))
    click.echo(
        packet(game, game.player_side, terminal.plain(), lines_taken.lines, lines_taken.scripts),
        nl=False,
    )
    for line in lines_taken.left:
        warning = (
            f"`{line}` was not taken over, because it answers an enemy move. Write a policy for that (pbem guide "
            "fewer-emails)."
        )
        click.echo(wrapped(warning), err=True)
    click.echo(
        wrapped(
            "These are ordinary orders now. Write them to a file with -o my.toml, then type "
            f"`{person.pbem()} orders {shlex.quote(str(file))} my.toml`."
        ),
        err=True,
    )
