"""One round: a pile of emails is applied to one game, and everything follows that has to follow."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pbem.errors import ForTheChair, NothingInside, OldCopy, OtherBlock, WrongGame
from pbem.gm.game import Game
from pbem.gm.inbox import WAITS, Receipt, mail_of
from pbem.home import here, robot_homes
from pbem.ledger.story import Story
from pbem.mail import addresses
from pbem.proof import game_names
from pbem.proof.reader import Reader
from pbem.protocol import armour
from pbem.protocol.bodies import Clocked
from pbem.round import claims, correspondents, entries, refusals, reports
from pbem.round.claims import WaitingClaim
from pbem.round.entries import Unfinished, promised
from pbem.round.pile import Pile
from pbem.round.refusals import Returned, Senders
from pbem.round.reports import Parcels, Reports


class Round(Struct):
    """What came of a pile of emails.

    Attributes:
        game: after it. `file`: its save. `senders`: of the emails, by their names. `wish`: what is to be written.
        receipts: one for each email, unreadable ones first. `stories`: of the new entries.
        robots: stories of what the robots of this machine answered, which are among `stories` too.
        claims: what only the GM can log. `written`: reports and finished emails. `returned`: refusals as files.
        doubtful: sides whose address came by email and is not confirmed; empty where no emails are written.
        clock: why the clock was not read although it was due, "" if it was read or not due.
        insist: the GM goes on from this copy, whatever a player has seen.
        unfinished: what could not be written behind the new entries, which are safe; None if nothing is left to do.
    """

    game: Game
    file: Path
    receipts: list[Receipt]
    stories: list[Story]
    senders: Senders
    wish: Reports
    clock: str = ""
    claims: list[WaitingClaim] = []
    robots: list[Story] = []
    doubtful: list[str] = []
    written: Parcels = Parcels()
    returned: list[Returned] = []
    insist: bool = False
    unfinished: Unfinished | None = None

    @contextlib.contextmanager
    def promised(self, what: str) -> Iterator[None]:
        """What fails within is left for the next round."""
        try:
            with promised(f"{self.file} {what}", self.file):
                yield
        except Unfinished as error:
            self.unfinished = error

    @property
    def refused(self) -> list[Receipt]:
        """The emails that were refused."""
        closed = [one for one in self.receipts if one.error is not None]
        waiting = self.waiting
        return [
            one for one in closed if not isinstance(one.error, ForTheChair) and one not in waiting
        ]

    @property
    def waiting(self) -> list[Receipt]:
        """The emails that are kept, and applied in the first round in which they can be."""
        found = [one for one in self.receipts if isinstance(one.error, WAITS)]
        return [one for one in found if not (self.insist and isinstance(one.error, OldCopy))]


def begin(game: Game, file: Path, pile: Pile, wish: Reports, insist: bool = False) -> Round:
    """Apply these emails, and those that had to wait, to a game that is held, and write the save.

    Whoever can ask somebody settles the round's doubts now: `read_clock`, and addresses. Then comes `finish`.

    Args:
        insist: also where a player has seen later entries that this copy lacks.

    Raises UnknownFormat, NoRenderer and OSError while nothing has changed; Unfinished if the new entries are signed
    and not yet in the save. What fails after that is in the round.
    """
    wish.chosen(game)
    first, genesis = len(game.save.entries), game.ledger.game
    pile.add_waiting(genesis)
    receipts = named_by_title(game, pile, game.apply(pile.texts, insist, here.now()))
    stories = [receipt.story for receipt in receipts if receipt.story]
    for entry in game.save.entries[first:]:
        if isinstance(entry.body.step, Clocked):
            stories += game.stories(entry.n, entry.n)
    unreadable = with_typed_lines(game, pile)
    made = Round(game, file, [*unreadable, *receipts], stories, pile.senders, wish)
    made.insist = insist
    if stories:
        made.clock = entries.clock_in_doubt(game)
        made.stories += entries.read_clock(game)
        entries.write(game, file)
    with made.promised("has the new entries"):
        pile.settle(genesis, {one.name for one in made.waiting})
    claimed = [one.name for one in receipts if isinstance(one.error, ForTheChair)]
    made.claims = claims.claims_with_consents({name: mail_of(pile.texts[name]) for name in claimed})
    with made.promised("has the new entries"):
        correspondents.hear(game, receipts, pile.senders)
        correspondents.hear_slips(game, pile.texts.values())
        made.doubtful = doubtful(game, wish)
    return made


def named_by_title(game: Game, pile: Pile, receipts: list[Receipt]) -> list[Receipt]:
    """The receipts, where emails of other games are refused by the games' titles, not by their hashes."""
    named = []
    for one in receipts:
        if isinstance(one.error, WrongGame):
            found = game_names.of_mail(pile.texts[one.name], str(one.error.facts["found"]))
            one = replace(one, error=game_names.foreign(found, game))
        named.append(one)
    return named


def with_typed_lines(game: Reader, pile: Pile) -> list[Receipt]:
    """The receipts of unreadable emails, where orders that somebody typed into an email are called what they are."""
    if not any(isinstance(one.error, NothingInside) for one in pile.unreadable):
        return pile.unreadable
    stacks = {request.stack.verb for request in game.requests if request.stack is not None}
    asked = [request for request in game.requests if request.stack is None]
    possible = {" ".join(o.line.lower().split()) for one in asked for o in game.possible(one)}
    found = []
    for one in pile.unreadable:
        lines = pile.lines_of(one.name) if isinstance(one.error, NothingInside) else []
        if any(line in possible or line.partition(" ")[0] in stacks for line in lines):
            kind = armour.CALLED["ORDER"]
            one = replace(one, error=OtherBlock(found=armour.TYPED, kind=kind))
        found.append(one)
    return found


def read_clock(made: Round) -> None:
    """The GM says that this computer's clock is right. Raises Unfinished."""
    made.stories += entries.read_clock(made.game, clock_is_right=True)
    entries.write(made.game, made.file)
    made.clock = ""


def finish(made: Round, keep: Callable[[Round], None] = lambda made: None) -> None:
    """Let robots answer, and write reports and refusals.

    Args:
        keep: takes the round when all is written, before it is remembered that the reports are. After a kill in
            between they are written again.
    """
    game, file, wish = made.game, made.file, made.wish
    if made.unfinished is not None:
        return
    with made.promised("has the new entries"):
        if robot_homes.folder(file).exists():
            from pbem.round import robot_table  # who has none does without

            made.robots = robot_table.play_robots(game, file)
            made.stories += made.robots
        made.written = reports.written_parcels(game, file, made.stories, wish)
        outbox = wish.mails(game)
        for one in refusals.write(game, file, made.refused, wish, made.senders, outbox):
            made.returned.append(one)
        keep(made)
        here.set_told(game)


def doubtful(game: Game, wish: Reports) -> list[str]:
    """The sides whose address waits to be confirmed, where emails are written. Raises OSError, Garbled."""
    if wish.mails(game) is None:
        return []
    return correspondents.unsure(game, addresses.read(here.addresses(game.ledger.game)))
