"""A player's page without a browser: what is clicked goes into the orders, and the position moves on."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import NotNow, NotOnThisPage
from pbem.player import target
from pbem.player.writing import NEXT
from pbem.web.seat.highlights import others
from tests.says import worded
from tests.web.tables import GAMES, Page, Table, some_games

every_game = pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[g for g, _ in GAMES])


def mustering(folder: Path, kind: str = "muster") -> tuple[Table, str]:
    """A game in which a side Musters, or is asked a question of another kind."""
    table = Table(folder, "plantagenet", "Ib", seed=1)
    while True:
        asked = table.look().requests
        if asked and asked[0].kind == kind:
            return table, asked[0].side
        table.turn()


def on_turn(table: Table) -> Page:
    """The page of whoever is asked first."""
    page = table.page(table.look().ledger.turn_of()[0])
    if page.desk.seat.arrived:
        page.click("looked")
    return page


def test_a_choice_is_narrowed_by_its_lord_and_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = mustering(tmp_path)
    rehearsed = mock.Mock(wraps=target.dry_run)
    monkeypatch.setattr(target, "dry_run", rehearsed)
    page = on_turn(table)
    lines = [option.line for option in page.desk.seat.game.legal()]
    lord = next(line.partition(":")[0] for line in lines if line.endswith(": troops"))
    assert f"piece:{lord}" in page.lit()
    keys = re.findall(
        r'<li data-key="(\d)"><button [^>]*?data-(?:what|line)="([^"]+)', page.part("asked")
    )
    numbers = [key for key, _ in keys]
    assert numbers == list("123456789")[: len(keys)], "in the order of the page"
    assert len(dict(keys)) == len({what for _, what in keys}) > 1, "nobody is listed twice"
    assert keys[-1][1] == "done", "what is above it on the page comes first"
    assert 'data-line="done"' in page.part("asked")
    answer = page.click("pick", what=f"piece:{lord}")
    assert "map" not in answer.parts, "the position stands still"
    left = page.desk.seat.concerns
    assert others(left, ()) == ()
    other = others(left, (f"piece:{lord}",))[0]
    page.click("pick", what=other)
    assert page.desk.seat.on == (other,), "another Lord is chosen in his place"
    page.click("pick", what=f"piece:{lord}")
    answer = page.click("pick", what="does:troops")
    assert f"{lord}: troops" in answer.parts["near"], "few are left: shown at the click"
    assert "more-fits" not in page.part("asked")
    assert not rehearsed.called
    answer = page.click("take", line=f"{lord}: troops")
    assert rehearsed.call_count == 1, "its line, the position and the list are of one rehearsal"
    assert "more-fits" in answer.parts["asked"], "another answer costs no email"
    assert page.desk.seat.orders.lines == (f"{lord}: troops",)
    assert {"map", "orders", "asked", "glow"} <= set(answer.parts)
    page.click("undo")
    assert page.desk.seat.orders.lines == ()
    assert f"{lord}: troops" in [option.line for option in page.desk.seat.stand.options]


def test_a_note_says_nothing_that_the_choice_itself_says(tmp_path: Path) -> None:
    page = on_turn(mustering(tmp_path, "capability")[0])
    said = re.findall(r'class="said">(.*?)</span>([^/]*)', page.part("asked"))
    assert page.desk.seat.stand.options[0].note
    assert said
    assert not [note for _, note in said if "note" in note]


def test_a_page_knows_what_it_cannot_do(tmp_path: Path) -> None:
    page = on_turn(mustering(tmp_path)[0])
    for verb, words in (
        ("conquer", {}),
        ("pick", {"what": "place:atlantis"}),
        ("delete", {"at": "0"}),
        ("move", {"at": "x", "to": "0"}),
        ("put", {"word": "march"}),
        ("policy", {"kind": "dinner", "answer": "no"}),
        ("assume", {"way": "failure"}),
        ("outbox", {}),
        ("seal", {}),
        ("take", {"line": ""}),
    ):
        with pytest.raises(NotOnThisPage):
            page.click(verb, **words)
    with pytest.raises(NotNow, match="no card 9"):
        page.click("script", card="9")


@pytest.mark.slow
@some_games("plantagenet", "warriors")
def test_whatever_glows_leads_to_a_choice(tmp_path: Path, rules: str, scenario: str) -> None:
    """Clicks on what glows, and nothing else, reach every choice that names something."""
    table = Table(tmp_path, rules, scenario)
    seen = 0
    for _ in range(6):
        if table.look().result is not None:
            break
        page = on_turn(table)
        for concern in page.desk.seat.concerns:
            if not concern.about or concern.number % 31:
                continue
            page.click("widen")
            for what in concern.about:
                assert page.lit().get(what) or what in page.desk.seat.on
                page.click("pick", what=what)
                if page.desk.seat.orders.lines:
                    assert page.desk.seat.orders.lines == (concern.option.line,), "nothing else"
                    page.click("undo")
                    break
            else:
                assert concern.option.line in page.lines() or "List all" in page.part("asked")
            seen += 1
        table.turn()
    assert seen


@pytest.mark.slow
@some_games("plantagenet", "warriors")
def test_clicks_alone_play_a_game(tmp_path: Path, rules: str, scenario: str) -> None:
    """Each player takes what his page offers, seals it there, and the GM applies what he mailed."""
    table = Table(tmp_path, rules, scenario)
    for _ in range(6):
        if table.look().result is not None:
            break
        page = on_turn(table)
        written = play(page, table)
        page.click("seal")
        page.click("sealed")
        assert "data-copy" in page.part("sheet")
        assert page.desk.seat.orders.lines == (), "what is sealed is no draft any more"
        table.take({"mail": page.desk.seat.sealed.letter.to_text()})  # type: ignore[union-attr]
        assert written


def test_nothing_is_signed_but_what_the_sheet_shows(tmp_path: Path) -> None:
    """Another tab has written more, and this one has heard of it by an answer that left its sheet open."""
    page = on_turn(Table(tmp_path, "plantagenet", "Ib").play(6))
    page.click("take", line=page.lines()[0])
    sheet = page.click("seal").parts["sheet"]
    said = page.desk.seat.names.statement(page.desk.seat.lines[0])
    assert said
    assert escape(said) in sheet, "the sheet shows the order as a sentence"
    (shown,) = re.findall(r'name="shown" value="([0-9a-f]+)"', sheet)
    page.click("policy", kind="approach", answer="ask")
    with pytest.raises(NotOnThisPage, match=worded("web.seat.sending.OTHERS")):
        page.click("sealed", shown=shown)
    assert page.desk.seat.sealed is None
    page.click("undo")
    page.click("sealed", shown=shown)
    assert page.desk.seat.sealed is not None


@pytest.mark.slow
def test_who_goes_along_is_chosen_one_by_one(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib", seed=2)
    for _ in range(60):
        page = on_turn(table)
        options = page.desk.seat.stand.options
        several = next((o for o in options if o.group), None)
        if several is not None:
            break
        table.turn()
    assert several is not None
    page.click("widen", every="yes")
    assert several.line in page.lines()
    assert f'value="{several.group[0]}"' in page.part("asked")
    page.click("take", line=several.line, **{"with": several.group[0]})
    assert page.desk.seat.orders.lines == (f"{several.line} with {several.group[0]}",)


@pytest.mark.parametrize("rules", ["richard_iii", "two_provinces"])
def test_own_cards_glow_in_the_hand(tmp_path: Path, rules: str) -> None:
    table = Table(tmp_path, rules, dict(GAMES)[rules])
    for _ in range(60):
        page = on_turn(table)
        cards = [what for what in page.lit() if what.startswith("card:")]
        if cards:
            break
        table.turn()
    assert cards
    assert all(f'data-card="{what[5:]}"' in page.part("hand") for what in cards)


@pytest.mark.parametrize("rules", ["plantagenet", "two_provinces"])
def test_a_page_says_for_what_it_waits(tmp_path: Path, rules: str) -> None:
    table = Table(tmp_path, rules, dict(GAMES)[rules]).play(3)
    asked = table.look().ledger.turn_of()
    idle = next(side for side in table.people if side not in asked)
    page = table.page(idle)
    page.click("looked")
    assert "is asked" in page.part("asked")
    assert not page.lit()


@pytest.mark.slow
def test_a_game_that_is_over_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path, "two_provinces", "march")
    while (result := table.look().result) is None:
        table.turn()
    page = table.page("north")
    page.click("looked")
    assert result.reason in page.part("asked")


def play(page: Page, table: Table) -> int:
    """Up to three lines that the page offers; how many."""
    count = 0
    for _ in range(3):
        seat = page.desk.seat
        if seat.request is not None and seat.request.stack is not None:
            put_together(page, table)
            return 1
        if seat.game.owes_ready:
            page.click("take", line="ready")
            return 1
        page.click("widen", every="yes")
        lines = page.lines()
        if not lines:
            break
        page.click("take", line=table.random.choice(lines))
        count += 1
    return count


def put_together(page: Page, table: Table) -> None:
    """A stack, card by card."""
    while True:
        cards = [one["word"] for one in page.buttons("asked") if one.get("verb") == "put"]
        if not cards:
            break
        page.click("put", word=table.random.choice(cards))
    page.click("stacked")


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), GAMES[:4])
def test_choices_orders_and_the_log_stand_in_sentences(
    rules: str, scenario: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, rules, scenario).play(4)
    page = on_turn(table)
    seat = page.desk.seat
    lines = [one.option.line for one in seat.concerns if not one.option.group][:1]
    assert 'class="said"' in page.part("log")
    if not lines:
        return
    said = seat.names.line(lines[0])
    assert said, lines[0]
    page.click("take", line=lines[0])
    assert f'<span class="said">{said}</span>' in page.part("orders").replace("&#39;", "'")


@pytest.mark.slow
def test_who_has_one_answer_is_told_why_he_is_asked_at_all(tmp_path: Path) -> None:
    """5.1 Only a poor hand can be dealt anew, and both are asked whatever they hold."""
    told = []
    for n in range(6):
        table = Table(tmp_path / str(n), "richard_iii", "kingmaker", seed=n).play(n)
        for side in table.look().ledger.turn_of():
            page = table.page(side)
            page.click("looked")
            sole = len(page.desk.seat.concerns) == 1
            assert ("This is your only answer." in page.part("asked")) == sole
            told.append(sole)
    assert {True, False} == set(told)


@pytest.mark.slow
def test_a_plan_is_asked_for_alone_not_behind_the_last_muster(tmp_path: Path) -> None:
    """The cards would replace the lines that lead to them: the lines go out first."""
    table, _ = mustering(tmp_path)
    for _ in range(16):
        page = on_turn(table)
        assert page.desk.seat.request is not None
        if page.desk.seat.request.kind == "muster":
            page.click("take", line="done")
            if NEXT in page.part("asked"):
                break
        table.turn()
    else:
        pytest.fail("no side reaches its Plan by these orders")
    assert page.desk.seat.orders.lines == ("done",)
    verbs = {button.get("verb") for button in page.buttons("asked")}
    assert "seal" in verbs, "nothing is left to choose: the next step is offered"
    assert not verbs & {"put", "stacked"}
    with pytest.raises(NotOnThisPage):
        page.click("put", word="pass")
    page.click("seal")
    assert "done" in page.part("sheet")


@pytest.mark.slow
@every_game
def test_no_stack_is_asked_for_behind_other_lines(
    tmp_path: Path, rules: str, scenario: str
) -> None:
    table = Table(tmp_path, rules, scenario, seed=5)
    for _ in range(8):
        page = on_turn(table)
        for _ in range(4):
            seat = page.desk.seat
            if not seat.stand.options:
                break
            page.click("take", line=table.random.choice(seat.stand.options).line)
            asked = page.desk.seat.request
            assert asked is None or asked.stack is None
        table.turn()
