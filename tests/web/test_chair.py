"""The GM's chair: it writes what the command line writes, signs nothing unseen, and shows no more than that does."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from unittest import mock

import msgspec
import pytest

from pbem.errors import NotOnThisPage, NotTheGm
from pbem.gm.game import Game
from pbem.home import computer
from pbem.ledger.cases import time
from pbem.proof.revealed_keys import own_reveals
from pbem.protocol import envelope
from pbem.protocol.armour import FORMAT
from pbem.reports.entry_list import entry_sentences
from pbem.round.reports import Parcels
from pbem.web.chair.chair import GmDesk
from pbem.web.chair.parts import SHEETS, gm_desk, preview
from pbem.web.chair.rulings import Preview, StorySentence
from pbem.web.server.page import Answer
from tests.cli.console import Console
from tests.moderator.people import ANN, GM, NONCE, Post, any_line, asked_in, played, seated
from tests.moderator.test_faults import PARLEY, faulty
from tests.moderator.writer import lenient
from tests.says import says, sentence, worded
from tests.web.tables import GAMES, Table
from tests.web.worlds import two_worlds, unhashed

DAY = time.day("2026-11-23")


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    with mock.patch.dict(os.environ, {computer.NOW: str(DAY)}):
        yield Console(tmp_path, seated().save)


def chair_at(console: Console) -> GmDesk:
    """The GM's page in a home of his own; as long as the test lasts he sits here."""
    os.environ[computer.FOLDER] = str(console.folder / "people" / "gm")
    return gm_desk(console.save, GM)


@pytest.fixture(autouse=True)
def nobody_sits_here_afterwards() -> Iterator[None]:
    with mock.patch.dict(os.environ):
        yield


def take(page: GmDesk, **words: str) -> Answer:
    """All that is in the pile."""
    return page.act("take", {"pile": page.pile.named(), **words})


def shown(page: GmDesk) -> Preview:
    """What was looked at last."""
    return list(page.previews.values())[-1]


def sign(page: GmDesk) -> Answer:
    """What was looked at last, if anything was."""
    return page.act("sign", {"token": shown(page).token if page.previews else ""})


def named(html: str, what: str) -> str:
    """What a button or a form says that it was shown."""
    found = re.search(rf'{what}="(\w+)"', html)
    assert found, html
    return found[1]


def pile(post: Post) -> dict[str, str]:
    """What both players and somebody who is garbled have mailed."""
    mails = {f"{side}.txt": post.sent(side, "ready") for side in post.look().ledger.owes_ready()}
    told = post.look("york").say("say", 0, "Well met").to_text()
    doubt = post.look("lancaster").say("dispute", 2, "Not so, by 3.1").to_text()
    bad = f"-----BEGIN {FORMAT} ORDER-----"
    return {**mails, "word.txt": told, "doubt.txt": doubt, "bad.txt": bad}


@pytest.mark.slow
def test_the_desk_and_the_command_line_write_the_same(tmp_path: Path) -> None:
    """The same mails, then the same acts, at the same time: the saves agree byte for byte."""
    tables = []
    for name in ("typed", "clicked"):
        (tmp_path / name).mkdir()
        tables.append(Console(tmp_path / name, seated().save))
    typed, clicked = tables
    mails = pile(seated())
    acts = [
        (("rule", "--house", "No phones.", "--reason", "They ring."),
         {"kind": "house", "house": "No phones.", "reason": "They ring."}),
        (("clock", "--deadline", "none"), {"kind": "terms", "deadline": "none"}),
        (("clock", "--extend", "york", "12h", "--reason", "Ill."),
         {"kind": "extend", "side": "york", "span": "12h", "reason": "Ill."}),
        (("rule", "--uphold", "2", "--reason", "It is right."),
         {"kind": "uphold", "entry": "2", "reason": "It is right."}),
        (("rule", "--void", "4", "--reason", "Too early."),
         {"kind": "void", "entry": "4", "reason": "Too early."}),
    ]  # fmt: skip
    with mock.patch.dict(os.environ, {computer.NOW: str(DAY)}):
        names = [typed.mail(text, name) for name, text in mails.items()]
        assert typed.type("gm", "apply", "game.toml", *names).code == 2
        page = chair_at(clicked)
        page.whole()
        for name, text in mails.items():
            page.drop(name, text.encode())
        take(page)
        assert typed.save.read_bytes() == clicked.save.read_bytes()
        for (verb, *options), words in acts:
            sure = ("--yes",) if verb == "clock" else ()  # the pile is dated long before
            assert typed.type("gm", verb, "game.toml", *options, *sure).code == 0, verb
            page.act("look", words)
            sign(page)
            assert typed.save.read_bytes() == clicked.save.read_bytes(), verb
    folders = [one.folder / "reports" for one in tables]
    reports = [
        {path.name for path in one.iterdir() if "-refused-" not in path.name} for one in folders
    ]
    assert reports[0] == reports[1]


