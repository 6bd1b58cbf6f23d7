"""What the commands of a player do in a duel, a game without a GM (`pbem.round.duels`)."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from pbem.cli import gm_commands, person, player_says
from pbem.cli.documents import document
from pbem.cli.terminal import one_line, wrapped
from pbem.club.folder import saves
from pbem.duel.duellist import Duellist
from pbem.duel.refusals import NewChains, NotNewest
from pbem.errors import Duel, NotASave, NotYourTurn, OutOfSequence, PbemError, UnreadableFile
from pbem.home import arrivals, computer, words
from pbem.ledger import tables
from pbem.ledger.story import Story, proposed
from pbem.mail import addresses
from pbem.mail.read import message
from pbem.mail.read.header import sender_of
from pbem.player import compose
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.post import config
from pbem.protocol import armour
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelPropose
from pbem.reports.from_game import entries_story
from pbem.round import duel_robots, duels
from pbem.round.duels import founded as founded
from pbem.round.entries import promised
from pbem.round.reports import Reports

FIRST = "Name your own file of this duel first: pbem apply game.toml {email}"
RULINGS = {"void": "takeback", "patch": "correct", "result": "result"}
"""What a ruling is called where it is proposed."""
AGREE, NO = "agree", "no"
"""Lines that answer what the opponent proposes."""
LOST = (
    "You are about to continue this duel from entry {n} with new secret numbers. This is needed because "
    "your opponent may have left out later entries, and would then know your next dice. It is final, and "
    "your opponent has to apply your email. Do it only if your own newest file is lost."
)
KEY_HERE = "{path}: this is the key of {name} for this game."
NOTHING_WRONG = (NotYourTurn, OutOfSequence)
"""Why an order of the opponent's does not go in now, though nobody did anything wrong: both are asked, or it is in."""
ROBOT = "The robot plays on this computer, from {folder}. Keep that folder next to the game."


# -- the email that is next ---------------------------------------------------------------------


def email_path(player: Duellist, file: Path, wish: DuelMailOptions) -> Path | None:
    """Where the email goes; None where `pbem post` sends it, or the file itself is to be sent."""
    if wish.out is not None:
        return wish.out
    outbox = wish.outbox(player, file)
    if outbox is None and (config.carries(file) or not wish.eml):
        return None
    return (outbox or file.parent) / f"{duels.stem(player)}.eml"


class DuelMailOptions:
    """Where to write an email, and how.

    Attributes:
        out: a file. eml: finished, next to the game. reports: with the outbox, which is kept for this game.
    """

    def __init__(
        self, out: Path | None = None, eml: bool = False, reports: Reports | None = None
    ) -> None:
        self.out, self.eml, self.reports = out, eml, reports or Reports()

    def outbox(self, player: Duellist, file: Path) -> Path | None:
        """Where finished emails of this duel go, kept for this game; None without such a folder. Raises Unfinished."""
        with promised(duels.HAS_SIGNED.format(file=file), file):
            folder = self.reports.mails(player)
        return None if folder == computer.post_outbox() else folder


def next_line(player: Duellist, file: Path, wish: DuelMailOptions) -> str:
    """Write the email that is owed, if one is, and say in one line what to do next. Raises Unfinished."""
    robot = duel_robots.plays(player, file)
    result = player.ledger.result
    over = f"The game is over, {result.told.rstrip('.')}. " if result is not None else ""
    if (proposal := player.proposal) is not None:
        return _proposal_words(proposal, duels.as_player(player), file)
    if player.decides:
        question = duels.question(player)
        return f"You are asked: {question} Answer with: {person.pbem()} orders {shlex.quote(str(file))}"
    if robot or not duels.has_news(player):  # a robot of this computer needs no email
        audit = duels.AUDIT.format(pbem=person.pbem(), file=shlex.quote(str(file))) if over else ""
        return f"{over}{_waiting_words(player)} {audit}".strip()
    path = email_path(player, file, wish)
    has_joined = duels.other(player) in player.ledger.seats
    whom = duels.opponent(player) if has_joined else "your opponent"
    if path is None and config.carries(file):
        return f"{over}`{person.pbem()} post` sends it to {whom}: {duels.brings(player)}."
    if path is not None:
        duels.write_email(player, file, path)
    how = "" if path is not None and path.suffix == ".eml" else " as an attachment"
    return f"{over}Send {path or file} to {whom}{how}: {duels.brings(player)}."


