"""Two worlds that differ in nothing but what York has sealed: Lancaster gets and sees the same in both."""

from __future__ import annotations

import re
from email import message_from_bytes
from pathlib import Path

import pytest

from .people import Person
from .towton import PLANS, laid_out, put

WORLDS = (
    ("plan march march pass pass", {"array": "ask", "flee": "stand"}),
    ("plan march march warwick norfolk", {"array": "pass", "flee": "if enemy at york: flee all"}),
)
"""York's Plan, of which the first two cards are the same, and policies of the same kinds."""
LOOKS = (
    ("show", "game.toml", "--json"),
    ("report", "game.toml", "--json"),
    ("verify", "game.toml"),
    ("audit", "game.toml"),
    ("explain", "game.toml", "--entry", "18"),
    ("explain", "game.toml", "--entry", "19"),
    ("try", "game.toml", "--line", "pass"),
    ("orders", "game.toml", "--line", "plan pass"),
    ("adopt", "game.toml"),
    ("list", "."),
    ("due", "."),
)
EMAILS = 8


def bare(data: bytes | str) -> str:
    """Without hashes, links, signatures and sealed parts; each of them leaves its length behind."""
    text = data.decode() if isinstance(data, bytes) else data
    text = re.sub(r"\b[0-9a-f]{8,}\b", lambda found: f"#{len(found[0])}", text)
    return re.sub(r"[A-Za-z0-9+/]{40,}=*", lambda found: f"#{len(found[0])}", text)


def sealed_world(folder: Path, plan: str, policies: dict[str, str]) -> tuple[Person, Person]:
    """Both have sealed their Plans, and York's first card lies open."""
    ann, bob = laid_out(folder)
    player = ann.duel
    player.decide([plan], None, policies)
    put(ann, player)
    bob.done("apply", "game.toml", bob.gets(ann.file))
    bob.done("orders", "game.toml", "--line", PLANS["bob"])
    ann.done("apply", "game.toml", ann.gets(bob.file))
    bob.done("apply", "game.toml", bob.gets(ann.file))
    return ann, bob


def in_folder(person: Person) -> dict[str, str]:
    """All files of somebody but for their identity."""
    paths = [path for path in person.folder.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(person.folder)): bare(path.read_bytes())
        for path in paths
        if path.name != "identity.toml"
    }


def until_they_differ(ann: Person, bob: Person) -> list[str]:
    """What York sends until York's third card is turned up: the files, and the words of the emails."""
    sent = []
    for _ in range(EMAILS):
        if ann.line():
            ann.done("orders", "game.toml", "--line", "pass", "-o", "out.eml")
            mail = message_from_bytes((ann.folder / "out.eml").read_bytes())
            parts = [part.get_payload(decode=True) for part in mail.walk()]
            sent += [bare(part) for part in parts if isinstance(part, bytes)]
        bob.done("apply", "game.toml", bob.gets(ann.file))
        if bob.line():
            bob.done("orders", "game.toml", "--line", "pass")
        ann.done("apply", "game.toml", ann.gets(bob.file))
        if re.search(r'"salt":"[0-9a-f]+","slot":"plan:york:\d+:3"', ann.file.read_text()):
            return sent
        sent.append(bare(ann.file.read_bytes()))
    raise AssertionError("York's third card was not turned up")


@pytest.mark.slow
def test_the_opponent_gets_the_same_files_and_emails_whatever_is_sealed(tmp_path: Path) -> None:
    worlds = []
    for place, world in enumerate(WORLDS):
        ann, bob = sealed_world(tmp_path / str(place), *world)
        sent = until_they_differ(ann, bob)
        worlds.append((sent, in_folder(bob)))
    assert worlds[0] == worlds[1]
    assert len(worlds[0][0]) > 4


@pytest.mark.slow
def test_the_opponent_is_shown_the_same_by_every_command(tmp_path: Path) -> None:
    views = []
    for place, world in enumerate(WORLDS):
        _, bob = sealed_world(tmp_path / str(place), *world)
        done = [bob.type(*words) for words in LOOKS]
        views.append([(bare(one.out), bare(one.err), one.code) for one in done])
    for words, one, other in zip(LOOKS, *views, strict=True):
        assert one == other, words
