"""The GM's step: take one mail, run the rules, write the next signed entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pbem.moderator import reasons, veiled_log
from pbem.moderator.advance import FromOrders
from pbem.moderator.chance import GmChance
from pbem.moderator.invitation import gm_chain
from pbem.moderator.ledger import GM, Ledger
from pbem.moderator.sealed import unseal
from pbem.moderator.story import Story, of_accept, of_order
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import Envelope
from pbem.protocol.keys import Identity


@dataclass(frozen=True)
class Applied:
    """A mail that became an entry."""

    entry: Entry
    story: Story


def apply_envelope(
    gm: Identity, ledger: Ledger, envelope: Envelope, heads: Sequence[str]
) -> Applied:
    """Take one accept or order into the ledger and sign the entry that records it.

    Raises:
        PbemError: the mail is refused. The ledger may have changed; load the save again.
    """
    if envelope.body.get("type") == "accept":
        return _apply_accept(gm, ledger, envelope, heads)
    return _apply_order(gm, ledger, envelope, heads)


def _apply_accept(
    gm: Identity, ledger: Ledger, envelope: Envelope, heads: Sequence[str]
) -> Applied:
    n = len(heads)
    ledger.accept(envelope, heads)
    entry = _entry(gm, n, heads, "accept", envelope, ledger)
    side = envelope.body["from"]
    return Applied(entry, of_accept(n, ledger, side))


def _apply_order(gm: Identity, ledger: Ledger, envelope: Envelope, heads: Sequence[str]) -> Applied:
    n, body = len(heads), envelope.body
    ledger.check_order(envelope, heads)
    side, seq = body["from"], body["seq"]
    nonce = ledger.genesis["nonce"]
    answer_link = gm_chain(gm, ledger.game, nonce, f"answer/{side}").link(seq)
    ledger.reveal(envelope, answer_link)
    players = {s: seat.keys for s, seat in ledger.seats.items()}
    deck = gm_chain(gm, ledger.game, nonce, "deck")
    moment = ledger.moment(body, answer_link)
    chance = GmChance(gm, deck, moment, ledger.book, players)
    taken = ledger.take_order(body, chance, unseal(gm, body, GM), FromOrders(ledger), n)
    extra: dict[str, Any] = {
        "answer_link": answer_link,
        "decisions": ledger.decisions(),
        **asdict(chance.record),
    }
    if ledger.veiled:
        extra["decisions"] = [{**decision, "line": ""} for decision in extra["decisions"]]
        extra |= veiled_log.fields(gm, ledger, n)
    elif notes := reasons.write(gm, ledger, n):
        extra["notes"] = notes
    entry = _entry(gm, n, heads, "order", envelope, ledger, extra)
    return Applied(entry, of_order(n, ledger, side, taken))


def _entry(
    gm: Identity,
    n: int,
    heads: Sequence[str],
    kind: str,
    envelope: Envelope,
    ledger: Ledger,
    extra: dict[str, Any] | None = None,
) -> Entry:
    body = {
        "v": 1,
        "type": kind,
        "n": n,
        "prev": heads[-1],
        "order": envelope.to_dict(),
        **(extra or {}),
        "state_hash": ledger.state_hash(veiled_log.salt(gm, ledger, n)),
    }
    return Entry.signed(gm, body)
