"""What the GM's page is made of, each part by the id of its element; a part is sent when it has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.club import folder as club
from pbem.drawing.tags import Markup
from pbem.drawing.templates import environment
from pbem.gm.game import Game
from pbem.home import computer, opening, robot_homes
from pbem.ledger.cases import absence, agreed, rulings, time
from pbem.ledger.cases.unsettled import Ways
from pbem.ledger.glimpse import state_for
from pbem.ledger.ledger import Ledger
from pbem.ledger.story import author
from pbem.mail import addresses
from pbem.protocol.bodies import Mailed, Order, Ready, SignedMessage, Standing
from pbem.protocol.keys import Identity
from pbem.protocol.offices import GM
from pbem.reports.context import PUBLIC, Context
from pbem.reports.ending import winner_words
from pbem.reports.entry_list import entry_sentence, told_in
from pbem.reports.formats import FORMATS
from pbem.reports.formats.html import css, fragment
from pbem.reports.from_game import folded_report, in_words, notice_sentences, report_for
from pbem.reports.order_sentences import names_of
from pbem.reports.period import Period
from pbem.reports.report_parts import news
from pbem.round import correspondents, reports
from pbem.web.chair import corrections
from pbem.web.chair.chair import TEXTS, GmDesk
from pbem.web.chair.public_map import chart, differing
from pbem.web.chair.reminders import Reminder
from pbem.web.chair.rulings import Preview, StorySentence

BUTTONS = Ways(
    "they press Speak, then Agree to take back everything",
    "they press Speak, then A draw",
    "they press Sign the end",
    "with the button Publish your key; then anyone can check the whole game",
    "open Rule, then Carry out the line that failed",
    "they press Speak, then Agree or Say no",
)
"""What the pages have for what a game waits for, as the GM reads it."""
MOST_SAID = 20
"""So many messages are shown, the newest first."""
FEW = 12
"""So many changes of a position are shown at once."""
NAMES = (
    "head",
    "map",
    "position",
    "calls",
    "waits",
    "mails",
    "taken",
    "handout",
    "cases",
    "news",
    "version",
)
TABS = (
    ("news", "Happened"),
    ("rule", "Rule"),
    ("cases", "Said"),
    ("position", "Position"),
)
"""Beside the map, each with its part."""
SHEETS = {
    "eml": "The email, ready to send",
    **{form.suffix: form.label for form in FORMATS},
    "orders.toml": "The form for orders",
    "png": "The map as a picture",
}
"""What a file is to its reader, by its ending; the first of those that there are is sent."""
RULED = {
    "uphold": "It stands",
    "void": "Gone back",
    "again": "Carried out",
    "patch": "Corrected",
    "impose": "Decided for a side",
    "option": "Another option",
    "house": "House rule",
    "result": "The end",
}
SEEN = "to confirm the position"
"""What a side owes that owes `ready`."""


class Player(Struct, frozen=True):
    """A side in the list of who is waited for.

    Attributes:
        name: "" while nobody sits there.
        asked: what for, "" if it is not. `since`, `due`: in words. `state`: `late` or `over`, "" in time.
        away: holidays to come. `reminder`: an email to one who is late, its subject first.
    """

    side: str
    name: str
    robot: bool
    asked: str = ""
    since: str = ""
    due: str = ""
    state: str = ""
    away: tuple[str, ...] = ()
    reminder: Reminder | None = None


class Word(Struct, frozen=True):
    """Something that a player said, in an entry; `about` another one, 0 for none."""

    n: int
    key: str
    text: str
    about: int


class DisputedEntry(Struct, frozen=True):
    """The first sentence of an entry that is disputed, and the `rest`."""

    text: str
    rest: tuple[str, ...]


class PreviewText(Struct, frozen=True):
    """What a preview tells.

    Attributes:
        said: what the entry tells. `changed`: of the position in words; `rest`: for which there are none.
        hidden: something changes that lies hidden.
    """

    said: tuple[StorySentence, ...]
    changed: tuple[str, ...]
    rest: tuple[str, ...]
    hidden: bool


class Sheet(Struct, frozen=True):
    """A file that was written for somebody; `words`: what it is to him."""

    name: str
    words: str


class Reader(Struct, frozen=True):
    """Somebody to whom reports go.

    Attributes:
        called: in a sentence: `York (Ann)`, `all spectators`.
        address: that his mails go to, or that waits to be confirmed (`unsure`, in a sentence).
        sheets: what was written for him, first what is sent; `texts`: names of what can be looked at here.
        entry: the last that they tell of. `opened`: was one of them saved or read on this page?
    """

    name: str
    called: str
    secret: bool
    address: str
    unsure: str
    sheets: tuple[Sheet, ...]
    texts: tuple[str, ...]
    entry: str
    opened: bool


def gm_desk(file: Path, identity: Identity, shelf: str = "") -> GmDesk:
    """The GM's page of a game. Raises NotTheGm, what `opening.read_game` raises."""
    return GmDesk(file, identity, parts, page, preview, shelf)


