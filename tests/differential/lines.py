"""One mutant for each line of the tables of what an entry may hold, and what refuses it; see `test_defences`."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

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
        with_rows(PLANS, "openings"), exchange, "shuffles other cards than those of the deck"
    ),
    "a deck shuffled twice": Defence(
        *rows(
            WINDOWS, "shuffles", lambda r: r.append({**copy.deepcopy(r[-1]), "k": r[-1]["k"] + 1})
        ),
        "was shuffled before",
    ),
    "a shuffle that skips a number": Defence(
        *rows(WINDOWS, "shuffles", lambda r: moved(r[-1], k=r[-1]["k"] + 1)),
        "is missing or another",
    ),
    "slots of a deck out of order": Defence(
        *rows(WINDOWS, "shuffles", lambda r: r[-1]["slots"].reverse()),
        "shuffles other cards than those of the deck",
    ),
    "shuffled again for nothing": Defence(
        *rows(WINDOWS, "shuffles", lambda r: moved(r[-1], again=True)),
        "nothing makes it shuffle the deck",
    ),
    "a deck that is not shuffled again": Defence(
        (
            "hidden mats",
            lambda body: any(row.get("again") for row in body["record"].get("shuffles", ())),
        ),
        lambda body: body["record"].pop("shuffles"),
        "which is to be shuffled again",
    ),
    "a card that was never sealed": Defence(
        *rows(WINDOWS, "openings", lambda r: moved(r[0], slot="deck:nowhere:0")),
        "was never sealed",
    ),
    "another card": Defence(
        *rows(WINDOWS, "openings", lambda r: moved(r[0], card="YEW")),
        "is not what was sealed",
    ),
    "a card turned up twice": Defence(*rows(WINDOWS, "openings", again), "was turned up before"),
    "a card that is played and not turned up": Defence(
        with_rows("windows", "openings"), face_down, "but no hidden card was opened", rules=True
    ),
    "a card that the rules play and do not turn up": Defence(
        with_rows("absent owner", "openings"), face_down, "is not laid open", rules=True
    ),
    "a card dealt twice": Defence(*rows(WINDOWS, "deals", again), "which had been seen already"),
    "a card dealt to nobody": Defence(
        *rows(WINDOWS, "deals", lambda r: moved(r[0], to="gm")), "there is no such side"
    ),
    "a card of a Plan dealt": Defence(
        with_rows(PLANS, "openings"),
        lambda body: add("deals", {"slot": plan_slots(body)[-1], "to": "york", "sealed": "AAAA"})(
            body
        ),
        "a card of no deck",
    ),
    "a dealt card that is another": Defence(
        *rows(WINDOWS, "deals", lambda r: moved(r[0], sealed=r[1]["sealed"])),
        "does not decrypt",
        "Anne",
    ),
}

DECIDED = (
    '{"after":0,"by":"","forced":false,"line":"strike","request":"act-1","side":"york","why":""}'
)
CLAIMS: dict[str, Defence] = {
    "two orders end": Defence(*rows(FOG, "left", again), "an order ends in it twice"),
    "a line that does not wait": Defence(
        *rows(FOG, "left", lambda r: moved(r[0], place=99)), "that does not wait"
    ),
    "a new player who is handed no cards": Defence(
        said("richard iii", "seat"),
        lambda body: body["record"].pop("handover"),
        "it hands nothing over to the new player",
    ),
    "two errors": Defence(
        *rows("hidden fault, again", "faults", again), "it tells of two errors of the program"
    ),
    "an error in no line": Defence(
        *rows("hidden fault, again", "faults", lambda r: moved(r[0], place=99)),
        "no such line waits",
    ),
    "an error of more than there is": Defence(
        *rows("hidden fault, again", "faults", lambda r: moved(r[0], rolls=9)),
        "more than the entry holds",
    ),
    "a story to nobody": Defence(
        *rows(FOG, "stories", lambda r: r.pop()), "it must tell its story to"
    ),
    "a story in the open": Defence(
        *rows(FOG, "stories", lambda r: moved(r[1], clear="{}")), "a story stands open"
    ),
    "decisions for all to read": Defence(
        *rows(
            FOG,
            "stories",
            lambda r: moved(r[0], clear=f'{{"decisions":[{DECIDED}],"events":[]}}'),
        ),
        "no story without decisions",
    ),
    "a map that changes with a seat": Defence(
        said("richard iii", "seat"),
        add("changes", {"path": ["turn"], "value": 9}),
        "who sits where changes nothing on the map",
    ),
    "a die without a label": Defence(
        *rows(FOG, "rolls", lambda r: moved(r[0], label="#1")),
        "`record.rolls[0].label` should be",
    ),
    "another die": Defence(
        *rows(FOG, "rolls", lambda r: moved(r[0], value=r[0]["value"] % 6 + 1)),
        "its dice are not those that follow",
    ),
    "who was absent": Defence(
        *rows(FOG, "rolls", lambda r: moved(r[0], absent=["york"])),
        "its dice are not those that follow",
    ),
    "a change that is none": Defence(*rows(FOG, "changes", again), "changes that are none"),
    "a result that changes": Defence(
        said(FOG, "over"),
        lambda body: body["record"]["result"].update(winners=["york"]),
        "changes how the game ended",
    ),
}

QUESTIONS: dict[str, Defence] = {
    "sides out of order": Defence(
        (WINDOWS, lambda body: len(body["record"].get("questions", ())) > 1),
        lambda body: body["record"]["questions"].reverse(),
        "does not ask each side once, in the order of the sides",
    ),
    "a number that is not the next": Defence(
        with_rows(PLANS, "menus"),
        lambda body: moved(body["record"]["questions"][0], number=77),
        "is not the next",
    ),
    "a name that was answered": Defence(
        with_rows(WINDOWS, "menus"),
        lambda body: moved(body["record"]["questions"][-1], request="act-1"),
        "that was answered before",
    ),
    "a `ready` that nobody owes": Defence(
        with_rows(WINDOWS, "menus"),
        lambda body: (
            moved(body["record"]["questions"][-1], request="ready-1"),
            body["record"].pop("menus"),
        ),
        "for a `ready`, and nothing was put again",
    ),
    "a `ready` with words": Defence(
        said(NEWER, "rules"),
        lambda body: moved(body["record"]["questions"][0], text="What now?"),
        "for a `ready` with words",
    ),
    "a name under which it was asked before": Defence(
        said(NEWER, "rules"),
        lambda body: moved(body["record"]["questions"][1], request="parry-10"),
        "again, and not under a new name",
    ),
    "a question that vanishes": Defence(
        said(WINDOWS, "standing"),
        lambda body: body["record"].pop("questions"),
        "is asked it no more",
    ),
    "a question of another kind": Defence(
        with_rows(FOG, "menus"),
        lambda body: moved(
            next(
                q
                for q in body["record"]["questions"]
                if q["side"] == body["record"]["menus"][0]["to"]
            ),
            kind="exile",
        ),
        "and calls it `exile`",
    ),
    "a question by another rule": Defence(
        said(WINDOWS, "standing"),
        lambda body: moved(body["record"]["questions"][0], rule="9.9.9"),
        "is asked something else in its place",
    ),
    "a menu too many": Defence(*rows(WINDOWS, "menus", again), "one menu for each new question"),
    "new ground without a side": Defence(
        said(NEWER, "rules"),
        lambda body: body["record"]["questions"].pop(),
        "is not asked again after it",
    ),
}


def decided(name: str, by: str = "", first: bool = False, **row: str) -> tuple[Where, Change]:
    """One decision more in the last order (or the first) that rolls a die, of a side that did not send it."""

    def change(body: Json) -> None:
        author = body["step"]["order"]["body"]["from"]
        other = "york" if author == "lancaster" else "lancaster"
        named = {"side": other, "request": "x", "by": by, **row}
        made = {key: value for key, value in named.items() if value}
        body["record"].setdefault("decisions", []).append(made)

    ordered = said(name, "order")[1]

    def so(body: Json) -> object:
        before = bench(name).entries[1 : body["n"]] if first else ()
        earlier = any(entry.body.record.rolls for entry in before)
        return ordered(body) and body["record"].get("rolls") and not earlier

    return (name, so), change


def forced(body: Json, count: int, step: int = 1) -> None:
    """So many decisions more that are said to be forced, and nothing is asked behind them."""
    rows_ = body["record"].setdefault("decisions", [])
    first = int(rows_[-1]["request"].partition("-")[2]) + 1
    names = [f"move-{first + i * step}" for i in range(count)]
    rows_ += [{"side": "york", "request": name, "by": "forced"} for name in names]
    for row in body["record"].get("questions", []):
        row["request"] = f"{row['request'].partition('-')[0]}-{first + count}"


def wishes(body: Json) -> list[Json]:
    """Rows by which a policy has its side asked at a moment."""
    record = body["record"]
    asked = {(row["side"], row["request"]) for row in record.get("questions", [])}
    rows_ = record.get("decisions", [])
    return [row for row in rows_ if (row["side"], row["request"]) in asked]


def wish_twice(body: Json) -> None:
    row = wishes(body)[0]
    rows_ = body["record"]["decisions"]
    rows_.insert(rows_.index(row), copy.deepcopy(row))


def other_name(row: Json) -> str:
    """A name with the number of that which a row answers."""
    return f"move-{row['request'].rpartition('-')[2]}"


def imposed(change: Callable[[list[Any]], object]) -> tuple[Where, Change]:
    """The last ruling that imposes a decision, and its decisions."""
    return said("imposed", "impose"), lambda body: change(body["record"]["decisions"])


HIDDEN_FAULT = "hidden fault, again"
DECISIONS: dict[str, Defence] = {
    "out of their order": Defence(
        *decided(FOG, "forced", request="move-1"), "is decided in it, and does not follow"
    ),
    "too many that are forced": Defence(
        said(FOG, "order"), lambda body: forced(body, 101), "101 times in a row"
    ),
    "twice": Defence(said(FOG, "order"), lambda body: forced(body, 2, 0), "decided in it twice"),
    "of no side": Defence(*decided(FOG, side="gm"), "there is no such side"),
    "by an order that is not there": Defence(
        *decided(FOG), "by its order, and the entry holds none of it"
    ),
    "by lines that do not wait": Defence(
        *decided(FOG, "earlier", first=True),
        "by an earlier order, and has none that waits",
    ),
    "by a script that is none": Defence(
        *decided(HIDDEN_FAULT, "script"), "and lancaster has none in force"
    ),
    "by a policy that is none": Defence(
        *decided(HIDDEN_FAULT, "policy"), "and lancaster has none in force"
    ),
    "by a ruling that is none": Defence(*decided(FOG, "ruling"), "and no ruling says so"),
    "by a ruling that is none, and first": Defence(
        *rows(
            FOG,
            "decisions",
            lambda r: r.insert(0, {"side": "york", "request": other_name(r[0]), "by": "ruling"}),
        ),
        "and no ruling says so",
    ),
    "by a policy whose side is asked as well": Defence(
        ("windows", wishes),
        lambda body: moved(wishes(body)[0], line="no"),
        "and york is asked it too",
    ),
    "twice, as a wish to be asked": Defence(
        ("windows in the fog", wishes), wish_twice, "decided in it twice"
    ),
    "without a number": Defence(*decided(FOG, "forced", request="move-1x"), "has no number"),
    "under a number with a zero": Defence(
        *decided(FOG, "forced", request="move-0999"), "has no number"
    ),
    "under a name of before": Defence(
        *rows(
            FOG, "decisions", lambda r: r.__setitem__(slice(None), [{**r[0], "request": "move-1"}])
        ),
        "was decided, or closed, before it",
    ),
    "by an absence that is none": Defence(*decided(FOG, "absent"), "as absent, and it is not"),
    "by a ruling, of something that nobody is asked": Defence(
        *imposed(lambda r: moved(r[0], request=other_name(r[0]))), "which is not asked that"
    ),
    "behind something else than a ruling imposes": Defence(
        *imposed(lambda r: moved(r[0], request=other_name(r[0]), by="forced")),
        "is not the first that it holds",
    ),
    "by a ruling that imposes nothing": Defence(
        said("imposed", "impose"),
        lambda body: body["record"].pop("decisions"),
        "it imposes a decision, and holds none",
    ),
    "by a policy on new ground": Defence(
        *imposed(lambda r: r.append({**r[0], "request": other_name(r[0]), "by": "policy"})),
        "decides in it, and nothing is carried out",
    ),
    "of what was open to somebody else": Defence(
        *rows(FOG, "decisions", lambda r: moved(r[0], by="forced")),
        "and is answered by somebody else",
    ),
}


def planned(change: Callable[[list[Any]], object]) -> tuple[Where, Change]:
    """The last order with a Plan, and its rows."""
    return (
        (PLANS, lambda body: body["step"].get("order", {}).get("body", {}).get("plan")),
        lambda body: change(body["step"]["order"]["body"]["plan"]),
    )


RULED = "its `plan` is not what follows"


def other_side(row: Json) -> str:
    """The slot of the other side's Plan."""
    slot = str(row["slot"])
    there, other = ("york", "lancaster") if ":york:" in slot else ("lancaster", "york")
    return slot.replace(there, other)


