"""One mutant for each line of the tables of what an entry may hold, and what refuses it; see `test_defences`."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.says import sentence

from .logs import bench
from .shapes import Json

FOG, WINDOWS, PLANS = "waiting in the fog", "windows in the fog", "hidden plans"
NEWER = "newer rules in the fog"


def said(name: str, kind: str) -> tuple[str, Callable[[Json], object]]:
    """The entries of a log with such a step or word."""
    return (
        name,
        lambda body: (
            kind
            in (
                body["step"]["type"],
                body["step"].get("kind"),
                body["step"].get("order", {}).get("body", {}).get("type"),
            )
        ),
    )


def with_rows(name: str, part: str) -> tuple[str, Callable[[Json], object]]:
    """The entries of a log whose record has this."""
    return name, lambda body: body["record"].get(part)


Change = Callable[[Json], object]
Where = tuple[str, Callable[[Json], object]]


class Defence(NamedTuple):
    """An entry, what is changed in it, and what refuses that.

    `reader`: who sees it first. `rules`: whether only those see it who run the rules.
    """

    where: Where
    change: Change
    why: str
    reader: str = "public"
    rules: bool = False


def rows(name: str, part: str, change: Callable[[list[Any]], object]) -> tuple[Where, Change]:
    return with_rows(name, part), lambda body: change(body["record"].setdefault(part, []))


def add(part: str, *new: Json) -> Change:
    return lambda body: body["record"].setdefault(part, []).extend(copy.deepcopy(new))


def again(rows_: list[Any]) -> None:
    rows_.append(copy.deepcopy(rows_[-1]))


def moved(row: Json, **fields: Any) -> None:
    row.update(fields)


def shuffled(deck: str, slots: list[str], k: int, **more: Any) -> Json:
    cards = [f"{place:064x}" for place in range(len(slots))]
    return {"deck": deck, "k": k, "slots": slots, "cards": cards, **more}


def plan_slots(body: Json) -> list[str]:
    """Of a Plan that lies sealed as this entry comes."""
    honest = bench(PLANS)
    locks = honest.public.ledgers[body["n"] - 1].position.locks
    return [slot for slot in locks if slot.startswith("plan:")][:2]


def exchange(body: Json) -> None:
    """The cheat of the first review: a shuffle that names the slots of a Plan."""
    k = bench(PLANS).public.ledgers[body["n"] - 1].chains.shuffles + 1
    body["record"]["shuffles"] = [shuffled("other", plan_slots(body), k)]


def face_down(body: Json) -> None:
    del body["record"]["openings"]


CARDS: dict[str, Defence] = {
    "a shuffle of a Plan": Defence(
        with_rows(PLANS, "openings"),
        exchange,
        sentence("ledger.locks.lock_shuffle", word="shuffles"),
    ),
    "a deck shuffled twice": Defence(
        *rows(
            WINDOWS, "shuffles", lambda r: r.append({**copy.deepcopy(r[-1]), "k": r[-1]["k"] + 1})
        ),
        sentence("ledger.locks.lock_shuffle", word="shuffled"),
    ),
    "a shuffle that skips a number": Defence(
        *rows(WINDOWS, "shuffles", lambda r: moved(r[-1], k=r[-1]["k"] + 1)),
        sentence("ledger.chances.LogChance.shuffled", word="missing"),
    ),
    "slots of a deck out of order": Defence(
        *rows(WINDOWS, "shuffles", lambda r: r[-1]["slots"].reverse()),
        sentence("ledger.locks.lock_shuffle", word="shuffles"),
    ),
    "shuffled again for nothing": Defence(
        *rows(WINDOWS, "shuffles", lambda r: moved(r[-1], again=True)),
        sentence("ledger.locks.lock_shuffle", word="nothing"),
    ),
    "a deck that is not shuffled again": Defence(
        (
            "hidden mats",
            lambda body: any(row.get("again") for row in body["record"].get("shuffles", ())),
        ),
        lambda body: body["record"].pop("shuffles"),
        sentence("ledger.locks._check_there", word="shuffled"),
    ),
    "a card that was never sealed": Defence(
        *rows(WINDOWS, "openings", lambda r: moved(r[0], slot="deck:nowhere:0")),
        sentence("ledger.locks._check_there", word="sealed"),
    ),
    "another card": Defence(
        *rows(WINDOWS, "openings", lambda r: moved(r[0], card="YEW")),
        sentence("errors.BadOpening"),
    ),
    "a card turned up twice": Defence(
        *rows(WINDOWS, "openings", again), sentence("ledger.locks.check_opening")
    ),
    "a card that is played and not turned up": Defence(
        with_rows("windows", "openings"),
        face_down,
        sentence("ledger.chances.LogChance.slot_shown"),
        rules=True,
    ),
    "a card that the rules play and do not turn up": Defence(
        with_rows("absent owner", "openings"),
        face_down,
        sentence("ledger.chances.LogChance.unattended", word="laid"),
        rules=True,
    ),
    "a card dealt twice": Defence(
        *rows(WINDOWS, "deals", again), sentence("ledger.locks.check_deals", word="already")
    ),
    "a card dealt to nobody": Defence(
        *rows(WINDOWS, "deals", lambda r: moved(r[0], to="gm")),
        sentence("ledger.checks.hidden.check", word="there"),
    ),
    "a card of a Plan dealt": Defence(
        with_rows(PLANS, "openings"),
        lambda body: add("deals", {"slot": plan_slots(body)[-1], "to": "york", "sealed": "AAAA"})(
            body
        ),
        sentence("ledger.locks.check_deals", word="card"),
    ),
    "a dealt card that is another": Defence(
        *rows(WINDOWS, "deals", lambda r: moved(r[0], sealed=r[1]["sealed"])),
        sentence("protocol.seal._refusal", word="decrypt"),
        "Anne",
    ),
}

DECIDED = (
    '{"after":0,"by":"","forced":false,"line":"strike","request":"act-1","side":"york","why":""}'
)
CLAIMS: dict[str, Defence] = {
    "two orders end": Defence(
        *rows(FOG, "left", again), sentence("ledger.checks.hidden._check_left", word="twice")
    ),
    "a line that does not wait": Defence(
        *rows(FOG, "left", lambda r: moved(r[0], place=99)),
        sentence("ledger.checks.hidden._check_left", word="that"),
    ),
    "a new player who is handed no cards": Defence(
        said("richard iii", "seat"),
        lambda body: body["record"].pop("handover"),
        sentence("ledger.handover.give"),
    ),
    "two errors": Defence(
        *rows("hidden fault, again", "faults", again),
        sentence("ledger.checks.hidden._check_faults", word="errors"),
    ),
    "an error in no line": Defence(
        *rows("hidden fault, again", "faults", lambda r: moved(r[0], place=99)),
        sentence("ledger.checks.hidden._check_faults", word="waits"),
    ),
    "an error of more than there is": Defence(
        *rows("hidden fault, again", "faults", lambda r: moved(r[0], rolls=9)),
        sentence("ledger.take._believe"),
    ),
    "a story to nobody": Defence(
        *rows(FOG, "stories", lambda r: r.pop()),
        sentence("ledger.checks.hidden._check_stories", word="must"),
    ),
    "a story in the open": Defence(
        *rows(FOG, "stories", lambda r: moved(r[1], clear="{}")),
        sentence("ledger.checks.hidden._check_stories", word="stands"),
    ),
    "decisions for all to read": Defence(
        *rows(
            FOG,
            "stories",
            lambda r: moved(r[0], clear=f'{{"decisions":[{DECIDED}],"events":[]}}'),
        ),
        sentence("ledger.checks.hidden._check_stories", word="decisions"),
    ),
    "a map that changes with a seat": Defence(
        said("richard iii", "seat"),
        add("changes", {"path": ["turn"], "value": 9}),
        sentence("ledger.checks.hidden.seen_by_all", word="changes"),
    ),
    "a die without a label": Defence(
        *rows(FOG, "rolls", lambda r: moved(r[0], label="#1")),
        "`record.rolls[0].label` should be",
    ),
    "another die": Defence(
        *rows(FOG, "rolls", lambda r: moved(r[0], value=r[0]["value"] % 6 + 1)),
        sentence("ledger.chances.DIFFERS", word="those"),
    ),
    "who was absent": Defence(
        *rows(FOG, "rolls", lambda r: moved(r[0], absent=["york"])),
        sentence("ledger.chances.DIFFERS", word="those"),
    ),
    "a change that is none": Defence(
        *rows(FOG, "changes", again), sentence("ledger.checks.hidden.position_after", word="none")
    ),
    "a result that changes": Defence(
        said(FOG, "over"),
        lambda body: body["record"]["result"].update(winners=["york"]),
        sentence("ledger.checks.hidden._check_result", word="changes"),
    ),
}


def planned(change: Callable[[list[Any]], object]) -> tuple[Where, Change]:
    """The last order with a Plan, and its rows."""
    return (
        (PLANS, lambda body: body["step"].get("order", {}).get("body", {}).get("plan")),
        lambda body: change(body["step"]["order"]["body"]["plan"]),
    )


RULED = sentence("ledger.chances.compare", "plan", word="follows")


def other_side(row: Json) -> str:
    """The slot of the other side's Plan."""
    slot = str(row["slot"])
    there, other = ("york", "lancaster") if ":york:" in slot else ("lancaster", "york")
    return slot.replace(there, other)


