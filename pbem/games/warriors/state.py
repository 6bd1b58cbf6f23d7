"""The state of a game: plain structs, no rules. All of it is public (C29)."""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from msgspec import Struct, field

from pbem.engine.state import GameState


class NobleState(Struct):
    """A noble's counter (2.2.1).

    Attributes:
        at: a region or foreign area id, or "cup", "drawn" (face up beside the board), "covert",
            "tower" or "out" (removed from play).
        side: who controls him. In a Covert Box: whose box. In the Tower: whom he served when he
            was taken (C20). Nobody in the cup, beside the board or out of play.
        back: the grey striped side is up; for Henry VI: infirm.
        troops: Troops attached to him.
    """

    at: str = "cup"
    side: str = ""
    back: bool = False
    troops: int = 0
    disgraced: bool = False


class Battle(Struct):
    """A battle in progress (7.0); in the state so that everybody can see it between mails.

    Attributes:
        step: "commanders", "intrigue", "attacks", "hits", "withdrawal" or "pursuit".
        commanders: side to noble.
        missed: rounds in a row without a hit by the aggressor, as his marker says (C36).
        hits: Hits that a side has yet to take.
        london: who controlled London when the Hits began to be applied (C38).
        withdrawing: the side that leaves. `to`: where to. `leaving`: those of it who go.
    """

    at: str
    aggressor: str
    step: str = "commanders"
    round: int = 0
    commanders: dict[str, str] = field(default_factory=dict)
    missed: int = 0
    hits: dict[str, int] = field(default_factory=dict)
    london: str = ""
    withdrawing: str = ""
    to: str = ""
    leaving: list[str] = field(default_factory=list)


class State(GameState):
    """Everything there is to know.

    Attributes:
        step: name of the current step of the sequence of play.
        lead: Victory Points that Lancaster is ahead; negative: York (C25).
        control: region to side; a region that is not listed is uncontrolled.
        aggressor: contested region to side (6.3).
        initiative: the side that has it this turn, before the first roll the one that had it.
        value: the Original Initiative. `impulses`: what is left of it in this phase.
        next: who has the next campaign or may place the next noble.
        stood_down: sides that declared to pass all their remaining impulses (C3).
        winner: side id, "draw" or "" while the game goes on. `ending`: why it ended.
    """

    scenario: str
    step: str
    turn: int
    lead: int
    nobles: dict[str, NobleState]
    control: dict[str, str] = field(default_factory=dict)
    aggressor: dict[str, str] = field(default_factory=dict)
    initiative: str = ""
    value: int = 0
    impulses: dict[str, int] = field(default_factory=lambda: {"york": 0, "lancaster": 0})
    next: str = ""
    stood_down: list[str] = field(default_factory=list)
    battle: Battle | None = None
    winner: str = ""
    ending: str = ""

    def enemy(self, side: str) -> str:
        return "lancaster" if side == "york" else "york"

    def order(self) -> tuple[str, str]:
        """The Initiative player first."""
        return (self.initiative, self.enemy(self.initiative))
