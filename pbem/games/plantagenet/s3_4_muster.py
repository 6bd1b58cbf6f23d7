"""3.4 Muster: on-map Lords take Levy actions, one Lord after the other, Rebel side first."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from pbem.engine.order import Order
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s3_1_arts_of_war import discard_this_levy
from pbem.games.plantagenet.s3_4_1_parley import bonus_of, fill_parley, parley
from pbem.games.plantagenet.s3_4_2_levy_lord import fill_levy_lord, levy_lord
from pbem.games.plantagenet.s3_4_3_levy_vassal import fill_levy_vassal, levy_vassal
from pbem.games.plantagenet.s3_4_4_levy_troops import fill_levy_troops, levy_troops
from pbem.games.plantagenet.s3_4_5_levy_transport import fill_levy_transport, levy_transport
from pbem.games.plantagenet.s3_4_6_levy_capability import fill_levy_capability, levy_capability
from pbem.games.plantagenet.state import State


@dataclass
class Musters:
    """How far a side's Muster has come.

    Attributes:
        waiting: Lords who may still act, the one who has begun included.
        acting: the Lord who has begun and not finished, or "".
        spent: Levy actions that he has used.
    """

    side: str
    waiting: list[str] = field(default_factory=list)
    acting: str = ""
    spent: int = 0

    def left(self, state: State, lord: str) -> int:
        """Levy actions left; Lordship gained meanwhile counts at once (C30)."""
        return lords.lordship(state, lord) - (self.spent if lord == self.acting else 0)

    def finish(self, lord: str) -> None:
        self.waiting.remove(lord)
        if lord == self.acting:
            self.acting, self.spent = "", 0

    def begin(self, lord: str) -> None:
        """Complete each Lord's actions before the next Lord: whoever acted before has finished."""
        if self.acting not in ("", lord):
            self.finish(self.acting)
        self.acting = lord


async def muster(table: Table[State]) -> None:
    """3.4 Rebel, then King's Lords; at the end "This Levy" Events go. Lords Levied in this segment
    may not act, Exiles Mustered before it may (C25)."""
    state = table.state
    for side in state.order():
        await muster_side(table, Musters(side, lords.on_map_lords(state, side)))
    discard_this_levy(state)


async def muster_side(table: Table[State], musters: Musters) -> None:
    """One Levy action after the other, until the side or its last Lord has finished."""
    state = table.state
    while True:
        finish_the_idle(state, musters)
        if not musters.waiting:
            return
        order = await table.ask(
            Request(
                musters.side,
                "muster",
                question(state, musters),
                "3.4",
                partial(levy_actions, state=state, musters=musters),
                slots=tuple(state.held[musters.side]),
            )
        )
        if not order.actor:
            return
        if order.verb == "done":
            musters.finish(order.actor)
            continue
        musters.begin(order.actor)
        musters.spent += 1
        await levy(table, order)


def finish_the_idle(state: State, musters: Musters) -> None:
    """A Lord has finished when he has no Levy action left or is no longer on the map."""
    for lord in list(musters.waiting):
        if musters.left(state, lord) <= 0 or not lords.on_map(state, lord):
            musters.finish(lord)


def question(state: State, musters: Musters) -> str:
    left = [f"{lords.name(id)} {musters.left(state, id)}" for id in musters.waiting]
    return f"Muster: which Levy action? Left: {', '.join(left)}."


def levy_actions(menu: Menu, state: State, musters: Musters) -> None:
    """Every Levy action of every Lord who may still act. To go on with another Lord ends the one
    who has begun."""
    waiting = sorted(musters.waiting, key=lambda id: id != musters.acting)
    for lord in waiting:
        fill_lord(menu, state, lord)
        menu.offer(f"{lord}: done", rule="3.4", note="he takes no further Levy action")
    menu.offer("done", rule="3.4", note="ends your Muster")


def fill_lord(menu: Menu, state: State, lord: str) -> None:
    """3.4 At an Enemy or Neutral Stronghold only Parley there; an Exile box is Friendly to those in it."""
    fill_parley(menu, state, lord)
    here = state.lords[lord].at
    if board.friendly(state, here, lords.side_of(lord)):
        fill_levy_lord(menu, state, lord)
        fill_levy_vassal(menu, state, lord)
        fill_levy_troops(menu, state, lord)
        fill_levy_transport(menu, state, lord)
        fill_levy_capability(menu, state, lord)
        return
    reason = f"{board.name(here)} is not Friendly: {lords.name(lord)} may only Parley there (3.4)"
    others = [id for id in lords.lords_of(state, lords.side_of(lord)) if id != lord]
    cards = state.cards[lords.side_of(lord)]
    for line in (
        *(f"lord {id}" for id in others),
        *(f"vassal {id}" for id in state.vassals),
        *("troops", "carts", "ship"),
        *(f"capability {id.lower()}" for id in cards),
    ):
        menu.bar(f"{lord}: {line}", reason)


async def levy(table: Table[State], order: Order) -> None:
    """Carry out one Levy action."""
    lord, bonus = order.actor, bonus_of(order.words)
    match order.words:
        case ("parley", place, *_):
            await parley(table, lord, place, bonus)
        case ("lord", target, *_):
            await levy_lord(table, lord, target, bonus)
        case ("vassal", vassal, *_):
            await levy_vassal(table, lord, vassal, bonus)
        case ("troops",):
            levy_troops(table, lord)
        case ("capability", card):
            levy_capability(table, lord, card.upper())
        case (kind,):
            levy_transport(table, lord, kind)
