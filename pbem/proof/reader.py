"""A game as its readers have it: the position, what is legal, what happened, whether it is right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.policies import reactions_of
from pbem.engine.request import Option
from pbem.engine.table import cards_in
from pbem.errors import NotInThisGame, ReplayMismatch, SaveTampered, UnknownSide
from pbem.ledger import course, holder, tables
from pbem.ledger.cases import time
from pbem.ledger.glimpse import for_side, state_for
from pbem.ledger.sight import Menus, cards_of
from pbem.ledger.values import GM, PUBLIC, READY
from pbem.protocol import envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import Chaired, Envelope
from pbem.protocol.gms import gms_after
from pbem.protocol.save import Save

if TYPE_CHECKING:
    from pbem.engine.document import Document
    from pbem.engine.request import Request
    from pbem.engine.ruleset import Result
    from pbem.engine.standing import StandingOrders
    from pbem.ledger.course import Turn
    from pbem.ledger.ledger import Ledger
    from pbem.ledger.story import Story
    from pbem.proof.replay import Replay
    from pbem.proof.verdict import Verdict
    from pbem.protocol.entry import Entry
    from pbem.protocol.keys import GameKey, Identity


class View(Struct, frozen=True):
    """A position as one side may know it; `known`: its own hidden cards."""

    side: str
    now: str
    position: Document
    known: dict[str, str]


class Reader:
    """A game read from its log; `Game` also plays and moderates it.

    Attributes:
        path: where it was read from; `write` goes there.
        save: the signed file's log. `ledger`: what it adds up to, folded by this reader.
        identity: whose eyes we look through; None for the public.
        last: the last entry of the log; of the past of a game that of the whole game.
        resumed: was only folded what came after the checkpoint that was kept?
        accepted: the side that this client has accepted here, if it remembers one.
    """

    accepted: str = ""
    _folded: Ledger | None = None
    _opened: Ledger | None = None

    def __init__(
        self,
        save: Save,
        identity: Identity | None = None,
        path: Path | None = None,
        checkpoint: bytes | None = None,
    ) -> None:
        """`checkpoint`: that of this client, if it has one (`holder.checkpoint`).

        Raises what `fold` raises, and SaveTampered if the save is signed by none of its GMs.
        """
        keys, ledger, resumed = read_log(save.entries, identity, checkpoint, lambda: save.menus)
        self._take(save, identity, path, keys)
        self._stand(ledger, resumed)

    def _take(
        self, save: Save, identity: Identity | None, path: Path | None, reader: holder.Holder
    ) -> None:
        self.save, self.path, self.identity, self.holder = save, path, identity, reader
        self.last = len(save.entries) - 1

    def _stand(self, ledger: Ledger, resumed: bool) -> None:
        """Stand at the end of the log. Raises SaveTampered unless a GM of this log signed the save."""
        self.ledger, self.resumed = self._with_own_secrets(ledger), resumed
        self._folded = ledger if self.ledger is not ledger else None
        self._opened = ledger
        save, signers = self.save, set(self.ledger.table.gms)
        if isinstance(
            save.entries[-1].body.step, Chaired
        ):  # who hands over signs the save that says so
            signers |= {gm for part in gms_after(save.entries) for gm in part}
        moderated = ledger.offices.moderated  # `read_duel` knows the players of a duel
        if moderated and save.signer not in {gm.fingerprint for gm in signers}:
            raise SaveTampered(why="it was signed by somebody who is not its GM now")

    def _with_own_secrets(self, ledger: Ledger) -> Ledger:
        """With one's own sealed cards and policies of a duel, which its log does not show; only to look at."""
        if ledger.offices.moderated or self.identity is None:
            return ledger
        return _replay().with_own(ledger, self.identity, self.save.entries)

    @classmethod
    def verified(
        cls,
        save: Save,
        identity: Identity | None = None,
        path: Path | None = None,
        checkpoint: bytes | None = None,
        now: int = 0,
        tick: Callable[[], None] = lambda: None,
    ) -> tuple[Self, Verdict]:
        """A game as it is opened, and as `verify` judges it: its log is folded once for both.

        `tick` is called after each entry; what it raises ends the work.

        Raises what `Reader` and `verify` raise.
        """
        reader = _replay().holder(identity, save.entries, lambda: save.menus)
        if reader.keys:  # a GM knows more than what everybody can prove
            game = cls(save, identity, path, checkpoint)
            return game, game._proven(now, tick)[0]
        game = object.__new__(cls)
        game._take(save, identity, path, reader)
        verdict, ledger = game._proven(now, tick)
        game._stand(ledger, checkpoint is not None)
        return game, verdict

    @classmethod
    def loads(
        cls,
        data: bytes,
        identity: Identity | None = None,
        gms: Collection[str] = (),
        path: Path | None = None,
        checkpoint: bytes | None = None,
    ) -> Self:
        """Read a save; `gms` are fingerprints that this client knows as GMs of the game.

        Raises SaveTampered and what the protocol raises for a bad file, and what `fold` raises.
        """
        return cls(savefile.read(data, gms), identity, path, checkpoint)

    def checkpoint(self, before: bytes | None = None) -> bytes:
        """What to keep, so that the next start folds only what is new; `before` is what was kept so far."""
        return holder.checkpoint(self.holder, self.folded, before)

    @property
    def folded(self) -> Ledger:
        """What the log adds up to, without what this player of a duel has sealed."""
        return self._folded or self.ledger

    # -- looking ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The game's name for people."""
        return tables.game_id(self.ledger)

    @property
    def title(self) -> str:
        rules = self.ledger.rules
        scenario = rules.scenarios()[self.ledger.genesis.scenario]
        return f"{rules.title}, {scenario}"

    @property
    def now(self) -> str:
        if not self.ledger.begun:
            sides, seats = self.ledger.rules.sides, self.ledger.seats
            missing = [sides[side].name for side in self.ledger.sides if side not in seats]
            return f"waiting for {' and '.join(missing)} to join"
        return self.ledger.rules.words.now(self.ledger.play.state)

    @property
    def result(self) -> Result | None:
        return self.ledger.result

    @property
    def heads(self) -> tuple[str, ...]:
        return self.ledger.heads

    @property
    def key(self) -> GameKey | None:
        """This player's key of the game; the GM's are `holder.keys`."""
        seat = self.ledger.seats.get(self.side)
        if self.identity is None or seat is None:
            return None
        return self.identity.game_key(self.side, self.ledger.game, seat.head, seat.nonce)

    @property
    def head(self) -> str:
        return self.ledger.head

    @cached_property
    def side(self) -> str:
        """The identity's side; `gm`, or `public` without a seat in this game."""
        if self.identity is None:
            return PUBLIC
        return self.ledger.side_of(self.identity.ssh) or PUBLIC

    @property
    def requests(self) -> tuple[Request, ...]:
        """What is open now, of all sides."""
        return self.ledger.pending()

    @property
    def players_asked(self) -> list[str]:
        """Who has to answer now, each with the side and the kind of question: `Anne (york, capability)`."""
        seats = self.ledger.seats
        kinds = [(side, READY) for side in self.ledger.owes_ready()]
        kinds += [(request.side, request.kind.replace("_", " ")) for request in self.requests]
        return [f"{seats[side].keys.name} ({side}, {kind})" for side, kind in kinds]

    @property
    def player_side(self) -> str:
        """The side of this identity. Raises NotInThisGame."""
        return self._player("")

    def request(self, side: str = "") -> Request:
        """The open request of a side (default: one's own).

        Raises NotYourTurn, GameOver, and SaveTampered where the log promises choices that are not there.
        """
        request = self.ledger.request(self._player(side))
        own = self.ledger.veiled and request.side == self.side and not self.past
        if own and request.stack is None and request.kind != "open" and not request.options:
            asking = self.ledger.askings.get(request.side)
            n = asking.since if asking else self.ledger.n
            raise SaveTampered(
                why=f"the choices that entry {n} offers you are missing in this file, or are not the ones in the log"
            )
        return request

    def legal(self, side: str = "") -> list[Option]:
        """The legal lines of a side's open request that its holder can really choose."""
        side = self._player(side)
        if side in self.ledger.owes_ready():
            return [Option.in_words(READY, note="the dice that wait for it can fall then")]
        return self.possible(self.request(side))

    def possible(self, request: Request) -> list[Option]:
        """The legal lines of a request that the holder of the side's hidden cards can choose."""
        known = self.known(request.side)
        cards_held = cards_in(request.slots, known)
        return list(request.menu.possible(cards_held))

    def known(self, side: str = "") -> dict[str, str]:
        """Hidden cards that `side` may look at and that this identity can open."""
        side = side or self.side
        if side not in self.ledger.sides:
            return {}
        slots = self.ledger.hand(side)
        known = self.ledger.known()
        return cards_of(slots, known)

    def view(self, side: str = "") -> View:
        """The position as a side may see it; the only door to a report. Raises UnknownSide.

        Of the past of a veiled game no more is left than what everybody could see.
        """
        return self.view_of(self.ledger, self._eyes_of(side))

    def _eyes_of(self, side: str) -> str:
        """Through whose eyes to look. Raises UnknownSide."""
        side = side or (self.side if self.side != GM else PUBLIC)
        return side if side == PUBLIC else self._player(side)

    def view_of(self, ledger: Ledger, side: str) -> View:
        """As `view`, of this game at an earlier moment that `history` or `before` gives."""
        rules = ledger.rules
        eyes, state, known = self._sight(ledger, side)
        moment = self.now if ledger is self.ledger else rules.words.now(state)
        return View(side, moment, rules.report(state, eyes, known), known)

    def sight(self, side: str = "") -> tuple[str, str, Any, dict[str, str]]:
        """The side that is meant, whose eyes it has here, the state as `view` shows it, and its own hidden cards.

        Raises UnknownSide.
        """
        side = self._eyes_of(side)
        return side, *self._sight(self.ledger, side)

    def _sight(self, ledger: Ledger, side: str) -> tuple[str, Any, dict[str, str]]:
        gone = ledger.veiled and (self.past or ledger is not self.ledger)
        eyes = PUBLIC if gone else self.holder.sight_of(ledger, side)
        known = cards_of(ledger.hand(side) if eyes != PUBLIC else (), ledger.known())
        return eyes, state_for(ledger.rules, ledger.play.state, eyes), known

    @property
    def reactions(self) -> Mapping[str, str]:
        """The kinds of question that policies may answer and that can still come in this game."""
        rules, state = self.ledger.rules, self.ledger.play.state
        kinds: Mapping[str, str] = reactions_of(rules)
        if state is None:
            return kinds
        return {
            kind: about for kind, about in kinds.items() if rules.policies.may_come(state, kind)
        }

    def standing_of(self, side: str) -> StandingOrders:
        """A side's standing orders, as far as this identity may read them."""
        return self.ledger.standing(self._player(side))

    def plan_cards(self, side: str = "") -> dict[str, str]:
        """A side's own cards of a secret stack that are still to come, slot to card."""
        return {
            slot: card
            for slot, card in self.known(self._player(side)).items()
            if slot.startswith("plan:")
        }

    @property
    def past(self) -> bool:
        """Is this a game as it was, not as it is?"""
        return len(self.save.entries) - 1 < self.last

    @property
    def turns(self) -> list[Turn]:
        """The game turns so far, with their entries."""
        return course.turns(self.ledger.course.turns, len(self.save.entries) - 1)

    def turn(self, words: str) -> Turn:
        """The game turn with this number, or with these words in its name. Raises NoSuchTurn."""
        return course.find(self.turns, words)

    # -- checking -----------------------------------------------------------------------------

    def verify(self, now: int = 0) -> Verdict:
        """Fold everything again and compare; a player's own secrets too (rule 8).

        Args:
            now: one's own clock, in seconds since 1970, to compare the GM's with; 0 for none.

        Raises:
            NotTrusted, ReplayMismatch: naming the first entry that is wrong.
        """
        return self._proven(now)[0]

    def _proven(self, now: int, tick: Callable[[], None] = lambda: None) -> tuple[Verdict, Ledger]:
        """As `verify`, with what the log adds up to for a reader without a GM's keys."""
        entries = self.save.entries
        ssh = self.identity.ssh if self.identity is not None and not self.holder.keys else ""
        verdict, ledger = _replay()(entries, self.holder.eyes).verdict(ssh, now, tick)
        in_save, right = self.save.tables, tables.top(ledger, entries, self.save.listed_menus)
        if not in_save or in_save == right:
            return verdict, ledger
        if not tables.same_facts(in_save, right):
            why = "the tables of the save are not what the log leads to"
            raise ReplayMismatch(n=len(entries) - 1, why=why)
        return replace(verdict, tables_reworded=True), ledger

    def history(self, side: str = "") -> Iterator[tuple[Ledger, Story]]:
        """The game after each entry, with its story, by folding the log; of a veiled game as this reader
        may see it, with the story that was told to `side` (default: this reader).
        """
        replay = _replay()(self.save.entries, self._eyes(side), self.holder.keys)
        for ledger, story in replay.history():
            yield ledger, for_side(story, self._ears(side)) if ledger.veiled else story

    def stories(self, first: int = 1, last: int | None = None, side: str = "") -> list[Story]:
        """What entries `first` to `last` did, as `side` (default: this reader) may read it."""
        late_stories = self._late(first, self.ledger.n if last is None else last, side)
        if late_stories is not None:
            return late_stories
        stories = []
        for _, story in self.history(side):
            if last is not None and story.n > last:
                break
            if story.n >= first:
                stories.append(story)
        return stories

    def led_to(self, first: int, side: str = "") -> list[Story]:
        """What led to entry `first`, as `stories` tells it, if that is in the middle of a battle: all since
        it began, or more."""
        late = self.ledger.course.late
        begin = course.led_to(late, first) if late and late[0].n <= first else 1
        return self.stories(begin, first - 1, side) if begin < first else []

    def _late(self, first: int, last: int, side: str) -> list[Story] | None:
        """Stories of late entries without a replay; None where these are older, or for other eyes."""
        if self.past or (self.side != GM and side not in ("", self.side)):
            return None
        late_stories = course.kept_stories(self.ledger.course.late, first, last)
        if late_stories is None or not self.ledger.veiled:
            return late_stories
        return [for_side(story, self._ears(side)) for story in late_stories]

    def _eyes(self, side: str) -> Any:
        """With whose eyes to read what was told; nobody but oneself hears more than all may hear."""
        own = side in ("", self.side)
        return self.holder.eyes if own else holder.Holder().eyes

    def _ears(self, side: str) -> str:
        if self.side == GM:
            return side or PUBLIC
        return self.side if side in ("", self.side) else PUBLIC

    def story_for(self, story: Story, side: str) -> Story:
        """A story that this GM has just made, as `side` may read it."""
        return for_side(story, side) if self.ledger.veiled else story

    def last_order(self, side: str = "") -> int:
        """The number of the entry with a side's last order; the public's is the last one that is news."""
        side, latest = side or self.side, reversed(self.save.entries[1:])
        if side not in self.ledger.sides:
            return next((e.n for e in latest if not time.is_reading(e.body.step)), 1)
        return self.ledger.cases.ordered.get(side, 1)

    def entry_of(self, mail: Envelope) -> int:
        """The entry that holds exactly this envelope, or -1."""
        return self.ledger.cases.said.get(envelope.digest(mail), -1)

    def before(self, n: int) -> Self:
        """This game after entry `n`; of a veiled one, as everybody could see it."""
        entries = self.save.entries
        past = object.__new__(type(self))
        past.save = Save(entries[: n + 1], self.save.signer)
        past.path, past.identity, past.holder = None, self.identity, self.holder
        veiled = self.ledger.veiled
        eyes = holder.Holder().eyes if veiled else self.holder.eyes
        past.ledger = _replay()(entries, eyes).until(n)
        past.last, past.resumed = self.last, False
        return past

    def ledger_after(self, n: int) -> Ledger:
        """The ledger after entry `n`, of a veiled game as everybody could see it; folded from where this reader opened it
        if that was before."""
        eyes = holder.Holder().eyes if self.ledger.veiled else self.holder.eyes
        start = self._opened if not self.ledger.veiled else None
        return _replay()(self.save.entries, eyes).until(n, start)

    def own_ledger(self, n: int) -> Ledger:
        """The ledger after entry `n`, with all that this reader could know then."""
        return _replay()(self.save.entries, self.holder.eyes, self.holder.keys).until(n)

    def until(self, n: int) -> Self:
        """This game as if its log ended with entry `n`: as `before`, but nobody can tell that it went on."""
        seen = self.before(n)
        seen.last = n
        return seen

    def somebody(self) -> Identity:
        """Whose eyes we look through. Raises NotInThisGame for the public."""
        if self.identity is None:
            raise NotInThisGame(name="nobody", fingerprint="no identity")
        return self.identity

    def _player(self, side: str) -> str:
        """A side of this game; "" means one's own. Raises UnknownSide, NotInThisGame."""
        if not side:
            player = self.somebody()
            if self.side not in self.ledger.sides:
                from pbem.proof.seatless import no_seat  # who has a seat does without

                raise no_seat(self, player)
            return self.side
        if side not in self.ledger.sides:
            raise UnknownSide(side=side, known=", ".join(self.ledger.sides))
        return side

    @property
    def free_seats(self) -> tuple[str, ...]:
        """The sides whose seats nobody has taken and this identity may take."""
        if self.identity is None or self.side != PUBLIC:
            return ()
        invited, mine = self.ledger.genesis.invited, self.identity.public.fingerprint
        free = [side for side in self.ledger.sides if side not in self.ledger.seats]
        cards = {side: invited.get(side, "") for side in free}
        return tuple(side for side in free if "SHA256:" not in cards[side] or mine in cards[side])


def read_log(
    entries: Sequence[Entry],
    identity: Identity | None = None,
    checkpoint: bytes | None = None,
    menus: Menus = dict,
) -> tuple[holder.Holder, Ledger, bool]:
    """As `Replay.read`, from the checkpoint that was kept, if there is one."""
    resumed = holder.from_checkpoint(identity, entries, checkpoint, menus)
    if resumed is not None and resumed[1].n == len(entries) - 1:
        return *resumed, True
    return _replay().read(entries, identity, resumed, menus)


def _replay() -> type[Replay]:
    """What folds a log: a start at which nothing is new does without."""
    from pbem.proof.replay import Replay

    return Replay
