"""Rulings in games whose state is secret: published is only what each side may know."""

from __future__ import annotations

import pytest

from pbem.engine import codec
from pbem.errors import PbemError, ReplayMismatch
from pbem.games import find
from pbem.gm.game import Game
from pbem.ledger import tables
from pbem.ledger.fold import fold
from pbem.proof.audit import Answer, Claim, audit
from pbem.protocol import save as savefile
from pbem.reports.formats import render
from pbem.reports.from_game import context
from tests.drawn import kept
from tests.says import worded

from .forger import entries_of, resigned, verify
from .people import GM, NONCE, PLAYERS, Post, agree, any_line, joined
from .test_audit import answers, reveals_of
from .test_rulings import audited, rule, say, state, told

AWAY = ("pool", "minor", "enemy", "tower", "dead")
GAMES = [("plantagenet", "Ia", {"hidden_mats": "yes"}), ("richard_iii", "", {})]


@kept
def _seated(rules: str, scenario: str) -> Post:
    options = next(o for r, _, o in GAMES if r == rules)
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    scenario = scenario or next(iter(find(rules).scenarios()))
    data = Game.new(GM, rules, scenario, cards, options, NONCE).dumps()
    post = joined(Post(data))
    while len(post.mails) < 12:
        post.turn()
    return post


@pytest.fixture(params=GAMES, ids=[g[0] for g in GAMES])
def post(request: pytest.FixtureRequest) -> Post:
    rules, scenario, _ = request.param
    made = _seated(rules, scenario).copy()
    assert made.look().ledger.veiled
    return made


@pytest.mark.slow
def test_void_brings_back_the_secret_position(post: Post) -> None:
    game = post.look("gm")
    first = len(game.save.entries) - 3
    for ledger, story in fold(game.save.entries, keys=game.holder.keys):
        if story.n == first - 1:
            before = codec.dump(ledger.play.state)
    rule(post, "void", entry=first)
    assert state(post.look("gm")) == before
    audited(post)
    for _ in range(3):
        post.turn()
    audited(post)


@pytest.mark.slow
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
        side = next(
            s for s in PLAYERS if not game.ledger.rules.secrets.veil(state, s).lords[lord].hidden
        )
        return side, f"set lords {lord} coin {state.lords[lord].coin + 1}", f"lords.{lord}.coin"
    for side in PLAYERS:
        other = next(s for s in PLAYERS if s != side)
        seen, veiled = (game.ledger.rules.secrets.veil(state, s) for s in (side, other))
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


@pytest.mark.slow
def test_an_imposed_decision_is_not_told(post: Post) -> None:
    for _ in range(4):
        request = post.look().requests[0]
        line = any_line(post.look(request.side), post.random)
        game = rule(post, "impose", side=request.side, lines=[line])
        assert secret_of(line) not in post.save.decode()
        for reader in ("public", next(s for s in PLAYERS if s != request.side)):
            shown = render(context(post.look("gm"), reader, ()), "text")
            assert secret_of(line) not in shown.partition("POSITION")[0]
        assert game.ledger.ground == game.ledger.n, "its dice wait for somebody's new link"
        post.ready()
    audited(post)


def secret_of(line: str) -> str:
    """The words of an order line as nothing else in a save would say them."""
    return line if " " in line else f": {line}."


def test_what_the_tables_of_a_veiled_game_say_is_checked_by_everybody(post: Post) -> None:
    rule(post, "house", lines=["No phones."])
    audited(post)
    ledger, entries = post.look().ledger, entries_of(post.save)
    told = tables.tables(ledger, {})
    header = tables.header(ledger, entries)
    forged = {**told, "cases": {**told["cases"], "result": 1}}
    made = savefile.write(header, forged, entries, GM)
    with pytest.raises(ReplayMismatch, match=worded("proof.reader.Reader._proven")):
        Game.loads(made).verify()


@pytest.mark.slow
def test_time_runs_in_a_veiled_game_too(post: Post) -> None:
    """The public and the GM agree on when the open question was put, whatever has happened."""
    day = 24 * 3600
    for at in range(1, 5):
        game = post.look("gm")
        if at == 1:
            agree(post, day, 48, 24, "policy")
        else:
            game.tick(at * day)
            post.save = game.dumps()
        audited(post)
        post.turn()
    post.ready()
    side = post.look().requests[0].side
    game = post.look("gm")
    game.tick(5 * day)
    game.timed_out(side, 99 * day)
    post.save = game.dumps()
    audited(post)


@pytest.mark.slow
def test_disputes_and_take_backs_work_alike(post: Post) -> None:
    n = len(post.look().save.entries) - 1
    assert told(post, say(post, "york", "dispute", n, "No.")) is None
    assert told(post, say(post, "york", "takeback", n, "Sorry.")) is None
    assert told(post, say(post, "lancaster", "agree", n + 2)) is None
    audited(post)
    post.turn()
    audited(post)


@pytest.mark.slow
def test_a_gm_who_publishes_another_position_is_caught_by_the_audit(post: Post) -> None:
    """In public nobody can tell; with the GM's own key everybody can."""
    rule(post, "void", entry=post.look().ledger.n - 1)

    def lie(body: dict[str, object]) -> None:
        record = body["record"]
        assert isinstance(record, dict)
        record["state_hash"] = 64 * "0"

    reveals = reveals_of(post)
    forged = resigned(post.save, -1, lie)
    game = Game.loads(forged)
    assert verify(forged) == len(game.save.entries)
    with pytest.raises(PbemError, match="position"):
        Game.loads(forged, GM)
    found = answers(audit(game.save.entries, reveals), "gm")
    assert found[Claim.HIDDEN] == found[Claim.BYTES] == (Answer.CONTRADICTED, game.ledger.n)
    assert found[Claim.LOG] == (Answer.PROVEN, -1)
