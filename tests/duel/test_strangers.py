"""PROTOCOL 19: the verifier that a stranger wrote from PROTOCOL.md reads duels, and refuses the same lies."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

import pytest

from pbem.duel.duellist import Duellist
from pbem.errors import PbemError
from pbem.protocol import canonical, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelPropose
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity

from .strangers import stranger_says, verdict, verdict_on_the_last_entry
from .table import ANN, BOB, Machine, play, table
from .test_lies import carried_out
from .test_orders import asked, legal
from .test_proposals import exchange, moved

Body = dict[str, Any]
Machines = tuple[Machine, Machine]
Change = Callable[[Body], object]


@functools.cache
def honest() -> tuple[Machine, Machine]:
    """An author whose order, with dice, is the last entry of the witness."""
    return carried_out()


def forged(change: Change, by: Identity | None = None, machines: Machines | None = None) -> bytes:
    """The witness' file with another last entry, signed by the witness."""
    _, witness = machines or honest()
    player = witness.player
    last = player.entries[-1]
    body = json.loads(last.raw)
    change(body)
    raw = canonical.encode(body)
    signer = by or player.identity
    sig = signer.sign(f"pbem2-entry/{player.entries[0].head}/{last.n}", raw)
    entries = (*player.entries[:-1], Entry(raw, sig))
    return savefile.write({"game": player.ledger.game}, {}, entries, player.identity, True)


def said_anew(**fields: object) -> Change:
    """The author's order with other fields, signed by its author."""

    def change(body: Body) -> None:
        mail = body["step"]["order"]
        mail["body"].update(fields)
        author = honest()[0].player.identity
        mail["sig"] = author.sign("pbem2-duel", canonical.encode(mail["body"]))

    return change


def record(name: str, value: object) -> Change:
    return lambda body: body["record"].update({name: value})


def row(name: str, **fields: object) -> Change:
    """The first row of a table of the record with other fields."""
    return lambda body: body["record"][name][0].update(fields)


def other(body: Body) -> str:
    """The witness."""
    sides = {"york", "lancaster"} - {body["step"]["order"]["body"]["from"]}
    return sides.pop()


DRAWN = {"label": "draw draft#1", "sides": 40, "value": 39}
"""What that die would show; but the game drew 5 of a draft of 25 cards before."""


def later(body: Body) -> None:
    """The author's line answers a question that nobody was asked."""
    rows = body["record"]["decisions"]
    rows[0].pop("by")
    rows[0]["side"] = body["step"]["order"]["body"]["from"]


def by_the_witness(body: Body) -> None:
    """The witness, who is not asked, answers, and the author signs it."""
    mail = body["step"]["order"]
    mail["body"]["from"] = other(body)
    witness = honest()[1].player.identity
    mail["sig"] = witness.sign("pbem2-duel", canonical.encode(mail["body"]))


def skipped(body: Body) -> None:
    """One decision more, whose number leaves one out."""
    rows = body["record"]["decisions"]
    kind, _, number = rows[-1]["request"].rpartition("-")
    rows.append({**rows[-1], "by": "forced", "request": f"{kind}-{int(number) + 2}"})


def decided_and_asked(body: Body) -> None:
    """The author is asked what it has just decided."""
    said = body["step"]["order"]["body"]
    decided = [d for d in body["record"]["decisions"] if d["side"] == said["from"]][-1]
    asked = {"number": said["question"] + 1, "request": decided["request"], "side": said["from"]}
    body["record"]["decisions"] = [decided]
    body["record"]["questions"] = [asked]


