"""Only the browser that was let in by the secret may talk to the pages: who else asks learns and changes nothing."""

from __future__ import annotations

import pytest

from pbem.resources import resource
from pbem.web.server.access import HEADERS
from tests.says import says, sentence
from tests.web.told import HOME, MOMENT, PORT, Served

OTHER = "http://127.0.0.1:6666"
"""Another program of this machine: to a browser it is the same site."""
EVIL = "https://evil.example"


def paths(served: Served) -> list[str]:
    room = served.gate.room
    return [
        "/",
        "/enter",
        "/game",
        f"{room}game",
        f"{room}jobs/1",
        f"{room}game?file=x",
        room,
        "/a/b",
    ]


# -- another person of this machine -----------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_without_the_secret_nothing_is_told_and_nothing_done(method: str) -> None:
    served = Served()
    for path in paths(served):
        for heads in ({}, {"origin": HOME}, {"origin": HOME, "cookie": f"pbem-{PORT}=x"}):
            told = served.browser.request(method, path, **heads)
            assert told.status_code == 403
            assert MOMENT not in told.text
            assert served.gate.room not in str(told.headers) + told.text
    assert served.page.heard == []


def test_a_wrong_secret_lets_nobody_in() -> None:
    served = Served()
    for wrong in ("x", served.secret[:-1], served.secret + "A", "\udcff", "x" * 2000):
        told = served.browser.post("/enter", b"secret=" + wrong.encode("utf-8", "surrogateescape"))
        assert told.status_code in (403, 413)
        assert told.head("set-cookie") == ""
    assert served.browser.get(f"/enter?secret={served.secret}").status_code == 403
    assert served.browser.post("/enter", b"a&" * 300).status_code == 403
    assert served.let_in().browser.get(served.url).status_code == 200


def test_the_secret_is_used_once() -> None:
    served = Served().let_in()
    again = served.enter()
    assert again.status_code == 403
    assert says(again.text, "web.server.access.USED")
    assert again.head("set-cookie") == ""
    assert served.entered == 1


def test_the_secret_is_in_no_url_and_no_page_after_it_was_used() -> None:
    served = Served()
    first = served.enter()
    page = served.browser.get(served.url)
    for told in (first, page):
        assert served.secret not in told.text
        assert served.secret not in str(told.headers)
    assert served.secret not in served.url
    assert first.head("location") == "", "a strict cookie is not sent where a file began it"


def test_the_cookie_is_strict_and_goes_to_one_folder_that_nobody_can_guess() -> None:
    """Browsers send a cookie to every port of a host: only its path keeps it from the neighbours."""
    served = Served()
    name, *flags = served.enter().head("set-cookie").split("; ")
    assert sorted(flags) == ["HttpOnly", f"Path={served.gate.room}", "SameSite=Strict"]
    assert len(served.gate.room) > 20
    assert served.gate.room != Served().gate.room
    token = name.partition("=")[2]
    assert token not in served.browser.get(served.url).text
    assert token not in served.gate.room


def test_a_cookie_dies_with_its_process() -> None:
    before = Served().let_in()
    after = Served()
    cookie = "; ".join(name for _, name in before.browser.cookies)
    assert cookie
    for room in (before.gate.room, after.gate.room):
        told = after.browser.get(f"{room}game", cookie=cookie)
        assert told.status_code == 403
    assert after.page.heard == []


@pytest.mark.parametrize(
    "cookie",
    ["", "=", "pbem", "pbem-51234", f"pbem-{PORT}=é", f"pbem-{PORT}=a; pbem-{PORT}=b", "\x01=\x02"],
)
def test_what_is_no_cookie_of_ours_lets_nobody_in(cookie: str) -> None:
    served = Served()
    told = served.browser.get(served.url, cookie=cookie)
    assert told.status_code == 403


def test_a_cookie_that_a_neighbour_sets_locks_nobody_out() -> None:
    """A page at another port may set one of our name for all paths, and others that are no cookies at all."""
    served = Served().let_in()
    (own,) = (name for _, name in served.browser.cookies)
    for before in (f"pbem-{PORT}=x", f"pbem-{PORT}", "\x01=\x02", "a=b[]{}", ";;= ; =", "é"):
        for cookie in (f"{before}; {own}", f"{own};{before}"):
            assert served.browser.get(served.url, cookie=cookie).status_code == 200
        assert served.browser.get(served.url, cookie=f"{before}; {own}x").status_code == 403


# -- another page in the same browser ---------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", [EVIL, OTHER, "null", "http://localhost:51234", f"{HOME}.evil.example", ""]
)
@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "text/plain", "application/json"]
)
def test_a_foreign_page_cannot_post(origin: str, kind: str) -> None:
    """Even if a browser sent our cookie with it."""
    served = Served().let_in()
    told = served.browser.post(served.url, b'{"verb": "go"}', origin=origin, content_type=kind)
    assert told.status_code == 403
    assert served.page.heard == []


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none", "same-origin, cross-site"])
def test_what_the_browser_says_of_the_asker_counts(site: str) -> None:
    served = Served().let_in()
    assert served.click(sec_fetch_site=site).status_code == 403
    assert served.page.heard == []
    assert served.click().status_code == 200


