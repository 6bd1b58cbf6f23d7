"""The board of a battle: on the desk, in the replay, in reports and on paper it is drawn by one function."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape
from msgspec.structs import replace

from pbem.drawing.board import Line, board, css
from pbem.engine.document import Board
from pbem.engine.picture import Cast, Fight, Group, Token, Tray, TrayRow, battle_row, signs_on
from pbem.games import GAMES, find
from pbem.reports.context import Context, Passage
from pbem.reports.dice import Dice
from pbem.reports.formats import render
from pbem.reports.fought import FALLEN, fight_in, verdict_of
from pbem.reports.history import ReplayFrame
from pbem.reports.order_sentences import names_of
from pbem.reports.replay_page import page
from pbem.reports.report_parts import story_parts, whole
from tests.engine.random_play import RandomGame
from tests.reports import samples
from tests.says import says

FIRST = {"plantagenet": "IIIB", "plantagenet_1450": "towton_1461", "richard_iii": "kingmaker"}
DEEPEST = 1500


def fought(game: str) -> Tray:
    """The board of the first battle of a random game, as everybody sees it."""
    rules = find(game)
    for seed in range(5):
        played = RandomGame(game, FIRST.get(game, next(iter(rules.scenarios()))), seed)
        for play, _ in zip(played.steps(), range(DEEPEST), strict=False):
            for tray in rules.trays(rules.secrets.veil(play.state, "public"), "public", {}):
                if tray.is_battle and len([row for row in tray.rows if row.groups]) > 1:
                    return tray
    raise AssertionError("nobody fights")


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_both_sides_face_each_other_in_the_battle_of_every_game(game: str) -> None:
    tray, sides = fought(game), tuple(find(game).sides.items())
    still, live = board(Fight((tray,)), sides), board(Fight((tray,)), sides, live=True)
    assert {row.side for row in tray.rows if row.groups} >= {"york", "lancaster"}
    for token in tray.tokens:
        assert token.text in still
    assert tray.key
    assert all(f"<b>{sign}</b> {escape(meaning)}" in still for sign, meaning in tray.key)
    assert "<button" not in still
    assert "data-look" not in still
    assert "<button" in live


def test_a_report_and_a_replay_in_a_battle_have_its_board_and_style() -> None:
    told = samples.battle("york")
    assert [part for part in whole(told) if isinstance(part, Board)]
    for made in (render(told, "html"), page([ReplayFrame(told, "1461", opens=True)])):
        assert "battle-board" in made
        assert css() in made
    assert says(page([ReplayFrame(told, "1461", opens=True)]), "reports.replay_page._fought")
    assert "battle-board" not in render(samples.planning("york"), "html")


LINED_UP = 'class=\\"line-up'


def test_the_last_step_of_a_replay_shows_the_map_though_a_board_is_left() -> None:
    told = samples.battle("public")
    over = replace(
        told, entries=(replace(told.entries[-1], passages=()),), earlier=(), result="York wins."
    )
    assert LINED_UP in page([ReplayFrame(told, "1461", opens=True)])
    assert LINED_UP not in page([ReplayFrame(over, "1461", opens=True)])


def test_columns_of_both_sides_are_in_one_order() -> None:
    """Richard III's B stood before A where only one side had blocks of A."""
    groups = [[("B", 1)], [("A", 1), ("B", 1), ("Reserve", 1)]]
    rows = tuple(
        TrayRow(tuple(Group((Token("block"),) * n, name) for name, n in some), "York")
        for some in groups
    )
    assert Line.of(Tray("Battle", rows, near=True, place="york")).columns == ["A", "B", "Reserve"]


def test_places_that_a_side_has_empty_keep_those_of_both_in_order() -> None:
    """Plantagenet's Routed stood between the center and the right of the side without anybody on its right; later in a
    column of their own, as if they were a wing."""
    fallen, standing = (Token("counter", "Oxford"),), (Token("counter", "Norfolk"),)
    groups = (
        [("left", ()), ("center", fallen), ("right", ())],
        [("left", ()), ("center", standing), ("right", standing)],
    )
    gone = TrayRow((Group(fallen, "Routed"),))
    rows = (*(battle_row("York", some) for some in groups), gone, gone)
    drawn = Tray("Battle", rows, near=True, place="york")
    assert Line.of(drawn).columns == ["center", "right"]
    html = board(Fight((drawn,)), ())
    assert html.count('class="group"') == 5
    assert html.count("grid-column:") == 3


def test_sides_without_a_place_in_common_are_aligned_too() -> None:
    """Plantagenet's last Lord on the right stood over the other side's left, whom he does not face."""
    lord = (Token("counter", "Somerset"),)
    groups = (
        [("left", ()), ("center", ()), ("right", lord)],
        [("left", lord), ("center", lord), ("right", ())],
    )
    rows = tuple(battle_row("York", some) for some in groups)
    drawn = Tray("Battle", rows, near=True, place="york")
    assert Line.of(drawn).columns == ["left", "center", "right"]


