"""Hold Events of the Events step of a Battle (4.4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s3_2_4_disband as disbanding
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet.s3_1_3_held_events import (
    PLAY,
    WAYS,
    PlayEvent,
    Wait,
    Way,
    simply,
)
from pbem.games.plantagenet.s3_4_3_levy_vassal import muster_vassal
from pbem.games.plantagenet.s4_4_1_array import current, is_decided, unrouted
from pbem.games.plantagenet.s4_4_2_strike import end_round, left_to_fight, protection
from pbem.games.plantagenet.state import State

LEEWARD = {"york": "Y1", "lancaster": "L1"}
CALTROPS = 2
"""Hits in each Round."""
WHEN = {
    "strike": "before the Strike",
    "rout": "before Lord Rout",
    "losses": "before Losses",
    "moment": "at this moment",
}
"""When Regroup is asked for."""


@WAYS.event("Y1", "L1", "Y19", "Y30", "Y36", "Y37")
def declared(state: State, side: str, card: str) -> list[Way]:
    """Nothing to choose now; of no use once Suspicion has left one side without Lords."""
    return [] if is_decided(current(state)) else simply(card)


@PLAY.event("Y1", "L1", "Y19", "Y30", "Y36", "Y37")
async def lies_open(table: Table[State], side: str, event: PlayEvent) -> None:
    """It acts from the table, to the Aftermath."""


@hooks.TOTAL.event(*LEEWARD.values())
def leeward_battle_line(state: State, side: str, kind: str, half_hits: int) -> int:
    """Missile Hits against its side are halved, rounded up; both cards together do nothing."""
    played = [card for card in current(state).events if card in LEEWARD.values()]
    return -(-half_hits // 2) if kind == "missile" and played == [LEEWARD[side]] else half_hits


@decision("caltrops {hits}", rule="4.4.2")
class Caltrops(Decision):
    """So many Hits go into the Melee of this Engagement."""

    hits: Amount


def left_for_later(hits: int) -> str:
    return f"leaves {hits or 'none'} for later Engagements"


@hooks.EXTRA_HITS.event("Y19")
async def caltrops(table: Table[State], side: str, kind: str) -> int:
    """Two Melee Hits more a Round, split among its Engagements as each is fought (C64); the Hits in this one."""
    battle = current(table.state)
    memory = f"Y19 {battle.round}"
    hits_left = CALTROPS - battle.memo.get(memory, 0)
    if side != "york" or kind != "melee" or not hits_left:
        return 0

    def fill(menu: Menu) -> None:
        for n in menu.pick("hits", range(hits_left, -1, -1)):
            menu.offer(Caltrops(n), left_for_later(hits_left - n))

    hits = hits_left
    if battle.waiting:
        answer = await table.ask(
            Request[Caltrops](
                "york",
                "caltrops",
                f"Caltrops: how many Hits go into the Melee of {lords.names(battle.fighting)}?",
                "4.4.2",
                fill,
            )
        )
        hits = answer.hits
    battle.memo[memory] = CALTROPS - hits_left + hits
    if hits:
        table.say("4.4.2", f"Caltrops add {hits} Hit{'s' * (hits > 1)}.", kind="battle_strike")
    return hits


WAITS = "you are asked again before the next Strike, Losses or Lord Rout, but not between two Hits"


@decision("{lord}: regroup", rule="4.4.2")
class Regroup(Decision):
    """The Routed Troops of this Lord roll to return."""

    lord: Piece


@decision("wait rout", rule="4.4.2")
class WaitForLordRout(Decision):
    """Not before Lord Rout of this Round."""


@hooks.PAUSE.event("Y30")
async def regroup(table: Table[State], moment: str) -> bool:
    """Once in the Battle each Routed Troop unit of a Yorkist Lord not Routed rolls to return; did they roll?

    It goes at any moment. He is asked before each Strike, Lord Rout and Losses, else his policy is (C127).
    """
    state = table.state
    battle = current(state)
    skip = f"Y30 {battle.round}"
    early = moment in ("strike", "moment") and battle.step != "ending"
    shaken = [id for id in unrouted(battle, "york") if battle.lords[id].routed.total()]
    if not shaken or "Y30" in battle.memo or (early and skip in battle.memo):
        return False

    def fill(menu: Menu) -> None:
        for lord in menu.pick("lord", shaken):
            routed_troops = forces.present(battle.lords[lord].routed)
            menu.offer(Regroup(lord), f"rolls for {forces.in_words(routed_troops)}")
        menu.offer(Wait(), WAITS, "4.4.2")
        if early:
            menu.offer(WaitForLordRout(), "you are not asked again before that step")

    question = f"Round {battle.round}, {WHEN[moment]}: Regroup?"
    request = Request[Regroup | Wait | WaitForLordRout]("york", "regroup", question, "4.4.2", fill)
    match await (table.moment(lambda: request) if moment == "moment" else table.ask(request)):
        case None | Wait():
            return False
        case WaitForLordRout():
            battle.memo[skip] = 1
            return False
        case Regroup(lord):
            battle.memo["Y30"] = 1
            await rally(table, lord)
            return True


async def rally(table: Table[State], lord: str) -> None:
    """Each of his Routed Troop units rolls against its Melee Protection."""
    state = table.state
    battle = current(state)
    back: dict[str, int] = {}
    for kind, n in forces.present(battle.lords[lord].routed).items():
        safe = protection(state, lord, kind, "melee")
        for _ in range(n):
            die = await table.roll(f"regroup {lord} {kind}", needed=f"1-{safe}", rule="4.4.2")
            back[kind] = back.get(kind, 0) + (die <= safe)
    for kind, n in back.items():
        routed_troops = battle.lords[lord].routed
        setattr(routed_troops, kind, getattr(routed_troops, kind) - n)
    rallied = forces.in_words({kind: n for kind, n in back.items() if n})
    table.say("4.4.2", f"{lords.name(lord)} Regroups {rallied}.", kind="battle_unit", about=(lord,))


@decision("end round", rule="4.4.2")
class EndRound(Decision):
    """What is left of the Round is dropped."""


@decision("fight on", rule="4.4.2")
class FightOn(Decision):
    """The Round goes on."""


@hooks.HAS_ROUTED.event("Y36")
async def swift_maneuver(table: Table[State], lord: str, unit: str) -> None:
    """When a Lancastrian Retinue Routs the Yorkist may end the Round."""
    wrong = unit != "retinue" or lords.side_of(lord) != "lancaster"
    if wrong or not left_to_fight(table.state):
        return

    def fill(menu: Menu) -> None:
        menu.offer(EndRound(), "no more Hits, Strikes, Engagements; on to Lord Rout")
        menu.offer(FightOn())

    question = f"{lords.name(lord)}'s Retinue Routs: does Swift Maneuver end the Round?"
    request = Request[EndRound | FightOn]("york", "maneuver", question, "4.4.2", fill)
    match await table.ask(request):
        case EndRound():
            end_round(table.state)
            table.say("4.4.2", "A Swift Maneuver ends the Round.", kind="battle_strike")
        case FightOn():
            pass


@decision("play {card} {accuser} {suspect} [+{bonus}]", rule="3.1.3")
class SowSuspicion(PlayEvent):
    """Suspicion of an Enemy Lord, sown by an own one."""

    accuser: Piece
    suspect: Piece
    bonus: Amount = 0


@WAYS.event("Y5", "L5")
def suspects(state: State, side: str, card: str) -> Iterator[Way]:
    """An own Lord and an Enemy of lower printed Influence (C4), with what the check may cost."""
    battle = current(state)
    for accuser in unrouted(battle, side):
        for suspect in unrouted(battle, state.enemy(side)):
            if lords.card(accuser).influence > lords.card(suspect).influence:
                terms = influence.terms(state, accuser, "suspicion")
                for bonus in influence.bonuses(state, accuser, terms, "suspicion"):
                    price = influence.price(state, accuser, "suspicion", terms, bonus)
                    yield Way(SowSuspicion(card, accuser, suspect, bonus), price)


@PLAY.event("Y5", "L5")
async def suspicion(table: Table[State], side: str, event: SowSuspicion) -> None:
    """On a successful check the Enemy Lord Disbands at no loss and is out of the Battle."""
    state = table.state
    accuser, suspect = event.accuser, event.suspect
    is_trusted = not await influence.check(
        table,
        accuser,
        f"suspicion {suspect}",
        "1.4.2",
        event.bonus,
        purpose="suspicion",
        terms=influence.terms(state, accuser, "suspicion"),
    )
    if is_trusted:
        table.say("4.4.1", f"Nobody believes {lords.name(accuser)}.")
        return
    del current(state).lords[suspect]
    disbanding.disband_lord(state, suspect)
    text = f"{lords.name(suspect)} Disbands under Suspicion and is {disbanding.whereabouts(state, suspect)}."
    table.say("4.4.1", text, kind="battle_disband", about=(suspect,))
    special.tell_release(table)


@decision("play {card} {lord} {vassal} [+{bonus}]", rule="3.1.3")
class WinOver(PlayEvent):
    """A Lord calls on an Enemy Lord's Vassal."""

    lord: Piece
    vassal: Piece
    bonus: Amount = 0


