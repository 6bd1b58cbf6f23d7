"""A drill: the words of an identity and any copy of the saves go on with every running game elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.protocol.keys import Identity
from pbem.protocol.words import heard, spoken
from tests.moderator.people import ANN, BOB, GM, PLAYERS, Post, accept, any_line, with_plans
from tests.says import says, sentence

from .console import Console, Done

OLD, NEW = "ann", "ann's new machine"


def under_way(rules: str) -> Post:
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    scenario = next(iter(find(rules).scenarios()))
    post = Post(Game.new(GM, rules, scenario, cards, {}, bytes(range(32))).dumps())
    post.take({side: accept(post.save, side).to_text() for side in PLAYERS})
    return post.play(9)


def restored(console: Console) -> Done:
    """The words are printed on one machine and typed on another, which has nothing else."""
    assert console.type(OLD, "identity", "words", "-o", "page.txt").code == 0
    words = ("identity", "restore", "--name", "Anne", "--words", "page.txt", "--no-passphrase")
    return console.type(NEW, *words)


def go_on(console: Console, post: Post, turns: int) -> None:
    """Everybody answers; York on the new machine, from the copy of the save that is there."""
    for n in range(turns):
        public = post.look()
        if public.result is not None:
            return
        console.save.write_bytes(post.save)
        pile: dict[str, str | bytes] = {}
        for side in post.asked():
            line = any_line(post.look(side), post.random)
            if side == "york":
                out = f"york-{n}.txt"
                done = console.type(NEW, "orders", "game.toml", "--line", line, "-o", out)
                assert done.code == 0, done.err
                pile[out] = (console.folder / out).read_text(encoding="utf-8")
            else:
                pile[side] = post.sent(side, line)
        assert not [receipt.error for receipt in post.take(pile) if receipt.error]


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_every_running_game_goes_on_from_words_and_a_save(rules: str, tmp_path: Path) -> None:
    post = under_way(rules)
    console = Console(tmp_path, post.save)
    done = restored(console)
    assert done.code == 0, done.err
    assert ANN.public.fingerprint in done.err
    mine = console.type(OLD, "show", "game.toml").out
    assert console.type(NEW, "show", "game.toml").out == mine
    go_on(console, post, 8)
    console.save.write_bytes(post.save)
    assert console.type(NEW, "verify", "game.toml").code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "escrow", [True, False], ids=[sentence("post.player._announce", word="GM"), "kept to herself"]
)
def test_a_sealed_plan_is_read_and_played_on_the_new_machine(tmp_path: Path, escrow: bool) -> None:
    post = with_plans(2, escrow)
    console = Console(tmp_path, post.save)
    assert restored(console).code == 0
    home = console.folder / "people" / NEW / "identity.toml"
    plan = Game.loads(post.save, Identity.load(home, "")).plan_cards()
    assert plan == post.look("york").plan_cards()
    assert len(plan) >= 3
    go_on(console, post, 14)
    opened = [o.slot for e in post.look().save.entries for o in e.body.record.openings]
    assert any(slot.startswith("plan:york") for slot in opened)
    console.save.write_bytes(post.save)
    assert console.type("bob", "verify", "game.toml").code == 0


def test_what_the_old_machine_has_mailed_gives_way(tmp_path: Path) -> None:
    """Two machines sign for one question: not two orders of one revision, which would be a fault."""
    post = with_plans(2)
    while "york" not in post.asked() or post.look("york").owes_ready:
        post.turn()
    console = Console(tmp_path, post.save)
    lines = [option.line for option in post.look("york").legal()]
    for n in range(2):
        words = ("orders", "game.toml", "--line", lines[0], "-o", f"inbox/old-{n}.txt")
        assert console.type(OLD, *words).code == 0
    restored(console)
    words = ("orders", "game.toml", "--line", lines[-1], "-o", "inbox/new.txt")
    assert console.type(NEW, *words).code == 0
    names = [console.folder / "inbox" / name for name in ("old-0.txt", "old-1.txt", "new.txt")]
    done = console.type("gm", "apply", "game.toml", *names)
    assert "new.txt: entry" in done.out
    assert says(done.said, "errors.Replaced")


def test_a_second_identity_is_not_written_over_the_first(tmp_path: Path) -> None:
    console = Console(tmp_path)
    assert console.type(OLD, "identity", "words", "-o", "page.txt").code == 0
    before = console.files()
    done = console.type("bob", "identity", "restore", "--name", "Anne", "--words", "page.txt")
    assert done.code == 2
    assert console.files() == before


@pytest.mark.parametrize(
    "root", [ANN.root, BOB.root, bytes(32), bytes([255]) * 32, bytes(range(32))]
)
def test_words_give_the_root_back(root: bytes) -> None:
    words = spoken(root)
    assert len(words) == 24
    assert heard(" ".join(words)) == root
    assert heard("\n".join(word[:4].upper() for word in words)) == root
    shuffled = [f"{n:>2}. {word}" for n, word in enumerate(words, 1)][::-1]
    assert heard("Keys of Ann 2 of York\n" + "  ".join(shuffled)) == root


def test_the_words_are_those_of_the_standard() -> None:
    """BIP-39, test vectors of its makers: 256 bits."""
    assert spoken(bytes(32)) == ["abandon"] * 23 + ["art"]
    assert spoken(bytes([0x7F]) * 32)[-1] == "title"
    assert spoken(bytes([0xFF]) * 32) == ["zoo"] * 23 + ["vote"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda words: words[:-1], sentence("protocol.words.heard", 24, 23, word="there")),
        (
            lambda words: ["zoooo", *words[1:]],
            sentence("protocol.words._book_word", 1, "zoooo", "; nearest: zoo", word="word"),
        ),
        (
            lambda words: [words[1], words[0], *words[2:]],
            sentence("protocol.words.heard", word="stand"),
        ),
        (
            lambda words: [*words[:5], "abandon", *words[6:]],
            sentence("protocol.words.heard", word="together"),
        ),
    ],
)
def test_a_slip_of_the_pen_is_named(tmp_path: Path, change: object, said: str) -> None:
    console = Console(tmp_path)
    words = spoken(bytes(range(32)))
    assert callable(change)
    page = console.file("page.txt", " ".join(change(words)))
    done = console.type(NEW, "identity", "restore", "--name", "Ann", "--words", page)
    assert done.code == 2
    assert said in done.said
    assert not (tmp_path / "people" / NEW / "identity.toml").exists()
