"""Immediate Events about Lords, their Troops, Assets and Vassals (3.1.3)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.prose import listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet.cards.events_of_favour import remove_favour, yorkist
from pbem.games.plantagenet.decisions import Done, No
from pbem.games.plantagenet.facts import TROOPS, facts
from pbem.games.plantagenet.s2_2_calendar import calendar_box
from pbem.games.plantagenet.s3_2_4_disband import (
    disband_lord,
    disband_vassal,
    disband_without_troops,
    whereabouts,
)
from pbem.games.plantagenet.s4_4_2_strike import ForcesUnit
from pbem.games.plantagenet.s4_6_3_tax import Tax, collect, fill_tax
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

Choice = dict[str, int]
"""Troops that may be taken together."""
KEEP = "keep"
"""What checks of L'Universelle Aragne are for."""


# Tax, Coin and Provender


def fill_collectors(menu: Menu, state: State, ids: list[str]) -> None:
    for lord in ids:
        fill_tax(menu, state, lord, times=2)
    menu.offer(Done(), "nobody else Taxes", "3.1.3")
    held.plays(menu, state, "york", ("any",))


@hooks.RESOLVE.event("Y10")
async def tax_collectors(table: Table[State], side: str) -> None:
    """Each Yorkist on the map may Tax for double Coin."""
    state = table.state
    lords_left = lords.on_map_lords(state, side)
    while lords_left:
        question = f"Tax Collectors: who Taxes? {lords.names(lords_left)} still can."
        fill = partial(fill_collectors, state=state, ids=list(lords_left))
        slots = tuple(state.held[side])
        forced = not state.hidden_mats
        request = Request[Tax | Done | held.PlayEvent](
            side, "collectors", question, "3.1.3", fill, forced=forced, slots=slots
        )
        answer = await table.ask(request)
        match answer:
            case Tax():
                lords_left.remove(answer.lord)
                await collect(table, answer, times=2)
            case held.PlayEvent():
                await held.play(table, side, answer)
            case Done():
                return


@hooks.RESOLVE.event("Y23", "L30")
async def foreign_loans(table: Table[State], side: str) -> None:
    """Charles the Bold, French War Loans: a Coin and a Provender for each Lord on the map."""
    on_map = lords.on_map_lords(table.state, side)
    for lord in on_map:
        mat = table.state.lords[lord]
        mat.coin, mat.provender = mat.coin + 1, mat.provender + 1
    if on_map:
        gain = "each gain" if on_map[1:] else "gains"
        table.say("3.1.3", f"{lords.names(on_map)} {gain} 1 Coin and 1 Provender.")


# Troops


@decision("{lord}: take [{men_at_arms} men_at_arms] [{militia} militia]", rule="3.1.3")
class Take(Decision):
    """A Lord gains these Troops."""

    lord: Piece
    men_at_arms: Amount = 0
    militia: Amount = 0


@decision("all take [{men_at_arms} men_at_arms] [{militia} militia]", rule="3.1.3")
class AllTake(Decision):
    """All gain these Troops each."""

    men_at_arms: Amount = 0
    militia: Amount = 0


def troops_of(answer: Take | AllTake) -> Choice:
    both = {"men_at_arms": answer.men_at_arms, "militia": answer.militia}
    return {kind: n for kind, n in both.items() if n}


def fill_takes(menu: Menu, state: State, ids: list[str], choices: list[Choice]) -> None:
    """What the pool still has; where several Lords may take, all can with one line."""
    for choice in choices:
        if forces.available(state, choice) != choice:
            continue
        for lord in menu.pick("lord", ids):
            menu.offer(Take(lord, **choice))
        if len(ids) > 1:
            menu.offer(AllTake(**choice), "each of them, as long as the pool lasts")
    menu.offer(Done(), "nobody else takes any", "3.1.3")


def gain_troops(table: Table[State], side: str, lord: str, troops: Choice, title: str) -> None:
    came = forces.muster(table.state, lord, troops)
    gains, source = f"{lords.name(lord)} gains", f"from the Event {title}"
    text, openly = f"{gains} {forces.in_words(came)} {source}.", f"{gains} Troops {source}."
    tell(table, "3.1.3", side, text, openly, about=(lord,))


