"""The battle on a player's page: the dice of the last round beside whoever rolled them, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.picture import Cast, Fight, Tray
from pbem.reports.battles import battles
from pbem.reports.context import Context
from pbem.reports.digest import blocks
from pbem.reports.fought import fight_in, rolls_outside_battles
from pbem.reports.midway import board_within
from pbem.web.seat import arrivals
from pbem.web.seat.highlights import Concern
from pbem.web.seat.position import earlier
from pbem.web.seat.seat import Seat


def fight_shown(seat: Seat) -> Fight:
    """The battle that takes the place of the map, empty without one; one that has just ended until a line is written."""
    if seat.arrived:
        return Fight()
    trays = tuple(one for one in seat.stand.trays if one.is_battle)
    if seat.tried or seat.lines or seat.card or not seat.since:
        return Fight(trays)
    report = arrivals.news(seat)
    if trays:
        return fight_in(report, trays)
    if not ends_with_a_battle(report):
        return Fight()
    fight = fight_in(report, (), _board_before_the_end(seat, report))
    return Fight() if asks_elsewhere(seat.concerns, fight) else fight


def asks_elsewhere(concerns: Iterable[Concern], fight: Fight) -> bool:
    """Are the answers about places or pieces of the map, and none of these on the board of a battle that has ended?"""
    things = {thing for concern in concerns for thing in concern.about}
    targets = {thing for thing in things if thing.startswith(("piece:", "place:"))}
    pieces = {f"piece:{token.piece}" for tray in fight.trays for token in tray.tokens}
    return bool(targets) and not targets & pieces


def ends_with_a_battle(report: Context) -> bool:
    """Has nobody decided anything since the last battle ended, and no die fallen?"""
    for block in reversed(blocks(report, battles(report))):
        if block.battle is not None:
            return block.battle.ended
        if any(one.dice or (one.kind == "order" and not one.forced) for one in block.passages):
            return False
    return False


def _board_before_the_end(seat: Seat, report: Context) -> tuple[Tray, ...]:
    """The board as it stood before the last die of the last battle; in a game with hidden pieces before the entry in
    which the battle ended."""
    battle = battles(report)[-1]
    ledger = seat.game.own_ledger(battle.last - 1)
    board = board_within(ledger, seat.game.save.entries, seat.side)
    if board or len(battle.ranges) < 2:
        return board
    return tuple(one for one in earlier(seat.game, ledger).trays if one.is_battle)


def rolls(seat: Seat) -> tuple[Cast, ...]:
    """The dice that fell last outside a battle, next to the news at the question."""
    return rolls_outside_battles(arrivals.news(seat)) if seat.brief and not seat.lines else ()
