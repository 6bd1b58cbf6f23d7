"""Questions that a player has answered by hand before in a game turn, and the policy that would have done it."""

from __future__ import annotations

from msgspec import Struct

from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.standing import DEFAULT, StandingOrders, answer
from pbem.ledger.story import author, living
from pbem.player.player import Player


class Repeated(Struct, frozen=True):
    """A kind of question that comes again, the `policy` that answers it, and the ready-made sets, which all have it."""

    kind: str
    policy: str
    presets: tuple[str, ...]


def repeated(game: Player) -> Repeated | None:
    """The question of now, if its player answers it by hand a second time this turn and all presets would answer
    alike.

    None otherwise, and where another kind has been repeated before in the turn: one hint a turn is enough.
    """
    ledger, side = game.ledger, game.player_side
    request = next((one for one in game.requests if one.side == side), None)
    if request is None or request.kind in game.standing.reactions:
        return None
    presets = presets_of(ledger.rules)
    sets = {name: policies for name, policies in presets.items() if {*policies} - {DEFAULT}}
    alike = set.intersection(*({*policies.items()} for policies in sets.values())) if sets else ()
    usual = dict(alike)
    kinds_before = [kind for kind in _kinds_answered(game) if kind in usual]
    if len(kinds_before) > len({*kinds_before}) or kinds_before.count(request.kind) != 1:
        return None
    policy = usual[request.kind]
    kinds, look, cards_held = reactions_of(ledger.rules), ledger.look(side), ledger.held(request)
    if answer(StandingOrders({request.kind: policy}), request, "", kinds, look, cards_held) is None:
        return None
    return Repeated(request.kind, policy, tuple(sets))


def _kinds_answered(game: Player) -> list[str]:
    """The kinds of question that this side has answered with an email each in this game turn, in order."""
    entries, ledger, side = game.save.entries, game.ledger, game.player_side
    first = game.turns[-1].first if game.turns else len(entries)
    late = [n for n in living(len(entries), ledger.cases.rewinds) if n >= first]
    kinds = []
    for body in (entries[n].body for n in reversed(late)):
        mine = [one.request for one in body.record.decisions if one.side == side and not one.by]
        if mine and author(body.step)[0] == side:
            kinds.append(mine[0].rpartition("-")[0])
    return kinds