def _waiting_words(player: Duellist) -> str:
    waits = duels.waits_for(player)
    return f"There is nothing to send. {waits}".strip()


def tell(player: Duellist, stories: Sequence[Story]) -> None:
    """Say what happened."""
    new_stories = [
        story
        for story in stories
        if story.decisions or story.events or story.left or player.ledger.result
    ]
    if new_stories:
        click.echo(document(entries_story(duels.as_player(player), new_stories)), nl=False)
        click.echo()


def robots(player: Duellist, file: Path) -> bool:
    """Let the opponent answer, if it is a robot of this computer, and say what happened."""
    if not duel_robots.plays(player, file):
        return False
    tell(player, duel_robots.play(player, file))
    return True


# -- commands -----------------------------------------------------------------------------------


def new(player: Duellist, file: Path, offered: str, address: str, wish: DuelMailOptions) -> None:
    """`pbem new --duel`. `offered`: the fingerprint of the card of the other side; "" without one."""
    ledger, side = player.ledger, duels.other(player)
    with gm_commands.told_if_unfinished():
        if address:
            book = addresses.Book().put(side, address)
            addresses.write(computer.addresses(ledger.game), book)
        duels.begin(player, file, offered)
        game = duels.as_player(player, file)
        click.echo(f"{game.title}: duel {game.id}, in {file}. You play {player.side}.")
        if robots(player, file):
            click.echo(wrapped(ROBOT.format(folder=file.with_suffix(".robots"))))
        click.echo(next_line(player, file, wish))


def join(file: Path, data: bytes, side: str, wish: DuelMailOptions) -> None:
    """`pbem join` in a duel: accept, write one's own file in the place of the invitation, and print what to do
    next."""
    identity = person.load_identity()
    own = _own_file(file)
    invited_by_post = computer.is_invitation(file) and computer.post_outbox() is not None
    with gm_commands.told_if_unfinished():
        player = duels.joined(identity, data, side)
        if invited_by_post:
            own = config.read_config().folder / f"{tables.game_id(player.ledger)}.toml"
        if not player.side.startswith(side.lower()):
            raise NotYourTurn(side=side, waiting=f"the free side is {player.side}")
        game = player.ledger.game
        if own != file and own.is_file() and savefile.genesis_hash(own.read_bytes()) != game:
            raise UnreadableFile(why=f"{own} is another game; move the email to a new folder")
        duels.begin(player, own)
        duels.hear(player, sender_of(message.raw(file)))
        game_ = duels.as_player(player, own)
        click.echo(wrapped(f"{game_.title}. You play {player.side}. {words.terms(game_)}"))
        person.say(duels.codes_to_compare(player))
        click.echo(next_line(player, own, wish))
    if invited_by_post:
        file.unlink()


def _own_file(file: Path) -> Path:
    """Where one's own file of a duel is, if it was named, or came in an email that was."""
    return file if person.save_in_email(file) is None else file.with_name("game.toml")


def apply(
    file: Path, data: bytes, mails: Sequence[Path], wish: DuelMailOptions, agree: bool
) -> bool:
    """`pbem apply` in a duel: take each email, write the file and the email that is owed, print the news; was any
    refused?

    Args:
        agree: accept new secret numbers of an opponent who has lost their record, even if the player has to decide.
    """
    if person.save_in_email(file) is not None:
        raise click.UsageError(FIRST.format(email=shlex.quote(str(file))))
    identity = person.load_identity()
    with gm_commands.told_if_unfinished(), duels.held(data, identity) as player:
        had_waited = not player.ledger.begun
        in_file = duels.take_file(player, data, agree)
        games_by_mail, any_refused = _games_in(mails)
        batches = duels.take(player, games_by_mail, agree)
        duels.write(player, file)
        wish.outbox(player, file)  # or kept for later, where nothing is to be sent now
        any_refused |= _print_results(player, batches, file)
        if in_file.trouble is not None and not isinstance(in_file.trouble, NOTHING_WRONG):
            # What lay in the place of one's own file is still there under this name.
            any_refused |= _refuse(file.with_name(f"{file.name}.bak"), in_file.trouble, file)
        if player.ledger.begun and had_waited and not duels.offered_to(player):
            person.say(duels.codes_to_compare(player))
        tell(player, [*in_file.news, *(story for news in batches for story in news.stories)])
        robots(player, file)
        click.echo(next_line(player, file, wish))
        return any_refused


