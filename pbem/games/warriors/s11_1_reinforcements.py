"""11.1 Noble reinforcements: four nobles from the cup, chosen in turn, own colour before neutral before enemy."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import sentence
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import CROWN, NEUTRAL, facts
from pbem.games.warriors.state import NobleState, State


class Choice(Decision):
    """11.1 What becomes of one of the nobles who were drawn."""

    noble: Piece


@decision("{noble}: take", rule="11.1")
class Take(Choice):
    """11.1 Into one's own Covert Box."""


@decision("{noble}: return", rule="11.1")
class Return(Choice):
    """11.1 Back into the cup."""


@decision("{noble}: give", rule="11.1")
class Give(Choice):
    """11.1 Into the opponent's Covert Box."""


Reinforcement = Take | Return | Give
"""11.1 What is done with a noble from the cup."""


async def reinforcements(table: Table[State]) -> None:
    """11.1 The Initiative player draws, the other side chooses first (C28); an empty cup: nothing (C27)."""
    state = table.state
    in_cup = nobles.cup(state)
    if not in_cup:
        return
    table.say("11.1", "Reinforcements", kind="heading")
    slots = await table.shuffle(f"cup_{state.turn}", len(in_cup), lambda known: list(in_cup))
    for slot in slots[: facts().tables["reinforcement"]["draw"]]:
        state.nobles[await table.open(slot)].at = "drawn"
    laid = nobles.names(state, nobles.face_up_nobles(state))
    table.say("11.1", sentence(f"{nobles.side_name(state.initiative)} draws {laid}"))
    side = state.enemy(state.initiative)
    nobles_returned: list[str] = []
    while nobles_left := [id for id in nobles.face_up_nobles(state) if id not in nobles_returned]:
        await choose(table, side, nobles_left, nobles_returned)
        side = state.enemy(side)
    for id in nobles_returned:
        state.nobles[id].at = "cup"


def preferred(side: str, ids: list[str], state: State) -> list[str]:
    """11.1 Own colour if available, else neutral, else enemy: binding at each choice (C28)."""
    for colour in (side, NEUTRAL):
        of_colour = [id for id in ids if nobles.colour(state, id) == colour]
        if of_colour:
            return of_colour
    return ids


async def choose(
    table: Table[State], side: str, ids: list[str], nobles_returned: list[str]
) -> None:
    """11.1 Ask a side for one noble: into its own Covert Box; an enemy into his, or back into the cup."""
    state = table.state
    match await table.ask(
        Request[Reinforcement](
            side,
            "reinforcement",
            "Which of the nobles drawn from the cup do you choose?",
            "11.1",
            partial(choices, state=state, side=side, ids=ids),
        )
    ):
        case Take(noble):
            into_box(table, side, noble, side)
        case Give(noble):
            into_box(table, side, noble, state.enemy(side))
        case Return(noble):
            nobles_returned.append(noble)
            side_name, name = nobles.side_name(side), nobles.name(state, noble)
            table.say("11.1", f"{side_name} puts {name} back into the cup.")


def into_box(table: Table[State], side: str, id: str, owner: str) -> None:
    """11.1 A noble whom `side` has chosen waits in his owner's Covert Box."""
    state = table.state
    state.nobles[id] = NobleState("covert", owner, state.nobles[id].back)
    whose, who = nobles.side_name(side), nobles.name(state, id)
    box = "its own" if side == owner else f"{nobles.side_name(owner)}'s"
    table.say("11.1", f"{whose} puts {who} into {box} Covert Box.", about=(id,))


def merit(state: State, id: str) -> tuple[int, int, str]:
    """For menus: the highest rank first, then the best battle rating (C46)."""
    face = nobles.face(state, id)
    return (-face.stars, -face.battle, id)


def choices(menu: Menu, state: State, side: str, ids: list[str]) -> None:
    among = sorted(preferred(side, ids, state), key=lambda id: merit(state, id))
    for noble in menu.pick("noble", among):
        if nobles.colour(state, noble) in (side, NEUTRAL):
            menu.offer(Take(noble), partial(described, state, noble))
        else:
            menu.offer(Return(noble), partial(described, state, noble, "back into the cup; "))
            box = "into the opponent's Covert Box; "
            menu.offer(Give(noble), partial(described, state, noble, box))
    menu.bar_more(partial(bar_others, ids=ids))


def bar_others(menu: Menu, ids: list[str]) -> None:
    for noble in ids:
        menu.bar(Take(noble), "first your own colour, then neutral, enemies never (11.1)")
        reason = "only an enemy goes back or to his side, when no other is left (11.1)"
        menu.bar(Return(noble), reason)
        menu.bar(Give(noble), reason)
    for noble in facts().nobles:
        for kind in (Take, Return, Give):
            menu.bar(kind(noble), "he is not among those still to be chosen (11.1)")


def described(state: State, id: str, before: str = "") -> str:
    """`2 stars, battle 3, leadership 6, home Wales`, after what becomes of him."""
    home = nobles.face(state, id).home
    home_name = facts().places[home].name if home != CROWN else "anywhere with friends (crown)"
    return f"{before}{nobles.ratings(state, id)}, home {home_name}"
