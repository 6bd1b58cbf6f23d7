"""Reading an orders file: order lines, a plan, scripts for its cards, policies; and what is wrong with it, and where."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from pbem.engine.notation import words_of
from pbem.engine.policies import presets_of
from pbem.engine.stack import PLAN
from pbem.errors import (
    BadScript,
    IllegalOrder,
    OldQuestion,
    Oversized,
    PbemError,
    UnreadableOrders,
    WrongGame,
    WrongSide,
)
from pbem.ledger.values import READY
from pbem.player.orders import Orders
from pbem.protocol import armour, textfile
from pbem.protocol.textfile import read_text

if TYPE_CHECKING:
    from pbem.player.player import Player

LIMIT = 256 * 1024
FIELDS = {"game", "side", "answers", "orders", PLAN, "script", "reactions", "on_the_way"}
"""Beside these a list of cards has the name of its stack: `array` at Bosworth."""
PRESET = "preset"
ONLY_LINES = (
    "it has no line such as `game = \"...\"`. If it holds order lines, give each of them with `--line '...'`, or write them "
    "into the file that `--blank -o my.toml` makes"
)


class OrdersFile(Struct, frozen=True):
    """What a player wrote.

    Attributes:
        lines: order lines from top to bottom; none if the file has standing orders only.
        scripts: number of a card in the stack, or its slot, to script; "" takes one back.
        reactions: kind to policy, with a preset still to be looked up; None if there is no table.
        on_the_way: kind to what the lines of a duel answer on the way, with a preset still to be looked up.
    """

    game: str
    side: str
    answers: str
    lines: tuple[str, ...]
    scripts: Mapping[str, str] = field(default_factory=dict)
    reactions: Mapping[str, str] | None = None
    on_the_way: Mapping[str, str] = field(default_factory=dict)

    def policies(self, presets: Mapping[str, Mapping[str, str]]) -> dict[str, str] | None:
        """All policies: those of the preset, then the file's own. Raises UnreadableOrders."""
        return None if self.reactions is None else with_preset(self.reactions, presets)


