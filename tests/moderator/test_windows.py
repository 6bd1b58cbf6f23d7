"""Windows in which a player may interrupt: no mail without a word of his, and what is seen of one hangs on
what all can see."""

from __future__ import annotations

import pytest

from pbem import games
from pbem.errors import ReplayMismatch
from pbem.ledger.chances import GmChance
from pbem.ledger.checks import entry
from pbem.mail.write.packet import packet
from pbem.protocol.envelope import to_text
from tests.cheats.table import by_hand

from . import ambush
from .ambush import DAWN, HORN, SIDES
from .forger import entries_of
from .people import Post
from .test_proofs import fresh, held, send, started


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "ambush", f"{ambush.__name__}:RULES")


def standing(post: Post, side: str, **reactions: str) -> None:
    envelope = post.look(side).orders([], reactions=reactions)
    (receipt,) = post.take({f"{side}-{len(post.mails)}": envelope.to_text()})
    assert receipt.error is None, receipt.error


def asked(post: Post) -> list[tuple[str, str]]:
    return [(request.side, request.kind) for request in post.look().requests]


def decided(post: Post) -> list[tuple[str, str, str]]:
    """Side, line and by whom, in the last entry."""
    return [(d.side, d.line, d.by) for d in entries_of(post.save)[-1].body.record.decisions]


def next_dawn(post: Post) -> Post:
    """The turn is over but for Lancaster's last impulse; all others were strikes."""
    for side in ("york", "lancaster", "york"):
        send(post, side, "strike")
    return post


def a_card(post: Post, side: str) -> str:
    return next((card.lower() for card in held(post, side) if card in DAWN), "")


# -- one side --------------------------------------------------------------------------------------


def test_a_window_that_nobody_wants_costs_no_mail_and_leaves_no_trace() -> None:
    post = started("horn", "lancaster")
    before = len(entries_of(post.save))
    send(post, "york", "play herald")
    assert len(entries_of(post.save)) == before + 1
    assert decided(post) == [("york", "play herald", "")]
    assert asked(post) == [("lancaster", "act")]


def test_a_policy_plays_the_card_out_of_turn() -> None:
    post = started("horn", "lancaster")
    standing(post, "lancaster", horn="play horn")
    send(post, "york", "play herald")
    assert decided(post) == [("york", "play herald", ""), ("lancaster", "play horn", "policy")]
    assert HORN in post.look().ledger.play.state.spent
    for who in ("", *SIDES):
        fresh(post, who).verify()


@pytest.mark.parametrize("hand", ["horn", "dog"])
def test_ask_stops_whatever_is_held(hand: str) -> None:
    post = started(hand, "lancaster")
    standing(post, "lancaster", horn="ask")
    send(post, "york", "play herald")
    assert asked(post) == [("lancaster", "horn")]
    assert [o.line for o in post.look().requests[0].options] == ["play horn", "no"]
    send(post, "lancaster", "no")
    for who in ("", *SIDES):
        fresh(post, who).verify()


def test_ask_does_not_stop_once_the_card_is_publicly_elsewhere() -> None:
    post = started("horn", "york")
    standing(post, "lancaster", horn="ask")
    send(post, "york", "play horn")
    assert asked(post) == [("lancaster", "act")]


def test_no_to_one_kind_of_window_is_none_to_another() -> None:
    post = next_dawn(started("free"))
    standing(post, "york", dawn="ask", horn="ask")
    send(post, "lancaster", "strike")
    assert asked(post) == [("york", "dawn")]
    send(post, "york", "no")
    send(post, "york", "strike")
    send(post, "lancaster", f"play {held(post, 'lancaster')[0].lower()}")
    horn_is_out = HORN in post.look().ledger.play.state.spent
    assert asked(post) == [("york", "act" if horn_is_out else "horn")]


def test_the_packet_lists_each_window_with_what_happens_without_a_word() -> None:
    text = packet(started("free").look("york"), "york")
    assert '# horn = "pass"' in text
    assert '# dawn = "pass"' in text


# -- both at once ----------------------------------------------------------------------------------


def test_both_pass_without_a_word() -> None:
    post = next_dawn(started("free"))
    send(post, "lancaster", "strike")
    assert decided(post) == [("lancaster", "strike", "")]
    assert asked(post) == [("york", "act")]