@pytest.mark.parametrize(
    "heads",
    [
        {"origin": EVIL},
        {"origin": OTHER},
        {"origin": "null"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site"},
    ],
)
def test_a_foreign_page_cannot_read(heads: dict[str, str]) -> None:
    served = Served().let_in()
    told = served.browser.get(served.url, **heads)
    assert told.status_code == 403
    assert told.head("access-control-allow-origin") == ""
    assert served.page.heard == []


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", ""],
)
def test_a_form_is_no_click(kind: str) -> None:
    served = Served().let_in()
    assert served.click(content_type=kind).status_code == 415
    assert served.drop("a.eml", b"x", content_type=kind).status_code == 415
    assert served.page.heard == []


@pytest.mark.parametrize("origin", [EVIL, HOME])
def test_no_web_socket_is_answered(origin: str) -> None:
    served = Served().let_in()
    told = served.browser.request("GET", served.url, kind="websocket", origin=origin)
    assert told.closed
    upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec_websocket_version": "13"}
    told = served.browser.get(served.url, **upgrade, sec_fetch_mode="websocket", origin=EVIL)
    assert told.status_code == 403
    assert served.page.heard == []


@pytest.mark.parametrize("frame", ["iframe", "frame", "embed", "object"])
def test_no_page_is_framed(frame: str) -> None:
    served = Served().let_in()
    assert served.browser.get(served.url, sec_fetch_dest=frame).status_code == 403
    style = f"{served.gate.room}desk/desk.css"
    assert served.browser.get(style, sec_fetch_dest=frame).status_code == 403
    told = served.browser.get(served.url)
    assert "frame-ancestors 'none'" in told.head("content-security-policy")
    assert told.head("x-frame-options") == "DENY"


# -- DNS rebinding ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        f"localhost:{PORT}",
        "127.0.0.1",
        f"127.0.0.1:{PORT + 1}",
        f"127.0.0.2:{PORT}",
        f"[::1]:{PORT}",
        f"127.0.0.1:{PORT}.evil.example",
    ],
)
def test_another_name_for_this_machine_is_refused(host: str) -> None:
    served = Served().let_in()
    for path in (served.url, f"{served.gate.room}desk/desk.js", "/enter"):
        assert served.browser.get(path, host=host).status_code == 421
    assert served.click(host=host).status_code == 421
    assert served.page.heard == []


# -- every answer -----------------------------------------------------------------------------------


def test_every_answer_has_the_headers_that_keep_it_here() -> None:
    served = Served().let_in()
    browser = served.browser
    answers = [
        browser.get(served.url),
        browser.get(f"{served.url}?file=a.html"),
        browser.get(f"{served.gate.room}nothing"),
        browser.get(f"{served.gate.room}a/b/c"),
        browser.get(f"{served.gate.room}desk/desk.js"),
        browser.get(f"{served.gate.room}desk/nothing.js"),
        browser.get(f"{served.gate.room}desk/../page.py"),
        served.click(),
        served.click(origin=EVIL),
        browser.get("/", host="evil"),
        browser.get(served.url, cookie="a=b"),
        served.enter(),
    ]
    for told in answers:
        for name, value in HEADERS.items():
            assert [v for k, v in told.headers if k == name] == [value]
        assert told.head("server") == ""
        assert told.head("access-control-allow-origin") == ""
    policy = HEADERS["content-security-policy"]
    assert policy.startswith(sentence("web.server.access.HEADERS", word="default-src"))
    scripts = policy.partition("script-src")[2].partition(";")[0]
    assert "unsafe" not in scripts


def test_what_is_shipped_is_style_and_script_alone() -> None:
    served = Served().let_in()
    at = f"{served.gate.room}desk/"
    assert served.browser.get(f"{at}desk.css").head("content-type").startswith("text/css")
    assert served.browser.get(f"{at}desk.js").head("content-type").startswith("text/javascript")
    both = served.browser.get(f"{at}keys.js,desk.js").text
    assert [text in both for text in ("data-keys", "const byId")] == [True, True]
    mixed = ("keys.js,desk.css", "keys.js,nothing.js", "keys.js,keys.js", "keys.js,", ",")
    for name in (
        *mixed,
        "seat.html.j2",
        "nothing.js",
        "%2e%2e%2fmap.css",
        "..%2f..%2fpbem%2ferrors.py",
    ):
        assert served.browser.get(f"{at}{name}").status_code == 404


def test_a_page_has_one_script_so_that_no_click_comes_between_two() -> None:
    pages = [path.read_text("utf-8") for path in resource("templates/desk").glob("*.html.j2")]
    scripts = [page.count("<script src=") for page in pages]
    assert (max(scripts), sum(scripts)) == (1, 4)


def test_a_stranger_gets_one_sentence_and_keeps_no_connection() -> None:
    """Style and script are no secret, but who is no browser of ours would have something to hold on to."""
    served = Served()
    for path in ("/desk/desk.js", f"{served.gate.room}desk/desk.js", "/", "/enter"):
        told = served.browser.get(path)
        assert told.status_code == 403
        assert len(told.content) < 300
        assert told.head("connection") == "close"
    assert served.browser.get("/", host="evil").head("connection") == "close"
