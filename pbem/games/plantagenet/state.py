"""The public state of a game: plain structs, no rules. Hidden cards are only slots (see engine.table).

Places (`LordState.at`) are a Locale id, a Sea id, a battle-only scenario's field, "calendar", "captive"
or "out" (not, not yet or no more in the game).
Positive influence is Yorkist; Favour that is not listed is Neutral.
"""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from typing import Annotated

from msgspec import Struct, field

from pbem.engine.codec import SPARSE
from pbem.engine.declared import NO, YES, GameOption
from pbem.engine.state import GameState

HIDDEN_MATS = GameOption("hidden_mats", (NO, YES), "mats and Capabilities are hidden", "1.5.3")

LEVY = (
    "arts_of_war",
    "pay_troops",
    "pay_lords",
    "pay_vassals",
    "muster_exiles",
    "ready_vassals",
    "muster",
)
"""Steps of the Levy (2.2.1)."""


class Troops(Struct):
    """Wooden Troop pieces (1.6)."""

    men_at_arms: int = 0
    longbowmen: int = 0
    militia: int = 0
    mercenaries: int = 0
    handgunners: int = 0

    def total(self) -> int:
        return (
            self.men_at_arms + self.longbowmen + self.militia + self.mercenaries + self.handgunners
        )


class LordState(Struct):
    """A cylinder and, while on the map or at Sea, its mat (1.5.3).

    Attributes:
        box: Calendar box 0 to 16 while `at` is "calendar"; 0 and 16 are just off its ends (2.2.3).
        exile: an Exile marker lies on the cylinder.
        keeper: who holds a captive King (scenario Ia).
        capabilities: Arts of War card ids at the mat.
        moved: marked Moved-Fought.
        extra: Levy actions in this Muster that cards give him or help, by card id: how many are left.
        spent: Capabilities at the mat that act only once and have done so.
        sated: he ignores the coming Feed.
        fell: where he was when he was removed for good.
        hidden: what is on the mat is not shown here (Hidden Mats, 1.5.3); only in a veiled copy.
    """

    at: str = "calendar"
    box: int = 0
    exile: bool = False
    keeper: str = ""
    troops: Troops = field(default_factory=Troops)
    provender: int = 0
    coin: int = 0
    carts: int = 0
    ships: int = 0
    vassals: list[str] = field(default_factory=list)
    capabilities: list[str] = field(default_factory=list)
    moved: bool = False
    extra: dict[str, int] = field(default_factory=dict)
    spent: list[str] = field(default_factory=list)
    sated: bool = False
    fell: str = ""
    hidden: bool = False


class VassalState(Struct):
    """A regular Vassal's pair of counters (1.5.4).

    Attributes:
        status: "ready" (at the Seat), "mustered" (on `lord`'s mat, Service marker in `box`),
            "disbanded" (face down in `box`) or "out" (not in this scenario).
    """

    status: str
    lord: str = ""
    box: int = 0


class BattleLord(Struct):
    """A Lord in a Battle (4.4): his place in the Array and what has Routed.

    Attributes:
        place: "left", "center", "right" or "reserve" as seen by the Attacker for both sides, so
            that opposed Lords have the same word; "gone" once Routed.
        added: Troops that a card gave him for this Battle only.
        guns: dice of Missile Hits that he adds in Round 1.
        charge: Hits that his Retinue must take before others in this Strike.
        cut_off: in Round 1 his position counts as empty.
        haven: as he Routed he could go into Exile instead of a Death check (6.0 II).
    """

    side: str
    place: str = "reserve"
    valour: int = 0
    routed: Troops = field(default_factory=Troops)
    routed_retinue: bool = False
    routed_vassals: list[str] = field(default_factory=list)
    fled: bool = False
    late: bool = False
    added: Troops = field(default_factory=Troops)
    guns: int = 0
    charge: int = 0
    cut_off: bool = False
    haven: bool = False


