"""Veiled games: what a player tries out on what he sees is what the GM's game does with the same lines."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.errors import IllegalOrder
from pbem.games import find
from pbem.gm.game import Game
from pbem.ledger.chance import NoChance, Reached
from pbem.player.dry import Rehearsal, dry_run
from pbem.player.robots import bot_lines
from pbem.player.target import VEILED
from tests.cheats.table import veiled as veiled_table
from tests.moderator.people import ANN, BOB, GM, NONCE
from tests.random_games import RandomPlayer, give
from tests.tiers import soaked
from tests.warriors.test_own_data import CARDS

GAMES = {
    "richard_iii": ("wars_of_the_roses", {}, "actions"),
    "plantagenet": ("Ib", {"hidden_mats": "yes"}, "command"),
}


def asked(play: Play[Any], side: str) -> Request | None:
    return next((r for r in play.pending if r.side == side), None)


def menu(request: Request) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(o.line, o.note, o.group) for o in request.options]


@pytest.mark.slow
@pytest.mark.parametrize("name", soaked([(one,) for one in GAMES], [("plantagenet",)]))
def test_lines_are_tried_as_the_gm_will_carry_them_out(name: str) -> None:
    scenario, options, kind = GAMES[name]
    rules = find(name)
    compared = ahead = 0
    for seed in range(8):
        play: Play[Any] = Play.new(rules, scenario, options)
        chance, player = SeededChance(f"rehearsal {seed}"), RandomPlayer(f"rehearsal {seed}")
        dice = random.Random(seed)
        player.eager = True
        rehearsal: Rehearsal[Any] | None = None
        play.start(chance)
        for _ in range(400):
            if not play.pending:
                break
            request = play.pending[0]
            if request.stack is not None:
                give(play, request.side, player.stack(request), chance)
                continue
            if rehearsal is None and request.kind == kind and dice.random() < 0.5:
                seen = codec.load(
                    rules.state_type, codec.dump(rules.secrets.veil(play.state, request.side))
                )
                rehearsal, side, steps = Rehearsal.at(rules, seen, kind), request.side, 0
            if rehearsal is not None:
                mine = asked(rehearsal, side)
                if request.side != side or mine is None:
                    rehearsal = None
                else:
                    assert (mine.kind, mine.question) == (request.kind, request.question)
                    assert menu(mine) == menu(request)
                    compared += 1
                    ahead += steps > 0
                    steps += 1
            line = player.line(request, chance.secrets)
            if rehearsal is not None:
                try:
                    rehearsal.answer(side, line, NoChance({}))
                except Reached:
                    rehearsal = None
            play.answer(request.side, line, chance)
    assert compared > 40
    assert ahead > 20


def acting(game: Game) -> Game:
    """The reader of a Richard III game whose Action Phase has come."""
    while not game.requests or game.requests[0].kind != "actions":
        pile = {}
        for side, who in (("york", ANN), ("lancaster", BOB)):
            seen = Game.loads(game.dumps(), who)
            if side in (game.ledger.owes_ready() or game.ledger.askings):
                lines = ["ready"] if seen.owes_ready else bot_lines(seen, 1)
                pile[side] = seen.orders(lines).to_text()
        game.apply(pile)
    return Game.loads(game.dumps(), ANN if game.requests[0].side == "york" else BOB)


def test_a_check_goes_through_all_actions_of_hidden_blocks_and_says_where_it_ends() -> None:
    game = Game.new(GM, "richard_iii", "kingmaker", CARDS, nonce=NONCE)
    for side, who in (("york", ANN), ("lancaster", BOB)):
        mail = Game.loads(game.dumps(), who).join(side).to_text()
        (receipt,) = game.apply({side: mail})
        assert receipt.error is None
    player = acting(game)
    lines = bot_lines(player)
    assert len(lines) > 2
    told = player.cases(lines)
    assert told.texts == player.spelled(lines) == tuple(lines)
    assert all(one.done for one in told.fates)
    assert told.end == VEILED
    assert dry_run(player.ledger, player.side, lines).hidden
    assert not dry_run(player.ledger, player.side, lines[:1]).hidden
    ap = player.ledger.play.state.phase.ap
    after = dry_run(player.ledger, player.side, lines[:-1]).play
    assert after is not None
    assert after.state.phase.ap < ap
    with pytest.raises(IllegalOrder, match="line 2"):
        player.orders([lines[0], "rebel: move kent"])
    (receipt,) = game.apply({"mail": player.orders(lines).to_text()})
    assert receipt.story is not None
    own = [d.line for d in receipt.story.decisions if d.side == player.side and not d.forced]
    assert own[: len(lines)] == list(lines)


def test_a_position_that_leads_elsewhere_for_its_side_is_no_reason_to_refuse_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where what a side sees stands at no question of its own, its line is read from the menu alone."""
    post = veiled_table()
    game = post.look("york")
    line = game.legal()[0].line

    class Elsewhere:
        pending = ()

    monkeypatch.setattr(Rehearsal, "at", lambda rules, state, kind: Elsewhere())
    assert game.orders([line]).envelope.body.author == "york"
