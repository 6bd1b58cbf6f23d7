"""`pbem explain` tells all, and its shell lines give the dice."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.cli.explained import explain
from pbem.moderator import by_hand
from pbem.moderator.chance import Moment
from pbem.moderator.game import Game
from pbem.protocol.hashing import H
from tests.cli.desk import Desk
from tests.moderator.forger import resigned
from tests.moderator.people import Post, with_everything, with_plans
from tests.moderator.test_audit import ended
from tests.moderator.test_rulings import rule, say, told
from tests.moderator.test_rulings_veiled import _seated

needs_shell = pytest.mark.skipif(
    not (shutil.which("sh") and shutil.which("sha256sum")), reason="needs a shell"
)


def shell(line: str) -> str:
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    return done.stdout.split()[0]


@needs_shell
def test_every_die_can_be_checked_by_the_line_shown() -> None:
    game = with_everything().look()
    entries = [e for e in game.save.entries if e.body.get("rolls")]
    for entry in entries[-3:]:
        text = explain(game, entry.n)
        lines = re.findall(r"^ +(printf .*)$", text, re.MULTILINE)
        hows = re.findall(
            r"(?:begins with|byte \d+ is) ([0-9a-f]{2}), that is", " ".join(text.split())
        )
        assert len(hows) == len(entry.body["rolls"])
        assert len(lines) >= len(hows)
        for roll, byte in zip(entry.body["rolls"], hows, strict=True):
            assert int(byte, 16) % roll["sides"] + 1 == roll["value"]
        assert any(shell(lines[0]).startswith(byte) for byte in hows)


@needs_shell
def test_skipped_bytes_are_told() -> None:
    """A die of 200 sides skips bytes from 200 on; the first block may not be enough for 129."""
    moment = Moment("towton-3f9c1a2b", "york:1", 64 * "a", f"{64 * 'b'},{64 * 'c'}")
    label = next(
        f"die {n}"
        for n in range(999)
        if bytes.fromhex(H("dice", moment.game, "york:1", 64 * "a", moment.player_links, "-",
                           f"die {n}", 0))[0] >= 200
    )  # fmt: skip
    hand = by_hand.die(moment, label, 200)
    assert "bytes of 200 and above are skipped" in hand.how
    assert str(moment.dice().roll(label, 200)) in hand.how
    raw = bytes.fromhex(shell(hand.lines[-1]))
    value = next(byte for byte in raw if byte < 200) % 200 + 1
    assert value == moment.dice().roll(label, 200)


def test_it_tells_what_was_signed_asked_legal_decided_ruled_and_changed() -> None:
    post = with_everything()
    entry = next(e for e in reversed(post.look().save.entries) if e.body.get("rolls"))
    n, order = entry.n, entry.body["order"]["body"]
    assert told(post, say(post, "york", "dispute", n, "Not so.")) is None
    rule(post, "void", entry=n, reason="Right.")
    text = explain(post.look(), n)
    plain = " ".join(text.split())
    assert "It was taken back by entry" in plain
    assert f"order of {order['from']}: seq {order['seq']}" in plain
    for line in order["lines"]:
        assert f"> {line}" in plain
    assert "WHAT WAS ASKED" in text
    assert order["answers"] in plain
    assert "york disputes it (ruled on in entry" in plain
    assert "the GM rules (void)" in plain
    changed = text.partition("WHAT CHANGED")[2]
    assert "->" in changed or "+" in changed
    assert all(len(line) <= 78 for line in text.splitlines() if "printf" not in line)


def test_one_die_alone() -> None:
    game = with_everything().look()
    entry = next(e for e in reversed(game.save.entries) if e.body.get("rolls"))
    label = entry.body["rolls"][0]["label"]
    text = explain(game, entry.n, label)
    assert text.startswith(f"  {label}: {entry.body['rolls'][0]['value']} of 6\n    printf")
    assert "WHAT WAS" not in text


def test_a_ruling_can_be_explained_too() -> None:
    post = with_everything()
    rule(post, "house", lines=["No dice on the floor."], reason="The cat.")
    text = explain(post.look(), len(post.look().save.entries) - 1)
    assert "a ruling by the GM: The cat." in text
    assert "> No dice on the floor." in text


def sealing(post: Post) -> int:
    """The last entry with a sealed Plan of York."""
    orders = [e for e in post.look().save.entries if e.type == "order"]
    bodies = {e.n: e.body["order"]["body"] for e in orders}
    return max(n for n, body in bodies.items() if "plan" in body and body["from"] == "york")


def test_a_sealed_plan_is_told_to_who_may_know_it_only() -> None:
    post = with_plans(2)
    n = sealing(post)
    cards = post.look("york").plan_cards().values()
    told = " ".join(cards)
    for who, may in (("", False), ("lancaster", False), ("york", True), ("gm", True)):
        text = explain(post.look(who), n)
        assert (told in text) == may, who
        assert ("WHAT WAS SEALED" in text) == may


def test_after_the_end_all_is_told_to_all() -> None:
    post = with_plans(2)
    told = " ".join(post.look("york").plan_cards().values())
    n = sealing(post)
    ended(post)
    assert told in explain(post.look(), n)


def test_a_hidden_position_is_explained_to_the_gm_alone() -> None:
    post = _seated("richard_iii", "").copy()
    n = next(e.n for e in reversed(post.look().save.entries)
             if e.body["order"]["body"]["from"] == "york")  # fmt: skip
    for who in ("", "lancaster"):
        text = explain(post.look(who), n)
        assert "the pieces are hidden" in text
        assert "its menu was for that side alone" in text
        assert "WHAT WAS SEALED" not in text
        assert " [to york]" not in text
    gm = explain(post.look("gm"), n)
    assert "its menu was for that side alone" not in gm
    assert "WHAT WAS SEALED" in gm
    assert "blocks." in gm.partition("WHAT CHANGED")[2]


def test_the_command_keeps_secrets_unless_asked_for_them(tmp_path: Path) -> None:
    """Who pastes it into a mail gives nothing away, the GM least of all."""
    post = with_plans(2)
    desk, n = Desk(tmp_path, post.save), sealing(post)
    texts = {who: desk.type(who, "explain", "game.toml", "--entry", str(n)).out
             for who in ("eve", "ann", "bob", "gm")}  # fmt: skip
    assert len(set(texts.values())) == 1
    assert "WHAT WAS SEALED" not in texts["gm"]
    done = desk.type("gm", "explain", "game.toml", "--entry", str(n), "--secrets")
    assert "WHAT WAS SEALED" in done.out
    assert "For your eyes only" in done.said


def test_a_dishonest_entry_is_explained_as_far_as_it_goes() -> None:
    post = with_everything()
    entry = next(e for e in reversed(post.look().save.entries) if e.body.get("rolls"))
    forged = resigned(post.save, entry.n, lambda body: body["rolls"][0].update(value=0))
    text = explain(Game.loads(forged), entry.n)
    assert "WHAT WAS SIGNED" in text
    assert f"Entry {entry.n}" in text.partition("WHAT CHANGED")[2]
