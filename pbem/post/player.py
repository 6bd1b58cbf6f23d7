"""The player's part: saves arrive in the folder of games once they are checked, and a new question is told once."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path

from msgspec.structs import replace

from pbem.engine.prose import sentence
from pbem.errors import BadSignature, GameBusy, NoBlock, PbemError, ShorterHistory
from pbem.home import arrivals, computer, opening, published
from pbem.ledger.cases import time
from pbem.mail.write import eml
from pbem.mail.write.outbox import parcel, write_all
from pbem.player.player import Player
from pbem.post import calendar, duels, games, phone, slips
from pbem.post.context import Context
from pbem.post.journal import DAY, ELSEWHERE, UNTOUCHED, Incoming
from pbem.post.outgoing import AUTOMATIC
from pbem.post.reading import Reading, TooSlow
from pbem.proof.reader import Reader
from pbem.protocol import closed_refusal, envelope, sequel
from pbem.protocol import save as savefile
from pbem.protocol.atomic import private_folder, replace_file
from pbem.protocol.bodies import SignedRefusal
from pbem.protocol.offices import GM
from pbem.round import correspondents

WEEK = 7 * DAY
"""Seconds for which new entries wait for those before them."""
MOST_WAITING = 5
"""Emails with new entries of one game that wait for those before them; the whole save brings all of them."""
SIGNED = 4
"""Times as many of them wait that a GM has signed."""
MOST_INVITATIONS = 20
"""Games of strangers that are kept until somebody joins or removes them."""


def sequels_due(context: Context) -> list[Incoming]:
    """Emails with new entries that can be put in place now, in the order of their entries. One that waits is not even
    read before something else has come. Raises OSError."""
    rows = [row for row in context.journal.incoming("placed", "waits") if row.kind == "sequel"]
    new = {row.genesis for row in rows if row.state == "placed"}
    due = [row for row in rows if row.genesis in new or not _waits_on(context, row)]
    return sorted(due, key=lambda row: first_of(context, row))


def _waits_on(context: Context, row: Incoming) -> bool:
    """Is its game as it was when these entries were tried last, and may they wait longer?"""
    return row.entry == _entries(context, row.genesis) and context.now < row.arrived + WEEK


def _entries(context: Context, genesis: str) -> int:
    """How many entries of a game are here."""
    return max((count for _, count in context.journal.paths_of(genesis)), default=0)


def first_of(context: Context, row: Incoming) -> int:
    """The first entry that an email with new entries holds: they are put in place in their order. Raises OSError."""
    try:
        return sequel.named(context.reading(row).save).first
    except (TooSlow, PbemError):  # said when it is looked at
        return 0


def take_sequel(context: Context, row: Incoming, reading: Reading) -> None:
    """Put new entries behind those of the save that is here. Raises Locked, NoIdentity, OSError.

    Where entries in between are missing it waits, and the whole save is asked for.
    """
    journal, own = context.journal, context.save_of(reading.genesis)
    entries = _entries(context, reading.genesis)
    if row.state == "waits" and _waits_on(context, row):
        return
    try:
        if own is None:
            raise sequel.EntriesMissing(first=sequel.named(reading.save).first, count=0)
        whole = sequel.joined(savefile.contents(own), reading.save)
        savefile.read(whole)
    except PbemError as error:
        game = opening.read_game(Player, own, context.identity()) if own is not None else None
        signed = game is not None and _is_signed(game, reading.save)
        if game is not None and game.side == GM:
            state, words = "own", "This email has entries of a game that you moderate yourself."
        elif row.state == "placed" and _too_many_wait(context, row, signed):
            state, words = (
                UNTOUCHED,
                "Too many emails with later entries of this game are already waiting.",
            )
        elif context.now < row.arrived + WEEK:
            state, words = "waits", str(error)
        else:
            state, words = (
                "refused",
                f"{error} The entries before these have not come within a week.",
            )
        with journal.transaction():
            journal.set_incoming(row.digest, state=state, words=words, entry=entries)
            if own is None and state == "waits":
                notice = "has new entries of a game whose save is not in your folder of games. Ask the GM for the save."
                context.tell_of_email("save", row.digest, row.sender, notice)
        if game is not None and state == "waits":
            _ask_for_save(context, game, signed)
        return
    here_already = games.newest(journal, reading.genesis, context.config.folder) is not None
    take_save(context, row, replace(reading, save=whole), entries if here_already else 0)


def _is_signed(game: Player, block: bytes) -> bool:
    try:
        return sequel.is_signed(block, game.ledger.table.gms)
    except PbemError:
        return False


def _too_many_wait(context: Context, row: Incoming, signed: bool) -> bool:
    """Anybody can write new entries of a game that do not follow on; they must not fill the spool, nor take the place of
    those that a GM has signed."""
    waiting = context.journal.incoming("waits", genesis=row.genesis)
    most = MOST_WAITING * (SIGNED if signed else 1)
    return sum(one.kind == "sequel" for one in waiting) >= most


def _ask_for_save(context: Context, game: Player, signed: bool) -> None:
    """Ask the GM for the whole save, at most once a day in one game for what a GM has signed, and once for what nobody
    has."""
    today, what = context.now // DAY * DAY, "asked" if signed else "asked unsigned"
    if not context.journal.spent(what, game.ledger.game, today):
        send_slip(context, game, asks=True)
        with context.journal.transaction():
            context.journal.spend(what, game.ledger.game, today)


def _write_report(context: Context, genesis: str, first: int) -> None:
    """Write what the GM mails to others: the report about entries from `first` on, and an orders file."""
    path = games.newest(context.journal, genesis, context.config.folder)
    if path is None:
        return
    game = opening.read_game(Player, path, context.identity())
    stories = game.stories(max(first, 1))
    if stories and game.side in game.ledger.sides:
        write_all(game, path.parent / "reports", [parcel(game, stories, game.side)])


def take_save(context: Context, row: Incoming, reading: Reading, since: int = -1) -> None:
    """Put a save that came in the place of the older one, or announce a new game.

    Args:
        since: write the report about the entries from this one on; -1 where it came with the email.

    Raises Locked, NoIdentity, OSError.
    """
    if savefile.is_duel(reading.save):
        duels.take_email(context, row, reading, has_room(context))
        return
    identity, journal = context.identity(), context.journal
    path = games.newest(journal, reading.genesis, context.config.folder)
    try:
        if path is None:
            state, words = _new_game(context, reading)
        else:
            with computer.pins().lock(reading.genesis):
                game = opening.read_game(Player, path, identity)
                if game.side == GM:
                    state, words = (
                        "own",
                        "This email has a save of a game that you moderate yourself.",
                    )
                elif arrivals.replaced(game, path, reading.save):
                    state, words = "taken", f"{path} has the new save."
                    correspondents.hear_gm(game, reading.sender)
                    games.look_at(journal, path)
                else:
                    state, words = "taken", f"{path} is as new."
    except GameBusy as error:
        context.say(str(error))
        return
    except ShorterHistory:  # overtaken on the way; every entry of it is here
        state, words = "taken", "You already have a newer save than this one."
    except PbemError as error:
        state, words = ("none" if path is None else "person"), str(error)
    if state == "taken":  # before it is written down: a kill in between does it again
        _announce(context, reading.genesis, reading.sender.address)
        if since >= 0:
            _write_report(context, reading.genesis, since)
    with journal.transaction():
        journal.set_incoming(row.digest, state=state, words=words)
        if state == "person":
            context.tell_of_email(
                "save", row.digest, row.sender, f"has a save that was not used: {words}"
            )


def take_key(context: Context, row: Incoming, reading: Reading) -> None:
    """Put somebody's key for the audit next to the save of its game. Raises Locked, NoIdentity, OSError."""
    path = games.newest(context.journal, reading.genesis, context.config.folder)
    state, words = ELSEWHERE, "This email has a key for a game that is not here."
    if path is not None:
        game = opening.read_game(Reader, path, context.identity())
        file = published.file_key(game, path, reading.text)
        state, words = "refused", "This key opens nothing in this game, or the game is not over."
        if file is not None:
            state, words = "taken", f"The key for the audit is now in {file}."
    with context.journal.transaction():
        context.journal.set_incoming(row.digest, state=state, words=words)


