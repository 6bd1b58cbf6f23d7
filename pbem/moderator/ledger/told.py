"""The log of a veiled game: what each entry tells each side, and what everybody sees.

Everybody can check signatures, links, dice, shuffles and openings, and that each order answered the
question that was open. Whether the rules were kept shows in the audit, with the GM's key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.engine import codec
from pbem.engine.changes import changed, changes
from pbem.engine.decision import PASSING
from pbem.engine.notation import words_of
from pbem.engine.play import Decided
from pbem.engine.request import Request
from pbem.engine.script import PASS
from pbem.engine.script import read as read_script
from pbem.engine.table import Event
from pbem.errors import ReplayMismatch
from pbem.moderator.ledger.chances import GmChance, LogChance
from pbem.moderator.ledger.draft import Draft
from pbem.moderator.ledger.eyes import Eyes
from pbem.moderator.ledger.glimpse import dump_request, glimpse, read, told
from pbem.moderator.ledger.ledger import Ledger
from pbem.moderator.ledger.values import EARLIER, OWN, PUBLIC, Asking, Glimpsed, replace
from pbem.protocol import canonical, seal
from pbem.protocol.bodies import Change, Ended, Menu, PrivateStory, Record
from pbem.protocol.hashing import digest
from pbem.protocol.keys import GameKey

STORY_BUCKET = 2048
MENU_BUCKET = 16384
LIMIT = 2**22


def common(draft: Draft) -> dict[str, Any]:
    """The position as everybody may see it, as plain data."""
    plain: dict[str, Any] = codec.dump(draft.rules.veil(draft.play.state, PUBLIC))
    return plain


def views(draft: Draft) -> dict[str, dict[str, Any]]:
    """The position as each side may see it, as plain data."""
    state = draft.play.state
    return {side: codec.dump(draft.rules.veil(state, side)) for side in draft.sides}


class Before(NamedTuple):
    """What was to be seen before an entry."""

    common: dict[str, Any]
    views: dict[str, dict[str, Any]]


def before(draft: Draft) -> Before:
    """Call at the beginning of a step of a veiled game, by who can run it."""
    return Before(common(draft), views(draft))


def tell(draft: Draft, chance: GmChance, was: Before) -> dict[str, Any]:
    """What a veiled game's record says beside its dice: its story for each, and what all may see."""
    notes, play = draft.notes, draft.play
    now, own = common(draft), views(draft)
    clear = canonical.encode(told(play.decisions, play.events, PUBLIC)).decode()
    notes.stories.append(PrivateStory(PUBLIC, clear=clear))
    for side in draft.sides if draft.begun else ():
        # Who sits down with this entry has seen what all have seen.
        whole = not draft.ledger.begun or draft.seats[side].since == draft.n
        plain = {
            **told(play.decisions, play.events, side),
            "whole": whole,
            "view": changes(now if whole else was.views[side], own[side]),
            "ran": [[entry, place, line] for who, entry, place, line in draft.ran if who == side],
        }
        info = seal.info("story", draft.game, draft.n)
        x25519 = draft.seats[side].keys.x25519
        sealed = seal.deal(chance.key, x25519, info, canonical.encode(plain), STORY_BUCKET)
        notes.stories.append(PrivateStory(side, sealed))
    requests = {request.side: request for request in draft.pending()}
    for request in (requests[side] for side in draft.sides if side in requests):
        asking = draft.askings.get(request.side)
        if asking is not None and asking.since == draft.n:
            sealed = menu(draft, chance.key, request, asking)
            name = digest(sealed.encode())
            notes.menus.append(Menu(request.side, name))
            draft.menus[name] = sealed
    ended = draft.result
    return {
        "changes": tuple(_change(row) for row in changes(was.common, now)),
        "result": Ended(ended.winners, ended.reason) if ended else None,
    }


def menu(game: Draft | Ledger, key: GameKey, request: Request, asking: Asking) -> str:
    """An open request with its menu, sealed to its side. It lies beside the log, which has its hash: a game
    is not to grow by every menu that was ever shown."""
    data = canonical.encode(dump_request(request, True, game.held(request)))
    info = seal.info("menu", game.game, asking.since)
    return seal.deal(key, game.seats[request.side].keys.x25519, info, data, MENU_BUCKET)


def menus(ledger: Ledger, keys: Mapping[str, GameKey]) -> dict[str, str]:
    """The table [menus] of a veiled game's save, by side."""
    found: dict[str, str] = {}
    for request in ledger.pending() if ledger.veiled else ():
        asking = ledger.askings.get(request.side)
        key = keys.get(ledger.writer(asking.since).keys.x25519) if asking is not None else None
        if asking is not None and key is not None:
            found[request.side] = menu(ledger, key, request, asking)
    return found


def _change(row: list[Any]) -> Change:
    return Change(tuple(row[0]), *row[1:])


