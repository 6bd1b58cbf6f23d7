"""The rest of a game turn played ahead many times: one's own orders against the robot, from what one may know.

It tells how the turn may end, and which questions the orders leave open on the way. What their author writes to such
a question (`imagine.calls`) goes into his order lines, a script or a policy, as a line like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from pbem.engine import codec
from pbem.engine.notation import match, with_everybody
from pbem.engine.odds import Answer, OutcomeGroup, check_games, histogram, mean, sampled
from pbem.engine.picture import Picture
from pbem.engine.policies import reactions_of
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import ASK, Cursor, Script, ScriptAction, next_action, resume, script_line
from pbem.engine.standing import StandingOrders, answer, line_ordered
from pbem.engine.table import cards_in
from pbem.engine.world import Sight, World, stack_slot
from pbem.errors import BadQuestion, GameOver, PbemError
from pbem.imagine import GAMES
from pbem.imagine.sight import seen_by
from pbem.ledger.cases import agreed
from pbem.ledger.sight import look_of
from pbem.player.orders import Orders
from pbem.player.player import Player

LONGEST = 5000
"""Decisions after which a turn is called endless."""
MOST_LINES = 3
"""Lines of the robot that are told to a question."""
MOST_POSSIBLE = 60
"""Lines that could be given to a question."""
OFTEN = 0.5
"""Of the games of a question: an enemy who stands somewhere new in so many is named."""
AWAY = "off the map"
STAYS = 0.995
"""A piece that stands where it is in so many games is only named."""
HIDDEN = (
    "something that you cannot see decides how the game goes on from this question. So the turn cannot be "
    "played ahead here. Try again at your next choice"
)


class AnswerSlot(Struct, frozen=True):
    """Where an answer would be written: the script of a `card` by number, else the policy for a `kind` of
    reaction, else ("" and "") the order lines. `text`: the statement that stops there, "" at the end."""

    card: str = ""
    kind: str = ""
    text: str = ""


class Open(Struct, frozen=True):
    """A question that the orders leave open.

    Attributes:
        name: of the card. `kind`, `question`: what is asked. `none`: nothing is written for it at all.
        games: in how many it was asked. `wanted`: at an `ask` or an alarm, or a policy `ask`.
        later: order lines of now do not reach so far, so that nothing can be written for it.
        enemy: a place where an enemy stood then and does not stand now, and in how many of those games.
        robot: what the robot did, and how often; the lines most often given.
        possible: what could be answered, and in how many; the lines most often possible.
    """

    place: AnswerSlot
    name: str
    kind: str
    question: str
    none: bool
    games: int
    wanted: bool
    later: bool
    enemy: tuple[str, int]
    robot: tuple[tuple[str, int], ...]
    possible: tuple[tuple[str, int], ...] = ()


class Ahead(Struct, frozen=True):
    """A turn that was played many times.

    Attributes:
        open: what the orders leave open, card by card and then by how often.
        sittings: how often their author would have to sit down, a game a value.
        ends: how the turn may end.
    """

    open: tuple[Open, ...]
    sittings: tuple[int, ...]
    ends: Answer


class _Question(Struct, frozen=True):
    """One question in one game."""

    place: AnswerSlot
    name: str
    kind: str
    question: str
    none: bool
    wanted: bool
    later: bool
    line: str
    possible: tuple[str, ...]
    enemies: tuple[str, ...]


class _TurnPlayed(Struct):
    """One turn that was played.

    Attributes:
        before: what each side had in the world that was imagined, `after`: when the turn was over.
        places: piece to the name of its place.
        done: statements of the orders that were carried out. `won`: the sides that have won, None while
            the game goes on.
        asked: the first question of each place. `sittings`: see Ahead.
    """

    before: dict[str, Mapping[str, int]]
    after: dict[str, Mapping[str, int]]
    score: Mapping[str, int]
    places: dict[str, str]
    done: list[int]
    won: tuple[str, ...] | None
    asked: dict[AnswerSlot, _Question]
    sittings: int


def turn_ahead(
    game: Player,
    orders: Orders,
    games: int = GAMES,
    seed: int = 1,
    tick: Callable[[], None] = lambda: None,
) -> Ahead:
    """How the turn may end, and what is left open, over many plays.

    Where the orders say nothing the robot plays for their side too, as it does for all others; it plans nothing ahead.
    Raises BadQuestion, GameOver, BadScript, NotAllowed, NotInThisGame.
    """
    agreed.check_aid(game.ledger, "odds")
    agreed.check_aid(game.ledger, "robot")
    check_games(games)
    sight, standing = _sight(game), _standing_with(game, orders)
    turns = []
    for number in range(games):
        turns.append(_play_once(sight, orders, codec.copied(standing), f"turn {seed} {number}"))
        tick()
    return Ahead(
        _open_rows(turns), tuple(one.sittings for one in turns), _ends(sight, orders, turns, seed)
    )


def _sight(game: Player) -> Sight:
    """What its player sees of a game under way. Raises BadQuestion, GameOver."""
    ledger, side = game.ledger, game.player_side
    if ledger.result is not None:
        raise GameOver(result=ledger.result.reason)
    if not ledger.begun or ledger.play.state is None:
        raise BadQuestion(why="the game has not begun")
    return seen_by(ledger, side)


def _standing_with(game: Player, orders: Orders) -> StandingOrders:
    """What speaks for its player."""
    standing = game.standing
    reactions = standing.reactions if orders.reactions is None else orders.reactions
    return StandingOrders(dict(reactions), dict(standing.scripts), dict(standing.cursors))


class OwnWordsEnd(NamedTuple):
    """Where one's own words end in a world: `slot` of the script, or "" in the order lines or a policy."""

    step: ScriptAction
    slot: str = ""


