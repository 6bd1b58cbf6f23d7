"""One function takes a step: GM, player, verifier and auditor run this one, and differ in `chance` only.

An entry is a step, its record, and links; who writes it signs what `take` recorded, who checks it
compares the records. A refused step leaves the old ledger as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.play import Play
from pbem.engine.ruleset import Result
from pbem.engine.scenarios import starting_state
from pbem.engine.table import Event
from pbem.errors import ForTheChair, Garbled, ReplayMismatch
from pbem.games import find
from pbem.ledger import askings, course, disclosure, locks, orders, sealed
from pbem.ledger.cases import (
    absence,
    agreed,
    consents,
    people,
    rules_change,
    rulings,
    says,
    time,
)
from pbem.ledger.cases.rules_change import check_known, check_seen
from pbem.ledger.chance import Chance
from pbem.ledger.chances import AuditChance, GmChance, LogChance, made_by
from pbem.ledger.checks import classes, hidden, questions
from pbem.ledger.checks.classes import Kind
from pbem.ledger.draft import Draft
from pbem.ledger.frozen import frozen, sorted_json
from pbem.ledger.glimpse import glimpse
from pbem.ledger.ledger import Ledger, stored, veiled_setup
from pbem.ledger.run import Run
from pbem.ledger.standing import tidy as tidy_standing
from pbem.ledger.story import Story, author
from pbem.ledger.values import (
    GM,
    Cases,
    ChainReach,
    Chains,
    Failure,
    Glimpsed,
    GmTenure,
    LatestLink,
    Mark,
    Position,
    Seat,
    Seating,
    Version,
    replace,
)
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import (
    Absent,
    AnyStatement,
    AnyStep,
    Chaired,
    Claim,
    Clocked,
    DuelGenesis,
    DuelJoined,
    DuelPlayed,
    DuelRenewed,
    DuelStep,
    Genesis,
    Joined,
    Mailed,
    Order,
    Ready,
    Record,
    Rules,
    Ruling,
    Seated,
    Setup,
    Standing,
)
from pbem.protocol.entry import Entry
from pbem.protocol.hashing import state_hash
from pbem.protocol.keys import GameKey
from pbem.protocol.offices import DICE, MOVE


class UnsignedEntry(Struct, frozen=True):
    """A step taken, that is not signed yet: `ledger(mark)` once it is an entry."""

    draft: Draft
    record: Record
    story: Story

    def ledger(self, entry: Entry) -> Ledger:
        """The ledger after the entry that holds this record."""
        return self.draft.freeze(Mark(entry.head, entry.sha512))


def begin(
    genesis: Setup,
    keys: Mapping[str, GameKey] | None = None,
    head: str = "",
    sha512: str = "",
) -> Ledger:
    """The ledger right after the genesis.

    Args:
        keys: of the GM, if this reader has them; a veiled game can be played on only with them.
        head, sha512: of entry 0, where it stands already.

    Raises:
        UnknownRules: this program does not know its version of the rules.
    """
    rules = find(genesis.rules, genesis.data)
    version = Version(0, genesis.rules_version, genesis.data_hash)
    check_known(rules, version)
    state = starting_state(rules, genesis.scenario, genesis.options, version.version)
    play: Any = Play.new(rules, genesis.scenario, genesis.options, version.version)
    play.resume()  # to where `take_accept` goes on from, as one read from a checkpoint
    if rules.secrets.veiled(state) and not keys:
        # What the rules do of themselves before the first question or chance is done in it already.
        plain = sorted_json(codec.dump(rules.secrets.veil(play.state, "public")))
        play = glimpse(rules, Glimpsed(plain, plain))
    ledger = Ledger(
        genesis,
        (Mark(head, sha512),),
        *_begun(genesis),
        Position(stored(play), versions=(version,)),
        cases=Cases(clock=agreed.clock(genesis)),
    )
    ledger.__dict__["play"] = play  # where its cached property keeps the running game
    return ledger


def _begun(genesis: Setup) -> tuple[Seating, Chains]:
    """Who sits, and which links are known, right after the genesis."""
    if isinstance(genesis, DuelGenesis):
        side, keys, anchors = genesis.side, genesis.keys, genesis.anchors
        seats = frozen({side: Seat(keys, 0, "", 0)})
        return Seating((), (), seats, used=(keys.x25519, *anchors.values())), Chains(
            frozen({side: ChainReach(0, anchors[DICE])}),
            frozen({side: LatestLink(0, anchors[MOVE])}),
            frozen({side: ChainReach(0, anchors[MOVE])}),
        )
    seating = Seating((genesis.gm,), (GmTenure(0, genesis.gm),))
    return seating, Chains(frozen({GM: ChainReach(0, genesis.anchors[DICE])}))


def first_hash(genesis: Setup, key: GameKey | None) -> str:
    """The hash of the position of the genesis; of a veiled game with the GM's salt."""
    rules = find(genesis.rules, genesis.data)
    state = codec.encode(
        starting_state(rules, genesis.scenario, genesis.options, genesis.rules_version)
    )
    if not veiled_setup(rules, genesis.scenario, genesis.options):
        return state_hash(state)
    if key is None:
        return ""
    return sealed.veiled_hash(key, 0, state)


