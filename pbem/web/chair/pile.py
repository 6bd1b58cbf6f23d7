"""Mails that came to a GM and are not taken yet: kept on the disk, read once, named as a whole."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from msgspec import Struct

from pbem.engine.declared import Side
from pbem.errors import NotOnThisPage, PbemError
from pbem.gm.inbox import mail_of
from pbem.round import pile
from pbem.round.pile import KeptMail, Pile

MOST = 200
"""Mails in a heap that can be read; those that cannot have a room of their own of this size."""
MOST_BYTES = 64_000_000
"""So long are all in such a room together."""


SAID = {
    "accept": "{who} joins",
    "claim": "Somebody asks for the seat of {who}",
    "ready": "{who} has seen the position",
    "order": "{who}'s orders: {asked}",
    "standing": "{who}'s policies",
    "dispute": "{who} disputes entry {entry}: {text}",
    "countersign": "{who} signs your ruling of entry {entry} too",
    "takeback": "{who} asks to go back to before entry {entry}",
    "agree": "{who} agrees to go back",
    "holiday": "{who} will be away: {text}",
    "over": "{who} agrees that the game is over",
    "say": "{who} says: {text}",
    "resign": "{who} gives up",
    "draw": "{who} offers a draw",
    "drawn": "{who} agrees to the draw",
    "consent": "{who} agrees to new terms, or that somebody takes a seat",
}
"""What a mail is to its GM, by its kind."""


class Waiting(Struct, frozen=True):
    """A mail before it is taken: what it seems to be; `sender`: the address that it comes from."""

    name: str
    says: str
    bad: bool = False
    sender: str = ""


class Dropped(Struct, frozen=True):
    """A mail, read once: `read` holds it alone.

    Attributes:
        digest: of its bytes.
    """

    digest: str
    content: bytes
    read: Pile
    waiting: Waiting


class Heap:
    """The mails of one game, by name.

    Attributes:
        genesis: the game's hash. `sides`: of the game.
    """

    def __init__(self, genesis: str, sides: Mapping[str, Side]) -> None:
        """With those that were kept when the program ended before. Raises OSError."""
        self.genesis, self.sides = genesis, sides
        self.mails: dict[str, Dropped] = {}
        for mail in pile.kept_mails(genesis):
            self.mails[mail.name] = _pile_mail(mail, sides)

    def put(self, name: str, content: bytes) -> str:
        """Add one email to the pile, kept on the disk; a sentence on what became of it. Raises NotOnThisPage."""
        digest, base_name, at = hashlib.sha256(content).hexdigest(), name, 2
        if any(one.digest == digest for one in self.mails.values()):
            return f"{name} is already among the emails of this game."
        while name in self.mails:
            name, at = f"{base_name} ({at})", at + 1
        mail = KeptMail(name, content)
        dropped = _pile_mail(mail, self.sides)
        bad = dropped.waiting.bad
        lengths = [len(one.content) for one in self.mails.values() if one.waiting.bad == bad]
        if len(lengths) >= MOST:
            raise NotOnThisPage(why=f"{MOST} emails are waiting here; apply them first")
        if sum(lengths) + len(content) > MOST_BYTES:
            most = f"{MOST_BYTES // 1_000_000} MB"
            raise NotOnThisPage(
                why=f"the emails would be longer than {most}; apply the waiting emails first"
            )
        try:
            pile.keep(self.genesis, mail)
        except OSError as error:
            why = f"{name} cannot be kept on the disk: {error.strerror or error}"
            raise NotOnThisPage(why=why) from error
        self.mails[name] = dropped
        return f"{name} was added to the emails of this game."

    def leave(self, name: str) -> None:
        """It is not wanted. Raises NotOnThisPage."""
        if name not in self.mails:
            raise NotOnThisPage(why="that email is no longer here")
        pile.forget(self.genesis, self.mails.pop(name).content)

    def emptied(self, claims: set[str], waiting: set[str]) -> dict[str, bytes]:
        """All were applied, and are forgotten; but `claims` until their GM has logged them, which are returned, and
        those that wait, which stay."""
        mails = self.mails
        self.mails = {name: one for name, one in mails.items() if name in waiting}
        for name, dropped in mails.items():
            if name not in claims | waiting:
                pile.forget(self.genesis, dropped.content)
        return {name: mails[name].content for name in mails if name in claims}

    def read(self) -> Pile:
        """All of them as one pile."""
        whole = Pile()
        for dropped in self.mails.values():
            whole.contents |= dropped.read.contents
            whole.texts |= dropped.read.texts
            whole.senders |= dropped.read.senders
            whole.unreadable += dropped.read.unreadable
        return whole

    def waiting(self) -> list[Waiting]:
        """What is in it, as far as it can be read without taking it: no die falls for a look."""
        return [one.waiting for one in self.mails.values()]

    def named(self) -> str:
        """Names it as it is: who takes it says which one he saw."""
        names = [f"{one.digest} {name}" for name, one in self.mails.items()]
        return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def _pile_mail(mail: KeptMail, sides: Mapping[str, Side]) -> Dropped:
    pile_read = Pile()
    pile_read.add(mail.name, mail.content)
    digest = hashlib.sha256(mail.content).hexdigest()
    return Dropped(digest, mail.content, pile_read, _waiting(mail.name, pile_read, sides))


def _waiting(name: str, pile_read: Pile, sides: Mapping[str, Side]) -> Waiting:
    try:
        if pile_read.unreadable and (error := pile_read.unreadable[0].error) is not None:
            return Waiting(name, str(error), bad=True)
        body = mail_of(pile_read.texts[name]).envelope.body
    except PbemError as error:
        return Waiting(name, str(error), bad=True)
    kind = str(type(body).__struct_config__.tag)
    who = sides[body.author].name if body.author in sides else body.author
    entry, text = getattr(body, "entry", 0), getattr(body, "text", "")
    kind = "drawn" if kind == "draw" and entry else kind
    question_kind = getattr(body, "request", "").rpartition("-")[0].replace("_", " ")
    says = SAID.get(kind, kind).format(who=who, entry=entry, text=text, asked=question_kind)
    return Waiting(name, says, sender=pile_read.senders[name].address)
