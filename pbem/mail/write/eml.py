"""Finished mails, as files that a mail program opens: a person looks at one and presses "send".

No header says that a machine wrote it (RFC 3834 is for what a machine sends), none has a date or a
Message-ID: the program that sends it puts in its own (`stamped`). The same parcel gives the same bytes.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pbem.drawing.ink import printable
from pbem.drawing.png import png
from pbem.drawing.svg import draw
from pbem.engine.document import Map, Note
from pbem.errors import NoRenderer
from pbem.ledger.cases import agreed
from pbem.ledger.values import GM
from pbem.mail.write.outbox import Parcel, file_stem, held_back, mode
from pbem.protocol.atomic import SECRET, replace_file
from pbem.protocol.hashing import digest
from pbem.reports.context import PUBLIC, Context, EntryStory, Passage
from pbem.reports.formats import PAGE, SPOKEN, USUAL, html, plain, text
from pbem.reports.report_parts import whole

if TYPE_CHECKING:
    from pbem.gm.game import Game
    from pbem.mail.addresses import AddressRow, Book
    from pbem.protocol.public import Keys

LONG = SMTP.clone(max_line_length=998)
"""A field of a header stands on one line (RFC 5322, 2.1.1): some programs show a folded subject as none."""
MAP = "map@pbem.invalid"
"""The name of the picture within its own mail (RFC 2392)."""
WIDTHS = (720, 600, 480, 420, 360)
"""Of the picture, in pixels: an email program shows it no wider; the first that leaves the email in its room."""
SHRINKS = 1.6
"""The bytes of a picture shrink at most with this power of its width; on the maps of our games with 1.1 to 1.5."""
ROOM = 178_000
"""Bytes of an email without its save; headers and boundaries have the rest of 180 kB."""
BODY = 60_000
"""Bytes of the page in an email with another attached, which then has the map that cannot be a picture."""
QUOTED, ENCODED = 1.07, 1.38
"""So much longer a page becomes as quoted-printable, and a picture as base64."""
STORY = 24_000
"""Bytes of what happened as quoted-printable, beyond which long messages are cut; an email has it three times."""
CUTS = (1000, 400, 100)
"""Letters that are left of a long message: the first of these with which the story has room."""
FEW = 12
"""So many choices are listed in the email itself; more are only in the files that come with it."""
LISTED = "All {count} choices are in the attached {orders}{tapping}."
TAPPING = "; in {page} you can tap them"
ASKED = (
    "Replace your {save} with the attached one. Then answer with `pbem orders {typed}`, or fill in the "
    "attached orders file and seal it with `pbem orders {typed} {orders}`."
)
TAPPED = (
    "If your computer is not at hand, open the attached {page} in a browser. There you can write order "
    "lines by tapping, and mail them to yourself."
)
BEHIND = (
    "You get the save when the game is over. The players have agreed that spectators see the game later "
    "than they do."
)
INVITED = (
    "{gm} invites you to play {name} in {title}. The game is in the attached {save}.\n\nIn your "
    "browser: type `pbem play` in a folder, and drop this email on the page that opens. Or save that file, and "
    "answer with the email that this command writes:\n\npbem join {typed} --as {side}\n\nIf you have no "
    "identity yet, make one first: pbem identity new\n\nTerms of the table, which you accept with your "
    "answer: {terms}"
)
FOR_A_GM = (
    "{name}, this is {title} after entry {n}. You are a GM of it. Replace your {save} with the attached one before you "
    "apply emails to it: two saves with different entries of one number would stop the game."
)
READY_PLEASE = "nothing to decide, please send `ready`"
LOOK = "Replace your {save} with the attached one. `pbem show {typed}` shows the position."


class Enclosed(Struct, frozen=True):
    """A file that comes along. `kind`: `application/toml` for one that must arrive byte for byte."""

    name: str
    data: bytes
    kind: str = "application/toml"


def picture(svg: str, width: int) -> bytes:
    """A map as a picture, that every mail program shows; b"" where none can be made."""
    try:
        return png(svg, width)
    except NoRenderer:
        return b""


def write_mails(
    game: Game,
    folder: Path,
    parcels: Sequence[Parcel],
    book: Book,
    file: Path,
    kinds: Sequence[str] = USUAL,
) -> list[Path]:
    """A mail for each parcel, to its reader and to nobody else, with the save; see `file_stem` for the files.

    Where no sure address is known the field `To` is left for the sender to fill in. `kinds`: see `mail_of`.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    save, draw_picture = (
        file.read_bytes(),
        cache(picture),
    )  # one picture for all where nothing is hidden
    paths = []
    for parcel in parcels:
        path = folder / f"{file_stem(game, parcel)}.eml"
        mail = mail_of(game, parcel, book, file.name, save, draw_picture, kinds)
        replace_file(path, mail, mode=mode(parcel))
        paths.append(path)
    return paths


