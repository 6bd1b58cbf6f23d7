"""16.4.6.10-14 After a battle: fatigue, leaders lost, armies in order, retreat, spoils."""

from __future__ import annotations

from msgspec import Struct

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_5_battle_cards as battle_cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s13_2_giving_way as giving_way
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450 import s16_4_6_13_retreat as retreats
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_2_control import convert
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import is_present, reorganise
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, State, Unit

NO_QUARTER = "captives_killed_on_5"


class Losses(Struct, frozen=True):
    """Of an army, or of a whole side: units that began the battle, and how they ended."""

    began: int
    wavering: int
    eliminated: int

    @property
    def shaken(self) -> bool:
        """16.4.6.10 Is more than half wavering or eliminated (C87)?"""
        return 2 * (self.wavering + self.eliminated) > self.began

    @property
    def destroyed(self) -> bool:
        return 2 * self.eliminated > self.began

    @property
    def all_waver(self) -> bool:
        """Do all survivors waver?"""
        return 0 < self.wavering == self.began - self.eliminated


async def aftermath(table: Table[State]) -> None:
    """16.4.6.10 All that follows a battle: casualties, lost leaders, reorganised armies, the retreat, spoils."""
    await battle_cards.window(table, "after_battle")
    state = table.state
    battle = current_battle(state)
    sides = (battle.attacker, state.enemy(battle.attacker))
    loser = state.enemy(battle.winner)
    state.beaten.append(loser)
    for side in sides:
        casualty_effects(state, side)
    present = {side: with_riders(state, battle.leaders[side]) for side in sides}
    survivors = {id: survivors_of(battle, id) for side in sides for id in present[side]}
    for id, units in survivors.items():
        state.leaders[id].army = units
    for id in present[loser]:
        captures.release(table, id)  # C147: he has lost a battle
    for side in sides:
        await lose_leaders(table, side, present[side])
    for side in sides:
        await reorganise(table, side, {id: survivors[id] for id in present[side]})
    beaten = [id for id in present[loser] if is_present(state, id)]
    if battle.by_card:
        await giving_way.give_way(table, beaten, captors(state))
    else:
        await retreat(table, beaten)
    spoils(table)


async def retreat(table: Table[State], some: list[str]) -> None:
    """16.4.6.13 Who has nowhere to go loses his army and rolls as a lone leader (C94)."""
    state = table.state
    battle = current_battle(state)
    for id in await retreats.retreat(table, some, battle.at):
        state.leaders[id].army = []
        text = f"{leaders.subject(id)} has nowhere to go and loses the army."
        table.say("16.4.6.13", text, about=(id,))
        away = await captures.survives(table, id, 0, captors(state))
        if away and leaders.at(state, state.leaders[id].at, battle.winner):
            await captures.capture(table, id, captors(state))  # C116: he must leave the hex


def with_riders(state: State, some: list[str]) -> list[str]:
    return [one for id in some for one in (id, *leaders.carried(state, id))]


def survivors_of(battle: Battle, id: str) -> list[Unit]:
    """C86 The Wavering ones among them."""
    mine = [one for one in battle.fighters if one.leader == id and one.column != ELIMINATED]
    return [Unit(one.kind, one.origin) for one in mine]


def losses_of(battle: Battle, side: str, id: str = "") -> Losses:
    """Of a leader's own army, Levies left out (C170); of the whole side without one (C177)."""
    some = [one for one in battle.fighters if one.side == side and (not id or one.leader == id)]
    columns = [one.column for one in some]
    return Losses(len(some), columns.count(WAVERING), columns.count(ELIMINATED))


def casualty_effects(state: State, side: str) -> None:
    """16.4.6.10, C176 One level if the majority of his army is lost or wavers; or two if all who are left
    waver. A leader without units left gains none."""
    battle = current_battle(state)
    for id in battle.leaders[side]:
        losses = losses_of(battle, side, id)
        if losses.began == losses.eliminated:
            continue
        if losses.all_waver:
            leaders.tire(state, id, 2)
        elif losses.shaken:
            leaders.tire(state, id, 1)


async def lose_leaders(table: Table[State], side: str, present: list[str]) -> None:
    """16.4.6.11 A die for each leader present."""
    state = table.state
    battle = current_battle(state)
    won = side == battle.winner
    killed_on = 5 if NO_QUARTER in battle.flags and not won else 0
    for id in present:
        modifier = loss_modifier(battle, side, id)
        await captures.survives(table, id, modifier, None if won else captors(state), killed_on)


def loss_modifier(battle: Battle, side: str, id: str) -> int:
    """C87, C177 They add up; a leader who brought no units uses the figures of his side."""
    table = facts().tables["leader_loss"]
    losses = losses_of(battle, side, id)
    if not losses.began:
        losses = losses_of(battle, side)
    modifier = battle_cards.total(battle, "capture_die", side)
    modifier += table["victor"] if side == battle.winner else 0
    modifier += table["committed"] if battle.committed.get(side) == id else 0
    modifier += table["majority_wavering_or_eliminated"] if losses.shaken else 0
    modifier += table["majority_eliminated"] if losses.destroyed else 0
    return int(modifier)


def captors(state: State) -> captures.Captors:
    """The winner, and its leaders who are still there: the committed one first, else the one whose attack it was.
    There are none where Levies won alone (P15)."""
    battle = current_battle(state)
    side = battle.winner
    first = battle.committed.get(side, battle.main if side == battle.attacker else "")
    present = [id for id in battle.leaders[side] if is_present(state, id)]
    return captures.Captors(side, tuple(sorted(present, key=lambda id: id != first)))


def spoils(table: Table[State]) -> None:
    """16.4.6.14, C95 Only an opponent who is eliminated, or who stood no more without having broken off."""
    state = table.state
    battle = current_battle(state)
    losses = losses_of(battle, state.enemy(battle.winner))
    area = board.area_of(battle.at)
    if area is not None and (not battle.retreats or losses.eliminated == losses.began):
        convert(table, area, battle.winner, "16.4.6.14")
