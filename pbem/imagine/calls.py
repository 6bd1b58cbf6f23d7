"""What somebody writes to a question that his orders leave open when the turn is played ahead (`imagine.ahead`)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from pbem.engine.notation import words_of
from pbem.engine.policies import presets_of
from pbem.engine.script import ASK, ScriptLine, read, script_line
from pbem.errors import BadScript
from pbem.imagine.ahead import Open
from pbem.imagine.own_orders import AnswerSlot
from pbem.player.orders import Orders
from pbem.player.player import Player

ROBOT = "robot"
"""An answer: what the robot would prepare."""


def with_words_at(game: Player, orders: Orders, place: AnswerSlot, words: str) -> Orders:
    """The orders with these words added at that place: after what is there, or for when its statement is impossible.

    Raises:
        BadScript: they cannot be read, or are more than one statement where only one can be.
    """
    if place.card:
        scripts = {**_scripts(game), **orders.scripts}
        text = amended(scripts.get(place.card, ""), place.text, words)
        return replace(orders, scripts={**orders.scripts, place.card: text})
    if place.kind:
        reactions = game.standing.reactions if orders.reactions is None else orders.reactions
        old_text = reactions.get(place.kind, "")
        text = (
            words if old_text.strip().lower() in ("", ASK) else amended(old_text, place.text, words)
        )
        return replace(orders, reactions={**reactions, place.kind: text})
    lines = amended("\n".join(orders.lines), place.text, words)
    return replace(orders, lines=tuple(lines.split("\n")))


def with_answer(game: Player, orders: Orders, question: Open, words: str) -> Orders:
    """The orders with these words for a question, checked as far as they can be; `robot`: what it would prepare.

    Raises as `written` and `Player.spelled`.
    """
    if words.strip().lower() == ROBOT:
        words = _by_robot(game, orders, question)
    read(words)
    orders_then = with_words_at(game, orders, question.place, words)
    game.check_standing(orders_then.scripts, orders_then.reactions or {})
    lines = orders_then.lines
    if lines != orders.lines:
        lines = game.spelled(lines)
    return Orders(lines, orders_then.scripts, orders_then.reactions)


def _by_robot(game: Player, orders: Orders, question: Open) -> str:
    """Its script for a card that has none, its policy; where something stands already its usual line."""
    rules, side = game.ledger.rules, game.player_side
    cards = orders.lines[0].split()[1:] if orders.lines else []
    cards = cards or list(game.plan_cards(side).values())
    seen = rules.secrets.veil(game.ledger.play.state, side)
    standing = rules.robot.standing_orders(seen, side, cards, presets_of(rules))
    if not question.place.text and question.place.card in standing.scripts:
        return standing.scripts[question.place.card]
    if not question.place.text and question.place.kind in standing.reactions:
        return standing.reactions[question.place.kind]
    return question.robot[0][0]


def _scripts(game: Player) -> dict[str, str]:
    """Those in force, by the number of the card."""
    return {slot.rpartition(":")[2]: text for slot, text in game.standing.scripts.items()}


def amended(text: str, stops: str, words: str) -> str:
    """A script in which `words` stand for the case that its statement `stops` is not possible, or at its end
    where that is "". Raises BadScript."""
    lines, new = [one.text for one in read(text)], [one.text for one in read(words)]
    if not stops:
        return "\n".join([*lines, *new])
    at = lines.index(stops)
    if len(new) != 1 or script_line(new[0]).otherwise or script_line(new[0]).guard is not None:
        why = (
            "write one line without a condition here; several lines, or conditions, belong in the script "
            "itself"
        )
        raise BadScript(text=words, why=why)
    return "\n".join([*lines[:at], *_forked(script_line(stops), new[0]), *lines[at + 1 :]])


def _forked(stops: ScriptLine, instead: str) -> list[str]:
    """A statement, and what runs where it would run and is not possible."""
    possible = f"can {' '.join(_looked_for(stops.line))}"
    text, guard = stops.text, stops.guard
    if guard is None and not stops.otherwise:
        return [f"if not {possible}: {instead}", f"else: {text}"]
    case = f"({guard.text.strip()}) and not {possible}" if guard is not None else f"not {possible}"
    if stops.otherwise:
        return [f"else if {case}: {instead}", text]
    head = "else " if re.match(r"(?i)if\b", text) else "else: "
    return [f"if {case}: {instead}", f"{head}{text}"]


def _looked_for(line: str) -> list[str]:
    """The words of a line by which a menu is searched for it; who comes along is no matter."""
    words = words_of(line.replace(":", " ").split(" with ")[0])
    return [word for word in words if re.fullmatch(r"[a-z_0-9][\w']*", word)]