def take(ledger: Ledger, step: AnyStep, chance: Chance) -> UnsignedEntry:
    """The entry that follows from a step, not signed yet: the draft after it, its record, and its story.

    The order of the parts matters: what the step does, who was heard, what is asked now, then the record, which a
    reader compares with the one in the log.

    Raises:
        PbemError: it is refused; `ledger` is as it was. ReplayMismatch, NotTrusted: the entry that
            `chance` compares with is not what follows.
    """
    _check(ledger, step, chance)
    draft = Draft(ledger)
    chance.begin(draft)
    if isinstance(draft.play, Play):
        draft.play.at_moment = chance.at_moment
    views_before = disclosure.before(draft) if draft.veiled and not draft.hidden else None
    result = draft.result
    side, key = author(step)
    body = step.order.body if isinstance(step, Joined | Mailed | Seated) else None
    if isinstance(step, Mailed) and (size := orders.filling(step.order)):
        bytes_by_side = draft.cases.filled
        draft.change(filled=frozen({**bytes_by_side, side: bytes_by_side.get(side, 0) + size}))
    if isinstance(step, Mailed) and isinstance(body, Standing | AnyStatement):
        # Before what it leads to: who is asked anew by it has said nothing since.
        words, weight = draft.cases.spoken, orders.spoken(step.order)
        draft.change(spoken=frozen({**words, side: words.get(side, 0) + weight}))
    run, events = _do_step(draft, step, chance)
    if isinstance(chance, LogChance | AuditChance):
        kind = classes.kind_of(ledger, step, chance.record)
        questions.check(ledger, step, kind, chance.record)
        if draft.hidden and isinstance(chance, LogChance):
            _believe(draft, chance, step, kind, result)
    consent_mails = bodies.consents_of(step)
    for signer in (side, *(mail.body.author for mail in consent_mails)):
        if signer in draft.seats:
            draft.seats[signer] = replace(draft.seats[signer], signed=draft.n)
            time.heard(draft, signer)
    time.heard_at(draft, bodies.said_in(step))
    order = [step.order] if isinstance(step, Joined | Mailed | Seated | Chaired) else []
    mails = [*order, *consent_mails]
    if mails:
        names = dict.fromkeys(map(envelope.digest, mails), draft.n)
        draft.change(said=frozen({**draft.cases.said, **names}))
    veiled_fields: dict[str, Any] = {}
    if isinstance(chance, LogChance) and draft.hidden:
        events = []  # they are among what was told
        veiled_fields = {"changes": chance.record.changes, "result": chance.record.result}
        decisions = chance.record.decisions
    else:
        if draft.ground != draft.n:
            askings.settle(draft)
        decisions = draft.decided()
        _name_cards(draft)
        events = [*events, *(Event("", sentence) for sentence in draft.lapsed)]
    askings.close(draft)
    _tidy(draft)
    asked_now = askings.open_questions(draft) if not draft.hidden else draft_asked(chance)
    if draft.veiled and isinstance(chance, GmChance):
        draft.play.events.extend(events)
        veiled_fields = disclosure.tell(
            draft, chance, views_before or disclosure.Before({}, {}, {})
        )
        events = []
    if draft.result is not None and (result is None or not draft.cases.result):
        draft.change(result=draft.n)
        time.start_last_days(draft)
    notes = draft.notes
    if notes.rolls or notes.shuffles or notes.deals or notes.openings:
        draft.change(chance=draft.n)
    course.note(draft)
    if draft.notes.faults:
        draft.change(faults=(*draft.cases.faults, draft.n))
    draft.state_hash = _hash(draft, chance)
    record = draft.notes.record(
        decisions=decisions, questions=asked_now, state_hash=draft.state_hash, **veiled_fields
    )
    draft.cases = questions.cases_after(draft.cases, step, record)
    chance.compare(record)
    story = Story(
        draft.n,
        side,
        key,
        tuple(draft.play.decisions),
        (*draft.play.events, *events),
        _lines_left(draft, side),
        run.why if run else "",
        tuple(draft.doubts),
        tuple(draft.private),
        draft.own,
    )
    course.keep(draft, story)
    return UnsignedEntry(draft, record, story)


