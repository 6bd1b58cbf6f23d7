"""What players sign beside orders: disputes, agreement with rulings, take-backs, holidays, the end.

A statement reveals no link and moves no dice. It stands in the log once.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.table import Event
from pbem.errors import BadStatement, ForTheChair, Stale
from pbem.ledger.cases import agreed, time
from pbem.ledger.cases.rewind import check_living, rewind, undone
from pbem.ledger.chance import Chance
from pbem.ledger.door import check_said
from pbem.ledger.draft import Draft
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import Ledger
from pbem.ledger.orders import LAST_WORDS, check_spoken
from pbem.ledger.values import Dispute, Wish, replace
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import AnyStatement, Envelope, SignedMessage

AT_ONCE = (bodies.TakeBack, bodies.Agree, bodies.Resign, bodies.Draw)
"""They hold for the game as it stood when somebody was last asked something."""


STATEMENTS: dict[str, type[bodies.SignedMessage]] = {
    "dispute": bodies.Dispute,
    "countersign": bodies.Countersign,
    "takeback": bodies.TakeBack,
    "agree": bodies.Agree,
    "holiday": bodies.Holiday,
    "over": bodies.Over,
    "say": bodies.Say,
    "resign": bodies.Resign,
    "draw": bodies.Draw,
}
"""By the word that a player types."""


def check(ledger: Ledger, mail: Envelope) -> AnyStatement:
    """The statement in this email, if it can be the next entry; nothing changes.

    Raises: BadStatement, Stale, and what `check_said` raises.
    """
    body = mail.body
    if not isinstance(body, AnyStatement):
        raise BadStatement(why="it is none")
    check_said(ledger, mail)
    n, digest = ledger.n + 1, envelope.digest(mail)
    if digest in ledger.cases.said:
        raise BadStatement(why=f"it is in the log already, as entry {ledger.cases.said[digest]}")
    if body.entry >= n:
        raise BadStatement(why=f"there is no entry {body.entry} yet; the last one is {n - 1}")
    if ledger.heads.index(body.head) < body.entry:
        # Or a word on an entry could be moved to another branch of the log.
        raise Stale(found=ledger.heads.index(body.head), expected=body.entry)
    if isinstance(body, AT_ONCE) and ledger.heads.index(body.head) < ledger.cases.asked:
        # Or a GM could keep such a word, and use it when it suits somebody.
        raise Stale(found=ledger.heads.index(body.head), expected=ledger.cases.asked)
    if not isinstance(body, LAST_WORDS):
        check_spoken(ledger, mail)
    CHECKS[type(body)](ledger, body)
    return body


def take(draft: Draft, mail: Envelope, chance: Chance) -> list[Event]:
    """Note a statement of a player in the log's cases, and do what follows from it; the events for reports.

    Raises as `check`.
    """
    ledger, n = draft.ledger, draft.n
    body = check(ledger, mail)
    side, entry, text, cases = body.author, body.entry, body.text, draft.cases
    match body:
        case bodies.Dispute():
            draft.change(disputes=(*cases.disputes, Dispute(n, side, entry, text)))
            return [Event("", f"{side} disputes entry {entry}: {text}")]
        case bodies.Countersign():
            rulings = [
                replace(ruling, by=(*ruling.by, side)) if ruling.n == entry else ruling
                for ruling in cases.rulings
            ]
            draft.change(rulings=tuple(rulings))
            return [Event("", f"{side} countersigns the ruling of entry {entry}. {text}".strip())]
        case bodies.TakeBack():
            draft.change(wishes=(*cases.wishes, Wish(n, side, entry, text)))
            why = f": {text}" if text else "."
            return [Event("", f"{side} asks to take back everything from entry {entry} on{why}")]
        case bodies.Agree():
            return _agree(draft, body, chance)
        case bodies.Holiday():
            return [Event("", time.holiday(draft, side, text))]
        case bodies.Over():
            draft.change(overs=frozen({**cases.overs, side: n}))
            return [Event("", f"{side} signs the end of the game, as entry {entry} has it.")]
        case bodies.Say():
            return [Event("", f"{side} says: {text}")]
        case bodies.Resign():
            return _resign(draft, side, text)
        case bodies.Draw():
            return _offer_draw(draft, side, entry)
        case bodies.Consent():
            raise ForTheChair


def _agree(draft: Draft, body: bodies.Agree, chance: Chance) -> list[Event]:
    wish_agreed = next(wish for wish in draft.cases.wishes if wish.n == body.entry)
    wish_agreed = replace(wish_agreed, by=(*wish_agreed.by, body.author))
    silent = [side for side in draft.sides if side not in (wish_agreed.side, *wish_agreed.by)]
    if not silent:
        rewind(draft, wish_agreed.first, chance)
        wish_agreed = replace(wish_agreed, done=draft.n)
    wishes = [wish_agreed if wish.n == wish_agreed.n else wish for wish in draft.cases.wishes]
    draft.change(wishes=tuple(wishes))
    follows = (
        f"It waits for {' and '.join(silent)}." if silent else undone(wish_agreed.first, draft.n)
    )
    return [Event("", f"{body.author} agrees. {follows}")]


def _resign(draft: Draft, side: str, text: str) -> list[Event]:
    others = [other for other in draft.sides if other != side]
    draft.verdict = (tuple(others), f"{side} resigns")
    won = f"{' and '.join(others)} {'win' if len(others) > 1 else 'wins'}."
    return [Event("", f"{side} resigns. {won} {text}".strip())]


def _offer_draw(draft: Draft, side: str, entry: int) -> list[Event]:
    offers = draft.cases.draws
    if not entry:
        draft.change(draws=frozen({**offers, side: draft.n}))
        return [Event("", f"{side} offers a draw.")]
    text = f"{side} takes the draw offered in entry {entry}."
    silent = [other for other in draft.sides if other != side and offers.get(other) != entry]
    if silent:
        draft.change(draws=frozen({**offers, side: entry}))
        return [Event("", f"{text} It waits for {' and '.join(silent)}.")]
    draft.verdict = ((), "all sides agree to a draw")
    return [Event("", f"{text} The game is over.")]


def _can_dispute(ledger: Ledger, body: SignedMessage) -> None:
    if not body.text or not body.entry:
        raise BadStatement(why="name the entry that you dispute, and say what is wrong with it")


def _can_countersign(ledger: Ledger, body: SignedMessage) -> None:
    ruled = next((r for r in ledger.cases.rulings if r.n == body.entry), None)
    if ruled is None:
        raise BadStatement(why=f"entry {body.entry} is no ruling")
    if body.author in ruled.by:
        raise BadStatement(why=f"{body.author} has already accepted that ruling")


def _can_take_back(ledger: Ledger, body: SignedMessage) -> None:
    if not 0 < body.entry <= ledger.n:
        raise BadStatement(why="name the first entry to take back")
    check_living(body.entry, ledger.n + 1, ledger.cases.rewinds)
    agreed.check_take_back(ledger, body.entry)
    if any(w.side == body.author and not w.done for w in ledger.cases.wishes):
        raise BadStatement(why="you have asked already; not everybody has agreed yet")


def _can_agree(ledger: Ledger, body: SignedMessage) -> None:
    wish = next((w for w in ledger.cases.wishes if w.n == body.entry), None)
    if wish is None or wish.done:
        waits = [f"--agree {w.n}" for w in ledger.cases.wishes if not w.done]
        instead = f"; what waits: {', '.join(waits)}" if waits else "; none waits"
        why = f"entry {body.entry} is no take-back that waits for an answer{instead}"
        raise BadStatement(why=why)
    if body.author in (wish.side, *wish.by):
        raise BadStatement(why="the others must agree, not you")
    agreed.check_take_back(ledger, wish.first)


def _can_be_away(ledger: Ledger, body: SignedMessage) -> None:
    clock = ledger.cases.clock
    if time.days(body.text)[1] <= clock.at:
        raise BadStatement(why="these days are over; ask the GM for more time")
    if any(row.side == body.author and row.last > clock.at for row in clock.away):
        raise BadStatement(why="you already have another holiday ahead; ask the GM for more time")
    agreed.check_holiday(ledger, body.author, body.text)


def _can_end(ledger: Ledger, body: SignedMessage) -> None:
    if ledger.result is None:
        raise BadStatement(
            why="the game is not over; `pbem draw` or `pbem resign` can end it earlier"
        )
    if body.entry != ledger.cases.result:
        raise BadStatement(why=f"the game ended with entry {ledger.cases.result}, not {body.entry}")


def _can_say(ledger: Ledger, body: SignedMessage) -> None:
    if not body.text.strip():
        raise BadStatement(why="the message is empty")


def _can_give_up(ledger: Ledger, body: SignedMessage) -> None:
    if not ledger.begun or ledger.result is not None:
        raise BadStatement(why="there is no game under way")


def _can_draw(ledger: Ledger, body: SignedMessage) -> None:
    _can_give_up(ledger, body)
    offers = ledger.cases.draws
    if body.entry and all(body.entry != n or side == body.author for side, n in offers.items()):
        # One that stood on could be taken when the next dice are known.
        why = f"entry {body.entry} holds no open offer of another side; an offer ends when the game moves on"
        raise BadStatement(why=why)


def _elsewhere(ledger: Ledger, body: SignedMessage) -> None:
    raise ForTheChair


CHECKS: dict[type[SignedMessage], Callable[[Ledger, SignedMessage], None]] = {
    bodies.Dispute: _can_dispute,
    bodies.Countersign: _can_countersign,
    bodies.TakeBack: _can_take_back,
    bodies.Agree: _can_agree,
    bodies.Holiday: _can_be_away,
    bodies.Over: _can_end,
    bodies.Say: _can_say,
    bodies.Resign: _can_give_up,
    bodies.Draw: _can_draw,
    bodies.Consent: _elsewhere,
}
