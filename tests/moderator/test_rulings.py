"""Disputes, rulings, rewinds and take-backs: what they do, and that everybody replays them alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.engine import codec
from pbem.errors import (
    BadPatch,
    BadRuling,
    BadStatement,
    GameOver,
    NotTheGm,
    NotYourTurn,
    PbemError,
    ReplayMismatch,
    Stale,
)
from pbem.moderator.game import Game
from pbem.moderator.openly import replay_openly
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.reports.from_game import report
from pbem.reports.render import SUFFIX

from .forger import resigned, verify, with_entries
from .people import EVE, GM, PLAYERS, Post, any_line, played, seated, with_everything, with_plans


def rule(post: Post, kind: str, **fields: Any) -> Game:
    """The GM rules, and the new save is there."""
    game = post.look("gm")
    game.rule(kind, fields.pop("reason", "So it shall be."), **fields)
    post.saves.append(post.save)
    post.save = game.dumps()
    return post.look()


def say(post: Post, side: str, kind: str, entry: int, text: str = "") -> str:
    return post.look(side).say(kind, entry, text).to_text("WORD")


def told(post: Post, mail: str) -> PbemError | None:
    (receipt,) = post.take({"mail": mail})
    return receipt.error


def state(game: Game) -> Any:
    return codec.dump(game.ledger.play.state)


def last(post: Post) -> int:
    return len(post.look().save.entries) - 1


def audited(post: Post) -> int:
    """Everybody replays to the save, in public and with the GM's secrets."""
    game = post.look()
    key = GM.game_key(game.ledger.genesis["nonce"])
    for ledger, _ in replay_openly(game.save.entries, key):
        after = ledger
    if not ledger.veiled:
        assert after.state_hash() == game.ledger.state_hash()
    for side in PLAYERS:
        post.look(side).verify()
    return game.verify()


def rolls(game: Game) -> Iterator[tuple[str, str, int]]:
    for entry in game.save.entries:
        for roll in entry.body.get("rolls", []):
            yield entry.body["order"]["body"]["from"], roll["label"], roll["value"]


def test_a_dispute_is_told_until_it_is_ruled_on() -> None:
    post = played(8)
    entry = last(post)
    assert told(post, say(post, "york", "dispute", entry, "That road is a path.")) is None
    (notice,) = post.look().ledger.desk.notices()
    assert f"york disputes entry {entry}" in notice
    assert "That road is a path." in notice
    for side, form in itertools.product((*PLAYERS, "public"), SUFFIX):
        shown = " ".join(report(post.look("gm"), side, form).split())
        assert f"york disputes entry {entry}" in shown, (side, form)
    audited(post)
    rule(post, "uphold", entry=entry, reason="It is a road since 1460.")
    assert post.look().ledger.desk.notices() == []
    audited(post)


def test_the_same_dispute_is_logged_once() -> None:
    post = played(4)
    mail = say(post, "york", "dispute", last(post), "No.")
    (first,) = post.take({"a": mail})
    save = post.save
    (second,) = post.take({"b": mail})
    assert (second.entry, second.again) == (first.entry, True)
    assert post.save == save
    body = post.look().save.entries[-1].body
    forged = resigned(save, -1, lambda b: None)
    assert verify(forged)
    twice = with_entries(save, list(post.look().save.entries), [body])
    with pytest.raises(ReplayMismatch, match="should have been refused"):
        verify(twice)


def test_void_brings_the_position_back_and_burns_the_dice() -> None:
    post = with_everything()
    game = post.look()
    first = next(e.n for e in reversed(game.save.entries) if e.body.get("rolls"))
    before = post.look().before(first - 1)
    burnt = {roll["label"]: roll["value"] for roll in game.save.entries[first].body["rolls"]}
    mail = game.save.entries[first].body["order"]["body"]
    after = rule(post, "void", entry=first)
    assert state(after) == state(before)
    old, new = before.requests, after.requests
    assert [(r.side, r.kind) for r in old] == [(r.side, r.kind) for r in new]
    assert not {r.id for r in old} & {r.id for r in new}
    audited(post)
    side = mail["from"]
    game = post.look(side)
    post.take({"again": post.sent(side, *mail["lines"])})
    entry = post.look().save.entries[-1]
    again = {roll["label"]: roll["value"] for roll in entry.body["rolls"]}
    key, value = entry.body["order"]["body"]["seq"], entry.body["answer_link"]
    assert key > mail["seq"]
    assert value != game.save.entries[first].body["answer_link"]
    assert again.keys() & burnt.keys()
    audited(post)


