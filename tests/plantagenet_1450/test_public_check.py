"""C128, C130 What a hidden hand must play is checked by its owner and the GM at once, by everybody when it lies open.

A whole turn of 20.1 by mail: York holds Jack Cade, whom he may keep as his Plot card, and an enemy noble.
"""

from __future__ import annotations

import random

import pytest

from pbem.errors import BadOpening, IllegalOrder, ReplayMismatch, UnknownWord
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s6_2_2_must_play import obliging
from pbem.games.plantagenet_1450.state import State
from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.ledger.holder import Holder
from pbem.mail.write.packet import packet
from tests.drawn import kept
from tests.moderator.forger import Body, entries_of, resigned
from tests.moderator.people import GM, Post, any_line, asked_in, joined
from tests.moderator.writer import lenient
from tests.says import worded

JACK_CADE = "L21"
IDLE = "one intrigue"


def quiet(game: Game) -> str:
    """As little as possible."""
    if game.owes_ready or game.request().stack is not None:
        return any_line(game, random.Random(1))
    lines = [option.line for option in game.legal()]
    idle = [option.line for option in game.legal() if option.passes]
    return IDLE if IDLE in lines else (idle or lines)[0]


def send(post: Post, side: str, line: str) -> None:
    (receipt,) = post.take({f"{len(post.mails):03}-{side}": lenient(post, side, line)})
    assert receipt.error is None, receipt.error


def go_on(post: Post, until: str, side: str = "", turn: int = 1) -> Post:
    """Everybody does as little as he may until a side is asked such a question in a turn."""
    for _ in range(200):
        game = post.look()
        assert game.result is None
        asked = asked_in(game)
        for request in game.requests:
            here = game.ledger.play.state.turn == turn
            if request.kind == until and side in ("", request.side) and here:
                return post
        for one in asked:
            send(post, one, quiet(post.look(one)))
    raise AssertionError(f"nobody is asked {until}")


def hand(post: Post, side: str) -> list[str]:
    return sorted(post.look(side).known(side).values())


@kept
def _begun() -> Post:
    """York's hand holds one card more that obliges him, beside Jack Cade; Lancaster's none, which it would keep face down."""
    for nonce in range(1, 80):
        made = Game.new(
            GM, PLANTAGENET_1450.name, "wars_of_the_roses", {}, nonce=bytes([nonce]) * 32
        )
        post = go_on(joined(Post(made.dumps(), seed=3)).ready(), "impulse", "lancaster")
        state = post.look().ledger.play.state
        due = [card for card in hand(post, "york") if card in obliging(state, "york")]
        free = not set(hand(post, "lancaster")) & set(obliging(state, "lancaster"))
        if len(due) == 1 and due != [JACK_CADE] and free:
            return go_to_the_last_impulse(post)
    raise AssertionError("York is never dealt such a hand")


def go_to_the_last_impulse(post: Post) -> Post:
    while True:
        go_on(post, "impulse", "york")
        if post.look().ledger.play.state.impulse == 5:
            return post
        send(post, "york", IDLE)


def begun() -> Post:
    return _begun().copy()


def fresh(post: Post, who: str = "") -> Game:
    """Read from the genesis, without what was kept."""
    return Post(post.save).look(who)


def new_turn(post: Post) -> Post:
    """York keeps Jack Cade; all his other cards lie open when the next hands are dealt."""
    go_on(post, "plot", "york", turn=2)
    slots = post.look().ledger.play.state.hands["york"]
    place = next(n for n, slot in enumerate(slots, 1) if slot.endswith(JACK_CADE))
    send(post, "york", f"plot {place}")
    return post


def obliged(post: Post) -> str:
    (card,) = [c for c in hand(post, "york") if c in obliging(state_of(post), "york")]
    return card


def state_of(post: Post) -> State:
    state: State = post.look().ledger.play.state
    return state


