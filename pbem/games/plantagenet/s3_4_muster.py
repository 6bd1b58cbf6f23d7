"""3.4 Muster: on-map Lords take Levy actions, one Lord after the other, Rebel side first."""

from __future__ import annotations

from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s6_0_iii_king_richard as king
from pbem.games.plantagenet.decisions import CardAction, Done, LevyAction, TroopsAction
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_1_3_held_events import PlayEvent
from pbem.games.plantagenet.s3_1_arts_of_war import discard_this_levy
from pbem.games.plantagenet.s3_4_1_parley import Parley, fill_parley, granted, parley, targets
from pbem.games.plantagenet.s3_4_2_levy_lord import LevyLord, fill_levy_lord, levy_lord
from pbem.games.plantagenet.s3_4_3_levy_vassal import LevyVassal, fill_levy_vassal, levy_vassal
from pbem.games.plantagenet.s3_4_4_levy_troops import LevyTroops, fill_levy_troops, levy_troops
from pbem.games.plantagenet.s3_4_5_levy_transport import (
    LevyCarts,
    LevyShip,
    fill_levy_transport,
    levy_transport,
)
from pbem.games.plantagenet.s3_4_6_levy_capability import (
    LevyCapability,
    fill_levy_capability,
    levy_capability,
)
from pbem.games.plantagenet.s6_0_iii_king_richard import Become
from pbem.games.plantagenet.state import LordState, State

MOMENTS = ("levy", "any")
"""Hold Events that may be played in the middle of a Muster (3.1.3)."""


@decision("{lord}: done", rule="3.4", passes=True)
class Finish(Decision):
    """3.4 He takes no further Levy action."""

    lord: Piece


Levy = (
    Parley
    | LevyLord
    | LevyVassal
    | TroopsAction
    | LevyCarts
    | LevyShip
    | LevyCapability
    | CardAction
)
"""3.4 What a Lord may do with a Levy action, and what cards let him do besides."""
Mustering = Levy | Finish | Become | Done | PlayEvent
"""3.4 What answers an opportunity to Muster."""


class Musters(Struct):
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

    def rename(self, old: str, new: str) -> None:
        """A Lord has been replaced in place (6.2.2)."""
        self.waiting = [new if id == old else id for id in self.waiting]
        self.acting = new if self.acting == old else self.acting

    def begin(self, lord: str) -> None:
        """Complete each Lord's actions before the next Lord: whoever acted before has finished."""
        if self.acting not in ("", lord):
            self.finish(self.acting)
        self.acting = lord


async def muster(table: Table[State]) -> None:
    """3.4 Rebel, then King's Lords; at the end "This Levy" Events go. Lords Levied in this segment
    may not act, Exiles Mustered before it may (C25)."""
    state = table.state
    on_map = {side: lords.on_map_lords(state, side) for side in state.order()}
    for side in state.order():
        await held.moment(table)
        take_grants(state, side)
        had_choice = king.may_be_crowned(state, side)
        await muster_side(table, Musters(side, on_map[side]))
        if not had_choice:
            await king.offer_crown(table, side)
    discard_this_levy(state)


def take_grants(state: State, side: str) -> None:
    """1.9.1 Levy actions that cards give to Lords who are on the map when the segment starts."""
    for lord in lords.on_map_lords(state, side):
        mat = state.lords[lord]
        events = {id: hooks.GRANT.events.get(id) for id in state.in_force}
        at_mat = {id: hooks.GRANT.capabilities.get(id) for id in mat.capabilities}
        for id, grant in {**events, **at_mat}.items():
            if grant is not None and (count := grant(state, lord).count):
                mat.extra[id] = count


async def muster_side(table: Table[State], musters: Musters) -> None:
    """One Levy action after the other, until the side or its last Lord has finished."""
    state = table.state
    while True:
        finish_the_idle(state, musters)
        if not musters.waiting:
            return
        answer = await table.ask(
            Request[Mustering](
                musters.side,
                "muster",
                question(state, musters),
                "3.4",
                partial(levy_actions, state=state, musters=musters),
                forced=not state.hidden_mats,
                slots=tuple(state.held[musters.side]),
            )
        )
        match answer:
            case PlayEvent():
                await held.play(table, musters.side, answer)
            case Done():
                return
            case Finish(lord):
                musters.finish(lord)
            case Become(lord):
                musters.rename(lord, king.crown(table))
            case LevyAction() | CardAction():
                musters.begin(answer.lord)
                musters.spent += takes_lordship(state, answer)
                await levy(table, answer)


