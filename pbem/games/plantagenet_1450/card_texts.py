"""6.0 The Intrigue cards for reading, as their steps carry them out."""

from __future__ import annotations

from functools import lru_cache

from pbem.engine.card_text import CardText, Facts, Half
from pbem.engine.prose import listing
from pbem.games.plantagenet_1450.condition_words import conditions_sentence, place_name
from pbem.games.plantagenet_1450.effect_words import sentences
from pbem.games.plantagenet_1450.facts import SIDES, CardFacts, SideBar, facts
from pbem.games.plantagenet_1450.facts import Facts as Tables

COLOURS = {
    "white": "York (white)",
    "red": "Lancaster (red)",
    "split": "whoever holds it (both colours)",
}
WHEN = {
    "event": "your play of an impulse (7.2.2)",
    "noble": "your play of an impulse (6.3)",
    "enemy_sea_move": "the enemy announces a sea move, before interception (11.3.2)",
    "enemy_event": "the enemy plays an event that is not Must Play (6.4)",
    "enemy_activation": "the enemy moves a force over a river in the west or in Wales (16.4.5)",
    "enemy_defection_attempt": "the enemy tries to turn one of your nobles (8.4)",
    "own_leader_captured_or_executed": "one of your leaders would be captured or executed",
    "own_activation": "with your own activation, in its order (16.4.3)",
    "own_siege_roll": "with your own siege, in its order (14.3)",
    "own_die_roll": "with your own roll that Treasury may change, in its order (9.2.2)",
    "campaign_last_turn": "in the last turn of a Campaign (16.2)",
    "before_deploy": "in a battle, before forces are deployed (16.4.6.7)",
    "before_missile": "in a battle, before missile fire (16.4.6.8)",
    "before_melee_round": "in a battle, before a round of melee (16.4.6.9)",
    "after_melee_round": "in a battle, after a round of melee (16.4.6.9)",
    "after_battle": "after a battle (16.4.6.10)",
}


def card_texts() -> tuple[CardText, ...]:
    """What all cards of the tables in force do; written once for each owner's tables."""
    return _texts_with(facts())


@lru_cache(maxsize=8)
def _texts_with(tables: Tables) -> tuple[CardText, ...]:
    """`tables`: those in force, which the words of a card look up."""
    return tuple(card_text(card) for card in tables.cards.values())


def card_text(card: CardFacts) -> CardText:
    steps = sentences(card.effects)
    does = (
        steps[0] if len(steps) == 1 else " ".join(f"{n}) {one}" for n, one in enumerate(steps, 1))
    )
    half = Half(card.kind.capitalize(), card.title, _facts(card), f"{card.text}\n\n{does}")
    whole = [
        ("Deck", SIDES["lancaster" if card.deck == "lancastrian" else "york"].people),
        ("Intrigue points", str(card.points)),
    ]
    if card.side_bar:
        whole.append(("Side bar, in a battle instead", _bar(card.side_bar)))
    return CardText(card.id, (half,), tuple(whole))


def _facts(card: CardFacts) -> Facts:
    """What the rules say about a card, as rows: when it is played, for whom, and on what conditions."""
    rows = [("When", WHEN[card.trigger or card.timing or card.kind])]
    if card.noble:
        faction = facts().leaders[card.noble].faction
        side = SIDES[faction].name if faction in SIDES else "the side that plays him (neutral)"
        rows.append(("Serves", side))
        rows.append(("Comes in", listing(map(place_name, card.homes), "or")))
    else:
        rows.append(("Whose", COLOURS[card.colour]))
    if card.must_play:
        rows.append(("Must Play", "yes, once it can be (6.2.2)"))
    if card.play_once:
        rows.append(("Only once", "yes (6.2.4)"))
    if card.prerequisites:
        rows.append(("Needs", f"{conditions_sentence(card.prerequisites)}"))
    return tuple(rows)


def _bar(bar: SideBar) -> str:
    if bar.of:
        return f"Knights of {bar.of}, resident in {listing(map(place_name, bar.areas))} (16.4.6.5)"
    return f"{facts().units[bar.unit].name}, mercenaries (16.4.6.4)"
