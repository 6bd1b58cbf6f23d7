"""Lies: one leaf of an honest entry is changed, and whoever should sign it signs it again.

The GM of the moment signs the entry, the author of an envelope the envelope, and who consents to a claim or a step
consents to it as it is now. So nothing but what the page forbids is wrong with it.
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct, inspect

from pbem.protocol.entry import Entry, namespace
from pbem.protocol.keys import Identity

from .judges import Bench, signer
from .shapes import Json, Path, Place, at, item_types, places, struct_of
from .table import PEOPLE

LEFT_OUT = object()
"""In place of a value: the field is left out."""
WHOLE = ("EntryBody.step", "EntryBody.record")


class Change(Struct, frozen=True):
    """What was done to an entry: to which field (`Order.link`), where, and how."""

    name: str
    path: Path
    how: str

    def __str__(self) -> str:
        return f"{self.name} at {'.'.join(map(str, self.path))}: {self.how}"


class Mutant(Struct, frozen=True):
    """Entry `n` of a log with something else in it."""

    n: int
    changes: tuple[Change, ...]
    entry: Entry

    @property
    def names(self) -> list[str]:
        """The fields that were changed."""
        return [change.name for change in self.changes]

    def __str__(self) -> str:
        return f"entry {self.n}, {'; '.join(map(str, self.changes))}"


class Mutator:
    """Makes mutants of one log; the same random numbers make the same."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.entries = bench, bench.entries
        self.bodies: list[Json] = [json.loads(entry.raw) for entry in self.entries]
        self.pool: dict[str, list[Json]] = defaultdict(list)
        for body in self.bodies:
            for place in places(body):
                value = at(body, place.path)
                if value is not None and value not in self.pool[place.name]:
                    self.pool[place.name].append(value)
        self.words = [*bench.sides, "gm", "public"]

    def mutants(self, seed: str, count: int) -> Iterator[Mutant]:
        """So many mutants; the same seed makes the same."""
        random = Random(seed)
        while count:
            made = self.mutant(random)
            if made is not None:
                count -= 1
                yield made

    def mutant(self, random: Random) -> Mutant | None:
        """A mutant; None where the dice gave nothing else than what is there."""
        n = random.randrange(len(self.entries))
        changed = copy.deepcopy(self.bodies[n])
        done = []
        for _ in range(2 if random.random() < 0.2 else 1):
            change = self.change(changed, random)
            if change is not None:
                done.append(change)
        entry = self.signed(n, changed, [one.path for one in done])
        return Mutant(n, tuple(done), entry) if entry.raw != self.entries[n].raw else None

    # -- one leaf

    def change(self, body: Json, random: Random) -> Change | None:
        """Change one leaf of a body in place."""
        found = [place for place in places(body) if place.name not in WHOLE]
        half = [place for place in found if place.path[0] == random.choice(("step", "record"))]
        place = random.choice(half or found)
        value = at(body, place.path)
        ways = self.ways(place, value, at(body, place.path[:-1]), random)
        how, other = random.choice(ways)
        if other == value:
            return None
        holder = at(body, place.path[:-1])
        if other is LEFT_OUT or other == place.default or other == _plain(place.default):
            if place.path[-1] not in holder:
                return None
            del holder[place.path[-1]]
        else:
            holder[place.path[-1]] = other
        return Change(place.name, place.path, how)

    def ways(
        self, place: Place, value: Json, holder: Json, random: Random
    ) -> list[tuple[str, Json]]:
        """What may stand there instead, and how it came there."""
        found: list[tuple[str, Json]] = [("left out", LEFT_OUT)]
        if place.field == "type" and isinstance(place.kind, inspect.StructType):
            return [(f"now a {tag}", tag) for tag in _like(place, self.pool)] or found
        found += [("from elsewhere", copy.deepcopy(one)) for one in self._elsewhere(place, random)]
        for one in _flat(place.kind):
            match one:
                case inspect.BoolType():
                    found.append(("turned round", not value))
                case inspect.IntType():
                    number = value if type(value) is int else 0
                    found += [("one more", number + 1), ("one less", number - 1), ("1", 1)]
                case inspect.StrType():
                    text = value if isinstance(value, str) else ""
                    found += self._texts(one, text, random)
                case inspect.DictType() if isinstance(value, dict) and value:
                    key = random.choice(sorted(value))
                    rest = {name: of for name, of in value.items() if name != key}
                    found.append((f"without {key}", rest))
                    turned = dict(zip(value, reversed(value.values()), strict=True))
                    found.append(("turned round", turned))
        if isinstance(value, list):
            found += self._rows(place, value, random)
        return found

    def _elsewhere(self, place: Place, random: Random) -> list[Json]:
        pool = self.pool[place.name]
        return [random.choice(pool)] if pool else []

    def _texts(self, kind: Any, text: str, random: Random) -> list[tuple[str, Json]]:
        pattern = kind.pattern or ""
        words = re.search(r"\(\?:([a-z|]+)\)", pattern)
        if words:
            return [(f"now {word}", word) for word in words[1].split("|")]
        if pattern.startswith(r"\A[a-z]") or text in self.words:
            return [(f"now {word}", word) for word in self.words]
        if re.fullmatch(r"[0-9a-f]{32,}", text) or "[0-9a-f]" in pattern:
            place = random.randrange(len(text) or 1)
            flipped = text[:place] + ("0" if text[place : place + 1] != "0" else "1")
            return [("another digit", flipped + text[place + 1 :])]
        found = [("another word", f"{text}x"), ("a shorter one", text[:-1])]
        numbers = re.findall(r"\d+", text)
        if numbers:
            at_ = text.rindex(numbers[-1])
            more = str(int(numbers[-1]) + random.choice((1, -1)))
            found.append(("another number", text[:at_] + more + text[at_ + len(numbers[-1]) :]))
        return found

    def _rows(self, place: Place, rows: list[Json], random: Random) -> list[tuple[str, Json]]:
        found: list[tuple[str, Json]] = [("emptied", [])]
        kind = item_types(place.kind, 1)[0]
        if isinstance(kind, inspect.StructType):
            owners = [name for name in self.pool if name.startswith(f"{kind.cls.__name__}.")]
            if owners:
                other = self._row(kind, random)
                if other is not None:
                    found.append(("a row from elsewhere", [*rows, other]))
                    found.append(("a row before", [other, *rows]))
        if rows:
            k = random.randrange(len(rows))
            found += [
                ("a row removed", rows[:k] + rows[k + 1 :]),
                ("a row doubled", rows[: k + 1] + copy.deepcopy(rows[k:])),
            ]
        if len(rows) > 1:
            k = random.randrange(len(rows) - 1)
            found.append(("rows swapped", [*rows[:k], rows[k + 1], rows[k], *rows[k + 2 :]]))
        return found

    def _row(self, kind: Any, random: Random) -> Json:
        """A row of this type from some entry of the log."""
        body = random.choice(self.bodies)
        found = [
            one
            for place in places(body)
            for one in _list(at(body, place.path))
            if struct_of(kind, one) is not None and item_types(place.kind, 1)[0] is kind
        ]
        return copy.deepcopy(random.choice(found)) if found else None

    # -- signed again

    def signed(self, n: int, body: Json, changed: Sequence[Path]) -> Entry:
        """The entry as its GM signs it, with envelopes that their authors have signed again."""
        step, honest = body["step"], self.bodies[n]["step"]
        for name in ("order", "ready"):
            if isinstance(step.get(name), dict) and ("step", name, "sig") not in changed:
                self._sign(n, step[name], honest.get(name))
        if isinstance(step.get("agreed"), list):
            self._consent(n, step, honest)
        game = self.entries[0].head if n else ""
        raw = raw_of(body)
        place = body.get("n", n)
        gm = signer(self.entries[n].signature)
        return Entry(raw, gm.sign(namespace(game, place if type(place) is int else n), raw))

    def _sign(self, n: int, envelope: Json, honest: Json) -> None:
        body = envelope.get("body")
        if isinstance(body, dict):
            envelope["sig"] = self._author(n, body, honest).sign("pbem2-said", raw_of(body))

    def _author(self, n: int, body: Json, honest: Json) -> Identity:
        """Who should sign it: the key in it, else whoever sits there, else the honest author."""
        keys = body.get("keys")
        if isinstance(keys, dict):
            if keys.get("ssh") in PEOPLE:
                return PEOPLE[keys["ssh"]]
        elif n:
            seat = self.bench.public.ledgers[n - 1].seats.get(body.get("from", ""))
            if seat is not None:
                return PEOPLE[seat.keys.ssh]
        return signer(honest["sig"]) if honest else self.bench.gm

    def _consent(self, n: int, step: Json, honest: Json) -> None:
        """Consents name the claim or the step as it is now."""
        for one in step["agreed"]:
            if not isinstance(one, dict) or "body" not in one:
                continue
            for name, digest in _named(honest).items():
                if one["body"].get("text") == digest:
                    one["body"]["text"] = _named(step).get(name, digest)
            self._sign(n, one, one)


def _named(step: Json) -> dict[str, str]:
    """What a consent may name in a step: its claim, or itself without some fields."""
    found = {}
    order = step.get("order")
    if isinstance(order, dict) and "body" in order:
        found["claim"] = hashlib.sha256(raw_of(order["body"])).hexdigest()
    for left in (("agreed",), ("agreed", "at")):
        rest = {name: value for name, value in step.items() if name not in left}
        found[" ".join(left)] = hashlib.sha256(raw_of(rest)).hexdigest()
    return found


def raw_of(body: Json) -> bytes:
    """The bytes of a body as a program of one's own writes them."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.encode()


def _plain(value: Json) -> Json:
    return list(value) if isinstance(value, tuple) else value


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _flat(kind: Any) -> tuple[Any, ...]:
    return tuple(kind.types) if isinstance(kind, inspect.UnionType) else (kind,)


def _like(place: Place, pool: dict[str, list[Json]]) -> list[str]:
    """Other tags that are met in the same log."""
    return sorted({tag for name, tags in pool.items() if name.endswith(".type") for tag in tags})
