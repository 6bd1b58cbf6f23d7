"""The GM's chair: mails taken, reports handed out, rulings, the clock. Nothing is signed unseen.

What it shows is the public's view, as the command line shows it to a GM; what a side alone may know is shown when
he asks for that side's report, and on no other way.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pbem.errors import Bug, ForTheChair, IllegalOrder, NotOnThisPage, NotTheGm, PbemError
from pbem.home import correspondents, handing_out, here, moderating, opening, refusals, robot_homes
from pbem.home.handing_out import Reports, Written
from pbem.home.moderating import Unfinished
from pbem.home.pile import Pile
from pbem.mail import addresses
from pbem.moderator.game import Game
from pbem.moderator.ledger.story import Story
from pbem.moderator.ledger.values import GM
from pbem.moderator.turn.inbox import Mail, Receipt, mail_of
from pbem.protocol.bodies import Claim
from pbem.protocol.keys import Identity
from pbem.reports.ink import environment
from pbem.web import acts
from pbem.web.acts import Act, Preview
from pbem.web.page import Answer, Download

TEXTS = (".txt", ".md", ".bbcode")
OUTBOX = "outbox"
"""Beside the save, where no other folder for finished mails was named."""
MOST = 200
"""Mails in a pile."""
MOST_BYTES = 64_000_000
"""So long are all mails in a pile together."""
MOVED = "the game has gone on since you looked; look at it again before you sign"
ANOTHER = "other mails are in the pile than you looked at; load the page again before you take them"
FAILED = "pbem itself failed at this mail; the others were taken"


class Waiting(Struct, frozen=True):
    """A mail in the pile, before it is taken: what it seems to be."""

    name: str
    says: str
    bad: bool = False


class Dropped(Struct, frozen=True):
    """A mail in the pile, read once: `read` holds it alone.

    Attributes:
        digest: of its bytes, of which there were `size`.
    """

    digest: str
    size: int
    read: Pile
    waiting: Waiting


class Taken(Struct, frozen=True):
    """What became of a mail.

    Attributes:
        says: in a sentence. `left`: what was not carried out, and why.
        back: the text to send back to its author, "" for none; `file`: the same as a finished mail.
    """

    name: str
    ok: bool
    says: str
    left: str = ""
    back: str = ""
    file: str = ""


class Request(Struct, frozen=True):
    """A claim to a seat that waits for its GM: who agrees, by the names of the mails."""

    name: str
    side: str
    by: tuple[str, ...]
    consents: tuple[str, ...]


class Chair:
    """The chair at one game.

    Attributes:
        game: as it was read last. `stamp`: when its file was written then, and how long it was.
        pile: mails that came and are not taken yet, by name. `claims`: those that the GM logs by himself.
        taken: the receipts of the last pile.
        preview: what is to be signed next, if its GM says yes.
        written: what is to be sent about the last entries.
        notes: sentences for the GM. `shelf`: the page with all games, "" where this is the only one.
    """

    def __init__(
        self,
        file: Path,
        identity: Identity,
        page: Callable[[Chair], Mapping[str, str]],
        whole: Whole,
        shelf: str = "",
    ) -> None:
        """`page`: draws the parts, by the id of their elements; `whole` all of it. Raises NotTheGm, what
        `opening.read_game` raises."""
        self.file, self.identity, self.shelf = file, identity, shelf
        self._parts, self._whole = page, whole
        self.pile: dict[str, Dropped] = {}
        self.claims: dict[str, Mail] = {}
        self.taken: tuple[Taken, ...] = ()
        self.preview: Preview | None = None
        self.notes: list[str] = []
        self._shown: Mapping[str, str] = {}
        self._read()
        self.written = handing_out.on_disk(self.game, self.file)

    def _read(self) -> None:
        self.game = opening.read_game(Game, self.file, self.identity)
        if self.game.side != GM:
            raise NotTheGm(name=self.identity.name, role=self.game.side)
        self.notes += opening.remember(self.game)
        self.stamp = self._stamp()

    def _stamp(self) -> tuple[int, int]:
        found = self.file.stat()
        return found.st_mtime_ns, found.st_size

    def _refresh(self) -> None:
        """Take up what another program has written."""
        if self._stamp() != self.stamp:
            self._read()

    # -- what a page does -------------------------------------------------------------------------

    def whole(self) -> str:
        self._refresh()
        here.set_seen(self.game)
        self._shown = self._parts(self)
        return self._whole(self, self._shown)

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        """See Page. Raises NotOnThisPage, and what refuses what is to be signed."""
        if verb not in VERBS:
            raise NotOnThisPage(why=f"it knows no `{verb}`")
        self._refresh()
        try:
            return VERBS[verb](self, words)
        except Unfinished as error:
            self._read()
            return self.answer(f"Not finished: {error} When that is mended, take the mails again: an "
                               "empty pile will do.")  # fmt: skip

    def drop(self, name: str, content: bytes) -> Answer:
        """One mail more for the pile."""
        if len(self.pile) >= MOST:
            raise NotOnThisPage(why=f"{MOST} mails are in the pile; take them first")
        digest, known, at = hashlib.sha256(content).hexdigest(), name, 2
        while name in self.pile:
            if self.pile[name].digest == digest:
                return self.answer(f"{name} is in the pile already.")
            name, at = f"{known} ({at})", at + 1
        if sum(one.size for one in self.pile.values()) + len(content) > MOST_BYTES:
            most = f"{MOST_BYTES // 1_000_000} MB"
            raise NotOnThisPage(why=f"the pile would be longer than {most}; take its mails first")
        self.pile[name] = _dropped(name, content, digest)
        return self.answer(f"{name} is in the pile.")

    def download(self, name: str) -> Download:
        """A report, a finished mail or a refusal that was written here. Raises NotOnThisPage."""
        path = next((path for path in self.files() if path.name == name), None)
        if path is None or not path.is_file():
            raise NotOnThisPage(why=f"there is no {name}")
        media = "message/rfc822" if path.suffix == ".eml" else "application/octet-stream"
        return Download(name, media, path.read_bytes())

    def keep(self) -> str:
        if not self.pile:
            return ""
        count = len(self.pile)
        return f"{count} {'mail' if count == 1 else 'mails'} of {self.game.id} not taken yet: drop them anew."

    def answer(self, said: str = "", more: Mapping[str, str] | None = None) -> Answer:
        now = self._parts(self)
        changed = {id: html for id, html in now.items() if self._shown.get(id) != html}
        self._shown = now
        said, self.notes = " ".join([said, *self.notes]).strip(), []
        return Answer({**changed, **(more or {})}, said)

    # -- what is shown ----------------------------------------------------------------------------

    @property
    def outbox(self) -> Path | None:
        """Where finished mails of this game go; None if none are written."""
        return Reports().mails(self.game)

    def files(self) -> list[Path]:
        """What can be had from this page."""
        back = [Path(one.file) for one in self.taken if one.file]
        return [*self.written.mails, *self.written.reports, *back, self.file]

    def waiting(self) -> list[Waiting]:
        """What is in the pile, as far as it can be read without taking it: no die falls for a look."""
        return [one.waiting for one in self.pile.values()]

    def piled(self) -> str:
        """Names the pile as it is: who takes it says which one he saw."""
        told = [f"{one.digest} {name}" for name, one in self.pile.items()]
        return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]

    def requests(self) -> list[Request]:
        """Claims to a seat among the mails, each with the consents to it."""
        found = []
        for name, mail in self.claims.items():
            body = mail.envelope.body
            if not isinstance(body, Claim):
                continue
            consents = tuple(n for n, one in self.claims.items() if _consents(one, mail))
            by = tuple(self.claims[n].envelope.body.author for n in consents)
            found.append(Request(name, body.author, by, consents))
        return found

    # -- mails ------------------------------------------------------------------------------------

    def paste(self, words: Mapping[str, str]) -> Answer:
        """A mail as text."""
        text = words.get("text", "")
        if not text.strip():
            raise NotOnThisPage(why="there is no text in it")
        return self.drop("pasted mail", text.encode())

    def leave(self, words: Mapping[str, str]) -> Answer:
        """Take a mail out of the pile."""
        if self.pile.pop(words.get("name", ""), None) is None:
            raise NotOnThisPage(why="that mail is not in the pile any more")
        return self.answer("Left out.")

    def take(self, words: Mapping[str, str]) -> Answer:
        """Apply the pile, as `pbem apply` does: all at once, in whatever order they came. Raises NotOnThisPage
        if it is another one than was seen."""
        if words.get("pile") != self.piled():
            raise NotOnThisPage(why=ANOTHER)
        pile = Pile()
        for one in self.pile.values():
            pile.texts |= one.read.texts
            pile.senders |= one.read.senders
            pile.unreadable += one.read.unreadable
        wish = self._wish(words)
        with self._held() as game:
            wish.chosen(game)  # or refused, before anything is written
            applied = moderating.apply(game, self.file, pile.texts, bool(words.get("insist")))
            receipts = [*pile.unreadable, *applied.receipts]
            self.pile = {}
            self._hear(game, receipts, pile)
            with moderating.promised(f"{self.file} has the new entries", self.file):
                correspondents.hear(game, applied.receipts, pile.senders)
            stories = applied.stories
            if robot_homes.folder(self.file).exists():
                from pbem.home import robot_table  # who has none does without

                stories += robot_table.played(game, self.file)
            self._hand_out(game, stories, wish)
            closed = [one for one in receipts if one.error is not None]
            outbox, senders = wish.mails(game), pile.senders
            back = refusals.write(game.id, self.file, closed, wish, senders, outbox)
            files = {one.receipt.name: str(one.path) for one in back}
        self.taken = tuple(_taken(game.id, self.file, one, files) for one in receipts)
        good = sum(one.ok for one in self.taken)
        return self.answer(
            f"{good} of {len(self.taken)} taken." if receipts else "Nothing was left to do."
        )

    def _hear(self, game: Game, receipts: Sequence[Receipt], pile: Pile) -> None:
        """Claims stay until their GM has logged them; what came of the others is kept even if a disk is full."""
        for one in receipts:
            if isinstance(one.error, ForTheChair):
                self.claims[one.name] = mail_of(pile.texts[one.name])
        self.taken = tuple(_taken(game.id, self.file, one, {}) for one in receipts)

    # -- acts -------------------------------------------------------------------------------------

    def look(self, words: Mapping[str, str]) -> Answer:
        """Show what an act would do, before it is signed. A line that is refused gets no list of the possible
        ones: they may tell what its side alone knows."""
        try:
            return self._looked(acts.read(words))
        except IllegalOrder:
            if words.get("kind") != "impose":
                raise
            line = words.get("line", "").strip()
            raise NotOnThisPage(why=f"`{line}` is not possible now") from None

    def seat(self, words: Mapping[str, str]) -> Answer:
        """Show what logging a claim would do."""
        claim = next((one for one in self.requests() if one.name == words.get("name")), None)
        if claim is None:
            raise NotOnThisPage(why="there is no such claim")
        agreed = tuple(self.claims[name].envelope for name in claim.consents)
        envelope = self.claims[claim.name].envelope
        return self._looked(acts.seat(envelope, agreed, words.get("reason", "")))

    def _looked(self, act: Act) -> Answer:
        self.preview = acts.preview(self.game, act, here.now())
        return self.answer("This is what it would do. Nothing is signed yet.")

    def sign(self, words: Mapping[str, str]) -> Answer:
        """Sign what was looked at. Raises NotOnThisPage if the game has gone on since, or another tab has looked
        at something else."""
        shown = self.preview
        if shown is None or words.get("token") != shown.token or shown.head != self.game.head:
            raise NotOnThisPage(why=MOVED)
        wish = Reports()
        with self._held() as game:
            if game.head != shown.head:
                raise NotOnThisPage(why=MOVED)
            wish.chosen(game)  # or refused, before anything is written
            story = shown.act(game, here.now())
            stories = [story, *moderating.read_clock(game)]
            moderating.write(game, self.file)
            self.preview = None
            self._hand_out(game, stories, wish)
        said = {mail.digest for mail in self.claims.values()} & {*self.game.ledger.cases.said}
        self.claims = {n: mail for n, mail in self.claims.items() if mail.digest not in said}
        return self.answer(f"Signed: entry {story.n}.")

    def refrain(self, words: Mapping[str, str]) -> Answer:
        """Sign nothing."""
        self.preview = None
        return self.answer("Nothing was signed.")

    # -- handing out ------------------------------------------------------------------------------

    def confirm(self, words: Mapping[str, str]) -> Answer:
        """The address that came with a mail is right; or this one is."""
        side, address = words.get("side", ""), words.get("address", "").strip()
        path, key = here.addresses(self.game.ledger.game), ""
        book = addresses.read(path)
        if side in (*self.game.ledger.sides, GM):
            key = correspondents.fingerprint(self.game, side)
        elif side != "public":
            raise NotOnThisPage(why=f"nobody here is called {side}")
        if not address and side not in book.rows:
            raise NotOnThisPage(why=f"no address of {side} is known yet; write one")
        addresses.write(path, book.put(side, address, key) if address else book.confirm(side))
        return self.answer(f"Mails for {side} go there from now on.")

    def show(self, words: Mapping[str, str]) -> Answer:
        """The text of a report or a refusal, to look at and to copy: who asks for a side's sees its secrets."""
        found = self.download(words.get("name", ""))
        if not found.name.endswith(TEXTS):
            raise NotOnThisPage(why=f"{found.name} is no text")
        text = found.content.decode("utf-8", "replace")
        page = environment().get_template("desk/chair_text.html.j2")
        return self.answer(more={"sheet": page.render(name=found.name, text=text)})

    def _wish(self, words: Mapping[str, str]) -> Reports:
        """Finished mails where they went last time, else beside the save; or none any more."""
        if not words.get("outbox"):
            return Reports(no_outbox=True)
        return Reports() if self.outbox else Reports(outbox=self.file.absolute().parent / OUTBOX)

    def _hand_out(self, game: Game, stories: Sequence[Story], wish: Reports) -> None:
        written = handing_out.write_reports(game, self.file, stories, wish)
        if written != Written():
            self.written = written
        here.set_seen(game)

    @contextlib.contextmanager
    def _held(self) -> Iterator[Game]:
        """The game, held to be written; read again afterwards."""
        with moderating.moderated(self.file, lambda: self.identity, self.notes.append) as game:
            yield game
        self._read()


