"""The round of a duel: what came is taken, what follows is signed, and the email to the opponent is written.

In this order: one's own newest file into the home, then beside the game, then the email. All of it follows from the
first, so after a kill or a full disk the next round finishes what it finds.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pbem.duel import founding
from pbem.duel.duellist import Applied, Duellist
from pbem.duel.refusals import (
    AlreadyOrdered,
    ClaimWaits,
    NotYours,
    RecordLost,
    WentOn,
    check_same,
)
from pbem.duel.waiting import owed
from pbem.engine.prose import sentence
from pbem.errors import NotJoined, OutOfSequence, PbemError
from pbem.home import computer
from pbem.ledger import tables
from pbem.ledger.story import Story
from pbem.mail import addresses
from pbem.mail.read.header import Sender
from pbem.mail.write import eml
from pbem.mail.write.eml import Enclosed
from pbem.player.player import Player
from pbem.protocol import save as savefile
from pbem.protocol.atomic import OPEN, SECRET, private_folder, replace_file
from pbem.protocol.bodies import (
    DuelAccept,
    DuelAgree,
    DuelAnswer,
    DuelClaim,
    DuelNo,
    DuelOrder,
    DuelPlayed,
    DuelPropose,
    DuelReady,
    DuelRenewed,
    DuelResign,
    DuelStep,
)
from pbem.protocol.hashing import digest
from pbem.protocol.keys import Identity
from pbem.reports.formats import text
from pbem.reports.from_game import entries_story
from pbem.round.entries import promised

APPLY = """\
{what}

The whole game is in the attached {name}. Save it anywhere, and type:

    pbem apply GAME.toml {name}

GAME.toml is your own file of this game. Do not edit the attachment."""
INVITE = """\
Will you play {side} in {title}? It is a duel: there is no GM, and our two computers roll the dice together.

Save the attached {name} as game.toml in a new folder. If you have no identity yet, make one: pbem identity new

