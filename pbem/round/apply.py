"""One round: a pile of emails is applied to one game, and everything follows that has to follow."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.vocabulary import first_unknown, vocabulary
from pbem.errors import ForTheChair, NothingInside, OldCopy, OtherBlock, WrongGame
from pbem.gm.game import Game
from pbem.gm.inbox import WAITS, Receipt, mail_of
from pbem.home import computer, robot_homes
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
        keys: files with somebody's key for the audit, by the names of the emails that brought them.
        refused_before: names of emails that an earlier round refused too, and answered. `keys_of_refused`: of the others,
            what they are remembered by.
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
    keys: dict[str, Path] = {}
    refused_before: Container[str] = ()
    keys_of_refused: dict[str, str] = {}
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
            receipt
            for receipt in closed
            if not isinstance(receipt.error, ForTheChair) and receipt not in waiting
        ]

    @property
    def waiting(self) -> list[Receipt]:
        """The emails that are kept, and applied in the first round in which they can be."""
        kept_receipts = [one for one in self.receipts if isinstance(one.error, WAITS)]
        return [
            receipt
            for receipt in kept_receipts
            if not (self.insist and isinstance(receipt.error, OldCopy))
        ]


def begin(game: Game, file: Path, pile: Pile, wish: Reports, insist: bool = False) -> Round:
    """Apply these emails, and those that had to wait, to a game that is held, and write the save; the new round.

    Whoever can ask somebody settles the round's doubts now: `read_clock`, and addresses. Then comes `finish`.

    Args:
        insist: also where a player has seen later entries that this copy lacks.

    Raises UnknownFormat, NoRenderer and OSError while nothing has changed; Unfinished if the new entries are signed
    and not yet in the save. What fails after that is in the round.
    """
    wish.chosen(game)
    old_count, genesis = len(game.save.entries), game.ledger.game
    pile.add_waiting(genesis)
    receipts = named_by_title(game, pile, game.apply(pile.texts, insist, computer.now()))
    stories = [receipt.story for receipt in receipts if receipt.story]
    for entry in game.save.entries[old_count:]:
        if isinstance(entry.body.step, Clocked):
            stories += game.stories(entry.n, entry.n)
    unreadable = with_typed_lines(game, pile)
    new_round = Round(game, file, [*unreadable, *receipts], stories, pile.senders, wish)
    new_round.insist = insist
    if stories:
        new_round.clock = entries.clock_in_doubt(game)
        new_round.stories += entries.read_clock(game)
        entries.write(game, file)
    with new_round.promised("has the new entries"):
        pile.settle(genesis, {one.name for one in new_round.waiting})
    claim_names = [one.name for one in receipts if isinstance(one.error, ForTheChair)]
    new_round.claims = claims.claims_with_consents(
        {name: mail_of(pile.texts[name]) for name in claim_names}
    )
    with new_round.promised("has the new entries"):
        correspondents.hear(game, receipts, pile.senders)
        correspondents.hear_slips(game, pile.texts.values())
        new_round.doubtful = doubtful(game, wish)
        _file_keys(new_round, pile)
        _sort_refused(new_round, pile)
    return new_round


def _sort_refused(new_round: Round, pile: Pile) -> None:
    """Which emails are refused for the first time, and which were before. Raises OSError."""
    keys = refusals.keys(new_round.refused, pile.contents, new_round.game.ledger.game)
    before = set(refusals.remembered()) if keys else set()
    new_round.refused_before = {name for name, key in keys.items() if key in before}
    new_round.keys_of_refused = {n: key for n, key in keys.items() if key not in before}


def _file_keys(new_round: Round, pile: Pile) -> None:
    """Put keys for the audit that came by email next to the save. Raises OSError, WouldOverwrite."""
    for receipt in [*new_round.receipts]:
        error = receipt.error
        if isinstance(error, OtherBlock) and error.facts["found"] == armour.CALLED["REVEAL"]:
            from pbem.home import published  # once in a game

            text = pile.texts[receipt.name]
            if (file := published.file_key(new_round.game, new_round.file, text)) is not None:
                new_round.keys[receipt.name] = file
                new_round.receipts.remove(receipt)


def named_by_title(game: Game, pile: Pile, receipts: list[Receipt]) -> list[Receipt]:
    """The receipts, where emails of other games are refused by the games' titles, not by their hashes."""
    renamed = []
    for receipt in receipts:
        if isinstance(receipt.error, WrongGame):
            game_name = game_names.of_mail(
                pile.texts[receipt.name], str(receipt.error.facts["found"])
            )
            receipt = replace(receipt, error=game_names.foreign(game_name, game))
        renamed.append(receipt)
    return of_other_tables(pile, renamed, game.ledger.game)


