"""Standing orders: which of them count for an entry (its cut), and what they answer."""

from __future__ import annotations

from pbem.engine.policies import reactions_of
from pbem.engine.request import Request
from pbem.engine.script import Cursor, read
from pbem.engine.standing import Prepared, StandingOrders, answer, check
from pbem.engine.standing import at_moment as moment_of
from pbem.engine.vocabulary import short_forms
from pbem.ledger.checks.lines import policy_meaning
from pbem.ledger.draft import Draft
from pbem.ledger.frozen import Frozen
from pbem.ledger.values import InForce, UnderWay, replace
from pbem.protocol.bodies import Orders


def in_force(draft: Draft, side: str) -> InForce | None:
    """The standing orders of a side as at the cut, or those that its order brings (rule 3)."""
    for order in reversed(draft.standing.get(side, ())):
        if draft.cut < 0 or order.entry <= draft.cut or order.entry == draft.brings.get(side):
            return order
    return None


def learn(draft: Draft, side: str, orders: Orders | None) -> None:
    """Take in the standing orders that entry `draft.n` brings, None if they are sealed to others. Raises BadScript."""
    if orders is None:
        order = InForce(draft.n, known=False)
    else:
        order = InForce(draft.n, True, orders.reactions, orders.scripts)
        check_known(draft, side, order)
    draft.standing[side] = (*draft.standing.get(side, ()), order)


def check_known(draft: Draft, side: str, order: InForce) -> None:
    """Raises BadScript where the rules of the moment make nothing of standing orders."""
    standing = StandingOrders(dict(order.reactions), dict(order.scripts))
    check(standing, reactions_of(draft.rules).keys(), draft.look(side))


def could_answer(draft: Draft, request: Request, by: str) -> bool:
    """May standing orders of this side answer so, as far as everybody can see?"""
    if in_force(draft, request.side) is None or request.secret:
        return False
    if by == "script":
        return bool(draft.rules.policies.script_slot(draft.play.state, request))
    return request.kind in reactions_of(draft.rules)


def from_orders(draft: Draft, request: Request) -> Prepared | None:
    """What a side's standing orders answer to a request, None for nothing; moves its scripts on.

    The side is told why a script or policy of its own stops, or does not count.
    """
    side = request.side
    order = in_force(draft, side)
    if order is None or not order.known:
        _tell_of_a_later_one(draft, request, order)
        return None
    rows = draft.scripts.setdefault(side, {})
    under_way = {slot: rows[slot] for slot, text in order.scripts if _begun(rows.get(slot), text)}
    standing = StandingOrders(
        dict(order.reactions),
        {slot: text for slot, text in order.scripts if text and not _over(under_way.get(slot))},
        {
            slot: Cursor(row.at, row.times, row.took)
            for slot, row in under_way.items()
            if not row.over
        },
    )
    texts = dict(standing.scripts)
    slot = draft.rules.policies.script_slot(draft.play.state, request)
    kinds, look, cards_held = (
        reactions_of(draft.rules).keys(),
        draft.look(side),
        draft.held(request),
    )
    source_words = f"script for card {slot.rpartition(':')[2]}"
    if slot not in standing.scripts or request.kind in standing.reactions:
        source_words = f"policy for {request.kind}"

    def tell(why: str) -> None:
        draft.tell(side, f"Your {source_words} {why}")

    prepared = answer(standing, request, slot, kinds, look, cards_held, tell=tell)
    if prepared is not None and draft.veiled and not _is_what_it_says(draft, prepared):
        # Its owner, who does not play the rules, could not see that this is it.
        tell(f"stops, and you are asked: `{prepared.why}` does not spell out `{prepared.line}`")
        if prepared.by == "script":
            standing.scripts.pop(slot, None)
            standing.cursors.pop(slot, None)
        prepared = None
    for slot, cursor in standing.cursors.items():
        rows[slot] = UnderWay(texts[slot], cursor.at, cursor.times, cursor.took)
    for slot in texts.keys() - standing.scripts.keys():
        rows[slot] = UnderWay(texts[slot], 0, 0, True, over=True)
    if prepared is None:
        _tell_of_a_later_one(draft, request, order)
    return prepared


def _is_what_it_says(draft: Draft, prepared: Prepared) -> bool:
    """May the statement that gave a line say it, as `verify` reads it (PROTOCOL.md, section 18)?"""
    return bool(policy_meaning(read(prepared.why), prepared.line, short_forms(draft.rules)))


def _tell_of_a_later_one(draft: Draft, request: Request, order: InForce | None) -> None:
    """Tell a side that newer standing orders of its own would answer, and why they do not count here.

    They came after the entry that the other side's order had seen.
    """
    side, latest = request.side, draft.standing.get(request.side, ())[-1:]
    if not latest or latest[0] is order or not latest[0].known:
        return
    standing = StandingOrders(dict(latest[0].reactions), dict(latest[0].scripts))
    slot, kinds = (
        draft.rules.policies.script_slot(draft.play.state, request),
        reactions_of(draft.rules).keys(),
    )
    would = answer(standing, request, slot, kinds, draft.look(side), draft.held(request))
    if would is not None:
        other_sides = " and ".join(one for one in draft.brings if one != side) or "the other side"
        draft.tell(
            side,
            f"The order of {other_sides} was written after entry {draft.cut}, before your {would.by} came (entry "
            f"{latest[0].entry}). So your {would.by} does not count here, and you are asked.",
        )


def at_moment(draft: Draft, request: Request) -> str:
    """What a side's standing orders say at a moment: a line, `ask`, or "" for nothing."""
    side, order = request.side, in_force(draft, request.side)
    if order is None or not order.known:
        return ""
    standing = StandingOrders(dict(order.reactions), dict(order.scripts))
    declined = (side, request.kind) in draft.play.declined
    prepared = moment_of(standing, request, draft.look(side), draft.held(request), declined)
    return prepared.line if prepared is not None else ""


def tidy(draft: Draft, live: set[str]) -> None:
    """Forget scripts of cards that are gone, and versions that no order can call on any more."""
    for side, rows in draft.scripts.items():
        draft.scripts[side] = {slot: row for slot, row in rows.items() if slot in live}
    oldest = min((asking.since for asking in draft.askings.values()), default=draft.n)
    if draft.cut >= 0:
        oldest = min(oldest, draft.cut)
    for side, orders in draft.standing.items():
        first = max((i for i, order in enumerate(orders) if order.entry <= oldest), default=0)
        draft.standing[side] = tuple(
            replace(o, scripts=tuple(r for r in o.scripts if r[0] in live)) for o in orders[first:]
        )


def _begun(row: UnderWay | None, text: str) -> bool:
    return row is not None and row.text == text


def _over(row: UnderWay | None) -> bool:
    return row is not None and row.over


Rows = Frozen[str, UnderWay]
