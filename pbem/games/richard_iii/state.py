"""The whole state of a game, hidden blocks included: plain structs, no rules. Never published.

Places (`BlockState.at`) are an area id, "pool", "minor" (4.5), "enemy" (the other version is in play,
4.6), "tower" (the prisoner of Kingmaker) or "dead". Cards in hand are slots (see engine.table).
"""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from msgspec import Struct, field

from pbem.engine.state import GameState


class BlockState(Struct):
    """A block (3.1). `face_down`: eliminated this campaign, in its pool or home area (6.83-6.86)."""

    at: str
    strength: int
    face_down: bool = False


class Phase(Struct):
    """A player's Action Phase in progress (1.2, 5.2).

    Attributes:
        ap: Action Points left. `active`: areas whose blocks may move by land (5.2).
        moved: blocks that have moved, sailed or been recruited.
        moving: the block that may go on at once; `start`: the area that it entered from,
            `steps`: borders it has crossed.
        crossed: blocks that have crossed each border (5.21).
        ferries: `port__port` of sea moves with room for a second block (5.31).
        muster: the area named for a Muster (5.1). `spent`: an event without AP is used up.
    """

    side: str
    card: str
    ap: int
    active: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    moving: str = ""
    start: str = ""
    steps: int = 0
    crossed: dict[str, int] = field(default_factory=dict)
    ferries: list[str] = field(default_factory=list)
    muster: str = ""
    spent: bool = False


class Contest(Struct):
    """A contested area and, once it is chosen, the battle there (6.0).

    Ways into it are neighbouring areas, or sea zones for Pirates.

    Attributes:
        attacker: changes only with control in round 1 (6.3).
        main: the way of the Main Attack, "sea" for Pirates.
        ways: each side's ways, in order of use. `came`: which way a block came.
        reserve: blocks not yet on the field. `openers`: blocks on the field from the start.
        acted: blocks that have had their Battle Turn in this round.
        defected: blocks that changed sides here. `rolled`: roles that have made their
            Treachery Roll (6.9).
        crossed: `side__area` to blocks that retreated so this round, or regrouped (5.21, 6.6).
    """

    at: str
    attacker: str
    defender: str
    main: str
    ways: dict[str, list[str]]
    came: dict[str, str] = field(default_factory=dict)
    round: int = 0
    reserve: list[str] = field(default_factory=list)
    openers: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    defected: list[str] = field(default_factory=list)
    rolled: list[str] = field(default_factory=list)
    crossed: dict[str, int] = field(default_factory=dict)
    over: bool = False


class State(GameState):
    """Everything, secrets included.

    Attributes:
        step: name of the current step of the sequence of play.
        campaign: 1 to 3 as in history; `last_campaign` ends the game. `turn`: Game Turn 1 to 7.
        king_side: the royal house. `king`: its king, "" while he is dead and not succeeded.
        hands: slots of the cards held. `played`: kinds of this turn's cards.
        redealt: the campaign's one mulligan has been used (5.1).
        first: Player 1 of this Game Turn (1.1).
        contests: contested areas. `fighting`: the one whose battle is being fought.
        treason: the side that still has the Treason card's roll (5.1).
        whereabouts: block to the places where, as all can tell, it may be while it is hidden (C96).
        minors_due: heirs killed whose minors have not yet come (6.82).
        winner: side id, "" while the game goes on. `ending`: why it ended.
    """

    scenario: str
    step: str
    campaign: int
    last_campaign: int
    turns: int
    king_side: str
    king: str
    blocks: dict[str, BlockState]
    whereabouts: dict[str, list[str]] = field(default_factory=dict)
    turn: int = 1
    hands: dict[str, list[str]] = field(default_factory=lambda: {"york": [], "lancaster": []})
    redealt: bool = False
    played: dict[str, str] = field(default_factory=dict)
    first: str = ""
    phase: Phase | None = None
    contests: dict[str, Contest] = field(default_factory=dict)
    fighting: str = ""
    treason: str = ""
    minors_due: dict[str, int] = field(default_factory=lambda: {"york": 0, "lancaster": 0})
    winner: str = ""
    ending: str = ""

    def enemy(self, side: str) -> str:
        return "lancaster" if side == "york" else "york"

    @property
    def pretender_side(self) -> str:
        return self.enemy(self.king_side)

    @property
    def second(self) -> str:
        """Player 2 of this Game Turn."""
        return self.enemy(self.first)