def _games_in(mails: Sequence[Path]) -> tuple[dict[Path, list[bytes]], bool]:
    """The games in each email; an email without one is refused. Was any?"""
    games_by_mail: dict[Path, list[bytes]] = {}
    refused = False
    for path in mails:
        try:
            games_by_mail[path] = arrivals.saves_in(message.raw(path))
            if not games_by_mail[path]:
                raise NotASave(why="there is no game in it")
        except (PbemError, OSError) as error:
            games_by_mail.pop(path, None)
            refused = _refuse(path, error)
    return games_by_mail, refused


def _print_results(player: Duellist, batches: Sequence[duels.News], file: Path) -> bool:
    """Print which emails were refused or brought nothing new, and learn addresses from the others. Was any refused?"""
    refused = False
    for news in batches:
        wrong = news.error or news.waits
        if wrong is not None and not isinstance(wrong, NotYourTurn):
            refused = _refuse(news.path, wrong, file)
        elif news.reveals and not news.stories:
            words = KEY_HERE.format(path=one_line(str(news.path)), name=duels.opponent(player))
            click.echo(words, err=True)
        elif not news.stories:
            click.echo(f"{one_line(str(news.path))}: nothing new.", err=True)
        if news.stories:  # else it may be a copy from anybody
            duels.hear(player, sender_of(message.raw(news.path)))
    return refused


def apply_to_folder(
    folder: Path, mails: Sequence[Path], wish: DuelMailOptions, agree: bool
) -> tuple[tuple[Path, ...], bool]:
    """Apply to each duel of a folder what came for it, or without emails do what is left to do.

    Returns the emails that are for none of them, and whether anything was refused.
    """
    own: dict[str, Path] = {}
    for path in saves(folder, (armour.DUEL.encode(),)):
        genesis = savefile.genesis_hash(savefile.contents(path))
        record = computer.duel_record(genesis) if genesis else None
        if record is not None and record.is_file():
            is_own = path.read_bytes() == record.read_bytes()
            own[genesis] = path if is_own else own.get(genesis, path)
    came: dict[str, list[Path]] = {genesis: [] for genesis in own}
    other_mails: list[Path] = []
    for mail in mails:
        genesis = savefile.genesis_hash(person.duel_in(mail))
        (came.get(genesis, other_mails)).append(mail)
    any_refused = False
    for genesis, path in own.items():
        if came[genesis] or not mails:
            click.echo(f"{path}:")
            any_refused |= apply(path, person.duel_in(path), came[genesis], wish, agree)
    return tuple(other_mails), any_refused


def _refuse(path: Path, error: Exception, file: Path | None = None) -> bool:
    how = ""
    if isinstance(error, NewChains) and file is not None:
        words = " ".join(shlex.quote(str(one)) for one in (file, path))
        how = f" If you agree, type: {person.pbem()} apply {words} --insist"
    click.echo(wrapped(f"{one_line(str(path))}: refused. {error}{how}", "", "    "), err=True)
    return True


def send(game: Player, mine: Orders, file: Path, wish: DuelMailOptions) -> Player | None:
    """Sign orders; the game after that, if a robot has answered at once. Raises as `sign`."""
    new = compose.orders_in_duel(game.ledger, game.player_side, mine)

    def act(player: Duellist) -> None:
        player.decide(new.lines, new.answers, new.policies)

    return sign(game, file, wish, act)


def _by_post(player: Duellist, file: Path, wish: DuelMailOptions) -> bool:
    """Does `pbem post` send what was just signed?"""
    return duels.sends(player) and email_path(player, file, wish) is None and config.carries(file)


def sign(
    game: Player, file: Path, wish: DuelMailOptions, act: Callable[[Duellist], None]
) -> Player | None:
    """Sign an answer of any kind; the game after that, if a robot has answered at once. Raises as
    `duels.check_unchanged`."""
    with (
        gm_commands.told_if_unfinished(),
        duels.held(person.duel_in(file), game.somebody()) as player,
    ):
        duels.check_unchanged(player, game.head)
        act(player)
        own = _own_file(file)
        duels.write(player, own)
        if robots(player, own):
            return duels.as_player(player, own)
        click.echo(f"Signed. {next_line(player, own, wish)}")
        identity, sends = player.identity, _by_post(player, own, wish)
    if sends:
        player_says.offer_to_fetch_and_send(identity)
    return None


