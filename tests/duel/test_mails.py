"""How many emails of a Towton turn need a person, where both prepare lines, answers on the way and policies."""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import sha256

import pytest

from pbem.duel.duellist import Duellist
from pbem.engine.policies import presets_of
from pbem.errors import BadScript, UnreadableOrders
from pbem.mail.read import orders_file
from pbem.mail.write.packet import packet
from pbem.player import compose
from pbem.player.orders import Orders
from pbem.player.robots import bot_orders, duel_orders
from pbem.protocol.bodies import DuelOrder, DuelPlayed
from pbem.protocol.keys import Identity
from pbem.round.duels import as_player
from tests.moderator.people import seated

PLAYERS = ("York", "Lancaster")
MOST = 10
MOST_EMAILS = 60


def played(scenario: str, seed: str, until: str = "") -> tuple[Counter[str], Duellist]:
    """How often each kind of question needed a person, to the end or until that kind is asked; and one of the two."""
    ann, bob = (Identity(sha256(f"{seed} {name}".encode()).digest(), name) for name in PLAYERS)
    founder = Duellist.found(ann, "plantagenet", scenario, "york", None, bytes(32))
    reader, writer = founder, Duellist.join(bob, founder.email())
    asked: Counter[str] = Counter()
    for _ in range(MOST_EMAILS):
        assert reader.apply(writer.email()).trouble is None
        if reader.decides:
            kind = reader.ledger.request(reader.side).kind
            if kind == until:
                return asked, reader
            asked[f"{reader.side} {kind}"] += 1
            ready = duel_orders(as_player(reader))
            new = compose.orders_in_duel(reader.ledger, reader.side, ready)
            reader.decide(new.lines, new.answers, new.policies)
        if reader.ledger.result is not None and writer.ledger.result is not None:
            return asked, reader
        reader, writer = writer, reader
    raise AssertionError("a duel without an end")


@cache
def at_muster() -> tuple[Counter[str], Duellist]:
    """Each side has drawn two Capabilities, and York is asked to Muster."""
    return played("towton", "2", until="muster")


def test_a_side_is_asked_once_for_its_capabilities() -> None:
    """What its own order leads to it answers on the way."""
    asked, _ = at_muster()
    assert asked == {"york capability": 1, "lancaster capability": 1}


def test_a_policy_for_the_own_command_cards_is_for_duels_alone() -> None:
    _, player = at_muster()
    game = as_player(player)
    lines = duel_orders(game).lines
    policies = {"command": "pass"}
    side = player.side
    sealed = compose.orders_in_duel(player.ledger, side, Orders(lines, {}, policies))
    assert sealed.policies == policies
    with pytest.raises(BadScript, match="known kinds"):
        compose.orders_in_duel(player.ledger, side, Orders(lines, on_the_way=policies))
    game.check_standing({}, policies)
    with pytest.raises(BadScript, match="known kinds"):
        seated().look("york").check_standing({}, policies)


def test_an_answer_on_the_way_that_is_too_long_is_refused_with_its_length() -> None:
    _, player = at_muster()
    lines = duel_orders(as_player(player)).lines
    long = Orders(lines, on_the_way={"pillage": "pillage, " * 120})
    with pytest.raises(UnreadableOrders, match="has 1080 characters; at most 1000"):
        compose.orders_in_duel(player.ledger, player.side, long)


def test_a_ready_made_set_answers_on_the_way() -> None:
    _, player = at_muster()
    game = as_player(player)
    text = packet(game, player.side).replace('# preset = ""', 'preset = "cautious"', 1)
    text = text.replace("[on_the_way]", '[on_the_way]\npillage = "ask"')
    orders = orders_file.parse(text.replace("orders = '''\n", "orders = '''\nmarch: troops\n", 1))
    ready = orders_file.to_send(game, orders)
    cautious = presets_of(player.ledger.rules)["cautious"]
    assert ready.on_the_way == {**cautious, "pillage": "ask"}
    assert ready.reactions == game.standing.reactions


@pytest.mark.slow
def test_at_bosworth_no_card_gets_a_script() -> None:
    """The names of an Array are Lords, but no cards that run."""
    post = seated(scenario="bosworth")
    for kind in ("field_cards", "field_array"):
        pile: dict[str, str | bytes] = {}
        for side in post.asked():
            game = post.look(side)
            assert game.request(side).kind == kind
            prepared = bot_orders(game)
            assert not prepared.scripts
            pile[side] = game.orders(prepared.lines, reactions=prepared.reactions).to_text()
        assert [receipt.error for receipt in post.take(pile)] == [None, None]


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_turn_of_towton_needs_at_most_ten_emails_of_a_person(seed: str) -> None:
    asked, player = played("towton", seed)
    assert sum(asked.values()) <= MOST
    assert not asked["lancaster command"]
    assert not {kind for kind in asked if "march_on" in kind or "pillage" in kind}
    by_policy = [
        row
        for entry in player.entries
        if isinstance(entry.body.step, DuelPlayed)
        and isinstance(entry.body.step.order.body, DuelOrder)
        for row in entry.body.record.policies
    ]
    assert "command" in {row.kind for row in by_policy}
