"""Towton without a GM at the command line: two homes, sealed Plans, and the audit at the end."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pbem.demo import run
from pbem.home.computer import sitting_as
from pbem.protocol import save as savefile
from tests.says import says, sentence
from tests.tiers import soaked
from tests.web.test_duel import sitting

from .people import Person
from .strangers import verdict
from .test_demo import played
from .towton import PLANS, laid_out, sealed


def test_before_a_plan_is_sealed_no_audit_says_that_nothing_is_hidden(tmp_path: Path) -> None:
    ann = Person(tmp_path / "ann", "ann")
    card = ann.console.file("bob.card", Person(tmp_path / "bob", "bob").done("identity", "show"))
    ann.done("new", "plantagenet", "towton", "--duel", "--lancaster", card)
    assert says(ann.done("audit", "game.toml"), "cli.reveals.OPEN")


@pytest.mark.slow
def test_a_plan_is_sealed_and_audited_at_the_end(tmp_path: Path) -> None:
    ann, bob = sealed(tmp_path)
    asked, other = (ann, bob) if ann.line() else (bob, ann)
    assert "Still sealed: cards 7, policies 0. Only the audit" in ann.done("verify", "game.toml")
    assert "is not here" in asked.done("audit", "game.toml")
    asked.done("resign", "game.toml", "--yes")
    told = other.done("apply", "game.toml", other.gets(asked.file))
    assert says(told, "round.duels.brings", word="audit")
    told = asked.done("apply", "game.toml", asked.gets(other.file))
    assert says(told, "round.duels.brings", word="audit")
    told = other.done("apply", "game.toml", other.gets(asked.file))
    assert says(told, "cli.duels._waiting_words")
    for one in (ann, bob):
        assert one.done("audit", "game.toml").startswith(
            sentence("reports.audit.headline", 5, word="All")
        )
        assert "In order." in one.done("verify", "game.toml")
        assert verdict(one.file.read_bytes()).startswith("good: ")
    assert {r.body.author for r in savefile.read_duel(ann.file.read_bytes())[0].reveals} == {
        "york",
        "lancaster",
    }


@pytest.mark.slow
def test_whoever_goes_on_from_a_backup_behind_the_end_reveals_too(tmp_path: Path) -> None:
    """They have signed the end, and do not know it: without new secret numbers, as nothing is left to sign."""
    asked, other = sealed(tmp_path)
    asked, other = (asked, other) if asked.line() else (other, asked)
    asked.done("resign", "game.toml", "--yes")
    backup = shutil.copytree(other.folder, tmp_path / "backup")
    other.done("apply", "game.toml", other.gets(asked.file))
    asked.done("apply", "game.toml", asked.gets(other.file))
    shutil.rmtree(other.folder)
    shutil.copytree(backup, other.folder)
    refused = other.type("apply", "game.toml", other.gets(asked.file))
    assert "pbem adopt" in " ".join(refused.err.split())
    told = other.done("adopt", other.gets(asked.file, "game.toml").name)
    assert says(told, "cli.duels.next_line", word="over")
    assert len(other.duel.reveals) == 2
    assert other.duel.entries == asked.duel.entries
    assert other.done("audit", "game.toml").startswith("All 5 claims are proven.")


def test_what_is_hidden_is_in_no_file_that_the_opponent_gets(tmp_path: Path) -> None:
    """Two worlds that differ in York's Plan: Lancaster's files, and what he is shown, are the same but for commitments,
    sealed parts of equal size, links, signatures and hashes."""
    worlds = []
    for name, plan in (("one", PLANS["ann"]), ("other", "plan march pass march pass")):
        ann, bob = laid_out(tmp_path / name)
        for one, other, line in ((ann, bob, plan), (bob, ann, PLANS["bob"])):
            one.done("orders", "game.toml", "--line", line)
            other.done("apply", "game.toml", other.gets(one.file))
        bob.done("apply", "game.toml", bob.gets(ann.file))
        worlds.append((files(bob), [without_hashes(bob.done(*words)) for words in LOOKS]))
    (one, told), (other, told_too) = worlds
    assert told == told_too
    assert one.keys() == other.keys()
    for path, data in one.items():
        lines = zip(data.split(b"\n"), other[path].split(b"\n"), strict=True)
        assert all(len(mine) == len(theirs) for mine, theirs in lines), path
        assert b"march pass march" not in data + other[path]


def without_hashes(text: str) -> str:
    return re.sub(r"\b[0-9a-f]{8,}\b", "#", text)


def test_the_desk_seals_a_plan_and_offers_no_script_and_no_gm(tmp_path: Path) -> None:
    ann, _ = laid_out(tmp_path)
    with sitting(ann) as page:
        page.act("looked", {})
        for card in PLANS["ann"].split()[1:]:
            page.act("put", {"word": card})
        taken = page.act("stacked", {})
        assert 'data-verb="script"' not in "".join(taken.parts.values())
        sheet = page.act("seal", {}).parts["sheet"]
        assert "your opponent sees only" in sheet
        assert "GM" not in sheet
        page.act("sealed", {})
    assert b"march" not in ann.file.read_bytes().rpartition(b"[order]")[2]


LOOKS = (("show", "game.toml"), ("report", "game.toml"))


def files(person: Person) -> dict[str, bytes]:
    """One's game, the record of it, and what came."""
    paths = [*person.folder.glob("*.toml"), *person.folder.glob("people/*/duels/*.toml")]
    return {
        path.name if path.parent == person.folder else "record": path.read_bytes() for path in paths
    }


@pytest.mark.slow
@pytest.mark.parametrize("scenario", soaked([("towton",), ("bosworth",)], kept=[("bosworth",)]))
def test_two_programs_play_to_the_end(tmp_path: Path, scenario: str) -> None:
    folder = tmp_path / "demo"
    told = played(folder, "--quiet", "--game", "plantagenet", "--scenario", scenario)
    assert "In order." in told
    logs = [(folder / side / "game.toml").read_bytes() for side in ("york", "lancaster")]
    one, other = (savefile.read_duel(data)[0] for data in logs)
    assert one.entries == other.entries
    assert all(verdict(data).startswith("good: ") for data in logs)
    with sitting_as(folder / "home"):
        assert "claims are proven" in run("audit", str(folder / "york" / "game.toml"))