class Own(Struct):
    """The orders of a side at work in a world, and what they leave open.

    Attributes:
        here: where enemies stand at first. `began`: the step in which lines of now are carried out, also after an
            answer of others; -1: nothing is asked of this side, so no lines are.
        others: has another side decided anything? `interrupted`: since this one did.
        asked: the first question of each place. `sits`: does the author sit there now?
    """

    world: World[Any]
    side: str
    script: Script
    scripts: Mapping[str, str]
    standing: StandingOrders
    here: tuple[str, ...]
    began: int
    done: list[int] = field(default_factory=list)
    step: int = -1
    interrupted: bool = False
    others: bool = False
    stopped: OwnWordsEnd | None = None
    asked: dict[AnswerSlot, _Question] = field(default_factory=dict)
    sittings: int = 0
    sits: bool = False

    def play(self) -> None:
        """Play until nothing is asked any more: by one's own orders, by the robot where they say nothing."""
        world = self.world
        for _ in range(LONGEST):
            if not world.pending:
                break
            request, self.stopped = world.pending[0], None
            if request.side != self.side:
                self.sits, self.others = False, True
                self.interrupted = self.interrupted or bool(self.done)
                world.give(request, world.robot(request))
            elif not self.gives(request):
                line = self.prepared(request)
                if not line:
                    line = world.robot(request)
                    self._note_question(request, line)
                world.give(request, line)

    def _note_question(self, request: Request, line: str) -> None:
        """Note a question that the robot answers for this side, with `line`: the author would have been asked."""
        self.sittings += not self.sits
        self.sits = True
        world = self.world
        place, slot = self._place(request)
        if place in self.asked or (place.card and any(p.card == place.card for p in self.asked)):
            return  # what comes after a script has stopped follows from that
        enemies = _enemies(world.rules, world.state, self.side)
        cards_held = cards_in(request.slots, world.chance.secrets)
        self.asked[place] = _Question(
            place,
            world.chance.secrets.get(slot, "") if place.card else "",
            request.kind,
            request.question,
            self.stopped is None,
            self._wanted(request),
            place == AnswerSlot(text=place.text) and self._later(request),
            with_everybody(request, line),
            tuple(o.line for o in request.menu.possible(cards_held))
            if request.stack is None
            else (),
            tuple(one for one in enemies if one not in self.here),
        )

    def _later(self, request: Request) -> bool:
        over = self.others and self.world.checkpoint.asked != self.began
        return over or self.began < 0 or request.stack is not None

    def _place(self, request: Request) -> tuple[AnswerSlot, str]:
        """Where the answer to a question would be written, and the slot of its card."""
        rules, stopped = self.world.rules, self.stopped
        slot = rules.policies.script_slot(self.world.state, request)
        text = stopped.step.text if stopped is not None else ""
        if slot and request.kind not in self.standing.reactions:
            return AnswerSlot(card=slot.rpartition(":")[2], text=text), slot
        if request.kind in reactions_of(rules):
            return AnswerSlot(kind=request.kind, text=text), ""
        return AnswerSlot(text=text), ""

    def _wanted(self, request: Request) -> bool:
        """Did he write himself that he wants to be asked here?"""
        policy = self.standing.reactions.get(request.kind, "").strip().lower()
        if self.stopped is None:
            return policy == ASK
        now = self.stopped.step
        return now.rung or (bool(now.text) and script_line(now.text).line.lower() == ASK)

    def gives(self, request: Request) -> bool:
        """Answer with the next line that is possible; was there one?

        An impossible line ends the orders, unless a later one says `anyway`; `stopped` says why.
        """
        world = self.world
        if self.interrupted and world.checkpoint.asked != self.step:
            return False  # what waits for the enemy lapses with its step
        self.step = world.checkpoint.asked
        while not self.script.over:
            action = self.script.next(look_of(world.rules, world, self.side))
            line = line_ordered(request, action)
            self.stopped = OwnWordsEnd(action)
            if line is None:
                break
            try:
                world.give(request, match(request, line))
            except PbemError:
                if resume(self.script.statements, self.script.cursor, action.at):
                    continue
                break
            self.done.append(action.at)
            if request.stack is not None:
                self._seal(request)
            return True
        self.script = Script("")
        return False

    def _seal(self, request: Request) -> None:
        """Scripts by card number go with the stack."""
        for number, text in self.scripts.items():
            if number.isdigit():
                self.standing.scripts[stack_slot(request, int(number))] = text

    def prepared(self, request: Request) -> str:
        """What scripts and policies answer, or ""; then `stopped` says where they end."""
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
        prepared_answer = answer(
            standing,
            request,
            slot,
            reactions_of(rules),
            look,
            cards_in(request.slots, world.chance.secrets),
        )
        if prepared_answer is None and text:
            last_action = next_action(Script(text).statements, cursor, look)
            self.stopped = OwnWordsEnd(last_action, "" if policy else slot)
        return prepared_answer.line if prepared_answer is not None else ""


