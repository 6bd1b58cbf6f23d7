"""A post that is killed at any write loses nothing, and sends no Message-ID with two contents."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from pbem.home import computer
from pbem.post import outgoing, sources
from pbem.post.context import Context
from pbem.post.journal import Outgoing
from tests.moderator.people import seated
from tests.post.killed import Scene
from tests.post.office import Office, address
from tests.post.test_sequels import with_posts
from tests.post.test_slips import block
from tests.tiers import soaked


def of_the_gm(folder: Path) -> Scene:
    """An order, the same by a list, a letter of no game, a damaged order of a player whose address is known, a return
    slip that moves a player's emails; the other player's are read by a post."""
    office = Office(folder / "start", seated())
    with_posts(office, "lancaster")
    office.put("gm", office.email("ann@example.net", block(office)), "slip")
    order = office.sealed("york", "ready")
    office.put("gm", order, "order")
    office.put("gm", order + "\r\n-- \r\nThe club's list\r\n", "listed")
    office.put("gm", office.email(address("york"), "See you on Friday!"), "friday")
    damaged = office.email(address("lancaster"), office.post.sent("york", "ready")[:-60], id="3")
    office.put("gm", damaged, "damaged")
    return Scene(folder, office, "gm")


def of_a_player(folder: Path) -> Scene:
    """New entries with a question, and orders that were sealed since the last pass."""
    office = Office(folder / "start", seated())
    with_posts(office, "york")
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    text = office.post.sent("york", "ready")
    letter = office.home("york") / computer.POST / computer.OUTBOX / "letter.eml"
    letter.write_bytes(f"X-Unsent: 1\r\nSubject: york 1\r\n\r\n{text}".encode())
    return Scene(folder, office, "york")


SCENES = {"gm": of_the_gm, "player": of_a_player}


def scene_of(who: str, folder: Path) -> Scene:
    folder.mkdir(exist_ok=True)
    return SCENES[who](folder)


def sweep(scene: Scene, renamed: bool = False, every: int = 1) -> None:
    """Killed before each write, or each third one, in any order."""
    writes = range(random.randrange(every), scene.writes + 1, every)
    for at in random.sample(writes, len(writes)):
        scene.kill_at(at, renamed=renamed)


EVERY = soaked([(1,), (3,)], [(3,)])
"""Each write in the soak, each third one from a random one on in the whole tier."""


@pytest.mark.parametrize("who", SCENES)
def test_a_kill_loses_nothing(who: str, tmp_path: Path) -> None:
    scene = scene_of(who, tmp_path)
    assert scene.writes > 20
    assert scene.wanted
    for at in random.sample(range(scene.writes), 4):
        scene.kill_at(at, renamed=at % 2 == 0)


@pytest.mark.parametrize("who", SCENES)
def test_a_full_disk_loses_nothing(who: str, tmp_path: Path) -> None:
    scene = scene_of(who, tmp_path)
    for at in random.sample(range(scene.writes), 3):
        scene.kill_at(at, error=OSError)


@pytest.mark.slow
@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("who", SCENES)
def test_a_disk_that_is_full_at_any_write_loses_nothing(
    who: str, every: int, tmp_path: Path
) -> None:
    scene = scene_of(who, tmp_path)
    for at in range(random.randrange(every), scene.writes, every):
        scene.kill_at(at, error=OSError)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("who", "renamed"),
    soaked(
        [("gm", False), ("player", True), ("gm", True), ("player", False)],
        [("gm", False), ("player", True)],
    ),
)
@pytest.mark.parametrize("every", EVERY)
def test_a_kill_at_every_write_loses_nothing(
    who: str, renamed: bool, every: int, tmp_path: Path
) -> None:
    sweep(scene_of(who, tmp_path), renamed, every)


@pytest.mark.slow
@pytest.mark.parametrize("who", SCENES)
def test_two_kills_lose_nothing(who: str, tmp_path: Path) -> None:
    scene = scene_of(who, tmp_path)
    pairs = [(one, other) for one in range(scene.writes) for other in range(scene.writes)]
    for pair in random.sample(pairs, 12):
        scene.kill_at(*pair, renamed=random.random() < 0.3)


@pytest.mark.soak
@pytest.mark.parametrize("who", SCENES)
@pytest.mark.parametrize("renamed", [False, True])
def test_every_two_kills_lose_nothing(who: str, renamed: bool, tmp_path: Path) -> None:
    scene = scene_of(who, tmp_path)
    for one in range(scene.writes):
        for other in range(scene.writes):
            scene.kill_at(one, other, renamed=renamed)


# -- with one write before another, a sweep finds what is lost --------------------------------


def letter_removed_too_early() -> Any:
    """What a player sealed leaves the outbox before the journal has it."""

    def pick_up(context: Context) -> None:
        for path in sorted(context.outbox.glob("*.eml")):
            mail = path.read_bytes()
            path.unlink()
            with context.journal.transaction():
                outgoing._queue_file(context, path.stem, mail)

    return mock.patch.object(outgoing, "pick_up", pick_up)


def sent_too_early() -> Any:
    """An email counts as sent before it is handed over."""
    real = outgoing._hand_over

    def hand_over(context: Context, row: Outgoing) -> None:
        with context.journal.transaction():
            context.journal.set_outgoing(row.key, state="sent")
        real(context, row)

    return mock.patch.object(outgoing, "_hand_over", hand_over)


def filed_too_early() -> Any:
    """An email leaves the mailbox before the journal has it."""
    real = sources.Disk.read

    def read(box: sources.Disk, name: str, limit: int) -> bytes:
        raw = real(box, name, limit)
        if limit > sources.NEAR:
            box.file_away([name], sources.DONE)
        return raw

    return mock.patch.object(sources.Disk, "read", read)


MUTANTS = {
    "player": letter_removed_too_early,
    "gm, sent": sent_too_early,
    "gm, filed": filed_too_early,
}


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS)
def test_one_write_before_another_is_found_out(mutant: str, tmp_path: Path) -> None:
    with MUTANTS[mutant]():
        scene = scene_of(mutant.partition(",")[0], tmp_path)
        with pytest.raises(AssertionError):
            sweep(scene)
