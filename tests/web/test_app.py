"""What the server does with what a page says: refusals, bugs, files, two tabs, long work."""

from __future__ import annotations

import gc
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from urllib.parse import quote

import pytest

from pbem import system
from pbem.drawing.tags import Markup
from pbem.errors import NotOnThisPage, NotYourTurn
from pbem.home import computer
from pbem.mail.read.message import LIMIT
from pbem.web.lookups.chances import games_of
from pbem.web.seat.lines import number
from pbem.web.server import app
from pbem.web.server.jobs import Jobs, Tick
from pbem.web.server.page import Answer
from pbem.web.server.pages import OneTable
from tests.says import says
from tests.web.told import HOME, Served, Told

NOT_NOW = NotYourTurn(side="york", waiting="lancaster answers")
SPY = "<script>alert('é')</script>"


def test_a_click_brings_what_the_page_says_and_keeps_what_is_written() -> None:
    served = Served(Told(lambda words: f"{words['to']}!")).let_in()
    told = served.click("go", {"to": "York"})
    assert (told.status_code, told.json()) == (
        200,
        {"parts": {}, "said": "York!", "goes": "", "job": 0, "was": 0},
    )
    assert served.page.heard == ["go"]
    assert served.page.kept == 1


@pytest.mark.parametrize(("after", "looks"), [(0, ["act", "garbage"]), (10**9, ["act"])])
def test_garbage_is_looked_for_between_answers(
    monkeypatch: pytest.MonkeyPatch, after: int, looks: list[str]
) -> None:
    happened: list[str] = []

    def act(words: Mapping[str, str]) -> str:
        happened.append("act")
        return "York!"

    def look(phase: str, info: Mapping[str, int]) -> None:
        if phase == "start":
            happened.append("garbage")

    monkeypatch.setattr(system, "GARBAGE_AFTER", after)
    served = Served(Told(act)).let_in()
    gc.collect()
    gc.disable()
    gc.callbacks.append(look)
    try:
        served.click()
    finally:
        gc.callbacks.remove(look)
        gc.enable()
    assert happened == looks


def test_parts_made_of_tags_are_sent_as_they_are() -> None:
    class Parts(Told):
        def act(self, verb: str, words: Mapping[str, str]) -> Answer:
            return Answer({"map": Markup("<b>York</b>")})

    assert Served(Parts()).let_in().click().json()["parts"] == {"map": "<b>York</b>"}


def test_a_refusal_is_an_answer_with_its_text() -> None:
    def refuse(words: Mapping[str, str]) -> str:
        raise NOT_NOW

    served = Served(Told(refuse)).let_in()
    told = served.click()
    assert told.status_code == 422
    assert told.json()["said"] == str(NOT_NOW)


def test_a_bug_is_told_without_its_traceback_and_the_server_lives_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(computer.FOLDER, str(tmp_path))

    def fail(words: Mapping[str, str]) -> str:
        if words:
            raise RuntimeError("the hidden card is Y20")
        return "Well."

    served = Served(Told(fail)).let_in()
    told = served.click("go", {"a": "b"})
    assert told.status_code == 500
    assert told.json()["said"].startswith(app.BUG)
    assert "Y20" not in told.text
    seen = capsys.readouterr().err
    assert seen == f"{told.json()['said']}\n", "one sentence, and where the report lies"
    (report,) = (tmp_path / "bugs").iterdir()
    assert str(report) in seen
    assert "RuntimeError: the hidden card is Y20" in report.read_text("utf-8")
    (tmp_path / "bugs").rename(tmp_path / "gone")
    (tmp_path / "bugs").write_text("no folder")
    told = served.click("go", {"a": "b"})
    assert "Y20" not in told.text
    assert "the hidden card is Y20" in capsys.readouterr().err, "a full disk loses no report"
    assert served.click().json()["said"] == "Well."


