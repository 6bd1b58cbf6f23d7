"""Orders that are written and not sent, kept beside the pins so that they outlive the program."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.errors import PbemError
from pbem.home import here
from pbem.moderator.ledger.values import READY
from pbem.moderator.player import Player
from pbem.moderator.turn.orders import Orders
from pbem.protocol.atomic import SECRET, private_folder, replace_file

LARGEST = 4 * 1024 * 1024
STALE = "What you had written was for an earlier question, and is dropped: {lines}."
NOT_NOW = "What you had written cannot be carried out any more, and is dropped: {lines}. {why}"
DAMAGED = "What you had written cannot be read any more ({path}), and is left out."


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders with the question that they answer, "" where they answer none."""

    answers: str
    orders: Orders


def path_of(game: Player) -> Path:
    return here.pins().folder / "drafts" / f"{game.ledger.game}-{game.player_side}.json"


def keep(game: Player, orders: Orders) -> Path | None:
    """Write them down, for their author alone; where they are empty there is nothing to keep. Raises OSError."""
    path = path_of(game)
    if orders == Orders():
        path.unlink(missing_ok=True)
        return None
    private_folder(path.parent)
    made = msgspec.json.encode(Draft(_question(game) if orders.lines else "", orders))
    if not path.exists() or path.read_bytes() != made:
        replace_file(path, made, mode=SECRET)
    return path


def kept(game: Player) -> tuple[Orders, str]:
    """What is written and can still be sent, and why it is no more, if so: it is dropped then."""
    path = path_of(game)
    try:
        with path.open("rb") as file:
            draft = msgspec.json.decode(file.read(LARGEST), type=Draft)
    except FileNotFoundError:
        return Orders(), ""
    except (OSError, ValueError, RecursionError):
        return Orders(), DAMAGED.format(path=path)
    lines = "; ".join(draft.orders.lines) or "scripts and policies"
    why = ""
    if draft.answers and draft.answers != _question(game):
        why = STALE.format(lines=lines)
    else:
        try:
            _check(game, draft.orders)
        except PbemError as error:
            why = NOT_NOW.format(lines=lines, why=error)
    if why:
        path.unlink(missing_ok=True)
        return Orders(), why
    return draft.orders, ""


def _question(game: Player) -> str:
    """Which question lines written now answer."""
    if game.owes_ready:
        return READY
    return next((r.id for r in game.requests if r.side == game.player_side), "")


def _check(game: Player, orders: Orders) -> None:
    game.check_standing(orders.scripts, orders.reactions or {})
    if orders.lines and orders.lines != (READY,):
        game.spelled(orders.lines)
