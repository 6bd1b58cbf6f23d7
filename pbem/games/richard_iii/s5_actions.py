"""5.0, 1.2 The Action Phase of one player: moves and recruits in any order, then `end`."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s5_1_events as events
from pbem.games.richard_iii import s5_2_land_moves as land
from pbem.games.richard_iii import s5_3_sea_moves as sea
from pbem.games.richard_iii import s5_4_recruits as recruits
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s4_kingmaker import halted, rescue
from pbem.games.richard_iii.s5_1_events import Muster, Plague
from pbem.games.richard_iii.s5_2_land_moves import Move, pinned
from pbem.games.richard_iii.s5_3_sea_moves import Sail
from pbem.games.richard_iii.s5_4_recruits import Recruit
from pbem.games.richard_iii.s6_3_attacks import name_main_attacks
from pbem.games.richard_iii.s7_1_limits import hunger
from pbem.games.richard_iii.state import Phase, State


@decision("end", rule="1.2")
class End(Decision):
    """1.2 No more actions."""


Action = Move | Sail | Recruit | Muster | Plague


async def first_player(table: Table[State]) -> None:
    """1.2 Player 1 plays."""
    await action_phase(table, table.state.first)


async def second_player(table: Table[State]) -> None:
    """1.2 Player 2 plays."""
    await action_phase(table, table.state.second)


async def action_phase(table: Table[State], side: str) -> None:
    """1.2, 5.0 All of a player's actions; unused Action Points are lost (C2)."""
    state = table.state
    played = state.played[side]
    state.phase = Phase(side, played, card(played).ap)
    if played == events.TREASON:
        state.treason = side
    table.say(
        "1.2",
        f"{blocks.side_name(side)} acts as Player {1 if side == state.first else 2} with "
        f"{card(played).name if card(played).event else 'a plain card'} ({card(played).ap} AP).",
        kind="heading",
    )
    await act_on(table, side)


async def act_on(table: Table[State], side: str) -> None:
    """1.2 Ask for actions and carry them out until nothing is left or the player ends; then the Main Attacks."""
    state = table.state
    phase = land.phase_of(state)
    while not is_over(state):
        action = await table.ask(
            Request[Action | End](
                side,
                "actions",
                partial(question, state),
                "1.2",
                partial(fill, state=state),
                forced=bool(land.bound(state)),
            )
        )
        if isinstance(action, End):
            break
        goes_on = isinstance(action, Move) and action.block == phase.moving
        if not goes_on:
            halt(table)
        await act(table, action)
        rescue(table)
    halt(table)
    await end_phase(table, side)


async def end_phase(table: Table[State], side: str) -> None:
    """1.2 The Main Attacks that are not named yet."""
    await name_main_attacks(table, side)
    table.state.phase = None


async def act(table: Table[State], action: Action) -> None:
    """5.0 One action."""
    match action:
        case Move(block, to):
            land.land_move(table, block, to)
        case Sail(block, to, zone):
            sea.sea_move(table, block, to, zone)
        case Recruit(block, place):
            recruits.recruit(table, block, place)
        case Muster(place):
            events.muster(table, place)
        case Plague(place):
            await events.plague(table, place)


def halt(table: Table[State]) -> None:
    """5.2 The block under way has ended its move, where it may rescue the prisoner (C93)."""
    land.phase_of(table.state).moving = ""
    rescue(table)


def question(state: State) -> str:
    phase = land.phase_of(state)
    played = card(phase.card)
    if phase.card == events.PLAGUE:
        return "Which enemy city has the Plague?"
    if phase.card == events.MUSTER:
        where = board.name(phase.muster) if phase.muster else ""
        return (
            f"Who moves towards {where}, to muster there?"
            if where
            else "Where do your blocks muster?"
        )
    return f"{played.name}: {phase.ap} of {played.ap} Action Points left. What do you do?"


def fill(menu: Menu, state: State) -> None:
    """1.2 Offer every legal action, and `end`. In a Muster a block under way must go on (C32)."""
    phase = land.phase_of(state)
    if phase.card == events.PLAGUE:
        events.fill_plague(menu, state)
    elif phase.card == events.MUSTER and not phase.muster:
        events.fill_muster(menu, state)
    else:
        halted_state = halted(state)
        control = board.Control(halted_state)
        fresh = land.unmoved(
            halted_state, menu.pick("block", blocks.roll_of(halted_state, phase.side))
        )
        land.fill(menu, halted_state, control, fresh)
        sea.fill(menu, halted_state, control, fresh)
        recruits.fill(menu, halted_state, control)
    if not land.bound(state):
        menu.offer(End(), partial(end_note, state), gives_up=partial(unused, state))


def end_note(state: State) -> str:
    """1.2 With what the Supply Phase will take where nothing changes any more (7.1)."""
    side = land.phase_of(state).side
    hungry = [
        f"{board.name(place)}: {shortage}"
        for place in board.Control(state).areas(side)
        if (shortage := hunger(state, place, side))
    ]
    return "; ".join(["ends your actions", *hungry])


def unused(state: State) -> str:
    """1.2, C2 The Action Points that are lost."""
    ap = land.phase_of(state).ap
    return f"leaves {ap} Action Point{'s' * (ap > 1)} unused" if ap > 0 else ""


def is_over(state: State) -> bool:
    """1.2 Is nothing more possible, as far as everybody can see? Then nobody is asked."""
    phase = land.phase_of(state)
    if phase.card == events.PLAGUE:
        return phase.spent or not events.plague_cities(state)
    if phase.ap > 0 or (phase.card == events.MUSTER and not phase.muster):
        return False
    control = board.Control(state)
    if phase.moving and land.ways_on(state, control):
        return False
    fresh = land.unmoved(state, blocks.roll_of(state, phase.side))
    areas = blocks.places(state, fresh)
    if any(land.ways(state, control, at) for at in areas):
        return False
    return not any(
        pair.startswith(f"{at}__") and not pinned(state, phase.side, at)
        for at in areas
        for pair in phase.ferries
    )
