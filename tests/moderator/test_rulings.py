"""Disputes, rulings and take-backs: what they do, and that everybody replays them alike."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import codec
from pbem.errors import (
    BadPatch,
    BadRuling,
    BadStatement,
    GameOver,
    NotTheGm,
    PbemError,
    ReplayMismatch,
    Stale,
)
from pbem.gm.game import Game
from pbem.protocol.bodies import Mailed
from tests.says import says, sentence, worded

from .forger import chained, entries_of, plain, saved, signed, verify
from .people import EVE, GM, PLAYERS, Post, any_line, played
from .writer import opened, rewritten


def rule(post: Post, kind: str, **fields: Any) -> Game:
    """The GM rules, and the new save is there."""
    game = post.look("gm")
    game.rule(kind, fields.pop("reason", "So it shall be."), **fields)
    post.saves.append(post.save)
    post.save = game.dumps()
    return post.look()


def say(post: Post, side: str, kind: str, entry: int, text: str = "") -> str:
    return post.look(side).say(kind, entry, text).to_text()


def told(post: Post, mail: str) -> PbemError | None:
    (receipt,) = post.take({"mail": mail})
    return receipt.error


def state(game: Game) -> Any:
    return codec.dump(game.ledger.play.state)


def last(post: Post) -> int:
    return len(post.look().save.entries) - 1


def audited(post: Post) -> int:
    """Everybody replays to the save, in public, with a player's eyes and with the GM's keys."""
    game = post.look()
    gm = Game.loads(post.save, GM)
    assert gm.ledger.head == game.head
    if not game.ledger.veiled:
        assert state(gm) == state(game)
    for side in PLAYERS:
        Game.loads(post.save, post.look(side).identity).verify()
    return game.verify().entries


def disputes(post: Post) -> list[tuple[str, int, str]]:
    """The disputes that wait for a ruling."""
    rows = post.look().ledger.cases.disputes
    return [(row.side, row.entry, row.text) for row in rows if not row.ruled]


def test_a_dispute_is_open_until_it_is_ruled_on() -> None:
    post = played(8)
    entry = last(post)
    assert told(post, say(post, "york", "dispute", entry, "That road is a path.")) is None
    assert disputes(post) == [("york", entry, "That road is a path.")]
    audited(post)
    rule(post, "uphold", entry=entry, reason="It is a road since 1460.")
    assert disputes(post) == []
    audited(post)


def test_the_same_dispute_is_logged_once() -> None:
    post = played(4)
    mail = say(post, "york", "dispute", last(post), "No.")
    (first,) = post.take({"a": mail})
    save = post.save
    (second,) = post.take({"b": mail})
    assert (second.entry, second.again) == (first.entry, True)
    assert post.save == save
    entries = entries_of(save)
    assert verify(saved(entries))
    twice = saved(chained(entries, [plain(entries[-1])]))
    with pytest.raises(ReplayMismatch, match=worded("ledger.fold.fold")):
        verify(twice)


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
        ("set box 99", "impossible"),
        ("set box -1", "box -1 is no Turn"),
        ("add in_force nonsense", "there is no 'nonsense'"),
        ("set lords.march 3", sentence("engine.patch._kind")),
        ("make lords.york.coin 3", "write `set"),
    ],
)
def test_an_impossible_patch_is_refused(line: str, why: str) -> None:
    post = played(4)
    game = post.look("gm")
    with pytest.raises(BadPatch, match=why):
        game.rule("patch", "No.", lines=[line])
    assert game.dumps() == post.save


def test_an_order_that_comes_after_the_gm_has_decided_is_told_so() -> None:
    post = played(4)
    while (request := post.look().requests[0]).kind != "muster":
        post.turn()
    late = post.sent(request.side, "done")
    rule(post, "impose", side=request.side, lines=["done"])
    error = told(post.ready(), late)
    assert says(str(error), "ledger.orders.check_answer", word="been")


@pytest.mark.slow
def test_impose_decides_and_its_dice_wait_for_everybody() -> None:
    """Seen over a game: the GM never rolls; the dice of what he decides come with the last `ready`."""
    post, waited, done = played(6), 0, 0
    for _ in range(20):
        if post.look().ledger.owes_ready():
            post.ready()
        request = next(iter(post.look().requests))
        line = any_line(post.look(request.side), post.random)
        game = rule(post, "impose", side=request.side, lines=[line])
        record = post.look().save.entries[-1].body.record
        assert not record.rolls
        assert not record.shuffles
        assert any((d.side, d.by) == (request.side, "ruling") for d in record.decisions)
        if game.ledger.play.at_chance:
            waited += 1
            assert set(game.ledger.owes_ready()) == set(PLAYERS)
            post.ready()
            assert (
                not post.look().ledger.play.at_chance or post.look().ledger.play.waiting_for_opening
            )
            assert post.look().save.entries[-1].body.record.rolls or shuffled(post)
        else:
            done += 1
        if waited and done:
            break
    assert waited
    assert done
    audited(post)


def shuffled(post: Post) -> bool:
    return bool(post.look().save.entries[-1].body.record.shuffles)


@pytest.mark.slow
def test_a_take_back_needs_no_gm_but_both_players() -> None:
    post = played(8)
    first = last(post)
    before = state(post.look().before(first - 1))
    assert told(post, say(post, "york", "takeback", first, "I misread the map.")) is None
    asked = last(post)
    with pytest.raises(BadStatement, match=worded("ledger.cases.says._can_agree", word="others")):
        post.look("york").say("agree", asked)
    assert [row.side for row in post.look().ledger.cases.wishes if not row.done] == ["york"]
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
    assert disputes(post) == []
    with pytest.raises(
        BadStatement, match=worded("ledger.cases.says._can_agree", word="take-back")
    ):
        post.look("york").say("agree", asked)
    audited(post)


def test_a_dispute_is_open_again_when_its_ruling_is_gone() -> None:
    post = played(8)
    assert told(post, say(post, "york", "dispute", 5, "That road is a path.")) is None
    rule(post, "uphold", entry=5)
    ruling = last(post)
    assert disputes(post) == []
    rule(post, "void", entry=ruling)
    assert disputes(post) == [("york", 5, "That road is a path.")]
    audited(post)


def test_a_take_back_settles_a_dispute_of_what_it_takes_back() -> None:
    post = played(8)
    first = last(post)
    assert told(post, say(post, "york", "dispute", first, "No.")) is None
    assert told(post, say(post, "lancaster", "takeback", first)) is None
    assert told(post, say(post, "york", "agree", last(post))) is None
    assert disputes(post) == []
    audited(post)


@pytest.mark.slow
def test_a_correction_under_a_decision_that_waits_for_dice_is_new_ground_again() -> None:
    """The dice wait on, now for links that nobody has seen; a void takes the decision back."""
    post = imposed_before_dice()
    first = {side: asking.number for side, asking in post.look().ledger.askings.items()}
    lord, coin = next((id, lord.coin) for id, lord in post.look().ledger.play.state.lords.items())
    rule(post, "patch", lines=[f"set lord {lord} coin {coin + 1}"])
    after = post.look().ledger
    assert after.play.at_chance
    assert {side: asking.number for side, asking in after.askings.items()} == {
        side: number + 1 for side, number in first.items()
    }
    audited(post)
    rule(post, "void", entry=last(post) - 1)
    assert not post.look().ledger.play.at_chance
    audited(post)


def imposed_before_dice() -> Post:
    """The GM has decided something that needs dice; everybody owes a `ready`."""
    post = played(6)
    while not post.look().ledger.play.at_chance:
        post.ready()
        request = next(iter(post.look().requests))
        line = any_line(post.look(request.side), post.random)
        rule(post, "impose", side=request.side, lines=[line])
    return post


def test_what_an_imposed_decision_brings_is_told() -> None:
    post = played(6)
    for _ in range(14):
        post.ready()
        request = next(iter(post.look().requests))
        line = any_line(post.look(request.side), post.random)
        game = post.look("gm")
        story = game.rule("impose", "He is away.", side=request.side, lines=[line])
        post.save = game.dumps()
        assert any(line in event.text for event in story.events)
        (again,) = post.look().stories(last(post))
        assert again.events == story.events
        if any(event in game.ledger.play.events for event in story.events):
            return
    raise AssertionError("nothing that was imposed had a consequence")


@pytest.mark.slow
def test_an_agreement_does_not_keep() -> None:
    """A GM who holds it back cannot take back later what both have played since."""
    post = played(8)
    assert told(post, say(post, "york", "takeback", last(post), "Sorry.")) is None
    agreed = say(post, "lancaster", "agree", last(post))
    asked = last(post)
    for _ in range(3):
        post.turn()
    assert isinstance(told(post, agreed), Stale)
    with pytest.raises(BadStatement, match=worded("ledger.cases.says._can_agree", word="answer")):
        say(post, "lancaster", "agree", asked)
    wish = say(post, "york", "takeback", last(post), "Sorry again.")
    assert told(post, wish) is None, "the one before is gone, and another may be asked for"
    assert told(post, say(post, "lancaster", "agree", last(post))) is None
    audited(post)


def test_old_words_do_not_keep() -> None:
    """Written at one position, they say nothing about a later one."""
    for kind in ("takeback", "resign", "draw"):
        post = played(8)
        kept = say(post, "york", kind, last(post) if kind == "takeback" else 0, "Enough.")
        for _ in range(3):
            post.turn()
        assert isinstance(told(post, kept), Stale), kind


def test_old_standing_orders_do_not_come_back_over_those_of_an_order() -> None:
    post = played(8)
    side = post.asked()[0]
    kept = post.look(side).orders([], reactions={"default": "pass"}).to_text()
    post.turn()
    (receipt,) = post.take({"kept": kept})
    assert isinstance(receipt.error, Stale)


@pytest.mark.slow
def test_a_log_is_not_filled_by_talk() -> None:
    post = played(8)
    for number in range(50):
        assert told(post, say(post, "york", "say", 0, f"Word {number}")) is None
    with pytest.raises(BadStatement, match=worded("ledger.orders.check_spoken")):
        say(post, "york", "say", 0, "One too many.")
    while "york" not in post.asked():
        post.turn()
    post.turn()
    post.turn()
    assert told(post, say(post, "york", "say", 0, "And another word.")) is None


def test_both_may_countersign_a_ruling_or_dispute_it() -> None:
    post = played(4)
    rule(post, "house", lines=["Dice on the floor are thrown again."])
    n = last(post)
    assert told(post, say(post, "york", "countersign", n)) is None
    assert told(post, say(post, "lancaster", "dispute", n, "I like the floor.")) is None
    cases = post.look().ledger.cases
    assert cases.rulings[0].by == ("york",)
    assert cases.disputes[0].entry == n
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
    assert (game.result.winners, game.result.reason) == (("york",), "Lancaster resigns.")
    assert isinstance(told(post, mail), GameOver)
    for kind, fields in (
        ("impose", {"side": side, "lines": ["done"]}),
        ("patch", {"lines": ["set lords march coin 3"]}),
    ):
        with pytest.raises(BadRuling, match=worded("ledger.cases.rules_change.check", word="game")):
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
    post = played(4)
    rule(post, "uphold", entry=3)
    entries = entries_of(post.save)
    for signer in (*PLAYERS.values(), EVE):
        forged = signed(plain(entries[-1]), signer, entries[0].head)
        with pytest.raises(PbemError, match="another key"):
            verify(saved([*entries[:-1], forged]))


def test_a_statement_is_signed_by_its_player_for_this_game() -> None:
    post = played(4)
    mail = say(post, "york", "dispute", 3, "No.")
    for signer, change in (
        (EVE, {}),
        (PLAYERS["lancaster"], {}),
        (PLAYERS["york"], {"game": 64 * "0"}),
        (PLAYERS["york"], {"head": 64 * "0"}),
        (PLAYERS["york"], {"entry": 99}),
        (PLAYERS["york"], {"text": ""}),
        (PLAYERS["york"], {"author": "lancaster"}),
        (PLAYERS["york"], {"author": "nobody"}),
    ):
        before = post.save
        assert told(post, rewritten(mail, signer, **change)) is not None
        assert post.save == before


def test_statements_come_before_orders_in_whatever_order_the_pile_is() -> None:
    post = played(4)
    pile = {side: post.sent(side, any_line(post.look(side), post.random)) for side in post.asked()}
    pile["word"] = say(post, "york", "dispute", 2, "Who is that?")
    saves = set()
    for names in (tuple(pile), tuple(reversed(pile))):
        copy = post.copy()
        assert all(r.error is None for r in copy.take({name: pile[name] for name in names}))
        saves.add(copy.save)
    assert len(saves) == 1


def test_said_before_is_its_own_refusal() -> None:
    post = played(4)
    mail = say(post, "york", "dispute", 3, "No.")
    assert told(post, mail) is None
    game = post.look("gm")
    with pytest.raises(BadStatement, match=worded("ledger.cases.says.check", word="already")):
        game.add(Mailed(order=opened(mail)))