def _new_game(context: Context, reading: Reading) -> tuple[str, str]:
    """File a game that its player has joined, or whose GM moderates another game here; else keep it as an invitation.

    Returns the state of the email and the words for the journal.
    """
    identity, genesis = context.identity(), reading.genesis
    log = savefile.read(reading.save)
    game = Player(log, identity, None)
    if game.side == GM:
        return "own", "This email has a save of a game that you moderate yourself."
    if computer.accepted_side(game) or game.ledger.table.gms[0].fingerprint in _known_gms(context):
        private_folder(context.config.folder)
        path = arrivals.put_new_save(context.config.folder, identity, reading.save)
        opening.remember(opening.read_game(Player, path, identity))
        for invitation in _invitations(context, genesis):
            invitation.unlink(missing_ok=True)
        games.refresh(context.journal, [context.config.folder, context.invitations])
        return "taken", f"{path} is a new game."
    if _invitations(context, genesis):
        return "taken", "You already have this invitation."
    private_folder(context.invitations)
    if not has_room(context):
        words = (
            f"has a game that is new here, but {context.invitations} has {MOST_INVITATIONS} invitations, "
            "and `pbem` keeps no more. Delete those that you do not want. Next time `pbem post` looks at "
            "this email again."
        )
        with context.journal.transaction():
            context.tell_of_email("save", "", reading.sender.address, words)
        return ELSEWHERE, "There are too many invitations."
    path = arrivals.put_new_save(context.invitations, identity, reading.save)
    games.refresh(context.journal, [context.config.folder, context.invitations])
    return "taken", f"{path} is a new game."


