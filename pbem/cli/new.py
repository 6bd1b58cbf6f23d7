"""`pbem new`."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from pbem.cli import complete, duels, gm_commands, person, player_says
from pbem.cli.rows import fact, pairs
from pbem.cli.terminal import file_row, wrapped
from pbem.duel.founding import check_open
from pbem.engine.declared import typed_options
from pbem.engine.facets.robot import Level
from pbem.engine.scenarios import find_scenario
from pbem.errors import BadData, WouldOverwrite
from pbem.games import find, game_beginning, installed_games
from pbem.gm.game import Game
from pbem.home import computer, opening
from pbem.home.robot_homes import LEVELS, ROBOT, TRUSTED
from pbem.home.robot_homes import folder as folder_of_robots
from pbem.ledger.cases import agreed
from pbem.ledger.values import GM
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.mail.read import message
from pbem.mail.write import eml
from pbem.misread import nearest
from pbem.player.invitation import DAYS
from pbem.protocol.keys import read_card
from pbem.protocol.textfile import read_text
from pbem.round import entries, robot_table
from pbem.round.reports import Reports


def invited(value: str) -> str:
    """From a card file the name and the fingerprint of its key; "" for an address."""
    path = Path(value)
    if not path.is_file():
        if value and "@" not in value:
            likely = nearest(value.strip().lower(), LEVELS)
            hint = f" Do you mean `{likely[0]}`?" if likely else ""
            raise click.UsageError(
                f"There is no card file {value}. It cannot be an email address either, because it has no @.{hint}"
            )
        return ""
    keys = read_card(message.read(path))
    return f"{keys.name} {keys.fingerprint}"


class SeatsBySide(click.Command):
    """With an option for every side of every game: `--york CARD` for `--seat york=CARD`."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        sides = dict.fromkeys(side for game in installed_games() for side in find(game).sides)
        short = [
            click.Option(
                [f"--{side}", side],
                metavar="CARD",
                multiple=True,
                help=f"Short for --seat {side}=CARD.",
            )
            for side in sides
        ]
        return [*super().get_params(ctx), *short]


class SeatOffers(NamedTuple):
    """To whom seats are offered, by side: by `card` in the game's file, by `address` to the GM alone.

    `robots`: the sides that programs of this machine play, and how well.
    """

    card: dict[str, str]
    address: dict[str, str]
    robots: dict[str, Level]


def invitations(seats: Sequence[str]) -> SeatOffers:
    """What `--seat` offers to each side: a card such as `york=ann.card`, an address, both, or a robot.

    Raises UsageError, BadAddress, and what `read_card` raises.
    """
    offers = SeatOffers({}, {}, {})
    for seat in seats:
        side, _, offer = seat.partition("=")
        side = side.lower().strip()
        if not offer.strip():
            raise click.UsageError(
                f"--seat {seat}: write a side, =, and a card file or an address."
            )
        is_robot = offer.strip().lower() in LEVELS
        card = ROBOT if is_robot else invited(offer)
        if side in offers.robots or (offers.card.get(side) if card else side in offers.address):
            raise click.UsageError(f"{side} is offered twice, but each side has only one player.")
        if is_robot and side in offers.address:
            raise click.UsageError(f"A robot plays {side}, and robots get no email.")
        if not card:
            offers.address[side] = addresses.checked_address(offer)
            offers.card.setdefault(side, "")
            continue
        offers.card[side] = card
        if is_robot:
            offers.robots[side] = LEVELS[offer.strip().lower()]
        elif offers.card[side] in (
            offers.card[other_side] for other_side in offers.card if other_side != side
        ):
            raise click.UsageError(
                f"{offers.card[side]} is offered two seats, but one identity can have only one part."
            )
    return offers


