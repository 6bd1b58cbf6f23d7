"""The shelf and the GM's chair in a real browser: looked at, mails dropped and taken, a ruling signed, a robot met."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbem.gm.game import Game
from tests.moderator.people import ANN, BOB, GM, NONCE, Post, seated
from tests.web.browser import DESK, NARROW, PHONE, Opener, Window
from tests.web.desks import ANSWER
from tests.web.desks import played as served
from tests.web.tables import Table

if TYPE_CHECKING:
    from playwright.sync_api import Route


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A club of three games: one that waits, one that is over, one of somebody else's."""
    made = tmp_path / "club"
    made.mkdir()
    (made / "towton.toml").write_bytes(disputed().save)
    (made / "warriors.toml").write_bytes(Table(tmp_path, "warriors", "standard_1455").save)
    return made


def disputed() -> Post:
    post = seated().ready()
    for side, kind, entry, text in (
        ("york", "say", 0, "Well met, my lord of Lancaster."),
        ("lancaster", "dispute", 2, "That road is no highway (1.3.1)."),
    ):
        (receipt,) = post.take({"m": post.look(side).say(kind, entry, text).to_text()})
        assert receipt.error is None
    return post


def home(tmp_path: Path, who: str) -> Path:
    made = tmp_path / who
    made.mkdir()
    {"ann": ANN, "gm": GM}[who].save(made / "identity.toml", "")
    return made


def looked_at(window: Window, name: str) -> None:
    """Pictures by day and by night on both screens; nothing lies over another thing or is pale."""
    page = window.page
    for screen in (DESK, NARROW):
        window.screen = screen
        window.resize(screen.width, screen.height)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            window.shoot(f"{name}-{scheme}", whole=True)
        page.emulate_media(color_scheme="light")
        at_rest = page.locator("body[data-page=chair]").count() > 0
        assert window.boxes(at_rest) == []
    assert window.barriers() == []


def press(window: Window, selector: str) -> None:
    with window.page.expect_response(lambda reply: reply.request.method == "POST"):
        window.page.locator(selector).first.click()
    window.page.locator(ANSWER).wait_for()


@pytest.fixture
def gm(tmp_path: Path, folder: Path, open_window: Opener) -> Iterator[Window]:
    with served(home(tmp_path, "gm"), folder) as url, open_window(url) as window:
        window.arrive("body[data-page=shelf]")
        yield window


@pytest.mark.slow
def test_the_gm_takes_mails_and_rules(gm: Window, folder: Path) -> None:
    page = gm.page
    looked_at(gm, "shelf-gm")
    page.get_by_role("link").filter(has_text="Towton").first.click()
    gm.arrive("body[data-page=chair]")
    looked_at(gm, "chair")
    room, board = (page.locator(one).bounding_box() for one in ("#map", ".board"))
    assert room
    assert board
    assert room["width"] > 0.9 * board["width"], "the map has all of its panel"
    post = Post((folder / "towton.toml").read_bytes())
    side = post.asked()[0]
    told = post.look("york").say("say", 0, "To arms!").to_text()
    line = post.look(side).legal()[0].line
    mails = {"word.txt": told, "orders.txt": post.sent(side, line), "bad.txt": "no block"}
    files = [{"name": n, "mimeType": "text/plain", "buffer": t.encode()} for n, t in mails.items()]
    page.locator("input[type=file]").set_input_files(files)  # type: ignore[arg-type]
    page.locator(".pile li").nth(2).wait_for()
    looked_at(gm, "chair-pile")
    press(gm, "form[data-verb=take] button[type=submit]")
    assert page.locator("#taken .good").count() == 2
    assert page.locator("#taken .refused").count() == 1
    assert "To arms!" in page.locator("#cases").inner_text()
    looked_at(gm, "chair-taken")
    page.locator("#calls input[name=reason]").fill("The map is clear.")
    press(gm, "#calls button[value=uphold]")
    page.locator("#preview[open]").wait_for()
    looked_at(gm, "chair-preview")
    press(gm, "#preview button[data-verb=sign]")
    page.locator("#preview[open]").wait_for(state="detached")
    assert "Answered disputes: 1" in page.locator("#cases").inner_text()


