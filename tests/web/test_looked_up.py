"""What is looked up lies in the drawer beside the map, and the orders stand as they stood."""

from __future__ import annotations

import html
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import BadQuestion, NotAllowed, NotOnThisPage, UnknownSection
from pbem.games import find
from pbem.gm.game import Game
from pbem.home import computer
from pbem.protocol.steps import Terms
from pbem.web.server.jobs import JobStopped
from pbem.web.server.page import Answer
from tests.moderator.people import GM
from tests.says import says, sentence
from tests.web.tables import GAMES, Page, Table

every_game = pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[g for g, _ in GAMES])


def at(table: Table, side: str = "") -> Page:
    """The page of a side, else of whoever is asked first; what came is looked at."""
    page = table.page(side or table.look().ledger.turn_of()[0])
    if page.desk.seat.arrived:
        page.click("looked")
    return page


def ended(page: Page, answer: Answer) -> Answer:
    """The answer of the work that began with this one."""
    assert answer.job, answer.said
    with computer.sitting_as(page.home):
        while (now := page.desk.seat.jobs.look(answer.job)).answer is None:
            pass
    return now.answer


@pytest.mark.slow
@every_game
def test_every_rule_named_by_a_choice_can_be_read(
    tmp_path: Path, rules: str, scenario: str
) -> None:
    table = Table(tmp_path, rules, scenario).play(4)
    page = at(table)
    seat = page.desk.seat
    for rule in {one.option.rule for one in seat.concerns if one.option.rule}:
        assert "drawer-title" in page.click("rule", section=rule).parts["drawer"]
    if not find(rules).data.file("rules.toml").exists():
        return
    page.click("rule", section="")
    with pytest.raises(UnknownSection):
        page.click("rule", section="99.9")
    assert "Rules of" in page.part("drawer"), "what lay there stays"
    assert page.click("close").parts["drawer"].startswith('<aside id="drawer" hidden')


@pytest.mark.slow
@every_game
def test_whatever_is_drawn_can_be_asked_about(tmp_path: Path, rules: str, scenario: str) -> None:
    page = at(Table(tmp_path, rules, scenario).play(5))
    picture = page.desk.seat.stand.picture
    for space in picture.spaces:
        for what in (f"place:{space.id}", *(f"piece:{piece.id}" for piece in space.pieces)):
            answer = page.click("about", what=what)
            assert f'data-what="{what}"' in answer.parts["drawer"], "a note can be made on it"


def test_a_card_of_ones_hand_is_named_where_it_can_be_looked_up(tmp_path: Path) -> None:
    table = Table(tmp_path, "richard_iii", "kingmaker").play(1)
    # A hand that is dealt may have no card with a text: then the other's is looked at.
    page, card = next(
        (page, card)
        for page in map(table.page, table.people)
        for card in page.desk.seat.stand.known.values()
        if card in {one.id for one in page.desk.seat.game.ledger.rules.cards()}
    )
    game = page.desk.seat.game
    assert f'data-look="card:{card}"' in page.html
    name = next(one.names for one in game.ledger.rules.cards() if one.id == card)
    told = page.click("about", what=f"card:{card}").parts["drawer"]
    assert name in told
    text = next(one for one in game.ledger.rules.cards() if one.id == card)
    first = text.halves[0].kind
    assert all(told.index(f"<h3>{first}") < told.index(f"<dt>{fact}") for fact, _ in text.facts)