def own_side(game: str, offers: SeatOffers, robot_gm: bool) -> str:
    """The side that whoever sits here plays himself, where a robot moderates; "" for none.

    Raises UsageError where robots would play alone, or nobody knows who plays what.
    """
    sides = list(find(game).sides)
    free = [side for side in sides if side not in offers.card]
    if set(sides) == set(offers.robots):
        raise click.UsageError(
            "At least one side needs a player. To watch robots alone, use `pbem demo`."
        )
    if not robot_gm:
        return ""
    if len(free) > 1:
        choices = " or ".join(f"--{side} robot" for side in free)
        raise click.UsageError(
            f"Which side do you play yourself? Let a robot play the others: {choices}."
        )
    return next(iter(free), "")


def found_duel(
    game: str,
    scenario: str,
    offers: SeatOffers,
    options: Mapping[str, str],
    folder: Path | None,
    nonce: str,
    out: Path,
    outbox: Path | None,
) -> None:
    """Found a duel, whose founder plays the side that is not offered, and write its file and its email.

    Raises as `founding.new_genesis`.
    """

    data = own_data(game, folder) if folder else {}
    rules = find(game, data)
    check_open(rules, find_scenario(rules.scenarios(), scenario), options)
    sides_offered = [*offers.card]
    if len(sides_offered) != 1:
        raise click.UsageError(
            f"Offer one side to your opponent, and play the other: --{[*find(game).sides][-1]} CARD."
        )
    side = next(one for one in find(game).sides if one != sides_offered[0])
    identity = person.load_identity()
    card = offers.card[sides_offered[0]]
    if card.endswith(identity.public.fingerprint):
        raise click.UsageError("That is your own card; offer the side to somebody else.")
    terms = [term.name for term in agreed.DECLARED if term.name in options]
    if terms:
        raise click.UsageError(f"--option {terms[0]}: a duel has no clock and no such terms.")
    player = duels.founded(
        identity, game, scenario, side, options, bytes.fromhex(nonce) or None, data
    )
    robots_hired = robot_table.hired(out, offers.robots, False)
    robot_table.settle(out, robots_hired, offers.robots)
    robots = "" if offers.robots else card.rpartition(" ")[2]
    address = offers.address.get(sides_offered[0], "")
    duels.new(player, out, robots, address, duels.DuelMailOptions(reports=Reports(outbox=outbox)))


def once(options: Sequence[str]) -> dict[str, str]:
    """The options by name, each said once."""
    by_name = typed_options(options)
    if len(by_name) < len(options):
        raise click.UsageError("You gave the same --option twice. Give it once.")
    return by_name


def list_scenarios(game: str) -> None:
    """Print scenarios, sides and options of a rule set, "" for all rule sets. Raises UnknownGame."""
    for name in [game] if game else installed_games():
        rules = find(name)
        scenarios = rules.scenarios()
        click.echo(fact(f"{rules.name}: {rules.title}", ""))
        seat = {"--seat SIDE=CARD": f"SIDE: {', '.join(rules.sides)}"}
        click.echo(pairs({**scenarios, **seat}, 20))
        options = {id: rules.options(id) for id in scenarios}
        for option in dict.fromkeys(option for some in options.values() for option in some):
            less = [id for id in scenarios if option not in options[id]]
            but = f"; not in {', '.join(less)}" if less else ""
            values = " or ".join([f"{option.default} (default)", *option.values[1:]])
            option_text = f"--option {option.name}={values}: {option.words} ({option.rule}){but}"
            click.echo(fact(option_text))
    click.echo(
        "The terms of the table, which every game has; the first value counts if you choose none:"
    )
    for term in agreed.DECLARED:
        click.echo(fact(f"--option {term.name}={term.values}: {term.words}"))


def own_data(game: str, folder: Path) -> dict[str, str]:
    """The files of a folder that this game can take. Raises UnknownGame, BadData."""
    rules = find(game)
    names = rules.data.replaceable
    files = {name: folder / f"{name}.toml" for name in names}
    try:
        data = {
            name: read_text(path.read_bytes()) for name, path in files.items() if path.is_file()
        }
    except UnicodeDecodeError as error:
        raise BadData(why="they are not text in UTF-8 or UTF-16") from error
    if not data:
        missing = f"{folder} has none of {', '.join(f'{name}.toml' for name in names)}"
        raise BadData(why=missing if names else f"{rules.name} takes none")
    return data


