"""Cards and mats are below the question, a battle is in the map's place; what can be chosen can be clicked there."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from markupsafe import escape

from pbem.engine.picture import Fight, Token, Tray
from pbem.engine.picture import tray as tray_of
from pbem.web.seat.fights import fight_shown
from pbem.web.seat.highlights import pieces_named
from pbem.web.seat.trays import below_map, hexes_named, subjects, trays_near, without_cards
from tests.moderator.people import asked_in
from tests.tiers import soaked
from tests.web.tables import Page, Table


def tray(page: Page) -> str:
    """The battle, and what is below the question."""
    html = page.desk.whole()
    battle = html[html.index('<section id="battle"') : html.index('<div id="edges"')]
    return battle + html[html.index('<section id="tray"') : html.index('<section id="orders"')]


def shown(html: str, what: str) -> set[str]:
    return set(re.findall(f'data-{what}="([^"]+)"', html))


SEEDS = range(3, 11)
"""Of random games, until one comes to what is looked for."""
TURNS = 40


def until(folder: Path, rules: str, scenario: str, there: str, lit: str = "") -> tuple[Table, Page]:
    """A game as soon as this lies beside somebody's question and such a thing glows, and his page."""
    for seed in SEEDS:
        table = Table(folder / str(seed), rules, scenario, seed)
        for _ in range(TURNS):
            for side in asked_in(table.look()):
                page = table.page(side)
                page.click("looked")
                glows = not lit or any(what.startswith(lit) for what in page.lit())
                if there in tray(page) and glows:
                    return table, page
            table.turn()
    raise AssertionError(f"no {there}")


def test_a_card_that_is_asked_about_glows_beside_the_question(tmp_path: Path) -> None:
    _, page = until(tmp_path, "plantagenet", "Ib", "token card")
    cards = {what[5:] for what in page.lit() if what.startswith("card:")}
    assert cards
    assert cards <= shown(tray(page), "card")
    assert "Capability, " in tray(page), "with what it does"


def test_a_mat_comes_beside_the_question_with_its_lord(tmp_path: Path) -> None:
    _, page = until(tmp_path, "plantagenet", "Ib", "token card")
    lord = next(what for what in page.lit() if what.startswith("piece:"))
    page.click("pick", what=lord)
    assert lord[6:] in shown(tray(page), "piece")
    assert "Retinue" in tray(page)


def test_the_whole_hand_lies_beside_the_question_and_the_enemys_face_down(tmp_path: Path) -> None:
    _, page = until(tmp_path, "richard_iii", "kingmaker", "Your hand", "card:")
    assert len(re.findall(r'<button type="button" class="token card', tray(page))) == 7
    hand = page.html[page.html.index('id="hand"') :]
    assert "7 cards face down" in hand


LINES = [
    ("plantagenet", "IIIB", "Battle at"),
    ("warriors", "tudor_1476", "Battle in"),
    ("richard_iii", "kingmaker", "Battle of"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "there"),
    soaked(LINES, LINES[:2]),
)
def test_what_is_fought_with_stands_in_the_line(
    tmp_path: Path, rules: str, scenario: str, there: str
) -> None:
    _, page = until(tmp_path, rules, scenario, there, "piece:")
    line = tray(page)
    pieces = {what[6:] for what in page.lit() if what.startswith("piece:")}
    assert pieces
    assert pieces <= shown(line, "piece")


def test_blocks_of_the_enemy_show_nothing_but_how_many_they_are(tmp_path: Path) -> None:
    table = Table(tmp_path, "richard_iii", "kingmaker").play(2)
    for reader, enemy in (("york", "l_"), ("lancaster", "y_")):
        html = table.page(reader).html
        hand = html[html.index('id="hand"') :]
        assert "block down" in hand
        assert not {one for one in shown(hand, "piece") if one.startswith(enemy)}


@pytest.mark.slow
def test_impulses_are_drawn_with_whose_turn_it_is(tmp_path: Path) -> None:
    table, _ = until(tmp_path, "warriors", "tudor_1476", "Campaigns left")
    for _ in range(6):
        for side in asked_in(table.look()):
            page = table.page(side)
            page.click("looked")
            if "Campaigns left" in tray(page):
                number = list(page.desk.seat.game.ledger.rules.sides).index(side)
                now = re.findall(r'class="token chit +side side(\d) active"', tray(page))
                assert now == [str(number)]
        table.turn()


def test_a_game_of_somebody_elses_has_its_banners_drawn(tmp_path: Path) -> None:
    _, page = until(tmp_path, "two_provinces", "march", "token card")
    assert "Banners of" in tray(page)


def test_a_battle_is_drawn_where_the_map_was(tmp_path: Path) -> None:
    _, page = until(tmp_path, "plantagenet", "IIIB", "Battle at")
    html = page.desk.whole()
    battle = html[html.index('<section id="battle"') : html.index('<div id="edges"')]
    assert "Battle at" in battle
    assert "battle-board" in battle


