"""Hidden mats: nobody but the GM plays the rules, so he decides for York by a longer line, a policy, a script or an
absence that never was, or tells her of another position than there was."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.engine.table import Event
from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.ledger.checks.classes import MOVING, Kind
from pbem.ledger.checks.own import OwnCheck
from pbem.ledger.checks.questions import number_of
from pbem.ledger.draft import Draft
from pbem.proof.audit import Answer, Claim
from pbem.protocol import canonical, seal
from pbem.protocol.bodies import (
    Clocked,
    Decided,
    Envelope,
    Mailed,
    OpenQuestion,
    Record,
    Ruling,
    replace,
)
from pbem.protocol.save import Save
from pbem.reports.verdict import line as verdict_line
from pbem.reports.verdict import text
from tests.says import says

from .table import (
    ANN,
    BOB,
    GM,
    Crook,
    Post,
    any_line,
    audited,
    by_hand,
    order,
    sent,
    veiled,
    veiled_with_plans,
    verify,
)
from .test_deal_from_a_deck_of_my_own import stranger

Change = Callable[[dict[str, Any]], object]


def everybody(cheat: Crook) -> list[str]:
    return [verify(cheat, who) for who in (None, ANN, BOB)]


def with_more(post: Post) -> tuple[str, str]:
    """A legal line of York's, and one that says the same and costs more."""
    legal = [option.line for option in post.look("york").legal()]
    return next((short, long) for short in legal for long in legal if long.startswith(f"{short} +"))


def in_place_of(post: Post, line: str) -> Mapping[str, Any]:
    """What an entry would hold in which York had ordered this line."""
    made = Crook(post).takes(order(post, "york", line)).last
    return {name: getattr(made, name) for name in Record.__struct_fields__ if name != "link"}


def retold(post: Post, record: Record, n: int, side: str, change: Change) -> tuple[Any, ...]:
    """The stories of an entry with another one for a side, sealed as the GM seals them."""
    ledger, key = post.look("gm").ledger, post.look(side).key
    assert key is not None
    gm = post.look("gm").holder.keys[ledger.chair.keys.x25519]
    info = seal.info("story", ledger.game, n)
    stories = []
    for part in record.stories:
        if part.to == side:
            told: Any = canonical.decode(seal.undeal(key, gm.x25519, info, part.sealed), 2**22)
            change(told)
            sealed = seal.deal(gm, key.x25519, info, canonical.encode(told), 2048)
            part = replace(part, sealed=sealed)
        stories.append(part)
    return tuple(stories)


def test_a_longer_line_than_hers_is_not_hers() -> None:
    post = veiled()
    short, long = with_more(post)
    mail = order(post, "york", short)
    assert everybody(Crook(post).takes(mail)) == ["", "", ""]
    cheat = Crook(post).takes(mail, **in_place_of(post, long))
    assert f"you wrote `{short}` in that place" in verify(cheat, ANN)


def test_her_line_is_carried_out_in_its_place_and_once() -> None:
    post = veiled()
    one, other = (o.line for o in post.look("york").legal()[:2])
    mail = by_hand(post, "york", [one, other])
    n = post.look().ledger.n + 1
    honest = Crook(post).takes(mail).last
    ran = [row for row in honest.decisions if row.side == "york" and row.by == ""]
    assert len(ran) == 2, "both lines are carried out"

    def swapped(told: dict[str, Any]) -> None:
        (_, first, a), (_, second, b) = told["ran"][:2]
        told["ran"][:2] = [[n, second, a], [n, first, b]]

    def twice(told: dict[str, Any]) -> None:
        told["ran"][1] = list(told["ran"][0])
        told["decisions"][1]["line"] = told["decisions"][0]["line"]

    for change in (swapped, twice):
        stories = retold(post, honest, n, "york", change)
        assert verify(Crook(post).takes(mail, stories=stories), ANN).startswith("FalseEntry")


class Invents(GmChance):
    """He answers her next question by a policy that she never sent."""

    def prepared(self, request: Request) -> Prepared | None:
        lines = [option.line for option in request.options]
        done = sum(d.by == "policy" for d in self.draft.play.decisions)
        return (
            Prepared(lines[0], "policy", "")
            if request.side == "york" and lines and not done
            else None
        )