def with_preset(
    table: Mapping[str, str], presets: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """What a table says: what is in the preset that it names, then its own rows. Raises UnreadableOrders."""
    own = dict(table)
    preset = own.pop(PRESET, "")
    if preset and preset not in presets:
        preset_names = ", ".join(presets) or "none in this game"
        raise UnreadableOrders(why=f"there is no preset `{preset}`; known: {preset_names}")
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
    textfile.refuse_branch(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableOrders(why=explain(text, str(error))) from error
    except RecursionError as error:
        raise UnreadableOrders(why="brackets stand within brackets without end") from error
    except ValueError as error:
        raise UnreadableOrders(why="a number in it has thousands of digits") from error
    unknown = sorted(name for name in data.keys() - FIELDS if not isinstance(data[name], list))
    if unknown:
        if text.startswith(armour.SAVED):
            raise UnreadableOrders(
                why="it is the save of the game. Leave it out, or name your own file"
            )
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
        when_made = (
            ""
            if answers
            else "; when it was made nothing was asked of you: make a new one when something is"
        )
        raise UnreadableOrders(why=none + when_made)
    on_the_way = _texts(data, "on_the_way") or {}
    return OrdersFile(data["game"], data["side"], answers, lines, scripts, reactions, on_the_way)


def _lines(data: Mapping[str, Any]) -> tuple[str, ...]:
    orders = data.get("orders", "")
    if not isinstance(orders, str):
        raise UnreadableOrders(why="`orders` must be text between ''' and '''")
    lines = [line.split("#")[0].strip() for line in orders.splitlines()]
    lines = [line for line in lines if line]
    for verb, cards in data.items():
        if verb in FIELDS - {PLAN}:
            continue
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            raise UnreadableOrders(why=f'`{verb}` must be a list such as ["march", "pass"]')
        if cards:
            lines.insert(0, " ".join([verb, *cards]))
    return tuple(lines)


def _texts(data: Mapping[str, Any], name: str) -> dict[str, str] | None:
    table = data.get(name)
    if table is None:
        return None
    if not isinstance(table, dict) or not all(isinstance(text, str) for text in table.values()):
        raise UnreadableOrders(why=f'[{name}] must have lines such as `name = "text"`')
    return {key: text.strip() for key, text in table.items()}


def check_addressed(orders: OrdersFile, game: str, side: str, question: str) -> None:
    """Is this file for this game, side and question? Raises WrongGame, WrongSide, OldQuestion.

    Args:
        question: the question open now, `ready` where that is owed; "" for standing orders alone.
    """
    if orders.game != game:
        raise WrongGame(found=orders.game, expected=game)
    if orders.side != side:
        raise WrongSide(signer=side, claimed=orders.side)
    if question and orders.answers != question:
        raise OldQuestion(found=orders.answers, expected=question)


def to_send(game: Player, orders: OrdersFile) -> Orders:
    """What an orders file says. Raises WrongGame, WrongSide, OldQuestion, NotYourTurn."""
    side = game.player_side
    question = ""
    if orders.lines:
        question = READY if game.owes_ready else game.request().id
    check_addressed(orders, game.id, side, question)
    presets = presets_of(game.ledger.rules)
    on_the_way = with_preset(orders.on_the_way, presets)
    return Orders(orders.lines, orders.scripts, orders.policies(presets), on_the_way)


def located_message(text: str, error: PbemError) -> str:
    """The error's message, beginning with `line 12, column 5: ` where that can be told."""
    return str(place_in(text, error))


def place_in(text: str, error: PbemError) -> PbemError:
    """The error with its line and column in the file, if it names a line that is there; else as it is."""
    if isinstance(error, IllegalOrder):
        at = line_and_column(text, str(error.facts["line"])) or error.facts["where"]
        return type(error)(**{**error.facts, "where": at})
    if isinstance(error, BadScript):
        at = line_and_column(text, str(error.facts["text"]))
        return type(error)(**{**error.facts, "text": error.facts["text"], "at": at})
    return error


def line_and_column(text: str, setting: str) -> str:
    """`line 12, column 5: ` of the first line that says this, comments left out; "" if none does."""
    words = words_of(setting)
    if not words:
        return ""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.partition("#")[0]
        line_words = words_of(code)
        if any(line_words[i : i + len(words)] == words for i in range(len(line_words))):
            column = code.lower().find(setting.lower())
            column = column if column >= 0 else len(code) - len(code.lstrip(" '\"["))
            return f"line {number}, column {column + 1}: "
    return ""


PLACE = re.compile(r"\s*\(at line (\d+), column (\d+)\)|\s*\(at end of document\)")
LONGEST = 500
"""Characters of a line that is worth mending."""
SETTING = re.compile(r"\s*([\w-]+)\s*=\s*(.*?)\s*(?:#[^\"']*)?\Z")


def explain(text: str, message: str) -> str:
    """The parser's message with line and column first, and the line as it should be."""
    lines = text.splitlines()
    if text.count("'''") % 2:
        first = next(n for n, line in enumerate(lines, 1) if "'''" in line)
        return f"line {first}: the text that begins with ''' has no end; put ''' alone on a line after it"
    if not any(SETTING.match(line) for line in lines if len(line) <= LONGEST):
        return ONLY_LINES
    match = PLACE.search(message)
    number = int(match[1]) if match and match[1] else _last_setting(lines)
    column = int(match[2]) if match and match[2] else 1
    right = mended(lines[number - 1]) if 0 < number <= len(lines) else ""
    where = f"line {number}, column {column}: "
    if right:
        return f"{where}names and texts belong in quotes. Write: {right}"
    return where + PLACE.sub("", message)


def _last_setting(lines: list[str]) -> int:
    """Where something begins that the end of the file cuts off."""
    numbers = [n for n, line in enumerate(lines, 1) if len(line) <= LONGEST and SETTING.match(line)]
    return numbers[-1] if numbers else len(lines)


def mended(line: str) -> str:
    """`plan = [March, "pass]` with all its quotes and brackets; "" if they are in order."""
    match = SETTING.match(line) if len(line) <= LONGEST else None
    if match is None:
        return ""
    name, value = match[1], match[2]
    if value.startswith("["):
        words = [word.strip(" \t\"'[]") for word in value.split(",")]
        right = f"{name} = [{', '.join(f'{chr(34)}{word}{chr(34)}' for word in words if word)}]"
    else:
        words = [value.strip("\"'")]
        right = f'{name} = "{words[0]}"'
    plain = all(re.fullmatch(r"[^\"'\\]*", word) for word in words)
    return right if plain and right.replace(" ", "") != line.replace(" ", "") else ""
