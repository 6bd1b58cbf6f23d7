"""Positions for the tests of Richard III: blocks put where a test wants them, phases and battles run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.request import Menu, Request
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s5_actions as actions
from pbem.games.richard_iii import s6_battles as battles
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s4_scenarios import setup
from pbem.games.richard_iii.s6_3_attacks import enter
from pbem.games.richard_iii.state import Contest, Phase, State
from tests.scripted import Scripted


def empty(scenario: str = "wars_of_the_roses", king: str = "lancaster") -> State:
    """Nobody on the map but mercenaries at home; all others wait in the pools. York is Player 1."""
    state = setup(scenario)
    for id, block in state.blocks.items():
        if block.at in facts().areas and blocks.block_facts(id).kind != "mercenary":
            block.at = "pool"
    if king != state.king_side:
        state.king_side = king
        state.king = blocks.senior_heir(state, king)
    state.first = "york"
    state.played = {"york": "action_4", "lancaster": "action_4"}
    return state


def put(state: State, place: str, *ids: str, strength: int = 0) -> None:
    """Blocks in an area, at full strength or as given; the other version leaves play."""
    for id in ids:
        other = blocks.block_facts(id).counterpart
        if other:
            state.blocks[other].at, state.blocks[other].strength = "enemy", 0
        block = state.blocks[id]
        block.at, block.face_down = place, False
        block.strength = strength or blocks.block_facts(id).strength


def kill(state: State, *ids: str) -> None:
    """Dead before the test begins."""
    for id in ids:
        for version in filter(None, (id, blocks.block_facts(id).counterpart)):
            state.blocks[version].at, state.blocks[version].strength = "dead", 0


def act(state: State, side: str, played: str = "action_4", ap: int = -1) -> Menu:
    """The menu of a side's Action Phase, just begun or with so many Action Points."""
    state.phase = Phase(side, played, card(played).ap if ap < 0 else ap)
    state.played[side] = played
    return menu(state)


def menu(state: State) -> Menu:
    filled = Menu()
    actions.fill(filled, state)
    return filled


def lines(menu: Menu, word: str = "") -> list[str]:
    return [option.line for option in menu.options if word in option.line]


def targets(menu: Menu, head: str) -> set[str]:
    """`targets(menu, "norfolk: move")`: where he may move."""
    return {
        option.line.removeprefix(head).strip()
        for option in menu.options
        if option.line.startswith(head + " ")
    }


class Told(Scripted):
    """Reads what is forbidden, and why, while it is: a test may look when the state has moved."""

    def _answer(self, request: Request) -> Any:
        repr(request.menu.barred)
        return super()._answer(request)


def play(state: State, side: str, played: str, *answers: str) -> Scripted:
    """A whole Action Phase with a card."""
    state.played[side] = played
    game = Told(state, answers)
    game.run(actions.action_phase, side)
    return game


def contest(state: State, at: str, ways: dict[str, str], main: str = "") -> Contest:
    """A contested area: `ways` says which way each block came, the attackers first."""
    for id, way in ways.items():
        if state.blocks[id].at != at:
            put(state, at, id)
        enter(state, id, at, way)
    found = state.contests[at]
    found.main = main or found.main
    return found


def fight(state: State, at: str, answers: Sequence[str] = (), dice: Sequence[int] = ()) -> Scripted:
    """A whole battle."""
    game = Scripted(state, answers, dice)
    game.run(battles.fight, state.contests[at])
    return game


def opened(state: State, at: str, round: int = 1) -> Contest:
    """A battle in a round, the Reserves set and, after round 1, arrived."""
    found = state.contests[at]
    state.fighting = at
    battles.set_reserves(state, found)
    found.round = round
    if round > 1:
        found.reserve = []
    return found


def story(game: Scripted, word: str) -> list[str]:
    return [text for text in game.story if word in text]
