"""A duel on the desk: what is signed goes to the opponent as a file, or is answered by a robot at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import NewChains
from pbem.errors import NotOnThisPage, NotYourTurn
from pbem.home import arrivals as files
from pbem.ledger.story import proposed
from pbem.player import compose
from pbem.player.invitation import Speaker
from pbem.player.orders import Orders
from pbem.post import config
from pbem.round import duel_robots, duels
from pbem.round.entries import Unfinished
from pbem.web.seat import arrivals, sheets
from pbem.web.seat.seat import Seat
from pbem.web.server.page import Answer, Download

SIGNED = "Signed: now send it"
NO_GM = "there is no GM in a duel who would hear it"
AGREE = (
    "If you agree, type in a terminal `pbem apply GAME.toml EMAIL --insist`, with your own file of this "
    "game and the email."
)
EML, TOML = "message/rfc822", "application/toml"


def is_duel(game: Speaker) -> bool:
    return not game.ledger.offices.moderated


def opponent(game: Speaker) -> str:
    """The name of the other player, or their side before they have joined."""
    other = next((side for side in game.ledger.sides if side != game.side), "")
    seat = game.ledger.seats.get(other)
    return seat.keys.name if seat is not None else other


def proposal_text(game: Speaker) -> str:
    """What the opponent proposes, in a sentence; "" where nothing waits for this player's word."""
    proposal = game.ledger.cases.proposal
    return proposed(proposal) if proposal is not None and proposal.author != game.side else ""


@contextmanager
def held(game: Speaker) -> Iterator[tuple[Duellist, Path]]:
    """One's own duel and its file, held against one's other programs. Raises NotOnThisPage where a disk is full."""
    if game.path is None:
        raise NotOnThisPage(why="this game has no file")
    try:
        with duels.held(game.path.read_bytes(), game.somebody()) as player:
            yield player, game.path
    except Unfinished as error:
        raise NotOnThisPage(why=str(error)) from error


def seal(seat: Seat) -> Answer:
    """Sign the orders that are written."""
    new = compose.orders_in_duel(seat.game.ledger, seat.game.side, seat.orders)
    return sign(seat, lambda player: player.decide(new.lines, new.answers, new.policies))


def sign(seat: Seat, act: Callable[[Duellist], None]) -> Answer:
    """Sign an answer; where a robot plays the other side, go on with what it did. Raises as `check_unchanged`."""
    game = seat.game
    with held(game) as (player, path):
        duels.check_unchanged(player, game.head)
        act(player)
        duels.write(player, path)
        robot = duel_robots.plays(player, path)
        if robot:
            duel_robots.play(player, path)
    seat.take_up(game, Orders())
    if robot:
        came = arrivals.reread(seat)
        return seat.answer(came, everything=True, more=sheets.closed())
    if config.carries(path):
        return seat.answer(f"Signed. {_by_post(seat)}")
    return seat.answer("Signed.", more=to_send(seat))


def drop(seat: Seat, name: str, content: bytes) -> Answer:
    """Apply what the opponent has sent. Raises what `Duellist.apply` raises; then nothing has changed."""
    saves = files.saves_in(content)
    if not saves:
        raise NotOnThisPage(why=f"{name} holds no file of this duel")
    with held(seat.game) as (player, path):
        (news,) = duels.take(player, {Path(name): saves})
        if news.error is not None:
            raise news.error
        duels.write(player, path)
        send = duels.sends(player)
    came, wrong = arrivals.reread(seat), ""
    if news.waits is not None and not isinstance(news.waits, NotYourTurn):
        wrong = f"{news.waits} {AGREE if isinstance(news.waits, NewChains) else ''}".strip()
    message = " ".join(filter(None, (came, wrong))) or "There is nothing new in this file."
    if send and config.carries(path):
        return seat.answer(f"{message} {_by_post(seat)}", everything=True)
    return seat.answer(message, everything=True, more=to_send(seat) if send else {})


def _by_post(seat: Seat) -> str:
    return f"`pbem` sends it to {opponent(seat.game)}."


def to_send(seat: Seat) -> Mapping[str, str]:
    """The ways in which one's file can be sent, as a sheet."""
    with held(seat.game) as (player, path):
        return sheets.sheet(
            "duel",
            heading=SIGNED,
            whom=opponent(seat.game),
            brings=duels.brings(player),
            file=path.name,
            stem=duels.stem(player),
        )


def file_of(seat: Seat, name: str) -> Download:
    """The finished email, or the file to attach to one. Raises NotOnThisPage."""
    with held(seat.game) as (player, _):
        stem = duels.stem(player)
        if name == f"{stem}.eml":
            return Download(name, EML, duels.email(player))
        if name == f"{stem}.toml":
            return Download(name, TOML, player.email())
    raise NotOnThisPage(why=f"there is no {name}")


def say(seat: Seat, kind: str, entry: int, text: str, no: bool) -> Answer:
    """Propose something, agree to it or not, or give up, in place of an answer. Raises NotOnThisPage for what needs a
    GM."""

    def act(player: Duellist) -> None:
        proposal = player.proposal
        if kind == "resign":
            player.resign()
        elif kind == "agree":
            (player.decline if no else player.agree)()
        elif kind == "draw" and proposal is not None:
            player.agree("draw")
        elif kind == "draw":
            player.propose("draw", text=text)
        elif kind == "takeback":
            player.propose("takeback", entry, text=text)
        else:
            raise NotOnThisPage(why=NO_GM)

    return sign(seat, act)
