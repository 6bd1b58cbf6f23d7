"""6.2.3, C24 The Plot card of an absent owner is played for him: by mail, and card by card."""

from __future__ import annotations

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.table import cards_in
from pbem.errors import BadRuling, FalseEntry, ReplayMismatch
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s6_2_2_must_play import obliging
from pbem.games.plantagenet_1450.state import State
from pbem.gm.game import Game
from pbem.ledger.chance import Chance
from pbem.ledger.fold import ledger_after
from pbem.protocol.bodies import Decided
from tests.drawn import kept
from tests.moderator.forger import entries_of
from tests.moderator.people import GM, PLAYERS, Post, agree, joined
from tests.moderator.test_absence import DAY, declare, tick
from tests.moderator.test_rulings import rule, say
from tests.plantagenet_1450.field import put
from tests.plantagenet_1450.realm import hold, realm
from tests.plantagenet_1450.test_public_check import IDLE, go_on, hand, send

EVENT, NOBLE = "event", "noble"
"""Cards of York's hand: a local insurrection, and a noble whom Lancaster would rather have (C28)."""
INSURRECTION = "L30"


def would_rather(card: str) -> bool:
    noble = facts().cards[card].noble
    return bool(noble) and facts().leaders[noble].faction == "lancaster"


@kept
def _dealt() -> tuple[Post, dict[str, str]]:
    """A beginning in which York was dealt both, with their slots, and nothing obliges Lancaster."""
    for nonce in range(1, 256):
        seed = bytes([nonce]) * 32
        made = Game.new(GM, PLANTAGENET_1450.name, "wars_of_the_roses", {}, nonce=seed)
        post = go_on(joined(Post(made.dumps(), seed=3)).ready(), "impulse", "lancaster")
        slots = {card: slot for slot, card in post.look("york").known("york").items()}
        nobles = [card for card in slots if would_rather(card)]
        obliged = obliging(post.look().ledger.play.state, "lancaster")
        if INSURRECTION in slots and nobles and not set(obliged) & set(hand(post, "lancaster")):
            return post, {EVENT: slots[INSURRECTION], NOBLE: slots[nobles[0]]}
    raise AssertionError("York is never dealt both")


def last_impulse(which: str, number: int = 5) -> Post:
    """Lancaster plays next, then York, whose Plot card is this one."""
    dealt, slots = _dealt()
    post, slot = dealt.copy(), slots[which]
    lines = [f"set impulse {number}", f"set plot.york {slot}"]
    rule(post, "patch", lines=lines)
    return post.ready()


def lancaster_plays(post: Post) -> None:
    """As little as he may, until York is asked or has played."""
    send(post, "lancaster", IDLE)
    if [request.kind for request in post.look().requests] == ["intrigue"]:
        send(post, "lancaster", "done")


def waiting(which: str) -> Post:
    """York is asked, in his last impulse."""
    post = last_impulse(which)
    lancaster_plays(post)
    assert [request.side for request in post.look().requests] == ["york"]
    return tick(post, 1)


def decided(post: Post) -> list[tuple[str, str, str]]:
    """What the last entry decided for York."""
    rows: tuple[Decided, ...] = post.look().save.entries[-1].body.record.decisions
    return [(row.request.partition("-")[0], row.line, row.by) for row in rows if row.side == "york"]


def verified(post: Post) -> None:
    """By all who sit there and by onlookers, and by the GM's keys."""
    for who in ("", "gm", *PLAYERS):
        Post(post.save).look(who).verify()
    entries = entries_of(post.save)
    ledger_after(entries, keys=post.look("gm").holder.keys)


@pytest.mark.slow
def test_c24_it_is_played_when_he_is_declared_absent() -> None:
    post = declare(waiting(EVENT), "york", 32)
    assert decided(post) == [("impulse", "event l30", "absent")]
    assert "york" not in post.look().ledger.owes_ready(), "nobody waits for him"
    state = post.ready().look().ledger.play.state
    assert (state.plot, state.discards[-1]) == ({}, "L30")
    verified(post)


def long_absent() -> Post:
    """Lancaster's order has led to the last impulse of York, who was away already."""
    post = last_impulse(EVENT)
    declare_at_his_ready(post)
    lancaster_plays(post)
    return post


@pytest.mark.slow
def test_c24_also_where_he_has_been_absent_for_long() -> None:
    post = long_absent()
    assert decided(post)[:1] == [("impulse", "event l30", "absent")]
    verified(post)


def declare_at_his_ready(post: Post) -> None:
    """York has owed a `ready` for a month."""
    rule(post, "patch", lines=["set treasury.york 3"])
    tick(post, 2)
    declare(post, "york", 40)
    assert post.look().ledger.table.absent
    post.ready()


@pytest.mark.slow
def test_c24_a_noble_comes_to_the_first_place_on_his_card() -> None:
    post = waiting(NOBLE)
    card = post.look("york").known("york")[_dealt()[1][NOBLE]]
    first = next(o.line for o in post.look().requests[0].options if o.shows == card)
    declare(post, "york", 32)
    assert decided(post) == [("impulse", first, "absent")]
    assert first.startswith(f"noble {card.lower()} ")
    verified(post)
    asked = post.ready().look().requests[0]
    assert (asked.side, asked.kind) == ("york", "intrigue"), (
        "his points are his, or the GM's to spend"
    )


def pressed(ending: str) -> Post:
    """York is asked, and has a day to answer, then a day of grace."""
    post = agree(last_impulse(EVENT), DAY, 24, 24, ending)
    lancaster_plays(post)
    return tick(post, 2)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["gm", "policy", "substitute"])
