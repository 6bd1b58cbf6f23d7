"""Hidden mats: the GM says that his program failed, and the ruling that mends it does something else."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

from pbem.engine import script
from pbem.engine.play import Play
from pbem.engine.table import Event
from pbem.errors import IllegalOrder
from pbem.ledger.chances import GmChance
from pbem.protocol.bodies import (
    Decided,
    Fault,
    Mailed,
    PrivateStory,
    Record,
    Ruling,
    replace,
)
from pbem.version import VERSION
from tests.says import says

from .table import ANN, BOB, Crook, Post, audit, order, veiled, verify
from .test_deal_from_a_deck_of_my_own import stranger
from .test_decide_for_her_where_pieces_are_hidden import Fails, retold
from .test_go_on_with_a_script_that_stopped import scripted, stopped


def with_die(post: Post) -> list[str]:
    """York's legal lines that roll."""
    lines = [option.line for option in post.look("york").legal()]
    return [one for one in lines if Crook(post).takes(order(post, "york", one)).last.rolls]


def quiet(told: dict[str, Any]) -> None:
    told.update(decisions=[], events=[], gone=[], ran=[], view=[], choices="")


def failed(post: Post, step: Mailed, record: Record, n: int, fault: Fault) -> Crook:
    """The entry of a fault that the GM invents."""
    public = PrivateStory("public", clear='{"decisions":[],"events":[]}')
    for side in ("york", "lancaster"):
        record = replace(record, stories=retold(post, record, n, side, quiet))
    crook = Crook(post)
    crook.signs(
        step,
        replace(
            record,
            decisions=(),
            faults=(fault,),
            questions=(),
            menus=(),
            changes=(),
            stories=(public, *record.stories[1:]),
        ),
    )
    return crook


def test_an_answer_by_cards_that_she_never_gave_does_not_fail() -> None:
    post = veiled()
    step = Mailed(order=order(post, "york", with_die(post)[0]))
    honest = Crook(post).writes(step)
    n = honest.entries[-1].n
    fault = Fault(side="york", entry=n, place=0, kind="ZeroDivisionError", program=VERSION, rolls=1)
    crook = failed(post, step, honest.last, n, fault)
    for who in (None, ANN, BOB):
        assert says(verify(crook, who), "ledger.checks.hidden._check_faults", word="cards")


def test_a_fault_comes_behind_a_die() -> None:
    """Before any die what a program cannot carry out is refused, and nothing is logged."""
    post = veiled()
    rolls = {*with_die(post)}
    line = next(one.line for one in post.look("york").legal() if one.line not in rolls)
    step = Mailed(order=order(post, "york", line))
    honest = Crook(post).writes(step)
    n = honest.entries[-1].n
    fault = Fault(side="york", entry=n, place=1, kind="ZeroDivisionError", program=VERSION)
    crook = failed(post, step, honest.last, n, fault)
    for who in (None, ANN, BOB):
        assert says(verify(crook, who), "ledger.checks.hidden._check_faults", word="error")


def test_what_a_ruling_carries_out_is_a_line_of_hers() -> None:
    post = veiled()
    one, other = with_die(post)[:2]
    step = Mailed(order=order(post, "york", one))
    honest = Crook(post).writes(step)
    n = honest.entries[-1].n
    fault = Fault(side="york", entry=n, place=1, kind="ZeroDivisionError", program=VERSION, rolls=1)
    crook = failed(post, step, honest.last, n, fault)
    assert [verify(crook, who) for who in (None, ANN, BOB)] == ["", "", ""]

    def instead(told: dict[str, Any]) -> None:
        told["decisions"][0].update(line=other, by="earlier")
        told["ran"] = []

    again = Ruling(kind="again", entry=n, program=VERSION, reason="Mended.")
    record = replace(
        honest.last,
        link="",
        decisions=(Decided("york", honest.last.decisions[0].request, "", "earlier"),),
    )
    entries = crook.entries
    assert entries[-1].n == n
    stories = resealed(post, record, n, instead)
    crook.signs(again, replace(record, stories=stories))
    assert says(verify(crook, ANN), "ledger.checks.own.OwnCheck._check_own_lines", word="says")


