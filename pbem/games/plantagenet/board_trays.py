"""Beside the map: Held Events, Plans, the Array of a Battle, and Lords' mats (1.5.3, 1.9.1, 4.1.2, 4.4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.picture import (
    LIES,
    Token,
    Tray,
    TrayRow,
    battle_row,
    face_down,
    signs_on,
    tray,
    tray_row,
)
from pbem.engine.prose import count_text
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.board_picture import SHORT
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.position_battle import GONE, PLACES, marks
from pbem.games.plantagenet.position_map import ASSETS, places
from pbem.games.plantagenet.position_words import command_name
from pbem.games.plantagenet.s4_1_plan import is_printed
from pbem.games.plantagenet.s4_4_2_strike import unrouted_troops
from pbem.games.plantagenet.state import Battle, State

FRONT = ("left", "center", "right")
EMPTY = (Token("counter", "empty", pose=LIES),)
"""A Front position without a Lord, to which one can Advance (4.4.2)."""


def trays(state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
    """All that `side` ("york", "lancaster" or "public") may see; `state` is veiled for it."""
    owners = sorted(SIDES, key=lambda owner: owner != side)
    at = board.lords_by_place(state)
    on_map = [lord for place in places() for lord in at.get(place, ())]
    mats = [
        _mat(state, lord) for owner in owners for lord in on_map if lords.side_of(lord) == owner
    ]
    return (
        *_array(state),
        *(tray for owner in owners for tray in _plan(state, owner, side, known)),
        *(tray for owner in owners for tray in _events(state, owner, side, known)),
        *mats,
    )


def _events(state: State, owner: str, reader: str, known: Mapping[str, str]) -> Iterator[Tray]:
    """1.9.1 Events that a side holds, and those in force; hidden ones to their owner, and to who looked at them."""
    slots = state.held[owner]
    may = slots if owner == reader else state.seen.get(reader, [])
    cards_held = [_event(known[slot], owner) for slot in slots if slot in may and slot in known]
    hidden = face_down("card", owner, len(slots) - len(cards_held))
    title = "Events you hold" if owner == reader else f"Events held by {lords.side_name(owner)}"
    yield from tray(
        title, *cards_held, *hidden, side=owner, near=owner == reader or bool(cards_held)
    )
    open_ = [_event(card, owner) for card in state.in_force if facts().cards[card].side == owner]
    yield from tray(f"Events of {lords.side_name(owner)} in force", *open_, side=owner, near=True)


def _event(card: str, side: str) -> Token:
    return Token("card", facts().cards[card].event, side, card=card, notes=(card,))


def _plan(state: State, owner: str, reader: str, known: Mapping[str, str]) -> Iterator[Tray]:
    """4.1.2 The stack, top card first, and the cards that were played; a printed Plan lies open."""
    played = tuple(_command(card, owner, True) for card in state.flipped[owner])
    stack = list[Token]()
    for slot in state.plan[owner]:
        card = slot if is_printed(slot) else known.get(slot, "") if owner == reader else ""
        stack += [_command(card, owner)] if card else face_down("card", owner)
    whose = "Your Plan" if owner == reader else f"Plan of {lords.side_name(owner)}"
    if stack or played:
        rows = (
            tray_row("played", (("", played),), owner),
            tray_row("to come", (("", tuple(stack)),), owner),
        )
        groups = tuple(one for one in rows if one.groups)
        yield Tray(whose, groups, owner, near=owner == reader)


def _command(card: str, side: str, played: bool = False) -> Token:
    words = f"{command_name(card)}, played" if played else ""
    return Token("card", command_name(card), side, words=words, pose=LIES if played else "")


def _mat(state: State, id: str) -> Tray:
    """1.5.3 Forces, Assets and Capabilities; of a mat behind a screen there is nothing here."""
    mat, side = state.lords[id], lords.side_of(id)
    title = f"{lords.name(id)}, {board.name(mat.at)}"
    if mat.hidden:
        return Tray(title, (tray_row("behind a screen", ()),), side, piece=id)
    units = ("", _forces(True, mat.vassals, forces.present(mat.troops), side))
    goods = {asset: int(getattr(mat, asset)) for asset in ASSETS}
    assets = tuple(
        Token("chit", ASSETS[asset][0], count=n, words=f"{n} {ASSETS[asset][n != 1]}")
        for asset, n in goods.items()
        if n
    )
    abilities = tuple(
        Token("card", facts().cards[card].capability, side, card=card, notes=(card,))
        for card in mat.capabilities
    )
    rows = (tray_row("Forces", (units,)), tray_row("Assets", (("", assets),)))
    capability_row = tray_row("Capabilities", (("", abilities),))
    return Tray(title, tuple(one for one in (*rows, capability_row) if one.groups), side, piece=id)


def _forces(
    retinue: bool, vassals: Iterable[str], troops: Mapping[str, int], side: str
) -> tuple[Token, ...]:
    """The Retinue and Vassals as counters, Troops as counted boxes."""
    vassal_tokens = [
        Token("counter", lords.vassal(id).name, side, id, words="Vassal") for id in vassals
    ]
    counts = [
        Token("chit", SHORT[kind], side, count=n, words=forces.counted(kind, n))
        for kind, n in troops.items()
        if n
    ]
    retinue_token = [Token("counter", "Retinue", side)] if retinue else []
    return (*retinue_token, *vassal_tokens, *counts)


def _array(state: State) -> Iterator[Tray]:
    """4.4.1 Wing against wing; left is the Attacker's left."""
    battle = state.battle
    if battle is None:
        yield from _field(state)
        return
    moment = f"Round {battle.round}" if battle.round else "before Round 1"
    used = tuple(_event(card, facts().cards[card].side) for card in battle.events)
    rows = [
        row
        for side in (battle.attacker, battle.defender)
        for row in (_wings(state, battle, side), _routed(state, battle, side))
        if row.groups
    ]
    tray_rows = (*rows, tray_row("Events played", (("", used),))) if used else tuple(rows)
    title = f"Battle at {board.name(battle.at)}, {moment}"
    yield Tray(title, tray_rows, near=True, place=battle.at, key=signs_on(tray_rows, _signs()))


