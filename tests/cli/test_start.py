"""A command loads what it runs: modules of ours in which nothing ran, and dataclasses made, are counted.

No clock is asked. Who breaks a limit has put an import where a command pays for it and has nothing of it:
types alone are imported under TYPE_CHECKING, what one verb of several needs where that verb begins.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.system import WINDOWS
from tests.moderator.people import any_line, played

from .console import Console

COUNT = """
import gc, re, sys
ran = set()

def look(frame, event, _):
    if event == "call" and frame.f_code.co_flags & 1:  # a function, neither a module nor a class
        ran.add(frame.f_code.co_filename)

sys.setprofile(look)
from pbem.__main__ import typed
looks = sum(kind["collections"] for kind in gc.get_stats())
try:
    typed()
finally:
    sys.setprofile(None)
    ours = {n: m for n, m in sys.modules.items() if n.split(".")[0] == "pbem" and m.__file__}
    made = {c for m in ours.values() for c in vars(m).values()
            if isinstance(c, type) and "__dataclass_fields__" in vars(c)}
    slow = {(n, name) for n, m in ours.items() for name, c in vars(m).items()
            if isinstance(c, re.Pattern) or "_field_defaults" in getattr(c, "__dict__", ())}
    idle = sorted(n for n, m in ours.items() if m.__file__ not in ran and not hasattr(m, '__path__'))
    told = {"loaded": sorted(sys.modules), "idle": idle, "dataclasses": len(made), "slow": len(slow),
            "looks": sum(kind["collections"] for kind in gc.get_stats()) - looks}
    import json
    print("COUNTED" + json.dumps(told), file=sys.stderr)
"""


class Limit(NamedTuple):
    """Modules of ours that may be loaded though nothing in them runs, dataclasses that may be made, and names of
    our modules for what takes a tenth of a millisecond: a compiled pattern or a NamedTuple."""

    idle: int
    dataclasses: int
    slow: int


NEVER = (
    "jinja2",
    "tests",
    "asyncio",
    "dataclasses",
    "difflib",
    "email",
    "html",
    "logging",
    "multiprocessing",
    "socket",
)
"""What nobody needs who only looks or writes orders: templates, mails, pages, pools."""
LOCKS = () if WINDOWS else ("filelock",)
"""What takes 20 ms for one call of the system."""
TAKING = ("pbem.gm.game", "pbem.ledger.take", "pbem.ledger.cases.rulings")
"""What takes a step, which a game that is as it was yesterday does not need."""
UNSEALING = ("cryptography.hazmat.backends",)
"""What X25519 loads, which is for sealing and for what is still sealed."""
LIMITS = {
    "--help": (Limit(3, 0, 1), (*NEVER, "pbem.games", "pbem.engine", "pbem.protocol", "msgspec")),
    "show game.toml": (Limit(96, 0, 10), (*NEVER, "json", *TAKING, *UNSEALING, "pbem.drawing.svg")),
    "legal game.toml": (Limit(93, 0, 9), (*NEVER, "json", *TAKING, *UNSEALING, "pbem.reports")),
    "orders game.toml --blank": (Limit(121, 0, 13), (*NEVER, *TAKING, "pbem.drawing.svg")),
    "report game.toml": (Limit(92, 0, 10), ("jinja2", "logging", *UNSEALING, "pbem.drawing.svg")),
    "verify game.toml": (
        Limit(82, 0, 10),
        (*LOCKS, "jinja2", "logging", "pbem.drawing.svg", "pbem.mail"),
    ),
    "list .": (Limit(130, 0, 14), ("jinja2", *TAKING, *UNSEALING, "pbem.drawing.svg")),
    "due .": (Limit(133, 0, 13), ("jinja2", *TAKING, *UNSEALING, "pbem.drawing.svg")),
}


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Console:
    """A game in which somebody is asked, seen once by everybody."""
    post = played(30)
    console = Console(tmp_path_factory.mktemp("start"), post.save)
    for who in ("gm", "ann", "bob"):
        assert console.type(who, "show", "game.toml").code == 0
        assert console.type(who, "list", ".").code == 0
    side = post.look().requests[0].side
    console.file("mail.txt", post.sent(side, any_line(post.look(side), post.random)))
    return console


def counted(console: Console, who: str, *words: str) -> dict[str, list[str] | int]:
    """What a process of its own loaded."""
    home = str(console.folder / "people" / who)
    known = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH") if name in os.environ}
    environment = {**known, "PBEM_HOME": home, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", COUNT, *words],
        cwd=console.folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, list[str] | int] = json.loads(done.stderr.rpartition("COUNTED")[2])
    return told


def asked(console: Console) -> str:
    """Who is asked now."""
    return next(who for who in ("ann", "bob") if console.type(who, "legal", "game.toml").code == 0)


def check(told: dict[str, list[str] | int], limit: Limit, never: tuple[str, ...]) -> None:
    idle, loaded = told["idle"], told["loaded"]
    assert isinstance(idle, list)
    assert isinstance(loaded, list)
    found = [
        one for one in loaded if any(one == name or one.startswith(f"{name}.") for name in never)
    ]
    assert found == []
    assert len(idle) <= limit.idle, f"{len(idle)} modules of which nothing runs: {', '.join(idle)}"
    assert told["looks"] == 0, "garbage was looked for where there is none"
    assert told["dataclasses"] <= limit.dataclasses, (
        "a struct is defined in a hundredth of the time"
    )
    slow = told["slow"]
    assert isinstance(slow, int)
    assert slow <= limit.slow, (
        f"{slow} patterns and NamedTuples: `Pattern` compiles at first use, a Struct costs a sixth"
    )


@pytest.mark.slow
@pytest.mark.parametrize("words", LIMITS)
def test_a_command_loads_what_it_runs(console: Console, words: str) -> None:
    limit, never = LIMITS[words]
    check(counted(console, asked(console), *words.split()), limit, never)


def test_apply_without_reports_loads_what_it_runs(console: Console, tmp_path: Path) -> None:
    save = console.save.read_bytes()
    try:
        told = counted(console, "gm", "apply", "game.toml", "mail.txt", "--no-reports")
    finally:
        console.save.write_bytes(save)
    check(
        told,
        Limit(103, 0, 9),
        (
            *LOCKS,
            "difflib",
            "html",
            "jinja2",
            "json",
            "shutil",
            "pbem.reports.formats.html",
            "pbem.drawing.svg",
        ),
    )
