"""`pbem apply`."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

import click
from msgspec.structs import replace

from pbem.cli import addresses, gm_commands, person, receipts, seating
from pbem.cli.formats import report_options
from pbem.cli.terminal import one_line, wrapped
from pbem.engine.prose import listing
from pbem.errors import Bug, NotTheGm, OldCopy, UnreadableFile
from pbem.gm.game import Game
from pbem.gm.inbox import Receipt, refused
from pbem.ledger.values import GM
from pbem.mail.read import message
from pbem.round import refusals
from pbem.round.apply import begin, finish, of_other_tables, read_clock, with_typed_lines
from pbem.round.correspondents import other_gms
from pbem.round.pile import Pile
from pbem.round.reports import Reports


@click.command(
    "apply",
    help="""Apply the players' emails and write the reports. The order of the emails does not matter, and a bad
    email never affects the others. You get the new save (the old one stays as .bak), a report for each side and
    a public one.

    Send each player the files with the name of their side: a report can hold that side's
    secrets. Choose the formats with --format, for example text,html or text,bbcode:phpbb,png.
    With --outbox you get one email per player, ready to send, with the report, the save and an
    orders file.

    EMAIL can be a folder: then every file in it is an email. With a folder of games instead of
    a save, each email goes to its own game. If there are several copies of a game, `pbem` uses
    the newest, names the others and leaves them alone.

    You can give the same folder again, because `pbem` applies and answers each email only once. If an email has
    to wait, `pbem` keeps the email and applies it later.

    If a newcomer asks for a seat, `pbem` prints the `pbem seat` command to type.

    If an email is refused, `pbem` writes an answer into the folder of the reports. Send it back. With --outbox,
    the answer is an email that is ready to send, if the sender is known. An email without a sealed text gets no
    answer. Without emails, `pbem apply` applies what had to wait, and finishes what a power cut or a full disk
    interrupted.

    The exit code is 2 if an email was refused, and 1 if `pbem` itself failed at an email; the other emails were
    applied. The exit code is 3 if the game moved on but a report could not be written.
    """,
)
@click.argument("file", type=click.Path(exists=True, path_type=Path), metavar="GAME.toml|FOLDER")
@click.argument(
    "mails",
    nargs=-1,
    metavar="[EMAIL]...",
    type=click.Path(exists=True, readable=False, path_type=Path),
)
@click.option(
    "--insist",
    is_flag=True,
    help=(
        "Continue from this copy, although a player has seen later entries that it does not have. In a "
        "duel: agree to new secret numbers of a player who says that their record is lost. That gives a "
        "dishonest player a second throw."
    ),
)
@report_options
def command(
    file: Path,
    mails: tuple[Path, ...],
    insist: bool,
    reports: Path | None,
    no_reports: bool,
    formats: str,
    outbox: Path | None,
    no_outbox: bool,
) -> None:
    """Apply emails to one game, or to the games of a folder; exit code 2 if any was refused, 1 after a bug."""
    wish = Reports(reports, no_reports, formats, outbox, no_outbox)
    files = [one for path in mails for one in (files_in(path) if path.is_dir() else [path])]
    for path in mails:
        if path.is_dir():
            tell_folder(path)
    data = person.duel_in(file)
    if data or file.is_dir():
        from pbem.cli import duels  # who has one game with a GM does without
    if data:
        if duels.apply(file, data, files, duels.DuelMailOptions(reports=wish), insist):
            raise SystemExit(2)
        return
    any_refused = False
    if file.is_dir():
        other_files, any_refused = duels.apply_to_folder(
            file, files, duels.DuelMailOptions(reports=wish), insist
        )
        if files and not other_files:
            raise SystemExit(2 if any_refused else 0)
        files = [*other_files]
    pile = Pile()
    names_in_folders = {str(path) for path in files if path not in mails}
    for path in files:
        add_file(pile, path)
    closed_ones = (into_club if file.is_dir() else into)(file, pile, wish, insist, names_in_folders)
    closed_ones = [
        receipt
        for receipt in closed_ones
        if receipt.name not in names_in_folders or not receipts.is_left_alone(receipt)
    ]
    if closed_ones or any_refused:
        raise SystemExit(1 if any(isinstance(one.error, Bug) for one in closed_ones) else 2)


def add_file(pile: Pile, path: Path) -> None:
    """One email more, or a receipt that says why the file cannot be read."""
    try:
        raw = message.raw(path)
    except OSError as error:
        closed = UnreadableFile(why=error.strerror or str(error))
        pile.unreadable.append(Receipt(str(path), error=closed))
    except Exception as error:
        pile.unreadable.append(Receipt(str(path), error=refused(error)))
    else:
        pile.add(str(path), raw)


def tell_folder(folder: Path) -> None:
    """Say which folders in a folder of emails are not read, and that there is no email in it."""
    inner = [
        path.name for path in sorted(folder.iterdir()) if path.is_dir() and path.name[0] != "."
    ]
    if inner:
        names = one_line(listing(inner))
        unread = f"{folder}: the folders in it are not read ({names}). To read them, name them too."
        click.echo(wrapped(unread, "", "    "), err=True)
    if not files_in(folder):
        click.echo(f"{one_line(str(folder))}: there is no email in this folder.", err=True)


def files_in(folder: Path) -> list[Path]:
    """Every file of a folder that is not hidden, by name."""
    return [path for path in sorted(folder.iterdir()) if path.is_file() and path.name[0] != "."]


def into_club(
    folder: Path, pile: Pile, wish: Reports, insist: bool, found_ones: Container[str] = ()
) -> list[Receipt]:
    """Sort emails to the games of a folder, and apply them; the receipts of those that were not applied.

    `found_ones`: see `receipts.tell`.
    """
    from pbem.club import folder as folders
    from pbem.club import piles

    if next(folders.saves(folder), None) is None:
        raise click.UsageError(
            f"There is no game in {folder}. Name the folder of your games first, and the emails after it."
        )
    club = piles.read(folder, person.open_game)
    for path in club.twins:
        warning = (
            f"{path}: this is another copy of a game in this folder. `pbem` did not use it. Please remove "
            "it."
        )
        click.echo(wrapped(warning, "", "    "), err=True)
    for unopened in club.unopened:
        click.echo(wrapped(f"{unopened.path}: {unopened.error}", "", "    "), err=True)
    moderated = [game for _, game in club.games.values() if game.side == GM]
    for game in moderated:
        pile.unreadable = with_typed_lines(game, pile)
    texts_by_game, unfit, kept_mails = piles.sort(club, pile.texts)
    misfits = of_other_tables(pile, unfit)
    for name, unopened in kept_mails.items():
        pile.alone([name]).settle(unopened.game, {name})
        warning = f"{name}: kept, and not refused. Once {unopened.path} is right, `pbem apply` applies it."
        click.echo(wrapped(warning, "", "    "), err=True)
    closed_ones = [*pile.unreadable, *misfits]
    keys, known_keys = refusals.keys(closed_ones, pile.contents, ""), refusals.remembered()
    refused_before = {name for name, key in keys.items() if key in known_keys}
    receipts.tell(closed_ones, found_ones, before=refused_before)
    outbox = wish.outbox
    if outbox is None and not wish.no_outbox:  # where the emails of these games go
        outbox = next(filter(None, map(Reports().mails, moderated)), None)
    file = folder / "game.toml"
    new_ones = [one for one in closed_ones if one.name not in refused_before]
    receipts.tell_returned(refusals.write(None, file, new_ones, wish, pile.senders, outbox))
    if outbox is not None or not wish.none:
        refusals.remember([*keys.values()])
    closed_ones = [
        receipt
        for receipt in closed_ones
        if receipt.name not in refused_before or receipt.name not in found_ones
    ]
    every = {} if pile.texts else {key: dict[str, str | bytes]() for key in club.games}
    for genesis, texts in (texts_by_game or every).items():
        path, game = club.games[genesis]
        click.echo(f"{game.id}:")
        game_wish = replace(wish, folder=wish.folder / game.id) if wish.folder else wish
        try:
            closed_ones += into(path, pile.alone(texts), game_wish, insist, found_ones)
        except NotTheGm as stranger:
            mine = [Receipt(name, error=stranger) for name in texts]
            receipts.tell(mine, found_ones)
            closed_ones += mine
    return [*closed_ones, *(Receipt(name, error=one.error) for name, one in kept_mails.items())]


def into(
    file: Path, pile: Pile, wish: Reports, insist: bool, in_folders: Container[str] = ()
) -> list[Receipt]:
    """Apply emails to one game; the receipts of those that were refused. `in_folders`: see `tell`. Raises
    NotFinished."""
    with gm_commands.game_to_moderate(file, robot=True, signs=False) as game:
        new_round = begin(game, file, pile, wish, insist)
        new_round.receipts = receipts.without_slips(new_round, pile)
        refused_before = new_round.refused_before
        receipts.tell(new_round.receipts, in_folders, new_round.waiting, refused_before)
        seating.tell(game, file, new_round.claims)
        if new_round.clock and gm_commands.sure(new_round.clock):
            read_clock(new_round)
        addresses.confirm_doubtful(game, new_round.doubtful)
        finish(new_round)
        if new_round.robots:
            first_entry, last_entry = new_round.robots[0].n, new_round.robots[-1].n
            click.echo(f"Robots answered: entries {first_entry} to {last_entry}.")
        gm_commands.tell_written(file, new_round.written, other_gms(game))
        receipts.tell_returned(new_round.returned)
        if new_round.unfinished is not None:
            raise gm_commands.NotFinished(new_round.unfinished)
        click.echo(asked_next(game))
        return [
            *(
                receipt
                for receipt in new_round.refused
                if receipt.name not in refused_before or receipt.name not in in_folders
            ),
            *(one for one in new_round.waiting if isinstance(one.error, OldCopy)),
        ]


def asked_next(game: Game) -> str:
    """One line on whom the game waits for."""
    if game.result is not None:
        return f"The game is over, {game.result.told}"
    if not game.ledger.begun:
        return f"The game is {game.now}."
    if game.ledger.position.failure is not None:
        return (
            f"The program failed at an order, so the GM has to make a ruling: {person.pbem()} rule."
        )
    sides_owing = game.ledger.owes_ready()
    sides_asked = game.players_asked
    first_line = (
        f" First {' and '.join(sides_owing)} must send an email, although they have nothing to decide."
        if sides_owing and len(sides_asked) > len(sides_owing)
        else ""
    )
    return f"Now asked: {', '.join(sides_asked)}.{first_line}"
