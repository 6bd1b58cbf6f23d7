"""A GM who writes an entry of his office otherwise than it was: rulings, clocks, seats, statements, in every game.

Whatever follows from an entry is checked by all, or in a veiled game by the audit; what is the GM's own word
is another history, which the pins know.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Forked, PbemError
from pbem.games.richard_iii.s4_scenarios import BOMBARDS
from pbem.gm.game import Game
from pbem.ledger.fold import Past, fold, ledger_after, ledger_at_genesis
from pbem.ledger.handover import founder_key
from pbem.ledger.holder import key_of
from pbem.ledger.ledger import Ledger
from pbem.proof.audit import Answer, audit
from pbem.protocol import envelope
from pbem.protocol.bodies import Absent, Clocked, Joined, Reveal, Ruling, Seated, SignedReveal
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.pins import Pins
from tests.drawn import kept
from tests.says import worded
from tests.tiers import soaked

from .busy import CEC, DAY, GAMES, GEO, Office, busy, refusal
from .forger import Body, chained, entries_of, plain, saved, signed
from .people import ANN, BOB, EVE, GM, PLAYERS
from .test_audit import leaves

ORDERS = ("genesis", "accept", "order", "ready")
FREE = {"reason", "at", "hours", "grace", "ending", "lines", "text"}
"""The GM's own words in a step, and what else he may say as he likes."""


@kept
def log(name: str) -> tuple[Entry, ...]:
    return entries_of(busy(name))


def kind_of(entry: Entry) -> str:
    step = plain(entry)["step"]
    inside = step["order"]["body"]["type"] if step["type"] == "said" else ""
    return " ".join(filter(None, (inside or step["type"], step.get("kind"), step.get("role"))))


@kept
def last_of_each(name: str) -> dict[str, Entry]:
    """The last entry of each kind that is no order."""
    return {kind_of(e): e for e in log(name) if kind_of(e) not in ORDERS}


@kept
def ledgers(name: str, audited: bool) -> tuple[Ledger, ...]:
    """The game after each entry of the honest log: as all read it, or with its GM's key."""
    entries, keys = log(name), gm_key(name) if audited else {}
    first = ledger_at_genesis(entries, keys)
    return (first, *(ledger for ledger, _ in fold(entries, first, keys=keys)))


@pytest.fixture(autouse=True, scope="module")
def put_away() -> Iterator[None]:
    """A ledger holds rules that wait; they end before the interpreter does."""
    yield
    ledgers.cache_clear()


def gm_key(name: str) -> dict[str, GameKey]:
    key = founder_key(GM, log(name)[0])
    return {key.x25519: key}


def read_on(name: str, forged: list[Entry], n: int, audited: bool = False) -> None:
    """Read a log that is the honest one up to entry `n`, which it has otherwise. Raises PbemError."""
    before = ledgers(name, audited)[:n]
    past = Past(forged, since=n)
    for ledger in before:
        past.keep(ledger)
    ledger_after(forged, before[-1], keys=gm_key(name) if audited else {}, past=past)


def objection(name: str, entry: Entry, body: Body) -> str:
    """What everybody says to the log up to an entry that its GM wrote otherwise; else what the GM's key says."""
    try:
        forged = [*log(name)[: entry.n], signed(body, game=log(name)[0].head)]
        read_on(name, forged, entry.n)
    except PbemError as error:
        return f"all: {error}"
    try:
        read_on(name, forged, entry.n, audited=True)
    except PbemError as error:
        return f"audit: {error}"
    return ""


def reveals(name: str) -> list[SignedReveal]:
    """Everybody's keys of a busy game: Anne's, and Cecily's who came after her, too."""
    entries = log(name)
    found = [_reveal(GM, "gm", entries[0].head, founder_key(GM, entries[0]).root)]
    who = {person.public.ssh: person for person in (ANN, BOB, CEC)}
    for entry in entries:
        step = entry.body.step
        if isinstance(step, Joined | Seated):
            said = step.order.body
            person = who[said.keys.ssh]  # type: ignore[union-attr]
            key = key_of(person, entries[0].head, said)
            found.append(_reveal(person, said.author, entries[0].head, key.root))
    return found