def has_room(context: Context) -> bool:
    """Is there room for one more invitation of a stranger?"""
    return len(list(context.invitations.glob("*.toml"))) < MOST_INVITATIONS


def _invitations(context: Context, genesis: str) -> list[Path]:
    paths = [Path(path) for path, _ in context.journal.paths_of(genesis)]
    return [path for path in paths if context.invitations in path.parents]


def _known_gms(context: Context) -> set[str]:
    """Fingerprints of the GMs of the games in the folder."""
    paths = [
        path for path in context.journal.games() if context.config.folder in Path(path).parents
    ]
    hashes = [context.journal.games()[path][0] for path in paths]
    pins = [computer.pins().pin(one) for one in hashes if not computer.duel_record(one).is_file()]
    return {signer for pin in pins if pin is not None for signer in pin.signers}


def _announce(context: Context, genesis: str, sender: str) -> None:
    """Put a notice of what this game wants of its player, once for each question: an invitation, the end, a question.

    `sender`: of its save, "" for none. The key of a finished game is published, and the phone is asked, on the way.
    """
    path, identity = context.save_of(genesis), context.identity()
    if path is None:
        return
    game = opening.read_game(Player, path, identity)
    for words in opening.remember(game):
        context.say(f"{game.id}: {words}")
    context.keep_seats(path, game)
    if (
        game.ledger.final
        and game.side in game.ledger.cases.overs
        and not computer.has_revealed(game)
    ):
        # Its player has agreed to the end, and nothing else can follow from that.
        name = f"{game.id}-{game.side}-reveal.eml"
        private_folder(context.outbox)
        published.publish(game, path, context.outbox / name, eml=True)
    send_slip(context, game)
    journal, file_words = context.journal, shlex.quote(str(path))
    side, time_now = game.side, context.now
    facts = {"game": game.id, "title": game.title, "side": side, "file": str(path)}
    with journal.transaction():
        if context.invitations in path.parents:
            gm = game.ledger.table.gms[0]
            seats = game.free_seats or ("SIDE",)
            other_sides = f" (or {' or '.join(seats[1:])})" if seats[1:] else ""
            words = (  # anybody can take the name of a friend, and put a fingerprint into it: the real one comes first
                f"You are invited to {game.title} ({game.id}). The GM has the fingerprint {gm.fingerprint}. Compare it "
                f"with the GM. The GM is called {gm.name}."
            )
            join = f"pbem join {file_words} --as {seats[0]}"
            gm_address = context.address_of(genesis, GM, gm.fingerprint)
            if sender and not gm_address:
                words += f" If {sender} is their address, type this first: `pbem addresses {file_words} gm {shlex.quote(sender)}`."
            words += f" To join, type: `{join}`{other_sides}."
            journal.put_notice(
                f"invitation/{genesis}",
                words,
                time_now,
                kind="invitation",
                command=f"pbem join {file_words}",
                **facts,
            )
        elif game.result is not None:
            words = f"{game.id} is over: {game.result.reason.rstrip('.')}."
            journal.put_notice(
                f"over/{genesis}",
                words,
                time_now,
                kind="over",
                command=f"pbem report {file_words}",
                **facts,
            )
        elif asking := game.ledger.askings.get(side):
            request = next((one for one in game.requests if one.side == side), None)
            question = (
                sentence(request.question)
                if request is not None
                else "Are you ready? The dice are waiting for you."
            )
            deadline = time.deadline(game.ledger, side)
            by = time.day_in_words(deadline) if deadline else ""
            words = f"{game.id} asks you, as {side}: {question}"
            words += f" Answer by {by}." if by else ""
            words += f" With: pbem orders {file_words}"
            key = f"question/{genesis}/{side}/{asking.number}"
            question_facts: dict[str, str | int] = {
                "question": question,
                "by": by,
                "number": asking.number,
            }
            if deadline:
                note = path.with_name(f"{path.stem}-deadline.ics")
                uid = journal.message_id(key, context.config.domain).strip("<>")
                title = f"{game.title}: {side} must answer"
                replace_file(note, calendar.deadline(uid, deadline, time_now, title, words))
                question_facts["calendar"] = str(note)
            journal.put_notice(
                key,
                words,
                time_now,
                kind="question",
                command=f"pbem orders {file_words}",
                **facts,
                **question_facts,
            )
            phone.ask(context, game, question, by)