OTHERS = "the sealed stack must have 4 cards, and those of this question"
STACKS: dict[str, Defence] = {
    "a card too few": Defence(*planned(lambda r: r.pop()), OTHERS),
    "cards out of order": Defence(*planned(lambda r: r.reverse()), OTHERS),
    "another turn": Defence(*planned(lambda r: moved(r[0], slot="plan:york:99:1")), OTHERS),
    "a Plan of nobody's asking": Defence(
        said(FOG, "order"),
        lambda body: body["step"]["order"]["body"].update(
            plan=[{"slot": "plan:york:1:1", "commitment": 64 * "a"}]
        ),
        "it seals a stack, and none is asked for",
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
        "These orders are too old",
    ),
    "an entry under another number": Defence(
        *word(FOG, lambda said_: moved(said_["newest"], n=1)), "These orders are too old"
    ),
    "a head that never was": Defence(
        *word(FOG, lambda said_: moved(said_, head=64 * "a")), "These orders are too old"
    ),
    "a question that is not open": Defence(
        *word(FOG, lambda said_: moved(said_, question=said_["question"] + 1)), "is the next"
    ),
    "another question's name": Defence(
        *word(FOG, lambda said_: moved(said_, request="move-1")), "move-1"
    ),
    "another link": Defence(
        *word(FOG, lambda said_: moved(said_, link=64 * "a")), "number before it"
    ),
    "another spelling of what is sealed": Defence(
        *word(FOG, lambda said_: moved(said_["sealed"][1], data="AB==")), "base64"
    ),
    "policies that it says it brings": Defence(
        *word(FOG, lambda said_: moved(said_, brings=not said_.get("brings"))), "brings", "Anne"
    ),
}
