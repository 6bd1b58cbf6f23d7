"""The table at which people cheat: a game under way, a GM who signs what he likes, and mails made by hand.

York is Anne, Lancaster Robert, the GM Griffith, and Eve has no seat.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import PbemError
from pbem.games import find
from pbem.gm.game import Game
from pbem.gm.inbox import Receipt
from pbem.ledger import sealed
from pbem.ledger.chances import GmChance
from pbem.ledger.fold import ledger_after
from pbem.ledger.handover import gm_keys
from pbem.ledger.ledger import Ledger
from pbem.ledger.take import take
from pbem.player import compose
from pbem.proof.audit import Audit
from pbem.proof.audit import audit as audit_all
from pbem.protocol import bodies, commitment, envelope
from pbem.protocol.bodies import (
    SLOTS,
    VERSION,
    AnyStep,
    EntryBody,
    Envelope,
    Mailed,
    Newest,
    Order,
    Orders,
    Reveal,
    Sealed,
    SealedStatement,
)
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save
from tests.drawn import kept
from tests.moderator.people import (
    ANN,
    BOB,
    EVE,
    GM,
    NONCE,
    PLAYERS,
    Post,
    any_line,
    joined,
    played,
    seated,
)

__all__ = ["ANN", "BOB", "EVE", "GM", "PLAYERS", "Newest", "Post", "any_line", "played", "seated"]

PARLEY = "norfolk: parley exeter"
"""A line with one die, legal at `mustering`."""
OTHER_PARLEY = "norfolk: parley northampton"


def mustering() -> Post:
    """York is asked to muster, and Lancaster nothing."""
    return _mustering().copy()


@kept
def _mustering() -> Post:
    post = seated(1)
    while [request.kind for request in post.look().requests] != ["muster"]:
        post.turn()
    assert "york" in post.asked()
    return post


def prompting() -> Post:
    """York is asked under a new link, and her answer makes the rules ask Lancaster, who may answer by a policy."""
    return _prompting().copy()


@kept
def _prompting() -> Post:
    post = before = seated(1)
    while "lancaster" not in post.asked() or post.look().ledger.owes_ready():
        before = post.copy()
        post.turn()
    assert before.asked() == ("york",)
    # What she had answered so far brought no die, so that policies would count as at her first answer.
    game = before.look("gm")
    game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    before.save = game.dumps()
    before.ready()
    return before


def answer(post: Post, side: str, place: int = 0) -> str:
    """A legal answer of a side to what it is asked."""
    return post.look(side).legal()[place].line


def planning() -> Post:
    """Both are asked for their secret plans at once."""
    return _planning().copy()


@kept
def _planning() -> Post:
    post = mustering()
    while len(post.asked()) < 2 or post.look().ledger.owes_ready():
        post.turn()
    return post


def stacked(post: Post, side: str, chance: int = 1) -> Envelope:
    """An order with a plan of random cards."""
    return order(post, side, any_line(post.look(side), random.Random(chance)))


def choosing() -> Post:
    """Richard III: both choose a card at once, of a position that is secret too."""
    return _choosing().copy()


@kept
def _choosing() -> Post:
    scenario = next(iter(find("richard_iii").scenarios()))
    post = joined(Post(Game.new(GM, "richard_iii", scenario, {}, None, NONCE).dumps()))
    while [r.kind for r in post.look("gm").requests] != ["card", "card"]:
        post.turn()
    return post


def veiled() -> Post:
    """Hidden mats: York is asked to muster, and what stands on the mats is secret."""
    return _veiled().copy()


@kept
def _veiled() -> Post:
    game = Game.new(GM, "plantagenet", "Ia", {}, {"hidden_mats": "yes"}, NONCE)
    post = joined(Post(game.dumps()))
    while [r.kind for r in post.look("gm").requests] != ["muster"]:
        post.turn()
    return post


def veiled_with_plans() -> Post:
    """The same game once both plans are sealed, some hidden cards are dealt, and one side is asked."""
    return _veiled_with_plans().copy()


@kept
def _veiled_with_plans() -> Post:
    post = _veiled().copy()
    while not _planned(post):
        post.turn()
    return post


def _planned(post: Post) -> bool:
    position = post.look().ledger.position
    plans = {slot.split(":")[1] for slot in position.locks if slot.startswith("plan:")}
    return len(plans) == 2 and bool(position.drawn) and len(post.asked()) == 1


def last(post: Post) -> int:
    """The number of the last entry."""
    return post.look().ledger.n


def asking(post: Post, side: str) -> int:
    """The number of what a side is asked now."""
    return post.look().ledger.askings[side].number


def rolls(post: Post) -> tuple[bodies.Rolled, ...]:
    """The dice of the last entry."""
    return post.look().save.entries[-1].body.record.rolls


def order(post: Post, side: str, *lines: str, **more: Any) -> Envelope:
    """An honest order."""
    return post.look(side).orders(lines, **more).envelope


def mailed(post: Post, mail: Envelope) -> Receipt:
    """What the honest GM's `pbem apply` says to a mail; if it is taken, the game has gone on."""
    (receipt,) = post.take({f"{len(post.mails):03}": envelope.to_text(mail)})
    return receipt


def refusal(post: Post, mail: Envelope) -> type[PbemError]:
    """Why `pbem apply` refuses a mail, after which the game stands where it stood."""
    before = post.save
    receipt = mailed(post, mail)
    assert receipt.error is not None, "pbem apply took it"
    assert post.save == before
    return type(receipt.error)


def sent(post: Post, side: str, *lines: str, **more: Any) -> Envelope:
    """An honest order that the GM takes."""
    mail = order(post, side, *lines, **more)
    receipt = mailed(post, mail)
    assert receipt.error is None, receipt.error
    return mail


