"""PROTOCOL 11, the save: signature first, the log second, tables never; the tamper matrix."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import BadText, Duel, Garbled, NotCanonical, Oversized, SaveTampered
from pbem.protocol import bodies, save
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.protocol.save import as_written, genesis_hash, read, write, write_atomic
from tests.says import worded

from .small_game import GAME, GENESIS, GM, Log, begun, genesis_body, played
from .test_genesis import NEW, chaired

DATA = played().bytes()
SHORT = Log().bytes()
GREG = GM.public.fingerprint


def test_round_trip() -> None:
    found = read(DATA)
    assert list(found.entries) == played().entries
    assert list(found.heads) == [entry.head for entry in played().entries]
    assert found.signer == GREG
    assert read(DATA, [GREG]) == found
    assert played().bytes() == DATA


def test_any_toml_reader_sees_the_same() -> None:
    tables = tomllib.loads(DATA.decode())
    found = read(DATA)
    assert tables["game"] == {"pbem": 2, "id": "towton-1"}
    assert tables["position"]["text"] == "York holds London.\nIt rains."
    assert [entry["body"].encode() for entry in tables["entry"]] == [e.raw for e in found.entries]
    assert [entry["sig"] for entry in tables["entry"]] == [e.signature for e in found.entries]


def test_old_entries_are_copied_verbatim() -> None:
    log = played()
    before = log.bytes()
    log.order("york")
    start = before.index(b"[[entry]]")
    old_log = before[start : before.rindex(b"\n# signed")]
    assert log.bytes()[start:].startswith(old_log)


def test_reading_parses_no_entry_where_the_gm_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    decode = bodies.decode

    def counted(kind: type[bodies.B], raw: bytes, limit: int) -> bodies.B:
        parsed.append(raw)
        return decode(kind, raw, limit)

    monkeypatch.setattr(bodies, "decode", counted)
    read(DATA, [GREG])
    assert parsed == []
    read(DATA)
    assert len(parsed) == len(played().entries)


def test_lying_tables_change_nothing() -> None:
    """pbem1's clients took numbers and keys from them; here nothing comes back but the log."""
    entries = played().entries
    lying = write(
        {"id": "towton-1", "entries": 3}, {"players": {"york": {"seq": 500}}}, entries, GM
    )
    assert read(lying).entries == read(DATA).entries
    nonsense = DATA[: DATA.rindex(b"# signed")].replace(b"[position]", b"[position")
    assert read(signed_by_gm(nonsense)).entries == read(DATA).entries


@pytest.mark.slow
def test_every_byte_counts() -> None:
    """Changed, dropped, inserted, with the GM's key known or trusted on first use."""
    for at, was in enumerate(SHORT):
        changes = [bytes([was ^ 1]), b"", b" " + bytes([was])]
        if at % 7 == 0:
            changes += [bytes([was ^ 32]), bytes([was ^ 128]), b"\n" + bytes([was]), b"\0", b"\r\n"]
        for change in changes:
            tampered = SHORT[:at] + change + SHORT[at + 1 :]
            if as_written(tampered) == SHORT:
                continue
            with pytest.raises((SaveTampered, Garbled, Duel)):
                read(tampered, () if at % 5 == 0 else [GREG])


def test_every_prefix_and_every_addition_is_refused() -> None:
    for end in range(0, len(DATA), 3):
        with pytest.raises(SaveTampered):
            read(DATA[:end] if end < len(DATA) - 1 else b"", [GREG])
    for added in (b"#", b"\nx", DATA, b"# signed: AAAA\n"):
        with pytest.raises(SaveTampered):
            read(DATA + added)


def test_what_editors_do_to_a_whole_text_is_undone() -> None:
    lines = DATA.replace(b"\n", b"\r\n")
    for changed in (
        lines,
        b"\xef\xbb\xbf" + DATA,
        DATA + b"\n \n",
        DATA[:-1],
        b"\xef\xbb\xbf" + lines + b"\r\n",
    ):
        assert read(changed) == read(DATA)
        assert genesis_hash(changed) == genesis_hash(DATA) != ""


def test_other_line_ends_in_places_are_explained() -> None:
    with pytest.raises(SaveTampered, match="line ends"):
        read(DATA.replace(b"\n", b"\r\n", 5))


def test_a_save_of_another_gm_is_refused() -> None:
    mallory = Identity.new("Mallory")
    for known in ((), [GREG]):
        with pytest.raises(SaveTampered, match="another key"):
            read(played().bytes(mallory), known)