LIES: dict[str, Change] = {
    "initiative york#1 is": lambda b: b["record"]["rolls"][0].update(
        value=7 - b["record"]["rolls"][0]["value"]
    ),
    "somebody absent": row("rolls", absent=["york"]),
    "use 1 of it": lambda b: b["record"]["rolls"][0].update(
        label=b["record"]["rolls"][0]["label"].replace("#1", "#2")
    ),
    "no `link`": lambda b: b["record"].pop("link"),
    "does not lead to": record("link", "0" * 64),
    "among 40 cards": lambda b: b["record"]["rolls"].insert(0, DRAWN),
    "no line ran moves": lambda b: b["record"].pop("decisions"),
    "decides, and": lambda b: b["record"]["decisions"][0].update(side=other(b)),
    "does not bring": row("decisions", by="policy"),
    "a decision by earlier": row("decisions", by="earlier"),
    "does not answer": lambda b: b["record"]["decisions"].pop(0) and later(b),
    "`left` of another": lambda b: b["record"].update(
        left=[{"side": other(b), "entry": b["n"], "place": 1}]
    ),
    "a line that is not there": lambda b: b["record"].update(
        left=[{"side": b["step"]["order"]["body"]["from"], "entry": b["n"], "place": 99}]
    ),
    "is number": row("questions", number=900),
    "nobody asks so": row("questions", request="lock-900"),
    "behind the accept": row("questions", request="ready-900"),
    "a question with other fields": row("questions", text="What now?"),
    "is lower than one before": row("questions", request="campaign-1"),
    "the number in levy-1 is": row("decisions", request="levy-1"),
    "does not follow": skipped,
    "is asked again": decided_and_asked,
    "was never committed to": record("openings", [{"slot": "a:b", "salt": "00" * 16, "card": "x"}]),
    "is no type": lambda b: b["step"].update(type="genesis"),
    "which is a `played`": lambda b: b["step"].update(type="joined"),
    "and is not asked": lambda b: by_the_witness(b),
    "is open": said_anew(question=900),
    "an order to march-2": said_anew(request="march-2"),
    "that of the entry that asked": lambda b: said_anew(head=honest()[1].player.entries[1].head)(b),
    "said in another game": said_anew(game="0" * 64),
    "an entry before": said_anew(head="0" * 64),
    "out of order, or one twice": said_anew(answers=[["b", "pass"], ["a", "pass"]]),
    "the signature is not good": lambda b: b["step"]["order"]["body"].update(lines=["pass"]),
    "prev is not": lambda b: b.update(prev="0" * 64),
}


def test_honest_files_of_every_length() -> None:
    machines = table("strangers")
    for player in (one.player for one in machines):
        assert verdict(player.email()).startswith("good: ")
    play(*machines, entries=12)
    for player in (one.player for one in machines):
        lines = stranger_says(player.email())
        assert lines[-1].startswith("good: standard_1455-")
        assert f"{len(player.entries)} entries" in lines[-1]
        asked_side = player.waits_for
        assert any(line.startswith(f"{asked_side} has owed an answer") for line in lines)
        assert "york is Ann, " + ANN.public.fingerprint in lines
        assert "lancaster is Bob, " + BOB.public.fingerprint in lines


def test_the_end_by_resigning() -> None:
    author, witness = asked("strangers")
    author.player.resign()
    witness.take(author.player.email())
    lines = stranger_says(witness.player.email())
    n = len(witness.player.entries) - 1
    ending = f" is over since entry {n}: {witness.player.side} has won"
    assert any(line.endswith(ending) for line in lines)


@pytest.mark.slow
def test_a_whole_game() -> None:
    machines = table("whole")
    play(*machines, entries=1000)
    data = machines[0].player.email()
    assert Duellist.load(ANN, data).ledger.result is not None
    lines = stranger_says(data)
    assert lines[-1].startswith("good: ")
    assert any(" is over since entry" in line for line in lines)


@pytest.mark.parametrize("why", LIES)
def test_a_lie_is_refused_by_both(why: str) -> None:
    author, _ = honest()
    signer = author.player.identity if why == "and is not asked" else None
    data = forged(LIES[why], signer)
    # Read anew, for without its defence a lie goes through.
    player = Duellist.load(author.player.identity, author.player.email())
    with pytest.raises(PbemError):
        player.apply(data)
    line = verdict_on_the_last_entry(data)
    assert line.startswith("BAD: entry ")
    assert why in line


