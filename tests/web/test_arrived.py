"""What comes while a page is open, and what outlives the program."""

from __future__ import annotations

import stat
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.engine.picture import Fight, Group, Token, Tray, TrayRow
from pbem.engine.request import Option
from pbem.errors import (
    Garbled,
    NotOnThisPage,
    NotYourTurn,
    OldQuestion,
    PbemError,
    WrongGame,
)
from pbem.home import computer, drafts
from pbem.mail.read.lines import checksum
from pbem.player.orders import Orders
from pbem.protocol.bodies import Ready
from pbem.reports.context import PASSES, Passage
from pbem.reports.dice import Dice
from pbem.reports.digest import SEALED
from pbem.reports.fought import rolls_outside_battles
from pbem.web.seat.arrivals import in_few_words, last_words, without_rolls
from pbem.web.seat.fights import asks_elsewhere, ends_with_a_battle
from pbem.web.seat.highlights import Concern
from pbem.web.seat.parts import map_
from tests.reports import samples
from tests.reports.test_board import ended_in
from tests.says import says, sentence, worded
from tests.web.tables import GAMES, Page, Table
from tests.web.test_seat import mustering, on_turn


def written(folder: Path) -> tuple[Table, Page, str]:
    """A page on which something is written, not sent."""
    table, _ = mustering(folder)
    page = on_turn(table)
    page.click("widen", every="yes")
    line = page.lines()[0]
    page.click("take", line=line)
    return table, page, line


def other_order(table: Table, side: str) -> bytes:
    """The save after this side has ordered something, as if from another machine."""
    game = table.look(side)
    table.take({"mail": game.orders([game.legal()[-1].line]).to_text()})
    return table.save


@pytest.mark.slow
def test_a_save_that_is_dropped_takes_the_place_of_the_older_one(tmp_path: Path) -> None:
    table, page, line = written(tmp_path)
    seat = page.desk.seat
    file = page.home / "game.toml"
    before = len(seat.game.save.entries)
    answer = page.drop("new.toml", other_order(table, seat.side))
    assert file.read_bytes() == table.save
    assert "There is news" in answer.said
    assert line in answer.said, "it was for a question that is answered, and is dropped"
    assert seat.orders.lines == ()
    assert len(seat.game.save.entries) > before
    assert f"Entry {before}" in page.part("arrived")
    assert not page.lit(), "first comes what happened"
    page.click("preset", name="cautious")
    for verb in ("seal", "sealed"):
        with pytest.raises(NotOnThisPage, match=worded("web.seat.sending.UNSEEN")):
            page.click(verb)
    page.click("looked")
    page.click("seal")


@pytest.mark.slow
def test_what_has_moved_is_drawn_until_it_was_looked_at(tmp_path: Path) -> None:
    table = Table(tmp_path, "warriors", "standard_1455")
    for _ in range(30):
        page = table.page(table.look().ledger.turn_of()[0])
        if 'class="arrow' in page.html:
            break
        table.turn()
    assert page.desk.seat.arrived
    assert 'class="arrow' not in page.click("looked").parts["map"]


def test_while_it_is_stepped_through_the_map_is_that_of_before(tmp_path: Path) -> None:
    table, page, _ = written(tmp_path)
    seat = page.desk.seat
    page.click("undo")
    drawn = map_(seat).partition(">")[2].removesuffix("</div>")
    page.click("rule")
    assert seat.drawer is not None
    page.drop("new.toml", other_order(table, seat.side))
    assert seat.drawer is None, "what was looked up lies over what happened no longer"
    _, _, before = page.part("arrived").partition('<template class="before">')
    assert "<svg" in drawn
    assert drawn in before
    page.click("looked")
    assert "<template" not in page.part("arrived")