Then type, and send me what it writes:

    pbem join game.toml --as {side}"""
COMPARE = (
    "Compare codes with {name} by telephone, so that nobody can pose as one of you. Your code is {mine}, "
    "and {name}'s code is {theirs}."
)
AUDIT = "Check everything that was sealed with: {pbem} audit {file}"
HAS_SIGNED = "{file} has what you have signed"
"""What is done already where an email, or its place, cannot be written."""


class News(Struct):
    """What came of a file or an email.

    Attributes:
        path: of the file. `stories`: of the entries that are new. `reveals`: does it bring the key of the opponent?
            `answers`: does its sender lack something? `error`: why it was refused. `waits`: why its order could not be
            carried out; None mostly.
    """

    path: Path
    stories: tuple[Story, ...] = ()
    reveals: bool = False
    answers: bool = False
    error: PbemError | None = None
    waits: PbemError | None = None


# -- the record ---------------------------------------------------------------------------------


def begin(player: Duellist, file: Path, offered: str = "") -> None:
    """Keep a duel that is new here. `offered`: the fingerprint of whom alone its founder lets in.

    Raises OSError while nothing is kept, Unfinished from then on.
    """
    with computer.pins().lock(player.ledger.game):
        if offered:
            path = _offered(player.ledger.game)
            private_folder(path.parent)
            replace_file(path, offered.encode(), mode=SECRET)
        write(player, file)


def _offered(genesis: str) -> Path:
    return computer.duel_record(genesis).with_suffix(".offered")


def write(player: Duellist, file: Path) -> None:
    """One's own newest file: into the home, beside the game, and pinned. Raises OSError while nothing is kept,
    Unfinished from then on."""
    data, record = player.email(), computer.duel_record(player.ledger.game)
    if not record.is_file() or record.read_bytes() != data:
        private_folder(record.parent)
        replace_file(record, data, mode=SECRET)
    with promised(f"what you have signed is kept in {record}", file):
        if not file.is_file() or file.read_bytes() != data:
            savefile.write_atomic(file, data)
        signers = [seat.keys.fingerprint for seat in player.ledger.seats.values()]
        computer.pins().settle(player.ledger.game, player.ledger.heads, signers)


@contextlib.contextmanager
def held(data: bytes, identity: Identity) -> Iterator[Duellist]:
    """One's own duel, from its record, held against one's other programs.

    Args:
        data: any file of this duel, to tell which one.

    Raises GameBusy, what reading the file raises, RecordLost, NotJoined: one has no record of it.
    """
    log = savefile.read_duel(data)[0]
    genesis = log.entries[0].head
    with computer.pins().lock(genesis):
        record = computer.duel_record(genesis)
        if record.is_file():
            yield Duellist.load(identity, record.read_bytes())
            return
        stranger = Duellist(identity, log.entries)
        if stranger.ledger.side_of(identity.ssh):
            raise RecordLost(n=stranger.ledger.n)
        free = [side for side in stranger.ledger.sides if side not in stranger.ledger.seats]
        if not free:
            raise NotYours(name=identity.name)
        raise NotJoined(file="game.toml", side=free[0], others="")


def check_unchanged(player: Duellist, head: str) -> None:
    """May this player sign an answer that was begun behind the entry with this head? Raises ClaimWaits, WentOn,
    AlreadyOrdered."""
    if player.claims:
        raise ClaimWaits
    if player.ledger.head != head:
        raise WentOn
    if player.order is not None:
        raise AlreadyOrdered


@contextlib.contextmanager
def alone(data: bytes) -> Iterator[None]:
    """No other program of this person touches the duel meanwhile. Raises GameBusy, what reading the file raises."""
    with computer.pins().lock(savefile.read_duel(data)[0].entries[0].head):
        yield


def recovered(identity: Identity, data: bytes) -> Duellist:
    """Oneself with new secret numbers, from this file or the record, whichever is longer; a claim that was made
    before is the same, and none is needed behind the end of the game. Raises what `Duellist.recover` raises, RecordLost, NotYours: one plays no side."""
    log = savefile.read_duel(data)[0]
    record = computer.duel_record(log.entries[0].head)
    if record.is_file():
        recorded = Duellist.load(identity, record.read_bytes())
        if recorded.claims:
            return recorded
        check_same(recorded.entries, log.entries)
        data = record.read_bytes() if len(recorded.entries) > len(log.entries) else data
    player = Duellist.recover(identity, data)
    if not player.claims and player.ledger.result is None:
        raise NotYours(name=identity.name)
    return player


def joined(identity: Identity, data: bytes, side: str) -> Duellist:
    """The player who takes the free side; the very one who took it here before. Raises as `Duellist.join`."""
    genesis = savefile.genesis_hash(data)
    record = computer.duel_record(genesis) if genesis else None
    if record is not None and record.is_file():
        return Duellist.load(identity, record.read_bytes())
    return Duellist.join(identity, data)


# -- taking -------------------------------------------------------------------------------------


def take(
    player: Duellist, files: Mapping[Path, Sequence[bytes]], agree: bool = False
) -> list[News]:
    """Take what came, each file on its own; for each its news. The longest is last, as it holds most.

    Args:
        files: of each email or file the games in it.
        agree: to new secret numbers of the opponent.
    """
    all_news = []
    for path, inside in files.items():
        news, keys_before = News(path), _keys_revealed(player)
        for data in sorted(inside, key=len):
            try:
                _check_invitation(player, data)
                outcome = player.apply(data, agree)
            except PbemError as error:
                news.error = error
                continue
            news.stories += outcome.news
            news.answers |= outcome.answer
            if not isinstance(outcome.trouble, OutOfSequence):  # it is in the log already
                news.waits = outcome.trouble
        news.reveals = other(player) in _keys_revealed(player) - keys_before
        all_news.append(news)
    return all_news


def take_file(player: Duellist, data: bytes, agree: bool = False) -> Applied:
    """Take what is in the place of one's own file: it, an older one, or what the opponent has sent.

    Raises what `Duellist.apply` raises, and RecordLost: it holds an order of one's own that is not in the record.
    """
    if data == player.email():
        return Applied((), False)
    save, order = savefile.read_duel(data)
    if order is not None and save.signer == player.identity.public.fingerprint:
        body, latest = order.body, player.ledger.chains.latest.get(player.side)
        known = latest.question if latest is not None else 0
        asking = player.ledger.askings.get(player.side)
        if asking is not None:  # an order to a question that was put again counts no more
            known = max(known, asking.number - 1)
        if isinstance(body, DuelAnswer) and body.question > known and order != player.order:
            raise RecordLost(n=player.ledger.n + 1)
    _check_invitation(player, data)
    return player.apply(data, agree)


def offered_to(player: Duellist) -> str:
    """The fingerprint of the card for which the founder keeps the other side; "" for whoever joins first."""
    path = _offered(player.ledger.game)
    return path.read_text("ascii") if path.is_file() else ""


def _check_invitation(player: Duellist, data: bytes) -> None:
    """Only the person to whom the founder has offered the side gets it. Raises NotYours."""
    card = offered_to(player)
    if player.ledger.begun or not card:
        return
    _, order = savefile.read_duel(data)
    if order is not None and isinstance(order.body, DuelAccept):
        keys = order.body.keys
        if keys.fingerprint != card:
            raise NotYours(name=keys.name)


def as_player(player: Duellist, file: Path | None = None) -> Player:
    """The duel as one of its players reads it and writes orders."""
    signer = player.identity.public.fingerprint
    log = savefile.Save(player.entries, signer, reveals=player.reveals, order=player.order)
    return Player.standing_at(log, player.ledger, player.identity, file)


# -- what is next -------------------------------------------------------------------------------


def other(player: Duellist) -> str:
    """The opponent's side."""
    return next(side for side in player.ledger.sides if side != player.side)


