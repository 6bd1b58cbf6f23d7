"""Games that survive people: substitutes, new keys, lost keys, co-GMs, and a GM who hands over."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import (
    AlreadySeated,
    BadStatement,
    NotTheGm,
    PbemError,
    ReplayMismatch,
    SaveTampered,
    SeatLost,
    Stale,
)
from pbem.gm.game import Game
from pbem.protocol.bodies import Claim, Mailed
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.reports.verdict import sentences
from tests.says import says, worded
from tests.tiers import soaked

from .forger import chained, entries_of, plain, resigned, saved, verify
from .people import (
    ANN,
    BOB,
    EVE,
    GM,
    PLAYERS,
    Post,
    any_line,
    hidden,
    joined,
    played,
    with_everything,
    with_plans,
)
from .test_rulings import rule

CEC = Identity(bytes([15]) * 32, "Cecily")
GEO = Identity(bytes([16]) * 32, "George")


def look(post: Post, who: Identity) -> Game:
    return Game.loads(post.save, who)


def seat(post: Post, side: str, newcomer: Identity, *agreeing: Identity, reason: str = "") -> Game:
    """A newcomer takes a seat, and the new save is there."""
    claim = look(post, newcomer).claim(side).envelope
    consents = [look(post, who).consent(claim).envelope for who in agreeing]
    game = look(post, GM)
    game.seat(claim, consents, reason)
    post.saves.append(post.save)
    post.save = game.dumps()
    return post.look()


def answer(post: Post, who: Identity) -> None:
    """Somebody answers what he is asked, with his own key."""
    game = look(post, who)
    mail = game.orders([any_line(game, post.random)]).to_text()
    applied = look(post, GM)
    (receipt,) = applied.apply({"mail": mail})
    assert receipt.error is None, receipt.error
    post.save = applied.dumps()


def go_on(post: Post, players: dict[str, Identity], rounds: int) -> None:
    for _ in range(rounds):
        for side in post.asked():
            if side in post.asked():
                answer(post, players[side])


def checked(post: Post, *readers: Identity) -> None:
    """The public, these readers and the GM's own secrets all come to the same."""
    post.look().verify()
    heads = {look(post, who).head for who in (*readers, GM)}
    for who in readers:
        look(post, who).verify()
    assert heads == {post.look().head}


def until_asked(post: Post, side: str) -> Post:
    """A seat changes hands only while it is asked itself."""
    while side not in post.look().ledger.askings:
        post.turn()
    return post


def test_somebody_who_has_left_is_told_who_plays_now() -> None:
    post = until_asked(with_plans(2), "york")
    late = look(post, ANN).orders([], reactions={"default": "pass"}).to_text()
    n = seat(post, "york", CEC, ANN).ledger.seats["york"].since
    (receipt,) = look(post, GM).apply({"late": late})
    assert isinstance(receipt.error, SeatLost)
    assert says(str(receipt.error), "errors.SeatLost", "Cecily", "york", n)


@pytest.mark.slow
@pytest.mark.parametrize(
    "agreeing", soaked([((ANN,),), ((BOB,),), ((ANN, BOB),), ((),)], [((ANN,),), ((),)]), ids=len
)
def test_somebody_else_takes_a_seat(agreeing: tuple[Identity, ...]) -> None:
    post = until_asked(with_plans(2), "york")
    known = look(post, ANN).known()
    assert known
    late = look(post, ANN).orders([], reactions={"default": "pass"}).to_text()
    game = seat(post, "york", CEC, *agreeing, reason="" if agreeing else "Ann has vanished.")
    n = len(game.save.entries) - 1
    assert game.ledger.seats["york"].keys.name == "Cecily"
    assert look(post, CEC).side == "york"
    assert look(post, ANN).side == "public"
    assert look(post, CEC).known() == known
    assert look(post, ANN).known() == {}
    (receipt,) = look(post, GM).apply({"mail": late})
    assert isinstance(receipt.error, SeatLost)
    go_on(post, {"york": CEC, "lancaster": BOB}, 8)
    said = [e.body.step for e in post.look().save.entries[n + 1 :]]
    assert any(isinstance(step, Mailed) and step.order.body.author == "york" for step in said)
    checked(post, CEC, BOB)


def test_standing_orders_lapse_with_the_key() -> None:
    """Rule 5: the newcomer knows nothing of them, and nothing answers for him."""
    post = until_asked(with_plans(2), "york")
    mail = post.look("york").orders([], reactions={"default": "pass"}).to_text()
    post.take({"mail": mail})
    assert post.look("gm").ledger.position.standing["york"]
    seat(post, "york", CEC, ANN)
    assert look(post, CEC).standing.reactions == {}
    assert "york" not in post.look("gm").ledger.position.standing
    go_on(post, {"york": CEC, "lancaster": BOB}, 4)
    checked(post, CEC)


