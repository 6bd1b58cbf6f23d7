"""The log of a veiled game: what each entry tells each side, and what everybody sees.

Everybody can check signatures, links, dice, shuffles and openings, and that each order answered the
question that was open. Whether the rules were kept shows in the audit, with the GM's key.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pbem.engine import codec
from pbem.engine.changes import changed, changes
from pbem.engine.play import Decision
from pbem.engine.table import Event
from pbem.errors import BadOpening, ReplayMismatch
from pbem.moderator.ledger.chances import Eyes, GmChance, LogChance
from pbem.moderator.ledger.draft import Draft
from pbem.moderator.ledger.glimpse import dump_request, glimpse, read, told
from pbem.moderator.ledger.values import PUBLIC, Glimpsed
from pbem.protocol import canonical, seal
from pbem.protocol.bodies import Asked, Change, Ended, Record, Sealed, Told

STORY_BUCKET = 4096
MENU_BUCKET = 16384
LIMIT = 2**22


def common(draft: Draft) -> dict[str, Any]:
    """The position as everybody may see it, as plain data."""
    plain: dict[str, Any] = codec.dump(draft.rules.veil(draft.play.state, PUBLIC))
    return plain


def tell(
    draft: Draft, chance: GmChance, before: dict[str, Any], asked: Sequence[Asked]
) -> dict[str, Any]:
    """What a veiled game's record says beside its dice: its story for each, and what all may see.

    Args:
        before: the position as everybody saw it before the entry.
    """
    notes, play = draft.notes, draft.play
    now = common(draft)
    clear = canonical.encode(told(play.decisions, play.events, PUBLIC)).decode()
    notes.told.append(Told(PUBLIC, clear=clear))
    for side in draft.sides if draft.begun else ():
        keys = draft.seats[side].keys
        own = codec.dump(draft.rules.veil(play.state, side))
        plain = {
            **told(play.decisions, play.events, side),
            "view": changes(now, own),
            "opened": [[w.entry, *w.opened] for s, w in draft.rest.items() if s == side],
        }
        info = seal.info("told", draft.game, draft.n)
        sealed = seal.deal(chance.key, keys.x25519, info, canonical.encode(plain), STORY_BUCKET)
        notes.told.append(Told(side, sealed))
        menu = [r for r in draft.pending() if r.side == side]
        if menu and any(a.side == side and draft.askings[side].since == draft.n for a in asked):
            data = canonical.encode(dump_request(menu[0], True, draft.held(menu[0])))
            info = seal.info("menu", draft.game, draft.n)
            notes.menu.append(
                Sealed(side, seal.deal(chance.key, keys.x25519, info, data, MENU_BUCKET))
            )
    ended = draft.result
    return {
        "seen": tuple(_change(row) for row in changes(before, now)),
        "ended": Ended(ended.winner, ended.reason) if ended else None,
    }


def _change(row: list[Any]) -> Change:
    return Change(tuple(row[0]), *row[1:])


def see(draft: Draft, chance: LogChance) -> None:
    """What a reader of a veiled game knows after an entry: what everybody saw change, and what it deals
    to him. Raises BadOpening, ReplayMismatch."""
    record, source = chance.record, draft.play.source
    if not source.common:
        draft.play = glimpse(draft.rules, Glimpsed(b"", b"", record.asked, ended=record.ended))
        decided = [
            Decision(d.side, d.request, d.line, forced=d.by == "forced", by=_by(d.by))
            for d in record.decisions
        ]
        object.__setattr__(draft.play, "decisions", tuple(decided))
        return
    rows: list[Any] = [
        [list(c.path)] if c.value is None else [list(c.path), c.value] for c in record.seen
    ]
    now = changed(json.loads(source.common), rows)
    state, own = now, source.own
    if chance.eyes is not None:
        part = mine(draft, chance.record, chance.eyes)
        if part is not None:
            state = changed(now, part["view"])
            _compare_own(draft, chance.eyes.side, part)
        own = _menu(draft, record, chance.eyes) or own
    seen = Glimpsed(canonical.encode(state), canonical.encode(now), record.asked, own, record.ended)
    draft.play = glimpse(draft.rules, seen)
    events, decisions = _heard(draft, chance)
    object.__setattr__(draft.play, "events", events)
    object.__setattr__(draft.play, "decisions", decisions)


def _by(by: str) -> str:
    return "" if by == "forced" else by


def mine(draft: Draft, record: Record, eyes: Eyes) -> Any:
    """What an entry tells a side, opened with its key; None if nothing."""
    part = next((part for part in record.told if part.to == eyes.side), None)
    if part is None:
        return None
    info = seal.info("told", draft.game, draft.n)
    gm = draft.chairs[-1].keys.x25519
    return canonical.decode(seal.undeal(eyes.key, gm, info, part.sealed), LIMIT)


def _menu(draft: Draft, record: Record, eyes: Eyes) -> bytes:
    part = next((part for part in record.menu if part.to == eyes.side), None)
    if part is None:
        return b""
    info = seal.info("menu", draft.game, draft.n)
    return seal.undeal(eyes.key, draft.chairs[-1].keys.x25519, info, part.data)


def _heard(draft: Draft, chance: LogChance) -> tuple[tuple[Event, ...], tuple[Decision, ...]]:
    part = mine(draft, chance.record, chance.eyes) if chance.eyes else None
    if part is None:
        clear = next((p.clear for p in chance.record.told if p.to == PUBLIC), "")
        part = canonical.decode(clear.encode(), LIMIT) if clear else {"decisions": [], "events": []}
    decisions, events = read({"decisions": part["decisions"], "events": part["events"]})
    return events, decisions


def _compare_own(draft: Draft, side: str, part: Any) -> None:
    """Lines that are said to be one's own must be among those that one sealed (rule 8)."""
    waiting = draft.rest.get(side)
    texts = [] if waiting is None else [text for text in waiting.texts if text]
    for row in part["decisions"]:
        if row["by"] == "" and not row["forced"] and texts and not _from(row["line"], texts):
            why = f"the GM says that you ordered `{row['line']}`, and you did not"
            raise ReplayMismatch(n=draft.n, why=why)


def _from(line: str, texts: Sequence[str]) -> bool:
    """Can one of these statements have given this line? They travel spelled out where they could be."""
    words = line.split()
    return any(text.split()[0] == words[0] or words[0] in text or "pass" in text for text in texts)


__all__ = ["BadOpening", "common", "mine", "see", "tell"]
