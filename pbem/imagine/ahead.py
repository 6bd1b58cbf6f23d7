"""The rest of a game turn played ahead many times: one's own orders against the robot, from what one may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct, field

from pbem.engine import codec
from pbem.engine.level import Level
from pbem.engine.notation import match
from pbem.engine.odds import Answer, Block, check_games, histogram, mean, sampled
from pbem.engine.picture import Picture
from pbem.engine.policies import reactions_of
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import Cursor, Script, Step, resume, step
from pbem.engine.standing import StandingOrders, answer, ordered
from pbem.engine.table import cards_in
from pbem.engine.world import Sight, World, laid
from pbem.errors import BadQuestion, GameOver, PbemError
from pbem.imagine.seen import seen_by
from pbem.ledger.cases import agreed
from pbem.ledger.sight import look_of
from pbem.player.orders import Orders
from pbem.player.player import Player

LONGEST = 5000
"""Decisions after which a turn is called endless."""
AWAY = "off the map"
STAYS = 0.995
"""A piece that stands where it is in so many games is only named."""
HIDDEN = (
    "what you cannot see decides how the game goes on from this question, so the turn cannot be played "
    "ahead here; ask again at your next choice"
)


class Played(Struct):
    """One turn that was played.

    Attributes:
        before: what each side had in the world that was imagined, `after`: when the turn was over.
        places: piece to the name of its place.
        done: statements of the orders that were carried out. `won`: the sides that have won, None while
            the game goes on.
    """

    before: dict[str, Mapping[str, int]]
    after: dict[str, Mapping[str, int]]
    score: Mapping[str, int]
    places: dict[str, str]
    done: list[int] = field(default_factory=list)
    won: tuple[str, ...] | None = None


def turn_ahead(
    game: Player,
    orders: Orders,
    side: str = "",
    games: int = 100,
    seed: int = 1,
    tick: Callable[[], None] = lambda: None,
    level: Level = Level.STEADY,
) -> Answer:
    """How the turn may end. Where the orders say nothing the robot plays for `side` too, as it does for all
    others.

    Args:
        level: how well it plays for the others; it plays nothing ahead here.

    Raises:
        BadQuestion, GameOver, BadScript, NotAllowed.
    """
    agreed.check_aid(game.ledger, "odds")
    sight, standing = sight_of(game, side), standing_of(game, orders, side or game.side)
    check_games(games)
    played = []
    for number in range(games):
        played.append(_one(sight, orders, codec.copied(standing), f"turn {seed} {number}", level))
        tick()
    return _told(sight, orders, played, seed)


def sight_of(game: Player, side: str) -> Sight:
    """What a side of a game under way sees. Raises BadQuestion, GameOver."""
    ledger = game.ledger
    side = side or game.side
    if side not in ledger.sides:
        raise BadQuestion(why=f"a turn is played for a side: --as {' or --as '.join(ledger.sides)}")
    if ledger.result is not None:
        raise GameOver(result=ledger.result.reason)
    if not ledger.begun or ledger.play.state is None:
        raise BadQuestion(why="the game has not begun")
    return seen_by(ledger, side)


def standing_of(game: Player, orders: Orders, side: str) -> StandingOrders:
    """What speaks for the side: of the GM or of another's seat nothing is known."""
    known = game.standing_of(side) if side == game.side else StandingOrders()
    reactions = known.reactions if orders.reactions is None else orders.reactions
    return StandingOrders(dict(reactions), dict(known.scripts), dict(known.cursors))


class Stopped(NamedTuple):
    """Where one's own words end in a world: `slot` of the script, or "" in the order lines or a policy."""

    step: Step
    slot: str = ""


class Own(Struct):
    """The orders of a side at work in a world."""

    world: World[Any]
    side: str
    script: Script
    scripts: Mapping[str, str]
    standing: StandingOrders
    done: list[int] = field(default_factory=list)
    step: int = -1
    interrupted: bool = False
    stopped: Stopped | None = None

    def gives(self, request: Request) -> bool:
        """Answer with the next line that is possible; one that is not ends the orders, but for a later line
        that says `anyway`."""
        world = self.world
        if self.interrupted and world.checkpoint.asked != self.step:
            return False  # what waits for the enemy lapses with its step
        self.step = world.checkpoint.asked
        while not self.script.over:
            now = self.script.next(look_of(world.rules, world, self.side))
            line = ordered(request, now)
            self.stopped = Stopped(now)
            if line is None:
                break
            try:
                world.give(request, match(request, line))
            except PbemError:
                if resume(self.script.statements, self.script.cursor, now.at):
                    continue
                break
            self.done.append(now.at)
            if request.stack is not None:
                self._seal(request)
            return True
        self.script = Script("")
        return False

    def _seal(self, request: Request) -> None:
        """Scripts by card number go with the stack."""
        for number, text in self.scripts.items():
            if number.isdigit():
                self.standing.scripts[laid(request, int(number))] = text

    def prepared(self, request: Request) -> str:
        """What scripts and policies say, or "", and then in `stopped` where they end."""
        world, rules, standing = self.world, self.world.rules, self.standing
        if request.stack is not None:
            return ""
        look, slot = (
            look_of(rules, world, self.side),
            rules.policies.script_slot(world.state, request),
        )
        policy = standing.reactions.get(request.kind, "")
        text, cursor = policy, Cursor()
        if slot in standing.scripts and not policy:
            text = standing.scripts[slot]
            cursor = codec.copied(standing.cursors.get(slot, cursor))
        found = answer(
            standing,
            request,
            slot,
            reactions_of(rules),
            look,
            cards_in(request.slots, world.chance.secrets),
        )
        if found is None and text:
            ended = step(Script(text).statements, cursor, look)
            self.stopped = Stopped(ended, "" if policy else slot)
        return found.line if found is not None else ""


