"""The GM's chair: mails taken, reports handed out, rulings, the clock. Nothing is signed unseen.

What it shows is the public's view, as the command line shows it to a GM; what a side alone may know is shown when
he asks for that side's report, and on no other way.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pbem.drawing.templates import environment
from pbem.errors import BadPatch, Bug, ForTheChair, IllegalOrder, NotOnThisPage, NotTheGm, OldCopy
from pbem.gm.game import Game
from pbem.gm.inbox import Mail, Receipt, mail_of
from pbem.home import computer, opening, published
from pbem.ledger.story import Story
from pbem.ledger.values import GM
from pbem.mail import addresses
from pbem.mail.read.header import sender_of
from pbem.protocol.bodies import Claim, Envelope
from pbem.protocol.keys import Identity
from pbem.reports.context import PUBLIC
from pbem.reports.entry_list import entry_sentences
from pbem.reports.formats import FORMATS
from pbem.round import claims, correspondents, entries, pile, refusals, reports
from pbem.round.apply import Round, begin, finish
from pbem.round.claims import WaitingClaim
from pbem.round.entries import Unfinished
from pbem.round.pile import Pile
from pbem.round.reports import Parcels, Reports
from pbem.web.chair import corrections, rulings
from pbem.web.chair.corrections import lines_of
from pbem.web.chair.pile import Heap
from pbem.web.chair.public_map import public
from pbem.web.chair.reminders import Reminder, reminders_of
from pbem.web.chair.rulings import Act, Preview
from pbem.web.lookups.at_pointer import description
from pbem.web.server.page import Answer, Download

TEXTS = tuple(f".{form.suffix}" for form in FORMATS if form.document)
OUTBOX = "outbox"
"""Beside the save, where no other folder for finished mails was named."""
EMAIL = "message/rfc822"
PREVIEWS = 16
"""So many are remembered, each for the tab that asked for it."""
MOVED = "the game has gone on since you looked; look at it again before you sign"
ANOTHER = "there are other emails now than those that you looked at; load the page again before you apply them"
FAILED = "`pbem` itself failed at this email; the others were applied"


class MailResult(Struct, frozen=True):
    """What became of a mail.

    Attributes:
        what: it was, "" if it could not be read. `says`: what became of it; `left`: what was not carried out, and why.
        back: the text to send back to its author, "" for none; `file`: the same as a finished mail.
        old: its author has seen more of the game than there is here.
    """

    name: str
    what: str
    ok: bool
    says: str
    left: str = ""
    back: str = ""
    file: str = ""
    old: bool = False


class GmDesk:
    """The chair at one game.

    Attributes:
        game: as it was read last. `stamp`: when its file was written then, and how long it was.
        stand: the position as everybody may see it; None before all have joined.
        entries: the last entries, each with a sentence, as everybody may read them.
        pile: mails that came and are not taken yet. `claims`: those that the GM logs by himself.
        taken: the receipts of the last pile. `news`: the first entry that it brought, or None before there is one.
        previews: what can be signed, if its GM says yes, by the tokens that his tabs have.
        version: how often the page was changed, so that a tab knows when it shows an older one.
        written: what is to be sent about the last entries. `is_new`: did the last round write it?
        opened: names of files in it that were saved or read on this page, as far as this program has seen.
        notes: sentences for the GM. `shelf`: the page with all games, "" where this is the only one.
    """

    def __init__(
        self,
        file: Path,
        identity: Identity,
        page: Callable[[GmDesk], Mapping[str, str]],
        whole: Whole,
        preview: Callable[[GmDesk, Preview | None], str],
        shelf: str = "",
    ) -> None:
        """Open the GM's page. Raises NotTheGm, what `opening.read_game` raises, OSError.

        `page` draws the parts, by the id of their elements, `whole` all of it, `preview` what one tab shows before
        it signs.
        """
        self.file, self.identity, self.shelf = file, identity, shelf
        self._parts, self._whole, self._preview = page, whole, preview
        self.claims: dict[str, Mail] = {}
        self._claimed: dict[str, bytes] = {}
        self.taken: tuple[MailResult, ...] = ()
        self.news: int | None = None
        self.previews: dict[str, Preview] = {}
        self.version = 0
        self.notes: list[str] = []
        self._shown: Mapping[str, str] = {}
        self._read()
        self.pile = Heap(self.game.ledger.game, self.game.ledger.rules.sides)
        self.written = reports.on_disk(self.game, self.file)
        self.is_new, self.opened = True, set[str]()

    def _read(self) -> None:
        self.game = opening.read_game(Game, self.file, self.identity)
        if self.game.side != GM:
            raise NotTheGm(name=self.identity.name, role=self.game.side)
        doubts = opening.remember(self.game)
        self.notes += [] if opening.interrupted(self.game) else doubts  # the page has a button
        self.stamp = self._stamp()
        self.stand = public(self.game.ledger)
        self.entries = entry_sentences(self.game, PUBLIC)

    def _stamp(self) -> tuple[int, int]:
        status = self.file.stat()
        return status.st_mtime_ns, status.st_size

    def _refresh(self) -> None:
        """Take up what another program has written."""
        if self._stamp() != self.stamp:
            self._read()

    # -- what a page does -------------------------------------------------------------------------

    def whole(self) -> str:
        self._refresh()
        computer.set_seen(self.game)
        self.version += 1
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
            with contextlib.suppress(OSError):  # the disk is still full, which `error` says
                self._read()
            return self.answer(f"Not finished: {error} Fix that, then apply again. You do not need to add the emails "
                "again.")  # fmt: skip

    def drop(self, name: str, content: bytes) -> Answer:
        """One mail more for the pile."""
        return self.answer(self.pile.put(name, content))

    def download(self, name: str) -> Download:
        """A report, a finished mail or a refusal that was written here, or a reminder. Raises NotOnThisPage."""
        if late := next((row for row in self.reminders() if row.file == name), None):
            return Download(name, EMAIL, late.email(self.game))
        path = next((path for path in self.files() if path.name == name), None)
        if path is None or not path.is_file():
            raise NotOnThisPage(why=f"there is no {name}")
        media = EMAIL if path.suffix == ".eml" else "application/octet-stream"
        return Download(name, media, path.read_bytes())

    def keep(self) -> str:
        count = len(self.pile.mails)
        if not count:
            return ""
        what = "1 mail" if count == 1 else f"{count} mails"
        return f"{what} of {self.game.id} not applied yet. They are kept, and you will see them here next time."

    def answer(
        self, message: str = "", more: Mapping[str, str] | None = None, everything: bool = False
    ) -> Answer:
        """What has changed on the page, or `everything`, and `more` for the tab that asked alone."""
        was, self.version = self.version, self.version + 1
        now = self._parts(self)
        changed = {
            id: html for id, html in now.items() if everything or self._shown.get(id) != html
        }
        self._shown = now
        message, self.notes = " ".join([message, *self.notes]).strip(), []
        return Answer({**changed, **(more or {})}, message, was=0 if everything else was)

    def all(self, words: Mapping[str, str]) -> Answer:
        """All of the page, for a tab that shows an older one."""
        return self.answer(everything=True)

    # -- what is shown ----------------------------------------------------------------------------

    @property
    def outbox(self) -> Path | None:
        """Where finished mails of this game go; None if none are written."""
        return Reports().mails(self.game)

    def files(self) -> list[Path]:
        """What can be had from this page."""
        back = [Path(one.file) for one in self.taken if one.file]
        return [*self.written.mails, *self.written.reports, *back, *self.keys(), self.file]

    def reminders(self) -> list[Reminder]:
        """Emails to those who are late."""
        return reminders_of(self.game)

    def keys(self) -> list[Path]:
        """The GM's own keys of this game, if they were published here."""
        if not computer.has_revealed(self.game):
            return []
        return sorted(self.file.parent.glob(f"{self.game.id}-{GM}-reveal*.txt"))

    def requests(self) -> list[WaitingClaim]:
        """Claims to a seat among the emails, each with the consents to it."""
        return [one for one in claims.claims_with_consents(self.claims) if one.name]

    def consents(self) -> dict[str, Envelope]:
        """Consents without a claim, by the names of their emails: to new terms, or to newer rules."""
        return claims.consents_without_claim(self.claims)

    # -- mails ------------------------------------------------------------------------------------

    def paste(self, words: Mapping[str, str]) -> Answer:
        """A mail as text."""
        text = words.get("text", "")
        if not text.strip():
            raise NotOnThisPage(why="there is no text in it")
        return self.drop("pasted mail", text.encode())

    def leave(self, words: Mapping[str, str]) -> Answer:
        """Take a mail out of the pile, or a claim or consent out of those that wait for their GM."""
        name = words.get("name", "")
        if name in self.claims:
            self._forget_claims([name])
        else:
            self.pile.leave(name)
        return self.answer("Left out.")

    def _forget_claims(self, names: Sequence[str]) -> None:
        self.taken = tuple(one for one in self.taken if one.name not in names)
        for name in names:
            del self.claims[name]
            pile.forget(self.game.ledger.game, self._claimed.pop(name, b""))

    def take(self, words: Mapping[str, str]) -> Answer:
        """Apply the pile, as `pbem apply` does: all at once, in whatever order they came. Raises NotOnThisPage
        if it is another one than was seen."""
        if words.get("pile") != self.pile.named():
            raise NotOnThisPage(why=ANOTHER)
        mails = self.pile.read()
        descriptions = {one.name: one.says for one in self.pile.waiting() if not one.bad}
        with self._held(signs=False) as game:
            self.news = len(game.save.entries)
            new_round = begin(game, self.file, mails, self._wish(words), bool(words.get("insist")))
            self._hear(new_round, mails, descriptions)
            finish(
                new_round
            )  # may fail, as on a full disk: what was heard before it is still shown
            self._keep_written(game, new_round.written)
            self._hear(new_round, mails, descriptions)
            if new_round.unfinished is not None:
                raise new_round.unfinished
        good = sum(one.ok for one in self.taken)
        message = (
            "What was cut off is finished." if self.is_new else "There was nothing left to do."
        )
        return self.answer(f"{good} of {len(self.taken)} applied." if self.taken else message)

    def _hear(self, new_round: Round, mails: Pile, what: Mapping[str, str]) -> None:
        """Claims stay until their GM has logged them; what became of the others is shown even if a disk is full."""
        waiting = {one.name for one in new_round.receipts if isinstance(one.error, ForTheChair)}
        self.claims |= {name: mail_of(mails.texts[name]) for name in waiting}
        files = {one.receipt.name: str(one.path) for one in new_round.returned}
        self.taken = tuple(
            _mail_result(self.game, self.file, receipt, what, files, new_round)
            for receipt in new_round.receipts
        )
        self.taken += tuple(
            MailResult(
                name, what.get(name, ""), True, f"This is a key for the audit. It is now in {path}."
            )
            for name, path in new_round.keys.items()
        )
        self._claimed |= self.pile.emptied(waiting, {one.name for one in new_round.waiting})

    # -- acts -------------------------------------------------------------------------------------

    def look(self, words: Mapping[str, str]) -> Answer:
        """Show what an act would do, before it is signed. A line that is refused is told no more about than all
        may know: what is possible, and what there is, may be what its side alone knows."""
        try:
            return self._looked(
                rulings.read(words, [*self.consents().values()]), words.get("kind", "")
            )
        except BadPatch as error:
            lines = lines_of(words)
            raise rulings.refused_openly(self.game.ledger, error, lines) from None
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
        return self._looked(rulings.seat(envelope, agreed, words.get("reason", "")))

    def _looked(self, act: Act, kind: str = "") -> Answer:
        preview = rulings.preview(self.game, act, kind, computer.now())
        self.previews[preview.token] = preview
        for old in list(self.previews)[:-PREVIEWS]:
            del self.previews[old]
        preview_html = self._preview(self, preview)
        return self.answer(
            "This is only a preview. Nothing is signed yet.", {"preview": preview_html}
        )

    def sign(self, words: Mapping[str, str]) -> Answer:
        """Sign what was looked at in this tab. Raises NotOnThisPage if the game has gone on since."""
        preview = self.previews.get(words.get("token", ""))
        if preview is None or preview.head != self.game.head:
            raise NotOnThisPage(why=MOVED)
        wish = Reports()
        with self._held() as game:
            if game.head != preview.head:
                raise NotOnThisPage(why=MOVED)
            wish.chosen(game)  # or refused, before anything is written
            self.news = len(game.save.entries)
            story = preview.act(game, computer.now())
            stories = [story, *entries.read_clock(game)]
            entries.write(game, self.file)
            self.previews = {}
            self._hand_out(game, stories, wish)
        digests = {*self.game.ledger.cases.said}
        logged = {claims.matter(mail) for mail in self.claims.values() if mail.digest in digests}
        names = [name for name, mail in self.claims.items() if claims.matter(mail) in logged]
        for name in names:
            body, content = self.claims[name].envelope.body, self._claimed.get(name, b"")
            if isinstance(body, Claim):
                correspondents.hear_newcomer(self.game, body.author, sender_of(content))
        self._forget_claims(names)
        changed_parts = {"preview": self._preview(self, None)}
        if preview.kind == "patch":
            changed_parts["correct"] = corrections.form(self.game.ledger, {})
        return self.answer(f"Signed: entry {story.n}.", changed_parts)

    def refrain(self, words: Mapping[str, str]) -> Answer:
        """Sign nothing of what this tab shows."""
        self.previews.pop(words.get("token", ""), None)
        return self.answer("Nothing was signed.", {"preview": self._preview(self, None)})

    # -- looking ----------------------------------------------------------------------------------

    def peek(self, words: Mapping[str, str]) -> Answer:
        """What a place or a piece is, as everybody may see it now. Raises NotOnThisPage."""
        if self.stand is None:
            raise NotOnThisPage(why="not all have joined")
        return description(self.game.ledger.rules, self.stand, words.get("what", ""))

    def about(self, words: Mapping[str, str]) -> Answer:
        """What a place or a piece is, for a GM who clicks on it; while a correction is built, its values. Raises NotOnThisPage."""
        answer, ledger = self.peek(words), self.game.ledger
        building = words.get("kind") == "patch"
        if not building or not corrections.correctable(ledger).shown(words.get("what", "")):
            return answer
        return self.correct(words)

    def correct(self, words: Mapping[str, str]) -> Answer:
        """A correction that is being built, in this tab. Raises NotOnThisPage."""
        if self.stand is None:
            raise NotOnThisPage(why="not all have joined")
        return self.answer(more={"correct": corrections.form(self.game.ledger, words)})

    # -- handing out ------------------------------------------------------------------------------

    def confirm(self, words: Mapping[str, str]) -> Answer:
        """The address that came with a mail is right; or this one is."""
        side, address = words.get("side", ""), words.get("address", "").strip()
        path, key = computer.addresses(self.game.ledger.game), ""
        book = addresses.read(path)
        if side in (*self.game.ledger.sides, GM):
            key = correspondents.fingerprint(self.game, side)
        elif side != "public":
            raise NotOnThisPage(why=f"nobody here is called {side}")
        if not address and side not in book.rows:
            raise NotOnThisPage(why=f"no address of {side} is known yet; write one")
        addresses.write(path, book.put(side, address, key) if address else book.confirm(side))
        return self.answer(f"Emails for {side} go to that address from now on.")

    def show(self, words: Mapping[str, str]) -> Answer:
        """The text of a report or a refusal, to look at and to copy: who asks for a side's sees its secrets."""
        file = self.download(words.get("name", ""))
        if not file.name.endswith(TEXTS):
            raise NotOnThisPage(why=f"{file.name} is no text")
        text = file.content.decode("utf-8", "replace")
        self.opened.add(file.name)
        page = environment().get_template("desk/chair_text.html.j2")
        return self.answer(more={"sheet": page.render(name=file.name, text=text)})

    def open_file(self, words: Mapping[str, str]) -> Answer:
        """Mark that a file was saved from this page: whether it was sent only the GM knows."""
        self.opened.add(words.get("name", ""))
        return self.answer()

    def publish(self, words: Mapping[str, str]) -> Answer:
        """Write the GM's key of a finished game next to the save. Raises BadStatement, NotOnThisPage."""
        try:
            return self.answer(published.publish_in_words(self.game, self.file))
        except OSError as error:
            raise NotOnThisPage(
                why=f"your key cannot be written: {error.strerror or error}"
            ) from error

    def _wish(self, words: Mapping[str, str]) -> Reports:
        """Finished mails where they went last time, else beside the save; or none any more."""
        if not words.get("outbox"):
            return Reports(no_outbox=True)
        return Reports() if self.outbox else Reports(outbox=self.file.absolute().parent / OUTBOX)

    def _hand_out(self, game: Game, stories: Sequence[Story], wish: Reports) -> None:
        self._keep_written(game, reports.write_reports(game, self.file, stories, wish))

    def _keep_written(self, game: Game, parcels: Parcels) -> None:
        self.is_new = parcels != Parcels()
        if self.is_new:
            self.written, self.opened = parcels, set()
        computer.set_seen(game)

    @contextlib.contextmanager
    def _held(self, signs: bool = True) -> Iterator[Game]:
        """The game, held to be written; read again afterwards. `signs`: see `entries.game_to_moderate`."""
        identity, note = (lambda: self.identity), self.notes.append
        with entries.game_to_moderate(self.file, identity, note, signs) as game:
            yield game
        self._read()


