"""4.4.3 Ending the Battle: Influence, Spoils, Losses, Death Check and Disband."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s3_2_4_disband as disbanding
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet import s6_1_respite_and_war as war
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_4_1_array import current, sides, unrouted
from pbem.games.plantagenet.s4_4_2_rounds import pause
from pbem.games.plantagenet.s4_4_3_spoils import give_spoils
from pbem.games.plantagenet.state import State


def surviving(state: State, side: str) -> list[str]:
    """Unrouted Lords of a side who are still there."""
    battle = current(state)
    return [id for id in unrouted(battle, side) if state.lords[id].at == battle.at]


def routed(state: State, side: str) -> list[str]:
    """Routed Lords of a side whose fate is open."""
    battle = current(state)
    return [
        id
        for id, lord in battle.lords.items()
        if lord.side == side and lord.place == "gone" and state.lords[id].at == battle.at
    ]


async def ending(table: Table[State]) -> None:
    """4.4.3 If all Lords of both sides Routed, both lose: straight to the Death checks (C70)."""
    state = table.state
    battle = current(state)
    battle.step = "ending"
    standing = [side for side in sides(battle) if unrouted(battle, side)]
    lord_doomed = ""
    if standing:
        battle.winner = standing[0]
        loser = state.enemy(battle.winner)
        beaten = [id for id, lord in battle.lords.items() if lord.side == loser]
        state.beaten.append(loser)
        lord_doomed = condemned(state)
        win(table, beaten)
        await give_spoils(table, battle.at, unrouted(battle, battle.winner), beaten)
        await losses(table)
    else:
        place = board.name(battle.at)
        table.say("4.4.3", f"Nobody wins the Battle at {place}: all Routed.", kind="battle_end")
        state.beaten += sides(battle)
    if special.is_captured(state, battle):
        await capture(table)
    if lord_doomed:
        execute(table, lord_doomed)
    else:
        await death_events(table)
        await death_checks(table)
    await heirs.succession(table)
    disband_routed(table)
    part(table)
    special.tell_release(table)


def win(table: Table[State], beaten: list[str]) -> None:
    """4.4.3 The winner gains printed Influence, plus one per Vassal, of all who fought for the loser."""
    state = table.state
    battle = current(state)
    points = sum(lords.loss(state, lord) for lord in beaten)
    influence.gain(state, battle.winner, points)
    table.say(
        "4.4.3",
        f"The {lords.side_name(battle.winner)} win the Battle at {board.name(battle.at)} "
        f"and gain {points} Influence.",
        kind="battle_end",
        about=(battle.winner,),
    )


# Losses


async def losses(table: Table[State]) -> None:
    """4.4.3 Unrouted Lords roll a die for each of their Routed Troops against its inherent Protection."""
    state = table.state
    battle = current(state)
    await pause(table, "losses")
    for lord in unrouted(battle, battle.winner):
        await held.moment(table)
        fallen = forces.present(battle.lords[lord].routed)
        losses_by_kind = {
            kind: await _count_lost(table, lord, kind, n) for kind, n in fallen.items()
        }
        losses_by_kind = {kind: n for kind, n in losses_by_kind.items() if n}
        if fallen:
            text = f"{lords.name(lord)} loses {forces.in_words(losses_by_kind)} for good."
            table.say("4.4.3", text, kind="battle_losses", about=(lord,))
        if not state.lords[lord].troops.total():
            disbanding.disband_lord(state, lord)
            table.say(
                "4.4.3",
                f"{lords.name(lord)} has no Troops left and {_disbands(state, lord)}.",
                kind="battle_losses",
                about=(lord,),
            )


async def _count_lost(table: Table[State], lord: str, kind: str, count: int) -> int:
    """How many of his Routed Troops of a type go to the pool; the others are no longer Routed.

    The table's Protection, whatever cards changed it to for Hits (C69).
    """
    state = table.state
    safe = facts().units[kind].protection
    lost = 0
    for _ in range(count):
        die = await table.roll(f"losses {lord} {kind}", needed=f"1-{safe}", rule="4.4.3")
        if die > safe:
            lost += 1
    lose_troops(state, lord, kind, lost)
    setattr(current(state).lords[lord].routed, kind, 0)
    return lost


def lose_troops(state: State, lord: str, kind: str, count: int) -> None:
    """To the pool, those first that he has for this Battle only (C68)."""
    for pieces in (state.lords[lord].troops, current(state).lords[lord].added):
        setattr(pieces, kind, max(0, getattr(pieces, kind) - count))


# Death Check and Disband


@decision("{lord}: hold {king}", rule="6.0 Ia")
class HoldKing(Decision):
    """6.0 Ia Who has the captive King on his mat."""

    lord: Piece
    king: Piece


def fill_keeper(menu: Menu, keepers: list[str]) -> None:
    for lord in menu.pick("lord", keepers):
        menu.offer(HoldKing(lord, special.KING), "freed if this Lord leaves the map")


async def capture(table: Table[State]) -> None:
    """6.0 Ia The King Disbands instead of a Death check, onto the mat of an Unrouted Yorkist Lord.

    If Losses have left none there, he goes to the Calendar like others who Disband. Until his keeper is known he stays
    on the field, so that nobody sees him on the Calendar.
    """
    state = table.state
    side = current(state).winner
    keepers = surviving(state, side)
    gain = f"The {lords.side_name(side)} gain {special.RANSOM} Influence"
    king = lords.name(special.KING)
    if not keepers:
        disbanding.disband_lord(state, special.KING)
        special.earn_capture(state)
        box = state.lords[special.KING].box
        table.say("6.0 Ia", f"{king} gets away and Disbands to Calendar box {box}. {gain}.")
        return
    answer = await table.ask(
        Request[HoldKing](
            side,
            "keeper",
            f"{king} is captured. Which Lord holds him?",
            "6.0 Ia",
            partial(fill_keeper, keepers=keepers),
        )
    )
    disbanding.disband_lord(state, special.KING)
    special.earn_capture(state)
    special.hold(state, answer.lord)
    table.say(
        "6.0 Ia",
        f"{king} is captured and held by {lords.name(answer.lord)}. {gain}.",
        kind="battle_end",
        about=(special.KING, answer.lord),
    )


@decision("{lord}: check death", rule="4.4.3")
class CheckDeath(Decision):
    """4.4.3 This Routed Lord rolls."""

    lord: Piece


@decision("{lord}: exile", rule="6.0 II")
class GoAbroad(Decision):
    """6.0 II Foreign Haven."""

    lord: Piece


def fill_death(menu: Menu, state: State, lords_left: list[str]) -> None:
    for lord in menu.pick("lord", lords_left):
        menu.offer(CheckDeath(lord))
        if current(state).lords[lord].haven:
            menu.offer(GoAbroad(lord), "Foreign Haven, no Death check")


def condemned(state: State) -> str:
    """The side whose Routed Lords a card makes Die without a check, or ""."""
    doomed = [doom(state) for id in current(state).lords for doom in hooks.DOOM.at_mat(state, id)]
    return next(filter(None, doomed), "")


def execute(table: Table[State], side: str) -> None:
    """Instead of Death checks and their Events all Routed Lords of a side Die, others Disband."""
    for lord in routed(table.state, side):
        dies(table, lord)


async def death_events(table: Table[State]) -> None:
    """4.4.3 Held Events for Routed Lords, the Defender's, then the Attacker's, before any roll (C73)."""
    state = table.state
    for side in sides(current(state)):
        await held.window(
            table,
            side,
            "death_check",
            question="Your Routed Lords are about to check for Death: play a Hold Event?",
        )


async def death_checks(table: Table[State]) -> None:
    """4.4.3 Each Routed Lord rolls, one by one, Defenders first, in the order the owner likes."""
    state = table.state
    for side in sides(current(state)):
        lords_left = routed(state, side)
        while lords_left:
            answer = await table.ask(
                Request[CheckDeath | GoAbroad](
                    side,
                    "death",
                    "Which of your Routed Lords checks for Death next?",
                    "4.4.3",
                    partial(fill_death, state=state, lords_left=lords_left[:]),
                )
            )
            lords_left.remove(answer.lord)
            match answer:
                case GoAbroad(lord):
                    go_abroad(table, lord)
                case CheckDeath(lord):
                    await war.surrender(table, lord)
                    await death_check(table, lord)
                    await heirs.succession(table)
                    lords_left = [heirs.now(state, lord) for lord in lords_left]


async def death_check(table: Table[State], lord: str) -> None:
    """4.4.3 He Dies on 3-6, on 5-6 if he Fled; Death removes him at once and Disbands his Vassals."""
    state = table.state
    survives = facts().death_check.dies_on(current(state).lords[lord].fled) - 1
    die = await table.roll(f"death {lord}", needed=f"1-{survives}", rule="4.4.3")
    if die > survives:
        dies(table, lord)


def dies(table: Table[State], lord: str) -> None:
    disbanding.remove_lord(table.state, lord)
    name = lords.name(lord)
    table.say("4.4.3", f"{name} is dead.", kind="battle_death", about=(lord,))
    if current(table.state).defender == lords.side_of(lord):
        allies.foreign_haven(table, lord)


def go_abroad(table: Table[State], lord: str) -> None:
    """6.0 II Foreign Haven: Exile in place of a Death check; the winner has been paid already (C72)."""
    about = (lords.side_of(lord), table.state.lords[lord].at, "", lord)
    disbanding.exile_lord(table.state, lord)
    where = disbanding.whereabouts(table.state, lord)
    text = f"Foreign Haven: {lords.name(lord)} flees abroad and is {where}."
    table.say("6.0 II", text, kind="exile", about=about)


def disband_routed(table: Table[State]) -> None:
    """4.4.3 Routed Lords who did not Die Disband, and Routed Vassals of Unrouted Lords.

    A Special Vassal's card is discarded with him.
    """
    state = table.state
    battle = current(state)
    for side in sides(battle):
        for lord in routed(state, side):
            disbanding.disband_lord(state, lord)
            text = f"{lords.name(lord)} survives and {_disbands(state, lord)}."
            table.say("4.4.3", text, kind="battle_disband", about=(lord,))
        for lord in surviving(state, side):
            for vassal in battle.lords[lord].routed_vassals:
                disbanding.disband_vassal(state, lord, vassal)
                text = f"{lords.vassal(vassal).name}, Vassal of {lords.name(lord)}, Disbands."
                table.say("4.4.3", text, kind="battle_disband", about=(vassal,))


def part(table: Table[State]) -> None:
    """4.3.5 Who has come in the place of the dead Disbands like the Routed if the Enemy holds the
    field: both sides' Lords meet only while they fight (C98)."""
    state = table.state
    battle = current(state)
    for lord in [id for id in board.lords_at(state, battle.at) if id not in battle.lords]:
        if board.enemies_at(state, battle.at, lords.side_of(lord)):
            disbanding.disband_lord(state, lord)
            text = f"{lords.name(lord)} leaves the field to the Enemy and {_disbands(state, lord)}."
            table.say("4.4.3", text, kind="battle_disband", about=(lord,))


def _disbands(state: State, lord: str) -> str:
    return f"Disbands to Calendar box {state.lords[lord].box}"
