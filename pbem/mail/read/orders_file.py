"""Reading an orders file: order lines, a plan, scripts for its cards, policies."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from pbem.engine.policies import presets_of
from pbem.errors import OldQuestion, Oversized, UnreadableOrders, WrongGame, WrongSide
from pbem.ledger.values import READY
from pbem.mail.read.toml_slip import explain
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.protocol import tried
from pbem.protocol.textfile import read_text

LIMIT = 256 * 1024
FIELDS = {"game", "side", "answers", "orders", "plan", "script", "reactions"}
PRESET = "preset"


class OrdersFile(Struct, frozen=True):
    """What a player wrote.

    Attributes:
        lines: order lines from top to bottom; none if the file has standing orders only.
        scripts: number of a card in the stack, or its slot, to script; "" takes one back.
        reactions: kind to policy, with a preset still to be looked up; None if there is no table.
    """

    game: str
    side: str
    answers: str
    lines: tuple[str, ...]
    scripts: Mapping[str, str] = field(default_factory=dict)
    reactions: Mapping[str, str] | None = None

    def policies(self, presets: Mapping[str, Mapping[str, str]]) -> dict[str, str] | None:
        """All policies: those of the preset, then the file's own. Raises UnreadableOrders."""
        if self.reactions is None:
            return None
        own = dict(self.reactions)
        preset = own.pop(PRESET, "")
        if preset and preset not in presets:
            known = ", ".join(presets) or "none in this game"
            raise UnreadableOrders(why=f"there is no preset `{preset}`; known: {known}")
        return {**presets.get(preset, {}), **own}


def read(raw: bytes) -> OrdersFile:
    """Read an orders file as an editor left it. Raises UnreadableOrders, Oversized."""
    if len(raw) > LIMIT:
        raise Oversized(size=len(raw), unit="bytes", limit=LIMIT)
    try:
        return parse(read_text(raw))
    except UnicodeDecodeError as error:
        raise UnreadableOrders(why="it is not text in UTF-8 or UTF-16; save it as such") from error


def parse(text: str) -> OrdersFile:
    """Read an orders file. Raises UnreadableOrders with line and column, Oversized."""
    if len(text) > LIMIT:
        raise Oversized(size=len(text), unit="characters", limit=LIMIT)
    tried.refuse(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableOrders(why=explain(text, str(error))) from error
    except RecursionError as error:
        raise UnreadableOrders(why="brackets stand within brackets without end") from error
    except ValueError as error:
        raise UnreadableOrders(why="a number in it has thousands of digits") from error
    unknown = sorted(data.keys() - FIELDS)
    if unknown:
        raise UnreadableOrders(
            why=f"unknown field `{unknown[0]}`; known: {', '.join(sorted(FIELDS))}"
        )
    for name in ("game", "side"):
        if not isinstance(data.get(name), str):
            raise UnreadableOrders(why=f'the line `{name} = "..."` is missing')
    lines = _lines(data)
    scripts = _texts(data, "script") or {}
    reactions = _texts(data, "reactions")
    answers = data.get("answers", "")
    if not isinstance(answers, str) or (lines and not answers):
        raise UnreadableOrders(why='the line `answers = "..."` is missing')
    if not lines and reactions is None and not scripts:
        none = "there is no order line in it yet"
        asked = (
            ""
            if answers
            else "; when it was made nothing was asked of you: make a new one when something is"
        )
        raise UnreadableOrders(why=none + asked)
    return OrdersFile(data["game"], data["side"], answers, lines, scripts, reactions)


def _lines(data: Mapping[str, Any]) -> tuple[str, ...]:
    orders = data.get("orders", "")
    if not isinstance(orders, str):
        raise UnreadableOrders(why="`orders` must be text between ''' and '''")
    lines = [line.split("#")[0].strip() for line in orders.splitlines()]
    lines = [line for line in lines if line]
    plan = data.get("plan")
    if plan is not None:
        if not isinstance(plan, list) or not all(isinstance(card, str) for card in plan):
            raise UnreadableOrders(why='`plan` must be a list such as ["march", "pass"]')
        if plan:
            lines.insert(0, " ".join(["plan", *plan]))
    return tuple(lines)


def _texts(data: Mapping[str, Any], name: str) -> dict[str, str] | None:
    table = data.get(name)
    if table is None:
        return None
    if not isinstance(table, dict) or not all(isinstance(text, str) for text in table.values()):
        raise UnreadableOrders(why=f'[{name}] must have lines such as `name = "text"`')
    return {key: text.strip() for key, text in table.items()}


def check_addressed(orders: OrdersFile, game: str, side: str, asked: str) -> None:
    """Is this file for this game, side and question? Raises WrongGame, WrongSide, OldQuestion.

    Args:
        asked: the question open now, `ready` where that is owed; "" for standing orders alone.
    """
    if orders.game != game:
        raise WrongGame(found=orders.game, expected=game)
    if orders.side != side:
        raise WrongSide(signer=side, claimed=orders.side)
    if asked and orders.answers != asked:
        raise OldQuestion(found=orders.answers, expected=asked)


def to_send(game: Player, written: OrdersFile) -> Orders:
    """What an orders file says. Raises WrongGame, WrongSide, OldQuestion, NotYourTurn."""
    side = game.player_side
    asked = ""
    if written.lines:
        asked = READY if game.owes_ready else game.request().id
    check_addressed(written, game.id, side, asked)
    policies = written.policies(presets_of(game.ledger.rules))
    return Orders(written.lines, written.scripts, policies)
