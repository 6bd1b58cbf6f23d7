"""The post of a duel: each player's round takes what came, and the opponent is sent what one owes.

What is owed follows from one's own file, so it is queued once for each state of that file, and again after a week
without an answer, or where the opponent's email shows that it did not arrive.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import NewChains
from pbem.engine.prose import sentence
from pbem.errors import Locked, NoIdentity, NotYourTurn, PbemError
from pbem.home import arrivals, computer, opening
from pbem.ledger.story import proposed
from pbem.post import games
from pbem.post.context import Context
from pbem.post.journal import DAY, ELSEWHERE, HOUR, UNTOUCHED, Incoming
from pbem.post.outgoing import AUTOMATIC
from pbem.post.reading import Reading
from pbem.protocol import save as savefile
from pbem.protocol.atomic import private_folder
from pbem.protocol.hashing import digest
from pbem.round import duel_robots, duels
from pbem.round.entries import Unfinished

WEEK = 7 * DAY
"""Seconds without an answer, after which an email is sent again."""
REPEATS = 4
"""How often it is sent again; after the end of the game never, as nothing has to come back."""
CLAIM = (
    "asks for new secret numbers in {game}, because the opponent's record of the duel was lost. Read what that "
    "means in `pbem guide duel`. If you agree, save the email and type: `pbem apply {file} EMAIL --insist`."
)
AWAY = "is for a duel of yours whose file is not in {folder}. Move the file there, and `pbem post` takes the email."
INVITED = (
    "{sender} invites you to a duel: {title} ({game}). The founder has the fingerprint {fingerprint} and is called "
    "{name}. If {sender} is their address, type this first: `pbem addresses {file} {founder} {sender}`. To play, "
    "type: `pbem join {file} --as {side}`."
)


def take_email(context: Context, row: Incoming, reading: Reading, has_room: bool) -> None:
    """Take an email with the file of a duel, or keep it as an invitation while there is room.

    Raises Locked, NoIdentity, OSError.
    """
    path = _file(context, reading.genesis)
    if not computer.duel_record(reading.genesis).is_file():
        _keep_invitation(context, row, reading, has_room)
    elif path is None:
        notice = AWAY.format(folder=context.config.folder)
        _note(context, row, ELSEWHERE, "The file of this duel is somewhere else.", notice)
    else:
        try:
            _take(context, row, reading, path)
        except (Locked, NoIdentity):
            raise
        except (PbemError, Unfinished) as error:  # a damaged record: the email waits
            context.say(f"{path}: {error}")


def _file(context: Context, genesis: str) -> Path | None:
    """One's own file of a duel in the folder of games, where emails of the opponent may lie too; None without one."""
    folder, record = context.config.folder, computer.duel_record(genesis)
    paths = [Path(path) for path, _ in context.journal.paths_of(genesis)]
    paths = sorted(path for path in paths if folder in path.parents)
    if len(paths) > 1 and record.is_file():
        newest = record.read_bytes()
        paths = [path for path in paths if path.read_bytes() == newest] or paths
    return paths[0] if paths else None


def _take(context: Context, row: Incoming, reading: Reading, path: Path) -> None:
    """Take an email to a duel that is played here. Raises GameBusy, Unfinished."""
    record = computer.duel_record(reading.genesis).read_bytes()  # the email may be damaged
    with duels.held(record, context.identity()) as player:
        was_alone = not player.ledger.begun
        (news,) = duels.take(player, {path: [reading.save]})
        duels.write(player, path)
        wrong = news.error or news.waits
        if wrong is not None and not isinstance(wrong, NotYourTurn):
            notice = f"could not be used in {path}: {wrong}"
            if isinstance(wrong, NewChains):
                notice = CLAIM.format(game=_id(player, path), file=shlex.quote(str(path)))
            _note(context, row, "person", str(wrong), notice, is_signed=news.error is None)
        else:
            _note(context, row, "taken", f"{path} is up to date.")
        if news.stories:  # else it may be a copy from anybody
            duels.hear(player, reading.sender)
        has_begun = was_alone and player.ledger.begun
        if has_begun and duels.is_founder(player) and not duels.offered_to(player):
            _announce_opponent(context, player, path)
        if news.reveals:
            _announce_key(context, player, path)
        if news.answers and not news.stories:
            _queue_again(context, player, f"lacked/{row.digest}", HOUR)
    games.look_at(context.journal, path)
    _announce(context, player, path)


def _note(
    context: Context,
    row: Incoming,
    state: str,
    words: str,
    notice: str = "",
    is_signed: bool = False,
) -> None:
    with context.journal.transaction():
        context.journal.set_incoming(row.digest, state=state, words=words)
        if notice:
            context.tell_of_email("duel", row.digest, row.sender, notice, is_signed)


def _id(player: Duellist, path: Path) -> str:
    return duels.as_player(player, path).id


# -- invitations --------------------------------------------------------------------------------