def test_a_battle_board_of_many_columns_is_aligned_and_its_leaders_stand_free() -> None:
    def columns() -> TrayRow:
        return TrayRow(tuple(Group((Token("chit", "LB", count=1),), str(n)) for n in range(9)))

    leader = TrayRow((Group((Token("counter", "Warwick"),), "committed"),), "York attacks")
    drawn = Tray("Battle", (leader, columns(), leader, columns()), near=True, place="towton")
    assert Line.of(drawn).columns == [str(n) for n in range(9)]
    assert board(Fight((drawn,)), ()).count("--columns:9") == 3


def test_columns_face_each_other_though_none_has_both_sides_in_it() -> None:
    """York's column 2 stood below Lancaster's 6."""

    def only(n: int) -> TrayRow:
        some = (((Token("chit", "LB", count=1),) if column == n else ()) for column in (6, 2))
        return TrayRow(tuple(Group(tokens, str(6 - 4 * at)) for at, tokens in enumerate(some)))

    drawn = Tray("Battle", (only(6), only(2)), near=True, place="towton")
    html = board(Fight((drawn,)), ())
    assert re.findall(r"grid-column:(\d)", html) == ["1", "2"]


def test_both_armies_are_on_the_board_before_they_are_arrayed() -> None:
    """At Bosworth the map was empty while the Array was asked about."""
    rules = find("plantagenet")
    state = rules.secrets.veil(RandomGame("plantagenet", "IIIB", 1).play.state, "york")
    (tray,) = [tray for tray in rules.trays(state, "york", {}) if tray.is_battle]
    assert {token.side for token in tray.tokens} == {"york", "lancaster"}
    assert "Richard III" in {token.text for token in tray.tokens}


def test_a_board_explains_the_signs_that_are_on_it() -> None:
    tokens = (Token("counter", "Richard III", notes=("R 2MA 1V", "Valour 2")),)
    rows = (TrayRow((Group(tokens),)),)
    signs = {"R": "Retinue", "MA": "Men-at-Arms", "LB": "Longbowmen", "V": "Vassal"}
    key = signs_on(rows, signs.items())
    assert [sign for sign, _ in key] == ["R", "MA", "V"]
    assert signs_on((TrayRow((Group((Token("block", "Rivers"),)),)),), signs.items()) == ()
    html = board(Fight((Tray("Battle", rows, near=True, place="york", key=key),)), ())
    assert "<b>MA</b> Men-at-Arms" in html


def test_dice_are_beside_whoever_rolled_them() -> None:
    """A Lord, a block without the letter of its side, a side, and a noble who has left the board."""
    rows = (
        TrayRow((Group((Token("counter", "Richard III", piece="richard_iii"),)),), side="york"),
        TrayRow((Group((Token("block", "Scots", piece="l_scots"),)),), side="lancaster"),
        TrayRow((Group((Token("counter", "Exeter (1)", piece="exeter_1"),)),)),
    )
    labels = {
        "protection exeter_1 militia": "Protection Exeter (1) militia",
        "protection richard_iii militia": "Protection Richard III militia",
        "loss of richard_iii": "Loss of Richard III",
        "scots fires": "Scots fires",
        "lancaster attacks wales": "Lancaster attacks Wales",
        "handgunners lancaster": "Burgundian Handgunners Lancaster (the higher, the more come)",
        "levies lancaster": "Levies Lancaster (the higher, the more come)",
        "powis flight": "J.Powis flight",
    }
    casts = tuple(Cast(label, words, (3, 6), (6,), "1 of 2") for label, words in labels.items())
    tray = Tray("Battle", rows, near=True, place="wales")
    line = Line.of(tray, casts)
    words = {piece: [cast.words for cast in some] for piece, some in line.by_piece.items()}
    assert words == {
        "richard_iii": ["Protection of militia", "Loss"],
        "l_scots": ["Fires"],
        "exeter_1": ["Protection of militia"],
    }
    assert [cast.words for cast in line.by_row[1]] == [
        "Attacks Wales",
        "Burgundian Handgunners (the higher, the more come)",
        "Levies (the higher, the more come)",
    ]
    assert [cast.words for cast in line.loose] == ["J.Powis flight"]
    html = board(Fight((tray,), casts), ())
    assert html.count('class="faces"') == len(labels)
    assert html.count("face won") == len(labels)


def test_dice_of_a_side_stay_there_though_boxes_of_its_units_can_be_chosen() -> None:
    units = Token("chit", "LB", "york", "longbowmen", count=3)
    tray = Tray("Battle", (TrayRow((Group((units,)),), side="york"),), near=True, place="calais")
    labels = ("shot york longbowmen", "morale york longbowmen")
    line = Line.of(tray, (Cast(label, label, (3,)) for label in labels))
    assert not line.by_piece
    assert [cast.label for cast in line.by_row[0]] == [*labels]
    names = names_of(find("plantagenet_1450"), "york", None, (tray,))
    assert names.piece("longbowmen") != "LB", "an abbreviation is no name"