def _name_cards(draft: Draft) -> None:
    """Hidden cards that were told of are named to who knows them: none is forgotten yet."""
    events = draft.play.events
    if any(event.cards for event in events):
        known, card_name = draft.known(), draft.rules.words.card_name
        events[:] = [event.naming(known, card_name) for event in events]


def _check(ledger: Ledger, step: AnyStep, chance: Chance) -> None:
    """May this mail be taken now? Asked while the ledger still has its running game, which a draft takes."""
    if isinstance(step, DuelStep):
        chance.check_in_duel(ledger, step)
    if not isinstance(step, Mailed):
        return
    match step.order.body:
        case Order() | Ready():
            orders.check_answer(ledger, step.order)
        case Standing():
            orders.check_standing(ledger, step.order)
        case _:
            pass


def _do_step(draft: Draft, step: AnyStep, chance: Chance) -> tuple[Run | None, list[Event]]:
    """Do what the step of an entry says: the run of orders that it began, if any, and the events for reports."""
    ledger = draft.ledger
    match step:
        case Joined(order=mail, ready=ready):
            accept = orders.check_accept(ledger, mail)
            first_ready = orders.check_first_ready(ledger, accept, ready) if ready else None
            return orders.take_accept(draft, accept, first_ready, chance)
        case Mailed(order=mail):
            match mail.body:
                case Order():
                    return orders.take_order(draft, mail.body, chance), []
                case Ready():
                    return orders.take_ready(draft, mail.body, chance), []
                case Standing():
                    orders.take_standing(draft, mail.body, chance)
                    return None, []
                case Claim():
                    raise ForTheChair
                case body if isinstance(body, AnyStatement):
                    return None, says.take(draft, mail, chance)
                case _:
                    raise Garbled(why="an accept is an entry of its own kind")
        case Seated():
            return None, people.take(draft, step, chance)
        case Chaired():
            return None, people.take_gm(draft, step, chance)
        case Clocked():
            by_all = consents.agreed_by_all(draft.ledger, step)
            return None, time.take(draft, step, agreed=by_all)
        case Absent():
            return None, absence.take(draft, step, chance)
        case Ruling():
            return None, rulings.take(draft, step, chance)
        case Rules():
            return None, rules_change.take(draft, step, chance)
        case DuelJoined() | DuelPlayed() | DuelRenewed():
            return chance.take_in_duel(step)
        case Genesis() | DuelGenesis():
            raise ReplayMismatch(n=draft.n, why="the genesis, and only it, comes first")


def _believe(
    draft: Draft, chance: LogChance, step: AnyStep, kind: Kind, result: Result | None
) -> None:
    """Take in a step of a game whose rules this reader cannot run, after checking what can be checked without them.

    Args:
        result: how the game had ended before.

    Raises FalseEntry, ReplayMismatch, BadOpening.
    """
    record, notes, old_failure = chance.record, draft.notes, draft.ledger.position.failure
    hidden.check(draft, step, kind, record, result, chance.past)
    fault = record.faults[-1] if record.faults else None
    made_by_fault = made_by(fault, record) if fault is not None else []
    if any(of > len(rows) for rows, of in made_by_fault):
        raise chance.mismatch("its fault tells of more than the entry holds")
    # First the dice and cards before the line that failed. Then those of that line, which the fault takes back:
    # only their names stay used, and what it rolled is kept for the next try.
    until: list[int | None] = [len(rows) - of for rows, of in made_by_fault]
    until = until or [None] * 4
    _believe_chance(draft, chance, *(slice(end) for end in until))
    if fault is not None:
        snapshot, uses = draft.snapshot(), frozen(draft.uses)
        _believe_chance(draft, chance, *(slice(end, None) for end in until))
        draft.restore(snapshot)
        shuffles = record.shuffles[len(record.shuffles) - fault.shuffles :]
        body = step.order.body if isinstance(step, Mailed) else None
        open_requests = old_failure.open_before if old_failure is not None else ()
        if isinstance(body, Order):
            open_requests = (body.request,)
        draft.failure = Failure(
            draft.n,
            fault,
            open_before=open_requests,
            uses=uses,
            shuffles=shuffles,
            rolls=record.rolls[len(record.rolls) - fault.rolls :],
        )
    for name in ("stories", "menus", "left", "faults", "proofs"):
        setattr(notes, name, list(getattr(record, name)))
    askings.believe(draft, step, record)
    disclosure.see(draft, chance, kind, old_failure)
    askings.forget_lines(draft, kind, record)
    check_seen(draft)