@functools.cache
def proposed(kind: str, answer: str = "") -> Machines:
    """The author of the last entry, which holds a proposal, or the answer to one; and who has entered it."""
    author, witness = moved(*asked("proposed"), 2)
    author.player.propose(kind, entry=6 if kind == "takeback" else 0)
    if answer:
        exchange(author, witness)
        author, witness = witness, author
        getattr(author.player, answer)()
    witness.take(author.player.email())
    return author, witness


AGREED_LIES: list[tuple[str, str, str, Change]] = [
    ("takeback", "", "is not asked to agree", row("questions", request="campaign-900")),
    ("takeback", "", "rolls in an entry with a `propose`", record("rolls", [DRAWN])),
    ("takeback", "", "changes the position", record("state_hash", "0" * 64)),
    ("takeback", "agree", "to another position", record("state_hash", "0" * 64)),
    ("takeback", "agree", "that moves the game", record("rolls", [DRAWN])),
    ("takeback", "agree", "not asked again", row("questions", request="campaign-900")),
    ("takeback", "agree", "is number", row("questions", number=900)),
    ("draw", "agree", "changes the position", record("state_hash", "0" * 64)),
    (
        "draw",
        "agree",
        "behind the end",
        record("questions", [{"side": "york", "number": 9, "request": "campaign-900"}]),
    ),
    ("draw", "decline", "changes the position", record("state_hash", "0" * 64)),
    ("draw", "decline", "is no new name", lambda b: b["record"].update(questions=old_question())),
    ("draw", "decline", "not asked again", row("questions", request="agree-900")),
    (
        "draw",
        "decline",
        "left in an entry with a `no`",
        record("left", [{"side": "york", "entry": 1, "place": 1}]),
    ),
]


def old_question() -> list[Body]:
    """The question that was answered by a proposal, under its old name."""
    player = proposed("draw", "decline")[1].player
    (now,) = player.entries[-1].body.record.questions
    (old,) = player.entries[-3].body.record.questions
    return [{"side": now.side, "number": now.number, "request": old.request}]


@pytest.mark.parametrize(("kind", "answer", "why", "change"), AGREED_LIES)
def test_a_lie_about_what_both_agree_to_is_refused_by_both(
    kind: str, answer: str, why: str, change: Change
) -> None:
    machines = proposed(kind, answer)
    data = forged(change, machines=machines)
    with pytest.raises(PbemError):
        machines[0].player.apply(data)
    line = verdict_on_the_last_entry(data)
    assert line.startswith("BAD: entry ")
    assert why in line
    assert verdict_on_the_last_entry(machines[1].player.email()) == "good: "


IMPOSSIBLE: dict[str, Body] = {
    "declined": {"kind": "draw"},
    "no such entry": {"kind": "takeback", "entry": 900},
    "the reply": {"kind": "takeback", "entry": 1},
    "taken back already": {"kind": "takeback", "entry": 7},
    "no such side": {"kind": "result", "winner": "france"},
    "not spelled out": {"kind": "correct", "lines": ("Set turn 3",)},
    "no such position": {"kind": "correct", "lines": ("set turn 300",)},
}
"""Proposals that cannot be made. A stranger cannot judge the last two."""


@functools.cache
def impossible(why: str) -> Machines:
    """The author of a proposal that cannot be made, signed all the same; and who has entered it."""
    author, witness = moved(*asked("proposed"), 2)
    if why in ("declined", "taken back already"):
        kind, answer = ("draw", "decline") if why == "declined" else ("takeback", "agree")
        author.player.propose(kind, entry=6 if kind == "takeback" else 0)
        exchange(author, witness)
        getattr(witness.player, answer)()
        exchange(witness, author)
        author, witness = (author, witness) if author.player.decides else (witness, author)
    player = author.player
    asking = player.ledger.askings[player.side]
    body = player._answer(DuelPropose, asking, **IMPOSSIBLE[why])
    player.order = envelope.sign_in_duel(player.identity, body)
    assert witness.take(player.email()).trouble is None
    return author, witness


