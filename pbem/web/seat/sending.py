"""The end of writing: the very lines once more, and the mail."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from pbem.drawing.tags import Markup, joined_markup
from pbem.duel.refusals import AlreadyOrdered
from pbem.errors import NotOnThisPage, PbemError
from pbem.home import computer, letters, sent
from pbem.home.letters import Mail
from pbem.player.invitation import Speaker
from pbem.player.orders import Orders
from pbem.player.target import Line
from pbem.web.lobby import robots
from pbem.web.seat import duels, sheets
from pbem.web.seat.lines import take
from pbem.web.seat.seat import SealedOrders, Seat
from pbem.web.seat.stacks import fill_up, stacked
from pbem.web.server.page import Answer, Download

LONGEST_LINK = 1800
"""Characters of a link that a mail program opens: longer ones are cut by some."""
EMPTY = "nothing is written yet"
OTHERS = "your orders are no longer those that are shown here; look at them first"
UNSEEN = "something has arrived; look at it first"
EML = "message/rfc822"
SEALED, SIGNED = "Sealed and signed: now mail it", "Signed: now mail it"
SPOKEN = "spoken"
"""Of two mails that may wait to be sent, what was said beside the orders."""


def seal(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Show the very lines and what is sealed, and ask once; at a table of robots only about what is doubtful there."""
    _check_ready(seat)
    game, mine = seat.game, seat.orders
    lines = game.preview(mine.lines) if mine.lines and not game.owes_ready else []
    if robots.sits_at(seat) and not _is_doubtful(seat, lines):
        return seal_orders(seat, {})
    order_before = sent.before(game)
    stack = bool(mine.lines) and seat.stacks
    policies = [] if mine.reactions is None else list(mine.reactions.items())
    seal_sheet = sheets.sheet(
        "seal",
        shown=_orders_digest(mine),
        ready=game.owes_ready and mine.lines,
        lines=lines,
        said=[seat.names.statement(line.text) for line in lines],
        scripts=[(n, seat.cards.get(n, ""), text) for n, text in mine.scripts.items()],
        policies=policies if dict(policies) != game.standing.reactions else [],
        revision=order_before.revision + 1 if mine.lines and not game.owes_ready else 0,
        doubtful=any(line.doubt for line in lines),
        asked=seat.stand.request if mine.lines and not seat.card and not seat.assumed else None,
        first=first_card(seat),
        stack=stack,
        robots=robots.sits_at(seat),
        duel=duels.is_duel(game),
    )
    return seat.answer(more=seal_sheet)