def _believe_chance(
    draft: Draft, chance: LogChance, rolls: slice, shuffles: slice, openings: slice, deals: slice
) -> None:
    """Take in the dice and cards of these rows of a record, checked as far as that needs no rules."""
    record, notes = chance.record, draft.notes
    for row in record.shuffles[shuffles]:
        draft.shuffles += 1
        shuffle = chance.shuffled(row.deck, list(row.slots), list, row.again)
        chance.check_same_shuffle(shuffle)
        locks.lock_shuffle(draft, shuffle)
        chance.bring_link()
        notes.shuffles.append(shuffle)
    for roll in record.rolls[rolls]:
        name, _, nth = roll.label.rpartition("#")
        draft.uses[name] = draft.uses.get(name, 0) + 1
        if str(draft.uses[name]) != nth:
            raise chance.mismatch(f"the die `{roll.label}` is not the next of its name")
        chance.roll(roll.label, roll.sides)
    locks.check_deals(draft, record.deals[deals])
    for opening in record.openings[openings]:
        locks.check_opening(draft, opening)
        draft.learn(opening.slot, opening.salt, opening.card)
        draft.draw(opening.slot)
        draft.shown[opening.slot] = opening.card
        notes.openings.append(opening)
    for deal in record.deals[deals]:
        notes.deals.append(chance.dealt(deal.slot, deal.to))
        draft.draw(deal.slot)
    # The two lists do not say which of their cards came first.
    slots_opened = [card.slot for card in record.openings[openings]]
    for slot in (*slots_opened, *(card.slot for card in record.deals[deals])):
        locks.check_next(draft, slot)


def draft_asked(chance: Chance) -> Any:
    """What is open, for a reader who is told so."""
    return chance.record.questions if isinstance(chance, LogChance) else ()


def _tidy(draft: Draft) -> None:
    """Forget cards and scripts that no longer lie on the table."""
    if isinstance(draft.play, Play):
        draft.state = codec.encode(draft.play.state)
    live = _live_slots(draft)
    if live is not None:
        draft.locks = {slot: lock for slot, lock in draft.locks.items() if slot in live}
        draft.secrets = {slot: card for slot, card in draft.secrets.items() if slot in live}
        draft.drawn = [slot for slot in draft.drawn if slot in live]
    else:
        live = set(draft.locks)
    tidy_standing(draft, live)


def _live_slots(draft: Draft) -> set[str] | None:
    """Slot names that the game still refers to, wherever they stand in it; None where nobody knows."""
    if not isinstance(draft.play, Play):
        return None
    checkpoint = draft.play.checkpoint
    whole = [checkpoint.record, checkpoint.answers]
    # Before the first decision of a step the state is the one of its checkpoint.
    if checkpoint.record or checkpoint.answers:
        whole.append(checkpoint.state)
    text = draft.state + sorted_json(whole)
    live = set(locks.slots_in(text))
    if draft.failure is not None:  # a stack that `again` lays down once more
        live |= {slot for request in draft.play.pending for slot in locks.stack_slots(request)}
    return live


def _hash(draft: Draft, chance: Chance) -> str:
    if draft.hidden:
        return chance.record.state_hash if isinstance(chance, LogChance) else ""
    if draft.veiled and isinstance(chance, GmChance):
        return sealed.veiled_hash(chance.key, draft.n, draft.state)
    return state_hash(draft.state)


def _lines_left(draft: Draft, side: str) -> tuple[str, ...]:
    """The lines of this step's own order that were not carried out, as far as they are known here."""
    for ended in draft.notes.left:
        if ended.side == side and ended.entry == draft.n:
            return draft.left_texts(ended)
    return ()
