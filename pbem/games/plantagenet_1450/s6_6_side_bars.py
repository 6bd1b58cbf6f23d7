"""6.6 Knights and Mercenaries: the side bars of cards, used in a battle (C33) or abroad (15.5)."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s6_2_2_must_play as must_play
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import CardFacts, SideBar
from pbem.games.plantagenet_1450.state import State


def side_bars(state: State, side: str) -> dict[str, SideBar]:
    """C137 Those that a hand may hold, of cards of any colour."""
    return {
        card.id: card.side_bar
        for card in cards.could_hold(state, side)
        if card.side_bar and not is_closed(state, side, card)
    }


def is_closed(state: State, side: str, card: CardFacts) -> bool:
    """C33 A Must Play card serves for nothing else while its event can be played; in a campaign scenario none
    can (C187)."""
    return card.must_play and bool(state.turn) and must_play.can_happen(state, side, card)