OTHERS = sentence("ledger.orders._check_form", 4, word="question")
STACKS: dict[str, Defence] = {
    "a card too few": Defence(*planned(lambda r: r.pop()), OTHERS),
    "cards out of order": Defence(*planned(lambda r: r.reverse()), OTHERS),
    "another turn": Defence(*planned(lambda r: moved(r[0], slot="plan:york:99:1")), OTHERS),
    "a Plan of nobody's asking": Defence(
        said(FOG, "order"),
        lambda body: body["step"]["order"]["body"].update(
            plan=[{"slot": "plan:york:1:1", "commitment": 64 * "a"}]
        ),
        sentence("ledger.orders._check_form", word="seals"),
    ),
    "a card too few in a ruling": Defence(
        *rows("imposed", "plan", lambda r: r.pop()), RULED, rules=True
    ),
    "the other side's in a ruling": Defence(
        *rows("imposed", "plan", lambda r: [moved(one, slot=other_side(one)) for one in r]), RULED
    ),
}


def word(name: str, change: Callable[[Json], object], part: str = "order") -> tuple[Where, Change]:
    """The last entry of a log with an order, or with a `ready` beside an accept, and what it says."""

    def so(body: Json) -> object:
        said_ = body["step"].get(part, {}).get("body", {})
        return said_.get("type") == part

    return (name, so), lambda body: change(body["step"][part]["body"])


