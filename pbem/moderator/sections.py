"""The save's tables: what the ledger says after the last entry, so that nobody must replay to go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine import codec
from pbem.engine.play import Checkpoint, Play
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import Cursor, Script
from pbem.errors import SaveTampered
from pbem.games import find
from pbem.moderator import secrets, shape
from pbem.moderator.ledger import Ledger, Seat, check_rules
from pbem.protocol import canonical
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity, PublicKeys
from pbem.protocol.save import Save

STEP_LIMIT = 2**22


def header(ledger: Ledger, entries: tuple[Entry, ...]) -> dict[str, Any]:
    """The table [game]."""
    rules = ledger.rules
    scenario = ledger.play.state.scenario
    return {
        "pbem": 1,
        "game": ledger.game,
        "rules": rules.name,
        "rules_version": rules.version,
        "scenario": scenario,
        "title": f"{rules.title}, {rules.scenarios()[scenario]}",
        "gm": ledger.gm.name,
        "entries": len(entries),
        "head": entries[-1].head,
    }


def tables(ledger: Ledger) -> dict[str, dict[str, Any]]:
    """Everything else that is public."""
    checkpoint = ledger.play.checkpoint
    return {
        "asked": {
            request.side: {"id": request.id, "rule": request.rule, "question": request.question}
            for request in ledger.pending()
        },
        "players": {
            side: {
                **seat.keys.to_dict(),
                "anchor": seat.anchor,
                "link": seat.link,
                "answer": seat.answer,
                "seq": seat.seq,
            }
            for side, seat in ledger.seats.items()
        },
        "checkpoint": {
            "opened_at": ledger.opened_at,
            "rest_step": ledger.rest_step,
            "rest": [_rest_row(side, script) for side, script in sorted(ledger.rest.items())],
            "shuffles": ledger.book.shuffles,
            "step": canonical.encode(codec.dump(checkpoint)).decode(),
            "commitments": [f"{s}={c}" for s, c in sorted(ledger.book.commitments.items())],
        },
        "position": codec.dump(ledger.play.state),
    }


def _rest_row(side: str, script: Script) -> list[str]:
    return [side, canonical.encode(codec.dump(script.cursor)).decode(), script.text]


def to_save(gm: Identity, ledger: Ledger, entries: tuple[Entry, ...]) -> Save:
    """The save after the last of `entries`; the GM's secrets are sealed to itself."""
    sealed = {"sealed": secrets.store(gm, ledger, entries[-1].head)}
    return Save(header(ledger, entries), {**tables(ledger), "secrets": sealed}, entries)


def public(sections: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The tables without the GM's own."""
    return {name: table for name, table in sections.items() if name != "secrets"}


def from_save(save: Save) -> Ledger:
    """The ledger that a GM wrote down; `verify` checks it against the log.

    Raises:
        SaveTampered: the GM signed something that is no game.
        ReplayMismatch: it was made with other rules than are installed here.
    """
    if not save.entries:
        raise SaveTampered(why="it has no genesis entry")
    genesis = save.entries[0].body
    shape.genesis(genesis)
    try:
        ledger = _from_tables(genesis, save.sections)
        check_rules(ledger)
        if ledger.begun:
            ledger.play.resume()
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        why = f"this version of pbem cannot read its tables ({type(error).__name__}: {error})"
        raise SaveTampered(why=why) from error
    return ledger


def _from_tables(genesis: dict[str, Any], sections: Mapping[str, dict[str, Any]]) -> Ledger:
    data = sections["checkpoint"]
    rules: RuleSet[Any] = find(genesis["rules"])
    step = codec.load(Checkpoint, canonical.decode(data["step"].encode(), STEP_LIMIT))
    ledger = Ledger(genesis, Play(rules, step))
    for side, seat in sections["players"].items():
        keys = PublicKeys(seat["name"], seat["ssh"], seat["x25519"])
        ledger.seats[side] = Seat(keys, seat["anchor"], seat["link"], seat["answer"], seat["seq"])
    ledger.opened_at = data["opened_at"]
    ledger.rest_step = data["rest_step"]
    for side, cursor, text in data["rest"]:
        ledger.rest[side] = Script(text, codec.load(Cursor, canonical.decode(cursor.encode(), 256)))
    ledger.book.shuffles = data["shuffles"]
    ledger.book.commitments = dict(line.split("=", 1) for line in data["commitments"])
    return ledger