def page(chair: GmDesk, parts: Mapping[str, str]) -> str:
    markup_by_id = {id: Markup(html) for id, html in parts.items()}
    page = environment().get_template("desk/chair.html.j2")
    preview_markup = Markup(preview(chair, None))
    return page.render(
        css=css(), title=chair.game.title, parts=markup_by_id, preview=preview_markup, tabs=TABS
    )


def preview(chair: GmDesk, preview_shown: Preview | None) -> str:
    """What one tab is shown before it signs: in words, and on the map as it is and as it would be."""
    maps: tuple[Markup, ...] = ()
    if preview_shown is not None and preview_shown.stands is not None:
        before, after = preview_shown.stands
        changed = differing(before, after)
        maps = tuple(chart(chair.game.title, one, changed) for one in (before, after) if changed)
    macros: Any = environment().get_template("desk/chair_parts.html.j2").module
    text = (
        preview_text(chair, preview_shown)
        if preview_shown is not None
        else PreviewText((), (), (), False)
    )
    return str(macros.preview({"shown": preview_shown, "maps": maps, "few": FEW, "told": text}))


def preview_text(chair: GmDesk, preview_shown: Preview) -> PreviewText:
    """What a preview says and what changes, with the words that the position has for its values. In the places of
    pieces that lie hidden all see others, of which nothing is told."""
    if chair.stand is None:
        return PreviewText(preview_shown.said, (), preview_shown.changed, False)
    correctable = corrections.correctable(chair.game.ledger)
    sentences = [one for one in preview_shown.said if one.to or not correctable.hides(one.text)]
    open_ones = [line for line in preview_shown.changed if not correctable.hides(line)]
    in_words = [correctable.change(line) for line in open_ones]
    return PreviewText(
        tuple(StorySentence(correctable.change(one.text) or one.text, one.to) for one in sentences),
        tuple(filter(None, in_words)),
        tuple(line for line, words in zip(open_ones, in_words, strict=True) if not words),
        len(sentences) + len(open_ones) < len(preview_shown.said) + len(preview_shown.changed),
    )


def parts(chair: GmDesk) -> Mapping[str, str]:
    macros: Any = environment().get_template("desk/chair_parts.html.j2").module
    forms: Any = environment().get_template("desk/chair_rule.html.j2").module
    context = _page_values(chair)
    html_by_name = {name: str(getattr(macros, name)(context)) for name in NAMES}
    return {**html_by_name, "rule": str(forms.rule(context))}


def _news_report(chair: GmDesk) -> Context:
    """What the last pile of mails brought, or the last entry if nothing did."""
    game, first = chair.game, chair.news
    if first is None or first >= len(game.save.entries):
        return report_for(game, PUBLIC)
    return folded_report(game, report_for(game, PUBLIC, Period(since=first)), first)