def write_invitations(
    game: Game, folder: Path, sides: Sequence[str], book: Book, file: Path
) -> list[Path]:
    """For each of these sides of a new game a mail that offers its seat, with the save. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    paths = []
    for side in sides:
        path = folder / f"{game.id}-000-{side}.eml"
        mail = email_to(book.of(side), "", f"{game.id}: will you play {side}?")
        words = INVITED.format(
            gm=game.ledger.table.gms[0].name,
            title=game.title,
            name=game.ledger.rules.sides[side].name,
            side=side,
            save=file.name,
            typed=shlex.quote(file.name),
            terms=agreed.words(game.ledger),
        )
        text = "\n\n".join(
            part if part.startswith("pbem ") else fill(part, 72) for part in words.split("\n\n")
        )
        mail_bytes = finished(mail, f"{text}\n", enclosed=[Enclosed(file.name, file.read_bytes())])
        replace_file(path, mail_bytes, mode=SECRET)
        paths.append(path)
    return paths


def write_to_gms(
    game: Game, folder: Path, gms: Sequence[Keys], book: Book, file: Path
) -> list[Path]:
    """For each of these GMs, who did not apply what came, an email with the save. Raises OSError."""
    paths = []
    for at, gm in enumerate(gms, 1):
        last = len(game.save.entries) - 1
        path = folder / f"{game.id}-{last:03}-{GM if at == 1 else f'{GM}_{at}'}.eml"
        mail = email_to(
            book.of(GM, gm.fingerprint), gm.name, f"{game.id}: entry {last}, for its GM"
        )
        words = fill(FOR_A_GM.format(name=gm.name, title=game.title, n=last, save=file.name), 72)
        data = finished(mail, f"{words}\n", enclosed=[Enclosed(file.name, file.read_bytes())])
        replace_file(path, data, mode=SECRET)
        paths.append(path)
    return paths


def _at_the_end(game: Game, reader: str, typed: str) -> str:
    """What a player is to type once the game is over, after a space; "" for everybody else."""
    if game.ledger.result is None or reader not in game.ledger.sides:
        return ""
    if reader in game.ledger.unsigned:
        return f" Is the result right? Then agree to it: `pbem over {typed}`. If not, object first: `pbem dispute`."
    if game.ledger.final:
        return (
            f" `pbem over {typed}` publishes your key, so that everybody can check the whole game."
        )
    return ""


def mail_of(
    game: Game,
    parcel: Parcel,
    book: Book,
    name: str,
    save: bytes,
    draw_picture: Callable[[str, int], bytes] = picture,
    kinds: Sequence[str] = USUAL,
) -> bytes:
    """One parcel as a mail to its reader. `name`: of the save, `save`: its bytes. `draw_picture`: see `picture`.

    Args:
        kinds: the formats of the reports. With the spoken one among them the mail's text is to be
            listened to, and the page, which a mail program prefers, is there only if it is named too.
    """
    reader, parcel = parcel.reader, replace(parcel, report=cut(parcel.report, name))
    seat = game.ledger.seats.get(reader)
    row = book.of(reader, seat.keys.fingerprint if seat else "")
    orders = f"{reader}-orders.toml" if parcel.orders else ""
    late = held_back(game, parcel)
    how = (
        BEHIND
        if late
        else (ASKED if orders else LOOK).format(save=name, typed=shlex.quote(name), orders=orders)
        + _at_the_end(game, reader, shlex.quote(name))
    )
    spoken = SPOKEN in kinds
    pages = PAGE in kinds or not spoken
    tap_page = f"{reader}-report.html" if orders and pages else ""
    how = f"{how} {TAPPED.format(page=tap_page)}" if tap_page else how
    go_on = Note(how, "How to go on", mark="foot")
    count = sum(len(one.options) for one in parcel.report.mine)
    tapping_words = TAPPING.format(page=tap_page) if tap_page else ""
    many = orders and count > FEW and not spoken
    choices_words = LISTED.format(count=count, orders=orders, tapping=tapping_words) if many else ""
    parts = (*whole(parcel.report, choices_words), go_on)
    words = plain.text(parts) if spoken else text.text(parts)
    files_enclosed = [] if late else [Enclosed(name, save)]
    if orders:
        files_enclosed.append(Enclosed(orders, parcel.orders.encode(), "text/plain"))
    files = [one for one in files_enclosed if one.name != name]
    page, picture_bytes = "", b""
    if pages:
        page, picture_bytes, tapped_page = _pages(
            parcel.report, go_on, choices_words, bool(tap_page), words, files, draw_picture
        )
        files_enclosed += (
            [Enclosed(tap_page, tapped_page.encode(), "text/html")] if tap_page else []
        )
    asks = READY_PLEASE if reader in game.ledger.owes_ready() else "your orders, please"
    subject = asks if orders else f"entry {parcel.report.entry}"
    subject = "; ".join((*parcel.report.undone, subject))
    then = parcel.report.position.now if late else game.now
    mail = email_to(row, seat.keys.name if seat else "", f"{game.id}: {subject} ({then})")
    if reader == PUBLIC:
        # Mails of one game to a list stand together, whatever names its mail program gives them.
        mail["In-Reply-To"] = mail["References"] = f"<{game.id}@pbem.invalid>"
    return finished(mail, words, page, picture_bytes, files_enclosed)


def cut(report: Context, name: str) -> Context:
    """The report with its long messages cut if a talkative table would otherwise fill a mailbox.

    Args:
        name: of the save, which has them whole.
    """
    texts = [passage.text for entry in report.entries for passage in entry.passages]
    if sum(map(_quoted, texts)) <= STORY:
        return report
    fitting = (n for n in CUTS if sum(_quoted(words[:n]) for words in texts) <= STORY)
    left = next(fitting, CUTS[-1])

    def shorter(entry: EntryStory, passage: Passage) -> Passage:
        more = len(passage.text) - left
        if more <= 0:
            return passage
        way = f"pbem report {shlex.quote(name)} --entry {entry.n}"
        words = f"{passage.text[:left]} [...] {more} more letters: `{way}` shows them."
        return replace(passage, text=words)

    entries = (
        replace(entry, passages=tuple(shorter(entry, one) for one in entry.passages))
        for entry in report.entries
    )
    return replace(report, entries=tuple(entries))


def _quoted(words: str) -> int:
    """Bytes of words as quoted-printable, about."""
    return sum(1 if letter.isascii() else 3 * len(letter.encode()) for letter in words)


def _pages(
    report: Context,
    go_on: Note,
    listed: str,
    tapped: bool,
    words: str,
    files: Sequence[Enclosed],
    draw_picture: Callable[[str, int], bytes],
) -> tuple[str, bytes, str]:
    """The page of an email and its picture, and the page to write orders on if there is one (`tapped`), in the room
    that the words and the other files leave: the picture becomes smaller until all fit."""
    maps = [draw(part) for part in whole(report) if isinstance(part, Map)]
    picture_bytes = draw_picture(maps[0], WIDTHS[0]) if maps else b""
    at = f"{html.WITHIN}{MAP}" if picture_bytes else ""
    page = html.report_page(report, (go_on,), at, BODY if tapped else ROOM, listed)
    room_left = ROOM - len(finished(EmailMessage(policy=SMTP), words, page, b"", files))
    # The page in the email itself has no script: no email program would run it.
    room = (room_left - len(picture_bytes) * ENCODED) / QUOTED
    tapped_page = html.report_page(report, room=int(room)) if tapped else ""
    room_left -= int(len(tapped_page.encode()) * QUOTED)
    if maps:
        picture_bytes = _fitting(
            picture_bytes, room_left / ENCODED, lambda width: draw_picture(maps[0], width)
        )
    if tapped and report.battle_before and len(picture_bytes) * ENCODED > room_left:
        # The battle that ended is drawn on the other page alone.
        page = html.report_page(replace(report, battle_before=()), (go_on,), at, BODY, listed)
    return page, picture_bytes, tapped_page


def _fitting(largest: bytes, room: float, draw_picture: Callable[[int], bytes]) -> bytes:
    """Of the pictures in `WIDTHS` the first that has room, the last if none has; `largest`: the first of them.

    To draw one takes long, so those that are too large however well they shrink are not drawn.
    """
    picture_bytes = largest
    for width in WIDTHS[1:]:
        least = len(largest) * (width / WIDTHS[0]) ** SHRINKS
        if len(picture_bytes) > room and (least <= room or width == WIDTHS[-1]):
            picture_bytes = draw_picture(width)
    return picture_bytes


def finished(
    mail: EmailMessage,
    words: str,
    page: str = "",
    picture: bytes = b"",
    enclosed: Sequence[Enclosed] = (),
) -> bytes:
    """The bytes of a mail: the words, the page beside them with its picture, and the files."""
    mail.set_content(words, cte="quoted-printable" if not words.isascii() else "7bit")
    if page:
        mail.add_alternative(page, subtype="html", cte="quoted-printable")
        if picture:
            page_part = list(mail.iter_parts())[1]
            page_part.add_related(picture, "image", "png", cid=f"<{MAP}>", disposition="inline")
    for file in enclosed:
        main, _, sub = file.kind.partition("/")
        if main == "text":
            # As base64 it would be a third longer.
            words_of = file.data.decode()
            mail.add_attachment(words_of, subtype=sub, filename=file.name, cte="quoted-printable")
        else:
            mail.add_attachment(file.data, main, sub, filename=file.name)
    for n, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"=_pbem_{n}_{digest(page.encode() + words.encode())[:32]}")
    return mail.as_bytes(policy=LONG)


def email_to(to: AddressRow | None, name: str, subject: str) -> EmailMessage:
    """A mail to `name` at this address, that answers the last one that came from there.

    `X-Unsent` makes Outlook and others open it as one to be sent, not as one that came.
    """
    mail = EmailMessage(policy=SMTP)
    if to is not None:
        mail["To"] = Address(_printed(name), addr_spec=to.address)
    mail["Subject"] = _printed(subject)
    if to is not None and to.last:
        mail["In-Reply-To"] = to.last
        mail["References"] = " ".join([*to.before, to.last])
    mail["X-Unsent"] = "1"
    return mail


def stamped(mail: bytes, sender: str, recipient: str, id: str, at: int, automatic: str) -> bytes:
    """A finished email as a program sends it: with the fields that an email program would add, and the body as it is.

    Args:
        sender, recipient: checked addresses. `id`: the Message-ID. `at`: seconds since 1970.
        automatic: the value of Auto-Submitted (RFC 3834, 5), "" for what a person wrote and sealed.
    """
    top, line_end, body = mail.partition(b"\r\n\r\n")
    fields = [
        row
        for row in top.split(b"\r\n")
        if not row.lower().startswith((b"x-unsent:", b"from:", b"date:", b"message-id:"))
    ]
    if not any(row.lower().startswith(b"to:") for row in fields):
        fields.insert(0, b"To: " + recipient.encode())
    added = [f"From: {sender}", f"Date: {formatdate(at)}", f"Message-ID: {id}"]
    added += [f"Auto-Submitted: {automatic}"] if automatic else []
    return b"\r\n".join([*(row.encode() for row in added), *fields]) + line_end + body


def subject_of(mail: bytes) -> str:
    """The subject of a finished email, whose fields are one line each."""
    rows = mail.partition(b"\r\n\r\n")[0].split(b"\r\n")
    subject = next((row[9:] for row in rows if row.lower().startswith(b"subject: ")), b"an email")
    return subject.decode("utf-8", "replace")


def _printed(words: str) -> str:
    """One line, for a field of a header."""
    return printable(" ".join(words.split()))
