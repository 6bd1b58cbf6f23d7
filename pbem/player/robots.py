"""Mails of the rule set's simple player: line by line, or prepared as a practised player would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.facets.robot import Level
from pbem.engine.foresight import glance, robot_answer
from pbem.engine.play import Play
from pbem.engine.policies import presets_of
from pbem.engine.request import Request
from pbem.engine.script import ASK
from pbem.engine.standing import StandingOrders
from pbem.engine.world import Sight
from pbem.ledger import sealed
from pbem.ledger.glimpse import state_for
from pbem.ledger.ledger import Ledger
from pbem.ledger.orders import MOST_SPOKEN
from pbem.ledger.values import READY
from pbem.player import compose
from pbem.player.dry import dry_run
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.player.target import FAILURE, SUCCESS, check_before
from pbem.protocol.bodies import Mailed, Say
from pbem.protocol.entry import Entry

MOST_LINES = 40


def bot_lines(game: Player, most: int = 12, level: Level | None = None) -> list[str]:
    """Order lines of the rule set's own player, as far ahead as no die or enemy decides.

    Args:
        level: of the robot that is to play; None: what the better one does at a glance.
    """
    ledger, side, cards_known = game.ledger, game.player_side, game.known()
    if side in ledger.owes_ready():
        return [READY]
    lines: list[str] = []
    play: Any = ledger.play
    while play is not None and len(lines) < most:
        request = next((pending for pending in play.pending if pending.side == side), None)
        if request is None or (lines and (request.stack or request.kind == "open")):
            break
        sight = _sight(ledger, side, cards_known, play, request)
        lines.append(
            robot_answer(sight, request, level)
            if level is not None
            else glance(sight, request, Level.STEADY)
        )
        play = dry_run(ledger, side, lines).play
    return lines


def _sight(
    ledger: Ledger, side: str, known: Mapping[str, str], play: Any, request: Request
) -> Sight:
    """What the side sees where its lines have led."""
    rules = ledger.rules
    whole = isinstance(play, Play) and not ledger.veiled
    checkpoint = play.checkpoint.copied() if whole else None
    return Sight(rules, rules.secrets.veil(play.state, side), side, known, request.kind, checkpoint)


def offer(ledger: Ledger, side: str, entries: Sequence[Entry]) -> int:
    """The entry of a draw that others offer and this side has neither taken nor declined; 0 for none."""
    draws, last_said = ledger.cases.draws, 0
    for entry in entries:
        step = entry.body.step
        if isinstance(step, Mailed) and isinstance(step.order.body, Say):
            last_said = entry.n if step.order.body.author == side else last_said
    offered = sorted(n for other, n in draws.items() if other != side)
    silent = ledger.cases.spoken.get(side, 0) < MOST_SPOKEN
    return next((n for n in offered if silent and last_said < n != draws.get(side)), 0)


def declined(ledger: Ledger, side: str, n: int) -> str:
    """Why the simple player declines the draw of entry `n`; "" if it takes it: where the score that all
    can see has it behind."""
    rules = ledger.rules
    score = rules.score(state_for(rules, ledger.play.state, side))
    if score is None:
        return f"I decline the draw that was offered in entry {n}: nothing is decided yet."
    mine = score.points.get(side, 0)
    best = max((points for other, points in score.points.items() if other != side), default=0)
    if mine < best:
        return ""
    return f"I decline the draw that was offered in entry {n}: I am not behind ({score.name} {mine} to {best})."


def advice(game: Player, lines: Sequence[str]) -> tuple[str, ...]:
    """The line that the robot would order next, behind `lines`.

    If `lines` end with a check, the result says what to do if it succeeds, and what if it fails. It is empty where
    another die, an enemy or a secret Plan comes first. Raises as `Player.orders`.
    """
    ledger, side, cards_known = game.ledger, game.player_side, game.known()
    play, dice, is_check = ledger.play, list[int](), False
    if lines:
        play, dice, is_check = _if_all_succeed(ledger, side, lines)
    request = (
        next((pending for pending in play.pending if pending.side == side), None) if play else None
    )
    # A secret Plan travels in an email of its own.
    if request is None or (lines and request.stack is not None):
        return ()
    line = ledger.rules.robot.choose(play.state, request, cards_known)
    return (
        tuple(_instead(ledger, side, cards_known, list(lines), dice, line)) if is_check else (line,)
    )


def _if_all_succeed(ledger: Ledger, side: str, lines: Sequence[str]) -> tuple[Any, list[int], bool]:
    """Where these lines lead if every check succeeds, None where they meet another die, a card or an enemy; the dice
    that were taken so; and whether the last line that is carried out rolls one."""
    dice: list[int] = []
    run, before = dry_run(ledger, side, lines, raises=False), 0
    while run.play is None and run.die:
        at = run.did[-1].at if run.did else 0
        dice.append(SUCCESS)
        run = dry_run(ledger, side, lines, dice, raises=False)
        if run.play is not None and check_before(run.play.events) is None:
            return None, dice, False
        before = at
    return run.play, dice, bool(dice) and run.play is not None and before == run.did[-1].at


def script_advice(game: Player, plan: Sequence[str]) -> Mapping[str, str]:
    """The scripts that the simple player would write for the cards of a Plan, top card first, by number from 1."""
    return _standing_orders(game.ledger, game.player_side, tuple(plan)).scripts


def bot_orders(game: Player) -> Orders:
    """The simple player's email when it prepares as much as it can: lines past dice with what to do if a check
    fails; scripts with a stack; policies."""
    ledger, side, cards_known = game.ledger, game.player_side, game.known()
    if side in ledger.owes_ready():
        return Orders((READY,))
    request: Request = ledger.request(side)
    orders_now = ledger.standing(side)
    if request.stack is not None:
        line = ledger.rules.robot.choose(ledger.play.state, request, cards_known)
        scripted = request.stack.scripted  # other stacks, as at Bosworth, are no cards that run
        orders_then = _standing_orders(ledger, side, tuple(line.split()[1:]) if scripted else ())
        return _that_fit(
            ledger,
            side,
            Orders((line,), orders_then.scripts, _new_reactions(orders_then, orders_now)),
        )
    lines = _past_dice(ledger, side, cards_known)
    lines += _later_lines(ledger, side, lines)
    reactions = _new_reactions(_standing_orders(ledger, side, ()), orders_now)
    return _that_fit(ledger, side, Orders(lines, {}, reactions))


def duel_orders(game: Player, level: Level | None = None) -> Orders:
    """The simple player's email in a duel when it prepares as much as it can: lines past dice, answers on the way, and
    policies. A card has no script there, and no line waits.

    Args:
        level: of the robot that is to play; it decides itself where playing ahead wins games. None: the better one at a
            glance, which has a policy for everything.
    """
    ledger, side = game.ledger, game.player_side
    if level is Level.STRONG:  # it plays each decision ahead
        return Orders(tuple(bot_lines(game, level=level)))
    request, rules = ledger.request(side), ledger.rules
    policies = dict(_standing_orders(ledger, side, ()).reactions)
    state = rules.secrets.veil(ledger.play.state, side)
    on_the_way = rules.robot.on_the_way(state, side, policies)
    if level is not None:
        policies = {kind: text for kind, text in policies.items() if kind not in rules.robot.tried}
        policies |= dict.fromkeys(rules.robot.tried, ASK)
    else:
        stack = bot_lines(game)[0].split()[1:] if request.stack is not None else ()
        plan = stack or tuple(game.plan_cards(side).values())
        policies |= rules.robot.duel_policies(state, side, plan)
    reactions = None if ledger.standing(side).reactions == policies else policies
    if request.stack is not None:
        return Orders(tuple(bot_lines(game, level=level)), {}, reactions)
    lines = _past_dice(ledger, side, game.known(), level or Level.STEADY)
    return Orders(lines, {}, reactions, on_the_way)


def _that_fit(ledger: Ledger, side: str, orders: Orders) -> Orders:
    """As much of them as one email seals: new policies stay away first, then the scripts of the lowest cards, then
    the last lines."""
    lines, scripts, reactions = list(orders.lines), dict(orders.scripts), orders.reactions
    while compose.sealed_size(ledger, side, lines, scripts, reactions) > sealed.LIMIT:
        if reactions is not None:
            reactions = None
        elif scripts:
            scripts.popitem()
        else:
            lines.pop()
    return Orders(tuple(lines), scripts, reactions)


def _later_lines(ledger: Ledger, side: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Lines for the next times that this side has a turn, where the sides alternate."""
    rules, run = ledger.rules, dry_run(ledger, side, lines)
    if run.play is None or not run.play.pending:
        return ()
    return rules.robot.lines_ahead(rules.secrets.veil(run.play.state, side), side)


