"""Signed orders are kept: a revision once, one head for a question, and what is damaged is no proof of anything."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pbem.errors import GameBusy
from pbem.gm.game import Game
from pbem.home import computer, sent
from pbem.player.orders import Letter
from pbem.protocol import lock
from tests.moderator.people import Post, any_line, played, seated

from .machine import is_private, kills


@pytest.fixture
def post(home: Path) -> Post:
    return played(6)


@pytest.fixture
def game(post: Post) -> Game:
    """Through the eyes of a side that is asked."""
    return post.look(asked(post))


def asked(post: Post) -> str:
    return next(iter(post.look().ledger.askings))


def signed(post: Post, game: Game, revision: int = 1, head: str = "") -> Letter:
    return game.orders((any_line(game, post.random),), revision, head=head)


def test_what_is_kept_is_known_before_the_next_revision(post: Post, game: Game) -> None:
    assert sent.before(game) == sent.Before(0, "")
    assert sent.youngest(game) is None
    first, second = signed(post, game), signed(post, game, 2)
    path = sent.keep_youngest(game, first)
    assert is_private(path)
    assert path.parent == computer.pins().folder / "sent" / game.ledger.game
    assert path.read_text("utf-8") == first.to_text()
    head = first.envelope.body.head
    assert sent.before(game) == sent.Before(1, head)
    sent.keep_youngest(game, second)
    assert sent.before(game) == sent.Before(2, head)
    youngest = sent.youngest(game)
    assert youngest is not None
    assert youngest.to_text() == second.to_text()
    assert sent.orders(game) == [first.envelope, second.envelope]
    number = game.ledger.askings[game.side].number
    assert sent.orders(game, number) == [first.envelope, second.envelope]
    assert sent.orders(game, number + 1) == []


@pytest.mark.parametrize("revision", [1, 2])
def test_a_revision_that_is_kept_is_not_signed_again(post: Post, game: Game, revision: int) -> None:
    sent.keep_youngest(game, signed(post, game, 2))
    with pytest.raises(GameBusy):
        sent.keep_youngest(game, signed(post, game, revision))
    assert sent.before(game).revision == 2
    sent.keep_youngest(game, signed(post, game, 3))


def test_the_head_of_the_first_order_stands(post: Post, game: Game) -> None:
    first = sent.keep_youngest(game, signed(post, game, 1, game.heads[-2]))
    assert sent.before(game) == sent.Before(1, game.heads[-2])
    with pytest.raises(GameBusy):
        sent.keep_youngest(game, signed(post, game, 2, game.heads[-1]))
    assert [first] == list(first.parent.glob("*.txt"))
    sent.keep_youngest(game, signed(post, game, 2, game.heads[-2]))


def test_of_two_programs_at_once_one_signs(
    post: Post, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = sent.folder(game).with_suffix(".lock")
    held.parent.mkdir(parents=True)
    other = lock.hold(held)
    monkeypatch.setattr(sent, "PATIENCE", 0.0)
    letter = signed(post, game)
    with pytest.raises(GameBusy, match=r"\.lock"):
        sent.keep_youngest(game, letter)
    assert sent.youngest(game) is None
    lock.let_go(other)
    sent.keep_youngest(game, letter)
    lock.let_go(lock.hold(held))  # it was let go


def test_of_many_threads_with_one_revision_one_keeps_it(post: Post, game: Game) -> None:
    letters = [signed(post, game) for _ in range(4)]
    refused: list[GameBusy] = []

    def keep(letter: Letter) -> None:
        try:
            sent.keep_youngest(game, letter)
        except GameBusy as error:
            refused.append(error)

    threads = [threading.Thread(target=keep, args=(letter,)) for letter in letters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(refused), len(sent.orders(game))) == (3, 1)


def test_a_restored_identity_signs_above_what_it_may_have_sent(game: Game, post: Post) -> None:
    sent.folder(game).mkdir(parents=True)
    computer.restored_mark().touch()
    assert sent.before(game).revision == sent.RESTORED
    sent.keep_youngest(game, signed(post, game, sent.RESTORED + 1))
    assert sent.before(game).revision == sent.RESTORED + 1


def test_what_is_damaged_or_another_s_is_no_memory(post: Post, game: Game) -> None:
    kept = sent.keep(game, signed(post, game))
    mine = kept.read_text("utf-8")
    number = f"{game.ledger.askings[game.side].number:05}"
    folder = kept.parent
    (folder / f"{game.side}-{number}-002-garbled.txt").write_bytes(b"\xff\0")
    (folder / f"{game.side}-{number}-003-cut.txt").write_text(mine[: len(mine) // 2])
    (folder / f"{game.side}-{number}-004-folder.txt").mkdir()
    other = seated(nonce=bytes([28]) * 32).ready().play(6)
    while game.side not in other.look().ledger.askings:
        other.turn()
    foreign = signed(other, other.look(game.side), 5).to_text()
    (folder / f"{game.side}-{number}-005-foreign.txt").write_text(foreign)
    assert len(sent.orders(game)) == 1
    assert sent.before(game).revision == 1
    youngest = sent.youngest(game)
    assert youngest is not None
    assert youngest.to_text() == mine


def test_orders_that_no_entry_holds_are_untaken(post: Post, game: Game) -> None:
    first, second = signed(post, game), signed(post, game, 2)
    for letter in (first, second):
        sent.keep_youngest(game, letter)
    assert sent.untaken(game) == [first.envelope, second.envelope]
    (receipt,) = post.take({"mail": second.to_text()})
    assert receipt.error is None
    later = post.look(game.side)
    assert sent.untaken(later) == [first.envelope]
    for path in sent.folder(game).glob(f"*{second.digest[: sent.DIGITS]}.txt"):
        path.rename(path.with_name("renamed.txt"))
    assert sent.untaken(later) == [first.envelope]


def test_a_ready_that_is_owed_is_the_youngest(home: Path) -> None:
    post = seated()
    (side, *_) = post.look().ledger.owes_ready()
    game = post.look(side)
    letter = game.orders(("ready",))
    sent.keep_youngest(game, letter)
    youngest = sent.youngest(game)
    assert youngest is not None
    assert youngest.envelope == letter.envelope
    assert sent.orders(game) == []
    assert sent.before(game) == sent.Before(0, "")


def test_a_kill_keeps_an_order_whole_or_not_at_all(
    post: Post, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = signed(post, game)
    for _ in kills(monkeypatch, lambda: sent.keep(game, letter)):
        assert sent.orders(game) in ([], [letter.envelope])
        for path in sent.folder(game).glob("*.txt"):
            path.unlink()
    assert sent.orders(game) == [letter.envelope]
