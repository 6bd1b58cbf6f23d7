"""The state of a game: plain structs, no rules. All of it is public; hidden cards lie in slots."""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from msgspec import Struct, field

from pbem.engine.state import GameState

WAVERING = -1
ELIMINATED = -2
ENEMIES = {"york": "lancaster", "lancaster": "york"}


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
        carrier: the leader who has picked him up outside Campaigns (11.1).
        mad: incapacitated by the Moonstruck King (8.9).
        gone: a card has removed him for good, so that no card brings him back (C136).
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
    carrier: str = ""
    mad: bool = False
    gone: bool = False


class Garrison(Struct):
    """13.1 Men-at-Arms in a fortification, and whose they are."""

    side: str
    units: list[Unit] = field(default_factory=list)


class Siege(Struct):
    """14.3 What lies on a fortification: `reduced`, or Under Siege by a side with a `bonus` of +1 to +3 (C155)."""

    by: str
    bonus: int = 0
    reduced: bool = False


class Relations(Struct):
    """15.2 The one side that is on terms with a foreign territory, and its level: 1 Wary to 3 Allied."""

    side: str
    level: int


class Points(Struct):
    """Intrigue points that a side is spending (8.0), one action a step.

    Attributes:
        card: whose points they are; "" for the One Intrigue option (7.2.3).
        left: what is left of `given` points.
        uses: ids of actions in `tables.toml`; points named by an effect buy nothing else (C139).
        sailed: a sea move was made with this card (11.3).
        apart: who may still move for the point that was spent last, each on his own way (11.1).
        event: what the card brings, its event or its noble, follows when they are spent (6.2.2.2, C193).
    """

    side: str
    card: str
    given: int
    left: int
    uses: list[str] = field(default_factory=list)
    sailed: bool = False
    apart: list[str] = field(default_factory=list)
    event: bool = False


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
    """What a card changes (`modify` in `effects.md`), in a battle or for the rest of a turn; `round`: of Melee, 0
    for all of it."""

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
        by_card: a card has brought it about outside Campaigns (C59): the loser gives way to an adjacent area.
        late: hexes of forces that failed to join to their leaders (16.4.6.2). `aside`: nobles who stood aside (C174).
        gone: leaders who reached sanctuary and are there no more.
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
    by_card: bool = False
    late: dict[str, list[str]] = field(default_factory=dict)
    aside: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


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

        turn: 1 to 10 on the turn track; 0 in a campaign scenario, which knows nothing of what follows.
        impulse: 1 to 5, 0 before the first and after the last (7.2). `plays`: whose play of the impulse it is.
        points: Intrigue points being spent, those that are spent first at the end (C139).
        campaigned: there was a Campaign in this turn (8.1). `in_campaign`: it goes on.
        legitimacy: side to points. `relations`: foreign territory to who is on terms with it.
        cards: all in the game, in the order of `cards.toml`. `deck`: the slots of the Intrigue deck, the next
            card first. `shuffles`: how often one was made. `spent`: Play Once events that were played (6.2.4).
            `out`: cards that left the game (C136). `plot`: side to the slot of its Plot card (6.2.3). `due`: side to
            the cards that obliged it at the end of the last turn (6.2.2.1).
        sieges: fortified hex to what lies there.
        flags: flag to until when, "" for good. `changes`: what cards change until the end of the turn.
        bidding: for what kind of roll Treasury is bid just now (9.2.2), "" for none that has a name.
        wits: impulses since Henry VI lost his (8.9, C44).
        heirs: heir to the turn in which he comes of age (8.8). `were_crowned`: all who ever were (C151).

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
    turn: int = 0
    impulse: int = 0
    plays: str = ""
    points: list[Points] = field(default_factory=list)
    campaigned: bool = False
    in_campaign: bool = False
    legitimacy: dict[str, int] = field(default_factory=dict)
    relations: dict[str, Relations] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    shuffles: int = 0
    spent: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    plot: dict[str, str] = field(default_factory=dict)
    due: dict[str, list[str]] = field(default_factory=dict)
    sieges: dict[str, Siege] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)
    changes: list[Modifier] = field(default_factory=list)
    bidding: str = ""
    wits: int = 0
    heirs: dict[str, int] = field(default_factory=dict)
    were_crowned: list[str] = field(default_factory=list)
    won: str = ""
    initiative: str = ""
    passes: int = 0
    acted: bool = False
    idle: int = 0
    battle: Battle | None = None
    winner: str = ""
    ending: str = ""

    def enemy(self, side: str) -> str:
        """Neutrals are nobody's enemy, and have none (C218)."""
        return ENEMIES.get(side, "")
