"""How a duel begins: its genesis, written by one player, and the other's accept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pbem.duel.refusals import NeedsGm, NumbersSpent
from pbem.engine.declared import option_values
from pbem.engine.ruleset import RuleSet
from pbem.engine.scenarios import find_scenario
from pbem.errors import ChainSpent, UnknownSide
from pbem.games import GAMES, find
from pbem.ledger.duel_secrets import founder_key
from pbem.ledger.ledger import Ledger
from pbem.ledger.take import first_hash
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import (
    VERSION,
    DuelAccept,
    DuelEnvelope,
    DuelGenesis,
    EntryBody,
    Record,
)
from pbem.protocol.chain import Chain
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.offices import DUELLIST, chain_of

NONCE_BYTES = 32
NOTHING = "0" * 64


def open_titles(rules: RuleSet[Any]) -> list[str]:
    """What two players can have of this game without a GM: the game itself, if that is all of it, or some scenarios."""
    titles = rules.scenarios()
    open_scenarios = [one for one in titles if not rules.secrets.needs_gm(one, {})]
    if len(open_scenarios) == len(titles):
        return [rules.title]
    return [f'"{titles[one]}"' for one in open_scenarios]


def check_open(rules: RuleSet[Any], scenario: str, options: Mapping[str, object]) -> None:
    """Can this be a duel?

    Args:
        scenario: its id. options: those that were chosen, by name.

    Raises NeedsGm: no, and it says why.
    """
    why = rules.secrets.needs_gm(scenario, options)
    if why:
        title = rules.scenarios()[scenario]
        known = [one for name in GAMES for one in open_titles(find(name))]
        raise NeedsGm(title=title, why=why, known=" or ".join(known))


def anchors(
    key: GameKey, side: str, numbers: Mapping[str, int] = MappingProxyType({})
) -> dict[str, str]:
    """Of the chains of a duellist, at these numbers, or 0."""
    return {
        member: key.chain(chain_of(side, member), numbers.get(member, 0)).anchor
        for member in DUELLIST
    }


def own_link(chain: Chain, number: int) -> str:
    """A link of one's own. Raises NumbersSpent: the chain has no such link any more."""
    try:
        return chain.link(number)
    except ChainSpent:
        raise NumbersSpent from None


def new_genesis(
    identity: Identity,
    rules_name: str,
    scenario: str,
    side: str,
    options: Mapping[str, Any],
    nonce: bytes | None = None,
    data: Mapping[str, str] | None = None,
) -> Entry:
    """Entry 0 of a duel, whose founder plays `side`; the other arguments as in a moderated game.

    Raises:
        BadData, UnknownGame, UnknownScenario, UnknownSide, BadOption. NeedsGm: not without a GM.
    """
    rules = find(rules_name, data)
    if side not in rules.sides:
        raise UnknownSide(side=side, known=", ".join(rules.sides))
    scenario = find_scenario(rules.scenarios(), scenario)
    values = option_values(rules.options(scenario), options)
    check_open(rules, scenario, values)
    stub = DuelGenesis(
        nonce=(nonce or os.urandom(NONCE_BYTES)).hex(),
        rules=rules.name,
        rules_version=rules.version,
        data_hash=rules.data.hash(rules.version),
        data=dict(data or {}),
        scenario=scenario,
        options={name: values[name] for name in options},
        sides=tuple(rules.sides),
        side=side,
        keys=identity.public,
        anchors=dict.fromkeys(DUELLIST, NOTHING),
    )
    record = Record(state_hash=first_hash(stub, None))
    body = EntryBody(v=VERSION, n=0, prev="", step=stub, record=record)
    key = founder_key(identity, body)
    genesis = bodies.replace(stub, keys=identity.public_in(key), anchors=anchors(key, side))
    return Entry.signed(identity, bodies.replace(body, step=genesis))


def accept(identity: Identity, ledger: Ledger, side: str) -> DuelEnvelope:
    """The signed word that this person plays the side that is free."""
    key = identity.game_key(side, ledger.game, ledger.head)
    return envelope.sign_in_duel(
        identity,
        DuelAccept(
            v=VERSION,
            game=ledger.game,
            author=side,
            head=ledger.head,
            keys=identity.public_in(key),
            anchors=anchors(key, side),
        ),
    )
