"""What players send to be carried out: accepts, orders, `ready`, standing orders.

Checked before anything changes; then the links, then the lines (PROTOCOL.md, rules 2 to 4).
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.notation import stacked
from pbem.engine.play import OPEN, Play
from pbem.engine.request import Request
from pbem.engine.script import script_line
from pbem.engine.table import Event
from pbem.errors import (
    AlreadySeated,
    BadOpening,
    BadStatement,
    GameOver,
    Garbled,
    NotYourTurn,
    OldQuestion,
    OutOfSequence,
    SeatKept,
    SideTaken,
    Stale,
    WaitsForReady,
    WaitsForRuling,
    WrongSide,
)
from pbem.ledger import standing
from pbem.ledger.askings import put_again
from pbem.ledger.chance import Chance, Reached
from pbem.ledger.door import check_said
from pbem.ledger.draft import Draft, check_answering
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import Ledger
from pbem.ledger.locks import lock_stack, stack_slots
from pbem.ledger.run import Run
from pbem.ledger.values import JOINS, READY, LatestLink, Seat, Statements
from pbem.ledger.values import ChainReach as Link
from pbem.patterns import Pattern
from pbem.protocol import bodies
from pbem.protocol.bodies import (
    Accept,
    AnyStatement,
    Envelope,
    Order,
    Orders,
    Over,
    Ready,
    Resign,
    Standing,
)
from pbem.protocol.offices import MOVE

LAST_WORDS = (Over, Resign)
"""What can always be said where it can be said at all."""
MOST_SPOKEN = 50
"""What a side may say between two questions of its own, long emails counting as several."""
SPOKEN_SIZE = 4096
USUAL = 16 * 1024
"""Bytes of an answer that are free; what it has besides counts as words do."""
SHARE = 24 * 1024 * 1024
"""Bytes that words, policies and long answers of all sides together may add to a log: of two, each 200 emails of the longest kind."""
MOST_SEALED = 37_000
"""Characters of a sealed part: 24 KiB of orders, padded, in base64."""
KEPT = Pattern(r"SHA256:[A-Za-z0-9+/]{43}")


# -- accepts ------------------------------------------------------------------------------------


def check_accept(ledger: Ledger, mail: Envelope) -> Accept:
    """The accept in this email, if its author can take the seat that it names.

    Raises: SideTaken, AlreadySeated, SeatKept, Garbled, and what `check_said` raises.
    """
    body = mail.body
    if not isinstance(body, Accept):
        raise Garbled(why="this is no accept")
    keys = body.keys
    side = check_said(ledger, mail, keys)
    if side in ledger.seats:
        raise SideTaken(side=side, name=ledger.seats[side].keys.name)
    invitation = KEPT.compiled.search(ledger.genesis.invited.get(side, ""))
    if invitation and invitation[0] != keys.fingerprint:
        invited_card = ledger.genesis.invited[side]
        raise SeatKept(
            side=side, invited=invited_card, name=keys.name, fingerprint=keys.fingerprint
        )
    if role := ledger.side_of(keys.ssh):
        raise AlreadySeated(name=keys.name, role=role)
    if ledger.heads.index(body.head) < ledger.chair.since:
        # Or a GM could look for chains that go well with the link of a `ready` that came with it.
        raise Stale(found=ledger.heads.index(body.head), expected=ledger.chair.since)
    check_fresh(ledger, keys.x25519, *body.anchors.values())
    return body


def check_first_ready(ledger: Ledger, accept: Accept, mail: Envelope) -> Ready:
    """The `ready` in this email, if it is the one that can come with the last accept.

    Raises: WrongGame, WrongSide, BadSignature, OldCopy, Forked, Stale, Garbled. OutOfSequence: it answers another
    number than 1.
    """
    body = mail.body
    if not isinstance(body, Ready):
        raise Garbled(why="what comes with an accept is a `ready`")
    if len({*ledger.seats, accept.author}) < len(ledger.sides):
        raise Garbled(why="`ready` comes with the last accept only")
    if body.author != accept.author:
        raise WrongSide(signer=accept.keys.name, claimed=body.author)
    check_said(ledger, mail, accept.keys)
    if body.head != accept.head:
        own_entry, expected = (ledger.heads.index(one.head) for one in (body, accept))
        raise Stale(found=own_entry, expected=expected)
    if body.question != 1:
        hint = (
            "An order that comes with the reply to the invitation has to answer the first question."
        )
        raise OutOfSequence(found=body.question, side=body.author, expected=1, hint=hint)
    return body


def check_fresh(ledger: Ledger, x25519: str, *anchors: str) -> None:
    """No sealing key and no anchor stands twice in a log (rule 6). Raises Garbled."""
    chains, genesis = ledger.chains, ledger.genesis
    founder = ledger.table.chairs[0].keys
    known = {founder.x25519, *genesis.anchors.values(), chains.dice.link}
    known |= {*ledger.table.used, *(chain.link for chain in chains.moves.values())}
    known |= {latest.link for latest in chains.latest.values()}
    if known & {x25519, *anchors} or len(set(anchors)) < len(anchors):
        raise Garbled(why="its sealing key or its anchor stands in this game already")


def arrival(side: str, name: str) -> Event:
    """The event of a player who takes a seat."""
    return Event("", f"{name} joins.", JOINS, about=(side, name))


def take_accept(
    draft: Draft, body: Accept, ready: Ready | None, chance: Chance
) -> tuple[Run | None, list[Event]]:
    """Seat a player; once all sit, the first questions are put. The run, if a `ready` began one, and the events for
    reports."""
    side, anchor = body.author, body.anchors[MOVE]
    events = [arrival(side, body.keys.name)]
    draft.used = (*draft.used, body.keys.x25519, anchor)
    seats = {**draft.seats, side: Seat(body.keys, draft.n, body.head, draft.n, person=draft.n)}
    draft.seats = {seat_side: seats[seat_side] for seat_side in draft.sides if seat_side in seats}
    draft.latest[side], draft.moves[side] = LatestLink(0, anchor), Link(0, anchor)
    if not draft.begun:
        return None, events
    draft.change(begun=draft.n)
    if isinstance(draft.play, Play):
        quietly(chance, lambda: draft.play.go_on(chance))
        put_again(draft)
    if ready is not None:
        if draft.hidden:
            draft.ask(side, READY)
        elif not draft.askings[side].is_ready:
            raise NotYourTurn(side=side, waiting="it is asked something, and need not say `ready`")
        draft.take_link(side, draft.askings[side], ready.link)
        return when_all_are_ready(draft, chance), events
    return None, events


def quietly(chance: Chance, act: Callable[[], object]) -> None:
    """Do it as far as no die and no shuffle decides."""
    chance.quiet = True
    try:
        act()
    except Reached:
        pass
    finally:
        chance.quiet = False


# -- checks -------------------------------------------------------------------------------------


def check_answer(ledger: Ledger, mail: Envelope) -> None:
    """Pass if this order, or `ready`, answers the open question of its side, with the right head and link.

    Raises: WrongGame, WrongSide, BadSignature, OldCopy, Forked, Stale, GameOver, WaitsForReady, WaitsForRuling,
    NotYourTurn, OutOfSequence, OldQuestion, BadLink, Garbled: nothing has changed.
    """
    body = mail.body
    side = check_said(ledger, mail)
    if not isinstance(body, Order | Ready):
        raise Garbled(why="this answers nothing")
    asking = ledger.askings.get(side)
    if asking is not None and body.question > asking.number:
        hint = "The entry with that question is not in this copy."
        raise OutOfSequence(found=body.question, side=side, expected=asking.number, hint=hint)
    if body.question <= ledger.chains.latest[side].question:
        expected = asking.number if asking else ledger.chains.numbers[side] + 1
        hint = "That question has been answered already, or a ruling has settled it."
        if isinstance(body, Order) and body.revision > 1:
            hint = (
                f"This is revision {body.revision}, but an earlier revision was applied before it came, "
                "and that one counts."
            )
        raise OutOfSequence(found=body.question, side=side, expected=expected, hint=hint)
    if ledger.result is not None:
        raise GameOver(result=ledger.result.reason)
    if ledger.position.failure is not None:
        raise WaitsForRuling(entry=ledger.n)
    if asking is None:
        try:
            ledger.request(side)  # says who is asked instead
        except NotYourTurn as error:
            reason = (
                f"{error.facts['waiting']}. If you were asked before, a ruling has settled that"
            )
            raise NotYourTurn(side=side, waiting=reason) from error
        raise NotYourTurn(side=side, waiting="its answer is in")
    if body.question < asking.number or (
        isinstance(body, Order) and body.request != asking.request
    ):
        answered_name = body.request if isinstance(body, Order) else READY
        raise OldQuestion(found=answered_name, expected=asking.request)
    if isinstance(body, Ready) != asking.is_ready:
        raise OldQuestion(found=READY, expected=asking.request)
    if ledger.heads.index(body.head) < asking.since:
        raise Stale(found=ledger.heads.index(body.head), expected=asking.since)
    if isinstance(body, Order) and ledger.owes_ready():
        raise WaitsForReady(sides=" and ".join(ledger.owes_ready()))
    check_answering(side, ledger.chains.moves[side], asking.link, body.link)
    check_filling(ledger, mail)
    if isinstance(body, Order):
        _check_form(ledger, body, ledger.request(side))


def _check_form(ledger: Ledger, body: Order, request: Request) -> None:
    _check_sizes(body)
    if [part.to for part in body.sealed] != ["gm", body.author]:
        raise Garbled(why="an order is sealed to the GM and to its own side")
    if len(body.statements) % bodies.SLOTS:
        raise Garbled(why=f"its statements are not padded to a multiple of {bodies.SLOTS}")
    _check_openings(ledger, body, request)
    slots = stack_slots(request)
    if [part.slot for part in body.plan] != slots:
        raise Garbled(
            why=f"the sealed stack must have {len(slots)} cards, and those of this question"
            if slots
            else "it seals a stack, and none is asked for"
        )


def _check_openings(ledger: Ledger, body: Order, request: Request) -> None:
    """Does it open what its question asks to open, and nothing else? Raises Garbled."""
    slots = [opening.slot for opening in body.openings]
    if slots != ([ledger.to_open(request)] if request.kind == OPEN else []):
        raise Garbled(why="it does not open the card that its question asks for, and no other")


# -- orders -------------------------------------------------------------------------------------


def take_order(draft: Draft, body: Order, chance: Chance) -> Run:
    """Carry out a decision order, which has been checked; the run of what followed.

    Raises:
        BadOpening, BadScript, Garbled: a slot does not open as committed, or cannot be read.
        IllegalOrder: already the first line that would run is not possible, or none would run.
    """
    side = body.author
    orders = chance.orders(body)
    texts = _texts(draft, body, orders)
    draft.own_texts[draft.n] = texts
    request = None if draft.hidden else draft.play.request(side)
    draft.answerer, draft.answered = side, draft.askings[side]
    same_link = draft.answered.link == draft.moves[side].number
    draft.take_link(side, draft.answered, body.link)
    if body.brings:
        standing.learn(draft, side, orders)
    _set_cut(draft, body, same_link)
    draft.change(ordered=frozen({**draft.cases.ordered, side: draft.n}))
    if body.openings:
        return _open_cards(draft, body, orders, chance)
    salts = (
        tuple(statement.salt for statement in orders.statements) if orders else ("",) * len(texts)
    )
    draft.rest.pop(side, None)
    run = Run(draft, chance, side)
    if request is None or draft.hidden:
        lock_stack(draft, draft.play.request(side), body.plan)
        draft.rest[side] = Statements(
            draft.n, body.question, body.revision, body.statements, texts, salts
        )
        for card in orders.cards if orders is not None else ():
            draft.learn(card.slot, card.salt, card.card)
        return run
    if request.stack is not None:
        if any(texts):
            raise Garbled(why="a stack is an order of its own, without lines")
        lock_stack(draft, request, body.plan)
        _learn_stack(draft, request, orders, body)
        run.guarded(
            side, draft.n, 0, lambda: draft.play.answer_stack(side, stack_slots(request), chance)
        )
        run.used = 1
    else:
        draft.rest[side] = Statements(
            draft.n, body.question, body.revision, body.statements, texts, salts
        )
    run.on()
    return run


def _set_cut(draft: Draft, body: Order, same_link: bool) -> None:
    """Set which standing orders count while an order is carried out (PROTOCOL.md, section 14).

    Nobody is to choose a policy by dice that they can know. So of each side the policies count that were in force
    after entry `draft.cut`, the last one that the order's author had seen; of a side in `draft.brings` those count
    besides that came with the entry of this number.

    Args:
        same_link: the author has sent an order with this secret number before, and so may know its dice.
    """
    side, head = body.author, draft.ledger.heads.index(body.head)
    if same_link:
        # The cut of that first order stays. Of the author's own policies the newest counts that came no later than what
        # this order's author had seen, or with this order.
        own_entries = [
            order.entry
            for order in draft.standing.get(side, ())
            if order.entry <= head or order.entry == draft.n
        ]
        if own_entries:
            draft.brings[side] = own_entries[-1]
    elif _others_answered(draft) and draft.cut >= 0:
        # One entry needs the answers of all: the oldest head, and what each of them brought.
        draft.cut = min(head, draft.cut)
        draft.brings[side] = draft.n
    else:
        draft.cut, draft.brings = head, {side: draft.n}


def _open_cards(draft: Draft, body: Order, orders: Orders | None, chance: Chance) -> Run:
    """Turn up a card that its owner kept from the GM; lines that wait go on. Raises Garbled, BadOpening."""
    side, (opening,) = body.author, body.openings
    if orders is not None and (
        orders.cards or any(statement.text for statement in orders.statements)
    ):
        raise Garbled(why="a card is opened by an order of its own, without lines")
    draft.learn(opening.slot, opening.salt, opening.card)
    run = Run(draft, chance, side)
    if isinstance(draft.play, Play):
        run.guarded(side, draft.n, 0, lambda: draft.play.answer(side, OPEN, chance))
        run.on()
    return run


def _others_answered(draft: Draft) -> bool:
    """Has somebody else answered the request put to several that is open?"""
    return bool(draft.laid) or (
        isinstance(draft.play, Play) and bool(draft.play.checkpoint.answers)
    )


def _texts(draft: Draft, body: Order, orders: Orders | None) -> tuple[str | None, ...]:
    """The statements as far as they are known here, each of which can be read. Raises BadScript."""
    if orders is None:
        return (None,) * len(body.statements)
    look = draft.look(body.author)
    for statement in orders.statements:
        if statement.text:
            for condition in script_line(statement.text).conditions:
                for term in condition.terms if draft.play.state is not None else ():
                    look(term)
    return tuple(statement.text for statement in orders.statements)


def _learn_stack(draft: Draft, request: Request, orders: Orders | None, body: Order) -> None:
    """Raises IllegalOrder or BadOpening unless the cards, spelled out, may be stacked so."""
    if orders is None or not orders.cards or request.stack is None:
        return
    cards = tuple(card.card for card in orders.cards)
    if stacked(request.stack, " ".join(cards)) != cards:
        raise BadOpening(
            slot=f"a plan of {body.author}", why="its cards are not spelled as they should"
        )
    for card in orders.cards:
        draft.learn(card.slot, card.salt, card.card)


def take_ready(draft: Draft, body: Ready, chance: Chance) -> Run:
    """A `ready` that was owed; with the last one the dice fall that waited for it."""
    draft.take_link(body.author, draft.askings[body.author], body.link)
    return when_all_are_ready(draft, chance)


def when_all_are_ready(draft: Draft, chance: Chance) -> Run:
    """The dice that waited for everybody's `ready`, if nobody owes one any more."""
    run = Run(draft, chance)
    if not draft.owing and isinstance(draft.play, Play) and draft.failure is None:
        # Standing orders as they stood before anybody knew a link of this new ground.
        draft.cut, draft.brings = draft.ground, {}
        run.go_on()
    return run


