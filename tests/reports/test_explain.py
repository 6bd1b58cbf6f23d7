"""`pbem explain` tells all, and its shell lines give the dice."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.cli.explain import explain
from pbem.gm.game import Game
from pbem.proof import by_hand
from pbem.proof.revealed_keys import at_hand
from pbem.proof.verdict import RULED
from pbem.protocol import dice
from pbem.protocol.bodies import Mailed, Order
from pbem.protocol.hashing import H
from pbem.reports.explanation import FIELDS, explanation
from pbem.reports.openings import sealed_in
from tests.cli.console import Console
from tests.moderator.people import GM, NONCE, PLAYERS, Post, joined, with_everything, with_plans
from tests.moderator.test_audit import ended
from tests.moderator.test_rulings import rule, say, told
from tests.says import Pattern, says, worded

needs_shell = pytest.mark.skipif(
    not (shutil.which("sh") and shutil.which("sha256sum")), reason="needs a shell"
)


def shell(line: str) -> str:
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    return done.stdout.split()[0]


def order_of(post: Post, n: int) -> Order:
    step = post.look().save.entries[n].body.step
    assert isinstance(step, Mailed)
    assert isinstance(step.order.body, Order)
    return step.order.body


def with_dice(post: Post) -> int:
    """The last entry of an order that rolled dice."""
    return max(
        e.n
        for e in post.look().save.entries
        if e.body.record.rolls
        and isinstance(e.body.step, Mailed)
        and isinstance(e.body.step.order.body, Order)
    )


@pytest.mark.slow
@needs_shell
def test_every_die_can_be_checked_by_the_line_shown() -> None:
    game = with_everything().look()
    entries = [e for e in game.save.entries if e.body.record.rolls]
    assert entries
    for entry in (entries[0], *entries[-3:]):
        text = explain(game, entry.n)
        lines = re.findall(r"^ +(printf .*)$", text, re.MULTILINE)
        hows = re.findall(
            r"(?:begins with|byte \d+ is) ([0-9a-f]{2}), that is", " ".join(text.split())
        )
        rolls = entry.body.record.rolls
        assert len(hows) == len(rolls)
        assert len(lines) >= len(hows)
        for roll, byte in zip(rolls, hows, strict=True):
            assert int(byte, 16) % roll.sides + 1 == roll.value
        assert any(shell(lines[0]).startswith(byte) for byte in hows)


@pytest.mark.slow
@needs_shell
def test_the_line_of_a_die_hashes_to_the_bytes_from_which_it_came() -> None:
    """Each line alone, run in a shell, gives the value of its own die."""
    game = with_everything().look()
    entry = [e for e in game.save.entries if e.body.record.rolls][-1]
    links = by_hand.links_at(game.save.entries, entry.n)
    for roll in entry.body.record.rolls:
        hand = by_hand.die(game.ledger.game, links, roll.label, roll.sides)
        raw = bytes.fromhex(shell(hand.lines[-1]))
        limit = 256 - 256 % roll.sides
        assert next(byte for byte in raw if byte < limit) % roll.sides + 1 == roll.value
        assert f"1 more is {roll.value}" in hand.how


@needs_shell
def test_skipped_bytes_are_told() -> None:
    """A die of 200 sides skips bytes from 200 on; the first block may not be enough for 129."""
    game = 64 * "d"
    links = [dice.RevealedLink(3, 64 * "a"), dice.RevealedLink(0, 64 * "c")]
    seed = [str(field) for link in links for field in link]
    name = next(
        f"die {n}"
        for n in range(999)
        if bytes.fromhex(H("dice", game, *seed, f"die {n}#1", 0))[0] >= 200
    )
    hand = by_hand.die(game, links, f"{name}#1", 200)
    value = dice.dice(game, links[:1], links[1:]).roll(name, 1, 200)
    assert says(hand.how, "proof.by_hand._how", 200, word="bytes")
    assert str(value) in hand.how
    raw = bytes.fromhex(shell(hand.lines[-1]))
    assert next(byte for byte in raw if byte < 200) % 200 + 1 == value


@pytest.mark.slow
def test_it_tells_what_was_signed_asked_legal_decided_ruled_and_changed() -> None:
    post = with_everything()
    n = with_dice(post)
    order = order_of(post, n)
    assert told(post, say(post, "york", "dispute", n, "Not so.")) is None
    rule(post, "void", entry=n, reason="Right.")
    text = explain(post.look(), n)
    plain = " ".join(text.split())
    assert says(plain, "reports.explanation._title", word="entry")
    assert f"order of {order.author}, written against head" in plain
    assert f"answers question {order.question} with link {order.link}" in plain
    for opened in post.look().save.entries[n].body.record.opened:
        assert opened.text in plain
    assert "WHAT WAS ASKED" in text
    assert order.request in plain
    assert says(
        plain,
        "reports.explanation._cases",
        ...,
        "york",
        worded("reports.explanation._cases", Pattern(r"\d+"), word="ruled"),
        word="disputes",
    )
    assert RULED["void"] in plain
    changed = text.partition("WHAT CHANGED")[2]
    assert "->" in changed or "+" in changed
    assert all(len(line) <= 78 for line in text.splitlines() if "printf" not in line)


def test_one_die_alone() -> None:
    game = with_everything().look()
    entry = next(e for e in reversed(game.save.entries) if e.body.record.rolls)
    roll = entry.body.record.rolls[0]
    label = roll.label.removesuffix("#1")
    text = explain(game, entry.n, label)
    assert text.startswith(f"  {label}: {roll.value} of 6\n    printf")
    assert "WHAT WAS" not in text


def test_what_changed_is_said_in_words_and_inside_ids_come_at_the_end() -> None:
    game = with_plans(2).look()
    changed, fields = "", ""
    for n in range(len(game.save.entries) - 2, len(game.save.entries)):
        titles = [title for title, _ in explanation(game, n)]
        parts = dict(explanation(game, n))
        changed += "\n".join(parts.get("WHAT CHANGED", []))
        fields += "\n".join(parts.get(FIELDS, []))
        assert FIELDS not in titles or titles.index(FIELDS) > len(titles) - 3
    assert "Command actions left" in changed
    assert not re.search(r"_|\w[.:]\w", changed), changed
    assert "plan:york:" in fields


def test_a_ruling_can_be_explained_too() -> None:
    post = with_everything()
    rule(post, "house", lines=["No dice on the floor."], reason="The cat.")
    text = explain(post.look(), len(post.look().save.entries) - 1)
    assert says(text, "reports.explanation._signed_lines", "house", "The cat.", word="ruling")
    assert "> No dice on the floor." in text


def sealing(post: Post) -> int:
    """The last entry with a sealed Plan of York."""
    steps = {e.n: e.body.step for e in post.look().save.entries}
    bodies = {n: step.order.body for n, step in steps.items() if isinstance(step, Mailed)}
    return max(
        n for n, b in bodies.items() if isinstance(b, Order) and b.plan and b.author == "york"
    )


@pytest.mark.slow
def test_a_sealed_plan_is_told_to_who_may_know_it_only() -> None:
    post = with_plans(2)
    n = sealing(post)
    cards = post.look("york").plan_cards().values()
    told = " ".join(cards)
    for who, may in (("", False), ("lancaster", False), ("york", True), ("gm", True)):
        text = explain(post.look(who), n)
        assert (told in text) == may, who
        assert ("WHAT WAS SEALED" in text) == may


def test_after_the_end_what_was_sealed_is_open_to_all() -> None:
    post = with_plans(2)
    cards = " ".join(post.look("york").plan_cards().values())
    n = sealing(post)
    reveals = ended(post)
    entry = post.look().save.entries[n]
    assert list(sealed_in(entry, at_hand(post.look()))) == []
    york = [reveal for reveal in reveals if reveal.body.author == "york"]
    gm = [reveal for reveal in reveals if reveal.body.author == "gm"]
    for revealed in (reveals, york, gm):
        (line,) = sealed_in(entry, at_hand(post.look(), revealed))
        assert line.startswith("plan: ")
        assert cards in line


@pytest.mark.slow
def test_a_hidden_position_is_explained_to_the_gm_alone() -> None:
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    new = Game.new(GM, "richard_iii", "kingmaker", cards, None, NONCE)
    post = joined(Post(new.dumps())).play(10)
    steps = {e.n: e.body.step for e in post.look().save.entries}
    orders = {n: step.order.body for n, step in steps.items() if isinstance(step, Mailed)}
    n = max(n for n, body in orders.items() if isinstance(body, Order) and body.author == "york")
    for who in ("", "lancaster"):
        text = explain(post.look(who), n)
        assert says(text, "reports.explanation.HIDDEN")
        assert says(text, "reports.explanation._question_lines", word="menu")
        assert "WHAT WAS SEALED" not in text
        assert " [to york]" not in text
    gm = explain(post.look("gm"), n)
    assert not says(gm, "reports.explanation._question_lines", word="menu")
    assert "WHAT WAS SEALED" in gm


@pytest.mark.slow
def test_the_command_keeps_secrets_unless_asked_for_them(tmp_path: Path) -> None:
    """Who pastes it into a mail gives nothing away, the GM least of all."""
    post = with_plans(2)
    console, n = Console(tmp_path, post.save), sealing(post)
    texts = {who: console.type(who, "explain", "game.toml", "--entry", str(n)).out
             for who in ("eve", "ann", "bob", "gm")}  # fmt: skip
    assert len(set(texts.values())) == 1
    assert "WHAT WAS SEALED" not in texts["gm"]
    done = console.type("gm", "explain", "game.toml", "--entry", str(n), "--secrets")
    assert "WHAT WAS SEALED" in done.out
    assert says(done.said, "cli.explain.command", word="eyes")
