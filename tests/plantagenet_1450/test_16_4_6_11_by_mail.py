"""A game by mail that stopped where a side had won without a leader (P15): it goes on under the mended rules."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.state import State
from pbem.gm.game import Game
from tests.moderator.people import GM, PLAYERS, Post, joined
from tests.moderator.test_rulings import rule
from tests.moderator.writer import lenient
from tests.plantagenet_1450.test_public_check import go_on, state_of

CALAIS = "2531"
POSITION = (
    f"set leaders.norfolk.at {CALAIS}",
    f"set leaders.devon.at {CALAIS}",
    "set control.calais lancaster",
    "add hands.york card:L50",
)
"""Norfolk, who has nowhere to retreat to, before the Levies of Calais; Devon, alone with them, can be tempted."""
LINES = {
    "act": f"norfolk: attack {CALAIS}",
    "withdraw_inside": "stand",
    "commit": "commit none",
    "battle_before_deploy": "play l50 against devon",
    "hold": "hold norfolk 1514",
}


def order(request: Any) -> str:
    lines = [option.line for option in request.options]
    wanted = LINES.get(request.kind, "")
    if request.kind == "break_off":
        wanted = "retreat" if request.side == "york" else "fight on"
    passing = [option.line for option in request.options if option.passes]
    return wanted if wanted in lines else (passing or lines)[0]


def fights(post: Post) -> None:
    """Both answer until the game is over, or has stopped with a fault."""
    for _ in range(100):
        game = post.look()
        if game.ledger.position.failure is not None or not game.ledger.pending():
            return
        request = game.ledger.pending()[0]
        mail = lenient(post, request.side, order(post.look(request.side).request()))
        (receipt,) = post.take({f"{len(post.mails):03}-{request.side}": mail})
        assert receipt.error is None, receipt.error
        post.ready()


def as_it_was(capture: Any) -> Any:
    """The rules of old, which looked for the victor's side at the first of his leaders."""

    async def taken(table: Any, id: str, captors: captures.Captors) -> Any:
        assert captors.takers[0]
        return await capture(table, id, captors)

    return taken


def stopped() -> Post:
    """A game in which the rules of old came to an end."""
    for nonce in range(6, 30):  # at the first five Devon stays
        made = Game.new(GM, PLANTAGENET_1450.name, "towton_1461", {}, nonce=bytes([nonce]) * 32)
        post = go_on(joined(Post(made.dumps(), seed=3)).ready(), "act", "york", turn=0)
        rule(post, "patch", lines=list(POSITION))
        post.ready()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(captures, "capture", as_it_was(captures.capture))
            fights(post)
        if post.look().ledger.position.failure is not None:
            return post
    raise AssertionError("Devon never stands aside")


@pytest.mark.slow
def test_p15_a_game_that_stopped_there_goes_on() -> None:
    post = stopped()
    entry = post.look().save.entries[-1]
    assert [fault.kind for fault in entry.body.record.faults] == ["IndexError"]
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()
    rule(post, "again", entry=len(post.look().save.entries) - 1)
    fights(post)
    game = post.look()
    assert game.ledger.position.failure is None
    state: State = state_of(post)
    assert (state.battle, state.leaders["devon"].side) == (None, "york")
    assert game.result is not None
    assert state.leaders["norfolk"].status == "captive"
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()
