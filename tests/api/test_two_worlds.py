"""Programs get what their reader may know: where worlds differ in something else, all bytes are the same."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec.structs import replace

from pbem.api.read import game_data, happened, json_line, question, seen_position
from pbem.api.values import SeenPosition
from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.world import imagined_state
from pbem.errors import PbemError
from pbem.games.richard_iii.s3_blocks import side_of
from pbem.games.richard_iii.state import State
from pbem.gm.game import Game
from pbem.ledger.glimpse import state_for
from tests.moderator.busy import Office
from tests.moderator.people import GM, PLAYERS, Post, any_line, played, seated

PUBLIC = "public"
EYES = (*PLAYERS, PUBLIC)
MOST = 9
"""Times four rounds, until each side has pieces that the other does not know."""


def printed(game: Game) -> bytes:
    """All lines that a reader can get with `--json`, whatever `--as` they type."""
    whole = game_data(game)
    lines = [replace(whole, seen=seen_position(game, eyes)) for eyes in EYES]
    for side in PLAYERS:
        try:
            lines.append(replace(whole, question=question(game, side)))
        except PbemError:
            continue  # nothing is asked of it
    past = msgspec.json.encode([happened(game, story) for story in game.stories()])
    return "\n".join(map(json_line, lines)).encode() + past


def before_the_plan() -> Post:
    """York is asked for a Plan."""
    post = seated()
    while True:
        for request in post.look().requests:
            if request.side == "york" and request.stack is not None:
                return post
        post.turn()


def test_two_plans_are_the_same_to_everybody_but_their_owner() -> None:
    one = before_the_plan()
    other, york = one.copy(), one.look("york")
    lines = {any_line(york, one.random) for _ in range(20)}
    first, second = sorted(lines)[0], sorted(lines)[-1]
    assert first != second
    for post, line in ((one, first), (other, second)):
        (receipt,) = post.take({"plan": post.sent("york", line)})
        assert receipt.error is None
    for who in ("lancaster", ""):
        assert printed(one.look(who)) == printed(other.look(who))
    assert printed(one.look("york")) != printed(other.look("york"))
    plan = seen_position(one.look("york")).cards
    assert [plan[slot] for slot in sorted(plan) if slot.startswith("plan:")] == first.split()[1:]


def test_a_gm_who_asks_for_everybody_gets_what_a_stranger_gets() -> None:
    post = played(12)
    for eyes in ("", PUBLIC):
        gm, stranger = (
            replace(game_data(game), seen=seen_position(game, eyes))
            for game in (post.look("gm"), post.look())
        )
        assert json_line(gm) == json_line(stranger)


@pytest.mark.parametrize(
    "name", ["hidden mats", pytest.param("richard_iii", marks=pytest.mark.slow)]
)
def test_where_pieces_are_hidden_a_position_is_that_of_any_world_that_its_reader_may_be_in(
    name: str,
) -> None:
    """The GM knows the true world. Others are dealt for each reader from what they see."""
    office, differ = Office(name), set[str]()
    for _ in range(MOST):
        office.play(4)
        for side in PLAYERS:
            if any_world(office, side):
                differ.add(side)
        if differ == {*PLAYERS}:
            break
    assert differ == {*PLAYERS}, "all worlds are one"
    gm_line, line = (
        json_line(replace(game_data(game), seen=seen_position(game, PUBLIC)))
        for game in (office.look(GM), office.look())
    )
    assert gm_line == line


def any_world(office: Office, side: str) -> bool:
    """Check what a side gets against worlds that it cannot tell apart; False if all of them are the true one."""
    gm, reader = office.look(GM), office.look(office.players[side])
    rules, truth = gm.ledger.rules, gm.ledger.play.state
    assert rules.secrets.veiled(truth)
    seen, public = seen_position(reader), seen_position(reader, PUBLIC)
    worlds = [truth]
    for seed in range(5):
        chance = SeededChance(f"{side} {seed}", dict(seen.cards))
        worlds.append(imagined_state(rules, truth, side, chance))
    for world in worlds:
        assert as_bytes(state_for(rules, world, side)) == json.dumps(seen.position)
        assert as_bytes(state_for(rules, world, PUBLIC)) == json.dumps(public.position)
    if rules.name == "richard_iii":
        check_blocks(truth, seen)
    other = next(one for one in PLAYERS if one != side)
    assert seen_position(reader, other) == replace(public, side=other)
    assert seen_position(gm, side).position == seen.position
    return len(set(map(as_bytes, worlds))) > 1


def check_blocks(truth: State, seen: SeenPosition) -> None:
    """What is not said to be unsure is true; of the others only where some block of that side is."""
    told = seen.position["blocks"]
    assert seen.unsure
    for id, block in truth.blocks.items():
        assert id in seen.unsure or told[id] == codec.dump(block)
    places = sorted(truth.blocks[id].at for id in seen.unsure)
    assert places == sorted(told[id]["at"] for id in seen.unsure)
    assert not any(side_of(truth, id) == seen.side for id in seen.unsure)


def as_bytes(state: object) -> str:
    return json.dumps(codec.dump(state))