@pytest.mark.slow
def test_each_mail_has_its_receipt_and_a_refusal_its_answer(console: Console) -> None:
    page = chair_at(console)
    page.whole()
    for name, text in pile(post := seated()).items():
        answer = page.drop(name, text.encode())
    assert says(answer.parts["mails"], "web.chair.pile.SAID", "York", word="seen")
    assert "Lancaster disputes entry 2: Not so, by 3.1" in answer.parts["mails"]
    assert len(page.game.save.entries) == len(post.look().save.entries), "nothing is taken yet"
    answer = take(page, outbox="yes")
    assert answer.said.startswith(f"{len(pile(post)) - 1} of {len(pile(post))} applied.")
    html = answer.parts["taken"]
    assert says(html, "templates.desk.chair_parts", word="Text to")
    assert says(html, "round.refusals.words", word="nothing")
    seen = sentence("web.chair.pile.SAID", "York", word="seen")
    assert f"{seen}</strong> · Applied, as entry" in html
    assert "Not so, by 3.1" in answer.parts["calls"]
    assert "Lancaster disputes entry 2" in answer.parts["calls"]
    mails = {path.name for path in (console.folder / "outbox").iterdir()}
    assert any(name.endswith("-york.eml") for name in mails)
    for name in mails:
        assert name in answer.parts["handout"] or name in html
        assert page.download(name).content == (console.folder / "outbox" / name).read_bytes()


def test_a_mail_that_was_dropped_twice_is_taken_once(console: Console) -> None:
    page = chair_at(console)
    page.drop("a.txt", b"one")
    assert "already" in page.drop("a.txt", b"one").said
    page.drop("a.txt", b"two")
    assert list(page.pile.mails) == ["a.txt", "a.txt (2)"]
    page.act("leave", {"name": "a.txt"})
    assert list(page.pile.mails) == ["a.txt (2)"]


def test_a_key_for_the_audit_goes_next_to_the_save_even_if_published(console: Console) -> None:
    post = Post(console.save.read_bytes())
    gm = post.look("gm")
    gm.rule("result", "Time is up.", side="york")
    post.save = gm.dumps()
    for side in ("york", "lancaster"):
        post.take({side: post.look(side).say("over", gm.ledger.cases.result).to_text()})
    console.save.write_bytes(post.save)
    page = chair_at(console)
    computer.set_revealed(post.look("gm"))
    (reveal,) = own_reveals(post.look("york"))
    page.pile.put("key.txt", envelope.to_text(reveal).encode())
    take(page)
    (file,) = console.save.parent.glob("*-york-reveal.txt")
    assert page.taken[0].says == sentence("web.chair.chair.GmDesk._hear", file)


def test_nothing_is_signed_unseen(console: Console) -> None:
    page = chair_at(console)
    before = console.save.read_bytes()
    with pytest.raises(NotOnThisPage):
        sign(page)
    words = {"kind": "house", "house": "No phones.", "reason": "They ring."}
    answer = page.act("look", words)
    assert "No phones." in answer.parts["preview"]
    assert console.save.read_bytes() == before
    page.act("refrain", {"token": shown(page).token})
    with pytest.raises(NotOnThisPage):
        sign(page)
    page.act("look", words)
    done = console.type("gm", "rule", "game.toml", "--house", "No dogs.", "--reason", "They bark.")
    assert done.code == 0
    with pytest.raises(NotOnThisPage, match="gone on"):
        sign(page)
    assert "No dogs." in page.whole(), "what another program wrote is there"