def send_slip(context: Context, game: Player, asks: bool = False) -> None:
    """Tell the GM where our emails go, where they do not know it yet; `asks`: for the whole save, whatever they know.

    Raises OSError.
    """
    address = context.config.address
    if game.side not in game.ledger.seats or game.result is not None:
        return
    if not (asks or slips.is_due(game, address)):
        return
    genesis, gm = game.ledger.game, correspondents.fingerprint(game, GM)
    to = context.address_of(genesis, GM, gm)
    if not to:  # the orders are held too, and a person is told how to write it down
        return
    block, n = slips.new(game, game.side, address)
    mail = eml.email_to(None, "", f"{game.id}: {game.side}, where emails go")
    words = f"My emails for {game.side} in {game.title} go to {address}.\n\n{block}"
    with context.journal.transaction():
        key = f"slip/{genesis}/{game.side}/{n}"
        context.enqueue(key, genesis, GM, gm, to, eml.finished(mail, words), AUTOMATIC)
    slips.keep(game, game.side, address, n)


def send_slips(context: Context) -> None:
    """Send a new return slip to each GM who knows another address of ours. Raises Locked, NoIdentity, OSError."""
    moved = slips.moved(context.config.address)
    identity = context.identity() if moved else None
    for genesis in moved:
        path = games.newest(context.journal, genesis, context.config.folder)
        if path is not None:
            with contextlib.suppress(PbemError):  # whoever plays it is told why
                send_slip(context, opening.read_game(Player, path, identity))


def take_refusal(context: Context, row: Incoming, reading: Reading) -> None:
    """Tell a player that the GM has refused an order, if the GM signed that. Raises Locked, NoIdentity, OSError."""
    path = games.newest(context.journal, reading.genesis, context.config.folder)
    state, words, notice = "none", "This email refuses an order in a game that is not here.", ""
    if path is not None:
        try:
            game = opening.read_game(Player, path, context.identity())
            refusal = _refusal_in(reading.text, game)
            if _signed_by_gm(game, refusal):
                state, words = "taken", refusal.body.words
                notice = f"{game.id}: the GM refused your order: {words} Write it again: pbem orders {shlex.quote(str(path))}"
            else:
                words = "No GM of this game signed this refusal."
        except PbemError as error:
            state, words = "person", str(error)
    with context.journal.transaction():
        context.journal.set_incoming(row.digest, state=state, words=words)
        if notice:
            facts = {"kind": "refusal", "file": str(path)}
            context.journal.put_notice(f"refusal/{reading.body}", notice, context.now, **facts)


def _refusal_in(text: str, game: Player) -> SignedRefusal:
    """The refusal in an email, which may be sealed to us. Raises what reading or opening it raises."""
    try:
        return envelope.read_refusal(text)
    except NoBlock:
        if game.key is None:
            raise
        return closed_refusal.opened(closed_refusal.from_text(text), game.key)


def _signed_by_gm(game: Player, refusal: SignedRefusal) -> bool:
    for gm in game.ledger.table.gms:
        try:
            envelope.verify(refusal, gm)
        except BadSignature:
            continue
        return True
    return False
