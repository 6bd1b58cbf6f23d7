"""A save's tables: how the game stands, for people to read. No program acts on them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.engine import codec
from pbem.ledger import course
from pbem.ledger.values import PUBLIC
from pbem.protocol import save as savefile

if TYPE_CHECKING:
    from pbem.ledger.ledger import Ledger
    from pbem.protocol.entry import Entry


def game_id(ledger: Ledger) -> str:
    """The name of a game for people: its scenario, and the first digits of its genesis' hash."""
    return shown_id(ledger.rules.scenarios()[ledger.genesis.scenario], ledger.game)


def shown_id(scenario: str, game: str) -> str:
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in scenario.lower()).split()
    return "-".join([*words, game[:8]])


def header(ledger: Ledger, entries: Sequence[Entry]) -> dict[str, Any]:
    """The table [game] of a save: rules, scenario, title, GM, and the last entry."""
    rules, version = ledger.rules, ledger.versions[-1]
    scenario = ledger.genesis.scenario
    return {
        "pbem": 2,
        "game": game_id(ledger),
        "genesis": ledger.game,
        "rules": rules.name,
        "rules_version": version.version,
        "scenario": scenario,
        "title": f"{rules.title}, {rules.scenarios()[scenario]}",
        **({"gm": ledger.table.gms[0].name} if ledger.offices.moderated else {}),
        "entries": len(entries),
        "head": entries[-1].head,
    }


def tables(ledger: Ledger, menus: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The other tables of a save, by name, with what everybody can know; empty ones are left out.

    Args:
        menus: by side, sealed; the log has their hashes.
    """
    questions: dict[str, Any] = {}
    requests = {request.side: request for request in ledger.pending()}
    for side, asking in ledger.askings.items():
        request = requests.get(side)
        questions[side] = {"number": asking.number, "request": asking.request}
        if request is not None and not asking.is_ready:
            questions[side] |= {"rule": request.rule, "text": request.question}
    players = {
        side: {"name": seat.keys.name, "key": seat.keys.fingerprint, "since": seat.since}
        for side, seat in ledger.seats.items()
    }
    cases = {
        name: value
        for name, value in msgspec.to_builtins(ledger.cases, enc_hook=dict).items()
        if value and name not in ("said", "clock", "chance")
    }
    tables_by_name = {
        "cases": _plain(cases),
        "questions": questions,
        "menus": dict(menus),
        "players": players,
        "course": course.course_table(ledger.course.turns),
        "position": codec.dump(ledger.rules.secrets.veil(ledger.play.state, PUBLIC)),
    }
    return {name: table for name, table in tables_by_name.items() if table}


def top(ledger: Ledger, entries: Sequence[Entry], menus: Mapping[str, str]) -> bytes:
    """The bytes of a save above its log; `menus` as in `tables`."""
    duel = not ledger.offices.moderated
    return savefile.top(header(ledger, entries), tables(ledger, menus), duel)


def same_facts(first: bytes, right: bytes) -> bool:
    """Do two saves say the same above their logs, whatever their words for it?"""
    try:
        first_facts, second_facts = (
            _without_words(tomllib.loads(text.decode())) for text in (first, right)
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return False
    return repr(first_facts) == repr(second_facts)


def _without_words(facts: dict[str, Any]) -> dict[str, Any]:
    """Tables without the names and sentences of the program (PROTOCOL.md, section 11)."""
    for name in ("game", "title"):
        facts["game"][name] = type(facts["game"][name])
    for question in facts.get("questions", {}).values():
        if "text" in question:
            question["text"] = type(question["text"])
    facts["course"]["turns"] = [type(turn) for turn in facts["course"]["turns"]]
    return facts


def _plain(value: Any) -> Any:
    """Without what TOML has no word for: None is left out, keys are texts."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