def test_before_her_first_line_nothing_of_nobodys_can_fail() -> None:
    post = veiled()
    step = Mailed(order=order(post, "york", with_die(post)[0]))
    honest = Crook(post).writes(step)
    n = honest.entries[-1].n
    fault = Fault(side="gm", entry=n, place=0, kind="ZeroDivisionError", program=VERSION, rolls=1)
    crook = failed(post, step, honest.last, n, fault)
    assert verify(crook) == ""
    assert says(verify(crook, ANN), "ledger.checks.own.OwnCheck._first_due", word="comes")


def resealed(post: Post, record: Record, n: int, change: Any) -> tuple[PrivateStory, ...]:
    """The stories of entry `n`, sealed for the one behind it."""
    from pbem.protocol import canonical, seal

    ledger, gm = post.look("gm").ledger, post.look("gm").holder.keys
    key = gm[ledger.chair.keys.x25519]
    stories = [record.stories[0]]
    for side in ledger.sides:
        own = post.look(side).key
        assert own is not None
        part = next(part for part in record.stories if part.to == side)
        plain = seal.undeal(own, key.x25519, seal.info("story", ledger.game, n), part.sealed)
        told = canonical.decode(plain, 2**22)
        if side == "york":
            change(told)
        info = seal.info("story", ledger.game, n + 1)
        stories.append(
            PrivateStory(side, seal.deal(key, own.x25519, info, canonical.encode(told), 2048))
        )
    return tuple(stories)


def test_a_ruling_that_mends_rolls_the_same_dice() -> None:
    post = veiled()
    step = Mailed(order=order(post, "york", with_die(post)[0]))
    broken = Crook(post).writes(step, Fails)
    again = Ruling(kind="again", entry=broken.entries[-1].n, program=VERSION, reason="Mended.")
    honest_entries = broken.entries
    mended = broken.writes(again)
    assert [verify(mended, who) for who in (None, ANN, BOB)] == ["", "", ""]
    (die,) = mended.last.rolls
    record = mended.last
    other = replace(die, label="another die#1")
    broken.entries = honest_entries
    broken.signs(again, replace(record, rolls=(other,)))
    for who in (None, ANN, BOB):
        assert says(verify(broken, who), "ledger.checks.questions._Check.same_dice", word="failed")


def lapsing(line: str, faulty: Crook) -> mock._patch[object]:
    """A program in which this line rolls what it had rolled before, and cannot be carried out all the same."""
    failure, answer = faulty.ledger.position.failure, Play.answer
    assert failure is not None

    def rolls_alone(
        play: Play[Any], side: str, said: str, chance: Any, *more: Any, **by: Any
    ) -> None:
        if said != line:
            return answer(play, side, said, chance, *more, **by)
        for die in failure.rolls:
            chance.roll(die.label, die.sides)
            name = die.label.removesuffix("#1")
            play.table.events.append(Event("", name, "die", value=die.value))
        raise IllegalOrder(where="", line=line, reason="No.", instead="")

    return mock.patch.object(Play, "answer", rolls_alone)


def test_a_line_whose_dice_had_fallen_is_carried_out() -> None:
    """Or the GM who does not like them says that it failed, and then that it could not be carried out."""
    post = veiled()
    line = with_die(post)[0]
    broken = Crook(post).writes(Mailed(order=order(post, "york", line)), Fails)
    again = Ruling(kind="again", entry=broken.entries[-1].n, program=VERSION, reason="Mended.")
    with lapsing(line, broken):
        broken.writes(again)
    assert broken.last.rolls
    assert not broken.last.decisions
    for who in (None, ANN, BOB):
        assert says(
            verify(broken, who),
            "ledger.checks.questions._Check.same_dice",
            "line 1 of york",
            word="carry",
        )
    assert "failed, without that line" in stranger(broken)