def test_voided_links_never_come_back() -> None:
    """A hundred and more dice with the same labels after a rewind: none is keyed as before."""
    post = with_everything()
    keys: set[tuple[str, str]] = set()
    for _ in range(3):
        first = next(e.n for e in reversed(post.look().save.entries) if e.body.get("rolls"))
        rule(post, "void", entry=first)
        for _ in range(3):
            post.turn()
    for entry in post.look().save.entries:
        if entry.type == "order":
            key = (entry.body["order"]["body"]["from"], entry.body["answer_link"])
            assert key not in keys
            keys.add(key)
    audited(post)


def test_the_game_goes_on_to_new_decks_after_a_rewind_to_the_start() -> None:
    post = played(12)
    rule(post, "void", entry=3)
    for _ in range(8):
        post.turn()
    decks = [s["deck"] for e in post.look().save.entries for s in e.body.get("shuffles", [])]
    assert len(decks) == len(set(decks))
    assert any(deck.endswith("_r1") for deck in decks)
    audited(post)


def test_a_void_can_be_voided() -> None:
    post = played(10)
    before = state(post.look())
    rule(post, "void", entry=6)
    assert state(post.look()) != before
    rule(post, "void", entry=last(post))
    assert state(post.look()) == before
    audited(post)
    for _ in range(3):
        post.turn()
    audited(post)


def test_an_order_written_before_a_rewind_is_stale() -> None:
    post = played(8)
    request = post.look().requests[0]
    late = post.sent(request.side, any_line(post.look(request.side), post.random))
    rule(post, "void", entry=last(post))
    error = told(post, late)
    assert isinstance(error, Stale | NotYourTurn)


@pytest.mark.parametrize("entry", [0, 1, 2, 99])
def test_there_must_be_something_to_go_back_to(entry: int) -> None:
    post = played(4)
    with pytest.raises(BadRuling):
        post.look("gm").rule("void", "No.", entry=entry)


def test_plans_and_standing_orders_go_back_too() -> None:
    post = with_plans(2)
    first = last(post)
    slots = {s for s in post.look("gm").ledger.book.commitments if s.startswith("plan:")}
    rule(post, "void", entry=first)
    left = {s for s in post.look("gm").ledger.book.commitments if s.startswith("plan:")}
    assert left < slots
    for _ in range(4):
        post.turn()
    audited(post)
    made = [p["slot"] for e in post.look().save.entries if e.type == "order"
            for p in e.body["order"]["body"].get("plan", [])]  # fmt: skip
    assert len(made) == len(set(made))


def test_patch_corrects_the_position_and_shows_what_changed() -> None:
    post = played(10)
    lord = next(id for id, lord in post.look().ledger.play.state.lords.items() if lord.coin)
    game = post.look("gm")
    before = game.ledger.play.state.lords[lord].coin
    story = game.rule(
        "patch", "The coin was forgotten.", lines=[f"set lord {lord} coin {before + 1}"]
    )
    assert f"lords.{lord}.coin: {before} -> {before + 1}" in [e.text for e in story.events]
    post.save = game.dumps()
    assert post.look().ledger.play.state.lords[lord].coin == before + 1
    audited(post)
    for _ in range(4):
        post.turn()
    audited(post)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("set lords.nobody.coin 3", "there is no `nobody`"),
        ("set lords.march.coin many", "a number"),
        ("set lords.march.coin -1", "impossible"),
        ("set lords.march 3", "more than one value"),
        ("make lords.york.coin 3", "write `set"),
    ],
)
def test_an_impossible_patch_is_refused(line: str, why: str) -> None:
    post = played(4)
    game = post.look("gm")
    with pytest.raises(BadPatch, match=why):
        game.rule("patch", "No.", lines=[line])
    assert game.dumps() == post.save