@pytest.mark.slow
def test_only_what_was_not_looked_at_is_stepped_through(tmp_path: Path) -> None:
    table, page, _ = written(tmp_path)
    side = page.desk.seat.side
    page.click("undo")
    page.click("looked")
    while table.look().ledger.turn_of() == (side,):
        table.turn()
    page.drop("first.toml", table.save)
    page.click("looked")
    seen = len(table.look().save.entries)
    table.turn()
    assert table.look().last_order(side) < seen, "the other side has acted"
    page.drop("second.toml", table.save)
    told = page.part("arrived")
    assert f"Entry {seen}," in told or f"Entries {seen} " in told
    assert f"Entry {seen - 1}" not in told
    assert f"Entry {seen - 1}" in page.part("log") or f"Entries {seen - 1}" in page.part("log")
    page.click("looked")
    assert "<h3>" in page.click("steps").parts["arrived"], "and again, when it is asked for"


def test_who_has_only_sat_down_is_not_stepped_through(tmp_path: Path) -> None:
    table = Table(tmp_path, "warriors", "standard_1455")
    page = table.page("york")
    assert not page.desk.seat.arrived
    assert "<template" not in page.part("arrived")
    told = page.part("log")
    assert "York and Lancaster join the game." in told
    assert "SHA256" not in told


def test_in_few_words_orders_are_sentences_and_a_die_without_one_is_told() -> None:
    told = samples.battle("york")
    line = "somerset_1: battle"
    order, die = (
        Passage("order", line, side="lancaster"),
        Passage("dice", dice=(Dice("", "", (3,)),)),
    )
    (*_, last) = told.entries
    entry = replace(last, side="lancaster", key="lancaster:7", passages=(order, die), left=())
    words = in_few_words(replace(told, entries=(entry,), folded=True))
    assert "Somerset" in words
    assert line not in words
    assert " . " not in f" {words} "
    sealed = replace(entry, passages=(replace(order, text="plan"),))
    words = in_few_words(replace(told, entries=(sealed,), folded=True))
    assert says(words, "web.seat.arrivals.CHOSEN", ...)
    joins = Passage("joins", "Ann joins.", about=("york", "Ann"))
    seats = replace(entry, side="york", key="york accepts", passages=(joins,))
    own = replace(order, side="york")
    named = replace(die, dice=(Dice("protection somerset_1 militia", "1", (1, 5), 2),))
    mine = replace(entry, side="york", key="york:8", passages=(own, named))
    words = in_few_words(replace(told, entries=(seats, mine), folded=True))
    assert "Ann" not in words, "who has sat down is no news"
    assert "Somerset Militia" in words.replace(" (1)", "")
    assert words.endswith("rolled 1, 5: 1 of 2 hold.")
    passed = replace(entry, passages=(Passage(PASSES, "the Lancastrians"),))
    alone = in_few_words(replace(told, entries=(passed,), folded=True))
    assert "the Lancastrians" in alone
    assert in_few_words(replace(told, entries=(passed, mine), folded=True)) == words
    drawn = rolls_outside_battles(replace(told, entries=(seats, mine)))
    assert drawn
    assert without_rolls(f"Ann is late. {words}", drawn) == "Ann is late.", "a die is shown once"
    assert without_rolls(words, ()) == words


def test_the_end_of_a_battle_and_the_readers_own_die_stay_however_much_follows() -> None:
    ended = ended_in(samples.battle("york"))
    (*_, last) = ended.entries
    last = replace(last, left=())
    marches = [Passage("move", f"Exeter (1) marches to the town number {n}") for n in range(9)]
    after = replace(last, n=last.n + 1, side="lancaster", passages=tuple(marches))
    words = in_few_words(replace(ended, entries=(last, after), folded=True))
    assert "The Yorkists win the Battle. ..." in last_words(words)
    assert last_words(words).endswith("town number 8.")
    own = (
        Passage("order", "march: parley york", side="york"),
        Passage("dice", dice=(Dice("march parley york", "1-5", (6,), 0),)),
        Passage("text", "March Parleys for York and fails."),
    )
    mine = replace(last, side="york", passages=own)
    words = in_few_words(replace(ended, entries=(mine, after), folded=True))
    assert last_words(words).startswith("March Parleys for York and fails. ... ")
    assert in_few_words(replace(ended, entries=(mine,), folded=True)) == own[-1].text
    sealed = replace(after, passages=(Passage("text", SEALED),))
    words = in_few_words(replace(ended, entries=(sealed,), folded=True))
    assert words.startswith("The Lancastrians"), "it is said who has chosen"


