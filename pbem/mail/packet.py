"""The decision packet: an orders file ready to edit, that parses as it is.

It shows the open question with every legal line, the scripts and policies in force, and every reaction
that an enemy could force; nothing that its side may not know.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from pbem.engine.display import Folded, folded, rows_of
from pbem.engine.request import Option, Request
from pbem.engine.standing import DEFAULT
from pbem.moderator.ledger.values import READY

if TYPE_CHECKING:
    from pbem.moderator.player import Player

HOW = (
    "Write order lines between the quotes, one a line. Short forms will do: names by their first "
    "letters, capitals and punctuation as you like. Further lines answer what you are asked next; "
    "they stop where another player must decide or a line is no longer legal. Conditions work too: "
    "`LINE until success max 2`, `if failed: LINE`, `LINE if enemy at PLACE; else OTHER`."
)
SECRET = (
    "A secret stack of exactly {size} cards, top card first: {limits}. It is sealed: all others "
    "see only that you have sent it."
)
SCRIPTS = (
    "What each card shall do when it is flipped: order lines, sealed with the Plan. Cards without a "
    'script ask you. The text "" takes a script back; cards not named here stay as they are. At its '
    "end, at `ask`, or where a line is no longer legal, a script stops and you are asked."
)
READY_WORDS = (
    "You are only asked to say `ready`: then the dice that wait for it can fall. Send this file as it is. "
    "New policies go in a mail of their own, without the line `ready`."
)
MOST_NOTES = 8
"""More different notes than these stand with their targets."""
POLICIES = (
    "Your standing answers to what an enemy may force on you; this table is all of them. "
    "`ask` asks you, `pass` does nothing where that is possible; several answers with commas: the "
    "first that is legal."
)


def packet(game: Player, side: str) -> str:
    """The orders file of a side, asked or not."""
    request = next((r for r in game.requests if r.side == side), None)
    head = [f"# {game.title}", f"# {game.now}"]
    start = [f'game = "{game.id}"', f'side = "{side}"']
    parts = ["\n".join([*head, *([] if request else ["# Nothing is asked of you now."])])]
    if side in game.ledger.owes_ready():
        parts[0] = "\n".join(head)
        question = _wrapped(READY_WORDS)
        parts.append(
            "\n".join([*question, *start, f'answers = "{READY}"', "orders = '''", READY, "'''"])
        )
    elif request is None:
        parts.append("\n".join(start))
    else:
        question = _wrapped(request.cited)
        parts.append("\n".join([*question, *start, f'answers = "{request.id}"']))
        parts.append(_question(request, game.legal(side)))
    standing = game.standing_of(side)
    parts += [_scripts(game, side, request, standing.scripts)]
    parts += [_policies(game, standing.reactions)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _wrapped(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, 76, break_on_hyphens=False)]


def _question(request: Request, options: list[Option]) -> str:
    if request.stack is not None:
        stack = request.stack
        limits = ", ".join(
            f"{name}{'' if limit < 0 else f' x{limit}'}" for name, limit in stack.limits.items()
        )
        words = _wrapped(SECRET.format(size=stack.size, limits=limits))
        return "\n".join([*words, f"{stack.verb} = []"])
    return "\n".join([*_wrapped(HOW), "orders = '''", "'''", "", *_menu(options)])


def _menu(options: list[Option]) -> list[str]:
    lines = ["# What is legal now (`...`: one of the words below it; `pbem legal` has every line):"]
    rows = folded(rows_of(options))
    if not any(isinstance(row, Folded) for row in rows):
        lines = ["# What is legal now:"]
    seen: set[tuple[str, str]] = set()
    for rule, group in groupby(rows, key=lambda row: row.rule):
        if rule:
            lines.append(f"# -- {rule}")
        for row in group:
            if isinstance(row, Folded):
                lines += [f"#   {row.text}", *_targets(row, seen)]
            else:
                lines.append(f"#   {row.text:<44} {row.note}".rstrip())
    return lines


def _targets(row: Folded, seen: set[tuple[str, str]]) -> list[str]:
    """Targets under what is true of them; where each has a note of its own, in one list, with a note
    that stands further up left out."""
    if all(len(targets) == 1 for targets in row.targets.values()) or len(row.targets) > MOST_NOTES:
        told = []
        for note, targets in row.targets.items():
            fresh = [target for target in targets if (target, note) not in seen]
            seen |= {(target, note) for target in targets}
            told.append(", ".join(targets) + (f" ({note})" if note and fresh else ""))
        texts = [", ".join(told)]
    else:
        texts = [
            f"{note}: {', '.join(t)}" if note else ", ".join(t) for note, t in row.targets.items()
        ]
    return [
        f"#       {line}"
        for text in texts
        for line in textwrap.wrap(text, 70, subsequent_indent="  ", break_on_hyphens=False)
    ]


def _scripts(game: Player, side: str, request: Request | None, scripts: Mapping[str, str]) -> str:
    """The [script] table: the cards still to come, or those that are asked for now."""
    rows: list[str] = []
    if request is not None and request.stack is not None:
        rows = [f'# {n} = ""' for n in range(1, request.stack.size + 1)]
    for slot, card in game.plan_cards(side).items():
        number = slot.rpartition(":")[2]
        text = scripts.get(slot, "")
        rows.append(f"# card {number}: {card}")
        rows.append(f"{number} = {_quoted(text)}" if text else f'# {number} = ""')
    if not rows:
        return ""
    return "\n".join(["[script]", *_wrapped(SCRIPTS), *rows])


def _policies(game: Player, reactions: Mapping[str, str]) -> str:
    """The [reactions] table: every kind, with its policy; commented where its owner is asked."""
    rules, may_come = game.ledger.rules, game.reactions
    every = rules.reactions().items()
    kinds = {kind: told for kind, told in every if kind in may_come or kind in reactions}
    if not kinds:
        return ""
    presets = ", ".join(rules.presets())
    lines = ["[reactions]", *_wrapped(POLICIES)]
    if presets:
        lines += [
            *_wrapped(f"A preset answers whatever is not answered below: {presets}."),
            '# preset = ""',
        ]
    lines.append(f"{DEFAULT} = {_quoted(reactions.get(DEFAULT, 'ask'))}")
    for kind, about in kinds.items():
        lines += _wrapped(about)
        if kind in reactions:
            lines.append(f"{kind} = {_quoted(reactions[kind])}")
        else:
            lines.append(f'# {kind} = "{"pass" if kind in rules.moments else "ask"}"')
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """A TOML string, over several lines where there are several."""
    if "\n" in text and "'''" not in text:
        return f"'''\n{text}\n'''"
    return json.dumps(text, ensure_ascii=False)
