"""6.0 The Intrigue deck as it runs out (C31, C127); C12 the sea zones; C153 leaders abroad."""

from __future__ import annotations

from itertools import pairwise

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s7_1_7_deal import discard_and_deal
from pbem.games.plantagenet_1450.s8_intrigue import fill_actions
from pbem.games.plantagenet_1450.s16_4_1_initiative import fill_actions as fill_campaign
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, lines, menu, put
from tests.plantagenet_1450.realm import play, points, realm


def running_out(deck: int, *discards: str) -> tuple[State, dict[str, str]]:
    """A new turn with empty hands and so many cards left."""
    state = realm()
    state.deck = [f"deck:intrigue_1:{number}" for number in range(deck)]
    state.discards = list(discards)
    return state, dict(zip(state.deck, state.cards, strict=False))


def test_6_0_c31_with_the_last_card_the_discards_become_a_new_deck_at_once() -> None:
    old = tuple(realm().cards[30:40])
    state, secrets = running_out(4, *old)
    _, game = play(discard_and_deal, state, secrets=secrets)
    assert state.shuffles == 2
    assert state.discards == []
    assert len(state.deck) == len(old) - 6
    assert {len(hand) for hand in state.hands.values()} == {5}
    assert {game.secrets[slot] for slot in state.deck} < set(old)


def test_c31_the_new_deck_is_made_when_the_last_card_is_drawn_not_when_one_is_wanted() -> None:
    state, secrets = running_out(10, "L41", "L42")
    play(discard_and_deal, state, secrets=secrets)
    assert state.shuffles == 2
    assert len(state.deck) == 2


def test_c127_without_discards_the_deal_stops_and_hands_are_short() -> None:
    state, secrets = running_out(7)
    play(discard_and_deal, state, secrets=secrets)
    assert {side: len(hand) for side, hand in state.hands.items()} == {"lancaster": 4, "york": 3}
    assert state.deck == []


def test_c12_the_sea_zones_lie_in_a_chain_and_each_territory_touches_one() -> None:
    chain = ["north_sea", "english_channel", "bristol_channel", "irish_sea"]
    beside = {frozenset((one, two)) for one in facts().zones for two in facts().zones[one]}
    assert beside == {frozenset(pair) for pair in pairwise(chain)}
    assert {id: land.zones for id, land in facts().territories.items()} == {
        "scotland": ("north_sea",),
        "burgundy": ("north_sea",),
        "france": ("english_channel",),
        "ireland": ("irish_sea",),
    }


def test_c153_a_leader_abroad_cannot_be_attacked_and_lets_his_side_act_there() -> None:
    state = realm()
    put(state, "fauconberg", "foreign:france", "2 billmen", side="york")
    put(state, "exeter", "foreign:france", "2 billmen")
    put(state, "clifford", LEEDS, "2 billmen")
    shown = lines(menu(fill_campaign, state=state, side="lancaster"))
    assert not any("attack" in line for line in shown)
    shown = lines(menu(fill_actions, state=state, points=points("york")))
    assert any("france" in line for line in shown)
    shown = lines(menu(fill_actions, state=state, points=points("lancaster")))
    assert any("turn fauconberg" in line for line in shown)
