"""`pbem play` as a program: what it leaves for others to see, and how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import group, person
from pbem.home import computer
from pbem.system import WINDOWS
from pbem.web.server import pages
from pbem.web.server.connections import MOST
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import OneTable
from pbem.web.server.port import own_port
from pbem.web.server.serve import Watch, serve
from tests.moderator.people import PLAYERS, asked_in, with_plans
from tests.says import says
from tests.web.told import Told, secret_in

posix = pytest.mark.skipif(WINDOWS, reason="it has no such thing")


class Program:
    """`pbem play` at work, and a browser that can talk to it."""

    def __init__(self, home: Path, *words: str) -> None:
        self.output: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pbem", "--home", str(home), "play", *words, "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        assert self.process.stdout is not None
        while not (found := re.search(r"(\S+open-(\d+)\.html)", "".join(self.output))):
            line = self.process.stdout.readline()
            assert line, "".join(self.output)
            self.output.append(line)
        self.file, self.origin = Path(found[1]), f"http://127.0.0.1:{found[2]}"
        self.secret = secret_in(self.file.read_text("utf-8"))
        self.cookie, self.url = "", ""

    def ask(self, url: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
        """Status and text; the cookie goes along once there is one."""
        heads = {k.replace("_", "-"): v for k, v in headers.items()}
        request = urllib.request.Request(url, data, {"Cookie": self.cookie, **heads})
        try:
            with urllib.request.urlopen(request) as reply:
                given = reply.headers["set-cookie"]
                self.cookie = given.partition(";")[0] if given else self.cookie
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def enter(self) -> str:
        """The page that comes first."""
        status, text = self.ask(
            f"{self.origin}/enter", f"secret={self.secret}".encode(), Origin="null"
        )
        assert status == 200, text
        to = re.search(r"url=([^\"]+)", text)
        assert to is not None
        self.url = self.origin + to[1]
        status, page = self.ask(self.url)
        assert status == 200, page
        return page

    def click(self, verb: str, **words: str) -> dict[str, object]:
        body = json.dumps({"verb": verb, "words": words}).encode()
        _, text = self.ask(self.url, body, Origin=self.origin, Content_Type="application/json")
        answer: dict[str, object] = json.loads(text)
        return answer

    def end(self) -> str:
        """Ctrl-C; all that it has ever printed."""
        how = signal.CTRL_BREAK_EVENT if WINDOWS else signal.SIGINT  # type: ignore[attr-defined,unused-ignore]
        self.process.send_signal(how)
        rest, _ = self.process.communicate(timeout=60)
        return "".join([*self.output, rest])


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Path, Path]:
    """The home of a player who is asked something, and his save."""
    post = with_plans()
    (side, *_) = asked_in(post.look())
    (tmp_path / "home").mkdir()
    PLAYERS[side].save(tmp_path / "home" / computer.FILE, "")
    (tmp_path / "game.toml").write_bytes(post.save)
    return tmp_path / "home", tmp_path / "game.toml"


@pytest.fixture
def program(asked: tuple[Path, Path]) -> Iterator[Program]:
    home, save = asked
    made = Program(home, str(save))
    yield made
    if made.process.poll() is None:
        made.end()


@pytest.mark.slow
def test_the_secret_is_in_no_argument_no_log_and_no_file_after_it_was_used(
    program: Program,
) -> None:
    words = program.process.args
    proc = Path(f"/proc/{program.process.pid}")
    seen = str(words)
    if proc.exists():
        seen += (proc / "cmdline").read_text("utf-8") + (proc / "environ").read_text("utf-8")
    assert program.secret not in seen
    page = program.enter()
    assert program.secret not in page + program.url + program.cookie
    assert not program.file.exists(), "who finds the file later finds nothing"
    program.click("undo")
    told = program.end()
    assert program.process.returncode == 0
    assert "Traceback" not in told
    for private in (program.secret, program.cookie.partition("=")[2], program.url):
        assert private not in told


@pytest.mark.slow
@posix
def test_only_its_owner_reads_the_way_in(program: Program) -> None:
    assert stat.S_IMODE(program.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(program.file.parent.stat().st_mode) == 0o700
    assert program.file.stat().st_uid == os.getuid()


@pytest.mark.slow
def test_it_listens_on_this_machine_alone(program: Program) -> None:
    port = int(program.origin.rpartition(":")[2])
    table = Path(f"/proc/{program.process.pid}/net/tcp")
    if not table.exists():
        pytest.skip("the system does not tell who listens where")
    listening = [
        row.split()[1]
        for row in table.read_text("ascii").splitlines()[1:]
        if row.split()[3] == "0A"
    ]
    assert [row for row in listening if row.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


@pytest.mark.slow
def test_another_person_gets_nothing(program: Program) -> None:
    program.enter()
    url, cookie = program.url, program.cookie
    program.cookie = ""
    assert program.ask(url)[0] == 403
    assert program.ask(f"{program.origin}/")[0] == 403
    assert program.ask(f"{program.origin}/enter", f"secret={program.secret}".encode())[0] == 403
    program.cookie = cookie
    assert program.ask(url)[0] == 200
    assert program.ask(url, Host="evil.example")[0] == 421


@pytest.mark.slow
def test_a_cookie_of_before_is_no_good_after(program: Program, asked: tuple[Path, Path]) -> None:
    program.enter()
    cookie, path = program.cookie, program.url.removeprefix(program.origin)
    program.end()
    home, save = asked
    after = Program(home, str(save))
    try:
        after.cookie = cookie
        assert after.ask(after.origin + path)[0] == 403
        after.cookie = f"pbem-{after.origin.rpartition(':')[2]}={cookie.partition('=')[2]}"
        assert after.ask(after.origin + path)[0] == 403
    finally:
        after.end()


@pytest.mark.slow
def test_what_is_written_outlives_the_program(program: Program, asked: tuple[Path, Path]) -> None:
    home, save = asked
    page = program.enter()
    line = re.search(r'data-verb="take" data-line="([^"]+)"', page)
    assert line is not None
    assert line[1] not in page.partition('id="orders"')[2].partition("</section>")[0]
    answer = program.click("take", line=line[1])
    assert str(answer["said"]).startswith("Taken")
    told = " ".join(program.end().split())
    kept = next((home / "pins" / "drafts").iterdir())
    assert str(kept) in told
    if not WINDOWS:
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    again = Program(home, str(save))
    try:
        assert line[1] in again.enter().partition('id="orders"')[2].partition("</section>")[0]
    finally:
        again.end()


@pytest.mark.slow
def test_a_folder_lists_its_games(asked: tuple[Path, Path]) -> None:
    home, save = asked
    (save.parent / "broken.toml").write_bytes(save.read_bytes()[:-200])
    program = Program(home, str(save.parent))
    try:
        page = program.enter()
        assert "Your decision." in page
        link = re.search(r'<a href="([0-9a-f]+)"', page)
        assert link is not None
        status, seat = program.ask(program.url.rpartition("/")[0] + "/" + link[1])
        assert status == 200
        assert 'data-page="seat"' in seat
    finally:
        assert "Traceback" not in program.end()


def test_without_a_name_it_is_the_folder_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sites = list[pages.Pages]()

    def shown(site: pages.Pages, *_: object) -> list[str]:
        sites.append(site)
        return []

    monkeypatch.setattr("pbem.web.server.serve.serve", shown)
    typed = CliRunner(env={"PBEM_HOME": str(tmp_path / "home")})
    file = tmp_path / "home" / computer.FILE
    done = typed.invoke(group, ["play"])
    assert done.exit_code == 0, done.output
    assert str(file) in "".join(done.output.split()), (
        "whoever has no identity reads where it is now"
    )
    before = file.read_bytes()
    assert str(file) not in "".join(typed.invoke(group, ["play"]).output.split())
    assert file.read_bytes() == before
    assert [site.first for site in sites] == 2 * [pages.LIST]


def test_a_newcomer_at_a_terminal_is_asked_for_a_name_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))
    monkeypatch.setenv("USER", "ann")
    monkeypatch.setattr(person, "at_terminal", lambda: True)
    asked = list[str]()

    def answer(question: str, default: str) -> str:
        asked.append(default)
        return default

    monkeypatch.setattr("click.prompt", answer)
    ann = person.identity_for_a_first_game()
    assert (ann.name, asked) == ("Ann", ["Ann"])
    assert person.identity_for_a_first_game().public == ann.public
    assert len(asked) == 1


@pytest.mark.slow
def test_another_persons_game_is_refused(tmp_path: Path, asked: tuple[Path, Path]) -> None:
    from tests.moderator.people import EVE

    (tmp_path / "eve").mkdir()
    EVE.save(tmp_path / "eve" / computer.FILE, "")
    words = [sys.executable, "-m", "pbem", "--home", str(tmp_path / "eve"), "play", str(asked[1])]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    told = " ".join(done.stderr.split()).replace(f" --home {tmp_path / 'eve'}", "")
    assert says(told, "errors.NotInThisGame", "Eve")


# -- nobody looks any more --------------------------------------------------------------------------


def test_each_request_puts_the_end_off() -> None:
    now = [0.0]
    watch = Watch(lambda: now[0], patience=600)
    now[0] = 599
    assert watch.left == 1
    watch.woken()
    assert watch.left == 600
    now[0] = 1199
    assert watch.left == 0


def test_when_nobody_looks_all_is_kept_and_it_ends(tmp_path: Path) -> None:
    page, told = Told(), list[Path]()
    kept = serve(OneTable(page), Jobs(), tmp_path / "desk", told.append, patience=0)
    assert kept == ["All is kept."]
    assert page.kept == 1
    assert told[0].parent == tmp_path / "desk"
    assert list((tmp_path / "desk").iterdir()) == [], "the way in is closed"


def test_the_ways_in_of_killed_programs_are_swept_away(tmp_path: Path) -> None:
    with own_port("127.0.0.1") as port, own_port("127.0.0.1") as dead:
        live, gone = (f"open-{one.getsockname()[1]}.html" for one in (port, dead))
        dead.close()
        for name in (live, gone, "open-x.html", "notes.txt"):
            (tmp_path / name).write_text("secret", "ascii")
        serve(OneTable(Told()), Jobs(), tmp_path, lambda file: None, patience=0)
    left = sorted(one.name for one in tmp_path.iterdir())
    assert left == sorted([live, "open-x.html", "notes.txt"])


# -- a stranger who only connects -------------------------------------------------------------------


@pytest.mark.slow
def test_half_requests_of_a_stranger_leave_room_for_the_player(program: Program) -> None:
    address = ("127.0.0.1", int(program.origin.rpartition(":")[2]))
    program.enter()
    strangers = []
    for _ in range(3 * MOST):
        made = socket.create_connection(address, timeout=60)
        made.sendall(b"GET / HTTP/1.1\r\n")
        strangers.append(made)
    assert program.ask(program.url)[0] == 200
    open_files = Path(f"/proc/{program.process.pid}/fd")
    if open_files.exists():
        assert len(list(open_files.iterdir())) < 2 * MOST
    strangers[-1].sendall(b"Host: x\r\n")
    for made in strangers:  # hangs until its timeout if one is never closed
        with made, contextlib.suppress(ConnectionResetError):
            assert made.recv(1) == b""
    assert program.ask(program.url)[0] == 200
    with socket.create_connection(address, timeout=60) as made:
        made.sendall(b"nonsense\r\n\r\n")
        assert b"400" in made.recv(100)
    told = program.end()
    assert "Traceback" not in told
    assert "Invalid" not in told


@pytest.mark.slow
def test_whole_requests_of_strangers_leave_room_for_the_player(program: Program) -> None:
    """Each would keep its connection, or never reads what it is told: ten requests of each."""
    address = ("127.0.0.1", int(program.origin.rpartition(":")[2]))
    program.enter()
    host = program.origin.removeprefix("http://")
    shipped = f"{program.url.rpartition('/')[0]}/desk/desk.js".removeprefix(program.origin)
    asked = "".join(
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {program.origin}\r\n\r\n"
        for path in (shipped, "/", "/desk/desk.js", "/enter") * 3
    )
    strangers = []
    for _ in range(3 * MOST):
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        made.settimeout(60)
        made.connect(address)
        made.sendall(asked.encode())
        strangers.append(made)
        if len(strangers) % MOST == 0:
            assert program.ask(program.url)[0] == 200
    told = b""
    for made in strangers:
        with made, contextlib.suppress(ConnectionResetError):
            while part := made.recv(9000):  # hangs until its timeout if it is never closed
                told += part
            assert told.count(b"HTTP/1.1") == 1
        told = b""
    assert program.ask(program.url)[0] == 200
    assert "Traceback" not in program.end()


@posix
def test_ctrl_c_before_it_serves_ends_it_too(tmp_path: Path) -> None:
    page = Told()

    def at_once(file: Path) -> None:
        signal.raise_signal(signal.SIGINT)

    assert serve(OneTable(page), Jobs(), tmp_path, at_once) == ["All is kept."]