async def reinforce(
    table: Table[State], side: str, able: list[str], choices: list[Choice], title: str
) -> None:
    """Each of these Lords may take one of the choices."""
    lords_left = list(able)
    while lords_left:
        question = f"{title}: who takes which Troops? {lords.names(lords_left)} still can."
        fill = partial(fill_takes, state=table.state, ids=list(lords_left), choices=choices)
        answer = await table.ask(
            Request[Take | AllTake | Done](side, "reinforce", question, "3.1.3", fill)
        )
        match answer:
            case Take(lord):
                gain_troops(table, side, lord, troops_of(answer), title)
                lords_left.remove(lord)
            case AllTake():
                for lord in lords_left:
                    gain_troops(table, side, lord, troops_of(answer), title)
                return
            case Done():
                return


@hooks.RESOLVE.event("Y31")
async def earl_rivers(table: Table[State], side: str) -> None:
    """One or two Militia for each Yorkist on the map."""
    choices = [{"militia": 2}, {"militia": 1}]
    await reinforce(table, side, lords.on_map_lords(table.state, side), choices, "Earl Rivers")


@hooks.RESOLVE.event("L14")
async def scots(table: Table[State], side: str) -> None:
    """A Men-at-Arms, a Militia or one of each for each Lancastrian on the map."""
    choices = [{"men_at_arms": 1, "militia": 1}, {"men_at_arms": 1}, {"militia": 1}]
    await reinforce(table, side, lords.on_map_lords(table.state, side), choices, "Scots")


def fill_french(menu: Menu, state: State, able: list[str]) -> None:
    for lord in menu.pick("lord", able):
        for horse in menu.pick("men_at_arms", (2, 1, 0)):
            for foot in menu.pick("militia", (2, 1, 0)):
                take = Take(lord, horse, foot)
                choice = troops_of(take)
                if choice and forces.available(state, choice) == choice:
                    menu.offer(take, forces.in_words(choice))
    menu.offer(Done(), "nobody takes any", "3.1.3")


@hooks.RESOLVE.event("L22")
async def french_troops(table: Table[State], side: str) -> None:
    """Up to two Men-at-Arms and two Militia for one Lancastrian at a Port."""
    state = table.state
    able = [id for id in lords.on_map_lords(state, side) if board.is_port(state.lords[id].at)]
    if not able:
        return
    fill = partial(fill_french, state=state, able=able)
    question = "French Troops: which Lord at a Port gains how many?"
    answer = await table.ask(Request[Take | Done](side, "reinforce", question, "3.1.3", fill))
    match answer:
        case Take(lord):
            gain_troops(table, side, lord, troops_of(answer), "French Troops")
        case Done():
            pass


@decision("{lord}: lose {unit}", rule="3.1.3")
class LoseTroops(Decision):
    """A unit of this type goes in the Welsh Rebellion."""

    lord: Piece
    unit: ForcesUnit


def fill_losses(menu: Menu, state: State, lord: str, absent: list[str]) -> None:
    """What he has; of a hidden mat any type that has not been found missing there."""
    present = forces.present(state.lords[lord].troops)
    if state.hidden_mats:
        for kind in menu.pick("unit", [kind for kind in TROOPS if kind not in absent]):
            menu.offer(LoseTroops(lord, kind), "if he has any")
        return
    for kind in menu.pick("unit", present):
        menu.offer(LoseTroops(lord, kind), f"has {present[kind]}")


