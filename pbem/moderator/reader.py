"""A game as its readers have it: the position, what is legal, what happened, whether it is right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

from pbem.engine.request import Option, Request
from pbem.engine.ruleset import Result
from pbem.errors import (
    NotInThisGame,
    ReplayMismatch,
    UnknownSide,
)
from pbem.moderator import (
    course,
    secrets,
    sections,
    veil,
    veiled_log,
)
from pbem.moderator.course import Turn
from pbem.moderator.ledger import GM, Ledger
from pbem.moderator.openly import position_after
from pbem.moderator.replay import replay, replayed
from pbem.moderator.story import Story
from pbem.protocol import save as savefile
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey, Identity, PublicKeys
from pbem.protocol.save import Save

PUBLIC = "public"


class View(NamedTuple):
    """A position as one side may know it: `position` is plain data, `known` its own hidden cards."""

    side: str
    now: str
    position: dict[str, Any]
    known: dict[str, str]


class Reader:
    """A game read from its save; `Game` also plays and moderates it.

    Attributes:
        path: where it was read from; `write` goes there.
        save: the signed file's contents. `ledger`: what its log adds up to.
        identity: whose eyes we look through; None for the public.
        last: the last entry of the log; of the past of a game that of the whole game.
    """

    def __init__(
        self, save: Save, identity: Identity | None = None, path: Path | None = None
    ) -> None:
        self.save = save
        self.path = path
        self.identity = identity
        self.ledger = sections.from_save(save)
        self.last = len(save.entries) - 1
        self._learn()

    @classmethod
    def loads(
        cls,
        data: bytes,
        identity: Identity | None = None,
        gm: PublicKeys | None = None,
        path: Path | None = None,
    ) -> Self:
        """Read a save. Raises SaveTampered and what the protocol raises for a bad file."""
        return cls(savefile.loads(data, gm), identity, path)

    # -- looking ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.ledger.game

    @property
    def title(self) -> str:
        rules = self.ledger.rules
        scenario = rules.scenarios()[self.ledger.genesis["scenario"]]
        return f"{rules.title}, {scenario}"

    @property
    def now(self) -> str:
        if not self.ledger.begun:
            missing = [s for s in self.ledger.sides if s not in self.ledger.seats]
            return f"waiting for {' and '.join(missing)} to join"
        return self.ledger.rules.now(self.ledger.play.state)

    @property
    def result(self) -> Result | None:
        return self.ledger.result

    @cached_property
    def heads(self) -> tuple[str, ...]:
        return self.save.heads

    @property
    def key(self) -> GameKey | None:
        """This identity's secrets of the game; the GM's are `ledger.key`."""
        return self.identity.game_key(self.ledger.genesis["nonce"]) if self.identity else None

    @property
    def head(self) -> str:
        return self.heads[-1]

    @cached_property
    def side(self) -> str:
        """The identity's side; `gm`, or `public` without a seat in this game."""
        if self.identity is None:
            return PUBLIC
        return self.ledger.side_of(self.identity.public) or PUBLIC

    @property
    def requests(self) -> tuple[Request, ...]:
        """What is open now, of all sides."""
        return self.ledger.pending()

    def request(self, side: str = "") -> Request:
        """The open request of a side (default: one's own). Raises NotYourTurn, GameOver."""
        request: Request = self.ledger.play.request(self._player(side))
        return request

    def legal(self, side: str = "") -> list[Option]:
        """The legal lines of a side's open request that its holder can really choose."""
        side = self._player(side)
        return self.possible(self.request(side))

    def possible(self, request: Request) -> list[Option]:
        """The legal lines of a request that the holder of the side's hidden cards can choose."""
        known = self.known(request.side)
        held = [known.get(slot, "") for slot in request.slots]
        return [option for option in request.options if option.possible(held)]

    def known(self, side: str = "") -> dict[str, str]:
        """Hidden cards that `side` may look at and that this identity can open."""
        side = side or self.side
        if side not in self.ledger.sides:
            return {}
        slots = self.ledger.hand(side)
        known = self.ledger.book.known()
        return {slot: known[slot] for slot in slots if slot in known}

    def view(self, side: str = "") -> View:
        """The position as a side may see it; the only door to a report. Raises UnknownSide.

        Of the past of a veiled game no more is left than what everybody could see.
        """
        side = side or (self.side if self.side != GM else PUBLIC)
        if side != PUBLIC:
            self._player(side)
        return self.view_of(self.ledger, side)

    def view_of(self, ledger: Ledger, side: str) -> View:
        """As `view`, of this game at an earlier moment that `history` or `before` gives."""
        rules, now = ledger.rules, ledger is self.ledger
        eyes = PUBLIC if ledger.veiled and (self.past or not now) else side
        hand, book = ledger.hand(side) if eyes != PUBLIC else (), ledger.book.known()
        known = {slot: book[slot] for slot in hand if slot in book}
        state = veil.seen(rules, ledger.play.state, eyes)
        told = self.now if now else rules.now(state)
        return View(side, told, rules.report(state, eyes, known), known)

    @property
    def past(self) -> bool:
        """Is this a game as it was, not as it is?"""
        return len(self.save.entries) - 1 < self.last

    @property
    def turns(self) -> list[Turn]:
        """The game turns so far, with their entries."""
        return course.turns(self.ledger.course, len(self.save.entries) - 1)

    def turn(self, words: str) -> Turn:
        """The game turn with this number, or with these words in its name. Raises NoSuchTurn."""
        return course.find(self.turns, words)

    # -- checking -----------------------------------------------------------------------------

    def verify(self) -> int:
        """Replay everything and compare; returns the number of entries.

        Raises:
            NotTrusted, ReplayMismatch: naming the first entry that is wrong.
        """
        ledger = replayed(self.save.entries, self.identity)
        written = {"game": self.save.header, **sections.public(self.save.sections)}
        right = {"game": sections.header(ledger, self.save.entries), **sections.tables(ledger)}
        veiled = ["asked", "course", "desk", "game", "players", "position"]
        names = veiled if ledger.veiled else sorted({*written, *right})
        wrong = [name for name in names if written.get(name) != right.get(name)]
        if wrong:
            n, why = len(self.save.entries) - 1, "is not what the log leads to"
            raise ReplayMismatch(n=n, why=f"the table [{wrong[0]}] of the save {why}")
        return len(self.save.entries)

    def history(self, side: str = "") -> Iterator[tuple[Ledger, Story]]:
        """The game after each entry, with its story, by replaying the log; of a veiled game what
        everybody could see of it, with the story that was told to `side` (default: this reader)."""
        for ledger, story in replay(self.save.entries, self.identity):
            if ledger.veiled:
                entry = self.save.entries[story.n]
                story = veiled_log.story(self.ledger, entry, *self._ears(side))
            yield ledger, story

    def stories(self, first: int = 1, last: int | None = None, side: str = "") -> list[Story]:
        """What entries `first` to `last` did: by replaying the log, or as the GM of a veiled game
        told it to `side` (default: this reader)."""
        entries = self.save.entries[: None if last is None else last + 1]
        if self.ledger.veiled:
            told = list(veiled_log.stories(self.ledger, entries, *self._ears(side)))
        else:
            told = [story for _, story in replay(entries, self.identity)]
        return [story for story in told if story.n >= first]

    def _ears(self, side: str) -> tuple[GameKey | None, str]:
        """With which key and as whom to read what was told; for nobody but oneself more than all may hear."""
        if self.side == GM and side in self.ledger.sides:
            return self.ledger.key, side
        return (self.key, self.side) if side in ("", self.side) else (None, PUBLIC)

    def story_for(self, story: Story, side: str) -> Story:
        """A story that this GM has just made, as `side` may read it."""
        return veiled_log.for_side(story, side) if self.ledger.veiled else story

    def last_order(self, side: str = "") -> int:
        """The number of the entry with a side's last order; the public's is the last one of all."""
        side = side or self.side
        orders = [e for e in self.save.entries if e.type not in ("genesis", "accept")]
        own = [e.n for e in orders if side not in self.ledger.sides or _ordered(e, side)]
        return own[-1] if own else 1

    def before(self, n: int) -> Self:
        """This game after entry `n`; of a veiled one, as everybody could see it."""
        ledger = replayed(self.save.entries[: n + 1])
        past = object.__new__(type(self))
        past.save = Save(self.save.header, sections.tables(ledger), self.save.entries[: n + 1])
        past.path, past.identity, past.ledger = None, self.identity, ledger
        past.last = self.last
        past._learn()
        return past

    def _somebody(self) -> Identity:
        if self.identity is None:
            raise NotInThisGame(name="nobody", fingerprint="no identity")
        return self.identity

    def _player(self, side: str) -> str:
        """A side of this game; "" means one's own. Raises UnknownSide, NotInThisGame."""
        if not side:
            player = self._somebody()
            if self.side not in self.ledger.sides:
                raise NotInThisGame(name=player.name, fingerprint=player.public.fingerprint)
            return self.side
        if side not in self.ledger.sides:
            raise UnknownSide(side=side, known=", ".join(self.ledger.sides))
        return side

    def _learn(self) -> None:
        """Fill the book with the secrets that this identity can open."""
        secrets.learn(self.identity, self.ledger, self.save, self.heads[-1])
        key = self.ledger.key
        if key is not None:
            self.ledger.past = lambda n: position_after(self.save.entries, key, n)


def _ordered(entry: Entry, side: str) -> bool:
    return entry.type == "order" and entry.body["order"]["body"]["from"] == side
