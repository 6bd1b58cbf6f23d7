"""Maps of before: what is drawn of an earlier position is what its player saw in it then, and nothing invented."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.picture import Picture
from pbem.errors import BadTry
from pbem.gm.game import Game
from pbem.imagine.branches import new_branch, start_of
from pbem.player.player import Player
from pbem.reports.context import PUBLIC
from pbem.reports.from_game import position, with_map
from pbem.web.seat import position as stand
from pbem.web.seat.parts import _before
from pbem.web.seat.position import PositionView
from tests.moderator.people import EVE, GM, asked_in
from tests.says import worded
from tests.tiers import soaked
from tests.web.tables import Table

GAMES = [
    ("plantagenet", "Ib", {}, 6),
    ("plantagenet", "Ib", {"hidden_mats": "yes"}, 10),
    ("richard_iii", "kingmaker", {}, 8),
    ("warriors", "standard_1455", {}, 6),
    ("plantagenet_1450", "wars_of_the_roses", {}, 6),
    ("two_provinces", "march", {}, 4),
]


def earlier(game: Player, n: int) -> PositionView:
    return stand.earlier(game, game.own_ledger(n))


def drawn(one: PositionView) -> tuple[object, ...]:
    return one.document, one.picture, one.trays


def truth(game: Game, n: int, side: str) -> tuple[object, ...]:
    """What the GM, who has all keys, would have shown this side after entry `n`."""
    ledger = game.own_ledger(n)
    rules = ledger.rules
    eyes = side if ledger.begun or not ledger.veiled else PUBLIC
    state = rules.secrets.veil(ledger.play.state, eyes)
    hand = ledger.hand(side) if eyes == side else ()
    known = {slot: card for slot, card in ledger.known().items() if slot in hand}
    return (
        rules.report(state, eyes, known),
        rules.picture(state, eyes),
        rules.trays(state, eyes, known),
    )


def names(picture: Picture) -> set[str]:
    return {piece.name for space in picture.spaces for piece in space.pieces}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "options", "turns"), soaked(GAMES, GAMES[1:4]), ids=str
)
def test_an_earlier_position_is_the_one_that_its_player_saw(
    tmp_path: Path, rules: str, scenario: str, options: dict[str, str], turns: int
) -> None:
    table = Table(tmp_path, rules, scenario, options=options).play(turns)
    gm = table.look("gm")
    for side in table.people:
        mine = table.look(side)
        for n in range(len(mine.save.entries)):
            assert drawn(earlier(mine, n)) == truth(gm, n, side), (side, n)


@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_before_blocks_were_dealt_no_block_has_a_name(tmp_path: Path, side: str) -> None:
    """Stand-ins took the places of one's own blocks, and were drawn as if they were these."""
    table = Table(tmp_path, "richard_iii", "kingmaker")
    mine, first = table.look(side), len(table.people)
    for n in range(first):
        assert all(name.endswith(("block", "blocks")) for name in names(earlier(mine, n).picture))
    assert "Gloucester" in names(earlier(table.look("york"), first).picture)
    seat = table.page(side, tmp_path / side).desk.seat
    seat.since = 1
    assert "Hastings" not in _before(seat, moved=True)["map"]  # a block of his, and no place


def test_who_waits_for_others_to_join_is_shown_no_invented_blocks(tmp_path: Path) -> None:
    identity = Table(tmp_path, "richard_iii", "kingmaker").people["york"]
    game = Game.new(GM, "richard_iii", "kingmaker", {}, {}, bytes(range(32)))
    game.apply({"york": Game.loads(game.dumps(), identity).join("york").to_text()})
    mine = Game.loads(game.dumps(), identity)
    assert mine.side == "york"
    assert not mine.ledger.begun
    table = Table.__new__(Table)
    table.save, table.people = game.dumps(), {"york": identity}
    seat = table.page("york", tmp_path / "waits").desk.seat
    assert all(name.endswith(("block", "blocks")) for name in names(seat.stand.picture))
    assert mine.view("york").position == mine.view(PUBLIC).position


@pytest.mark.slow
def test_who_takes_over_a_seat_sees_what_was_before_as_everybody_did(tmp_path: Path) -> None:
    """Only the one who sat there then was dealt what he saw."""
    table = Table(tmp_path, "richard_iii", "kingmaker").play(3)
    (side,) = asked_in(table.look())
    game = table.look("gm")
    game.seat(Game.loads(table.save, EVE).claim(side).envelope, [], "She plays on.")
    mine = Game.loads(game.dumps(), EVE)
    last = len(mine.save.entries) - 1
    assert mine.side == side
    assert drawn(earlier(mine, last)) == truth(Game.loads(game.dumps(), GM), last, side)
    for n in range(last):
        then = mine.before(n)
        assert earlier(mine, n).picture == with_map(then, position(then, PUBLIC)).picture
    with pytest.raises(BadTry, match=worded("imagine.branches.start_of", word="there")):
        start_of(mine, new_branch(mine, "what-if", side, last - 1))
