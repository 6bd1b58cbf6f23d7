"""DESIGN 6, the save: signature first, parsing second, written whole; DESIGN 8, tamper matrix."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import BadSignature, BadText, Garbled, NotCanonical, Oversized, SaveTampered
from pbem.protocol import canonical, save
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save, dumps, loads, write_atomic

from .small_game import GAME, GM, Log, begun, played

DATA = played().bytes()
SHORT = begun().bytes()


def test_round_trip() -> None:
    read = loads(DATA)
    assert read.header == {"id": GAME}
    assert read.sections["position"]["text"] == "York holds London.\nIt rains."
    assert list(read.entries) == played().entries
    assert list(read.heads) == [entry.head for entry in played().entries]
    assert loads(DATA, GM.public) == read
    assert dumps(read, GM) == DATA


def test_any_toml_reader_sees_the_same() -> None:
    tables = tomllib.loads(DATA.decode())
    read = loads(DATA)
    assert tables["game"] == read.header
    assert [entry["body"].encode() for entry in tables["entry"]] == [e.raw for e in read.entries]
    assert [entry["sig"] for entry in tables["entry"]] == [e.signature for e in read.entries]


def test_old_entries_are_copied_verbatim() -> None:
    log = played()
    before = log.bytes()
    log.order("york")
    start = before.index(b"[[entry]]")
    old_log = before[start : before.rindex(b"\n# signed")]
    assert log.bytes()[start:].startswith(old_log)


def test_loading_parses_no_entry_but_the_genesis(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []

    def decode(raw: bytes, limit: int) -> Any:
        parsed.append(raw)
        return canonical_decode(raw, limit)

    canonical_decode = canonical.decode
    monkeypatch.setattr(canonical, "decode", decode)
    loads(DATA, GM.public)
    assert parsed == []
    loads(DATA)
    assert len(parsed) == 1


def test_every_byte_counts() -> None:
    """Changed, dropped, inserted, with the GM's key pinned or trusted on first use."""
    for at, was in enumerate(SHORT):
        changes = [bytes([was ^ 1]), b"", b" " + bytes([was])]
        if at % 7 == 0:
            changes += [bytes([was ^ 32]), bytes([was ^ 128]), b"\n" + bytes([was]), b"\0", b"\r\n"]
        for change in changes:
            tampered = SHORT[:at] + change + SHORT[at + 1 :]
            if tampered == SHORT:
                continue
            with pytest.raises(SaveTampered):
                loads(tampered, None if at % 5 == 0 else GM.public)


def test_every_prefix_and_every_addition_is_refused() -> None:
    for end in range(len(DATA)):
        with pytest.raises(SaveTampered):
            loads(DATA[:end], GM.public)
    for added in (b"\n", b"#", DATA, b"# signed: AAAA\n"):
        with pytest.raises(SaveTampered):
            loads(DATA + added)


def test_changed_line_ends_are_explained() -> None:
    with pytest.raises(SaveTampered, match="line ends"):
        loads(DATA.replace(b"\n", b"\r\n"))


def test_a_save_of_another_gm_is_refused() -> None:
    mallory = Identity.new("Mallory")
    honest = loads(DATA)
    with pytest.raises(SaveTampered, match="another key"):
        loads(dumps(honest, mallory), GM.public)
    with pytest.raises(SaveTampered, match="another key"):
        loads(dumps(honest, mallory))


def test_trust_on_first_use_needs_a_genesis_signed_with_its_own_key() -> None:
    mallory = Identity.new("Mallory")
    log = Log()
    log.genesis(gm=mallory.public.to_dict())
    for entries in ((), tuple(log.entries), (Entry(b"{}", "x"),)):
        with pytest.raises(SaveTampered, match="genesis"):
            loads(dumps(Save({"id": GAME}, {}, entries), mallory))


def test_oversized(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "LIMIT", len(DATA) - 1)
    with pytest.raises(Oversized):
        loads(DATA)


