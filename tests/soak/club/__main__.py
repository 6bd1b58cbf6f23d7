"""Makes a year of a club, and has `pbem verify` and `pbem audit` look at it.

python -m tests.soak.club --games 1000 DIR            makes the games, two at a time
python -m tests.soak.club --judge DIR                 judges them, on two processes
python -m tests.soak.club --judge --dask ADDRESS DIR  the same on a cluster

A game has a folder of its own in DIR, with the keys of all. What is dishonest stands beside DIR, in `DIR.json`.
`--judge` says whether every dishonest game was found and no honest one accused, and what a game cost in CPU and the
largest process in memory; exit code 1 if a game was judged wrongly. Made games are kept: the same command makes more.
Keys and salts are new each time: judge each folder with `--judge`, which knows no other folder.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pbem import system
from pbem.club.each import InProcess, in_order
from pbem.club.journal import Journal
from pbem.club.workers import Workers
from tests.soak.club.cheats import UNSEEN
from tests.soak.club.folder import Made, making, pieces
from tests.soak.club.game import BEGUN

WRONG = re.compile(r"^    (.+\.toml)$", re.MULTILINE)
PBEM = "from pbem.cli import main\nif __name__ == '__main__':\n    main()\n"
VERBS = ("verify", "audit")
YEAR = 366 * 86_400
MOST = 1_000_000


class Cost(NamedTuple):
    """Of one run: seconds by the wall and of CPU, MiB of its own process and of the largest worker."""

    wall: float
    cpu: float
    parent: float
    worker: float


class Judged(NamedTuple):
    """What a command made of a folder: the files it names, what it prints, and what it cost."""

    named: set[str]
    out: str
    cost: Cost


def truth(folder: Path) -> Path:
    """The file that says what is in a folder, beside it."""
    return folder.with_name(f"{folder.name}.json")


def make(folder: Path, count: int, seed: int, jobs: int) -> list[Made]:
    """The games of a folder; those that are there stay, and what was broken off goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {game.file: game for game in read_truth(folder)}
    missing = [piece for piece in pieces(count, seed) if f"{piece.name}/game.toml" not in found]
    executor = Workers(jobs) if jobs else InProcess()
    log = folder.with_name(f"{folder.name}.jsonl")
    with Journal(log, str(seed), Made) as journal, executor:
        journal.go_on()
        for one in in_order(making(folder), missing, executor, max(jobs, 1), journal):
            if one.value is None:
                raise SystemExit(f"{one.piece.name}: {one.failed}")
            found[one.value.file] = one.value
    games = [found[file] for file in sorted(found)]
    rows = [game._asdict() for game in games]
    truth(folder).write_text(json.dumps(rows, indent=0) + "\n")
    return games


def read_truth(folder: Path) -> list[Made]:
    """What was made there; nothing if there is nothing yet."""
    if not truth(folder).exists():
        return []
    return [Made(**row) for row in json.loads(truth(folder).read_text())]


def judge(folder: Path, verb: str, *words: str, used: Callable[[], float] = lambda: 0.0) -> Judged:
    """What `pbem VERB FOLDER` makes of a folder. `used`: CPU seconds of others that work for it."""
    with tempfile.TemporaryDirectory() as home:
        script = Path(home, "pb.py")
        script.write_text(PBEM)
        environment = {**os.environ, "PBEM_HOME": home, system.NOW: str(BEGUN + YEAR)}
        line = [sys.executable, str(script), verb, str(folder), *words]
        before, begun = _cpu() + used(), time.perf_counter()
        with subprocess.Popen(
            line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as run:
            with peaks(run.pid) as seen:
                out, err = run.communicate()
            if run.returncode not in (0, 2) or err:
                raise SystemExit(f"pbem {verb} ended with {run.returncode}:\n{err}")
        wall, cpu = time.perf_counter() - begun, _cpu() + used() - before
    parent = seen.pop(run.pid, 0) / 1024
    named = WRONG.findall(out.partition("\nThese ")[2])
    return Judged(
        {Path(name).relative_to(folder).as_posix() for name in named},
        out,
        Cost(wall, cpu, parent, max(seen.values(), default=0) / 1024),
    )


def _cpu() -> float:
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime


def of_cluster(address: str) -> Callable[[], float]:
    """What asks a cluster for the CPU seconds of its scheduler and workers."""
    from distributed import Client

    def used() -> float:
        with Client(address, set_as_default=False) as client:
            spent = client.run(time.process_time)
            return sum(spent.values()) + client.run_on_scheduler(time.process_time)

    return used


@contextmanager
def peaks(parent: int) -> Iterator[dict[int, int]]:
    """The most memory that each process of a family had at any time, in KiB (VmHWM)."""
    seen: dict[int, int] = {}
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.2):
            for process in (parent, *_children(parent)):
                seen[process] = max(seen.get(process, 0), _peak(process))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()