@pytest.mark.slow
def test_an_entry_is_explained_with_the_line_that_checks_a_die(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib").play(14)
    page = at(table)
    n = next(e.body.n for e in table.look().save.entries if e.body.n and e.body.record.rolls)
    told = page.click("explain", entry=str(n)).parts["drawer"]
    assert "<code>printf" in told
    assert "<summary>" + sentence("web.lookups.checks.BY_HAND") + "</summary>" in told, (
        "folded away below the die"
    )
    order = [told.index(f"<h3>{one}</h3>") for one in ("What happened", "What was decided", "Dice")]
    assert order == sorted(order), "what is asked first stands first"
    assert f'data-entry="{len(table.look().save.entries) - 1}"' in page.html, "the log leads there"
    with pytest.raises(NotOnThisPage):
        page.click("explain", entry="4000")


@pytest.mark.slow
@every_game
def test_cards_are_offered_where_there_are_any(tmp_path: Path, rules: str, scenario: str) -> None:
    page = at(Table(tmp_path, rules, scenario).play(3))
    assert ('data-verb="card" title' in page.html) == bool(find(rules).cards())


def test_a_check_calls_its_die_by_names(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib", seed=1)
    while not (asked := table.look().requests) or asked[0].kind != "muster":
        table.turn()
    page = at(table)
    offered = page.desk.seat.stand.options
    line = next(one.line for one in offered if ": parley " in one.line)
    page.click("take", line=line)
    told = ended(page, page.click("check")).parts["drawer"]
    _, _, ways = told.partition(sentence("reports.cases.case_parts", word="roll"))
    assert f"{page.desk.seat.names.words(line.replace(':', ''))} succeeds (" in ways


@pytest.mark.slow
def test_a_check_that_lies_open_tells_that_the_orders_have_changed(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "plantagenet", "Ib").play(8))
    assert says(page.click("check").parts["drawer"], "reports.cases.read_back")
    line = page.lines()[0]
    assert says(
        page.click("take", line=line).parts["drawer"], "templates.desk.check_again", word="changed"
    )
    told = ended(page, page.click("check")).parts["drawer"]
    assert line in told
    assert says(told, "reports.cases.case_parts", word="after")
    assert told.count(f">{line}<") <= 2, "once, and once in the tree of a check"
    page.click("undo")
    assert says(page.part("drawer"), "templates.desk.check_again", word="changed")


def test_the_game_is_verified_with_the_eyes_of_its_side(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib").play(6)
    page = at(table)
    seat = page.desk.seat
    begun = page.click("verify")
    assert "In order." in ended(page, begun).parts["drawer"]
    now = seat.jobs.look(begun.job)
    assert now.done == now.of == len(seat.game.save.entries) - 1
    assert seat.game.path is not None
    text = seat.game.path.read_text("utf-8")
    seat.game.path.write_text(text.replace(table.look().heads[5], "0" * 64), "utf-8")
    with computer.sitting_as(page.home):
        told = seat.act("verify", {})
    told = ended(page, told) if told.job else told
    assert says(told.parts["drawer"], "web.lookups.checks.WRONG")
    with computer.sitting_as(page.home):
        anew = page.desk.whole()
    assert says(anew, "errors.SaveTampered"), "the page that is read anew says so"
    assert 'id="asked"' in anew, "and is still there"


def test_long_work_can_be_stopped(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "plantagenet", "Ib").play(6))
    jobs = page.desk.seat.jobs
    page.click("take", line=page.lines()[0])
    for verb in ("verify", "check"):
        with mock.patch.object(jobs, "begin", wraps=jobs.begin) as begin:
            page.click(verb)
        work = begin.call_args[0][2]

        def stop() -> None:
            raise JobStopped

        with pytest.raises(JobStopped):
            work(stop)


@pytest.mark.slow
def test_work_that_ends_on_another_page_leaves_it_alone(tmp_path: Path) -> None:
    """Begun at the seat and ended in a branch, or the other way round."""
    page = at(Table(tmp_path, "plantagenet", "Ib").play(6))
    outer = page.desk.seat
    begun = page.click("verify")
    page.click("try")
    assert outer.inner is not None
    answer = ended(page, begun)
    assert "drawer" not in answer.parts
    assert says(answer.said, "web.seat.seat.ELSEWHERE")
    version = str(outer.inner.version)
    assert page.click("worlds", games="2", version=version).job, "the next click is not behind"
    begun = page.click("worlds", games="2")
    page.click("leave")
    assert "In order." in page.part("drawer"), "where it was begun it lies"
    answer = ended(page, begun)
    assert "drawer" not in answer.parts
    assert f'data-version="{outer.version}"' in answer.parts["glow"]


def test_odds_of_a_battle_are_fought_beside_the_page(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "plantagenet", "Ib").play(8))
    spaces = page.desk.seat.stand.picture.spaces
    place = next(space.id for space in spaces if space.pieces)
    form = page.click("odds", about=f"place:{place}").parts["drawer"]
    assert f'<option value="{place}" selected>' in form
    lords = {piece.side: piece.id for space in spaces for piece in space.pieces}
    forces = {f"odds:{side}": lords[side] for side in ("york", "lancaster")}
    begun = page.click("foretold", name="battle", games="20", **forces)
    told = ended(page, begun).parts["drawer"]
    assert says(told, "drawing.odds.odds_markup", "20 games", word="real")
    assert 'class="bar"' in told
    with pytest.raises(BadQuestion):
        page.click("foretold", name="victory")


