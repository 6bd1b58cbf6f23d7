"""The save's tables: what the ledger says after the last entry, so that nobody must replay to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.engine import codec
from pbem.engine.play import Checkpoint, Play
from pbem.engine.ruleset import RuleSet
from pbem.errors import Impossible, SaveTampered
from pbem.games import find
from pbem.moderator import course, secrets, shape, veiled_log
from pbem.moderator.clock import Clock
from pbem.moderator.desk import Desk
from pbem.moderator.installed import check_rules
from pbem.moderator.ledger import Ledger, Seat
from pbem.moderator.rest import read_rest, rest_rows
from pbem.moderator.veil import PUBLIC, Glimpse
from pbem.protocol import canonical
from pbem.protocol.entry import Entry
from pbem.protocol.gms import gms_after
from pbem.protocol.keys import GameKey, PublicKeys
from pbem.protocol.save import Save

STEP_LIMIT = 2**22


def header(ledger: Ledger, entries: tuple[Entry, ...]) -> dict[str, Any]:
    """The table [game]."""
    rules = ledger.rules
    scenario = ledger.genesis["scenario"]
    return {
        "pbem": 1,
        "game": ledger.game,
        "rules": rules.name,
        "rules_version": rules.version,
        "scenario": scenario,
        "title": f"{rules.title}, {rules.scenarios()[scenario]}",
        "gm": ledger.gms[0].name,
        "entries": len(entries),
        "head": entries[-1].head,
    }


def tables(ledger: Ledger) -> dict[str, dict[str, Any]]:
    """Everything else that is public."""
    desk = _desk(ledger)
    return {
        **({"desk": desk} if desk else {}),
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
                "since": seat.since,
            }
            for side, seat in ledger.seats.items()
        },
        "checkpoint": _checkpoint(ledger),
        "course": course.table(ledger.course),
        "position": codec.dump(ledger.rules.veil(ledger.play.state, PUBLIC)),
    }


def _desk(ledger: Ledger) -> dict[str, Any]:
    """What is on the GM's desk, where it is not empty; a veiled decision shows as made only."""
    imposed = dict.fromkeys(ledger.desk.imposed, "") if ledger.veiled else ledger.desk.imposed
    told: dict[str, Any] = codec.dump(replace(ledger.desk, imposed=imposed))
    if ledger.desk.clock == Clock():
        del told["clock"]
    return {name: value for name, value in told.items() if value}


def _checkpoint(ledger: Ledger) -> dict[str, Any]:
    table: dict[str, Any] = {
        "opened_at": ledger.opened_at,
        "rest_step": ledger.rest_step,
        "shuffles": ledger.book.shuffles,
        "commitments": [f"{s}={c}" for s, c in sorted(ledger.book.commitments.items())],
    }
    if not ledger.veiled:
        table["rest"] = rest_rows(ledger.rest)
        table["step"] = canonical.encode(codec.dump(ledger.play.checkpoint)).decode()
    return table


def to_save(gm: GameKey, ledger: Ledger, entries: tuple[Entry, ...]) -> Save:
    """The save after the last of `entries`; the GM's secrets are sealed to itself."""
    head = entries[-1].head
    sealed = {"sealed": secrets.store(gm, ledger, head)}
    sections = {**tables(ledger), "secrets": sealed}
    if ledger.veiled:
        sections["packets"] = veiled_log.packets(gm, ledger, head)
    return Save(header(ledger, entries), sections, entries)


def public(sections: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The tables that a verifier can build up again from the log."""
    return {name: t for name, t in sections.items() if name not in ("secrets", "packets")}


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
        gms = gms_after(PublicKeys.from_dict(genesis["gm"]), save.entries)
        ledger = _from_tables(genesis, save.sections, gms)
        check_rules(ledger)
        if ledger.begun and isinstance(ledger.play, Play):
            ledger.play.resume()
    except (LookupError, TypeError, ValueError, AttributeError, Impossible) as error:
        why = f"this version of pbem cannot read its tables ({type(error).__name__}: {error})"
        raise SaveTampered(why=why) from error
    return ledger


def _from_tables(
    genesis: dict[str, Any], sections: Mapping[str, dict[str, Any]], gms: list[PublicKeys]
) -> Ledger:
    data = sections["checkpoint"]
    rules: RuleSet[Any] = find(genesis["rules"], genesis.get("data"))
    ledger = Ledger(genesis, _play(genesis, rules, sections))
    for side, seat in sections["players"].items():
        keys = PublicKeys(seat["name"], seat["ssh"], seat["x25519"])
        ledger.seats[side] = Seat(keys, seat["anchor"], seat["link"], seat["answer"], seat["seq"])
        ledger.seats[side].since = seat["since"]
    ledger.gms = gms
    ledger.desk = codec.load(Desk, sections.get("desk", {}))
    ledger.course = course.read(sections["course"])
    ledger.opened_at = data["opened_at"]
    ledger.rest_step = data["rest_step"]
    ledger.rest = read_rest(data.get("rest", []))
    ledger.book.shuffles = data["shuffles"]
    ledger.book.commitments = dict(line.split("=", 1) for line in data["commitments"])
    return ledger


def _play(
    genesis: dict[str, Any], rules: RuleSet[Any], sections: Mapping[str, dict[str, Any]]
) -> Play[Any] | Glimpse:
    """The running game; of a veiled one what the public may see."""
    if "packets" in sections:
        return veiled_log.open_packet(Ledger(genesis), sections["packets"], "", None, PUBLIC)
    step = sections["checkpoint"]["step"].encode()
    return Play(rules, codec.load(Checkpoint, canonical.decode(step, STEP_LIMIT)))