@pytest.mark.parametrize("by", ["policy", "script", "earlier", "absent", "ruling", ""])
def test_a_decision_that_nobody_made_is_seen_by_everybody(by: str) -> None:
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    made = Crook(post).takes(mail, Invents).last
    assert "policy" in [row.by for row in made.decisions]
    rows = tuple(replace(row, by=by) if row.by == "policy" else row for row in made.decisions)
    cheat = Crook(post).takes(mail, Invents, decisions=rows)
    said = verify(cheat, ANN)
    assert said.startswith("FalseEntry")
    if by:
        assert all(one.startswith("FalseEntry") for one in everybody(cheat))


def with_more_of_hers(post: Post, mail: Envelope, *rows: tuple[str, str, str]) -> Crook:
    """The entry of an order with more decisions of York's behind it: kind of question, by, line."""
    honest = Crook(post).takes(mail)
    n, record = honest.entries[-1].n, honest.last
    last = number_of(record.decisions[-1].request)
    names = [f"{kind}-{last + i}" for i, (kind, _, _) in enumerate(rows, 1)]
    more = [Decided("york", name, "", by) for name, (_, by, _) in zip(names, rows, strict=True)]
    asked = tuple(
        replace(q, request=f"{q.request.rpartition('-')[0]}-{last + len(rows) + 1}")
        for q in record.questions
    )

    def told(plain: dict[str, Any]) -> None:
        for name, (_, by, line) in zip(names, rows, strict=True):
            also = {"side": "york", "request": name, "line": line, "by": by, "why": ""}
            plain["decisions"].append(also | {"after": len(plain["events"]), "forced": False})

    record = replace(record, decisions=(*record.decisions, *more), questions=asked)
    cheat = Crook(post)
    cheat.signs(Mailed(order=mail), replace(record, stories=retold(post, record, n, "york", told)))
    return cheat


@pytest.mark.parametrize(
    ("policy", "line", "good"),
    [
        ("york: intercept", "york: intercept", True),
        ("york: intercept", "york: intercept +3", False),
        ("york: intercept", "york: intercept with march rutland", False),
        ("york: intercept with march", "york: intercept with march", True),
        ("york with all", "york: intercept with march rutland", True),
        ("york", "march: disband york", False),
        ("no", "york: intercept", False),
    ],
)
def test_a_policy_says_no_more_than_it_says(policy: str, line: str, good: bool) -> None:
    post = veiled()
    sent(post, "york", reactions={"intercept": policy})
    mail = order(post, "york", post.look("york").legal()[0].line)
    cheat = with_more_of_hers(post, mail, ("intercept", "policy", line))
    assert verify(cheat) == "", "that she has policies everybody sees, and not what they say"
    said = verify(cheat, ANN)
    assert said == "" if good else f"says `{policy}`, the GM `{line}`" in said


def test_a_policy_that_never_was_is_seen_by_everybody() -> None:
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    cheat = with_more_of_hers(post, mail, ("intercept", "policy", "york: intercept"))
    assert all(
        says(said, "ledger.checks.questions._Check.by", word="force") for said in everybody(cheat)
    )


def test_a_policy_answers_nothing_of_her_own_accord() -> None:
    """Or her whole Muster is over by a `default` for reactions."""
    post = veiled()
    sent(post, "york", reactions={"default": "pass"})
    mail = order(post, "york", post.look("york").legal()[0].line)
    cheat = with_more_of_hers(post, mail, ("muster", "policy", "done"))
    assert all("and none can" in said for said in everybody(cheat))


def test_a_script_runs_for_its_card_alone() -> None:
    post = veiled_with_plans()
    sent(post, "york", scripts={"4": "york: forage; york: pass"})
    (side,) = post.asked()
    mail = order(post, side, any_line(post.look(side), random.Random(1)))
    cheat = with_more_of_hers(post, mail, ("command", "script", "york: forage"))
    assert "your script for `command" in verify(cheat, ANN)


@pytest.mark.parametrize(
    ("said", "good"),
    [
        (["york: forage", "york: tax ely", "york: pass"], True),
        (["york: tax ely"], False),
        (["york: forage", "york: forage"], False),
        (["york: forage", "york: tax ely", "york: forage"], False),
        (["york: forage", "york: pass"], True),
    ],
)
def test_a_script_says_its_lines_in_order_and_once(said: list[str], good: bool) -> None:
    post = veiled_with_plans()
    game = post.look("york")
    check = OwnCheck(
        Draft(game.ledger),
        "york",
        Kind("order", MOVING),
        Record(state_hash=""),
        None,
        game.ledger.play.source,
    )
    text = "york: forage; york: tax ely; if coin york = 0: york: sail; anyway: york: pass"
    found = [check._script_says_next("plan:york:1:4", text, line) for line in said]
    assert (False not in found) is good


