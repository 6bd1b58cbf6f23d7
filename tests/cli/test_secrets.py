"""What the GM's commands print and write tells nobody a secret: the GM may mail all of it on."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from pbem.gm.game import Game
from tests.moderator.busy import Office, busy
from tests.moderator.people import ANN, BOB, GM, PLAYERS, any_line, with_plans

from .console import Console

FOR_ALL = [
    ("doctor", "game.toml"),
    ("verify", "game.toml", "--public"),
    ("audit", "game.toml"),
    ("list", "."),
    ("due", ".", "--reminders", "reminders"),
    ("explain", "game.toml", "--entry", "9"),
    ("standings", "."),
]


@pytest.mark.slow
@pytest.mark.parametrize("words", FOR_ALL, ids=lambda words: words[0])
@pytest.mark.parametrize("name", ["plans", "hidden mats"])
def test_what_is_for_all_does_not_depend_on_who_asks(
    tmp_path: Path, words: tuple[str, ...], name: str
) -> None:
    """The GM knows everything and a stranger nothing: both read the same."""
    data = with_plans(2).save if name == "plans" else busy(name, ended=False)
    told = set()
    for who in ("gm", "ann", "bob", "eve"):
        folder = tmp_path / who
        folder.mkdir()
        console = Console(folder, data)
        shutil.rmtree(folder / "inbox")
        done = console.type(who, *words, PBEM_NOW="2000000000")
        assert done.code == 0, done.err
        mails = sorted((folder / "reminders").glob("*")) if "due" in words else []
        told.add(done.out + "".join(mail.read_text(encoding="utf-8") for mail in mails))
    assert len(told) == 1


@pytest.fixture(scope="module")
def veiled() -> Office:
    office = Office("hidden mats")
    office.play(9)
    return office


@pytest.mark.slow
def test_a_ruling_in_a_hidden_game_is_written_for_each_side_alone(
    veiled: Office, tmp_path: Path
) -> None:
    """The owner's report has the correction and the decision; the others' and the save do not."""
    console = Console(tmp_path, veiled.post.save)
    game = Game.loads(veiled.post.save, GM)
    request = next(r for r in game.requests)
    player = {"york": ANN, "lancaster": BOB}[request.side]
    line = any_line(Game.loads(veiled.post.save, player), random.Random(4))
    state = game.ledger.play.state
    lord = next(id for id, lord in state.lords.items() if lord.coin and lord.at in state.favour)
    side = next(
        s for s in PLAYERS if not game.ledger.rules.secrets.veil(state, s).lords[lord].hidden
    )
    coin = state.lords[lord].coin
    patch = f"set lords.{lord}.coin {coin + 1}"
    for words, secret, owner in (
        (("--patch", patch), f": {coin} -> {coin + 1}", side),
        (("--impose", request.side, line), line, request.side),
    ):
        shutil.rmtree(tmp_path / "reports", ignore_errors=True)
        done = console.type("gm", "rule", "game.toml", "--reason", "So be it.", *words)
        assert done.code == 0, done.err
        assert f"(for {owner} alone) " in done.out
        texts = {p.stem.rpartition("-")[2]: " ".join(p.read_text(encoding="utf-8").split())
                 for p in (tmp_path / "reports").glob("*.txt")}  # fmt: skip
        assert secret in texts[owner].partition("POSITION")[0]
        for reader in {"york", "lancaster", "public"} - {owner}:
            assert secret not in texts[reader], reader
        assert secret not in console.save.read_text(encoding="utf-8")
    for who in ("ann", "bob", "eve", "gm"):
        assert console.type(who, "verify", "game.toml").code == 0


@pytest.mark.slow
def test_a_refusal_tells_a_player_nothing(veiled: Office, tmp_path: Path) -> None:
    """What the GM is told of a correction that cannot be is for him; players are not even asked."""
    console = Console(tmp_path, veiled.post.save)
    lords = Game.loads(veiled.post.save, GM).ledger.play.state.lords
    for who in ("ann", "bob", "eve"):
        told = set()
        for lord in lords:
            words = ("--patch", f"set lords.{lord}.coin 99999999999", "--reason", "No.")
            done = console.type(who, "rule", "game.toml", *words)
            assert done.code == 2
            told.add(done.err)
        assert len(told) == 1
