"""What of a position a GM may correct by choosing, in words: of March his Coin, his place, his Capabilities.

A game tells words and possible values of paths in its state (the table `corrected` of `words.toml`); where it tells none, all numbers,
yes-or-nos, sides and places in the state can be chosen, by the words of its own structs. Nothing but what the state
shows that is given goes in: for a GM the position as everybody may see it.
"""

from __future__ import annotations

import types
import typing
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from msgspec import Struct

from pbem.engine.patch import EMPTY, NO, YES
from pbem.engine.picture import Picture
from pbem.patterns import Pattern
from pbem.reports.order_sentences import Names

PIECE, PLACE, SEA, AREA, GROUND, SIDE, CARD = (
    "PIECE", "PLACE", "SEA", "AREA", "GROUND", "SIDE", "CARD",
)  # fmt: skip
"""Words in capitals that every game has: pieces and places of its board, areas that count as a whole (places
where there are none), ground (the hexes that a place fills, else the place itself). Others stand for ids of pieces."""
OF_THE_BOARD = (PLACE, SEA, AREA, GROUND)
GROUPS = {PIECE: "Pieces", PLACE: "Places", AREA: "Areas", SIDE: "Sides", "": "The game"}
"""What things are called together where the game does not say."""
FROM_TO = Pattern(r"(\d+)-(\d+)")
OUTCOME = Pattern(r"(?P<path>[\w.]+): (?P<old>.+) -> (?P<new>.+)")
MEMBERS = Pattern(r"(?P<path>[\w.]+): (?P<words>[+-]\w+( [+-]\w+)*)")
PATH, WORD = Pattern(r"\w+(\.\w+)*"), Pattern(r"\w+")
NOBODY = "none"
OTHERWISE = ("options", "beaten")
"""Fields of every state that are not offered: options have a ruling of their own, who lost a battle is for conditions."""


class Thing(Struct, frozen=True):
    """Something that has values: `PIECE:march`, `SIDE:york`; the game itself is ":"."""

    id: str
    name: str
    group: str


class Spot(Struct, frozen=True):
    """A value of a thing.

    Attributes:
        path: in the state: `lords.march.coin`. `words`: `Coin`. `now`: as it stands, in words.
        number: it is one; from `low` to `high` where these differ.
        choices: line of a correction to what comes of it, in words, where it is none.
    """

    path: str
    words: str
    now: str
    number: bool = False
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()


class Leaf(Struct, frozen=True):
    """A place in the state: which thing's it is, its type, its value (None for a row that a table lacks)."""

    path: str
    of: str
    words: str
    values: Sequence[str]
    kind: Any
    value: Any
    row: bool = False