def signed_by_gm(text: bytes) -> bytes:
    return text + b"# signed: " + GM.sign("pbem1-save", text).encode() + b"\n"


@pytest.mark.parametrize(
    "change",
    [
        (b"\n[game]", b"\n[gime]"),
        (b"\n[game]", b"\nfree = 1\n[game]"),
        (b"[position]", b"[position"),
        (b"sig = '", b"more = 1\nsig = '"),
        (b"[[entry]]", b"[[entri]]"),
    ],
)
def test_what_the_gm_signed_must_still_be_a_save(change: tuple[bytes, bytes]) -> None:
    text = DATA[: DATA.rindex(b"# signed")].replace(*change)
    with pytest.raises(Garbled):
        loads(signed_by_gm(text), GM.public)


def test_tables_that_are_no_part_of_a_save() -> None:
    entries = tuple(begun().entries)
    with pytest.raises(NotCanonical):
        dumps(Save({"id": GAME, "x": 1.5}, {}, entries), GM)
    with pytest.raises(BadText):
        dumps(Save({"id": "a\u202eb"}, {}, entries), GM)
    with pytest.raises(ValueError, match="taken"):
        dumps(Save({"id": GAME}, {"game": {}}, entries), GM)
    with pytest.raises(ValueError, match="looks like the log"):
        dumps(Save({"id": GAME}, {"position": {"text": "a\n[[entry]]\nb"}}, entries), GM)


def test_the_signature_is_one_for_ssh_keygen_to_check() -> None:
    signed, _, signature = DATA.rpartition(b"# signed: ")
    assert signature.strip().decode() == GM.sign("pbem1-save", signed)
    with pytest.raises(BadSignature):
        begun().entries[0].verify(Identity.new("Mallory").public)


KILL = """
import os, sys
from pbem.protocol.save import write_atomic
left = int(sys.argv[2])
def killing(function):
    def killed(*arguments, **named):
        global left
        left -= 1
        if left == 0:
            os._exit(9)                      # no cleanup runs, as when the power goes
        if function is write:                # and a write may have got half-way
            arguments = (arguments[0], arguments[1][: max(1, len(arguments[1]) // 2)])
        result = function(*arguments, **named)
        left -= 1
        if left == 0:
            os._exit(9)
        return result
    return killed
write = os.write
for name in ("open", "write", "fsync", "close", "link", "unlink", "rename", "replace"):
    setattr(os, name, killing(getattr(os, name)))
write_atomic(sys.argv[1], b"new" * 10)
"""


def test_killed_at_any_write_the_old_or_the_new_save_is_there(tmp_path: Path) -> None:
    path, backup = tmp_path / "game.toml", tmp_path / "game.toml.bak"
    old, new = b"old" * 10, b"new" * 10
    seen = set()
    for left in range(1, 200):
        for name in tmp_path.iterdir():
            name.unlink()
        path.write_bytes(old)
        command = [sys.executable, "-c", KILL, str(path), str(left)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seen.add(path.read_bytes())
        assert path.read_bytes() in (old, new)
        assert not backup.exists() or backup.read_bytes() == old
        if done.returncode == 0:
            break
        assert done.returncode == 9, done.stderr
    assert left > 15
    assert seen == {old, new}
    assert path.read_bytes() == new
    assert backup.read_bytes() == old
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
def test_a_failing_disk_leaves_the_old_save(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"old")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(f"os.{call}", full)
        with pytest.raises(OSError, match="No space"):
            write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert [name.name for name in tmp_path.iterdir()] == ["game.toml"]


def test_without_hard_links_the_previous_save_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"old")

    def no_links(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("os.link", no_links)
    write_atomic(path, b"new")
    assert (path.read_bytes(), path.with_name("game.toml.bak").read_bytes()) == (b"new", b"old")


def test_a_link_to_a_save_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "game.toml"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