def test_a_battle_that_is_over_says_how_it_ended_on_its_board_and_nothing_without_one() -> None:
    tray = Tray(
        "Battle in Wales, before round 1",
        (TrayRow((Group((Token("block", "Scots"),)),)),),
        near=True,
        place="wales",
    )
    ends = (("Outcome", ("York wins.",)), ("Losses", ("Scots loses 1 Troop.",)))
    html = board(Fight((tray,), (), ends), ())
    assert "Battle in Wales: it is over" in html
    assert html.index("York wins.") < html.index("Scots loses 1 Troop.")
    assert board(Fight((), (), ends), ()) == ""


def test_a_replay_shows_the_dice_of_its_step_on_the_board() -> None:
    told = samples.battle("public")
    fight = fight_in(told, told.battle)
    assert fight.casts
    assert not fight.ends
    ended = fight_in(ended_in(told), (), told.battle)
    assert ended.ends
    assert ended.trays == told.battle
    assert fight_in(ended_in(told), ()) == Fight()
    for before, fights in (((), []), (told.battle, [ended])):
        parts = story_parts(replace(ended_in(told), battle_before=before))
        assert [part.fight for part in parts if isinstance(part, Board)] == fights


def test_who_fell_is_marked_on_the_board_of_a_battle_that_ended_with_the_game_too() -> None:
    told = samples.battle("public")
    *before, last = told.entries
    dead = Passage("battle_death", "Somerset (1) is dead.", about=("somerset_1",))
    fatal = replace(told, entries=(*before, replace(last, passages=(*last.passages, dead))))
    assert not fight_in(fatal, told.battle).ends, "it is being fought"
    over = fight_in(replace(fatal, result="York wins."), told.battle)
    assert over.ends
    notes = {
        token.piece: token.notes
        for board in over.trays
        for row in board.rows
        for group in row.groups
        for token in group.tokens
        if token.piece
    }
    assert notes == {
        "warwick_y": ("R 3MA 3LB", "Valour 1"),
        "somerset_1": (FALLEN["battle_death"],),
    }


@pytest.mark.parametrize(("times", "is_there"), [(1, True), (9, False)])
def test_losses_are_on_the_board_of_a_battle_that_is_over_unless_they_are_many(
    times: int, is_there: bool
) -> None:
    """Those of Bosworth filled ten lines."""
    told = ended_in(samples.battle("york"))
    *before, last = told.entries
    *fought, won = last.passages
    lost = [Passage("battle_unit", f"A Militia unit of Lord {n} Routs.") for n in range(times)]
    over = replace(told, entries=(*before, replace(last, passages=(*fought, *lost, won))))
    ends = dict(fight_in(over, (), samples.battle("york").battle).ends)
    assert ("Losses" in ends) is is_there
    assert "Outcome" in ends


def test_dice_for_one_purpose_are_in_one_row() -> None:
    militia = Dice("protection march militia", "1", (3,))
    again = Dice("protection march militia 2", "1", (1, 5), 2)
    guns = Dice("guns of norfolk", "", (6,))
    told = samples.battle("public")
    *before, last = told.entries
    start = Passage("battle", "Battle at York.")
    fallen = Passage("dice", dice=(militia, guns, again))
    entry = replace(last, passages=(start, fallen))
    casts = fight_in(replace(told, entries=(*before, entry)), told.battle).casts
    assert [(cast.values, cast.verdict) for cast in casts] == [
        ((3, 1, 5), "1 of 3 hold"),
        ((6,), ""),
    ]


def ended_in(told: Context) -> Context:
    """The same report, at the end of which the battle is over."""
    *before, last = told.entries
    over = Passage("battle_end", "The Yorkists win the Battle.")
    ended = replace(last, passages=(*last.passages, over))
    return replace(told, entries=(*before, ended), battle=())


@pytest.mark.parametrize(
    ("game", "die", "words"),
    [
        ("plantagenet", Dice("death march", "1-2", (3,)), "dies"),
        ("plantagenet", Dice("protection march militia", "1-3", (3, 5), 2), "1 of 2 hold"),
        ("plantagenet", Dice("march parley ely", "1-3", (3,)), "succeeds"),
        ("plantagenet_1450", Dice("morale york foot", "0 or less", (1,)), "breaks"),
        ("plantagenet_1450", Dice("attrition warwick foot", "6-6", (6, 6), 2), "2 of 2 are lost"),
        ("richard_iii", Dice("treachery stanley", "even", (2, 6), 2), "defects"),
        ("richard_iii", Dice("treachery stanley", "even", (2, 5), 2), "stays loyal"),
        ("warriors", Dice("initiative york", "", (4,)), ""),
    ],
)
def test_dice_say_in_a_word_what_they_mean(game: str, die: Dice, words: str) -> None:
    assert verdict_of(die, names_of(find(game), "york", None)) == words
