"""HTML: one page that asks nobody for anything, with real tables, drawn tracks and a calendar.

What shows a piece or a place says so (`data-piece`, `data-place`), so that a page can light it up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum

from pbem.drawing import board as boards
from pbem.drawing.score_line import score_line
from pbem.drawing.svg import draw
from pbem.drawing.tags import Markup, joined_markup, safe, tag
from pbem.engine.declared import Side
from pbem.engine.document import (
    AnyPart,
    Board,
    Box,
    Calendar,
    Cell,
    Course,
    Figure,
    Heading,
    Item,
    Items,
    Map,
    Mark,
    Mat,
    Note,
    ReportTable,
    Track,
    parted,
    separator,
)
from pbem.reports import tapping
from pbem.reports.context import Context
from pbem.reports.report_parts import foot, of_others, story_parts
from pbem.reports.speech import row_fields
from pbem.reports.writing import Writing
from pbem.resources import resource

Sides = Sequence[tuple[str, Side]]
Ways = IntEnum("Ways", "WHOLE PACKED SHORT BARE")
"""How a page to write orders on is written, see `MAILABLE`: each way is shorter than the one before."""
MANY = 24
"""A track of more numbers is drawn as a line, not as boxes."""
ROOM = 11
"""For a column of mats, in letters."""
NOTHING = Markup()
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
MAILABLE = 200_000
"""Bytes of a page to write orders on, for phones and mailboxes have limits: a longer one is packed, and its script
unpacks it; if that is not enough, it has its notes in short, then its choices packed too. In an email what else it
holds leaves less."""
PACKED = "packed:"
"""In place of where the map lies as a picture: the page's script unpacks it."""
NO_SCRIPT = "The map appears here when you open this page in a browser from 2023 or later, with scripts switched on."
NO_MAP = Note("The map is on the attached page.", mark="foot")
WITHIN = "cid:"
"""Where a page in a mail finds the parts that come with it (RFC 2392)."""


def write(report: Context, flavour: str = "") -> str:
    """The page as a file: where its reader is asked something, with the script to write orders on it."""
    return report_page(report)


def report_page(
    report: Context,
    extra_parts: Sequence[AnyPart] = (),
    map_at: str | None = None,
    room: int = MAILABLE,
    choices_place: str = "",
) -> str:
    """The page of a report, and of an email where `map_at` is given: that has no script, which no mail program
    would run.

    Args:
        extra_parts: put before the small print, see `page`.
        room: bytes for the page, see `MAILABLE`; that of an email goes without a drawn map if it is longer.
        choices_place: where all choices are if the page of an email does not list them.
    """
    sides = report.position.sides
    parts = (*story_parts(report), *extra_parts, *foot(report))
    first = bool(report.mine)
    others_html = fragment(tuple(of_others(report)), sides)
    if report.writing is None or map_at is not None:
        section = tapping.question(report, others_html, listed=choices_place)
        markup = page(parts, sides, report.position.now, map_at or "", section, first=first)
        if map_at is None or len(markup.encode()) <= room:
            return markup
        parts = tuple(NO_MAP if isinstance(part, Map) else part for part in parts)
        return page(parts, sides, report.position.now, map_at, section, first=first)
    return _page_to_write_on(report, report.writing, parts, others_html, room)