@pytest.mark.slow
def test_nor_does_another_line_take_its_place() -> None:
    post = veiled()
    rolls = with_die(post)
    line = rolls[0]
    quiet = next(o.line for o in post.look("york").legal() if o.line not in rolls and not o.passes)
    mail = order(post, "york", line, f"anyway: {quiet}")
    broken = Crook(post).writes(Mailed(order=mail), Fails)
    again = Ruling(kind="again", entry=broken.entries[-1].n, program=VERSION, reason="Mended.")
    with lapsing(line, broken):
        broken.writes(again)
    assert [row.by for row in broken.last.decisions] == ["earlier"]
    assert says(verify(broken, ANN), "ledger.checks.own.OwnCheck._not_before", 1, word="rolled")


class RolledOnce(GmChance):
    """A die of one name falls once, and shows the same when it is asked for again."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.fallen = dict[str, int]()

    def roll(self, label: str, sides: int) -> int:
        if label not in self.fallen:
            self.fallen[label] = super().roll(label, sides)
        return self.fallen[label]


def rolling_first(line: str, faulty: Crook) -> mock._patch[object]:
    """A program in which this line begins with the dice of the one that failed."""
    failure, answer = faulty.ledger.position.failure, Play.answer
    assert failure is not None

    def act(play: Play[Any], side: str, said: str, chance: Any, *more: Any, **by: Any) -> None:
        for die in failure.rolls if said == line else ():
            chance.roll(die.label, die.sides)
        return answer(play, side, said, chance, *more, **by)

    return mock.patch.object(Play, "answer", act)


@pytest.mark.slow
def test_nor_is_a_line_carried_out_that_had_been_passed_over() -> None:
    """Its condition did not hold; the GM who has seen the die says that it does."""
    post = veiled()
    rolls = with_die(post)
    quiet = next(o.line for o in post.look("york").legal() if o.line not in rolls and not o.passes)
    mail = order(post, "york", f"if turn >= 99: {quiet}", rolls[0])
    broken = Crook(post).writes(Mailed(order=mail), Fails)
    again = Ruling(kind="again", entry=broken.entries[-1].n, program=VERSION, reason="Mended.")
    holds = mock.patch.object(script, "_runs", lambda now, cursor, look: cursor.times < 1)
    with holds, rolling_first(quiet, broken):
        broken.writes(again, RolledOnce)
    assert [row.by for row in broken.last.decisions] == ["earlier", "earlier"]
    assert [verify(broken, who) for who in (None, BOB)] == ["", ""]
    assert says(
        verify(broken, ANN), "ledger.checks.own.OwnCheck._not_before", ..., 2, word="stands"
    )


def test_nobody_is_accused_where_a_line_of_a_script_meets_an_error() -> None:
    """It is no line of an order; and the script goes on from that line, with the same dice."""
    post = stopped()
    menu = [option.line for option in post.look("york").legal()]
    line = next(one for one in menu if Crook(post).takes(order(post, "york", one)).last.rolls)
    post, plan = scripted(f"{line}; york: pass")
    honest, broken = Crook(post).takes(plan), Crook(post).takes(plan, Fails)
    (fault,) = broken.last.faults
    assert (fault.side, fault.place, fault.rolls) == ("gm", 0, 1)
    again = Ruling(kind="again", entry=broken.entries[-1].n, program=VERSION, reason="Mended.")
    broken.writes(again)
    scripts = [row for row in honest.last.decisions if row.by == "script"]
    assert scripts
    assert [row for row in broken.last.decisions if row.by == "script"] == scripts
    assert broken.last.rolls == honest.last.rolls
    assert [verify(broken, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert audit(broken) == ""