Whole = Callable[[Chair, Mapping[str, str]], str]
VERBS: Mapping[str, Callable[[Chair, Mapping[str, str]], Answer]] = {
    "paste": Chair.paste,
    "leave": Chair.leave,
    "take": Chair.take,
    "look": Chair.look,
    "seat": Chair.seat,
    "sign": Chair.sign,
    "refrain": Chair.refrain,
    "confirm": Chair.confirm,
    "show": Chair.show,
}


def _dropped(name: str, content: bytes, digest: str) -> Dropped:
    pile = Pile()
    pile.add(name, content)
    return Dropped(digest, len(content), pile, _waiting(name, pile))


def _waiting(name: str, pile: Pile) -> Waiting:
    try:
        if pile.unreadable and (error := pile.unreadable[0].error) is not None:
            return Waiting(name, str(error), bad=True)
        body = mail_of(pile.texts[name]).envelope.body
    except PbemError as error:
        return Waiting(name, str(error), bad=True)
    kind = type(body).__struct_config__.tag
    sender = pile.senders[name].address
    number = getattr(body, "asking", 0)
    answers = f", question {number}" if number else ""
    return Waiting(name, f"{body.author}: {kind}{answers}{f', from {sender}' if sender else ''}")


def _consents(one: Mail, claim: Mail) -> bool:
    body = one.envelope.body
    return not isinstance(body, Claim) and getattr(body, "text", "") == claim.digest


def _taken(id: str, file: Path, one: Receipt, files: Mapping[str, str]) -> Taken:
    if isinstance(one.error, ForTheChair):
        return Taken(one.name, True, "A claim or a consent, for you to log: see below.")
    if isinstance(one.error, Bug):
        return Taken(one.name, False, f"{FAILED}. {one.error}")
    if one.error is not None:
        back = refusals.as_text(id, file, one) if refusals.answerable([one]) else ""
        return Taken(one.name, False, f"Refused. {one.error}", "", back, files.get(one.name, ""))
    left = ""
    if one.story and one.story.left:
        left = f"Not carried out from `{one.story.left[0]}` on: {one.story.why}"
    return Taken(one.name, True, f"Entry {one.entry}{' (again)' if one.again else ''}.", left)
