"""A line is taken by its number; what only looks like one is read as words."""

from __future__ import annotations

import pytest

from pbem.cli.question_text import picked_line
from tests.moderator.people import played


@pytest.mark.parametrize("typed", ["\N{SUPERSCRIPT TWO}", "9" * 5000, "-1", "1.0"])
def test_what_is_no_number_is_read_as_words(typed: str) -> None:
    post = played(4)
    game = post.look(post.asked()[0])
    options = game.legal()
    assert picked_line(typed, options) == (typed, "")
    assert picked_line("1 with all", options) == (f"{options[0].line} with all", "")
    assert picked_line("999", options)[1]
