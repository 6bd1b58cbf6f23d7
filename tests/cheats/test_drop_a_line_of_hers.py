"""Games with hidden pieces: the GM says of a line of York's that it could not be carried out, or that it lapsed."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

from pbem.engine.script import Cursor, read
from pbem.games.plantagenet import s3_4_muster
from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.ledger.checks import due
from pbem.ledger.checks.due import DueLine, Unseen
from pbem.ledger.draft import Draft
from pbem.ledger.glimpse import load_request
from pbem.protocol.bodies import Left, Mailed, Record
from pbem.protocol.save import Save
from pbem.reports.verdict import text
from tests.differential.table import installed
from tests.moderator import skirmish
from tests.moderator.people import NONCE, joined
from tests.says import says, sentence

from .table import ANN, GM, PLAYERS, Crook, Post, by_hand, mailed, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold

NAMES = tuple(name for name in Record.__struct_fields__ if name != "link")
NEVER = "if turn >= 99"
NOWHERE = "march: parley nowhere"


def lines(post: Post) -> tuple[str, str]:
    """Two lines of York's that do not end what York is asked, so that either can follow the other."""
    one, *others = (option.line for option in post.look("york").legal())
    return one, next(line for line in others if line.split()[:3] != one.split()[:3])


def instead(
    post: Post,
    texts: list[str],
    done: list[str],
    reactions: list[tuple[str, str]] | None = None,
    **more: Any,
) -> Crook:
    """York orders some texts, and the entry is the one of another order of hers."""
    made = Crook(post).takes(by_hand(post, "york", done, reactions=reactions))
    changes = {name: getattr(made.last, name) for name in NAMES}
    mail = by_hand(post, "york", texts, reactions=reactions)
    cheat = Crook(post).takes(mail, **(changes | more))
    cheat.menus = made.menus
    return cheat


def test_her_first_line_is_carried_out_or_the_order_refused() -> None:
    """`A; anyway: B`, and only B is carried out."""
    post = veiled()
    one, other = lines(post)
    cheat = instead(post, [one, f"anyway: {other}"], [f"{NEVER}: {one}", other])
    assert verify(cheat) == ""
    said = verify(cheat, ANN)
    assert says(said, "ledger.checks.own.OwnCheck._first_due", 1, one, word="comes")


def test_an_order_of_which_no_line_would_run_is_not_taken() -> None:
    post = veiled()
    one, _ = lines(post)
    made = Crook(post).takes(by_hand(post, "york", [one]))
    cheat = Crook(post)
    cheat.signs(Mailed(order=by_hand(post, "york", [f"{NEVER}: {one}"])), made.last)
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._first_due", word="yours")


def test_no_line_stands_where_she_wrote_none() -> None:
    post = veiled()
    one, other = lines(post)
    cheat = instead(post, [one], [one, other])
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._check_line", other, word="nothing")


def test_no_line_is_of_an_order_that_does_not_wait() -> None:
    post = veiled()
    step = Mailed(order=by_hand(post, "york", [*lines(post)]))
    record, n = Crook(post).writes(step).last, post.look().ledger.n + 1

    def older(told: dict[str, Any]) -> None:
        assert [entry for entry, *_ in told["ran"]] == [n, n]
        told["ran"][1][0] = n - 1

    cheat = Crook(post).writes(step, stories=retold(post, record, n, "york", older))
    assert verify(cheat) == ""
    assert says(
        verify(cheat, ANN), "ledger.checks.own.OwnCheck._check_own_lines", ..., n - 1, word="order"
    )


def test_a_line_that_her_menu_offers_is_not_left() -> None:
    post = veiled()
    one, other = lines(post)
    n = post.look().ledger.n + 1
    cheat = instead(post, [one, other], [one], left=(Left("york", n, 2),))
    assert verify(cheat) == ""
    assert says(
        verify(cheat, ANN),
        "ledger.checks.own.OwnCheck._menu_proves_end",
        ...,
        other,
        word="carried",
    )


