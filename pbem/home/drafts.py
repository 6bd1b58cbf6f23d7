"""Orders that are written and not sent, kept beside the pins so that they outlive the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pbem.errors import PbemError
from pbem.home import computer
from pbem.ledger.values import READY
from pbem.player.orders import Orders
from pbem.protocol.atomic import SECRET, private_folder, replace_file

if TYPE_CHECKING:
    from pbem.player.player import Player

LARGEST = 4 * 1024 * 1024
STALE = "You had written orders for an earlier question, so `pbem` dropped them: {lines}."
SENT = (
    "After you wrote these orders, orders of yours were carried out: the same or others. So `pbem` no longer keeps "
    "what you had written: {lines}."
)
NOT_NOW = (
    "You had written orders that are no longer possible, so `pbem` dropped them: {lines}. {why}"
)
STANDS = (
    "You have a new decision. The orders that you had written are still possible: {lines}. Please check "
    "them."
)
DAMAGED = "`pbem` can no longer read the orders that you had written ({path}), and leaves them out."


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders with the question that they answer, "" where they answer none.

    Attributes:
        kind: of that question. `after`: the entry with the last orders before them.
    """

    answers: str
    orders: Orders
    kind: str = ""
    after: int = -1


def path_of(game: Player) -> Path:
    return computer.pins().folder / "drafts" / f"{game.ledger.game}-{game.player_side}.json"


def keep(game: Player, orders: Orders) -> Path | None:
    """Write them down, for their author alone; where they are empty there is nothing to keep. Raises OSError."""
    path = path_of(game)
    if orders == Orders():
        path.unlink(missing_ok=True)
        return None
    private_folder(path.parent)
    answers, kind = _question(game) if orders.lines else ("", "")
    draft_bytes = msgspec.json.encode(Draft(answers, orders, kind, game.last_order()))
    if not path.exists() or path.read_bytes() != draft_bytes:
        replace_file(path, draft_bytes, mode=SECRET)
    return path


def kept_draft(game: Player) -> tuple[Orders, str]:
    """What is written and can still be sent, and a sentence on what was dropped, "" if nothing was.

    A ruling, or what the other side did, may put the question again. Then the lines that can still be carried out
    stay, except those that were sent meanwhile from elsewhere.
    """
    path = path_of(game)
    try:
        with path.open("rb") as file:
            draft = msgspec.json.decode(file.read(LARGEST), type=Draft)
    except FileNotFoundError:
        return Orders(), ""
    except (OSError, ValueError, RecursionError):
        return Orders(), DAMAGED.format(path=path)
    question, kind = _question(game)
    is_new_question = bool(draft.answers) and draft.answers != question
    if is_new_question and (not kind or draft.kind != kind or draft.after != game.last_order()):
        path.unlink(missing_ok=True)
        template = STALE if draft.after == game.last_order() else SENT
        return Orders(), template.format(lines=summary(draft.orders))
    orders_left, whys = _possible_part(game, draft.orders)
    if is_new_question and orders_left.lines:
        whys.insert(0, STANDS.format(lines="; ".join(orders_left.lines)))
    if orders_left != draft.orders or is_new_question:
        keep(game, orders_left)
    return orders_left, " ".join(whys)


def summary(orders: Orders) -> str:
    scripts = [f"the script of {slot}" for slot in orders.scripts]
    return "; ".join((*orders.lines, *scripts, *["policies"] * bool(orders.reactions)))


def _question(game: Player) -> tuple[str, str]:
    """Which question lines written now answer, and its kind."""
    if game.owes_ready:
        return READY, READY
    own_requests = (r for r in game.requests if r.side == game.player_side)
    return next(((r.id, r.kind) for r in own_requests), ("", ""))


def _possible_part(game: Player, orders: Orders) -> tuple[Orders, list[str]]:
    """What of these orders can be carried out, and why the rest cannot; of lines all before the first impossible
    one."""
    orders_left, whys = orders, list[str]()

    def without_part(part: Orders, without: Orders, why: PbemError) -> Orders:
        whys.append(NOT_NOW.format(lines=summary(part), why=why))
        return without

    for count in range(len(orders.lines), 0, -1):
        try:
            _check(game, Orders(orders.lines[:count]))
            break
        except PbemError as error:
            whys = []
            part = Orders(orders.lines[count - 1 :])
            orders_left = without_part(
                part, replace(orders, lines=orders.lines[: count - 1]), error
            )
    for slot in orders.scripts:
        part = Orders(scripts={slot: orders.scripts[slot]})
        try:
            _check(game, part)
        except PbemError as error:
            scripts_left = {one: text for one, text in orders_left.scripts.items() if one != slot}
            orders_left = without_part(part, replace(orders_left, scripts=scripts_left), error)
    try:
        _check(game, Orders(reactions=orders.reactions))
    except PbemError as error:
        orders_left = without_part(
            Orders(reactions=orders.reactions), replace(orders_left, reactions=None), error
        )
    return orders_left, whys


def _check(game: Player, orders: Orders) -> None:
    game.check_standing(orders.scripts, orders.reactions or {})
    if orders.lines and orders.lines != (READY,):
        game.spelled(orders.lines)
