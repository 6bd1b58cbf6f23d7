"""A dry run both ways at every check, and orders read back, as documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.engine.script import statement
from pbem.player.preview import Line
from pbem.player.tries import Case

CERTAIN = 0.999
"""A chance from which on nothing else is possible, but for how it was reckoned."""
LATER = "after a die or another player's answer; checked only then"


def told(
    case: Case, lines: Sequence[Line], said: Callable[[str], str], roll: Callable[[str], str]
) -> tuple[AnyPart, ...]:
    """What a dry run has found: how surely each line is carried out and why not, and what comes then.

    Args:
        said: an order line in a sentence, "" for one that cannot be read. `roll`: what a die of this label is for.
    """
    every = tuple(_all(case))
    rows = (_found(at, line, every, said(line.text)) for at, line in enumerate(lines))
    ends = [(one.share, one.end) for one in every if one.end]
    shares = {end: sum(share for share, other in ends if other == end) for _, end in ends}
    only = len(shares) == 1
    after = (
        Item(cells(_begun(end)), "" if only else _share(share)) for end, share in shares.items()
    )
    parts = (
        Items(tuple(rows), kind="story"),
        Heading("What comes after them", 3),
        Items(tuple(after)),
    )
    if not case.forks:
        return parts
    both = Items(_both(case, said, roll, ends=not only), kind="story")
    return (*parts, Heading("If a roll succeeds, and if it fails", 3), both)


def _both(
    case: Case, said: Callable[[str], str], roll: Callable[[str], str], ends: bool
) -> tuple[Item, ...]:
    """What is done in a case, and below it how its roll may come out; lines of another case are left out.

    Args:
        ends: they differ, so that each case tells its own.
    """
    rows = []
    for line in case.lines:
        written, _, mark = line.partition("   (")
        if mark != "skipped)":
            why = f"{mark[:1].upper()}{mark[1:-1]}" if mark else ""
            rows.append(Item(cells(why), said(statement(written).line) or written, mark="order"))
    below = [_both(fork, said, roll, ends) for fork in case.forks]
    for way, fork, under in zip(("succeeds", "fails"), case.forks, below, strict=False):
        rolled = roll(fork.outcome.rpartition(": ")[0])
        told = f"{rolled} {way} ({6 * fork.share / case.share:.0f} in 6)"
        if any(below):
            nothing = (Item(cells("Nothing more of yours.")),)
            rows.append(Item(title=f"If {told}", items=under or nothing))
        elif way == "succeeds":
            rows.append(Item(cells(f"{told}; nothing more of yours hangs on it.")))
    if case.end and (ends or case.illegal):
        rows.append(Item(cells(f"STOP: {case.end}" if case.illegal else _begun(case.end))))
    return tuple(rows)


def _begun(end: str) -> str:
    told = end.removeprefix("Then ")
    return told[:1].upper() + told[1:]


def _all(case: Case) -> Iterator[Case]:
    yield case
    for fork in case.forks:
        yield from _all(fork)


def _found(at: int, line: Line, every: Sequence[Case], sentence: str) -> Item:
    """What is found of a line in all cases."""
    runs = sum(one.share for one in every if at in one.did)
    stops = [(one.share, why) for one in every for place, why in one.failed if place == at]
    if statement(line.text).alarm is not None:
        found = ["An alarm: it is looked at before each line after it."]
    elif runs > CERTAIN:
        found = ["Legal, and carried out for certain."]
    elif runs:
        found = [f"Legal where it is reached: carried out {_share(runs)} of the time."]
    elif stops or (line.checked and line.skipped):
        found = []
    else:
        found = [
            "Comes after a die, a card or another player that cannot be foreseen; checked only then."
        ]
    if why := next((why for _, why in stops), ""):
        share = sum(share for share, _ in stops)
        often = "" if share > CERTAIN else f"{_share(share)} of the time "
        found.append(f"Not possible {often}and you are asked: {why}")
    if line.skipped:
        found.append(
            f"Skipped: its condition {'does not hold now' if line.checked else 'holds in no case'}."
        )
    if line.doubt and not stops:
        found.append(f"Is this right? {line.doubt}")
    if line.gives_up:
        found.append(f"Look out: it {line.gives_up}.")
    return Item(cells(" ".join(found)), sentence, line.text, mark="order")


def _share(share: float) -> str:
    return "Always" if share > CERTAIN else f"{100 * share:.0f} %"


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
    said = []
    if not line.checked:
        said.append(f"{LATER.capitalize()}.")
    if line.skipped:
        when = "does not hold now" if line.checked else "holds in no case"
        said.append(f"Skipped: its condition {when}.")
    if line.doubt:
        said.append(f"Is this right? {line.doubt}")
    if line.gives_up:
        this = "this" if line.checked else "if it comes to this, it"
        said.append(f"Look out: {this} {line.gives_up}.")
    return Item(cells(*said), line=line.text, mark="order")


def _named(before: str, texts: Mapping[str, str]) -> Items:
    rows = (
        Item(cells(text.replace("\n", "; ") or "none, you will be asked"), f"{before}{name}")
        for name, text in texts.items()
    )
    return Items(tuple(rows))