class Battle(Struct):
    """A Battle in progress (4.4); kept in the state so that everybody can see it between mails.

    Attributes:
        step: "array", "flee", "reposition", "engage", "strike" or "ending".
        fighting: the Lords of the Engagement that is being fought. `waiting`: later ones of the Round.
        halted: nothing more is fought in this Round.
        strike: "missile" or "melee" while Hits are taken. `hits`: Hits that a side has yet to take.
        events: Hold Events played in this Battle, which lie open until its Aftermath (4.4.4).
        memo: what those of them that act more than once have to remember, by card id.
    """

    at: str
    attacker: str
    defender: str
    round: int = 0
    step: str = "array"
    lords: dict[str, BattleLord] = field(default_factory=dict)
    fighting: list[str] = field(default_factory=list)
    waiting: list[list[str]] = field(default_factory=list)
    halted: bool = False
    strike: str = ""
    hits: dict[str, int] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    memo: dict[str, int] = field(default_factory=dict)
    winner: str = ""


class State(GameState):
    """Everything public.

    Attributes:
        step: name of the current step of the sequence of play.
        lords: by Lord id, both sides, removed ones included.
        seats: Lords' Seat markers on the map, Lord id to Locale.
        cards: each side's whole Arts of War deck in this scenario.
        deck: face-down draw deck, as slots, while Arts of War draws from it (3.1).
        held: Hold Events, as slots. `seen`: those of the enemy that a side has looked at.
        in_force: "This Levy" and "This Campaign" Events that lie open.
        plan: Command cards not yet flipped, as slots. `flipped`: the names of those that are.
        planned: Lords on the map when the Plan was made, whose cards it may hold.
        playing: the slot of the Command card that was flipped last.
        active: the Lord whose Command card is being played. `actions`: Command actions left of
            those `granted` when it was revealed. `movers`: the Lords of its last March or Sail.
        flags: what a scenario's special rules remember.
        winner: side id, "draw" or "" while the game goes on. `ending`: why it ended.
        war_winner: the side that has won this War of the Wars of the Roses, before the next begins.
        removed: Lords removed for good by Death, Shipwreck or a special rule; of earlier Wars, Heirs.
        replaced: Lords replaced in place, and who took their place (6.2.2).
        set_aside: Arts of War cards set aside for the rest of the game.
        looked: mats behind screens that the enemy has looked at, by Lord, as they were then.
        screened: Troops on mats that a veiled copy does not show; the pool tells how many.
    """

    scenario: str
    step: str
    box: int
    rebel: str
    king: str
    influence: int
    favour: dict[str, str]
    lords: dict[str, LordState]
    vassals: dict[str, VassalState]
    seats: dict[str, str]
    cards: dict[str, list[str]]
    exile_boxes: dict[str, str]
    wear: dict[str, str] = field(default_factory=dict)
    london_twice: bool = False
    deck: dict[str, list[str]] = field(default_factory=lambda: {"york": [], "lancaster": []})
    held: dict[str, list[str]] = field(default_factory=lambda: {"york": [], "lancaster": []})
    seen: dict[str, list[str]] = field(default_factory=lambda: {"york": [], "lancaster": []})
    in_force: list[str] = field(default_factory=list)
    plan: dict[str, list[str]] = field(default_factory=lambda: {"york": [], "lancaster": []})
    flipped: dict[str, list[str]] = field(default_factory=lambda: {"york": [], "lancaster": []})
    planned: dict[str, list[str]] = field(default_factory=lambda: {"york": [], "lancaster": []})
    playing: str = ""
    active: str = ""
    actions: int = 0
    granted: int = 0
    movers: list[str] = field(default_factory=list)
    battle: Battle | None = None
    flags: list[str] = field(default_factory=list)
    winner: str = ""
    ending: str = ""
    war_winner: str = ""
    removed: list[str] = field(default_factory=list)
    replaced: dict[str, str] = field(default_factory=dict)
    set_aside: list[str] = field(default_factory=list)
    looked: Annotated[dict[str, LordState], SPARSE] = field(default_factory=dict)
    screened: Troops = field(default_factory=Troops)

    @property
    def hidden_mats(self) -> bool:
        """1.5.3 Are the mats behind screens?"""
        return self.option(HIDDEN_MATS) == YES

    def in_levy(self) -> bool:
        """Is it the Levy (3), not the Campaign (4)?"""
        return self.step in LEVY

    def enemy(self, side: str) -> str:
        return "lancaster" if side == "york" else "york"

    def order(self) -> tuple[str, str]:
        """Rebel first, King's side second (2.2.4)."""
        return (self.rebel, self.king)