def of_other_tables(
    pile: Pile, receipts: Iterable[Receipt], here_played: str = ""
) -> list[Receipt]:
    """The receipts, where emails of other games that this computer has seen are refused as the GM's own mistake.

    Their senders have done nothing wrong. `here_played`: the game they were given to, if it is one.
    """
    receipts_out = []
    for receipt in receipts:
        if isinstance(receipt.error, WrongGame):
            genesis = mail_of(pile.texts[receipt.name]).envelope.body.game
            if genesis != here_played and computer.has_seen(genesis):
                foreign_title, own_title = (
                    receipt.error.facts[which] for which in ("found", "expected")
                )
                error = OtherBlock(
                    found=f"an email for {foreign_title}, another game of yours",
                    kind=f"one for {own_title} (`pbem apply FOLDER` sorts the emails of all your games)",
                    elsewhere=True,
                )
                receipt = replace(receipt, error=error)
        receipts_out.append(receipt)
    return receipts_out


def with_typed_lines(game: Reader, pile: Pile) -> list[Receipt]:
    """The receipts of unreadable emails, where orders that somebody typed into an email are called what they are."""
    if not any(isinstance(one.error, NothingInside) for one in pile.unreadable):
        return pile.unreadable
    stacks = {request.stack.verb for request in game.requests if request.stack is not None}
    open_requests = [request for request in game.requests if request.stack is None]
    possible = {
        " ".join(option.line.lower().split())
        for request in open_requests
        for option in game.possible(request)
    }
    receipts = []
    for receipt in pile.unreadable:
        lines = pile.lines_of(receipt.name) if isinstance(receipt.error, NothingInside) else []
        if any(
            line in possible or line.partition(" ")[0] in stacks or _reads_as_order(game, line)
            for line in lines
        ):
            kind = armour.CALLED["ORDER"]
            receipt = replace(receipt, error=OtherBlock(found=armour.TYPED, kind=kind))
        receipts.append(receipt)
    return receipts


def _reads_as_order(game: Reader, line: str) -> bool:
    """Is this `somebody: verb ...` in words of the game, though perhaps no answer to what is asked now?"""
    who, colon, rest = line.partition(": ")
    if not colon or not rest:
        return False
    known = vocabulary(game.ledger.rules)
    return who in known and not first_unknown(known, rest)


def read_clock(this_round: Round) -> None:
    """The GM says that this computer's clock is right. Raises Unfinished."""
    this_round.stories += entries.read_clock(this_round.game, clock_is_right=True)
    entries.write(this_round.game, this_round.file)
    this_round.clock = ""


def finish(this_round: Round, keep: Callable[[Round], None] = lambda this_round: None) -> None:
    """Let robots answer, and write reports and refusals.

    Args:
        keep: takes the round when all is written, before it is remembered that the reports are. After a kill in
            between they are written again.
    """
    game, file, wish = this_round.game, this_round.file, this_round.wish
    if this_round.unfinished is not None:
        return
    with this_round.promised("has the new entries"):
        if robot_homes.folder(file).exists():
            from pbem.round import robot_table  # who has none does without

            this_round.robots = robot_table.play_robots(game, file)
            this_round.stories += this_round.robots
        this_round.written = reports.written_parcels(game, file, this_round.stories, wish)
        outbox = wish.mails(game)
        before = this_round.refused_before
        closed = [one for one in this_round.refused if one.name not in before]
        for letter in refusals.write(game, file, closed, wish, this_round.senders, outbox):
            this_round.returned.append(letter)
        keep(this_round)
        if outbox is not None or not wish.none:
            refusals.remember([*this_round.keys_of_refused.values()])
        computer.set_told(game)


def doubtful(game: Game, wish: Reports) -> list[str]:
    """The sides whose address waits to be confirmed, where emails are written. Raises OSError, Garbled."""
    if wish.mails(game) is None:
        return []
    return correspondents.unsure(game, addresses.read(computer.addresses(game.ledger.game)))
