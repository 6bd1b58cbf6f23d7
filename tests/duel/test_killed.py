"""A kill at any call of the system, or a disk that is full at any write, in each command of a duel: what was signed
is kept, is signed once, and the same command again makes the very same files."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.duel.duellist import Duellist
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelClaim
from tests.cli.test_killed_commands import Killed, full, interrupted
from tests.drawn import kept

from . import towton
from .people import FOUNDED, Person, seated, turn

COMMANDS = ["new", "join", "orders", "apply", "renewed", "plan", "card", "end"]
"""`renewed`: new secret numbers of the opponent go in. The last three at Towton: a Plan is sealed; a card is revealed;
the keys are revealed."""
NUMBERS = range(1, 60)


def files_in(folder: Path) -> dict[str, bytes]:
    """All files, by their path."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@kept
def table() -> dict[str, bytes]:
    """The files of two people, one of whom has sent an order with its outcome still to come."""
    with tempfile.TemporaryDirectory() as scratch:
        ann, bob = seated(Path(scratch))
        for _ in range(2):
            turn(ann, bob)
            turn(bob, ann)
        while not ann.line():
            turn(bob, ann)
        return files_in(Path(scratch))


def laid_out(folder: Path, files: dict[str, bytes] | None = None) -> tuple[Person, Person]:
    folder.mkdir()
    ann, bob = Person(folder / "ann", "ann"), Person(folder / "bob", "bob")
    for name, data in (table() if files is None else files).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return ann, bob


@kept
def before(command: str) -> tuple[dict[str, bytes], str, tuple[str, ...]]:
    """The files of both, who types, and what."""
    with tempfile.TemporaryDirectory() as scratch:
        person, words = prepared(Path(scratch) / "x", command)
        return files_in(Path(scratch) / "x"), person.who, words


def begun(folder: Path, command: str) -> tuple[Person, tuple[str, ...]]:
    """Who types what."""
    files, who, words = before(command)
    ann, bob = laid_out(folder, files)
    return (ann if who == "ann" else bob), words


def prepared(folder: Path, command: str) -> tuple[Person, tuple[str, ...]]:
    """Who types what."""
    if command in ("new", "join"):
        folder.mkdir()
        ann, bob = Person(folder / "ann", "ann"), Person(folder / "bob", "bob")
        card = ann.console.file("bob.card", bob.done("identity", "show"))
        if command == "new":
            return ann, (*FOUNDED, "--lancaster", "bob.card", "--outbox", "out")
        ann.done(*FOUNDED, "--lancaster", card)
        bob.gets(ann.file, "game.toml")
        return bob, ("join", "game.toml", "--as", "lancaster", "-o", "out/join.eml")
    if command in ("plan", "card", "end"):
        return prepared_at_towton(folder, command)
    ann, bob = laid_out(folder)
    if command == "renewed":
        claimed = Duellist.recover(ann.identity, ann.file.read_bytes(), b"r" * 32)
        (bob.folder / "came.toml").write_bytes(claimed.email())
        return bob, ("apply", "game.toml", "came.toml", "--outbox", "out")
    if command == "orders":
        return ann, ("orders", "game.toml", "--line", ann.line(), "-o", "out/mail.eml")
    ann.done("orders", "game.toml", "--line", ann.line())
    bob.gets(ann.file)
    return bob, ("apply", "game.toml", "came.toml", "--outbox", "out")


def prepared_at_towton(folder: Path, command: str) -> tuple[Person, tuple[str, ...]]:
    if command == "end":
        asked, other = towton.sealed(folder)
        asked, other = (asked, other) if asked.line() else (other, asked)
        asked.done("resign", "game.toml", "--yes")
        other.gets(asked.file)
        return other, ("apply", "game.toml", "came.toml", "--outbox", "out")
    ann, bob = towton.laid_out(folder)
    plan = ("orders", "game.toml", "--line", towton.PLANS["ann"])
    if command == "plan":
        return ann, (*plan, "-o", "out/mail.eml")
    ann.done(*plan)
    bob.done("apply", "game.toml", bob.gets(ann.file))
    bob.done("orders", "game.toml", "--line", towton.PLANS["bob"])
    ann.gets(bob.file)
    return ann, ("apply", "game.toml", "came.toml", "--outbox", "out")


