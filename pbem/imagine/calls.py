"""How often prepared orders call their author: the turn played ahead, with every question that they leave open.

What he writes to such a question goes into his order lines, a script or a policy, as a line like any other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.notation import words_of
from pbem.engine.odds import check_games
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Request
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import ASK, Statement, read, statement
from pbem.engine.table import cards_in
from pbem.errors import BadScript
from pbem.imagine.ahead import Own, imagined, played, sight_of, standing_of
from pbem.ledger.cases import agreed
from pbem.player.orders import Orders
from pbem.player.player import Player

ROBOT = "robot"
"""An answer: what the robot would prepare."""
MOST_LINES = 3
"""Lines of the robot that are told to a question."""
MOST_POSSIBLE = 60
"""Lines that could be given to a question."""
OFTEN = 0.5
"""Of the games of a question: an enemy who stands somewhere new in so many is named."""


class Place(Struct, frozen=True):
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

    place: Place
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


class Calls(Struct, frozen=True):
    """What is open, card by card and then by how often; how often the author sat down, a game a value."""

    open: tuple[Open, ...]
    sittings: tuple[int, ...]


class _Asked(Struct, frozen=True):
    """One question in one game."""

    place: Place
    name: str
    kind: str
    question: str
    none: bool
    wanted: bool
    later: bool
    line: str
    possible: tuple[str, ...]
    enemies: tuple[str, ...]


class _Turn(Struct):
    """One game as it is played: the first question of each place, and the sittings.

    Attributes:
        here: where enemies stand at first. `step`: in which lines of now are carried out, also after an
            answer of others; -1: nothing is asked of this side, so no lines are.
    """

    here: tuple[str, ...]
    asked: dict[Place, _Asked]
    step: int
    others: bool = False
    sittings: int = 0
    sits: bool = False

    def hears(self, own: Own, request: Request, line: str) -> None:
        if not line:
            self.sits, self.others = False, True
            return
        self.sittings += not self.sits
        self.sits = True
        world = own.world
        place, slot = _place(own, request)
        if place in self.asked or (place.card and any(p.card == place.card for p in self.asked)):
            return  # what comes after a script has stopped follows from that
        new = [one for one in _enemies(world.rules, world.state, own.side) if one not in self.here]
        name = world.chance.secrets.get(slot, "") if place.card else ""
        held = cards_in(request.slots, world.chance.secrets)
        self.asked[place] = _Asked(
            place,
            name,
            request.kind,
            request.question,
            own.stopped is None,
            _wanted(own, request),
            place == Place(text=place.text) and self._later(own, request),
            line,
            tuple(o.line for o in request.menu.possible(held)) if request.stack is None else (),
            tuple(new),
        )

    def _later(self, own: Own, request: Request) -> bool:
        over = self.others and own.world.checkpoint.asked != self.step
        return over or self.step < 0 or request.stack is not None


def calls(
    game: Player,
    orders: Orders,
    games: int = 100,
    seed: int = 1,
    tick: Callable[[], None] = lambda: None,
) -> Calls:
    """Play the turn so many times. Raises BadQuestion, GameOver, BadScript, NotAllowed."""
    agreed.check_aid(game.ledger, "odds")
    agreed.check_aid(game.ledger, "robot")
    check_games(games)
    side = game.player_side
    sight, standing = sight_of(game, side), standing_of(game, orders, side)
    here = tuple(_enemies(sight.rules, sight.state, side))
    turns = []
    for number in range(games):
        world = imagined(sight, f"turn {seed} {number}")
        asked = any(request.side == side for request in world.pending)
        turn = _Turn(here, {}, world.checkpoint.asked if asked else -1)
        played(world, side, orders, codec.copied(standing), turn.hears)
        turns.append(turn)
        tick()
    return Calls(_open(turns), tuple(turn.sittings for turn in turns))


def _place(own: Own, request: Request) -> tuple[Place, str]:
    """Where the answer to a question would be written, and the slot of its card."""
    rules, stopped = own.world.rules, own.stopped
    slot = rules.policies.script_slot(own.world.state, request)
    text = stopped.step.text if stopped is not None else ""
    if slot and request.kind not in own.standing.reactions:
        return Place(card=slot.rpartition(":")[2], text=text), slot
    if request.kind in reactions_of(rules):
        return Place(kind=request.kind, text=text), ""
    return Place(text=text), ""


def _wanted(own: Own, request: Request) -> bool:
    """Did he write himself that he wants to be asked here?"""
    policy = own.standing.reactions.get(request.kind, "").strip().lower()
    if own.stopped is None:
        return policy == ASK
    now = own.stopped.step
    return now.rung or (bool(now.text) and statement(now.text).line.lower() == ASK)


def _enemies(rules: RuleSet[Any], state: Any, side: str) -> list[str]:
    """The places where pieces of another side stand, as far as this one sees."""
    spaces = rules.picture(rules.secrets.veil(state, side), side).spaces
    others = [one for one in rules.sides if one != side]
    return [s.name for s in spaces if any(piece.side in others for piece in s.pieces)]


def _open(turns: Sequence[_Turn]) -> tuple[Open, ...]:
    rows: dict[Place, list[_Asked]] = {}
    for turn in turns:
        for place, asked in turn.asked.items():
            rows.setdefault(place, []).append(asked)
    return tuple(
        sorted(
            (_row(place, asked) for place, asked in rows.items()),
            key=lambda row: (not row.place.card, int(row.place.card or 0), -row.games),
        )
    )


def _row(place: Place, asked: list[_Asked]) -> Open:
    first = asked[0]
    (most,) = Counter(e for one in asked for e in one.enemies).most_common(1) or [("", 0)]
    lines = Counter(one.line for one in asked).most_common(MOST_LINES)
    return Open(
        place,
        first.name,
        first.kind,
        first.question,
        first.none,
        len(asked),
        first.wanted,
        first.later,
        most if most[1] >= OFTEN * len(asked) else ("", 0),
        tuple(lines),
        tuple(Counter(line for one in asked for line in one.possible).most_common(MOST_POSSIBLE)),
    )


# -- what he writes there -------------------------------------------------------------------------


def written(game: Player, orders: Orders, place: Place, words: str) -> Orders:
    """The orders with these words for that place: behind what stands there, or in the case that its statement
    is not possible.

    Raises:
        BadScript: they cannot be read, or are more than one statement where only one can stand.
    """
    if place.card:
        scripts = {**_scripts(game), **orders.scripts}
        text = amended(scripts.get(place.card, ""), place.text, words)
        return replace(orders, scripts={**orders.scripts, place.card: text})
    if place.kind:
        known = game.standing.reactions if orders.reactions is None else orders.reactions
        old = known.get(place.kind, "")
        text = words if old.strip().lower() in ("", ASK) else amended(old, place.text, words)
        return replace(orders, reactions={**known, place.kind: text})
    lines = amended("\n".join(orders.lines), place.text, words)
    return replace(orders, lines=tuple(lines.split("\n")))


def answered(game: Player, orders: Orders, one: Open, words: str) -> Orders:
    """The orders with these words for a question, checked as far as they can be; `robot`: what it would prepare.

    Raises as `written` and `Player.spelled`.
    """
    if words.strip().lower() == ROBOT:
        words = _by_robot(game, orders, one)
    read(words)
    made = written(game, orders, one.place, words)
    game.check_standing(made.scripts, made.reactions or {})
    lines = made.lines
    if lines != orders.lines:
        lines = game.spelled(lines)
    return Orders(lines, made.scripts, made.reactions)


def _by_robot(game: Player, orders: Orders, one: Open) -> str:
    """Its script for a card that has none, its policy; where something stands already its usual line."""
    rules, side = game.ledger.rules, game.player_side
    cards = orders.lines[0].split()[1:] if orders.lines else []
    cards = cards or list(game.plan_cards(side).values())
    seen = rules.secrets.veil(game.ledger.play.state, side)
    made = rules.robot.standing_orders(seen, side, cards, presets_of(rules))
    if not one.place.text and one.place.card in made.scripts:
        return made.scripts[one.place.card]
    if not one.place.text and one.place.kind in made.reactions:
        return made.reactions[one.place.kind]
    return one.robot[0][0]


def _scripts(game: Player) -> dict[str, str]:
    """Those in force, by the number of the card."""
    return {slot.rpartition(":")[2]: text for slot, text in game.standing.scripts.items()}


def amended(text: str, stops: str, words: str) -> str:
    """A script in which `words` stand for the case that its statement `stops` is not possible, or at its end
    where that is "". Raises BadScript."""
    lines, new = [one.text for one in read(text)], [one.text for one in read(words)]
    if not stops:
        return "\n".join([*lines, *new])
    at = lines.index(stops)
    if len(new) != 1 or statement(new[0]).otherwise or statement(new[0]).guard is not None:
        why = "here goes one line without a condition; more of them, and conditions, go into the script itself"
        raise BadScript(text=words, why=why)
    return "\n".join([*lines[:at], *_forked(statement(stops), new[0]), *lines[at + 1 :]])


def _forked(stops: Statement, instead: str) -> list[str]:
    """A statement, and what runs where it would run and is not possible."""
    possible = f"can {' '.join(_looked_for(stops.line))}"
    text, guard = stops.text, stops.guard
    if guard is None and not stops.otherwise:
        return [f"if not {possible}: {instead}", f"else: {text}"]
    case = f"({guard.text.strip()}) and not {possible}" if guard is not None else f"not {possible}"
    if stops.otherwise:
        return [f"else if {case}: {instead}", text]
    head = "else " if re.match(r"(?i)if\b", text) else "else: "
    return [f"if {case}: {instead}", f"{head}{text}"]


def _looked_for(line: str) -> list[str]:
    """The words of a line by which a menu is searched for it; who comes along is no matter."""
    words = words_of(line.replace(":", " ").split(" with ")[0])
    return [word for word in words if re.fullmatch(r"[a-z_0-9][\w']*", word)]
