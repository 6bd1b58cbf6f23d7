"""Sealed policies in a duel: brought by an order, revealed when they are looked at (PROTOCOL.md, section 19)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine import standing
from pbem.engine.policies import reactions_of
from pbem.engine.request import Request
from pbem.engine.script import ASK
from pbem.engine.standing import DEFAULT, Prepared, StandingOrders
from pbem.errors import BadScript
from pbem.ledger.draft import Draft
from pbem.ledger.values import InForce, replace
from pbem.protocol import commitment
from pbem.protocol.bodies import DuelOrder, RevealedPolicy

Reveal = Callable[[int, str], RevealedPolicy]
"""How the witness reveals its policy from the order to a question, by its kind: from its copy, or as the entry says."""


def bring(draft: Draft, body: DuelOrder) -> None:
    """Take in the policies of an order: from the next entry on they are the whole set of their side."""
    if body.policies:
        order = InForce(draft.n, True, question=body.question, sealed=body.policies)
        draft.standing[body.author] = (*draft.standing.get(body.author, ()), order)


def answer(draft: Draft, request: Request, reveal: Reveal) -> Prepared | None:
    """What a sealed policy of the witness answers to a question that an order of the other side brings up. Raises
    BadOpening."""
    known = _looked_at(draft, request, reveal)
    if known is None:
        return None
    kinds, look, held = (
        reactions_of(draft.rules).keys(),
        draft.look(request.side),
        draft.held(request),
    )

    def tell(why: str) -> None:
        draft.tell(request.side, f"Your policy for {request.kind} {why}")

    return standing.answer(known, request, "", kinds, look, held, tell=tell)


def at_moment(draft: Draft, request: Request, reveal: Reveal) -> str:
    """What it says at a moment: a line, `ask`, or "" for nothing. One that cannot be read means `ask`. Raises
    BadOpening."""
    known = _looked_at(draft, request, reveal)
    if known is None:
        return ""
    side = request.side
    look, held = draft.look(side), draft.held(request)
    declined = (side, request.kind) in draft.play.declined
    try:
        prepared = standing.at_moment(known, request, look, held, declined)
    except BadScript as error:
        draft.tell(side, f"Your policy for {request.kind} stops, and you are asked: {error}")
        asks = StandingOrders({request.kind: ASK})
        prepared = standing.at_moment(asks, request, look, held, declined)
    return prepared.line if prepared is not None else ""


def _looked_at(draft: Draft, request: Request, reveal: Reveal) -> StandingOrders | None:
    """The policy that speaks of this question, revealed; None without one."""
    side, asking = request.side, draft.answered
    if asking is None or request.secret:
        return None
    versions = draft.standing.get(side, ())
    at = max((at for at, one in enumerate(versions) if one.entry <= asking.since), default=-1)
    if at < 0:
        return None
    order = versions[at]
    sealed, texts = {row.kind: row.commitment for row in order.sealed}, dict(order.reactions)
    kind = _kind_for(draft, sealed, request)
    if not kind:
        return None
    if kind not in texts:
        policy = reveal(order.question, kind)
        name = f"the policy of {side} for {kind}"
        own = commitment.commit_policy(
            draft.game, side, order.question, kind, policy.salt, policy.text
        )
        commitment.check(sealed[kind], own, name)
        draft.notes.policies.append(policy)
        texts[kind] = policy.text
        order = replace(order, reactions=tuple(sorted(texts.items())))
        draft.standing[side] = (*versions[:at], order, *versions[at + 1 :])
    return StandingOrders({kind: texts[kind]})


def _kind_for(draft: Draft, sealed: Mapping[str, str], request: Request) -> str:
    """The kind of the policy that speaks of a question, or "". Whether one does everybody can see."""
    if request.kind in sealed:
        return request.kind
    is_reaction = request.kind in reactions_of(draft.rules) and not request.moment
    return DEFAULT if is_reaction and DEFAULT in sealed else ""