@hooks.RESOLVE.event("L25")
async def welsh_rebellion(table: Table[State], side: str) -> None:
    """Two Troops from each Yorkist in Wales, or else Favour from two Strongholds there."""
    state = table.state
    wales = facts().areas["wales"]
    rebels = [id for place in wales for id in board.lords_at(state, place, "york")]
    for lord in rebels:
        troops, count, absent = state.lords[lord].troops, 2, list[str]()
        while count and troops.total():
            kind = next(iter(forces.present(troops)))
            if state.hidden_mats or troops.total() > count:  # else he loses all that he has
                question = f"Welsh Rebellion: what does {lords.name(lord)} lose?"
                fill = partial(fill_losses, state=state, lord=lord, absent=list(absent))
                request = Request[LoseTroops](side, "rebellion", question, "3.1.3", fill)
                kind = (await table.ask(request)).unit
            title = f"Welsh Rebellion: {lords.name(lord)}"
            if not getattr(troops, kind):  # named unseen (C121)
                absent.append(kind)
                table.say(
                    "3.1.3", f"{title} has no {facts().units[kind].name} to lose.", about=(lord,)
                )
                continue
            setattr(troops, kind, getattr(troops, kind) - 1)
            count -= 1
            table.say("3.1.3", f"{title} loses {forces.counted(kind, 1)}.", about=(lord,))
    disband_without_troops(table)
    if not rebels:
        places = [place for place in yorkist(state) if place in wales]
        await remove_favour(table, places, 2, "Welsh Rebellion")


# Vassals


def yorkist_vassals(state: State) -> dict[str, str]:
    """Vassals on Yorkist mats, Special ones too, with their Lords; their order tells nothing of the mats."""
    serving = {
        vassal: lord
        for lord, mat in lords.lords_of(state, "york").items()
        for vassal in mat.vassals
    }
    return {id: serving[id] for id in (*facts().vassals, *facts().special_vassals) if id in serving}


@hooks.RESOLVE.event("Y17")
async def she_wolf_of_france(table: Table[State], side: str) -> None:
    """The Yorkists' Vassals serve one box longer."""
    for id in yorkist_vassals(table.state):
        if not lords.is_special(id):
            marker = table.state.vassals[id]
            marker.box = calendar_box(marker.box + 1)
            table.say("3.1.3", f"{lords.vassal(id).name} now serves until Turn {marker.box}.")


@hooks.RESOLVE.event("L19")
async def henrys_proclamation(table: Table[State], side: str) -> None:
    """The Yorkists' Vassals are all due in this Levy."""
    for id in yorkist_vassals(table.state):
        if not lords.is_special(id):
            table.state.vassals[id].box = table.state.box
            table.say("3.1.3", f"{lords.vassal(id).name}'s service is due now.")


def testable(state: State) -> list[str]:
    """Vassals whom the Lancastrian may name: those on Yorkist mats, and Special ones who may be on a
    hidden mat (C121)."""
    unseen = [
        vassal.id
        for vassal in facts().special_vassals.values()
        for lord in lords.lords_of(state, "york")
        if hooks.could_lie(state, lord, vassal.card)
    ]
    vassals_of_york = yorkist_vassals(state)
    return [
        id
        for id in (*facts().vassals, *facts().special_vassals)
        if id in vassals_of_york or id in unseen
    ]


@decision("test {vassal}", rule="3.1.3")
class TemptVassal(Decision):
    """L'Universelle Aragne tempts this Vassal."""

    vassal: Piece


@decision("{lord}: keep {vassal} [+{bonus}]", rule="3.1.3")
class KeepVassal(Decision):
    """His Lord answers with a check."""

    lord: Piece
    vassal: Piece
    bonus: Amount = 0


def spider_question(state: State, tested: list[str]) -> str:
    """With Hidden Mats nobody says whom a Vassal may serve."""
    serving = yorkist_vassals(state)
    masters = dict.fromkeys(
        serving[id] for id in testable(state) if id in serving and id not in tested
    )
    if state.hidden_mats or not masters:
        return "L'Universelle Aragne: whose service does it test?"
    whose = listing((f"{lords.name(id)}'s" for id in masters), "or")
    return f"L'Universelle Aragne: which of {whose} Vassals does it test?"


def fill_spider(menu: Menu, state: State, tested: list[str]) -> None:
    serving = yorkist_vassals(state)
    for vassal in menu.pick("vassal", testable(state)):
        if vassal not in tested:
            lord = "" if state.hidden_mats else serving[vassal]
            menu.offer(TemptVassal(vassal), f"he serves {lords.name(lord)}" if lord else "")