def test_the_news_of_a_battle_are_read_beside_its_board_as_it_was(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "bosworth").play(1)
    page = next(page for page in map(table.page, table.people) if page.desk.seat.arrived)
    news = page.html[page.html.index('<section id="battle-then"') : page.html.index('id="ending"')]
    assert "Bosworth Field" in news
    assert 'class="token' in news


@pytest.mark.parametrize(
    ("about", "result", "bare", "ends", "map_first"),
    [
        ("place:wales", None, False, True, True),
        ("place:wales", None, True, True, False),
        ("card:Y1", None, False, True, False),
        ("card:Y1", "York wins", False, True, True),
        ("place:wales", None, False, False, True),
        ("piece:audley place:wales, card:Y1, ", None, False, False, True),
        ("piece:audley, place:wales", None, False, False, False),
        ("piece:audley, place:wales", None, False, True, True),
        ("piece:welles, place:wales", None, False, False, True),
        ("piece:audley", None, False, False, False),
        ("", None, False, False, False),
    ],
)
def test_a_question_about_places_has_the_map_first_in_a_battle_too(
    about: str, result: str | None, bare: bool, ends: bool, map_first: bool
) -> None:
    seat: Any = SimpleNamespace(
        stand=SimpleNamespace(picture=SimpleNamespace(is_bare=bare)),
        concerns=[SimpleNamespace(about=tuple(one.split())) for one in about.split(",")],
        game=SimpleNamespace(result=result),
    )
    drawn = tray_of("Battle", Token("counter", "Audley", piece="audley"))
    fight = Fight(drawn, ends=(("Outcome", ()),) if ends else ())
    assert below_map(seat, fight) is map_first


@pytest.mark.parametrize(
    ("question", "about", "named"),
    [
        ("A unit of Norfolk failed Protection.", "", "norfolk"),
        ("A unit of Norfolk (2) failed Protection.", "", "norfolk_2"),
        ("Does Norfolk attack Norfolk (2)?", "", "norfolk norfolk_2"),
        ("Norfolk (2) and Norfolk are forced out: where to?", "place:x", "norfolk_2 norfolk"),
        ("The Norfolks fight on?", "", ""),
        ("Does Norfolk fight on?", "piece:norfolk", ""),
        ("Does Norfolk play a card?", "card:Y1", "norfolk"),
        ("Where does Norfolk go into exile?", "place:france", "norfolk"),
        ("Which units does Norfolk muster?", "piece:spears", "norfolk"),
        ("Norfolk is at sea. Does Norfolk (2) intercept?", "piece:norfolk_2", "norfolk"),
        ("Who stops Norfolk (2), who goes from Norfolk (2014)?", "", "norfolk_2"),
        ("Which of them fights Norfolk?", "piece:norfolk piece:norfolk_2", ""),
        ("Norfolk is cut off: whom do they fight?", "piece:norfolk_2 piece:oxford", "norfolk"),
    ],
)
def test_whoever_a_question_names_is_marked_if_no_choice_names_anybody(
    question: str, about: str, named: str
) -> None:
    ids = {"Norfolk": "norfolk", "Norfolk (2)": "norfolk_2"}
    drawn = [*ids.values(), "oxford"]
    alone = SimpleNamespace(group=())
    concerns: Any = [SimpleNamespace(about=tuple(about.split()), option=alone)]
    assert " ".join(pieces_named(question, ids, concerns, drawn)) == named
    assert pieces_named(question, {}, concerns, drawn) == ()


def test_the_hexes_that_a_question_names_are_marked() -> None:
    question = "Gloucester crosses the Severn from Gloucester (1125) to Worcester (1224)."
    assert hexes_named(question, ["1124", "1125", "1224", "2"]) == "place:1125 place:1224"


