"""What the GM's page is made of, each part by the id of its element; a part is sent when it has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from pbem.home import correspondents, here, robot_homes
from pbem.mail import addresses
from pbem.moderator.cases import agreed, time
from pbem.moderator.club import folder as club
from pbem.moderator.ledger.story import author
from pbem.moderator.ledger.values import READY
from pbem.protocol.bodies import Mailed, Order, Ready, Standing, Statement
from pbem.protocol.keys import Identity
from pbem.reports.context import PUBLIC
from pbem.reports.formats.html import css, fragment
from pbem.reports.from_game import told
from pbem.reports.ink import environment
from pbem.reports.tags import Markup
from pbem.reports.whole import news
from pbem.web.acts import Preview
from pbem.web.chair import TEXTS, Chair
from pbem.web.onlooking import chart, differing

MOST_SAID = 20
"""So many messages are shown, the newest first."""
NOT_YET = "The map comes when all have joined."
FEW = 12
"""So many changes of a position are shown at once."""
NAMES = (
    "head",
    "map",
    "position",
    "waits",
    "mails",
    "taken",
    "handout",
    "cases",
    "news",
    "version",
)


class Player(Struct, frozen=True):
    """A side in the list of who is waited for.

    Attributes:
        asked: what for, "" if it is not. `since`, `due`: in words. `state`: `late` or `over`, "" in time.
        away: holidays to come.
    """

    side: str
    name: str
    robot: bool
    asked: str = ""
    since: str = ""
    due: str = ""
    state: str = ""
    away: tuple[str, ...] = ()


class Word(Struct, frozen=True):
    """Something that a player said, in an entry; `about` another one, 0 for none."""

    n: int
    key: str
    text: str
    about: int


class Reader(Struct, frozen=True):
    """Somebody to whom reports go.

    Attributes:
        address: that his mails go to, or that waits to be confirmed (`unsure`, in a sentence).
        files: names of what was written for him; `texts` of those that can be looked at here.
    """

    name: str
    secret: bool
    address: str
    unsure: str
    files: tuple[str, ...]
    texts: tuple[str, ...]


def chair(file: Path, identity: Identity, shelf: str = "") -> Chair:
    """The GM's page of a game. Raises NotTheGm, what `opening.read_game` raises."""
    return Chair(file, identity, parts, page, preview, shelf)


def page(chair: Chair, parts: Mapping[str, str]) -> str:
    made = {id: Markup(html) for id, html in parts.items()}
    sides = chair.game.ledger.rules.sides
    options = chair.game.ledger.rules.options(chair.game.ledger.genesis.scenario)
    return (
        environment()
        .get_template("desk/chair.html.j2")
        .render(
            css=css(),
            title=chair.game.title,
            parts=made,
            preview=Markup(preview(chair, None)),
            sides=sides,
            endings=time.ENDINGS,
            options=[one for one in options if one.changes],
        )
    )


def preview(chair: Chair, shown: Preview | None) -> str:
    """What one tab is shown before it signs: in words, and on the map as it is and as it would be."""
    maps: tuple[Markup, ...] = ()
    if shown is not None and shown.stands is not None:
        before, after = shown.stands
        changed = differing(before, after)
        maps = tuple(chart(chair.game.title, one, changed) for one in (before, after) if changed)
    macros: Any = environment().get_template("desk/chair_parts.html.j2").module
    return str(macros.preview({"shown": shown, "maps": maps, "few": FEW}))


def parts(chair: Chair) -> Mapping[str, str]:
    macros: Any = environment().get_template("desk/chair_parts.html.j2").module
    said = _said(chair)
    return {name: str(getattr(macros, name)(said)) for name in NAMES}