def say(file: Path, wish: DuelMailOptions, act: Callable[[Duellist], None]) -> None:
    """Answer by something that is no order: a proposal, an agreement, a resignation. Raises as `sign`."""
    game = person.open_save(Player, file)
    after = sign(game, file, wish, act)
    if after is not None:
        click.echo(player_says.next_for(after, file))


def propose_ruling(
    file: Path, reason: str, kind: str, about: int, side: str, lines: list[str]
) -> None:
    """What a GM would rule alone, proposed to the opponent. Raises Duel: only a GM can do that."""
    if kind not in RULINGS or (kind == "result" and not side):
        raise Duel
    entry = about if kind == "void" else 0

    def act(player: Duellist) -> None:
        player.propose(RULINGS[kind], entry, lines, side, reason)

    say(file, DuelMailOptions(), act)


def take_back(file: Path, wish: DuelMailOptions, entry: int, text: str) -> None:
    """Propose to go back to before an entry; 0 to agree to a take-back that the opponent proposes."""

    def act(player: Duellist) -> None:
        if entry:
            player.propose("takeback", entry, text=text)
        else:
            player.agree("takeback")

    say(file, wish, act)


def resign(file: Path, wish: DuelMailOptions) -> None:
    """Give the game up."""
    say(file, wish, Duellist.resign)


def draw(file: Path, wish: DuelMailOptions) -> None:
    """Agree to a draw that the opponent proposes, else propose one."""

    def act(player: Duellist) -> None:
        proposal = player.proposal
        if proposal is not None and proposal.kind == "draw":
            player.agree()
        else:
            player.propose("draw")

    say(file, wish, act)


def recover(file: Path, data: bytes, yes: bool) -> None:
    """Go on from a file of a duel without a record of one's own, or from a backup: with new secret numbers."""
    identity = person.load_identity()
    own = _own_file(file)
    with gm_commands.told_if_unfinished(), duels.alone(data):
        player = duels.recovered(identity, data)
        if player.claims:
            click.echo(wrapped(LOST.format(n=player.ledger.n)))
            if not yes and not click.confirm("Is your own record of this duel lost?", err=True):
                raise click.Abort
        computer.pins().forget(player.ledger.game)
        duels.write(player, own)
        click.echo(next_line(player, own, DuelMailOptions()))


def answer_proposal(game: Player, lines: Sequence[str], file: Path, wish: DuelMailOptions) -> bool:
    """Answer what the opponent proposes by the line `agree` or `no`; without one say how. False if they propose
    nothing."""
    proposal = game.ledger.cases.proposal
    if proposal is None or proposal.author == game.side:
        return False
    if list(lines) not in ([AGREE], [NO]):
        click.echo(_proposal_words(proposal, game, file))
        return True
    say(file, wish, Duellist.agree if list(lines) == [AGREE] else Duellist.decline)
    return True


def _proposal_words(proposal: DuelPropose, game: Player, file: Path) -> str:
    orders = f"{person.pbem()} orders {shlex.quote(str(file))}"
    words = proposed(proposal)
    stop = "" if words.endswith((".", '."', '!"', '?"')) else "."
    if proposal.kind == "takeback":
        n = proposal.entry
        lines = [one.line for story in game.stories(n, n) for one in story.decisions]
        stop += f" Entry {n} began with `{lines[0]}`." if lines else ""
    return f"{words}{stop} Answer with: {orders} --line {AGREE}, or --line {NO}"


def repeat_answer(game: Player, file: Path, wish: DuelMailOptions) -> bool:
    """Print again what to do with a signed answer that is not in the log yet. False if there is none.

    Raises NotNewest: orders are written from one's newest file.
    """
    with (
        gm_commands.told_if_unfinished(),
        duels.held(person.duel_in(file), game.somebody()) as player,
    ):
        if player.ledger.head != game.head:
            raise NotNewest(file=shlex.quote(str(file)))
        if player.order is None:
            return False
        own = _own_file(file)
        duels.write(player, own)  # a kill may have left an older one there
        answered_words = "" if player.claims else "You have answered. "
        click.echo(f"{answered_words}{next_line(player, own, wish)}")
        return True