def check_standing(ledger: Ledger, mail: Envelope) -> None:
    """Pass if these standing orders can be taken. Raises as `check_answer`."""
    side = check_said(ledger, mail)
    body = mail.body
    if not isinstance(body, Standing):
        raise Garbled(why="this is no standing order")
    if not ledger.begun:
        raise NotYourTurn(side=side, waiting="not everybody has joined")
    if ledger.result is not None:
        raise GameOver(result=ledger.result.reason)
    youngest = ledger.cases.ordered.get(side, 0)
    if ledger.heads.index(body.head) < youngest:
        # Else a GM could keep old ones, and bring them back over those of a younger order.
        raise Stale(found=ledger.heads.index(body.head), expected=youngest)
    check_spoken(ledger, mail)
    _check_sizes(body)
    last_counter = ledger.cases.counters.get(side, 0)
    if body.counter <= last_counter:
        hint = "This side already has newer policies or scripts."
        raise OutOfSequence(found=body.counter, side=side, expected=last_counter + 1, hint=hint)
    if [part.to for part in body.sealed] != ["gm", side]:
        raise Garbled(why="a standing order is sealed to the GM and to its own side")


def spoken(mail: Envelope) -> int:
    """As how many words an email counts: one for each 4,096 bytes that it begins (PROTOCOL.md, section 15)."""
    return -(-len(bodies.encode_again(mail)) // SPOKEN_SIZE)


def check_spoken(ledger: Ledger, mail: Envelope) -> None:
    """A log is not to be filled by one who talks on, or at length. Raises BadStatement."""
    check_filling(ledger, mail)
    side = mail.body.author
    if ledger.cases.spoken.get(side, 0) + spoken(mail) > MOST_SPOKEN:
        most = MOST_SPOKEN * SPOKEN_SIZE // 1024
        raise BadStatement(
            why=f"{side} has sent {MOST_SPOKEN} words, or {most} kB of words and policies, since it was last asked "
            "something; that is enough until it is asked again"
        )


def filling(mail: Envelope) -> int:
    """How many bytes of an email count for the whole game (PROTOCOL.md, section 15)."""
    body = mail.body
    if isinstance(body, LAST_WORDS) or not isinstance(body, Order | Standing | AnyStatement):
        return 0
    free = USUAL if isinstance(body, Order) else 0
    return max(0, len(bodies.encode_again(mail)) - free)


def check_filling(ledger: Ledger, mail: Envelope) -> None:
    """One side does not fill the save of a whole game. Raises BadStatement."""
    side, more = mail.body.author, filling(mail)
    most = SHARE // len(ledger.sides)
    if more and ledger.cases.filled.get(side, 0) + more > most:
        raise BadStatement(
            why=f"the words, policies and long orders of {side} have used up its share of the save, {most // 1024} kB. "
            f"What still works: orders of up to {USUAL // 1024} kB, `ready`, `resign` and `over`"
        )


def _check_sizes(body: Order | Standing) -> None:
    if any(len(part.data) > MOST_SEALED for part in body.sealed):
        raise Garbled(why="what it seals is longer than any orders are")


def take_standing(draft: Draft, body: Standing, chance: Chance) -> None:
    """New standing orders, the whole set. Raises BadOpening, BadScript."""
    orders = chance.orders(body)
    standing.learn(draft, body.author, orders)
    counters = {**draft.cases.counters, body.author: body.counter}
    draft.change(counters=frozen(counters))
