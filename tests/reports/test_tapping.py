"""The page of a report on which its reader writes orders: its size, its script, and how it reads without one.

That the script works is shown in a browser, in tests/web.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from email import message_from_bytes
from email.policy import default
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from pbem.games import find
from pbem.gm.game import Game
from pbem.ledger.glimpse import state_for
from pbem.mail.addresses import Book
from pbem.mail.write import eml
from pbem.mail.write.outbox import Parcel, parcel
from pbem.reports import tapping
from pbem.reports.context import Context
from pbem.reports.formats import html, render
from pbem.reports.from_game import report_for
from pbem.reports.midway import battle_board
from pbem.reports.tapping import with_writing
from tests.drawn import kept
from tests.moderator.people import GM, NONCE, PLAYERS, Post, asked_in, joined, seated
from tests.reports import samples
from tests.reports.test_board import ended_in
from tests.tiers import soaked

MOST = 200_000
"""Bytes of a page that is mailed. `EMAIL`: of an email without its save."""
EMAIL = 220_000
LARGEST = [
    ("plantagenet", "Ib", 40),
    ("richard_iii", "wars_of_the_roses", 40),
    ("warriors", "standard_1455", 40),
    ("plantagenet_1450", "wars_of_the_roses", 8),
    ("plantagenet", "Ia", 40),
    ("plantagenet_1450", "wars_of_the_roses_bare", 12),
    ("plantagenet_1450", "towton_1461", 50),
    ("plantagenet_1450", "barnet_tewkesbury_1471", 50),
    ("plantagenet_1450", "bosworth_1485", 50),
]
"""Games, and after how many mails; the last game deals its nobles in its first ones."""


class Page(HTMLParser):
    """Elements with their attributes, the text of each script, and the line of each choice."""

    def __init__(self, made: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.choices: list[str] = []
        self.row = ""
        self.within: list[str] = []
        self.feed(made)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.within[-1:] == ["script"]:
            self.scripts.append(data)
        if self.within[-2:] == ["li", "code"]:
            self.choices.append(data)
            self.row = data
        if self.within[-1:] == ["i"] and self.choices and "\N{HORIZONTAL ELLIPSIS}" in self.row:
            to = self.tags[-1][1].get("data-to") or data
            self.choices.append(self.row.replace("\N{HORIZONTAL ELLIPSIS}", to))

    def having(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


@kept
def _mustering() -> Post:
    post = seated(seed=1)
    while not any(request.kind == "muster" for request in post.look().requests):
        post.turn()
    return post


def mustering() -> tuple[Game, str]:
    post = _mustering()
    (side, *_) = asked_in(post.look())
    return post.look(side), side


def written() -> Context:
    game, side = mustering()
    return with_writing(game, report_for(game, side))


def test_only_the_script_of_the_page_may_run_and_it_is_named_by_its_hash() -> None:
    page = Page(render(written(), "html"))
    _known, script = page.scripts
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = [
        str(meta["content"])
        for meta in page.having("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["script-src"] == f"'sha256-{digest}'"
    assert rules["default-src"] == "'none'"
    assert [attrs for _, attrs in page.tags if any(name.startswith("on") for name in attrs)] == []


def test_a_packed_page_holds_what_the_whole_one_shows_and_runs_the_same_script() -> None:
    report = written()
    whole, page = Page(html.report_page(report)), Page(html.report_page(report, room=1))
    packed, unpacker = page.scripts
    chart, section, known, script = json.loads(zlib.decompress(b64decode(packed)))
    assert (known, script) == (without_escapes(whole.scripts[0]), whole.scripts[1])
    assert Page(section).choices == whole.choices
    assert page.choices == []
    drawn = [dict(attrs) for tag, attrs in Page(chart).tags if tag == "g"]
    assert [attrs for attrs in whole.having("g") if "data-place" in attrs] == [
        attrs for attrs in drawn if "data-place" in attrs
    ]
    (policy,) = [
        str(meta["content"])
        for meta in page.having("meta")
        if "content" in meta and "http-equiv" in meta
    ]
    hashes = {hashlib.sha256(one.encode()).digest() for one in (script, unpacker)}
    assert {b64decode(one) for one in re.findall(r"'sha256-([^']*)'", policy)} == hashes


def without_escapes(data: str) -> str:
    """Data of a script as it is without the escapes that a page needs."""
    return json.dumps(json.loads(data), separators=(",", ":"))


@pytest.mark.parametrize("names", [tapping.SCRIPTS, tapping.UNPACKER])
def test_the_script_fetches_nothing_keeps_nothing_and_makes_no_page_of_text(
    names: tuple[str, ...],
) -> None:
    script = tapping.script(names)
    never = r"fetch|XMLHttp|WebSocket|sendBeacon|import\b|eval\(|Function\(|innerHTML|outerHTML|insertAdjacent"
    assert re.findall(rf"{never}|document\.write|localStorage|indexedDB|cookie|</", script) == []


def test_without_the_script_every_choice_is_listed_by_who_acts_and_nothing_is_dead() -> None:
    game, side = mustering()
    page = Page(render(with_writing(game, report_for(game, side)), "html"))
    assert not {"button", "input", "select", "textarea", "form"} & {tag for tag, _ in page.tags}
    spelled = {base for line in page.choices for base in expanded(line)}
    assert {option.display() for option in game.legal()} <= spelled
    whos = [attrs.get("data-who") for tag, attrs in page.tags if "who" in str(attrs.get("class"))]
    assert set(whos) == {option.line.partition(":")[0] for option in game.legal()} - {"done"} | {
        None
    }


def expanded(line: str) -> list[str]:
    """`parley ely [+1] [+3]` stands for three lines."""
    more = re.findall(r" \[(\+\d+)\]", line)
    plain = re.sub(r" \[\+\d+\]", "", line)
    at = re.search(r"( \[\+\d+\])+", line)
    head, tail = (line[: at.start()], line[at.end() :]) if at else (line, "")
    return [plain, *(f"{head} {n}{tail}" for n in more)]


def test_choices_stand_under_names_in_sentences_and_the_rule_on_demand() -> None:
    made = render(written(), "html")
    asked = made[made.index('id="asked"') : made.index('id="write"')]
    assert "<b>Warwick</b>" in asked or "<b>Somerset (1)</b>" in asked
    row = next(
        line for line in asked.split("\n") if ": parley with \N{HORIZONTAL ELLIPSIS}</b>" in line
    )
    assert re.search(r'<i data-to="(\w+)">(?i:\1)</i>', row), "a word of lines, and its name"
    assert row.count("</i>") > 1, "what differs in its target alone stands together"
    assert "Rule 3.4" not in re.sub(r"<dt>.*?</dt>", "", asked)
    assert "<dt>3.4 Muster</dt>" in asked


def test_orders_in_the_story_stand_in_sentences_with_their_lines_at_hand() -> None:
    post, found = _mustering(), list[str]()
    while not found:
        post.turn()
        game = post.look(asked_in(post.look())[0])
        shown = with_writing(game, report_for(game, game.side))
        lines = {
            one.text for entry in shown.entries for one in entry.passages if one.kind == "order"
        }
        made = render(shown, "html")
        story = made[made.index('id="story"') :]
        assert shown.writing is not None
        found = [line for line in lines if line in shown.writing.said and " parley " in line]
        for line in found:
            assert f'title="{line}">{shown.writing.said[line]}</span>' in story
            assert f"<code>{line}</code>" not in story


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["</script><b>x", "<!--<script>", "\u2028x", "&lt;/script&gt;", "[PBEM2 END]"]
)
def test_no_word_of_a_player_leaves_the_data_of_the_page(text: str) -> None:
    made = written()
    assert made.writing is not None
    policies = replace(made.writing.policies, now={"flee": text})
    nasty = replace(made, writing=replace(made.writing, policies=policies, scripts={"1": text}))
    page, plain = Page(render(nasty, "html")), Page(render(made, "html"))
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in plain.tags]
    assert page.scripts[1] == plain.scripts[1]
    assert json.loads(page.scripts[0])["policies"]["now"] == {"flee": text}


def test_a_page_in_a_mail_has_no_script_and_one_for_others_neither() -> None:
    made = written()
    assert "<script" in html.report_page(made)
    assert "<script" not in html.report_page(made, map_at="cid:map")
    assert "<script" not in html.report_page(made, map_at="")
    game, side = mustering()
    other = "york" if side == "lancaster" else "lancaster"
    past = report_for(game, side)
    assert with_writing(game, replace(past, entry=past.entry - 1)).writing is None
    assert "<script" not in render(with_writing(game, report_for(game, "public")), "html")
    theirs = _mustering().look(other)
    theirs_page = render(with_writing(theirs, report_for(theirs, other)), "html")
    assert "<script" in theirs_page, "policies can be changed"


def played(rules: str, scenario: str) -> Post:
    made = Game.new(GM, rules, scenario, {}, {}, NONCE)
    return joined(Post(made.dumps())).ready()


def sizes(game: Game, made: Parcel, drawn: Callable[[str, int], bytes] = eml.picture) -> int:
    """Bytes of an email without its save, which has the map as a picture, and on each page."""
    raw = eml.mail_of(game, made, Book(), "game.toml", b"", drawn)
    parts = list(message_from_bytes(raw, policy=default).walk())
    assert "image/png" in [one.get_content_type() for one in parts]
    pages = [one.get_content() for one in parts if one.get_content_type() == "text/html"]
    assert ['id="map"' in page for page in pages] == [True] * (2 if made.orders else 1)
    return len(raw)


def test_an_email_in_a_battle_and_one_at_the_end_fit_into_a_mailbox() -> None:
    game, _ = mustering()
    fought, over = samples.battle("lancaster"), samples.over("lancaster")
    asked = Parcel(with_writing(game, fought), "orders")
    assert asked.report.battle
    ended = replace(ended_in(asked.report), battle_before=asked.report.battle)
    for made in (
        asked,
        replace(asked, report=ended),
        Parcel(replace(over, picture=fought.picture), ""),
    ):
        assert 0 < sizes(game, made, lambda svg, width: bytes(100 * width)) <= EMAIL


@pytest.mark.parametrize("power", [1.1, 1.5])
@pytest.mark.parametrize("room", [99_000, 70_000, 50_000, 40_000, 30_000, 9])
def test_a_picture_is_the_largest_that_has_room_and_few_are_drawn_for_it(
    power: float, room: int
) -> None:
    def picture(width: int) -> bytes:
        drawn.append(width)
        return bytes(int(88_000 * (width / 720) ** power))

    drawn = list[int]()
    wanted = next((one for one in eml.WIDTHS if len(picture(one)) <= room), eml.WIDTHS[-1])
    largest = picture(eml.WIDTHS[0])
    drawn.clear()
    picture_bytes = eml._fitting(largest, room, picture)
    assert len(drawn) <= 2 + (power < 1.5), drawn
    assert picture_bytes == picture(wanted)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario", "mails"), soaked(LARGEST, LARGEST[:4]))
def test_the_largest_pages_and_emails_of_each_game_fit_into_a_mailbox(
    rules: str, scenario: str, mails: int
) -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    assert scenario in find(rules).scenarios()
    post, longest, fought = played(rules, scenario), 200, 0
    while len(post.mails) < mails and (public := post.look()).result is None:
        for side in asked_in(public):
            game = post.look(side)
            seen = state_for(game.ledger.rules, game.ledger.play.state, side)
            fights = bool(battle_board(game.ledger.rules, seen, side))
            fought += fights
            choices = len(game.legal(side))
            in_battle = fights and fought % 4 == 1
            if len(post.mails) % 16 == 0 or in_battle or choices > 1.1 * longest:
                longest = max(longest, choices)
                last = len(game.save.entries) - 1
                made = parcel(game, game.stories(max(1, last - 1), last, side), side)
                page = render(made.report, "html")
                assert 'id="map"' in page, "not even the largest goes without its map"
                assert len(page.encode()) <= MOST
                assert sizes(game, made) <= EMAIL
        post.turn()
    if post.look().result is not None:
        for side in PLAYERS:
            game, last = post.look(side), len(post.look().save.entries) - 1
            assert sizes(game, parcel(game, game.stories(last, last, side), side)) <= EMAIL