def _play_once(sight: Sight, orders: Orders, standing: StandingOrders, seed: str) -> _TurnPlayed:
    """Play the turn to its end once, in a world dealt by `seed` that fits what the side sees."""
    rules, side = sight.rules, sight.side
    turn = rules.words.turn(sight.state)
    world: World[Any] | None = World.imagined(
        sight, seed, lambda state: rules.words.turn(state) != turn
    )
    if world is None:
        raise BadQuestion(why=HIDDEN)
    before_tally = {one: rules.tally(world.state, one) for one in rules.sides}
    enemies = tuple(_enemies(rules, sight.state, side))
    began = world.checkpoint.asked if any(r.side == side for r in world.pending) else -1
    script = Script("\n".join(orders.lines))
    own = Own(world, side, script, orders.scripts, standing, enemies, began)
    own.play()
    state, result, score = world.state, world.result, rules.score(world.state)
    return _TurnPlayed(
        before_tally,
        {one: rules.tally(state, one) for one in rules.sides},
        score.lines if score is not None else {},
        _places(rules.picture(rules.secrets.veil(state, side), side)),
        sorted(set(own.done)),
        result.winners if result is not None else None,
        own.asked,
        own.sittings,
    )


def _places(picture: Picture) -> dict[str, str]:
    return {piece.id: space.name for space in picture.spaces for piece in space.pieces}


def _enemies(rules: RuleSet[Any], state: Any, side: str) -> list[str]:
    """The places where pieces of another side stand, as far as this one sees."""
    spaces = rules.picture(rules.secrets.veil(state, side), side).spaces
    others = [one for one in rules.sides if one != side]
    return [s.name for s in spaces if any(piece.side in others for piece in s.pieces)]


# -- what is left open ----------------------------------------------------------------------------


def _open_rows(played: Sequence[_TurnPlayed]) -> tuple[Open, ...]:
    rows: dict[AnswerSlot, list[_Question]] = {}
    for playout in played:
        for place, questions in playout.asked.items():
            rows.setdefault(place, []).append(questions)
    return tuple(
        sorted(
            (_row(place, questions) for place, questions in rows.items()),
            key=lambda row: (not row.place.card, int(row.place.card or 0), -row.games),
        )
    )


def _row(place: AnswerSlot, questions: list[_Question]) -> Open:
    """The questions of many games that one answer would settle, as one row: how often each was asked, and of what."""
    first_question = questions[0]
    (most,) = Counter(e for one in questions for e in one.enemies).most_common(1) or [("", 0)]
    lines = Counter(one.line for one in questions).most_common(MOST_LINES)
    return Open(
        place,
        first_question.name,
        first_question.kind,
        first_question.question,
        first_question.none,
        len(questions),
        first_question.wanted,
        first_question.later,
        most if most[1] >= OFTEN * len(questions) else ("", 0),
        tuple(lines),
        tuple(
            Counter(line for one in questions for line in one.possible).most_common(MOST_POSSIBLE)
        ),
    )


