"""What a player says beside his orders is what `pbem say` and the others sign, and the GM takes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.errors import BadStatement, NotOnThisPage, WrongGame
from pbem.games import find
from pbem.gm.game import Game
from pbem.home import computer
from pbem.ledger.cases import time
from pbem.protocol.bodies import Say
from pbem.protocol.keys import Identity
from pbem.web.chair.pile import Heap
from tests.says import says, sentence, worded
from tests.web.tables import Page, Table
from tests.web.test_looked_up import at


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, "plantagenet", "Ib").play(6)


def mailed(table: Table, page: Page, **words: str) -> None:
    """Say it, and the GM takes the mail."""
    answer = page.click("say", **words)
    assert 'id="mail"' in answer.parts["sheet"], "the ways to send it"
    spoken = page.desk.seat.spoken
    assert spoken is not None
    table.take({"said": page.desk.download(spoken.file).content.decode()})


def test_a_word_and_a_dispute_stand_in_the_log(table: Table) -> None:
    page = at(table)
    told = page.click("speak", entry="3").parts["drawer"]
    options = re.findall(r'<option value="(\d+)"( selected)?>\1: ([^<]+)</option>', told)
    last = len(page.desk.seat.game.save.entries) - 1
    assert [int(n) for n, _, _ in options] == [*range(last, 0, -1)] * 2, (
        "for a dispute, a take-back"
    )
    assert {n for n, chosen, _ in options if chosen} == {"3"}
    assert all(text.strip() for _, _, text in options)
    alone = page.click("speak").parts["drawer"]
    assert "selected" not in alone.partition("deadline")[0], (
        "nothing is disputed unless it is chosen"
    )
    assert says(told, "home.words.terms")
    mailed(table, page, kind="say", text="Well marched!")
    mailed(table, at(table), kind="dispute", entry="3", text="By 4.3.4 he may not.")
    cases = table.look().ledger.cases
    assert cases.disputes[-1].text == "By 4.3.4 he may not."


def test_what_is_said_takes_no_orders_place(table: Table) -> None:
    page = at(table)
    seat = page.desk.seat
    page.click("take", line=page.lines()[0])
    page.click("seal")
    orders = page.click("sealed").parts["sheet"]
    word = page.click("say", kind="say", text="Well met").parts["sheet"]
    assert word != orders
    again = page.click("again").parts["sheet"]
    assert again == orders, "the orders can still be sent"
    assert 'data-of="spoken"' in page.click("speak").parts["drawer"]
    assert page.click("again", of="spoken").parts["sheet"] == word
    assert seat.sealed is not None
    assert seat.spoken is not None
    for one in (seat.sealed, seat.spoken):
        assert page.desk.download(one.file).content
    table.take({"order": seat.sealed.letter.to_text()})
    assert seat.game.path is not None
    seat.game.path.write_bytes(table.save)
    page.click("looked")
    assert seat.sealed is None, "what the log has needs not be sent"
    assert seat.spoken is not None


def test_what_was_said_before_is_kept_beside_the_save(table: Table) -> None:
    page = at(table)
    path = page.desk.seat.game.path
    assert path is not None
    texts = ("Well met", "And farewell", "And again")
    for text in texts:
        told = page.click("say", kind="say", text=text).said
    files = sorted(path.parent.glob("*-say-*.txt"))
    assert len(files) == 2
    assert str(files[1]) in told or str(files[0]) in told
    assert page.desk.seat.spoken is not None
    table.take({"last": page.desk.seat.spoken.letter.to_text()})
    table.take({file.name: file.read_text(encoding="utf-8") for file in files})
    said = [entry.body.step.order.body.text for entry in table.look().save.entries[-3:]]  # type: ignore[union-attr]
    assert sorted(said) == sorted(texts)


def test_all_agree_to_less_time_on_the_desk_alone(table: Table) -> None:
    form = {"kind": "terms", "deadline": "3 days", "grace": "1d", "then": "policy", "days": "9"}
    agreed = []
    for side in table.people:
        page = at(table, side)
        assert 'name="deadline"' in page.click("speak").parts["drawer"]
        page.click("say", **form)
        spoken = page.desk.seat.spoken
        assert spoken is not None
        assert "3 days" in spoken.mail.words
        agreed.append(spoken.letter.envelope)
    game = table.look("gm")
    game.set_terms(agreed[-1].body.at + 3600, time.terms(72, 24, "policy", 9), agreed)
    pace = game.ledger.cases.clock.pace
    assert (pace.hours, pace.grace, pace.ending, pace.days) == (72, 24, "policy", 9)
    with pytest.raises(NotOnThisPage, match=worded("ledger.cases.time.hours_of")):
        at(table).click("say", **{**form, "deadline": "soon"})


def test_somebody_new_takes_a_seat_when_the_others_agree(table: Table) -> None:
    """Their email is dropped on the page, which shows who they are; the answer is a button."""
    asked = table.look().ledger.turn_of()[0]
    side = next(one for one in table.people if one != asked)
    eve = Game.loads(table.save, Identity(bytes([77]) * 32, "Eve"))
    claim = eve.claim(asked, "I was asked to.")
    page = at(table, side)
    assert "asks to play" not in page.click("speak").parts["drawer"]
    with pytest.raises(NotOnThisPage, match=worded("web.seat.speaking._consent", word="drop")):
        page.click("say", kind="claim")
    told = page.drop("claim.eml", f"Dear all,\n\n{claim.to_text()}".encode()).parts["drawer"]
    assert eve.identity is not None
    for said in ("Eve", asked.title(), "I was asked to.", eve.identity.public.fingerprint):
        assert said in told
    page.click("say", kind="claim", no="yes")
    spoken = page.desk.seat.spoken
    assert spoken is not None
    assert isinstance(spoken.letter.envelope.body, Say)
    assert says(spoken.mail.words, "web.seat.speaking._consent", word="agree")
    assert "that Eve" in spoken.mail.words
    page.drop("claim.eml", claim.to_text().encode())
    page.click("say", kind="claim")
    spoken = page.desk.seat.spoken
    assert spoken is not None
    assert says(spoken.mail.words, "home.words.of_newcomer", "Eve")
    assert "asks to play" not in page.part("drawer"), "it is answered"
    game = table.look("gm")
    agreed = [spoken.letter.envelope]
    game.seat(claim.envelope, agreed, "They are away.")
    assert game.ledger.seats[asked].keys.name == "Eve"


def test_a_claim_that_cannot_be_agreed_to_is_refused(table: Table) -> None:
    eve = Game.loads(table.save, Identity(bytes([77]) * 32, "Eve"))
    page = at(table)
    with pytest.raises(NotOnThisPage, match=worded("web.seat.speaking.drop")):
        page.drop("claim.eml", eve.claim("gm").to_text().encode())
    claim = eve.claim("york").to_text().encode()
    foreign = Table(table.folder / "other", "plantagenet", "Ia")
    with pytest.raises(WrongGame):
        at(foreign).drop("claim.eml", claim)
    assert page.desk.seat.claim is None


def test_newer_rules_come_when_all_agree_on_the_desk_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = find("two_provinces")
    newest = rules.version
    monkeypatch.setattr(rules, "version", newest - 1)
    table = Table(tmp_path, "two_provinces", "march")
    assert "newer rules" not in at(table).click("speak").parts["drawer"]
    monkeypatch.setattr(rules, "version", newest)
    agreed = []
    for side in table.people:
        page = at(table, side)
        assert says(
            page.click("speak").parts["drawer"],
            "templates.desk.speak",
            newest,
            word="Agree to version",
        )
        page.click("say", kind="rules", no="yes")
        assert page.desk.seat.spoken is not None
        refusal = sentence("web.seat.speaking._consent", word="not")
        assert f"{refusal} to version {newest}" in page.desk.seat.spoken.mail.words
        page.click("say", kind="rules")
        agreed.append(page.desk.seat.spoken.letter.envelope)
    game = table.look("gm")
    game.upgrade(agreed)
    assert game.ledger.versions[-1].version == newest


def test_a_step_is_taken_back_when_the_other_agrees(table: Table) -> None:
    sides = list(table.people)
    page = at(table, sides[0])
    last = len(table.look().save.entries) - 1
    mailed(table, page, kind="takeback", entry=str(last), text="I misread the map.")
    other = at(table, sides[1])
    assert "I misread the map." in other.part("coach"), "told beside the question"
    assert says(other.part("log"), "web.seat.parts.BUTTONS", word="take")
    assert "pbem takeback" not in other.part("log"), "a page names its buttons"
    told = other.click("speak").parts["drawer"]
    assert "I misread the map." in told
    wish = table.look().ledger.cases.wishes[-1]
    mailed(table, other, kind="agree", entry=str(wish.n))
    assert table.look().ledger.cases.rewinds


def test_a_ruling_is_accepted_on_the_desk(table: Table) -> None:
    gm = table.look("gm")
    gm.rule("house", "Phones.", lines=["No phones at the table."])
    table.save = gm.dumps()
    n = len(gm.save.entries) - 1
    page = at(table)
    assert says(
        page.click("speak").parts["drawer"], "templates.desk.speak", n, word="Accept the ruling"
    )
    mailed(table, page, kind="countersign", entry=str(n))
    (ruling,) = table.look().ledger.cases.rulings
    assert ruling.by == (page.desk.seat.game.side,)
    assert "Accept the ruling" not in at(table).click("speak").parts["drawer"]


@pytest.mark.slow
def test_a_draw_is_one_when_both_agree(table: Table) -> None:
    sides = list(table.people)
    with pytest.raises(BadStatement):
        at(table, sides[0]).click("say", kind="draw", accept="yes")
    mailed(table, at(table, sides[0]), kind="draw")
    other = at(table, sides[1])
    assert "Agree to the draw" in other.click("speak").parts["drawer"]
    asked = table.look().ledger.turn_of()[0]
    assert "offers a draw" in at(table, sides[1]).part("coach"), "told beside the question"
    mailed(table, other, kind="draw", accept="yes")
    assert other.desk.seat.spoken is not None
    with computer.sitting_as(table.home("gm")):
        heap = Heap(table.look().ledger.game, table.look().ledger.rules.sides)
        heap.put("mail", other.desk.seat.spoken.letter.to_text().encode())
    assert says(heap.waiting()[0].says, "web.chair.pile.SAID", word="to the")
    assert table.look().result is not None
    over = at(table, asked)
    assert not over.lines(), "nothing is asked any more"
    assert says(over.part("asked"), "player.writing.Writing._nothing", word="over")
    assert "A draw" in over.part("ending")


def test_nobody_resigns_by_a_slip(table: Table) -> None:
    page = at(table)
    side = page.desk.seat.side
    with pytest.raises(NotOnThisPage, match=worded("home.words.lost")):
        page.click("say", kind="resign")
    assert page.desk.seat.spoken is None
    mailed(table, page, kind="resign", sure="yes")
    result = table.look().result
    assert result is not None
    assert side not in result.winners


def test_what_cannot_be_said_is_refused(table: Table) -> None:
    page = at(table)
    for words in (
        {"kind": "curse"},
        {"kind": "say", "text": "  "},
        {"kind": "dispute", "text": "x"},
    ):
        with pytest.raises(NotOnThisPage):
            page.click("say", **words)
    with pytest.raises(BadStatement):
        page.click("say", kind="say", text="x" * 2001)


def test_a_published_key_is_named_on_the_page_and_no_longer_asked_for(tmp_path: Path) -> None:
    table = Table(tmp_path, "two_provinces", "march")
    gm = table.look("gm")
    gm.rule("result", "Time is up.", side=next(iter(table.people)))
    table.save, table.kept["gm"] = gm.dumps(), gm.checkpoint()
    sides = list(table.people)
    overs = {side: table.look(side).say("over", gm.ledger.cases.result) for side in sides}
    table.take({side: over.to_text() for side, over in overs.items()})
    page = table.page(sides[0])
    assert 'data-verb="publish"' in page.part("ending")
    page.click("publish")
    (key,) = page.home.glob("*-reveal.txt")
    assert key.name in page.part("ending")
    assert 'data-verb="publish"' not in page.part("ending")
    assert "Publish" not in page.part("log")