def see(draft: Draft, chance: LogChance) -> None:
    """What a reader of a veiled game knows after an entry: what everybody saw change, and what it deals
    to him. Raises BadOpening, ReplayMismatch."""
    record, source = chance.record, draft.play.source
    hearers = (PUBLIC, *(draft.sides if draft.begun else ()))
    if tuple(part.to for part in record.stories) != hearers:
        raise ReplayMismatch(n=draft.n, why=f"it must tell its story to {', '.join(hearers)}")
    rows: list[Any] = [
        [list(c.path)] if c.value is None else [list(c.path), c.value] for c in record.changes
    ]
    now = changed(json.loads(source.common), rows)
    state, own = now, source.own
    if chance.eyes is not None:
        part = mine(draft, chance.record, chance.eyes)
        if part is not None:
            state = changed(now if part["whole"] else json.loads(source.state), part["view"])
            _compare_own(draft, chance.eyes.side, part)
            _tell_left(draft, record, chance.eyes.side)
            _check_none_skipped(draft, record, chance.eyes.side, part)
        own = _menu(draft, record, chance.eyes) or own
    seen = Glimpsed(
        canonical.encode(state), canonical.encode(now), record.questions, own, record.result
    )
    draft.play = glimpse(draft.rules, seen)
    events, decisions = _heard(draft, chance)
    draft.play = replace(draft.play, events=events, decisions=decisions)


def _by(by: str) -> str:
    return "" if by == "forced" else by


def mine(draft: Draft, record: Record, eyes: Eyes) -> Any:
    """What an entry tells a side, opened with its key; None if nothing."""
    part = next((part for part in record.stories if part.to == eyes.side), None)
    if part is None:
        return None
    info = seal.info("story", draft.game, draft.n)
    gm = draft.writer.keys.x25519
    return canonical.decode(seal.undeal(eyes.key, gm, info, part.sealed), LIMIT)


def _menu(draft: Draft, record: Record, eyes: Eyes) -> bytes:
    part = next((part for part in record.menus if part.to == eyes.side), None)
    sealed = eyes.menus().get(part.digest) if part is not None else None
    if sealed is None:
        return b""
    info = seal.info("menu", draft.game, draft.n)
    return seal.undeal(eyes.key, draft.writer.keys.x25519, info, sealed)


def _heard(draft: Draft, chance: LogChance) -> tuple[tuple[Event, ...], tuple[Decided, ...]]:
    part = mine(draft, chance.record, chance.eyes) if chance.eyes else None
    if part is None:
        clear = next((p.clear for p in chance.record.stories if p.to == PUBLIC), "")
        part = canonical.decode(clear.encode(), LIMIT) if clear else {"decisions": [], "events": []}
    decisions, events = read({"decisions": part["decisions"], "events": part["events"]})
    return events, decisions


def _compare_own(draft: Draft, side: str, part: Any) -> None:
    """Each line that is said to be one's own is the statement that one sealed in its place (rule 8)."""
    said = [
        row["line"]
        for row in part["decisions"]
        if row["by"] in (OWN, EARLIER) and not row["forced"]
    ]
    ran = [line for _, _, line in part["ran"]]
    stacks = [line for line in said if line not in ran and " " not in line]
    if sorted([*ran, *stacks]) != sorted(said):
        raise ReplayMismatch(n=draft.n, why=f"the GM says that you ordered {said}, by lines {ran}")
    for entry, place, line in part["ran"]:
        waiting = draft.rest.get(side)
        texts = waiting.texts if waiting is not None and waiting.entry == entry else ()
        text = texts[place - 1] if 0 < place <= len(texts) else None
        if not text or not could_mean(text, line, draft.rules.called()):
            why = f"the GM says that you ordered `{line}`; you wrote `{text}` in that place"
            raise ReplayMismatch(n=draft.n, why=why)


def _tell_left(draft: Draft, record: Record, side: str) -> None:
    """What is left of one's order of an entry before; the GM alone could see why, and his report says so."""
    waiting = draft.rest.get(side)
    for left in record.left:
        if waiting is None or (left.side, left.entry) != (side, waiting.entry):
            continue
        lines = [text for text in waiting.texts[left.place - 1 :] if text]
        if lines and left.entry != draft.n:
            undone = "; ".join(f"`{line}`" for line in lines)
            told = f"Not carried out of your order in entry {left.entry}: {undone}"
            draft.tell(side, f"{told}. The GM's report says why.")


def _check_none_skipped(draft: Draft, record: Record, side: str, part: Any) -> None:
    """Asked anew by the entry of one's own order: each line that has no condition was carried out, or is
    left over by name (rule 8)."""
    waiting, n = draft.rest.get(side), draft.n
    asked = next((one for one in record.questions if one.side == side), None)
    if waiting is None or waiting.entry != n or asked is None or record.faults:
        return
    if asked.stack is not None or any((one.side, one.entry) == (side, n) for one in record.left):
        return
    done = max((place for entry, place, _ in part["ran"] if entry == n), default=0)
    lines = [read_script(text)[0] for text in waiting.texts[done:] if text]
    if any(one.anyway for one in lines):
        return
    for place, one in enumerate(lines, done + 1):
        if not list(one.conditions) and not one.otherwise:
            why = f"line {place} of your order, `{one.text}`, was neither carried out nor left over"
            raise ReplayMismatch(n=n, why=why)


def could_mean(text: str, line: str, called: Mapping[str, str]) -> bool:
    """Can this statement have been read as that order line? Words may be cut short, and be names (`called`)."""
    typed = read_script(text)[0].line
    if typed.lower() == PASS:
        return line.split()[-1] in PASSING
    names = " ".join(called.get(word, "") for word in line.split())
    wanted, there = words_of(typed.replace(",", " ")), words_of(f"{line} {names}")
    return "all" in wanted or all(any(has.startswith(word) for has in there) for word in wanted)
