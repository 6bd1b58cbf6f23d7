"""A line is taken by its number; what only looks like one is read as words."""

from __future__ import annotations

import pytest

from pbem.cli.menus import Menus
from tests.moderator.people import played
from tests.says import worded


@pytest.mark.parametrize("typed", ["\N{SUPERSCRIPT TWO}", "9" * 5000, "-1", "1.0"])
def test_what_is_no_number_is_read_as_words(typed: str) -> None:
    post = played(4)
    game = post.look(post.asked()[0])
    request, options, menus = game.request(), game.legal(), Menus()
    assert menus.pick(request, options, typed) == typed
    assert menus.pick(request, options, "1 with all") == f"{options[0].line} with all"
    with pytest.raises(LookupError, match=worded("cli.menus.Menus.pick", word="numbered")):
        menus.pick(request, options, "999")