def imagined(sight: Sight, seed: str) -> World[Any]:
    """A world that stands still when the turn is over. Raises BadQuestion where hidden things forbid it."""
    rules = sight.rules
    turn = rules.words.turn(sight.state)
    world: World[Any] | None = World.imagined(
        sight, seed, lambda state: rules.words.turn(state) != turn
    )
    if world is None:
        raise BadQuestion(why=HIDDEN)
    return world


def played(
    world: World[Any],
    side: str,
    orders: Orders,
    standing: StandingOrders,
    hears: Callable[[Own, Request, str], None] = lambda own, request, line: None,
    level: Level = Level.STEADY,
) -> Own:
    """Play a world until it stands still: by one's own orders, by the robot where they say nothing.

    Args:
        hears: is told, before it is given, of each decision that the robot makes for this side, with its
            line (`own.stopped`: what had ended there), and of each of another side, with "".
    """
    own = Own(world, side, Script("\n".join(orders.lines)), orders.scripts, standing)
    for _ in range(LONGEST):
        if not world.pending:
            break
        request, own.stopped = world.pending[0], None
        if request.side != side:
            own.interrupted = own.interrupted or bool(own.done)
            hears(own, request, "")
            world.give(request, world.robot(request, level))
        elif not own.gives(request):
            line = own.prepared(request)
            if not line:
                line = world.robot(request)
                hears(own, request, line)
            world.give(request, line)
    return own


def _one(sight: Sight, orders: Orders, standing: StandingOrders, seed: str, level: Level) -> Played:
    rules, side = sight.rules, sight.side
    world = imagined(sight, seed)
    before = {one: rules.tally(world.state, one) for one in rules.sides}
    own = played(world, side, orders, standing, level=level)
    state, result = world.state, world.result
    score = rules.score(state)
    return Played(
        before,
        {one: rules.tally(state, one) for one in rules.sides},
        score.lines if score is not None else {},
        _places(rules.picture(rules.secrets.veil(state, side), side)),
        sorted(set(own.done)),
        result.winners if result is not None else None,
    )


def _places(picture: Picture) -> dict[str, str]:
    return {piece.id: space.name for space in picture.spaces for piece in space.pieces}


# -- what is told ---------------------------------------------------------------------------------


def _told(sight: Sight, orders: Orders, played: list[Played], seed: int) -> Answer:
    rules, games = sight.rules, len(played)
    blocks = [
        *_lines(orders, played),
        *_ends(rules, played),
        *_scores(sight, played),
        *_tallies(rules, played),
    ]
    moved, still = _pieces(sight, played)
    notes = [f"Hardly ever moved: {', '.join(still)}."] if still else []
    theirs = "Where your orders say nothing the robot plays for you, and it plays the other side."
    notes += [theirs, "What you cannot see is dealt anew for each game; nobody's secrets are used."]
    return Answer(
        f"The rest of {rules.words.turn(sight.state) or 'the game'}, played ahead",
        (*blocks, *moved),
        games,
        seed,
        notes=tuple(notes),
    )


def _lines(orders: Orders, played: list[Played]) -> list[Block]:
    """How often each statement was carried out."""
    statements = Script("\n".join(orders.lines)).statements
    counts = Counter(at for one in played for at in one.done)
    lines = [sampled(one.text, counts[at], len(played)) for at, one in enumerate(statements)]
    return [Block("Your lines that were carried out", tuple(lines))] if lines else []


def _ends(rules: RuleSet[Any], played: list[Played]) -> list[Block]:
    won = Counter(one.won for one in played if one.won is not None)
    names = {one: " and ".join(rules.sides[s].name for s in one) or "nobody" for one in won}
    lines = [sampled(f"{names[one]} wins", won[one], len(played)) for one in sorted(won)]
    return [Block("The game ends in this turn", tuple(lines))] if lines else []


def _scores(sight: Sight, played: list[Played]) -> list[Block]:
    """The tracks that tell who leads: where they stand at the end of the turn."""
    now = sight.rules.score(sight.state)
    first = next(iter(sight.rules.sides.values())).name
    blocks = []
    for name, value in now.lines.items() if now is not None else ():
        values = [one.score.get(name, value) for one in played]
        ahead = f", {first} ahead by" if now is not None and len(now.points) == 2 else ""
        title = f"{name}{ahead}: now {value:+}, then {mean(values):+.1f} on average"
        blocks.append(Block(title, histogram(values, signed=True)))
    return blocks


def _tallies(rules: RuleSet[Any], played: list[Played]) -> list[Block]:
    """What each side has gained or lost in the turn, where that differs from nothing."""
    blocks = []
    for side, about in rules.sides.items():
        for name in played[0].before[side]:
            values = [one.after[side][name] - one.before[side][name] for one in played]
            if any(values):
                title = f"{about.name}, {name}: {mean(values):+.1f} on average"
                blocks.append(Block(title, histogram(values, signed=True)))
    return blocks


def _pieces(sight: Sight, played: list[Played]) -> tuple[list[Block], list[str]]:
    """Where the pieces are at the end whose names this side knows, and those that stay."""
    rules, side = sight.rules, sight.side
    picture = rules.picture(sight.state, side)
    hidden = rules.secrets.veiled(sight.state)
    blocks, still = [], []
    for space in picture.spaces:
        for piece in space.pieces:
            if hidden and piece.side != side:
                continue
            where = Counter(one.places.get(piece.id, AWAY) for one in played)
            if where[space.name] >= STAYS * len(played):
                still.append(piece.name)
                continue
            title = f"{piece.name}, now at {space.name}"
            lines = [sampled(at, count, len(played)) for at, count in where.most_common()]
            blocks.append(Block(title, tuple(lines)))
    return blocks, still