def fill_keep(menu: Menu, state: State, lord: str, vassal: str) -> None:
    terms = influence.terms(state, lord, KEEP)
    for bonus in menu.pick("bonus", influence.bonuses(state, lord, terms, KEEP, vassal)):
        price = influence.price(state, lord, KEEP, terms, bonus, vassal)
        menu.offer(KeepVassal(lord, vassal, bonus), price)


@hooks.RESOLVE.event("L27")
async def universelle_aragne(table: Table[State], side: str) -> None:
    """Two Yorkist Vassals leave unless a check, modified by Loyalty, keeps them (C115)."""
    state, vassals_tested, vassals_lost = table.state, list[str](), list[str]()
    while len(vassals_lost) < 2 and set(testable(state)) - set(vassals_tested):
        question = spider_question(state, vassals_tested)
        fill = partial(fill_spider, state=state, tested=list(vassals_tested))
        request = Request[TemptVassal](side, "spider", question, "3.1.3", fill)
        vassal = (await table.ask(request)).vassal
        vassals_tested.append(vassal)
        if vassal in yorkist_vassals(state):
            vassals_lost.append(vassal)
        else:  # named unseen
            table.say("3.1.3", f"{lords.vassal(vassal).name} serves nobody.", about=(vassal,))
    for vassal in vassals_lost:
        lord, name = yorkist_vassals(state)[vassal], lords.vassal(vassal).name
        question = f"L'Universelle Aragne: how much to keep {name}?"
        keep = partial(fill_keep, state=state, lord=lord, vassal=vassal)
        forced = not state.hidden_mats
        answer = await table.ask(
            Request[KeepVassal]("york", "keep_vassal", question, "3.1.3", keep, forced=forced)
        )
        if await influence.check(
            table,
            lord,
            f"keep {vassal}",
            "3.1.3",
            answer.bonus,
            vassal=vassal,
            purpose=KEEP,
            terms=influence.terms(state, lord, KEEP),
        ):
            table.say("3.1.3", f"{name} stays with {lords.name(lord)}.")
        else:
            disband_vassal(state, lord, vassal)
            table.say("3.1.3", f"{name} leaves {lords.name(lord)}.")


# Lords


@decision("{lord}: win {enemy} [+{bonus}]", rule="3.1.3")
class WinEnemy(Decision):
    """A check Disbands this Enemy Lord."""

    lord: Piece
    enemy: Piece
    bonus: Amount = 0


def fill_dubious(menu: Menu, state: State, lord: str, enemy: str) -> None:
    terms = influence.terms(state, lord, enemy)
    for bonus in menu.pick("bonus", influence.bonuses(state, lord, terms, enemy)):
        price = influence.price(state, lord, enemy, terms, bonus)
        menu.offer(WinEnemy(lord, enemy, bonus), f"{price}; then {lords.name(enemy)} Disbands")
    menu.offer(No(), rule="3.1.3")


@hooks.RESOLVE.event("Y26")
async def dubious_clarence(table: Table[State], side: str) -> None:
    """The Yorkists can try an Influence check by Edward IV, which Disbands Clarence if it succeeds."""
    state, edward, clarence = table.state, "edward_iv", "clarence"
    if not all(id in state.lords and lords.on_map(state, id) for id in (edward, clarence)):
        return
    question = "Dubious Clarence: does Edward IV try to win him over?"
    fill = partial(fill_dubious, state=state, lord=edward, enemy=clarence)
    answer = await table.ask(Request[WinEnemy | No](side, "dubious", question, "3.1.3", fill))
    match answer:
        case No():
            return
        case WinEnemy():
            bonus = answer.bonus
    terms = influence.terms(state, edward, clarence)
    if not await influence.check(
        table, edward, "win clarence", "3.1.3", bonus, purpose=clarence, terms=terms
    ):
        table.say("3.1.3", "Clarence stays with the Lancastrians.")
        return
    disband_lord(state, clarence)
    table.say("3.1.3", f"Clarence Disbands and is {whereabouts(state, clarence)}.")
    special.tell_release(table)