def test_an_order_says_openly_whether_it_brings_policies() -> None:
    """Or the GM could say that a policy of hers answers which she had just taken back."""
    post = veiled()
    lines = [post.look("york").legal()[0].line]
    for reactions, brings in (([("approach", "stand")], False), (None, True)):
        mail = by_hand(post, "york", lines, reactions=reactions, brings=brings)
        with pytest.raises(Exception, match="brings"):
            Crook(post).takes(mail)


def test_a_ready_that_nobody_owes_is_not_asked_for() -> None:
    """With one he and York would choose whose links the dice hang on."""
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    honest = Crook(post).takes(mail)
    ready = OpenQuestion("lancaster", honest.ledger.chains.numbers["lancaster"] + 1, "ready-99")
    asked = [row for row in honest.last.questions if row.side != "lancaster"]
    rows = tuple(sorted((*asked, ready), key=lambda row: post.look().ledger.sides.index(row.side)))
    cheat = Crook(post).takes(mail, questions=rows)
    assert all("`ready`" in said for said in everybody(cheat))
    still = Crook(post).writes(Clocked(kind="reading", at=10_000))
    both = tuple(sorted((*still.last.questions, ready), key=lambda row: row.side != "york"))
    quiet = Crook(post).writes(Clocked(kind="reading", at=10_000), questions=both)
    assert all(said.startswith("FalseEntry") for said in everybody(quiet))


class Rolls(GmChance):
    """He rolls a die that the rules do not ask for, likes its name, and tells of it."""

    def roll(self, label: str, sides: int) -> int:
        if not self.draft.notes.rolls:
            value = super().roll("a die that he likes#1", 6)
            told = Event("", "a die that he likes", "die", "", value)
            self.draft.play.table.events.append(told)
        return super().roll(label, sides)


def test_dice_that_the_gm_claims_are_never_called_proven() -> None:
    """The residue, until the audit: everybody's verdict says that they have to wait."""
    post = veiled()
    lines = [option.line for option in post.look("york").legal()]
    with_die = next(one for one in lines if Crook(post).takes(order(post, "york", one)).last.rolls)
    cheat = Crook(post).takes(order(post, "york", with_die), Rolls)
    assert "a die that he likes#1" in [roll.label for roll in cheat.last.rolls]
    assert verify(cheat) == ""
    found = Game(Save(cheat.entries, GM.public.fingerprint), ANN).verify()
    assert "proven" not in text(found)
    assert "that should fall" in verdict_line(found)
    assert audited(cheat, "gm").contradicted


class Fails(GmChance):
    """His program breaks right after the first die."""

    def roll(self, label: str, sides: int) -> int:
        super().roll(label, sides)
        raise RuntimeError


def test_a_fault_that_nobody_can_try_is_called_so_and_the_audit_does_not_prove_it() -> None:
    post = veiled()
    lines = [option.line for option in post.look("york").legal()]
    with_die = next(one for one in lines if Crook(post).takes(order(post, "york", one)).last.rolls)
    cheat = Crook(post).takes(order(post, "york", with_die), Fails)
    assert cheat.last.faults
    for who in (None, ANN, BOB):
        found = Game(Save(cheat.entries, GM.public.fingerprint), who).verify()
        (fault,) = found.faults
        assert fault.here is None
        said = " ".join(text(found).split())
        assert says(said, "reports.verdict._fails_here", word="before")
        assert not says(said, "reports.verdict._fails_here", word="too")
    (row,) = [row for row in audited(cheat, "gm").findings if row.claim is Claim.FAULTS]
    assert row.answer is Answer.NOT_SHOWN


def test_going_back_leads_to_where_the_game_was() -> None:
    post = veiled()
    before = post.look().ledger.n
    sent(post, "york", post.look("york").legal()[0].line)
    step = Ruling(kind="void", entry=before + 1, reason="A slip.")
    honest = Crook(post).writes(step)
    assert everybody(honest) == ["", "", ""]
    n = honest.entries[-1].n
    changes = tuple(replace(row, value="another") for row in honest.last.changes)
    if changes:
        assert all(said for said in everybody(Crook(post).writes(step, changes=changes)))

    def elsewhere(told: dict[str, Any]) -> None:
        told["view"] = [[["turn"], 99]]

    stories = retold(post, honest.last, n, "york", elsewhere)
    cheat = Crook(post).writes(step, stories=stories)
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.disclosure._own_view", word="there")