def test_impose_decides_at_once_or_waits_for_dice() -> None:
    """Seen over a game: both happen, and both replay."""
    post, waited, done = played(6), 0, 0
    for _ in range(14):
        request = next(iter(post.look().requests))
        line = any_line(post.look(request.side), post.random)
        game = rule(post, "impose", side=request.side, lines=[line])
        if game.ledger.desk.imposed:
            waited += 1
            other = next(s for s in PLAYERS if s != request.side)
            error = told(post, _forced(post, request.side, line))
            assert isinstance(error, NotYourTurn)
            assert "the GM has decided" in str(error)
            assert told(post, post.look(other).orders([]).to_text()) is None
            assert not post.look().ledger.desk.imposed
        else:
            done += 1
        decided = [d for e in post.look().save.entries[-1:] for d in e.body.get("decisions", [])]
        assert not waited or done or any(d["by"] == "ruling" for d in decided)
        if waited and done:
            break
    assert waited
    assert done
    audited(post)


def _forced(post: Post, side: str, line: str) -> str:
    """An order that the honest program would not write."""
    body = Envelope.from_text(Post(post.saves[-1]).sent(side, line)).body
    body = {**body, "head": post.look().head}
    return Envelope.signed(PLAYERS[side], ORDER_NAMESPACE, body).to_text()


def test_a_take_back_needs_no_gm_but_both_players() -> None:
    post = played(8)
    first = last(post)
    before = state(post.look().before(first - 1))
    assert told(post, say(post, "york", "takeback", first, "I misread the map.")) is None
    asked = last(post)
    with pytest.raises(BadStatement, match="your opponent must agree"):
        post.look("york").say("agree", asked)
    assert "asks to take back" in post.look().ledger.desk.notices()[0]
    assert told(post, say(post, "lancaster", "agree", asked)) is None
    assert state(post.look()) == before
    with pytest.raises(BadStatement):
        post.look("lancaster").say("agree", asked)
    audited(post)
    for _ in range(3):
        post.turn()
    audited(post)


def test_a_rewind_settles_what_was_said_about_what_is_gone() -> None:
    post = played(10)
    assert told(post, say(post, "york", "dispute", 8, "That road is a path.")) is None
    assert told(post, say(post, "lancaster", "takeback", 7, "Sorry.")) is None
    asked = last(post)
    rule(post, "void", entry=6)
    assert post.look().ledger.desk.notices() == []
    with pytest.raises(BadStatement, match="no take-back that waits"):
        post.look("york").say("agree", asked)
    audited(post)


def test_a_dispute_is_open_again_when_its_ruling_is_gone() -> None:
    post = played(8)
    assert told(post, say(post, "york", "dispute", 5, "That road is a path.")) is None
    rule(post, "uphold", entry=5)
    ruling = last(post)
    assert post.look().ledger.desk.notices() == []
    rule(post, "void", entry=ruling)
    (notice,) = post.look().ledger.desk.notices()
    assert "york disputes entry 5" in notice
    audited(post)


def test_a_take_back_settles_a_dispute_of_what_it_takes_back() -> None:
    post = played(8)
    first = last(post)
    assert told(post, say(post, "york", "dispute", first, "No.")) is None
    assert told(post, say(post, "lancaster", "takeback", first)) is None
    assert told(post, say(post, "york", "agree", last(post))) is None
    assert post.look().ledger.desk.notices() == []
    audited(post)


def test_nothing_is_corrected_under_a_decision_that_waits_for_dice() -> None:
    post = played(6)
    while not post.look().ledger.desk.imposed:
        request = next(iter(post.look().requests))
        line = any_line(post.look(request.side), post.random)
        rule(post, "impose", side=request.side, lines=[line])
    with pytest.raises(BadRuling, match="waits for its dice"):
        post.look("gm").rule("patch", "No.", lines=["set lords march coin 3"])
    rule(post, "void", entry=last(post))
    assert not post.look().ledger.desk.imposed
    audited(post)


def test_what_an_imposed_decision_brings_is_told() -> None:
    post = played(6)
    for _ in range(14):
        request = next(iter(post.look().requests))
        line = any_line(post.look(request.side), post.random)
        game = post.look("gm")
        story = game.rule("impose", "He is away.", side=request.side, lines=[line])
        post.save = game.dumps()
        assert any(line in event.text for event in story.events)
        if game.ledger.play.events:
            assert story.events[-1] == game.ledger.play.events[-1]
            (again,) = post.look().stories(last(post))
            assert again.events == story.events
            return
        if game.ledger.desk.imposed:
            other = next(s for s in PLAYERS if s != request.side)
            assert told(post, post.look(other).orders([]).to_text()) is None
    raise AssertionError("nothing that was imposed had a consequence")


