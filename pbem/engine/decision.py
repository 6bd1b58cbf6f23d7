"""A decision is a value, an order line its notation.

    @decision("{lord}: march {to} [with {party}]", rule="4.3")
    class March(Decision):
        lord: Piece
        to: Place
        party: tuple[Piece, ...] = ()

`str(March("warwick", "york"))` is `warwick: march york`, and `readings` turns that line back into the
value. A word in braces is a field. A part in brackets stands only where its field is not at its
default; a word alone in brackets is a field that is true or not (`[all]`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property, lru_cache
from inspect import get_annotations
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
)

import msgspec
from msgspec import Struct

from pbem.errors import Impossible

PASSING = ("pass", "no", "stand", "stop", "done", "keep", "none", "wait")
"""Last words of the lines that mean "nothing (more)", for whoever has such a line and no menu: so nobody
and nothing in a game is called so."""
WORD = r"[a-z0-9+*][a-z0-9_+*-]*"
_PARTS = re.compile(r" ?\[[^]]*\]|\{\w+\}|[^[{]+?(?= ?\[|\{|\Z)")


def _itself(word: str, side: str) -> str:
    return word


class Kind(Struct, frozen=True):
    """What a field names, for whoever completes a word, lights up a map or spells a line.

    Attributes:
        name: `piece`, `place`, `card`, `amount` or a game's own.
        write: the word of a value.
        read: the value of a word, for the side that is asked; ValueError or KeyError if there is none.
        words: all of them, if they are few.
        also: the ids of all that changes with a value, itself included: areas that share a marker.
    """

    name: str
    write: Callable[[Any], str] = str
    read: Callable[[str, str], Any] = _itself
    words: tuple[str, ...] = ()
    also: Callable[[Any], Sequence[Any]] | None = None


def _card(word: str, side: str) -> str:
    if not word.isalnum() or word != word.lower():
        raise ValueError(word)
    return word.upper()


def _amount(word: str, side: str) -> int:
    return int(word)


Piece = Annotated[str, Kind("piece")]
"""A Lord, a noble, a block: by its id, which is its word too."""
Place = Annotated[str, Kind("place")]
"""A Locale, an area, a hex, by its id."""
Card = Annotated[str, Kind("card", str.lower, _card)]
"""A card by its id in capitals, `Y20`; written `y20`."""
Amount = Annotated[int, Kind("amount", str, _amount)]
"""How many, or how much."""


@dataclass_transform(frozen_default=True)
class Decision(msgspec.Struct, frozen=True, tag=True):
    """One side's answer to a request. Each kind is a class of its own, made by `@decision`."""

    notation: ClassVar[Notation]

    def __str__(self) -> str:
        return self.notation.write(self)

    @property
    def passes(self) -> bool:
        """Does it mean "nothing (more)"? So `pass` in a script or policy chooses it."""
        return self.notation.passes


class Stacked(Decision):
    """A secret stack, such as a Plan: sealed card by card, so it is an order of its own."""


D = TypeVar("D", bound=Decision)


def decision(line: str, rule: str = "", passes: bool = False) -> Callable[[type[D]], type[D]]:
    """Declare how a decision is written, once.

    Args:
        line: the template, see the module.
        rule: rulebook section, for menus; an offer may name another.
        passes: it means "nothing (more)".
    """

    def declare(kind: type[D]) -> type[D]:
        kind.notation = Notation(kind, line, rule, passes)
        return kind

    return declare


class Field(Struct, frozen=True):
    """A field as it is written. `several`: a tuple of words with blanks between."""

    kind: Kind
    several: bool = False

    def write(self, value: Any) -> str:
        return " ".join(map(self.kind.write, value)) if self.several else self.kind.write(value)

    def read(self, text: str, side: str) -> Any:
        if self.several:
            return tuple(self.kind.read(word, side) for word in text.split(" "))
        return self.kind.read(text, side)


class Part(NamedTuple):
    """A piece of a template: a field with what stands `before` and `after` it, or fixed words."""

    before: str
    field: str = ""
    after: str = ""
    optional: bool = False
    flag: bool = False