def opponent(player: Duellist) -> str:
    """The opponent's name; the side where nobody has joined."""
    seat = player.ledger.seats.get(other(player))
    return seat.keys.name if seat else other(player)


def _keys_revealed(player: Duellist) -> set[str]:
    """The sides whose keys of this game lie in one's own file."""
    return {reveal.body.author for reveal in player.reveals}


def has_news(player: Duellist) -> bool:
    """Does one's own file hold something that the opponent may lack?"""
    revealed = _keys_revealed(player)
    if revealed and _signed_last(player):
        return other(player) not in revealed  # whoever reveals has the end
    return player.order is not None or _signed_last(player) or bool(revealed)


def sends(player: Duellist) -> bool:
    """Does the opponent wait for an email, and has its writer nothing to decide first?"""
    return has_news(player) and not player.decides and player.proposal is None


def _signed_last(player: Duellist) -> bool:
    step = player.entries[-1].body.step
    if isinstance(step, DuelStep):
        return step.order.body.author != player.side
    return is_founder(player)


def codes_to_compare(player: Duellist) -> str:
    """How both find out that nobody poses as the other; the opponent has joined."""
    keys = player.ledger.seats[other(player)].keys
    mine = player.identity.public.fingerprint
    return COMPARE.format(name=keys.name, mine=mine, theirs=keys.fingerprint)


def is_founder(player: Duellist) -> bool:
    return bool(player.ledger.genesis.side == player.side)  # type: ignore[union-attr]


def brings(player: Duellist) -> str:
    """What the email holds for the opponent: `the outcome of Lancaster's orders, and your Levy`."""
    parts = []
    step = player.entries[-1].body.step
    names = player.ledger.rules.sides
    if not player.ledger.begun and player.order is None:
        return "the invitation"
    if _signed_last(player) and isinstance(step, DuelPlayed):
        body = step.order.body
        author_name = names[body.author].name
        if isinstance(body, DuelOrder):
            parts.append(f"the outcome of {author_name}'s orders")
        elif isinstance(body, DuelResign):
            parts.append(f"the end of the game, because {author_name} resigned")
    elif _signed_last(player) and isinstance(step, DuelRenewed):
        parts.append(f"new secret numbers for {names[step.order.body.author].name}")
    match player.order.body if player.order is not None else None:
        case DuelAccept():
            parts.append("your acceptance")
        case DuelOrder(openings=openings) if openings:
            parts.append("a card of yours that is turned up, with nothing to decide")
        case DuelOrder(request=request):
            parts.append(f"your {request.rpartition('-')[0].replace('_', ' ')}")
        case DuelResign():
            parts.append("your resignation")
        case DuelPropose():
            parts.append("your proposal")
        case DuelAgree():
            parts.append("your agreement")
        case DuelClaim():
            parts.append("new secret numbers of yours, because your record was lost")
        case DuelNo():
            parts.append("your answer, which is no")
        case DuelReady():
            parts.append("a secret number for the dice, with nothing to decide")
        case _:
            pass
    if player.reveals:
        parts.append("your key of this game for the audit, with nothing to decide")
    return ", and ".join(parts) or "the start of the game"