def test_her_order_ends_where_her_menu_says() -> None:
    post = veiled()
    one, other = lines(post)
    n = post.look().ledger.n + 1
    texts = [one, f"{NEVER}: {other}", NOWHERE]
    honest = Crook(post).takes(by_hand(post, "york", texts))
    assert honest.last.left == (Left("york", n, 3),)
    assert verify(honest, ANN) == ""
    cheat = instead(post, texts, [one], left=(Left("york", n, 2),))
    assert verify(cheat) == ""
    assert says(
        verify(cheat, ANN), "ledger.checks.own.OwnCheck._menu_proves_end", "at line 2", word="what"
    )


def test_her_order_does_not_end_before_what_was_carried_out() -> None:
    post = veiled()
    one, other = lines(post)
    n = post.look().ledger.n + 1
    texts = [one, other, NOWHERE]
    honest = Crook(post).takes(by_hand(post, "york", texts))
    assert honest.last.left == (Left("york", n, 3),)
    assert verify(honest, ANN) == ""
    cheat = instead(post, texts, [one, other], left=(Left("york", n, 1),))
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._check_end", 1, word="which")


def test_her_order_does_not_end_before_a_line_that_says_anyway() -> None:
    post = veiled()
    one, _ = lines(post)
    n = post.look().ledger.n + 1
    texts = [one, NOWHERE, f"anyway: {NOWHERE}"]
    honest = Crook(post).takes(by_hand(post, "york", texts))
    assert honest.last.left == (Left("york", n, 3),)
    assert verify(honest, ANN) == ""
    cheat = instead(post, texts, [one], left=(Left("york", n, 2),))
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._check_end", 2, word="behind")


def test_a_line_between_two_others_is_his_word_and_named() -> None:
    """The residue: what York could do before the third line, only the GM knows."""
    post = veiled()
    one, other = lines(post)
    third = next(
        option.line
        for option in post.look("york").legal()
        if option.line.split()[:3] not in (one.split()[:3], other.split()[:3])
    )
    cheat = instead(
        post, [one, other, f"anyway: {third}"], [one, f"{NEVER}: {other}", f"anyway: {third}"]
    )
    found = Game(Save(cheat.entries, GM.public.fingerprint), ANN).verify()
    assert found.kept.passed == ((cheat.entries[-1].n, other),)
    said = " ".join(text(found).split())
    assert says(said, "reports.verdict._word_of_the_gm", ..., other, word="skipped")


class Drops(GmChance):
    """He forgets that York's order waits."""

    def begin(self, draft: Draft) -> None:
        super().begin(draft)
        draft.rest.pop("york", None)


def waiting() -> Post:
    """In the fog: York has struck, and her `parry` waits for Lancaster's strike, which comes now and hits."""
    post = joined(Post(Game.new(GM, "skirmish", "fog", {}, None, NONCE).dumps()))
    post.ready()
    for _ in range(20):
        take(post, "york", "wait", "parry")
        strike = Crook(post).takes(order(post, "lancaster", "strike"))
        if [row.by for row in strike.last.decisions if row.side == "york"]:
            return post
        take(post, "lancaster", "wait")
    raise AssertionError("no strike hits")


def take(post: Post, side: str, *texts: str) -> None:
    receipt = mailed(post, by_hand(post, side, texts))
    assert receipt.error is None, receipt.error


def test_a_line_that_waits_is_not_dropped_within_its_step() -> None:
    with installed(skirmish.ONE):
        post = waiting()
        mail = order(post, "lancaster", "strike")
        assert verify(Crook(post).takes(mail), ANN) == ""
        cheat = Crook(post).takes(mail, Drops)
        cheat.menus.clear()
        assert [row.side for row in cheat.last.questions] == ["york"]
        assert verify(cheat) == ""
        assert says(
            verify(cheat, ANN), "ledger.checks.own.OwnCheck._if_held_at", "`parry`", word="neither"
        )


def drawing() -> tuple[Post, list[str], str]:
    """Hidden Mats: York draws two Capabilities, then Lancaster. Two lines that say who takes hers, and another Lord
    for the second."""
    for nonce in range(40):
        game = Game.new(GM, "plantagenet", "Ia", {}, {"hidden_mats": "yes"}, bytes([nonce]) * 32)
        post = joined(Post(game.dumps()))
        while not (asked := post.look("york").requests):
            post.turn()
        if [(row.side, row.kind) for row in asked] != [("york", "capability")]:
            continue
        first = post.look("york").legal()[0].line
        drawn = player(Crook(post).takes(by_hand(post, "york", [first])), "york")
        if [(row.side, row.kind) for row in drawn.requests] == [("york", "capability")]:
            second = [option.line for option in drawn.legal()]
            if len(second) > 1:
                return post, [first, second[0]], second[1].rpartition(" ")[2]
    raise AssertionError("nobody draws two Capabilities that several Lords can take")


