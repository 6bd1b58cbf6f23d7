"""Games against robots and lessons on the desk: begun from the shelf, answered at once, played to the end."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

import pytest
from markupsafe import escape

from pbem.errors import NotOnThisPage, UnknownSide
from pbem.games import find
from pbem.gm.game import Game
from pbem.home import computer, robot_homes
from pbem.player.invitation import Speaker
from pbem.player.robots import advice, bot_lines
from pbem.player.target import Line
from pbem.reports import lessons
from pbem.reports.ending import MOST, decides
from pbem.round.learning import Coached
from pbem.web.lobby.lesson import Lesson
from pbem.web.lobby.robots import MOST_SAID
from pbem.web.seat.desk import Seated
from pbem.web.seat.ending import next_lesson
from pbem.web.seat.replay import Replay
from pbem.web.seat.replays import BESIDE, WithReplays
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import Answer, Page
from pbem.web.server.pages import Club, page_of_game
from tests.moderator.people import ANN
from tests.says import says, sentence, worded

PLAY = {"game": "warriors", "scenario": "standard_1455", "side": "york"}
DOUBT = "nobody is there"
USUAL = ("guns", "order", "hits", "reroll")
"""Questions of a Battle to which all ready-made policies have one answer."""
QUESTION = re.compile('data-question="([^"]+)"')
LEARN = {"game": "plantagenet", "scenario": "quickstart"}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    home, folder = tmp_path / "home", tmp_path / "games"
    for path in (home, folder):
        path.mkdir()
    ANN.save(home / computer.FILE, "")
    with mock.patch.dict(os.environ, {computer.FOLDER: str(home)}):
        jobs = Jobs()
        yield Club(folder, ANN, jobs)
        jobs.close()


def send(page: Page, *lines: str) -> Answer:
    """Look at what arrived, take these lines, seal them."""
    page.act("looked", {})
    for line in lines:
        page.act("take", {"line": line})
    answer = page.act("seal", {})
    return page.act("sealed", {}) if "data-open" in answer.parts.get("sheet", "") else answer


def test_a_game_against_robots_is_begun_from_the_shelf_and_answered_at_once(club: Club) -> None:
    shelf = club.page("games")
    name = shelf.act("play", PLAY).goes
    html = shelf.whole()
    assert "against robots" in html
    assert "new here" not in html, "they began it themselves"
    assert f'href="{name}"' in html
    page = club.page(name)
    assert isinstance(page, Seated)
    assert 'class="opening"' in page.whole()
    seat = page.seat
    assert seat.game.ledger.begun
    while seat.game.ledger.turn_of() != ("york",) or seat.game.owes_ready:
        send(page, "ready")
    before = len(seat.game.save.entries)
    answer = send(page, bot_lines(seat.game, 1)[0])
    assert answer.said.startswith("Played. ")
    assert 'class="opening"' not in page.whole(), "after the first answer it is gone"
    path = seat.game.path
    assert path is not None
    back = page_of_game(path, ANN, Jobs())
    assert isinstance(back, Seated)
    assert back.seat.brief == seat.brief, "days later it is at the question again"
    assert 'class="brief' in back.whole()
    assert len(seat.game.save.entries) > before
    answer = page.act("steps", {})
    assert "On to the question" in answer.parts["arrived"], "it is shown step by step"
    assert not list(Path(str(seat.game.path)).parent.glob("*.txt")), "no mail is written"
    assert seat.game.ledger.turn_of() == ("york",), "the robot has moved"


def test_a_stack_offers_only_what_goes_together_and_is_played_with_one_click(club: Club) -> None:
    words = {"game": "plantagenet", "scenario": "bosworth", "side": "lancaster"}
    page = club.page(club.page("games").act("play", words).goes)
    assert isinstance(page, Seated)
    page.whole()
    for card in ("l1_henry_tudor", "l4_oxford", "l5_oxford", "l7_henry_tudor"):
        page.act("put", {"word": card})
        with pytest.raises(NotOnThisPage):
            page.act("put", {"word": f"{card[:2]}_jasper_tudor_2"})  # it is given already (1.9.1)
    seat = page.seat
    first = seat.stack[0]
    for _ in range(3):
        page.act("out", {"at": "1"})
    asked = page.act("fill", {}).parts["asked"]
    assert 'data-verb="put"' not in asked, "what is chosen is all that is shown"
    assert (seat.stack[0], len(seat.stack)) == (first, 4), "a simple player fills what is left"
    page.act("play", {})
    assert seat.request is not None
    assert seat.request.kind == "field_array"
    parts = page.act("put", {"word": "oxford"}).parts
    assert re.search(r'data-key="1"><button [^>]*data-verb="put"', parts["asked"]), "by keys too"
    assert "complete" in page.act("put", {"word": "henry_tudor"}).said, (
        "nothing but the third is left"
    )
    answer, kinds = page.act("play", {}), list[str]()
    assert seat.request.stack is None, "the Battle begins"
    while seat.game.result is None:
        kinds.append(seat.request.kind)
        usual = re.search(
            r'data-line="([^"]*)" data-always="yes" data-usual', answer.parts["asked"]
        )
        line = usual[1] if usual else "stand"
        words = {"always": "yes", "usual": "yes"} if usual else {}
        answer = page.act("play", {"line": line, **words})
    assert "hits" in kinds
    assert all(kinds.count(kind) <= 1 for kind in USUAL), "each is answered with one click for all"
    assert set(seat.game.standing.reactions) == set(USUAL) & set(kinds), "policies of its own"
    assert "data-bare" in page.whole(), "no map is offered where there is none"
    assert seat.game.ledger.final, "nobody has to sign the end"
    end = answer.parts["ending"]
    assert 'class="trend"' in end, "a battle without a score has the course of its units"
    assert re.search(r'<li>[^<]+<button [^>]*data-verb="explain" data-entry="\d+"', end)


@pytest.mark.parametrize("rules", lessons.taught())
def test_the_first_words_of_each_scenario_say_who_one_is_and_how_to_win(rules: str) -> None:
    scenarios, wins = find(rules).scenarios(), lessons.lessons(rules).wins
    assert set(wins) <= {lessons.ALL, *scenarios}
    for scenario in scenarios:
        for side in find(rules).sides:
            opening = lessons.opening(rules, scenario, side)
            assert opening is not None
            assert re.search(r"\(\d", opening.goal), "it names the rule"


def test_each_lesson_leads_to_the_next_that_is_not_finished(tmp_path: Path) -> None:
    games = [(name, one) for name in lessons.taught() for one in lessons.lessons(name).game]
    last, lesson = games[-1]
    file = tmp_path / f"{last}-{lesson.scenario}" / "game.toml"
    for name, one in games:
        onward = next_lesson(file, last, lesson.scenario)
        if one is lesson:
            assert onward is None, "all others are finished"
            break
        assert onward is not None
        assert dict(onward.words) == {"game": name, "scenario": one.scenario}
        folder = tmp_path / f"{name}-{one.scenario}"
        folder.mkdir()
        Coached(name, folder / "told.txt").finish()


def test_two_games_of_one_scenario_have_files_of_their_own(club: Club) -> None:
    shelf = club.page("games")
    first, second = shelf.act("play", PLAY).goes, shelf.act("play", PLAY).goes
    assert first != second
    assert shelf.whole().count("against robots</span>") == 2


def test_the_level_of_the_robot_is_chosen(club: Club) -> None:
    shelf = club.page("games")
    assert 'name="level" value="steady"' in shelf.whole()
    for level in ("simple", "steady", "strong"):
        page = club.page(shelf.act("play", {**PLAY, "level": level}).goes)
        assert isinstance(page, Seated)
        assert page.seat.game.path is not None
        assert robot_homes.level(page.seat.game.path, "lancaster") == level
    with pytest.raises(NotOnThisPage):
        shelf.act("play", {**PLAY, "level": "cunning"})


def test_only_what_is_there_can_be_begun(club: Club) -> None:
    shelf = club.page("games")
    with pytest.raises(UnknownSide):
        shelf.act("play", {**PLAY, "side": "tudor"})
    with pytest.raises(NotOnThisPage):
        shelf.act("learn", {"game": "chess"})
    assert "Play your first game" in shelf.whole(), "no game was begun"


def test_a_lesson_has_a_replay_as_other_games_have(club: Club) -> None:
    name = club.page("games").act("learn", LEARN).goes
    replay = WithReplays(club).page(f"{name}{BESIDE}")
    assert isinstance(replay, Replay)
    assert "King Henry" in replay.whole()
    with pytest.raises(NotOnThisPage):
        WithReplays(club).page(f"games{BESIDE}")


def test_a_lesson_tells_of_each_kind_of_question_once_and_gives_hints(club: Club) -> None:
    shelf = club.page("games")
    page = club.page(shelf.act("learn", LEARN).goes)
    assert isinstance(page, Lesson)
    html, seat = page.whole(), page.page.seat
    assert "A learner" not in html, "who has joined is no news"
    assert html.index('id="asked"') < html.index('id="board"'), "the question is read first"
    if seat.arrived:
        html = page.act("looked", {}).parts.get("coach", html)
    while seat.game.owes_ready:
        send(page, "ready")
        html = page.act("looked", {}).parts["coach"]
    assert "NEW: " in html
    assert "Good players: " in html
    assert 'class="opening"' in html
    begins = lessons.first(LEARN["game"], LEARN["scenario"])
    assert f"about {begins.minutes} minutes" in html
    assert escape(begins.goal) in html
    assert 'class="opening"' in page.whole(), "it is there until another kind of question comes"
    hinted = page.act("hint", {})
    (line,) = advice(seat.game, ())
    assert (seat.names.statement(line) or line) in hinted.said
    assert line in hinted.parts["coach"]
    assert 'data-verb="play"' in hinted.parts["coach"], "it is played as an answer of the list is"
    assert "Start over" in shelf.whole(), "it can be gone on with"
    assert seat.request is not None
    first_kind, before = seat.request.kind, len(seat.game.save.entries)
    with mock.patch.object(Speaker, "preview", doubtful):
        page.act("play", {"line": line, "advised": "yes"})
    assert len(seat.game.save.entries) > before, "no warning against the advice of the page"
    for _ in range(40):
        coach = send(page, *advice(seat.game, ())).parts.get("coach", "")
        if "NEW: " in coach:
            assert seat.request is not None
            assert seat.request.kind != first_kind, "it is new once"
            break
    assert 'class="opening"' not in page.whole(), "its learner has met a second kind of question"
    assert "Continue your lesson" in shelf.whole()


def test_a_secret_question_with_one_answer_is_not_asked_where_robots_alone_would_see_it(
    club: Club,
) -> None:
    wanted = {"game": "richard_iii", "scenario": "kingmaker", "side": "york"}
    page = club.page(club.page("games").act("play", wanted).goes)
    assert isinstance(page, Seated)
    seat = page.seat
    assert 'class="opening"' in page.whole(), "an answer sent for its player shuts nothing"
    assert seat.request is not None
    assert seat.request.secret_menu
    assert len(seat.stand.options) > 1, "a hand that may be redealt, or the first card"


@pytest.mark.slow
def test_a_lesson_is_played_to_its_end_and_asks_for_nothing_more(club: Club) -> None:
    page = club.page(club.page("games").act("learn", LEARN).goes)
    assert isinstance(page, Lesson)
    page.whole()
    seat = page.page.seat
    for _ in range(200):
        if seat.game.result is not None:
            break
        game = seat.game
        asked_words = seat.request is not None and seat.request.stack is None
        assert not asked_words or len(seat.stand.options) > 1, "a robot does not look"
        lines = ("ready",) if game.owes_ready else advice(game, ())
        answer = send(page, *lines)
    assert seat.game.result is not None
    end = answer.parts["ending"]
    assert 'data-kind="over"' not in end, "robots wait for no signature"
    assert "the signature of" not in page.whole()
    assert "In order." in end, "the game is verified"
    assert "audit" not in end, "no robot waits for that"
    result = seat.game.result
    assert (
        sentence("cli.learn.play", word="have won")
        if seat.side in result.winners
        else "You have lost"
    ) in end
    assert escape(result.reason) in end
    assert 'class="trend"' in end, "the score is drawn"
    assert says(end, "reports.ending.NOT_DECIDED", ...) != decides("Influence", result.reason)
    turned = re.findall(r'<li>[^<]+<button [^>]*data-verb="explain" data-entry="(\d+)"', end)
    assert 1 <= len(turned) <= MOST
    for entry in turned:
        assert page.act("explain", {"entry": entry}).parts, "the entry opens"
    for title in (
        sentence("web.seat.ending._onward", "Bosworth", word="Next"),
        sentence("web.seat.ending._onward", word="lesson again"),
        "Play the Yorkists",
    ):
        assert title in end
    assert re.findall(r'class="send" [^>]*data-verb="(\w+)"', end) == ["learn"], "what is next"
    page.act("looked", {})
    lobby = club.page("games").whole()
    assert "finished" in lobby
    assert "Play the next lesson" in lobby
    assert "Continue the lesson" not in lobby


@pytest.mark.slow
def test_a_battle_shows_its_dice_and_keeps_its_board_when_it_is_over(club: Club) -> None:
    page = club.page(club.page("games").act("learn", {"game": "richard_iii"}).goes)
    assert isinstance(page, Lesson)
    page.whole()
    seat, battle = page.page.seat, ""
    rolled = False
    for _ in range(60):
        game = seat.game
        lines = ("ready",) if game.owes_ready else advice(game, ())
        battle = send(page, *lines).parts["battle"]
        assert " . " not in f" {seat.brief} ", "dice are no sentence"
        rolled = rolled or ('class="rolled"' in battle and 'class="ends"' not in battle)
        if rolled and 'class="ends"' in battle:
            break
    assert rolled, "the dice are beside the block that fired"
    assert "<dt>Outcome</dt>" in battle
    steps = page.act("steps", {}).parts["arrived"]
    rolled_by = re.findall('data-rolled="([a-z_]+) fires', steps)
    pieces = re.findall('data-piece="([a-z_]+)"', steps[steps.index("battle-then") :])
    assert rolled_by, "the page puts the dice of a step beside the block that has their name"
    assert all(any(piece.endswith(name) for piece in pieces) for name in rolled_by)
    page.act("looked", {})
    assert 'data-piece="' in battle, "the blocks as they fought"
    line = next(iter(advice(seat.game, ())))
    assert " hidden" in page.act("take", {"line": line}).parts["battle"], "it goes with the answer"


def test_a_full_disk_cuts_the_robots_off_and_the_next_look_goes_on(club: Club) -> None:
    page = club.page(club.page("games").act("play", PLAY).goes)
    assert isinstance(page, Seated)
    page.whole()
    while page.seat.game.ledger.turn_of() != ("york",) or page.seat.game.owes_ready:
        send(page, "ready")
    full = OSError(28, "No space left on device")
    line = bot_lines(page.seat.game, 1)[0]
    with (
        mock.patch.object(Game, "write", side_effect=full),
        pytest.raises(NotOnThisPage, match=worded("round.entries.write", word="signed")),
    ):
        send(page, line)
    path = page.seat.game.path
    assert path is not None
    entries = len(page.seat.game.save.entries)
    after = page_of_game(path, ANN, Jobs())
    assert isinstance(after, Seated)
    assert len(after.seat.game.save.entries) > entries, "what was sealed is taken, and answered"


@pytest.fixture
def mine(club: Club) -> Seated:
    """A game against robots in which York is asked for an order."""
    page = club.page(club.page("games").act("play", PLAY).goes)
    assert isinstance(page, Seated)
    page.whole()
    while page.seat.game.ledger.turn_of() != ("york",) or page.seat.game.owes_ready:
        send(page, "ready")
    page.act("looked", {})
    return page


def doubtful(game: Speaker, lines: Sequence[str]) -> list[Line]:
    """Order lines of which each looks like a mistake."""
    return [Line(text, doubt=DOUBT) for text in lines]


def test_whoever_resigns_against_robots_has_signed_the_end(mine: Seated) -> None:
    mine.act("say", {"kind": "resign", "sure": "yes"})
    assert mine.seat.game.ledger.final
    assert "Play it again" in mine.whole()


def test_what_is_seen_on_the_page_is_played_with_one_click(mine: Seated) -> None:
    seat = mine.seat
    assert mine.whole().count('class="send"') == 0, "nothing can be sent yet"
    mine.act("take", {"line": bot_lines(seat.game, 1)[0]})
    html = mine.whole()
    assert html.count('class="send"') == 1, "there is one way to send"
    question = html[html.index('class="prompt"') :]
    assert "Play it" in question[: question.index("</div>")], "at the top of the question"
    before = len(seat.game.save.entries)
    mine.act("preset", {"name": "cautious"})
    with mock.patch.object(Speaker, "preview", doubtful):
        assert DOUBT in mine.act("seal", {}).parts["sheet"], "a warning is read first"
    assert len(seat.game.save.entries) == before
    mine.act("seal", {})
    assert len(seat.game.save.entries) > before, "nothing else is asked"


def test_what_is_asked_before_an_answer_is_played_stays_on_the_page(mine: Seated) -> None:
    seat = mine.seat
    before, asked = QUESTION.findall(mine.whole()), seat.request
    version, entries = seat.version, len(seat.game.save.entries)
    line = bot_lines(seat.game, 1)[0]
    with mock.patch.object(Speaker, "preview", doubtful):
        answer = mine.act("play", {"line": line})
    assert "data-open" in answer.parts["sheet"]
    assert line in answer.parts["orders"], "the page need not ask for more, which shuts the sheet"
    assert answer.was == version
    after = QUESTION.findall(mine.act("sealed", {}).parts["asked"])
    assert len(seat.game.save.entries) > entries
    assert asked is not None
    assert seat.request is not None
    assert asked.kind == seat.request.kind
    assert len(before) == len(after) == 1
    assert before != after, "the next question starts at its top, though it is of the same kind"


@pytest.mark.slow
def test_the_question_follows_at_once_with_what_happened(mine: Seated) -> None:
    seat = mine.seat
    for _ in range(8):
        if seat.game.result is not None:
            break
        line = "ready" if seat.game.owes_ready else bot_lines(seat.game, 1)[0]
        answer = send(mine, line)
        assert not seat.arrived
        assert seat.brief
        assert str(escape(seat.brief)) in answer.parts["asked"]
        assert seat.brief in answer.said or len(seat.brief) > MOST_SAID
        assert (
            computer.last_seen_entry(seat.game.ledger.game, "york")
            == len(seat.game.save.entries) - 1
        )
        assert "<h3>" in mine.act("steps", {}).parts["arrived"], "stepped through on demand"
        mine.act("looked", {})
