"""A finished game by mail, made in memory: its GM logs what he likes, and signs it."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.ledger.holder import key_of
from pbem.ledger.take import UnsignedEntry, take
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import (
    VERSION,
    Absent,
    AnyStep,
    Clocked,
    EntryBody,
    Envelope,
    Joined,
    Mailed,
    Reveal,
    Ruling,
    Seated,
)
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.save import Save
from tests.moderator.people import ANN, BOB, EVE, GM, any_line

PLAYERS = {"york": ANN, "lancaster": BOB}
BEGUN = 1_767_225_600
"""The time at which everything is said: 1 January 2026, and the first reading of a GM's clock."""
SILENT = 40 * 86_400
"""Seconds after which a side is declared absent."""


class Played:
    """A game that is played by random legal lines; of its mails one is logged at a time.

    Attributes:
        gm: his game; `mails`: orders that are logged. `people`: who sits where now. `keys`: those
            of all who ever sat at a side.
    """

    def __init__(self, rules: str, scenario: str, options: dict[str, str], seed: str) -> None:
        self.random = random.Random(seed)
        nonce = hashlib.sha256(seed.encode()).digest()
        self.gm = Game.new(GM, rules, scenario, {}, options, nonce)
        self.kept: dict[str, bytes] = {}
        self.mails = 0
        self.people = dict(PLAYERS)
        self.keys = list[tuple[Identity, str, GameKey]]()
        for side, who in PLAYERS.items():
            letter = Game(self.gm.save, who).join(side)
            accept, *ready = letter.envelopes
            self._keep_key(side, accept.body)
            self.log(Joined(order=accept, ready=ready[0] if ready else None))

    def look(self, side: str) -> Game:
        """The game through a player's eyes, who folds only what is new."""
        game = Game(self.gm.save, self.people[side], checkpoint=self.kept.get(side))
        self.kept[side] = game.checkpoint()
        return game

    def order(self) -> Envelope | None:
        """A legal order of a side that is asked; None when nobody is asked any more."""
        ledger = self.gm.ledger
        if ledger.result is not None:
            return None
        asked = ledger.owes_ready() or tuple(request.side for request in ledger.pending())
        game = self.look(self.random.choice(asked))
        return game.orders([any_line(game, self.random)]).envelope

    def log(
        self,
        step: AnyStep,
        how: type[GmChance] = GmChance,
        instead: AnyStep | None = None,
        **changes: Any,
    ) -> None:
        """An entry with this step; a dishonest GM writes another one `instead`, or changes its record."""
        taken = self.taken(step, how)
        entries = self.gm.save.entries
        record = bodies.replace(taken.record, **changes) if changes else taken.record
        body = EntryBody(
            v=VERSION, n=len(entries), prev=entries[-1].head, step=instead or step, record=record
        )
        entry = Entry.signed(GM, body, entries[0].head)
        self.gm.ledger = taken.ledger(entry)
        beside = {**self.gm.save.beside, **taken.draft.menus}
        self.gm.save = Save((*entries, entry), self.gm.save.signer, beside=beside)
        self.gm.last = len(entries)
        self.mails += 1

    def taken(self, step: AnyStep, how: type[GmChance] = GmChance) -> UnsignedEntry:
        """What a step makes, before anybody signs it."""
        return take(self.gm.ledger, step, how(self.gm.holder.keys, self.gm._past))

    def play(self, mails: int) -> None:
        """On and on, until so many mails are logged or the game is over."""
        while self.mails < mails and (mail := self.order()) is not None:
            self.log(Mailed(order=mail))

    # -- what happens in a year -------------------------------------------------------------------

    def rule(self) -> None:
        """The GM takes the last entry back, if there is more than the beginning of a game."""
        if self.gm.ledger.result is None and self.mails > len(PLAYERS) + 1:
            last = len(self.gm.save.entries) - 1
            self.log(self.gm.ruling("void", "The wrong card lay on the table.", last))

    def substitute(self) -> None:
        """Somebody who sat nowhere takes the seat of a side that is asked."""
        if self.gm.ledger.result is not None:
            return
        side = self.random.choice([*self.gm.ledger.askings])
        claim = Game(self.gm.save, EVE).claim(side).envelope
        self.log(Seated(order=claim, agreed=(), reason="Away for the rest of the year."))
        self.people[side] = EVE
        self._keep_key(side, claim.body)
        self.kept.pop(side, None)

    def leave_unanswered(self) -> None:
        """A side of which only a `ready` is asked says nothing, and is declared absent."""
        self.rule()
        if self.gm.ledger.result is not None or not (owing := self.gm.ledger.owes_ready()):
            return
        self.log(Clocked(kind="reading", at=BEGUN))
        self.log(Absent(side=owing[0], at=BEGUN + SILENT, reason="Not a word since."))

    def reveals(self) -> dict[str, str]:
        """The keys of all who had one, as the texts of files by their names, for the audit."""
        gm = [(GM, "gm", key) for key in self.gm.holder.keys.values()]
        found = {}
        for n, (who, author, key) in enumerate([*gm, *self.keys]):
            body = Reveal(v=VERSION, game=self.gm.ledger.game, author=author, key=key.root.hex())
            found[f"{n}-reveal.txt"] = envelope.to_text(envelope.sign_reveal(who, body))
        return found

    def _keep_key(self, side: str, body: Any) -> None:
        """`body`: of the accept or the claim of whoever sits there from now on."""
        who = self.people[side]
        self.keys.append((who, side, key_of(who, self.gm.ledger.game, body)))

    def end(self, signers: dict[str, Identity] | None = None) -> None:
        """A side resigns unless the game is over, and all sign the end; `signers`: who really does."""
        signers = {**self.people, **(signers or {})}
        if self.gm.ledger.result is None:
            side = self.random.choice([*PLAYERS])
            self.log(Ruling(kind="result", side=side, reason="The other side resigns."))
        n = self.gm.ledger.cases.result
        for side in PLAYERS:
            game, head = self.gm.ledger.game, self.gm.ledger.head
            at = self.gm.ledger.genesis.at
            told = bodies.Over(v=VERSION, game=game, author=side, head=head, at=at, entry=n)
            honest = Mailed(order=envelope.sign(self.people[side], told))
            forged = Mailed(order=envelope.sign(signers[side], told))
            self.log(honest, instead=forged)
