"""6.2 Event cards: a card is played for what its text says."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_3_nobles as nobles
from pbem.games.plantagenet_1450 import s13_2_musters as musters
from pbem.games.plantagenet_1450.condition_words import whose
from pbem.games.plantagenet_1450.facts import CardFacts, facts
from pbem.games.plantagenet_1450.s6_2_2_must_play import owner
from pbem.games.plantagenet_1450.s6_2_5_effects import carry_out
from pbem.games.plantagenet_1450.s6_2_5_selectors import resolution
from pbem.games.plantagenet_1450.s6_4_responses import responds
from pbem.games.plantagenet_1450.state import State

MOMENT = "on_event"
TRIGGER = "enemy_event"
BETRAYED = "event"


async def happen(table: Table[State], player: str, id: str) -> None:
    """The event of a card that its player has laid down, for the side whose it is (C27). What it needs was so when it
    was played, and that is enough (6.2.2): nobody dodges it with the points that come before it (6.2.2.2)."""
    state = table.state
    card = facts().cards[id]
    side = owner(card, player)
    table.say("6.2", f"{board.side_name(side)}'s event {card.title}: {card.text}", "heading", (id,))
    if not card.must_play and await is_betrayed(table, state.enemy(side), card):
        return
    if card.play_once:
        state.spent.append(id)
    play = resolution(id, side)
    await carry_out(table, play, card.effects)
    musters.dismiss(table, play)


async def is_betrayed(table: Table[State], side: str, card: CardFacts) -> bool:
    """6.4 The enemy's Response to an event that is no Must Play (C138): what it undoes has not been played (C134)."""
    enemy = table.state.enemy(side)
    words = f"{board.side_name(enemy)} plays {card.title}: {text_for_all(card, enemy, side)}"
    answer = await responds(table, side, MOMENT, TRIGGER, words)
    if not answer:
        return False
    play = resolution(answer, side)
    await carry_out(table, play, facts().cards[answer].effects)
    if play.cancels != BETRAYED:
        return False
    table.say("6.4", f"{card.title} is betrayed and has no effect.", about=(card.id,))
    return True


def text_for_all(card: CardFacts, player: str, enemy: str) -> str:
    """What a card says, with the sides that it calls friendly and enemy by their names."""
    own, other = whose(player), whose(enemy)
    text = card.text.replace("an enemy ", f"a {other} ").replace("enemy ", f"{other} ")
    return text.replace("friendly ", f"{own} ")


async def follow(table: Table[State], player: str, id: str) -> None:
    """6.2.2.2, C193 What a card brings when its points were spent first."""
    if facts().cards[id].noble:
        await nobles.place_after(table, player, id)
    else:
        await happen(table, player, id)