def test_who_has_two_tabs_signs_what_he_sees_in_this_one(console: Console) -> None:
    page = chair_at(console)
    before = console.save.read_bytes()
    tokens = []
    for words in ("No phones.", "No dogs.", "No cats."):
        told = page.act("look", {"kind": "house", "house": words, "reason": "They ring."})
        tokens.append(named(told.parts["preview"], "data-token"))
    page.act("refrain", {"token": tokens[0]})
    for stale in ("", tokens[0]):
        with pytest.raises(NotOnThisPage, match=worded("web.chair.chair.MOVED")):
            page.act("sign", {"token": stale})
    assert console.save.read_bytes() == before
    page.act("sign", {"token": tokens[1]})
    html = page.whole()
    assert "No dogs." in html
    assert "No phones." not in html
    assert "No cats." not in html
    with pytest.raises(NotOnThisPage, match=worded("web.chair.chair.MOVED")):
        page.act("sign", {"token": tokens[2]})


def test_to_sign_nothing_in_one_tab_leaves_the_preview_of_the_other(console: Console) -> None:
    page = chair_at(console)
    words = {"kind": "house", "house": "No phones.", "reason": "They ring."}
    page.act("look", words)
    mine = shown(page).token
    page.act("look", words)
    answer = page.act("refrain", {"token": shown(page).token})
    assert "data-open" not in answer.parts["preview"]
    assert "Signed" in page.act("sign", {"token": mine}).said


def test_a_tab_that_is_behind_is_told_so_and_gets_all(console: Console) -> None:
    page = chair_at(console)
    page.whole()
    first = page.version
    assert page.drop("a.txt", b"one").was == first
    second = page.drop("b.txt", b"two")
    assert second.was == first + 1, "who has not had the first answer sees that it lacks one"
    assert f'data-version="{page.version}"' in second.parts["version"]
    everything = page.act("all", {})
    assert everything.was == 0
    assert {"head", "map", "mails", "waits", "cases"} <= set(everything.parts)


def test_who_has_two_tabs_takes_the_pile_he_sees_in_this_one(console: Console) -> None:
    page = chair_at(console)
    before = console.save.read_bytes()
    empty = page.pile.named()
    assert 'data-verb="take"' not in page.whole(), "nothing is offered that can do nothing"
    (name, text), *others = pile(seated()).items()
    one = named(page.drop(name, text.encode()).parts["mails"], 'name="pile" value')
    for other, words in others:
        html = page.drop(other, words.encode()).parts["mails"]
    for stale in ({}, {"pile": empty}, {"pile": one}):
        with pytest.raises(NotOnThisPage, match=worded("web.chair.chair.ANOTHER")):
            page.act("take", stale)
    assert console.save.read_bytes() == before
    assert len(page.pile.mails) == len(others) + 1
    page.act("take", {"pile": named(html, 'name="pile" value')})
    assert len(page.taken) == len(others) + 1


@pytest.mark.slow
def test_a_line_that_is_refused_names_no_other(tmp_path: Path) -> None:
    console = Console(tmp_path, played(20).save)
    page = chair_at(console)
    side = Post(console.save.read_bytes()).asked()[0]
    words = {"kind": "impose", "side": side, "line": "fly to the moon", "reason": "It is late."}
    with pytest.raises(NotOnThisPage) as refused:
        page.act("look", words)
    refused.match(worded("web.chair.chair.GmDesk.look", "fly to the moon") + r"\.$")
    legal = [option.line for option in Post(console.save.read_bytes()).look(side).legal()]
    assert legal
    assert not [line for line in legal if line in str(refused.value)]


def test_what_a_side_alone_sees_changed_is_folded_away(console: Console) -> None:
    page = chair_at(console)
    page.act("look", {"kind": "house", "house": "No phones.", "reason": "They ring."})
    said = (*shown(page).said, StorySentence("coin: 3 -> 1", "york"))
    made = msgspec.structs.replace(shown(page), said=said)
    html = preview(page, made)
    before, summary, after = html.partition(
        "<summary>" + sentence("templates.desk.chair_parts", word="sees")
    )
    assert before.endswith("<details>")
    assert "coin: 3 -&gt; 1" not in before
    assert "coin: 3 -&gt; 1" in after.partition("</details>")[0]
    assert summary not in preview(page, msgspec.structs.replace(made, said=said[:-1]))


@pytest.mark.slow
def test_a_preview_counts_hidden_cards(tmp_path: Path) -> None:
    console = Console(tmp_path, two_worlds()[0].save)
    page = chair_at(console)
    page.act("look", {"kind": "void", "entry": "5", "reason": "A wrong die."})
    changed = shown(page).changed
    assert any(re.fullmatch(r"deck\.lancaster: \d+ cards change", line) for line in changed)
    assert not [line for line in changed if re.search(r"[+-]\w+:", line)]
    assert any(re.match(r"lords\.\w+\.capabilities: -\w+$", line) for line in changed)


