"""Fixed contexts that the report tests render."""

from __future__ import annotations

from enum import StrEnum
from functools import partial

from msgspec.structs import replace

from pbem.engine.decision import Card, Decision, Piece, decision
from pbem.engine.play import Decided
from pbem.engine.request import Menu, Request
from pbem.engine.stack import Stack
from pbem.engine.table import Event
from pbem.games import find
from pbem.games.plantagenet.position import position
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import Battle, BattleLord, State, Troops
from pbem.reports import formats
from pbem.reports.context import Context, EntryStory, Point, asked_of, build, story
from pbem.reports.midway import battle_board
from tests.says import sentence

HEAD = "3f9c" * 16
OWN_L5 = {"held:lancaster": "L5"}
SECRETS = {
    "held:york": "Y5",
    "held:lancaster": "L5",
    "plan:york": "norfolk",
    "plan:lancaster": "exeter_1",
}


def state() -> State:
    """Towton in its Campaign, a Battle at St. Albans under way."""
    made = setup("Ib")
    made.step, made.influence, made.active, made.actions = "command", -3, "warwick_y", 1
    made.held = {"york": ["held:york"], "lancaster": ["held:lancaster"]}
    made.plan = {"york": ["plan:york"], "lancaster": ["plan:lancaster"]}
    made.flipped = {"york": ["warwick_y"], "lancaster": ["pass"]}
    made.in_force = ["L10"]
    made.wear = {"london": "depleted"}
    made.lords["warwick_y"].at = made.lords["somerset_1"].at = "st_albans"
    made.lords["warwick_y"].moved = True
    made.lords["warwick_y"].capabilities = ["Y1", "Y3"]
    made.battle = Battle(
        "st_albans",
        "york",
        "lancaster",
        round=1,
        step="strike",
        fighting=["somerset_1", "warwick_y"],
        strike="missile",
        hits={"lancaster": 2},
        lords={
            "somerset_1": BattleLord("lancaster", "center", 2, Troops(longbowmen=1)),
            "warwick_y": BattleLord("york", "center", 1),
        },
    )
    return made


def entry(left: tuple[str, ...] = ()) -> EntryStory:
    """York marches into a Battle with two order lines and nine dice."""
    dice = [(1, "somerset_1 militia"), (3, "somerset_1 militia 2"), (1, "somerset_1 militia 3")]
    events = [
        Event("4.6.4", "warwick_y parley st_albans", "die", "1-5", 4),
        Event("4.6.4", "St. Albans becomes Neutral."),
        Event("4.3", "Warwick Marches to St. Albans by Highway."),
        Event("4.4", "Battle at St. Albans: Warwick attacks Somerset (1).", "battle"),
        *(Event("4.4.2", f"protection {label}", "die", "1-1", n) for n, label in dice),
        Event("4.4.2", "protection somerset_1 retinue", "die", "1-4", 5),
        Event("4.4.2", "A Militia unit of Somerset (1) Routs."),
    ]
    decisions = [
        Decided("york", "command-5", "warwick_y: parley st_albans", 0),
        Decided("york", "command-6", "warwick_y: march st_albans", 2),
        Decided("lancaster", "array-7", "somerset_1: center", 4, forced=True),
    ]
    return story(12, "york", "york:7", decisions, events, left, "the Battle comes first")


class Unit(StrEnum):
    LONGBOWMEN = "longbowmen"
    RETINUE = "retinue"


@decision("{lord}: {unit} [all]", rule="4.4.2")
class Hit(Decision):
    lord: Piece
    unit: Unit
    all: bool = False


@decision("play {card}", rule="1.9")
class Play(Decision):
    card: Card


def losses(menu: Menu) -> None:
    menu.offer(Hit("somerset_1", Unit.LONGBOWMEN), "1 left, safe on 1")
    menu.offer(
        Hit("somerset_1", Unit.RETINUE, all=True),
        sentence("games.plantagenet.s4_4_2_strike.fill_hits", word="until").removeprefix("; "),
    )
    menu.offer(Play("L5"), shows="L5")
    menu.offer(Play("L7"), shows="L7")


def request() -> Request:
    question = sentence("games.plantagenet.s4_4_2_strike.take_hits", "Missiles", "2 Hits")
    asked = Request[Hit | Play](
        "lancaster", "hits", question, "4.4.2", losses, slots=("held:lancaster",)
    )
    asked.id = "hits-8"
    return asked


def plan_request(side: str) -> Request:
    asked = Request(
        side,
        "plan",
        sentence("games.plantagenet.s4_1_plan.plan", 4, word="Stack"),
        "4.1",
        stack=Stack("plan", 4, {"warwick_y": 3, "pass": -1}),
    )
    asked.id = "plan-3"
    return asked


def battle(audience: str, title: str = "Towton by mail") -> Context:
    known = {slot: card for slot, card in SECRETS.items() if audience in slot}
    told = build(
        title,
        "plantagenet",
        audience,
        [entry(left=("warwick_y: pass",))],
        position(state(), audience, known),
        [asked_of(request(), audience, known)],
        HEAD,
        12,
    )
    return mapped(told, state())


def planning(audience: str) -> Context:
    made = setup("Ia")
    made.step = "plan"
    return build(
        "Henry VI by mail",
        "plantagenet",
        audience,
        [],
        position(made, audience, {}),
        [asked_of(plan_request(side), audience) for side in ("york", "lancaster")],
        HEAD,
        30,
    )


def over(audience: str) -> Context:
    made = setup("Ia")
    made.step, made.winner, made.influence = "victory_check", "york", 41
    made.ending = "the Yorkists reach 40 points"
    return build(
        "Henry VI by mail",
        "plantagenet",
        audience,
        [story(31, "lancaster", "lancaster:15", [], [Event("5.2", "York wins.", "heading")])],
        position(made, audience, {}),
        [],
        HEAD,
        31,
        made.ending,
    )


def mapped(made: Context, state_: State) -> Context:
    """With the map and a trend, as the command line makes it."""
    rules, side = find("plantagenet"), made.audience
    fought = battle_board(rules, state_, side)
    picture = rules.picture(state_, side)
    return replace(made, picture=picture, battle=fought, trend=TREND, score_name="Influence")


TREND = tuple(map(Point, ("start", "Jan-Mar 1459", "Apr-May 1459", "Jun-Jul 1459"), (0, 4, 1, -3)))
FORMATS = tuple(format.name for format in formats.FORMATS)
SAMPLES = {
    f"{name}-{audience}": partial(make, audience)
    for name, make in (("battle", battle), ("plan", planning), ("over", over))
    for audience in ("york", "lancaster", "public")
}
