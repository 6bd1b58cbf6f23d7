"""Rules that ask about a hidden hand: what the GM says of it, in a game by mail, and who finds a lie when."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem import games
from pbem.engine.request import Option, Request
from pbem.engine.table import Holds, Table, cards_in
from pbem.errors import IllegalOrder, ReplayMismatch
from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.ledger.holder import Holder
from pbem.mail.write.packet import packet
from pbem.proof.audit import Answer, Claim
from pbem.reports import verdict
from pbem.reports.context import asked_of
from tests.drawn import kept
from tests.says import says, worded

from . import ambush
from .ambush import DECK, MUST, SIDES
from .forger import Body, entries_of, resigned
from .people import ANN, GM, Post, joined
from .test_audit import answers, audited, ended
from .test_seats import CEC, look, seat
from .writer import lenient


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "ambush", f"{ambush.__name__}:RULES")


def begin(scenario: str, nonce: bytes) -> Post:
    made = Game.new(GM, "ambush", scenario, {}, nonce=nonce)
    return joined(Post(made.dumps(), seed=3)).ready()


@kept
def _started(scenario: str, who: str, wanted: str) -> Post:
    for nonce in range(1, 60):
        post = begin(scenario, bytes([nonce]) * 32)
        if HANDS[wanted](held(post, who)):
            return post
    raise AssertionError("nobody ever holds that")


HANDS = {
    "must": lambda cards: any(card in MUST for card in cards) and "DOG" not in cards,
    "free": lambda cards: not any(card in MUST for card in cards) and "DOG" not in cards,
    "dog": lambda cards: "DOG" in cards and not any(card in MUST for card in cards),
    "horn": lambda cards: "HORN" in cards and not any(card in MUST for card in cards),
}


def started(wanted: str = "must", who: str = "york", scenario: str = "open") -> Post:
    """A game in which a side has been dealt such a hand."""
    return _started(scenario, who, wanted).copy()


def held(post: Post, side: str) -> list[str]:
    return sorted(post.look(side).known(side).values())


def send(post: Post, side: str, *lines: str, **more: object) -> None:
    (receipt,) = post.take({f"{len(post.mails):03}-{side}": lenient(post, side, *lines, **more)})
    assert receipt.error is None, receipt.error


def to_the_last_impulse(post: Post) -> Post:
    """York is asked for his last."""
    for side in SIDES:
        send(post, side, "strike")
    return post


def turn_over(post: Post, *york: str) -> Post:
    """The rest of the turn; Lancaster strikes."""
    to_the_last_impulse(post)
    send(post, "york", *(york or ("strike",)))
    send(post, "lancaster", "strike")
    return post


def fresh(post: Post, who: str = "") -> Game:
    """Read from the genesis, without what was kept."""
    return Post(post.save).look(who)


# -- honest ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["open", "shut", "fog"])
def test_an_honest_game_is_in_order_for_all(scenario: str) -> None:
    post = started(scenario=scenario)
    while post.look().result is None:
        post.turn()
    for who in ("", "gm", *SIDES):
        fresh(post, who).verify()
    found = audited(post, ended(post))
    assert all(row.answer is Answer.PROVEN for row in found.findings), found.findings


def test_an_answer_rests_until_the_hands_lie_open() -> None:
    post = to_the_last_impulse(started("free"))
    assert fresh(post).verify().proofs == 0
    send(post, "york", "pass")
    told = fresh(post).verify()
    assert told.proofs == 1
    assert says(" ".join(verdict.text(told).split()), "reports.verdict.waiting", word="answer")
    assert fresh(post, "york").verify().proofs == 0  # he knows his own
    assert fresh(post, "lancaster").verify().proofs == 1
    send(post, "lancaster", "strike")
    assert [e.body.record.proofs for e in entries_of(post.save)][-1] == (
        False,
        any(card in MUST for card in opened(post)),
    )
    assert fresh(post).verify().proofs == 0


def opened(post: Post) -> list[str]:
    """What Lancaster had at the end of the turn."""
    openings = entries_of(post.save)[-1].body.record.openings
    return [o.card for o in openings if int(o.slot.rpartition(":")[2]) >= ambush.HAND]


def test_where_hands_stay_shut_it_rests_until_the_audit() -> None:
    post = turn_over(started(scenario="shut"))
    assert fresh(post).verify().proofs == 2
    assert fresh(post, "york").verify().proofs == 1
    assert answers(audited(post, ended(post)), "gm")[Claim.RULES][0] is Answer.PROVEN


# -- who must not do it ------------------------------------------------------------------------


def test_what_a_hand_forbids_is_refused_to_its_owner_alone() -> None:
    post = to_the_last_impulse(started("must"))
    before = post.save
    seen = {who: views(post, who) for who in ("", "lancaster")}
    with pytest.raises(
        IllegalOrder,
        match=worded("engine.option.Option.against", word="cards") + ": not with a",
    ):
        post.look("york").orders(["pass"])
    york = post.look("york")
    lines = [option.line for option in york.legal()]
    assert "pass" not in lines
    told = asked_of(york.request(), "york", york.known("york")).options
    assert [choice.line for choice in told] == lines
    (receipt,) = post.take({"york-pass": lenient(post, "york", "pass")})
    assert isinstance(receipt.error, IllegalOrder)
    assert "(3.2)" in str(receipt.error)
    assert post.save == before
    assert {who: views(post, who) for who in ("", "lancaster")} == seen


def views(post: Post, who: str) -> tuple[object, ...]:
    game = post.look(who)
    menu = [(o.line, o.note, o.rule) for o in game.requests[0].options]
    return menu, game.view(who or "public"), packet(game, who) if who else ""


@pytest.mark.parametrize("who", ["", "lancaster"])
def test_nothing_tells_what_the_other_holds(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game but for York's hand: the same menu, position and packet for all others."""
    post = started("must")
    (had, *_) = [card for card in held(post, "york") if card in MUST]
    known = {*held(post, "york"), *held(post, "lancaster")}
    (other, *_) = [card for card in DECK if card not in known and card not in MUST]
    swapped = {had: other, other: had}
    monkeypatch.setattr(ambush, "contents", lambda: [swapped.get(c, c) for c in DECK])
    twin = begin("open", bytes.fromhex(post.look().ledger.genesis.nonce))
    assert held(twin, "lancaster") == held(post, "lancaster")
    assert held(twin, "york") != held(post, "york")
    for game in (post, twin):
        to_the_last_impulse(game)
    assert views(twin, who) == views(post, who)
    assert "pass" in [line for line, *_ in views(post, who)[0]]  # type: ignore[attr-defined]
    assert [len(e.raw) for e in entries_of(twin.save)[-2:]] == [
        len(e.raw) for e in entries_of(post.save)[-2:]
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "line"), [("must", "pass"), ("dog", "boast"), ("free", "play bow")]
)
def test_a_later_line_that_a_hand_forbids_ends_the_run_for_everybody_alike(
    hand: str, line: str
) -> None:
    """The GM leaves it; who does not know the hand cannot tell why, and takes it as a claim."""
    post = started(hand)
    send(post, "york", "strike", line)
    send(post, "lancaster", "strike")
    record = entries_of(post.save)[-1].body.record
    assert [(left.side, left.place) for left in record.left] == [("york", 2)]
    told = fresh(post).verify()
    assert told.proofs == 1
    assert fresh(post, "york").verify().proofs == 0
    send(post, "york", "strike")
    send(post, "lancaster", "strike")
    assert fresh(post).verify().proofs == 0


