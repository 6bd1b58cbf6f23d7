"""A player's return slips: where their emails go, told to the GM with the acceptance, and again when that changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.errors import Impossible
from pbem.home import computer
from pbem.post import config
from pbem.protocol import slip
from pbem.protocol.atomic import SECRET, private_folder, replace_file
from pbem.protocol.said import VERSION
from pbem.protocol.slip import Slip

if TYPE_CHECKING:
    from pbem.player.player import Player


def with_acceptance(game: Player, side: str) -> str:
    """The block that goes along with an acceptance; "" for somebody who has not set up `pbem post`.

    Raises BadPostFile, OSError.
    """
    if computer.post_outbox() is None:
        return ""
    address = config.read_config().address
    text, n = new(game, side, address)
    keep(game, side, address, n)
    return text


def new(game: Player, side: str, address: str) -> tuple[str, int]:
    """A new return slip, sealed to the GM, and its number. Raises OSError."""
    if game.identity is None:
        raise Impossible("nobody signs a return slip")
    genesis = game.ledger.game
    last = _kept(genesis).get("n")
    n = max(computer.now(), (last if isinstance(last, int) else 0) + 1)
    new_slip = Slip(v=VERSION, game=genesis, author=side, n=n, address=address, post=True)
    return slip.to_text(game.identity, new_slip, game.ledger.chair.keys.x25519), n


def keep(game: Player, side: str, address: str, n: int) -> None:
    """Remember that the slip with this number is on its way. Raises OSError."""
    path = _file(game.ledger.game)
    private_folder(path.parent)
    row = {"n": n, "address": address, "seat": _seat(game, side)}
    replace_file(path, json.dumps(row).encode(), mode=SECRET)


def is_due(game: Player, address: str) -> bool:
    """Does the GM of this game not know yet that emails go to this address? Raises OSError."""
    slip_state = _kept(game.ledger.game)
    return (slip_state.get("address"), slip_state.get("seat")) != (address, _seat(game, game.side))


def moved(address: str) -> list[str]:
    """The games whose GM knows another address of ours, by genesis. Raises OSError."""
    files = sorted(_file("").parent.glob("*.json"))
    return [file.stem for file in files if _kept(file.stem).get("address") != address]


def _seat(game: Player, side: str) -> str:
    identity = game.identity
    return f"{side} {identity.public.fingerprint if identity else ''}"


def _kept(genesis: str) -> dict[str, object]:
    try:
        slip_state = json.loads(_file(genesis).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return slip_state if isinstance(slip_state, dict) else {}


def _file(genesis: str) -> Path:
    return computer.folder() / computer.POST / "slips" / f"{genesis}.json"