@pytest.mark.slow
def test_a_preview_tells_what_a_ruling_changes(tmp_path: Path) -> None:
    console = Console(tmp_path, played(20).save)
    page = chair_at(console)
    first = len(page.game.save.entries) - 3
    answer = page.act("look", {"kind": "void", "entry": str(first), "reason": "A wrong die."})
    after = shown(page).after
    assert says(answer.parts["preview"], "ledger.cases.rewind.undone", ..., first - 1, word="game")
    sign(page)
    again = chair_at(console)
    assert again.game.now == after


def test_only_its_gm_has_the_chair(console: Console) -> None:
    os.environ[computer.FOLDER] = str(console.folder / "people" / "ann")
    with pytest.raises(NotTheGm):
        gm_desk(console.save, ANN)


@pytest.mark.slow
def test_the_page_is_the_same_whatever_a_side_keeps_to_itself(tmp_path: Path) -> None:
    """Two worlds with different Plans; the GM could read both, and sees neither before he asks for a report."""
    pages = []
    for n, post in enumerate(two_worlds()):
        (tmp_path / str(n)).mkdir()
        page = chair_at(Console(tmp_path / str(n), post.save))
        answer = page.act("look", {"kind": "uphold", "entry": "3", "reason": "It is right."})
        pages.append((unhashed(page.whole()), unhashed(answer.parts["preview"])))
    assert pages[0] == pages[1]


def test_a_report_of_a_side_is_shown_when_it_is_asked_for(console: Console) -> None:
    page = chair_at(console)
    for name, text in pile(seated()).items():
        page.drop(name, text.encode())
    take(page)
    report = next(path for path in page.files() if path.name.endswith("-york.txt"))
    shown = page.act("show", {"name": report.name}).parts["sheet"]
    assert escape(report.read_text("utf-8").splitlines()[0]) in shown
    for elsewhere in ("../people/gm/identity.toml", "identity.toml"):
        with pytest.raises(NotOnThisPage):
            page.act("show", {"name": elsewhere})
        with pytest.raises(NotOnThisPage):
            page.download(elsewhere)


@pytest.mark.slow
def test_a_page_that_is_opened_later_still_has_what_was_written(console: Console) -> None:
    page = chair_at(console)
    for name, text in pile(seated()).items():
        page.drop(name, text.encode())
    take(page, outbox="yes")
    names = {path.name for path in page.written.mails}
    assert names == {path.name for path in chair_at(console).written.mails} != set()


def test_a_mail_is_refused_where_wrong_and_left_with_its_words(console: Console) -> None:
    console.save.write_bytes(seated().ready().save)
    page = chair_at(console)
    bad = lenient(Post(console.save.read_bytes()), "york", "fly to the moon")
    page.drop("bad.txt", bad.encode())
    html = take(page).parts["taken"]
    assert ">Refused emails<" in html
    assert "pbem verify game.toml --refusal" in html, "the GM's signed word goes with it"
    page.drop("again.txt", bad.encode())
    assert says(take(page).parts["taken"], "web.chair.chair._mail_result", word="again")


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), GAMES)
def test_every_game_has_a_chair(tmp_path: Path, rules: str, scenario: str) -> None:
    """No game needs code of its own: mails are taken, and to go back is shown before it is signed."""
    table = Table(tmp_path, rules, scenario).play(2)
    home = tmp_path / "gm"
    home.mkdir()
    (home / "game.toml").write_bytes(table.save)
    os.environ[computer.FOLDER] = str(home)
    page = gm_desk(home / "game.toml", GM)
    assert page.game.title.replace("'", "&#39;") in page.whole()
    for side in asked_in(table.look()):
        game = table.look(side)
        page.drop(f"{side}.txt", game.orders([any_line(game, table.random)]).to_text().encode())
    take(page)
    assert all(one.ok for one in page.taken), page.taken
    last = len(page.game.save.entries) - 1
    answer = page.act("look", {"kind": "void", "entry": str(last), "reason": "A wrong die."})
    assert says(answer.parts["preview"], "ledger.cases.rewind.undone", word="game")
    assert "Signed" in sign(page).said


