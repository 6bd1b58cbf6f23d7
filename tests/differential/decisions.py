"""One mutant for each line about what is asked and what is decided, and what refuses it; see `test_defences`."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tests.says import sentence

from .lines import (
    FOG,
    NEWER,
    PLANS,
    WINDOWS,
    Change,
    Defence,
    Where,
    again,
    moved,
    rows,
    said,
    with_rows,
)
from .logs import bench
from .shapes import Json

QUESTIONS: dict[str, Defence] = {
    "sides out of order": Defence(
        (WINDOWS, lambda body: len(body["record"].get("questions", ())) > 1),
        lambda body: body["record"]["questions"].reverse(),
        sentence("ledger.checks.questions._Check.questions", word="order"),
    ),
    "a number that is not the next": Defence(
        with_rows(PLANS, "menus"),
        lambda body: moved(body["record"]["questions"][0], number=77),
        sentence("ledger.checks.questions._Check.new", word="next"),
    ),
    "a name that was answered": Defence(
        with_rows(WINDOWS, "menus"),
        lambda body: moved(body["record"]["questions"][-1], request="act-1"),
        sentence("ledger.checks.questions._Check.new", word="before"),
    ),
    "a `ready` that nobody owes": Defence(
        with_rows(WINDOWS, "menus"),
        lambda body: (
            moved(body["record"]["questions"][-1], request="ready-1"),
            body["record"].pop("menus"),
        ),
        sentence("ledger.checks.questions._Check.new", word="ready"),
    ),
    "a `ready` with words": Defence(
        said(NEWER, "rules"),
        lambda body: moved(body["record"]["questions"][0], text="What now?"),
        sentence("ledger.checks.questions._Check.worded", word="ready"),
    ),
    "a name under which it was asked before": Defence(
        said(NEWER, "rules"),
        lambda body: moved(body["record"]["questions"][1], request="parry-10"),
        sentence("ledger.checks.questions._Check.new", word="under"),
    ),
    "a question that vanishes": Defence(
        said(WINDOWS, "standing"),
        lambda body: body["record"].pop("questions"),
        sentence("ledger.checks.questions._Check.questions", word="asked"),
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
        sentence("ledger.checks.questions._Check.new", word="asked"),
    ),
    "a menu too many": Defence(
        *rows(WINDOWS, "menus", again), sentence("ledger.checks.questions._Check.menus")
    ),
    "new ground without a side": Defence(
        said(NEWER, "rules"),
        lambda body: body["record"]["questions"].pop(),
        sentence("ledger.checks.questions._Check.everybody"),
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
        *decided(FOG, "forced", request="move-1"),
        sentence("ledger.checks.questions._Check.in_their_order", word="follow"),
    ),
    "too many that are forced": Defence(
        said(FOG, "order"),
        lambda body: forced(body, 101),
        sentence("ledger.checks.questions._Check.in_their_order", 101, word="row"),
    ),
    "twice": Defence(
        said(FOG, "order"),
        lambda body: forced(body, 2, 0),
        sentence("ledger.checks.questions._Check.in_their_order", word="twice"),
    ),
    "of no side": Defence(
        *decided(FOG, side="gm"), sentence("ledger.checks.questions._Check.decisions", word="there")
    ),
    "by an order that is not there": Defence(
        *decided(FOG), sentence("ledger.checks.questions._Check.by", word="entry")
    ),
    "by lines that do not wait": Defence(
        *decided(FOG, "earlier", first=True),
        sentence("ledger.checks.questions._Check.by", word="earlier"),
    ),
    "by a script that is none": Defence(
        *decided(HIDDEN_FAULT, "script"),
        sentence(
            "ledger.checks.questions._Check.by", "script", "lancaster", "lancaster", word="force"
        ),
    ),
    "by a policy that is none": Defence(
        *decided(HIDDEN_FAULT, "policy"),
        sentence(
            "ledger.checks.questions._Check.by", "policy", "lancaster", "lancaster", word="force"
        ),
    ),
    "by a ruling that is none": Defence(
        *decided(FOG, "ruling"), sentence("ledger.checks.questions._Check.by", word="ruling")
    ),
    "by a ruling that is none, and first": Defence(
        *rows(
            FOG,
            "decisions",
            lambda r: r.insert(0, {"side": "york", "request": other_name(r[0]), "by": "ruling"}),
        ),
        sentence("ledger.checks.questions._Check.by_ruling", word="ruling"),
    ),
    "by a policy whose side is asked as well": Defence(
        ("windows", wishes),
        lambda body: moved(wishes(body)[0], line="no"),
        sentence("ledger.checks.questions._Check.decisions", "york", ..., "york", word="too"),
    ),
    "twice, as a wish to be asked": Defence(
        ("windows in the fog", wishes),
        wish_twice,
        sentence("ledger.checks.questions._Check.in_their_order", word="twice"),
    ),
    "without a number": Defence(
        *decided(FOG, "forced", request="move-1x"), sentence("ledger.checks.questions._Check.named")
    ),
    "under a number with a zero": Defence(
        *decided(FOG, "forced", request="move-0999"),
        sentence("ledger.checks.questions._Check.named"),
    ),
    "under a name of before": Defence(
        *rows(
            FOG, "decisions", lambda r: r.__setitem__(slice(None), [{**r[0], "request": "move-1"}])
        ),
        sentence("ledger.checks.questions._Check.not_before"),
    ),
    "by an absence that is none": Defence(
        *decided(FOG, "absent"), sentence("ledger.checks.questions._Check.by", word="not")
    ),
    "by a ruling, of something that nobody is asked": Defence(
        *imposed(lambda r: moved(r[0], request=other_name(r[0]))),
        sentence("ledger.checks.questions._Check.by_ruling", word="which"),
    ),
    "behind something else than a ruling imposes": Defence(
        *imposed(lambda r: moved(r[0], request=other_name(r[0]), by="forced")),
        sentence("ledger.checks.questions._Check.decisions", word="first"),
    ),
    "by a ruling that imposes nothing": Defence(
        said("imposed", "impose"),
        lambda body: body["record"].pop("decisions"),
        sentence("ledger.checks.questions._Check.all"),
    ),
    "by a policy on new ground": Defence(
        *imposed(lambda r: r.append({**r[0], "request": other_name(r[0]), "by": "policy"})),
        sentence("ledger.checks.questions._Check.by", word="nothing"),
    ),
    "of what was open to somebody else": Defence(
        *rows(FOG, "decisions", lambda r: moved(r[0], by="forced")),
        sentence("ledger.checks.questions._Check.answer"),
    ),
}
