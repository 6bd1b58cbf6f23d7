"""Games with hidden pieces: the GM answers for a player by lines that lapsed as their part of the turn ended."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar
from unittest import mock

import pytest

from pbem.engine.facets.secrets import Secrets
from pbem.errors import BadPatch, PbemError
from pbem.games.plantagenet.s1_5_lords import mustered, side_of
from pbem.games.plantagenet.secrets import PlantagenetSecrets
from pbem.games.richard_iii.veil import RichardIIISecrets
from pbem.gm.game import Game
from pbem.ledger import askings
from pbem.ledger.cases import rulings
from pbem.ledger.checks.questions import number_of
from pbem.ledger.draft import Draft
from pbem.ledger.run import Run
from pbem.ledger.values import Statements
from pbem.protocol.bodies import Decided, Mailed, OpenQuestion, replace
from pbem.reports.verdict import text
from tests.drawn import kept
from tests.says import says, worded

from .table import (
    PLAYERS,
    Crook,
    Post,
    any_line,
    changed,
    choosing,
    mailed,
    order,
    veiled,
    veiled_with_plans,
    verify,
)
from .test_deal_from_a_deck_of_my_own import commanding, stranger

Answer = tuple[str, str, str]
Row = TypeVar("Row", Decided, OpenQuestion)
turn = Run._answer_pending
OTHER = {"york": "lancaster", "lancaster": "york"}


def answers(made: Crook) -> list[Answer]:
    return [(row.side, row.request, row.by) for row in made.last.decisions]


def restored(lapsed: dict[str, Statements]) -> mock._patch[object]:
    """A program that goes on with these statements, and never lets any lapse."""
    begun = set[int]()

    def forgetful(run: Run) -> bool:
        draft: Draft = run.draft
        if id(run) not in begun:
            begun.add(id(run))
            draft.rest |= {side: row for side, row in lapsed.items() if side not in draft.rest}
        draft.rest_step = draft.play.checkpoint.asked
        return turn(run)

    return mock.patch.object(Run, "_answer_pending", forgetful)


def kinds(made: Crook) -> set[str]:
    """What is asked of whom an earlier order answers for."""
    return {name.rpartition("-")[0] for _, name, by in answers(made) if by == "earlier"}


def waiting(post: Post) -> dict[str, Statements]:
    return dict(post.look("gm").ledger.position.rest)


@kept
def games() -> list[tuple[Crook, str, bool]]:
    """Entries in which lines answer that had lapsed: whose they are, and whether their step was over before it."""
    found = list[tuple[Crook, str, bool]]()
    for seed in range(2, 8):
        post, lapsed = veiled(), dict[str, Statements]()
        post.random = random.Random(seed)
        for _ in range(24):
            side = next(iter(post.asked()), "")
            if not side or post.look().result is not None:
                break
            line, before = any_line(post.look(side), post.random), waiting(post)
            alone = line.startswith(("ready", "plan"))
            try:
                step = Mailed(
                    order=order(post, side, *([line] if alone else [line, "pass", "pass"]))
                )
                honest = Crook(post).writes(step)
            except PbemError:
                step = Mailed(order=order(post, side, line))
                honest = Crook(post).writes(step)
            with restored({who: lapsed[who] for who in lapsed if who == OTHER[side]}):
                cheat = Crook(post).writes(step)
            if answers(cheat) != answers(honest):
                found.append((cheat, OTHER[side], OTHER[side] not in before))
            if {over for *_, over in found} == {True, False} and kinds(found[-1][0]) != {"command"}:
                return found
            assert mailed(post, step.order).error is None
            after = waiting(post)
            left = {row.side for row in honest.last.left}
            over = {who: row for who, row in before.items() if who not in after and row.remaining}
            lapsed = {**lapsed, **{who: row for who, row in over.items() if who not in left}}
            lapsed = {who: row for who, row in lapsed.items() if who not in after}
    return found


def test_where_its_step_was_over_before_everybody_sees_it() -> None:
    cheat, side, _ = next(one for one in games() if one[2])
    assert says(verify(cheat), "ledger.checks.questions._Check.by", side, word="earlier")
    assert verify(cheat, PLAYERS[side]) != ""


def test_where_it_ended_in_the_same_entry_everybody_sees_it() -> None:
    """The questions that were answered before are none of that step."""
    cheat, side, _ = next(one for one in games() if not one[2])
    for who in (None, *PLAYERS.values()):
        why = verify(cheat, who)
        assert says(why, "ledger.checks.hidden.check_lapsed", side)
        assert says(why, "ledger.checks.hidden.check_lapsed")


def test_where_the_kind_of_question_tells_it_strangers_see_it_too() -> None:
    """The independent verifier does not know whose Command card is at work."""
    cheat, *_ = games()[-1]
    assert "is answered by lines that had lapsed" in stranger(cheat)


def test_its_owner_is_told_where_a_later_step_may_ask_the_same() -> None:
    """Which came first only the GM knows until the audit. This game is in order: both choose a card.

    The game says that a card is chosen once in a turn; without that nobody could tell.
    """
    post = choosing()
    first, second = post.asked()
    for side in (first, second):
        assert mailed(post, order(post, side, any_line(post.look(side), post.random))).error is None
    (line,) = post.look(first).ledger.play.decisions
    found = post.look(first).verify()
    assert found.kept.late == ()
    with mock.patch.object(RichardIIISecrets, "asked_later", Secrets.asked_later):
        found = Game(post.look().save, PLAYERS[first]).verify()
    n = post.look().ledger.n
    assert found.kept.late[-1:] == ((n, line.line),)
    # So it is where nobody can tell in which step her order waits, as behind an entry that asks at a moment.
    with mock.patch.object(askings, "_stage", return_value=""):
        unknown = Game(post.look().save, PLAYERS[first]).verify()
    assert unknown.kept.late[-1:] == ((n, line.line),)
    assert says(
        " ".join(text(found).split()),
        "reports.verdict._word_of_the_gm",
        n,
        line.line,
        word="carried",
    )


def acting() -> Post:
    """Hidden mats: a Command card is at work."""
    post = veiled_with_plans()
    while not post.look("gm").ledger.play.state.active:
        post.turn()
    return post


def other_lord(post: Post) -> str:
    state = post.look("gm").ledger.play.state
    side = side_of(state.active)
    return next(id for id in state.lords if side_of(id) != side and mustered(state, id))


CORRECTIONS: dict[str, tuple[Callable[[], Post], Callable[[Post], str]]] = {
    "another Lord acts": (acting, lambda post: f"set active {other_lord(post)}"),
    "another step": (acting, lambda post: "set step feed"),
    "another turn": (veiled, lambda post: "set box 2"),
    "another player acts": (
        lambda: commanding()[0],
        lambda post: f"set first {OTHER[post.look().ledger.play.state.first]}",
    ),
}


@pytest.mark.parametrize("which", CORRECTIONS)
def test_no_correction_changes_the_step_in_which_lines_wait(which: str) -> None:
    begin, line = CORRECTIONS[which]
    post = begin()
    game = post.look("gm")
    with pytest.raises(
        BadPatch, match=worded("ledger.cases.rulings.check_patched", word="neither")
    ):
        game.rule("patch", "A slip.", lines=[line(post)])
    with mock.patch.object(rulings, "check_patched"):
        cheat = Crook(post).writes(game.ruling("patch", "A slip.", lines=(line(post),)))
    for who in (None, *PLAYERS.values()):
        assert says(verify(cheat, who), "ledger.checks.hidden.check_place")
    if which in ("another step", "another turn"):
        assert "stands in its turn" in stranger(cheat)


def marching() -> Post:
    """Hidden mats: a Lord marches, the next lines of his side wait, and the other side is asked about him."""
    post = veiled_with_plans()
    post.random = random.Random(2)
    while True:
        (side,) = post.asked()
        game = post.look(side)
        acts = post.look("gm").ledger.play.state.active
        if acts and side_of(acts) != side and OTHER[side] in waiting(post):
            return post
        line = any_line(game, post.random)
        if marches := [option.line for option in game.legal() if "march" in option.line]:
            line = post.random.choice(marches)
        try:
            mail = order(post, side, line, "pass", "pass")
        except PbemError:
            mail = order(post, side, line)
        assert mailed(post, mail).error is None


@pytest.mark.slow
def test_such_a_correction_would_have_an_honest_gm_called_a_cheat() -> None:
    """`set active` while York is asked whether to intercept: no line of the March waits where others look for it."""
    post = marching()
    (side,) = post.asked()
    with mock.patch.object(PlantagenetSecrets, "place", return_value=""):
        game = post.look("gm")
        game.rule("patch", "A slip.", lines=[f"set active {other_lord(post)}"])
        post.save = game.dumps()
        post.ready()
        honest = Crook(post).takes(order(post, side, "no"))
        assert "command" in kinds(honest)
        for who in (None, *PLAYERS.values()):
            assert says(verify(honest, who), "ledger.checks.hidden.check_lapsed")


def test_no_question_is_answered_that_belongs_to_another_step() -> None:
    """Lancaster, who helps the GM, answers it, and behind that the lines of York that had lapsed."""
    post = veiled()
    (side,) = post.asked()
    step = Mailed(order=order(post, side, any_line(post.look(side), post.random)))
    first = Crook(post).writes(step).last
    crook = Crook(post)

    def renamed(rows: Sequence[Row]) -> tuple[Row, ...]:
        name = f"deeds-{number_of(rows[0].request)}"
        return (replace(rows[0], request=name), *rows[1:])

    questions = tuple(replace(row, kind="deeds") for row in renamed(first.questions))
    entry = crook.signs(step, replace(first, questions=questions))
    assert mailed(post, step.order).error is None
    assert "belongs" not in verify(crook)
    side = questions[0].side
    mail = order(post, side, any_line(post.look(side), post.random))
    second = Crook(post).takes(mail).last
    name = questions[0].request
    said = changed(mail, PLAYERS[side], request=name, head=entry.head, newest=entry.newest)
    crook.signs(Mailed(order=said), replace(second, decisions=renamed(second.decisions)))
    assert says(verify(crook), "ledger.checks.hidden.in_step")
    assert "asked in this step" in stranger(crook)