def test_c24_after_the_deadline_whatever_was_agreed(ending: str) -> None:
    post = pressed(ending)
    game = post.look("gm")
    with pytest.raises(BadRuling):
        game.timed_out("york", 3 * DAY)
    game.timed_out("york", 5 * DAY)
    post.save = game.dumps()
    assert decided(post) == [("impulse", "event l30", "absent")]


@pytest.mark.slow
def test_c24_c25_who_plays_for_forfeits_has_lost() -> None:
    post = pressed("forfeit")
    game = post.look("gm")
    game.timed_out("york", 5 * DAY)
    assert game.result is not None
    assert game.result.winners == ("lancaster",)


@pytest.mark.slow
def test_c24_nothing_is_played_for_who_is_back() -> None:
    post = last_impulse(EVENT)
    declare_at_his_ready(post)
    post.take({"word": say(post, "york", "say", 0, "I am here.")})
    lancaster_plays(post)
    asked = post.look().requests[0]
    assert (asked.side, asked.kind, decided(post)) == ("york", "impulse", [])


@pytest.mark.slow
def test_c24_nor_at_an_earlier_impulse() -> None:
    post = last_impulse(EVENT, 4)
    lancaster_plays(post)
    declare(tick(post, 1), "york", 32)
    asked = post.look().requests[0]
    assert (asked.side, asked.kind, decided(post)) == ("york", "impulse", [])
    with pytest.raises(BadRuling, match="already"):
        declare(post, "york", 33)


@pytest.mark.slow
def test_c24_a_ruling_that_puts_it_again_is_followed_by_the_same_play() -> None:
    """The entry that played it is taken back; he is absent still, and the GM says so again."""
    post = declare(waiting(EVENT), "york", 32)
    rule(post, "void", entry=post.look().save.entries[-1].n)
    assert post.look().ledger.table.absent
    assert [request.side for request in post.look().requests] == ["york"]
    declare(tick(post.ready(), 33), "york", 63)
    assert decided(post) == [("impulse", "event l30", "absent")]
    verified(post)


@pytest.mark.slow
@pytest.mark.parametrize("line", ["points l30", ""])
def test_c24_a_gm_who_plays_otherwise_is_found_by_all(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = waiting(EVENT)
    with monkeypatch.context() as liar:
        liar.setattr(Chance, "unattended", lambda self, r: line if r.kind == "impulse" else "")
        if not line:  # the GM's own program signs no such entry
            with pytest.raises(FalseEntry):
                declare(post, "york", 32)
            return
        declare(post, "york", 32)
    for who in ("", *PLAYERS):
        with pytest.raises(ReplayMismatch):
            Post(post.save).look(who).verify()


@pytest.mark.slow
def test_c24_nobody_can_see_beforehand_what_would_be_played() -> None:
    """What is asked, and the menu, are the same whatever the Plot card is."""
    seen = []
    for which in (EVENT, NOBLE):
        post = waiting(which)
        (request,) = post.look().requests
        due = PLANTAGENET_1450.policies.unattended(post.look().ledger.play.began(), request)
        assert due is not None
        assert due([""]) == "", "not without the card"
        seen.append((request.question, [o.line for o in request.options], request.kind))
    assert seen[0] == seen[1]


# -- card by card -----------------------------------------------------------------------------------


def due(card: str, side: str, **at: str) -> tuple[State, dict[str, str]]:
    """The last impulse of a side, whose Plot card this is; these leaders are in play."""
    state = realm(london="lancaster")
    for id, hex in at.items():
        put(state, id, hex, crowned=id == "henry_vi")
    secrets = hold(state, side, card, "L41")
    state.treasury[side], state.step, state.impulse, state.plays = 2, "play", 5, side
    state.plot[side] = state.hands[side][0]
    return state, secrets


def played_for(card: str, side: str = "york", **at: str) -> list[str]:
    """What is played for the absent side, until it is waited for again."""
    state, secrets = due(card, side, **at)
    chance, play = SeededChance("c24"), Play(PLANTAGENET_1450, Checkpoint.of(state))
    chance.secrets.update(secrets)
    play.start(chance)
    lines: list[str] = []
    while True:
        request = play.pending[0]
        answers = PLANTAGENET_1450.policies.unattended(play.began(), request)
        if answers is None:
            return lines
        line = answers(cards_in(request.slots, chance.secrets))
        play.answer(request.side, line, chance)
        lines.append(line)


LONDON, CALAIS, OXFORD = "1928", "2531", "0926"
COURT = {"henry_vi": LONDON, "margaret": LONDON, "richard_york": OXFORD}


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ("L01", ["noble l01 to warwick"]),
        ("L03", ["noble l03 to bamburgh"]),
        ("L21", ["event l21"]),
        ("L29", ["event l29", "bid none"]),
        ("L35", ["points l35"]),
        ("L38", ["points l38"]),
        ("L41", ["points l41"]),
        ("L48", ["points l48"]),
    ],
)
def test_c24_as_event_or_noble_where_that_is_possible_else_as_intrigue(
    card: str, lines: list[str]
) -> None:
    assert played_for(card, **COURT) == lines


def test_c24_of_what_an_event_leaves_open_the_first_that_is_printed() -> None:
    assert played_for("L31", "lancaster", **COURT) == [
        "event l31",
        "choose northampton with leicester",
    ]


def test_c24_he_spends_no_treasury_and_no_other_card() -> None:
    lines = played_for("L30", **(COURT | {"richard_york": CALAIS}))
    assert lines[:2] == ["event l30", "richard_york: go london"]
    assert not [line for line in lines if "l41" in line or "bid 1" in line]
