"""The GM's desk under a dishonest GM: rulings, rewinds, seats, keys and the clock, in every game.

Whatever follows from rules, keys and signatures cannot be written otherwise. A GM's own words (why, by
when) can, but only in another history, and everybody who has seen the first one has it pinned.
"""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pbem.moderator.openly import INPUTS, replay_openly
from pbem.moderator.replay import replay

from pbem.errors import Forked, PbemError
from pbem.moderator import shape
from pbem.moderator.game import Game
from pbem.protocol import save as savefile
from pbem.protocol.entry import Entry
from pbem.protocol.pins import Pins
from pbem.reports.audit import audit, keys_of
from tests.protocol.marks import needs_ssh_keygen

from .busy import CEC, DAY, GAMES, Office, busy, refusal
from .forger import Body, with_entries
from .people import BOB, EVE, GM, PLAYERS
from .test_dishonest_gm import INDEPENDENT

PLACE = {"v", "n", "prev", "type"}
ORDERS = ("genesis", "accept", "order")


@cache
def log(name: str) -> tuple[Entry, ...]:
    return savefile.loads(busy(name)).entries


def kind_of(body: Body) -> str:
    return f"{body['type']} {body.get('kind', body.get('role', ''))}".strip()


@cache
def last_of_each(name: str) -> dict[str, Entry]:
    """The last entry of each kind that is no order."""
    return {kind_of(e.body): e for e in log(name) if e.type not in ORDERS}


def objection(entries: list[Entry]) -> str:
    """What everybody says to a log; else what the audit with the GM's key says."""
    try:
        for _ in replay(entries):
            pass
    except PbemError as error:
        return f"all: {error}"
    try:
        for _ in replay_openly(entries, GM.game_key(entries[0].body["nonce"])):
            pass
    except PbemError as error:
        return f"audit: {error}"
    return ""


def rewritten(name: str, entry: Entry, body: Body) -> list[Entry]:
    """The log up to an entry that its GM wrote otherwise."""
    return [*log(name)[: entry.n], Entry.signed(GM, body)]


def others(value: Any) -> Iterator[Any]:
    """Other values of the same make."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield ("0" if value[:1] != "0" else "1") + value[1:]
    elif isinstance(value, list):
        yield [*value, *copy.deepcopy(value[-1:])] if value else ["x"]
        if value:
            yield value[:-1]
            if isinstance(value[0], dict):
                yield [{**value[0], name: next(others(v))} for name, v in value[0].items()][:1]
    elif isinstance(value, dict):
        yield {**value, "x": "x"}


@pytest.mark.parametrize("name", GAMES)
def test_an_honest_desk_is_proven_to_all(name: str) -> None:
    data = busy(name)
    game = Game.loads(data)
    kinds = {kind_of(entry.body) for entry in log(name)}
    assert {"ruling void", "ruling patch", "ruling impose", "agree", "seat", "gm co"} <= kinds
    for reader in (None, CEC, BOB, GM):
        assert refusal(data, reader) == ""
    text = " ".join(audit(game, keys_of(game, {})).text().split())
    assert "to the last byte" in text
    assert "has not revealed" not in text
    assert "somebody else held those of york" in text
    assert "york (Cecily since entry " in text
    assert "George was given the GM's secrets" in text


@pytest.mark.parametrize(("name", "most"), [("plantagenet", 9), ("richard_iii", 1)])
def test_what_follows_from_an_entry_cannot_be_written_otherwise(name: str, most: int) -> None:
    """Every field that is not the GM's own word; `most` other values of each."""
    tried = 0
    for kind, entry in last_of_each(name).items():
        free = {*INPUTS.get(entry.type, ()), *PLACE} - {"order", "sealed"}
        for field in sorted(entry.body.keys() - free):
            for value in islice(others(entry.body[field]), most):
                forged = rewritten(name, entry, {**entry.body, field: value})
                assert objection(forged), f"{kind}: accepted with another {field}"
                tried += 1
    assert tried > 25


def test_no_field_of_a_desk_entry_can_be_missing_or_of_another_make() -> None:
    name = "plantagenet"
    for kind, entry in last_of_each(name).items():
        for field in entry.body:
            without = {key: value for key, value in entry.body.items() if key != field}
            other = {"x": "x"} if not isinstance(entry.body[field], dict) else ["x"]
            for body in (without, {**entry.body, field: other}):
                try:
                    shape.entry(body)
                except (PbemError, LookupError, TypeError):
                    continue  # refused before anything is looked at
                forged = rewritten(name, entry, body)
                assert objection(forged), f"{kind}: accepted with {field} = {body.get(field)!r}"


def test_nothing_can_be_added_to_a_desk_entry() -> None:
    """A handover where nobody sits down would tell a player other orders than he gave."""
    name = "plantagenet"
    given = last_of_each(name)["seat"].body["handover"]
    for kind, entry in last_of_each(name).items():
        for more in ({"handover": given}, {"told": []}, {"plan": []}, {"queued": False}, {"x": 1}):
            if more.keys() & entry.body.keys():
                continue
            assert objection(rewritten(name, entry, {**entry.body, **more})), f"{kind}: {more}"


