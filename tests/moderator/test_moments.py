"""3.1.3 Hold Events at any moment, in a real game: no mail without a policy, and no GM can bend one."""

from __future__ import annotations

import pytest

from pbem.engine.request import Request
from pbem.errors import ReplayMismatch
from pbem.ledger.chances import GmChance
from pbem.ledger.checks import entry
from tests.drawn import kept

from .people import Post, seated

SIDES = ("york", "lancaster")


def standing(post: Post, side: str, **reactions: str) -> None:
    envelope = post.look(side).orders([], reactions=reactions)
    receipts = post.take({f"{side}-standing": envelope.to_text()})
    assert [receipt.error for receipt in receipts if receipt.error] == []
    assert receipts


def asked(post: Post) -> list[str]:
    return [request.kind for request in post.look().requests]


@kept
def _with_hands() -> Post:
    for seed in range(7, 30):
        post = seated(seed=seed, scenario="Ia")
        while post.look().result is None and len(post.mails) < 60:
            if all(post.look().ledger.play.state.held[side] for side in SIDES):
                return post
            post.turn()
    raise AssertionError("nobody ever holds a card")


def with_hands() -> Post:
    """Both sides hold something."""
    return _with_hands().copy()


def until_asked(post: Post) -> None:
    for _ in range(60):
        if "event" in asked(post):
            return
        post.turn()
    raise AssertionError("nobody is asked at any moment")


def moments(post: Post) -> list[tuple[str, str, str]]:
    return [
        (d.side, d.line, d.by)
        for story in post.look().stories()
        for d in story.decisions
        if d.request.startswith("event-")
    ]


@pytest.mark.slow
def test_without_a_policy_nobody_is_asked_and_the_log_says_nothing() -> None:
    post = with_hands().play(40)
    assert moments(post) == []
    assert any(card in post.save.decode() for card in ("event_shift", "command-"))
    post.look().verify()


@pytest.mark.slow
def test_ask_stops_the_game_and_an_answer_goes_on() -> None:
    post = with_hands()
    standing(post, "york", event="ask y13")
    until_asked(post)
    (request,) = [r for r in post.look("york").requests if r.kind == "event"]
    assert request.side == "york"
    assert [option.line for option in request.options][-2:] == ["wait", "no"]
    post.take({"york-wait": post.sent("york", "wait")})
    until_asked(post)
    step = post.look().ledger.play.state.step
    post.take({"york-no": post.sent("york", "no")})
    told = [("york", "ask", "policy"), ("york", "wait", ""), ("york", "ask", "policy")]
    assert moments(post)[:4] == [*told, ("york", "no", "")]
    until_asked(post)
    assert post.look().ledger.play.state.step != step
    for who in ("", *SIDES):
        post.look(who).verify()


@pytest.mark.slow
def test_a_save_that_stands_at_a_moment_is_taken_up_there() -> None:
    post = with_hands()
    standing(post, "lancaster", event="ask")
    until_asked(post)
    again = post.look("gm")
    assert [r.id for r in again.requests] == [r.id for r in post.look().requests]
    post.play(len(post.mails) + 6)
    post.look("lancaster").verify()


def play_anything(post: Post) -> str:
    """A policy that plays whatever its side holds for any moment."""
    return "play y13; play l13; play y20; play y12 if turn >= 3; play l20 if turn >= 3"


@pytest.mark.slow
def test_a_policy_plays_and_everybody_can_check_it() -> None:
    for seed in range(7, 15):
        post = seated(seed=seed, scenario="Ia")
        for side in SIDES:
            standing(post, side, event=play_anything(post))
        post.play(140)
        played = [line for _, line, by in moments(post) if by == "policy"]
        for who in ("", *SIDES):
            post.look(who).verify()
        if played:
            assert all(line.startswith("play ") for line in played)
            return
    raise AssertionError("nobody ever held such a card")


def deaf(self: GmChance, request: Request) -> str:
    """A GM who never looks what York says at a moment."""
    return "" if request.side == "york" else HONEST(self, request)


def inventing(self: GmChance, request: Request) -> str:
    """A GM who asks at moments of his own choice."""
    return "ask" if request.side == "york" else HONEST(self, request)


HONEST = GmChance.at_moment


@pytest.mark.slow
def test_a_moment_that_the_gm_leaves_out_is_missed_by_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = with_hands()
    standing(post, "york", event="ask")
    monkeypatch.setattr(GmChance, "at_moment", deaf)
    with pytest.raises(ReplayMismatch, match="your standing orders"):
        post.play(len(post.mails) + 20)
    post.look().verify()
    post.look("lancaster").verify()


@pytest.mark.slow
def test_a_moment_that_the_gm_invents_is_refused_by_whose_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = with_hands()
    with monkeypatch.context() as crooked:
        crooked.setattr(GmChance, "at_moment", inventing)
        crooked.setattr(entry, "check", lambda ledger, step, record: None)
        with pytest.raises(ReplayMismatch, match="no policy of york"):
            until_asked(post)
    with pytest.raises(ReplayMismatch, match="your standing orders"):
        post.look("york")


@pytest.mark.slow
def test_a_rewind_to_a_moment_stands_there_again_and_goes_on() -> None:
    post = with_hands()
    standing(post, "york", event="ask")
    until_asked(post)
    (before,) = [r for r in post.look().requests if r.kind == "event"]
    first = post.look().ledger.askings["york"].since + 1
    post.take({"york-wait": post.sent("york", "wait")})
    post.play(len(post.mails) + 4)
    game = post.look("gm")
    game.rule("void", "Once more.", entry=first)
    post.saves.append(post.save)
    post.save = game.dumps()
    post.ready()
    (again,) = [r for r in post.look().requests if r.kind == "event"]
    assert (again.side, [o.line for o in again.options]) == (
        "york",
        [o.line for o in before.options],
    )
    assert again.id != before.id
    post.play(len(post.mails) + 4)
    for who in ("", *SIDES):
        post.look(who).verify()