def _page_values(chair: GmDesk) -> Mapping[str, object]:
    """All values that the templates of the GM's page are rendered with, by name."""
    game, ledger = chair.game, chair.game.ledger
    report, stand, clock = _news_report(chair), chair.stand, ledger.cases.clock
    report = replace(report, notices=notice_sentences(ledger, PUBLIC, BUTTONS))
    names = names_of(ledger.rules, "", stand.picture if stand else None)
    player_rows, reader_rows = list(players(chair)), list(readers(chair))
    sides_asked = [one.side for one in player_rows if one.asked]
    robots = any(one.robot and one.asked for one in player_rows)
    consents = {name: mail.body.author for name, mail in chair.consents().items()}
    return {
        "game": game,
        "chair": chair,
        "gm": ledger.table.gms[0].name,
        "sides": ledger.rules.sides,
        "players": player_rows,
        "waited": sides_asked,
        "joined": [_player_name(chair, one.side) for one in player_rows if one.name],
        "missing": [_player_name(chair, one.side) for one in player_rows if not one.name],
        "file": chair.file.name,
        "terms": agreed.words(ledger),
        "clock": clock,
        "read": time.day_in_words(clock.at) if clock.at else "",
        "endings": time.ENDINGS,
        "over": f"{winner_words(report, game.result)}: {game.result.reason}" if game.result else "",
        "chart": chart(game.title, stand) if stand else "",
        "position": Markup(fragment(stand.document.parts, stand.document.sides)) if stand else "",
        "pile": chair.pile.waiting(),
        "interrupted": (interrupted := opening.interrupted(game)),
        "cut_off": interrupted or bool(reports.untold(game)) or robots,
        "old_copy": any(one.old for one in chair.taken),
        "taken": [(one, Path(one.file).name if one.file else "") for one in chair.taken],
        "requests": chair.requests(),
        "agreeing": [side for side in ledger.sides if side in consents.values()],
        "consents": consents,
        "readers": reader_rows,
        "sends": any(one.sheets for one in reader_rows),
        "unopened": any(one.sheets and not one.opened for one in reader_rows),
        "outbox": chair.outbox,
        "disputes": [row for row in ledger.cases.disputes if not row.ruled],
        "answered": [row for row in ledger.cases.disputes if row.ruled],
        "rulings": list(reversed(ledger.cases.rulings)),
        "ruled": RULED,
        "may": _may(chair),
        "failed": failure.n if (failure := ledger.position.failure) is not None else 0,
        "correct": Markup(corrections.form(ledger, {})) if "patch" in _may(chair) else "",
        "asked": [one.side for one in game.requests],
        "owing": (owing := [side for side in ledger.seats if side in sides_asked]),
        "silent": [
            side for side in owing if absence.waited_long_enough(ledger, side, computer.now())
        ],
        "days": clock.pace.days,
        "options": _other_values(ledger) if "option" in _may(chair) else (),
        "messages": messages(chair),
        "entries": chair.entries,
        "disputed": _disputed_texts(game),
        "news": fragment(tuple(news(report)), report.position.sides, sentence_of=names.lines),
        "last": len(game.save.entries) - 1,
    }


def _disputed_texts(game: Game) -> Mapping[int, DisputedEntry]:
    """What happened in each entry that is disputed and not ruled on."""
    open_ones = sorted({row.entry for row in game.ledger.cases.disputes if not row.ruled})
    stories = [in_words(game, story) for n in open_ones for story in game.stories(n, n, PUBLIC)]
    return {
        story.n: DisputedEntry(entry_sentence(story, PUBLIC), tuple(told_in(story, PUBLIC)[1:]))
        for story in stories
    }


def _may(chair: GmDesk) -> frozenset[str]:
    """The rulings that are possible as the game stands, as `rulings.take` has it."""
    ledger = chair.game.ledger
    if not ledger.begun:
        return frozenset()
    if ledger.final:
        return frozenset(rulings.AFTER_THE_END)
    kinds = frozenset(RULED)
    if ledger.result is not None:
        return kinds - {*rulings.WHILE_IT_RUNS, "result"}
    idle = [] if chair.game.requests else ["impose"]
    idle += [] if _other_values(ledger) else ["option"]
    idle += [] if ledger.n > ledger.cases.begun else ["void"]
    return kinds - {*idle}


def _other_values(ledger: Ledger) -> list[tuple[str, str]]:
    """The options that can be changed while a game runs, each with a value that it does not have now."""
    state: Any = state_for(ledger.rules, ledger.play.state, PUBLIC)
    return [
        (option.name, value)
        for option in ledger.rules.options(ledger.genesis.scenario)
        for value in option.values
        if option.changes and (state is None or state.option(option) != value)
    ]


