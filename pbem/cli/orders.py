"""`pbem orders`."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import Struct

from pbem.cli import out, person, player_says
from pbem.cli.orders_text import policies_note, tell
from pbem.cli.terminal import at_terminal, plain, wrapped
from pbem.errors import BadScript, IllegalOrder, PbemError
from pbem.home import computer, letters, robot_homes, sent
from pbem.imagine import GAMES
from pbem.ledger.values import READY
from pbem.mail.read import orders_file
from pbem.mail.read.orders_file import located_message, place_in
from pbem.mail.write.packet import packet
from pbem.player.orders import Letter, Orders
from pbem.player.player import Player
from pbem.protocol.bodies import Order
from pbem.protocol.said import HIGHEST_REVISION
from pbem.protocol.textfile import read_text
from pbem.reports.sentences import READY_ASKED, READY_WRITTEN

LEGAL = "These orders are legal, as far as they can be checked without dice."
DOUBTFUL = "You can send these orders, but please check the marked lines first: the orders would stop there."
NO_EDITOR = (
    "--edit needs a terminal to open your editor. Write the orders to a file instead: pbem orders "
    "GAME.toml --blank -o my.toml"
)
CAME = "These lines came by email. Add to them, or `send` them:"
NOTHING_SEALED = (
    "There are no orders to seal yet. Give them with --line, or fill in an orders file first: "
    "pbem orders GAME.toml --blank -o my.toml"
)
UNSEEN = (
    "Nothing was sealed, because nobody has looked at these lines from an email yet. Type this command in "
    "a terminal, and then `send`."
)
ONE_SOURCE = (
    "--from takes the lines from an email. Do not use an orders file, --line, --edit or --blank together "
    "with it."
)


class How(Struct, frozen=True):
    """How orders are sealed and sent: as the options say."""

    escrow: bool
    check: bool
    readable: bool
    wish: player_says.MailOptions


@click.command(
    "orders",
    help="""Write your orders, or change your scripts and policies.

    \b
    pbem orders game.toml                     asks you step by step
    pbem orders game.toml --blank -o my.toml  a file of all legal lines to fill in
    pbem orders game.toml my.toml             checks, seals, writes the email
    pbem orders game.toml --edit              the same in your editor, in one go
    pbem orders game.toml --line 'march: troops' --line 'done'
    pbem orders game.toml --from mail.eml     lines that you tapped on a report
    pbem orders game.toml --ahead             how this turn may end, card by card

    If you write orders again for the same decision, the new orders replace the old ones.
    In a duel, the orders that you sign are final.
    """,
)
@person.save_argument
@click.argument(
    "orders", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--line", "lines", multiple=True, help="An order line. You can repeat this option.")
@click.option(
    "--blank",
    is_flag=True,
    help="Print an orders file to fill in, or write it to the file that you name with -o.",
)
@click.option("--edit", is_flag=True, help="Open the orders file in your editor ($EDITOR).")
@click.option(
    "--from",
    "mail",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=(
        "Read, show and check order lines that you tapped on a report, from a saved email or a text file. In a terminal you can then add more lines."
    ),
)
@click.option(
    "--check",
    is_flag=True,
    help="Only try out the orders, with both results of every check. Nothing is sealed or written.",
)
@click.option(
    "--ahead",
    is_flag=True,
    help=(
        "Play the rest of this turn many times with these orders. You see where your orders would stop to "
        "ask you, how often that happens, and how the turn can end. Without a terminal, or with --check, "
        "`pbem` only prints the results."
    ),
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=GAMES,
    show_default=True,
    help="With --ahead: how many times to play the turn.",
)
@click.option(
    "--revision",
    type=click.IntRange(1, HIGHEST_REVISION),
    help=(
        "A number for this version of your orders, if you have already sent orders for this decision. "
        "Default: the next number."
    ),
)
@click.option(
    "--no-escrow", is_flag=True, help="Keep your Plan on your computer. The GM gets no copy."
)
@click.option(
    "--readable",
    is_flag=True,
    help="Add the order lines in readable form above the sealed text, so that the GM can read them in the email.",
)
@player_says.mail_options
def command(
    file: Path,
    orders: Path | None,
    lines: tuple[str, ...],
    blank: bool,
    edit: bool,
    mail: Path | None,
    check: bool,
    ahead: bool,
    games: int,
    revision: int | None,
    no_escrow: bool,
    readable: bool,
    wish: player_says.MailOptions,
) -> None:
    """Write, check or seal orders, from a file, lines, an editor, an email, or asked for in the terminal."""
    if readable and no_escrow:
        raise click.UsageError(
            "--readable shows the GM what --no-escrow hides from the GM. Use only one of them."
        )
    if edit and not at_terminal():
        raise click.UsageError(NO_EDITOR)
    if mail is not None and (orders or lines or edit or blank):
        raise click.UsageError(ONE_SOURCE)
    if robot_homes.has_robot_gm(file):
        from pbem.cli import robots  # who has none does without

        robots.take(file)
    how = How(not no_escrow, check, readable, wish)
    game = person.open_save(Player, file)
    if not game.ledger.offices.moderated and finish_duel_answer(game, lines, file, how):
        return
    if game.owes_ready and not (blank or orders or lines or edit or mail or ahead):
        at_once(game, file, how)
        return
    if blank or not (ahead or orders or lines or edit or mail or at_terminal()):
        text = packet(game, game.player_side, plain())
        if wish.out is None:
            click.echo(text, nl=False)
        elif wish.eml:
            raise click.UsageError(NOTHING_SEALED)
        else:
            out.write(wish.out, text)
            command_words = (
                f"{person.pbem()} orders {shlex.quote(str(file))} {shlex.quote(str(wish.out))}"
            )
            click.echo(
                wrapped(f"Fill in the file {wish.out}. Then type: {command_words}"), err=True
            )
        asked_sides = {*game.ledger.askings, *(request.side for request in game.requests)}
        if game.player_side not in asked_sides:
            click.echo(
                "You have nothing to decide now. In this file you can only change policies.",
                err=True,
            )
        return
    mine: Orders | None = None
    if orders is not None:
        mine = from_file(game, orders, not no_escrow)
    elif lines:
        mine = Orders(lines)
    elif edit:
        mine = edited(game, not no_escrow)
    elif mail is not None:
        mine = from_mail(game, mail, how, ahead)
        if mine is None:
            return
    if ahead:
        mine = played_ahead(game, mine, games, check)
        if mine is None:
            return
    if mine:
        # The guide, which a mail leads to, has asked already.
        is_confirmed = mail is not None or not at_terminal()
        game_after = send(game, mine, file, revision, how, is_confirmed)
    else:
        game_after = guide_through_orders(game, file, revision, how)
    if game_after is not None:
        click.echo(f"\n{player_says.next_for(game_after, file)}")


def finish_duel_answer(game: Player, lines: Sequence[str], file: Path, how: How) -> bool:
    """Repeat a duellist's signed answer, or answer a proposal with these lines. False if neither is to be done."""
    from pbem.cli import duels  # who has a GM does without

    wish = duels.DuelMailOptions(how.wish.out, how.wish.eml)
    if how.check:
        return False
    return duels.repeat_answer(game, file, wish) or duels.answer_proposal(game, lines, file, wish)