def changed(mail: Envelope, signer: Identity, **fields: Any) -> Envelope:
    """A mail with other words in it, signed by whoever likes."""
    return envelope.sign(signer, bodies.replace(mail.body, **fields))


def by_hand(
    post: Post,
    side: str,
    texts: Sequence[str],
    *,
    commits: Mapping[int, str] | None = None,
    reactions: Sequence[tuple[str, str]] | None = None,
    **fields: Any,
) -> Envelope:
    """An order that no client of ours would write: any texts, unchecked, or other ones committed to.

    Args:
        commits: place (from 1) to the text that is committed to instead of the one sealed.
        fields: of the order's body, in place of the honest ones.
    """
    game = post.look(side)
    author, ledger = game._author(), game.ledger
    asking = ledger.askings[side]
    padded = [*texts, *[""] * (-len(texts) % SLOTS or (0 if texts else SLOTS))]
    said = tuple(SealedStatement(commitment.new_salt(), text) for text in padded)
    told = Orders(
        salt=commitment.new_salt(),
        statements=said,
        standing=reactions is not None,
        reactions=tuple(reactions or ()),
    )
    number, revision = asking.number, int(fields.get("revision", 1))
    locked = tuple(
        commitment.commit_statement(
            ledger.game, side, number, revision, i, s.salt, (commits or {}).get(i, s.text)
        )
        for i, s in enumerate(said, 1)
    )
    made: dict[str, Any] = {
        "v": VERSION,
        "game": ledger.game,
        "author": side,
        "head": ledger.head,
        "at": author.at,
        "newest": author.newest,
        "question": number,
        "link": compose.link(author, asking.link),
        "request": asking.request,
        "revision": 1,
        "statements": locked,
        "commitment": commitment.commit_orders(ledger.game, side, "order", number, revision, told),
        "sealed": (Sealed("gm", ""), Sealed(side, "")),
        "brings": reactions is not None,
    }
    body = Order(**{**made, **fields})
    if "sealed" not in fields:
        keys = ledger.chair.keys.x25519, ledger.seats[side].keys.x25519
        body = bodies.replace(body, sealed=sealed.seal_orders(body, told, *keys, escrow=True))
    return envelope.sign(author.identity, body)


class Crook:
    """A GM who writes any entry he likes, and signs it; everything else about him is in order."""

    def __init__(self, post: Post) -> None:
        game = post.look("gm")
        self.entries: tuple[Entry, ...] = game.save.entries
        self.ledger: Ledger = game.ledger
        self.keys = game.holder.keys
        self.menus: dict[str, str] = {}
        self.past = game._past

    def writes(self, step: AnyStep, how: type[GmChance] = GmChance, **changes: Any) -> Crook:
        """One more entry: a step as `how` takes it, with parts of its record changed."""
        taken = take(self.ledger, step, how(self.keys, self.past))
        entry = self.signs(step, bodies.replace(taken.record, **changes))
        self.menus |= taken.draft.menus
        self.ledger = taken.ledger(entry)
        return self

    def takes(self, mail: Envelope, how: type[GmChance] = GmChance, **changes: Any) -> Crook:
        return self.writes(Mailed(order=mail), how, **changes)

    def signs(self, step: AnyStep, record: bodies.Record) -> Entry:
        """An entry that follows from nothing: his ledger does not go on."""
        prev, n = self.entries[-1].head, len(self.entries)
        body = EntryBody(v=VERSION, n=n, prev=prev, step=step, record=record)
        entry = Entry.signed(GM, body, self.entries[0].head)
        self.entries = (*self.entries, entry)
        return entry

    @property
    def last(self) -> bodies.Record:
        return self.entries[-1].body.record

    @property
    def quiet(self) -> bodies.Record:
        """The record of an entry behind the last one in which nothing happens."""
        return bodies.Record(questions=self.last.questions, state_hash=self.last.state_hash)


def verify(cheat: Crook | Post | Sequence[Entry], who: Identity | None = None) -> str:
    """What `pbem verify` says, with an identity or without: the objection, "" if all is in order."""
    entries, menus = entries_of(cheat), cheat.menus if isinstance(cheat, Crook) else {}
    try:
        Game(Save(entries, GM.public.fingerprint, beside=menus), who).verify()
    except PbemError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def audit(cheat: Crook | Post | Sequence[Entry]) -> str:
    """What doing everything again with the GM's revealed key says; "" if it comes out the same."""
    entries = entries_of(cheat)
    try:
        ledger_after(entries, keys=gm_keys(GM, entries))
    except PbemError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def audited(cheat: Crook | Post | Sequence[Entry], *parties: str) -> Audit:
    """What `pbem audit` makes of it with the keys of these parties."""
    entries = entries_of(cheat)
    game = entries[0].head
    reveals = []
    for who, party in ((GM, "gm"), (ANN, "york"), (BOB, "lancaster")):
        if party in parties:
            reader = Game(Save(entries[: len(entries) - 1], GM.public.fingerprint), who)
            own = [reader.key] if reader.key is not None else []
            for key in [*reader.holder.keys.values()] or own:
                body = Reveal(v=VERSION, game=game, author=party, key=key.root.hex())
                reveals.append(envelope.sign_reveal(who, body))
    return audit_all(entries, reveals)


def entries_of(cheat: Crook | Post | Sequence[Entry]) -> tuple[Entry, ...]:
    if isinstance(cheat, Crook):
        return cheat.entries
    if isinstance(cheat, Post):
        return cheat.look().save.entries
    return tuple(cheat)
