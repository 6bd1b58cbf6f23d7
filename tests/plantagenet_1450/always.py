"""What holds after every decision of every game, of positions and of what led from one to the next.

A captive is where his captor is; nobody is where they may not be; every battle has a side that won; whoever is asked
can answer; an event that must be resolved was resolved. Written from the rules, with the map and the pieces alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.table import Event, cards_in
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import LeaderState, State
from tests.says import sentence

IN_PLAY = ("free", "captive")
NO_BATTLE, _ = sentence("games.plantagenet_1450.s16_4_6_combat.attack", word="battle").split(":")
LEADER_EFFECTS, PRISON = "6.2.5", " is held at "
"""C214 A card puts a leader into a Tower that his own side may hold; a later marker frees him."""


class Watch:
    """Looks at a game after each decision.

    Attributes:
        counts: what came to pass so far, so that a run which tried nothing shows.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._seen = 0
        self._fights, self._won = False, ""
        self._places: dict[str, tuple[str, str, str]] = {}
        self._castles: dict[str, str] = {}
        self._stormed: set[str] = set()
        self._due: set[str] = set()
        self._imprisoned: set[str] = set()

    def __call__(self, play: Play[State], secrets: dict[str, str]) -> None:
        """Raises AssertionError naming the rule that does not hold."""
        assert play.pending or play.result is not None, "nobody is asked, and the game is not over"
        self.look(play.state, play.events, play.pending)
        for request in play.pending[1:]:
            if request.stack is None:
                held = cards_in(request.slots, secrets)
                able = next(iter(request.menu.possible(held)), None)
                assert able is not None, f"a dead end: {request.question}"

    def look(self, state: State, told: Sequence[Event], asked: Sequence[Request]) -> None:
        """A position, all that was told so far, and what is asked. Raises AssertionError as above."""
        events = told[self._seen :]
        self._seen = len(told)
        self.counts["decisions"] += 1
        kinds = [request.kind for request in asked]
        for event in events:
            if event.rule == LEADER_EFFECTS and PRISON in event.text:
                self._imprisoned.update(event.about)
        self._company(state, kinds)
        self._whereabouts(state)
        self._battles(state, events)
        if "noble" not in kinds:  # where he is placed is being asked
            self._resolved(state, events)
        sides = [request.side for request in asked]
        assert len(set(sides)) == len(sides), f"a side is asked two things at once: {sides}"
        assert set(sides) <= set(SIDES), f"somebody else is asked: {sides}"

    # -- who is with whom -----------------------------------------------------------------------

    def _company(self, state: State, asked: list[str]) -> None:
        """C147, 16.4.5.5, 11.1 Who depends on somebody is where that one is, who is free. A captive is held by a
        captor or a castle, once his captor's side has said where."""
        for id, one in state.leaders.items():
            for word in ("captor", "rides", "carrier"):
                head = getattr(one, word)
                if not head:
                    continue
                self.counts[word] += 1
                with_him = state.leaders[head]
                assert one.at == with_him.at, f"{id} is at {one.at}, his {word} {head} elsewhere"
                assert with_him.status == "free", f"the {word} {head} of {id} is {with_him.status}"
                same = one.side == with_him.side
                assert same == (word != "captor"), f"{id} has a {word} of the wrong side"
            if one.status == "captive":
                self.counts["captives"] += 1
                held = one.captor or one.at in facts().forts
                assert held or "hold" in asked, f"{id} is held by nobody and nothing (C89, C147)"
                if not one.captor and "hold" not in asked and id not in self._imprisoned:
                    foe = holder(state, one.at) != one.side
                    assert foe, f"{id} is held by his own side (C89, C146, C191)"
                continue
            self._imprisoned.discard(id)
            if one.status == "free":
                assert not one.captor, f"{id} is free and has a captor"
            else:
                about = one.at or one.rides or one.carrier or one.captor
                assert not about, f"{id} is {one.status} and about"

    # -- where everybody is ---------------------------------------------------------------------

    def _whereabouts(self, state: State) -> None:
        """Nobody has come to where he may not be: into the enemy's castle (C66, C117), into Scottish Berwick (C11),
        among enemies but in an area of one hex (C16, C115), or off the map."""
        castles = {at: holder(state, at) for at in facts().forts}
        for id, one in state.leaders.items():
            before = self._places.get(id)
            now = (one.at, one.side, one.status)
            comes = one.status == "free" and before != now and one.at in facts().hexes
            if comes and self._castles:  # not at the first look, which has seen nobody come
                self.counts["moves"] += 1
                turned = castles.get(one.at, "") != self._castles.get(one.at, "")
                self._may_come(state, id, one, turned)
            self._places[id] = now
        self._castles = castles
        self._stormed = {at for at, siege in state.sieges.items() if siege.reduced}

    def _may_come(self, state: State, id: str, one: LeaderState, turned: bool) -> None:
        before = self._places.get(id, ("", "", ""))
        moved = before[0] != one.at
        alone = len(facts().area_hexes[facts().hexes[one.at].area]) == 1
        scots = "berwick_scottish" in state.flags and one.at == facts().berwick
        assert not (moved and scots), f"{id} has come to Scottish Berwick (C11)"
        if alone or state.battle is not None:
            return
        enters = before[2] != "free" and self._joins_royal(state, one)
        foe = state.enemy(one.side)
        fort = facts().forts.get(one.at)
        if moved and fort is not None and not turned and not enters and foe:
            siege = state.sieges.get(one.at)
            stormed = one.at in self._stormed or (siege is not None and siege.reduced)
            whose = holder(state, one.at)
            assert stormed or whose != foe, (
                f"{id} has come into the enemy's {fort.fort_name} (C117)"
            )
        there = [
            other
            for other, two in state.leaders.items()
            if two.status == "free" and two.at == one.at and two.side == foe
        ]
        assert not there, f"{id} has come to {there} at {one.at} (C16)"

    def _joins_royal(self, state: State, one: LeaderState) -> bool:
        """C135, C202 He comes into play with a royal leader, wherever that one was."""
        return any(
            known.royal and self._places.get(id, ("", "", ""))[:2] == (one.at, one.side)
            for id, known in facts().leaders.items()
            if id in state.leaders and state.leaders[id].status == "free"
        )

    # -- battles --------------------------------------------------------------------------------

    def _battles(self, state: State, events: Sequence[Event]) -> None:
        """16.4.6 A battle that was fought has a winner, and whoever is beaten has a victor."""
        for event in events:
            if event.kind == "battle":
                assert not self._fights, "a battle begins in a battle"
                self._fights, self._won = True, ""
                self.counts["battles"] += 1
            elif event.kind == "battle_won":
                (self._won,) = event.about
                assert self._won in SIDES, f"{self._won!r} wins a battle"
                self.counts["battles won"] += 1
                battle = state.battle
                if battle is not None and battle.winner:
                    assert battle.winner == self._won, "two sides win a battle"
                    self.counts["won without a leader"] += not battle.leaders[battle.winner]
            elif event.kind == "battle_end":
                assert self._fights, "a battle ends that never began"
                none = event.text.startswith(NO_BATTLE)
                assert none or self._won, "nobody has won a battle (16.4.6.9)"
                self._fights = False
        assert state.battle is None or self._fights, "a battle goes on that is over"

    # -- events ---------------------------------------------------------------------------------

    def _resolved(self, state: State, events: Sequence[Event]) -> None:
        """6.2.2.2, C193 What a card brings comes when its points are spent."""
        told = {name for event in events for name in event.about}
        due = {points.card for points in state.points if points.event}
        for card in self._due - due:
            known = facts().cards[card]
            self.counts["resolved after its points"] += 1
            if known.noble:
                self._placed(state, known.noble, card, told)
            else:
                assert card in state.spent, f"{known.title} was dodged (6.2.2.2)"
        self._due = due

    def _placed(self, state: State, noble: str, card: str, told: set[str]) -> None:
        """6.3.2 He is there; or there was no place for him, for a side that he may serve has no free royal leader."""
        if state.leaders[noble].status in IN_PLAY or noble in told:
            return
        assert card in (*state.discards, *state.out), f"{card} is nowhere (C193)"
        able = {
            one.side
            for id, one in state.leaders.items()
            if one.status == "free" and facts().leaders[id].royal
        }
        barred = set(facts().leaders[noble].ratings) - able
        assert barred, f"{noble} was dodged (6.3.2)"


def holder(state: State, at: str) -> str:
    """Whose a castle is: its garrison's, else the marker's; "" for nobody's (C57, C191)."""
    garrison = state.garrisons.get(at)
    if garrison is not None and garrison.units:
        return garrison.side
    return state.control.get(facts().forts[at].group, "")