def test_a_page_that_fails_is_told_in_words() -> None:
    class Failing(Told):
        def whole(self) -> str:
            raise NotYourTurn(side=SPY, waiting="no")

    served = Served(Failing()).let_in()
    page = served.browser.get(served.url)
    assert page.status_code == 422
    assert "<script>" not in page.text
    assert "&lt;script&gt;" in page.text
    assert "All games" not in page.text, "this is the first page"
    old = served.browser.get(f"{served.gate.room}learn-chess")
    assert old.status_code == 422
    assert f'href="{OneTable.first}"' in old.text, "an old address leads to the first page"


def test_who_cannot_keep_what_is_written_says_so() -> None:
    class Full(Told):
        def keep(self) -> str:
            raise OSError(28, "No space left on device")

    told = Served(Full()).let_in().click()
    assert told.status_code == 200
    assert says(told.json()["said"], "web.server.app.NOT_KEPT")
    assert "No space left" in told.json()["said"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"verb": 1}',
        b'{"verb": "a", "words": {"b": 1}}',
        b'{"verb": "a", "more": 1}',
        b"\xff",
        b"[" * 5000,
    ],
)
def test_what_is_no_click_is_refused(body: bytes) -> None:
    served = Served().let_in()
    told = served.browser.post(served.url, body, origin=HOME, content_type="application/json")
    assert told.status_code == 400
    assert served.page.heard == []


def test_a_click_and_a_file_have_their_sizes() -> None:
    served = Served().let_in()
    told = served.click("go", {"a": "x" * app.LONGEST_CLICK})
    assert told.status_code == 413
    told = served.drop("a", b"x" * (LIMIT + 1))
    assert told.status_code == 413
    assert str(LIMIT) in told.json()["said"].replace(",", "")
    assert served.page.heard == []


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        ("mail.eml", "mail.eml"),
        ("../../etc/passwd", "passwd"),
        ("a\nb\u202e.eml", "a b .eml"),
        ("x" * 900, "x" * 200),
    ],
)
def test_a_dropped_file_comes_with_a_name_and_no_path(name: str, heard: str) -> None:
    served = Served().let_in()
    told = served.drop(name, b"abc")
    assert told.status_code == 200
    assert served.page.heard == [f"{heard}: 3"]
    assert served.page.kept == 1


def test_a_file_is_kept_and_never_shown() -> None:
    served = Served().let_in()
    told = served.browser.get(served.url + "?file=" + quote('a"/\r\n.html'))
    assert told.head("content-disposition").startswith("attachment; filename*=UTF-8''a%22")
    assert "\n" not in told.head("content-disposition")
    assert "script-src 'self'" in told.head("content-security-policy")
    assert served.browser.get(f"{served.url}?file=none").status_code == 422


def test_two_tabs_are_served_one_after_the_other() -> None:
    """Whatever the threads do: never are two calls of a page under way."""
    inside, met = threading.Lock(), []

    def alone(words: Mapping[str, str]) -> str:
        met.append(inside.acquire(blocking=False))
        Event().wait(0.002)
        inside.release()
        return "Alone."

    served = Served(Told(alone)).let_in()
    with ThreadPoolExecutor(8) as tabs:
        answers = list(tabs.map(lambda _: served.click().status_code, range(40)))
    assert answers == [200] * 40
    assert met == [True] * 40
    assert served.page.kept == 40


# -- long work --------------------------------------------------------------------------------------


def look(served: Served, number: int) -> dict[str, object]:
    return served.browser.get(f"{served.gate.room}jobs/{number}").json()  # type: ignore[no-any-return]


