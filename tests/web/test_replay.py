"""The replay in the desk: the steps of the file, its script from the desk, and nothing to change."""

from __future__ import annotations

import pytest

from pbem.errors import NotOnThisPage
from pbem.reports.history import steps
from pbem.reports.replay_page import page
from pbem.web.seat.replay import FILE, SCRIPT, Replay
from tests.moderator.test_course import of
from tests.reports.test_history import frames


@pytest.mark.slow
def test_it_has_the_steps_of_the_file_and_a_script_of_the_desk() -> None:
    game = of("richard_iii", "kingmaker", 12).look()
    replay = Replay(game)
    whole = replay.whole()
    assert f'<script src="{SCRIPT}"></script>' in whole
    assert whole.count("<script") == 3
    assert "Content-Security-Policy" not in whole
    file = replay.download(FILE).content.decode()
    assert file == page(steps(game))
    assert frames(whole) == frames(file)


@pytest.mark.slow
def test_nothing_can_be_done_to_it() -> None:
    replay = Replay(of("richard_iii", "kingmaker", 12).look())
    for tried in (
        lambda: replay.act("take", {}),
        lambda: replay.drop("a.eml", b""),
        lambda: replay.download("game.toml"),
    ):
        with pytest.raises(NotOnThisPage):
            tried()