def at_once(game: Player, file: Path, how: How) -> None:
    """Where a side has nothing to decide its email is written without a question; a robot's game goes on with
    what is asked then."""
    click.echo(wrapped(READY_ASKED if how.check else READY_WRITTEN), err=True)
    if how.check:
        return
    after = send(game, Orders((READY,)), file, None, how, read_back=True)
    if after is None:
        return
    if at_terminal() and after.side in after.ledger.turn_of():
        after = guide_through_orders(after, file, None, how) or after
    click.echo(f"\n{player_says.next_for(after, file)}")


def played_ahead(game: Player, mine: Orders | None, games: int, check: bool) -> Orders | None:
    """Where these orders leave something open, and at a terminal what then; None if there is nobody to say."""
    if at_terminal() and not check:
        return guided(game, draft=mine, games=games)
    from pbem.cli.orders_ahead import print_ahead  # who does not ask does without

    print_ahead(game, mine or Orders(), games)
    return None


def guided(
    game: Player, *, draft: Orders | None = None, games: int = 0, again: bool = False
) -> Orders:
    """As `guide_through`."""
    from pbem.cli.orders_guided import guide_through  # 10 ms, and who types lines is not led

    return guide_through(game, draft=draft, games=games, again=again)


def guide_through_orders(game: Player, file: Path, revision: int | None, how: How) -> Player | None:
    """Question by question; where a robot moderates, until the game is over or the player leaves."""
    after = send(game, guided(game), file, revision, how, read_back=True)
    while after is not None and after.side in after.ledger.turn_of():
        mine = Orders((READY,)) if after.owes_ready else guided(after, again=True)
        after = send(after, mine, file, None, how, read_back=True)
    return after


