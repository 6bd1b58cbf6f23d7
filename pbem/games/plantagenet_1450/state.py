"""The state of a game: plain structs, no rules. All of it is public; hidden cards lie in slots."""

from __future__ import annotations

from msgspec import Struct, field

from pbem.engine.state import GameState

WAVERING = -1
ELIMINATED = -2


class Unit(Struct, frozen=True):
    """A combat unit.

    Attributes:
        kind: its id in `units.toml`.
        origin: `pool`, from the Force Pool; `own`, a leader's own Men-at-Arms (10.3.5, C55), which do not
            count against Command; `called` to a battle by a card (C93); or `levy` (C170).
    """

    kind: str
    origin: str = "pool"


class LeaderState(Struct):
    """A leader's counter (10.0).

    Attributes:
        side: whom he serves, "neutral" or, while he waits, "".
        status: `waiting` (not in play), `free`, `captive` or `dead`.
        at: a hex, or `foreign:scotland`; "" for one who is not in play.
        fatigue: 0 to 4 (C64).
        army: the units on his Army Track.
        rides: the leader who carries him as if he were a unit (16.4.5.5).
        inside: withdrawn into the fortification of his hex (16.4.6.0).
        captor: the leader who takes a captive along, where no fortification holds him (C147).
        fled: the campaign turn in which he fled into exile, 0 for one who did not (16.4.5.4.2).
    """

    side: str = ""
    at: str = ""
    status: str = "waiting"
    crowned: bool = False
    fatigue: int = 0
    army: list[Unit] = field(default_factory=list)
    rides: str = ""
    inside: bool = False
    captor: str = ""
    fled: int = 0


class Garrison(Struct):
    """13.1 Men-at-Arms in a fortification, and whose they are."""

    side: str
    units: list[Unit] = field(default_factory=list)


class Fighter(Struct):
    """A unit on the Battle Board (16.4.6.7). `leader`: "" for a Levy. `column`: 0 to 8, -1 Wavering, -2 Eliminated."""

    side: str
    leader: str
    kind: str
    origin: str
    column: int = 0

    @property
    def stands(self) -> bool:
        return self.column >= 0


class Modifier(Struct, frozen=True):
    """What a card changes in a battle (`modify` in `effects.md`); `round`: of Melee, 0 for all of it."""

    what: str
    side: str
    amount: int
    round: int = 0


class Battle(Struct):
    """A battle in progress (16.4.6); in the state so that everybody can see it between mails.

    Attributes:
        at: the target hex. `origins`: the hexes from which the attackers fight, the main force's first.
        leaders: side to those who take part.
        main: the leader whose attack it is.
        committed: side to leader (16.4.6.6); none where nobody is.
        modifiers: what cards have changed. `flags`: what they have set.
        shots: side to the ratings of extra missile shots.
        round: of Melee. `retreats`: the side that broke off, `winner`: the side that won. `levies`: side to how many came (16.4.6.3).
    """

    at: str
    attacker: str
    main: str
    origins: list[str]
    leaders: dict[str, list[str]]
    fighters: list[Fighter] = field(default_factory=list)
    committed: dict[str, str] = field(default_factory=dict)
    modifiers: list[Modifier] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    shots: dict[str, list[int]] = field(default_factory=dict)
    round: int = 0
    retreats: str = ""
    winner: str = ""
    levies: dict[str, int] = field(default_factory=dict)


class State(GameState):
    """Everything there is to know.

    Attributes:
        step: name of the current step of the sequence of play.
        campaign_turn: 1 to `campaign_turns`.
        control: control group to side; one that is not listed is neutral (3.1.6).
        pool: side to the units of its Force Pool (3.2), in the order of `units.toml`.
        garrisons: fortified hex to garrison.
        hands: side to the slots of its cards. `discards`: cards.
        treasury: side to points; no rows where a scenario has none (C187).
        won: the side that wins the next initiative roll without dice (16.4.1), or "".
        initiative: who chooses now; "" before a roll. `passes`: in a row (16.4.2).
        acted: something was done in this campaign turn. `idle`: turns in a row in which nothing was (C100).
        winner: side id, "draw" or "" while the game goes on. `ending`: why it ended.
    """

    scenario: str
    step: str
    leaders: dict[str, LeaderState]
    campaign_turn: int = 1
    campaign_turns: int = 3
    control: dict[str, str] = field(default_factory=dict)
    pool: dict[str, dict[str, int]] = field(default_factory=dict)
    garrisons: dict[str, Garrison] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    discards: list[str] = field(default_factory=list)
    treasury: dict[str, int] = field(default_factory=dict)
    won: str = ""
    initiative: str = ""
    passes: int = 0
    acted: bool = False
    idle: int = 0
    battle: Battle | None = None
    winner: str = ""
    ending: str = ""

    def enemy(self, side: str) -> str:
        return "lancaster" if side == "york" else "york"