def at_dawn(**said: str) -> Post:
    """The second dawn, with such policies; `play` stands for any card."""
    post = next_dawn(started("free"))
    everything = "; ".join(f"play {card.lower()}" for card in DAWN)
    for side, text in said.items():
        standing(post, side, dawn=everything if text == "play" else text)
    send(post, "lancaster", "strike")
    return post


def test_both_policies_play_in_one_entry() -> None:
    post = at_dawn(york="play", lancaster="play")
    assert [(side, by) for side, _, by in decided(post)[1:]] == [
        (side, "policy") for side in SIDES if post.look().ledger.play.state.gold[side] > 7
    ]
    assert len(decided(post)) > 1
    for who in ("", *SIDES):
        fresh(post, who).verify()


@pytest.mark.parametrize("enemy", ["play", "pass"])
def test_who_is_asked_learns_nothing_of_a_policy_that_speaks_after_him(enemy: str) -> None:
    post = at_dawn(york="ask", lancaster=enemy)
    assert asked(post) == [("york", "dawn")]
    assert decided(post)[1:] == [("york", "ask", "policy")]
    (request,) = post.look("york").requests
    assert [o.line for o in request.options] == [*(f"play {c.lower()}" for c in DAWN), "no"]
    card = a_card(post, "lancaster")
    send(post, "york", "no")
    plays = [("lancaster", f"play {card}", "policy")] if enemy == "play" and card else []
    assert decided(post) == [("york", "no", ""), *plays]
    for who in ("", *SIDES):
        fresh(post, who).verify()


def test_who_did_not_ask_in_time_is_not_asked_when_the_other_has_answered() -> None:
    post = at_dawn(york="ask", lancaster="pass")
    standing(post, "lancaster", dawn="ask")
    send(post, "york", "no")
    assert decided(post) == [("york", "no", "")]
    assert asked(post) == [("york", "act")]


def test_two_who_ask_lay_down_their_answers_secretly() -> None:
    post = at_dawn(york="ask", lancaster="ask")
    assert asked(post) == [("york", "dawn"), ("lancaster", "dawn")]
    card = a_card(post, "lancaster")
    send(post, "lancaster", f"play {card}" if card else "no")
    assert decided(post) == []
    assert not entries_of(post.save)[-1].body.record.openings
    send(post, "york", "no")
    assert decided(post) == [
        ("york", "no", ""),
        ("lancaster", f"play {card}" if card else "no", "earlier"),
    ]
    for who in ("", *SIDES):
        fresh(post, who).verify()


def test_a_save_that_stands_at_such_a_moment_is_taken_up_there() -> None:
    post = at_dawn(york="ask", lancaster="ask")
    before = [r.id for r in post.look("gm").requests]
    assert [r.id for r in fresh(post, "gm").requests] == before
    assert len({i.rpartition("-")[2] for i in before}) == 1
    game = post.look("gm")
    game.rule("void", "Once more.", entry=len(entries_of(post.save)) - 1)
    post.saves.append(post.save)
    post.save = game.dumps()
    post.ready()
    send(post, "lancaster", "strike")
    assert asked(post) == [("york", "dawn"), ("lancaster", "dawn")]
    for who in ("", *SIDES):
        fresh(post, who).verify()


def test_a_gm_who_asks_where_nobody_wants_to_be_asked_is_seen_by_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = next_dawn(started("free"))
    with monkeypatch.context() as liar:
        liar.setattr(GmChance, "at_moment", lambda self, request: "ask")
        liar.setattr(entry, "check", lambda ledger, step, record: None)
        send(post, "lancaster", "strike")
    for who in SIDES:
        with pytest.raises(
            ReplayMismatch, match=r"(your standing orders for|no policy of york can answer) dawn"
        ):
            fresh(post, who).verify()


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["open", "fog"])
def test_an_answer_behind_a_line_that_fails_is_laid_down_too(scenario: str) -> None:
    post = started("horn", "lancaster", scenario)
    for side in SIDES:
        standing(post, side, dawn="ask")
    next_dawn(post)
    (receipt,) = post.take(
        {"all": to_text(by_hand(post, "lancaster", ["strike", "play nothing", "anyway: no"]))}
    )
    assert receipt.error is None, receipt.error
    assert asked(post) == [("york", "dawn")]
    send(post, "york", "no")
    assert [(side, by) for side, _, by in decided(post)] == [("york", ""), ("lancaster", "earlier")]
    for who in ("", *SIDES):
        fresh(post, who).verify()