def keep_addresses(game: Game, known: Mapping[str, str]) -> None:
    """The addresses of a new game stay with its GM. Raises OSError."""
    book = Book()
    for side, address in known.items():
        book = book.put(side, address)
    if known:
        addresses.write(computer.addresses(game.ledger.game), book)


def mail_invitations(game: Game, file: Path, outbox: Path, offered: SeatOffers) -> list[Path]:
    """A finished mail for each side that a person is to play. Raises Garbled, OSError."""

    folder = Reports(outbox=outbox).mails(game) or outbox
    people = [side for side in game.ledger.sides if side not in offered.robots]
    book = addresses.read(computer.addresses(game.ledger.game))
    return eml.write_invitations(game, folder, people, book, file)


def in_hex(context: click.Context, option: click.Parameter, value: str) -> str:
    """Refuse what is not 32 bytes in hex."""
    if value and not re.fullmatch("[0-9a-f]{64}", value):
        raise click.BadParameter("64 hex digits are needed")
    return value


@click.command(
    "new",
    cls=SeatsBySide,
    help="""Set up a game that you will moderate: pbem new plantagenet towton --york ann.card
    --lancaster bob.card

    Send the new file to the players, who join with `pbem join`. A card file (`pbem identity show`) reserves the
    side for one player. If you give an email address instead of a card, compare fingerprints when the player
    joins. You can give both: `--york ann.card --york ann@example.org`. Addresses stay with you.

    Type `simple`, `steady` or `strong` instead of a card, and a robot on this computer plays the side. `simple`
    is a beginner, `steady` plays better, and `strong` looks ahead and is slower. `robot` means `steady`. With
    `--gm robot` the program moderates too, and you play the remaining side: pbem new plantagenet towton
    --lancaster robot --gm robot

    With `--duel` there is no GM. You offer one side to somebody and play the other, and your two computers
    roll the dice together: pbem new warriors standard_1455 --duel --lancaster bob.card

    Without a SCENARIO, this command lists the scenarios, sides and options of the GAME. Without a GAME, the
    command lists all games.
    """,
)
@click.argument("game", default="", shell_complete=complete.games)
@click.argument("scenario", default="", shell_complete=complete.scenarios)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SIDE=CARD",
    help="The player of a side: a card file (safest), an email address, or both.",
)
@click.option(
    "--gm",
    type=click.Choice([ROBOT]),
    help="The program moderates, and you play. No emails; everything stays in this folder.",
)
@click.option(
    "--duel", is_flag=True, help="Two players, and no GM. `pbem guide duel` explains duels."
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A game option, such as hidden_mats=yes.",
)
@click.option(
    "--data",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with your own data for the game, such as nobles.toml.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 1000),
    default=DAYS,
    show_default=True,
    help="Days of silence after which a side can be declared absent.",
)
@click.option(
    "--nonce",
    default="",
    hidden=True,
    callback=in_hex,
    help="A fixed secret for demos: 32 bytes in hex.",
)
@click.option(
    "--outbox",
    type=click.Path(file_okay=False, path_type=Path),
    help=(
        "Write ready-to-send invitations (.eml) to this folder, one per player. Later on, `pbem apply` writes its emails to the same folder."
    ),
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("game.toml"), show_default=True
)
def command(
    game: str,
    scenario: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    out: Path,
    days: int,
    nonce: str,
    folder: Path | None,
    gm: str | None,
    duel: bool,
    outbox: Path | None,
    **short: tuple[str, ...],
) -> None:
    """Found a game, with its robots and invitations, and print its terms and seats; without a scenario list them."""
    game = game_beginning(game) or game
    if not scenario:
        if seats or options or any(short.values()):
            raise click.UsageError(
                "Name a scenario too. `pbem new GAME`, without options, lists the scenarios."
            )
        list_scenarios(game)
        return
    if os.path.lexists(out):
        raise WouldOverwrite(path=out)
    short_seats = [
        f"{side}={holder}" for side, who_of_side in short.items() for holder in who_of_side
    ]
    offers = invitations([*seats, *short_seats])
    if duel:
        if gm:
            raise click.UsageError("A duel has no GM; leave out --gm or --duel.")
        found_duel(game, scenario, offers, once(options), folder, nonce, out, outbox)
        return
    mine = own_side(game, offers, bool(gm))
    alone = bool(gm and mine) and {mine, *offers.robots} == {*find(game).sides}
    identity = person.identity_for_a_first_game() if alone else person.load_identity()
    mine_too = f"{identity.name} {identity.public.fingerprint}"
    sides_invited = [
        side
        for side in find(game).sides
        if side not in (mine, *offers.robots) and offers.card.get(side) != mine_too
    ]
    if gm and outbox and not sides_invited:
        raise click.UsageError("Nobody else plays here, so there is nobody to invite by email.")
    robots_hired = robot_table.hired(out, offers.robots, bool(gm))
    seats_here = {side: robots_hired[side] for side in offers.robots} | (
        {mine: identity} if mine else {}
    )
    for side, holder in seats_here.items():
        offers.card[side] = f"{holder.name} {holder.public.fingerprint}"
    data = own_data(game, folder) if folder else {}
    terms, game_options = agreed.split(once(options))
    if agreed.is_past_last_day(terms, computer.now()):
        raise click.UsageError(f"--option ends={terms.ends}: that day is past.")
    set_up = game_options, bytes.fromhex(nonce) or None, data, days, terms
    new_game = Game.new(robots_hired.get(GM, identity), game, scenario, offers.card, *set_up)
    robot_table.settle(out, robots_hired, offers.robots)
    seat_of_gm = robot_table.robot_gm(out) if gm else contextlib.nullcontext()
    with gm_commands.told_if_unfinished(), seat_of_gm:
        robot_table.begin(new_game, out)
        with entries.promised(f"{out} is the new game", out):
            keep_addresses(new_game, offers.address)
            outbox = outbox or (None if gm else computer.post_outbox())
            mails = mail_invitations(new_game, out, outbox, offers) if outbox else []
    click.echo(f"{new_game.title}: game {new_game.id}, in {out}.")
    if data:
        names = ", ".join(f"{name}.toml" for name in data)
        click.echo(fact(f"your own data: {names}; they go to all players in this file"))
    click.echo(
        fact(wrapped(f"Terms of the table: {agreed.words(new_game.ledger)}", "  ", "    "), "")
    )
    for side in new_game.ledger.sides:
        seat_words = "whoever joins first"
        address = f"{offers.address.get(side)} (known to you alone)"
        if side in offers.address:
            seat_words = f"{address}, that is {seat_words}"
        card = offers.card.get(side)
        invited_at = f", at {address}" if card and side in offers.address else ""
        click.echo(fact(f"{side}: {card or seat_words}{invited_at}"))
    if gm and sides_invited:
        person.say(TRUSTED.format(whose="your", who="you"))
        person.say("The other players read these terms too when they join.")
    if robots_hired:
        advice = f"The files of the robots are in {folder_of_robots(out)}. Keep that folder next to the game."
        click.echo(fact(advice))
    if mine:
        seat = opening.read_game(Game, out, identity)
        person.remember(seat)
        player_says.answer_robot(seat, out, seat.join(mine))
    if mails:
        click.echo(gm_commands.how_to_send(mails))
        for path in mails:
            click.echo(file_row(path))
    elif sides_invited or not mine:
        click.echo(
            f"Send {out} to all players. They join with: pbem join {shlex.quote(out.name)} --as SIDE"
        )
