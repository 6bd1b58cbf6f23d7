"""6.0, 1.3 The Battle Phase: battles one by one, up to four rounds each.

The story's kinds, for reports: battle (the opening line), battle_round, charge, treachery, death.
"""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.prose import listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.s6_2_turns import LAST_ROUND, battle_turn, next_blocks
from pbem.games.richard_iii.s6_3_attacks import field, reserves, set_reserves
from pbem.games.richard_iii.s6_6_retreat import regroup
from pbem.games.richard_iii.s6_9_treachery import treason
from pbem.games.richard_iii.state import Contest, State


@decision("fight {place}", rule="6.1")
class Fight(Decision):
    """6.1 The next battle."""

    place: Place


def offer_battles(menu: Menu, state: State) -> None:
    for place in menu.pick("place", sorted(state.contests)):
        attacker = blocks.side_name(state.contests[place].attacker)
        menu.offer(Fight(place), f"{attacker} attacks")


async def battle(table: Table[State]) -> None:
    """6.1 Player 1 determines which battle is fought next; the step repeats while there are any."""
    state = table.state
    if not state.contests:
        return
    following = await table.ask(
        Request[Fight](
            state.first,
            "battle",
            "Which battle is fought next?",
            "6.1",
            partial(offer_battles, state=state),
        )
    )
    await fight(table, state.contests[following.place])


async def fight(table: Table[State], contest: Contest) -> None:
    """6.1-6.7 Reveal, up to four rounds, regroup; then all blocks stand upright again."""
    state = table.state
    state.fighting = contest.at
    set_reserves(state, contest)
    reveal(table, contest)
    await before_rounds(table, contest)


async def before_rounds(table: Table[State], contest: Contest) -> None:
    """5.1, 6.2 The Treason card's roll, then the rounds."""
    await treason(table, contest)
    settle(table, contest)
    await to_the_end(table, contest)


async def to_the_end(table: Table[State], contest: Contest) -> None:
    """6.2, 6.7 Fight all that is left of a battle's rounds; the winner regroups, and all stand upright again."""
    state = table.state
    await fight_on(table, contest)
    side = winner(state, contest)
    for id in field(state, contest, side):
        whereabouts.learn(state, id)
    contest.over = True
    state.beaten.append(state.enemy(side))
    table.say(
        "6.7",
        f"{blocks.side_name(side)} wins the battle of {board.name(contest.at)}.",
        kind="battle_end",
        about=(contest.at,),
    )
    contest.crossed = {}
    await leave_field(table, contest, side)


async def leave_field(table: Table[State], contest: Contest, side: str) -> None:
    """6.7 The winner regroups, and the battle is done."""
    state = table.state
    await regroup(table, contest, side)
    del state.contests[contest.at]
    state.fighting = ""


async def fight_on(table: Table[State], contest: Contest) -> None:
    """6.2 From where a battle stands: the rest of its round, then round by round to its end."""
    state = table.state
    while not winner(state, contest):
        if not contest.round or not next_blocks(state, contest):
            begin_round(table, contest)
        while not winner(state, contest) and next_blocks(state, contest):
            await battle_turn(table, contest)
            settle(table, contest)


def reveal(table: Table[State], contest: Contest) -> None:
    """6.1 Blocks on the field are tipped forward; Reserves are not (C41)."""
    state = table.state
    table.say("6.1", f"Battle of {board.name(contest.at)}", kind="battle", about=(contest.at,))
    for side, verb in ((contest.attacker, "attacks"), (contest.defender, "defends")):
        strengths = listing(strength(state, id) for id in field(state, contest, side))
        late = len(reserves(state, contest, side))
        more = f"; {blocks.blocks_text(late)} in Reserve" if late else ""
        table.say("6.1", f"{blocks.side_name(side)} {verb} with {strengths}{more}.", "battle_array")


def strength(state: State, id: str) -> str:
    return f"{blocks.the(id)} (strength {state.blocks[id].strength})"


def winner(state: State, contest: Contest) -> str:
    """6.7 The side that alone has blocks there, Reserves included; "" while both have."""
    sides = [
        side
        for side in (contest.attacker, contest.defender)
        if board.occupied(state, contest.at, side)
    ]
    return sides[0] if len(sides) == 1 else ""


def begin_round(table: Table[State], contest: Contest) -> None:
    """6.2, 6.3 Reserves arrive from round 2 on; border limits of retreats start anew (6.6)."""
    contest.round += 1
    if contest.round > LAST_ROUND:
        raise Impossible("a battle does not end (6.2)")
    contest.crossed = {}
    table.say("6.2", f"Round {contest.round}", kind="battle_round")
    if contest.round > 1:
        contest.acted = []
        for side in (contest.attacker, contest.defender):
            arrive(table, contest, side)


def arrive(table: Table[State], contest: Contest, side: str) -> list[str]:
    """6.3 A side's Reserves come on, and are revealed."""
    state = table.state
    late = reserves(state, contest, side)
    contest.reserve = [id for id in contest.reserve if id not in late]
    if late:
        strengths = listing(strength(state, id) for id in late)
        table.say(
            "6.3", f"{blocks.side_name(side)} brings on its Reserve: {strengths}.", "battle_array"
        )
    return late


def settle(table: Table[State], contest: Contest) -> None:
    """6.3, C46, C47 Let a side with nothing left on the field bring on its Reserve, to act from the next round.

    If that side defended in round 1, it is now the Attacker.
    """
    state = table.state
    contest.reserve = [id for id in contest.reserve if state.blocks[id].at == contest.at]
    if winner(state, contest):
        return
    defender, attacker = contest.defender, contest.attacker
    for side in (defender, attacker):
        if not field(state, contest, side):
            contest.acted += arrive(table, contest, side)
            if side == defender and contest.round <= 1:
                contest.attacker, contest.defender = defender, attacker
                table.say(
                    "6.3",
                    f"Control changes: {blocks.side_name(attacker)} is now the Defender.",
                )
