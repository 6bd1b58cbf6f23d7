"""`pbem audit`: who claims what and whether it is proven, then who held secrets, and what no log shows."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.errors import PbemError
from pbem.ledger import sealed
from pbem.ledger.values import GM
from pbem.proof.audit import Answer, Audit, Claim, Finding
from pbem.protocol.bodies import Chaired, Mailed, Order, Ruling, Seated
from pbem.protocol.bodies import Claim as ClaimBody

LINES = 3
"""How many lines of a ruling are quoted."""
COUNTED = {
    Claim.LOG: ("entry", "entries"),
    Claim.RULES: ("entry", "entries"),
    Claim.BYTES: ("entry", "entries"),
    Claim.SHUFFLES: ("shuffle", "shuffles"),
    Claim.DEALS: ("card", "cards"),
    Claim.STANDING: ("decision", "decisions"),
    Claim.COPIES: ("order", "orders"),
    Claim.PLANS: ("plan", "plans"),
    Claim.STACKS: ("stack", "stacks"),
    Claim.POLICIES: ("set", "sets"),
}


def document(audit: Audit) -> Iterator[AnyPart]:
    """The whole of it: who claims what and whether that is proven, why, who held secrets, what no log shows."""
    yield Note(headline(audit), mark="lead")
    rows = (Item(cells(f"{verdict_of(row)}: {_claim(row)}"), row.party) for row in audit.findings)
    yield Items(tuple(rows))
    lists = {
        "Why": dict.fromkeys(_reasons(audit)),
        "Who held secrets": _secrets_by_office(audit),
        "What no log shows": _never(audit),
    }
    for title, lines in lists.items():
        if items := tuple(Item(cells(one)) for one in lines):
            yield Heading(title, 2)
            yield Items(items)


def headline(audit: Audit) -> str:
    """One line that says how it ended."""
    wrong, unseen = audit.contradicted, _unseen(audit)
    if wrong:
        parties = " and ".join(dict.fromkeys(row.party for row in wrong))
        return f"CONTRADICTED: {len(wrong)} of {len(audit.findings)} claims, made by {parties}."
    if unseen:
        return (
            f"No claim is contradicted, but {len(unseen)} of {len(audit.findings)} are not proven."
        )
    return f"All {len(audit.findings)} claims are proven."


def brief(audit: Audit) -> Iterator[str]:
    """The headline, and why something is contradicted."""
    yield headline(audit)
    for row in audit.contradicted:
        yield _reason(row)


def _unseen(audit: Audit) -> list[Finding]:
    return [row for row in audit.findings if row.answer is Answer.NOT_SHOWN]


def _claim(row: Finding) -> str:
    if row.claim not in COUNTED:
        return row.claim.value
    singular, plural = COUNTED[row.claim]
    return f"{row.claim.value} ({row.count} {singular if row.count == 1 else plural})"


def verdict_of(row: Finding) -> str:
    """`proven`, `contradicted at entry 12`, `not shown at entry 3`."""
    return row.answer.value if row.entry < 0 else f"{row.answer.value} at entry {row.entry}"


def _reasons(audit: Audit) -> Iterator[str]:
    for row in (*audit.contradicted, *_unseen(audit)):
        if row.why:
            yield _reason(row)
    for row in audit.findings:
        if row.why and row.answer is Answer.PROVEN:
            yield f"{row.party}: {row.why}."
    yield from (
        f"What is said to be a key of {party} does not count: {why}."
        for party, why in audit.revealed.odd
    )


def _reason(row: Finding) -> str:
    return f"{row.party}, entry {row.entry}: {row.why.rstrip('.')}."


def _secrets_by_office(audit: Audit) -> Iterator[str]:
    """A sentence for each office of the game: who sat there since when, and which secrets he had."""
    places = audit.revealed.places
    for place in places:
        changed = f" since entry {place.since}" if place.since > len(_sides(audit)) else ""
        name = f"{place.keys.name}, {place.keys.fingerprint}{changed}"
        if place.party == GM:
            yield f"The GM ({name}) held the decks, and everything that was sealed for the GM."
            continue
        if _is_duel(audit):
            yield f"{place.party} ({name}) held its own cards and policies."
            continue
        hidden_plans = _plans_kept(audit, place.party, place.since, place.until)
        alone = f" {hidden_plans} of its plans it kept from the GM." if hidden_plans else ""
        yield f"{place.party} ({name}) held its own plans, scripts and hand.{alone}"
    for entry in audit.entries:
        match entry.body.step:
            case Chaired(role="co", order=mail) if isinstance(mail.body, ClaimBody):
                yield f"{mail.body.keys.name} was given the GM's secrets in entry {entry.n}."


def _is_duel(audit: Audit) -> bool:
    return audit.ledger is not None and not audit.ledger.offices.moderated


def _sides(audit: Audit) -> tuple[str, ...]:
    return audit.ledger.sides if audit.ledger is not None else ()


def _plans_kept(audit: Audit, side: str, since: int, until: int) -> int:
    """How many plans of a side the GM could not read: those whose cards were turned up by its own emails."""
    turned = set[str]()
    for entry in audit.entries[since : until + 1]:
        step = entry.body.step
        body = step.order.body if isinstance(step, Mailed) else None
        if isinstance(body, Order) and body.author == side:
            turned.update(opening.slot.rpartition(":")[0] for opening in body.openings)
    return len(turned)


def _never(audit: Audit) -> Iterator[str]:
    """What no audit can prove, a sentence each: secrets passed on, shared keys, and what only the GM said."""
    if _is_duel(audit):
        yield "No log can show that nobody gave a secret away."
        yield "No log can show that the keys belong to different people."
        return
    yield (
        "No log can show that nobody gave a secret away, and that the GM helped no player. Until another player answers, "
        "a GM can show a player the dice of their next orders."
    )
    yield "No log can show that the keys belong to different people."
    for entry in audit.entries:
        step = entry.body.step
        if isinstance(step, Seated) and not step.agreed:
            side = step.order.body.author
            yield f"Only the GM said that {side} needed a new player or key in entry {entry.n}."
    rulings = audit.ledger.cases.rulings if audit.ledger is not None else ()
    for ruling in rulings:
        if ruling.kind not in ("uphold", "house") and not ruling.by:
            ruling_words = f"{ruling.kind}{_ruling_detail(audit, ruling.n)}"
            yield f"No player has agreed to the ruling of entry {ruling.n} ({ruling_words}), so only the GM says that it was just."


def _ruling_detail(audit: Audit, n: int) -> str:
    """`: set lords.york.coin 3`, what a ruling changed or decided, with the GM's key also where that was sealed; "" if
    it says no more."""
    step, key = audit.entries[n].body.step, audit.revealed.at(GM, n)
    lines = step.lines if isinstance(step, Ruling) else ()
    if isinstance(step, Ruling) and step.sealed:
        if key is None:
            return ", sealed"
        try:
            lines = sealed.ruled(key, audit.entries[0].head, n, step.sealed)
        except PbemError:
            return ", which does not open"
    more = f"; and {len(lines) - LINES} more lines" if len(lines) > LINES else ""
    return f": {'; '.join(f'`{line}`' for line in lines[:LINES])}{more}" if lines else ""