def takes_lordship(state: State, action: Levy) -> bool:
    """Not where a card gives the action: named in the line, or at hand for Levy Troops."""
    match action:
        case CardAction():
            return False
        case Parley(lord, cards=cards):
            grants = granted(state, lord)
            return not any(grants[card].extra for card in cards)
        case TroopsAction(lord):
            for card in granted(state, lord, "troops"):
                state.lords[lord].extra[card] -= 1
                return False
            return True
        case LevyLord() | LevyVassal() | LevyCarts() | LevyShip() | LevyCapability():
            return True


def finish_the_idle(state: State, musters: Musters) -> None:
    """A Lord has finished when he has no Levy action left."""
    for lord in list(musters.waiting):
        lordship_left = musters.left(state, lord) > 0 or may_go_on(state, lord)
        if not lordship_left and not has_extra(state, lord):
            musters.finish(lord)


def may_go_on(state: State, lord: str) -> bool:
    """1.5.3 Could a card at his hidden mat give him more Levy actions? Then only `done` ends them."""
    gives = any(hooks.could_lie(state, lord, card) for card in hooks.GRANT.capabilities)
    return gives or lords.may_have_more(state, lord, "lordship")


def question(state: State, musters: Musters) -> str:
    """With Hidden Mats it says who is left, not with how many actions: a card may have added some."""
    if state.hidden_mats:
        return f"Muster: which Levy action? Left: {lords.names(musters.waiting)}.{begun(musters)}"
    actions = [f"{lords.name(id)} has {max(0, musters.left(state, id))}" for id in musters.waiting]
    return f"Muster: which Levy action? {listing(actions)} left.{begun(musters)}"


def begun(musters: Musters) -> str:
    """3.4 That one Lord after the other acts, where it matters."""
    if not musters.acting or len(musters.waiting) < 2:
        return ""
    return f" An action of another Lord ends {lords.name(musters.acting)}'s Levy."


def unused(state: State, musters: Musters, among: list[str]) -> str:
    """3.4 The Levy actions that some Lords have not taken: `leaves March 2, Norfolk 3 actions unused`."""
    actions = {id: musters.left(state, id) for id in among if musters.left(state, id) > 0}
    if not actions:
        return ""
    counts = [f"{lords.name(id)} {n}" if len(among) > 1 else str(n) for id, n in actions.items()]
    return f"leaves {', '.join(counts)} action{'s' * (sum(actions.values()) > 1)} unused"


def cut_short(state: State, musters: Musters) -> str:
    """3.4 What is lost where another Lord acts before he who has begun is through."""
    leaves = unused(state, musters, [musters.acting]).removeprefix("leaves ")
    return f"ends {lords.name(musters.acting)}'s Levy: {leaves}" if leaves else ""


def owed(state: State, lord: str) -> bool:
    """Must he still take Levy actions that a card gives him?"""
    return any(
        grant.must and targets(state, lord, grant.london) for grant in granted(state, lord).values()
    )


def levy_actions(menu: Menu, state: State, musters: Musters) -> None:
    """Offer every Levy action of every Lord who may still act.

    To go on with another Lord ends the one who has begun.
    """
    lords_waiting = sorted(musters.waiting, key=lambda id: id != musters.acting)
    lords_owing = [lord for lord in lords_waiting if owed(state, lord)]
    for lord in menu.pick("lord", lords_waiting):
        if musters.acting in lords_owing and lord != musters.acting:
            continue
        turns_away = musters.acting not in ("", lord)
        with menu.giving_up(partial(cut_short, state, musters) if turns_away else ""):
            if musters.left(state, lord) > 0:
                fill_lord(menu, state, lord)
                fill_own_lines(menu, state, lord)
            else:
                fill_extra(menu, state, lord)
        if lord in lords_owing:
            menu.bar(Finish(lord), "the Parleys of an Event come first (3.1.3)")
        else:
            leaves = partial(unused, state, musters, [lord])
            ends = "" if lords_waiting[1:] else ", which ends your Muster"
            menu.offer(Finish(lord), f"no further Levy action{ends}", gives_up=leaves)
    if lords_owing:
        menu.bar(
            Done(), f"{lords.names(lords_owing)} must make Parleys that an Event gives (3.1.3)"
        )
    else:
        king.fill_crown(menu, state, musters.side)
        leaves = partial(unused, state, musters, lords_waiting)
        menu.offer(Done(), "ends your Muster", "3.4", gives_up=leaves)
    held.plays(menu, state, musters.side, MOMENTS)


