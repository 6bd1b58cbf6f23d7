"""Words for positions: leaders with their armies, where a game stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.engine.facets.words import Words
from pbem.engine.prose import listing
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import FILES, facts
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import LeaderState, State, Unit

STEPS = {
    "turn": ("The turn begins", "7.1.1"),
    "treasury": ("Treasury", "7.1.2"),
    "upkeep": ("Upkeep of the Force Pools", "7.1.3"),
    "garrisons": ("Upkeep of garrisons", "7.1.4"),
    "calais": ("Upkeep of Calais", "7.1.5"),
    "expulsion": ("Foreign expulsion", "7.1.6"),
    "deal": ("Discard and deal", "7.1.7"),
    "impulses": ("The first impulse", "7.1.8"),
    "play": ("A play", "7.2"),
    "intrigue": ("Intrigue points", "8.0"),
    "end_of_play": ("End of a play", "7.2"),
    "campaign": ("A Campaign begins automatically", "7.3"),
    "deployment": ("Deployment", "16.3"),
    "campaign_turn": ("The campaign turn begins", "16.4"),
    "action": ("Initiative", "16.4.1"),
    "recovery": ("Recovery", "16.4.8"),
    "redeployment": ("Redeployment", "16.4.9"),
    "end_of_turn": ("End of the campaign turn", "16.4"),
    "end_of_campaign": ("End of the Campaign", "16.4"),
    "turn_ends": ("End of the turn", "7.4"),
    "victory": ("Victory", "20.0"),
}


class Plantagenet1450Words(Words[State]):
    def turn(self, state: State) -> str:
        """`turn 3 (1460-1464)`, `turn 3 (1460-1464), campaign turn 1 of 4`, the same `after the Campaign`, or a campaign
        turn alone: no name comes back."""
        parts = [f"turn {state.turn} ({facts().turns[state.turn]})"] if state.turn else []
        if state.in_campaign:
            parts.append(f"campaign turn {state.campaign_turn} of {state.campaign_turns}")
        elif state.campaigned:
            parts.append("after the Campaign")
        return ", ".join(parts)

    def now(self, state: State) -> str:
        """`Turn 3 (1460-1464): Impulse 2`."""
        if state.winner:
            return "The game is over"
        step = STEPS[state.step][0]
        if state.step in ("play", "intrigue", "end_of_play"):
            step = f"Impulse {state.impulse}, {step[0].lower()}{step[1:]}"
        turn = self.turn(state)
        return f"{turn[0].upper()}{turn[1:]}: {step}"

    def names(self) -> Collection[str]:
        game_facts = facts()
        return {
            *game_facts.leaders,
            *game_facts.areas,
            *game_facts.hexes,
            *game_facts.units,
            *game_facts.territories,
            *game_facts.names_of_rivers,
        }

    def ways_from(self, place: str) -> Mapping[str, Sequence[str]]:
        return board.ways_in_words(place)

    def card_name(self, card: str) -> str:
        return f"{card} {facts().cards[card].title}"

    def piece_name(self, piece: str) -> str:
        game_facts = facts()
        row = game_facts.leaders.get(piece) or game_facts.units.get(piece)
        return row.name if row is not None else self.place_name(piece)

    def place_name(self, place: str) -> str:
        if place in facts().areas:
            return facts().areas[place].name
        return board.short_name(place) if place in facts().hexes else super().place_name(place)


WORDS = Plantagenet1450Words()


def reconstructed() -> str:
    """Which values are ours, until an owner of the game replaces them; "" if all are replaced."""
    ours = [name for name in FILES if name not in facts().own]
    if not ours:
        return ""
    what = listing(ours)
    return (
        f"{what[0].upper()}{what[1:]} are a reconstruction, except what the rules text gives. Every value is "
        "marked in rules_data/plantagenet_1450, and pbem new --data takes those of your own copy instead."
    )


def headline(state: State) -> str:
    return f"{scenario_row(state)['name']}: {state.ending or WORDS.now(state)}"


def glance(army: list[Unit]) -> str:
    """`3LB 2BI 2MA`."""
    some = [(kind, sum(unit.kind == kind for unit in army)) for kind in facts().units]
    return " ".join(f"{many}{facts().units[kind].abbr}" for kind, many in some if many) or "-"


def rated(state: State, id: str) -> str:
    """Loyalty, Command, Tactical, Quality (10.3)."""
    leader = leaders.rating(state, id)
    return f"{leader.loyalty or '*'}-{leader.command}-{leader.tactical}-{leader.quality}"


def rated_heard(state: State, id: str) -> str:
    """A leader's Loyalty, Command, Tactical and Quality in words, for a screen reader."""
    leader = leaders.rating(state, id)
    loyal = f"Loyalty {leader.loyalty}" if leader.loyalty else "Loyalty star"
    return (
        f"{loyal}, Command {leader.command}, Tactical {leader.tactical}, Quality {leader.quality}"
    )


def status(leader: LeaderState) -> str:
    """What else is to be known of a leader."""
    parts: list[str] = []
    if leader.status != "free":
        parts.append(leader.status)
    if leader.captor:
        parts.append(f"held by {leaders.name(leader.captor)}")
    if leader.rides:
        parts.append(f"rides with {leaders.name(leader.rides)}")
    if leader.inside:
        parts.append(f"inside {facts().forts[leader.at].fort_name}")
    if leader.crowned:
        parts.append("crowned")
    return ", ".join(parts)


def dice(band: list[int]) -> str:
    """`4-6`, or `1`."""
    return "-".join(map(str, dict.fromkeys(band)))


def marker(fatigue: int) -> str:
    """The Fatigue marker (16.4.4)."""
    return "" if not fatigue else str(facts().tables["fatigue"][fatigue]["name"])


def fatigue_text(fatigue: int) -> str:
    """`fatigue 1 (no check)` or `fatigue 3 (check +1)`, with the marker; `fatigue 0` without one."""
    words = marker(fatigue).replace("+", "check +")
    return f"fatigue {fatigue} ({words})" if fatigue else "fatigue 0"


def where(leader: LeaderState) -> str:
    return board.name(leader.at) if leader.at else "-"