def test_the_board_of_a_battle_goes_with_the_next_die_after_its_end() -> None:
    ended = ended_in(samples.battle("york"))
    assert ends_with_a_battle(ended)
    (*_, last) = ended.entries
    control = Passage("dice", dice=(Dice("control wales", "1-3", (2,)),))
    rolled = replace(last, n=last.n + 1, passages=(control,))
    assert not ends_with_a_battle(replace(ended, entries=(*ended.entries, rolled)))


def test_a_save_comes_in_a_mail_too(tmp_path: Path) -> None:
    table, page, _ = written(tmp_path)
    mail = EmailMessage()
    mail["Subject"] = "Your turn"
    mail.set_content("The report, and the save.")
    save = other_order(table, page.desk.seat.side)
    mail.add_attachment(save, maintype="application", subtype="toml", filename="game.toml")
    page.drop("turn.eml", bytes(mail))
    assert (page.home / "game.toml").read_bytes() == save


def test_what_is_put_beside_the_page_is_noticed(tmp_path: Path) -> None:
    table, page, _ = written(tmp_path)
    (page.home / "game.toml").write_bytes(other_order(table, page.desk.seat.side))
    answer = page.click("seal")
    assert says(answer.said, "web.seat.arrivals.CAME")
    assert "data-open" not in answer.parts["sheet"]
    assert page.desk.seat.arrived


