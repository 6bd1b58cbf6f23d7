"""Two programs of one player work at one duel: the second signs nothing while the first holds the game."""

from __future__ import annotations

import pytest

from pbem.home import computer
from pbem.protocol import lock
from tests.duel.people import Person
from tests.says import says

from .test_duel import asked, people

__all__ = ["people"]


def test_while_another_program_holds_a_duel_nothing_is_signed(
    people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = asked(people)
    held_by_another(one, monkeypatch, ("orders", "game.toml", "--line", one.line()))
    one.done("orders", "game.toml", "--line", one.line())
    came = other.gets(one.file)
    held_by_another(other, monkeypatch, ("apply", "game.toml", came.name))
    other.done("apply", "game.toml", came.name)
    assert other.duel.entries[-1].body.step.order == one.duel.order


def held_by_another(
    person: Person, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Somebody types this while another program of theirs holds the game: it is refused, and nothing is changed."""
    hold, before, game = lock.hold, person.file.read_bytes(), person.duel.ledger.game
    home = person.folder / "people" / person.who
    with computer.sitting_as(home), computer.pins().lock(game), monkeypatch.context() as patch:
        patch.setattr(lock, "hold", lambda path, patience=0.0: hold(path))  # no ten seconds
        refused = person.type(*words)
    assert refused.code in (2, 3)
    assert says(refused.err, "errors.GameBusy")
    assert person.file.read_bytes() == before