def _keep_invitation(context: Context, row: Incoming, reading: Reading, has_room: bool) -> None:
    """Keep the file of a duel that nobody here has joined, if its other side is free."""
    journal, identity = context.journal, context.identity()
    try:
        log, order = savefile.read_duel(reading.save)
        stranger = Duellist(identity, log.entries)
        if stranger.ledger.begun or order is not None or len(log.entries) > 1:
            _note(context, row, UNTOUCHED, "This email has a duel that you do not play.")
            return
        if games.newest(journal, reading.genesis, context.invitations) is not None:
            _note(context, row, "taken", "You already have this invitation.")
            return
        if not has_room:
            _note(context, row, ELSEWHERE, "There are too many invitations.")
            return
        private_folder(context.invitations)
        path = arrivals.put_new_save(context.invitations, identity, reading.save)
    except PbemError as error:
        _note(context, row, UNTOUCHED, str(error))
        return
    games.refresh(journal, [context.config.folder, context.invitations])
    game, founder = duels.as_player(stranger, path), next(iter(stranger.ledger.seats))
    keys = stranger.ledger.seats[founder].keys
    words = INVITED.format(
        sender=reading.sender.address or "Somebody",
        title=game.title,
        game=game.id,
        fingerprint=keys.fingerprint,
        name=keys.name,
        file=shlex.quote(str(path)),
        founder=founder,
        side=next(side for side in stranger.ledger.sides if side != founder),
    )
    with journal.transaction():
        journal.set_incoming(row.digest, state="taken", words=f"{path} is a new game.")
        journal.put_notice(
            f"invitation/{reading.genesis}", words, context.now, kind="invitation", file=str(path)
        )


# -- sending ------------------------------------------------------------------------------------


def send(context: Context) -> None:
    """Queue the email that is owed in each duel of the folder. Raises Locked, NoIdentity, OSError."""
    for genesis in sorted({row[0] for row in context.journal.games().values()}):
        record, path = computer.duel_record(genesis), _file(context, genesis)
        if path is None or not record.is_file():
            continue
        state = digest(record.read_bytes())
        if context.journal.spent("no email", state, 0):
            continue
        if _was_queued(context, genesis, state, WEEK):
            continue
        try:
            with duels.held(record.read_bytes(), context.identity()) as player:
                if not duels.sends(player) or duel_robots.plays(player, path):
                    with context.journal.transaction():
                        context.journal.spend("no email", state, 0)
                elif (number := _repeat(context, player, state)) is not None:
                    _queue_again(context, player, str(number), WEEK)
        except (Locked, NoIdentity):
            raise
        except PbemError as error:  # it stops no other game
            context.say(f"{path}: {error}")


def _repeat(context: Context, player: Duellist, state: str) -> int | None:
    """The number of the email that is next for this state of one's file; None if it went often enough."""
    repeats = REPEATS if player.ledger.result is None else 0
    keys = [f"{_key(player.ledger.game, state)}{n}" for n in range(repeats + 1)]
    return next((n for n, key in enumerate(keys) if not context.journal.has_key(key)), None)


def _key(genesis: str, state: str) -> str:
    return f"duel/{genesis}/{state}/"


def _was_queued(context: Context, genesis: str, state: str, pause: int) -> bool:
    """Was this email queued in the last so many seconds?"""
    at = context.journal.last_queued(_key(genesis, state), context.now)
    return at > 0 and context.now - at < pause


def _queue_again(context: Context, player: Duellist, why: str, pause: int) -> None:
    """Queue the email to the opponent, unless the same one was queued in the last `pause` seconds."""
    genesis, state, side = player.ledger.game, digest(player.email()), duels.other(player)
    if not duels.sends(player) or _was_queued(context, genesis, state, pause):
        return
    seat = player.ledger.seats.get(side)
    fingerprint = seat.keys.fingerprint if seat is not None else ""
    to = context.address_of(genesis, side, fingerprint)
    with context.journal.transaction():
        key = f"{_key(genesis, state)}{why}"
        context.enqueue(key, genesis, side, fingerprint, to, duels.email(player), AUTOMATIC)


# -- news ---------------------------------------------------------------------------------------


def _announce_opponent(context: Context, player: Duellist, path: Path) -> None:
    plays = f"{duels.opponent(player)} plays {duels.other(player)}"
    words = f"{_id(player, path)}: {plays}. {duels.codes_to_compare(player)}"
    with context.journal.transaction():
        key = f"opponent/{player.ledger.game}"
        context.journal.put_notice(key, words, context.now, kind="opponent", file=str(path))


def _announce_key(context: Context, player: Duellist, path: Path) -> None:
    audit = duels.AUDIT.format(pbem="pbem", file=shlex.quote(str(path)))
    words = f"{_id(player, path)}: {duels.opponent(player)} has sent the key of this game. {audit}"
    with context.journal.transaction():
        key = f"key/{player.ledger.game}"
        context.journal.put_notice(key, words, context.now, kind="key", file=str(path))


def _announce(context: Context, player: Duellist, path: Path) -> None:
    """Put a notice of what this duel wants of its player, once for each question, proposal and end."""
    ledger, side = player.ledger, player.side
    game = duels.as_player(player, path)
    opening.remember(game)  # so that it opens quickly; what it would say the notices below say
    kind, command, number = "question", f"pbem orders {shlex.quote(str(path))}", 0
    if ledger.result is not None:
        kind, command = "over", f"pbem report {shlex.quote(str(path))}"
        words = f"{game.id} is over: {ledger.result.reason.rstrip('.')}."
    elif (proposal := player.proposal) is not None:
        number = ledger.askings[side].number
        kind = "proposal"
        words = f"{game.id}: {proposed(proposal)} Answer with: {command} --line agree, or --line no"
    elif player.decides:
        number = ledger.askings[side].number
        question = sentence(ledger.request(side).question)
        words = f"{game.id} asks you, as {side}: {question} With: {command}"
    else:
        return
    with context.journal.transaction():
        context.journal.put_notice(
            f"{kind}/{ledger.game}/{side}/{number}",
            words,
            context.now,
            kind=kind,
            command=command,
            game=game.id,
            title=game.title,
            side=side,
            file=str(path),
        )