def test_a_seat_changes_hands_or_key_only_while_it_is_asked_itself() -> None:
    """Else it would burn a link whose dice somebody knows already."""
    post = played(6)
    while set(post.look().ledger.askings) == set(PLAYERS):
        post.turn()
    (asked,) = post.look().ledger.askings
    other = next(side for side in PLAYERS if side != asked)
    for who in (CEC, PLAYERS[other]):
        with pytest.raises(BadStatement, match=worded("ledger.cases.people.take", word="while")):
            seat(post, other, who, reason="A new key.")
    assert seat(post, asked, CEC, reason="A substitute.").ledger.seats[asked].keys.name == "Cecily"


def test_a_new_key_of_the_same_player_is_new_ground() -> None:
    """His anchor begins at the number that stood; everybody is asked again, or owes a `ready`."""
    post = until_asked(played(8), "york")
    old = post.look().ledger
    game = seat(post, "york", ANN, reason="She lost her key.")
    new = game.ledger
    assert new.seats["york"].keys.ssh == old.seats["york"].keys.ssh
    assert new.seats["york"].keys.x25519 != old.seats["york"].keys.x25519
    assert new.seats["york"].base == old.chains.links["york"]
    assert set(new.askings) == set(PLAYERS)
    for side, asking in new.askings.items():
        assert asking.number == old.chains.numbers[side] + 1
        assert asking.link == old.chains.links[side] + 1
    go_on(post, dict(PLAYERS), 4)
    checked(post, ANN, BOB)


@pytest.mark.slow
def test_a_rewind_over_a_change_hands_over_again() -> None:
    post = until_asked(with_plans(2), "york")
    first = len(post.look().save.entries) - 1
    mail = post.look("york").orders([], reactions={"default": "pass"}).to_text()
    post.take({"mail": mail})
    seat(post, "york", CEC, BOB)
    go_on(post, {"york": CEC, "lancaster": BOB}, 2)
    rule(post, "void", entry=first + 2)
    assert [part.to for part in post.look().save.entries[-1].body.record.handover] == ["york"]
    gm = look(post, GM)
    assert look(post, CEC).known() == gm.known("york")
    assert look(post, CEC).known()
    assert "york" not in gm.ledger.position.standing
    go_on(post, {"york": CEC, "lancaster": BOB}, 4)
    checked(post, CEC, BOB)


def test_neither_the_gm_nor_the_newcomer_needs_nothing() -> None:
    post = until_asked(played(4), "york")
    claim = look(post, CEC).claim("york").envelope
    with pytest.raises(BadStatement, match="needs a reason"):
        look(post, GM).seat(claim, [], "")
    for who in (ANN, EVE):
        with pytest.raises(NotTheGm):
            look(post, who).seat(claim, [], "Mine.")


def test_a_consent_is_to_one_claim_by_a_player() -> None:
    post = until_asked(played(4), "york")
    claim = look(post, CEC).claim("york").envelope
    other = look(post, EVE).claim("york").envelope
    consent = look(post, BOB).consent(other).envelope
    with pytest.raises(
        BadStatement, match=worded("ledger.cases.consents.consenting_sides", word="something")
    ):
        look(post, GM).seat(claim, [consent], "")
    with pytest.raises(BadStatement, match="once"):
        look(post, GM).seat(other, [consent, consent], "")
    with pytest.raises(PbemError):
        look(post, EVE).consent(claim)


def test_who_sits_elsewhere_cannot_claim() -> None:
    """A player may take a new key for his own seat, and no other seat; so may a GM, who helps not himself."""
    post = played(4)
    for who in (BOB, GM):
        with pytest.raises(AlreadySeated):
            look(post, who).claim("york")
    with pytest.raises(AlreadySeated):
        look(post, GM).claim("gm", as_co_gm=True)
    assert look(post, GM).claim("gm")
    assert look(post, ANN).claim("york")


def test_a_claim_counts_until_somebody_is_asked_again() -> None:
    """A word that goes in first does not spoil it; an answer does."""
    post = until_asked(played(4), "york")
    claim = look(post, CEC).claim("york").envelope
    assert isinstance(claim.body, Claim)
    word = post.look("lancaster").say("say", 0, "Have a care.")
    assert post.take({"word": word.to_text()})[0].error is None
    assert look(post, GM).seat(claim, [], "In time.")
    asked = post.look().ledger.cases.asked
    post.turn()
    until_asked(post, "york")
    assert post.look().ledger.cases.asked > asked
    with pytest.raises(Stale):
        look(post, GM).seat(claim, [], "Late.")


def test_two_claims_at_one_head_have_other_chains() -> None:
    """A copy of the log that was cut short shows the same head twice."""
    post = until_asked(played(4), "york")
    bodies_ = [look(post, CEC).claim("york").envelope.body for _ in range(2)]
    assert len({body.head for body in bodies_}) == 1
    for field in ("nonce", "keys", "anchors"):
        one, other = (getattr(body, field) for body in bodies_)
        assert one != other


def test_what_was_kept_from_the_gm_must_be_gone_first() -> None:
    post = until_asked(with_plans(2, escrow=False), "york")
    with pytest.raises(BadStatement, match=worded("ledger.cases.people.take", word="back")):
        seat(post, "york", CEC, ANN)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["co", "handover"])