def _reveal(who: Identity, party: str, game: str, root: bytes) -> SignedReveal:
    return envelope.sign_reveal(who, Reveal(v=2, game=game, author=party, key=root.hex()))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", soaked([(name,) for name in GAMES], [("warriors",), ("hidden mats",)])
)
def test_an_honest_office_is_proven_to_all(name: str) -> None:
    data = busy(name)
    kinds = {kind_of(entry) for entry in log(name)}
    assert {"ruling void", "ruling patch", "ruling impose", "agree", "seat", "gm co"} <= kinds
    assert {"absent", "over", "dispute", "countersign", "clock pause"} <= kinds
    for reader in (None, CEC, BOB, GM, GEO):
        assert refusal(data, reader) == ""
    found = audit(log(name), reveals(name))
    assert [row for row in found.findings if row.answer is not Answer.PROVEN] == []


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
                for name, inside in value[0].items():
                    yield [{**value[0], name: next(others(inside))}, *value[1:]]
    elif isinstance(value, dict):
        yield {**value, "x": "x"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), [("plantagenet", 9), ("richard_iii", 2)])
def test_what_follows_from_an_entry_cannot_be_written_otherwise(name: str, most: int) -> None:
    """Every field of every record; `most` other values of each."""
    tried = 0
    for kind, entry in last_of_each(name).items():
        body = plain(entry)
        for field, now in body["record"].items():
            for value in islice(others(now), most):
                forged = {**body, "record": {**body["record"], field: value}}
                assert objection(name, entry, forged), f"{kind}: accepted with another {field}"
                tried += 1
    assert tried > 25


@pytest.mark.slow
def test_what_came_in_cannot_be_written_otherwise_either() -> None:
    """Each value of a step that somebody else has signed, or that says who sits where."""
    name, tried = "plantagenet", 0
    for kind, entry in last_of_each(name).items():
        if isinstance(entry.body.step, Ruling | Clocked | Absent):
            continue  # the GM's own word from the first letter to the last
        for path in leaves(plain(entry)["step"]):
            if path[0] in FREE:
                continue
            body = plain(entry)
            place = body["step"]
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = next(others(place[path[-1]]))
            assert objection(name, entry, body), f"{kind}: accepted with another {path}"
            tried += 1
    assert tried > 60


@pytest.mark.slow
def test_no_field_can_be_missing_or_of_another_make() -> None:
    name = "plantagenet"
    for kind, entry in last_of_each(name).items():
        body = plain(entry)
        for part in ("step", "record"):
            for field in body[part]:
                without = {key: value for key, value in body[part].items() if key != field}
                other = {"x": "x"} if not isinstance(body[part][field], dict) else ["x"]
                for inside in (without, {**body[part], field: other}):
                    own = part == "step" and isinstance(entry.body.step, Ruling | Clocked | Absent)
                    if inside is without and (own or field in ("reason", "agreed")):
                        continue  # the GM's own word: a draw, or a seat without consents
                    told = f"{kind}: accepted with {field} = {inside.get(field)!r}"
                    assert objection(name, entry, {**body, part: inside}), told


def test_nothing_can_be_added_to_an_entry() -> None:
    """A handover where nobody sits down would tell a player other cards than he holds."""
    name = "plantagenet"
    given = plain(last_of_each(name)["seat"])["record"]["handover"]
    more: tuple[Body, ...] = ({"handover": given}, {"before": 64 * "0"}, {"link": 64 * "0"})
    for kind, entry in last_of_each(name).items():
        body = plain(entry)
        for field in (
            *more,
            {"plan": [{"slot": "plan:york:1:1", "commitment": 64 * "0"}]},
            {"x": 1},
        ):
            if not field.keys() & body["record"].keys():
                forged = {**body, "record": body["record"] | field}
                assert objection(name, entry, forged), f"{kind}: {field}"


def test_nobody_but_a_gm_writes_an_entry() -> None:
    name = "plantagenet"
    for entry in last_of_each(name).values():
        for signer in (*PLAYERS.values(), EVE):
            forged = [*log(name)[: entry.n], signed(plain(entry), signer, log(name)[0].head)]
            with pytest.raises(PbemError, match=worded("errors.BadSignature")):
                read_on(name, forged, entry.n)


def test_no_entry_can_be_left_out(tmp_path: Path) -> None:
    """What something hangs on is missed by the rules, the rest by whoever has seen it."""
    entries = log("plantagenet")
    heads = [entry.head for entry in entries]
    pins = Pins(tmp_path)
    pins.settle(heads[0], heads, [GM.public.fingerprint])
    for entry in entries[3:-1]:
        rest = [plain(e) for e in entries[entry.n + 1 :]]
        forged = chained(entries[: entry.n], rest)
        try:
            read_on("plantagenet", forged, entry.n)
        except PbemError:
            continue
        with pytest.raises(PbemError):
            pins.check(heads[0], [e.head for e in forged])