def test_a_reading_of_the_clock_changes_and_tells_nothing() -> None:
    post = veiled()
    step = Clocked(kind="reading", at=10_000)
    honest = Crook(post).writes(step)
    n = honest.entries[-1].n
    assert everybody(honest) == ["", "", ""]

    def moved(told: dict[str, Any]) -> None:
        told["view"] = [[["turn"], 99]]

    cheat = Crook(post).writes(step, stories=retold(post, honest.last, n, "york", moved))
    assert "nothing did" in verify(cheat, ANN)

    def gone(told: dict[str, Any]) -> None:
        told["gone"] = ["deck:x:0"]

    cheat = Crook(post).writes(step, stories=retold(post, honest.last, n, "york", gone))
    assert says(verify(cheat, ANN), "ledger.disclosure._check_hand", word="which")


def with_more_decisions(post: Post, bys: list[str], step: int = 1) -> str:
    """What everybody says of an entry with so many more decisions of York's, each `step` behind the other."""
    line = post.look("york").legal()[0].line
    mail = order(post, "york", line, reactions={"approach": "stand"})
    honest = Crook(post).takes(mail).last
    first = int(honest.decisions[-1].request.rpartition("-")[2]) + 1
    more = [Decided("york", f"approach-{first + i * step}", "", by) for i, by in enumerate(bys)]
    asked = replace(honest.questions[0], request=f"muster-{first + len(bys) * step + 1}")
    rows = (*honest.decisions, *more)
    return verify(Crook(post).takes(mail, decisions=rows, questions=(asked,)))


def test_an_entry_has_no_more_decisions_than_anybody_has_to_read() -> None:
    post = veiled()
    bys = ["forced", "policy"] * 2000
    assert with_more_decisions(post, bys[:3999]) == ""
    assert says(
        with_more_decisions(post, bys), "ledger.checks.questions._Check.decisions", word="more"
    )


def test_a_hundred_decisions_in_a_row_are_forced_at_most() -> None:
    """Or the rest of York's order lapses behind thousands that never were."""
    post = veiled()
    assert with_more_decisions(post, ["forced"] * 100) == ""
    found = with_more_decisions(post, ["forced"] * 101)
    assert says(found, "ledger.checks.questions._Check.in_their_order", 101, word="times")


@pytest.mark.parametrize(("step", "word"), [(0, "twice"), (2, "follow")])
def test_decisions_follow_one_behind_the_other(step: int, word: str) -> None:
    found = with_more_decisions(veiled(), ["forced"] * 2, step)
    assert says(found, "ledger.checks.questions._Check.in_their_order", word=word)


@pytest.mark.parametrize("sealed", ["", "AAAA"])
def test_no_line_of_a_ruling_stands_open_where_nobody_can_try_it(sealed: str) -> None:
    """In clear it could say to everybody what was never carried out."""
    post = veiled()
    game, line = post.look("gm"), post.look("york").legal()[0].line
    game.rule("impose", "She is away.", side="york", lines=[line])
    body = game.save.entries[-1].body
    assert isinstance(body.step, Ruling)
    open_line = replace(body.step, sealed=sealed, lines=("norfolk: done",))
    cheat = Crook(post)
    cheat.signs(open_line, body.record)
    assert all("is sealed" in said for said in everybody(cheat))
    bare = Crook(post)
    bare.signs(replace(body.step, sealed="", lines=()), body.record)
    assert all("is sealed" in said for said in everybody(bare))


def test_no_decision_stands_in_clear_where_nobody_can_try_it() -> None:
    """It would tell everybody of an order that York never gave."""
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    honest = Crook(post).takes(mail).last
    rows = tuple(replace(row, line="norfolk: done") for row in honest.decisions)
    cheat = Crook(post).takes(mail, decisions=rows)
    assert all(
        says(said, "ledger.checks.questions._Check.decisions", "york", word="shows")
        for said in everybody(cheat)
    )


def test_a_ruling_that_imposes_a_decision_holds_one() -> None:
    """Or her question would be gone, and nobody had answered it."""
    post = veiled()
    line = any_line(post.look("york"), post.random)
    step = post.look("gm").ruling("impose", "It is late.", side="york", lines=(line,))
    honest = Crook(post).writes(step)
    assert verify(honest) == stranger(honest) == ""
    cheat = Crook(post)
    told = retold(
        post, honest.last, honest.entries[-1].n, "york", lambda row: row["decisions"].clear()
    )
    cheat.signs(step, replace(honest.last, decisions=(), stories=told))
    for who in (None, ANN, BOB):
        assert says(verify(cheat, who), "ledger.checks.questions._Check.all")
    assert "decides nothing" in stranger(cheat)