def test_nobody_but_a_gm_writes_on_the_desk() -> None:
    name = "plantagenet"
    for kind, entry in last_of_each(name).items():
        for signer in (*PLAYERS.values(), EVE):
            forged = [*log(name)[: entry.n], Entry.signed(signer, entry.body)]
            assert objection(forged).startswith("all: "), f"{kind} signed by {signer.name}"


def test_no_desk_entry_can_be_left_out() -> None:
    entries = log("plantagenet")
    orders = [e.n for e in entries if "order" in e.body]
    for entry in entries[3:]:
        if entry.type == "order" or entry.n >= orders[-1]:
            continue
        rest = [e.body for e in entries[entry.n + 1 :]]
        data = with_entries(busy("plantagenet"), list(entries[: entry.n]), rest)
        assert refusal(data), f"accepted without the {kind_of(entry.body)} of entry {entry.n}"


def test_other_words_of_the_gm_are_another_history(tmp_path: Path) -> None:
    """A reason or a deadline can be written anew, for somebody who has not seen the first."""
    entries = log("plantagenet")
    game, heads = entries[0].body["game"], tuple(entry.head for entry in entries)
    for kind in ("ruling house", "clock extend"):
        entry = last_of_each("plantagenet")[kind]
        forged = rewritten("plantagenet", entry, {**entry.body, "reason": "Because."})
        assert objection(forged) == ""
        pins = Pins(tmp_path / kind)
        pins.remember(game, heads[: len(forged)], GM.public)
        with pytest.raises(Forked):
            pins.remember(game, tuple(e.head for e in forged), GM.public)


def signed(field: str, value: Any) -> Any:
    return lambda body: body["order"]["body"].update({field: value})


ALONE = {
    "a dispute of another entry": ("dispute", signed("entry", 3)),
    "other words of a player": ("dispute", signed("text", "All is well.")),
    "a countersign of the other side": ("countersign", signed("from", "york")),
    "a take-back that nobody agreed to": ("agree", signed("entry", 3)),
    "a holiday of other days": ("holiday", signed("text", "1970-01-05 1970-02-07")),
    "the newcomer's other key": ("seat", lambda b: b["order"]["body"]["keys"].update(
        ssh=EVE.public.ssh)),
    "another anchor": ("seat", signed("anchor", 64 * "0")),
    "no consent and no reason": ("seat", lambda b: b.update(agreed=[], reason="")),
    "a consent twice": ("seat", lambda b: b.update(agreed=b["agreed"] * 2)),
    "a GM of no kind": ("gm co", lambda b: b.update(role="king")),
    "a clock that goes back": ("clock extend", lambda b: b.update(at=DAY // 2)),
    "a ruling without a reason": ("ruling patch", lambda b: b.update(reason="")),
    "a ruling on what is to come": ("ruling uphold", lambda b: b.update(entry=99)),
    "a rewind to before the game": ("ruling void", lambda b: b.update(entry=1)),
    "another key revealed": ("reveal", signed("text", 64 * "a")),
    "another GM's key revealed": ("ruling reveal", lambda b: b.update(lines=[64 * "a"])),
    "a ruling after the end of secrets": ("ruling reveal", lambda b: b.update(
        kind="void", entry=9)),
    "an unknown kind": ("ruling house", lambda b: b.update(type="decree")),
}  # fmt: skip


@needs_ssh_keygen
@pytest.mark.parametrize("what", ALONE)
def test_the_independent_verifier_sees_it_too(what: str, tmp_path: Path) -> None:
    kind, change = ALONE[what]
    entry = last_of_each("plantagenet")[kind]
    body = copy.deepcopy(entry.body)
    change(body)
    data = with_entries(busy("plantagenet"), list(log("plantagenet")[: entry.n]), [body])
    assert refusal(data)
    assert f"entry {entry.n}" in independent(tmp_path, data)


@needs_ssh_keygen
@pytest.mark.parametrize("name", GAMES)
def test_the_independent_verifier_follows_the_whole_desk(name: str, tmp_path: Path) -> None:
    assert independent(tmp_path, busy(name)) == ""


def independent(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "game.toml"
    path.write_bytes(data)
    command = [sys.executable, "-I", str(INDEPENDENT), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def test_an_option_changes_from_now_on() -> None:
    """Richard III's bombards: the only option of our games that can change on the way."""
    office = Office("richard_iii")
    office.play(4)
    state = office.look(GM).ledger.play.state
    assert state.bombards_sail
    office.gm("option", lines=["bombard_sea_move no"])
    assert not office.look(GM).ledger.play.state.bombards_sail
    office.play(2)
    assert not office.look(GM).ledger.play.state.bombards_sail
    assert refusal(office.post.save) == ""
    with pytest.raises(PbemError, match="is so already"):
        office.gm("option", lines=["bombard_sea_move yes"])