@pytest.mark.slow
def test_the_turn_is_played_ahead_and_can_be_stopped(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "richard_iii", "kingmaker").play(3))
    opened = page.click("turn").parts["drawer"]
    assert "Play the turn" in opened, "nothing is played yet"
    begun = page.click("turn", games="3")
    assert says(begun.parts["drawer"], "web.lookups.turn_ahead.WAITS")
    told = ended(page, begun).parts["drawer"]
    for part in (
        sentence("reports.foresight.summary", 3),
        sentence("imagine.ahead._ends", word="played"),
        'class="bar"',
    ):
        assert part in told
    begun = page.click("turn", games="10000")
    page.desk.seat.jobs.stop(begun.job)
    if lines := page.lines():
        assert page.click("take", line=lines[0]).said.startswith("Taken"), (
            "orders do not wait for it"
        )
    answer = ended(page, begun)
    assert answer.said.startswith("Stopped")
    assert answer.said in answer.parts["drawer"], "nothing is said to come any more"


def test_what_the_table_forbids_is_refused_with_its_sentence(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "IIIB")
    barred = Terms(barred=("odds", "robot", "try"))
    table.save = Game.new(GM, "plantagenet", "IIIB", {}, None, terms=barred).dumps()
    table.kept.clear()
    for side in table.people:
        table.take({side: table.look(side).join(side).to_text()})
    page = at(table)
    assert 'data-verb="fill"' not in page.part("asked"), "a robot would fill the stack"
    for verb in ("odds", "turn", "fill"):
        with pytest.raises(NotAllowed):
            page.click(verb)
    place = page.desk.seat.stand.picture.places[0].id
    assert 'data-verb="odds"' not in page.click("about", what=f"place:{place}").parts["drawer"]


def test_notes_are_kept_and_shown_where_they_are_about(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib").play(5)
    page = at(table)
    place = page.desk.seat.stand.picture.spaces[0]
    assert place.name in page.click("about", what=f"place:{place.id}").parts["drawer"]
    answer = page.click("note", what=f"place:{place.id}", text="Flank <here>")
    assert f"place:{place.id}" in answer.parts["noted"]
    assert "Flank &lt;here&gt;" in answer.parts["drawer"], "the open drawer has it too"
    page.click("note", what="entry:3", text="Why?")
    again = at(table, page.desk.seat.side)
    assert "entry:3" in again.part("noted")
    told = again.click("notes").parts["drawer"]
    assert "Why?" in told
    assert "Flank" in told
    assert "Flank" not in again.click("unnote", at="0").parts["drawer"]
    again.click("note", what="piece:york", text="He, not the city")
    noted = html.unescape(again.part("noted"))
    assert '"piece:york": "He, not the city"' in noted
    assert '"place:york"' not in noted
    for words in ({"what": "entry:3", "text": " "}, {"what": "place:x", "text": "x" * 4001}):
        with pytest.raises(NotOnThisPage):
            again.click("note", **words)
    for words in ({"what": "moon:full"}, {}):
        with pytest.raises(NotOnThisPage):
            again.click("about", **words)