def left_by(person: Person) -> dict[str, bytes]:
    """One's own file, the record of it at home, and the finished email; the folder's own name stands in none."""
    found = [person.file, *person.folder.glob("people/*/duels/*"), *person.folder.glob("out/*")]
    names = {str(path.relative_to(person.folder)): path for path in found if path.is_file()}
    return {name: path.read_bytes() for name, path in names.items() if path.suffix != ".part"}


@kept
def expected(command: str) -> dict[str, bytes]:
    """What the command leaves where nothing goes wrong."""
    with tempfile.TemporaryDirectory() as scratch:
        person, words = begun(Path(scratch) / "x", command)
        person.done(*words)
        return left_by(person)


def again(person: Person, command: str, words: tuple[str, ...]) -> None:
    """What people type then: the same, or `apply` once their own file is there."""
    if command == "new" and person.file.exists():
        words = ("apply", "game.toml", "--outbox", "out")
    done = person.type(*words)
    assert done.code == 0, done.err


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_kill_at_any_call_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for number in NUMBERS:
        person, words = begun(tmp_path / str(number), command)
        killed = interrupted(monkeypatch, number, Killed, after=number % 2 == 0)
        with killed as left, contextlib.suppress(Killed):
            person.type(*words)
        if left[0] > 0:
            assert left_by(person) == expected(command)
            assert number > 3
            return
        again(person, command, words)
        assert left_by(person) == expected(command), number
    pytest.fail(f"{command} makes too many calls")


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_at_any_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for number in NUMBERS:
        person, words = begun(tmp_path / str(number), command)
        before = person.file.read_bytes() if person.file.exists() else b""
        with interrupted(monkeypatch, number, full, after=False) as left:
            done = person.type(*words)
        if left[0] > 0:
            assert done.code == 0
            return
        assert done.code in (0, 2, 3), done.err
        assert "No space left on device" in done.said or done.code == 0, done.err
        now = person.file.read_bytes() if person.file.exists() else b""
        assert done.code != 2 or now == before, number  # refused: nothing was done
        again(person, command, words)
        assert left_by(person) == expected(command), number
    pytest.fail(f"{command} makes too many calls")


def claim_in(path: Path) -> DuelClaim | None:
    """The claim of new chains that waits in this file, if there is one."""
    if not path.is_file():
        return None
    order = savefile.read_duel(path.read_bytes())[1]
    return order.body if order is not None and isinstance(order.body, DuelClaim) else None


@pytest.mark.slow
@pytest.mark.parametrize("end", [Killed, full])
def test_a_claim_of_new_chains_is_final_from_the_first_write_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[], BaseException]
) -> None:
    """It is random: so once it is in the record, the same command again makes no other one."""
    kept = 0
    for number in NUMBERS:
        ann, bob = laid_out(tmp_path / str(number))
        (record,) = ann.folder.glob("people/*/duels/*.toml")
        record.unlink()
        ann.gets(bob.file, "game.toml")
        killed = interrupted(monkeypatch, number, end, after=number % 2 == 0)
        with killed as left, contextlib.suppress(Killed):
            ann.type("adopt", "game.toml", "--yes")
        first = claim_in(record)
        assert first is not None or claim_in(ann.file) is None
        kept += first is not None
        ann.done("adopt", "game.toml", "--yes")
        claim = claim_in(record)
        assert claim is not None
        assert first in (None, claim)
        assert ann.file.read_bytes() == record.read_bytes()
        bob.done("apply", "game.toml", bob.gets(ann.file), "--insist")
        assert bob.duel.losses("york") == 1
        if left[0] > 0:
            assert 1 < kept < number
            return
    pytest.fail("adopt makes too many calls")


@pytest.mark.slow
def test_two_programs_at_once_sign_one_answer(tmp_path: Path) -> None:
    ann, bob = laid_out(tmp_path / "x")
    line, count = ann.line(), len(ann.duel.entries)
    both = [ann.started("orders", "game.toml", "--line", line) for _ in range(2)]
    codes = [finished(one) for one in both]
    assert 0 in codes
    assert set(codes) <= {0, 2}
    signed = Duellist.load(ann.identity, ann.file.read_bytes()).order
    assert signed is not None
    came = bob.gets(ann.file)
    both = [bob.started("apply", "game.toml", came.name) for _ in range(2)]
    assert [finished(one) for one in both] == [0, 0]
    assert len(bob.duel.entries) == count + 1
    assert bob.duel.entries[-1].body.step.order == signed


def finished(program: subprocess.Popen[bytes]) -> int:
    program.communicate()
    return program.returncode