def test_the_set_up_is_no_step_before_the_first_question(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib")
    page = table.page("lancaster")
    table.turn()
    (page.home / "game.toml").write_bytes(table.save)
    page.click("widen")
    assert not page.desk.seat.arrived
    assert "Yorkists shuffle" in page.desk.seat.brief, "it is in a few words at the question"


def test_nothing_else_changes_a_save(tmp_path: Path) -> None:
    table, page, line = written(tmp_path)
    file = page.home / "game.toml"
    before = file.read_bytes()
    foreign = Table(tmp_path / "other", "warriors", "standard_1455").save
    newer = other_order(table, page.desk.seat.side)
    with pytest.raises(WrongGame):
        page.drop("game.toml", foreign)
    for content in (b"", b"A letter.", newer[:-200], newer.replace(b"body", b"bady", 1)):
        with pytest.raises(PbemError):
            page.drop("mail.txt", content)
    assert "already" in page.drop("same.toml", before).said
    assert file.read_bytes() == before
    assert page.desk.seat.orders.lines == (line,)


@pytest.mark.slow
def test_what_is_written_outlives_the_program_for_its_author_alone(tmp_path: Path) -> None:
    table, page, line = written(tmp_path)
    side = page.desk.seat.side
    with computer.sitting_as(page.home):
        kept = drafts.path_of(page.desk.seat.game)
        assert str(kept) in page.desk.keep()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    again = reopened(table, page)
    assert again.desk.seat.orders.lines == (line,)
    assert line in again.html
    again.click("sealed")
    assert not kept.exists(), "what is sealed is kept as such, not as a draft"
    assert again.desk.seat.side == side


def reopened(table: Table, page: Page) -> Page:
    """The page of another process, at the save as it is now."""
    return table.page(page.desk.seat.side, page.home)


def test_what_answers_an_older_question_is_dropped_with_a_word(tmp_path: Path) -> None:
    table, page, line = written(tmp_path)
    other_order(table, page.desk.seat.side)
    again = reopened(table, page)
    assert again.desk.seat.orders.lines == ()
    assert line in again.desk.seat.said
    assert says(again.desk.seat.said, "home.drafts.SENT", line)


def ruled(table: Table, *lines: str) -> bytes:
    """The save after a ruling of the GM."""
    game = table.look("gm")
    game.rule("patch", "A slip.", 0, "", list(lines))
    table.save, table.kept["gm"] = game.dumps(), game.checkpoint()
    return table.save


@pytest.mark.slow
def test_what_is_written_stays_when_a_ruling_does_not_touch_it(tmp_path: Path) -> None:
    table, page, line = written(tmp_path)
    question = page.desk.seat.game.request().id
    answer = page.drop("new.toml", ruled(table, "set favour.oxford lancaster"))
    seat = page.desk.seat
    assert seat.game.request().id != question
    assert seat.orders.lines == (line,)
    assert "are still possible" in answer.said
    assert line in answer.said
    again = reopened(table, page)
    assert again.desk.seat.orders.lines == (line,)
    assert "stands" not in again.desk.seat.said, "told once"


def test_what_a_ruling_makes_impossible_is_dropped_by_line_and_reason(tmp_path: Path) -> None:
    """What stands before it stays, and so do policies."""
    table, page, _ = written(tmp_path)
    seat = page.desk.seat
    gone = "march: vassal oxford"
    seat.write(Orders(("march: troops", gone), reactions={"default": "ask"}))
    answer = page.drop("new.toml", ruled(table, "set favour.oxford lancaster"))
    assert seat.orders == Orders(("march: troops",), reactions={"default": "ask"})
    assert says(answer.said, "home.drafts.STANDS", "march: troops")
    assert says(answer.said, "home.drafts.NOT_NOW", gone, "line 2:")


def test_what_is_signed_is_not_asked_again_by_accident(tmp_path: Path) -> None:
    """The page waits for the GM, also when it is opened anew; other orders are written on purpose alone."""
    table, page, line = written(tmp_path)
    if page.desk.seat.arrived:
        page.click("looked")
    page.click("sealed")
    first = page.desk.seat.sealed
    assert first is not None
    for waiting in (page, reopened(table, page)):
        if waiting.desk.seat.arrived:
            waiting.click("looked")
        assert "orders wait for" in waiting.part("asked")
        assert line not in waiting.part("asked")
        assert not waiting.lit(), "nothing glows while the GM is to move"
        waiting.click("again")
        assert waiting.desk.seat.sealed is not None
        assert waiting.desk.seat.sealed.letter.digest == first.letter.digest, "the very same mail"
    page.click("anew")
    page.click("take", line=line)
    assert "revision 2" in page.click("seal").parts["sheet"]
    page.click("undo")
    page.click("widen", every="yes")
    assert line in page.lines(), "who wanted to write anew still does"


def test_orders_that_a_ruling_has_overtaken_are_not_offered_to_be_sent(tmp_path: Path) -> None:
    """The GM could only refuse them; their author is told, also on a page that is opened anew."""
    table, page, _ = written(tmp_path)
    if page.desk.seat.arrived:
        page.click("looked")
    page.click("sealed")
    assert page.desk.seat.sealed is not None
    page.drop("new.toml", ruled(table, "set favour.oxford lancaster"))
    for overtaken in (page, reopened(table, page)):
        assert overtaken.desk.seat.sealed is None
        assert says(overtaken.part("asked"), "templates.desk.asked", word="late")
        assert 'data-verb="again"' not in overtaken.html


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), GAMES[:4], ids=[game for game, _ in GAMES[:4]])
def test_who_has_sealed_that_he_is_ready_is_not_asked_again(
    tmp_path: Path, rules: str, scenario: str
) -> None:
    """Not at all: the email is signed at once. Nor when the page is opened anew, or after something was said."""
    table = Table(tmp_path, rules, scenario)
    page = table.page(table.look().ledger.owes_ready()[0])
    page.click("looked")
    assert says(page.part("asked"), "templates.desk.asked", word="nothing")
    page.click("say", kind="dispute", entry="1", text="No.")
    for waiting in (page, reopened(table, page)):
        if waiting.desk.seat.arrived:
            waiting.click("looked")
        assert says(waiting.part("asked"), "templates.desk.asked", word="cannot be rolled")
        waiting.click("again")
        sealed = waiting.desk.seat.sealed
        assert sealed is not None
        assert isinstance(sealed.letter.envelope.body, Ready)
    table.turn()
    page = reopened(table, page)
    page.click("looked")
    assert "orders wait for" not in page.part("asked")