def test_other_words_of_the_gm_are_another_history(tmp_path: Path) -> None:
    """A reason or a deadline can be written anew, for somebody who has not seen the first."""
    entries = log("plantagenet")
    heads = [entry.head for entry in entries]
    for kind in ("ruling house", "clock extend"):
        entry = last_of_each("plantagenet")[kind]
        body = plain(entry)
        body["step"]["reason"] = "Because."
        assert objection("plantagenet", entry, body) == ""
        pins = Pins(tmp_path / kind.replace(" ", "-"))
        pins.settle(heads[0], heads[: entry.n + 1], [GM.public.fingerprint])
        with pytest.raises(Forked):
            pins.check(heads[0], [*heads[: entry.n], signed(body, game=heads[0]).head])


def says(field: str, value: Any) -> Callable[[Body], None]:
    return lambda body: body["step"]["order"]["body"].update({field: value})


def step(**fields: Any) -> Callable[[Body], None]:
    return lambda body: body["step"].update(fields)


ALONE: dict[str, tuple[str, Callable[[Body], Any]]] = {
    "a dispute of another entry": ("dispute", says("entry", 3)),
    "other words of a player": ("dispute", says("text", "All is well.")),
    "a countersign of the other side": ("countersign", says("from", "york")),
    "a take-back that nobody agreed to": ("agree", says("entry", 3)),
    "a holiday of other days": ("holiday", says("text", "1970-01-05 1970-02-07")),
    "the newcomer's other key": (
        "seat",
        lambda b: b["step"]["order"]["body"]["keys"].update(ssh=EVE.public.ssh),
    ),
    "another anchor": ("seat", says("anchor", 64 * "0")),
    "no consent and no reason": ("seat", step(agreed=[], reason="")),
    "a consent twice": ("seat", lambda b: b["step"].update(agreed=b["step"]["agreed"] * 2)),
    "a GM of no kind": ("gm co", step(role="king")),
    "a clock that goes back": ("clock extend", step(at=DAY // 2)),
    "a ruling without a reason": ("ruling patch", step(reason="")),
    "a ruling on what is to come": ("ruling uphold", step(entry=9999)),
    "a rewind to before the game": ("ruling void", step(entry=1)),
    "an absence of somebody who is not late": ("absent", step(at=6 * DAY)),
    "the end of another entry": ("over", says("entry", 3)),
    "an unknown kind": ("ruling house", step(type="decree")),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", ALONE)
def test_everybody_objects_to(what: str) -> None:
    kind, change = ALONE[what]
    entry = last_of_each("plantagenet")[kind]
    body = plain(entry)
    change(body)
    assert objection("plantagenet", entry, body).startswith("all: ")
    honest = log("plantagenet")
    data = saved([*honest[: entry.n], signed(body, game=honest[0].head)])
    with pytest.raises(PbemError):
        Game.loads(data)


@pytest.mark.slow
def test_an_option_changes_from_now_on() -> None:
    """Richard III's bombards: the only option of our games that can change on the way."""
    office = Office("richard_iii")
    office.play(4)
    assert bombards_sail(office) == "yes"
    office.gm("option", lines=["bombard_sea_move no"])
    assert bombards_sail(office) == "no"
    office.play(2)
    assert bombards_sail(office) == "no"
    assert refusal(office.post.save) == ""
    with pytest.raises(PbemError, match="bombard_sea_move is no already"):
        office.gm("option", lines=["bombard_sea_move no"])
    office.gm("option", lines=["bombard_sea_move yes"])
    assert bombards_sail(office) == "yes"
    assert refusal(office.post.save) == ""


def bombards_sail(office: Office) -> str:
    return str(office.look(GM).ledger.play.state.option(BOMBARDS))


def test_1_5_3_hidden_mats_are_for_a_whole_game() -> None:
    office = Office("plantagenet")
    office.play(4)
    with pytest.raises(
        PbemError,
        match=worded("ledger.cases.rulings._option", "hidden_mats", "1.5.3", word="change"),
    ):
        office.gm("option", lines=["hidden_mats yes"])
    with pytest.raises(PbemError, match=r"no game option `screens`\. Known: hidden_mats=no or yes"):
        office.gm("option", lines=["screens yes"])
