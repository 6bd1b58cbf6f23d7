"""A dry run both ways at every check, and orders read back, as documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.engine.script import script_line

if TYPE_CHECKING:
    from pbem.player.target import Case, Line

CERTAIN = 0.999
"""A chance from which on nothing else is possible, but for how it was reckoned."""
LATER = "after a die or another player's answer; checked only then"


def case_parts(
    case: Case, sentence_of: Callable[[str], str], roll: Callable[[str], str]
) -> tuple[AnyPart, ...]:
    """What a dry run has found: how surely each line is carried out and why not, and what comes then.

    Args:
        sentence_of: an order line in a sentence, "" for one that cannot be read. `roll`: what a die of this label is for.
    """
    lines = enumerate(case.read_back())
    ends = [(one.share, one.end) for one in case.every() if one.end]
    shares = {end: sum(share for share, other_end in ends if other_end == end) for _, end in ends}
    only = len(shares) == 1
    end_items = (
        Item(cells(_begun(end)), "" if only else _share(share)) for end, share in shares.items()
    )
    parts = (
        Items(
            tuple(_line_item(case, at, line, sentence_of(line.text)) for at, line in lines),
            kind="story",
        ),
        Heading("What comes after them", 3),
        Items(tuple(end_items)),
    )
    if not case.forks:
        return parts
    case_items = both_ways(case, sentence_of, roll, ends=not only)
    return (*parts, Heading("If a roll succeeds, and if it fails", 3), case_items)


def both_ways(
    case: Case,
    sentence_of: Callable[[str], str] = lambda line: "",
    roll: Callable[[str], str] = str,
    ends: bool = True,
) -> Items:
    """What is done in each case, and how its roll may come out; see `case_parts`. `ends`: each case tells its own."""
    return Items(_case_items(case, sentence_of, roll, ends), kind="story")


def _case_items(
    case: Case, sentence_of: Callable[[str], str], roll: Callable[[str], str], ends: bool
) -> tuple[Item, ...]:
    """Items of what is done in a case, and below them how its roll may come out; lines of another case are left out.

    Args:
        ends: they differ, so that each case tells its own.
    """
    rows = []
    for fate in case.fates:
        if not fate.skipped:
            why = f"Not possible: {fate.why}" if fate.why else ""
            rows.append(
                Item(
                    cells(why), sentence_of(script_line(fate.text).line) or fate.text, mark="order"
                )
            )
    below = [_case_items(fork, sentence_of, roll, ends) for fork in case.forks]
    roll_names = [roll(fork.outcome.rpartition(": ")[0]) for fork in case.forks]
    odds = [f"({6 * fork.share / case.share:.0f} in 6)" for fork in case.forks]
    if len(below) == 2 and below[0] and below[0] == below[1]:
        title = f"Whether {roll_names[0]} succeeds {odds[0]} or fails"
        rows.append(Item(title=title, items=below[0]))
        return tuple(rows)
    for at, (way, under) in enumerate(zip(("succeeds", "fails"), below, strict=False)):
        outcome = f"{roll_names[at]} {way} {odds[at]}"
        if any(below):
            nothing_more = (Item(cells("Nothing more of yours.")),)
            rows.append(Item(title=f"If {outcome}", items=under or nothing_more))
        elif way == "succeeds":
            rows.append(Item(cells(f"{outcome}; nothing else of yours depends on it.")))
    if case.end and (ends or case.stop):
        rows.append(Item(cells(f"STOP: {case.end}" if case.stop else _begun(case.end))))
    return tuple(rows)


def _begun(end: str) -> str:
    text = end.removeprefix("Then ")
    return text[:1].upper() + text[1:]


def _line_item(case: Case, at: int, line: Line, sentence: str) -> Item:
    """What becomes of one order line over all cases: how often it is carried out, and why it is not."""
    fates = case.of(at)
    runs = sum(share for one, share in fates if one.done)
    stops = [(share, one.why) for one, share in fates if one.why]
    if script_line(line.text).alarm is not None:
        remarks = ["This line is an alarm: it is checked before each later line."]
    elif runs > CERTAIN:
        remarks = ["Legal, and carried out for certain."]
    elif runs:
        remarks = [f"Legal if the game gets this far: carried out {_share(runs)} of the time."]
    elif stops or line.skipped:
        remarks = []
    else:
        remarks = [
            "`pbem` checks this line only when its turn comes: a die, a card or another player comes first."
        ]
    if stops:
        share = sum(share for share, _ in stops)
        often = "" if share > CERTAIN else f"{_share(share)} of the time "
        remarks.append(f"This line is not possible {often}and then you are asked: {stops[0][1]}")
        line = replace(line, doubt="")
    return Item(cells(" ".join((*remarks, *_notes(line)))), sentence, line.text, mark="order")


def _notes(line: Line) -> list[str]:
    """That it is skipped, and what looks like a mistake."""
    return [*([f"Skipped: {line.skipped}."] if line.skipped else []), *line.warnings]


def _share(share: float) -> str:
    return "Always" if share > CERTAIN else f"{100 * share:.0f}%"


def read_back(
    lines: Sequence[Line], scripts: Mapping[str, str], policies: Mapping[str, str]
) -> tuple[AnyPart, ...]:
    """Orders as they will be read, and what cannot be promised of them."""
    parts: list[AnyPart] = [Items(tuple(map(_read, lines)), kind="story")] if lines else []
    if scripts:
        parts += [Heading("Scripts", 3), _named("Card ", scripts)]
    if policies:
        parts += [Heading("Policies", 3), _named("On ", policies)]
    return tuple(parts) or (Note("Nothing is written yet."),)


def _read(line: Line) -> Item:
    later = [] if line.checked else [f"{LATER.capitalize()}."]
    return Item(cells(*later, *_notes(line)), line=line.text, mark="order")


def _named(before: str, texts: Mapping[str, str]) -> Items:
    rows = (
        Item(cells(text.replace("\n", "; ") or "none, you will be asked"), f"{before}{name}")
        for name, text in texts.items()
    )
    return Items(tuple(rows))