@WAYS.event("L7")
def doubtful_vassals(state: State, side: str, card: str) -> Iterator[Way]:
    """The ways to win over a Vassal: a Lancastrian Lord, and a regular Vassal of a Yorkist one not under Y17's
    Alice Montagu."""
    battle = current(state)
    faithless = [
        vassal
        for lord in unrouted(battle, "york")
        if "Y17" not in state.lords[lord].capabilities
        for vassal in state.lords[lord].vassals
        if not lords.is_special(vassal)
    ]
    for lord in unrouted(battle, "lancaster"):
        for vassal in faithless:
            terms = influence.terms(state, lord, "vassal")
            for bonus in influence.bonuses(state, lord, terms, "vassal", vassal):
                price = influence.price(state, lord, "vassal", terms, bonus, vassal)
                yield Way(WinOver(card, lord, vassal, bonus), price)


@PLAY.event("L7")
async def for_trust_not_him(table: Table[State], side: str, event: WinOver) -> None:
    """On a successful Levy Vassal check the Vassal changes sides, his service new from now."""
    state = table.state
    lord, vassal = event.lord, event.vassal
    name = lords.vassal(vassal).name
    if not await influence.check(
        table,
        lord,
        f"vassal {vassal}",
        "3.4.3",
        event.bonus,
        vassal=vassal,
        purpose="vassal",
        terms=influence.terms(state, lord, "vassal"),
    ):
        table.say("4.4.1", f"{name} stays with {lords.name(state.vassals[vassal].lord)}.")
        return
    state.lords[state.vassals[vassal].lord].vassals.remove(vassal)
    muster_vassal(state, lord, vassal)
    table.say("4.4.1", f"{name} changes sides and fights for {lords.name(lord)}.")


@decision("play {card} {lord}", rule="3.1.3")
class CutOff(PlayEvent):
    """A Ravine keeps this Lord out of Round 1."""

    lord: Piece


@WAYS.event("L12")
def across_the_ravine(state: State, side: str, card: str) -> list[Way]:
    """A Yorkist Lord in the Battle, if there is to be a Round 1."""
    battle = current(state)
    able = [] if is_decided(battle) else unrouted(battle, "york")
    return [Way(CutOff(card, lord)) for lord in able]


@PLAY.event("L12")
async def ravine(table: Table[State], side: str, event: CutOff) -> None:
    """In Round 1 his position counts as empty, and nobody may move there (C65)."""
    lord = event.lord
    current(table.state).lords[lord].cut_off = True
    table.say("4.4.1", f"A Ravine cuts {lords.name(lord)} off in Round 1.", about=(lord,))