def test_an_agreement_does_not_keep() -> None:
    """A GM who holds it back cannot take back later what both have played since."""
    post = played(8)
    assert told(post, say(post, "york", "takeback", last(post), "Sorry.")) is None
    agreed = say(post, "lancaster", "agree", last(post))
    asked = last(post)
    for _ in range(3):
        post.turn()
    assert isinstance(told(post, agreed), Stale)
    assert told(post, say(post, "lancaster", "agree", asked)) is None
    audited(post)


def test_both_may_countersign_a_ruling_or_dispute_it() -> None:
    post = played(4)
    rule(post, "house", lines=["Dice on the floor are thrown again."])
    n = last(post)
    assert told(post, say(post, "york", "countersign", n)) is None
    assert told(post, say(post, "lancaster", "dispute", n, "I like the floor.")) is None
    desk = post.look().ledger.desk
    assert desk.rulings[0].by == ["york"]
    assert desk.disputes[0].entry == n
    with pytest.raises(BadStatement, match="already"):
        post.look("york").say("countersign", n)
    with pytest.raises(BadStatement, match="no ruling"):
        post.look("york").say("countersign", 3)
    audited(post)


def test_a_result_ends_the_game() -> None:
    post = played(4)
    side = post.look().requests[0].side
    mail = post.sent(side, any_line(post.look(side), post.random))
    game = rule(post, "result", side="york", reason="Lancaster resigns.")
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == ("york", "Lancaster resigns.")
    assert isinstance(told(post, mail), GameOver)
    for kind, fields in (
        ("impose", {"side": side, "lines": ["done"]}),
        ("patch", {"lines": ["set lords march coin 3"]}),
    ):
        with pytest.raises(BadRuling, match="the game is over"):
            post.look("gm").rule(kind, "Too late.", **fields)
    audited(post)
    rule(post, "void", entry=last(post))
    assert post.look().result is None
    audited(post)


def test_only_the_gm_rules() -> None:
    post = played(4)
    for who in ("york", ""):
        with pytest.raises(PbemError):
            post.look(who).rule("uphold", "I say so.", entry=3)
    with pytest.raises(NotTheGm):
        Game.loads(post.save, EVE).rule("uphold", "I say so.", entry=3)


def test_a_ruling_signed_by_anybody_else_is_refused() -> None:
    from pbem.protocol import save as savefile
    from pbem.protocol.entry import Entry

    post = played(4)
    rule(post, "uphold", entry=3)
    save = savefile.loads(post.save)
    for signer in (*PLAYERS.values(), EVE):
        forged = Entry.signed(signer, save.entries[-1].body)
        data = savefile.dumps(
            savefile.Save(save.header, save.sections, (*save.entries[:-1], forged)), GM
        )
        with pytest.raises(PbemError, match="another key"):
            verify(data)


def test_a_statement_is_signed_by_its_player_for_this_game() -> None:
    post = played(4)
    body = post.look("york").say("dispute", 3, "No.").body
    for signer, change in (
        (EVE, {}),
        (PLAYERS["lancaster"], {}),
        (PLAYERS["york"], {"game": "towton-00000000"}),
        (PLAYERS["york"], {"head": 64 * "0"}),
        (PLAYERS["york"], {"entry": 99}),
        (PLAYERS["york"], {"text": ""}),
        (PLAYERS["york"], {"type": "rule"}),
    ):
        forged = Envelope.signed(signer, ORDER_NAMESPACE, {**body, **change})
        before = post.save
        assert told(post, forged.to_text("WORD")) is not None
        assert post.save == before


def test_statements_come_before_orders_in_whatever_order_the_pile_is() -> None:
    post = seated()
    pile = {side: post.sent(side, "ready") for side in PLAYERS}
    pile["word"] = say(post, "york", "dispute", 2, "Who is that?")
    saves = set()
    for names in (("york", "lancaster", "word"), ("word", "lancaster", "york")):
        copy = post.copy()
        assert all(r.error is None for r in copy.take({name: pile[name] for name in names}))
        saves.add(copy.save)
    assert len(saves) == 1


def test_said_before_is_its_own_refusal() -> None:
    post = played(4)
    envelope = post.look("york").say("dispute", 3, "No.")
    assert told(post, envelope.to_text("WORD")) is None
    game = post.look("gm")
    with pytest.raises(BadStatement, match="in the log already"):
        game._add({"type": "dispute", "order": envelope.to_dict()})
