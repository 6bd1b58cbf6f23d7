"""The orders file: the open question with every legal line, ready to edit; and back (DESIGN 5)."""

from __future__ import annotations

import textwrap
import tomllib
from dataclasses import dataclass
from itertools import groupby

from pbem.engine.request import Option, Request
from pbem.errors import OldQuestion, Oversized, UnreadableOrders, WrongGame, WrongSide

LIMIT = 256 * 1024
FIELDS = {"game", "side", "answers", "orders", "plan"}


@dataclass(frozen=True)
class Orders:
    """What a player wrote: order lines, from top to bottom."""

    game: str
    side: str
    answers: str
    lines: tuple[str, ...]


def template(game: str, title: str, now: str, request: Request, options: list[Option]) -> str:
    """An orders file for one request. It parses as it is; the player only fills in lines."""
    head = [
        f"# {title}",
        f"# {now}",
        "#",
        *_wrapped(f"{request.question} (rule {request.rule})"),
        "#",
    ]
    start = [f'game = "{game}"', f'side = "{request.side}"', f'answers = "{request.id}"', ""]
    if request.stack is not None:
        stack = request.stack
        limits = ", ".join(
            f"{name}{'' if limit < 0 else f' x{limit}'}" for name, limit in stack.limits.items()
        )
        body = [
            *_wrapped(f"A secret stack of exactly {stack.size} cards, top card first. {limits}."),
            "# It is sealed: your opponent sees only that you have sent it.",
            f"{stack.verb} = []",
        ]
        return "\n".join([*head, *start, *body, ""])
    hints = [
        "# Write order lines between the quotes, one a line. Short forms will do: names by their",
        "# first letters, capitals and punctuation as you like. Further lines answer what you are",
        "# asked next; they stop where your opponent must decide or a line is no longer legal.",
    ]
    return "\n".join([*head, *hints, *start, "orders = '''", "'''", "", *_menu(options), ""])


def _wrapped(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, 76)]


def _menu(options: list[Option]) -> list[str]:
    lines = ["# What is legal now:"]
    for rule, group in groupby(options, key=lambda option: option.rule):
        if rule:
            lines.append(f"# -- {rule}")
        lines += [f"#   {o.display():<44} {o.note}".rstrip() for o in group]
    return lines


def read(raw: bytes) -> Orders:
    """Read an orders file as an editor left it. Raises UnreadableOrders, Oversized."""
    if len(raw) > LIMIT:
        raise Oversized(size=len(raw), unit="bytes", limit=LIMIT)
    try:
        return parse(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UnreadableOrders(why="it is not text in UTF-8; save it as such") from error


def parse(text: str) -> Orders:
    """Read an orders file. Raises UnreadableOrders with line and column, Oversized."""
    if len(text) > LIMIT:
        raise Oversized(size=len(text), unit="characters", limit=LIMIT)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UnreadableOrders(why=str(error)) from error
    unknown = sorted(data.keys() - FIELDS)
    if unknown:
        raise UnreadableOrders(
            why=f"unknown field `{unknown[0]}`; known: {', '.join(sorted(FIELDS))}"
        )
    for name in ("game", "side", "answers"):
        if not isinstance(data.get(name), str):
            raise UnreadableOrders(why=f'the line `{name} = "..."` is missing')
    orders = data.get("orders", "")
    if not isinstance(orders, str):
        raise UnreadableOrders(why="`orders` must be text between ''' and '''")
    lines = [line.split("#")[0].strip() for line in orders.splitlines()]
    lines = [line for line in lines if line]
    plan = data.get("plan")
    if plan is not None:
        if not isinstance(plan, list) or not all(isinstance(card, str) for card in plan):
            raise UnreadableOrders(why='`plan` must be a list such as ["march", "pass"]')
        lines.insert(0, " ".join(["plan", *plan]))
    if not lines:
        raise UnreadableOrders(why="there is no order line in it yet")
    return Orders(data["game"], data["side"], data["answers"], tuple(lines))


def check_addressed(orders: Orders, game: str, request: Request) -> None:
    """Is this file for this game, side and question? Raises WrongGame, WrongSide, OldQuestion."""
    if orders.game != game:
        raise WrongGame(found=orders.game, expected=game)
    if orders.side != request.side:
        raise WrongSide(signer=request.side, claimed=orders.side)
    if orders.answers != request.id:
        raise OldQuestion(found=orders.answers, expected=request.id)
