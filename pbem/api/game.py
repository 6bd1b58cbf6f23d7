"""`pbem.open(path)` and what it returns: a game as one person can see it, for programs."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from pbem.api import read
from pbem.api.values import (
    Choice,
    GameData,
    GameTurn,
    Happened,
    Outcome,
    Question,
    Receipt,
    SeenPosition,
    Waiting,
)
from pbem.arguments import checked
from pbem.club import folder as club
from pbem.club.each import Piece
from pbem.errors import Duel, Locked, PbemError, UnknownFormat
from pbem.gm.game import Game as _Game
from pbem.home import arrivals, computer, passphrases
from pbem.ledger.cases import agreed
from pbem.player.orders import Letter
from pbem.protocol import save as savefile
from pbem.protocol.keys import Identity, needs_passphrase
from pbem.protocol.said import HIGHEST_REVISION
from pbem.reports import formats, verdict
from pbem.reports.from_game import report
from pbem.reports.period import Period

__all__ = ["Game", "own_identity", "read_game", "saves"]


class Game:
    """A game as one person can see it. Every refusal is a `pbem.PbemError`; nothing is half done. An argument of a wrong
    type raises TypeError, before anything else happens. A duel can be read; whatever acts in it raises Duel.

    Make one with `pbem.open` or `Game.new`.
    """

    @checked
    def __init__(self, game: _Game) -> None:
        self._game = game

    @property
    def _moderated(self) -> _Game:
        """The game, to act in it. Raises Duel: nobody has the GM's part; `pbem apply` and `pbem orders` play a duel."""
        if not self._game.ledger.offices.moderated:
            raise Duel
        return self._game

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.title}: {self.now}>"

    @classmethod
    @checked
    def new(
        cls,
        gm: Identity,
        rules: str,
        scenario: str,
        invited: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Game:
        """A new game with this GM; `write` keeps it.

        Args:
            invited: side to a name, an address or a card's fingerprint (`SHA256:...`), which reserves it.
            options: name to value, as for `pbem new --option`.

        Raises UnknownGame, UnknownScenario, UnknownSide, BadOption.
        """
        terms, game_options = agreed.split(options or {})
        return cls(_Game.new(gm, rules, scenario, invited or {}, game_options, terms=terms))

    # -- looking ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The game's short name for people."""
        return self._game.id

    @property
    def title(self) -> str:
        """The name of the rule set and of the scenario."""
        return self._game.title

    @property
    def rules(self) -> str:
        """The id of the rule set, such as `plantagenet`."""
        return self._game.ledger.rules.name

    @property
    def scenario(self) -> str:
        """The id of the scenario, such as `Ia`."""
        return self._game.ledger.genesis.scenario

    @property
    def entry(self) -> int:
        """The number of the last entry: it grows by one with each email that was applied."""
        return self._game.ledger.n

    @property
    def now(self) -> str:
        """Where the game is, in words."""
        return self._game.now

    @property
    def side(self) -> str:
        """Through whose eyes this is: a side, `gm` or `public`."""
        return self._game.side

    @property
    def sides(self) -> dict[str, str]:
        """Side to the name of its player; "" while nobody has joined."""
        return self.data().sides

    @property
    def result(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.data().result

    def data(self) -> GameData:
        """The game as `pbem list --json` prints it."""
        return read.game_data(self._game)

    def waiting_for(self) -> tuple[Waiting, ...]:
        """Whose email the game waits for, and by when."""
        return read.waiting_for(self._game)

    @property
    def waits_for_me(self) -> bool:
        """Does the game wait for an email of yours?"""
        return any(waiting.side == self.side for waiting in self.waiting_for())

    @checked
    def question(self, side: str = "") -> Question:
        """The decision that a side (default: yours) has to make. Raises NotYourTurn, GameOver, UnknownSide."""
        return read.question(self._game, side)

    @checked
    def legal(self, side: str = "") -> tuple[Choice, ...]:
        """The legal lines of that decision; none for a secret stack. Raises as `question`."""
        return self.question(side).choices

    @checked
    def seen(self, side: str = "") -> SeenPosition:
        """The position and the hidden cards that a side (default: yours) can see. Raises UnknownSide."""
        return read.seen_position(self._game, side)

    @checked
    def position(self, side: str = "") -> dict[str, Any]:
        """The position as plain data, which `pbem.schema(game.rules)` describes. Raises UnknownSide."""
        return self.seen(side).position

    def turns(self) -> tuple[GameTurn, ...]:
        """The game turns so far, with the score at the end of each; the set-up comes first, as turn 0."""
        return read.game_turns(self._game)

    @property
    def score(self) -> str:
        """What the score of `turns` counts, such as `Influence`; "" in a game that keeps none."""
        return read.score_name(self._game)

    @checked
    def history(self, first: int = 1) -> tuple[Happened, ...]:
        """What happened from this entry on, as you can read it."""
        return tuple(read.happened(self._game, story) for story in self._game.stories(first))

    @checked
    def report(self, form: str = "text", since: int | None = None, side: str = "") -> str:
        """The report: what happened (default: since your last orders), the position, and whose turn it is.

        Args:
            form: `text`, `markdown`, `bbcode`, `html`, `json` or `plain`.
            since: the first entry to tell of.
            side: for whom; a GM can write one for each side. Default: you, or everybody if you are the GM.

        Raises UnknownFormat, UnknownSide.
        """
        known = [one.name for one in formats.FORMATS]
        if form not in known:
            raise UnknownFormat(name=form, known=", ".join(known))
        return report(self._game, side, form, Period(since=since))

    def verify(self) -> tuple[str, ...]:
        """Replay the game and check every signature, die, card and rule.

        Returns:
            Sentences: first what was checked and what has to wait for the audit, then what to look at.

        Raises NotTrusted, ReplayMismatch: they name the first entry that is wrong.
        """
        verdict_here = self._game.verify()
        return (verdict.line(verdict_here), *verdict.sentences(verdict_here))

    # -- playing ------------------------------------------------------------------------------

    @checked
    def orders(
        self,
        lines: Sequence[str],
        *,
        scripts: Mapping[str, str] | None = None,
        policies: Mapping[str, str] | None = None,
        revision: int = 1,
    ) -> Letter:
        """Checked, sealed and signed orders to email to the GM: `.to_text()`.

        Args:
            lines: as `legal` lists them; for a secret stack one line, its verb and the names.
            scripts: number of a card of your Plan to its script. None keeps those in force.
            policies: kind of question to your policy. None keeps those in force.
            revision: a higher number, up to 1,000, replaces orders that you sent for the same question.

        Raises NotInThisGame, NotYourTurn, GameOver, UnknownWord, AmbiguousOrder, IllegalOrder, BadScript, and ValueError for
        another revision.
        """
        if not 1 <= revision <= HIGHEST_REVISION:
            raise ValueError(f"revision is {revision}; expected 1 to {HIGHEST_REVISION}")
        return self._moderated.orders(lines, revision, True, scripts, policies)

    @checked
    def join(self, side: str) -> Letter:
        """A signed acceptance to email to the GM. Raises UnknownSide, SideTaken, UnknownKey."""
        return self._moderated.join(side)

    @checked
    def say(self, text: str) -> Letter:
        """A signed message to everybody in the game. Raises NotInThisGame, BadStatement."""
        return self._moderated.say("say", 0, text)

    # -- moderating ---------------------------------------------------------------------------

    @checked
    def apply(self, emails: Mapping[str, str | bytes]) -> list[Receipt]:
        """For the GM: apply emails (name to text) in any order; each is accepted or refused on its own.

        Nothing is written before `write`. Raises NotTheGm.
        """
        return [
            Receipt(receipt.name, receipt.entry, receipt.again, receipt.error)
            for receipt in self._moderated.apply(emails)
        ]

    @checked
    def write(self, path: str | PathLike[str] | None = None) -> None:
        """For the GM: write the save, to the last file that it was read from or written to if no path is given.

        Raises NotTheGm, and ValueError without a path for a game that is new or came in an email.
        """
        if path is not None and self._moderated:
            self._game.path = Path(path)
        if self._game.path is None:
            raise ValueError("this game is in no file yet: write(path)")
        self._moderated.write()


@checked
def read_game(path: str | PathLike[str], identity: Identity | None = None) -> Game:
    """See `pbem.open`."""
    data = Path(path).read_bytes()
    inside = arrivals.save_in(data)
    own_file = (
        Path(path) if not inside or data.endswith(inside) else None
    )  # no save replaces an email
    return Game(_Game(savefile.read_any(inside or data), identity, own_file))


@checked
def saves(folder: str | PathLike[str]) -> Iterator[Path]:
    """The saves of a folder and of the folders in it, one per game: of several copies the newest that can be read, which
    may be in an email (`.eml`) that came.

    A file that only looks like a save is among them; `pbem.open` says what is wrong with it.

    Raises NotADirectoryError: there is no such folder.
    """
    if not Path(folder).is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "This is no folder", str(folder))
    return map(_newest, club.pieces(Path(folder), save_in_email=arrivals.save_in_email))


def _newest(piece: Piece) -> Path:
    """Of several copies of a game the newest that can be read."""
    copies = list(map(Path, piece.given))
    return next(filter(_is_whole, copies), copies[0])


def _is_whole(path: Path) -> bool:
    """Can this save be read, and is it signed?"""
    try:
        savefile.read_any(arrivals.save_in_email(path) or savefile.contents(path))
    except (OSError, PbemError):
        return False
    return True


@checked
def own_identity(passphrase: str = "") -> Identity:
    """The identity of this computer ($PBEM_HOME), as the commands use it.

    Args:
        passphrase: without one, $PBEM_PASSPHRASE or the one that `pbem identity unlock` keeps.

    Raises NoIdentity, Locked, BadPassphrase.
    """
    path = computer.existing_identity()
    if not needs_passphrase(path):
        return Identity.load(path, "")
    secret = passphrase or os.environ.get(computer.PASSPHRASE, "")
    secret = secret or passphrases.kept_passphrase(path, computer.now())
    if not secret:
        raise Locked(variable=computer.PASSPHRASE)
    return Identity.load(path, secret)
