"""The workers of a Dask cluster do the same work as those of this machine, whatever becomes of them."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Event

import pytest
from distributed import LocalCluster

from pbem.cli import many
from pbem.club import cluster
from pbem.club.cluster import Cluster, NoCluster
from pbem.club.each import NoLog, in_order
from pbem.club.workers import Died
from tests.cli.console import Console
from tests.moderator.people import seated
from tests.moderator.test_each import pieces, told
from tests.says import says, sentence, worded

pytestmark = [
    pytest.mark.slow,
    # Dask warns of ports and sockets of its own.
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(os.name == "nt", reason="no process can be killed with a signal there"),
]


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """With a folder of three copies of a game, and one that somebody changed."""
    made = Console(tmp_path, seated().save)
    (made.folder / "club").mkdir()
    for name in "abc":
        (made.folder / "club" / f"{name}.toml").write_bytes(made.save.read_bytes())
    bad = made.save.read_bytes().replace(b"towton", b"tovton", 1)
    (made.folder / "club" / "d.toml").write_bytes(bad)
    return made


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    yield from _cluster(tmp_path_factory)


@pytest.fixture
def doomed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """For a test in which workers die: others would meet those that are just being replaced."""
    for made in _cluster(tmp_path_factory):
        made.adapt(minimum=2, maximum=2)  # replaces one that its nanny gives up, too
        yield made


def _cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        scheduler_port=0,
        dashboard_address=":0",
        local_directory=str(tmp_path_factory.mktemp("dask")),
    ) as made:
        yield made


def work(given: tuple[str, ...]) -> str:
    """As that of `test_each`; `once FILE` ends the first worker that comes to it, `always` each of them."""
    name, *files = given
    if name == "always" or (name == "once" and not os.path.exists(files[0])):
        if files:
            Path(files[0]).touch()
        # Dask does not replace a worker that dies before its nanny has heard that it runs.
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "slow":
        time.sleep(0.05)
    return name.upper()


def test_a_worker_that_dies_costs_nothing_and_a_piece_that_ends_four_is_given_up(
    doomed: LocalCluster, tmp_path: Path
) -> None:
    mark = str(tmp_path / "was here")
    given = [("a",), ("always",), ("slow",), ("once", mark), ("b",), ("crash",)]
    all_ = [one._replace(given=g) for one, g in zip(pieces(*"abcdef"), given, strict=True)]
    with Cluster(doomed.scheduler_address, str(tmp_path)) as executor:
        assert executor.jobs == 4
        found = told(in_order(work, all_, executor, executor.jobs, NoLog[str]()))
    assert [found[n] for n in (0, 2, 3, 4, 5)] == ["A", "SLOW", "ONCE", "B", "CRASH"]
    assert says(found[1], "club.cluster.Cluster._settle", word="Every")


def test_a_cluster_that_has_lost_all_workers_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "LOOK", 0.05)
    monkeypatch.setattr(cluster, "DESERTED", 0.5)
    with LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", processes=False,
        protocol="tcp", local_directory=str(tmp_path),
    ) as made, Cluster(made.scheduler_address, str(tmp_path)) as executor:  # fmt: skip
        made.scale(0)
        while executor._client.nthreads():
            time.sleep(0.05)
        found = told(in_order(work, pieces("a", "b"), executor, 1, NoLog[str]()))
    assert found == [sentence("club.cluster.Cluster._watch")] * 2


def test_the_output_is_the_same_byte_for_byte(dask: LocalCluster, console: Console) -> None:
    here = console.type("eve", "verify", "club", "--jobs", "0")
    there = console.type("eve", "verify", "club", "--dask", dask.scheduler_address)
    assert (here.code, here.out) == (there.code, there.out)
    assert "3 of 4 saves in order." in here.out
    # It would print a traceback besides our sentence where its scheduler dies.
    assert not any(logging.getLogger(name).isEnabledFor(logging.ERROR) for name in cluster.LOUD)


def test_what_a_cluster_lacks_is_said_before_anything_is_done(
    dask: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LocalCluster(
        n_workers=1, threads_per_worker=2, host="127.0.0.1", dashboard_address=":0", processes=False, protocol="tcp"
    ) as made, pytest.raises(NoCluster, match="--nthreads 1"):  # fmt: skip
        Cluster(made.scheduler_address, str(tmp_path))
    with pytest.raises(NoCluster, match=worded("club.cluster.Cluster._check", word="folder")):
        Cluster(dask.scheduler_address, str(tmp_path / "elsewhere"))
    with monkeypatch.context() as patch:
        patch.setattr(cluster, "VERSION", "99.0")
        with pytest.raises(
            NoCluster,
            match=worded("club.cluster.Cluster._check", ..., ..., "99.0", word="but this computer"),
        ):
            Cluster(dask.scheduler_address, str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr(cluster, "code", lambda: "of another clone")
        with pytest.raises(
            NoCluster, match=worded("club.cluster.Cluster._check", word="other files")
        ):
            Cluster(dask.scheduler_address, str(tmp_path))
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with pytest.raises(NoCluster, match=worded("club.cluster.Cluster.__init__")):
        Cluster("tcp://127.0.0.1:9", str(tmp_path))
    with pytest.raises(NoCluster, match=worded("club.cluster.Cluster.__init__")):
        Cluster("nonsense://", str(tmp_path))

    def wordless(*_: object, **__: object) -> None:
        raise OSError  # as where no route leads to the address

    monkeypatch.setattr(cluster, "Client", wordless)
    with pytest.raises(NoCluster, match="OSError"):
        Cluster("tcp://10.255.255.1:8786", str(tmp_path))


def test_workers_without_pbem_are_told_before_anything_is_done(tmp_path: Path) -> None:
    with LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0",
        local_directory=str(tmp_path), preload=["import sys; sys.modules['pbem'] = None"],
    ) as made, pytest.raises(NoCluster, match="cannot run pbem: ModuleNotFoundError"):  # fmt: skip
        Cluster(made.scheduler_address, str(tmp_path))


def test_without_the_library_the_extra_is_named(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pbem.club.cluster", None)
    done = console.type("eve", "verify", "club", "--dask", "tcp://127.0.0.1:9")
    assert done.code == 2
    assert says(done.said, "cli.many._cluster")


def test_a_worker_that_came_later_with_another_version_makes_nothing() -> None:
    assert cluster.within(lambda: "made", cluster.VERSION) == "made"
    with pytest.raises(Died, match=worded("club.cluster.within", ..., "99.0")):
        cluster.within(lambda: "made", "99.0")


@pytest.mark.parametrize("is_closed", [False, True])
def test_no_result_is_waited_for_forever(is_closed: bool) -> None:
    """Dask itself waits forever where a client is closed meanwhile."""

    class Late:
        def result(self, timeout: float | None = None) -> None:
            assert timeout is not None
            assert not is_closed
            raise TimeoutError

        def release(self) -> None: ...

    executor, answer = Cluster.__new__(Cluster), Future[str]()
    executor._closed = Event()
    if is_closed:
        executor._closed.set()
    executor._settle(answer, lambda: "", 0, Late())
    assert isinstance(answer.exception(0), Died)


def test_what_a_scheduler_that_is_gone_has_left_is_done_by_resume(
    console: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which may be on this machine."""
    (console.folder / "club" / "e.toml").write_bytes(seated(nonce=bytes([5]) * 32).save)
    whole = console.type("gm", "verify", "club", "--jobs", "0")
    judged = many.Run.judged
    with LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0",
        local_directory=str(tmp_path),
    ) as made:  # fmt: skip

        def ends_it(run: many.Run[object], *found: object, **more: object) -> None:
            judged(run, *found, **more)  # type: ignore[arg-type]
            made.close()

        monkeypatch.setattr(cluster, "AHEAD", 1)
        monkeypatch.setattr(cluster, "BATCH", 1)
        with monkeypatch.context() as patch:
            patch.setattr(many.Run, "judged", ends_it)
            done = console.type("eve", "verify", "club", "--dask", made.scheduler_address)
    assert done.code == 1
    assert "club/e.toml: The cluster " in done.said
    assert says(done.said, "cli.many.ONLY_THESE")
    again = console.type("eve", "verify", "club", "--jobs", "0", "--resume")
    assert (again.code, again.out) == (whole.code, whole.out)
    assert "continues from there" in again.said


def test_a_scheduler_that_is_gone_leaves_a_sentence_for_each_game_that_is_not_done(
    tmp_path: Path,
) -> None:
    with LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0",
        local_directory=str(tmp_path),
    ) as made, Cluster(made.scheduler_address, str(tmp_path)) as executor:  # fmt: skip
        found = in_order(work, pieces("a", "b", "c", "d"), executor, 1, NoLog[str]())
        assert next(found).value == "A"
        made.close()
        rest = told(found)
    assert len(rest) == 3
    assert all(one.startswith("The cluster ") for one in rest), rest