@pytest.mark.parametrize("ends", [False, True])
def test_a_policy_of_hers_does_not_answer_in_place_of_a_line(ends: bool) -> None:
    """Her order says who takes the second card; her policy, made for other times, names somebody else."""
    post, texts, lord = drawing()
    policy = [("capability", lord)]
    honest = Crook(post).takes(by_hand(post, "york", texts, reactions=policy))
    assert [row.by for row in honest.last.decisions if row.side == "york"] == ["", ""]
    ruled = Crook(post).takes(by_hand(post, "york", texts[:1], reactions=policy))
    assert [row.by for row in ruled.last.decisions if row.side == "york"] == ["", "policy"]
    assert [verify(crook, ANN) for crook in (honest, ruled)] == ["", ""]
    left = (Left("york", ruled.entries[-1].n, 2),) if ends else ()
    cheat = instead(post, texts, texts[:1], reactions=policy, left=left)
    assert verify(cheat) == ""
    said = verify(cheat, ANN)
    assert "your policy answers `capability-" in said
    assert (
        sentence("ledger.checks.own.OwnCheck._check_lines_come_first", word="though")
        if ends
        else sentence("ledger.checks.own.OwnCheck._check_lines_come_first", word="their")
    ) in said


class Idle(GmChance):
    """He takes York's Muster to be over after one Levy action."""

    def begin(self, draft: Draft) -> None:
        super().begin(draft)
        self.enough = mock.patch.object(s3_4_muster, "finish_the_idle", idle)
        self.enough.start()

    def compare(self, record: Record) -> None:
        self.enough.stop()


def idle(state: Any, musters: s3_4_muster.Musters) -> None:
    if musters.spent:
        musters.waiting.clear()


def test_a_line_that_waited_as_she_is_asked_for_a_plan_is_named() -> None:
    """The residue: what was possible as her Muster went on, only the GM knows."""
    post = veiled()
    one, other = lines(post)
    cheat = Crook(post).takes(by_hand(post, "york", [one, other]), Idle)
    n = cheat.entries[-1].n
    assert [row.side for row in cheat.last.decisions] == ["york"]
    while not (asked := stacks(cheat)):
        side = cheat.last.questions[0].side
        done = next(o.line for o in player(cheat, side).legal() if o.passes)
        cheat.takes(player(cheat, side).orders((done,)).envelope)
    assert asked == ["york", "lancaster"]
    kept = player(cheat, "york").verify().kept
    assert cheat.entries[-1].n > n
    assert kept.lapsed == ((cheat.entries[-1].n, other),)


def stacks(cheat: Crook) -> list[str]:
    return [row.side for row in cheat.last.questions if row.stack is not None]


def player(cheat: Crook, side: str) -> Game:
    """The game as a player has it, who believes the GM."""
    return Game(Save(cheat.entries, GM.public.fingerprint, beside=cheat.menus), PLAYERS[side])


@pytest.mark.parametrize(
    ("typed", "known"), [("parley exeter", False), ("norfolk: parley exeter", True)]
)
def test_what_is_said_to_be_barred_ends_no_order(typed: str, known: bool) -> None:
    """The rows `barred` of a menu are sentences for people. A short line may be one that they forbid, and then nobody
    here knows whether it can be carried out; a whole one is what the menu offers, whatever they say."""
    option = {"rule": "", "note": "", "gives_up": "", "group": [], "shows": "", "unheld": ""}
    asked = {
        "side": "york",
        "kind": "muster",
        "question": "Which Levy action?",
        "rule": "",
        "id": "york-1",
        "forced": False,
        "secret_menu": False,
        "options": [
            {**option, "line": "norfolk: parley exeter", "most": 0, "passes": False, "must": []}
        ],
        "barred": [[typed, "The road is shut."]],
    }
    request = load_request(asked)

    def due_line() -> DueLine:
        return due.due_line(read(typed), Cursor(), request, lambda term: 0, {})

    if known:
        assert due_line().runs
    else:
        with pytest.raises(Unseen):
            due_line()