def test_long_work_tells_how_far_it_is_and_what_came_of_it() -> None:
    half, go = Event(), Event()

    def work(tick: Tick):  # type: ignore[no-untyped-def]
        for n in range(4):
            if n == 2:
                half.set()
                go.wait()
            tick()
        return lambda: Answer(said="Four of four.")

    jobs = Jobs()
    served = Served(jobs=jobs).let_in()
    number = jobs.begin("Playing", 4, work)
    half.wait()
    assert look(served, number) == {"label": "Playing", "done": 2, "of": 4, "answer": None}
    assert served.click().status_code == 200, "the page answers meanwhile"
    go.set()
    jobs._jobs[number].future.result()  # type: ignore[union-attr]
    told = look(served, number)
    assert told["answer"]["said"] == "Four of four."  # type: ignore[index]
    assert look(served, number) == told


def test_long_work_can_be_stopped() -> None:
    begun, go = Event(), Event()

    def work(tick: Tick):  # type: ignore[no-untyped-def]
        begun.set()
        go.wait()
        while True:
            tick()

    jobs = Jobs()
    served = Served(jobs=jobs).let_in()
    number = jobs.begin("Playing", 1000, work)
    begun.wait()
    stop = f"{served.gate.room}jobs/{number}/stop"
    assert served.browser.post(stop).status_code == 403, "a foreign page cannot"
    assert served.browser.post(stop, origin=HOME).status_code == 200
    go.set()
    assert jobs._jobs[number].future.exception() is not None  # type: ignore[union-attr]
    assert look(served, number)["answer"]["said"] == "Stopped."  # type: ignore[index]


def test_what_refuses_long_work_or_breaks_it_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(computer.FOLDER, str(tmp_path))

    def refused(tick: Tick):  # type: ignore[no-untyped-def]
        raise NOT_NOW

    def broken(tick: Tick):  # type: ignore[no-untyped-def]
        raise RuntimeError("the hidden card")

    jobs = Jobs()
    served = Served(jobs=jobs).let_in()
    numbers = [jobs.begin("A", 1, refused), jobs.begin("B", 1, broken)]
    for job in jobs._jobs.values():
        assert job.future is not None
        assert job.future.exception() is not None
    assert look(served, numbers[0])["said"] == str(NOT_NOW)
    assert look(served, numbers[1])["said"].startswith(app.BUG)
    assert "hidden" not in capsys.readouterr().err
    assert served.browser.get(f"{served.gate.room}jobs/99").status_code == 422


@pytest.mark.parametrize("number", ["9" * 5000, "%C2%B2", "x", "-1"])
def test_what_is_no_number_is_no_work(number: str) -> None:
    served = Served().let_in()
    path = f"{served.gate.room}jobs/{number}"
    assert served.browser.get(path).status_code == 404
    assert served.browser.post(f"{path}/stop", origin=HOME).status_code == 404


def test_what_is_no_number_is_no_line() -> None:
    for typed in ("²", "9" * 5000, "", "-1", "3"):
        with pytest.raises(NotOnThisPage):
            number({"at": typed}, "at", 3)
        assert games_of({"games": typed}, 20) == (3 if typed == "3" else 20)
    assert number({"at": "2"}, "at", 3) == 2


def test_what_comes_of_long_work_is_told_in_the_home_where_it_began(tmp_path: Path) -> None:
    """A learner has a home of his own; who asks how far it is sits in the other one."""

    def work(tick: Tick):  # type: ignore[no-untyped-def]
        return lambda: Answer(said=str(computer.folder()))

    jobs, before = Jobs(), computer.folder()
    with computer.sitting_as(tmp_path):
        number = jobs.begin("Playing", 1, work)
    jobs._jobs[number].future.result()  # type: ignore[union-attr]
    answer = jobs.look(number).answer
    assert answer is not None
    assert answer.said == str(tmp_path)
    assert computer.folder() == before


def test_the_end_stops_all_work() -> None:
    begun = Event()

    def work(tick: Tick):  # type: ignore[no-untyped-def]
        begun.set()
        while True:
            tick()

    jobs = Jobs()
    number = jobs.begin("Playing", 1000, work)
    begun.wait()
    future = jobs._jobs[number].future
    jobs.close()
    assert future is not None
    assert future.exception() is not None