def views(post: Post, who: str) -> tuple[object, ...]:
    game = post.look(who)
    menu = [(option.line, option.note) for option in game.requests[0].options]
    return menu, game.view(who or "public"), packet(game, who) if who else ""


@pytest.mark.slow
def test_c128_what_a_hand_forbids_is_refused_to_its_owner_alone() -> None:
    post = begun()
    before = {who: views(post, who) for who in ("", "lancaster")}
    assert all(IDLE in [line for line, _ in seen[0]] for seen in before.values())  # type: ignore[attr-defined]
    assert IDLE not in [option.line for option in post.look("york").legal()]
    with pytest.raises(IllegalOrder, match=worded("engine.option.Option.against", word="cards")):
        post.look("york").orders([IDLE])
    (receipt,) = post.take({"york-idle": lenient(post, "york", IDLE)})
    assert isinstance(receipt.error, IllegalOrder)
    assert {who: views(post, who) for who in ("", "lancaster")} == before


@pytest.mark.slow
def test_a_refused_line_names_ones_own_cards_on_ones_own_client_alone() -> None:
    post = begun()
    ours = [option.line for option in post.look("york").legal()]
    whole = [option.line for option in post.look().requests[0].options]
    unheld = next(line for line in whole if line.startswith("noble ") and line not in ours)
    slip = unheld.replace("noble", "nobel")
    with pytest.raises(UnknownWord) as caught:
        post.look("york").orders([slip])
    named = str(caught.value.facts["instead"]).removeprefix("Possible: ").rstrip(".").split("; ")
    assert set(named) <= set(ours)
    (receipt,) = post.take({"york-slip": lenient(post, "york", slip)})
    assert isinstance(receipt.error, UnknownWord)
    assert f"Did you mean `{unheld}`?" in str(receipt.error)


def begun_honestly() -> Post:
    post = begun()
    card = obliged(post)
    lines = [option.line for option in post.look("york").legal()]
    send(post, "york", next(line for line in lines if card.lower() in line))
    return post


@pytest.mark.slow
def test_c130_an_honest_turn_is_proven_when_the_hands_lie_open() -> None:
    post = begun_honestly()
    assert fresh(post).verify().proofs > 0
    new_turn(post)
    assert fresh(post).verify().proofs == 0


def cheated(post: Post, monkeypatch: pytest.MonkeyPatch) -> int:
    """A GM who lets York keep both cards; returns the entry."""
    with monkeypatch.context() as liar:
        liar.setattr(GmChance, "against", lambda *_: "")
        send(post, "york", IDLE)
    return len(entries_of(post.save)) - 1


def accomplice(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """York's own program does not look at what the GM wrote of him."""
    del post.kept["york"]
    monkeypatch.setattr(Holder, "eyes", lambda self, ledger, step: None)


@pytest.mark.slow
def test_c130_a_play_that_the_hand_forbade_is_found_when_it_lies_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = begun()
    n = cheated(post, monkeypatch)
    assert fresh(post).verify().proofs > 0
    with pytest.raises(ReplayMismatch, match=worded("ledger.fold.fold")):
        fresh(post, "york").verify()
    accomplice(post, monkeypatch)
    new_turn(post)
    for who in ("", "lancaster"):
        with pytest.raises(ReplayMismatch, match="hidden cards") as caught:
            fresh(post, who).verify()
        assert int(str(caught.value.facts["n"])) == n


@pytest.mark.slow
def test_c130_a_doctored_entry_is_found() -> None:
    """The GM writes another card into the log than the one that was discarded."""
    post = new_turn(begun_honestly())
    n = next(e.n for e in reversed(entries_of(post.save)) if e.body.record.openings)

    def another(body: Body) -> None:
        opening = body["record"]["openings"][0]
        opening["card"] = "L01" if opening["card"] != "L01" else "L02"

    with pytest.raises(BadOpening):
        Post(resigned(post.save, n, another)).look().verify()