@pytest.mark.slow
def test_a_button_shows_that_it_works_and_a_dispute_leads_to_the_correction(gm: Window) -> None:
    page = gm.page
    page.get_by_role("link").filter(has_text="Towton").first.click()
    gm.arrive("body[data-page=chair] #map .chart")
    held: list[Route] = []
    page.route(
        "**/*",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    button = page.locator("#calls button[data-verb=correct]")
    button.click()
    assert button.get_attribute("aria-busy") == "true"
    page.locator("#said", has_text="Working").wait_for()
    gm.shoot("chair-busy")
    while not page.locator("#correct input[name=entry]").is_visible():
        if held:
            held.pop(0).continue_()
    assert page.locator("#correct input[name=entry]").input_value() == "2"
    assert page.locator("[aria-busy]").count() == 0


RINGS = """() => [...document.querySelectorAll("#preview .peep")].every(map => {
  const room = map.getBoundingClientRect();
  return [...map.querySelectorAll(".ring")].every(ring => {
    const box = ring.getBoundingClientRect();
    return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
  });
})"""


@pytest.mark.slow
def test_a_correction_is_seen_on_the_map_before_it_is_signed(gm: Window) -> None:
    page = gm.page
    page.get_by_role("link").filter(has_text="Towton").first.click()
    gm.arrive("body[data-page=chair] #map .chart")
    form = "form:has(input[value=patch])"
    page.locator("#tab-rule").click()
    page.locator("summary", has_text="Correct the position").click()
    with page.expect_response(lambda reply: reply.request.method == "POST"):
        page.locator("#correct-what").select_option(label="March")
    page.locator("[name='to:lords.march.coin']").fill("9")
    page.locator(ANSWER).wait_for()
    with page.expect_response(lambda reply: "about" in (reply.request.post_data or "")):
        page.locator("#map [data-place=oxford] .name").first.click()
    page.locator("[name='do:favour.oxford']").select_option(label="Lancaster")
    assert page.locator("#correct .came").inner_text().startswith("Coin of March: 1 -> 9")
    with page.expect_response(lambda reply: "all" in (reply.request.post_data or "")):
        page.evaluate("act('all')")  # as when another tab has taken a mail
    page.locator(ANSWER).wait_for()
    assert page.locator("#correct .came").is_visible(), "a correction that is being built stays"
    assert page.locator("[name='do:favour.oxford']").input_value() == "set favour.oxford lancaster"
    looked_at(gm, "chair-correcting")
    page.locator("#tab-rule").click()
    gm.shoot("chair-correcting-narrow")
    assert gm.boxes(at_rest=True) == []
    page.locator(f"{form} input[name=reason]").fill("A slip.")
    press(gm, f"{form} button[type=submit]")
    page.locator("#preview[open]").wait_for()
    assert "Coin of March: 1 -> 9" in page.locator("#preview").inner_text()
    for n in range(2):
        chart = page.locator("#preview .chart").nth(n)
        assert chart.bounding_box()["width"] > 300  # type: ignore[index]
        marked = chart.locator(".changed").evaluate_all(
            "all => all.map(e => e.dataset.place ?? e.dataset.piece)"
        )
        assert marked == ["oxford", "march"]
    looked_at(gm, "chair-correction")
    charts = page.locator("#preview .peep .chart")
    near = [box["width"] for one in charts.all() if (box := one.bounding_box())]
    page.locator("[data-peep=in]").click()
    nearer = [box["width"] for one in charts.all() if (box := one.bounding_box())]
    assert nearer == [pytest.approx(1.5 * wide, rel=0.01) for wide in near], "both of them"
    page.locator("[data-peep=all]").click()
    page.locator("#preview .peep").first.hover()
    page.mouse.wheel(0, -300)
    page.wait_for_function(
        "document.querySelector('#preview .chart').style.transform.includes('scale(1.25')"
    )
    page.locator("[data-peep=rings]").click()
    assert page.evaluate(RINGS)
    press(gm, "#preview button[data-verb=sign]")
    page.locator("#preview[open]").wait_for(state="detached")
    page.locator("#map [data-place=oxford] .name").first.hover()
    page.locator("#hint:not([hidden])", has_text="Lancastrian").wait_for()


@pytest.mark.slow
def test_a_ruling_is_written_with_the_keyboard_alone(gm: Window) -> None:
    page = gm.page
    page.get_by_role("link").filter(has_text="Towton").first.click()
    gm.arrive("body[data-page=chair]")
    page.locator("#tab-rule").press("Enter")
    page.locator("summary", has_text="Go back").focus()
    for key in ("Enter", "Tab"):
        page.keyboard.press(key)
    page.keyboard.type("4")
    page.keyboard.press("Tab")
    page.keyboard.type("Too early.")
    with page.expect_response(lambda reply: reply.request.method == "POST"):
        page.keyboard.press("Enter")
    page.locator("#preview[open]").wait_for()
    assert "are taken back" in page.locator("#preview").inner_text()
    with page.expect_response(lambda reply: reply.request.method == "POST"):
        page.locator("#preview button[data-verb=sign]").press("Enter")
    page.locator("#preview[open]").wait_for(state="detached")
    assert "taken back" in page.locator("#cases").inner_text()


@pytest.mark.slow
def test_an_invitation_is_joined_by_clicking(tmp_path: Path, open_window: Opener) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    game = Game.new(GM, "plantagenet", "Ib", {"york": f"Anne {ANN.public.fingerprint}"}, {}, NONCE)
    with served(home(tmp_path, "ann"), shelf) as url, open_window(url) as window:
        page = window.page
        window.arrive("body[data-page=shelf]")
        dropped = [{"name": "invite.toml", "mimeType": "text/plain", "buffer": game.dumps()}]
        page.locator("input[type=file]").set_input_files(dropped)  # type: ignore[arg-type]
        page.locator("#games", has_text="You are invited").wait_for()
        looked_at(window, "shelf-invited")
        page.locator("#games a").click()
        window.arrive("body[data-page=joining]")
        assert page.locator("#gm-key").inner_text() == GM.public.fingerprint
        looked_at(window, "joining")
        page.locator("input[name=side][value=york]").check()
        press(window, "form[data-verb=join] button[type=submit]")
        page.locator("#sheet[open]").wait_for()
        looked_at(window, "joining-signed")
        with page.expect_download() as kept:
            page.locator("#sheet a[download]").click()
        accept = Path(kept.value.path()).read_bytes()
        page.locator("#sheet [data-close]").last.click()
        bob = Game.loads(game.dumps(), BOB).join("lancaster").to_text()
        assert not [one.error for one in game.apply({"a": accept, "b": bob}) if one.error]
        dropped = [{"name": "next.toml", "mimeType": "text/plain", "buffer": game.dumps()}]
        page.locator("input[type=file]").set_input_files(dropped)  # type: ignore[arg-type]
        window.arrive("body[data-page=seat] #map .chart")


def test_a_file_that_was_chosen_before_the_script_came_is_taken(
    tmp_path: Path, open_window: Opener
) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    game = Game.new(GM, "plantagenet", "Ib", {}, {}, NONCE)
    with served(home(tmp_path, "ann"), shelf) as url, open_window(url) as window:
        page = window.page
        window.arrive("body[data-page=shelf]")
        held: list[Route] = []
        page.route("**/*desk.js", lambda route: held.append(route))
        page.reload(wait_until="commit")
        dropped = [{"name": "invite.toml", "mimeType": "text/plain", "buffer": game.dumps()}]
        page.locator("input[type=file]").set_input_files(dropped)  # type: ignore[arg-type]
        assert len(held) == 1
        held[0].continue_()
        page.locator("#games", has_text="You are invited").wait_for()


@pytest.mark.slow
def test_a_player_goes_from_the_shelf_to_a_robot(
    tmp_path: Path, folder: Path, open_window: Opener
) -> None:
    with served(home(tmp_path, "ann"), folder) as url, open_window(url) as window:
        page = window.page
        window.arrive("body[data-page=shelf]")
        looked_at(window, "shelf-ann")
        page.locator("form[data-verb=learn] button[type=submit]:visible").first.click()
        window.arrive("body[data-page=seat]")
        if page.locator("#arrived:not([hidden]) [data-verb=looked]").count():
            press(window, "#arrived [data-verb=looked]")
        tops = "all => all.map(e => e.getBoundingClientRect().top)"
        for screen, beside in ((NARROW, "#coach"), (PHONE, "#board, #coach")):
            window.resize(screen.width, screen.height)
            asked, *others = page.locator(f"#asked, {beside}").evaluate_all(tops)
            assert asked < min(others), f"the question comes first: {screen.name}"
        window.screen = DESK
        window.resize(DESK.width, DESK.height)
        window.shoot("lesson")
        cut = "all => all.map(e => e.scrollHeight - e.clientHeight)"
        assert page.locator("#coach").evaluate_all(cut) == [0], "it is read without scrolling"
        press(window, "#coach [data-verb=hint]")
        press(window, "#coach [data-verb=take]")
        press(window, "#asked [data-verb=seal]")
        assert not page.locator("#sheet[open]").count(), "what is seen is played with one click"
        window.shoot("lesson-told")
        press(window, "#asked [data-verb=steps]")
        page.locator("#arrived:not([hidden])").wait_for()
        window.shoot("lesson-answered")
        assert window.boxes() == []


@pytest.mark.slow
def test_wide_ground_is_shown_where_the_pieces_are_and_what_changes(
    tmp_path: Path, open_window: Opener
) -> None:
    """All of a map of hexes in half a window has names that nobody can read."""
    club = tmp_path / "club"
    club.mkdir()
    (club / "game.toml").write_bytes(Table(tmp_path, "plantagenet_1450", "towton_1461").save)
    high = "all => all.map(e => e.getBoundingClientRect().height)"
    with served(home(tmp_path, "gm"), club / "game.toml") as url, open_window(url) as window:
        page = window.page
        window.arrive("body[data-page=chair] #map .chart")
        names = "#map [data-piece] text:first-of-type"
        assert min(page.locator(names).evaluate_all(high)) > 10
        page.locator("#tab-rule").click()
        page.locator("summary", has_text="Correct the position").click()
        page.locator("#correct details summary").click()
        page.locator("#correct textarea[name=typed]").fill("set leaders.clifford.fatigue 3")
        page.locator("#correct input[name=reason]").fill("A slip.")
        press(window, "#correct button[type=submit]")
        page.locator("#preview[open]").wait_for()
        assert "Fatigue of Clifford" in page.locator("#preview").inner_text()
        ringed = "#preview .changed text:first-of-type"
        assert min(page.locator(ringed).evaluate_all(high)) > 10
        looked_at(window, "chair-wide-ground")
