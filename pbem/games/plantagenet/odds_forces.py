"""Forces for a Battle that has not come yet: Lords as they stand, or as somebody types them.

    march, norfolk                                          as they stand now
    somerset_1: 4 militia, 2 longbowmen, valour 2; exeter_1  the first as typed, a Retinue always with him

After the colon: Troops, Vassals by name, Capabilities by card (`y13`), Valour, and Assets, for Spoils.
"""

from __future__ import annotations

import re

from msgspec import Struct, field
from msgspec.structs import replace

from pbem.engine.odds import one_of
from pbem.errors import BadQuestion, Impossible
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import TROOPS, facts
from pbem.games.plantagenet.s3_4_6_levy_capability import hindrance
from pbem.games.plantagenet.s6_scenarios import starts_with
from pbem.games.plantagenet.state import LordState, State, Troops, VassalState

ASSETS = ("coin", "provender", "carts", "ships")


class Force(Struct):
    """One Lord of a Battle.

    Attributes:
        mat: what he has; None as he stands now.
        valour: his markers; None as his card and Capabilities say.
    """

    lord: str
    mat: LordState | None = None
    valour: int | None = None
    vassals: list[str] = field(default_factory=list)


def lord_named(state: State, text: str, side: str = "") -> str:
    """A Lord of this game, of one side if given. Raises BadQuestion."""
    lord_ids = [id for id in state.lords if not side or lords.side_of(id) == side]
    lord = one_of(
        text, lord_ids, f"{lords.side_name(side)[:-1]} Lord" if side else "Lord of this game"
    )
    if not lord:
        raise BadQuestion(why="the name of a Lord is missing")
    return lord


def read(state: State, side: str, text: str) -> list[Force]:
    """All Forces of a side as typed. Raises BadQuestion."""
    typed: list[Force] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, units = part.partition(":")
        if colon:
            typed.append(_force_of(state, lord_named(state, name, side), units))
        else:
            typed += [Force(lord_named(state, name, side)) for name in part.split(",")]
    names = [force.lord for force in typed]
    for lord in names:
        if names.count(lord) > 1:
            raise BadQuestion(why=f"{lords.name(lord)} is named twice")
    return typed


def _force_of(state: State, lord: str, units: str) -> Force:
    """A Force as typed, such as `4 militia, valour 2`: units, Assets, Capability cards and Vassals. Raises Impossible."""
    force = Force(lord, LordState())
    if force.mat is None:
        raise Impossible("a Force without a mat cannot fight")
    for item in filter(None, (item.strip().lower() for item in units.split(","))):
        number = re.fullmatch(r"(\d{1,2})\s+(.+)|valou?r\s+(\d)", item)
        if number and number[3]:
            force.valour = int(number[3])
        elif number:
            kind = one_of(number[2], [*TROOPS, *ASSETS], "unit or Asset")
            pieces = force.mat.troops if kind in TROOPS else force.mat
            setattr(pieces, kind, getattr(pieces, kind) + int(number[1]))
        elif item.upper() in facts().cards:
            force.mat.capabilities.append(item.upper())
        elif not "retinue".startswith(item):
            vassal_ids = [*facts().vassals, *facts().special_vassals]
            name = item.removeprefix("vassal ")
            force.vassals.append(one_of(name, vassal_ids, "unit (such as `4 militia`) or Vassal"))
    return force


def check_fit_to_fight(state: State, lord: str) -> None:
    """May this Lord fight as he stands now? Raises BadQuestion."""
    name = lords.name(lord)
    example = f"`{lord}: 4 militia, 2 longbowmen`"
    if state.lords[lord].hidden:
        raise BadQuestion(
            why=f"what {name} has is hidden from you; type what you expect: {example}"
        )
    if not lords.mustered(state, lord):
        raise BadQuestion(why=f"{name} is not on the map now; type what he would have: {example}")


def place(state: State, at: str, armies: list[Force]) -> None:
    """Put these Lords, and no others, at a place. Raises BadQuestion."""
    fighting = [force.lord for force in armies]
    for id, lord in state.lords.items():
        if lord.at == at and id not in fighting:
            state.lords[id] = replace(lord, at="calendar", box=state.box)
    for force in armies:
        if force.mat is None:
            check_fit_to_fight(state, force.lord)
            state.lords[force.lord].at = at
        else:
            _muster(state, force, at)
    for kind in TROOPS:
        _fit_pool(state, kind, fighting)


def _muster(state: State, force: Force, at: str) -> None:
    """The Lord with his typed mat; what others have of it now leaves them."""
    if force.mat is None:
        raise Impossible("a Force without a mat cannot fight")
    for vassal, marker in state.vassals.items():
        if marker.lord == force.lord:
            state.vassals[vassal] = VassalState("ready")
    special = facts().special_vassals
    brought = [special[id].card for id in force.vassals if id in special]
    cards = [
        *force.mat.capabilities,
        *(extra for extra in brought if extra not in force.mat.capabilities),
    ]
    vassals_of_cards = [id for id, counter in special.items() if counter.card in cards]
    vassals = [*force.vassals, *(id for id in vassals_of_cards if id not in force.vassals)]
    for other_mat in state.lords.values():
        other_mat.vassals = [id for id in other_mat.vassals if id not in vassals]
        other_mat.capabilities = [card for card in other_mat.capabilities if card not in cards]
    mat = replace(force.mat, at=at, troops=replace(force.mat.troops), vassals=vassals)
    mat.capabilities, state.lords[force.lord] = [], mat
    for card in cards:
        why = hindrance(state, force.lord, card)
        if why and not starts_with(state, force.lord, card):
            raise BadQuestion(why=why)
        mat.capabilities.append(card)
    for vassal in vassals:
        if vassal not in special:
            state.vassals[vassal] = VassalState("mustered", force.lord, state.box)


def _fit_pool(state: State, kind: str, fighting: list[str]) -> None:
    """Typed Troops come from the pool, then from Lords who are elsewhere."""
    elsewhere: list[Troops] = [m.troops for id, m in state.lords.items() if id not in fighting]
    for troops in [*elsewhere, state.screened]:
        short = -forces.in_pool(state, kind)
        if short > 0:
            setattr(troops, kind, max(0, getattr(troops, kind) - short))
    if forces.in_pool(state, kind) < 0:
        unit = facts().units[kind]
        raise BadQuestion(why=f"there are only {unit.pool} {unit.name} pieces in the game")
