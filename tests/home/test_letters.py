"""The words above the block of an email."""

from __future__ import annotations

from pbem.gm.game import Game
from pbem.home import letters
from pbem.proof import game_names
from tests.moderator.people import ANN, GM, NONCE, invited

LONG = "A term that is much too long for one line of an email. " * 3


def test_lines_of_the_words_stay_lines_and_a_long_one_is_wrapped() -> None:
    game = Game.loads(invited().dumps(), ANN)
    letter = game.join("york")
    mail = letters.of_accept(game, letter, f"Two days for each answer.\n  {LONG}")
    head, _, terms = mail.words.partition("\n\n")
    assert " ".join(head.splitlines()) == f"I play york in {game.title} ({game.id})."
    first, *rest = terms.splitlines()
    assert first == "Two days for each answer."
    assert len(rest) > 1
    assert all(line.startswith("  A term") for line in rest[:1])
    assert {len(line) - len(line.lstrip()) for line in rest} == {2}
    assert max(map(len, rest)) <= letters.WIDTH
    assert " ".join(" ".join(rest).split()) == LONG.strip()
    assert mail.block == letter.to_text()


def test_the_name_of_a_game_stays_whole_where_lines_are_wrapped() -> None:
    """A GM who applies the email to another game is told of this one by its name."""
    save = Game.new(GM, "warriors", "kingmaker_1465", {}, {}, NONCE).dumps()
    game = Game.loads(save, ANN)
    words = letters.of_accept(game, game.join("york"), "").words
    assert game.id in words
    digits = game.id.rpartition("-")[2]
    assert game_names.of_mail(words, digits) == f"{game.title} ({game.id})"