def play(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take `line`, or the stack that is complete, and play it at once, at a table of robots; elsewhere ask to seal it.

    Args:
        words: `fill`: a simple player fills the stack first. `advised`: the line is the hint, which nobody doubts.
    """
    if seat.request is not None and seat.request.stack is not None and "line" not in words:
        if words.get("fill"):
            fill_up(seat)
        answer = stacked(seat, words)
        if robots.sits_at(seat):
            return seal_orders(seat, {})
        return answer if seat.tried else _with_sheet(answer, seal(seat, {}))
    before = seat.orders
    answer = take(seat, words)
    if not robots.sits_at(seat):
        return answer
    if words.get("advised") and before == Orders() and seat.orders != before:
        return seal_orders(seat, {})
    return _with_sheet(answer, seal(seat, {}))


def _with_sheet(answer: Answer, sealed: Answer) -> Answer:
    """A sheet that asks, with what the line before it has changed: the page would fetch that, and shut the sheet."""
    return replace(sealed, parts={**answer.parts, **sealed.parts}, was=sealed.was and answer.was)


def _is_doubtful(seat: Seat, lines: Sequence[Line]) -> bool:
    """Is there something to read before robots answer: a warning, a line or script that does nothing, or an order that
    replaces another?"""
    stops = any(line.warnings or line.skipped for line in lines)
    return bool(stops or seat.card or seat.signed or first_card(seat))


def seal_orders(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Seal, sign and keep the orders; then show how they can be sent.

    Raises NotOnThisPage where other orders were `shown`.
    """
    _check_ready(seat)
    game, mine = seat.game, seat.orders
    if words.get("shown", _orders_digest(mine)) != _orders_digest(mine):
        raise NotOnThisPage(why=OTHERS)
    if duels.is_duel(game):
        return duels.seal(seat)
    computer.check_may_sign(game)
    order_before = sent.before(game)
    escrow = not words.get("no_escrow")
    letter = game.orders(
        mine.lines,
        order_before.revision + 1,
        escrow,
        mine.scripts,
        mine.reactions,
        order_before.head,
    )
    letter = sent.with_ready(game, letter)
    if robots.sits_at(seat):
        return robots.hand_over(seat, letter)
    sent.keep_youngest(game, letter)
    mail = letters.of_orders(game, letter, mine, bool(words.get("readable")))
    seat.sealed = SealedOrders(letter, mail)
    seat.take_up(seat.game, Orders())
    if sends := by_post(game, mail):
        return seat.answer(f"Sealed and signed. {sends}")
    return seat.answer("Sealed and signed.", more=ways(seat, seat.sealed))


def again(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Show once more how what was sealed can be sent, also after the program was started anew."""
    if duels.is_duel(seat.game):
        return seat.answer(more=duels.to_send(seat))
    if words.get("of") == SPOKEN:
        return seat.answer(more=ways(seat, _of(seat, SPOKEN)))
    signed = seat.signed
    if signed is not None and (seat.sealed is None or seat.sealed.letter.digest != signed.digest):
        seat.sealed = SealedOrders(signed, letters.of_orders(seat.game, signed, Orders()))
    return seat.answer(more=ways(seat, _of(seat)))


def anew(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Ask again what is answered and signed: what is sealed then takes its place. Raises AlreadyOrdered."""
    if seat.answered:
        raise AlreadyOrdered
    seat.anew = True
    return seat.answer()


def outbox(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Write the mail into the folder of the save, to attach or paste, or finished."""
    of = words.get("of", "")
    spoken, eml = of == SPOKEN, bool(words.get("eml"))
    return seat.answer(into_folder(seat.game, _of(seat, of).mail, eml, keep_others=spoken))


def by_post(game: Speaker, mail: Mail, keep_others: bool = False) -> str:
    """Leave an email to the post, and say so; "" for somebody who has not set it up. Raises NotOnThisPage."""
    if computer.post_outbox() is None:
        return ""
    into_folder(game, mail, eml=True, keep_others=keep_others)
    gm = game.ledger.table.gms[0].name
    if letters.knows_gm(game):
        return f"`pbem` sends it to the GM, {gm}."
    return f"`pbem` sends it as soon as it knows the address of the GM, {gm}. Type: pbem addresses {shlex.quote(str(game.path))} gm ADDRESS"


def into_folder(game: Speaker, mail: Mail, eml: bool, keep_others: bool = False) -> str:
    """Write an email beside the save, or a finished one where `pbem post` sends it from; what is left to do.

    Args:
        keep_others: not over other words of the same position.

    Raises NotOnThisPage.
    """
    if game.path is None:
        raise NotOnThisPage(why="this game has no file, so there is no folder for the email")
    outbox = computer.post_outbox() if eml else None
    file = (outbox or game.path.parent) / f"{mail.name}.{'eml' if eml else 'txt'}"
    try:
        if keep_others:
            file, _ = letters.write_beside(game, mail, file, eml)
        else:
            letters.write(game, mail, file, eml)
    except OSError as error:
        raise NotOnThisPage(why=f"{file} cannot be written: {error.strerror or error}") from error
    gm_name = game.ledger.table.gms[0].name
    if outbox is not None:
        return f"`pbem post` sends it to the GM, {gm_name}."
    return f"Written: {file}. Mail it to the GM, {gm_name}."


def file_of(seat: Seat, name: str) -> Download:
    """The finished mail, for a mail program to open. Raises NotOnThisPage."""
    if duels.is_duel(seat.game):
        return duels.file_of(seat, name)
    sealed = (one for one in (seat.sealed, seat.spoken) if one is not None and one.file == name)
    letter = next(sealed, None)
    if letter is None:
        raise NotOnThisPage(why=f"there is no {name}")
    return Download(name, EML, letters.finished(seat.game, letter.mail))


def _orders_digest(mine: Orders) -> str:
    """Orders by their content."""
    return hashlib.sha256(msgspec.json.encode(mine)).hexdigest()


def _check_ready(seat: Seat) -> None:
    if seat.orders == Orders():
        raise NotOnThisPage(why=EMPTY)
    if seat.arrived:
        raise NotOnThisPage(why=UNSEEN)


def _of(seat: Seat, of: str = "") -> SealedOrders:
    """The orders that were sealed last, or what was said last."""
    orders = seat.spoken if of == SPOKEN else seat.sealed
    if orders is None:
        raise NotOnThisPage(why="nothing was sealed here")
    return orders


def ways(seat: Seat, orders: SealedOrders) -> Mapping[str, str]:
    """The ways in which what was signed can be sent, as a sheet."""
    spoken = orders is seat.spoken
    return to_send(seat.game, orders.mail, SIGNED if spoken else SEALED, SPOKEN if spoken else "")


def to_send(game: Speaker, mail: Mail, title: str, of: str = "") -> Mapping[str, str]:
    """The ways in which a mail can be sent, as a sheet; `of`: SPOKEN where it is no order."""
    address, body = letters.gm_address(game), f"{mail.words}\n\n{mail.block}"
    link = f"mailto:{quote(address)}?subject={quote(mail.subject)}&body={quote(body)}"
    return sheets.sheet(
        "sent",
        heading=title,
        of=of,
        file=f"{mail.name}.eml",
        text=safe_lines(letters.as_text(game, mail)),
        gm=game.ledger.table.gms[0].name,
        known=bool(address),
        link=link if len(link) < LONGEST_LINK else "",
        folder=_folder(game.path) if game.path is not None else "",
    )


def _folder(path: Path) -> str:
    """What the folder of a save is called, also where it was opened without one."""
    folder = path.absolute().parent
    return folder.name or str(folder)


def safe_lines(text: str) -> Markup:
    """A text with its lines, which a template would join."""
    return joined_markup(text.split("\n"), Markup("\n"))


def first_card(seat: Seat) -> str:
    """What stops the script of a stack's first card as things stand now; "" if nothing does."""
    mine = seat.orders
    try:
        return seat.game.first_script_stops(mine.lines, mine.scripts) if mine.scripts else ""
    except PbemError as error:
        return str(error)


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "play": play,
    "seal": seal,
    "sealed": seal_orders,
    "again": again,
    "anew": anew,
    "outbox": outbox,
}