def test_another_gm_goes_on_with_the_same_secrets(role: str) -> None:
    post = with_everything()
    old = post.look().ledger
    claim = look(post, GEO).claim("gm", "I take over.", as_co_gm=role == "co").envelope
    game = look(post, GM)
    game.seat(claim, [], "Griffith is on a journey.", role)
    post.save = game.dumps()
    new = post.look().ledger
    if role == "handover":
        with pytest.raises(NotTheGm, match="the GM before"):
            game.rule("house", "One thing more.", lines=["Mine."])
        assert set(new.askings) == set(PLAYERS)  # new chains are new ground
        assert new.chains.dice.number == old.chains.dice.number
        assert new.chains.dice.link != old.chains.dice.link
    else:
        assert new.askings == old.askings
        assert new.chains == old.chains
    assert look(post, GEO).side == "gm"
    assert look(post, GM).side == ("gm" if role == "co" else "public")
    for _ in range(3):
        for side in post.asked():
            player = Game.loads(post.save, PLAYERS[side])
            mail = player.orders([any_line(player, post.random)]).to_text()
            gm = look(post, GEO)
            (receipt,) = gm.apply({"mail": mail})
            assert receipt.error is None, receipt.error
            post.save = gm.dumps()
    gm = look(post, GEO)
    gm.rule("void", "The new broom.", entry=len(gm.save.entries) - 1)
    post.save = gm.dumps()
    checked(post, ANN, BOB, GEO)
    if role == "handover":
        assert post.look().ledger.table.gms[0].name == "George"
        with pytest.raises(NotTheGm):
            look(post, GM).rule("house", "I am back.", lines=["Mine."])
        with pytest.raises(SaveTampered):
            Game.loads(saved(entries_of(post.save), GM))


def test_nobody_names_himself_gm() -> None:
    """A `gm` entry that no GM signed, and a save signed by the one it names."""
    post = played(4)
    game = look(post, GM)
    game.seat(look(post, EVE).claim("gm").envelope, [], "Never.")
    entries = game.save.entries
    forged = Entry.signed(EVE, entries[-1].body, entries[0].head)
    with pytest.raises(SaveTampered):
        Game.loads(saved([*entries[:-1], forged], EVE))


def test_a_changed_handover_is_found_by_the_audit_and_by_the_newcomer() -> None:
    post = until_asked(with_plans(2), "york")
    seat(post, "york", CEC, ANN)

    def changed(body: dict[str, Any]) -> None:
        (part,) = body["record"]["handover"]
        part["data"] = "A" * len(part["data"])

    forged = resigned(post.save, -1, changed)
    assert verify(forged)
    with pytest.raises(PbemError):
        Game.loads(forged, CEC)
    with pytest.raises(ReplayMismatch, match="hands over"):
        Game.loads(forged, GM)


def test_a_handover_that_nobody_asked_for_is_refused() -> None:
    """It would tell a player other cards than he holds."""
    post = until_asked(with_plans(2), "york")
    seat(post, "york", CEC, ANN)
    entries = entries_of(post.save)
    given = plain(entries[-1])["record"]["handover"]
    go_on(post, {"york": CEC, "lancaster": BOB}, 1)
    body = plain(entries_of(post.save)[len(entries)])
    body["record"]["handover"] = given
    with pytest.raises(ReplayMismatch):
        verify(saved(chained(entries, [body])))


def author_of(body: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = body["step"]["order"]["body"]
    return found


FORGERIES = {
    "no consent, no reason": lambda b: [b["step"].pop(f, None) for f in ("agreed", "reason")],
    "another anchor": lambda b: author_of(b).update(anchor=64 * "0"),
    "another side": lambda b: author_of(b).update({"from": "lancaster"}),
    "a consent twice": lambda b: b["step"].update(agreed=b["step"]["agreed"] * 2),
    "an earlier number": lambda b: author_of(b).update(number=1),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_dishonest_gm_cannot_change_a_change_of_seat(name: str) -> None:
    post = until_asked(played(6), "york")
    seat(post, "york", CEC, BOB)
    assert verify(post.save)
    with pytest.raises(PbemError):
        verify(resigned(post.save, -1, FORGERIES[name]))


def test_verify_tells_a_replaced_player_so_and_asks_nothing_more_of_them() -> None:
    post = joined(Post(hidden()))
    post = until_asked(post, "york")
    game = seat(post, "york", CEC, BOB)
    entry = len(game.save.entries) - 1
    go_on(post, {"york": CEC, "lancaster": BOB}, 2)
    replaced = look(post, ANN).verify()
    assert (replaced.side, replaced.replaced, replaced.kept.no_menu) == ("york", entry, False)
    said = " ".join(sentences(replaced))
    assert says(said, "reports.verdict._own", "york", entry, word="played")
    assert "menu" not in said
    for who in (CEC, BOB):
        assert look(post, who).verify().replaced == 0