def test_whoever_can_go_along_is_marked_if_the_question_names_nobody() -> None:
    withdraw: Any = SimpleNamespace(about=(), option=SimpleNamespace(group=("1", "norfolk")))
    pieces = {"Warwick": "warwick", "York": "york"}
    rest = without_cards(
        "Warwick's Propaganda: who pays?", ["Warwick's Propaganda / Merchants"], pieces
    )
    assert pieces_named(rest, pieces, [], ["warwick"]) == (), "he is not asked about, his card is"
    names = ["Jasper Tudor", "Earl of Pembroke (Jasper Tudor)"]
    sails = f"The {names[1]} puts to sea."
    assert without_cards(sails, names[1:], names) == sails, "his card has his whole name"
    assert pieces_named("Battle at York: who withdraws?", {"York": "york"}, [], ["york"]) == ()
    ids = {"Norfolk": "norfolk"}
    assert pieces_named("Who withdraws?", ids, [withdraw], ids.values()) == ("norfolk",)
    withdraw.about = ("place:york",)
    assert pieces_named("Who withdraws?", ids, [withdraw], ids.values()) == ()


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Which of Pembroke's or Edward's Vassals does it test?", "pembroke edward"),
        ("Does Edward march to Pembroke?", "edward"),
        ("Do York's Lords march?", ""),
        (
            "Edward Approaches Pembroke, Warwick and Salisbury at Pembroke.",
            "edward pembroke warwick salisbury",
        ),
        ("Edward Approaches Pembroke and Salisbury at Pembroke.", "edward pembroke salisbury"),
        ("Edward Approaches Salisbury: who flees?", "edward"),
        (
            "Edward Approaches Salisbury, Warwick and York at Pembroke.",
            "edward salisbury warwick york",
        ),
        ("Edward at Salisbury and Pembroke.", "edward"),
    ],
)
def test_whoever_is_called_as_a_place_is_marked_where_something_is_his(
    question: str, named: str
) -> None:
    ids = ("pembroke", "edward", "york", "warwick", "salisbury")
    names = {id: id.title() for id in ids}
    pieces = [SimpleNamespace(id=id, name=name) for id, name in names.items()]
    words = SimpleNamespace(piece_name=names.__getitem__)
    rules = SimpleNamespace(words=words, sides={"york": SimpleNamespace(name="York")})
    spaces = [SimpleNamespace(name=name, pieces=pieces) for name in ("Pembroke", "Salisbury")]
    picture = SimpleNamespace(spaces=spaces)
    seat: Any = SimpleNamespace(
        asked=SimpleNamespace(question=question),
        arrived=False,
        stand=SimpleNamespace(picture=picture, trays=()),
        game=SimpleNamespace(ledger=SimpleNamespace(rules=rules)),
        names=SimpleNamespace(cards={}),
        concerns=(),
    )
    assert subjects(seat) == named


FOUGHT = [
    ("warriors", "standard_1455", 1),
    ("richard_iii", "kingmaker", 5),
    ("plantagenet_1450", "wars_of_the_roses", 9),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario", "seed"), soaked(FOUGHT, FOUGHT[:1]))
def test_whenever_all_answers_are_places_the_map_is_shown(
    tmp_path: Path, rules: str, scenario: str, seed: int
) -> None:
    """A retreat of 1450 lit 97 places on a map that the board of its battle hid."""
    table, seen = Table(tmp_path, rules, scenario, seed), set[bool]()
    for _ in range(2 * TURNS):
        for side in asked_in(table.look()):
            page = table.page(side)
            page.click("looked")
            (battle,) = re.findall('<section id="battle"[^>]*>', page.desk.whole())
            answers = [one.about for one in page.desk.seat.concerns if one.about]
            if answers and " hidden" not in battle:
                places = all(any(to.startswith("place:") for to in some) for some in answers)
                assert not places or " data-below" in battle, page.desk.seat.asked
                seen.add(places)
        if seen >= {True, False}:
            return
        table.turn()
    raise AssertionError("no battle with answers that are places")


@pytest.mark.slow
def test_richard_iiis_battle_that_is_over_has_both_sides_on_its_board_and_its_outcome(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, "richard_iii", "kingmaker", 1)
    for _ in range(2 * TURNS):
        for side in [one.side for one in table.look().requests if one.kind == "regroup"]:
            page = table.page(side)
            page.click("looked")
            fight = fight_shown(page.desk.seat)
            (line,), (label, (outcome, *_)) = fight.trays, fight.ends[0]
            assert {token.side for token in line.tokens} == {"york", "lancaster"}
            assert all(token.piece for token in line.tokens), "in battle all are face up"
            assert label == "Outcome"
            names = [token.text for token in line.tokens]
            assert all(escape(words) in tray(page) for words in (outcome, *names))
            return
        table.turn()
    raise AssertionError("no battle ended")


@pytest.mark.parametrize(
    ("about", "on", "order"),
    [
        ("piece:warwick, piece:clarence", (), ["Warwick", "Clarence", "Plan"]),
        ("piece:clarence, piece:warwick", (), ["Clarence", "Warwick", "Plan"]),
        ("card:Y1 piece:warwick", (), ["Plan", "Warwick"]),
        ("card:Y1 piece:warwick", ("piece:warwick",), ["Warwick", "Plan"]),
        ("", (), ["Plan"]),
    ],
)
def test_the_mats_of_those_who_choose_come_first_in_the_order_of_the_answers(
    about: str, on: tuple[str, ...], order: list[str]
) -> None:
    """Who takes how much: a Plan pushed the mats of both out of sight."""
    mats = [Tray(name, (), piece=name.lower()) for name in ("Clarence", "Warwick")]
    seat: Any = SimpleNamespace(
        stand=SimpleNamespace(trays=(Tray("Plan", (), near=True), *mats)),
        concerns=[SimpleNamespace(about=tuple(one.split())) for one in about.split(",")],
        on=on,
    )
    assert [one.title for one in trays_near(seat)] == order