# -- a GM who lies -----------------------------------------------------------------------------


def lying(monkeypatch: pytest.MonkeyPatch, about: str = "york") -> None:
    """A GM who says the contrary of York's hand. His own program checks nothing that he signs."""
    honest = GmChance.proven

    def proven(self: GmChance, slots: tuple[str, ...], holds: Holds) -> bool:
        said = honest(self, slots, holds)
        york = any(card == ambush.HERALD for card in cards_in(slots, {}))
        return not said if york == (about == "york") else said

    monkeypatch.setattr(GmChance, "proven", proven)


def lenient_gm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GM who lets every line pass."""
    monkeypatch.setattr(GmChance, "against", lambda *_: "")


def hard_gm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GM who says that York's hand never allows a pass."""
    honest = GmChance.against

    def against(self: GmChance, request: Request, option: Option) -> str:
        return "so I say" if option.line == "pass" else honest(self, request, option)

    monkeypatch.setattr(GmChance, "against", against)


def accomplice(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player whose own program does not look at what the GM wrote of him."""
    del post.kept["york"]
    monkeypatch.setattr(Holder, "eyes", lambda self, ledger, step: None)


def contradicted(post: Post, who: str = "") -> int:
    """The entry that verify names."""
    with pytest.raises(ReplayMismatch, match="hidden cards") as caught:
        fresh(post, who).verify()
    return int(str(caught.value.facts["n"]))


def test_a_lie_is_named_once_the_cards_lie_open(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as liar:
        lying(liar)
        post = turn_over(started("must"))
    assert contradicted(post) == len(entries_of(post.save)) - 1
    assert contradicted(post, "york") == len(entries_of(post.save)) - 1


def test_a_lie_about_a_hand_that_stays_shut_is_seen_by_its_owner_and_by_the_audit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as liar:
        lying(liar)
        post = turn_over(started("must", scenario="shut"))
    n = len(entries_of(post.save)) - 1
    assert fresh(post).verify().proofs == 2
    assert fresh(post, "lancaster").verify().proofs == 1
    assert contradicted(post, "york") == n


def test_a_forbidden_line_that_the_gm_let_pass_is_named_once_the_hand_lies_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = to_the_last_impulse(started("must"))
    with monkeypatch.context() as liar:
        lenient_gm(liar)
        send(post, "york", "pass")
    n = len(entries_of(post.save)) - 1
    assert fresh(post).verify().proofs == 1
    with pytest.raises(ReplayMismatch, match=worded("ledger.fold.fold")) as caught:
        fresh(post, "york").verify()
    assert int(str(caught.value.facts["n"])) == n
    send(post, "lancaster", "strike")
    assert contradicted(post) == n
    assert contradicted(post, "lancaster") == n


def test_a_line_that_the_gm_left_for_no_reason_is_named_likewise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = started("free")
    with monkeypatch.context() as liar:
        hard_gm(liar)
        send(post, "york", "strike", "pass")
        send(post, "lancaster", "strike")
    n = len(entries_of(post.save)) - 1
    assert fresh(post).verify().proofs == 1
    with pytest.raises(ReplayMismatch):
        fresh(post, "york").verify()
    accomplice(post, monkeypatch)
    send(post, "york", "strike")
    send(post, "lancaster", "strike")
    assert contradicted(post) == n


def test_a_boast_with_the_dog_is_named_as_soon_as_the_dog_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not only when the whole hand lies open."""
    post = started("dog")
    with monkeypatch.context() as liar:
        lenient_gm(liar)
        send(post, "york", "boast")
    n = len(entries_of(post.save)) - 1
    send(post, "lancaster", "strike")
    assert fresh(post).verify().proofs == 1
    accomplice(post, monkeypatch)
    send(post, "york", "play dog")
    assert contradicted(post) == n


# -- what the log says ---------------------------------------------------------------------------


def flipped(body: Body) -> None:
    body["record"]["proofs"][0] ^= True


def one_less(body: Body) -> None:
    body["record"]["proofs"].pop()


def none(body: Body) -> None:
    del body["record"]["proofs"]


def one_more(body: Body) -> None:
    body["record"]["proofs"].append(True)


@pytest.mark.slow
@pytest.mark.parametrize("change", [flipped, one_less, none, one_more])
@pytest.mark.parametrize("who", ["", *SIDES])
def test_an_entry_that_says_otherwise_is_not_accepted(
    change: Callable[[Body], None], who: str
) -> None:
    post = turn_over(started("must"))
    forged = resigned(post.save, -1, change)
    with pytest.raises(ReplayMismatch) as caught:
        Post(forged).look(who).verify()
    assert int(str(caught.value.facts["n"])) == len(entries_of(forged)) - 1


def test_answers_where_nothing_was_asked_are_not_accepted() -> None:
    post = to_the_last_impulse(started("must"))
    forged = resigned(post.save, -1, lambda body: body["record"].update(proofs=[True]))
    with pytest.raises(ReplayMismatch, match=worded("ledger.chances.DIFFERS", word="about")):
        fresh(Post(forged)).verify()


# -- after a rewind, and from a checkpoint -------------------------------------------------------


@pytest.mark.slow
def test_after_a_rewind_the_same_slot_is_another_card() -> None:
    """The deck is shuffled anew under the same names: an answer about the voided hand is not held against
    the new one, and rests until the audit."""
    post = to_the_last_impulse(started("free"))
    send(post, "york", "pass")
    game = post.look("gm")
    game.rule("void", "Once more.", entry=3)
    post.saves.append(post.save)
    post.save = game.dumps()
    post.ready()
    assert post.look().verify().proofs == 1
    while len(entries_of(post.save)) < 24 and post.look().result is None:
        post.turn()
    for who in ("", *SIDES):
        fresh(post, who).verify()
    assert fresh(post).verify().proofs >= 1


def test_after_a_rewind_within_the_turn_the_hand_is_the_same() -> None:
    post = to_the_last_impulse(started("free"))
    send(post, "york", "pass")
    game = post.look("gm")
    game.rule("void", "Once more.", entry=len(entries_of(post.save)) - 1)
    post.saves.append(post.save)
    post.save = game.dumps()
    post.ready()
    send(post, "york", "pass")
    assert fresh(post).verify().proofs == 2
    send(post, "lancaster", "strike")
    assert fresh(post).verify().proofs == 0


@pytest.mark.slow
def test_the_next_turns_cards_are_not_those_of_this_one() -> None:
    """The deck has the same name each turn, and its slots too."""
    post = started("must", scenario="shut")
    while post.look().result is None:
        post.turn()
        fresh(post).verify()


def test_verify_reads_from_the_genesis_whatever_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client folds only what is new, and has no claims from before it; `verify` has them all."""
    post = to_the_last_impulse(started("must"))
    with monkeypatch.context() as liar:
        lenient_gm(liar)
        send(post, "york", "pass")
    post.look("lancaster")
    send(post, "lancaster", "strike")
    game = post.look("lancaster")  # nothing is said against the new entry
    with pytest.raises(ReplayMismatch, match="hidden cards"):
        game.verify()


# -- a named card ------------------------------------------------------------------------------


def test_a_card_put_into_a_hand_by_name_is_known_to_all_and_never_opened() -> None:
    post = started("free")
    york = post.look("york")
    assert york.known("york")["card:HERALD"] == "HERALD"
    assert "HERALD" in str(york.view("york").position)
    assert "HERALD" not in str(york.view("lancaster").position)
    assert "play herald" in [option.line for option in york.legal()]
    send(post, "york", "play herald")
    record = entries_of(post.save)[-1].body.record
    assert (record.openings, record.proofs) == ((), ())
    assert "HERALD" in post.look().ledger.play.state.spent
    for who in ("", *SIDES):
        fresh(post, who).verify()


def test_who_takes_over_a_seat_with_a_named_card_knows_the_whole_hand() -> None:
    post = started("must")
    before = held(post, "york")
    seat(post, "york", CEC, ANN)
    assert sorted(look(post, CEC).known("york").values()) == before
    look(post, CEC).verify()
    fresh(post).verify()


# -- a fault -------------------------------------------------------------------------------------


class Breaking(ambush.Ambush):
    """Its program fails at a turn's end, after it has asked."""

    async def step(self, table: Table[ambush.State]) -> None:
        await ambush.deal(table)
        for side in SIDES:
            await ambush.act(table, side, last=False)
        if await table.prove(tuple(table.state.hands["york"]), ambush.must_play):
            raise ZeroDivisionError


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Post:
    with monkeypatch.context() as broken:
        broken.setattr(ambush, "RULES", Breaking())
        post = started("must", scenario="open")
        to_the_last_impulse(post)
    record = entries_of(post.save)[-1].body.record
    assert [(fault.kind, fault.rolls) for fault in record.faults] == [("ZeroDivisionError", 1)]
    assert record.proofs == (True,)
    return post


def test_what_was_asked_before_a_fault_stays_in_its_entry(
    faulty: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ambush, "RULES", Breaking())
    told = fresh(faulty).verify()
    assert ([fault.here for fault in told.faults], told.proofs) == ([True], 1)
    assert fresh(faulty, "york").verify().proofs == 0
    game = faulty.look("gm")
    game.rule("void", "Once more.", entry=len(entries_of(faulty.save)) - 1)
    faulty.save = game.dumps()
    for who in ("", *SIDES):
        fresh(faulty, who).verify()


@pytest.mark.parametrize("change", [flipped, one_more, none])
def test_a_fault_hides_no_answer_that_is_not_true(
    faulty: Post, change: Callable[[Body], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused, or named as a fault that does not happen here."""
    monkeypatch.setattr(ambush, "RULES", Breaking())
    forged = Post(resigned(faulty.save, -1, change))
    try:
        told = forged.look("york").verify()
    except ReplayMismatch:
        return
    assert [fault.here for fault in told.faults] == [False]