def test_a_question_of_who_restored_his_key_is_asked(tmp_path: Path) -> None:
    """What he may have signed before is not known here: that is no answer."""
    table, page, line = written(tmp_path)
    with computer.sitting_as(page.home):
        computer.restored_mark().touch()
    page = reopened(table, page)
    if page.desk.seat.arrived:
        page.click("looked")
    assert "orders wait for" not in page.part("asked")
    page.click("undo")
    page.click("widen", every="yes")
    assert line in page.lines()


def tapped(table: Table, side: str, *lines: str, game: str = "") -> bytes:
    """Lines as the page of a report gives them, in a mail that a phone sent."""
    request = table.look(side).request()
    items = [("game", game or table.look().id), ("side", side), ("answers", request.id)]
    items += [("order", line) for line in lines]
    told = "\n".join(f"[{key}] {value}" for key, value in items)
    sum = checksum(told.replace("[", "").replace("]", ""))
    mail = EmailMessage()
    mail["Subject"] = "lines for myself"
    mail.set_content(f"[PBEM2 LINES]\n{told}\n[sum] {sum}\n[PBEM2 END]\n\nSent from my phone")
    return bytes(mail)


def test_lines_tapped_on_a_phone_come_into_the_order_list(tmp_path: Path) -> None:
    table, page, line = written(tmp_path)
    seat = page.desk.seat
    first, second, *_ = (o.line for o in table.look(seat.side).legal() if o.line != line and " parley " in o.line and "+" not in o.line)  # fmt: skip
    answer = page.drop("phone.eml", tapped(table, seat.side, first, f"if failed: {second}"))
    assert "From phone.eml: 2 order lines." in answer.said
    assert "click Undo" in answer.said
    assert seat.orders.lines == (first, f"if failed: {second}")
    assert first in page.part("orders")
    page.click("undo")
    assert seat.orders.lines == (line,)
    page.click("undo")
    said = page.drop("phone.eml", tapped(table, seat.side, first)).said
    assert "1 order line." in said
    assert "Undo" not in said
    page.click("seal")


def test_lines_for_another_game_question_or_side_are_refused_in_words(tmp_path: Path) -> None:
    table, page, line = written(tmp_path)
    seat = page.desk.seat
    other = "kingmaker-1470-01234567"
    with pytest.raises(WrongGame) as refused:
        page.drop("phone.eml", tapped(table, seat.side, line, game=other))
    title = sentence("games.richard_iii.game.RichardIII", word="Wars")
    assert f"{title}, Kingmaker, 1470 (kingmaker-" in str(refused.value)
    assert f"not {table.look().title} (" in str(refused.value)
    with pytest.raises(WrongGame, match="game: other, not"):
        page.drop("phone.eml", tapped(table, seat.side, line, game="other"))
    cut = tapped(table, seat.side, line).replace(line.encode(), line.encode()[:-1])
    with pytest.raises(Garbled):
        page.drop("phone.txt", cut)
    late = tapped(table, seat.side, line)
    page.drop("new.toml", other_order(table, seat.side))
    with pytest.raises((OldQuestion, NotYourTurn)):
        page.drop("phone.txt", late)


def test_the_save_of_another_game_is_told_by_the_titles_of_both(tmp_path: Path) -> None:
    table, page, _ = written(tmp_path)
    foreign = Table(tmp_path / "other", "warriors", "standard_1455")
    with pytest.raises(WrongGame) as refused:
        page.drop("game.toml", foreign.save)
    for game in (foreign.look(), table.look()):
        assert f"{game.title} ({game.id})" in str(refused.value)


def test_the_map_comes_back_when_the_answers_are_there() -> None:
    """Where Clarence enters play was asked in front of the board of a battle at Essex."""
    token, option = Token("block", "Rutland", piece="y_rutland"), Option(None)
    fight = Fight((Tray("Battle", (TrayRow((Group((token,)),)),), near=True, place="essex"),))

    def about(*things: str) -> list[Concern]:
        return [Concern(0, option, "", things)]

    assert asks_elsewhere(about("piece:y_clarence", "place:calais"), fight)
    assert not asks_elsewhere(about("piece:y_rutland", "place:kent"), fight)
    assert not asks_elsewhere(about("card:plague"), fight)