def _page_to_write_on(
    report: Context, writing: Writing, parts: Sequence[AnyPart], others_html: Markup, room: int
) -> str:
    """The page with its scripts: the first way to write it that has room."""
    policy = f"{POLICY}; script-src {tapping.source()}"
    maps = (drawing(part) for part in parts if isinstance(part, Map))
    map_svg, at, markup = next(maps, NOTHING), "", ""
    for way in Ways:
        section = tapping.question(report, others_html, short=way >= Ways.SHORT)
        scripts = tapping.script_markup(writing)
        if way == Ways.PACKED:
            at, policy = PACKED, f"{policy} {tapping.source(tapping.UNPACKER)}"
        if way >= Ways.PACKED:
            packed_section = section if way == Ways.BARE else NOTHING
            scripts = tapping.packed_markup(writing, map_svg, packed_section)
        if way == Ways.BARE:
            count = sum(len(one.options) for one in report.mine)
            words = tapping.PACKED_CHOICES.format(count=count)
            section = tapping.question(report, others_html, listed=words)
        markup = page(
            parts,
            report.position.sides,
            report.position.now,
            at,
            joined_markup((section, scripts), "\n"),
            tapping.css(),
            policy,
            bool(report.mine),
            writing.said.get,
        )
        if len(markup.encode()) <= room:
            break
    return markup


def page(
    parts: Sequence[AnyPart],
    sides: Sides,
    now: str,
    map_at: str = "",
    section: Markup = NOTHING,
    style: Markup = NOTHING,
    policy: str = POLICY,
    first: bool = False,
    sentence_of: Callable[[str], str | None] | None = None,
) -> str:
    """A page of its own: what is before the title is put below it, small print into the foot.

    Args:
        map_at: where the map is as a picture, `cid:...` in an email; "" to draw it in the page.
        section: the section of the question, if there is one; with `first` it comes right after the outcome.
        style: more than that of every page.
        sentence_of: an order line in a sentence, where a story has it.
    """
    at = next(n for n, part in enumerate(parts) if isinstance(part, Heading))
    lead_parts, (title, *body_parts) = parts[:at], parts[at:]
    name = title.text if isinstance(title, Heading) else ""
    small = [part for part in body_parts if isinstance(part, Note) and part.mark == "foot"]
    body = [part for part in body_parts if part not in small]
    below = section and not first
    to_asked = [tag("a", "What is asked", href="#asked", class_="go")] if below else []
    header = (
        tag("p", now, class_="game"),
        tag("h1", name),
        fragment(lead_parts, sides),
        tag("nav", joined_markup((*links(body), *to_asked), "\n"), aria_label="In this report"),
    )
    footer = tag("footer", *markup_lines((fragment(small, sides),)))
    if any(isinstance(part, Board) for part in body):
        style = joined_markup((style, boards.css()))
    story = fragment(body, sides, map_at, sentence_of)
    main = joined_markup(filter(None, (section, story) if first else (story, section)), "\n")
    return shell(name, header, main, footer, f"{policy} {WITHIN}" if map_at else policy, style)


def shell(
    name: str,
    header: Iterable[Markup],
    main: Markup,
    footer: Markup | str = "",
    policy: str = POLICY,
    style: Markup | str = "",
) -> str:
    """A whole page of these parts, in our style and what is added to it."""
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("link", rel="icon", href="data:,"),
        tag("title", name),
        tag("style", css(), style),
    )
    lines = (
        Markup('<!doctype html>\n<html lang="en">'),
        tag("head", *markup_lines(head)),
        Markup("<body>"),
        tag("header", *markup_lines(header)),
        tag("main", *markup_lines((main,))),
        *([footer] if footer else []),
        Markup("</body>\n</html>\n"),
    )
    return joined_markup(lines, "\n")


def fragment(
    parts: Sequence[AnyPart],
    sides: Sides,
    map_at: str = "",
    sentence_of: Callable[[str], str | None] | None = None,
) -> Markup:
    """Some parts, for a page that is made elsewhere."""
    return joined_markup(Writer(sides, map_at, sentence_of).chapters(parts), "\n")


