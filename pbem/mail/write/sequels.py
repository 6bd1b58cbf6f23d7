"""What a reader with a post gets: the entries that they lack, in words what all may read, and no secret in clear."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.mail.write.eml import Enclosed, email_to, finished
from pbem.mail.write.outbox import file_stem
from pbem.protocol import bodies, sequel
from pbem.protocol.atomic import SECRET, replace_file
from pbem.protocol.bodies import Order, Ready, Standing
from pbem.reports import report_parts
from pbem.reports.formats import text

if TYPE_CHECKING:
    from pbem.gm.game import Game
    from pbem.mail.addresses import AddressRow
    from pbem.mail.write.outbox import Parcel
    from pbem.proof.reader import Reader

NEW = "Your own `pbem` adds the attached entries to your save and writes your report. This email holds no secret of yours."
WHOLE = "The whole save is attached, because you or your `pbem` asked for it."


def first_lacking(game: Reader, side: str) -> int:
    """The first entry that a side may not have, as its last word in the log says; 0 if it has said nothing yet."""
    for entry in reversed(game.save.entries[1:]):
        for message in bodies.said_in(entry.body.step):
            body = message.body
            if body.author == side and isinstance(body, Order | Ready | Standing):
                return body.newest.n + 1
    return 0


def write(
    game: Game, folder: Path, parcel: Parcel, sides: dict[str, AddressRow], file: Path
) -> list[Path]:
    """An email for each of these sides, and for nobody else. Raises OSError.

    Args:
        parcel: what the public may read of the new entries.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    save, paths = file.read_bytes(), []
    for side, row in sides.items():
        path = folder / f"{file_stem(game, parcel).removesuffix(parcel.reader)}{side}.eml"
        replace_file(path, mail_of(game, parcel, side, row, file.name, save), mode=SECRET)
        paths.append(path)
    return paths


def mail_of(
    game: Game, parcel: Parcel, side: str, row: AddressRow, name: str, save: bytes
) -> bytes:
    """One side's email. `name`: of the save, `save`: its bytes."""
    first = first_lacking(game, side)
    is_asked = side in {*game.ledger.askings, *(request.side for request in game.requests)}
    what = "your orders, please" if is_asked else f"entry {len(game.save.entries) - 1}"
    what = "; ".join((*parcel.report.undone, what))
    mail = email_to(row, game.ledger.seats[side].keys.name, f"{game.id}: {what} ({game.now})")
    words = f"{text.text(tuple(report_parts.news(parcel.report)))}\n\n{NEW}\n"
    return finished(mail, words, enclosed=[_enclosed(name, save, first)])


def _enclosed(name: str, save: bytes, first: int) -> Enclosed:
    """The sequel, or the whole save where its reader may have none of it."""
    if not first:
        return Enclosed(name, save)
    return Enclosed(f"{Path(name).stem}-from-{first}.toml", sequel.cut(save, first))


def whole_mail(game: Game, side: str, row: AddressRow, file: Path) -> bytes:
    """An email with the whole save, for a side whose post asked for it. Raises OSError."""
    mail = email_to(row, game.ledger.seats[side].keys.name, f"{game.id}: the whole save")
    return finished(mail, f"{WHOLE}\n", enclosed=[Enclosed(file.name, file.read_bytes())])
