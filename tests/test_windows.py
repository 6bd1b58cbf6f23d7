"""What Windows refuses is not asked of it: its rules for names, open files and encodings, simulated here."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import system
from tests.cli.console import Console
from tests.guide.pages import evening

ROOT = Path(__file__).parents[1]
ONLY_HERE = ROOT / "pbem" / "system.py"
MODULES = {"fcntl", "msvcrt", "termios", "tty", "pty", "pwd", "grp", "resource", "syslog", "winreg"}
CALLS = {
    "os": {
        "fork", "forkpty", "getuid", "geteuid", "getgid", "setuid", "setsid", "killpg", "getpgid", "chown",
        "chroot", "mkfifo", "mknod", "uname", "nice", "sched_getaffinity", "wait", "wait3", "wait4", "sync",
        "getloadavg", "O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK", "O_BINARY", "openpty", "ttyname", "statvfs",
    },
    "signal": {"SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "alarm", "pthread_sigmask", "pause"},
}  # fmt: skip
"""Of the standard library, what one of the two systems lacks."""
RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}
ILLEGAL = re.compile(r'[<>:"|?*\\/\x00-\x1f]')


@pytest.mark.slow
def test_what_a_system_lacks_is_asked_for_in_one_module() -> None:
    found = []
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        if path == ONLY_HERE:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [one.name for one in node.names if one.name in MODULES]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module] if node.module in MODULES else []
                names += [
                    one.name for one in node.names if one.name in CALLS.get(node.module or "", ())
                ]
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                names = [node.attr] if node.attr in CALLS.get(node.value.id, ()) else []
            found += [f"{path.relative_to(ROOT)}:{node.lineno} {name}" for name in names]
    assert found == []


def wrong(name: str) -> str:
    """Why Windows refuses this name of a file or a folder; "" if it takes it."""
    if ILLEGAL.search(name):
        return "a character that no name may have"
    if name.endswith((".", " ")):
        return "a full stop or a blank at its end"
    return "a device" if name.partition(".")[0].lower() in RESERVED else ""


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Windows' rules: names, folders that cannot be opened, files that nobody takes away while they are open.

    Returns what was asked against them.
    """
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("it needs to know which files are open here")
    refused: list[str] = []
    monkeypatch.setattr(system, "WINDOWS", True)
    monkeypatch.setattr(system, "_PAUSES", (0.0,))
    monkeypatch.setattr(system, "EXACT", 0)
    monkeypatch.setattr(system, "NO_LINK", 0)
    opened, replace, unlink, remove, rename = os.open, os.replace, os.unlink, os.remove, os.rename

    def check(path: object, why: str) -> None:
        refused.append(f"{path}: {why}")
        raise PermissionError(13, why, str(path))

    def is_open(path: object) -> bool:
        real = os.path.realpath(str(path))
        for one in os.listdir("/proc/self/fd"):
            try:
                if os.readlink(f"/proc/self/fd/{one}") == real:
                    return True
            except OSError:  # closed meanwhile
                continue
        return False

    def open_(path, flags, *more, **options):  # type: ignore[no-untyped-def]
        if isinstance(path, str | os.PathLike):
            if os.path.isdir(path):
                check(path, "a folder cannot be opened")
            if flags & os.O_CREAT and (why := wrong(os.path.basename(os.fspath(path)))):
                check(path, why)
        return opened(path, flags, *more, **options)

    def moving(act):  # type: ignore[no-untyped-def]
        def move(old, new, **options):  # type: ignore[no-untyped-def]
            if why := wrong(os.path.basename(os.fspath(new))):
                check(new, why)
            for path in (old, new):
                if is_open(path):
                    check(path, "it is open")
            return act(old, new, **options)

        return move

    def deleting(act):  # type: ignore[no-untyped-def]
        def delete(path, **options):  # type: ignore[no-untyped-def]
            if isinstance(path, str | os.PathLike) and is_open(path):
                check(path, "it is open")
            return act(path, **options)

        return delete

    def link(old: object, new: object, **options: object) -> None:
        raise OSError(1, "no hard links here", str(new))

    monkeypatch.setattr(os, "open", open_)
    monkeypatch.setattr(os, "replace", moving(replace))
    monkeypatch.setattr(os, "rename", moving(rename))
    monkeypatch.setattr(os, "unlink", deleting(unlink))
    monkeypatch.setattr(os, "remove", deleting(remove))
    monkeypatch.setattr(os, "link", link)
    return refused


MORE = [
    "pbem --home ann say game.toml Well_met.",
    "pbem --home ann addresses game.toml gm gm@example.org",
    "pbem --home ann say game.toml Farewell. -o word.eml",
    "pbem --home griffith addresses game.toml york ann@example.org public a@b.org",
    "pbem --home griffith apply game.toml word.eml --outbox out --format text,html,bbcode,markdown,json,plain",
    "pbem --home griffith verify game.toml",
    "pbem --home griffith list .",
    "pbem --home griffith archive . -o site",
    "pbem --home griffith clock game.toml --read",
    "pbem --home bob replay game.toml --html replay.html",
    "pbem --home bob map game.toml -o map.svg",
    "pbem --home bob identity words -o words.txt",
    "pbem --home cec identity restore --name Cec --words words.txt --no-passphrase",
]


@pytest.mark.slow
def test_an_evening_under_the_rules_of_windows(windows: list[str], tmp_path: Path) -> None:
    """The README's ten minutes and more: nothing is asked that Windows refuses, no name is one that it lacks."""
    console = Console(tmp_path)
    for line in [*evening().splitlines(), *MORE]:
        done = console.type("gm", *line.split()[1:])
        assert done.code == 0, (line, done.err, windows)
    assert windows == []
    names = [path.relative_to(tmp_path) for path in tmp_path.rglob("*")]
    assert len(names) > 60
    assert {name: wrong(name.name) for name in names if wrong(name.name)} == {}
    assert len({str(name).lower() for name in names}) == len(names)
    assert max(len(str(name)) for name in names) < 140  # of the 260 that a whole path may have


def test_the_rules_of_windows_are_those_of_windows(windows: list[str], tmp_path: Path) -> None:
    """The simulation bites: else the evening above proves nothing."""
    path = tmp_path / "a"
    path.write_bytes(b"1")
    with path.open("rb"), pytest.raises(PermissionError):
        os.replace(path, tmp_path / "b")
    with path.open("rb"), pytest.raises(PermissionError):
        path.unlink()
    for name in ("a:b", "nul.txt", "dot."):
        with pytest.raises(PermissionError):
            os.open(tmp_path / name, os.O_CREAT | os.O_WRONLY)
    with pytest.raises(PermissionError):
        os.open(tmp_path, os.O_RDONLY)
    assert len(windows) == 6


@pytest.mark.slow
def test_no_file_is_read_or_written_in_the_encoding_of_the_machine(tmp_path: Path) -> None:
    """cp1252 on Windows: a name such as Zoë would come back as another."""
    told = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNDEFAULTENCODING": "1"}
    told |= {"PYTHONWARNINGS": "error::EncodingWarning"}
    lines = [line for line in [*evening().splitlines(), *MORE] if "--home" in line]
    for line in lines:
        words = [sys.executable, "-m", "pbem", *line.split()[1:]]
        done = subprocess.run(words, cwd=tmp_path, env=told, capture_output=True, text=True)
        assert done.returncode == 0, (line, done.stderr)