def _field(state: State) -> Iterator[Tray]:
    """6.0 III(B) Both armies on a field of battle, before they are arrayed."""
    at = board.lords_by_place(state)
    for field in facts().fields:
        rows = []
        for side in SIDES:
            army = [lord for lord in at.get(field, ()) if lords.side_of(lord) == side]
            rows.append(tray_row(lords.side_name(side), (("", _armies(state, army)),), side))
        if any(row.groups for row in rows):
            yield Tray(
                f"Battle at {board.name(field)}, before the Array",
                tuple(rows),
                near=True,
                place=field,
                key=signs_on(rows, _signs()),
            )


def _signs() -> Iterator[tuple[str, str]]:
    """What is printed short in the Array."""
    yield "R", "Retinue"
    yield from ((short, facts().units[kind].name) for kind, short in SHORT.items())
    yield "V", "Vassal"
    yield "Valour", "rerolls of a failed Protection"


def _armies(state: State, ids: Iterable[str]) -> tuple[Token, ...]:
    """Lords with their Forces; of a mat behind a screen there is nothing here."""
    tokens = []
    for id in ids:
        mat = state.lords[id]
        troops = {} if mat.hidden else forces.present(mat.troops)
        stand = [f"{n}{SHORT[kind]}" for kind, n in troops.items() if n]
        stand += [f"{len(mat.vassals)}V"] if mat.vassals and not mat.hidden else []
        notes = (" ".join(stand),) if stand else ()
        tokens.append(Token("counter", lords.name(id), lords.side_of(id), id, notes=notes))
    return tuple(tokens)


def _wings(state: State, battle: Battle, side: str) -> TrayRow:
    """One side's row of the Battle tray: its Lords by their place in the array."""
    role = "attack" if side == battle.attacker else "defend"
    hits = battle.hits.get(side)
    title = f"{lords.side_name(side)} {role}" + (
        f", take {count_text(hits, 'Hit')}" if hits else ""
    )
    by_place = {place: _fighters(state, battle, side, place) for place in PLACES if place != GONE}
    stands = any(by_place[place] for place in FRONT)
    groups = (
        (PLACES[place], tokens or EMPTY * (stands and place in FRONT))
        for place, tokens in by_place.items()
    )
    return battle_row(title, groups, side)


def _routed(state: State, battle: Battle, side: str) -> TrayRow:
    """One side's Routed Lords: they are at no place of the array, so they have no column."""
    return tray_row("", ((PLACES[GONE], _fighters(state, battle, side, GONE)),), side)


def _fighters(state: State, battle: Battle, side: str, place: str) -> tuple[Token, ...]:
    return tuple(
        _fighter(state, battle, id)
        for id, fighter in battle.lords.items()
        if fighter.side == side and fighter.place == place
    )


def _fighter(state: State, battle: Battle, id: str) -> Token:
    """A Lord in the Array with what still stands of his Forces."""
    fighter, mat = battle.lords[id], state.lords[id]
    troops = unrouted_troops(state, id)
    vassals = sum(vassal not in fighter.routed_vassals for vassal in mat.vassals)
    stand = [f"{n}{SHORT[kind]}" for kind, n in troops.items() if n]
    stand += [f"{vassals}V"] if vassals else []
    notes = ([] if fighter.routed_retinue else ["R"]) + stand
    is_gone = fighter.place == GONE
    valour = f"Valour {fighter.valour if battle.round else lords.valour(state, id)}"
    held_back = () if is_gone else marks(battle, id)
    return Token(
        "counter",
        lords.name(id),
        fighter.side,
        id,
        notes=(" ".join(notes), *(() if is_gone else (valour,)), *held_back),
        words=", ".join(
            [f"{lords.name(id)}: {' '.join(notes) or 'nobody stands'}", valour, *held_back]
        ),
        pose=LIES if is_gone else "",
        active=id in battle.fighting,
    )