Whole = Callable[[GmDesk, Mapping[str, str]], str]
VERBS: Mapping[str, Callable[[GmDesk, Mapping[str, str]], Answer]] = {
    "paste": GmDesk.paste,
    "leave": GmDesk.leave,
    "take": GmDesk.take,
    "look": GmDesk.look,
    "seat": GmDesk.seat,
    "sign": GmDesk.sign,
    "refrain": GmDesk.refrain,
    "all": GmDesk.all,
    "peek": GmDesk.peek,
    "about": GmDesk.about,
    "correct": GmDesk.correct,
    "confirm": GmDesk.confirm,
    "show": GmDesk.show,
    "opened": GmDesk.open_file,
    "publish": GmDesk.publish,
}


def _mail_result(
    game: Game,
    file: Path,
    receipt: Receipt,
    descriptions: Mapping[str, str],
    files: Mapping[str, str],
    new_round: Round,
) -> MailResult:
    """What the GM's page says of one email that was applied: accepted, kept for later, refused or left alone."""
    seems = descriptions.get(receipt.name, "")
    if isinstance(receipt.error, ForTheChair):
        return MailResult(
            receipt.name, seems, True, "You have to decide about this email: see above."
        )
    if isinstance(receipt.error, Bug):
        return MailResult(receipt.name, seems, False, f"{FAILED}. {receipt.error}")
    if receipt in new_round.waiting:
        says = f"Kept. `pbem` applies this email as soon as it can. {receipt.error}"
        return MailResult(receipt.name, seems, False, says, old=isinstance(receipt.error, OldCopy))
    if receipt.error is not None:
        back = refusals.as_text(game, file, receipt) if refusals.answerable([receipt]) else ""
        again = (
            " before, and not answered again" if receipt.name in new_round.refused_before else ""
        )
        says = f"Refused{again}. {receipt.error}" if back else f"Left alone. {receipt.error}"
        return MailResult(receipt.name, seems, False, says, "", back, files.get(receipt.name, ""))
    not_done = ""
    if receipt.story and receipt.story.left:
        not_done = f"`{receipt.story.left[0]}` and the lines after it were not carried out: {receipt.story.why}"
    says = "Applied before" if receipt.again else "Applied"
    return MailResult(receipt.name, seems, True, f"{says}, as entry {receipt.entry}.", not_done)
