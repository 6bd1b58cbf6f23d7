"""Menus for reading: lines that differ only in how much more is spent stand together.

    march: parley bedford [+1] [+3]    costs 3/4/6, succeeds on 1-2/1-3/1-4

In a packet, lines that differ in nothing but their target stand together too (`folded`):

    march: parley ... [+1] [+3]
        costs 3/4/6, succeeds on 1-2/1-3/1-4: bedford, newbury
        costs 4/5/7, succeeds on 1-2/1-3/1-4: ely

At a prompt a long menu is told by whose action it is, with the number that takes each line (`by_actor`):

    irish
      move ... (1 AP for all blocks in Chester): 17=lancaster, 18=caernarvon, 19=derby

Only for the eye: every line stays legal as it is, and JSON lists them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, zip_longest

from msgspec import Struct

from pbem.engine.request import Option
from pbem.errors import Impossible
from pbem.patterns import Pattern

MORE = Pattern(r" (\+\d+)(?= |\Z)")

AIMED = Pattern(r"(\S+: \S+) (\w+)((?: \[.*\])*)\Z")
"""`march: parley ely [+1]`: whose action, its target, what more can be spent and who may come along."""
TAILED = Pattern(r"(\S.*?) ([^\s\[]+)((?: \+\d+)?(?: \[.*\])?)\Z")
"""`parley ely +1`, `march east [with tudor_h]`: what is done, its target, who may come along."""
FEW = 3
"""So many targets of the same action stand together."""
SOME = 8
"""More targets than that, each with a note of its own, stand without it at a prompt, but for a"""
LISTED = 60
"""More targets than that are counted."""
SHORT = 40
"""note of so many letters."""


class MenuRow(Struct, frozen=True):
    """One row of a menu. `lines`: how many order lines it stands for."""

    text: str
    rule: str = ""
    note: str = ""
    lines: int = 1

    @property
    def spoken(self) -> str:
        """As one sentence, for who listens: `march: parley ely; costs 3; rule 3.3.1.`"""
        parts = (self.text, self.note.rstrip("."), f"rule {self.rule}" if self.rule else "")
        return f"{'; '.join(filter(None, parts))}."


def rows_of(options: Iterable[Option]) -> list[MenuRow]:
    """The rows of a menu, in its order."""
    return menu_rows(MenuRow(option.display(), option.rule, option.note) for option in options)


class FoldedRow(Struct, frozen=True):
    """One action with all its targets. `text`: with `...` for them. `lines`: how many it stands for.

    Attributes:
        targets: note to the targets that it is true of.
    """

    text: str
    rule: str
    targets: dict[str, list[str]]
    lines: int


def folded_rows(rows: Iterable[MenuRow]) -> list[MenuRow | FoldedRow]:
    """The rows of a menu, an action with several targets as one."""
    rows_out: list[MenuRow | FoldedRow] = []
    for action, group in groupby(rows, key=_action):
        group_rows = list(group)
        if not action or len(group_rows) < FEW:
            rows_out += group_rows
            continue
        targets: dict[str, list[str]] = {}
        for row in group_rows:
            match = AIMED.compiled.match(row.text)
            if match is None:
                raise Impossible("a row of an action has no aim")
            targets.setdefault(row.note, []).append(match[2])
        head, bonus_words, rule = action
        rows_out.append(
            FoldedRow(
                f"{head} ...{bonus_words}", rule, targets, sum(row.lines for row in group_rows)
            )
        )
    return rows_out


class Bunch(Struct, frozen=True):
    """One action of one actor. `text`: with `...` for its targets, which have the number of their line.

    Attributes:
        note: what is true of each target; "" where it differs from one to the next.
    """

    text: str
    note: str
    targets: tuple[tuple[int, str], ...]

    @property
    def row(self) -> str:
        """`17 move derby (1 AP)`, or `move ... (1 AP): 17=derby, 18=powys`."""
        note = f" ({self.note})" if self.note else ""
        if len(self.targets) > LISTED:
            return f"{self.text}{note}: {len(self.targets)} lines, {self.targets[0][0]} to {self.targets[-1][0]}"
        if len(self.targets) == 1:
            ((number, target),) = self.targets
            return f"{number} {self.text.replace('...', target, 1)}{note}"
        return f"{self.text}{note}: {', '.join(f'{number}={at}' for number, at in self.targets)}"


def by_actor(numbered: Iterable[tuple[int, Option]]) -> dict[str, list[Bunch]]:
    """Numbered lines by who acts, then by the action; "" for those that nobody's name begins."""
    actions: dict[str, dict[str, list[tuple[int, str, str]]]] = {}
    for number, option in numbered:
        actor, action, target = _aimed(option.display())
        actions.setdefault(actor, {}).setdefault(action, []).append((number, target, option.note))
    nobody = actions.pop("", {})
    ordered = {**actions, "": nobody} if nobody else actions
    return {
        actor: [bunch for action, lines in verbs.items() for bunch in _bunches(action, lines)]
        for actor, verbs in ordered.items()
    }


