"""The decision packet: an orders file ready to edit, that parses as it is.

It shows the open question with every legal line, the scripts and policies in force, and every reaction
that an enemy could force; nothing that its side may not know.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbem.engine.display import FoldedRow, folded_rows, rows_of
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Option, Request
from pbem.engine.standing import DEFAULT
from pbem.ledger.values import READY

if TYPE_CHECKING:
    from pbem.player.player import Player

HOW = (
    "Write order lines between the quotes, each on its own line. Short forms are enough: the first "
    "letters of names, with or without capitals and punctuation. Further lines answer your next "
    "questions. Your lines stop where another player must decide, or where a line is no longer legal. Conditions work "
    "too: `LINE until success max 2`, `if failed: LINE`, `LINE if enemy at PLACE; else OTHER`. After "
    "`stop if lost`, nothing more runs once your side has lost a battle. `anyway: LINE` runs even after a "
    "line that could not be carried out."
)
SECRET = (
    "A secret stack of exactly {size} cards, top card first: {cards}. It is sealed: all others see only "
    "that you have sent it."
)
SECRET_CHOICE = "Choose exactly {size} of these, in order: {cards}. They are sealed: all others see only that you have sent them."
SCRIPTS = (
    "Write what each card does when it is flipped. These order lines are sealed with the Plan. Cards without a "
    'script ask you. Write "" to take a script back. Cards that are not named here keep their scripts. You are '
    "asked again when a script ends, when it reaches `ask`, or when a line is no longer legal."
)
READY_WORDS = (
    "You have nothing to decide, but the dice cannot be rolled until your computer has added its secret number. "
    "`pbem orders GAME.toml` writes the email for that without this file. Use the file if you want to change your "
    "policies or scripts as well."
)
WIDTH = 76
"""Columns of a comment. `UNBROKEN`: of one that is listened to, line by line."""
UNBROKEN = 1_000_000
MOST_NOTES = 8
"""More different notes than these stand with their targets, unless most are of several."""
LONG_MENU = 60
"""In a menu of more choices, notes end at their colon: `12 points`, not every place on the way."""
POLICIES = (
    "Your policies answer what the enemy may force on you. This table replaces all your earlier policies. `ask` asks "
    "you, and `pass` does nothing where that is possible. You can write several answers with commas "
    "between them: the first legal one counts."
)
IN_DUEL = (
    "Your policies answer what you are asked while your opponent's orders are carried out. From these orders on, this table replaces all your earlier policies, until you change it. It is sealed: your opponent sees which kinds of policy you have, but can read a policy only when it is used. `ask` asks you, "
    "and `pass` does nothing where that is possible. You can write several answers with commas between "
    "them: the first legal one counts."
)
ON_THE_WAY = (
    "Your own orders above can lead to more questions. Answer these questions here, in the same form as policies. Your opponent can "
    "read these answers. Without an answer, the rest of your orders lapses there. Your lines come first, "
    "so write none for what this table answers. A ready-made set of policies can be named here too."
)

NOTHING: Mapping[str, str] = {}


def packet(
    game: Player,
    side: str,
    spoken: bool = False,
    lines: Sequence[str] = (),
    scripts: Mapping[str, str] = NOTHING,
) -> str:
    """The orders file of a side, asked or not.

    Args:
        spoken: to be listened to, one fact a line, none broken.
        lines, written: order lines, and scripts by the number of a card, that stand in it already.
    """
    wide = UNBROKEN if spoken else WIDTH
    request = next((r for r in game.requests if r.side == side), None)
    head = [f"# {game.title}", f"# {game.now}"]
    start = [f'game = "{game.id}"', f'side = "{side}"']
    parts = ["\n".join([*head, *([] if request else ["# You have nothing to decide now."])])]
    if side in game.ledger.owes_ready():
        parts[0] = "\n".join(head)
        question = _wrapped(READY_WORDS, wide)
        parts.append(
            "\n".join([*question, *start, f'answers = "{READY}"', "orders = '''", READY, "'''"])
        )
    elif request is None:
        parts.append("\n".join(start))
    else:
        question = _wrapped(request.cited, wide)
        parts.append("\n".join([*question, *start, f'answers = "{request.id}"']))
        parts.append(_question(request, game.legal(side), wide, lines))
    standing = game.standing_of(side)
    duel = not game.ledger.offices.moderated
    if not duel:
        parts += [_scripts(game, side, request, standing.scripts, wide, scripts)]
    elif request is not None and request.stack is None:
        examples = ['# preset = ""', '# default = "pass"']
        parts += ["\n".join(["[on_the_way]", *_wrapped(ON_THE_WAY, wide), *examples])]
    parts += [_policies(game, standing.reactions, wide, IN_DUEL if duel else POLICIES)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _wrapped(text: str, wide: int) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, wide, break_on_hyphens=False)]


def _question(request: Request, options: list[Option], wide: int, lines: Sequence[str]) -> str:
    if request.stack is not None:
        stack = request.stack
        secret = SECRET if stack.scripted else SECRET_CHOICE
        words = _wrapped(secret.format(size=stack.size, cards=stack.cards_listed), wide)
        cards = [card for line in lines[:1] for card in line.split()[1:]]
        return "\n".join([*words, f"{stack.verb} = {json.dumps(cards)}"])
    menu = _said(options) if wide == UNBROKEN else _menu(options)
    return "\n".join([*_wrapped(HOW, wide), "orders = '''", *lines, "'''", "", *menu])


def _said(options: list[Option]) -> list[str]:
    """A sentence for each choice, with its rule."""
    return ["# What is legal now:", *(f"# {row.spoken}" for row in rows_of(options))]


def _menu(options: list[Option]) -> list[str]:
    """The comment lines of an orders file that list the legal lines by rule, with long menus folded."""
    lines = ["# What is legal now (`...`: one of the words below it; `pbem legal` has every line):"]
    single = rows_of(options)
    if len(single) > LONG_MENU:
        single = [replace(row, note=row.note.partition(":")[0]) for row in single]
    rows = folded_rows(single)
    if not any(isinstance(row, FoldedRow) for row in rows):
        lines = ["# What is legal now:"]
    seen: set[tuple[str, str]] = set()
    for rule, group in groupby(rows, key=lambda row: row.rule):
        if rule:
            lines.append(f"# -- {rule}")
        for row in group:
            if isinstance(row, FoldedRow):
                lines += [f"#   {row.text}", *_targets(row, seen)]
            else:
                lines.append(f"#   {row.text:<44} {row.note}".rstrip())
    return lines


def _targets(row: FoldedRow, seen: set[tuple[str, str]]) -> list[str]:
    """Targets under what is true of them; where each has a note of its own, in one list, with a note
    that stands further up left out."""
    count = sum(map(len, row.targets.values()))
    if len(row.targets) == count or (
        len(row.targets) > MOST_NOTES and len(row.targets) * 2 > count
    ):
        target_lists = []
        for note, targets in row.targets.items():
            fresh = [target for target in targets if (target, note) not in seen]
            seen |= {(target, note) for target in targets}
            target_lists.append(", ".join(targets) + (f" ({note})" if note and fresh else ""))
        texts = [", ".join(target_lists)]
    else:
        texts = [
            f"{note}: {', '.join(t)}" if note else ", ".join(t) for note, t in row.targets.items()
        ]
    return [
        f"#       {line}"
        for text in texts
        for line in textwrap.wrap(text, 70, subsequent_indent="  ", break_on_hyphens=False)
    ]


def _scripts(
    game: Player,
    side: str,
    request: Request | None,
    scripts: Mapping[str, str],
    wide: int,
    texts: Mapping[str, str],
) -> str:
    """The [script] table: the cards still to come, or those that are asked for now."""
    rows: list[str] = []
    if request is not None and request.stack is not None and request.stack.scripted:
        numbers = map(str, range(1, request.stack.size + 1))
        rows = [f"{n} = {_quoted(texts[n])}" if n in texts else f'# {n} = ""' for n in numbers]
    for slot, card in game.plan_cards(side).items():
        number = slot.rpartition(":")[2]
        text = texts.get(number, scripts.get(slot, ""))
        rows.append(f"# card {number}: {card}")
        rows.append(f"{number} = {_quoted(text)}" if text else f'# {number} = ""')
    if not rows:
        return ""
    return "\n".join(["[script]", *_wrapped(SCRIPTS, wide), *rows])


def _policies(game: Player, reactions: Mapping[str, str], wide: int, about_all: str) -> str:
    """The [reactions] table: every kind, with its policy; commented where its owner is asked."""
    rules, may_come = game.ledger.rules, game.reactions
    own = {} if game.ledger.offices.moderated else rules.policies.duel_kinds
    every = {**reactions_of(rules), **own}.items()
    listed = may_come.keys() | own.keys() | reactions.keys()
    kinds = {kind: policy for kind, policy in every if kind in listed}
    if not kinds:
        return ""
    presets = ", ".join(presets_of(rules))
    lines = ["[reactions]", *_wrapped(about_all, wide)]
    if presets:
        lines += [
            *_wrapped(f"A ready-made set of policies can answer everything else: {presets}.", wide),
            '# preset = ""',
        ]
    lines.append(f"{DEFAULT} = {_quoted(reactions.get(DEFAULT, 'ask'))}")
    for kind, about in kinds.items():
        lines += _wrapped(about, wide)
        if kind in reactions:
            lines.append(f"{kind} = {_quoted(reactions[kind])}")
        else:
            lines.append(f'# {kind} = "{"pass" if kind in rules.policies.moments else "ask"}"')
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """A TOML string, over several lines where there are several."""
    if "\n" in text and "'''" not in text:
        return f"'''\n{text}\n'''"
    return json.dumps(text, ensure_ascii=False)
