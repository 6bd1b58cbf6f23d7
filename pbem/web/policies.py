"""Policies by clicks: standing answers to what an enemy may force on one's side."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pbem.engine.standing import DEFAULT
from pbem.errors import NotOnThisPage
from pbem.moderator.ledger.values import READY
from pbem.web import sheets
from pbem.web.lines import ALONE
from pbem.web.page import Answer
from pbem.web.seat import Seat


def policies(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Show all of them."""
    return seat.answer(more=sheets.policies(seat))


def policy(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Answer `kind` with `answer` from now on; without one its player is asked."""
    kind, text = words.get("kind", ""), words.get("answer", "").strip()
    if kind != DEFAULT and kind not in seat.game.reactions:
        raise NotOnThisPage(why=f"nobody can be asked `{kind}` here")
    mine = {**seat.reactions, kind: text}
    if not text:
        del mine[kind]
    return _take(seat, mine, f"On {kind}: {text or 'you are asked'}.")


def preset(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Adopt a ready-made set."""
    name, presets = words.get("name", ""), seat.game.ledger.rules.presets()
    if name not in presets:
        raise NotOnThisPage(why=f"there is no set `{name}`")
    return _take(seat, {**seat.reactions, **presets[name]}, f"Policies of `{name}`.")


def _take(seat: Seat, reactions: dict[str, str], said: str) -> Answer:
    if seat.orders.lines == (READY,) and seat.game.owes_ready:
        raise NotOnThisPage(why=ALONE)
    seat.game.check_standing({}, reactions)
    seat.write(replace(seat.orders, reactions=reactions))
    return seat.answer(said, more=sheets.policies(seat))


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "policies": policies,
    "policy": policy,
    "preset": preset,
}
