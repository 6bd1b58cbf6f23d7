"""Rulings in games whose state is secret: published is only what each side may know."""

from __future__ import annotations

from functools import cache

import pytest
from pbem.moderator.openly import replay_openly

from pbem.errors import PbemError, ReplayMismatch
from pbem.moderator.game import Game
from pbem.reports.from_game import context
from pbem.reports.render import render

from .people import GM, NONCE, PLAYERS, Post, accept, any_line
from .test_rulings import audited, rule, say, state, told

AWAY = ("pool", "minor", "enemy", "tower", "dead")
GAMES = [("plantagenet", "Ia", {"hidden_mats": "yes"}), ("richard_iii", "", {})]


@cache
def _seated(rules: str, scenario: str) -> Post:
    options = next(o for r, _, o in GAMES if r == rules)
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    from pbem.games import find

    scenario = scenario or next(iter(find(rules).scenarios()))
    data = Game.new(GM, rules, scenario, cards, options, NONCE).dumps()
    post = Post(data)
    post.take({f"{side}-join": accept(data, side).to_text("ACCEPT") for side in PLAYERS})
    while len(post.mails) < 12:
        post.turn()
    return post


@pytest.fixture(params=GAMES, ids=[g[0] for g in GAMES])
def post(request: pytest.FixtureRequest) -> Post:
    rules, scenario, _ = request.param
    made = _seated(rules, scenario).copy()
    assert made.look().ledger.veiled
    return made


def test_void_brings_back_the_secret_position(post: Post) -> None:
    game = post.look("gm")
    first = len(game.save.entries) - 3
    key = GM.game_key(game.ledger.genesis["nonce"])
    for ledger, story in replay_openly(game.save.entries, key):
        if story.n == first - 1:
            from pbem.engine import codec

            before = codec.dump(ledger.play.state)
    rule(post, "void", entry=first)
    assert state(post.look("gm")) == before
    audited(post)
    for _ in range(3):
        post.turn()
    audited(post)


def test_a_patch_is_read_by_those_who_may(post: Post) -> None:
    """A block's or a mat's secret: its owner reads the correction, nobody else does."""
    game = post.look("gm")
    owner, line, word = secret_patch(game)
    story = game.rule("patch", "A slip of the pen.", lines=[line])
    assert any(word in event.text for event in story.events if event.to == owner)
    assert not any(word in event.text for event in story.events if event.to == "")
    post.save = game.dumps()
    entry = post.look().save.entries[-1]
    assert word.encode() not in entry.raw
    n = entry.n
    other = next(side for side in PLAYERS if side != owner)
    for who, reads in ((owner, True), (other, False), ("", False)):
        texts = [e.text for s in post.look(who).stories(n) for e in s.events]
        assert any(word in text for text in texts) == reads, who
    audited(post)
    for _ in range(2):
        post.turn()
    audited(post)


def secret_patch(game: Game) -> tuple[str, str, str]:
    """A side, a change that it alone may know of, and the word that tells it."""
    state = game.ledger.play.state
    if game.ledger.rules.name == "plantagenet":
        lord = next(
            id for id, lord in state.lords.items() if lord.coin and lord.at in _places(game)
        )
        side = next(s for s in PLAYERS if not game.ledger.rules.veil(state, s).lords[lord].hidden)
        return side, f"set lords {lord} coin {state.lords[lord].coin + 1}", f"lords.{lord}.coin"
    for side in PLAYERS:
        other = next(s for s in PLAYERS if s != side)
        seen, veiled = (game.ledger.rules.veil(state, s) for s in (side, other))
        for id, block in state.blocks.items():
            mine, theirs = seen.blocks.get(id), veiled.blocks.get(id)
            if mine == block and theirs != block and block.strength > 1 and block.at not in AWAY:
                return (
                    side,
                    f"set blocks {id} strength {block.strength - 1}",
                    f"blocks.{id}.strength",
                )
    raise AssertionError("nothing is secret here")


def _places(game: Game) -> set[str]:
    return set(game.ledger.play.state.favour)


def test_an_imposed_decision_is_not_told(post: Post) -> None:
    for _ in range(4):
        request = post.look().requests[0]
        line = any_line(post.look(request.side), post.random)
        game = rule(post, "impose", side=request.side, lines=[line])
        assert secret_of(line) not in post.save.decode()
        for reader in ("public", next(s for s in PLAYERS if s != request.side)):
            shown = render(context(post.look("gm"), reader, ()), "text")
            assert secret_of(line) not in shown.partition("POSITION")[0]
        if game.ledger.desk.imposed:
            other = next(s for s in PLAYERS if s != request.side)
            assert told(post, post.look(other).orders([]).to_text()) is None
        assert not post.look().ledger.desk.imposed
    audited(post)


def secret_of(line: str) -> str:
    """The words of an order line as nothing else in a save would say them."""
    return line if " " in line else f": {line}."


def test_what_a_veiled_desk_says_is_checked_by_everybody(post: Post) -> None:
    from .forger import with_table

    rule(post, "house", lines=["No phones."])
    audited(post)
    with pytest.raises(ReplayMismatch, match="desk"):
        Game.loads(with_table(post.save, "desk", house=["Phones."])).verify()


def test_time_runs_in_a_veiled_game_too(post: Post) -> None:
    """The public and the GM agree on when the open question was put, whatever has happened."""
    day = 24 * 3600
    for at in range(1, 5):
        game = post.look("gm")
        if at == 1:
            game.tick(day, "terms", hours=48, grace=24, ending="policy")
        else:
            game.tick(at * day)
        post.save = game.dumps()
        audited(post)
        post.turn()
    side = post.look().requests[0].side
    game = post.look("gm")
    game.tick(5 * day)
    game.timed_out(side, 99 * day)
    post.save = game.dumps()
    audited(post)


def test_disputes_and_take_backs_work_alike(post: Post) -> None:
    n = len(post.look().save.entries) - 1
    assert told(post, say(post, "york", "dispute", n, "No.")) is None
    assert told(post, say(post, "york", "takeback", n, "Sorry.")) is None
    assert told(post, say(post, "lancaster", "agree", n + 2)) is None
    audited(post)
    post.turn()
    audited(post)


def test_a_gm_who_publishes_another_position_is_caught_by_the_audit(post: Post) -> None:
    """In public nobody can tell; with the GM's own key everybody can."""
    from .forger import resigned

    rule(post, "void", entry=len(post.look().save.entries) - 2)
    forged = resigned(post.save, -1, lambda body: body.update(state_hash=64 * "0"))
    game = Game.loads(forged)
    key = GM.game_key(game.ledger.genesis["nonce"])
    with pytest.raises(PbemError, match="state_hash"):
        list(replay_openly(game.save.entries, key))
