"""6.3 Noble cards: a noble comes into play in an area of his or with a royal leader of his side."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from pbem.engine.decision import Card, Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450.facts import NEUTRAL, facts
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import LeaderState, State


@decision("noble {card} to {area} [with {hexes}]", rule="6.3.1")
class PlaceNoble(Decision):
    """To an area of his; a hex of it other than the first may be named (C118)."""

    card: Card
    area: Place
    hexes: tuple[Place, ...] = ()


@decision("noble {card} joins {leader}", rule="6.3.1")
class JoinRoyal(Decision):
    card: Card
    leader: Piece


Placing = PlaceNoble | JoinRoyal


def can_come(state: State, id: str, player: str) -> bool:
    """A noble who is not in play, and whom no card has removed for good (C136): one who died is now the heir to
    his title (C30). And there must be a place for him, played by `player` (C135)."""
    leader = state.leaders[id]
    if leader.status not in ("waiting", "dead") or leader.gone:
        return False
    whose = serves(state, id, player)
    card = facts().cards[facts().noble_cards[id]]
    open_ = (stacks.has_room(state, whose, area) for area in card.homes)
    return any(open_) or bool(royals(state, whose))


def faction(state: State, id: str) -> str:
    """C200 Whose he is when he enters: as his card says, or as an event that was played has turned him (C107)."""
    whose = facts().leaders[id].faction
    for card in (*scenario_row(state).get("cards_out", ()), *state.spent):
        for step in facts().cards[card].effects:
            if step["op"] == "flip" and step["leader"] == id:
                whose = step["to"]
    return whose


def serves(state: State, id: str, player: str) -> str:
    """The side that he enters for, played by `player`: a neutral noble joins him (C29)."""
    whose = faction(state, id)
    return player if whose == NEUTRAL else whose


def fill_placings(
    menu: Menu,
    state: State,
    side: str,
    card: str,
    shows: str = "",
    fits: Callable[[Collection[str]], bool] | None = None,
) -> None:
    """6.3.1 The ways in which a side may place the noble of a card (C28, C135).

    Args:
        shows, fits: of a card in the hand; see `engine.request.Option`.
    """
    noble = facts().cards[card].noble
    owner = serves(state, noble, side)
    is_in_title = facts().cards[card].title.startswith(leaders.name(noble))
    placing_note = f"{'' if is_in_title else leaders.the(noble) + ', '}for {board.side_name(owner)}"
    if menu.wants(PlaceNoble):
        for area in menu.pick("area", facts().cards[card].homes):
            if not stacks.has_room(state, owner, area):
                why = f"the enemy holds every hex of {facts().areas[area].name} (C117)"
                menu.bar(PlaceNoble(card, area), why)
                continue
            first_hex, among = stacks.hexes_of(state, owner, area)
            note = f"{placing_note}, at {board.hex_in(area, first_hex)}"
            menu.offer(PlaceNoble(card, area), note, shows=shows, fits=fits, hexes=among)
    if menu.wants(JoinRoyal):
        for leader in menu.pick("leader", royals(state, owner)):
            note = f"{placing_note}, at {board.name(state.leaders[leader].at)}"
            menu.offer(JoinRoyal(card, leader), note, shows=shows, fits=fits)


def royals(state: State, side: str) -> list[str]:
    """C135 The free royal leaders of a side, also abroad."""
    return [id for id in leaders.free(state, side) if facts().leaders[id].royal]


def place(table: Table[State], player: str, way: Placing) -> None:
    """6.3.3 His card lies open before his side."""
    state = table.state
    noble = facts().cards[way.card].noble
    side = serves(state, noble, player)
    match way:
        case PlaceNoble(_, area, hexes):
            at = stacks.station(state, side, area, hexes)
        case JoinRoyal(_, leader):
            at = state.leaders[leader].at
    enter(table, noble, side, at, "6.3.1")


def enter(table: Table[State], id: str, side: str, at: str, rule: str) -> None:
    """He comes into play there, as one who has never been."""
    table.state.leaders[id] = LeaderState(side, at, "free")
    text = (
        f"{leaders.subject(id)} comes into play for {board.side_name(side)} {board.at_place(at)}."
    )
    table.say(rule, text, about=(side, id))


async def place_after(table: Table[State], player: str, card: str) -> None:
    """C193 Place a noble whose points were spent first; his card comes from the discards to lie before his side."""
    state = table.state
    if not can_come(state, facts().cards[card].noble, player):
        return
    way = await table.ask(
        Request[Placing](
            player,
            "noble",
            f"Where do you place {leaders.the(facts().cards[card].noble)}?",
            "6.3.1",
            partial(fill_placings, state=state, side=player, card=card),
        )
    )
    state.discards.remove(card)
    place(table, player, way)