def stem(player: Duellist) -> str:
    """How an email of now is called: the game, the side, and the entry that it brings or asks for. The email with the
    key of a finished game has a name of its own, as one with the last orders may lie in the same folder."""
    n = player.ledger.n + (player.order is not None)
    key = "-key" if player.reveals else ""
    return f"{tables.game_id(player.ledger)}-{player.side}-{n:02}{key}"


def waits_for(player: Duellist) -> str:
    """Who owes what, and since which entry: a sentence; "" if nobody does."""
    ledger, side = player.ledger, other(player)
    if ledger.result is not None:
        return ""
    if not ledger.begun:
        return f"{opponent(player)} has not joined yet."
    return owed(ledger, side) if side in ledger.askings else ""


def question(player: Duellist) -> str:
    """What oneself has to decide."""
    return sentence(player.ledger.request(player.side).question)


# -- the email ----------------------------------------------------------------------------------


def email(player: Duellist) -> bytes:
    """The finished email to the opponent; the same file of one's own and address give the same bytes. Raises Garbled,
    OSError."""
    ledger, name = player.ledger, f"{stem(player)}.toml"
    title = f"{ledger.rules.title}, {ledger.rules.scenarios()[ledger.genesis.scenario]}"
    seat = ledger.seats.get(other(player))
    row = addresses.read(computer.addresses(ledger.game)).of(
        other(player), seat.keys.fingerprint if seat else ""
    )
    if ledger.begun or player.order is not None:
        contents = brings(player).replace("your ", f"{ledger.rules.sides[player.side].name}'s ")
        subject, words = contents, APPLY.format(what=f"{title}: {contents}.", name=name)
    else:
        side = other(player)
        subject = f"will you play {side}?"
        words = INVITE.format(side=side, title=title, name=name)
    if _signed_last(player) and ledger.begun:
        log = savefile.Save(player.entries, player.identity.public.fingerprint)
        game = Player.standing_at(log, ledger, None)  # what the sender alone hears stays here
        story_text = text.text([*entries_story(game, game.stories(ledger.n, ledger.n))])
        words = f"{words}\n\n{story_text.strip()}"
    mail = eml.email_to(row, seat.keys.name if seat else "", f"{tables.game_id(ledger)}: {subject}")
    return eml.finished(mail, f"{words}\n", enclosed=[Enclosed(name, player.email())])


def hear(player: Duellist, sender: Sender) -> None:
    """Learn where the opponent gets email, unless that is known. All that goes there everybody may read."""
    side, path = other(player), computer.addresses(player.ledger.game)
    book, seat = addresses.read(path), player.ledger.seats.get(side)
    if sender.address and not sender.listed and side not in book.rows and seat is not None:
        addresses.write(path, book.put(side, sender.address, seat.keys.fingerprint))


def write_email(player: Duellist, file: Path, path: Path) -> None:
    """The email, finished if its name ends in `.eml`, else the file to attach to one. Raises Unfinished."""
    with promised(HAS_SIGNED.format(file=file), file):
        finished = path.suffix.lower() == ".eml"
        data = email(player) if finished else player.email()
        if not path.is_file() or digest(path.read_bytes()) != digest(data):
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, data, mode=OPEN)


def founded(
    identity: Identity,
    rules: str,
    scenario: str,
    side: str,
    options: Mapping[str, str],
    nonce: bytes | None,
    data: Mapping[str, str],
) -> Duellist:
    """A new duel of this person. Raises as `founding.new_genesis`."""
    return Duellist(
        identity,
        (founding.new_genesis(identity, rules, scenario, side, options, nonce, data),),
    )