def fill_extra(menu: Menu, state: State, lord: str) -> None:
    """What cards still let a Lord do who has used up his Lordship."""
    fill_parley(menu, state, lord, lordship=False)
    if granted(state, lord, "troops") and board.friendly(
        state, state.lords[lord].at, lords.side_of(lord)
    ):
        fill_levy_troops(menu, state, lord)
    fill_own_lines(menu, state, lord)


def has_extra(state: State, lord: str) -> bool:
    """Do cards let him do anything, Lordship apart?"""
    menu = Menu()
    fill_extra(menu, state, lord)
    return bool(menu.options)


def fill_own_lines(menu: Menu, state: State, lord: str) -> None:
    if menu.wants(CardAction):
        for fill in hooks.LINES.of(state, lord):
            fill(menu, state, lord)


def fill_lord(menu: Menu, state: State, lord: str) -> None:
    """3.4 At an Enemy or Neutral Stronghold only Parley there; an Exile box is Friendly to those in it."""
    fill_parley(menu, state, lord)
    place = state.lords[lord].at
    if board.friendly(state, place, lords.side_of(lord)):
        fill_levy_lord(menu, state, lord)
        fill_levy_vassal(menu, state, lord)
        fill_levy_troops(menu, state, lord)
        fill_levy_transport(menu, state, lord)
        fill_levy_capability(menu, state, lord)
        return
    if lords.may(state, lord, "vassal"):
        fill_levy_vassal(menu, state, lord)
    menu.bar_more(partial(bar_but_parley, state=state, lord=lord))


def bar_but_parley(menu: Menu, state: State, lord: str) -> None:
    """3.4 Why a Lord at an Enemy or Neutral Stronghold cannot take another Levy action."""
    place_name = board.name(state.lords[lord].at)
    reason = f"{place_name} is not Friendly: {lords.name(lord)} may only Parley there (3.4)"
    others = [id for id in lords.lords_of(state, lords.side_of(lord)) if id != lord]
    cards = state.cards[lords.side_of(lord)]
    for action in (
        *(LevyLord(lord, id) for id in others),
        *(LevyVassal(lord, id) for id in state.vassals),
        *(LevyTroops(lord), LevyCarts(lord), LevyShip(lord)),
        *(LevyCapability(lord, id) for id in cards),
    ):
        menu.bar(action, reason)


async def levy(table: Table[State], action: Levy) -> None:
    """Carry out one Levy action; then cards that answer it."""
    state = table.state
    answers = list(hooks.LEVIED.in_force(state))
    before = codec.copied(state) if answers else state
    await carry_out(table, action)
    for answer in answers:
        if succeeded(before, state):
            await answer(table, action.lord, action_name(before, action), before)


def action_name(state: State, action: Levy) -> str:
    """What a Lord did, as its enemy may know it: `Levy Vassal (Dudley)`; with Hidden Mats (1.5.3) no more than that."""
    if state.hidden_mats:
        return "a Levy action"
    match action:
        case Parley(to=place):
            return f"Parley ({board.name(place)})"
        case LevyLord(called=levied_lord):
            return f"Levy Lord ({lords.name(levied_lord)})"
        case LevyVassal(vassal=vassal):
            return f"Levy Vassal ({lords.vassal(vassal).name})"
        case TroopsAction():
            return "Levy Troops"
        case LevyCarts():
            return "Levy Transport (Carts)"
        case LevyShip():
            return "Levy Transport (a Ship)"
        case LevyCapability(card=card):
            return f"Levy Capability ({facts().cards[card].capability})"
        case CardAction(card=card):
            return f"a Levy action by {facts().cards[card].capability}"


def succeeded(before: State, state: State) -> bool:
    """Did the action change anything but its price?"""
    paid = replace(before, influence=state.influence, lords=without_extra(before))
    return paid != replace(state, lords=without_extra(state))


def without_extra(state: State) -> dict[str, LordState]:
    return {id: replace(lord, extra={}) for id, lord in state.lords.items()}


async def carry_out(table: Table[State], action: Levy) -> None:
    """3.4 Do one action of the Levy: each kind has a function of its own."""
    match action:
        case Parley():
            await parley(table, action)
        case LevyLord():
            await levy_lord(table, action)
        case LevyVassal():
            await levy_vassal(table, action)
        case TroopsAction():
            await levy_troops(table, action)
        case LevyCarts() | LevyShip():
            await levy_transport(table, action)
        case LevyCapability():
            levy_capability(table, action)
        case CardAction():
            await hooks.carry_out(table, action)