WORDS: dict[str, Defence] = {
    "a first `ready` to another number": Defence(
        *word(WINDOWS, lambda said_: moved(said_, question=2), "ready"), "is the next"
    ),
    "a first `ready` of another game": Defence(
        *word(WINDOWS, lambda said_: moved(said_, game=64 * "a"), "ready"), "game"
    ),
    "an entry that never was": Defence(
        *word(FOG, lambda said_: moved(said_["newest"], sha512=128 * "a")),
        sentence("errors.Stale"),
    ),
    "an entry under another number": Defence(
        *word(FOG, lambda said_: moved(said_["newest"], n=1)), sentence("errors.Stale")
    ),
    "a head that never was": Defence(
        *word(FOG, lambda said_: moved(said_, head=64 * "a")), sentence("errors.Stale")
    ),
    "a question that is not open": Defence(
        *word(FOG, lambda said_: moved(said_, question=said_["question"] + 1)), "is the next"
    ),
    "another question's name": Defence(
        *word(FOG, lambda said_: moved(said_, request="move-1")), "move-1"
    ),
    "another link": Defence(
        *word(FOG, lambda said_: moved(said_, link=64 * "a")), sentence("errors.BadLink")
    ),
    "another spelling of what is sealed": Defence(
        *word(FOG, lambda said_: moved(said_["sealed"][1], data="AB==")), "base64"
    ),
    "policies that it says it brings": Defence(
        *word(FOG, lambda said_: moved(said_, brings=not said_.get("brings"))), "brings", "Anne"
    ),
}
