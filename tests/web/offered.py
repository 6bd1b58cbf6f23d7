"""A page of the desk as a browser has it, without a browser: what can be pressed there, and what a press sends.

It follows `desk.js`: which words a button sends, which fields go with a form, what a modal sheet hides.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import NamedTuple

VOID = {"input", "br", "hr", "img", "link", "meta", "col", "wbr", "source"}
DRAWN = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
NAMED = re.compile(r'data-(piece|place|card)="([^"]+)"')
TYPED = ("text", "search", "email", "number", "")
MOST_WITH = 3
"""So many companions are ticked at most."""


class Element:
    """An element with its attributes, children and text."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: Element | None) -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.children: list[Element] = []
        self.text = ""

    def all(self) -> Iterator[Element]:
        """This element and all within it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.all()

    def ancestors(self) -> Iterator[Element]:
        """This element and all around it."""
        yield self
        if self.parent is not None:
            yield from self.parent.ancestors()

    def within(self, tag: str) -> Element | None:
        """The nearest element around it of this kind."""
        return next((one for one in self.ancestors() if one.tag == tag), None)

    def find(self, id: str) -> Element | None:
        return next((one for one in self.all() if one.attrs.get("id") == id), None)

    @property
    def data(self) -> dict[str, str]:
        """Its `dataset`."""
        return {key[5:]: value for key, value in self.attrs.items() if key.startswith("data-")}

    @property
    def whole_text(self) -> str:
        return "".join(one.text for one in self.all())

    @property
    def is_offered(self) -> bool:
        """Can it be seen, perhaps behind a tab or in a fold, and pressed?"""
        if "disabled" in self.attrs:
            return False
        return not any(
            one.tag == "template" or ("hidden" in one.attrs and one.attrs.get("role") != "tabpanel")
            for one in self.ancestors()
        )


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.now = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs}, self.now)
        self.now.children.append(made)
        if tag not in VOID:
            self.now = made

    def handle_endtag(self, tag: str) -> None:
        if self.now.tag != tag and tag not in ("p", "li", "option"):
            raise AssertionError(f"</{tag}> ends <{self.now.tag}>")
        if self.now.tag == tag and self.now.parent is not None:
            self.now = self.now.parent

    def handle_data(self, data: str) -> None:
        self.now.text += data


def parse(html: str) -> Element:
    """The elements of a page or a part, but for its drawings."""
    parser = _Parser()
    parser.feed(DRAWN.sub("", html))
    parser.close()
    return parser.root


class Press(NamedTuple):
    """Something that can be pressed.

    Attributes:
        where: the id of the part that it stands in.
        said: what stands on it.
        free: names of the fields that wait for its user's own words.
        form: the form whose fields go along, None for a button alone.
    """

    where: str
    verb: str
    words: dict[str, str]
    said: str
    free: tuple[str, ...] = ()
    form: Element | None = None

    @property
    def kind(self) -> tuple[str, ...]:
        """Presses of one kind differ in what they name."""
        return self.where, self.verb, *sorted(self.words)


class Shown:
    """What a tab shows, kept up with the answers to its presses."""

    def __init__(self, html: str) -> None:
        self.tree = parse(html)
        self.drawn = {"page": html}

    def take(self, parts: Mapping[str, str]) -> None:
        """Put the parts of an answer into their places."""
        for id, html in parts.items():
            self.drawn[id] = html
            old, (new, *_) = self.tree.find(id), parse(html).children
            if old is None or old.parent is None:
                continue
            new.parent = old.parent
            at = old.parent.children.index(old)
            old.parent.children[at] = new

    @property
    def version(self) -> str:
        return next((one.data["version"] for one in self.tree.all() if "version" in one.data), "")

    @property
    def sheet(self) -> Element | None:
        """The sheet above the page, if one is open: all else is inert."""
        return next(
            (one for one in self.tree.all() if one.tag == "dialog" and "data-open" in one.attrs),
            None,
        )

    def close(self) -> None:
        """Shut the sheet, as the browser does by itself."""
        sheet = self.sheet
        if sheet is not None:
            del sheet.attrs["data-open"]
            sheet.children.clear()

    def presses(self, chance: random.Random) -> list[Press]:
        """All that can be pressed."""
        return list(self._presses(self.sheet or self.tree, chance))

    def files(self) -> list[str]:
        """The files that links offer."""
        links = (one.attrs.get("href", "") for one in self.tree.all() if one.is_offered)
        return [link for link in links if link.startswith("?file=")]

    def beside(self, name: str) -> list[str]:
        """The pages beside this one, which is called `name`."""
        return [f"{name}-{one.data['beside']}" for one in self.tree.all() if "beside" in one.data]

    def lit(self) -> list[str]:
        """What glows."""
        glow = self.tree.find("glow")
        return list(json.loads(glow.data["lit"])) if glow is not None else []

    def named(self) -> list[str]:
        """What the drawings show that can be looked up: `place:york`."""
        found = NAMED.findall(self.drawn.get("map") or self.drawn["page"])
        return list(dict.fromkeys(f"{kind}:{name}" for kind, name in found))

    @property
    def is_tried(self) -> bool:
        """Is a branch shown in the place of the game?"""
        head = self.tree.find("head")
        return head is not None and "tried" in head.data

    def _presses(self, root: Element, chance: random.Random) -> Iterator[Press]:
        for one in root.all():
            data = one.data
            if not one.is_offered or (self.is_tried and _left_out(one)):
                continue
            if one.tag == "button" and "look" in data:
                yield Press(_part(one), "about", {"what": data["look"]}, one.whole_text)
            elif one.tag == "form" and "verb" in data:
                yield from self._submits(one, chance)
            elif one.tag == "select" and data.get("change"):
                yield from self._changes(one, chance)
            elif "verb" in data and one.attrs.get("type") != "submit":
                yield self._button(one)

    def _button(self, one: Element) -> Press:
        words, form = one.data, one.within("form")
        del words["verb"]
        if form is not None:
            fields, _ = filled(form, None)
            words = joined(words, fields)
        return Press(_part(one), one.data["verb"], words, one.whole_text, form=form)

    def _submits(self, form: Element, chance: random.Random) -> Iterator[Press]:
        for button in form.all():
            if button.tag != "button" or button.attrs.get("type", "submit") != "submit":
                continue
            if not button.is_offered:
                continue
            words = form.data
            del words["verb"]
            for how in (None, chance):
                fields, free = filled(form, how)
                sent = joined(words, fields)
                if "name" in button.attrs:
                    sent[button.attrs["name"]] = button.attrs.get("value", "")
                yield Press(
                    _part(form), form.data["verb"], sent, button.whole_text, tuple(free), form
                )

    def _changes(self, select: Element, chance: random.Random) -> Iterator[Press]:
        form = select.within("form")
        assert form is not None
        chosen = chance.choice([one for one in select.all() if one.tag == "option"])
        fields, _ = filled(form, None)
        fields = [one for one in fields if one[0] != select.attrs["name"]]
        words = joined({}, [*fields, (select.attrs["name"], value_of(chosen))])
        yield Press(_part(form), select.data["change"], words, "change", form=form)


def _left_out(one: Element) -> bool:
    """Does `desk.css` leave it out in a branch?"""
    tools = one.parent.parent if one.parent is not None else None
    if tools is None or tools.attrs.get("class") != "lookups":
        return False
    return one.data.get("verb") not in ("rule", "card", "notes")


def _part(one: Element) -> str:
    return next((up.attrs["id"] for up in one.ancestors() if up.attrs.get("id")), "")


def joined(words: Mapping[str, str], fields: list[tuple[str, str]]) -> dict[str, str]:
    """Words with the fields of a form, those of one name in a row."""
    made = dict(words)
    for name, value in fields:
        made[name] = f"{made[name]} {value}" if made.get(name) else value
    return made


def value_of(option: Element) -> str:
    return option.attrs.get("value", " ".join(option.whole_text.split()))


def filled(
    form: Element, chance: random.Random | None, fixed: Mapping[str, str] = {}
) -> tuple[list[tuple[str, str]], dict[str, Element]]:
    """The fields of a form as they stand, or otherwise chosen by chance, but for those that are `fixed`; and those
    that wait for words."""
    fields, free = list[tuple[str, str]](), dict[str, Element]()
    radios: dict[str, list[Element]] = {}
    for one in form.all():
        name, kind = one.attrs.get("name", ""), one.attrs.get("type", "")
        if not name or "disabled" in one.attrs:
            continue
        if name in fixed:
            fields.append((name, fixed[name]))
        elif one.tag == "select":
            fields.append((name, _selected(one, chance)))
        elif one.tag == "textarea" or (one.tag == "input" and kind in TYPED):
            value = one.text if one.tag == "textarea" else one.attrs.get("value", "")
            if (
                chance
                and not value
                and {"min", "max"} <= one.attrs.keys()
                and chance.random() < 0.3
            ):
                low, high = int(one.attrs["min"]), int(one.attrs["max"])
                value = str(chance.randint(low, high))
            fields.append((name, value))
            if not value.strip() and "required" in one.attrs:
                free[name] = one
        elif one.tag == "input" and kind == "hidden":
            fields.append((name, one.attrs.get("value", "")))
        elif kind == "radio":
            radios.setdefault(name, []).append(one)
    for name, some in radios.items():
        on = [one for one in some if "checked" in one.attrs]
        picked = chance.choice(some) if chance else next(iter(on), None)
        if picked is not None:
            fields.append((name, picked.attrs.get("value", "on")))
    return [*fields, *_ticked(form, chance)], free


def _selected(select: Element, chance: random.Random | None) -> str:
    options = [one for one in select.all() if one.tag == "option"]
    on = [one for one in options if "selected" in one.attrs] or options[:1]
    wants = bool(on) and "required" in select.attrs and not value_of(on[0])
    if (wants or chance) and options:
        some = [one for one in options if value_of(one)] if wants else options
        return value_of((chance or random.Random(len(some))).choice(some))
    return value_of(on[0]) if on else ""


def _ticked(form: Element, chance: random.Random | None) -> Iterator[tuple[str, str]]:
    boxes = [one for one in form.all() if one.attrs.get("type") == "checkbox"]
    free = [one for one in boxes if "checked" not in one.attrs and "required" not in one.attrs]
    fields = form.all() if chance else iter(())
    most = min([MOST_WITH, *(int(one.data["most"]) for one in fields if "most" in one.data)])
    extra = chance.sample(free, chance.randint(0, min(most, len(free)))) if chance else []
    for one in boxes:
        on = "checked" in one.attrs or "required" in one.attrs or one in extra
        if on and "disabled" not in one.attrs:
            yield one.attrs["name"], one.attrs.get("value", "on")