def _player_name(chair: GmDesk, side: str) -> str:
    """`York (Ann)`, `York` while nobody sits there."""
    ledger = chair.game.ledger
    name, seat = ledger.rules.sides[side].name, ledger.seats.get(side)
    return f"{name} ({seat.keys.name})" if seat else name


def players(chair: GmDesk) -> Iterator[Player]:
    """A row for each side: who plays it, what is waited for, since when, and when they are away."""
    game, ledger = chair.game, chair.game.ledger
    clock, time_now = ledger.cases.clock, computer.now()
    due_rows = {row.side: row for row in club.due_answers(game)}
    reminders = {row.side: row for row in chair.reminders()}
    kinds = {request.side: request.question for request in game.requests}
    kinds |= dict.fromkeys(ledger.owes_ready(), SEEN)
    for side in ledger.sides:
        seat = ledger.seats.get(side)
        robot = robot_homes.keeps(chair.file, side)
        if seat is None:
            yield Player(side, "", robot, "to join")
            continue
        row, (_, at) = due_rows.get(side), clock.since.get(side, (0, 0))
        what_for = kinds.get(side, "") if ledger.result is None else _end(chair, side)
        away = [days for days in clock.away if days.side == side and days.last > time_now]
        yield Player(
            side,
            seat.keys.name,
            robot,
            what_for,
            time.day_in_words(at) if what_for and at else "",
            row.told if row else "",
            row.state(time_now) if row else "",
            tuple(
                f"{time.date(days.first)[:10]} to {time.date(days.last - 1)[:10]}" for days in away
            ),
            reminders.get(side),
        )


def _end(chair: GmDesk, side: str) -> str:
    return "" if side in chair.game.ledger.cases.overs else "its word that the game is over"


def messages(chair: GmDesk) -> list[Word]:
    """What players said, the newest first."""
    words = []
    for entry in reversed(chair.game.save.entries):
        step = entry.body.step
        if not isinstance(step, Mailed) or not isinstance(step.order.body, SignedMessage):
            continue
        body = step.order.body
        if isinstance(body, Order | Ready | Standing):
            continue
        words.append(Word(entry.n, author(step)[1], body.text, body.entry))
        if len(words) == MOST_SAID:
            break
    return words


def readers(chair: GmDesk) -> Iterator[Reader]:
    """A row for each reader but the robots: what was written for them, their address, and where it comes from."""
    game, parcels = chair.game, chair.written
    book = addresses.read(computer.addresses(game.ledger.game))
    unsure = correspondents.unsure(game, book)
    names = [path.name for path in (*parcels.mails, *parcels.reports)]
    others = correspondents.other_gms(game)
    for reader in (*game.ledger.seats, PUBLIC, *[GM] * bool(others)):
        if robot_homes.keeps(chair.file, reader):
            continue
        mine = (_sheet(game.id, reader, name) for name in names if _is_for(name, game.id, reader))
        row = book.rows.get(reader)
        name = _player_name(chair, reader) if reader in game.ledger.seats else "all spectators"
        sheets = sorted(mine, key=lambda one: [*SHEETS.values(), one.words].index(one.words))
        yield Reader(
            reader,
            others[0].name if reader == GM else name,
            reader != PUBLIC,
            row.address if row else "",
            correspondents.origin_of(game, book, reader) if reader in unsure else "",
            tuple(sheets),
            tuple(one.name for one in sheets if one.name.endswith(TEXTS))[:1],
            sheets[0].name.removeprefix(f"{game.id}-")[:3].lstrip("0") if sheets else "",
            any(one.name in chair.opened for one in sheets),
        )


def _sheet(id: str, reader: str, name: str) -> Sheet:
    ending = name.removeprefix(f"{id}-")[4 + len(reader) + 1 :]
    return Sheet(name, SHEETS.get(ending, ending))


def _is_for(name: str, id: str, reader: str) -> bool:
    """Does this file go to that reader? See `outbox.named`."""
    rest = name.removeprefix(f"{id}-")[4:]
    return rest.startswith((f"{reader}.", f"{reader}-orders."))