class Writer:
    """Writes parts one after the other.

    Attributes:
        drawn: side id to what draws its colour.
        map_at: see `page`. `said`: see `page`.
        level, heading: the last heading, so that those below it leave no gap.
    """

    def __init__(
        self, sides: Sides, map_at: str = "", sentence_of: Callable[[str], str | None] | None = None
    ) -> None:
        self.sides, self.map_at, self.said = sides, map_at, sentence_of
        self.drawn = {
            id: (f"side side{n}", f"--side:{side.colour}") for n, (id, side) in enumerate(sides)
        }
        self.level = 1
        self.heading = ""

    def chapters(self, parts: Iterable[AnyPart]) -> Iterator[Markup]:
        """All parts, each chapter a section."""
        chapter: list[Markup] = []
        opened: Heading | None = None
        for part in parts:
            if isinstance(part, Heading) and part.level == 2:
                yield from self._section(opened, chapter)
                opened, chapter = part, []
            chapter.append(self.part(part))
        yield from self._section(opened, chapter)

    def _section(self, opened: Heading | None, chapter: list[Markup]) -> Iterator[Markup]:
        if opened is None:
            yield from chapter
            return
        yield tag(
            "section",
            *markup_lines(chapter),
            id=opened.anchor,
            class_=opened.anchor,
            aria_label="" if opened.anchor else opened.text,
            aria_labelledby=f"{opened.anchor}-title" if opened.anchor else "",
        )

    def part(self, part: AnyPart) -> Markup:
        """A part of a report as HTML, by its kind. The map is an image file, packed or drawn."""
        match part:
            case Heading():
                return self.opens(part)
            case Note():
                return self._note(part)
            case Items():
                return self._items(part)
            case ReportTable():
                return self._table(part)
            case Track():
                return self._track(part)
            case Calendar():
                boxes = joined_markup(map(self._box, part.boxes), "\n")
                calendar = tag("ol", boxes, class_="calendar", role="list")
                return joined_markup((caption(part.caption), calendar), "\n")
            case Figure():
                return self._figure(part)
            case Course():
                return score_line(part)
            case Board():
                return boards.board(part.fight, self.sides)
            case Map() if self.map_at == PACKED:
                hint = tag("p", NO_SCRIPT, class_="hint")
                return tag("div", self._scroll("Map", hint), id="map")
            case Map() if self.map_at:
                alternative = f"The map: {part.title}, {part.now}"
                return tag(
                    "p", tag("img", src=self.map_at, alt=alternative, width="100%"), id="map"
                )
            case Map():
                return tag("div", self._scroll("Map", drawing(part)), id="map")

    def cell(self, cell: Cell) -> Markup:
        """Text, in an element of its own if it shows something."""
        if not (cell.piece or cell.place or cell.card):
            return safe(cell.text)
        return tag(
            "span", cell.text, data_piece=cell.piece, data_place=cell.place, data_card=cell.card
        )

    def aside(self, text: str) -> Markup:
        """A rule or a remark."""
        return tag("span", f"({text})", class_="rule")

    def cells(self, cells: Sequence[Cell]) -> Markup:
        """A list in one line, as it is read."""
        return joined_markup(map(self.cell, cells), separator(cells))

    def opens(self, heading: Heading) -> Markup:
        """A heading, which counts for what follows."""
        self.level, self.heading = heading.level, heading.text
        id = f"{heading.anchor}-title" if heading.anchor else ""
        return tag(f"h{heading.level}", heading.text, id=id)

    def _note(self, note: Note) -> Markup:
        classes = {"lead": "changed", "call": "wanted"}
        label = (tag("strong", f"{note.title}:"), " ") if note.title else ()
        copied = (" ", tag("code", note.copied, class_="hash")) if note.copied else ()
        return tag("p", *label, note.text, *copied, class_=classes.get(note.mark, ""))

    def _items(self, part: Items) -> Markup:
        if part.kind == "panel":
            rows = joined_markup(map(self._fact, part.items), "\n")
            title = tag(f"h{self.level + 1}", part.caption)
            return tag("section", title, tag("dl", rows), class_="battle", aria_label=part.caption)
        rows = joined_markup(map(self._item, part.items), "\n")
        classes = part.kind or "list"
        markup = tag("ul", rows, class_=classes, role="list" if part.kind else "")
        if part.kind == "choices" and part.caption:
            markup = joined_markup((tag(f"h{self.level + 1}", part.caption), markup), "\n")
        elif part.caption:
            markup = joined_markup((caption(part.caption), markup), "\n")
        if part.fold:
            return tag("details", tag("summary", part.fold), markup, class_="blows")
        return markup

    def _fact(self, item: Item) -> Markup:
        lines = (tag("dd", self.cell(cell)) for cell in item.words)
        return joined_markup((tag("dt", item.title), *lines))

    def _item(self, item: Item) -> Markup:
        """A list item: folded dice, or a title, an order line, words and a remark, with the items below it."""
        if item.fold:
            dice = joined_markup(tag("li", self.cell(cell)) for cell in item.words)
            rule = tag("p", f"Rule {item.aside}", class_="rule") if item.aside else Markup()
            hidden = tag("details", tag("summary", item.fold), tag("ul", dice), rule)
            return tag("li", hidden, class_="dice")
        title, line, _, aside = row_fields(item)
        words = self.cells(item.words)
        pieces = [
            tag("strong", f"{title}:") if title else "",
            self._order(item, line) if line else "",
            tag("strong", words) if item.mark == "part" or (item.items and not title) else words,
            self.aside(aside) if aside else "",
            tag("ul", joined_markup(map(self._item, item.items))) if item.items else "",
        ]
        return tag("li", joined_markup(filter(None, pieces), " "), class_=item.mark)

    def _order(self, item: Item, line: str) -> Markup:
        sentence = self.said(line) if self.said and item.mark == "order" else ""
        return tag("span", sentence, title=line) if sentence else tag("code", line)

    def _scroll(self, label: str, inside: Markup) -> Markup:
        return tag("div", inside, class_="scroll", role="region", aria_label=label, tabindex="0")

    def _table(self, table: ReportTable) -> Markup:
        heads = joined_markup(tag("th", name, scope="col") for name in table.columns)
        rows = joined_markup(map(self._row, table.rows), "\n")
        label = table.caption or self.heading
        markup = tag(
            "table",
            tag("caption", table.caption) if table.caption else Markup(),
            tag("thead", tag("tr", heads)),
            tag("tbody", rows),
            aria_label="" if table.caption else label,
        )
        return self._scroll(label, markup)

    def _row(self, fields: Sequence[Sequence[Cell]]) -> Markup:
        head, *rest = fields
        head_cell = tag("th", self.cells(head), scope="row")
        return tag("tr", head_cell, *(tag("td", self._field(field)) for field in rest))

    def _field(self, field: Sequence[Cell]) -> Markup:
        words, rows = parted(tuple(field))
        below = joined_markup(tag("li", self.cell(cell)) for cell in rows)
        return joined_markup(
            (self.cells(words), tag("ul", below, class_="plain") if rows else Markup())
        )

    def _track(self, track: Track) -> Markup:
        figure = self._boxes(track) if track.high - track.low < MANY else self._line(track)
        words = tag("figcaption", tag("strong", f"{track.caption}:"), " ", track.words)
        return tag("figure", words, figure, class_="track")

    def _boxes(self, track: Track) -> Markup:
        """A box for each number; who cannot see it has the words."""
        boxes = []
        for n in range(track.low, track.high + 1):
            marks = [mark for mark in track.marks if mark.at == n]
            inside = [tag("b", str(n)), *map(self._marker, marks)]
            held = any(not mark.goal for mark in marks)
            boxes.append(tag("span", *inside, class_="here" if held else ""))
        return tag("div", *boxes, class_="boxes", aria_hidden="true")

    def _line(self, track: Track) -> Markup:
        """A line with its ends, its middle and the markers."""
        span = track.high - track.low
        ends = [track.low, *([0] if track.low < 0 < track.high else []), track.high]
        goals = [mark.at for mark in track.marks if mark.goal]
        ticks = [
            Mark(n, str(abs(n)))
            for n in ends
            if all(abs(n - g) > (span / 5 if n else span / 10) for g in goals)
        ]
        ticks_and_marks = []
        for mark in (*ticks, *track.marks):
            at = round(100 * (mark.at - track.low) / span, 2)
            kind = "tick" if mark in ticks else "goal" if mark.goal else "at"
            inside = safe(mark.text) if kind == "tick" else self._marker(mark)
            ticks_and_marks.append(tag("span", inside, class_=kind, style=f"left:{at}%"))
        return tag("div", *ticks_and_marks, class_="line", aria_hidden="true")

    def _marker(self, mark: Mark) -> Markup:
        attributes = self._of(mark.side, "goal" if mark.goal else "marker")
        return tag("i", mark.text, **attributes, data_piece=mark.piece)

    def _of(self, side: str, kind: str = "") -> dict[str, str]:
        """The attributes of something that may be a side's."""
        name, style = self.drawn.get(side, ("", ""))
        return {"class_": f"{kind} {name}".strip(), "style": style}

    def _box(self, box: Box) -> Markup:
        title = tag("b", str(box.number)), " ", box.title, " (now)" if box.now else ""
        pieces = [tag("li", self.cell(cell), **self._of(cell.side)) for cell in box.holds]
        inside = [tag("p", *title)]
        inside += [tag("p", box.notes, class_="rule")] if box.notes else []
        inside += [tag("ul", *pieces, class_="plain")] if pieces else []
        return tag(
            "li", *inside, class_="now" if box.now else "", aria_current="date" if box.now else ""
        )

    def _figure(self, figure: Figure) -> Markup:
        if not figure.columns:
            mats = joined_markup(map(self._mat, figure.mats), "\n")
            body = tag("div", mats, class_="mats")
        else:
            body = self._scroll(figure.caption or self.heading, self._grid(figure))
        return joined_markup((caption(figure.caption), body), "\n")

    def _grid(self, figure: Figure) -> Markup:
        """A table, so that each field is read with its row and its column."""
        heads = joined_markup(tag("th", name, scope="col") for name in ("", *figure.columns))
        rows = []
        for r, name in enumerate(figure.rows):
            fields = []
            for c in range(len(figure.columns)):
                mats = [s for s in figure.mats if (s.row, s.column) == (r, c)]
                fields.append(tag("td", *map(self._mat, mats)))
            rows.append(tag("tr", tag("th", name, scope="row"), *fields))
        wide = f"min-width:{9 + ROOM * len(figure.columns)}rem"
        body = tag("thead", tag("tr", heads)), tag("tbody", *rows)
        return tag("table", *body, class_="field", style=wide)

    def _mat(self, mat: Mat) -> Markup:
        inside = [tag(f"h{self.level + 1}", self.cell(mat.title))]
        inside += [tag("p", self.cell(mat.at), class_="where")] if mat.at.text else []
        inside.append(tag("ul", *map(self._item, mat.items), class_="plain"))
        return tag("article", *inside, **self._of(mat.title.side, "mat"))


def css() -> Markup:
    return Markup(resource("templates/html/page.css").read_text("utf-8"))


def markup_lines(blocks: Iterable[Markup]) -> Iterator[Markup]:
    """Each on lines of its own."""
    for block in blocks:
        yield Markup(f"\n{block}")
    yield Markup("\n")


def links(parts: Iterable[AnyPart]) -> Iterator[Markup]:
    """To the chapters and to the map."""
    for part in parts:
        if isinstance(part, Heading) and part.anchor:
            yield tag("a", part.text, href=f"#{part.anchor}")
        elif isinstance(part, Map):
            yield tag("a", "Map", href="#map")


def drawing(part: Map) -> Markup:
    """The map as a part of the page."""
    return Markup(draw(part, alone=False))


def caption(text: str) -> Markup:
    return tag("p", text, class_="caption") if text else Markup()