def _standing_orders(ledger: Ledger, side: str, plan: tuple[str, ...]) -> StandingOrders:
    rules = ledger.rules
    return rules.robot.standing_orders(
        rules.secrets.veil(ledger.play.state, side), side, plan, presets_of(rules)
    )


def _new_reactions(new: StandingOrders, old: StandingOrders) -> dict[str, str] | None:
    return None if new.reactions == old.reactions else new.reactions


def _past_dice(
    ledger: Ledger, side: str, cards_known: Mapping[str, str], level: Level = Level.STEADY
) -> tuple[str, ...]:
    """Order lines as if every check succeeded, with what to do instead after each that fails."""
    lines: list[str] = []
    dice: list[int] = []
    after_check = False
    play: Any = ledger.play
    while len(lines) < MOST_LINES:
        request = next((pending for pending in play.pending if pending.side == side), None)
        if request is None or (lines and (request.stack or request.kind == "open")):
            break
        line = ledger.rules.robot.choose(play.state, request, cards_known, level)
        if after_check:
            lines += _instead(ledger, side, cards_known, lines, dice, line, level)
        else:
            lines.append(line)
        run = dry_run(ledger, side, lines, dice)
        after_check = False
        while run.play is None and run.die:
            dice.append(SUCCESS)
            after_check = True
            run = dry_run(ledger, side, lines, dice)
        if run.play is None or (after_check and check_before(run.play.events) is None):
            break
        play = run.play
    return tuple(lines)


def _instead(
    ledger: Ledger,
    side: str,
    known: Mapping[str, str],
    lines: list[str],
    dice: list[int],
    line: str,
    level: Level = Level.STEADY,
) -> list[str]:
    """The next line after a check: one, if it is what to do in either case."""
    play: Play[Any] | None = dry_run(ledger, side, lines, [*dice[:-1], FAILURE]).play
    request = next((r for r in play.pending if r.side == side), None) if play else None
    if play is None or request is None:
        return [line]
    other = ledger.rules.robot.choose(play.state, request, known, level)
    return [line] if other == line else [f"if failed: {other}", f"else: {line}"]