def _children(parent: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        try:
            found += [int(word) for word in task.read_text().split()]
        except OSError:  # it has ended
            continue
    return found


def _peak(process: int) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    line = re.search(r"VmHWM:\s+(\d+)", status)
    return int(line[1]) if line else 0


def dishonest(games: Sequence[Made], verb: str) -> dict[str, str]:
    """The files that a command has to name, and why."""
    return {
        game.file: game.cheat for game in games if game.cheat and game.cheat not in UNSEEN[verb]
    }


def told(games: Sequence[Made]) -> str:
    sets = Counter(one.rules for one in games)
    events = Counter(one.event for one in games if one.event)
    kinds = Counter(one.cheat for one in games if one.cheat)
    words = ", ".join(
        f"{count} {name}" for counted in (sets, events) for name, count in counted.items()
    )
    bad = ", ".join(f"{count} {name}" for name, count in sorted(kinds.items()))
    entries = sum(one.entries for one in games)
    return f"{len(games)} games ({words}), {entries} entries; dishonest: {kinds.total()} ({bad})"


def is_right(games: Sequence[Made], verb: str, judged: Judged) -> bool:
    """Is the verdict over a folder right? Prints it with its cost."""
    named, out, cost = judged
    bad = dishonest(games, verb)
    missed, accused = sorted(bad.keys() - named), sorted(named - bad.keys())
    count, entries = len(games), sum(one.entries for one in games)
    print(
        f"{verb}, {count} games: {len(bad) - len(missed)} of {len(bad)} dishonest found, "
        f"{len(accused)} honest accused; {cost.cpu / count * 1000:.0f} ms CPU a game, "
        f"{cost.cpu / entries * 1000:.2f} ms an entry, {cost.wall:.1f} s by the wall; "
        f"at most {cost.parent:.0f} MiB here and {cost.worker:.0f} MiB in a worker; "
        f"printed {hashlib.sha256(out.encode()).hexdigest()[:16]}",
        flush=True,
    )
    for file in missed:
        print(f"missed: {file} ({bad[file]})")
    for file in accused:
        print(f"accused: {file}")
    return not missed and not accused


def number_of_games(typed: str) -> int:
    """Raises ValueError: no number, or none of games."""
    if not 1 <= (count := int(typed)) <= MOST:
        raise ValueError
    return count


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--games", type=number_of_games, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--dask", default="", metavar="ADDRESS")
    chosen = parser.parse_args()
    folder = chosen.folder.absolute()
    if not chosen.judge:
        begun = time.perf_counter()
        games = make(folder, chosen.games, chosen.seed, chosen.jobs)
        size = sum(path.stat().st_size for path in folder.glob("*/*")) / 2**20
        print(f"{told(games)}, {size:.0f} MiB, made in {time.perf_counter() - begun:.0f} s")
        return
    games = read_truth(folder)
    if not games:
        parser.error(f"no games were made in {folder}")
    words = ("--dask", chosen.dask) if chosen.dask else ("--jobs", str(chosen.jobs))
    used = of_cluster(chosen.dask) if chosen.dask else lambda: 0.0
    found = [is_right(games, verb, judge(folder, verb, *words, used=used)) for verb in VERBS]
    raise SystemExit(0 if all(found) else 1)


if __name__ == "__main__":
    main()