# -- how it may end ------------------------------------------------------------------------------


def _ends(sight: Sight, orders: Orders, turns: Sequence[_TurnPlayed], seed: int) -> Answer:
    """Charts of how often each line was carried out, who leads then, what it cost, and who is where."""
    rules, games = sight.rules, len(turns)
    blocks = [
        *_lines(orders, turns),
        *_winners(rules, turns),
        *_scores(sight, turns),
        *_tallies(rules, turns),
    ]
    charts, idle_pieces = _pieces(sight, turns)
    notes = [f"Hardly ever moved: {', '.join(idle_pieces)}."] if idle_pieces else []
    theirs = "Where your orders say nothing, the robot plays for you. It also plays the other side."
    notes += [
        theirs,
        "What you cannot see is dealt again at random in each game. Nobody's secrets are used.",
    ]
    return Answer(
        f"The rest of {rules.words.turn(sight.state) or 'the game'}, played ahead",
        (*blocks, *charts),
        games,
        seed,
        notes=tuple(notes),
    )


def _lines(orders: Orders, played: Sequence[_TurnPlayed]) -> list[OutcomeGroup]:
    """How often each statement was carried out."""
    statements = Script("\n".join(orders.lines)).statements
    counts = Counter(at for one in played for at in one.done)
    lines = [sampled(one.text, counts[at], len(played)) for at, one in enumerate(statements)]
    return [OutcomeGroup("Your lines that were carried out", tuple(lines))] if lines else []


def _winners(rules: RuleSet[Any], played: Sequence[_TurnPlayed]) -> list[OutcomeGroup]:
    won = Counter(one.won for one in played if one.won is not None)
    names = {one: " and ".join(rules.sides[s].name for s in one) or "nobody" for one in won}
    lines = [sampled(f"{names[one]} wins", won[one], len(played)) for one in sorted(won)]
    return [OutcomeGroup("The game ends in this turn", tuple(lines))] if lines else []


def _scores(sight: Sight, played: Sequence[_TurnPlayed]) -> list[OutcomeGroup]:
    """The tracks that tell who leads: where they stand at the end of the turn."""
    now = sight.rules.score(sight.state)
    first_side = next(iter(sight.rules.sides.values())).name
    blocks = []
    for name, value in now.lines.items() if now is not None else ():
        values = [one.score.get(name, value) for one in played]
        ahead = f", {first_side} ahead by" if now is not None and len(now.points) == 2 else ""
        title = f"{name}{ahead}: now {value:+}, then {mean(values):+.1f} on average"
        blocks.append(OutcomeGroup(title, histogram(values, signed=True)))
    return blocks


def _tallies(rules: RuleSet[Any], played: Sequence[_TurnPlayed]) -> list[OutcomeGroup]:
    """What each side has gained or lost in the turn, where that differs from nothing."""
    blocks = []
    for side, about in rules.sides.items():
        for name in played[0].before[side]:
            values = [one.after[side][name] - one.before[side][name] for one in played]
            if any(values):
                title = f"{about.name}, {name}: {mean(values):+.1f} on average"
                blocks.append(OutcomeGroup(title, histogram(values, signed=True)))
    return blocks


def _pieces(sight: Sight, turns: Sequence[_TurnPlayed]) -> tuple[list[OutcomeGroup], list[str]]:
    """Charts of where the pieces are at the end whose names this side knows, and the names of those that stay."""
    rules, side = sight.rules, sight.side
    picture = rules.picture(sight.state, side)
    hidden = rules.secrets.veiled(sight.state)
    blocks, idle_pieces = [], []
    for space in picture.spaces:
        for piece in space.pieces:
            if hidden and piece.side != side:
                continue
            counts = Counter(one.places.get(piece.id, AWAY) for one in turns)
            if counts[space.name] >= STAYS * len(turns):
                idle_pieces.append(piece.name)
                continue
            title = f"{piece.name}, now at {space.name}"
            lines = [sampled(at, count, len(turns)) for at, count in counts.most_common()]
            blocks.append(OutcomeGroup(title, tuple(lines)))
    return blocks, idle_pieces