class Correctable(Struct, frozen=True, dict=True):
    """What can be corrected in a state.

    Attributes:
        seen: the pieces that stand in the state as they are; None for all. Where others are, nobody is told.
    """

    names: Names
    state: Any
    picture: Picture
    seen: frozenset[str] | None = None

    @cached_property
    def table(self) -> Mapping[str, Sequence[str]]:
        """Path of the state to its words, and then to its values if it is no number: `lords.PIECE.at` to `Place`,
        `PLACE`, `out=out of play`. A word in capitals stands for a name; alone it has the words of all that are named
        so: `PIECE` to `Lords`. The table `corrected` of `words.toml`; without one, all that is plain in the state."""
        rows = self.names.rules.data.table("words").get("corrected", {})
        words_by_path = {
            path: (row,) if isinstance(row, str) else tuple(row) for path, row in rows.items()
        }
        return words_by_path or dict(self._all(type(self.state), self.state, ""))

    @cached_property
    def leaves(self) -> Mapping[str, Leaf]:
        """By their paths."""
        leaves: dict[str, Leaf] = {}
        for path, row in self.table.items():
            for leaf in self._leaves(path.split("."), row) if not path.isupper() else ():
                leaves.setdefault(leaf.path, leaf)
        return leaves

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """All that have values, those of a group by their names."""
        ids = dict.fromkeys(leaf.of for leaf in self.leaves.values())
        names = Counter((id.partition(":")[0], self.called(id)) for id in ids)
        things = [
            Thing(id, self._apart(id, names), self._group(id.partition(":")[0])) for id in ids
        ]
        groups = list(dict.fromkeys(one.group for one in things))
        return tuple(sorted(things, key=lambda one: (groups.index(one.group), one.name)))

    def spots(self, thing: str) -> Iterator[Spot]:
        """The values of a thing, in the order in which the game tells them."""
        for leaf in self.leaves.values():
            if leaf.of == thing:
                yield self._spot(leaf)

    def hidden(self, thing: str) -> bool:
        """Is it a piece that lies hidden, so that the state has something else in its place?"""
        kind, _, id = thing.partition(":")
        others = (*OF_THE_BOARD, SIDE, CARD, "")
        return self.seen is not None and kind not in others and id not in self.seen

    def hides(self, difference: str) -> bool:
        """Is what differs between two states (`patch.difference`) of something hidden?"""
        leaf = self.leaves.get(difference.partition(": ")[0])
        return leaf is not None and self.hidden(leaf.of)

    def shown(self, what: str) -> str:
        """The thing that the map shows as `place:york` or `piece:march`; "" if it has no values."""
        kind, _, id = what.partition(":")
        ids = (one.id for one in self.things if one.id.partition(":")[2] == id and id)
        board = {one: one.partition(":")[0] in OF_THE_BOARD for one in ids}
        return next((one for one, on_it in board.items() if on_it == (kind == "place")), "")

    def called(self, thing: str) -> str:
        """The name of a thing."""
        kind, _, id = thing.partition(":")
        return self._name(kind, id) if id else self._group("")

    def line(self, line: str, openly: bool = True) -> str:
        """A correction in words: `Coin of March: 3 -> 2`. `openly`: what it was before can be seen by all."""
        verb, *path, value = line.split()
        leaf = self.leaves.get(".".join(path))
        row = self.leaves.get(".".join((*path, value)))
        if verb == "remove" and leaf is None and row is not None:
            return self._from_to(row, NOBODY, openly)
        if leaf is None:
            return line
        if verb == "set":
            return self._from_to(leaf, self._said(leaf, value), openly)
        gone = {"add": "comes", "remove": "goes"}.get(verb, verb)
        return f"{self._of(leaf)}: {self._said(leaf, value)} {gone}"

    def change(self, difference: str) -> str:
        """What differs between two states (`patch.difference`), in the words of the table: "" if it has none."""
        match = OUTCOME.compiled.fullmatch(difference) or MEMBERS.compiled.fullmatch(difference)
        leaf = self.leaves.get(match["path"]) if match else None
        if match is None or leaf is None:
            return ""
        if match.re is MEMBERS.compiled:
            words = [(word[0], self._said(leaf, word[1:])) for word in match["words"].split()]
            members = ", ".join(
                f"{name} {'comes' if sign == '+' else 'goes'}" for sign, name in words
            )
            return f"{self._of(leaf)}: {members}"
        old, new = (self._said(leaf, match[one]) for one in ("old", "new"))
        return f"{self._of(leaf)}: {old} -> {new}"

    def readable(self, difference: str) -> str:
        """What differs between two states (`patch.difference`), in the words of the table; where it has none, by the
        names of what the path leads to: `Lords, Henry VI, stays: no -> yes`. Any other sentence as it is."""
        if words := self.change(difference):
            return words
        path, separator, values = difference.partition(": ")
        if not separator or not PATH.compiled.fullmatch(path):
            return difference
        names = ", ".join(self._id_name(part) for part in path.split("."))
        values = WORD.compiled.sub(lambda match: self._id_name(match[0]), values)
        return f"{names[:1].upper()}{names[1:]}: {values}"

    # -- a value ------------------------------------------------------------------------------------

    def _spot(self, leaf: Leaf) -> Spot:
        """One value of the position that the GM can correct, with the corrections that fit it."""
        path = leaf.path
        if leaf.kind is int:
            bounds = (FROM_TO.compiled.fullmatch(word) for word in leaf.values)
            low, high = next(((int(one[1]), int(one[2])) for one in bounds if one), (0, 0))
            return Spot(path, leaf.words, self._now(leaf), True, low, high)
        if leaf.kind is bool:
            choices = [(f"set {path} {word}", word) for word in (YES[1], NO[1])]
        elif leaf.kind is str:
            choices = [(f"set {path} {id or EMPTY[0]}", name) for id, name in self._values(leaf)]
            if leaf.row and leaf.value is not None:
                table, _, key = path.rpartition(".")
                choices.append((f"remove {table} {key}", NOBODY))
        else:
            has = [str(one) for one in leaf.value or ()]
            choices = [(f"remove {path} {id}", f"{self._said(leaf, id)} goes") for id in has]
            values_left = [(id, name) for id, name in self._values(leaf) if id not in has]
            choices += [(f"add {path} {id}", f"{name} comes") for id, name in values_left]
        return Spot(path, leaf.words, self._now(leaf), choices=tuple(choices))

    def _now(self, leaf: Leaf) -> str:
        if self.hidden(leaf.of):
            return "hidden"
        if leaf.kind in (int, bool, str):
            return NOBODY if leaf.value is None else self._said(leaf, _plain(leaf.value))
        return ", ".join(self._said(leaf, _plain(one)) for one in leaf.value or ()) or NOBODY

    def _from_to(self, leaf: Leaf, new: str, openly: bool) -> str:
        return f"{self._of(leaf)}{f': {self._now(leaf)}' if openly else ''} -> {new}"

    def _of(self, leaf: Leaf) -> str:
        return f"{leaf.words} of {self.called(leaf.of)}" if leaf.of != ":" else leaf.words

    def _values(self, leaf: Leaf) -> Iterator[tuple[str, str]]:
        """What may stand there, with names."""
        for word in leaf.values:
            value, _, meaning = word.partition("=")
            table = word.removesuffix(".*")
            if word.isupper() or table != word:
                kind = word if word.isupper() else PIECE
                ids = self._ids(word) if word.isupper() else [*getattr(self.state, table)]
                yield from sorted(((id, self._name(kind, id)) for id in ids), key=lambda o: o[1])
            else:
                yield value, meaning or value.replace("_", " ") or NOBODY

    def _said(self, leaf: Leaf, value: str) -> str:
        """A value in words."""
        if value in (*EMPTY, "nothing"):
            value = ""
        if leaf.kind in (int, bool):
            return value or NOBODY
        return dict(self._values(leaf)).get(value) or value.replace("_", " ") or NOBODY

    def _apart(self, thing: str, names: Mapping[tuple[str, str], int]) -> str:
        """Its name, with its id if another of its kind has the same."""
        name, (kind, _, id) = self.called(thing), thing.partition(":")
        return f"{name}, {id.replace('_', ' ')}" if names[kind, name] > 1 else name

    # -- names --------------------------------------------------------------------------------------

    def _group(self, kind: str) -> str:
        row = self.table.get(kind)
        return row[0] if row else GROUPS.get(kind, kind.capitalize())

    def _ids(self, kind: str) -> Sequence[str]:
        """All ids that a word in capitals, such as PLACE, can stand for; () for any other word."""
        match kind:
            case "SIDE":
                return [*self.names.rules.sides]
            case "PLACE":
                return [place.id for place in self.picture.places]
            case "SEA":
                return [sea.id for sea in self.picture.seas]
            case "AREA":
                return [id for id, _ in self.picture.areas] or [
                    place.id for place in self.picture.places
                ]
            case "GROUND":
                return [*self._ground]
            case "CARD":
                return [card.id for card in self.names.rules.cards()]
            case "PIECE":
                return [*self.names.pieces]
            case _:
                return ()

    @cached_property
    def _ground(self) -> Mapping[str, str]:
        """Each hex with the name of its place, where it is no place itself."""
        return {
            part: self.names.place(place.id) + (f" {part}" if part != place.id else "")
            for place in self.picture.places
            for part in place.parts or (place.id,)
        }

    def _id_name(self, id: str) -> str:
        """What a word of the state is called, whatever it names."""
        if id in self.names.rules.sides:
            return self._name(SIDE, id)
        return self.names.card(id) if id in self._ids(CARD) else self.names.called(id)

    def _name(self, kind: str, id: str) -> str:
        match kind:
            case "SIDE":
                sides = self.names.rules.sides
                return sides[id].name if id in sides else id.capitalize()
            case "GROUND":
                return self._ground.get(id) or self.names.place(id)
            case "PLACE" | "SEA" | "AREA":
                return self.names.place(id)
            case "CARD":
                return self.names.card(id)
            case _:
                return self.names.piece(id)

    # -- the state ----------------------------------------------------------------------------------

    def _leaves(self, parts: Sequence[str], row: Sequence[str]) -> Iterator[Leaf]:
        """The values of the state where a path with words in capitals leads, such as `lords.PIECE.coin`."""

        def walk(at: int, kind: Any, node: Any, path: tuple[str, ...], of: str, words: str) -> Any:
            """Yield what the rest of the pattern, from part `at`, matches in `node`, which is of type `kind`."""
            kind = _whole(kind)
            if at == len(parts):
                if kind in (int, bool, str) or kind in (list[str], list[int]):
                    table = at > 0 and parts[-1].isupper()
                    yield Leaf(".".join(path), of or ":", words, row[1:], kind, node, table)
                return
            part = parts[at]
            if part.isupper() and typing.get_origin(kind) is dict:
                inside = typing.get_args(kind)[1]
                is_last = at == len(parts) - 1
                rows = node or {}
                ids = dict.fromkeys([*rows, *(self._ids(part) if is_last else ())])
                for id in ids:
                    mine = of or f"{part}:{id}"
                    label = words.replace(part, self._name(part, id)) if of else words
                    yield from walk(at + 1, inside, rows.get(id), (*path, id), mine, label)
            elif isinstance(node, Struct) and part in node.__struct_fields__:
                inside = _types(type(node))[part]
                yield from walk(at + 1, inside, getattr(node, part), (*path, part), of, words)

        yield from walk(0, type(self.state), self.state, (), "", row[0])

    def _all(self, kind: Any, node: Any, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Paths and labels of all that the structs of a state hold, for a game that has no table of its own."""
        kind = _whole(kind)
        last_word = path.rpartition(".")[2]
        words = path.partition(".")[0] if last_word.isupper() else last_word
        label = words.replace("_", " ").capitalize()
        if kind in (int, bool):
            yield path, (label,)
        elif kind is str and (values := self._fits(node)):
            yield path, (label, *values)
        elif isinstance(node, Struct):
            for name, inside in _types(type(node)).items():
                if name not in OTHERWISE:
                    longer_path = f"{path}.{name}" if path else name
                    yield from self._all(inside, getattr(node, name), longer_path)
        elif typing.get_origin(kind) is dict and node:
            key = next((one for one in (SIDE, PLACE, PIECE) if {*node} <= {*self._ids(one)}), "")
            for value in node.values() if key else ():
                yield from self._all(typing.get_args(kind)[1], value, f"{path}.{key}")

    def _fits(self, value: Any) -> tuple[str, ...]:
        """Of what kind a word of the state is."""
        return next(((one,) for one in (SIDE, PLACE) if value in self._ids(one)), ())


@cache
def _types(kind: type) -> Mapping[str, Any]:
    """The types of a struct's fields."""
    return typing.get_type_hints(kind)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return YES[1] if value else NO[1]
    return str(value)


def _whole(kind: Any) -> Any:
    """The type that is there, of one that may be None."""
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        return next(part for part in typing.get_args(kind) if part is not type(None))
    return kind