def actor_of(text: str) -> str:
    """Whose action a line is; "" for nobody's."""
    return _aimed(text)[0]


def _aimed(text: str) -> tuple[str, str, str]:
    """Whose action, what it is, and at what: `irish`, `move ... [+1]`, `derby`."""
    actor, colon, rest = text.partition(": ")
    if not colon or " " in actor:
        actor, rest = "", text
    match = TAILED.compiled.match(rest)
    return (actor, f"{match[1]} ...{match[3]}", match[2]) if match else (actor, rest, "")


def _bunches(action: str, lines: list[tuple[int, str, str]]) -> list[Bunch]:
    notes: dict[str, list[tuple[int, str]]] = {}
    for number, target, note in lines:
        notes.setdefault(note, []).append((number, target))
    if len(lines) > SOME and len(notes) * 2 > len(lines):
        short = max(len(note) for note in notes) <= SHORT
        at = (f"{target} ({note})" if short else target for _, target, note in lines)
        return [Bunch(action, "", tuple(zip((number for number, *_ in lines), at, strict=True)))]
    return [Bunch(action, note, tuple(some)) for note, some in notes.items()]


def _action(row: MenuRow) -> tuple[str, str, str] | tuple[()]:
    match = AIMED.compiled.match(row.text)
    return (match[1], match[3], row.rule) if match else ()


def menu_rows(lines: Iterable[MenuRow]) -> list[MenuRow]:
    """Rows for lines that stand one by one, in their order."""
    rows: list[list[MenuRow]] = []
    for line in lines:
        if rows and _same(rows[-1][0], line) and _notes([*rows[-1], line]) is not None:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_row(row) for row in rows]


def _same(plain: MenuRow, line: MenuRow) -> bool:
    """Is this the plain line with more spent?"""
    if MORE.compiled.search(plain.text) or not MORE.compiled.search(line.text):
        return False
    return (MORE.compiled.sub("", line.text), line.rule) == (plain.text, plain.rule)


def _row(lines: list[MenuRow]) -> MenuRow:
    plain, *others = lines
    more = [match for line in others if (match := MORE.compiled.search(line.text))]
    if not more:
        return plain
    at, spent = more[0].start(), "".join(f" [{match[1]}]" for match in more)
    text = plain.text[:at] + spent + plain.text[at:]
    return MenuRow(text, plain.rule, _notes(lines) or plain.note, len(lines))


def _notes(lines: list[MenuRow]) -> str | None:
    """The notes in one, what differs with strokes between; None if they are of different make."""
    parts = [line.note.split(", ") for line in lines]
    merged = []
    for same in zip_longest(*parts):
        if None in same:
            return None
        merged.append(_merged([str(part) for part in same]))
    return ", ".join(merged)


def _merged(parts: list[str]) -> str:
    if len(set(parts)) == 1:
        return parts[0]
    words = [part.split(" ") for part in parts]
    if len({len(some) for some in words}) > 1:
        return "/".join(parts)
    merged = []
    for same in zip(*words, strict=True):
        merged.append(same[0] if len(set(same)) == 1 else _strokes(list(same)))
    return " ".join(merged)


def _strokes(words: list[str]) -> str:
    """`1-2/1-3/1-4;` with what they all end in, such as a semicolon, once."""
    tail = (
        words[0][-1] if words[0][-1] in ";." and all(w[-1] == words[0][-1] for w in words) else ""
    )
    return "/".join(word.removesuffix(tail) for word in words) + tail