def send(
    game: Player,
    mine: Orders,
    file: Path,
    revision: int | None,
    how: How,
    confirmed: bool = True,
    read_back: bool = False,
) -> Player | None:
    """Read back, check and seal; the game after that, if a robot has taken the email at once, else None.

    What is doubtful is asked about before it is sealed, where nobody has `confirmed` it.

    Args:
        read_back: the lines were shown just before.

    Raises click.Abort.
    """
    letter = None
    if game.ledger.offices.moderated:
        number, head = written_before(game, revision)
        letter = game.orders(mine.lines, number, how.escrow, mine.scripts, mine.reactions, head)
        letter = sent.with_ready(game, letter)
    else:
        game.check_orders(mine, how.escrow)
    doubtful = not read_back and tell(game, mine)
    if how.check:
        if mine.lines and not game.owes_ready:
            from pbem.cli.report_text import both_ways_text  # who seals does without

            click.echo(both_ways_text(game, mine.lines), nl=False)
        click.echo(DOUBTFUL if doubtful else LEGAL, err=True)
        return None
    if doubtful and not confirmed:
        click.confirm("Seal and sign these orders as they are?", abort=True, err=True)
    if letter is None:
        from pbem.cli import duels  # who has a GM does without

        wish = duels.DuelMailOptions(how.wish.out, how.wish.out is None and how.wish.eml)
        return duels.send(game, mine, file, wish)
    return seal(game, letter, file, mine, how)


def written_before(game: Player, revision: int | None) -> tuple[int, str]:
    """The revision that orders written now have, and the head that the first for this question named.

    Raises UsageError: that revision was signed already, and two different ones would be a fault.
    """
    before = sent.before(game)
    if revision is not None and revision <= before.revision:
        raise click.UsageError(
            f"You have already signed revision {before.revision} of these orders; choose a higher number."
        )
    return revision or before.revision + 1, before.head


def from_file(game: Player, path: Path, escrow: bool) -> Orders:
    """The orders in a file, checked; a mistake is told with its line and column in the file."""
    raw = path.read_bytes()
    draft = orders_file.to_send(game, orders_file.read(raw))
    try:
        game.check_orders(draft, escrow)
    except (IllegalOrder, BadScript) as error:
        raise place_in(read_text(raw), error) from error
    return draft


def edited(game: Player, escrow: bool) -> Orders:
    """The player's orders from an editor; they have been checked. Raises click.Abort."""
    text = packet(game, game.player_side, plain())
    while True:
        saved_text = click.edit(text, extension=".toml")
        if saved_text is None:
            raise click.Abort
        try:
            draft = orders_file.to_send(game, orders_file.parse(saved_text))
            game.check_orders(draft, escrow)
            return draft
        except PbemError as error:
            click.echo(wrapped(located_message(saved_text, error)), err=True)
            if not click.confirm("Edit it again?", default=True, err=True):
                raise
            text = saved_text


def from_mail(game: Player, path: Path, how: How, ahead: bool) -> Orders | None:
    """The lines in an email of the player's to himself, checked; at a terminal the guide goes on from them.

    None where nobody is there to look at them: they are only printed.
    """
    from pbem.home import tapped_orders
    from pbem.mail.read import lines, message

    mine = tapped_orders.tapped_orders(game, lines.read(message.raw(path)), how.escrow)
    if ahead or how.check:
        return mine
    if at_terminal():
        click.echo(CAME)
        tell(game, mine)
        return guided(game, draft=mine)
    tell(game, mine)
    click.echo(UNSEEN, err=True)
    return None


def seal(game: Player, letter: Letter, file: Path, mine: Orders, how: How) -> Player | None:
    """Keep the orders, write the email, and say where it is and whom to send it to; None.

    Where a robot moderates they are handed over to it, and the game after that is returned.
    """
    computer.check_may_sign(game)
    if robot_homes.has_robot_gm(file):
        computer.check_may_sign(game)
        sent.keep_youngest(game, letter)
        return player_says.hand_over(game, file, letter)
    mail = letters.of_orders(game, letter, mine, how.readable)
    path = player_says.path_of(file, mail, how.wish)
    letters.keep_and_write(game, letter, mail, path, how.wish.eml)
    body = letter.envelope.body
    if isinstance(body, Order) and body.revision > 1:
        note = (
            f"This is revision {body.revision} of your orders for this question: it replaces those"
        )
        click.echo(f"{note}\nwritten before, if the GM has not applied them yet.", err=True)
    if note := policies_note(game, mine):
        click.echo(wrapped(note), err=True)
    click.echo(f"Sealed and signed. {player_says.to_do(game, file, path, how.wish)}", err=True)
    player_says.offer_to_send(game, how.wish)
    return None
