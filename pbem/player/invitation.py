"""A new game, and what a player says besides orders: genesis, accept, claim, statements and consents."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from pbem import system
from pbem.engine.declared import option_values
from pbem.engine.play import Play
from pbem.engine.scenarios import find_scenario
from pbem.errors import BadStatement, UnknownSide
from pbem.games import find
from pbem.ledger.cases import consents, people, rules_change, says
from pbem.ledger.cases.people import check_claim
from pbem.ledger.chance import NoChance, Reached
from pbem.ledger.ledger import Ledger, veiled_setup
from pbem.ledger.orders import check_accept
from pbem.ledger.take import first_hash
from pbem.ledger.values import GM
from pbem.player.orders import Letter
from pbem.player.player import Player
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import (
    MOST_TEXT,
    VERSION,
    Accept,
    Claim,
    Clocked,
    Consent,
    EntryBody,
    Envelope,
    Genesis,
    Newest,
    Ready,
    Record,
)
from pbem.protocol.entry import Entry, stub_hash
from pbem.protocol.keys import Identity
from pbem.protocol.offices import CHAIR, MOVE, chain_of
from pbem.protocol.steps import USUAL, Terms

NONCE_BYTES = 32
DAYS = 30
NOTHING = "0" * 64


def new_genesis(
    gm: Identity,
    rules_name: str,
    scenario: str,
    invited: Mapping[str, str],
    options: Mapping[str, Any],
    nonce: bytes | None = None,
    data: Mapping[str, str] | None = None,
    days: int = DAYS,
    terms: Terms = USUAL,
    *,
    at: int,
) -> Entry:
    """Entry 0 of a new game: the GM's chains are fixed here, before any player's.

    Args:
        invited: side to whom it is offered; with a `SHA256:` fingerprint in it only that key may sit down.
        data: files in place of the rule set's own, name to TOML; they travel in the genesis.
        days: of silence after which a side may be declared absent. `terms`: of the table.
        at: the GM's clock, in seconds since 1970.

    Raises:
        BadData, UnknownGame, UnknownScenario, UnknownSide, BadOption.
    """
    rules = find(rules_name, data)
    if nonce is not None and len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes")
    for side in invited:
        if side not in rules.sides:
            raise UnknownSide(side=side, known=", ".join(rules.sides))
    scenario = find_scenario(rules.scenarios(), scenario)
    values = option_values(rules.options(scenario), options)
    stub = Genesis(
        nonce=(nonce or os.urandom(NONCE_BYTES)).hex(),
        at=at,
        rules=rules.name,
        rules_version=rules.version,
        data_hash=rules.data.hash(rules.version),
        data=dict(data or {}),
        scenario=scenario,
        options={name: values[name] for name in options},
        gm=gm.public,
        sides=tuple(rules.sides),
        invited={side: invited.get(side, "") for side in rules.sides},
        anchors=dict.fromkeys(CHAIR, NOTHING),
        days=days,
        terms=None if terms == USUAL else terms,
    )
    # The GM's key of the game hangs on the hash of this body without its anchors and with nothing of what is hidden.
    veiled = veiled_setup(rules, scenario, options)
    open_hash = NOTHING if veiled else first_hash(stub, None)
    body = EntryBody(v=VERSION, n=0, prev="", step=stub, record=Record(state_hash=open_hash))
    key = gm.game_key(GM, stub_hash(body, veiled=veiled), "")
    genesis = bodies.replace(
        stub,
        gm=gm.public_in(key),
        anchors={member: key.chain(chain_of(GM, member)).anchor for member in CHAIR},
    )
    record = Record(state_hash=first_hash(genesis, key))
    return Entry.signed(gm, bodies.replace(body, step=genesis, record=record))


def accept(
    player: Identity, ledger: Ledger, side: str, newest: Newest, at: int
) -> tuple[Envelope, Envelope | None]:
    """A player's signed accept for a side; with the last one a `ready`, if that will be asked of him.

    Raises UnknownSide, SideTaken, UnknownKey.
    """
    if side not in ledger.sides:
        raise UnknownSide(side=side, known=", ".join(ledger.sides))
    key = player.game_key(side, ledger.game, ledger.head)
    chain = key.chain(chain_of(side, MOVE))
    mail = envelope.sign(
        player,
        Accept(
            v=VERSION,
            game=ledger.game,
            author=side,
            head=ledger.head,
            at=at,
            keys=player.public_in(key),
            anchors={MOVE: chain.anchor},
        ),
    )
    check_accept(ledger, mail)
    if len(ledger.seats) + 1 < len(ledger.sides) or side in first_asked(ledger):
        return mail, None
    body = Ready(
        v=VERSION,
        game=ledger.game,
        author=side,
        head=ledger.head,
        at=at,
        newest=newest,
        question=1,
        link=chain.link(1),
    )
    return mail, envelope.sign(player, body)


def first_asked(ledger: Ledger) -> tuple[str, ...]:
    """The sides that the rules ask something before any chance: they owe no `ready` at the start."""
    genesis = ledger.genesis
    play: Play[Any] = Play.new(
        ledger.rules, genesis.scenario, genesis.options, genesis.rules_version
    )
    try:
        play.start(NoChance(ledger.position.secrets))
    except Reached:
        return ()
    return tuple(request.side for request in play.pending)


def claim(
    newcomer: Identity, ledger: Ledger, side: str, text: str, as_co_gm: bool, at: int
) -> Envelope:
    """A newcomer's signed claim to a side, or to the GM's chair (`gm`), which counts as the next entry only.

    Args:
        as_co_gm: to become a co-GM, who helps the GM; such a claim brings no chains of secret numbers.
        at: the time of signing, in seconds.

    Raises:
        UnknownSide, NotYourTurn: nobody has that seat. AlreadySeated.
    """
    if side not in (*ledger.sides, GM):
        raise UnknownSide(side=side, known=", ".join((*ledger.sides, GM)))
    if side != GM:
        ledger.seat_of(side)
    nonce = os.urandom(NONCE_BYTES).hex()
    key = newcomer.game_key(side, ledger.game, ledger.head, nonce)
    numbers = {} if as_co_gm else ledger.chains.numbers_for(side)
    body = Claim(
        v=VERSION,
        game=ledger.game,
        author=side,
        head=ledger.head,
        at=at,
        keys=newcomer.public_in(key),
        nonce=nonce,
        anchors={
            member: key.chain(chain_of(side, member), number).anchor
            for member, number in numbers.items()
        },
        numbers=numbers,
        text=" ".join(text.split()),
    )
    mail = envelope.sign(newcomer, body)
    check_claim(ledger, mail)
    return mail


class Speaker(Player):
    """A game in which somebody can speak; `Game` also makes and moderates it."""

    def join(self, side: str) -> Letter:
        """A signed accept for `side`, to mail to the GM."""
        mail, ready = accept(
            self.somebody(), self.ledger, side, self.save.entries[-1].newest, system.now()
        )
        return Letter((mail, ready) if ready else (mail,))

    def say(self, kind: str, entry: int, text: str = "") -> Letter:
        """A player's signed statement (see `cases.says`), to mail to the GM.

        Raises:
            NotInThisGame, BadStatement.
        """
        player, side = self.somebody(), self._player("")
        text = " ".join(text.split())
        if len(text) > MOST_TEXT:
            raise BadStatement(why=f"write at most {MOST_TEXT} characters, these are {len(text)}")
        body = says.STATEMENTS[kind](
            v=VERSION,
            game=self.ledger.game,
            author=side,
            head=self.head,
            at=system.now(),
            entry=entry,
            text=text,
        )
        mail = envelope.sign(player, body)  # type: ignore[arg-type]
        says.check(self.ledger, mail)
        return Letter((mail,))

    def consent_to_terms(self, terms: Clocked) -> Letter:
        """A player's signed consent to new terms (`time.terms`)."""
        return self._consent(consents.step_digest(terms))

    def consent_to_upgrade(self) -> Letter:
        """A player's signed consent to the newest version of the rules. Raises BadRuling."""
        return self._consent(consents.step_digest(rules_change.newest(self.ledger)))

    def consent(self, claim: Envelope) -> Letter:
        """A player's signed consent to somebody's claim. Raises what `people.check_claim` raises."""
        people.check_claim(self.ledger, claim)
        return self._consent(envelope.digest(claim))

    def _consent(self, digest: str) -> Letter:
        """A consent to what has that SHA-256."""
        player, side = self.somebody(), self._player("")
        body = Consent(
            v=VERSION,
            game=self.ledger.game,
            author=side,
            head=self.head,
            at=system.now(),
            text=digest,
        )
        return Letter((envelope.sign(player, body),))