def test_a_dispute_comes_with_what_happened_and_leads_to_a_correction(console: Console) -> None:
    post = played(8)
    last = len(post.look().save.entries) - 1
    told = {one.n: one.text for one in entry_sentences(post.look(), "public")}
    assert [*told] == [*range(last, 0, -1)]
    post.take({"m": post.look("york").say("dispute", last, "Not by 3.4.1.").to_text()})
    console.save.write_bytes(post.save)
    parts = (page := chair_at(console)).act("all", {}).parts
    assert f"What happened there: {escape(told[last])}" in parts["calls"]
    rest = says(parts["calls"], "templates.desk.chair_parts", last, word="rest")
    assert rest == told[last].endswith(" more)")
    for n, text in told.items():
        assert f'<option value="{n}">{n}: {escape(text)}</option>' in parts["rule"]
    form = page.act("correct", {"entry": str(last), "reason": "A slip."}).parts["correct"]
    assert f'name="entry" size="6" value="{last}"' in form
    assert 'name="reason" required value="A slip."' in form


def test_only_what_makes_sense_now_is_offered(console: Console) -> None:
    """Rulings while the game goes on, to look back when it is over; what is asked in a sentence."""
    console.save.write_bytes(seated().ready().save)
    page = chair_at(console)
    parts = page.act("all", {}).parts
    kinds = set(re.findall(r'name="kind" value="(\w+)"', parts["rule"]))
    assert {"void", "uphold", "patch", "impose", "house", "result", "terms", "pause"} <= kinds
    assert not kinds & {"extend", "resume"}, "no deadline, and the clock runs"
    assert escape(page.game.requests[0].question) in parts["waits"]
    page.act("look", {"kind": "pause", "reason": ""})
    sign(page)
    assert {"resume"} == {"pause", "resume"} & set(
        re.findall(r'name="kind" value="(\w+)"', page.act("all", {}).parts["rule"])
    )
    page.act("look", {"kind": "result", "winner": "york", "reason": "Forfeit."})
    sign(page)
    over = page.act("all", {}).parts["rule"]
    assert set(re.findall(r'name="kind" value="(\w+)"', over)) == {"void", "uphold", "house"}


def test_a_line_that_failed_is_carried_out_on_the_page(console: Console) -> None:
    _, post = faulty(PARLEY)
    console.save.write_bytes(post.save)
    page = chair_at(console)
    assert says(page.act("all", {}).parts["rule"], "templates.desk.chair_rule", word="failed")
    entry = str(post.look().ledger.position.failure.n)  # type: ignore[union-attr]
    page.act("look", {"kind": "again", "entry": entry, "reason": "Fixed."})
    sign(page)
    assert page.game.ledger.position.failure is None
    assert not says(page.act("all", {}).parts["rule"], "templates.desk.chair_rule", word="failed")


def test_before_all_have_joined_the_invitation_is_in_place_of_the_map(tmp_path: Path) -> None:
    game = Game.new(GM, "plantagenet", "Ib", {}, {}, NONCE)
    page = chair_at(Console(tmp_path, game.dumps()))
    parts = page.act("all", {}).parts
    assert "Nobody has joined yet" in parts["map"]
    assert page.download("game.toml").content == game.dumps()
    assert says(parts["rule"], "templates.desk.chair_rule", word="rule")
    page.drop("ann.txt", Game.loads(game.dumps(), ANN).join("york").to_text().encode())
    assert "York joins" in page.act("all", {}).parts["mails"]
    shown = take(page).parts["map"]
    assert "York (Anne) has joined" in shown
    assert "Send the invitation to Lancaster:" in shown


def test_what_was_opened_is_marked_and_only_news_are_to_be_sent(console: Console) -> None:
    page = chair_at(console)
    name = f"{page.game.id}-004-york.eml"
    page.written = Parcels(mails=[Path(name)])
    assert 'class="button send"' in page.act("all", {}).parts["handout"]
    assert 'class="opened"' in page.act("opened", {"name": name}).parts["handout"]
    page.drop("bad.txt", b"-----BEGIN")
    html = take(page).parts["handout"]
    assert 'class="button send"' not in html
    assert 'id="handed"' in html


@pytest.mark.slow
def test_what_was_written_is_named_by_what_it_is(console: Console) -> None:
    page = chair_at(console)
    for name, text in pile(seated()).items():
        page.drop(name, text.encode())
    html = take(page, outbox="yes").parts["handout"]
    for words in ("To York (Anne)", "To all spectators", SHEETS["eml"], "As a page"):
        assert words in html
    first = re.findall(r'class="button send"[^>]*data-name="([^"]+)"', html)
    assert [name.endswith(".eml") for name in first] == [True, True, False], "emails are first"