@pytest.mark.parametrize("why", IMPOSSIBLE)
def test_nobody_is_asked_to_agree_to_what_cannot_be_proposed(why: str) -> None:
    machines = author, witness = impossible(why)
    (now,) = witness.player.entries[-1].body.record.questions
    (before,) = witness.player.entries[-2].body.record.questions
    assert (now.side, now.request) == (author.player.side, before.request)
    assert now.number == before.number + 1
    assert verdict_on_the_last_entry(witness.player.email()) == "good: "

    def ask(body: Body) -> None:
        side = other(body)
        number = witness.player.ledger.chains.numbers[side] + 1
        question = {"side": side, "number": number, "request": "agree-900"}
        body["record"]["questions"] = [question]

    data = forged(ask, machines=machines)
    with pytest.raises(PbemError):
        author.player.apply(data)
    if IMPOSSIBLE[why]["kind"] != "correct":
        assert "to agree to what cannot be proposed" in verdict_on_the_last_entry(data)


def test_an_agreement_to_nothing_and_a_proposal_of_what_cannot_be() -> None:
    author, _ = honest()
    for said, why in (
        ({"type": "agree"}, "is answered by agree"),
        ({"type": "propose", "kind": "draw", "winner": "york"}, "with another"),
        ({"type": "propose", "kind": "takeback"}, "without its field"),
    ):

        def change(body: Body, said: Body = said) -> None:
            spoken = body["step"]["order"]["body"]
            for name in ("lines", "request", "type"):
                spoken.pop(name)
            for name in ("decisions", "rolls"):
                body["record"].pop(name)
            said_anew(**said)(body)

        data = forged(change)
        with pytest.raises(PbemError):
            author.player.apply(data)
        assert why in verdict_on_the_last_entry(data)


def test_nobody_signs_their_own_outcome_nor_a_file_for_the_other() -> None:
    author, witness = honest()
    line = verdict(forged(lambda body: None, author.player.identity))
    assert "who has no say in it" in line
    entries = witness.player.entries
    stranger = Identity(b"c" * 32, "Cec")
    data = savefile.write({"game": entries[0].head}, {}, entries, stranger, True)
    with pytest.raises(PbemError):
        author.player.apply(data)
    assert verdict(data).startswith("BAD: file: the last line: signed by")


def test_an_entry_behind_the_end_is_refused() -> None:
    author, witness = asked("behind the end")
    author.player.resign()
    witness.take(author.player.email())
    entries = witness.player.entries
    body = json.loads(entries[-1].raw)
    body.update(n=len(entries), prev=entries[-1].head)
    raw = canonical.encode(body)
    space = f"pbem2-entry/{entries[0].head}/{len(entries)}"
    more = Entry(raw, witness.player.identity.sign(space, raw))
    header = {"game": entries[0].head}
    data = savefile.write(header, {}, (*entries, more), witness.player.identity, True)
    assert "which ended the game" in verdict(data)
    with pytest.raises(PbemError):
        author.player.apply(data)


def test_an_order_behind_the_log_that_nobody_signed() -> None:
    author, _ = asked("behind the log")
    author.player.decide([legal(author)])
    order = author.player.order
    assert order is not None
    player = author.player
    false = type(order)(body=order.body, sig=BOB.sign("pbem2-duel", b"something else"))
    data = savefile.write({"game": "x"}, {}, player.entries, player.identity, True, false)
    assert verdict(data).startswith("BAD: order: ")
    assert verdict(player.email()).startswith("good: ")