def test_trust_on_first_use_needs_a_genesis_signed_with_its_own_key() -> None:
    mallory = Identity.new("Mallory")
    unsigned = Entry(GENESIS.raw, Entry.signed(mallory, genesis_body()).signature)
    for entries in ((), (unsigned,), (Entry(b"{}", "eA=="),), tuple(played().entries[1:])):
        with pytest.raises(SaveTampered, match=r"genesis|GM"):
            read(write({"pbem": 2}, {}, entries, mallory))


def test_who_hands_over_signs_the_save_that_says_so_and_none_after() -> None:
    log = begun()
    chaired(log, NEW, "handover", GM)
    for signer in (GM, NEW):
        assert read(log.bytes(signer)).signer == signer.public.fingerprint
    log.say("york", bodies.Say, text="welcome")
    log.entries[-1] = Entry.signed(NEW, log.entries[-1].body, GAME)
    assert read(log.bytes(NEW)).signer == NEW.public.fingerprint
    with pytest.raises(SaveTampered, match="another key"):
        read(log.bytes(GM))


def test_a_key_that_the_client_knows_is_checked_like_any() -> None:
    with pytest.raises(SaveTampered, match="not these"):
        read(DATA.replace(b"It rains", b"It rained"), [GREG])


def test_oversized(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "LIMIT", len(DATA) - 1)
    with pytest.raises(Oversized):
        read(DATA)


def signed_by_gm(text: bytes) -> bytes:
    return text + b"# signed: " + GM.sign("pbem2-save", text).encode() + b"\n"


@pytest.mark.parametrize(
    "change",
    [
        (b"sig = '", b"more = 1\nsig = '"),
        (b"\n\n[[entry]]\nbody", b"\n\n[[entri]]\nbody"),
        (b"'\n\n[[entry]]", b"'\n\n\n[[entry]]"),
    ],
)
def test_what_the_gm_signed_must_still_be_a_save(change: tuple[bytes, bytes]) -> None:
    text = DATA[: DATA.rindex(b"# signed")]
    at = text.rindex(change[0])
    text = text[:at] + change[1] + text[at + len(change[0]) :]
    with pytest.raises(Garbled, match="laid out"):
        read(signed_by_gm(text), [GREG])


def test_tables_that_are_no_part_of_a_save() -> None:
    entries = begun().entries
    with pytest.raises(NotCanonical):
        write({"id": "x", "x": 1.5}, {}, entries, GM)
    with pytest.raises(BadText):
        write({"id": "a\u202eb"}, {}, entries, GM)
    with pytest.raises(ValueError, match="taken"):
        write({"id": "x"}, {"game": {}}, entries, GM)
    with pytest.raises(ValueError, match=worded("protocol.save.top")):
        write({"id": "x"}, {"position": {"text": "a\n[[entry]]\nb"}}, entries, GM)


def test_tables_are_read_where_the_one_that_is_asked_for_stands() -> None:
    sections: dict[str, dict[str, Any]] = {"menus": {"york": "AAAA"}, "position": {"turn": 1}}
    found = read(write({"id": "x"}, sections, begun().entries, GM), [GREG])
    assert found.listed_menus == {"york": "AAAA"}
    assert read(DATA, [GREG]).listed_menus == {}


@pytest.mark.parametrize(
    "table",
    [
        "[menus]\nyork = " + 60_000 * "[" + 60_000 * "]",
        '[menus]\nyork = {a = "AAAA"}',
        "[menus]\nyork = 5",
        '[menus]\n"york" = "AAAA"',
        '[menus]\nyork = """\nAAAA"""',
        "[menus]\nyork.x = 'AAAA'",
        '[position]\ntext = """\n[menu]\nyork = \'AAAA\'\n"""',
        "[menus]\nyork = 'AAAA",
    ],
    ids=lambda table: table[:30],
)
def test_what_is_no_list_of_menus_is_no_menu_and_no_crash(table: str) -> None:
    """The GM signs what he likes; nobody's program may fail at it (nested TOML went too deep)."""
    data = write({"id": "x"}, {}, begun().entries, GM)
    at = data.index(b"\n[[entry]]\n")
    forged = data[:at] + f"\n{table}\n".encode() + data[at : data.rindex(b"# signed: ")]
    forged += b"# signed: " + GM.sign("pbem2-save", forged).encode() + b"\n"
    assert read(forged, [GREG]).listed_menus == {}
    assert read(forged, [GREG]).menus == {}


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


@pytest.mark.slow
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
