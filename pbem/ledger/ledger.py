"""The ledger: a game between two entries, as one reader knows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pbem.engine import codec
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.ruleset import Result
from pbem.engine.scenarios import starting_state
from pbem.engine.standing import StandingOrders
from pbem.errors import GameOver, NotYourTurn
from pbem.games import find
from pbem.ledger import sight
from pbem.ledger.glimpse import Glimpse, glimpse
from pbem.ledger.values import GM, Glimpsed, Parts, Running

if TYPE_CHECKING:
    from pbem.engine.condition import Look
    from pbem.engine.request import Request
    from pbem.engine.ruleset import RuleSet
    from pbem.ledger.values import Asking, GmTenure, InForce, Position, Seat, Version
    from pbem.protocol.offices import Offices


def game_at(
    rules: RuleSet[Any], position: Position, uses: Mapping[str, int] | None = None
) -> sight.AnyPlay:
    """The game at a position: running, or as far as this reader sees it."""
    if isinstance(position.play, Glimpsed):
        return glimpse(rules, position.play)
    checkpoint = codec.decode(Checkpoint, position.play.checkpoint)
    play: Play[Any] = Play(rules, checkpoint)
    play.resume()
    play.table.labels.update(uses or {})
    return play


def stored(play: sight.AnyPlay) -> Running | Glimpsed:
    """The inverse of `resumed`."""
    if isinstance(play, Glimpse):
        return play.source
    return Running(codec.encode(play.checkpoint))


class Ledger(Parts, frozen=True, dict=True):
    """`Parts`, and what can be asked of them. A running coroutine is a cache beside it (`play`)."""

    @cached_property
    def rules(self) -> RuleSet[Any]:
        return find(self.genesis.rules, self.genesis.data)

    @cached_property
    def play(self) -> Any:
        """The game where it stands, to look at: nobody but `take` moves it on."""
        return game_at(self.rules, self.position, self.chains.uses)

    @property
    def game(self) -> str:
        """The hash of the genesis, which names the game in every body."""
        return self.marks[0].head

    @property
    def n(self) -> int:
        """The number of the last entry."""
        return len(self.marks) - 1

    @property
    def head(self) -> str:
        return self.marks[-1].head

    @cached_property
    def heads(self) -> tuple[str, ...]:
        return tuple(mark.head for mark in self.marks)

    @property
    def offices(self) -> Offices:
        """Who signs, who answers orders with dice links, who rules."""
        return self.genesis.offices

    @property
    def sides(self) -> tuple[str, ...]:
        return self.genesis.sides

    @property
    def seats(self) -> Mapping[str, Seat]:
        return self.table.seats

    @property
    def chair(self) -> GmTenure:
        """To whom things are sealed now."""
        return self.table.chairs[-1]

    def writer(self, n: int) -> GmTenure:
        """Whose key dealt what entry `n` deals: a GM who hands over still writes the entry that says so."""
        return next(c for c in reversed(self.table.chairs) if c.since < max(n, 1))

    @property
    def begun(self) -> bool:
        """Have all players accepted, so that something is asked?"""
        return len(self.table.seats) == len(self.sides)

    @cached_property
    def veiled(self) -> bool:
        """Is the state itself secret, so that only the GM can run the rules?"""
        return is_veiled(self)

    @property
    def hidden(self) -> bool:
        """Can this reader not run the rules?"""
        return isinstance(self.position.play, Glimpsed)

    @property
    def versions(self) -> tuple[Version, ...]:
        """Of the rules, in the order in which they came into force; the last one is in force now."""
        return self.position.versions

    @property
    def result(self) -> Result | None:
        """How the game ended, by its rules or by a ruling."""
        if self.position.verdict:
            return Result(*self.position.verdict)
        if not self.begun:
            return None
        result: Result | None = self.play.result
        return result

    @property
    def final(self) -> bool:
        """Is the end signed by all, or by all who are there (rule 7)?"""
        return self.cases.result > 0 and not self.unsigned

    @property
    def unsigned(self) -> list[str]:
        """The sides without whose signature a finished game is not final (rule 7); none in a duel."""
        cases, absent = self.cases, self.table.absent
        if not self.offices.moderated:
            return []
        return [
            side
            for side in self.sides
            if side not in cases.overs and absent.get(side, 0) <= cases.result
        ]

    def pending(self) -> tuple[Request, ...]:
        """The requests that wait for an answer of their side; `ready` is none, nor is a proposal."""
        if not self.begun or self.position.failure is not None or self.result is not None:
            return ()
        if self.cases.proposal is not None:
            return ()
        return tuple(r for r in self.play.pending if r.side not in self.position.laid)

    def request(self, side: str) -> Request:
        """The open request of `side`. Raises NotYourTurn, GameOver."""
        for request in self.pending():
            if request.side == side:
                return request
        if self.result is not None:
            raise GameOver(result=self.result.reason)
        if self.position.failure is not None:
            raise NotYourTurn(side=side, waiting="the program failed, and the GM has to rule first")
        if self.cases.proposal is not None:
            raise NotYourTurn(side=side, waiting="a proposal waits for an answer")
        if side in self.owes_ready():
            raise NotYourTurn(side=side, waiting="it is only to say `ready`")
        request_: Request = self.play.request(side)  # says why there is none
        raise NotYourTurn(side=side, waiting=f"your answer to `{request_.question}` is in")

    def owes_ready(self) -> tuple[str, ...]:
        """The sides whose `ready` is waited for."""
        return tuple(s for s in self.sides if s in self.askings and self.askings[s].is_ready)

    def turn_of(self) -> tuple[str, ...]:
        """The sides whose mail can be taken now: while a `ready` is owed no other order is."""
        asked_sides = tuple(dict.fromkeys(request.side for request in self.pending()))
        return self.owes_ready() or asked_sides

    def seat_of(self, side: str) -> Seat:
        if side not in self.table.seats:
            raise NotYourTurn(side=side, waiting=f"nobody has accepted as {side} yet")
        return self.table.seats[side]

    def side_of(self, ssh: str) -> str:
        """`gm`, a side, or "" for somebody who is not part of this game."""
        if any(ssh == gm.ssh for gm in self.table.gms):
            return GM
        return next((s for s, seat in self.table.seats.items() if seat.keys.ssh == ssh), "")

    def asking(self, side: str) -> Asking | None:
        return self.askings.get(side)

    def hand(self, side: str) -> tuple[str, ...]:
        return sight.hand(self.rules, self.play, side)

    def held(self, request: Request) -> list[str]:
        return sight.cards_asked_about(self.position.secrets, request)

    def to_open(self, request: Request) -> str:
        """The sealed card that its owner is asked to turn up; "" if it is not known here which."""
        if isinstance(self.play, Play):
            return self.play.waiting_for_opening
        return sight.card_to_turn_up(self.position.locks, request.side, request.question)

    def known(self) -> dict[str, str]:
        """The hidden cards that this reader knows, by slot."""
        return {slot: known.card for slot, known in self.position.secrets.items()}

    def look(self, side: str) -> Look:
        return sight.look_of(self.rules, self.play, side)

    def standing(self, side: str) -> StandingOrders:
        """A side's standing orders in force, as far as this reader may know them."""
        versions = self.position.standing.get(side, ())
        return engine_standing(versions[-1]) if versions else StandingOrders()


def engine_standing(order: InForce) -> StandingOrders:
    """Standing orders as the engine reads them."""
    return StandingOrders(dict(order.reactions), dict(order.scripts))


def is_veiled(ledger: Ledger) -> bool:
    """Whether a game is veiled follows from its setup, so that every reader knows."""
    genesis = ledger.genesis
    return veiled_setup(ledger.rules, genesis.scenario, genesis.options)


def veiled_setup(rules: RuleSet[Any], scenario: str, options: Mapping[str, Any]) -> bool:
    return rules.secrets.veiled(starting_state(rules, scenario, options))
