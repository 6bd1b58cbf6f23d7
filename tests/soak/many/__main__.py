"""Makes a folder of finished games of all rule sets, some dishonest, and has `pbem verify` look at it.

python -m tests.soak.many --games 1000 --few 50 --jobs 2

It says whether every dishonest game was found and no honest one accused, and what a game cost in CPU
and the largest process in memory, over the first few and over all. Exit code 1 if a game was judged wrongly.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pbem.club.each import InProcess, in_order
from pbem.club.journal import Journal
from pbem.club.workers import Workers
from tests.soak.many.folder import Made, making, pieces

WRONG = re.compile(r"^    (.+\.toml)$", re.MULTILINE)
PBEM = "from pbem.cli import main\nif __name__ == '__main__':\n    main()\n"


class Cost(NamedTuple):
    """Of one run: seconds by the wall and of CPU, MiB of its own process and of the largest worker."""

    wall: float
    cpu: float
    parent: float
    worker: float


def made(folder: Path, count: int, seed: int, jobs: int) -> list[Made]:
    """The games of a folder; what was broken off goes on."""
    found = []
    executor = Workers(jobs) if jobs else InProcess()
    with Journal(folder / "made.jsonl", f"{count} {seed}", Made) as journal, executor:
        journal.go_on()
        for one in in_order(making(folder), pieces(count, seed), executor, max(jobs, 1), journal):
            if one.value is None:
                raise SystemExit(f"{one.piece.name}: {one.failed}")
            found.append(one.value)
    return found


def verified(folder: Path, jobs: int) -> tuple[set[str], str, Cost]:
    """The files that `pbem verify FOLDER` names, what it prints, and what it cost."""
    with tempfile.TemporaryDirectory() as home:
        script = Path(home, "pb.py")
        script.write_text(PBEM)
        environment = {**os.environ, "PBEM_HOME": home}
        words = [sys.executable, str(script), "verify", str(folder), "--jobs", str(jobs)]
        before, begun = _cpu(), time.perf_counter()
        with subprocess.Popen(
            words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as run:
            with peaks(run.pid) as seen:
                out, err = run.communicate()
            if run.returncode not in (0, 2) or err:
                raise SystemExit(f"pbem verify ended with {run.returncode}:\n{err}")
        wall, cpu = time.perf_counter() - begun, _cpu() - before
    parent = seen.pop(run.pid, 0) / 1024
    named = WRONG.findall(out.partition("\nThese are not")[2])
    return (
        {Path(name).name for name in named},
        out,
        Cost(wall, cpu, parent, max(seen.values(), default=0) / 1024),
    )


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--few", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="make the games here, and leave them")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        (folder / "few").mkdir(parents=True, exist_ok=True)
        (folder / "all").mkdir(exist_ok=True)
        begun = time.perf_counter()
        games = made(folder / "all", chosen.games, chosen.seed, chosen.jobs)
        few = games[: chosen.few]
        for one in few:
            data = (folder / "all" / one.file).read_bytes()
            (folder / "few" / one.file).write_bytes(data)
        size = sum(path.stat().st_size for path in (folder / "all").iterdir()) / 2**20
        print(f"{told(games)}, {size:.0f} MiB, made in {time.perf_counter() - begun:.0f} s")
        right = all(
            [judged(folder / "few", few, chosen.jobs), judged(folder / "all", games, chosen.jobs)]
        )
    raise SystemExit(0 if right else 1)


def told(games: list[Made]) -> str:
    sets = Counter(one.rules for one in games)
    kinds = Counter(one.cheat for one in games if one.cheat)
    words = ", ".join(f"{count} {name}" for name, count in sets.items())
    bad = ", ".join(f"{count} {name}" for name, count in sorted(kinds.items()))
    entries = sum(one.entries for one in games)
    return f"{len(games)} games ({words}), {entries} entries; dishonest: {kinds.total()} ({bad})"


def judged(folder: Path, games: list[Made], jobs: int) -> bool:
    """Is the verdict over a folder right? Prints it with its cost."""
    named, _, cost = verified(folder, jobs)
    bad = {one.file: one.cheat for one in games if one.cheat}
    missed, accused = sorted(bad.keys() - named), sorted(named - bad.keys())
    count, entries = len(games), sum(one.entries for one in games)
    print(
        f"{count} games, --jobs {jobs}: {len(bad) - len(missed)} of {len(bad)} dishonest found, "
        f"{len(accused)} honest accused; {cost.cpu / count * 1000:.0f} ms CPU a game, "
        f"{cost.cpu / entries * 1000:.2f} ms an entry, {cost.wall:.1f} s by the wall; "
        f"at most {cost.parent:.0f} MiB here and {cost.worker:.0f} MiB in a worker"
    )
    for file in missed:
        print(f"missed: {file} ({bad[file]})")
    for file in accused:
        print(f"accused: {file}")
    return not missed and not accused


if __name__ == "__main__":
    main()