class Notation:
    """How one kind of decision is written.

    Attributes:
        rule: rulebook section. `passes`: it means "nothing (more)".
        literal: how many characters of the line are fixed: of two readings the more fixed comes first.
    """

    def __init__(self, kind: type[Decision], line: str, rule: str, passes: bool) -> None:
        self.kind, self.line, self.rule, self.passes = kind, line, rule, passes
        self.parts = tuple(_part(text) for text in _PARTS.findall(line))
        missing = set(kind.__struct_fields__) ^ {part.field for part in self.parts if part.field}
        if missing:
            raise Impossible(
                f"{kind.__name__}: `{line}` and the fields differ in {sorted(missing)}"
            )
        self.literal = sum(len(p.before) + len(p.after) for p in self.parts if not p.optional)

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """Every field by its name, in the order of the line."""
        hints: dict[str, Any] = {}
        for base in self.kind.__mro__[self.kind.__mro__.index(Decision) - 1 :: -1]:
            hints |= get_annotations(base, eval_str=True)
        return {part.field: _field(hints[part.field]) for part in self.parts if part.field}

    @cached_property
    def begins(self) -> tuple[str, str]:
        """The first two words of every such line, "" for one that is not fixed."""
        certain = self.line.partition("[")[0]
        words = [*certain.split(), "", ""]
        first_word = "" if "{" in words[0] else words[0]
        shifts = any(
            field.several and f"{{{name}}}" in words[0] for name, field in self.fields.items()
        )
        return first_word, "" if "{" in words[1] or shifts else words[1]

    @cached_property
    def defaults(self) -> dict[str, Any]:
        names, values = self.kind.__struct_fields__, self.kind.__struct_defaults__
        required = len(names) - len(values)
        return dict(zip(names, (*required * (msgspec.NODEFAULT,), *values), strict=True))

    @cached_property
    def subset(self) -> str:
        """The field that a player fills with some of those whom the menu names, or ""."""
        return next((p.field for p in self.parts if p.before == " with "), "")

    def write(self, value: Decision) -> str:
        """The order line."""
        out = []
        for before, name, after, optional, flag in self.parts:
            if not name:
                out.append(before)
                continue
            item = getattr(value, name)
            if not optional or item != self.defaults[name]:
                word = "" if flag else self.fields[name].write(item)
                out.append(f"{before}{word}{after}")
        return "".join(out)

    def chosen(self, value: Decision) -> tuple[str, ...]:
        """The words of a line that stand in brackets: without them it would be another decision."""
        plain = self.write(self.kind(**{**self._required(value), **self._defaulted}))
        return tuple(word for word in self.write(value).split() if word not in plain.split())

    def _required(self, value: Decision) -> dict[str, Any]:
        return {p.field: getattr(value, p.field) for p in self.parts if p.field and not p.optional}

    @cached_property
    def _defaulted(self) -> dict[str, Any]:
        return {p.field: self.defaults[p.field] for p in self.parts if p.optional}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("".join(map(self._match, self.parts)))

    def read(self, line: str, side: str) -> Decision | None:
        """The decision that this line writes, for `side`; None if the line says something else."""
        match = self._pattern.fullmatch(line)
        if match is None:
            return None
        values: dict[str, Any] = {}
        for name, text in match.groupdict().items():
            if text is None:
                continue
            try:
                flag = isinstance(self.defaults[name], bool)
                values[name] = True if flag else self.fields[name].read(text, side)
            except (ValueError, KeyError):
                return None
        value = self.kind(**values)
        return value if str(value) == line else None

    def _match(self, part: Part) -> str:
        """A part as a regular expression."""
        if not part.field:
            return re.escape(part.before)
        if part.flag:
            return f"(?P<{part.field}>{re.escape(part.before)})?"
        word = rf"(?!with\b){WORD}"
        words = f"{word}(?: {word})*" if self.fields[part.field].several else word
        text = f"{re.escape(part.before)}(?P<{part.field}>{words}){re.escape(part.after)}"
        return f"(?:{text})?" if part.optional else text


def _part(text: str) -> Part:
    """` [with {party}]`, ` [all]`, `{lord}` or fixed words."""
    inner = text.lstrip(" ")
    blank = text.removesuffix(inner)
    if inner.startswith("["):
        before, brace, rest = inner[1:-1].partition("{")
        if not brace:
            return Part(blank + before, before, optional=True, flag=True)
        name, _, after = rest.partition("}")
        return Part(blank + before, name, after, optional=True)
    return Part("", text[1:-1]) if text.startswith("{") else Part(text)


def _field(hint: Any) -> Field:
    """The field of a decision for this annotation of its class. Raises Impossible if that names no kind."""
    origin = get_origin(hint)
    if origin is Annotated:
        kinds = [extra for extra in hint.__metadata__ if isinstance(extra, Kind)]
        if kinds:
            return Field(kinds[0])
    if origin is tuple:
        return Field(_field(get_args(hint)[0]).kind, several=True)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Field(_words_of(hint))
    if hint is bool:
        return Field(Kind("flag"))
    inner = [arg for arg in get_args(hint) if arg is not type(None)]
    if len(inner) == 1 and origin is not None:
        return _field(inner[0])
    raise Impossible(f"{hint} does not say what it names: a piece, a place, a card, an amount")


def _words_of(kind: type[Enum]) -> Kind:
    words = {member.value: member for member in kind}
    return Kind(
        kind.__name__.lower(),
        lambda member: str(member.value),
        lambda word, _: words[word],
        tuple(map(str, words)),
    )


@cache
def kinds_of(union: Any) -> tuple[type[Decision], ...]:
    """The kinds of decision that `March | Pass` stands for, and those that a common base stands for,
    the one with more fixed words first."""
    kinds: list[type[Decision]] = []
    for kind in get_args(union) or (union,):
        kinds += [k for k in _written(kind) if k not in kinds]
    return tuple(sorted(kinds, key=lambda kind: -kind.notation.literal))


def _written(kind: type[Decision]) -> Iterator[type[Decision]]:
    if "notation" in vars(kind):
        yield kind
    for more in kind.__subclasses__():
        yield from _written(more)


@cache
def _by_beginning(union: Any) -> Mapping[tuple[str, str], tuple[type[Decision], ...]]:
    """The kinds of a union by the first two words of their lines."""
    table: dict[tuple[str, str], tuple[type[Decision], ...]] = {}
    for kind in kinds_of(union):
        table[kind.notation.begins] = (*table.get(kind.notation.begins, ()), kind)
    return table


def readings(union: Any, line: str, side: str) -> list[Decision]:
    """What a canonical line means among these kinds, the one with more fixed words first: hardly ever
    more than one."""
    return list(_readings(union, line, side))


@lru_cache(maxsize=4096)
def _readings(union: Any, line: str, side: str) -> tuple[Decision, ...]:
    """A game reads each line several times, odds the same few thousands of times."""
    first, _, rest = line.partition(" ")
    second = rest.partition(" ")[0]
    table = _by_beginning(union)
    kinds: list[type[Decision]] = []
    for beginning in ((first, second), (first, ""), ("", second), ("", "")):
        kinds += table.get(beginning, ())
    kinds.sort(key=lambda kind: -kind.notation.literal)
    decisions = (kind.notation.read(line, side) for kind in kinds)
    return tuple(value for value in decisions if value is not None)