def _said(chair: Chair) -> Mapping[str, object]:
    """Everything that the parts tell."""
    game, ledger = chair.game, chair.game.ledger
    report = told(game, PUBLIC)
    stand = chair.stand
    return {
        "game": game,
        "chair": chair,
        "gm": ledger.table.gms[0].name,
        "players": list(players(chair)),
        "terms": agreed.words(ledger),
        "clock": ledger.cases.clock,
        "read": time.date(ledger.cases.clock.at) if ledger.cases.clock.at else "",
        "chart": chart(game.title, stand) if stand else NOT_YET,
        "position": Markup(fragment(stand.document.parts, stand.document.sides)) if stand else "",
        "pile": chair.pile.waiting(),
        "taken": [(one, Path(one.file).name if one.file else "") for one in chair.taken],
        "requests": chair.requests(),
        "readers": list(readers(chair)),
        "outbox": chair.outbox,
        "disputes": [row for row in ledger.cases.disputes if not row.ruled],
        "answered": [row for row in ledger.cases.disputes if row.ruled],
        "rulings": list(reversed(ledger.cases.rulings)),
        "messages": messages(chair),
        "news": Markup(fragment(tuple(news(report)), report.position.sides)),
        "last": len(game.save.entries) - 1,
    }


def players(chair: Chair) -> Iterator[Player]:
    """Who is waited for, and since when."""
    game, ledger = chair.game, chair.game.ledger
    clock, now = ledger.cases.clock, here.now()
    due = {row.side: row for row in club.due(game)}
    kinds = {request.side: request.kind.replace("_", " ") for request in game.requests}
    kinds |= dict.fromkeys(ledger.owes_ready(), READY)
    for side in ledger.sides:
        seat = ledger.seats.get(side)
        robot = robot_homes.keeps(chair.file, side)
        if seat is None:
            yield Player(side, "nobody yet", robot, "to take the seat")
            continue
        row, (_, at) = due.get(side), clock.since.get(side, (0, 0))
        asked = kinds.get(side, "") if ledger.result is None else _end(chair, side)
        away = [a for a in clock.away if a.side == side and a.last > now]
        yield Player(
            side,
            seat.keys.name,
            robot,
            asked,
            time.date(at) if asked and at else "",
            row.told if row else "",
            row.state(now) if row else "",
            tuple(f"{time.date(a.first)[:10]} to {time.date(a.last - 1)[:10]}" for a in away),
        )


def _end(chair: Chair, side: str) -> str:
    return "" if side in chair.game.ledger.cases.overs else "to sign the end"


def messages(chair: Chair) -> list[Word]:
    """What players said, the newest first."""
    found = []
    for entry in reversed(chair.game.save.entries):
        step = entry.body.step
        if not isinstance(step, Mailed) or not isinstance(step.order.body, Statement):
            continue
        body = step.order.body
        if isinstance(body, Order | Ready | Standing):
            continue
        found.append(Word(entry.n, author(step)[1], body.text, body.entry))
        if len(found) == MOST_SAID:
            break
    return found


def readers(chair: Chair) -> Iterator[Reader]:
    """To whom what was written goes, and where his address comes from."""
    game, written = chair.game, chair.written
    book = addresses.read(here.addresses(game.ledger.game))
    unsure = correspondents.unsure(game, book)
    names = [path.name for path in (*written.mails, *written.reports)]
    for reader in (*game.ledger.sides, PUBLIC):
        if robot_homes.keeps(chair.file, reader):
            continue
        mine = tuple(name for name in names if _is_for(name, game.id, reader))
        row = book.rows.get(reader)
        yield Reader(
            reader,
            reader != PUBLIC,
            row.address if row else "",
            correspondents.told(game, book, reader) if reader in unsure else "",
            mine,
            tuple(name for name in mine if name.endswith(TEXTS)),
        )


def _is_for(name: str, id: str, reader: str) -> bool:
    """Does this file go to that reader? See `outbox.named`."""
    rest = name.removeprefix(f"{id}-")[4:]
    return rest.startswith((f"{reader}.", f"{reader}-orders."))
