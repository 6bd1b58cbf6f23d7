"""The GM tells of another die than fell, or plays another card than she laid down: where pieces are hidden."""

from __future__ import annotations

from typing import Any

from pbem.ledger.chances import GmChance
from pbem.protocol import canonical
from pbem.protocol.bodies import Mailed, PrivateStory, replace
from tests.says import says, worded

from .table import ANN, BOB, Crook, choosing, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold
from .test_mend_a_fault_that_was_none import with_die


def lie(told: dict[str, Any]) -> None:
    for event in told["events"]:
        if event["kind"] == "die":
            event["value"] = event["value"] % 6 + 1


def test_the_die_that_is_told_is_the_one_that_fell() -> None:
    post = veiled()
    step = Mailed(order=order(post, "york", with_die(post)[0]))
    honest = Crook(post).writes(step)
    record, n = honest.last, honest.entries[-1].n
    crook = Crook(post)
    crook.signs(step, replace(record, stories=retold(post, record, n, "york", lie)))
    assert verify(crook) == ""
    assert says(verify(crook, ANN), "ledger.checks.hidden.check_told", word="dice")
    told = canonical.decode(record.stories[0].clear.encode(), 2**20)
    lie(told)
    public = PrivateStory("public", clear=canonical.encode(told).decode())
    crook = Crook(post)
    crook.signs(step, replace(record, stories=(public, *record.stories[1:])))
    for who in (None, ANN, BOB):
        assert says(verify(crook, who), "ledger.checks.hidden.check_told", word="dice")


class Sided(GmChance):
    """He throws a die with as many sides as suit him."""

    def roll(self, label: str, sides: int) -> int:
        return super().roll(label, 5)


def test_a_die_has_the_sides_that_dice_of_the_game_have() -> None:
    post = veiled()
    mail = order(post, "york", with_die(post)[0])
    cheat = Crook(post).takes(mail, Sided)
    for who in (None, ANN, BOB):
        assert says(verify(cheat, who), "ledger.checks.hidden.check", ..., 5, word="sides")


def test_what_all_are_told_is_told_alike_to_each() -> None:
    """York alone reads that the same die had been easier."""
    post = veiled()
    step = Mailed(order=order(post, "york", with_die(post)[0]))
    honest = Crook(post).writes(step)

    def easier(told: dict[str, Any]) -> None:
        next(event for event in told["events"] if event["kind"] == "die")["needed"] = "1-6"

    stories = retold(post, honest.last, honest.entries[-1].n, "york", easier)
    crook = Crook(post)
    crook.signs(step, replace(honest.last, stories=stories))
    assert [verify(crook, who) for who in (None, BOB)] == ["", ""]
    assert says(verify(crook, ANN), "ledger.checks.hidden.check_told", word="something")


def test_the_card_that_she_plays_is_turned_up() -> None:
    """He goes on with another one, and says that it left her hand unseen."""
    post = choosing()
    mine, other = (option.line for option in post.look("york").legal()[:2])
    theirs = order(post, "lancaster", post.look("lancaster").legal()[0].line)
    first = order(post, "york", mine)
    honest = Crook(post).takes(first).takes(theirs)
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    instead = Crook(post).takes(order(post, "york", other)).takes(theirs)
    hand = post.look("york").known()
    (own,) = (one for one in instead.last.openings if one.slot in hand)
    openings = tuple(one for one in instead.last.openings if one is not own)

    def as_hers(told: dict[str, Any]) -> None:
        for row in told["decisions"]:
            row["line"] = row["line"].replace(other, mine)
        for row in told["ran"]:
            row[2] = row[2].replace(other, mine)
        told["gone"] = [own.slot]

    record, n = instead.last, instead.entries[-1].n
    stories = retold(post, record, n, "york", as_hers)
    crook = Crook(post).takes(first)
    crook.signs(Mailed(order=theirs), replace(record, stories=stories, openings=openings))
    assert verify(crook) == ""
    assert says(
        verify(crook, ANN),
        "ledger.checks.own_answers.OwnAnswers._cards_turned_up",
        mine.split()[1],
        worded("ledger.checks.own_answers.OwnAnswers._cards_turned_up", word="not turned up"),
        word="line",
    )
